"""What the loops of structured operations are for: those of contractions and of convolutions.

A loop is named by its number. An operand is indexed by a loop itself, or in a convolution also by a sum of
two loops, each of which can have a factor.
"""

from __future__ import annotations

from ..ir import _this as ir

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

_PAIRS = {
    "arith.addf": "arith.mulf",
    "arith.addi": "arith.muli",
    "arith.ori": "arith.andi",
    "complex.add": "complex.mul",
}
"""The operations that sum up, with those that make what is summed up."""


class _Dimensions:
    """Numbers of loops by purpose, as attributes."""

    _NAMES: tuple[str, ...] = ()

    def __init__(self, *loops: Iterable[int]) -> None:
        for name, numbers in zip(self._NAMES, loops):
            is_factor = name in ("strides", "dilations")
            attribute = ir.DenseI64ArrayAttr if is_factor else ir.DenseI32ArrayAttr
            setattr(self, name, attribute.get(list(numbers)))


class ContractionDimensions(_Dimensions):
    """The loops of a contraction."""

    _NAMES = ("batch", "m", "n", "k")

    batch: Any
    """Loops that index all operands."""
    m: Any
    """Loops that index the left operand and the result."""
    n: Any
    """Loops that index the right operand and the result."""
    k: Any
    """Reductions that index both operands."""


class ConvolutionDimensions(_Dimensions):
    """The loops of a convolution."""

    _NAMES = (
        "batch",
        "output_image",
        "output_channel",
        "filter_loop",
        "input_channel",
        "depth",
        "strides",
        "dilations",
    )

    batch: Any
    """Loops that index input and output."""
    output_image: Any
    """Loops that index the output, and the input in a sum."""
    output_channel: Any
    """Loops that index filter and output."""
    filter_loop: Any
    """Reductions that index the filter, and the input in a sum."""
    input_channel: Any
    """Reductions that index input and filter."""
    depth: Any
    """Loops that index all operands."""
    strides: Any
    """The factors of the loops of the output image."""
    dilations: Any
    """The factors of the loops of the filter."""


def _loops(op: Any) -> Any:
    """The number of inputs, the maps of operands, and which loops are reductions; None for others."""
    found = ir._structured_loops(op.operation)
    return None if found[0] < 0 else found


def get_indexing_maps(op: Any) -> Any:
    """The indexing maps of a structured operation, an attribute; None for other operations."""
    found = _loops(op)
    return None if found is None else ir.ArrayAttr.get(found[1], context=op.context)


def _single(expression: Any) -> int | None:
    """The loop that an expression is."""
    expression = ir.AffineExpr.maybe_downcast(expression)
    return expression.position if isinstance(expression, ir.AffineDimExpr) else None


def _indexing(affine_map: Any, loops: Iterable[int]) -> set[int]:
    """Those of some loops that index an operand by themselves."""
    return {loop for loop in map(_single, affine_map.results) if loop is not None} & set(loops)


def _kinds(reductions: Sequence[bool]) -> tuple[list[int], list[int]]:
    """The numbers of the loops that are parallel, and of those that are reductions."""
    numbers = range(len(reductions))
    return [at for at in numbers if not reductions[at]], [at for at in numbers if reductions[at]]


def _reductions_of(output: Any) -> list[bool] | None:
    """The loops that do not index the output, if it is indexed by loops."""
    if not output.is_projected_permutation:
        return None
    used = _indexing(output, range(output.n_dims))
    return [at not in used for at in range(output.n_dims)]


def _values(maps: Sequence[Any]) -> list[Any]:
    return [one.value if isinstance(one, ir.AffineMapAttr) else one for one in maps]


def infer_contraction_dimensions(op: Any) -> ContractionDimensions | None:
    """The loops of a contraction; None for an operation that has not two inputs and one output."""
    found = _loops(op)
    if found is None or (found[0], len(found[1])) != (2, 3):
        return None
    return _contraction(_values(found[1]), found[2])


def infer_contraction_dimensions_from_maps(maps: Sequence[Any]) -> ContractionDimensions | None:
    """The loops of a contraction by its indexing maps."""
    maps = _values(maps)
    reductions = _reductions_of(maps[2]) if len(maps) == 3 else None
    return None if reductions is None else _contraction(maps, reductions)


def _contraction(maps: Sequence[Any], reductions: Sequence[bool]) -> ContractionDimensions:
    parallel, reduced = _kinds(reductions)
    lhs, rhs, out = (_indexing(one, parallel) for one in maps)
    k = _indexing(maps[0], reduced) & _indexing(maps[1], reduced)
    groups = (lhs & rhs & out, (lhs & out) - rhs, (rhs & out) - lhs, k)
    return ContractionDimensions(*map(sorted, groups))


def isa_contraction_op(op: Any) -> bool:
    """Whether an operation sums up products of the elements of two inputs."""
    found = _loops(op)
    if found is None or (found[0], len(found[1])) != (2, 3) or True not in found[2]:
        return False
    if not all(one.is_projected_permutation for one in _values(found[1])):
        return False
    regions = op.operation.regions
    blocks = regions[0].blocks if len(regions) else []
    return len(blocks) == 1 and _sums_products(blocks[0])


def _sums_products(block: Any) -> bool:
    """Whether a block yields its last argument plus the product of the others, which can be cast."""
    last = block.operations[-1].operation
    if len(block.arguments) != 3 or len(last.operands) != 1:
        return False
    total = _skip_casts(last.operands[0])
    add = _defining(total)
    if add is None or add.name not in _PAIRS:
        return False
    lhs, rhs, out = block.arguments
    for summand, other in ((0, 1), (1, 0)):
        product = _defining(_skip_casts(add.operands[summand]))
        if product is None or product.name != _PAIRS[add.name] or _skip_casts(add.operands[other]) != out:
            continue
        factors = [_skip_casts(one) for one in product.operands]
        return factors in ([lhs, rhs], [rhs, lhs])
    return False


