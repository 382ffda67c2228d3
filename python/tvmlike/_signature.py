"""`inspect.Signature` objects from signature records."""

from __future__ import annotations

import inspect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def signature_of(record: dict[str, Any]) -> inspect.Signature:
    """The Python signature for a record; `(*args)` where there is none."""
    if "a" not in record:
        return inspect.Signature([inspect.Parameter("args", inspect.Parameter.VAR_POSITIONAL)])
    defaults = record.get("defaults") or {}
    parameters = []
    for position, entry in enumerate(record["a"]):
        named = isinstance(entry, list) and entry[:1] == ["named"]
        name, kind = (entry[1], entry[2]) if named else (f"arg{position}", entry)
        parameters.append(
            inspect.Parameter(
                name,
                inspect.Parameter.POSITIONAL_ONLY,
                default=defaults.get(name, inspect.Parameter.empty),
                annotation=_annotation(kind),
            )
        )
    if record.get("variadic"):
        parameters.append(inspect.Parameter("args", inspect.Parameter.VAR_POSITIONAL))
    results = record.get("r") or []
    result = _annotation(results[0]) if len(results) == 1 else "None"
    return inspect.Signature(parameters, return_annotation=result)


_WORDS = {
    "unknown": "Any",
    "i1": "bool",
    "f16": "float",
    "f32": "float",
    "f64": "float",
    "ptr": "c_void_p",
    "dtype": "DataType",
    "device": "Device",
    "shape": "Shape",
    "function": "Callable",
}


def _annotation(kind: Any) -> str:
    """A type record as Python text."""
    if kind is None:
        return "None"
    if isinstance(kind, str):
        return "int" if kind[:1] in "iu" and kind[1:].isdigit() and kind != "i1" else _WORDS.get(kind, kind)
    word, *parts = kind
    if word == "ndarray":
        return "Tensor"
    if word == "object":
        return str(parts[0])
    inner = [_annotation(part) for part in parts]
    if word == "optional":
        return f"{inner[0]} | None"
    name = {"py_homogeneous_list": "list", "stuple": "tuple"}.get(word, word)
    return f"{name}[{', '.join(inner)}]"
