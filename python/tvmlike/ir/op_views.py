"""Building operations for classes that inherit from `OpView`, and finding operations by class.

A class declares `OPERATION_NAME`, `_ODS_REGIONS` (how many regions at least, and whether there are no more),
`_ODS_OPERAND_SEGMENTS` and `_ODS_RESULT_SEGMENTS`, which list for each group whether it has one value (1), at
most one (0) or any number (-1).
"""

from __future__ import annotations

from . import _this

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def operation_of_parts(operation: Any, *args: Any, **keywords: Any) -> Any:
    """The operation for the arguments of OpView: an operation, or the parts of one."""
    if isinstance(operation, str):
        return _build(operation, *args, **keywords)
    return operation.operation


def build_generic(cls: Any, *args: Any, **keywords: Any) -> Any:
    """Makes an operation by what its class declares; the arguments are those of `_build` behind that."""
    declared = (cls._ODS_REGIONS, cls._ODS_OPERAND_SEGMENTS, cls._ODS_RESULT_SEGMENTS)
    return _build(cls.OPERATION_NAME, *declared, *args, **keywords)


def _build(
    name: str,
    opRegionSpec: tuple[int, bool] = (0, True),
    operandSegmentSpecObj: Any = None,
    resultSegmentSpecObj: Any = None,
    results: Sequence[Any] | None = None,
    operands: Sequence[Any] | None = None,
    attributes: dict[str, Any] | None = None,
    successors: Sequence[Any] | None = None,
    regions: int | None = None,
    loc: Any = None,
    ip: Any = None,
) -> Any:
    least, no_more = opRegionSpec
    count = least if regions is None else regions
    if count < least:
        raise ValueError(
            f'Operation "{name}" requires a minimum of {least} regions but was built with regions={count}'
        )
    if no_more and count > least:
        raise ValueError(
            f'Operation "{name}" requires a maximum of {least} regions but was built with regions={count}'
        )
    named = dict(attributes or {})
    given = _groups(name, "operand", operandSegmentSpecObj, operands, named, _value)
    types = _groups(name, "result", resultSegmentSpecObj, results, named, _type)
    return _this.Operation.create(name, types, given, named, successors, count, loc, ip)


def _groups(
    name: str, kind: str, spec: Any, items: Sequence[Any] | None, attributes: dict[str, Any], convert: Any
) -> list[Any]:
    """The items of all groups; adds the attribute with the sizes of the groups."""
    items = list(items or ())
    if spec is None:
        return [convert(item) for item in items]
    if isinstance(spec, str):
        import json

        spec = json.loads(spec)
    if len(items) != len(spec):
        raise ValueError(
            f'Operation "{name}" requires {len(spec)} {kind} segments but was provided {len(items)}'
        )
    found: list[Any] = []
    sizes = []
    for at, (size, item) in enumerate(zip(spec, items)):
        if size == 1 and item is None:
            what = "Value" if kind == "operand" else "Type"
            raise ValueError(
                f'{kind.capitalize()} {at} of operation "{name}" must be a {what} '
                f"(was None and {kind} is not optional)"
            )
        if size == -1:
            group = [] if item is None else [convert(one) for one in item]
        else:
            group = [] if item is None else [convert(item)]
        found += group
        sizes.append(len(group))
    attributes[f"{kind}SegmentSizes"] = _this.DenseI32ArrayAttr.get(sizes)
    return found


def _value(item: Any) -> Any:
    """A value: itself, or the result of an operation."""
    if isinstance(item, _this._OperationBase):
        return item.result
    if isinstance(item, _this.OpResultList):
        (item,) = item
    return item


def _type(item: Any) -> Any:
    return item


def is_of_class(op: Any, op_class: type) -> bool:
    """Whether an operation is one of a class that inherits from OpView, by its name."""
    name = getattr(op_class, "OPERATION_NAME", None)
    return op_class is _this.OpView or (name is not None and op.name == name)


def get_parent_of_type(op: Any, op_class: Any) -> Any:
    """The closest operation around another one that is of a class; None if there is none."""
    if not (isinstance(op_class, type) and issubclass(op_class, _this.OpView)):
        raise TypeError(f"op_class must be a subclass of OpView, got {op_class!r}")
    if not op.attached:
        return None
    parent = op.parent
    while parent is not None:
        if is_of_class(parent, op_class):
            return _view(parent, op_class)
        parent = parent.parent if parent.attached else None
    return None


def get_ops_of_type(root: Any, op_class: Any = None) -> list[Any]:
    """The operations in an operation or module, those of a class if one is given."""
    found: list[Any] = []
    advance = _this.WalkResult.ADVANCE

    def collect(op: Any) -> Any:
        found.append(_view(op, op_class))
        return advance

    (root.operation if isinstance(root, _this.Module) else root).walk(collect, op_class=op_class)
    return found


def _view(op: Any, op_class: Any) -> Any:
    if op_class is None or op_class is _this.OpView:
        return op.opview
    made = op_class.__new__(op_class)
    _this.OpView.__init__(made, op)
    return made
