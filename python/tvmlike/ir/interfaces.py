"""Classes that answer for an operation, or for all operations of a class, what an interface of MLIR asks."""

from __future__ import annotations

from . import _this

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any


class InferTypeOpInterface:
    """Infers the types of an operation's results from its other parts."""

    __slots__ = ("_name", "_object")

    def __init__(self, object: Any, context: Any = None) -> None:
        """Takes an operation, or a class of operations that declares `OPERATION_NAME`."""
        is_operation = isinstance(object, _this._OperationBase)
        name = object.name if is_operation else getattr(object, "OPERATION_NAME", None)
        if not isinstance(name, str):
            raise TypeError(
                "InferTypeOpInterface: argument 1 `object`: expected an operation or a class with "
                f"OPERATION_NAME, got {object!r}"
            )
        if is_operation:
            context = object.context
        if not _this._infers_result_types(name, context):
            raise ValueError("the operation does not implement InferTypeOpInterface")
        self._name = name
        self._object = object if is_operation else None

    @property
    def operation(self) -> Any:
        """The operation; an error for a class."""
        if self._object is None:
            raise TypeError("Cannot get an operation from a static interface")
        return self._object.operation

    @property
    def opview(self) -> Any:
        """The operation as a view; an error for a class."""
        if self._object is None:
            raise TypeError("Cannot get an opview from a static interface")
        return self._object.operation.opview

    def inferReturnTypes(
        self,
        operands: Sequence[Any] | None = None,
        attributes: Any = None,
        properties: Any = None,
        regions: Sequence[Any] | None = None,
        context: Any = None,
        loc: Any = None,
    ) -> list[Any]:
        """The types of the results of an operation with these parts; properties are a DictAttr.

        Operands can be lists of values, or None, as in the constructors of operations."""
        if context is None and loc is not None:
            context = loc.context
        found = _this._infer_result_types(
            self._name, list(_flat(operands or ())), attributes, properties, list(regions or ()), context
        )
        return list(found)


def _flat(operands: Sequence[Any]) -> Iterator[Any]:
    """The values of groups of operands."""
    for operand in operands:
        if operand is None:
            continue
        if isinstance(operand, (_this.Value, _this._OperationBase)):
            yield operand.result if isinstance(operand, _this._OperationBase) else operand
        else:
            yield from _flat(operand)
