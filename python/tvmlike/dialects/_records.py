"""The records of dialects and operations, as the library has them."""

from __future__ import annotations

from keyword import iskeyword

from ..ir import _this as ir

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Made = TypeVar("Made")

PREFIXES: list[str] = []
"""Packages in which modules of further dialects are found."""

RESERVED = frozenset(
    (
        "attributes",
        "callable",
        "context",
        "create",
        "get_asm",
        "ip",
        "issubclass",
        "loc",
        "operands",
        "operation",
        "print",
        "regions",
        "results",
        "self",
        "type",
        "verify",
        "DIALECT_NAMESPACE",
        "OPERATION_NAME",
    )
)
"""Names that the classes of operations use themselves."""


def safe(name: str) -> str:
    """A name that Python and the classes of operations do not use: `for_`, `operands_`, `_2d_sdot`."""
    if not name.isidentifier():
        from re import sub

        name = sub(r"\W|^(?=\d)", "_", name)
    is_own = name.startswith("_ods_") and not name.endswith("_")
    return f"{name}_" if is_own or iskeyword(name) or name in RESERVED else name


def snake(name: str) -> str:
    """`lowerBound` as `lower_bound`."""
    if name.islower():
        return name
    made = ""
    for at, letter in enumerate(name):
        before, after = name[at - 1 : at], name[at + 1 : at + 2]
        is_first = before.islower() or before.isdigit() or (before.isupper() and after.islower())
        made += f"_{letter}" if letter.isupper() and is_first else letter
    return made.lower()


def by_dialect(make: Callable[[str], Made]) -> Callable[[str], Made]:
    """Lets a function of the name of a dialect make its result once."""
    known: dict[str, Made] = {}

    def find(dialect: str) -> Made:
        found = known.get(dialect)
        if found is None:
            found = known[dialect] = make(dialect)
        return found

    return find


class Part:
    """Operands, results, regions, successors or an attribute of an operation."""

    __slots__ = ("arity", "constraint", "name", "position", "python")

    def __init__(self, name: str, arity: str, constraint: str = "", position: int = 0) -> None:
        self.name = name
        self.arity = arity
        """`1`, `?` or `*`"""
        self.constraint = constraint
        self.position = position
        self.python = safe(name)
        """The name of its parameter and its property."""


class Record:
    """The parts of an operation."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.infers = False
        self.same = False
        """Whether the results have the type of the first operand."""
        self.inferred: list[str] = []
        """The types of the results, if they are always the same and the class adds them."""
        self.sized: set[str] = set()
        self.operands: list[Part] = []
        self.attributes: list[Part] = []
        self.results: list[Part] = []
        self.regions: list[Part] = []
        self.successors: list[Part] = []


def dialects() -> frozenset[str]:
    """The names of the dialects; plugins add some and take them away."""
    return frozenset(ir._dialects())


@by_dialect
def classes(dialect: str) -> dict[str, str]:
    """The names of operations by the names of their classes."""
    lines: list[str] = ir._dialect_operations(dialect).splitlines()
    return {line.split()[1]: line.split()[0] for line in lines}


def function_name(operation: str) -> str:
    """The name of the function that makes an operation: `for_` for scf.for."""
    return safe(operation.partition(".")[2].replace(".", "_"))


def _plain(word: str) -> str:
    """A word of a record, in which `%20` stands for a space."""
    if "%" not in word:
        return word
    from re import sub

    return sub("%(..)", lambda found: chr(int(found[1], 16)), word)


def record(name: str) -> Record:
    """The parts of an operation."""
    made = Record(name)
    for line in ir._operation_record(name).split("\n")[:-1]:
        kind, *words = map(_plain, line.split(" "))
        if kind in ("infers", "same"):
            setattr(made, kind, True)
        elif kind == "sized":
            made.sized.add(words[0])
        elif kind == "attribute":
            made.attributes.append(Part(words[1], words[0], words[2], int(words[3])))
        else:
            parts: list[Part] = getattr(made, f"{kind}s")
            parts.append(Part("" if words[1] == "_" else words[1], words[0]))
    taken: set[str] = set()
    for part in (*made.results, *made.operands, *made.attributes, *made.successors, *made.regions):
        # Attributes can have names that differ only in what Python's names cannot contain.
        while part.name and part.python in taken:
            part.python += "_"
        taken.add(part.python)
    return made
