"""The dialect smt: its types, and solvers whose body is a function."""

from __future__ import annotations

from ..ir import _this as ir
from ._module import fill, generated_class
from ._region_op import region_op
from ._types import type_class

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ._smt_ops_gen import *  # noqa: F403

BoolType = type_class("smt", "bool", "BoolType")
IntType = type_class("smt", "int", "IntType")


def _bit_vector_get(width: int, context: Any = None) -> Any:
    """The type of bit vectors of a width."""
    return ir.Type.parse(f"!smt.bv<{width}>", context=context)


BitVectorType = type_class("smt", "bv", "BitVectorType", {"get": staticmethod(_bit_vector_get)})


def bool_t() -> Any:
    """The type of truth values."""
    return BoolType.get()


def bv_t(width: int) -> Any:
    """The type of bit vectors of a width."""
    return BitVectorType.get(width)


def _solver(
    inputs: Sequence[Any] | None = None, results: Sequence[Any] | None = None, loc: Any = None, ip: Any = None
) -> Any:
    return generated_class("smt", "SolverOp")(results or [], inputs or [], loc=loc, ip=ip)


def _yield(values: list[Any]) -> Any:
    return generated_class("smt", "YieldOp")(values)


solver = region_op(_solver, terminator=_yield)

fill("smt", globals())
