# Written by `tvmlike stubs`: what is registered under `memref.`
# ruff: noqa

from collections.abc import Callable
from ctypes import c_void_p
from typing import Any

from tvmlike import Object, PackedFunc
from tvmlike.typing import ArrayLike

def bind(
    pointer: c_void_p | ArrayLike | Object | None,
    signature: str,
    convention: str = "ciface",
    results: str = "owned",
    name: str = "",
) -> PackedFunc:
    """Creates a function from the address of one that MLIR compiled.

    `convention` is the kind of entry: `ciface`, `expanded` or `bare`. `results` is the ownership of returned arrays: `owned`
    by the caller, which frees them unless they alias an argument or a global, or `borrowed`. The function does not keep the
    code loaded: the code must exist as long as the function.
    """

def export(
    function: Callable[..., Any],
    signature: str,
    on_error: str = "raise",
    copy: bool = False,
) -> Object:
    """Creates a C function pointer that calls a function, with the `_mlir_ciface_` signature of an MLIR function type.

    `signature` is MLIR's text: `"(%a: memref<?xf32>, i32) -> f64"`. Arrays become tensors over the caller's memory, which are
    valid during the call only: if the function keeps one, the call fails. With `copy`, they are copies, which are written
    back after the call and which the function may keep. Returned arrays are copied to buffers that the compiled code frees.
    `on_error` works as in `native.closure`.
    """

def record(signature: str) -> str:
    """Returns the signature record of an MLIR function type, as JSON text."""
