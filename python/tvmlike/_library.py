"""libtvmlike's functions as ctypes calls them, with their prototypes, and the interpreter's own.

With the accelerator, this is imported only when something rare is asked for.
"""

from __future__ import annotations

import ctypes
from ctypes import c_char_p, c_int, c_int32, c_size_t, c_ssize_t, c_uint64, c_void_p

from . import _backend as _chosen  # noqa: F401  # it loads the library
from ._loader import library_handle, library_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_path = library_path()

lib = ctypes.CDLL(_path, handle=library_handle())

# The same functions without letting other threads run meanwhile: for those that return at once.
lib_keep_gil = ctypes.PyDLL(_path, handle=lib._handle)

# The interpreter's own functions. ctypes.pythonapi is shared with other packages, whose prototypes would be
# ours.
python = ctypes.PyDLL(None)


class Span(ctypes.Structure):
    """`TVMLikeByteArray`: borrowed bytes. It keeps the bytes object that it was made from alive."""

    _fields_ = [("data", c_char_p), ("size", c_size_t)]


class Registration(ctypes.Structure):
    """`TVMLikeRegistration`: a function that goes to the registry."""

    _fields_ = [
        ("name", Span),
        ("function", c_void_p),
        ("describe", c_void_p),
        ("describe_context", c_void_p),
        ("record", Span),
        ("file", Span),
        ("line", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
    ]


class DLDataType(ctypes.Structure):
    """DLPack's data type."""

    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class DLDevice(ctypes.Structure):
    """DLPack's device."""

    _fields_ = [("device_type", c_int32), ("device_id", c_int32)]


class TypeInfo(ctypes.Structure):
    """`TVMLikeTypeInfo`: what the type table knows of a type."""

    _fields_ = [
        ("type_index", c_int32),
        ("depth", c_int32),
        ("ancestors", ctypes.POINTER(c_int32)),
        ("key_data", c_void_p),
        ("key_size", c_size_t),
    ]


def span(data: bytes) -> Span:
    """`data` as the library takes text."""
    return Span(data, len(data))


def _declare() -> None:
    pointer = c_void_p
    function: Any
    arguments: list[Any]
    for name, *arguments in (
        ("TVMObjectRetain", pointer),
        ("TVMObjectFree", pointer),
        ("TVMDLManagedTensorCallDeleter", pointer),
        ("TVMLikeFuncCreate", pointer, c_ssize_t, pointer, pointer),
        ("TVMLikeErrorCreate", pointer, pointer, pointer, pointer, pointer, pointer),
        ("TVMLikeArrayCreate", pointer, c_size_t, pointer),
        ("TVMLikeMapCreate", pointer, c_size_t, pointer),
        ("TVMLikeOpaqueCreate", pointer, c_int32, pointer, pointer),
        ("TVMLikeTypeRegister", pointer, c_int32, pointer),
        ("TVMLikeTensorFromDLPack", pointer, pointer),
        ("TVMLikeTensorFromDLPackVersioned", pointer, pointer),
        ("TVMLikeTensorToDLPack", pointer, pointer),
        ("TVMLikeTensorToDLPackVersioned", pointer, pointer),
        ("TVMLikeTensorAlloc", pointer, c_int32, DLDataType, DLDevice, pointer),
        ("TVMLikePluginLoad", c_char_p, pointer),
    ):
        function = getattr(lib, name)
        function.argtypes = arguments
        function.restype = c_int
    lib.TVMDLManagedTensorCallDeleter.restype = None
    result: Any
    for name, result, *arguments in (
        ("TVMObjectRetain", c_int, pointer),
        ("TVMLikeFuncGetContext", c_ssize_t, pointer, pointer),
        ("TVMLikeFuncRecord", c_int, pointer, pointer),
        ("TVMLikeErrorSetRaised", None, pointer),
        ("TVMLikeErrorMoveFromRaised", None, pointer),
        ("TVMLikeTypeInfoOf", ctypes.POINTER(TypeInfo), c_int32),
        ("TVMObjectTypeKey2Index", c_int, c_char_p, pointer),
        ("TVMLikeTypeIsRefined", c_int, c_int32),
        ("TVMLikeObjectRefinedType", c_int, pointer, pointer),
        ("TVMLikeObjectIsInstance", c_int, pointer, c_int32, pointer),
        ("TVMLikeTensorFlags", c_uint64, pointer),
        ("TVMLikeShapeCreate", c_int, pointer, c_size_t, pointer),
        ("TVMLikeStringCreate", c_int, pointer, pointer),
        ("TVMLikeValueToOwned", c_int, pointer, pointer),
        ("TVMLikeVersion", c_char_p),
        ("TVMLikeGetHost", pointer),
        # Not without the interpreter lock: `fork` would copy the registry while it is being changed.
        ("TVMLikeFuncRegisterGlobal", c_int, pointer, pointer),
        ("TVMLikeFuncRemoveGlobal", c_int, pointer),
        ("TVMLikeFuncListNames", c_int, pointer, pointer),
        ("TVMLikeFuncLookUp", c_int, pointer, pointer, pointer),
        ("TVMLikeRegistryGeneration", pointer),
        ("TVMLikeFinalizerRetire", None, pointer),
        ("TVMLikeRetiredEnd", None),
        ("TVMLikeSetInterruptCheck", None, pointer),
        ("TVMLikeErrorNativeStack", c_int, pointer, pointer),
    ):
        function = getattr(lib_keep_gil, name)
        function.argtypes = arguments
        function.restype = result
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
