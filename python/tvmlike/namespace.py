"""Modules filled from the registry.

`_init_api` gives a module a `__getattr__` that looks in the registry and a `__dir__` that lists it: functions
by their names, classes by the keys of their types, and of two with one name the function. Nothing is copied
into the module, so what is registered later is there and what is removed is gone. What the module itself
defines comes first, and so does a file that lies in its package.

A module with sub-modules can be imported from: `import tvmlike.ir` works wherever `tvmlike.ir` does.
"""

from __future__ import annotations

import sys
from types import ModuleType

from ._classes import class_keys, class_of_key
from .function import get_global
from .registry import list_global_func_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from typing import Any, Callable

    from .function import PackedFunc

_PACKAGE = __name__.partition(".")[0]

_with_submodules: dict[str, str] = {}
"""The prefixes of the modules that have sub-modules, by the names of the modules."""

_made: dict[str, ModuleType] = {}
"""The modules that were made here because a namespace was there, by their names."""


def _init_api(namespace: str, target_module_name: str | None = None, *, submodules: bool = False) -> None:
    """Fills a module with the functions and classes under a namespace.

    `_init_api("ir", "my.ir")` makes `my.ir.f` the function registered as `ir.f`. A namespace ends at a dot:
    `ir` does not bring `irx.f`. Without a target the module is named as the namespace, in which a leading
    `tvmlike.` stands for the package alone: `_init_api("tvmlike.ir")` fills `tvmlike.ir` with `ir.f`.

    With `submodules`, `my.ir.pass.g` is the function `ir.pass.g`; otherwise only names without a further dot
    appear.
    """
    if not isinstance(namespace, str):
        raise TypeError(f"_init_api: expected a namespace, got {namespace!r}")
    if not isinstance(target_module_name, (str, type(None))):
        raise TypeError(f"_init_api: expected the name of a module, got {target_module_name!r}")
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
    """Gives a module the functions under a prefix, the empty one for all."""
    defined: dict[str, Any] = vars(module)
    before_getattr: Callable[[str], Any] | None = defined.get("__getattr__")
    before_dir: Callable[[], Any] | None = defined.get("__dir__")
    start = f"{prefix}." if prefix else ""
    if submodules:
        _with_submodules[module.__name__] = prefix

    def registered(name: str) -> Any:
        function = _function(start + name)
        if function is not None:
            return function
        cls = class_of_key(start + name)
        if cls is not None:
            return cls
        if submodules and _any_under(start + name):
            made = defined[name] = _submodule(module, name, start + name)
            return made
        return None

    def __getattr__(name: str) -> Any:
        if not name.startswith("__"):
            found = registered(name)
            if found is not None:
                return found
        if before_getattr is not None:
            return before_getattr(name)
        why = ""
        if not name.startswith("_"):
            if load_for(start + name):
                found = registered(name)
                if found is not None:
                    return found
            why = why_missing(start + name)
        raise AttributeError(
            f"module {module.__name__!r} has no attribute {name!r}, "
            f"and no function or class {start + name!r} is registered for its namespace {prefix!r}"
            + (f"; {why}" if why else "")
        )

    def __dir__() -> list[str]:
        names = set(before_dir() if before_dir is not None else defined)
        for full in (*list_global_func_names(prefix), *_class_keys(start)):
            name, dot, _ = full[len(start) :].partition(".")
            if submodules or not dot:
                names.add(name)
        return sorted(names)

    defined["__getattr__"] = __getattr__
    defined["__dir__"] = __dir__


def load_for(name: str) -> bool:
    """Loads the plugin that was installed for a name, which is missing; whether there was one."""
    # What is installed is looked for when something is missing, and not before: it takes milliseconds.
    from ._discovery import load_for

    return load_for(name)


def why_missing(name: str) -> str:
    """Why there is nothing of this name although a plugin was installed for it; empty where none was."""
    from ._discovery import why_missing

    return why_missing(name)


def _function(name: str) -> PackedFunc | None:
    try:
        return get_global(name)
    except ValueError:
        return None  # an attribute may have a name that no function can have


def _any_under(prefix: str) -> bool:
    try:
        found = bool(list_global_func_names(prefix))
    except ValueError:
        return False
    return found or bool(_class_keys(f"{prefix}."))


def _class_keys(start: str) -> list[str]:
    return [key for key in class_keys() if key.startswith(start)]


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
    bind(module, prefix, submodules=True)
    module = _made[full] = sys.modules.setdefault(full, module)
    return module


def _new_module(full: str, prefix: str) -> ModuleType:
    return ModuleType(full, f"The functions and classes registered under `{prefix}.`")


def forget_empty() -> None:
    """Takes away the modules made for namespaces that are empty now: their plugin was unloaded.

    One that somebody has fills again when its namespace does.
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
    return _function(prefix) is None and class_of_key(prefix) is None and _any_under(prefix)


def _is_installed(full: str, prefix: str) -> bool:
    if load_for(prefix) and _is_namespace(prefix):
        return True
    why = why_missing(prefix)
    if why:
        raise ImportError(f"cannot import {full}: {why}", name=full)
    return False


class _Finder:
    """Lets the import statement find what attributes of a module with sub-modules find."""

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
        """What was installed meanwhile is to be found."""
        discovery = sys.modules.get(f"{_PACKAGE}._discovery")
        if discovery is not None:
            discovery.forget()


class _Loader:
    def __init__(self, prefix: str) -> None:
        self.prefix = prefix

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _new_module(spec.name, self.prefix)

    def exec_module(self, module: ModuleType) -> None:
        bind(module, self.prefix, submodules=True)
        _made[module.__name__] = module


# Behind all others: files come first.
sys.meta_path.append(_Finder)
