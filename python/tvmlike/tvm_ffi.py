"""tvm-ffi in the same process: functions of each by name on the other side, and objects of each on both.

>>> import tvmlike.tvm_ffi
>>> tvmlike.tvm_ffi.join()
>>> tvmlike.get_global_func("ffi.Array")(1, 2)      # a function of tvm-ffi
>>> tvm_ffi.get_global_func("tensor.add")(a, b)     # a function of ours

tvm-ffi is not needed by anything else in the package, and is imported when one of these functions is called.
The functions under `tvm_ffi.` are attributes of the module: `leave()` parts both registries again.
"""

from __future__ import annotations

import os
from ctypes import c_void_p

from . import _pack
from . import function as _function
from ._arguments import Refused
from ._pack import converters, pack
from .container import Shape
from .namespace import _init_api
from .object import Object, register_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    # The others under `tvm_ffi.`, see `_init_api` below.
    from ._functions.tvm_ffi import giver as giver
    from ._functions.tvm_ffi import leave as leave
    from ._functions.tvm_ffi import take as take
    from ._functions.tvm_ffi import type_key as type_key
    from ._functions.tvm_ffi import version as version
    from .container import Map
    from .function import PackedFunc


def join(follow: bool = True) -> Map[str, Any]:
    """Joins the registry with that of the package apache-tvm-ffi, which is imported.

    Functions of each side are then found by name on the other, and objects of either package are arguments of
    the other's functions. With `follow`, later changes of this registry apply to the other at once. A name
    that both sides have keeps its own function on each side.

    Returns a map: `library` and `version` of tvm-ffi, the names that this call `imported` from it and
    `exported` to it, and those that it `skipped` because both sides have them. A further call adds names that
    were registered since, and removes names that were removed.

    tvm-ffi's registry has no lock: no thread may use it by name while one that does not hold the interpreter
    lock registers or removes a name here, as loading and unloading plugins does.
    """
    theirs = _theirs()
    _learn(theirs)
    done: Map[str, Any] = _function.get_own("tvm_ffi.join")(_library(theirs), follow)
    return done


