"""libtvmlike's functions as ctypes calls them, with their prototypes, and the interpreter's own.

With the accelerator, this is imported only when something rare is asked for.
"""

from __future__ import annotations

import ctypes
from ctypes import c_char_p, c_int, c_void_p

from . import _backend as _chosen  # noqa: F401  # it loads the library
from ._c_functions import FUNCTIONS, DLDataType, DLDevice, TVMLikeByteArray, TVMLikeRegistration
from ._loader import library_handle, library_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["DLDataType", "DLDevice", "TVMLikeRegistration", "lib", "lib_keep_gil", "python", "span"]

_path = library_path()

lib = ctypes.CDLL(_path, handle=library_handle())

# The same functions, called without releasing the GIL: for those that return at once, and for those that
# change the registry, since a fork on another thread would copy it in the middle of the change.
lib_keep_gil = ctypes.PyDLL(_path, handle=lib._handle)

# The interpreter's own functions. ctypes.pythonapi is shared with other packages, whose prototypes would be
# ours.
python = ctypes.PyDLL(None)


def span(data: bytes) -> TVMLikeByteArray:
    """`data` as the library takes text. The result keeps it alive."""
    return TVMLikeByteArray(data, len(data))


def _declare() -> None:
    function: Any
    for library in (lib, lib_keep_gil):
        for name, (result, *arguments) in FUNCTIONS.items():
            function = getattr(library, name)
            function.restype = result
            # ctypes converts arguments with declared types, which would cost more than the call of a frame.
            function.argtypes = None if name == "TVMLikeFrameCall" else arguments
    pointer = c_void_p
    for name, result, *arguments in (
        ("Py_IncRef", None, ctypes.py_object),
        ("Py_DecRef", None, pointer),
        ("PyCapsule_New", ctypes.py_object, pointer, c_char_p, pointer),
        ("PyCapsule_IsValid", c_int, ctypes.py_object, c_char_p),
        ("PyCapsule_GetPointer", pointer, ctypes.py_object, c_char_p),
        ("PyCapsule_SetName", c_int, ctypes.py_object, c_char_p),
    ):
        function = getattr(python, name)
        function.argtypes = arguments
        function.restype = result


try:
    _declare()
except AttributeError as error:
    raise ImportError(f"{_path} is not the libtvmlike of this package: {error}", name="tvmlike") from None
