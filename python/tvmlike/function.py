"""Functions: their description, and looking them up by name. `_call` has the call by ctypes."""

from __future__ import annotations

from _weakref import ref
from sys import modules

from . import _hooks
from ._abi import REGISTER_KEEPS_GIL
from ._arguments import Refused
from ._backend import native
from ._base import retain
from ._changes import changed
from .object import Object, set_class

TYPE_CHECKING = False
if TYPE_CHECKING or native is None:
    from ._call import call
    from ._ctypes_function import Attached as Attached
    from ._ctypes_function import forget_names as forget_names
    from ._ctypes_function import function_of as function_of
    from ._ctypes_function import get_global as get_global
    from ._ctypes_function import set_function_classes as set_function_classes
    from ._planned import Planned as Planned
else:
    get_global = native.get_global

    def function_of(handle: int) -> PackedFunc:
        """The PackedFunc for an owned native function, which it takes over: the living one, or a new one."""
        return native.wrap(handle)

    def forget_names() -> None:
        """Nothing: `changed` clears the accelerator's caches."""


if TYPE_CHECKING:
    import inspect
    from collections.abc import Iterable
    from typing import Any, Callable

    from ._by_record import CallPlan
    from ._memory import Frame


class _Doc:
    """The docstring: the class's own on the class, the function's on a function."""

    def __init__(self, of_class: str) -> None:
        self.of_class = of_class

    def __get__(self, function: PackedFunc | None, owner: type) -> str | None:
        if function is None:
            return self.of_class
        from ._signature import doc_of

        return doc_of(function._describe(), function.__name__)


class _Module(str):
    """The module: the class's own on the class, that of its namespace on a function."""

    __slots__ = ()

    def __get__(self, function: PackedFunc | None, owner: type) -> str:
        if function is None or not function._name:
            return str(self)
        package = self.partition(".")[0]
        return f"{package}.{function._name}".rpartition(".")[0]

    def __reduce__(self) -> Any:
        return str, (str(self),)


class _Annotations:
    """The annotations: the class's own on the class, the types of the record on a function."""

    def __init__(self, of_class: dict[str, Any]) -> None:
        self.of_class = of_class

    def __get__(self, function: PackedFunc | None, owner: type) -> dict[str, Any]:
        if function is None:
            return self.of_class
        return function._hints()


