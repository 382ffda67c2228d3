"""How a C++ class reads as a container: `[]`, and loops over a sequence or what has an iterator object."""

from __future__ import annotations

from ._cpp_wrapper import line_of
from ._parameters import result_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._cpp_header_names import HeaderNames
    from ._cpp_wrapper import Wrapper
    from ._members import TypeDescription


class Items:
    """The items of one class."""

    def __init__(self, owner: str, get: str, wrapper: Wrapper, sequence: bool) -> None:
        self._owner = owner
        self._get = get
        """The name of the function that gives an item."""
        self._result = wrapper.result
        self._parameters, self._passed, _ = wrapper.overloads()[0]
        self._sequence = sequence

    def declarations(self) -> str:
        """The declarations in the class."""
        text = line_of(f"{self._result} operator[]", self._parameters, " const;", "  ") + "\n"
        if self._sequence:
            iterator = f"tvmlike::ItemIterator<{self._owner}>"
            size = "static_cast<std::int64_t>(size())"
            text += (
                "  /// The items, one after the other.\n"
                f"  {iterator} begin() const {{ return {iterator}(*this, 0); }}\n"
                f"  {iterator} end() const {{ return {iterator}(*this, {size}); }}\n"
            )
        return text

    def bodies(self) -> str:
        """The definitions after the class."""
        start = f"TVMLIKE_HIDDEN inline {self._result} {self._owner}::operator[]"
        line = line_of(start, self._parameters, " const {")
        return f"{line}\n  return {self._get}({', '.join(self._passed)});\n}}\n"


class Iteration:
    """Loops over the items that the object of `__iter__` returns one after the other."""

    def __init__(self, owner: str, item: str) -> None:
        self._owner = owner
        self._iterator = f"tvmlike::NextIterator<{item}>"

    @classmethod
    def of(cls, described: TypeDescription, owner: str, names: HeaderNames) -> Iteration | None:
        """The loops over a class; None if it has no `__iter__` whose result has `__next__` in this header."""
        for member in described.members:
            if member.name == "__iter__" and member.kind == "method":
                item = names.next_of(result_of(member.record))
                return None if item is None else cls(owner, item)
        return None

    def declarations(self) -> str:
        """The declarations in the class."""
        return (
            "  /// The items, one after the other.\n"
            f"  {self._iterator} begin() const;\n"
            f"  {self._iterator} end() const;\n"
        )

    def bodies(self) -> str:
        """The definitions after the class."""
        start = f"TVMLIKE_HIDDEN inline {self._iterator} {self._owner}::"
        items = 'tvmlike::detail::call_method<tvmlike::ObjectRef>(*this, "__iter__")'
        return (
            f"{start}begin() const {{\n"
            f"  return {self._iterator}({items});\n"
            "}\n\n"
            f"{start}end() const {{\n"
            f"  return {self._iterator}();\n"
            "}\n"
        )
