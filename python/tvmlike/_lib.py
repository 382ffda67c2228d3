"""Finds and loads libtvmlike, and declares what the package calls in it.

Looked at, in this order: the folder `TVMLIKE_LIBRARY_PATH` names; the package's own `lib` folder, where a
wheel puts the library; `target/release` of the checkout the package lies in.

A program that has loaded libtvmlike before the package is imported, as a C++ host that runs Python has,
shares it: one process has one registry. Where it is of another version than the package the import fails.
"""

from __future__ import annotations

import ctypes
import os
import sys
from ctypes import c_char_p, c_int, c_int32, c_size_t, c_ssize_t, c_uint64, c_void_p

from ._abi import ABI_MAJOR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PACKAGE = os.path.dirname(os.path.abspath(__file__))
_CHECKOUT = os.path.dirname(os.path.dirname(_PACKAGE))
_FILE_NAME = "libtvmlike.dylib" if sys.platform == "darwin" else "libtvmlike.so"
_SONAME = "libtvmlike.so.0"


def _is_checkout() -> bool:
    return os.path.isfile(os.path.join(_CHECKOUT, "ffi", "Cargo.toml"))


def library_places() -> list[str]:
    """Where the library may be, in the order in which it is looked for."""
    places = [os.path.join(_PACKAGE, "lib", _FILE_NAME)]
    chosen = os.environ.get("TVMLIKE_LIBRARY_PATH")
    if chosen:
        places.insert(0, os.path.join(os.path.abspath(chosen), _FILE_NAME))
    if _is_checkout():
        places.append(os.path.join(_CHECKOUT, "target", "release", _FILE_NAME))
    return places


class _Where(ctypes.Structure):
    """`Dl_info`: what the loader says of an address."""

    _fields_ = [("file", c_char_p), ("base", c_void_p), ("symbol", c_char_p), ("address", c_void_p)]


def _present() -> tuple[str, ctypes.CDLL] | None:
    """The library that is in the process already, and its path; None where there is none."""
    if sys.platform != "linux":
        return None  # libraries are not found by their sonames
    try:
        found = ctypes.CDLL(_SONAME, mode=os.RTLD_NOLOAD | os.RTLD_LOCAL)
    except OSError:
        return None
    try:
        says_version: Any = found.TVMLikeVersion
    except AttributeError:
        text = f"a {_SONAME} is in this process already that is not the libtvmlike of this package"
        raise ImportError(text, name="tvmlike") from None
    where = _Where()
    ctypes.CDLL(None).dladdr(ctypes.cast(says_version, c_void_p), ctypes.byref(where))
    path = os.path.abspath(os.fsdecode(where.file or _SONAME.encode()))
    says_version.restype = c_char_p
    version, own = says_version().decode(), _version()
    if own is not None and version != own:
        place = next((place for place in library_places() if os.path.exists(place)), "no library of its own")
        raise ImportError(
            f"{path} of version {version} is in this process already, and this package is of version {own}, "
            f"with {place}: one process has one libtvmlike. Link the program with the package's, or install "
            f"the package of version {version}.",
            name="tvmlike",
        )
    return path, found


def _version() -> str | None:
    """The package's version, where something says it besides its library."""
    if _is_checkout():
        import re

        with open(os.path.join(_CHECKOUT, "Cargo.toml"), encoding="utf-8") as manifest:
            found = re.search(r'^version = "([^"]+)"', manifest.read(), re.MULTILINE)
        return found[1] if found else None
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("tvmlike")
    except PackageNotFoundError:
        return None


def _load() -> tuple[str, ctypes.CDLL]:
    present = _present()
    if present is not None:
        return present
    seen = []
    for place in library_places():
        if not os.path.exists(place):
            seen.append(f"  {place}: no such file")
            continue
        try:
            return place, ctypes.CDLL(place)
        except OSError as error:
            seen.append(f"  {place}: {error}")
    raise ImportError(
        "tvmlike cannot load its library. Looked at:\n"
        + "\n".join(seen)
        + "\nBuild it with `cargo build --release -p tvmlike-ffi`, or set TVMLIKE_LIBRARY_PATH.",
        name="tvmlike",
    )


_path, lib = _load()

# The same functions without letting other threads run meanwhile: for those that return at once.
quick = ctypes.PyDLL(_path, handle=lib._handle)

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
        function = getattr(quick, name)
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


def _check_version() -> None:
    # size, major and minor stand first in the host's table in every version.
    host = quick.TVMLikeGetHost()
    major = ctypes.c_uint16.from_address(host + 4).value if host else 0
    if major != ABI_MAJOR:
        text = f"{_path} speaks version {major} of the C contract, this package version {ABI_MAJOR}"
        raise ImportError(text, name="tvmlike")


try:
    _declare()
except AttributeError as error:
    raise ImportError(f"{_path} is not the libtvmlike of this package: {error}", name="tvmlike") from None
_check_version()


def library_path() -> str:
    """The path of the library that is loaded."""
    return _path


def include_dir() -> str:
    """The folder of the C and C++ headers, for `-I`."""
    shipped = os.path.join(_PACKAGE, "include")
    if not os.path.isdir(shipped) and _is_checkout():
        return os.path.join(_CHECKOUT, "ffi", "include")
    return shipped
