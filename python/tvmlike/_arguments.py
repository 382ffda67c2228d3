"""Arguments that are not values: a default, the marker of a call by name, a large int, a refused value."""

from __future__ import annotations


class _Missing:
    """The value of an argument for which the caller wants the default."""

    __slots__ = ()

    def __new__(cls) -> _Missing:
        return MISSING

    def __repr__(self) -> str:
        return "<default>"

    def __reduce__(self) -> str:
        return "MISSING"


MISSING: _Missing = object.__new__(_Missing)


class ByName(int):
    """The last argument of a call by name of overloads: the number of positional arguments, plus one."""

    __slots__ = ()


class Unsigned(int):
    """An integer from 2**63 to 2**64 - 1, for a C function's unsigned parameter."""

    __slots__ = ()


class Refused(Exception):
    """A value that has no native form. The caller adds the function and the argument (`named`)."""

    def __init__(self, cls: type[Exception], text: str) -> None:
        self.cls = cls
        self.text = text

    def named(self, what: str) -> Exception:
        """The exception for the caller, with `what` in front of its text."""
        return self.cls(f"{what}: {self.text}")
