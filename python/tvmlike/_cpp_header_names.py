"""The identifiers of a typed C++ header. Invariant: each is there once in its scope."""

from __future__ import annotations

from ._cpp_names import identifier, in_order
from ._cpp_types import value_type
from ._cpp_values import records_in
from ._parameters import result_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._stub_namespace import Namespace


class HeaderNames:
    """The identifiers of a header: of namespaces, functions and classes, each once in its scope."""

    def __init__(self, top: Namespace, name: str) -> None:
        self._classes: dict[str, str] = {}
        self._next: dict[str, Any] = {}
        """The type records of what `__next__` returns, by the keys of the classes that have it."""
        self.spaces: dict[tuple[str, ...], str] = {}
        """The C++ namespace of each namespace, by its path."""
        self.functions: dict[tuple[str, ...], dict[str, str]] = {}
        """The C++ names of the functions of each namespace."""
        self.records: dict[str, list[Any]] = {}
        """The records of plain structs, by their keys, each behind those that it holds."""
        self._taken: dict[tuple[str, ...], set[str]] = {}
        self._name(top, f"::{name}")
        for here in top.with_all_below():
            for record in here.records():
                for one in record.get("overloads") or [record]:
                    records_in([one.get("a"), one.get("r")], self.records)
        for key in self.records:
            self._name_record(top, key)

    def _name(self, here: Namespace, scope: str) -> None:
        taken: set[str] = set()
        self.spaces[here.path] = scope
        for name in in_order(here.classes):
            one = identifier(name, taken)
            taken.add(one)
            cls = here.classes[name]
            self._classes[cls.key] = f"{scope}::{one}"
            for member in cls.members:
                if member.name == "__next__" and member.kind == "method":
                    self._next[cls.key] = result_of(member.record)
        self.functions[here.path] = {}
        for name in in_order(here.functions):
            one = identifier(name, taken)
            taken.add(one)
            self.functions[here.path][name] = one
        for name in in_order(here.children):
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

    def next_of(self, record: Any) -> str | None:
        """The type of the items of an iterator, given the type record of the iterator; None if it is none."""
        if not (isinstance(record, list) and len(record) == 2 and record[0] == "object"):
            return None
        item = self._next.get(record[1]) if isinstance(record[1], str) else None
        return None if item is None else value_type(item, self.class_of)
