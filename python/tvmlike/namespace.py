"""Modules filled from the registry.

`_init_api` gives a module a `__getattr__` that looks in the registry and a `__dir__` that lists it. Nothing
is copied into the module, so what is registered later is there and what is removed is gone. What the module
itself defines comes first.
"""

from __future__ import annotations

import sys
from types import ModuleType

from .function import get_global
from .registry import list_global_func_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

_PACKAGE = __name__.partition(".")[0]


def _init_api(namespace: str, target_module_name: str | None = None, *, submodules: bool = False) -> None:
    """Fills a module with the functions under a namespace.

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

    def __getattr__(name: str) -> Any:
        if not name.startswith("__"):
            function = get_global(start + name)
            if function is not None:
                return function
            if submodules and _any_under(start + name):
                made = sys.modules.get(f"{module.__name__}.{name}") or _submodule(module, name, start + name)
                defined[name] = made
                return made
        if before_getattr is not None:
            return before_getattr(name)
        raise AttributeError(
            f"module {module.__name__!r} has no attribute {name!r}, "
            f"and no function {start + name!r} is registered for its namespace {prefix!r}"
        )

    def __dir__() -> list[str]:
        names = set(before_dir() if before_dir is not None else defined)
        for full in list_global_func_names(prefix):
            name, dot, _ = full[len(start) :].partition(".")
            if submodules or not dot:
                names.add(name)
        return sorted(names)

    defined["__getattr__"] = __getattr__
    defined["__dir__"] = __dir__


def _any_under(prefix: str) -> bool:
    try:
        return bool(list_global_func_names(prefix))
    except ValueError:
        return False  # an attribute may have a name that no function can have


def _submodule(parent: ModuleType, name: str, prefix: str) -> ModuleType:
    module = ModuleType(f"{parent.__name__}.{name}", f"The functions registered under `{prefix}.`")
    bind(module, prefix, submodules=True)
    sys.modules[module.__name__] = module
    return module
