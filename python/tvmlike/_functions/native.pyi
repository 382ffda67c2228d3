# Written by `tvmlike stubs`: what is registered under `native.`
# ruff: noqa

from collections.abc import Callable, Mapping
from ctypes import c_void_p
from typing import Any

from tvmlike import Array, Map, Object, PackedFunc
from tvmlike.typing import ArrayLike

class Closure(Object):
    """A function as a C function pointer.

    The pointer can be called while this object exists and is not closed. A later call returns zero and is reported; it does
    not crash.
    """
    @property
    def signature(self) -> str:
        """The signature of the pointer."""
    def __repr__(self) -> str: ...
    @property
    def pointer(self) -> c_void_p:
        """The C function pointer."""
    @property
    def closed(self) -> bool:
        """Whether the pointer is closed."""
    def close(self) -> None:
        """Releases the function. Running calls continue; later ones return zero."""

class Library(Object):
    """A library of compiled code, whose symbols can be bound to signatures."""
    @property
    def path(self) -> str:
        """The path that was opened; empty for the process itself."""
    @property
    def namespace(self) -> str | None:
        """The namespace in which the library's functions are registered; None if they are not."""
    def __repr__(self) -> str: ...
    def symbols(self, data: bool = False) -> Array[str]:
        """Returns the names of the functions that the library itself exports, sorted; with `data`, of all symbols."""
    def address(self, symbol: str) -> c_void_p:
        """Returns the address of a symbol. It is valid while the library is open: it does not keep the library."""
    def bind(
        self,
        symbol: str,
        signature: str,
        convention: str = "auto",
        results: str = "owned",
        name: str | None = None,
        doc: str | None = None,
    ) -> PackedFunc:
        """Creates a function from a symbol.

        A signature that begins with `(` or `func.func` is an MLIR function type, any other is a C signature. `convention` is
        `c`, `ciface`, `expanded`, `bare` or `auto`, which depends on the signature and uses `_mlir_ciface_SYMBOL` if it
        exists. `results` is the ownership of arrays that an MLIR function returns: `owned` by the caller, or `borrowed`.
        Errors contain `name`. Equal arguments return the same function. The signature must be that of the symbol: this
        cannot be checked.
        """
    @property
    def functions(self) -> Map[Any, Any]:
        """The bound functions by name."""
    @property
    def registered(self) -> Array[str]:
        """The full names of its functions that are still registered."""
    def close(self) -> None:
        """Removes its names from the registry and releases the code.

        Existing functions of it stay valid: its code is unmapped after the last of them is freed. Closing it again does
        nothing.
        """

def bind(
    pointer: c_void_p | ArrayLike | Object | None,
    signature: str,
    name: str = "",
) -> PackedFunc:
    """Creates a function from a C function pointer. Errors contain `name`.

    The function does not keep the code loaded: the pointer must be valid as long as the function exists.
    """

def closure(function: Callable[..., Any], signature: str, on_error: str = "raise") -> Closure:
    """Creates a C function pointer that calls a function.

    `signature` is the C signature of the pointer: `"i32(*const i64, *const i64)"`. A `*T` is dereferenced, text is copied,
    NULL becomes None. `on_error` decides what happens to an error of the function: `"raise"` makes it the error of the native
    call that called the pointer, `"report"` reports it, `"abort"` aborts the process. C receives zero.
    """

def errno() -> int:
    """The value of `errno` after this thread's last call of a function with `errno` in its signature."""

def leave_all_mapped() -> None:
    """Never unmaps a library from now on.

    Call it before the process exits: objects are then freed in an arbitrary order, and threads of a library may still run.
    The destructors run when the process exits.
    """

def open(
    path: str | None,
    namespace: str | None = None,
    imports: Mapping[Any, Any] = ...,
    signatures: str | None = None,
) -> Library:
    """Opens a library of compiled code; the process itself where the path is None.

    A path with a slash is a file, which can be replaced while it is open, because a private copy is mapped. The loader
    searches for any other name. `imports` maps undefined symbols of the library to closures or addresses, for this library
    only. The signatures in the library, or those passed as JSON text, are bound at once, and registered under `namespace`,
    or under the namespace in the JSON: all of them or none. The signatures must be those of the functions: this cannot be
    checked.
    """

def report_to(function: Callable[..., Any] | None = None) -> PackedFunc | None:
    """Sets the function that receives errors of callbacks that no native call on the thread can raise. It is called with the
    error and a text that names the place. With None, such errors are printed. Returns the previous function.
    """

def signatures_of(path: str) -> str | None:
    """Returns the signatures in the file of a library, as JSON text, without loading it; None if there are none."""
