"""Operators on values, once this module is imported: `a + b` makes an `arith.addi` or `arith.addf`.

Values of floats, integers without a sign and index become instances of `ArithValue`. Python numbers become
constants. Division and comparison of integers are signed. `<`, `<=`, `>` and `>=` make an `arith.cmpi` or
`arith.cmpf`; `==` compares handles, as for all values, and the methods `eq` and `ne` make comparisons.
"""

from __future__ import annotations

from ..ir import _this as ir
from ..ir.casters import register_value_caster
from . import arith as _arith

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["ArithValue"]

arith: Any = _arith

_FLOATS = ("BF16Type", "F16Type", "F32Type", "F64Type", "FloatTF32Type")
_UNSUPPORTED: Any = NotImplemented


def _other(value: Any, given: Any) -> Any:
    """The other operand: a value, an operation's result, or a constant of the type of the first."""
    if isinstance(given, ir._OperationBase):
        given = given.result
    if isinstance(given, (bool, int, float)):
        is_float = isinstance(value.type, ir.FloatType)
        if not is_float and isinstance(given, float):
            return None
        return arith.constant(value.type, float(given) if is_float else int(given))
    return given if isinstance(given, ir.Value) else None


def _operator(of_integers: str, of_floats: str | None, reflected: bool = False) -> Callable[[Any, Any], Any]:
    """The method that makes an operation of one of two names."""

    def method(self: Any, given: Any) -> Any:
        name = of_floats if isinstance(self.type, ir.FloatType) else of_integers
        other = _other(self, given) if name is not None else None
        if name is None or other is None:
            return _UNSUPPORTED
        return getattr(arith, name)(other, self) if reflected else getattr(arith, name)(self, other)

    return method


def _comparison(of_integers: str, of_floats: str) -> Callable[[Any, Any], Any]:
    """The method that makes a comparison."""

    def method(self: Any, given: Any) -> Any:
        other = _other(self, given)
        if other is None:
            return _UNSUPPORTED
        if isinstance(self.type, ir.FloatType):
            return arith.cmpf(arith.CmpFPredicate[of_floats.upper()], self, other)
        return arith.cmpi(arith.CmpIPredicate[of_integers], self, other)

    return method


class ArithValue(ir.Value):  # type: ignore[misc]
    """A number at run time."""

    __slots__ = ()

    __add__, __radd__ = _operator("addi", "addf"), _operator("addi", "addf", True)
    __sub__, __rsub__ = _operator("subi", "subf"), _operator("subi", "subf", True)
    __mul__, __rmul__ = _operator("muli", "mulf"), _operator("muli", "mulf", True)
    __truediv__, __rtruediv__ = _operator("divsi", "divf"), _operator("divsi", "divf", True)
    __floordiv__, __rfloordiv__ = (
        _operator("floordivsi", None),
        _operator("floordivsi", None, True),
    )
    __mod__, __rmod__ = _operator("remsi", "remf"), _operator("remsi", "remf", True)
    __and__, __rand__ = _operator("andi", None), _operator("andi", None, True)
    __or__, __ror__ = _operator("ori", None), _operator("ori", None, True)
    __xor__, __rxor__ = _operator("xori", None), _operator("xori", None, True)
    __lshift__, __rlshift__ = _operator("shli", None), _operator("shli", None, True)
    __rshift__, __rrshift__ = _operator("shrsi", None), _operator("shrsi", None, True)
    __lt__, __le__ = _comparison("slt", "olt"), _comparison("sle", "ole")
    __gt__, __ge__ = _comparison("sgt", "ogt"), _comparison("sge", "oge")
    eq, ne = _comparison("eq", "oeq"), _comparison("ne", "une")

    def __neg__(self) -> Any:
        value: Any = self
        if isinstance(value.type, ir.FloatType):
            return arith.negf(self)
        return arith.subi(arith.constant(value.type, 0), self)


for _name in (*_FLOATS, "IntegerType", "IndexType"):
    register_value_caster(getattr(ir, _name).static_typeid, replace=True)(ArithValue)
