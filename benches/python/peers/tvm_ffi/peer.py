"""The tvm-ffi peer: global functions got by name."""

from __future__ import annotations

from pathlib import Path

import cases
from roster import Code


def version() -> str:
    from importlib.metadata import version as installed

    return "apache-tvm-ffi " + installed("apache-tvm-ffi")


def code(built: Path) -> dict[str, Code]:
    import tvm_ffi

    tvm_ffi.load_module(str(built / "libbench_tvm_ffi.so"))

    @tvm_ffi.register_object("bench.Point")
    class Point(tvm_ffi.Object):
        """Fields come from the type's own registration."""

        x: float
        y: float

    get = tvm_ffi.get_global_func
    return {
        "nop": Code("f()", {"f": get("bench.nop")}),
        "add3": Code("f(40, 1, 1)", {"f": get("bench.add3")}),
        "text_length": Code("f(text)", {"f": get("bench.text_length"), "text": cases.TEXT}),
        "text_same": Code("f(text)", {"f": get("bench.text_same"), "text": cases.TEXT}),
        "first_dim": Code("f(array)", {"f": get("bench.first_dim"), "array": cases.array()}),
        "same": Code("f(point)", {"f": get("bench.same"), "point": get("bench.point")(1.0, 2.0)}),
        "call_n": Code(
            "f(callback, n)", {"f": get("bench.call_n"), "callback": cases.callback, "n": cases.CALLBACKS}
        ),
        "fail": Code("f(message)", {"f": get("bench.fail"), "message": cases.MESSAGE}, ValueError),
        "lookup": Code("get(name)", {"get": get, "name": "bench.add3"}),
        "list3": Code("f(items)", {"f": get("bench.list_length"), "items": [1, 2, 3]}),
        "tuple3": Code("f(items)", {"f": get("bench.list_length"), "items": (1, 2, 3)}),
        "dict3": Code("f(items)", {"f": get("bench.map_length"), "items": {"a": 1, "b": 2, "c": 3}}),
    }
