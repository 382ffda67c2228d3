"""Rows of the benchmark and their goals.

A case is the same work for every peer; a peer that cannot do it has no cell in that row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

# tvmlike's own columns, one per call path.
NATIVE = "tvmlike"
CTYPES = "tvmlike-ctypes"

# The process that measures most rows. Other processes import packages that would affect its results.
MAIN = "main"
TORCH = "torch"


class Absent(Exception):
    """A peer does not have what a row needs."""


# Returns a peer's function, class or object by name. Raises Absent.
Find = Callable[[str], Any]


@dataclass(frozen=True)
class Code:
    """An expression as a user of the peer would write it, and the names that occur in it."""

    expression: str
    names: dict[str, Any]
    # The exception that the expression raises; catching it is timed too.
    catches: type[Exception] | None = None
    # If a statement is timed instead: the expression of its result, evaluated after it.
    answer: str | None = None


@dataclass(frozen=True)
class Goal:
    """`ours` takes at most `most` times as long as `peer`; without a peer, at most `most` nanoseconds."""

    ours: str
    most: float
    peer: str | None = None


@dataclass(frozen=True)
class Case:
    """One row. `right` checks the result of one call, or the exception if the call must raise one."""

    name: str
    title: str
    code: Callable[[Find], Code]
    right: Callable[[Any], bool]
    goals: tuple[Goal, ...]
    # The process that measures it, and the peers that run it; empty for all peers.
    process: str = MAIN
    only: tuple[str, ...] = ()


def at_most(factor: float, peer: str) -> tuple[Goal, ...]:
    """Returns a goal for the native path: at most `factor` times the peer's time."""
    return (Goal(NATIVE, factor, peer),)


def within(nanoseconds: float) -> tuple[Goal, ...]:
    """Returns a goal for the native path in nanoseconds."""
    return (Goal(NATIVE, nanoseconds),)


def also_old(factor: float, peer: str) -> tuple[Goal, ...]:
    """Returns `at_most` for the native path, and a quarter of the time of DGL's ctypes path for ours."""
    return (*at_most(factor, peer), Goal(CTYPES, 0.25, "dgl-ctypes"))


def equals(expected: Any) -> Callable[[Any], bool]:
    """Returns a check that compares a result with `expected` and distinguishes bool from int."""
    return lambda result: bool(result == expected) and isinstance(result, bool) == isinstance(expected, bool)
