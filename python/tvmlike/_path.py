"""Which call path is in use: the accelerator `tvmlike._native`, or ctypes.

`TVMLIKE_FFI` chooses: `native` (an ImportError where it cannot be had), `ctypes`, or `auto`, the default:
native where it loads. An accelerator that is there but cannot serve this interpreter is worth a warning;
one that is not there is not.
"""

from __future__ import annotations

import os
import sys
from ctypes import c_int64, c_void_p
from importlib.machinery import ExtensionFileLoader, ModuleSpec

from ._lib import lib, library_path, library_places, python, quick

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NAME = f"{__package__}._native"


class _Absent(ImportError):
    """There is no accelerator in any of the places."""


def _places() -> list[str]:
    """Inside the package, where a wheel has it; else beside the library, where cargo puts it.

    Beside a library that was in the process already there need be none: then it is where the package's own
    library would be.
    """
    folder = os.path.dirname(library_path())
    suffix = "dylib" if sys.platform == "darwin" else "so"
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_native.abi3.so")
    beside = os.path.join(folder, f"libtvmlike_native.{suffix}")
    # A library that was chosen by the environment brings its own accelerator along.
    first = [beside, inside] if os.environ.get("TVMLIKE_LIBRARY_PATH") else [inside, beside]
    own = [os.path.join(os.path.dirname(place), os.path.basename(beside)) for place in library_places()]
    return list(dict.fromkeys([*first, *own]))


def _load() -> Any:
    if sys.implementation.name != "cpython":
        raise _Absent(f"{sys.implementation.name} has no stable ABI")
    if "t" in getattr(sys, "abiflags", ""):
        raise ImportError(
            "the accelerator needs the interpreter lock, which a free-threaded build does not have"
        )
    found = [place for place in _places() if os.path.isfile(place)]
    if not found:
        raise _Absent(f"there is no accelerator; looked for {', '.join(_places())}")
    loader = ExtensionFileLoader(_NAME, found[0])
    spec = ModuleSpec(_NAME, loader, origin=found[0])
    module = loader.create_module(spec)
    module.__file__ = found[0]
    loader.exec_module(module)
    version = quick.TVMLikeVersion().decode()
    if module.version != version:
        raise ImportError(f"{found[0]} is of version {module.version}, the library of version {version}")
    module.connect(lib._handle)
    sys.modules[_NAME] = module
    return module


def _refuse_sub_interpreter() -> None:
    python.PyInterpreterState_Get.restype = c_void_p
    python.PyInterpreterState_GetID.restype = c_int64
    if python.PyInterpreterState_GetID(c_void_p(python.PyInterpreterState_Get())):
        # A Python function that native code holds is called from any thread, at any time. In a
        # sub-interpreter it would run under another interpreter's lock, or after its own interpreter has
        # ended.
        text = (
            "tvmlike serves the main interpreter only: native code could call a sub-interpreter after its end"
        )
        raise ImportError(text, name=__package__)


def _choose() -> Any:
    _refuse_sub_interpreter()
    wanted = os.environ.get("TVMLIKE_FFI") or "auto"
    if wanted not in ("auto", "native", "ctypes"):
        raise ImportError(f"TVMLIKE_FFI is {wanted!r}; expected auto, native or ctypes", name=__package__)
    if wanted == "ctypes":
        return None
    try:
        return _load()
    except ImportError as error:
        if wanted == "native":
            raise ImportError(f"TVMLIKE_FFI=native: {error}", name=_NAME) from None
        if not isinstance(error, _Absent):
            import warnings

            text = f"tvmlike takes the slower path through ctypes: {error}"
            warnings.warn(text, RuntimeWarning, stacklevel=2)
        return None


native: Any = _choose()
"""The accelerator, or None on the ctypes path."""


def ffi_path() -> str:
    """The call path that is in use: `native` or `ctypes`."""
    return "ctypes" if native is None else "native"
