"""What a stub says of members that the package defines in Python, before their names are resolved."""

from __future__ import annotations

import inspect

from .object import registered_class

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_PACKAGE = __name__.partition(".")[0]
_KINDS = {classmethod: "classmethod", staticmethod: "staticmethod", property: "property"}


class PythonMember:
    """A method or property of a class of the package."""

    def __init__(self, name: str, kind: str | None, function: Any) -> None:
        self.name = name
        self.kind = kind
        """The decorator; None for a method."""
        self.doc: str | None = inspect.getdoc(function)
        self._signature = inspect.signature(function)

    def parameters(self) -> Iterator[tuple[str, str, str]]:
        """For each parameter its name, with stars, its annotation and its default."""
        keyword_only = False
        for one in self._signature.parameters.values():
            if one.kind is one.KEYWORD_ONLY and not keyword_only:
                yield "*", "", ""
            keyword_only = one.kind in (one.KEYWORD_ONLY, one.VAR_POSITIONAL)
            stars = "*" if one.kind is one.VAR_POSITIONAL else "**" if one.kind is one.VAR_KEYWORD else ""
            annotation = "" if one.annotation is one.empty else one.annotation
            default = "" if one.default is one.empty else repr(one.default)
            if isinstance(one.default, str):
                import json

                default = json.dumps(one.default)
            yield stars + one.name, annotation, default

    @property
    def result(self) -> str:
        """The annotation of the result."""
        found: str = self._signature.return_annotation
        return found


def python_members(type_key: str) -> list[PythonMember]:
    """The members that a class of the package adds to those of its type."""
    cls: Any = registered_class(type_key)
    if cls is None or cls.__module__.partition(".")[0] != _PACKAGE or "_members_of" in vars(cls):
        return []
    found = []
    for name, value in vars(cls).items():
        kind = _KINDS.get(type(value))
        function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
        is_public = not name.startswith("_") or name in ("__init__", "__array__")
        if is_public and inspect.isfunction(function):
            found.append(PythonMember(name, kind, function))
    return found
