"""What modules of dialects have in common, under MLIR's names: registration, values and results."""

from __future__ import annotations

from types import SimpleNamespace

from ..ir import _this as ir
from ..ir.attribute_builders import register_attribute_builder
from ..ir.casters import register_value_caster
from ._classes import register_class
from ._records import PREFIXES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

__all__ = [
    "equally_sized_accessor",
    "get_default_loc_context",
    "get_op_result_or_op_results",
    "get_op_result_or_value",
    "get_op_results_or_values",
    "segmented_accessor",
]

_dialects: dict[str, Any] = {}
_operations: dict[str, Any] = {}


def register_dialect(cls: Any) -> Any:
    """Registers the class of a dialect, which declares DIALECT_NAMESPACE."""
    name = getattr(cls, "DIALECT_NAMESPACE", None)
    if not isinstance(name, str):
        raise TypeError(f"register_dialect: {cls!r} must declare DIALECT_NAMESPACE, a str")
    if _dialects.setdefault(name, cls) is not cls:
        raise RuntimeError(f"Dialect namespace '{name}' is already registered.")
    return cls


def register_operation(dialect: Any, *, replace: bool = False) -> Callable[[Any], Any]:
    """Makes views of operations instances of the decorated class, a subclass of OpView with OPERATION_NAME.

    A class that is registered already is an error, unless it is to be replaced.
    """

    def decorate(cls: Any) -> Any:
        if not (isinstance(cls, type) and issubclass(cls, ir.OpView)):
            raise TypeError(f"register_operation: expected a subclass of OpView, got {cls!r}")
        name = getattr(cls, "OPERATION_NAME", None)
        if not isinstance(name, str):
            raise TypeError(f"register_operation: {cls!r} must declare OPERATION_NAME, a str")
        if name in _operations and not replace:
            raise RuntimeError(f"Operation '{name}' is already registered.")
        _operations[name] = cls
        register_class(cls)
        setattr(dialect, cls.__name__, cls)
        return cls

    return decorate


def append_dialect_search_prefix(prefix: str) -> None:
    """Adds a package in which modules of dialects are found: `tvmlike.dialects.toy` is then `PREFIX.toy`."""
    if prefix not in PREFIXES:
        PREFIXES.append(prefix)


_cext = SimpleNamespace(
    ir=ir,
    globals=SimpleNamespace(append_dialect_search_prefix=append_dialect_search_prefix),
    register_attribute_builder=register_attribute_builder,
    register_dialect=register_dialect,
    register_operation=register_operation,
    register_value_caster=register_value_caster,
)
"""The functions of MLIR's extension module that modules of dialects use."""


def segmented_accessor(elements: Any, raw_segments: Any, idx: int) -> Any:
    """The values of a group, by the attribute with the sizes of groups."""
    from ._classes import segment

    return segment(elements, raw_segments, idx)


def equally_sized_accessor(
    elements: Any, n_simple: int, n_variadic: int, n_preceding_simple: int, n_preceding_variadic: int
) -> tuple[int, int]:
    """Where a group begins, and how many values it has, if all variadic groups have one size."""
    count = (len(elements) - n_simple) // n_variadic
    return n_preceding_simple + n_preceding_variadic * count, count


def get_default_loc_context(location: Any = None) -> Any:
    """The context of a location, or of the current one; None if there is none."""
    found = ir.Location.current if location is None else location
    return None if found is None else found.context


def get_op_result_or_value(arg: Any) -> Any:
    """A value: itself, or the only result of an operation."""
    if isinstance(arg, ir._OperationBase):
        return arg.result
    if isinstance(arg, ir.OpResultList):
        return arg[0]
    if not isinstance(arg, ir.Value):
        raise TypeError(f"expected an operation or a value, got {type(arg).__name__}")
    return arg


def get_op_results_or_values(arg: Any) -> Sequence[Any]:
    """Values: themselves, or the results of an operation."""
    found: Sequence[Any] = arg.results if isinstance(arg, ir._OperationBase) else arg
    return found


def get_op_result_or_op_results(op: Any) -> Any:
    """The result of an operation; all if there are several, and the operation if there is none."""
    results = op.results
    count = len(results)
    return results[0] if count == 1 else results if count else op.operation
