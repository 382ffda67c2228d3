"""What the peers with a binding per function have in common: an extension module with the same functions."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import cases
from roster import Code


def code(built: Path, module_name: str) -> dict[str, Code]:
    sys.path.insert(0, str(built))
    module = importlib.import_module(module_name)
    return {
        "nop": Code("f()", {"f": module.nop}),
        "add3": Code("f(40, 1, 1)", {"f": module.add3}),
        "text_length": Code("f(text)", {"f": module.text_length, "text": cases.TEXT}),
        "text_same": Code("f(text)", {"f": module.text_same, "text": cases.TEXT}),
        "first_dim": Code("f(array)", {"f": module.first_dim, "array": cases.array()}),
        "same": Code("f(point)", {"f": module.same, "point": module.Point(1.0, 2.0)}),
        "call_n": Code(
            "f(callback, n)", {"f": module.call_n, "callback": cases.callback, "n": cases.CALLBACKS}
        ),
        "fail": Code("f(message)", {"f": module.fail, "message": cases.MESSAGE}, ValueError),
    }
