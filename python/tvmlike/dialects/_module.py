"""What the module of a dialect has: classes and functions of its operations, and its enums.

Each is made when it is read first.
"""

from __future__ import annotations

from ..ir import _this as ir
from ..object import register_late
from ._classes import function, make, make_base
from ._enums import enum_class, enum_names
from ._records import classes, function_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def fill(dialect: str, names: dict[str, Any]) -> None:
    """Lets a module have what the record of a dialect defines, beside what it defines itself."""
    own = sorted(name for name in names if not name.startswith("_"))
    by_class = classes(dialect)
    by_function = {function_name(operation): cls for cls, operation in by_class.items()}

    def find(name: str) -> Any:
        if name in by_class:
            return generated_class(dialect, name)
        if name in by_function:
            return function(generated_class(dialect, by_function[name]))
        if name == "_Dialect":
            return dialect_class(dialect)
        if name == "__all__":
            return names["__dir__"]()
        if not name.startswith("__") and name in enum_names(dialect):
            return enum_class(dialect, name)
        raise AttributeError(f"module {names['__name__']!r} has no attribute {name!r}")

    def __getattr__(name: str) -> Any:
        found = find(name)
        if name != "__all__":
            names[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*own, *by_class, *by_function, *enum_names(dialect)})

    names.setdefault("__doc__", f"The dialect {dialect}.")
    if names["__doc__"] is None:
        names["__doc__"] = f"The dialect {dialect}."
    ir._register_views(dialect)
    for cls, operation in by_class.items():
        if operation not in _generated:
            register_late(f"ir_view.{operation}", lambda cls=cls: generated_class(dialect, cls))  # type: ignore[misc]
    names["__getattr__"] = __getattr__
    names["__dir__"] = __dir__


_generated: dict[str, Any] = {}


def generated_class(dialect: str, name: str) -> Any:
    """The class that the record of an operation defines."""
    operation = classes(dialect)[name]
    made = _generated.get(operation)
    if made is None:
        made = _generated.setdefault(operation, make(operation, name))
    return made


def base_class(dialect: str, name: str) -> Any:
    """The class that the record of an operation defines, as the base of one that is written by hand."""
    operation = classes(dialect)[name]
    return _generated.setdefault(operation, make_base(operation, name))


_dialects: dict[str, Any] = {}


def dialect_class(dialect: str) -> Any:
    """The class of a dialect."""
    made = _dialects.get(dialect)
    if made is None:
        body = {"__slots__": (), "DIALECT_NAMESPACE": dialect, "__module__": f"{__package__}.{dialect}"}
        made = _dialects.setdefault(dialect, type(ir.Dialect)("_Dialect", (ir.Dialect,), body))
    return made
