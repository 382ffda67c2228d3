"""Modules of the compiler as functions.

>>> lib = tvmlike.compile("func.func @twice(%x: f64) -> f64 { ... }")
>>> lib.twice(21.0)
42.0

`compile` lowers a copy of a module, compiles it and binds its functions; `object`, `link` and `library` make
files, `translate` returns LLVM IR.
"""

from __future__ import annotations

import os

from . import ir as _ir
from .function import PackedFunc, get_own
from .namespace import _init_api
from .object import Object, register_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any, Union

    from ._functions.engine import Library as _Declared
    from ._functions.engine import clear_cache as clear_cache
    from ._functions.engine import translate as translate
    from .ir import Module, Operation

    Source = Union[str, os.PathLike[str], Module, Operation]
else:
    _Declared = Object

__all__ = ["Library", "clear_cache", "compile", "library", "link", "object", "translate"]


@register_object("engine.Library")
class Library(_Declared):
    """The functions of a compiled module: attributes and items.

    A function keeps the code, so it stays valid when the library is closed or freed. `with` closes it at the
    end, which removes its names from the registry.
    """

    def __getitem__(self, name: str) -> PackedFunc:
        function: PackedFunc | None = self.functions.get(name)
        if function is None:
            raise KeyError(self._why_missing(name))
        return function

    def __getattr__(self, name: str) -> PackedFunc:
        if not name.startswith("__"):
            function: PackedFunc | None = self.functions.get(name)
            if function is not None:
                # Attributes of the class take precedence: a module may have a function `close`.
                vars(self)[name] = function
                return function
        raise AttributeError(self._why_missing(name))

    def _why_missing(self, name: str) -> str:
        why: str | None = self.refused.get(name)
        if why is not None:
            return f"function {name!r} cannot be called: {why}"
        known = ", ".join(self.functions) or "none"
        return f"the compiled module has no public function {name!r}; it has: {known}"

    def __contains__(self, name: Any) -> bool:
        return name in self.functions

    def __iter__(self) -> Iterator[str]:
        return iter(self.functions)

    def __len__(self) -> int:
        return len(self.functions)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.functions})

    def close(self) -> None:
        """Removes its names from the registry and releases the code. A second call does nothing.

        Functions that are still referenced stay valid; the code is freed after the last of them.
        """
        vars(self).clear()
        super().close()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *raised: Any) -> None:
        self.close()


def _read(source: Source) -> str | Module | Operation:
    """A file is parsed in a context of its own, so that places in errors and debuggers name it."""
    if not isinstance(source, os.PathLike):
        return source
    with _ir.Context():
        return _ir.Module.parseFile(os.fspath(source))


def compile(
    source: Source,
    pipeline: str | None = None,
    *,
    engine: str = "cranelift",
    namespace: str | None = None,
    signatures: Mapping[str, str] | None = None,
    symbols: Mapping[str, Any] | None = None,
    optimize: bool = True,
    packed: bool = False,
    bounds_checks: bool = False,
    cache: bool | str | os.PathLike[str] | None = None,
    interruptible: bool = False,
    threads: int = 1,
    debug: bool = False,
) -> Library:
    """Compiles a module of the IR, or the text or file of one, and binds its functions.

    A `str` is a text, and a path (`pathlib.Path`) the name of a file. A copy of the module is lowered by
    `pipeline`, by default by the passes that lower it to the llvm dialect. Each public function becomes a
    packed function that takes and returns numbers and arrays; `signatures` has the MLIR function types of
    functions that are in the llvm dialect already and take pointers.

    A private declaration is called as the registered function of its name; `symbols` maps names to closures
    and addresses instead. With a `namespace` the functions are registered, so that other languages call them
    by name. `engine` is `cranelift`, or `llvm`, which needs clang. `packed` adds the entries of
    `execution_engine`. `bounds_checks` makes an index or a view outside of a memref an error.

    `cache` keeps compiled code in memory and in a folder, the given one or with True that of the user; by
    default there is a cache if the variable `TVMLIKE_CACHE` names a folder, or is 1. With
    `interruptible`, Ctrl-C ends a loop of the engine `cranelift`. With `threads`, so many run the parallel
    loops of scf, affine and linalg; 0: as many as there are processors. With `debug`, debuggers and
    profilers know files and lines.
    """
    if cache is not None and not isinstance(cache, bool):
        cache = os.fspath(cache)
    made: Library = get_own("engine.compile")(
        _read(source),
        pipeline,
        engine,
        namespace,
        dict(signatures or {}),
        dict(symbols or {}),
        optimize,
        packed,
        bounds_checks,
        cache,
        interruptible,
        threads,
        debug,
    )
    return made


def object(
    source: Source,
    pipeline: str | None = None,
    *,
    signatures: Mapping[str, str] | None = None,
    optimize: bool = True,
    engine: str = "cranelift",
    bounds_checks: bool = False,
    debug: bool = False,
) -> bytes:
    """Compiles a module, a text or a file to an object file, which has the signatures of its functions."""
    made: bytes = get_own("engine.object")(
        _read(source), pipeline, dict(signatures or {}), optimize, engine, bounds_checks, debug
    )
    return bytes(made)


def library(
    source: Source,
    path: str | os.PathLike[str],
    pipeline: str | None = None,
    *,
    signatures: Mapping[str, str] | None = None,
    optimize: bool = True,
    engine: str = "cranelift",
    bounds_checks: bool = False,
    debug: bool = False,
) -> None:
    """Compiles a module, a text or a file to a shared library, which `native.open` loads with its functions.

    The system's C compiler links it: `cc`, or what the variable `CC` names.
    """
    made = object(
        source,
        pipeline,
        signatures=signatures,
        optimize=optimize,
        engine=engine,
        bounds_checks=bounds_checks,
        debug=debug,
    )
    link(made, path)


def link(made: bytes, path: str | os.PathLike[str]) -> None:
    """Links the bytes of an object file, which `object` returned, to a shared library.

    The system's C compiler does it: `cc`, or what the variable `CC` names.
    """
    import subprocess
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory(prefix="tvmlike-") as folder:
        file = Path(folder, "module.o")
        file.write_bytes(made)
        compiler = os.environ.get("CC") or "cc"
        # Without the flag, a call within the library finds functions of the process with the same name.
        flags = ["-shared", "-lm", "-Wl,-Bsymbolic"]
        command = [compiler, os.fspath(file), *flags, "-o", os.fspath(path)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            raise OSError(f"engine.link: no C compiler {compiler!r}; install one, or set CC") from None
    if done.returncode != 0:
        raise OSError(f"engine.link: {compiler} cannot link {os.fspath(path)}: {done.stderr.strip()}")


_init_api("engine", __name__)
