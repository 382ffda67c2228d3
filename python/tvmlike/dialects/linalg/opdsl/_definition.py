"""The parts of a definition: functions of elements, operands and attributes."""

from __future__ import annotations

from functools import partial

from ._expressions import (
    AffineExprDef,
    DimDef,
    SymbolDef,
    TensorExpression,
    TensorFn,
    TensorReduceFn,
    TensorUse,
    TypeVar,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ._body import Body


class _Function:
    """A function of elements; types are cast by a type variable and an element."""

    kind = ""
    count = 0

    def __init__(self, name: str) -> None:
        self.fn_name = name

    def __call__(self, *arguments: Any) -> TensorFn:
        return _apply(self.kind, self.count, self.fn_name, arguments)

    def __repr__(self) -> str:
        return self.fn_name


def _apply(kind: str, count: int, function: Any, arguments: tuple[Any, ...]) -> TensorFn:
    if len(arguments) != count:
        raise TypeError(f"{function!r} takes {count} arguments, got {len(arguments)}")
    if kind == "type":
        return TensorFn(kind, function, arguments[0], arguments[1:])
    return TensorFn(kind, function, None, arguments)


class UnaryFnType(_Function):
    """A function of one element."""

    kind, count = "unary", 1


class BinaryFnType(_Function):
    """A function of two elements."""

    kind, count = "binary", 2


class TernaryFnType(_Function):
    """A function of three elements."""

    kind, count = "ternary", 3


class TypeFnType(_Function):
    """A cast: a function of a type variable and an element."""

    kind, count = "type", 2


def _namespace(name: str, make: Callable[[str], Any], functions: str) -> Any:
    return type(name, (), {"__slots__": (), **{one: make(one) for one in functions.split()}})


UnaryFn: Any = _namespace(
    "UnaryFn",
    UnaryFnType,
    "exp log abs ceil floor negf reciprocal round sqrt rsqrt square tanh erf",
)
BinaryFn: Any = _namespace(
    "BinaryFn",
    BinaryFnType,
    "add sub mul div div_unsigned max_signed min_signed max_unsigned min_unsigned powf",
)
TernaryFn: Any = _namespace("TernaryFn", TernaryFnType, "select")
TypeFn: Any = _namespace("TypeFn", TypeFnType, "cast_signed cast_unsigned")


class ReduceFnType:
    """A reduction: `ReduceFn.add[D.k](x)` sums `x` up over a dimension."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def __getitem__(self, dimensions: Any) -> Callable[[TensorExpression], TensorReduceFn]:
        return partial(TensorReduceFn, self.function, _listed(dimensions))


ReduceFn: Any = _namespace(
    "ReduceFn", ReduceFnType, "add mul max_signed min_signed max_unsigned min_unsigned"
)


def _listed(items: Any) -> tuple[Any, ...]:
    return items if isinstance(items, tuple) else (items,)


class OperandDef:
    """A parameter of a definition."""

    def __init__(self, kind: str, type_var: TypeVar | None = None) -> None:
        if kind in ("input", "output", "scalar") and not isinstance(type_var, TypeVar):
            raise ValueError(f"OperandDef requires a TypeVar but got {type_var!r}")
        self.kind = kind
        """`input`, `output`, `scalar`, `indices`, `unary`, `binary`, `ternary` or `type`"""
        self.type_var = type_var
        self.name = ""
        self.owner: LinalgOpDef | None = None
        self.shape: tuple[AffineExprDef, ...] = ()
        self.index_dims: tuple[DimDef, ...] = ()
        self.symbols: tuple[SymbolDef, ...] = ()
        self.default: Any = None
        """The numbers, or the name of the function, if a call gives none."""

    @property
    def is_attribute(self) -> bool:
        """Whether it is neither a tensor nor a scalar."""
        return self.kind not in ("input", "output", "scalar")


class TensorDef:
    """A tensor or memref, with the type of its elements and its shape.

    Without uses, `index_dims` are the dimensions that index it.
    """

    def __init__(
        self,
        type_var: TypeVar,
        *shape: AffineExprDef,
        index_dims: Sequence[DimDef] | None = None,
        output: bool = False,
    ) -> None:
        if index_dims and len(shape) != len(index_dims):
            raise ValueError(
                f"Expected the shape rank {len(shape)} to match the number of index_dims {len(index_dims)}"
            )
        if index_dims and any(not isinstance(one, DimDef) for one in index_dims):
            raise ValueError(f"TensorDef requires index dims of type DimDef but got {index_dims}")
        self.operand_def = OperandDef("output" if output else "input", type_var)
        self.operand_def.shape = shape
        self.operand_def.index_dims = tuple(index_dims or ())

    def __getitem__(self, indices: Any) -> TensorUse:
        if self.operand_def.owner is None:
            raise ValueError("the TensorDef is not a parameter of an operation")
        listed = () if indices is None else _listed(indices)
        listed = () if listed == (None,) else listed
        if any(not isinstance(one, AffineExprDef) for one in listed):
            raise KeyError("A TensorDef can only be subscripted by a tuple of affine dims")
        return TensorUse(self.operand_def, listed)

    def __setitem__(self, indices: Any, value: Any) -> None:
        if not isinstance(value, TensorExpression):
            raise ValueError(f"Only TensorExpressions can be assigned to TensorDefs. Got: {value!r}")
        use = self[indices]
        if isinstance(value, TensorReduceFn):
            if value.into is not None:
                raise ValueError(f"Reduction expression already assigns: {value!r}")
            value.into = use
        owner = self.operand_def.owner
        assert owner is not None
        owner.assignments.append((use, value))


class ScalarDef(TensorExpression):
    """A number that is no tensor."""

    def __init__(self, type_var: TypeVar) -> None:
        self.operand_def = OperandDef("scalar", type_var)

    def emit(self, body: Body) -> Any:
        return body.arguments[self.operand_def.name]


class IndexAttrDef:
    """An attribute with the values of symbols."""

    def __init__(self, *sizes: SymbolDef, default: Sequence[int]) -> None:
        if any(not isinstance(one, SymbolDef) for one in sizes):
            raise ValueError(f"IndexAttrDef requires sizes of type SymbolDef but got {sizes}")
        if any(not isinstance(one, int) for one in default):
            raise ValueError(f"IndexAttrDef requires default values of type int but got {default}")
        if len(sizes) != len(default):
            raise ValueError(f"IndexAttrDef expects {len(sizes)} default values but got {len(default)}")
        self.operand_def = OperandDef("indices")
        self.operand_def.symbols = sizes
        self.operand_def.default = list(default)


class _FunctionAttribute:
    """An attribute that chooses a function; it is called as the function is."""

    function: type[_Function]

    def __init__(self, default: _Function) -> None:
        if not isinstance(default, self.function):
            raise ValueError(
                f"{type(self).__name__} requires default of type {self.function.__name__} but got {default}"
            )
        self.operand_def = OperandDef(self.function.kind)
        self.operand_def.default = default.fn_name

    def __call__(self, *arguments: Any) -> TensorFn:
        return _apply(self.function.kind, self.function.count, self.operand_def, arguments)


class UnaryFnAttrDef(_FunctionAttribute):
    """An attribute that chooses a function of one element."""

    function = UnaryFnType


class BinaryFnAttrDef(_FunctionAttribute):
    """An attribute that chooses a function of two elements, or a reduction."""

    function = BinaryFnType

    def __getitem__(self, dimensions: Any) -> Callable[[TensorExpression], TensorReduceFn]:
        return partial(TensorReduceFn, self.operand_def, _listed(dimensions))


class TernaryFnAttrDef(_FunctionAttribute):
    """An attribute that chooses a function of three elements."""

    function = TernaryFnType


class TypeFnAttrDef(_FunctionAttribute):
    """An attribute that chooses a cast."""

    function = TypeFnType


class Declared:
    """A fact about an operation, which its record has if it is one of linalg's."""

    def __init__(self, name: str) -> None:
        self.name = name


class OpInterfaceDef(Declared):
    """An interface of an operation."""


class OpDefinitionDef(Declared):
    """A method of an operation."""


ContractionOpInterface = OpInterfaceDef("LinalgContractionOpInterface")
ConvolutionOpInterface = OpInterfaceDef("LinalgConvolutionOpInterface")
FillOpInterface = OpInterfaceDef("LinalgFillOpInterface")
Canonicalizer = OpDefinitionDef("hasCanonicalizer")


class LinalgOpDef:
    """A definition."""

    def __init__(self, name: str, class_name: str) -> None:
        self.name = name
        self.class_name = class_name
        self.operands: dict[str, OperandDef] = {}
        self.domain: list[DimDef] = []
        self.assignments: list[tuple[TensorUse, TensorExpression]] = []
        self.declared: list[Declared] = []

    def add_operand(self, name: str, operand: OperandDef) -> None:
        """Adds a parameter: inputs come before outputs, attributes last."""
        if operand.owner is not None:
            raise ValueError(f"the operand {operand.name} belongs to {operand.owner.name}")
        before = [one.kind for one in self.operands.values()]
        if operand.kind in ("input", "scalar") and any(one not in ("input", "scalar") for one in before):
            raise ValueError(f"Input {name} registered after an output or attribute")
        if operand.kind == "output" and any(one.is_attribute for one in self.operands.values()):
            raise ValueError(f"Output {name} registered after an attribute")
        operand.name, operand.owner = name, self
        self.operands[name] = operand

    def values(self) -> list[OperandDef]:
        """The parameters that are operands."""
        return [one for one in self.operands.values() if not one.is_attribute]
