"""Lists of indices that mix numbers and values, as operations with static and dynamic parts take them."""

from __future__ import annotations

from ..ir import _this as ir

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def split(indices: Sequence[Any]) -> tuple[list[Any], list[int]]:
    """The values of a list, and its numbers, with the marker of a dynamic one in the place of each value."""
    dynamic: list[Any] = []
    static: list[int] = []
    for index in indices:
        if isinstance(index, (int, ir.IntegerAttr)):
            static.append(index if isinstance(index, int) else index.value)
        else:
            static.append(ir.ShapedType.get_dynamic_size())
            dynamic.append(index)
    return dynamic, static


def mixed(values: Any) -> tuple[list[Any], Any, Any]:
    """A list that mixes numbers and values, its parts: values, one handle for all of them, and numbers.

    It is a sequence, an attribute with numbers, a handle that has all values, or None.
    """
    if isinstance(values, (ir.Value, ir._OperationBase)):
        return [], values, None
    if isinstance(values, ir.ArrayAttr):
        return [], None, values
    dynamic, static = split(values or [])
    return dynamic, None, static


def scalable(indices: Sequence[Any]) -> tuple[list[Any], list[int], list[bool]]:
    """The values of a list, its numbers, and which are scalable: those in a list of their own, `[4, [8]]`."""
    plain: list[Any] = []
    flags: list[bool] = []
    for index in indices:
        is_single = isinstance(index, (int, ir.Attribute, ir.Value, ir._OperationBase))
        if not is_single and len(index) != 1:
            raise ValueError(f"a scalable size is a list of one size, got {index!r}")
        plain.append(index if is_single else index[0])
        flags.append(not is_single)
    return (*split(plain), flags)


def number(index: Any) -> int | None:
    """The number that an index is, or is a constant of; None if it is known at run time only."""
    if isinstance(index, ir.IntegerAttr):
        index = index.value
    if isinstance(index, int):
        return None if ir.ShapedType.is_dynamic_size(index) else index
    if isinstance(index, ir.OpResult):
        index = index.owner
    if isinstance(index, ir._OperationBase) and index.operation.name == "arith.constant":
        value = index.operation.attributes["value"]
        return value.value if isinstance(value, ir.IntegerAttr) else None
    return None
