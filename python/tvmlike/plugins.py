"""Plugins: shared libraries whose functions and types come when they are loaded, and go when unloaded.

What a plugin brought is withdrawn at once when it is unloaded; what somebody has of it stays valid, and keeps
the plugin from being finished. Invariant: Python itself keeps nothing of a plugin that was unloaded. What it
remembers for speed (functions by name, classes by type) is let go of here, whoever unloads the plugin.
"""

from __future__ import annotations

import os

from . import _hooks
from ._backend import native
from ._base import release, retain
from ._changes import changed
from .function import get_global, keep_described
from .namespace import forget_empty

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .container import Map

    Plugin = Map[str, Any]


unloaded: set[str] = set()
"""The files of plugins that were unloaded: a name that is missing does not bring them back."""


def load_plugin(path: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> Plugin:
    """Loads a plugin and registers its functions and types.

    Returns what `list_plugins` says of it: its `name`, `version` and `path`, and the names that it brought. A
    library that is no plugin, or one built for another version of the contract, is an error that leaves the
    registry as it was.
    """
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError(f"load_plugin: expected a path, got {type(path).__name__}")
    data = os.fsencode(path)
    if not data:
        raise ValueError("load_plugin: the path is empty")
    if b"\0" in data:
        raise ValueError(f"load_plugin: a path must not contain NUL: {path!r}")
    try:
        os.stat(data)
    except OSError as error:
        # Of the class for its number, as `open` has it. No folders are searched.
        raise OSError(error.errno, f"cannot load plugin: {error.strerror}", os.fspath(path)) from None
    from ._unloading import watch

    watch()
    try:
        described: Plugin = _load(data)
    finally:
        changed()
    unloaded.discard(os.path.realpath(str(described["path"])))
    return described


if native is not None and not TYPE_CHECKING:
    _load = native.load_plugin
else:
    from ._library import lib
    from ._memory import Value
    from ._raised import take_raised
    from ._recursion import check_depth6
    from ._unpack import read_owned

    def _load(path: bytes) -> Any:
        check_depth6()
        made = Value()
        if lib.TVMLikePluginLoad(path, made):
            raise take_raised()
        return read_owned(*made)


def unload_plugin(name: str, refuse_if_held: bool = False) -> Plugin:
    """Withdraws the functions and types of a plugin.

    What somebody has of it stays valid: functions, objects and calls that run. When the last of them is gone,
    the plugin's own finish function runs. With `refuse_if_held`, a plugin of which somebody has something is
    not unloaded, and a RuntimeError says what that is. ValueError where no plugin of the name is loaded.
    Returns what is known of the plugin then: its `state`, and what it is `held_by`.
    """
    unload = _function("unload_plugin", "plugin.unload", name)
    described = _info(name)
    keep_described(described["functions"])
    undo = _let_go_of_types(described["types"])
    try:
        if refuse_if_held:
            _collect()
        last = 0 if refuse_if_held else _one_of(described)
        try:
            unload(name, refuse_if_held)
            unloaded.add(os.path.realpath(str(described["path"])))
            _let_go()
        finally:
            _give_back(last)
    except BaseException:
        undo()
        raise
    return _info(name)


def reload_plugin(name: str) -> Plugin:
    """Loads a plugin anew from its file, which may have been rebuilt, and unloads what was loaded before.

    The new functions are under the names; functions and objects of before go on with the code they have. If
    the new file cannot be loaded, everything is as it was. Returns what `list_plugins` says of the new one.
    """
    reload = _function("reload_plugin", "plugin.reload", name)
    before = _info(name)
    keep_described(before["functions"])
    last = _one_of(before)
    try:
        described: Plugin = reload(name)
        _let_go()
    finally:
        _give_back(last)
    return described


def list_plugins() -> list[Plugin]:
    """The plugins that are loaded, in the order of loading, as maps.

    Each has `id`, `name`, `version`, `path`, the `functions` and `types` that it brought, its `state`, and
    `held_by`, which says in words what keeps it from being finished.
    """
    changed()  # what the package keeps holds nothing
    return [*_function("list_plugins", "plugin.list", "")()]


def load_plugins() -> list[Plugin]:
    """Loads all plugins that are installed, or that TVMLIKE_PLUGIN_PATH names, and are not loaded yet.

    Returns those that were loaded. Each one that cannot be is a RuntimeWarning with the reason, and keeps no
    other from being loaded.
    """
    return _hooks.load_all()


def _function(caller: str, name: str, plugin: str) -> Any:
    if not isinstance(plugin, str):
        raise TypeError(f"{caller}: expected str, got {type(plugin).__name__}")
    function = get_global(name)
    if function is None:
        raise RuntimeError(f"{caller}: the function {name} was removed from the registry")
    return function


def _info(name: str) -> Plugin:
    changed()
    info: Plugin = _function("plugins", "plugin.info", name)(name)
    return info


def _one_of(described: Plugin) -> int:
    """A reference to a function of a plugin, which is to be given back last; 0 where it has none.

    Python objects go with the interpreter lock held, and a finish function may need it: if one of them were
    the last, it could only run when Python goes on.
    """
    for name in described["functions"]:
        function = get_global(name)
        if function is not None:
            return retain(function._handle)
    return 0


def _give_back(handle: int) -> None:
    if handle:
        release(handle)


def _let_go_of_types(keys: Any) -> Any:
    from ._classes import release as release_classes
    from ._members import index_of_key

    indices = {index_of_key(key) for key in keys}
    return release_classes(lambda index: index in indices)


def _let_go() -> None:
    """Forgets what was unloaded, and collects what nothing else refers to."""
    from ._unloading import forget_unloaded

    forget_unloaded()
    forget_empty()
    _collect()


def _collect() -> None:
    # Classes are cycles: they go when the garbage collector finds them.
    import gc

    gc.collect()
