"""Finds plugins: those that are installed, and those that TVMLIKE_PLUGIN_PATH names.

An installed package names its plugin by an entry point of the group `tvmlike.plugins`. The entry point's name
is the namespace that the plugin fills; what it refers to is the path of the library, or a function that gives
it. The variable lists files and folders; a file counts for the namespace of its name, without `lib` and the
suffix. A library that is no plugin, but carries the signatures of its functions, is opened like one: under
the namespace that it names, or else under the one that it was found for.

Invariants: a plugin is loaded when its namespace is looked up and missing, or by `load_plugins`, and never
because it lies in some folder, such as the current one. The code of an installed package runs only when its
plugin is to be loaded. A plugin that failed or was unloaded is tried again only by `load_plugins`.
"""

from __future__ import annotations

import os
import sys
from _thread import RLock, get_ident

from . import _hooks
from ._base import index_of_key
from ._loader import warn_of_other_users
from .function import get_global
from .plugins import list_plugins, load_plugin, unloaded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import Distribution, EntryPoint
    from typing import Any

    from .plugins import Plugin

GROUP = "tvmlike.plugins"
VARIABLE = "TVMLIKE_PLUGIN_PATH"
_SUFFIX = ".dylib" if sys.platform == "darwin" else ".so"


class Candidate:
    """A plugin that could be loaded, or an entry that cannot be searched."""

    def __init__(self, name: str, source: str, path: str | None = None, problem: str | None = None) -> None:
        self.name = name
        """The namespace that it is for."""
        self.source = source
        """The variable or the package that names it."""
        self.path = path
        """The library; None until the package's own code has returned it."""
        self.problem = problem
        """Why it is not loaded, where that is known."""
        self.tried = problem is not None

    def identity(self) -> tuple[str, str, str | None]:
        """What makes it the same one when it is looked for anew."""
        return self.name, self.source, None

    def shown(self) -> str:
        """It as a part of a sentence."""
        return f"the plugin of {self.source}" if self.name else self.source

    def library(self) -> str:
        """The path of its library."""
        assert self.path is not None
        return self.path

    def is_for(self, name: str) -> bool:
        """Whether a function, a type or a namespace of this name would be the plugin's."""
        return self.name == name or name.startswith(f"{self.name}.") or self.name.startswith(f"{name}.")


class File(Candidate):
    """A library that the variable names, or whose folder it names."""

    def identity(self) -> tuple[str, str, str | None]:
        return self.name, self.source, self.path

    def shown(self) -> str:
        return f"the plugin {self.path}"


class Installed(Candidate):
    """The entry point of an installed package."""

    def __init__(self, entry: EntryPoint, package: Distribution) -> None:
        version = package.version
        super().__init__(entry.name, f"{package.metadata['Name']} {version} ({entry.value})")
        self._entry = entry

    def library(self) -> str:
        given = self._entry.load()
        if callable(given):
            given = given()
        if not isinstance(given, (str, os.PathLike)):
            raise TypeError(
                f"entry point {self._entry.value!r}: expected the path of a library or a function that "
                f"returns one, got {type(given).__name__}"
            )
        path = os.fspath(given)
        if not isinstance(path, str) or not os.path.isabs(path):
            raise ValueError(f"entry point {self._entry.value!r}: expected an absolute path, got {path!r}")
        self.path = path
        return path


def candidates(anew: bool = False) -> list[Candidate]:
    """All candidates, files before installed packages.

    Searches again if `anew` is set, or if the result may have changed.
    """
    global _found, _found_in
    with _finding:
        place = [*sys.path], _environment.get(_variable)
        if anew or _found is None or _found_in != place:
            before = {one.identity(): one for one in _found or ()}
            found = {one.identity(): one for one in (*_files(), *_installed())}
            _found = [before.get(identity, one) for identity, one in found.items()]
            _found_in = place
        return list(_found)


def discovery_is_current() -> bool:
    """Whether what was found is what would be found, as far as that is known without looking."""
    path, variable = _found_in
    return path == sys.path and variable == _environment.get(_variable)


# The data of `os.environ`: a look-up of an unset variable in `os.environ` itself costs more than all the rest
# of a missing attribute.
_environment: Any = getattr(os.environ, "_data", os.environ)
_variable: Any = os.environ.encodekey(VARIABLE) if _environment is not os.environ else VARIABLE

_found: list[Candidate] | None = None
_found_in: tuple[list[str], object] = [], None
"""`sys.path` and the variable, as they were when it was looked."""
_finding = RLock()
_loading = RLock()
_resolving: set[tuple[int, int]] = set()
_told: set[str] = set()


def _after_fork() -> None:
    global _finding, _loading
    # Other threads of the parent may have held them.
    _finding, _loading = RLock(), RLock()
    _resolving.clear()


os.register_at_fork(after_in_child=_after_fork)


def forget_discovered() -> None:
    """Makes the next look-up search again."""
    global _found_in
    _found_in = [], None


