"""Analyses of the IR: what holds in each execution, and what refers to what.

>>> ranges = IntegerRanges(module.operation)
>>> print(ranges.range(value))
unsigned : [0, 9] signed : [0, 9]

An analysis is made for the first question, and made again for a question after a change of the IR. The names
are those of MLIR's C++ classes.
"""

from __future__ import annotations

from .namespace import _init_api

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._functions.analysis import *  # noqa: F403

_init_api("analysis", __name__)
