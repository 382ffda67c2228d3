"""Plugins: shared libraries whose functions come into the registry when they are loaded."""

from __future__ import annotations

import os

from ._lib import lib
from ._memory import Value
from ._room import room6
from ._unpack import read_owned
from .error import take_raised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .container import Map


def load_plugin(path: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> Map[str, Any]:
    """Loads a plugin and registers its functions.

    Returns what it says of itself: `name`, `version`, `path` and `functions`, the names it brought. A
    library that is no plugin, or one built for another version of the contract, is an error that leaves the
    registry as it was.
    """
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError(f"load_plugin: expected a path, got {path!r}")
    room6()
    data = os.fsencode(path)
    if not data:
        raise ValueError("load_plugin: the path is empty")
    if b"\0" in data:
        raise ValueError(f"load_plugin: {path!r} is not a path: it has a NUL")
    try:
        os.stat(data)
    except OSError as error:
        # Of the class for its number, as `open` has it. No folders are searched.
        raise OSError(error.errno, f"cannot load plugin: {error.strerror}", os.fspath(path)) from None
    made = Value()
    if lib.TVMLikePluginLoad(data, made):
        raise take_raised()
    described: Map[str, Any] = read_owned(*made)
    return described
