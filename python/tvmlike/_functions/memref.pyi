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
    """Makes a function of the address of one that MLIR compiled.

    `convention` says which entry it is: `ciface`, `expanded` or `bare`. `results` says whose the arrays are that it returns:
    `owned` by the caller, who frees them unless they are an argument's or a global's, or `borrowed`. Nothing keeps the code:
    it must be there for as long as the function is.
    """

def export(
    function: Callable[..., Any],
    signature: str,
    on_error: str = "raise",
    copy: bool = False,
) -> Object:
    """Makes a C function pointer, with the `_mlir_ciface_` signature of an MLIR function type, that calls a function.

    `signature` is MLIR's text: `"(%a: memref<?xf32>, i32) -> f64"`. Arrays come as tensors over the caller's memory, which
    are only lent for the call: a function that keeps one fails. With `copy` they are copies, which are written back after
    the call and may be kept. What the function returns is copied to buffers that the compiled code frees. `on_error` is that
    of `native.closure`.
    """

def record(signature: str) -> str:
    """The signature record of an MLIR function type, as JSON text."""
