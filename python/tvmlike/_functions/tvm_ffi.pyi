# Written by `tvmlike stubs`: what is registered under `tvm_ffi.`
# ruff: noqa

from ctypes import c_void_p
from typing import Any

from tvmlike import Array, Map, Object
from tvmlike.typing import ArrayLike

def giver() -> c_void_p:
    """The address of a function for tvm-ffi, called with the address of an object here, that gives the object to it."""

def join(library: str = "", follow: bool = True) -> Map[Any, Any]:
    """Joins the registry with that of tvm-ffi, whose library is in the process.

    Afterwards functions of each side are found by name on the other. With `follow`, so is what is registered later, as
    far as can be: see the guide. A name that both sides have stays on each side what it is. Joining again brings what
    has come since and takes away what has gone.

    Returns a map: `library` and `version` of tvm-ffi, the names that were `imported` from it and `exported` to it now, and
    those that were `skipped` since both sides have them. `library` says where the library lies, if the loader does not
    know it by its name alone.
    """

def leave() -> None:
    """Parts both registries again: what `tvm_ffi.join` put under names of either side is taken away, if it is still there.

    What somebody got by such a name stays valid. As long as they are joined, tvm-ffi's registry holds functions of plugins
    like anybody who has a handle, so a plugin that is to be unloaded only if nobody holds it is unloaded after this.
    Nothing happens where they are not joined.
    """

def load_module(path: str, namespace: str) -> Array[str]:
    """Opens a library that exports functions for tvm-ffi and registers them under a namespace.

    `__tvm_ffi_scale` in the library becomes `NAMESPACE.scale`. Returns the names, sorted. A name that is taken, or a
    library without such functions, is an error that leaves the registry as it was.
    """

def take(address: c_void_p | ArrayLike | Object | None) -> Any:
    """The object of tvm-ffi at an address, as an object here. The caller holds it for the call."""

def type_key(object: Object) -> str:
    """What tvm-ffi calls the type of one of its objects that is kept here."""
