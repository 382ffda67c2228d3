"""Which call path is in use: the accelerator `tvmlike._native`, or ctypes.

`TVMLIKE_FFI` chooses: `native` (ImportError if it is not available), `ctypes`, or `auto`, the default: native
if it loads. An accelerator that exists but does not work in this interpreter causes a warning; a missing one
does not.

Importing this module loads libtvmlike: the accelerator opens it; without it, ctypes does.
"""

from __future__ import annotations

import os
import sys

from ._loader import library_handle, library_path, library_places, library_version, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NAME = f"{__package__}._native"
_FILE_NAME = f"libtvmlike_native.{'dylib' if sys.platform == 'darwin' else 'so'}"


class _Unfit(Exception):
    """The accelerator exists, but does not work here."""


class _Absent(_Unfit):
    """The accelerator does not exist."""


def _places() -> list[str]:
    """The paths of the accelerator: in the package (wheels), then beside the library (cargo)."""
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_native.abi3.so")
    beside = [os.path.join(os.path.dirname(place), _FILE_NAME) for place in library_places()]
    # If the environment chooses the library, the accelerator beside that library comes first.
    first = [beside[0], inside] if os.environ.get("TVMLIKE_LIBRARY_PATH") else [inside]
    return list(dict.fromkeys([*first, *beside]))


def _find() -> str:
    if sys.implementation.name != "cpython":
        raise _Absent(f"{sys.implementation.name} has no stable ABI")
    if "t" in getattr(sys, "abiflags", ""):
        raise _Unfit("the accelerator needs the GIL, which this free-threaded build does not have")
    places = _places()
    for place in places:
        if os.path.isfile(place):
            return place
    # The process may have loaded the library from elsewhere, with the accelerator beside it.
    _load_by_ctypes()
    places.append(os.path.join(os.path.dirname(library_path()), _FILE_NAME))
    if os.path.isfile(places[-1]):
        return places[-1]
    raise _Absent(f"accelerator not found; searched {', '.join(dict.fromkeys(places))}")


def _open(place: str) -> Any:
    # What `importlib.machinery` has, without the import of importlib.
    from _frozen_importlib_external import ExtensionFileLoader

    loader = ExtensionFileLoader(_NAME, place)
    spec: Any = type(__spec__)(_NAME, loader, origin=place)
    try:
        module: Any = loader.create_module(spec)
        module.__file__ = place
        loader.exec_module(module)
    except ImportError as error:
        raise _Unfit(str(error)) from None
    return module


def _connected() -> Any:
    place = _find()
    module = _open(place)
    load(module)
    if module.version != library_version():
        text = f"{place} has version {module.version}, but libtvmlike has version {library_version()}"
        raise _Unfit(text)
    try:
        module.connect(library_handle())
    except ImportError as error:
        raise _Unfit(str(error)) from None
    sys.modules[_NAME] = module
    return module


def _load_by_ctypes() -> None:
    from . import _ctypes_loader

    _ctypes_loader.refuse_sub_interpreter()
    load(_ctypes_loader)


def _choose() -> Any:
    wanted = os.environ.get("TVMLIKE_FFI") or "auto"
    if wanted not in ("auto", "native", "ctypes"):
        raise ImportError(f"TVMLIKE_FFI is {wanted!r}; expected auto, native or ctypes", name=__package__)
    if wanted == "ctypes":
        _load_by_ctypes()
        return None
    try:
        return _connected()
    except _Unfit as error:
        # In a sub-interpreter neither path serves, which this says.
        _load_by_ctypes()
        if wanted == "native":
            raise ImportError(f"TVMLIKE_FFI=native: {error}", name=_NAME) from None
        if not isinstance(error, _Absent):
            import warnings

            text = f"tvmlike uses the slower ctypes path: {error}"
            warnings.warn(text, RuntimeWarning, stacklevel=2)
        return None


native: Any = _choose()
"""The accelerator, or None on the ctypes path."""


def ffi_path() -> str:
    """The call path that is in use: `native` or `ctypes`."""
    return "ctypes" if native is None else "native"
