"""Compiled code by path: libraries, C functions, closures.

>>> libm = tvmlike.native.open("libm.so.6")
>>> cosine = libm.bind("cos", "f64(f64)")
>>> cosine(0.0)
1.0

A signature is text, C's (`"i32(cstr, ...)"`) or a function type of MLIR (`"(memref<?xf32>, f32) -> f32"`).
`open` opens a library and binds the functions whose signatures it contains; `closure` makes a C function
pointer from a callable; `errno` is the value after the last call of a function bound with `errno`.

Signatures cannot be verified: a wrong one crashes the process, as in C.
"""

from __future__ import annotations

import atexit
import os

from ._arguments import Unsigned
from ._native_signature import signature
from ._typing import overload
from ._unraisable import begin as _report_as_python_does
from .function import PackedFunc, get_global, get_own
from .namespace import _init_api
from .object import Object, register_object
from .plugins import unloaded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any, Callable, Union

    # The others under `native.`, see `_init_api` below.
    from ._functions.native import Closure as Closure
    from ._functions.native import Handle as _DeclaredHandle
    from ._functions.native import Library as _Declared
    from ._functions.native import bind as bind
    from ._functions.native import errno as errno
    from ._functions.native import leave_all_mapped as leave_all_mapped
    from ._functions.native import report_to as report_to
    from ._functions.native import signatures_of as signatures_of

    Path = Union[str, bytes, os.PathLike[str], os.PathLike[bytes]]
else:
    _Declared = _DeclaredHandle = Object

__all__ = [
    "Closure",
    "Handle",
    "Library",
    "bind",
    "closure",
    "errno",
    "leave_all_mapped",
    "open",
    "report_to",
    "signature",
    "signatures_of",
]


@register_object("native.Handle")
class Handle(_DeclaredHandle):
    """A pointer to an object of a C library, of a type that `Library.handle` declares.

    An owned handle frees its object when it is closed or freed; `with` closes it at the end. A handle keeps
    alive the handles that were arguments of the call that returned it.
    """

    def __enter__(self) -> Handle:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


@register_object("native.Library")
class Library(_Declared):
    """An open library. Its functions are attributes and items, once they are bound.

    >>> with tvmlike.native.open("libm.so.6") as libm:
    ...     libm.bind("cbrt", "f64(f64)")
    ...     libm.cbrt(8.0), libm["cbrt"](1.0)
    <PackedFunc ...>
    (2.0, 1.0)

    `with` closes it at the end, which removes its names from the registry. Its code stays mapped until its
    last function is freed.
    """

    def bind(
        self,
        symbol: str,
        signature: str | os.PathLike[str],
        convention: str = "auto",
        results: str = "owned",
        name: str | None = None,
        doc: str | None = None,
    ) -> PackedFunc:
        """Binds a symbol as a function, which becomes an attribute and an item of the library.

        A signature that begins with `(` or `func.func` is an MLIR function type, any other is a C signature.
        A path is that of a `.mlir` file, which has a function of the symbol's name.
        `convention` is `c`, `ciface`, `expanded` or `bare`; `auto` chooses by the signature, and prefers
        `_mlir_ciface_SYMBOL` if it exists. `results` is the ownership of arrays that an MLIR function
        returns: `owned` by the caller, or `borrowed`. `name` is the name in errors and in the library.
        Binding the same symbol in the same way again returns the same function.
        """
        if isinstance(signature, os.PathLike):
            from ._mlir_signatures import signature_in_file

            signature = signature_in_file(signature, symbol)
        function = super().bind(symbol, signature, convention, results, name, doc)
        self._remember(name or symbol, function)
        return function

    def close(self) -> None:
        """Removes its names from the registry and releases its code. A second call does nothing.

        Functions that are still referenced stay valid; the code is unmapped after the last of them. A look-up
        of a missing name does not open the library again.
        """
        vars(self).clear()
        _forget(self)
        super().close()

    def _remember(self, name: str, function: PackedFunc) -> None:
        # Attributes of the class take precedence: a library may have a function `close`.
        if not hasattr(type(self), name):
            vars(self)[name] = function

    def __getitem__(self, name: str) -> PackedFunc:
        function: PackedFunc | None = self.functions.get(name)
        if function is None:
            raise KeyError(self._not_bound(name))
        return function

    def _not_bound(self, name: str) -> str:
        where = self.path or "the process"
        return f"{where}: function {name!r} is not bound; call bind({name!r}, ...) first"

    def __getattr__(self, name: str) -> PackedFunc:
        if not name.startswith("__"):
            function: PackedFunc | None = self.functions.get(name)
            if function is not None:
                self._remember(name, function)
                return function
        raise AttributeError(self._not_bound(name))

    def __contains__(self, name: object) -> bool:
        return name in self.functions

    def __iter__(self) -> Iterator[str]:
        return iter(self.functions)

    def __len__(self) -> int:
        return len(self.functions)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.functions})

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


_registered: dict[str, Library] = {}
"""The libraries whose functions are in the registry, by their files."""


