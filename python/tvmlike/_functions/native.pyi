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
        """The names that stand for functions of it in the registry, as far as they still do."""
    def close(self) -> None:
        """Takes its names out of the registry and lets go of it.

        Functions of it that somebody has stay valid: its code is unmapped when the last of them is gone. Closing it again
        does nothing.
        """

def bind(
    pointer: c_void_p | ArrayLike | Object | None,
    signature: str,
    name: str = "",
) -> PackedFunc:
    """Makes a function of a C function pointer. `name` is what errors call it.

    Nothing keeps the code that the pointer refers to: it must be there for as long as the function is.
    """

def closure(function: Callable[..., Any], signature: str, on_error: str = "raise") -> Closure:
    """Makes a C function pointer that calls a function.

    `signature` is that of the pointer: `"i32(*const i64, *const i64)"`. What a `*T` points to is read, text is copied,
    NULL is None. `on_error` says what becomes of an error of the function: `"raise"` makes it the error of the native call
    that the pointer was called from, `"report"` reports it, `"abort"` ends the process. C gets zero.
    """

def errno() -> int:
    """What `errno` was after this thread's last call of a function whose signature says `errno`."""

def leave_all_mapped() -> None:
    """Leaves all libraries mapped from now on.

    It is for the end of a process: what it has is let go of in some order then, and threads that a library has started
    may run still. The destructors run when the process ends.
    """

def open(
    path: str | None,
    namespace: str | None = None,
    imports: Mapping[Any, Any] = ...,
    signatures: str | None = None,
) -> Library:
    """Opens a library of compiled code; the process itself where the path is None.

    A path with a slash is a file, which may be replaced while it is open: a private copy is mapped. Any other name is
    looked for where the loader looks. `imports` maps symbols that the library uses and does not have to closures or
    addresses, for this library alone. The signatures that the library carries, or those that are given as JSON text, are
    bound at once, and registered under `namespace`, or else under the namespace that they name: all of them or none.
    That they are the signatures of these functions is the word of whoever wrote them: nothing can check it.
    """

def report_to(function: Callable[..., Any] | None = None) -> PackedFunc | None:
    """Names the function that errors go to which nobody can be given: a callback failed, and no native call is around it. It
    is called with the error and a text that says where it was. With None they are printed. Gives the one named before.
    """

def signatures_of(path: str) -> str | None:
    """The signatures that the file of a library carries, as JSON text, without loading it; None where it carries none."""
