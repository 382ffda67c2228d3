"""What an argument may be beside a value: left to its default, the end of a call by name, or refused."""

from __future__ import annotations


class _Missing:
    """The value of an argument that the caller leaves to its default."""

    __slots__ = ()

    def __new__(cls) -> _Missing:
        return MISSING

    def __repr__(self) -> str:
        return "<default>"

    def __reduce__(self) -> str:
        return "MISSING"


MISSING: _Missing = object.__new__(_Missing)


class ByName(int):
    """Stands behind the arguments of a call by name of overloads: how many are by position, plus one."""

    __slots__ = ()


class Refused(Exception):
    """A value that has no native form, before it is known which argument of which function it was."""

    def __init__(self, cls: type[Exception], text: str) -> None:
        self.cls = cls
        self.text = text

    def named(self, what: str) -> Exception:
        """The exception for the caller, with `what` in front of its text."""
        return self.cls(f"{what}: {self.text}")
