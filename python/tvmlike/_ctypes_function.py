"""Functions on the ctypes path: looking them up by name, and calls of functions of the function ABI.

The classes of functions are above: `function` sets them.
"""

from __future__ import annotations

from ctypes import byref, c_uint32, c_void_p

from . import _abi as abi
from ._call import call
from ._call_plan import plan_of_described, plan_of_text
from ._function_abi_results import beyond, prepared, rebuilt, result_plan
from ._function_record import own_text
from ._handles import adopt, living
from ._keyword_order import bind
from ._library import lib, lib_keep_gil, span
from ._memory import WORDS
from ._raised import take_raised
from ._signature import most_by_position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .function import PackedFunc

_call = lib.TVMLikeFrameCall
_call_keep_gil = lib_keep_gil.TVMLikeFrameCall


class Attached:
    """The calls of functions of the function ABI, on the ctypes path."""

    __slots__ = ()

    # The fields are those of the subclass: `_plan`, and `_dynamic`, true if there is no record.

    def __call__(self: Any, /, *args: Any, **keywords: Any) -> Any:
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


_plain_class: Any
_attached_class: Any
_planned_class: Any


def set_function_classes(plain: Any, attached: Any, planned: Any) -> None:
    """Sets the classes of functions: without a plan, of the function ABI, and with a call plan."""
    global _plain_class, _attached_class, _planned_class
    _plain_class, _attached_class, _planned_class = plain, attached, planned


def function_of(handle: int, name: str = "", flags: int = 0) -> PackedFunc:
    """The PackedFunc for an owned native function, which it takes over: the living one, or a new one."""
    function: PackedFunc | None
    function = living(handle)
    if function is not None:
        lib.TVMObjectFree(handle)
    else:
        text = own_text(handle)
        told = result_plan(text) if text is not None and '"abi":' in text else None
        plan = None
        if flags & abi.REGISTER_BY_RECORD and told is None:
            plan = plan_of_described(name, get_global("registry.info"))
        elif text is not None and '"by_record":' in text:
            plan = plan_of_text(text)
        cls = _plain_class if plan is None else _planned_class
        function = made = adopt(cls if told is None else _attached_class, handle)
        if told is not None:
            made._dynamic, made._plan = told
        function._frames = []
        function._name = ""
        function.__qualname__ = "PackedFunc"
        if text is not None and '"name":' in text:
            function.__qualname__ = function._own_name()[0] or "PackedFunc"
        function._call = _call
        function._most = most_by_position(0)
        if plan is not None:
            made._set_plan(plan, flags)
    if name:
        function._name = function.__qualname__ = name
        function._call = _call_keep_gil if flags & abi.REGISTER_KEEPS_GIL else _call
        if type(function) is _plain_class:
            function._most = most_by_position(flags)
    return function


_looked_up: dict[str, PackedFunc] = {}
_generation = lib_keep_gil.TVMLikeRegistryGeneration() >> 3
_looked_up_at = -1


def get_global(name: str) -> PackedFunc | None:
    """The function registered under a name; None if there is none."""
    global _looked_up_at
    if not isinstance(name, str):
        return None
    # The foreign call is the most expensive part, so the function of a name is cached until the registry's
    # generation changes.
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
    """Clears the cache of functions by name."""
    _looked_up.clear()
