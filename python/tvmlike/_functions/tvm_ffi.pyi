# Written by `tvmlike stubs`: what is registered under `tvm_ffi.`
# ruff: noqa

from ctypes import c_void_p
from typing import Any

from tvmlike import Array, Map, Object
from tvmlike.typing import ArrayLike

def giver() -> c_void_p:
    """The address of a C function for tvm-ffi that converts an object of tvmlike, given its address."""

def join(library: str = "", follow: bool = True) -> Map[Any, Any]:
    """Joins the registry with that of tvm-ffi, whose library is in the process.

    Afterwards functions of each side are found by name on the other. With `follow`, later registrations are found, too, with
    the limits in the guide. A name that both sides have keeps its function on each side. Joining again registers new names and
    removes names that are gone.

    Returns a map: `library` and `version` of tvm-ffi, the names that were `imported` from it and `exported` to it now, and the
    names that were `skipped` because both sides have them. Pass the path of tvm-ffi's library as `library` if the loader does not
    find it by name.
    """

def leave() -> None:
    """Separates the registries again: removes what `tvm_ffi.join` registered on either side, if it is still there.

    Functions that were looked up by such a name stay valid. While joined, tvm-ffi's registry holds references to functions of
    plugins; call this first to unload a plugin that must not be in use. Nothing happens if they are not joined.
    """

def load_module(path: str, namespace: str) -> Array[str]:
    """Opens a library that exports functions for tvm-ffi and registers them under a namespace.

    `__tvm_ffi_scale` in the library becomes `NAMESPACE.scale`. Returns the names, sorted. If a name is taken or the library has
    no such functions, nothing is registered.
    """

def take(address: c_void_p | ArrayLike | Object | None) -> Any:
    """Converts the object of tvm-ffi at an address. The caller keeps it alive for the call."""

def type_key(object: Object) -> str:
    """The type key of an object of tvm-ffi, as tvm-ffi calls it."""
