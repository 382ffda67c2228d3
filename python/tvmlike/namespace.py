"""Modules filled from the registry.

`_init_api` adds to a module a `__getattr__` that searches the registry and a `__dir__` that lists it:
functions by name, classes by type key; if both have one name, the function. Names that are registered or
removed later appear and disappear. The module's own definitions take precedence, and so do files in its
package.

With the accelerator, a name that was found becomes an attribute of the module until the registry changes, so
that the next read costs no more than for any module; the message for a missing name is kept as well.

A module with sub-modules can be imported from: `import tvmlike.ir` works wherever `tvmlike.ir` does.
"""

from __future__ import annotations

import builtins
import sys

from . import _changes, _hooks
from ._backend import native
from ._base import index_of_key
from ._changes import forget_by, look_for_changes
from .function import get_global
from .registry import list_global_func_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any, Callable

    from .function import PackedFunc

else:
    ModuleType = type(sys)

_PACKAGE = __name__.partition(".")[0]
_BUILTINS = frozenset(vars(builtins))
_MOST_MESSAGES = 1024
"""A program that generates names must not fill the memory."""

_with_submodules: dict[str, str] = {}
"""The prefix of each module that has sub-modules, by the module's name."""

_made: dict[str, ModuleType] = {}
"""The modules that were made for namespaces, by name."""


_kept: list[tuple[dict[str, Any], str, Any]] = []
"""The attributes that were added to modules: the module's dict, the name, and the value."""

_missing: list[dict[str, str]] = []
"""The messages for names that are missing, a dict for each module."""


def _forget() -> None:
    while _kept:
        defined, name, found = _kept.pop()
        # The module may have defined the name itself meanwhile.
        if defined.get(name) is found:
            del defined[name]
    for messages in _missing:
        messages.clear()


forget_by(_forget)


def _init_api(namespace: str, target_module_name: str | None = None, *, submodules: bool = False) -> None:
    """Fills a module with the functions and classes under a namespace.

    `_init_api("ir", "my.ir")` makes `my.ir.f` the function registered as `ir.f`. A namespace ends at a dot:
    `irx.f` is not in `ir`. Without a target, the module has the name of the namespace, and a leading
    `tvmlike.` is no part of the functions' names: `_init_api("tvmlike.ir")` fills `tvmlike.ir` with `ir.f`.

    With `submodules`, `my.ir.pass.g` is the function `ir.pass.g`; otherwise only names without a further dot
    appear.
    """
    if not isinstance(namespace, str):
        raise TypeError(f"_init_api: argument 1 `namespace`: expected str, got {type(namespace).__name__}")
    if not isinstance(target_module_name, (str, type(None))):
        raise TypeError(
            f"_init_api: argument 2 `target_module_name`: expected str, "
            f"got {type(target_module_name).__name__}"
        )
    target = target_module_name or namespace
    prefix = namespace[len(_PACKAGE) + 1 :] if namespace.startswith(f"{_PACKAGE}.") else namespace
    prefix = prefix.rstrip(".")
    module = sys.modules.get(target)
    if module is None:
        raise ModuleNotFoundError(
            f"_init_api({namespace!r}): no module {target!r} is imported. Import or create it first; in the "
            f"module's own file write `_init_api({namespace!r}, __name__)`; or use "
            f"`{_PACKAGE}.{prefix}`, which needs neither.",
            name=target,
        )
    bind(module, prefix, submodules)


def bind(module: ModuleType, prefix: str, submodules: bool) -> None:
    """Binds a module to the functions under a prefix; the empty prefix means all."""
    defined: dict[str, Any] = vars(module)
    before_getattr: Callable[[str], Any] | None = defined.get("__getattr__")
    before_dir: Callable[[], Any] | None = defined.get("__dir__")
    start = f"{prefix}." if prefix else ""
    messages: dict[str, str] = {}
    _missing.append(messages)
    # An attribute would hide the builtin of its name from the module's own code.
    hidden = frozenset() if module.__name__ in _made else _BUILTINS
    if submodules:
        _with_submodules[module.__name__] = prefix

    def registered(name: str) -> Any:
        count = _changes.count
        found: Any = _function(start + name)
        if found is None:
            found = _class(start + name)
        if found is None:
            if submodules and _any_under(start + name):
                defined[name] = found = _submodule(module, name, start + name)
        elif native is not None and count == _changes.count and name not in hidden:
            _kept.append((defined, name, found))
            defined[name] = found
            # `_forget` finds it only from here on: another thread may have changed the registry just before.
            if count != _changes.count and defined.get(name) is found:
                del defined[name]
        return found

    def __getattr__(name: str) -> Any:
        if native is not None:
            native.look_for_changes()
            message = messages.get(name)
            if message is not None and _hooks.discovery_is_current():
                raise AttributeError(message)
        if not name.startswith("__"):
            found = registered(name)
            if found is not None:
                return found
        if before_getattr is not None:
            return before_getattr(name)
        if name == "__all__":
            # For `from module import *`, which would miss what has not been looked up yet.
            return [each for each in __dir__() if not each.startswith("_")]
        count = _changes.count
        why = ""
        if not name.startswith("_"):
            if _hooks.load_for(start + name):
                found = registered(name)
                if found is not None:
                    return found
            why = _hooks.why_missing(start + name)
        message = (
            f"module {module.__name__!r} has no attribute {name!r}, "
            f"and no function or class {start + name!r} is registered for its namespace {prefix!r}"
            + (f"; {why}" if why else "")
        )
        if native is not None and count == _changes.count and len(messages) < _MOST_MESSAGES:
            messages[name] = message
            # As above: another thread may have registered the name just before.
            if count != _changes.count:
                messages.pop(name, None)
        raise AttributeError(message)

    def __dir__() -> list[str]:
        look_for_changes()
        names = set(before_dir() if before_dir is not None else defined)
        for full in (*list_global_func_names(prefix), *_class_keys(start)):
            name, dot, _ = full[len(start) :].partition(".")
            if submodules or not dot:
                names.add(name)
        return sorted(names)

    defined["__getattr__"] = __getattr__
    defined["__dir__"] = __dir__