def _files() -> Iterator[Candidate]:
    listed = os.environ.get(VARIABLE)
    for entry in listed.split(os.pathsep) if listed else ():
        source = f"{VARIABLE} ({entry!r})"
        if not os.path.isabs(entry):
            what = "relative path" if entry else "empty entry"
            yield Candidate("", source, None, f"{what}: expected an absolute path")
            continue
        try:
            names = sorted(os.listdir(entry)) if os.path.isdir(entry) else None
        except OSError as error:
            yield Candidate("", source, None, f"cannot be read: {error.strerror}")
            continue
        if names is None:
            missing = None if os.path.exists(entry) else "no such file or directory"
            yield File(_namespace_of(entry), source, entry, missing)
            continue
        for name in names:
            path = os.path.join(entry, name)
            if name.endswith(_SUFFIX) and not name.startswith(".") and os.path.isfile(path):
                yield File(_namespace_of(name), source, path)


def _namespace_of(path: str) -> str:
    name = os.path.basename(path)
    name = name[: -len(_SUFFIX)] if name.endswith(_SUFFIX) else name
    return name[3:] if name.startswith("lib") else name


def _installed() -> Iterator[Candidate]:
    from importlib.metadata import distributions

    for package in distributions():
        try:
            entries = [entry for entry in package.entry_points if entry.group == GROUP]
            found = [Installed(entry, package) for entry in entries]
        except Exception as error:  # a package that is broken keeps no other from being found
            yield Candidate("", f"an installed package ({package!r})", None, _said(error))
            continue
        yield from found


def load_for(name: str) -> bool:
    """Loads the plugins for a name that is missing; whether there was one to load."""
    loaded = False
    for one in candidates():
        _tell(one)
        if not one.tried and one.is_for(name):
            load(one, lazily=True)
            # Another thread may have been faster.
            loaded = loaded or one.problem is None
    return loaded


def why_missing(name: str) -> str:
    """Why there is nothing of this name although a plugin for it was found; empty where none was."""
    for one in candidates():
        if one.problem is not None and one.name and one.is_for(name):
            return f"{one.shown()} cannot be loaded: {one.problem}"
    return ""


def load_all() -> list[Plugin]:
    """Loads everything that was found and is not loaded."""
    loaded = []
    for one in candidates(anew=True):
        _tell(one)
        if not one.name:
            continue
        described = load(one)
        if described is not None:
            loaded.append(described)
        elif one.problem is not None:
            _warn(f"{one.shown()} cannot be loaded: {one.problem}")
    return loaded


def _tell(one: Candidate) -> None:
    """Warns once of an entry that is ignored."""
    if not one.name and one.source not in _told:
        _told.add(one.source)
        _warn(f"{one.source} is ignored: {one.problem}")


def load(one: Candidate, lazily: bool = False) -> Plugin | None:
    """Loads a candidate; None if it is loaded, is being loaded, or cannot be: then `problem` has the reason.

    Lazily, what was unloaded is left alone.
    """
    mark = get_ident(), id(one)
    if mark in _resolving:
        return None  # the package looks up its own namespace while it is imported to locate its plugin
    _resolving.add(mark)
    try:
        # Not under the lock: it imports, and imports have locks of their own.
        path = one.library()
        with _loading:
            loaded = _loaded_paths()
            real = os.path.realpath(path)
            one.problem = None
            if real in loaded or (lazily and real in unloaded):
                return None
            for other in candidates():
                if other.name == one.name and other.path and os.path.realpath(other.path) in loaded:
                    one.problem = f"a plugin for {one.name!r} is already loaded, from {other.path}"
                    return None
            if isinstance(one, File):
                warn_of_other_users(VARIABLE, path)
            return load_file(path, one.name)
    except Exception as error:
        one.problem = _said(error)
        return None
    finally:
        one.tried = True
        _resolving.discard(mark)


def load_unless_registered(name: str, path: str) -> None:
    """Loads the plugin of a file if a function or type is missing; of several threads, the others wait."""
    with _loading:
        if get_global(name) is None and index_of_key(name.encode()) is None:
            load_plugin(path)


def load_file(path: str, name: str | None = None) -> Plugin:
    """Loads a plugin, or opens a library that carries its signatures: under `name` if it names no namespace.

    Returns the entry of a plugin in both cases.
    """
    if not _carries_signatures(path):
        return load_plugin(path)
    from . import native
    from .container import Map

    opened = native.open(path)
    if opened.namespace is None:
        opened = native.open(path, name or _namespace_of(path))
    described: Plugin = Map(
        {
            "name": opened.namespace,
            "version": "",
            "path": opened.path,
            "functions": opened.registered,
            "types": [],
            "state": "loaded",
        }
    )
    return described


def _carries_signatures(path: str) -> bool:
    """Whether a file is a library that contains signatures, and not a plugin."""
    get_signatures = get_global("native.signatures_of")
    if get_signatures is None or not os.path.isfile(path):
        return False
    return get_signatures(os.path.abspath(path)) is not None


def is_loaded(one: Candidate) -> bool:
    """Whether its library is loaded now, as far as its path is known."""
    return one.path is not None and os.path.realpath(one.path) in _loaded_paths()


def _loaded_paths() -> set[str]:
    plugins = {os.path.realpath(str(plugin["path"])) for plugin in list_plugins()}
    native = sys.modules.get(f"{__package__}.native")
    return plugins if native is None else plugins | set(native.registered_files())


def _said(error: BaseException) -> str:
    kind: Any = getattr(error, "kind", None)
    name = kind if isinstance(kind, str) else type(error).__name__
    return f"{name}: {error}" if str(error) else name


_hooks.discovery_is_current = discovery_is_current
_hooks.forget_discovered = forget_discovered


def _warn(text: str) -> None:
    import warnings

    warnings.warn(text, RuntimeWarning, stacklevel=4)
