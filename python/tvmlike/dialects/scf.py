"""The dialect scf: loops and conditions with their blocks, and loops as Python writes them."""

from __future__ import annotations

from ..ir import _this as ir
from ._module import dialect_class, fill, generated_class
from ._ods_common import get_op_result_or_value, get_op_results_or_values, register_operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

_Dialect = dialect_class("scf")


@register_operation(_Dialect, replace=True)
class ForOp(generated_class("scf", "ForOp")):  # type: ignore[misc]
    """A loop over a range."""

    __slots__ = ()

    def __init__(
        self,
        lower_bound: Any,
        upper_bound: Any,
        step: Any,
        iter_args: Any = None,
        *,
        unsigned_cmp: bool | None = None,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes a loop with an empty block; `iter_args` are the first values of what the loop carries."""
        carried = [] if iter_args is None else list(get_op_results_or_values(iter_args))
        carried = [get_op_result_or_value(value) for value in carried]
        types = [value.type for value in carried]
        super().__init__(
            types, lower_bound, upper_bound, step, carried, unsignedCmp=unsigned_cmp, loc=loc, ip=ip
        )
        self.regions[0].blocks.append(self.operands[0].type, *types)

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
class IfOp(generated_class("scf", "IfOp")):  # type: ignore[misc]
    """A condition."""

    __slots__ = ()

    def __init__(
        self,
        cond: Any,
        results_: Sequence[Any] | None = None,
        *,
        has_else: bool = False,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes a condition with an empty block, and one for the other case if `has_else`."""
        super().__init__([] if results_ is None else results_, cond, loc=loc, ip=ip)
        self.regions[0].blocks.append()
        if has_else:
            self.regions[1].blocks.append()

    @property
    def then_block(self) -> Any:
        """The block for true."""
        return self.regions[0].blocks[0]

    @property
    def else_block(self) -> Any:
        """The block for false; None if there is none."""
        blocks = self.regions[1].blocks
        return blocks[0] if len(blocks) else None


@register_operation(_Dialect, replace=True)
class InParallelOp(generated_class("scf", "InParallelOp")):  # type: ignore[misc]
    """The end of the block of an scf.forall."""

    __slots__ = ()

    def __init__(self, loc: Any = None, ip: Any = None) -> None:
        """Makes the operation with an empty block."""
        super().__init__(loc=loc, ip=ip)
        self.region.blocks.append()

    @property
    def block(self) -> Any:
        """The block."""
        return self.regions[0].blocks[0]


def for_(
    start: Any,
    stop: Any = None,
    step: Any = None,
    iter_args: Sequence[Any] | None = None,
    *,
    loc: Any = None,
    ip: Any = None,
) -> Iterator[Any]:
    """Makes a loop, whose block the body of a Python `for` fills.

    Numbers become constants of type index. It yields the value that counts; if the loop carries one value,
    also that value inside the block, and the result; if it carries several, the lists of both.
    """
    from .arith import constant

    if step is None:
        step = 1
    if stop is None:
        start, stop = 0, start
    bounds = [
        constant(ir.IndexType.get(), bound, loc=loc, ip=ip) if isinstance(bound, int) else bound
        for bound in (start, stop, step)
    ]
    loop = ForOp(bounds[0], bounds[1], bounds[2], iter_args, loc=loc, ip=ip)
    variable, carried = loop.induction_variable, loop.inner_iter_args
    with ir.InsertionPoint(loop.body):
        if len(carried) > 1:
            yield variable, carried, loop.results
        elif len(carried) == 1:
            yield variable, carried[0], loop.results[0]
        else:
            yield variable


fill("scf", globals())
