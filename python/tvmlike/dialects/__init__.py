"""MLIR's dialects: `tvmlike.dialects.NAME` has the classes, functions and enums of a dialect.

No file is generated: a module is filled from the records of the library when it is imported, and a class is
made when it is used first. Modules that have helpers beside that are files here.
`append_dialect_search_prefix` adds packages in which modules of further dialects are found.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType
    from typing import Any


def find_spec(name: str) -> ModuleSpec | None:
    """How a module is found; None if there is none."""
    # importlib.util imports more than the dialects need.
    from importlib.util import find_spec

    return find_spec(name)


def _own(name: str) -> Any:
    """A module of this package, imported when it is needed first."""
    return import_module(f"{__name__}.{name}")


class _Finder:
    """Makes the modules of dialects that have no file."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, name = fullname.rpartition(".")
        if package != __name__ or dialect_of(name) is None:
            return None
        loader: Any = self
        return ModuleSpec(fullname, loader)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        dialect = dialect_of(module.__name__.rpartition(".")[2])
        assert dialect is not None
        _own("_module").fill(dialect, module.__dict__)


class _Alias:
    """Imports the modules of this package under another name of the package."""

    def __init__(self, name: str) -> None:
        self._name = name

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(f"{self._name}.") or find_spec(self._own_name(fullname)) is None:
            return None
        loader: Any = self
        return ModuleSpec(fullname, loader)

    def _own_name(self, name: str) -> str:
        """The name of a module in this package."""
        return __name__ + name[len(self._name) :]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(self._own_name(spec.name))
        # Importing sets it to that of the other name.
        self._spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec


def install_as(name: str) -> None:
    """Makes `import NAME` import this package, and `import NAME.arith` its modules."""
    sys.modules[name] = sys.modules[__name__]
    if not any(isinstance(each, _Alias) and each._name == name for each in sys.meta_path):
        sys.meta_path.insert(0, _Alias(name))


def dialect_of(module: str) -> str | None:
    """The dialect of a module `arith`, `_arith_ops_gen` or `_arith_enum_gen`; None for others."""
    if module.startswith("_"):
        for ending in ("_ops_gen", "_enum_gen"):
            if module.endswith(ending):
                module = module[1 : -len(ending)]
                break
    return module if module in _own("_records").dialects() else None


def meet(name: str) -> None:
    """Imports the modules of a dialect, as an operation of it needs a class."""
    if dialect_of(name) == name:
        import_module(f"{__name__}.{name}")
    for prefix in _own("_records").PREFIXES:
        if find_spec(f"{prefix}.{name}") is not None:
            import_module(f"{prefix}.{name}")


_FUNCTIONS = ("append_dialect_search_prefix", "register_dialect", "register_operation")


def __getattr__(name: str) -> Any:
    if name in _FUNCTIONS:
        return getattr(import_module(f"{__name__}._ods_common"), name)
    if not name.startswith("__") and dialect_of(name) is not None:
        return import_module(f"{__name__}.{name}")
    for prefix in _own("_records").PREFIXES if not name.startswith("_") else ():
        if find_spec(f"{prefix}.{name}") is not None:
            return import_module(f"{prefix}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_FUNCTIONS, *_own("_records").dialects()})


if not any(isinstance(each, _Finder) for each in sys.meta_path):
    sys.meta_path.append(_Finder())
