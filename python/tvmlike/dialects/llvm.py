"""The dialect llvm: its types, and constants from attributes."""

from __future__ import annotations

from ..ir import _this as ir
from ._module import dialect_class, fill, generated_class
from ._types import type_class

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ._llvm_ops_gen import *  # noqa: F403

_Dialect = dialect_class("llvm")


def _parse(text: str, context: Any) -> Any:
    return ir.Type.parse(text, context=context)


def _listed(types: Sequence[Any]) -> str:
    return ", ".join(str(ty) for ty in types)


def _pointer_get(address_space: int | None = None, *, context: Any = None) -> Any:
    """The type of pointers into an address space."""
    return _parse(f"!llvm.ptr<{address_space}>" if address_space else "!llvm.ptr", context)


def _pointer_space(self: Any) -> int:
    """The address space."""
    number = str(self).removeprefix("!llvm.ptr").strip("<>")
    return int(number or 0)


PointerType = type_class(
    "llvm",
    "ptr",
    "PointerType",
    {"get": staticmethod(_pointer_get), "address_space": property(_pointer_space)},
)


def _array_get(element_type: Any, num_elements: int) -> Any:
    """The type of arrays with a number of elements."""
    return _parse(f"!llvm.array<{num_elements} x {element_type}>", element_type.context)


ArrayType = type_class("llvm", "array", "ArrayType", {"get": staticmethod(_array_get)})


def _function_get(
    result_type: Any, argument_types: Sequence[Any], *, is_var_arg: bool = False, context: Any = None
) -> Any:
    """The type of functions with a result, which can be `!llvm.void`, and arguments."""
    dots = ["..."] if is_var_arg else []
    arguments = ", ".join([str(ty) for ty in argument_types] + dots)
    return _parse(f"!llvm.func<{result_type} ({arguments})>", context or result_type.context)


FunctionType = type_class("llvm", "func", "FunctionType", {"get": staticmethod(_function_get)})


def _struct_literal(
    elements: Sequence[Any], *, packed: bool = False, loc: Any = None, context: Any = None
) -> Any:
    """The struct without a name that has these elements."""
    return _parse(f"!llvm.struct<{'packed ' if packed else ''}({_listed(elements)})>", context)


def _struct_new(name: str, elements: Sequence[Any], *, packed: bool = False, context: Any = None) -> Any:
    """The struct with a name that has these elements."""
    return _parse(f'!llvm.struct<"{name}", {"packed " if packed else ""}({_listed(elements)})>', context)


def _struct_opaque(name: str, context: Any = None) -> Any:
    """The struct with a name whose elements are not known."""
    return _parse(f'!llvm.struct<"{name}", opaque>', context)


StructType = type_class(
    "llvm",
    "struct",
    "StructType",
    {
        "get_literal": staticmethod(_struct_literal),
        "new_identified": staticmethod(_struct_new),
        "get_opaque": staticmethod(_struct_opaque),
    },
)


def mlir_constant(value: Any, *, loc: Any = None, ip: Any = None) -> Any:
    """A constant of the type of an attribute."""
    return generated_class("llvm", "ConstantOp")(value.type, value, loc=loc, ip=ip).result


fill("llvm", globals())
