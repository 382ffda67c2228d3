"""What a row and a goal are.

A case means the same work for every peer; a peer that cannot do it has no cell in that row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

# The peers that are ours, one for each call path.
NATIVE = "tvmlike"
CTYPES = "tvmlike-ctypes"

# The process that measures most rows. The others have what would change its figures.
MAIN = "main"
TORCH = "torch"


class Absent(Exception):
    """A peer does not have what a row needs."""


# Returns what a peer has by a name: a function, a class, or an object to be used. Raises Absent.
Find = Callable[[str], Any]


@dataclass(frozen=True)
class Code:
    """An expression as a user of the peer would write it, and the names that occur in it."""

    expression: str
    names: dict[str, Any]
    # The expression raises this, and catching it belongs to what is timed.
    catches: type[Exception] | None = None
    # Where a statement is timed instead: the expression that gives the answer, evaluated after it.
    answer: str | None = None


@dataclass(frozen=True)
class Goal:
    """`ours` takes at most `most` times as long as `peer`, or at most `most` nanoseconds without a peer."""

    ours: str
    most: float
    peer: str | None = None


@dataclass(frozen=True)
class Case:
    """One row. `right` judges what one call gave: its result, or the exception that it is to raise."""

    name: str
    title: str
    code: Callable[[Find], Code]
    right: Callable[[Any], bool]
    goals: tuple[Goal, ...]
    # The process that measures it, and the peers that have one for it; all if there are none here.
    process: str = MAIN
    only: tuple[str, ...] = ()


def at_most(factor: float, peer: str) -> tuple[Goal, ...]:
    """The native path's goal, in times of a peer."""
    return (Goal(NATIVE, factor, peer),)


def within(nanoseconds: float) -> tuple[Goal, ...]:
    """The native path's goal, in nanoseconds."""
    return (Goal(NATIVE, nanoseconds),)


def also_old(factor: float, peer: str) -> tuple[Goal, ...]:
    """The native path's goal, and the ctypes path's: a quarter of what TVM's took, from which DGL's comes."""
    return (*at_most(factor, peer), Goal(CTYPES, 0.25, "dgl-ctypes"))


def equals(expected: Any) -> Callable[[Any], bool]:
    """Judges a result by comparing it, and its type where that is bool or int."""
    return lambda result: bool(result == expected) and isinstance(result, bool) == isinstance(expected, bool)