def registered_files() -> list[str]:
    """The files of the libraries whose functions are in the registry."""
    return list(_registered)


def _forget(library: Library) -> None:
    for path, known in list(_registered.items()):
        if known is library:
            del _registered[path]
            unloaded.add(path)


def open(
    path: Path | None = None,
    namespace: str | None = None,
    imports: Mapping[str, Any] | None = None,
    signatures: Mapping[str, Any] | os.PathLike[str] | str | None = None,
) -> Library:
    """Opens a library of compiled code; without a path, the process itself.

    `path` is a file, which may be replaced while it is open; text without a slash is a name that the loader
    searches for, such as `"libm.so.6"`. `imports` maps undefined symbols of the library to closures,
    addresses or arrays, for this library alone.

    If the library contains signatures, its functions are bound at once and registered under `namespace`, or
    else under the namespace that the library names: all of them or none. `signatures` replaces the library's
    own: a dict of signatures by symbol, `{"cos": "f64(f64)"}`, or the full form of
    `docs/calling-conventions.md` as a dict, JSON text or the path of a JSON file. The path of a `.mlir` file
    stands for the types of its functions.
    """
    if imports is not None and not hasattr(imports, "keys"):
        raise TypeError(f"native.open: argument 3 `imports`: expected a dict, got {type(imports).__name__}")
    opened: Library = get_own("native.open")(
        _path(path), namespace, dict(imports or {}), _signatures(signatures)
    )
    if opened.namespace is not None:
        file = os.path.realpath(opened.path)
        _registered[file] = opened
        unloaded.discard(file)
    return opened


def _path(path: Path | None) -> str | None:
    if path is None:
        return None
    if isinstance(path, (str, bytes)):
        return os.fsdecode(path)
    if not isinstance(path, os.PathLike):
        raise TypeError(f"native.open: argument 1 `path`: expected a path or None, got {type(path).__name__}")
    # Only text can be a name that the loader searches for; a path object is a file.
    return os.path.abspath(os.fsdecode(path))


def _signatures(given: Mapping[str, Any] | os.PathLike[str] | str | None) -> str | None:
    import json
    from collections.abc import Mapping

    if isinstance(given, Mapping):
        if not isinstance(given.get("functions"), (list, tuple)):
            given = {"functions": [{"symbol": symbol, "signature": text} for symbol, text in given.items()]}
        return json.dumps(dict(given))
    if isinstance(given, os.PathLike) or (isinstance(given, str) and not given.lstrip().startswith("{")):
        from pathlib import Path as File

        from ._mlir_signatures import is_mlir, signatures_of_file

        if is_mlir(given):
            return json.dumps(signatures_of_file(given))

        return File(given).read_text(encoding="utf-8")
    return given


@overload
def closure(function: str, *, on_error: str = "raise") -> Callable[[Callable[..., Any]], Closure]: ...
@overload
def closure(function: Callable[..., Any], signature: str, on_error: str = "raise") -> Closure: ...
def closure(function: Any, signature: str | None = None, on_error: str = "raise") -> Any:
    """Makes a C function pointer that calls a callable; with only a signature, returns a decorator.

    >>> @tvmlike.native.closure("i32(*const i32, *const i32)")
    ... def compare(a, b):
    ...     return a - b

    The pointer is valid until the object is freed or closed; later calls return zero and are reported.
    `on_error` selects what happens with an exception: `raise` raises it in the native call that called the
    pointer, `report` reports it, `abort` aborts the process. The C caller gets zero.
    """
    own = get_own("native.closure")

    def make(called: Any, text: str, on_error: str) -> Any:
        return own(_with_large_results(called) if _is_unsigned(text) else called, text, on_error)

    if isinstance(function, str):
        if signature is not None:
            raise TypeError("native.closure: expected the function before the signature")
        text = function
        return lambda wrapped: make(wrapped, text, on_error)
    if signature is None:
        raise TypeError("native.closure: missing the signature; example: closure(function, 'i32(ptr)')")
    return make(function, signature, on_error)


def _is_unsigned(signature: str) -> bool:
    """Whether the result of a C signature may be an integer of 2**63 or more."""
    return isinstance(signature, str) and signature.partition("(")[0].strip() in ("u64", "size")


def _with_large_results(function: Any) -> Any:
    """A function for a closure whose result is unsigned: natively, ints end at 2**63 - 1."""
    if isinstance(function, PackedFunc) or not callable(function):
        return function

    def called(*args: Any) -> Any:
        made = function(*args)
        return Unsigned(made) if type(made) is int and 1 << 63 <= made < 1 << 64 else made

    for attribute in ("__name__", "__qualname__"):
        setattr(called, attribute, getattr(function, attribute, type(function).__name__))
    return called


_init_api("native", __name__)

# At its end the interpreter frees all objects, but threads of a library may still run its code.
_at_the_end = get_global("native.leave_all_mapped")
if _at_the_end is not None:
    atexit.register(_at_the_end)
_report_as_python_does()
