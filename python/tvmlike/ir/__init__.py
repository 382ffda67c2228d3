"""The compiler's IR, with the names of MLIR's Python bindings.

Contexts, types, attributes, locations and operations are native classes, found under `ir.` in the registry.
This package adds only what needs Python: files to print to, variadic arguments, NumPy arrays, and classes
that programs inherit from. `install_as("mlir")` lets programs that import `mlir.ir` run unchanged.
"""

from __future__ import annotations

import sys

from ..error import register_error
from ..namespace import _init_api
from ..object import register_late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .._functions.ir import *  # noqa: F403
    from .attribute_builders import *  # noqa: F403
    from .casters import *  # noqa: F403
    from .interfaces import *  # noqa: F403
    from .op_views import *  # noqa: F403
    from .traits import *  # noqa: F403

_LATE = {
    "AttrBuilder": "attribute_builders",
    "register_attribute_builder": "attribute_builders",
    "register_value_caster": "casters",
    "get_ops_of_type": "op_views",
    "get_parent_of_type": "op_views",
    "OpAdaptor": "adaptor",
    "InferTypeOpInterface": "interfaces",
    "DynamicOpTrait": "traits",
    "IsIsolatedFromAboveTrait": "traits",
    "IsTerminatorTrait": "traits",
    "NoTerminatorTrait": "traits",
    "RecursiveMemoryEffectsTrait": "traits",
}
"""Names that are defined in modules of this package, which are imported when one is read."""


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return [one for one in dir(_this) if (one[0].isupper() and one != "TYPE_CHECKING") or one in _LATE]
    from importlib import import_module

    module = _LATE.get(name)
    if module is None:
        why = import_module(".absent", __name__).why(name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{why}")
    found = getattr(import_module(f".{module}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*globals(), *_LATE]


_init_api("ir", __name__)
_this: Any = sys.modules[__name__]


for _key, _module in {
    "Context": "context",
    "Location": "location",
    "_OperationBase": "operations",
    "OpView": "operations",
    "Block": "blocks",
    "BlockList": "blocks",
    "OperationList": "blocks",
    "OpAttributeMap": "op_attributes",
    "Module": "module",
    "DenseElementsAttr": "elements",
}.items():
    register_late(f"ir.{_key}", f"{__name__}.{_module}")


@register_error("MLIRError")
class MLIRError(Exception):
    """An error with the diagnostics that say why."""

    def __init__(self, message: str, error_diagnostics: Sequence[Any] | None = None) -> None:
        super().__init__(message)
        self._message = message
        self._diagnostics = list(error_diagnostics) if error_diagnostics is not None else []
        if error_diagnostics is None:
            taken = _this._take_error(message)
            if taken is not None:
                self._message, self._diagnostics = taken[0], list(taken[1])

    @property
    def message(self) -> str:
        """What failed, without the diagnostics."""
        return self._message

    @property
    def error_diagnostics(self) -> list[Any]:
        """The diagnostics that say why."""
        return self._diagnostics


def _signedness() -> Any:
    return _this.IntegerSignedness


def _meet_dialect(name: str) -> None:
    # A program without dialects in packages of its own does not import `dialects` for operations of others.
    records = sys.modules.get(f"{__name__.rpartition('.')[0]}.dialects._records")
    if name in _this._dialects() or (records is not None and records.PREFIXES):
        from importlib import import_module

        import_module("..dialects", __name__).meet(name)


_this._set_front_end(_meet_dialect, _signedness)


def install_as(name: str = "mlir") -> None:
    """Makes `import NAME.ir` import this module, for programs written for MLIR's own package.

    `NAME.dialects` is `tvmlike.dialects`; so are `NAME.passmanager`, `NAME.rewrite`,
    `NAME.execution_engine` and `NAME.runtime`.
    """
    package = sys.modules.get(name)
    if package is None:
        package = type(sys)(name, "The package tvmlike, under the name of MLIR's.")
        package.__path__ = []
        sys.modules[name] = package
    elif getattr(package, "ir", _this) is not _this:
        raise ImportError(f"install_as: another package is imported as {name!r}")
    package.ir = _this  # type: ignore[attr-defined]
    sys.modules[f"{name}.ir"] = _this
    from importlib import import_module

    dialects = import_module("..dialects", __name__)
    dialects.install_as(f"{name}.dialects")
    package.dialects = dialects  # type: ignore[attr-defined]
    for module in ("passmanager", "rewrite", "execution_engine", "runtime"):
        found = import_module(f"..{module}", __name__)
        setattr(package, module, found)
        sys.modules[f"{name}.{module}"] = found
