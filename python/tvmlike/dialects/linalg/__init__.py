"""The dialect linalg: structured operations, whose bodies follow from their names or are functions."""

from __future__ import annotations

from ...ir import _this as ir
from ...ir.attribute_builders import register_attribute_builder
from .._indices import split
from .._module import base_class, dialect_class, generated_class
from .._module import fill as fill_module
from .._ods_common import (
    get_op_result_or_op_results,
    get_op_result_or_value,
    get_op_results_or_values,
    register_operation,
)
from .._records import classes
from .._region_op import region_op
from .._structured import (  # noqa: F401
    ContractionDimensions,
    ConvolutionDimensions,
    get_indexing_maps,
    infer_contraction_dimensions,
    infer_contraction_dimensions_from_maps,
    infer_convolution_dimensions,
    infer_convolution_dimensions_from_maps,
    isa_contraction_op,
    isa_convolution_op,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .._linalg_ops_gen import *  # noqa: F403

fill_builtin_region = ir._fill_builtin_region

_CLASSES = {operation.partition(".")[2]: name for name, operation in classes("linalg").items()}


@register_attribute_builder("IteratorTypeArrayAttr")
def _iterator_types(kinds: Sequence[Any], context: Any) -> Any:
    """The attribute for kinds of loops."""
    parse = ir.Attribute.parse
    return ir.ArrayAttr.get(
        [
            kind
            if isinstance(kind, ir.Attribute)
            else parse(f"#linalg.iterator_type<{kind}>", context=context)
            for kind in kinds
        ],
        context=context,
    )


def _result_types(outs: Sequence[Any]) -> list[Any]:
    """The types of the outputs that are tensors."""
    return [out.type for out in outs if isinstance(out.type, ir.RankedTensorType)]


def _only(outs: Sequence[Any]) -> Any:
    if len(outs) != 1:
        raise ValueError(f"outs must have length 1, got {len(outs)}")
    return get_op_result_or_value(outs[0])


def _values(values: Any) -> list[Any]:
    if isinstance(values, (ir._OperationBase, ir.OpResultList)):
        return list(get_op_results_or_values(values))
    return [get_op_result_or_value(value) for value in values]


def _named(name: str) -> Callable[..., Any]:
    """The function that makes a structured operation and its body."""

    def make(*ins: Any, outs: Any, strides: Any = None, dilations: Any = None, cast: Any = None) -> Any:
        """Makes the operation; the results have the types of the outputs that are tensors."""
        outputs = _values(outs)
        types = _result_types(outputs)
        op = generated_class("linalg", _CLASSES[name])(types, _values(ins), outputs)
        attributes = op.operation.attributes
        for attribute, numbers in (("strides", strides), ("dilations", dilations)):
            if numbers is not None:
                text = ", ".join(str(int(number)) for number in numbers)
                attributes[attribute] = ir.Attribute.parse(f"dense<[{text}]> : tensor<{len(numbers)}xi64>")
        if cast is not None or name == "copy":
            attributes["cast"] = _type_function("cast_signed" if cast is None else cast)
        fill_builtin_region(op.operation)
        return op.result if len(types) == 1 else op.results

    make.__name__ = make.__qualname__ = name
    make.__doc__ = f"Makes an operation linalg.{name} with its body."
    return make


def _type_function(value: Any) -> Any:
    return value if isinstance(value, ir.Attribute) else ir.Attribute.parse(f"#linalg.type_fn<{value}>")


def _matmul(class_name: str) -> Callable[..., Any]:
    """The function that makes a product of matrices."""

    def make(
        *ins: Any, outs: Sequence[Any], indexing_maps: Sequence[Any] | None = None, cast: Any = None
    ) -> Any:
        """Makes the operation; the maps can transpose and broadcast the inputs."""
        init = _only(outs)
        inputs = [get_op_result_or_value(value) for value in ins]
        op = generated_class("linalg", class_name)(
            _result_types([init]), inputs, [init], indexing_maps=indexing_maps, cast=cast
        )
        fill_builtin_region(op.operation)
        return get_op_result_or_op_results(op)

    return make


matmul = _matmul("MatmulOp")
batch_matmul = _matmul("BatchMatmulOp")
batch_reduce_matmul = _matmul("BatchReduceMatmulOp")
contract = _matmul("ContractOp")


def transpose(input: Any, *, outs: Sequence[Any], permutation: Any) -> Any:
    """Makes a transposition."""
    init = _only(outs)
    op = generated_class("linalg", "TransposeOp")(
        _result_types([init]), get_op_result_or_value(input), init, permutation
    )
    fill_builtin_region(op.operation)
    return op


def broadcast(input: Any, *, outs: Sequence[Any], dimensions: Any) -> Any:
    """Makes a broadcast to more dimensions."""
    init = _only(outs)
    op = generated_class("linalg", "BroadcastOp")(
        _result_types([init]), get_op_result_or_value(input), init, dimensions
    )
    fill_builtin_region(op.operation)
    return op


@register_operation(dialect_class("linalg"), replace=True)
class ElementwiseOp(base_class("linalg", "ElementwiseOp")):  # type: ignore[misc]
    """An elementwise function."""

    __slots__ = ()

    def __init__(
        self,
        result_tensors: Sequence[Any],
        inputs: Sequence[Any],
        outputs: Sequence[Any],
        kind: Any,
        *,
        indexing_maps: Sequence[Any] | None = None,
        loc: Any = None,
        ip: Any = None,
    ) -> None:
        """Makes the operation without its body; without maps, all operands have the shape of the output."""
        if indexing_maps is None:
            rank = get_op_result_or_value(outputs[0]).type.rank
            indexing_maps = [ir.AffineMap.get_identity(rank)] * (len(inputs) + 1)
        super().__init__(result_tensors, inputs, outputs, kind, indexing_maps=indexing_maps, loc=loc, ip=ip)


def elementwise(*ins: Any, outs: Sequence[Any], kind: Any, indexing_maps: Sequence[Any] | None = None) -> Any:
    """Makes an elementwise function."""
    init = _only(outs)
    inputs = [get_op_result_or_value(value) for value in ins]
    op = ElementwiseOp(_result_types([init]), inputs, [init], kind, indexing_maps=indexing_maps)
    fill_builtin_region(op.operation)
    return get_op_result_or_op_results(op)


def _generic(
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    indexing_maps: Any,
    iterator_types: Any,
    *,
    doc: Any = None,
    library_call: Any = None,
    loc: Any = None,
    ip: Any = None,
) -> Any:
    """Makes an operation with a block whose arguments are elements of the operands."""
    op = generated_class("linalg", "GenericOp")(
        _result_types(outputs),
        inputs,
        outputs,
        indexing_maps,
        iterator_types,
        doc=doc,
        library_call=library_call,
        loc=loc,
        ip=ip,
    )
    op.regions[0].blocks.append(*(value.type.element_type for value in [*inputs, *outputs]))
    return op


def _yield(values: list[Any]) -> Any:
    return generated_class("linalg", "YieldOp")(values)


generic = region_op(_generic, terminator=_yield)


def _reduce(*args: Any, **keywords: Any) -> Any:
    return generated_class("linalg", "ReduceOp")(*args, **keywords)


def _map(*args: Any, **keywords: Any) -> Any:
    return generated_class("linalg", "MapOp")(*args, **keywords)


reduce = region_op(_reduce, terminator=_yield)
map = region_op(_map, terminator=_yield)


def _packing(
    name: str,
    source: Any,
    dest: Any,
    inner_dims_pos: Sequence[int],
    inner_tiles: Sequence[Any],
    **others: Any,
) -> Any:
    """The result of an operation on tiles, whose sizes are numbers or values."""
    dynamic, static = split(inner_tiles)
    return generated_class("linalg", name)(
        source=source,
        dest=get_op_result_or_value(dest),
        inner_dims_pos=inner_dims_pos,
        inner_tiles=dynamic,
        static_inner_tiles=static,
        **others,
    ).result


def pack(
    source: Any,
    dest: Any,
    inner_dims_pos: Sequence[int],
    inner_tiles: Sequence[Any],
    *,
    padding_value: Any = None,
    outer_dims_perm: Sequence[int] | None = None,
    loc: Any = None,
    ip: Any = None,
) -> Any:
    """Packs tiles, whose sizes are numbers or values, into dimensions of their own."""
    others = {"padding_value": padding_value, "outer_dims_perm": outer_dims_perm, "loc": loc, "ip": ip}
    return _packing("PackOp", source, dest, inner_dims_pos, inner_tiles, **others)


def unpack(
    source: Any,
    dest: Any,
    inner_dims_pos: Sequence[int],
    inner_tiles: Sequence[Any],
    *,
    outer_dims_perm: Sequence[int] | None = None,
    loc: Any = None,
    ip: Any = None,
) -> Any:
    """Reverses `pack`."""
    others = {"outer_dims_perm": outer_dims_perm, "loc": loc, "ip": ip}
    return _packing("UnPackOp", source, dest, inner_dims_pos, inner_tiles, **others)


globals().update({name: _named(name) for name in ir._structured_operations() if name not in globals()})
fill_module("linalg", globals())
