"""The text of one typed C++ header: the functions and classes of a namespace, as C++ calls them.

A function becomes an inline function with static types, and an overload for each parameter that may be left
out: its default stays the library's. A class becomes one that holds a reference to an object. Both stand on
`tvmlike/wrapper.hpp`. Invariant: the text depends on the records alone, and compiles without a warning,
whatever the names and docs in the records are.
"""

from __future__ import annotations

from ._cpp_classes import ClassText
from ._cpp_names import identifier, literal, one_line
from ._cpp_wrapper import Wrapper, line_of, within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._members import TypeDescription
    from .stubs import Namespace


class Names:
    """The identifiers of a header: of namespaces, functions and classes, each once in its scope."""

    def __init__(self, top: Namespace, name: str) -> None:
        self._classes: dict[str, str] = {}
        self.spaces: dict[tuple[str, ...], str] = {}
        """The C++ namespace of each namespace, by its path."""
        self.functions: dict[tuple[str, ...], dict[str, str]] = {}
        """The C++ names of the functions of each namespace."""
        self._name(top, f"::{name}")

    def _name(self, here: Namespace, scope: str) -> None:
        taken: set[str] = set()
        self.spaces[here.path] = scope
        for name in sorted(here.classes):
            one = identifier(name, taken)
            taken.add(one)
            self._classes[here.classes[name].key] = f"{scope}::{one}"
        self.functions[here.path] = {}
        for name in sorted(here.functions):
            one = identifier(name, taken)
            taken.add(one)
            self.functions[here.path][name] = one
        for name in sorted(here.children):
            one = identifier(name, taken)
            taken.add(one)
            self._name(here.children[name], f"{scope}::{one}")

    def class_of(self, key: str) -> str | None:
        """The class of a type key, from the global namespace; None where the header has none."""
        return self._classes.get(key)


def header(top: Namespace, name: str) -> str:
    """The header of all that a namespace and those below it hold; `name` is its C++ name."""
    names = Names(top, name)
    every = list(_every(top))
    guard = f"TVMLIKE_STUB_{name.upper()}_HPP_"
    classes = _by_inheritance({cls.key: cls for one in every for cls in one.classes.values()})
    texts = [ClassText(cls, names) for cls in classes]
    parts = [
        f"// Written by `tvmlike stubs --lang cpp`: what is registered under `{one_line(top.path[-1])}.`\n",
        f"#ifndef {guard}\n#define {guard}\n",
        "#include <map>\n#include <optional>\n#include <string>\n#include <string_view>\n#include <vector>\n",
        "#include <tvmlike/wrapper.hpp>\n",
    ]
    if texts:
        parts.append("".join(text.forward() for text in texts))
        parts += [text.definition() for text in texts]
        parts.append("".join(text.traits() for text in texts))
        parts += [text.bodies() for text in texts]
    for one in every:
        functions = [
            _function(
                ".".join((*one.path, name)), names.functions[one.path][name], one.functions[name], names
            )
            for name in sorted(one.functions)
        ]
        if functions:
            parts.append(within(names.spaces[one.path], "\n".join(functions)))
    parts.append(f"#endif  // {guard}\n")
    return "\n".join(parts)


def _function(full: str, name: str, record: dict[str, Any], names: Names) -> str:
    wrapper = Wrapper(record, names.class_of)
    texts = []
    for parameters, passed, template in wrapper.overloads():
        start = line_of(f"{template}TVMLIKE_HIDDEN inline {wrapper.result} {name}", parameters, " {")
        texts.append(
            f"{start}\n"
            f"  static thread_local tvmlike::GlobalFunction {wrapper.local}({literal(full)});\n"
            f"  return {wrapper.local}.call<{wrapper.result}>({', '.join(passed)});\n"
            "}\n"
        )
    return wrapper.comment("") + "".join(texts)


def _every(here: Namespace) -> list[Namespace]:
    found = [here]
    for name in sorted(here.children):
        found += _every(here.children[name])
    return found


def _by_inheritance(classes: dict[str, TypeDescription]) -> list[TypeDescription]:
    """Classes, a parent before what inherits from it."""
    ordered: dict[str, TypeDescription] = {}

    def add(key: str) -> None:
        if key in classes and key not in ordered:
            parent = classes[key].parent
            if parent != key:
                add(parent)
            ordered[key] = classes[key]

    for key in sorted(classes):
        add(key)
    return list(ordered.values())
