"""The DGL peer: only its `_ffi` package, on the path in DGL_FFI.

The package `dgl` itself imports PyTorch, so an empty module of that name replaces it. Arrays are converted
before the measurement, because DGL does not convert them in the call.
"""

from __future__ import annotations

import ctypes
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import inputs
from case import Code


def version() -> str:
    from importlib.metadata import version as installed

    return "dgl " + installed("dgl")


def stand_in() -> None:
    spec = importlib.util.find_spec("dgl")
    if spec is None or spec.origin is None:
        raise ImportError("the package dgl is not installed")
    package = ModuleType("dgl")
    package.__path__ = [str(Path(spec.origin).parent)]
    sys.modules["dgl"] = package


def code(built: Path, wanted: list[str]) -> dict[str, Code]:
    stand_in()
    from dgl._ffi import ndarray
    from dgl._ffi.base import DGLError
    from dgl._ffi.function import _init_internal_api
    from dgl._ffi.function import get_global_func as get

    _init_internal_api()
    # Registers the classes of the objects that DGL's functions return.
    from dgl import container

    class NDArray(ndarray.NDArrayBase):
        """The class of arrays, defined as in the package `dgl`."""

    ndarray._set_class_ndarray(NDArray)
    refused = ctypes.CDLL(str(built / "libbench_dgl.so")).bench_dgl_register()
    if refused:
        raise RuntimeError(f"DGL rejects function number {refused}")
    array = ndarray.empty(inputs.ARRAY_SHAPE)
    point = container.convert_to_object([1, 2])
    return {
        "nop": Code("f()", {"f": get("bench.nop")}),
        "add3": Code("f(40, 1, 1)", {"f": get("bench.add3")}),
        "text_length": Code("f(text)", {"f": get("bench.text_length"), "text": inputs.TEXT}),
        "text_same": Code("f(text)", {"f": get("bench.text_same"), "text": inputs.TEXT}),
        "first_dim": Code("f(array)", {"f": get("bench.first_dim"), "array": array}),
        "same": Code("f(point)", {"f": get("bench.same"), "point": point}),
        "call_n": Code(
            "f(callback, n)", {"f": get("bench.call_n"), "callback": inputs.callback, "n": inputs.CALLBACKS}
        ),
        "fail": Code("f(message)", {"f": get("bench.fail"), "message": inputs.MESSAGE}, DGLError),
        "lookup": Code("get(name)", {"get": get, "name": "bench.add3"}),
        "list3": Code("f(items)", {"f": get("_ListSize"), "items": [1, 2, 3]}),
        "tuple3": Code("f(items)", {"f": get("_ListSize"), "items": (1, 2, 3)}),
        "dict3": Code("f(items)", {"f": get("_MapSize"), "items": {"a": 1, "b": 2, "c": 3}}),
    }
