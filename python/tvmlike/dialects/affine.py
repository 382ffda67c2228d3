"""The dialect affine: loops and conditions with their blocks, and loops as Python writes them."""

from __future__ import annotations

from ..ir import _this as ir
from ._module import base_class, dialect_class, fill
from ._ods_common import get_op_result_or_value, get_op_results_or_values, register_operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ._affine_ops_gen import *  # noqa: F403

_Dialect = dialect_class("affine")


def _bound(kind: str, bound: Any, given: Sequence[Any] | None) -> tuple[Any, list[Any]]:
    """The map of a bound, and its operands: of a number, of a value, or of a map with operands."""
    operands = (
        [] if given is None else [get_op_result_or_value(one) for one in get_op_results_or_values(given)]
    )
    if isinstance(bound, int):
        bound = ir.AffineMap.get_constant(bound)
    elif isinstance(bound, (ir.Value, ir._OperationBase)):
        if operands:
            raise ValueError(
                f"Either a concrete {kind} bound or an AffineMap in combination with {kind} bound operands, "
                "but not both, is supported."
            )
        if isinstance(bound, ir._OperationBase) and len(bound.results) > 1:
            raise ValueError(f"Only a single concrete value is supported for {kind} bound.")
        operands = [get_op_result_or_value(bound)]
        bound = ir.AffineMap.get_identity(1)
    if not isinstance(bound, ir.AffineMap):
        raise ValueError(f"{kind} bound must be int | ResultValueT | AffineMap.")
    if len(operands) != bound.n_inputs:
        raise ValueError(
            f"Wrong number of {kind} bound operands passed to AffineForOp; "
            f"Expected {bound.n_inputs}, got {len(operands)}."
        )
    return ir.AffineMapAttr.get(bound), operands


@register_operation(_Dialect, replace=True)
class AffineForOp(base_class("affine", "AffineForOp")):  # type: ignore[misc]
    """A loop between bounds that are affine maps."""

    __slots__ = ()

    def __init__(
        self,
        lower_bound: Any,
        upper_bound: Any,
        step: Any = None,
        iter_args: Any = None,
        *,
        lower_bound_operands: Sequence[Any] | None = None,
        upper_bound_operands: Sequence[Any] | None = None,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes a loop with an empty block. A bound is a number, a value, or a map with operands."""
        lower, lower_operands = _bound("lower", lower_bound, lower_bound_operands)
        upper, upper_operands = _bound("upper", upper_bound, upper_bound_operands)
        carried = [] if iter_args is None else list(get_op_results_or_values(iter_args))
        carried = [get_op_result_or_value(value) for value in carried]
        types = [value.type for value in carried]
        super().__init__(
            types,
            lower_operands,
            upper_operands,
            carried,
            lowerBoundMap=lower,
            upperBoundMap=upper,
            step=1 if step is None else step,
            loc=loc,
            ip=ip,
        )
        self.regions[0].blocks.append(ir.IndexType.get(self.context), *types)

    @property
    def body(self) -> Any:
        """The block of the loop."""
        return self.regions[0].blocks[0]

    @property
    def induction_variable(self) -> Any:
        """The value that counts."""
        return self.body.arguments[0]

    @property
    def inner_iter_args(self) -> Any:
        """The values that the loop carries, inside the block."""
        return self.body.arguments[1:]


@register_operation(_Dialect, replace=True)
class AffineIfOp(base_class("affine", "AffineIfOp")):  # type: ignore[misc]
    """A condition that is an integer set."""

    __slots__ = ()

    def __init__(
        self,
        cond: Any,
        results_: Sequence[Any] | None = None,
        *,
        cond_operands: Sequence[Any] | None = None,
        has_else: bool = False,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes a condition with an empty block, and one for the other case if `has_else`."""
        operands = [] if cond_operands is None else cond_operands
        if cond.n_inputs != len(operands):
            raise ValueError(f"expected {cond.n_inputs} condition operands, got {len(operands)}")
        results = [] if results_ is None else results_
        super().__init__(results, operands, ir.IntegerSetAttr.get(cond), loc=loc, ip=ip)
        self.regions[0].blocks.append()
        if has_else:
            self.regions[1].blocks.append()

    @property
    def then_block(self) -> Any:
        """The block of the case that the operands are in the set."""
        return self.regions[0].blocks[0]

    @property
    def else_block(self) -> Any:
        """The block of the other case; None if there is none."""
        blocks = self.regions[1].blocks
        return blocks[0] if len(blocks) else None


def for_(
    start: Any,
    stop: Any,
    step: Any = None,
    iter_args: Sequence[Any] | None = None,
    *,
    loc: Any = None,
    ip: Any = None,
) -> Iterator[Any]:
    """Makes a loop, whose block the body of a Python `for` fills.

    It yields the value that counts; if the loop carries one value, also that value inside the block; if it
    carries several, a tuple of them.
    """
    loop = AffineForOp(start, stop, step, iter_args, loc=loc, ip=ip)
    variable, carried = loop.induction_variable, tuple(loop.inner_iter_args)
    with ir.InsertionPoint(loop.body):
        if len(carried) > 1:
            yield variable, carried
        elif carried:
            yield variable, carried[0]
        else:
            yield variable


fill("affine", globals())
