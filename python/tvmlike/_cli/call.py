"""`call`: a call with arguments from the command line.

An argument is read in the light of the parameter that it is for, so that what a shell can say is enough: the
text `3` is a string where the signature asks for one.
"""

from __future__ import annotations

import json
import re
import sys

from .._parameters import parameters_of
from ..registry import get_global_func
from ..tensor import Tensor
from .inspect import record_of
from .show import json_of, print_json, print_text, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

HOW = """\
An ARG is JSON, the path of an .npy file, or else text. NAME=ARG gives a parameter by its name.
Where the signature asks for it, a list becomes an array, text becomes bytes, and the name of a
function becomes that function. Put -- before an ARG that begins with a dash and is no number.

  tvmlike call tensor.sum '[[1, 2], [3, 4]]'
  tvmlike call tensor.add a.npy b=b.npy -o sum.npy
"""

_KEYWORD = re.compile(r"([^\W\d]\w*)=(.*)", re.DOTALL)

_NUMPY_NAMES = {
    "i1": "bool",
    **{
        f"{sign}{bits}": f"{name}{bits}"
        for sign, name in (("i", "int"), ("u", "uint"))
        for bits in (8, 16, 32, 64)
    },
    **{f"f{bits}": f"float{bits}" for bits in (16, 32, 64)},
}


def run(options: argparse.Namespace) -> int:
    """Calls a function and shows what it returns."""
    function = get_global_func(options.name)
    kinds = {one.name: one.record for one in parameters_of(record_of(options.name)) or []}
    in_order = list(kinds.values())
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    for text in options.arguments:
        named = _KEYWORD.fullmatch(text)
        if named is not None:
            name, value = named.groups()
            if name in keywords:
                raise TypeError(f"{options.name}: argument {name!r} was given twice")
            keywords[name] = _argument(value, kinds.get(name, "unknown"))
        else:
            at = len(positional)
            positional.append(_argument(text, in_order[at] if at < len(in_order) else "unknown"))
    result = function(*positional, **keywords)
    if options.output is not None:
        _save(options.output, result)
    elif options.json:
        print_json(json_of(result))
    elif result is not None:
        print_text(text_of(result), raw=not sys.stdout.isatty())
    return 0


def _argument(text: str, kind: Any) -> Any:
    """One argument, for a parameter of a type record."""
    kind = _innermost(kind)
    if text.endswith(".npy"):
        return _numpy("to read an .npy file").load(text, allow_pickle=False)
    try:
        value = json.loads(text)
    except ValueError:
        value = text
    if kind == "str" and value is not None and not isinstance(value, str):
        return text
    if kind == "bytes" and isinstance(value, str):
        return value.encode()
    if kind == "function" and isinstance(value, str):
        return get_global_func(value)
    if isinstance(kind, list) and kind[:1] == ["ndarray"] and isinstance(value, (list, int, float)):
        element = kind[1] if len(kind) > 1 else None
        numpy = _numpy("to make an array")
        return numpy.asarray(value, _NUMPY_NAMES.get(element) if isinstance(element, str) else None)
    return value


def _innermost(kind: Any) -> Any:
    while isinstance(kind, list) and len(kind) == 2 and kind[0] in ("optional", "contiguous", "writable"):
        kind = kind[1]
    return kind


def _save(path: str, result: Any) -> None:
    if not isinstance(result, Tensor):
        raise TypeError(f"-o: expected an array as the result, got {type(result).__name__}")
    _numpy("to write an .npy file").save(path, result.numpy(), allow_pickle=False)


def _numpy(why: str) -> Any:
    try:
        import numpy
    except ImportError:
        raise ImportError(f"NumPy is needed {why}: pip install numpy") from None
    return numpy
