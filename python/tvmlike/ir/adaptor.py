"""The operands and attributes of an operation without the operation, as conversion patterns get them."""

from __future__ import annotations

from . import _this

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class OpAdaptor:
    """Operands that stand for those of an operation, and its attributes."""

    __slots__ = ("_attributes", "_operands")

    def __init__(self, operands: Sequence[Any], attributes: Any) -> None:
        """Takes the values, and an OpAttributeMap or the operation that has the attributes."""
        values = list(operands)
        for at, value in enumerate(values):
            # An operand whose type becomes several has a list.
            several = value if isinstance(value, (list, tuple)) else [value]
            if not all(isinstance(one, _this.Value) for one in several):
                raise TypeError(f"OpAdaptor: operand {at}: expected ir.Value, got {type(value).__name__}")
        if isinstance(attributes, _this._OperationBase):
            attributes = attributes.attributes
        if not isinstance(attributes, _this.OpAttributeMap):
            raise TypeError(
                "OpAdaptor: argument 2 `attributes`: expected ir.OpAttributeMap or ir.OpView, "
                f"got {type(attributes).__name__}"
            )
        self._operands = values
        self._attributes = attributes

    @property
    def operands(self) -> list[Any]:
        """The values."""
        return list(self._operands)

    @property
    def attributes(self) -> Any:
        """The attributes of the operation."""
        return self._attributes
