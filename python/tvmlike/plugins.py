"""Plugins: shared libraries whose functions come into the registry when they are loaded."""

from __future__ import annotations

import os

from ._lib import lib
from ._memory import Value
from ._unpack import read_owned
from .error import take_raised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .container import Map


def load_plugin(path: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> Map:
    """Loads a plugin and registers its functions.

    Returns what it says of itself: `name`, `version`, `path` and `functions`, the names it brought. A
    library that is no plugin, or one built for another version of the contract, is an error that leaves the
    registry as it was.
    """
    data = os.fsencode(path)
    if b"\0" in data:
        raise ValueError(f"load_plugin: {path!r} is not a path: it has a NUL")
    made = Value()
    if lib.TVMLikePluginLoad(data, made):
        raise take_raised()
    described: Map = read_owned(*made)
    return described
