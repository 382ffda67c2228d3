"""The text of the C++ functions that stand for a function, or a member of a type, of the registry.

Most have one. A function with overloads has one for each of them, unless an earlier has the same C++
parameters; its numbers are taken as `tvmlike::Only`, which C++ does not convert to one another. An optional
parameter makes one C++ function more: a call without it passes fewer arguments, so the default is the
library's own, whatever it is by then.
"""

from __future__ import annotations

from ._cpp_names import comment, identifier, literal
from ._cpp_types import parameter_type, value_type
from ._parameters import Verbatim, parameters_of, rest_name, result_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._cpp_types import ClassOf

_WIDTH = 110


def wrappers_of(record: dict[str, Any], class_of: ClassOf) -> list[Wrapper]:
    """The C++ functions for a record, those of overloads in their order."""
    overloads = record.get("overloads")
    if not overloads:
        return [Wrapper(record, class_of)]
    known: set[tuple[str, ...]] = set()
    return [Wrapper(one, class_of, known) for one in overloads]


_NUMBERS = frozenset(
    (
        "bool",
        "float",
        "double",
        *(f"std::{sign}{bits}_t" for sign in ("int", "uint") for bits in (8, 16, 32, 64)),
    )
)


class Wrapper:
    """One function or member as C++ sees it: the parameters, with what can be left out, and the result."""

    def __init__(
        self, record: dict[str, Any], class_of: ClassOf, others: set[tuple[str, ...]] | None = None
    ) -> None:
        """`others` is there for overloads: the types of parameters for which there is a function."""
        known = parameters_of(record)
        self.variadic = known is None or bool(record.get("variadic"))
        known = known or []
        self.result = value_type(result_of(record), class_of)
        doc = record.get("doc")
        self.doc = doc if isinstance(doc, str) else ""
        self.parameters: list[tuple[str, str]] = []
        taken: set[str] = set()
        for one in known:
            name = identifier(one.name, taken)
            taken.add(name)
            kind = parameter_type(one.record, class_of)
            if others is not None and kind in _NUMBERS:
                kind = f"tvmlike::Only<{kind}>"
            self.parameters.append((kind, name))
        self.rest = identifier(rest_name(known), taken)
        self.pack = identifier("Rest", {*taken, self.rest})
        self.local = identifier("function", {*taken, self.rest})
        # Arguments are left out from the end only.
        self.required = max((at + 1 for at, one in enumerate(known) if not one.optional), default=0)
        self._defaults = [
            f"`{name}` may be left out; it is {_shown(one.default)} then."
            for (_, name), one in zip(self.parameters[self.required :], known[self.required :])
        ]
        self._counts = []
        for count in range(len(self.parameters), self.required - 1, -1):
            types = tuple(kind for kind, _ in self.parameters[:count])
            if others is not None:
                if types in others:
                    continue
                others.add(types)
            self._counts.append(count)

    def comment(self, indent: str) -> str:
        """The docs, and what parameters are where they are left out."""
        if not self._counts:
            return ""
        parts = [self.doc.strip(), "\n".join(self._defaults)]
        return comment("\n\n".join(part for part in parts if part), indent)

    def overloads(self) -> list[tuple[list[str], list[str], str]]:
        """Parameters with types, what is passed on, and the line of the template, of each overload; the one
        with most parameters first.
        """
        found = []
        for count in self._counts:
            parameters = [f"{kind} {name}" for kind, name in self.parameters[:count]]
            passed = [name for _, name in self.parameters[:count]]
            template = ""
            if self.variadic and count == len(self.parameters):
                template = f"template <class... {self.pack}>\n"
                parameters.append(f"{self.pack}&&... {self.rest}")
                passed.append(f"std::forward<{self.pack}>({self.rest})...")
            found.append((parameters, passed, template))
        return found


def within(scope: str, text: str) -> str:
    """A text within a namespace, which is given from the global one: `::a::b`."""
    name = scope[2:]
    return f"namespace {name} {{\n\n{text}\n}}  // namespace {name}\n"


def line_of(start: str, parameters: list[str], end: str, indent: str = "") -> str:
    """A function's first lines, broken where they would be too long."""
    line = f"{indent}{start}({', '.join(parameters)}){end}"
    if len(line) <= _WIDTH:
        return line
    inner = ",\n".join(f"{indent}    {parameter}" for parameter in parameters)
    return f"{indent}{start}(\n{inner}){end}"


def _shown(default: Any) -> str:
    """A default as C++ would write it."""
    if isinstance(default, int) and isinstance(getattr(default, "name", None), str):
        return f"{type(default).__name__}::{default.name}"  # type: ignore[attr-defined]
    if default is None or isinstance(default, bool):
        return {None: "std::nullopt", True: "true", False: "false"}[default]
    return (
        literal(default) if isinstance(default, str) and not isinstance(default, Verbatim) else repr(default)
    )
