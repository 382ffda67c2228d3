"""What a definition is written in: dimensions and symbols, type variables, and expressions of elements.

Names are unique: `D.m is D.m`. Expressions are trees; where an operation is emitted, each node adds the
operations that compute it.
"""

from __future__ import annotations

from ....ir import _this as ir

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ._body import Body
    from ._definition import OperandDef


class _Named:
    """Something with a name, of which there is one for each name."""

    _all: dict[str, Any]
    name: str

    def __init_subclass__(cls) -> None:
        cls._all = {}

    def __new__(cls, name: str) -> Any:
        if name not in cls._all:
            cls._all[name] = super().__new__(cls)
            cls._all[name].name = name
        return cls._all[name]

    @classmethod
    def by_attribute(cls) -> Any:
        """An object whose attributes are made when they are read."""
        names = {"__getattr__": lambda _, name: cls(name), "__slots__": ()}
        return type(f"{cls.__name__}s", (), names)()


class TypeVar(_Named):
    """The type of elements of one or several operands."""

    def __repr__(self) -> str:
        return f"TypeVar({self.name})"


class AffineExprDef:
    """An index: dimensions, symbols and numbers, which `+`, `*`, `%`, `//` and `/` combine."""

    def build(self, dimensions: dict[str, int], symbols: dict[str, int]) -> Any:
        """The affine expression, for the positions of dimensions and the values of symbols."""
        raise NotImplementedError

    def dimensions(self) -> Iterator[DimDef]:
        """The dimensions in it."""
        return iter(())

    def _combine(self, kind: str, other: Any) -> AffineExprDef:
        if isinstance(other, int):
            other = _Number(other)
        if not isinstance(other, AffineExprDef):
            raise TypeError(f"an index cannot be combined with {other!r}")
        return _Combined(kind, self, other)

    def __add__(self, other: Any) -> AffineExprDef:
        return self._combine("Add", other)

    def __mul__(self, other: Any) -> AffineExprDef:
        return self._combine("Mul", other)

    def __mod__(self, other: Any) -> AffineExprDef:
        return self._combine("Mod", other)

    def __floordiv__(self, other: Any) -> AffineExprDef:
        return self._combine("FloorDiv", other)

    def __truediv__(self, other: Any) -> AffineExprDef:
        return self._combine("CeilDiv", other)


class _Number(AffineExprDef):
    def __init__(self, value: int) -> None:
        self.value = value

    def build(self, dimensions: dict[str, int], symbols: dict[str, int]) -> Any:
        return ir.AffineConstantExpr.get(self.value)

    def __repr__(self) -> str:
        return f"Const({self.value})"


class _Combined(AffineExprDef):
    def __init__(self, kind: str, lhs: AffineExprDef, rhs: AffineExprDef) -> None:
        self.kind = f"Affine{kind}Expr"
        self.sides = (lhs, rhs)

    def build(self, dimensions: dict[str, int], symbols: dict[str, int]) -> Any:
        lhs, rhs = (side.build(dimensions, symbols) for side in self.sides)
        return getattr(ir, self.kind).get(lhs, rhs)

    def dimensions(self) -> Iterator[DimDef]:
        for side in self.sides:
            yield from side.dimensions()

    def __repr__(self) -> str:
        return f"{self.kind}({self.sides[0]!r}, {self.sides[1]!r})"


class DimDef(_Named, AffineExprDef):
    """A dimension of the loops."""

    @property
    def dimname(self) -> str:
        """The name."""
        return self.name

    def build(self, dimensions: dict[str, int], symbols: dict[str, int]) -> Any:
        if self.name not in dimensions:
            raise ValueError(f"the dimension {self.name} is not one of the loops: {', '.join(dimensions)}")
        return ir.AffineDimExpr.get(dimensions[self.name])

    def dimensions(self) -> Iterator[DimDef]:
        yield self

    def __repr__(self) -> str:
        return f"Dim({self.name})"


class SymbolDef(_Named, AffineExprDef):
    """The size of a dimension, or a number that an attribute gives."""

    @property
    def symname(self) -> str:
        """The name."""
        return self.name

    def build(self, dimensions: dict[str, int], symbols: dict[str, int]) -> Any:
        if self.name not in symbols:
            raise ValueError(f"an index uses the symbol {self.name}, to which no attribute gives a value")
        return ir.AffineConstantExpr.get(symbols[self.name])

    def __repr__(self) -> str:
        return f"Symbol({self.name})"


