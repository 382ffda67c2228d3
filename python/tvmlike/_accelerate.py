"""Gives the accelerator the package's functions for everything that it leaves to Python (its `hooks`)."""

from __future__ import annotations

from types import FunctionType, TracebackType

from ._attached import prepared, result_plan
from ._call_plan import call_plan_of
from ._callback import refused_result
from ._changes import changed
from ._pack import Refused, packed
from ._path import native
from ._signature import MISSING, check_positional, places
from ._traceback import native_frame
from ._unpack import read_any_borrowed, read_owned
from .container import Array, Shape
from .devices import device_from_bits
from .dtype import dtype_from_bits
from .error import Error, _captures, _class_of_kind, _kind_of_class, keep_native, make_exception
from .object import class_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .function import PackedFunc


def _refused(function: PackedFunc, position: int, error: BaseException) -> BaseException:
    return error.named(function._argument(position)) if isinstance(error, Refused) else error


def _refused_result(function: object, error: Refused) -> BaseException:
    return refused_result(function, error)


native.set_hooks(
    {
        "array_class": Array,
        "call_plan": call_plan_of,
        "check_positional": check_positional,
        "changed": changed,
        "class_of": class_of,
        "class_of_kind": _class_of_kind,
        "device_from_bits": device_from_bits,
        "dtype_from_bits": dtype_from_bits,
        "error_class": Error,
        "frame": native_frame,
        "function_type": FunctionType,
        "keep_native": keep_native if _captures else None,
        "kind_of_class": _kind_of_class,
        "make_exception": make_exception,
        "missing": MISSING,
        "no_instruction": -1,
        "packed": packed,
        "places": places,
        "prepared": prepared,
        "read_borrowed": read_any_borrowed,
        "read_owned": read_owned,
        "refused": _refused,
        "refused_class": Refused,
        "refused_result": _refused_result,
        "result_plan": result_plan,
        "shape_class": Shape,
        "traceback_type": TracebackType,
    }
)
native.watch_changes()
