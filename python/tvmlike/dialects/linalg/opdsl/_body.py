"""The operations that compute the elements of a structured operation."""

from __future__ import annotations

from ....ir import _this as ir
from ..._module import generated_class

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._expressions import DimDef, TypeVar

_FLOATS = {
    "exp": "math.ExpOp",
    "log": "math.LogOp",
    "abs": "math.AbsFOp",
    "ceil": "math.CeilOp",
    "floor": "math.FloorOp",
    "negf": "arith.NegFOp",
    "add": "arith.AddFOp",
    "sub": "arith.SubFOp",
    "mul": "arith.MulFOp",
    "max_signed": "arith.MaximumFOp",
    "min_signed": "arith.MinimumFOp",
}
_INTEGERS = {
    "add": "arith.AddIOp",
    "sub": "arith.SubIOp",
    "mul": "arith.MulIOp",
    "max_signed": "arith.MaxSIOp",
    "min_signed": "arith.MinSIOp",
    "max_unsigned": "arith.MaxUIOp",
    "min_unsigned": "arith.MinUIOp",
}
_COMPLEX = {"add": "complex.AddOp", "sub": "complex.SubOp", "mul": "complex.MulOp", "negf": "complex.NegOp"}


def _make(name: str, *arguments: Any) -> Any:
    dialect, _, class_name = name.partition(".")
    return generated_class(dialect, class_name)(*arguments).result


class Body:
    """Adds operations to the block of a structured operation."""

    def __init__(
        self,
        arguments: dict[str, Any],
        types: dict[str, Any],
        functions: dict[str, str],
        dimensions: dict[str, int],
    ) -> None:
        self.arguments = arguments
        """The elements of operands by their names."""
        self._types = types
        self._functions = functions
        self._dimensions = dimensions

    def constant(self, attribute: Any) -> Any:
        """A constant."""
        return _make("arith.ConstantOp", attribute)

    def index(self, dimension: DimDef) -> Any:
        """The number of the iteration of a dimension."""
        if dimension.name not in self._dimensions:
            raise ValueError(
                f"The dimension {dimension.name} is not part of the iteration domain {self._dimensions}"
            )
        return _make("linalg.IndexOp", self._dimensions[dimension.name])

    def call(self, kind: str, function: Any, type_var: TypeVar | None, values: list[Any]) -> Any:
        """The value of a function."""
        name = function if isinstance(function, str) else self._functions[function.name]
        if type_var is not None:
            return self._cast(type_var, values[0], name == "cast_unsigned")
        by_name: dict[str, str] = {}
        ty = values[0].type
        if isinstance(ty, ir.FloatType):
            by_name = _FLOATS
        elif isinstance(ty, ir.ComplexType):
            by_name = _COMPLEX
        elif isinstance(ty, (ir.IntegerType, ir.IndexType)):
            by_name = _INTEGERS
        is_bool = isinstance(ty, ir.IntegerType) and ty.width == 1
        if not any(name in known for known in (_FLOATS, _INTEGERS)):
            raise ValueError(f"Function '_{kind}_{name}' is not a known function")
        if name not in by_name or (is_bool and name.endswith("unsigned")):
            raise NotImplementedError(f"Unsupported '{name}' operands: {', '.join(map(str, values))}")
        return _make(by_name[name], *values)

    def _cast(self, type_var: TypeVar, value: Any, is_unsigned: bool) -> Any:
        if type_var.name not in self._types:
            raise ValueError(
                f"Unbound type variable '{type_var.name}' (expected one of {', '.join(self._types)}"
            )
        to, given = self._types[type_var.name], value.type
        if given == to:
            return value
        name = _cast_name(given, to, is_unsigned)
        if name is None:
            raise ValueError(f"Unable to cast body expression from {given} to {to}")
        return _make(name, to, value)


def _cast_name(given: Any, to: Any, is_unsigned: bool) -> str | None:
    """The class of the operation that casts a type to another one."""
    if isinstance(to, ir.IntegerType):
        if isinstance(given, ir.FloatType):
            return "arith.FPToUIOp" if is_unsigned else "arith.FPToSIOp"
        if isinstance(given, ir.IndexType):
            return "arith.IndexCastOp"
        if isinstance(given, ir.IntegerType) and given.width < to.width:
            return "arith.ExtUIOp" if is_unsigned else "arith.ExtSIOp"
        if isinstance(given, ir.IntegerType) and given.width > to.width:
            return "arith.TruncIOp"
    elif isinstance(to, ir.FloatType):
        if isinstance(given, ir.IntegerType):
            return "arith.UIToFPOp" if is_unsigned else "arith.SIToFPOp"
        if isinstance(given, ir.FloatType) and given.width != to.width:
            return "arith.ExtFOp" if given.width < to.width else "arith.TruncFOp"
    return None
