"""Our own side, on the path that TVMLIKE_FFI names: global functions got by name."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import cases
from roster import Code


def version() -> str:
    import tvmlike

    return f"tvmlike {tvmlike.__version__}"


def code(built: Path) -> dict[str, Code]:
    path = os.environ["TVMLIKE_FFI"]
    import tvmlike

    if (path == "native") != ("tvmlike._native" in sys.modules):
        raise ImportError(
            f"this build of the package does not take the {path} path, which TVMLIKE_FFI asks for"
        )
    tvmlike.load_plugin(str(built / "libtvmlike_bench_python.so"))

    @tvmlike.register_object("bench.Point")
    class Point(tvmlike.Object):
        """The class that a point arrives in."""

    get = tvmlike.get_global_func
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
