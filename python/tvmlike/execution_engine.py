"""`ExecutionEngine`, with the names of MLIR's Python bindings.

>>> engine = ExecutionEngine(module)
>>> engine.invoke("sum", ctypes.byref(x), ctypes.byref(result))

The module must be in the llvm dialect. `tvmlike.compile` is simpler: it lowers the module, and its functions
take arrays.
"""

from __future__ import annotations

import ctypes
import os

from . import native
from .engine import compile as _compile
from .engine import object as _object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Callable

    from .engine import Library
    from .ir import Module

__all__ = ["ExecutionEngine"]

_UNDEFINED = "undefined symbols"


class ExecutionEngine:
    """Code of a module of the llvm dialect, which is copied.

    Functions are called with pointers to their arguments, through the entries for C that
    `llvm.emit_c_interface` makes. A trap of the code raises an exception.
    """

    def __init__(
        self,
        module: Module,
        opt_level: int = 2,
        shared_libs: Sequence[str | os.PathLike[str]] = (),
        enable_object_dump: bool = True,
        enable_pic: bool = False,
    ) -> None:
        self._module = module.operation.clone()
        self._optimize = opt_level > 0
        self._symbols: dict[str, Any] = {}
        self._shared = [ctypes.CDLL(os.fspath(path), mode=ctypes.RTLD_GLOBAL) for path in shared_libs]
        self._library: Library | None = None
        self._kept: list[Library] = []
        try:
            self._compiled()
        except Exception as error:
            # Symbols can be registered until the first look-up.
            if _UNDEFINED not in str(error):
                raise RuntimeError(f"Failure while creating the ExecutionEngine: {error}") from error

    def _compiled(self) -> Library:
        if self._library is None:
            self._library = _compile(
                self._module, symbols=self._symbols, optimize=self._optimize, packed=True
            )
            self._kept.append(self._library)
        return self._library

    def raw_lookup(self, func_name: str) -> int | None:
        """The address of the entry of a function that takes an array of pointers; None if there is none."""
        library = self._compiled()
        name = f"_mlir_{func_name}"
        return _address(library.address(name)) if name in library.symbols() else None

    def lookup(self, name: str) -> Callable[[Any], None]:
        """The entry for C of a function, which takes an array of pointers, as a function of ctypes."""
        address = self.raw_lookup(f"_mlir_ciface_{name}")
        if not address:
            raise RuntimeError("Unknown function " + name)
        return ctypes.CFUNCTYPE(None, ctypes.c_void_p)(address)

    def invoke(self, name: str, *ctypes_args: Any) -> None:
        """Calls a function with pointers of ctypes to its arguments, and to its result behind them."""
        address = self.raw_lookup(f"_mlir_ciface_{name}")
        if not address:
            raise RuntimeError("Unknown function " + name)
        packed = (ctypes.c_void_p * len(ctypes_args))()
        for index, argument in enumerate(ctypes_args):
            packed[index] = ctypes.cast(argument, ctypes.c_void_p)
        native.bind(ctypes.c_void_p(address), "void(ptr)", name)(ctypes.c_void_p(ctypes.addressof(packed)))

    def raw_register_runtime(self, name: str, callback: Any) -> None:
        """Supplies the address of a symbol that the module declares."""
        value = ctypes.cast(callback, ctypes.c_void_p).value if not isinstance(callback, int) else callback
        self._symbols[name] = value
        # Functions that were looked up stay valid: the engine keeps their code.
        self._library = None

    def register_runtime(self, name: str, ctypes_callback: Any) -> None:
        """Supplies a callback of ctypes for a function that the module declares for C."""
        self._kept.append(ctypes_callback)
        self.raw_register_runtime(f"_mlir_ciface_{name}", ctypes_callback)

    def dump_to_object_file(self, file_name: str | os.PathLike[str]) -> None:
        """Writes the module as an object file."""
        with open(file_name, "wb") as file:
            file.write(_object(self._module, optimize=self._optimize))


def _address(pointer: Any) -> int:
    if isinstance(pointer, ctypes.c_void_p):
        return pointer.value or 0
    return int(pointer)
