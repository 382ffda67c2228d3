"""Functions on the ctypes path: finding them by name, and the classes that their records ask for."""

from __future__ import annotations

from ctypes import byref, c_uint32, c_void_p

from . import _abi as abi
from ._call import call
from ._call_plan import call_plan_of
from ._function_abi_results import beyond, prepared, rebuilt, result_plan
from ._handles import adopt, living
from ._keyword_order import bind
from ._library import lib, lib_keep_gil, span
from ._memory import WORDS
from ._planned import Planned
from ._raised import take_raised
from ._signature import most_by_position
from .function import PackedFunc, _Doc, _Module, _own_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MODULE = f"{__package__}.function"

# Without prototypes: they would have every argument converted, which costs more than the call.
_call = lib.TVMLikeFrameCall
_quick_call = lib_keep_gil.TVMLikeFrameCall


class AttachedFunction(PackedFunc):
    # The accelerator has such functions among its own.
    __doc__ = _Doc("A function whose arguments and results have the structure that its record says.")
    __module__ = _Module(_MODULE)
    __slots__ = ("_dynamic", "_plan")

    _dynamic: bool
    _plan: Any

    def __call__(self, /, *args: Any, **keywords: Any) -> Any:
        if keywords:
            args = bind(self, args, keywords)
        if self._dynamic:
            args = prepared(self, args) or args
        try:
            result = call(self, *args)
        except OverflowError:
            # With such an argument nothing has been called yet.
            made = prepared(self, args) if any(map(beyond, args)) else None
            if made is None:
                raise
        else:
            return result if self._plan is None else rebuilt(self._plan, result)
        return rebuilt(self._plan, call(self, *made))


class PlannedFunction(Planned, PackedFunc):
    # The accelerator has such functions among its own, too.
    __doc__ = _Doc("A function whose arguments and results are converted in the light of its record.")
    __module__ = _Module(_MODULE)
    __slots__ = ("_arguments", "_limit", "_plan")


# The accelerator has one class for all.
_class: Any
for _class in (AttachedFunction, PlannedFunction):
    _class.__name__ = _class.__qualname__ = PackedFunc.__name__


def function_of(handle: int, name: str = "", flags: int = 0) -> PackedFunc:
    """The PackedFunc for an owned native function, which it takes over: the living one, or a new one."""
    function: PackedFunc | None
    function = living(handle)
    if function is not None:
        lib.TVMObjectFree(handle)
    else:
        text = _own_text(handle)
        told = result_plan(text) if text is not None and '"abi":' in text else None
        plan = call_plan_of(name) if flags & abi.REGISTER_BY_RECORD and told is None else None
        cls = PackedFunc if plan is None else PlannedFunction
        function = made = adopt(cls if told is None else AttachedFunction, handle)
        if told is not None:
            made._dynamic, made._plan = told
        function._frames = []
        function._name = ""
        function.__qualname__ = "PackedFunc"
        function._call = _call
        function._most = most_by_position(0)
        if plan is not None:
            made._set_plan(plan, flags)
    if name:
        function._name = function.__qualname__ = name
        function._call = _quick_call if flags & abi.REGISTER_KEEPS_LOCK else _call
        if type(function) is PackedFunc:
            function._most = most_by_position(flags)
    return function


_looked_up: dict[str, PackedFunc] = {}
_generation = lib_keep_gil.TVMLikeRegistryGeneration() >> 3
_looked_up_at = -1


def get_global(name: str) -> PackedFunc | None:
    """The function registered under a name; None where there is none."""
    global _looked_up_at
    if not isinstance(name, str):
        return None
    # A foreign call takes longer than everything else here, so what a name stood for is remembered as long as
    # the registry says that no name has changed its meaning.
    if WORDS[_generation] != _looked_up_at:
        _looked_up.clear()
        _looked_up_at = WORDS[_generation]
    function = _looked_up.get(name)
    if function is not None and function._handle:
        return function
    try:
        data = name.encode()
    except UnicodeEncodeError:
        return None  # no name has a lone surrogate
    if b"\0" in data:
        return None  # nor a NUL
    made, flags = c_void_p(), c_uint32()
    if lib_keep_gil.TVMLikeFuncLookUp(byref(span(data)), byref(made), byref(flags)):
        raise take_raised()
    if not made.value:
        return None
    function = _looked_up[name] = function_of(made.value, name, flags.value)
    return function


def forget_names() -> None:
    """Lets go of what names stood for."""
    _looked_up.clear()
