"""Patterns, with the names of MLIR's Python bindings.

>>> patterns = RewritePatternSet()
>>> patterns.add("arith.addi", to_muli)
>>> apply_patterns_and_fold_greedily(module, patterns.freeze())

A pattern is a function of an operation and a `PatternRewriter`. It returns True if the operation
does not match; then it must have changed nothing.

>>> patterns.add_conversion("test.add", to_addi, type_converter)
>>> apply_partial_conversion(module.operation, target, patterns.freeze())

A conversion pattern is a function of an operation, its adaptor with the converted operands, the type
converter and a `ConversionPatternRewriter`. If a conversion fails, the IR is what it was before.

>>> pdl_module = PDLModule(patterns)
>>> pdl_module.register_constraint_function("is_small", is_small)
>>> apply_patterns_and_fold_greedily(module, pdl_module.freeze())

A `PDLModule` has patterns that are written in the `pdl` dialect.
"""

from __future__ import annotations

from .namespace import _init_api
from .object import register_late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._functions.rewrite import *  # noqa: F403

_init_api("rewrite", __name__)
for _key in ("rewrite.RewritePatternSet", "rewrite.PDLModule", "rewrite.ConversionTarget"):
    register_late(_key, f"{__name__.rpartition('.')[0]}._pattern_set")
