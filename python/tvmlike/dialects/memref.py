"""The dialect memref: views of parts of memory, whose type follows from the part."""

from __future__ import annotations

from ..ir import _this as ir
from ._indices import number, split
from ._module import fill, generated_class

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ._memref_ops_gen import *  # noqa: F403


def subview(
    source: Any,
    offsets: Sequence[Any],
    sizes: Sequence[Any],
    strides: Sequence[Any],
    *,
    result_type: Any = None,
    loc: Any = None,
    ip: Any = None,
) -> Any:
    """A view of a part of a memref.

    Offsets, sizes and strides are numbers, values or constants. Without `result_type`, sizes and strides,
    also those of the source, must be numbers or constants.
    """
    if isinstance(source, ir._OperationBase):
        source = source.result
    if result_type is None:
        offsets, sizes, strides = (
            [index if number(index) is None else number(index) for index in indices]
            for indices in (offsets, sizes, strides)
        )
        result_type = _type_of_part(source.type, offsets, sizes, strides)
    parts = [split(indices) for indices in (offsets, sizes, strides)]
    values, numbers = [each[0] for each in parts], [each[1] for each in parts]
    made = generated_class("memref", "SubViewOp")(result_type, source, *values, *numbers, loc=loc, ip=ip)
    return made.result


def _type_of_part(source: Any, offsets: Sequence[Any], sizes: Sequence[Any], strides: Sequence[Any]) -> Any:
    of_source, offset = source.get_strides_and_offset()
    dynamic = ir.ShapedType.get_dynamic_size()
    if any(number(index) is None for index in (*sizes, *strides, *of_source)):
        raise ValueError("mixed static/dynamic offset/sizes/strides requires explicit result type.")
    if any(not isinstance(index, int) for index in offsets):
        offset = dynamic
    if offset != dynamic:
        offset += sum(index * step for index, step in zip(offsets, of_source))
    steps = [step * stride for step, stride in zip(of_source, strides)]
    dense = []
    size_so_far = 1
    for size in reversed(sizes):
        dense.append(size_so_far)
        size_so_far *= size
    # The layout of contiguous memory is left out.
    plain = offset == 0 and steps == dense[::-1]
    layout = None if plain else ir.StridedLayoutAttr.get(offset, steps)
    return ir.MemRefType.get(list(sizes), source.element_type, layout, source.memory_space)


fill("memref", globals())
