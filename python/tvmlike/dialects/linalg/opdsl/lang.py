"""The language of definitions: a Python function defines a structured operation, whose calls then make it.

    @linalg_structured_op
    def product(
        A=TensorDef(T, S.M, S.K), B=TensorDef(T, S.K, S.N), C=TensorDef(U, S.M, S.N, output=True)
    ):
        domain(D.m, D.n, D.k)
        C[D.m, D.n] += TypeFn.cast_signed(U, A[D.m, D.k]) * TypeFn.cast_signed(U, B[D.k, D.n])

`product(a, b, outs=[c])` makes a linalg.generic with a body that computes the elements, or the operation of
linalg that has the name.
"""

from __future__ import annotations

import inspect
from contextlib import contextmanager
from functools import partial
from threading import local

from ..._ods_common import get_op_result_or_value, get_op_results_or_values
from ..._records import classes
from ._call import Call
from ._definition import (
    BinaryFn,
    BinaryFnAttrDef,
    BinaryFnType,
    Canonicalizer,
    ContractionOpInterface,
    ConvolutionOpInterface,
    FillOpInterface,
    IndexAttrDef,
    LinalgOpDef,
    OpDefinitionDef,
    OperandDef,
    OpInterfaceDef,
    ReduceFn,
    ReduceFnType,
    ScalarDef,
    TensorDef,
    TernaryFn,
    TernaryFnAttrDef,
    TernaryFnType,
    TypeFn,
    TypeFnAttrDef,
    TypeFnType,
    UnaryFn,
    UnaryFnAttrDef,
    UnaryFnType,
)
from ._expressions import (
    DimDef,
    SymbolDef,
    TensorExpression,
    TensorFn,
    TensorReduceFn,
    TensorUse,
    TypeVar,
    const,
    index,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

D: Any = DimDef.by_attribute()
S: Any = SymbolDef.by_attribute()
TV: Any = TypeVar.by_attribute()
I32, I64, F32, F64, T, U, V = (TypeVar(name) for name in ("I32", "I64", "F32", "F64", "T", "U", "V"))

_current = local()


@contextmanager
def _define(definition: LinalgOpDef) -> Iterator[None]:
    if getattr(_current, "definition", None) is not None:
        raise ValueError("Cannot recursively define an operation")
    _current.definition = definition
    try:
        yield
    finally:
        _current.definition = None


def current_op_def() -> LinalgOpDef:
    """The definition whose function runs."""
    found: LinalgOpDef | None = getattr(_current, "definition", None)
    if found is None:
        raise ValueError(
            "Attempt to access the current op definition being defined but none is set. "
            "Did you mean to call this in an op definition?"
        )
    return found


def _checked(what: str, cls: type, items: tuple[Any, ...]) -> tuple[Any, ...]:
    if any(not isinstance(one, cls) for one in items):
        raise ValueError(f"Expected {what} of type {cls.__name__} but got {items}")
    return items


def domain(*dimensions: DimDef) -> None:
    """Sets the order of the loops; without it, they are sorted by name."""
    current_op_def().domain.extend(_checked("dimensions", DimDef, dimensions))


def implements(*interfaces: OpInterfaceDef) -> None:
    """Names interfaces of the operation."""
    current_op_def().declared.extend(_checked("interfaces", OpInterfaceDef, interfaces))


def defines(*definitions: OpDefinitionDef) -> None:
    """Names methods of the operation."""
    current_op_def().declared.extend(_checked("definitions", OpDefinitionDef, definitions))


def linalg_structured_op(
    dsl_func: Callable[..., Any] | None = None,
    *,
    op_name: str | None = None,
    op_class_name: str | None = None,
) -> Any:
    """Defines an operation by a function whose parameters have definitions as their defaults."""
    if dsl_func is None:
        return partial(linalg_structured_op, op_name=op_name, op_class_name=op_class_name)
    name = op_name or dsl_func.__name__
    definition = LinalgOpDef(name, op_class_name or "".join(map(str.title, name.split("_"))) + "Op")
    arguments = []
    for parameter, declared in inspect.signature(dsl_func).parameters.items():
        operand = getattr(declared.default, "operand_def", None)
        if not isinstance(operand, OperandDef):
            raise ValueError(
                "@linalg_structured_op function parameters must be defaulted as TensorDef(...), "
                f"ScalarDef(...), or IndexAttrDef(...): Found {parameter}: {declared.default}"
            )
        definition.add_operand(parameter, operand)
        arguments.append(declared.default)
    with _define(definition):
        dsl_func(*arguments)
    return DefinedOpCallable(name, definition)


class DefinedOpCallable:
    """Makes a defined operation."""

    def __init__(self, op_name: str, op_def: LinalgOpDef) -> None:
        self.op_name = op_name
        self.op_def = op_def

    def __call__(self, *ins: Any, outs: Any, emit_generic: bool = False, **attributes: Any) -> Any:
        """Makes the operation; `emit_generic` makes a linalg.generic if linalg has the operation, too.

        Attributes are lists of numbers and functions, by the names of parameters.
        """
        if not isinstance(emit_generic, bool):
            raise ValueError(
                f"The named argument 'emit_generic' needs to be of type bool but got {type(emit_generic)}"
            )
        outputs = list(get_op_results_or_values(outs))
        call = Call(
            self.op_def,
            [get_op_result_or_value(one) for one in ins],
            [get_op_result_or_value(one) for one in outputs],
            attributes,
        )
        is_named = f"linalg.{self.op_name}" in classes("linalg").values()
        return call.generic() if emit_generic or not is_named else call.named()


__all__ = [
    "F32",
    "F64",
    "I32",
    "I64",
    "TV",
    "BinaryFn",
    "BinaryFnAttrDef",
    "BinaryFnType",
    "Canonicalizer",
    "ContractionOpInterface",
    "ConvolutionOpInterface",
    "D",
    "DefinedOpCallable",
    "DimDef",
    "FillOpInterface",
    "IndexAttrDef",
    "LinalgOpDef",
    "OpDefinitionDef",
    "OpInterfaceDef",
    "OperandDef",
    "ReduceFn",
    "ReduceFnType",
    "S",
    "ScalarDef",
    "SymbolDef",
    "T",
    "TensorDef",
    "TensorExpression",
    "TensorFn",
    "TensorReduceFn",
    "TensorUse",
    "TernaryFn",
    "TernaryFnAttrDef",
    "TernaryFnType",
    "TypeFn",
    "TypeFnAttrDef",
    "TypeFnType",
    "TypeVar",
    "U",
    "UnaryFn",
    "UnaryFnAttrDef",
    "UnaryFnType",
    "V",
    "const",
    "current_op_def",
    "defines",
    "domain",
    "implements",
    "index",
    "linalg_structured_op",
]
