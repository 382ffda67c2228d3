"""The dialect scf: loops and conditions with their blocks, and loops as Python writes them."""

from __future__ import annotations

from ..ir import _this as ir
from ._indices import split
from ._module import base_class, dialect_class, fill
from ._ods_common import (
    get_op_result_or_op_results,
    get_op_result_or_value,
    get_op_results_or_values,
    register_operation,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from ._scf_ops_gen import *  # noqa: F403

_Dialect = dialect_class("scf")


@register_operation(_Dialect, replace=True)
class ForOp(base_class("scf", "ForOp")):  # type: ignore[misc]
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
class IfOp(base_class("scf", "IfOp")):  # type: ignore[misc]
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
class ForallOp(base_class("scf", "ForallOp")):  # type: ignore[misc]
    """A loop over several ranges, whose iterations can run in parallel."""

    __slots__ = ()

    def __init__(
        self,
        lower_bounds: Sequence[Any],
        upper_bounds: Sequence[Any],
        steps: Sequence[Any],
        shared_outs: Any = None,
        *,
        mapping: Any = None,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes a loop with an empty block; bounds and steps are numbers or values."""
        if not len(lower_bounds) == len(upper_bounds) == len(steps):
            raise AssertionError("Mismatch in length of lower bounds, upper bounds, and steps")
        outs = [] if shared_outs is None else list(get_op_results_or_values(shared_outs))
        types = [value.type for value in outs]
        ranges = [
            split([one if isinstance(one, int) else get_op_result_or_value(one) for one in each])
            for each in (lower_bounds, upper_bounds, steps)
        ]
        values, numbers = [each[0] for each in ranges], [each[1] for each in ranges]
        super().__init__(types, *values, *numbers, outs, mapping=mapping, loc=loc, ip=ip)
        index = ir.IndexType.get(context=self.context)
        self.regions[0].blocks.append(*[index] * len(lower_bounds), *types)

    @property
    def body(self) -> Any:
        """The block of the loop."""
        return self.regions[0].blocks[0]

    @property
    def rank(self) -> int:
        """The number of ranges."""
        return len(self.staticLowerBound)

    @property
    def induction_variables(self) -> Any:
        """The values that count, inside the block."""
        return self.body.arguments[: self.rank]

    @property
    def inner_iter_args(self) -> Any:
        """The shared values, inside the block."""
        return self.body.arguments[self.rank :]

    def terminator(self) -> Any:
        """The scf.forall.in_parallel at the end of the block, which is made if it is missing."""
        operations = self.body.operations
        last = operations[-1] if len(operations) else None
        if isinstance(last, InParallelOp):
            return last
        with ir.InsertionPoint(self.body):
            return InParallelOp()


@register_operation(_Dialect, replace=True)
class IndexSwitchOp(base_class("scf", "IndexSwitchOp")):  # type: ignore[misc]
    """A choice by an index."""

    __slots__ = ()

    def __init__(
        self,
        results: Sequence[Any],
        arg: Any,
        cases: Any,
        case_body_builder: Callable[[Any, int, int], Any] | None = None,
        default_body_builder: Callable[[Any], Any] | None = None,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes a choice with an empty block for each case.

        `default_body_builder` gets the operation, `case_body_builder` also the number of the case and its
        value; they make the operations of the blocks.
        """
        super().__init__(
            results, arg, ir.DenseI64ArrayAttr.get(list(cases)), num_caseRegions=len(cases), loc=loc, ip=ip
        )
        for region in self.regions:
            region.blocks.append()
        if default_body_builder is not None:
            with ir.InsertionPoint(self.default_block):
                default_body_builder(self)
        if case_body_builder is not None:
            for at, case in enumerate(self.cases):
                with ir.InsertionPoint(self.case_block(at)):
                    case_body_builder(self, at, case)

    @property
    def default_region(self) -> Any:
        """The region for other values than those of the cases."""
        return self.regions[0]

    @property
    def default_block(self) -> Any:
        """The block for other values than those of the cases."""
        return self.default_region.blocks[0]

    @property
    def case_regions(self) -> Any:
        """The regions of the cases."""
        return self.regions[1:]

    def case_region(self, i: int) -> Any:
        """The region of a case."""
        return self.case_regions[i]

    @property
    def case_blocks(self) -> list[Any]:
        """The blocks of the cases."""
        return [region.blocks[0] for region in self.case_regions]

    def case_block(self, i: int) -> Any:
        """The block of a case."""
        return self.case_region(i).blocks[0]


def index_switch(
    results: Sequence[Any],
    arg: Any,
    cases: Any,
    case_body_builder: Callable[[Any, int, int], Any] | None = None,
    default_body_builder: Callable[[Any], Any] | None = None,
    loc: Any = None,
    ip: Any = None,
) -> Any:
    """A choice by an index: its results, or the operation if there are none."""
    return get_op_result_or_op_results(
        IndexSwitchOp(results, arg, cases, case_body_builder, default_body_builder, loc, ip)
    )


@register_operation(_Dialect, replace=True)
class InParallelOp(base_class("scf", "InParallelOp")):  # type: ignore[misc]
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
