"""The records of dialects and operations, as the library has them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from keyword import iskeyword
from re import sub

from ..ir import _this as ir

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
    name = sub(r"\W|^(?=\d)", "_", name)
    return f"{name}_" if iskeyword(name) or name in RESERVED else name


def snake(name: str) -> str:
    """`lowerBound` as `lower_bound`."""
    return sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


@dataclass(frozen=True)
class Part:
    """Operands, results, regions, successors or an attribute of an operation."""

    name: str
    arity: str
    """`1`, `?` or `*`"""
    constraint: str = ""
    position: int = 0


@dataclass
class Record:
    """The parts of an operation."""

    name: str
    infers: bool = False
    same: bool = False
    """Whether the results have the type of the first operand."""
    inferred: list[str] = field(default_factory=list)
    """The types of the results, if they are always the same and the class adds them."""
    sized: set[str] = field(default_factory=set)
    operands: list[Part] = field(default_factory=list)
    attributes: list[Part] = field(default_factory=list)
    results: list[Part] = field(default_factory=list)
    regions: list[Part] = field(default_factory=list)
    successors: list[Part] = field(default_factory=list)


def dialects() -> frozenset[str]:
    """The names of the dialects; plugins add some and take them away."""
    return frozenset(ir._dialects())


@cache
def classes(dialect: str) -> dict[str, str]:
    """The names of operations by the names of their classes."""
    lines: list[str] = ir._dialect_operations(dialect).splitlines()
    return {line.split()[1]: line.split()[0] for line in lines}


def function_name(operation: str) -> str:
    """The name of the function that makes an operation: `for_` for scf.for."""
    return safe(operation.partition(".")[2].replace(".", "_"))


def record(name: str) -> Record:
    """The parts of an operation."""
    made = Record(name)
    for line in ir._operation_record(name).splitlines():
        kind, *words = line.split(" ")
        if kind in ("infers", "same"):
            setattr(made, kind, True)
        elif kind == "sized":
            made.sized.add(words[0])
        elif kind == "attribute":
            made.attributes.append(Part(words[1], words[0], words[2], int(words[3])))
        else:
            parts: list[Part] = getattr(made, f"{kind}s")
            parts.append(Part("" if words[1] == "_" else words[1], words[0]))
    return made
