"""The text of one typed C++ header: the functions and classes of a namespace, as C++ calls them.

A function becomes an inline function with static types, and an overload for each parameter that may be left
out: its default stays the library's. A class becomes one that holds a reference to an object. Both stand on
`tvmlike/wrapper.hpp`. Invariant: the text depends on the records alone, and compiles without a warning,
whatever the names and docs in the records are.
"""

from __future__ import annotations

from ._cpp_classes import ClassText
from ._cpp_names import identifier, literal, one_line
from ._cpp_values import RecordText, enum_text, records_in
from ._cpp_wrapper import line_of, within, wrappers_of
from ._enums import members_of

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
        self.records: dict[str, list[Any]] = {}
        """The records of plain structs, by their keys, each behind those that it holds."""
        self._taken: dict[tuple[str, ...], set[str]] = {}
        self._name(top, f"::{name}")
        for here in _every(top):
            for record in _records_of(here):
                for one in record.get("overloads") or [record]:
                    records_in([one.get("a"), one.get("r")], self.records)
        for key in self.records:
            self._name_record(top, key)

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
        self._taken[here.path] = taken

    def _name_record(self, top: Namespace, key: str) -> None:
        """Names a plain struct: in the namespace of its key if the header has that, else in the top one."""
        *path, name = key.split(".")
        place = tuple(path) if tuple(path) in self.spaces else top.path
        one = identifier(name, self._taken[place])
        self._taken[place].add(one)
        self._classes.setdefault(key, f"{self.spaces[place]}::{one}")

    def class_of(self, key: str) -> str | None:
        """The class of a type key, from the global namespace; None if the header has none."""
        return self._classes.get(key)


def header(top: Namespace, name: str) -> str:
    """The header of all that a namespace and those below it hold; `name` is its C++ name."""
    names = Names(top, name)
    every = list(_every(top))
    guard = f"TVMLIKE_STUB_{name.upper()}_HPP_"
    classes = _by_inheritance({cls.key: cls for one in every for cls in one.classes.values()})
    told = {cls.key: members_of(cls) for cls in classes}
    enums = [
        enum_text(names.class_of(cls.key) or "", cls.key, cls.doc, members)
        for cls in classes
        if (members := told[cls.key]) is not None
    ]
    texts = [ClassText(cls, names) for cls in classes if told[cls.key] is None]
    records = [
        RecordText(names.class_of(key) or "", kind, names.class_of) for key, kind in names.records.items()
    ]
    parts = [
        f"// Written by `tvmlike stubs --lang cpp`: what is registered under `{one_line(top.path[-1])}.`\n",
        f"#ifndef {guard}\n#define {guard}\n",
        "#include <map>\n#include <optional>\n#include <string>\n#include <string_view>\n#include <vector>\n",
        _WRAPPER,
        *enums,
    ]
    if records:
        parts.append("".join(text.forward() for text in records))
    if texts:
        parts.append("".join(text.forward() for text in texts))
        parts += [text.definition() for text in texts]
        parts.append("".join(text.traits() for text in texts))
    parts += [text.definition() for text in records]
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
    text = "\n".join(parts)
    if any(word in text for word in _VOCABULARY):
        text = text.replace(_WRAPPER, f"#include <tvmlike/vocabulary.hpp>\n{_WRAPPER}", 1)
    return text


_WRAPPER = "#include <tvmlike/wrapper.hpp>\n"
_VOCABULARY = (
    "tvmlike::EnumInfo<",
    "tvmlike::RecordInfo<",
    *(f"std::{name}" for name in ("array<", "chrono::", "filesystem::", "set<", "variant<")),
)
"""What `tvmlike/vocabulary.hpp` is for: it includes headers that take compilers time."""


def _function(full: str, name: str, record: dict[str, Any], names: Names) -> str:
    texts = []
    for wrapper in wrappers_of(record, names.class_of):
        texts.append(wrapper.comment(""))
        for parameters, passed, template in wrapper.overloads():
            start = line_of(f"{template}TVMLIKE_HIDDEN inline {wrapper.result} {name}", parameters, " {")
            texts.append(
                f"{start}\n"
                f"  static thread_local tvmlike::GlobalFunction {wrapper.local}({literal(full)});\n"
                f"  return {wrapper.local}.call<{wrapper.result}>({', '.join(passed)});\n"
                "}\n"
            )
    return "".join(texts)


def _records_of(here: Namespace) -> list[dict[str, Any]]:
    """The records of the functions and members in a namespace."""
    members = [member.record for cls in here.classes.values() for member in cls.members]
    return [*here.functions.values(), *members]


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
