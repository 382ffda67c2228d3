"""Plugins: shared libraries that register functions and types when they are loaded.

Unloading a plugin removes its names at once. Functions and objects that are still in use stay valid, and the
plugin finishes after the last of them. Invariant: the package itself keeps nothing of an unloaded plugin. Its
caches (functions by name, classes by type) are cleared here, also if the host or another plugin unloads it.
"""

from __future__ import annotations

import os

from . import _hooks
from ._backend import native
from ._base import index_of_key as index_of
from ._base import release, retain
from ._changes import changed
from .function import get_global, keep_described
from .namespace import forget_empty
from .registry import get_global_func

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .container import Map
    from .function import PackedFunc

    Plugin = Map[str, Any]


unloaded: set[str] = set()
"""The files of unloaded plugins: a look-up of a missing name does not load them again."""


def load_plugin(path: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> Plugin:
    """Loads a plugin and registers its functions and types.

    Returns the entry of `list_plugins`: its `name`, `version` and `path`, and the names that it registered.
    If the library is not a plugin, or was built for another ABI version, an error is raised and the registry
    is unchanged.
    """
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError(f"load_plugin: argument 1 `path`: expected a path, got {type(path).__name__}")
    data = os.fsencode(path)
    if not data:
        raise ValueError("load_plugin: the path is empty")
    if b"\0" in data:
        raise ValueError(f"load_plugin: a path must not contain NUL: {path!r}")
    try:
        os.stat(data)
    except OSError as error:
        # The subclass of OSError for its number, as `open` raises. The loader's folders are not searched.
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


def function_of_plugin(name: str, plugin: str, path: str) -> PackedFunc:
    """The function that is registered under a name; pickled functions refer to this one."""
    try:
        return get_global_func(name)
    except ValueError as error:
        provide(name, plugin, path, error)
    return get_global_func(name)


def class_of_plugin(key: str, plugin: str, path: str) -> Any:
    """The class for a type key, also of an enumeration; pickled classes refer to this one."""
    found = _hooks.class_of_key(key)
    if found is None:
        provide_type(key, plugin, path)
        found = _hooks.class_of_key(key)
    if found is None:
        raise ValueError(f"cannot unpickle the class of {key}: plugin {plugin!r} did not register the type")
    return found


def provide_type(key: str, plugin: str, path: str) -> None:
    """Loads the plugin of a pickled type that is not registered."""
    if _hooks.load_for(key) and index_of(key.encode()) is not None:
        return
    missing = ValueError(f"cannot unpickle {key}: the type is not registered; load its plugin first")
    if not path:
        raise missing
    provide(key, plugin, path, missing)


def provide(name: str, plugin: str, path: str, missing: ValueError) -> None:
    """Loads the plugin of a pickled function or type; installed plugins do not have the name.

    It is the file that registered the name where it was pickled. A plugin that this process unloaded is not
    loaded again: then `missing` is raised.
    """
    if os.path.realpath(path) in unloaded:
        raise missing
    if not os.path.isfile(path):
        text = f"it is of plugin {plugin!r}, and there is no {path} here; load the plugin first"
        raise ValueError(f"{str(missing).partition('; load its')[0]}; {text}") from None
    _hooks.load_unless_registered(name, path)


_hooks.function_of_plugin = function_of_plugin
_hooks.class_of_plugin = class_of_plugin
_hooks.provide_type = provide_type


def unload_plugin(name: str, refuse_if_held: bool = False) -> Plugin:
    """Removes the functions and types of a plugin from the registry.

    References to its functions and objects stay valid, and running calls continue. After the last of them,
    the plugin's finish function runs. With `refuse_if_held`, a plugin that is still in use is not unloaded,
    and the RuntimeError lists the references. Raises ValueError if no plugin of that name is loaded. Returns
    the plugin's entry afterwards, with its `state` and what it is `held_by`.
    """
    unload = _function("unload_plugin", "plugin.unload", name)
    described = _info(name)
    keep_described(described["functions"])
    undo = _release_types(described["types"])
    try:
        if refuse_if_held:
            _collect()
        last = 0 if refuse_if_held else _one_of(described)
        try:
            unload(name, refuse_if_held)
            unloaded.add(os.path.realpath(str(described["path"])))
            _forget_unloaded()
        finally:
            _release_last(last)
    except BaseException:
        undo()
        raise
    return _info(name)


def reload_plugin(name: str) -> Plugin:
    """Loads a plugin again from its file, which may have been rebuilt, and unloads the previous version.

    The names refer to the new functions; existing functions and objects keep the old code. If the new file
    cannot be loaded, nothing changes. Returns the entry of `list_plugins` for the new version.
    """
    reload = _function("reload_plugin", "plugin.reload", name)
    before = _info(name)
    keep_described(before["functions"])
    last = _one_of(before)
    try:
        described: Plugin = reload(name)
        _forget_unloaded()
    finally:
        _release_last(last)
    return described


def list_plugins() -> list[Plugin]:
    """The loaded plugins as maps, in the order in which they were loaded.

    Each has `id`, `name`, `version`, `path`, the `functions` and `types` that it registered, its `state`, and
    `held_by`, a text that lists what keeps it from finishing.
    """
    changed()  # the package's caches must not count as uses
    return [*_function("list_plugins", "plugin.list", "")()]


def load_plugins() -> list[Plugin]:
    """Loads all plugins that are installed or that TVMLIKE_PLUGIN_PATH names, except those already loaded.

    Returns the entries of the newly loaded ones. A plugin that cannot be loaded causes a RuntimeWarning with
    the reason; the others are loaded all the same.
    """
    return _hooks.load_all()


def _function(caller: str, name: str, plugin: str) -> Any:
    if not isinstance(plugin, str):
        raise TypeError(f"{caller}: argument 1 `name`: expected str, got {type(plugin).__name__}")
    function = get_global(name)
    if function is None:
        raise RuntimeError(f"{caller}: the function {name} was removed from the registry")
    return function


def _info(name: str) -> Plugin:
    changed()
    info: Plugin = _function("plugins", "plugin.info", name)(name)
    return info


def _one_of(described: Plugin) -> int:
    """A reference to a function of a plugin, to be released last; 0 if the plugin has no function.

    Python objects are freed with the GIL held, and a finish function may need the GIL: if a Python object
    held the last reference, the finish function would have to wait until Python releases it.
    """
    for name in described["functions"]:
        function = get_global(name)
        if function is not None:
            return retain(function._handle)
    return 0


def _release_last(handle: int) -> None:
    if handle:
        release(handle)


def _release_types(keys: Any) -> Any:
    from ._classes import release as release_classes
    from ._members import index_of_key

    indices = {index_of_key(key) for key in keys}
    return release_classes(lambda index: index in indices)


def _forget_unloaded() -> None:
    """Forgets what was unloaded, and collects what nothing else refers to."""
    from ._unloading import forget_unloaded

    forget_unloaded()
    forget_empty()
    _collect()


def _collect() -> None:
    # Classes are cycles: they go when the garbage collector finds them.
    import gc

    gc.collect()
