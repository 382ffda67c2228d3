"""Classes of the types of dialects: views of `!dialect.name` with any parameters are instances of them."""

from __future__ import annotations

from .._classes import register_leaves
from ..ir import _this as ir

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def type_class(dialect: str, name: str, class_name: str, members: dict[str, Any] | None = None) -> Any:
    """The class of a type. Unless `members` has `get`, the type has no parameters."""
    text = f"!{dialect}.{name}"
    typeid = ir._symbol_typeid(f"{dialect}.{name}")

    def __init__(self: Any, cast_from_type: Any) -> None:
        if cast_from_type.typeid != typeid:
            raise ValueError(f"Cannot cast type to {class_name} (from {cast_from_type!r})")
        ir.Type.__init__(self, cast_from_type)

    def get(context: Any = None) -> Any:
        return ir.Type.parse(text, context=context)

    get.__doc__ = f"The type {text}."
    body: dict[str, Any] = {
        "__slots__": (),
        "__module__": f"{__package__}.{dialect}",
        "__doc__": f"The type {text}.",
        "type_name": f"{dialect}.{name}",
        "static_typeid": typeid,
        "__init__": __init__,
        "get": staticmethod(get),
        **(members or {}),
    }
    made = type(ir.Type)(class_name, (ir.Type,), body)
    register_leaves({ir._register_type_class(dialect, name): made})
    return made
