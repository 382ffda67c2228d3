"""Patterns, with the names of MLIR's Python bindings.

>>> patterns = RewritePatternSet()
>>> patterns.add("arith.addi", to_muli)
>>> apply_patterns_and_fold_greedily(module, patterns.freeze())

A pattern is a function of an operation and a `PatternRewriter`. It returns something true if the operation
does not match; then it must have changed nothing.
"""

from __future__ import annotations

from .namespace import _init_api
from .object import register_late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._functions.rewrite import *  # noqa: F403

_init_api("rewrite", __name__)
register_late("rewrite.RewritePatternSet", f"{__name__.rpartition('.')[0]}._pattern_set")
