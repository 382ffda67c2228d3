# Written by `tvmlike stubs`: what is registered under `native.`
# ruff: noqa

from collections.abc import Callable, Mapping
from ctypes import c_void_p
from typing import Any

from tvmlike import Array, Map, Object, PackedFunc
from tvmlike.typing import ArrayLike

class Closure(Object):
    """A function as a C function pointer.

    The pointer can be called as long as this object is there and has not been closed. A call that comes later gives zero
    and is reported; it crashes nothing.
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
        """Whether it has been closed."""
    def close(self) -> None:
        """Lets the function go. Calls that have begun go on; later ones give zero."""

class Library(Object):
    """A library of compiled code, whose symbols can be bound to signatures."""
    @property
    def path(self) -> str:
        """What was asked for; empty for the process itself."""
    @property
    def namespace(self) -> str | None:
        """Under which namespace the functions of the signatures that it carries are registered; None where they are not."""
    def __repr__(self) -> str: ...
    def symbols(self, data: bool = False) -> Array[str]:
        """The names of what the library itself exports, sorted: functions, and with `data` everything else too."""
    def address(self, symbol: str) -> c_void_p:
        """The address of a symbol. It is good as long as the library is open: it keeps nothing."""
    def bind(
        self,
        symbol: str,
        signature: str,
        convention: str = "auto",
        results: str = "owned",
        name: str | None = None,
        doc: str | None = None,
    ) -> PackedFunc:
        """Makes a function of a symbol.

        A signature that begins with `(` or `func.func` is a function type of MLIR, any other is one of C. `convention` is
        `c`, `ciface`, `expanded` or `bare`, or `auto`, which goes by the signature and takes `_mlir_ciface_SYMBOL` where it
        is there. `results` says whose the arrays are that an MLIR function returns: `owned` by the caller, or `borrowed`.
        `name` is what errors call the function. The same binding gives the same function. That the function has this
        signature is the caller's word: nothing can check it.
        """
    @property
    def functions(self) -> Map[Any, Any]:
        """The functions that were bound, by name."""
    @property
    def registered(self) -> Array[str]:
        """The names of its functions in the registry that are still registered."""
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
    """Makes a function from a C function pointer. Errors use `name`.

    The function does not keep the code of the pointer: it must exist as long as the function.
    """

def closure(function: Callable[..., Any], signature: str, on_error: str = "raise") -> Closure:
    """Makes a C function pointer that calls a function.

    `signature` is that of the pointer: `"i32(*const i64, *const i64)"`. What a `*T` points to is read, text is copied,
    NULL is None. `on_error` decides what happens to an error of the function: `"raise"` makes it the error of the native
    call that called the pointer, `"report"` reports it, `"abort"` aborts the process. C receives zero.
    """

def errno() -> int:
    """The value of `errno` after this thread's last call of a function with `errno` in its signature."""

def leave_all_mapped() -> None:
    """Leaves all libraries mapped from now on.

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
    or under the namespace in the JSON: all of them or none.
    The signatures must be those of the functions: this cannot be checked.
    """

def report_to(function: Callable[..., Any] | None = None) -> PackedFunc | None:
    """Sets the function that receives errors of callbacks that no native call on the thread can raise. It is called with the
    error and a text that names the place. With None, such errors are printed. Returns the previous function.
    """

def signatures_of(path: str) -> str | None:
    """The signatures that the file of a library carries, as JSON text, without loading it; None where it carries none."""
