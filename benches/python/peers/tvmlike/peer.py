"""tvmlike, on the path in TVMLIKE_FFI: functions by name, classes from the namespace."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import bound
from case import Absent, Code


def version() -> str:
    import tvmlike

    return f"tvmlike {tvmlike.__version__}"


def code(built: Path, wanted: list[str]) -> dict[str, Code]:
    path = os.environ["TVMLIKE_FFI"]
    import tvmlike

    if (path == "native") != ("tvmlike._native" in sys.modules):
        raise ImportError(f"this build of the package does not support the path {path} in TVMLIKE_FFI")
    tvmlike.load_plugin(str(built / "libtvmlike_bench_python.so"))
    get = tvmlike.get_global_func

    @tvmlike.register_object("bench.Point")
    class Point(tvmlike.Object):
        """The class of points in Python."""

    of_package = {"get": get, "register": tvmlike.register_func, "module": tvmlike.bench}
    made = {"array": "ints", "map": "table", "shaped": "tensor"}

    def find(name: str) -> Any:
        if name in of_package:
            return of_package[name]
        if name in made:
            return get(f"bench.{made[name]}")()
        if name in ("Counter", "Item", "Row", "Table", "Color", "Scope"):
            return getattr(tvmlike.bench, name)
        if name == "StaticScope":
            return tvmlike.bench.Scope
        function = get(
            f"bench.{ {'Point': 'point', 'dlpack': 'tensor'}.get(name, name) }", allow_missing=True
        )
        if function is None:
            raise Absent(name)
        return function

    return bound.codes(find, wanted)