class TensorExpression:
    """The value of an element. `+`, `-`, `*` and `/` combine two."""

    arguments: Sequence[TensorExpression] = ()

    def emit(self, body: Body) -> Any:
        """Adds the operations that compute it, and returns the value."""
        raise NotImplementedError

    def walk(self) -> Iterator[TensorExpression]:
        """It and the expressions in it."""
        yield self
        for one in self.arguments:
            yield from one.walk()

    def dimensions(self) -> set[DimDef]:
        """The dimensions by which it uses operands, and those that it reduces."""
        return {one for part in self.walk() for one in part._own_dimensions()}

    def _own_dimensions(self) -> Iterator[DimDef]:
        return iter(())

    def __add__(self, other: Any) -> TensorExpression:
        return TensorFn("binary", "add", None, [self, other])

    def __sub__(self, other: Any) -> TensorExpression:
        return TensorFn("binary", "sub", None, [self, other])

    def __mul__(self, other: Any) -> TensorExpression:
        return TensorFn("binary", "mul", None, [self, other])

    def __truediv__(self, other: Any) -> TensorExpression:
        return TensorFn("binary", "div", None, [self, other])


class TensorUse(TensorExpression):
    """An element of an operand."""

    def __init__(self, operand: OperandDef, indices: Sequence[AffineExprDef]) -> None:
        self.operand = operand
        self.indices = tuple(indices)

    def emit(self, body: Body) -> Any:
        return body.arguments[self.operand.name]

    def _own_dimensions(self) -> Iterator[DimDef]:
        for one in self.indices:
            yield from one.dimensions()

    def __iadd__(self, value: TensorExpression) -> TensorReduceFn:  # type: ignore[misc]
        # The dimensions that index the value only are summed up.
        return TensorReduceFn("add", tuple(value.dimensions() - self.dimensions()), value)

    def __repr__(self) -> str:
        return f"{self.operand.name}[{', '.join(map(repr, self.indices))}]"


class TensorFn(TensorExpression):
    """A function of elements, by its name or by that of the attribute that chooses it."""

    def __init__(
        self,
        kind: str,
        function: str | OperandDef,
        type_var: TypeVar | None,
        arguments: Sequence[TensorExpression],
    ) -> None:
        for one in arguments:
            if not isinstance(one, TensorExpression):
                raise TypeError(f"expected an expression of elements, got {one!r}")
        self.kind = kind
        self.function = function
        self.type_var = type_var
        self.arguments = arguments

    def emit(self, body: Body) -> Any:
        values = [one.emit(body) for one in self.arguments]
        return body.call(self.kind, self.function, self.type_var, values)


class TensorReduceFn(TensorExpression):
    """A reduction of an expression into the element that it is assigned to."""

    def __init__(
        self, function: str | OperandDef, dimensions: Sequence[DimDef], value: TensorExpression
    ) -> None:
        self.function = function
        self.reduced = tuple(dimensions)
        self.arguments = (value,)
        self.into: TensorUse | None = None

    def emit(self, body: Body) -> Any:
        assert self.into is not None
        values = [self.into.emit(body), self.arguments[0].emit(body)]
        return body.call("binary", self.function, None, values)

    def _own_dimensions(self) -> Iterator[DimDef]:
        return iter(self.reduced)


class const(TensorExpression):
    """A number, of type f64 or i64."""

    def __init__(self, value: Any) -> None:
        if not isinstance(value, (int, float)):
            raise ValueError(f"const requires int or float but got {type(value)}")
        self.value = value

    def emit(self, body: Body) -> Any:
        if isinstance(self.value, float):
            return body.constant(ir.FloatAttr.get_f64(self.value))
        return body.constant(ir.IntegerAttr.get(ir.IntegerType.get_signless(64), int(self.value)))

    def __repr__(self) -> str:
        return f"const({self.value})"


class index(TensorExpression):
    """The number of the iteration of a dimension."""

    def __init__(self, dim: DimDef) -> None:
        self.dimension = dim

    def emit(self, body: Body) -> Any:
        return body.index(self.dimension)

    def __repr__(self) -> str:
        return f"index({self.dimension!r})"