class PackedFunc(Object):
    __doc__ = _Doc("A function of the runtime. It checks its arguments itself.")
    __module__ = _Module(__name__)
    __slots__ = ("__qualname__", "_call", "_frames", "_most", "_name") if native is None else ()

    _call: Any  # the foreign function that calls it, with the interpreter lock or without
    _frames: list[Frame]  # those that no call is using
    _most: int  # how many arguments it takes by position, as far as it is known
    _name: str
    __qualname__: str

    def __new__(cls, function: Callable[..., Any]) -> Any:
        """A native function that calls a Python callable."""
        if not callable(function):
            raise TypeError(
                f"PackedFunc: argument 1 `function`: expected a callable, got {type(function).__name__}"
            )
        try:
            return function_of(new_function(function))
        except Refused as refused:
            raise refused.named("PackedFunc: argument 1 `function`") from None

    if native is None or TYPE_CHECKING:
        __call__ = call

    def _free(self) -> None:
        super()._free()
        if native is None:
            self._frames = []  # they refer to the freed function

    def _argument(self, position: int) -> str:
        """The name of an argument in errors, by its position from 1."""
        from ._parameters import parameter_name

        name = parameter_name(self._describe(), position - 1)
        return f"{self.__qualname__}: argument {position}" + (f" `{name}`" if name is not None else "")

    def _describe(self) -> dict[str, Any]:
        """The function's record in the registry, also after its plugin was unloaded.

        Otherwise the record that the function was made with, if any.
        """
        if not self._handle:
            return {}
        if not self._name:
            return _own_record(self)
        registered = get_global(self._name)
        info = get_global("registry.info")
        if info is None or registered is None or registered._handle != self._handle:
            kept = _kept.get(self._handle)
            return kept[1] if kept is not None else _own_record(self)
        import json

        from ._parameters import checked_record

        described = checked_record(json.loads(info(self._name)))
        # It was registered without a record: its own applies.
        has_record = "a" in described or "overloads" in described
        return described if has_record else {**_own_record(self), **described}

    @property
    def __name__(self) -> str:
        """The last part of the name that it was looked up by, or else the name that it was bound by.

        `PackedFunc` if it has none.
        """
        return self._name.rpartition(".")[2] or self._own_name()[0] or "PackedFunc"

    def _own_name(self) -> tuple[str, str]:
        """The name that a function of compiled code was bound by, and its library; else empty texts."""
        if not self._handle:
            return "", ""
        record = _own_record(self)
        return str(record.get("name", "")), str(record.get("library", ""))

    if native is not None:
        # A class cannot have a property of this name, because it is an attribute of the class itself. The
        # ctypes path has a slot instead: this method makes all other attributes several times slower.
        def __getattr__(self, name: str) -> Any:
            if name == "__qualname__":
                return self._name or self._own_name()[0] or "PackedFunc"
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __get__(self, instance: object, owner: type | None = None) -> PackedFunc:
        # inspect and pydoc take it for a routine. As a class attribute it gets no `self`, like a builtin.
        return self

    @property
    def __signature__(self) -> inspect.Signature:
        from ._signature import signature_of

        return signature_of(self._describe())

    def _hints(self) -> dict[str, Any]:
        record = self._describe()
        if record.get("a") is None:
            return {}
        from ._hints import hints_of

        return hints_of(record)

    def __reduce__(self) -> Any:
        """A registered function is pickled as its name and the plugin that registered it.

        Where it is loaded, the name is looked up; if it is missing, the plugin is loaded.
        """
        if self._name and get_global(self._name) is self:
            owner = owner_of(self._name)
            if owner is None:
                return _hooks.get_global_func, (self._name,)
            return _hooks.function_of_plugin, (self._name, *owner)
        return super().__reduce__()

    def _repr_html_(self) -> str:
        from ._html import of_function

        return of_function(self.__qualname__, str(self.__signature__), self.__doc__)

    def __copy__(self) -> PackedFunc:
        return self

    def __deepcopy__(self, memo: object) -> PackedFunc:
        return self

    def __repr__(self) -> str:
        if not self._handle:
            return f"<freed PackedFunc {self._name}>".replace(" >", ">")
        if self._name:
            return f"<PackedFunc {self._name}>"
        name, library = self._own_name()
        return f"<PackedFunc {name} of {library}>" if library else f"<PackedFunc at {self._handle:#x}>"

    if not TYPE_CHECKING:
        __annotations__ = _Annotations(__annotations__)


if native is not None and not TYPE_CHECKING:
    _common = PackedFunc
    PackedFunc = native.make_function_type(_common)
    # A class made by the C API has these attributes of its own.
    PackedFunc.__doc__ = vars(_common)["__doc__"]
    PackedFunc.__module__ = vars(_common)["__module__"]
    # The class would make an empty one of its own when it is read.
    PackedFunc.__annotations__ = vars(_common)["__annotations__"]


if native is None:

    class AttachedFunction(Attached, PackedFunc):
        __doc__ = _Doc("A function whose arguments and results have the structure that its record says.")
        __module__ = _Module(__name__)
        __slots__ = ("_dynamic", "_plan")

    class PlannedFunction(Planned, PackedFunc):
        __doc__ = _Doc("A function whose arguments and results are converted in the light of its record.")
        __module__ = _Module(__name__)
        __slots__ = ("_arguments", "_limit", "_plan")

    # The accelerator has one class for all of them.
    _class: Any
    for _class in (AttachedFunction, PlannedFunction):
        _class.__name__ = _class.__qualname__ = PackedFunc.__name__
        _class.__annotations__ = vars(PackedFunc)["__annotations__"]
    set_function_classes(PackedFunc, AttachedFunction, PlannedFunction)


def aio(function: PackedFunc) -> Callable[..., Any]:
    """A coroutine function that calls a native function on another thread: `await tvmlike.aio(f)(x)`.

    The event loop runs meanwhile, so the function must release the GIL; TypeError if it keeps it. If the task
    is cancelled, the function runs to its end, and its result is dropped.
    """
    if not isinstance(function, PackedFunc):
        got = type(function).__name__
        raise TypeError(f"aio: argument 1 `function`: expected a PackedFunc, got {got}")
    if _keeps_gil(function):
        raise TypeError(
            f"aio: {function.__qualname__} keeps the GIL while it runs; call it directly, or register it "
            "with release_gil"
        )
    from ._aio import awaitable

    return awaitable(function)


