"""How a C++ class reads as a container: `[]`, and iteration over a sequence."""

from __future__ import annotations

from ._cpp_wrapper import line_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._cpp_wrapper import Wrapper


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
        """What stands in the class."""
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
        """What stands behind the class."""
        start = f"TVMLIKE_HIDDEN inline {self._result} {self._owner}::operator[]"
        line = line_of(start, self._parameters, " const {")
        return f"{line}\n  return {self._get}({', '.join(self._passed)});\n}}\n"