def load_module(path: str | os.PathLike[str], namespace: str, override: bool = False) -> list[str]:
    """Opens a library that was compiled for tvm-ffi and registers its functions under a namespace.

    `__tvm_ffi_scale` in the library becomes `namespace.scale`. Returns the names. With `override`, the
    functions replace those that are registered under their names. Such libraries link tvm-ffi's, so its
    package is imported where it is installed.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"load_module: argument 1 `path`: expected a path, got {type(path).__name__}")
    if not isinstance(namespace, str) or not namespace:
        raise TypeError(f"load_module: argument 2 `namespace`: expected a non-empty str, got {namespace!r}")
    try:
        _theirs()
    except ImportError:
        pass  # a library that needs it raises its own error
    return [*_function.get_own("tvm_ffi.load_module")(os.fspath(path), namespace, override)]


def to_tvm_ffi(value: Any) -> Any:
    """An object of this package as an object of tvm-ffi: a tensor, a function, a container.

    Tensors and arrays remain the same native object. A function is wrapped, and comes back as itself. Maps
    are copied. An object of a type that tvm-ffi does not know is boxed.
    """
    if not isinstance(value, Object):
        raise TypeError(
            f"to_tvm_ffi: argument 1 `value`: expected tvmlike.Object, got {type(value).__name__}"
        )
    try:
        return _giver(_theirs())(c_void_p(value._alive()))
    except RuntimeError as error:
        # tvm-ffi has no class for this kind.
        why = getattr(error, "__tvm_ffi_error__", None)
        if getattr(why, "kind", None) != "BufferError":
            raise
        text = str(error).removeprefix("the result, converted to tvm-ffi: ")
    raise BufferError(f"to_tvm_ffi: argument 1 `value`: {text}")


def from_tvm_ffi(value: Any) -> Any:
    """An object of tvm-ffi as an object of this package, as `to_tvm_ffi` does it the other way."""
    theirs = _theirs()
    if not isinstance(value, _object_class(theirs)):
        raise TypeError(
            f"from_tvm_ffi: argument 1 `value`: expected tvm_ffi.Object, got {type(value).__name__}"
        )
    return _take(value)


@register_object("runtime.Module")
class Module(Object):
    """A module of tvm-ffi: functions of a library by name.

    >>> module["scale"](array, 2.0)
    >>> module.scale(array, 2.0)

    A function whose name is an attribute of this class is found by `module[name]`.
    """

    __slots__ = ()

    @property
    def kind(self) -> str:
        """The kind of the module, such as `library`."""
        return str(to_tvm_ffi(self).kind)

    @property
    def imports(self) -> list[Module]:
        """The modules that it imports."""
        return [from_tvm_ffi(module) for module in to_tvm_ffi(self).imports]

    def get_function(self, name: str, query_imports: bool = False) -> PackedFunc:
        """The function with a name, with `query_imports` also of the imported modules.

        AttributeError if there is none.
        """
        if not isinstance(name, str):
            raise TypeError(f"get_function: argument 1 `name`: expected str, got {type(name).__name__}")
        function: PackedFunc = from_tvm_ffi(to_tvm_ffi(self).get_function(name, query_imports))
        return function

    def implements_function(self, name: str, query_imports: bool = False) -> bool:
        """Whether there is a function with a name, with `query_imports` also in the imported modules."""
        if not isinstance(name, str):
            raise TypeError(
                f"implements_function: argument 1 `name`: expected str, got {type(name).__name__}"
            )
        return bool(to_tvm_ffi(self).implements_function(name, query_imports))

    def import_module(self, module: Module) -> None:
        """Adds a module to those that it imports."""
        if not isinstance(module, Module):
            raise TypeError(
                f"import_module: argument 1 `module`: expected Module, got {type(module).__name__}"
            )
        to_tvm_ffi(self).import_module(to_tvm_ffi(module))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.implements_function(name)

    def __getitem__(self, name: str) -> PackedFunc:
        try:
            return self.get_function(name)
        except AttributeError:
            raise KeyError(name) from None

    def __getattr__(self, name: str) -> PackedFunc:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.get_function(name)

    def __repr__(self) -> str:
        return f"<tvmlike.tvm_ffi.Module of kind {self.kind!r} at {self._alive():#x}>"


_is_supported = False


def _theirs() -> ModuleType:
    """The package, by its own name: the one of this module. RuntimeError if its version is not supported."""
    global _is_supported
    from importlib import import_module

    try:
        theirs = import_module("tvm_ffi")
    except ImportError as error:
        text = f"cannot import tvm_ffi (package apache-tvm-ffi): {error}"
        raise ImportError(text, name="tvm_ffi") from None
    if not _is_supported:
        _function.get_own("tvm_ffi.version")(_library(theirs))
        _is_supported = True
    return theirs


def _object_class(theirs: ModuleType) -> type:
    """The class of its native objects; before 0.1.10 it has another name."""
    found: type = getattr(theirs.core, "CObject", theirs.core.Object)
    return found


def _library(theirs: ModuleType) -> str:
    """The file of its library, by which the loader knows it for sure."""
    find = getattr(theirs.libinfo, "find_libtvm_ffi", None)
    return os.fspath(find()) if find is not None else ""


_made_giver: Any = None


def _giver(theirs: ModuleType) -> Any:
    """The function of tvm-ffi that makes an object of tvm-ffi of the address of an object here."""
    global _made_giver
    if _made_giver is None:
        _made_giver = theirs.core.Function.__from_extern_c__(_function.get_own("tvm_ffi.giver")().value)
    return _made_giver


def _take(value: Any) -> Any:
    handle = value.__chandle__()
    if not handle:
        raise ValueError(f"this {type(value).__name__} of tvm_ffi has no native object")
    return _function.get_own("tvm_ffi.take")(c_void_p(handle))


def _pack_theirs(value: Any, words: Any, i: int, keep: list[Any]) -> None:
    try:
        taken = _take(value)
    except ValueError as error:
        raise Refused(ValueError, str(error)) from None
    keep.append(taken)
    pack(taken, words, i, keep)


def _pack_shape(value: Any, words: Any, i: int, keep: list[Any]) -> None:
    # A tuple to Python, which has the native object beside it where tvm-ffi made it.
    behind = value._tvm_ffi_cached_object
    if behind is not None:
        _pack_theirs(behind, words, i, keep)
    else:
        made = Shape(value)
        keep.append(made)
        pack(made, words, i, keep)


def _learn(theirs: ModuleType) -> None:
    """Makes each package's functions accept the other's objects, without converting them."""
    if hasattr(Object, "__tvm_ffi_object__"):
        return
    # In front of all others: its tensors would be taken by DLPack, its functions as Python callables.
    own: tuple[tuple[type, _pack.Converter], ...] = (
        (_object_class(theirs), _pack_theirs),
        (theirs.Shape, _pack_shape),
    )
    _pack._BASES = (*own, *_pack._BASES)
    classes = tuple(cls for cls, _ in own)
    for known in [cls for cls in converters if issubclass(cls, classes)]:
        del converters[known]
    # tvm-ffi calls this method on arguments that are not its own.
    Object.__tvm_ffi_object__ = to_tvm_ffi  # type: ignore[attr-defined]

    def shape_of_theirs(shape: Shape) -> Any:
        return theirs.Shape(shape)._tvm_ffi_cached_object

    Shape.__tvm_ffi_object__ = shape_of_theirs  # type: ignore[attr-defined]


_init_api("tvm_ffi", __name__)
