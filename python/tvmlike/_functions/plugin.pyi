# Written by `tvmlike stubs`: what is registered under `plugin.`
# ruff: noqa

from typing import Any

from tvmlike import Array, Map

def info(name: str) -> Map[Any, Any]:
    """What is known of a plugin: the one that is loaded under the name, or the last one that was.

    A map of `id` (which load it is), `name`, `version`, `path`, `functions` and `types` (the names that it has brought),
    `state` (`loaded`; `unloaded`, while something of it is out there; `finished`), `held_by` (what that is, as text) and
    `finish_error` (what its finish function failed with, or None).
    """

def list() -> Array[Any]:
    """The plugins that are loaded, in the order of loading, each as `plugin.info` has it."""

def load(path: str) -> Map[Any, Any]:
    """Loads a plugin library and registers its functions.

    Returns what `plugin.info` says of it.
    """

def owner(name: str) -> Map[Any, Any] | None:
    """The plugin that brought a function or a type, by its name or key; None where no plugin did."""

def reload(name: str) -> Map[Any, Any]:
    """Loads a plugin's file again and puts the new code under its names. What is out there keeps the old code.

    Where the new code cannot be loaded, the plugin is as it was.
    """

def unload(name: str, refuse_if_held: bool = False) -> Map[Any, Any]:
    """Unloads a plugin: its names are withdrawn at once, and what it overrode comes back.

    Functions and objects of it that are out there stay valid; when the last of them is gone, its finish function runs.
    With `refuse_if_held`, what is out there is an error that names it, and nothing has changed.
    """
