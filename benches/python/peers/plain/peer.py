"""The raw ctypes peer: prototypes declared, text encoded by the caller, pointers as plain addresses."""

from __future__ import annotations

import ctypes
import platform
from pathlib import Path

import inputs
from case import Code


def version() -> str:
    return f"ctypes of CPython {platform.python_version()}"


def code(built: Path, wanted: list[str]) -> dict[str, Code]:
    library = ctypes.CDLL(str(built / "libbench_plain.so"))
    number, pointer, text = ctypes.c_int64, ctypes.c_void_p, ctypes.c_char_p
    callback = ctypes.CFUNCTYPE(number, number)
    prototypes = {
        "nop": (None, []),
        "add3": (number, [number] * 3),
        "text_length": (number, [text]),
        "text_same": (text, [text]),
        "point_new": (pointer, [ctypes.c_double] * 2),
        "same": (pointer, [pointer]),
        "call_n": (number, [callback, number]),
    }
    f = {}
    for name, (result, arguments) in prototypes.items():
        f[name] = getattr(library, name)
        f[name].restype, f[name].argtypes = result, arguments
    return {
        "nop": Code("f()", {"f": f["nop"]}),
        "add3": Code("f(40, 1, 1)", {"f": f["add3"]}),
        "text_length": Code("f(text.encode())", {"f": f["text_length"], "text": inputs.TEXT}),
        "text_same": Code("f(text.encode()).decode()", {"f": f["text_same"], "text": inputs.TEXT}),
        "same": Code("f(point)", {"f": f["same"], "point": f["point_new"](1.0, 2.0)}),
        "call_n": Code(
            "f(callback, n)",
            {"f": f["call_n"], "callback": callback(inputs.callback), "n": inputs.CALLBACKS},
        ),
    }