def _keeps_gil(function: Any) -> bool:
    if native is not None:
        return bool(function._flags & REGISTER_KEEPS_GIL)
    from ._ctypes_function import _call_keep_gil

    return function._call is _call_keep_gil


def owner_of(name: str) -> tuple[str, str] | None:
    """Name and path of the plugin that registered a function or a type; None if no plugin did."""
    owner = get_global("plugin.owner")
    try:
        plugin = owner(name) if owner is not None else None
    except ValueError:
        return None  # nothing of this name is registered any more
    return None if plugin is None else (str(plugin["name"]), str(plugin["path"]))


def call_plan_of(name: str) -> CallPlan | None:
    """The call plan for the function that is registered under a name."""
    from ._call_plan import plan_of_described

    return plan_of_described(name, get_global("registry.info"))


def new_function(function: Callable[..., Any]) -> int:
    """A new native function that calls a Python callable. The caller owns the reference.

    Raises `Refused` for a coroutine function: native code would get a coroutine that nothing awaits.
    """
    if isinstance(function, PackedFunc):
        return retain(function._alive())
    if _is_coroutine_function(function):
        name = getattr(function, "__qualname__", None) or type(function).__qualname__
        raise Refused(
            TypeError,
            f"expected a function, got the coroutine function {name}, which native code cannot await; "
            "pass a function that runs it, such as lambda *args: asyncio.run(f(*args))",
        )
    handle: int = (_hooks if native is None else native).new_function(function)
    return handle


def _is_coroutine_function(function: Any) -> bool:
    """Whether a call makes a coroutine or an asynchronous generator."""
    cls = type(function)
    if cls is not _FUNCTION:
        partial = getattr(modules.get("functools"), "partial", None)
        while cls is _METHOD or cls is partial:
            function = function.__func__ if cls is _METHOD else function.func
            cls = type(function)
    if cls is not _FUNCTION:
        function = getattr(cls, "__call__", None)  # noqa: B004  # the class's own, not whether there is one
    return type(function) is _FUNCTION and bool(function.__code__.co_flags & _ASYNC)


# The module `types` would take a third of a millisecond to import.
_FUNCTION: Any = type(_is_coroutine_function)
_METHOD: Any = type(_Doc("").__get__)
_ASYNC = 0x80 | 0x100 | 0x200
"""The flags of code objects of coroutines, iterable coroutines and asynchronous generators: see `inspect`."""


def _own_record(function: PackedFunc) -> dict[str, Any]:
    from ._function_record import own_record
    from ._parameters import checked_record

    return checked_record(own_record(function)[0])


def get_own(name: str) -> PackedFunc:
    """A function that the package itself needs, by name. Raises RuntimeError if it was removed."""
    found = get_global(name)
    if found is None:
        raise RuntimeError(f"the function {name} was removed from the registry")
    return found


def forget_looked_up() -> None:
    """Clears all caches of functions and classes by name."""
    forget_names()
    changed()


_kept: dict[int, tuple[ref[PackedFunc], dict[str, Any]]] = {}
"""The records of functions whose plugin was unloaded, by handle, while Python objects for them exist."""


def keep_described(names: Iterable[str]) -> None:
    """Keeps the records of functions that are still referenced: their names are about to be removed."""
    seen = []
    for name in names:
        function = get_global(name)
        if function is not None:
            seen.append(ref(function))
    function = None
    forget_looked_up()
    for living_one in seen:
        function = living_one()
        if function is not None:
            _keep(function._handle, function)


def _keep(handle: int, function: PackedFunc) -> None:
    def gone(dead: ref[PackedFunc]) -> None:
        known = _kept.get(handle)
        if known is not None and known[0] is dead:
            del _kept[handle]

    described = function._describe()
    if described:
        _kept[handle] = ref(function, gone), described


set_class("runtime.PackedFunc", PackedFunc)
