"""Sets the accelerator's hooks: the functions of the package that it calls for rare cases.

Most hooks import their module at the first call. Invariant: the imports of this module do not import ctypes.
"""

from __future__ import annotations

import gc

from . import _shutdown as _shutdown  # it arranges for the end of the interpreter
from ._arguments import MISSING, ByName, Refused
from ._backend import native
from ._changes import changed
from ._loader import STACKS_WANTED
from .container import Array, Shape
from .devices import device_from_bits
from .dtype import dtype_from_bits
from .error import Error, _class_of_kind, _kind_of_class, make_exception
from .object import class_of_index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from .function import PackedFunc


def _refused(function: PackedFunc, position: int, error: BaseException) -> BaseException:
    return error.named(function._argument(position)) if isinstance(error, Refused) else error


def _late(hook: str, module: str, function: str) -> Callable[..., Any]:
    """A hook that imports its function at the first call."""

    def first(*args: Any) -> Any:
        from importlib import import_module

        found = getattr(import_module(module, __package__), function)
        native.set_hook(hook, found)
        return found(*args)

    return first


# The module and the function by the hook.
_RARE = {
    "call_plan": (".function", "call_plan_of"),
    "check_positional": ("._signature", "check_positional"),
    "frame": ("._traceback", "native_frame"),
    "make_detailed": ("._raised", "make_detailed"),
    "packed": ("._conversions", "packed"),
    "places": ("._signature", "places"),
    "plan_of_text": ("._call_plan", "plan_of_text"),
    "prepared": ("._function_abi_results", "prepared"),
    "read_borrowed": ("._conversions", "read_any_borrowed"),
    "read_owned": ("._conversions", "read_owned"),
    "refused_result": ("._callback", "refused_result"),
    "result_plan": ("._function_abi_results", "result_plan"),
    "traceback_type": ("._traceback", "TracebackType"),
}

native.set_hooks(
    {
        "array_class": Array,
        "by_name_class": ByName,
        "changed": changed,
        "class_of": class_of_index,
        "class_of_kind": _class_of_kind,
        "device_from_bits": device_from_bits,
        "dtype_from_bits": dtype_from_bits,
        "error_class": Error,
        "function_type": type(_late),
        "keep_native": _late("keep_native", "._raised", "keep_native") if STACKS_WANTED else None,
        "kind_of_class": _kind_of_class,
        "make_exception": make_exception,
        "missing": MISSING,
        "no_instruction": -1,
        "refused": _refused,
        "refused_class": Refused,
        "shape_class": Shape,
        **{hook: _late(hook, *place) for hook, place in _RARE.items()},
    }
)
native.watch_changes()
# Python's garbage collector does not see cycles of native references alone.
gc.callbacks.append(native.collected)
