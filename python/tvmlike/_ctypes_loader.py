"""Opens libtvmlike by ctypes, as the accelerator does: see `library.rs`."""

from __future__ import annotations

import ctypes
import os
from ctypes import c_char_p, c_int64, c_uint16, c_void_p

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class _Where(ctypes.Structure):
    """`Dl_info`: the loader's description of an address."""

    _fields_ = [("file", c_char_p), ("base", c_void_p), ("symbol", c_char_p), ("address", c_void_p)]


def open_library(path: bytes) -> int:
    """The `dlopen` handle of a library."""
    return ctypes.CDLL(os.fsdecode(path))._handle


def present_library(soname: bytes) -> int | None:
    """The handle of a library that is in the process already, or None."""
    try:
        return ctypes.CDLL(soname.decode(), mode=os.RTLD_NOLOAD | os.RTLD_LOCAL)._handle
    except OSError:
        return None


def describe_library(handle: int) -> tuple[str | None, int, str]:
    """Its version, the major version of its contract, and the file that it was loaded from."""
    library = ctypes.PyDLL(None, handle=handle)
    try:
        says_version: Any = library.TVMLikeVersion
    except AttributeError:
        return None, 0, ""
    where = _Where()
    ctypes.CDLL(None).dladdr(ctypes.cast(says_version, c_void_p), ctypes.byref(where))
    says_version.restype = c_char_p
    get_host: Any = getattr(library, "TVMLikeGetHost", None)
    host = None
    if get_host is not None:
        get_host.restype = c_void_p
        host = get_host()
    # size, major and minor stand first in the host's table in every version.
    major = c_uint16.from_address(host + 4).value if host else 0
    return says_version().decode(), major, os.fsdecode(where.file or b"")


def refuse_sub_interpreter() -> None:
    """Raises ImportError in a sub-interpreter."""
    python = ctypes.PyDLL(None)
    python.PyInterpreterState_Get.restype = c_void_p
    python.PyInterpreterState_GetID.restype = c_int64
    if python.PyInterpreterState_GetID(c_void_p(python.PyInterpreterState_Get())):
        # A Python function that native code holds is called from any thread, at any time. In a
        # sub-interpreter it would run under another interpreter's lock, or after its own interpreter has
        # ended.
        text = "tvmlike supports only the main interpreter: native code could call others after their end"
        raise ImportError(text, name=__package__)
