# Written by `tvmlike stubs`: what is registered under `plugin.`
# ruff: noqa

from typing import Any

from tvmlike import Array, Map

def list() -> Array[Any]:
    """The plugins that are loaded, in the order of loading, each as `plugin.load` returned it."""

def load(path: str) -> Map[Any, Any]:
    """Loads a plugin library and registers its functions.

    Returns a map of its name, version, path and the names it registered.
    """