def _function(name: str) -> PackedFunc | None:
    try:
        return get_global(name)
    except ValueError:
        return None  # an attribute may have a name that no function can have


def _class(key: str) -> Any:
    try:
        data = key.encode()
    except UnicodeEncodeError:
        return None  # no key has a lone surrogate
    if b"\0" in data or index_of_key(data) is None:
        return None
    from ._classes import class_of_key

    return class_of_key(key)


def _any_under(prefix: str) -> bool:
    try:
        found = bool(list_global_func_names(prefix))
    except ValueError:
        return False
    return found or any(True for _ in _class_keys(f"{prefix}."))


def _class_keys(start: str) -> Iterator[str]:
    from ._classes import class_keys

    return class_keys(start)


def _submodule(parent: ModuleType, name: str, prefix: str) -> ModuleType:
    full = f"{parent.__name__}.{name}"
    known = sys.modules.get(full)
    if known is not None:
        return known
    from importlib import import_module, machinery

    found = machinery.PathFinder.find_spec(full, getattr(parent, "__path__", ()))
    # A folder without modules, like that of the library in a wheel, is found too, but has no file.
    if found is not None and found.has_location:
        return import_module(full)
    module = _new_module(full, prefix)
    module.__path__ = []
    module = _made[full] = sys.modules.setdefault(full, module)
    bind(module, prefix, submodules=True)
    return module


def _new_module(full: str, prefix: str) -> ModuleType:
    return ModuleType(full, f"The functions and classes registered under `{prefix}.`")


def forget_empty() -> None:
    """Removes the modules of namespaces that are empty now because their plugin was unloaded.

    A module that is still referenced gets new functions when its namespace does.
    """
    for full, module in list(_made.items()):
        if _any_under(_with_submodules[full]):
            continue
        # Another thread may be doing the same.
        _made.pop(full, None)
        if sys.modules.get(full) is module:
            sys.modules.pop(full, None)
        parent, _, name = full.rpartition(".")
        holder = sys.modules.get(parent)
        above = vars(holder) if holder is not None else {}
        if above.get(name) is module:
            above.pop(name, None)


def _is_namespace(prefix: str) -> bool:
    return _function(prefix) is None and _class(prefix) is None and _any_under(prefix)


def _is_installed(full: str, prefix: str) -> bool:
    if _hooks.load_for(prefix) and _is_namespace(prefix):
        return True
    why = _hooks.why_missing(prefix)
    if why:
        raise ImportError(f"cannot import {full}: {why}", name=full)
    return False


class _Finder:
    """Lets the import statement find namespaces, as attributes of modules with sub-modules do."""

    @staticmethod
    def find_spec(full: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """A specification for a namespace of the registry, if it is one."""
        parent, _, name = full.rpartition(".")
        prefix = _with_submodules.get(parent)
        if prefix is None:
            return None
        prefix = f"{prefix}.{name}" if prefix else name
        if name.startswith("__") or not (_is_namespace(prefix) or _is_installed(full, prefix)):
            return None
        from importlib.machinery import ModuleSpec

        loader: Any = _Loader(prefix)
        return ModuleSpec(full, loader, origin="the registry", is_package=True)

    @staticmethod
    def invalidate_caches() -> None:
        """Makes the next look-up search for plugins again."""
        _hooks.forget_discovered()


class _Loader:
    def __init__(self, prefix: str) -> None:
        self.prefix = prefix

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _new_module(spec.name, self.prefix)

    def exec_module(self, module: ModuleType) -> None:
        _made[module.__name__] = module
        bind(module, self.prefix, submodules=True)


# Behind all others: files come first.
sys.meta_path.append(_Finder)
