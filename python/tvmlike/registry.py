"""The registry: functions by name, from and for every language; and the functions under `registry.`"""

from __future__ import annotations

from . import _abi as abi
from . import _hooks
from ._arguments import Refused
from ._backend import native
from ._changes import changed
from ._typing import overload
from .function import PackedFunc, forget_looked_up, get_global, new_function

TYPE_CHECKING = False
if TYPE_CHECKING:
    import builtins
    from typing import Any, Callable, Literal, TypeVar

    # Filled from the registry, see __init__.py. `list` is one of the functions.
    from ._functions.registry import *  # noqa: F403

    Function = TypeVar("Function", bound=Callable[..., Any])

    def __getattr__(name: str) -> PackedFunc: ...


_NOT_GIVEN: Any = object()


@overload
def register_func(name_or_f: str, *, override: bool = False) -> Callable[[Function], Function]: ...
@overload
def register_func(name_or_f: str, f: Function, override: bool = False) -> Function: ...
@overload
def register_func(name_or_f: Function, *, override: bool = False) -> Function: ...
def register_func(name_or_f: Any, f: Any = _NOT_GIVEN, override: bool = False) -> Any:
    """Registers a Python callable or a PackedFunc under a name.

    >>> tvmlike.register_func("my.add", lambda a, b: a + b)
    >>> @tvmlike.register_func("my.sub")
    ... def sub(a, b): return a - b
    >>> @tvmlike.register_func
    ... def plain(): ...                      # under its own name

    Returns the callable. Raises ValueError if the name is taken, unless `override` is set.
    """
    if callable(name_or_f) and not isinstance(name_or_f, str):
        if f is not _NOT_GIVEN:
            raise TypeError("register_func: expected the name before the function")
        own_name = getattr(name_or_f, "__name__", None)
        if not isinstance(own_name, str):
            text = f"register_func: {name_or_f!r} has no __name__; pass a name before it"
            raise TypeError(text)
        return register_func(own_name, name_or_f, override)
    if not isinstance(name_or_f, str):
        given = type(name_or_f).__name__
        raise TypeError(f"register_func: argument 1 `name_or_f`: expected str or a callable, got {given}")

    def register(function: Any) -> Any:
        if not callable(function):
            raise TypeError(
                f"register_func: argument 2 `f`: expected a callable, got {type(function).__name__}"
            )
        _register(name_or_f, function, override)
        return function

    return register if f is _NOT_GIVEN else register(f)


def _register(name: str, function: Any, override: bool) -> None:
    import json
    from ctypes import byref

    from ._library import TVMLikeRegistration, lib, lib_keep_gil, span
    from ._python_function import described
    from ._raised import take_raised
    from ._recursion import check_depth6

    check_depth6()
    code = getattr(function, "__code__", None)
    called, record = described(function)
    try:
        handle = new_function(called)
    except Refused as refused:
        raise refused.named("register_func: argument 2 `f`") from None
    registration = TVMLikeRegistration(
        name=span(_name(name)),
        function=handle,
        record=span(json.dumps(record).encode() if record else b""),
        file=span(code.co_filename.encode(errors="replace") if code is not None else b""),
        line=code.co_firstlineno if code is not None else 0,
        flags=abi.REGISTER_OVERRIDE if override else 0,
    )
    try:
        if lib_keep_gil.TVMLikeFuncRegisterGlobal(byref(registration), byref(span(b"python"))):
            raise take_raised()
    finally:
        lib.TVMObjectFree(handle)
        changed()


def _name(name: str) -> bytes:
    try:
        data = name.encode()
    except UnicodeEncodeError:
        raise ValueError(f"a name must not contain a lone surrogate: {name!r}") from None
    if b"\0" in data:
        raise ValueError(f"a name must not contain NUL: {name!r}")
    return data


@overload
def get_global_func(name: str, allow_missing: Literal[False] = False) -> PackedFunc: ...
@overload
def get_global_func(name: str, allow_missing: bool) -> PackedFunc | None: ...
def get_global_func(name: str, allow_missing: bool = False) -> Any:
    """The function registered under a name.

    If there is none and `allow_missing` is set, returns None. Otherwise loads the plugin that is installed
    for the namespace, and raises ValueError if the name is still missing. The function stays valid when its
    name is removed.
    """
    function = get_global(name)
    if function is not None:
        return function
    if not isinstance(name, str):
        raise TypeError(f"get_global_func: argument 1 `name`: expected str, got {type(name).__name__}")
    _name(name)
    if allow_missing:
        return None
    if _hooks.load_for(name):
        function = get_global(name)
        if function is not None:
            return function
    why = _hooks.why_missing(name)
    raise ValueError(f"no function {name!r} is registered" + (f"; {why}" if why else _suggestion(name)))


_hooks.get_global_func = get_global_func


def _suggestion(name: str) -> str:
    hint = get_global("registry.close_names")
    # That function, too, can be removed from the registry.
    return hint(name) if hint is not None else ""


def list_global_func_names(prefix: str | None = None) -> builtins.list[str]:
    """The registered names, sorted; with a prefix, those under it: `ir` stands for `ir.f`, not `irx.f`."""
    if prefix is not None and not isinstance(prefix, str):
        raise TypeError(
            f"list_global_func_names: argument 1 `prefix`: expected str, got {type(prefix).__name__}"
        )
    return [*_names(_name(prefix or ""))]


if native is not None and not TYPE_CHECKING:
    _names = native.function_names
else:
    from ctypes import byref

    from ._library import lib_keep_gil, span
    from ._memory import Value
    from ._raised import take_raised
    from ._recursion import check_depth6
    from ._unpack import read_owned

    def _names(prefix: bytes) -> Any:
        check_depth6()
        made = Value()
        if lib_keep_gil.TVMLikeFuncListNames(byref(span(prefix)), made):
            raise take_raised()
        return read_owned(*made)


def remove_global_func(name: str) -> None:
    """Removes a name from the registry. Raises ValueError if it is missing. The function stays valid."""
    if not isinstance(name, str):
        raise TypeError(f"remove_global_func: argument 1 `name`: expected str, got {type(name).__name__}")
    from ctypes import byref

    from ._library import lib_keep_gil, span
    from ._raised import take_raised
    from ._recursion import check_depth6

    check_depth6()
    forget_looked_up()
    status = lib_keep_gil.TVMLikeFuncRemoveGlobal(byref(span(_name(name))))
    changed()
    if status:
        raise take_raised()


def forward_logs() -> None:
    """Writes the log records of native libraries to Python's logging from now on.

    A library takes part by calling `tvmlike::log::forward`. The logger is the record's target, such as
    `my_plugin.kernels` for the module `my_plugin::kernels`.
    """
    from ._logs import write

    register_func("log.write", write, override=True)
