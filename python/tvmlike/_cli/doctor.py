"""`doctor`: what was loaded from where, which call path is in use, and what does not fit together."""

from __future__ import annotations

import os
import platform
import sys

import tvmlike

from .. import _backend, _discovery
from .._abi import ABI_MAJOR
from ..registry import list_global_func_names
from . import env, probe
from .show import print_json, print_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

_VARIABLES = ("TVMLIKE_BACKTRACE", "TVMLIKE_FFI", "TVMLIKE_LIBRARY_PATH", "TVMLIKE_PLUGIN_PATH")
_OTHERS = ("numpy", "ml_dtypes", "torch", "jax", "cupy")


def run(options: argparse.Namespace) -> int:
    """Shows how this installation is put together. The status is 1 if there is a problem."""
    found = examine()
    if options.json:
        print_json(found)
    else:
        _print(found)
    return 1 if found["problems"] else 0


def examine() -> dict[str, Any]:
    """The findings as data."""
    path = tvmlike.ffi_path()
    loaded = [str(plugin["path"]) for plugin in tvmlike.list_plugins()]
    found = _found(loaded)
    return {
        "version": tvmlike.__version__,
        "abi_major": ABI_MAJOR,
        "package": os.path.dirname(os.path.abspath(tvmlike.__file__)),
        "library": tvmlike.library_path(),
        "call_path": path,
        "accelerator": _accelerator(),
        "front_ends": {front_end: env.folder_of(front_end) for front_end in env.FRONT_ENDS},
        "python": {
            "implementation": platform.python_implementation(),
            "version": platform.python_version(),
            "executable": sys.executable,
            "platform": platform.platform(),
        },
        "packages": {name: _version_of(name) for name in _OTHERS},
        "environment": {name: os.environ.get(name) for name in _VARIABLES},
        "functions": len(list_global_func_names()),
        "plugins": loaded,
        "found_plugins": found,
        "problems": [*_problems(path), *(_problem_of(one) for one in found if one["problem"])],
    }


def _found(loaded: list[str]) -> list[dict[str, Any]]:
    """The plugins that there are to load, and whether they can be."""
    candidates = _discovery.candidates(anew=True)
    tried = probe.outcomes(loaded) if any(one.name for one in candidates) else {}
    found = []
    for at, one in enumerate(candidates):
        outcome = tried.get(at, {"path": one.path, "problem": one.problem})
        found.append(
            {
                "namespace": one.name or None,
                "source": one.source,
                "shown": one.shown(),
                "path": outcome["path"] or one.path,
                "problem": outcome["problem"],
            }
        )
    return found


def _problem_of(found: dict[str, Any]) -> str:
    if found["namespace"] is None:
        return f"{found['source']} is ignored: {found['problem']}"
    return f"{found['shown']} cannot be loaded: {found['problem']}"


def _line_of(found: dict[str, Any]) -> str:
    namespace = found["namespace"] or "-"
    return f"{namespace}: {found['source']}" + (f", {found['path']}" if found["path"] else "")


def _accelerator() -> str | None:
    """The accelerator's file, whether it is in use or not; None if there is none."""
    return next((place for place in _backend._places() if os.path.isfile(place)), None)


def _version_of(package: str) -> str | None:
    """The version of an installed package, which is not imported; None if it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _problems(path: str) -> list[str]:
    problems = []
    folder = os.environ.get("TVMLIKE_LIBRARY_PATH")
    library = tvmlike.library_path()
    if folder and os.path.realpath(os.path.dirname(library)) != os.path.realpath(folder):
        problems.append(f"TVMLIKE_LIBRARY_PATH is {folder!r}, but the library was loaded from {library}")
    accelerator = _accelerator()
    if accelerator is not None and path == "ctypes" and os.environ.get("TVMLIKE_FFI") != "ctypes":
        problems.append(f"the accelerator {accelerator} was not taken: the warning of the import says why")
    here = os.path.dirname(os.path.abspath(tvmlike.__file__))
    version = _version_of("tvmlike")
    if version is not None and version != tvmlike.__version__:
        problems.append(
            f"the package is installed as {version}, but the library says {tvmlike.__version__}: "
            f"{here} and {library} do not belong together"
        )
    return problems


def _print(found: dict[str, Any]) -> None:
    python = found["python"]
    rows = [
        ("tvmlike", f"{found['version']}, ABI {found['abi_major']}"),
        ("package", found["package"]),
        ("library", found["library"]),
        ("call path", found["call_path"]),
        ("accelerator", found["accelerator"] or "not there"),
        *((f"for {name}", folder or "not there") for name, folder in found["front_ends"].items()),
        ("Python", f"{python['implementation']} {python['version']} ({python['executable']})"),
        ("platform", python["platform"]),
        *((name, version or "not installed") for name, version in found["packages"].items()),
        *((name, value if value is not None else "not set") for name, value in found["environment"].items()),
        ("functions", str(found["functions"])),
        ("plugins", "\n".join(found["plugins"]) or "none"),
        ("found plugins", "\n".join(map(_line_of, found["found_plugins"])) or "none"),
    ]
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        for at, line in enumerate(value.split("\n")):
            print_text(f"{name if not at else '':{width}}  {line}")
    print_text("")
    for problem in found["problems"]:
        print_text(f"problem: {problem}")
    if not found["problems"]:
        print_text("nothing is wrong")
