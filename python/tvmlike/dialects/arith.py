"""The dialect arith: constants from Python's numbers."""

from __future__ import annotations

from ..ir import _this as ir
from ._module import base_class, dialect_class, fill
from ._ods_common import get_op_result_or_op_results, register_operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._arith_ops_gen import *  # noqa: F403

_Dialect = dialect_class("arith")


@register_operation(_Dialect, replace=True)
class ConstantOp(base_class("arith", "ConstantOp")):  # type: ignore[misc]
    """A constant."""

    __slots__ = ()

    def __init__(self, result: Any, value: Any = None, *, loc: Any = None, ip: Any = None) -> None:
        """Makes a constant of an attribute; or of a type, and an attribute, a number or an array."""
        if value is None:
            result, value = None, result
            if not isinstance(value, ir.Attribute):
                raise TypeError(f"ConstantOp: expected an attribute, or a type and a value, got {value!r}")
        elif isinstance(value, int):
            value = ir.IntegerAttr.get(result, value)
        elif isinstance(value, float):
            value = ir.FloatAttr.get(result, value)
        elif not isinstance(value, ir.Attribute):
            made = ir.DenseElementsAttr.get(value, type=result)
            if made.type != result:
                raise ValueError(f"ConstantOp: expected elements of type {result}, got {made.type}")
            value = made
        super().__init__(value, results=None if result is None else [result], loc=loc, ip=ip)

    @classmethod
    def create_index(cls, value: int, *, loc: Any = None, ip: Any = None) -> Any:
        """Makes a constant of type index."""
        context = None if loc is None else loc.context
        return cls(ir.IndexType.get(context=context), value, loc=loc, ip=ip)

    @property
    def type(self) -> Any:
        """The type of the constant."""
        return self.results[0].type

    @property
    def value(self) -> Any:
        """The attribute."""
        return self.attributes["value"]

    @property
    def literal_value(self) -> int | float:
        """The number; an error for constants that are none."""
        value = self.value
        if isinstance(value, (ir.IntegerAttr, ir.FloatAttr)):
            number: int | float = value.value
            return number
        if isinstance(value, ir.BoolAttr):
            return bool(value.value)
        raise ValueError("only integer and float constants have literal values")


def constant(result: Any, value: Any, *, loc: Any = None, ip: Any = None) -> Any:
    """A constant of a type."""
    if isinstance(value, int):
        return ir._arith_constant(result, ir.IntegerAttr.get(result, value), loc, ip)
    if isinstance(value, float):
        return ir._arith_constant(result, ir.FloatAttr.get(result, value), loc, ip)
    return get_op_result_or_op_results(ConstantOp(result, value, loc=loc, ip=ip))


fill("arith", globals())