def _defining(value: Any) -> Any:
    """The operation that a value is the result of."""
    owner = value.owner
    return None if isinstance(owner, ir.Block) else owner.operation


def _skip_casts(value: Any) -> Any:
    """The value behind operations with one operand."""
    while (op := _defining(value)) is not None and len(op.operands) == 1:
        value = op.operands[0]
    return value


class _Input:
    """How the loops of a convolution index its input."""

    def __init__(self, affine_map: Any) -> None:
        self.plain: set[int] = set()
        """Loops that index it by themselves."""
        self.convolved: dict[int, int] = {}
        """Loops in sums, with the other loop of the sum."""
        self.factors: dict[int, int] = {}
        self.is_one = all(self._visit(ir.AffineExpr.maybe_downcast(one)) for one in affine_map.results)
        """Whether each index is a loop or a sum of two."""
        self._leave_out_repeated(affine_map)

    def _visit(self, expression: Any) -> bool:
        if isinstance(expression, ir.AffineDimExpr):
            self.plain.add(expression.position)
            return expression.position not in self.convolved
        if not isinstance(expression, ir.AffineAddExpr):
            return False
        summands = [self._loop(one) for one in (expression.lhs, expression.rhs)]
        if None in summands:
            return False
        (first, _), (second, _) = summands
        for (loop, factor), other in zip(summands, (second, first)):
            self.convolved[loop] = other
            self.factors[loop] = factor
        return True

    @staticmethod
    def _loop(expression: Any) -> Any:
        """The loop of a summand, and its factor."""
        expression = ir.AffineExpr.maybe_downcast(expression)
        if isinstance(expression, ir.AffineDimExpr):
            return expression.position, 1
        if not isinstance(expression, ir.AffineMulExpr):
            return None
        sides = [ir.AffineExpr.maybe_downcast(one) for one in (expression.lhs, expression.rhs)]
        loops = [one.position for one in sides if isinstance(one, ir.AffineDimExpr)]
        factors = [one.value for one in sides if isinstance(one, ir.AffineConstantExpr)]
        return (loops[0], factors[0]) if loops and factors else None

    def _leave_out_repeated(self, affine_map: Any) -> None:
        """Leaves out loops in several indices, and those in a sum with one of them."""
        for loop in range(affine_map.n_dims):
            uses = sum(f"d{loop}" in _words(one) for one in affine_map.results)
            if uses > 1:
                self.plain.discard(loop)
                other = self.convolved.pop(loop, None)
                if other is not None:
                    self.convolved.pop(other, None)


def _words(expression: Any) -> list[str]:
    """The names and numbers in an affine expression."""
    text = str(expression)
    return "".join(one if one.isalnum() else " " for one in text).split()


def isa_convolution_op(op: Any) -> bool:
    """Whether the loops of an operation are those of a convolution or a pooling."""
    found = _loops(op)
    if found is None or found[0] < 2 or len(found[1]) != found[0] + 1:
        return False
    maps, (parallel, reduced) = _values(found[1]), _kinds(found[2])
    given = _Input(maps[0])
    if not all(one.is_projected_permutation for one in (maps[1], maps[-1])):
        return False
    if not given.is_one or not given.convolved:
        return False
    everything = range(len(found[2]))
    in_filter, in_output = _indexing(maps[1], everything), _indexing(maps[-1], everything)
    known = given.plain | given.convolved.keys()
    for loop in in_output:
        # A loop of the output image is not in the filter, every other one is in the input or the filter.
        if loop not in parallel or (loop in given.convolved and loop in in_filter):
            return False
        if loop not in known and loop not in in_filter:
            return False
    for loop in in_filter - in_output:
        if loop not in reduced or loop not in known:
            return False
    return in_output | in_filter == set(everything)


def infer_convolution_dimensions(op: Any) -> ConvolutionDimensions | None:
    """The loops of a convolution; None for an operation that is none."""
    found = _loops(op)
    if found is None or (found[0], len(found[1])) != (2, 3):
        return None
    attributes = op.operation.attributes
    factors = [
        list(attributes[name]) if name in attributes else None  # of the dimensions of the image
        for name in ("strides", "dilations")
    ]
    return _convolution(_values(found[1]), found[2], *factors)


def infer_convolution_dimensions_from_maps(maps: Sequence[Any]) -> ConvolutionDimensions | None:
    """The loops of a convolution by its indexing maps."""
    maps = _values(maps)
    reductions = _reductions_of(maps[2]) if len(maps) == 3 else None
    return None if reductions is None else _convolution(maps, reductions, None, None)


def _convolution(
    maps: Sequence[Any], reductions: Sequence[bool], strides: list[int] | None, dilations: list[int] | None
) -> ConvolutionDimensions | None:
    given = _Input(maps[0])
    if not given.is_one:
        return None
    parallel, reduced = _kinds(reductions)
    in_filter, in_output = _indexing(maps[1], parallel), _indexing(maps[2], parallel)
    in_filter_reduced = _indexing(maps[1], reduced)
    convolved = set(given.convolved)
    image = sorted(convolved & in_output)
    if not image:
        return None
    loop = sorted(convolved & in_filter_reduced)
    return ConvolutionDimensions(
        sorted((given.plain & in_output) - in_filter),
        image,
        sorted((in_filter & in_output) - given.plain),
        loop,
        sorted(given.plain & in_filter_reduced),
        sorted(in_filter & in_output & given.plain),
        [given.factors[one] for one in image] if strides is None else strides,
        [given.factors[one] for one in loop] if dilations is None else dilations,
    )
