# Written by `tvmlike stubs`: what is registered under `plugin.`
# ruff: noqa

from typing import Any

from tvmlike import Array, Map

def info(name: str) -> Map[Any, Any]:
    """Describes the plugin that is loaded under a name, or the last one that was.

    A map of `id` (a number for each load), `name`, `version`, `path`, `functions` and `types` (the names that it has
    registered), `state` (`loaded`; `unloaded`, while some of its objects are in use; `finished`), `held_by` (those objects,
    as text) and `finish_error` (the error of its finish function, or None).
    """

def list() -> Array[Any]:
    """Returns the loaded plugins in the order of loading, each as in `plugin.info`."""

def load(path: str) -> Map[Any, Any]:
    """Loads a plugin library and registers its functions.

    Returns the same map as `plugin.info`.
    """

def owner(name: str) -> Map[Any, Any] | None:
    """Describes the plugin that registered a function or type, as `plugin.info`; None if no plugin did."""

def reload(name: str) -> Map[Any, Any]:
    """Loads a plugin's file again and registers the new code under its names. Functions and objects in use keep the old code.

    If the new code cannot be loaded, the plugin stays unchanged.
    """

def unload(name: str, refuse_if_held: bool = False) -> Map[Any, Any]:
    """Unloads a plugin: removes its names at once and restores the functions that it has overridden.

    Its functions and objects that are in use stay valid; after the last of them is freed, its finish function runs. With
    `refuse_if_held`, unloading fails if any are in use, and changes nothing.
    """
