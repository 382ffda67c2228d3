"""A namespace of the registry, as stubs are written from it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._members import TypeDescription


class Namespace:
    """One namespace: its contents, and which of them to write."""

    def __init__(self, path: tuple[str, ...]) -> None:
        self.path = path
        self.functions: dict[str, dict[str, Any]] = {}
        self.classes: dict[str, TypeDescription] = {}
        self.children: dict[str, Namespace] = {}

    def child(self, name: str) -> Namespace:
        return self.children.setdefault(name, Namespace((*self.path, name)))

    def with_all_below(self) -> list[Namespace]:
        """This namespace and those below it, each before its children."""
        found = [self]
        for name in sorted(self.children):
            found += self.children[name].with_all_below()
        return found

    def records(self) -> list[dict[str, Any]]:
        """The records of the functions and members."""
        members = [member.record for cls in self.classes.values() for member in cls.members]
        return [*self.functions.values(), *members]
