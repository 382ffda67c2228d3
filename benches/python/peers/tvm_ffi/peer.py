"""The tvm-ffi peer: global functions by name, and Python classes for the types that its C++ code registers.

Its calls take no keywords, and it has no module whose attributes are registered functions, so these rows have
no cell.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bound
from case import Absent, Code

_LACKING = ("keywords", "construct_keyword", "method_keyword")


def version() -> str:
    from importlib.metadata import version as installed

    return "apache-tvm-ffi " + installed("apache-tvm-ffi")


def code(built: Path, wanted: list[str]) -> dict[str, Code]:
    import tvm_ffi

    tvm_ffi.load_module(str(built / "libbench_tvm_ffi.so"))
    get = tvm_ffi.get_global_func

    @tvm_ffi.register_object("bench.Point")
    class Point(tvm_ffi.Object):
        """The registration of the type defines the fields."""

        x: float
        y: float

    @tvm_ffi.register_object("bench.Counter")
    class Counter(tvm_ffi.Object):
        v: int

    @tvm_ffi.dataclasses.c_class("bench.Item", eq=True, unsafe_hash=True)
    class Item(tvm_ffi.Object):
        v: int
        name: str

    of_package = {"get": get, "Counter": Counter, "Item": Item}
    made = {"array": "ints", "map": "table", "shaped": "tensor"}

    def find(name: str) -> Any:
        if name in of_package:
            return of_package[name]
        if name in made:
            return get(f"bench.{made[name]}")()
        function = get(
            f"bench.{ {'Point': 'point', 'dlpack': 'tensor'}.get(name, name) }", allow_missing=True
        )
        if function is None:
            raise Absent(name)
        return function

    codes = bound.codes(find, [name for name in wanted if name not in _LACKING])
    if "tensor_out" in codes:
        import numpy as np

        # `np.asarray` does not accept its tensors; its documentation recommends this conversion.
        codes["tensor_out"] = Code(
            "from_dlpack(f())", {"f": get("bench.tensor"), "from_dlpack": np.from_dlpack}
        )
    return codes
