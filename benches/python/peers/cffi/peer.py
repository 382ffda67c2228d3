"""The cffi peer, API mode: text encoded by the caller, the callback an `extern "Python"` function."""

from __future__ import annotations

import sys
from pathlib import Path

import inputs
from case import Code


def version() -> str:
    import cffi

    return f"cffi {cffi.__version__} (API mode)"


def code(built: Path, wanted: list[str]) -> dict[str, Code]:
    sys.path.insert(0, str(built))
    from bench_cffi import ffi, lib

    ffi.def_extern(name="python_callback")(inputs.callback)
    return {
        "nop": Code("f()", {"f": lib.nop}),
        "add3": Code("f(40, 1, 1)", {"f": lib.add3}),
        "text_length": Code("f(text.encode())", {"f": lib.text_length, "text": inputs.TEXT}),
        "text_same": Code(
            "string(f(text.encode())).decode()",
            {"f": lib.text_same, "string": ffi.string, "text": inputs.TEXT},
        ),
        "same": Code("f(point)", {"f": lib.same, "point": lib.point_new(1.0, 2.0)}),
        "call_n": Code(
            "f(callback, n)", {"f": lib.call_n, "callback": lib.python_callback, "n": inputs.CALLBACKS}
        ),
    }
