"""Finds and loads libtvmlike.

Searches, in this order: the folder that `TVMLIKE_LIBRARY_PATH` names; the package's own `lib` folder, where a
wheel puts the library; `target/release` of the checkout that the package lies in.

If the program loaded libtvmlike before it imported the package, as a C++ host that embeds Python does, the
package uses that copy: one process has one registry. If its version differs, the import fails.

The accelerator opens the library; without it, ctypes does (`_backend` chooses). Invariant: this module does
not import ctypes itself.
"""

from __future__ import annotations

import os
import sys

from ._abi import ABI_MAJOR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PACKAGE = os.path.dirname(os.path.abspath(__file__))
_CHECKOUT = os.path.dirname(os.path.dirname(_PACKAGE))
_FILE_NAME = "libtvmlike.dylib" if sys.platform == "darwin" else "libtvmlike.so"
_SONAME = b"libtvmlike.so.0"
"""The name of the file, too, where programs link the library: the other name may be a script for linkers."""

STACKS_WANTED = os.environ.get("TVMLIKE_BACKTRACE", "0") not in ("", "0")
"""Whether native stacks are captured, as the library reads it. Then errors are wanted whole, not as text."""

_loaded: tuple[str, int, str] | None = None
"""The library's path, its handle for `dlsym`, and its version."""


def _is_checkout() -> bool:
    return os.path.isfile(os.path.join(_CHECKOUT, "ffi", "Cargo.toml"))


def library_places() -> list[str]:
    """Where the library may be, in the order in which it is looked for."""
    places = [_place_in(os.path.join(_PACKAGE, "lib"))]
    chosen = os.environ.get("TVMLIKE_LIBRARY_PATH")
    if chosen:
        if not os.path.isabs(chosen):
            text = f"TVMLIKE_LIBRARY_PATH is {chosen!r}, a relative path: expected an absolute path"
            raise ImportError(text, name="tvmlike")
        places.insert(0, _place_in(os.path.normpath(chosen)))
    if _is_checkout():
        places.append(os.path.join(_CHECKOUT, "target", "release", _FILE_NAME))
    return places


def _place_in(folder: str) -> str:
    """The library in a folder, which may not exist."""
    versioned = os.path.join(folder, _SONAME.decode())
    return versioned if os.path.isfile(versioned) else os.path.join(folder, _FILE_NAME)


def load(opener: Any) -> None:
    """Loads the library, unless it is loaded.

    `opener` has the accelerator's functions `open_library`, `present_library` and `describe_library`.
    """
    global _loaded
    if _loaded is None:
        _loaded = _present(opener) or _opened(opener)


def _present(opener: Any) -> tuple[str, int, str] | None:
    """The library that is in the process already; None if there is none."""
    if sys.platform != "linux":
        return None  # libraries are not found by their sonames
    handle = opener.present_library(_SONAME)
    if handle is None:
        return None
    version, major, file = opener.describe_library(handle)
    if version is None:
        text = f"the process has loaded a {_SONAME.decode()} that is not the libtvmlike of this package"
        raise ImportError(text, name="tvmlike")
    path, own = os.path.abspath(file or _SONAME.decode()), _version()
    if own is not None and version != own:
        place = next((place for place in library_places() if os.path.exists(place)), "without a library")
        raise ImportError(
            f"the process has loaded {path} of version {version}, but this package has version {own} "
            f"({place}), and a process can have only one libtvmlike. Link the program with the package's "
            f"library, or install version {version} of the package.",
            name="tvmlike",
        )
    _check_contract(path, major)
    return path, handle, version


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


def _opened(opener: Any) -> tuple[str, int, str]:
    seen = []
    for place in library_places():
        if not os.path.exists(place):
            seen.append(f"  {place}: no such file")
            continue
        try:
            handle = opener.open_library(os.fsencode(place))
        except OSError as error:
            seen.append(f"  {place}: {error}")
            continue
        version, major, _ = opener.describe_library(handle)
        if version is None:
            text = f"{place} is not the libtvmlike of this package: it has no function TVMLikeVersion"
            raise ImportError(text, name="tvmlike")
        _check_contract(place, major)
        if os.environ.get("TVMLIKE_LIBRARY_PATH") and place == library_places()[0]:
            warn_of_other_users("TVMLIKE_LIBRARY_PATH", place)
        return place, handle, version
    raise ImportError(
        "tvmlike cannot load its library. Searched:\n"
        + "\n".join(seen)
        + "\nBuild it with `cargo build --release -p tvmlike-ffi`, or set TVMLIKE_LIBRARY_PATH.",
        name="tvmlike",
    )


def warn_of_other_users(variable: str, path: str) -> None:
    """Warns where every user can replace a library whose folder a variable names."""
    folder = os.path.dirname(path)
    try:
        is_open = os.stat(folder).st_mode & 0o002
    except OSError:
        return
    if is_open:
        import warnings

        text = f"every user can write to {folder}, so {path} may be another user's; use a private folder"
        warnings.warn(f"{variable}: {text}", RuntimeWarning, stacklevel=2)


def _check_contract(path: str, major: int) -> None:
    if major != ABI_MAJOR:
        text = f"{path} has ABI version {major}, expected {ABI_MAJOR}"
        raise ImportError(text, name="tvmlike")


def _the_loaded() -> tuple[str, int, str]:
    assert _loaded is not None, "the package loads the library when it is imported"
    return _loaded


def library_path() -> str:
    """The path of the library that is loaded."""
    return _the_loaded()[0]


def library_handle() -> int:
    """The `dlopen` handle of the library."""
    return _the_loaded()[1]


def library_version() -> str:
    """The version that the library says it is of."""
    return _the_loaded()[2]


def sample_plugin() -> str:
    """The path of the plugin that a wheel contains to try things: `load_plugin` loads it as `plugin_c`."""
    path = os.path.join(_PACKAGE, "lib", "plugins", _FILE_NAME.replace("tvmlike", "plugin_c"))
    if not os.path.isfile(path):
        raise FileNotFoundError(
            f"sample_plugin: there is no {path}; an installed wheel has it, a checkout has its source"
        )
    return path


def include_dir() -> str:
    """The folder of the C and C++ headers, for `-I`."""
    shipped = os.path.join(_PACKAGE, "include")
    if not os.path.isdir(shipped) and _is_checkout():
        return os.path.join(_CHECKOUT, "ffi", "include")
    return shipped
