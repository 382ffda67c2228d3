"""C signatures as text, put together from their parts."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_OF_PYTHON = {
    bool: "bool",
    float: "f64",
    complex: "complex<f64>",
    str: "cstr",
    None: "void",
    type(None): "void",
}
_ERRNO = {False: "", None: "", True: " errno", "save": " errno", "raise": " errno raise"}


def signature(
    result: Any, *parameters: Any, variadic: bool = False, errno: bool | str | None = None, **named: Any
) -> str:
    """The text of a C signature: its result, then its parameters, those with names at the end.

    >>> tvmlike.native.signature("f64", "f64", exponent="f64")
    'f64(f64, exponent: f64)'
    >>> tvmlike.native.signature("i32", "cstr", variadic=True, errno="raise")
    'i32(cstr, ...) errno raise'
    >>> tvmlike.native.signature(None, point={"x": "f64", "tag": ["u8", 16]})
    'void(point: {x: f64, tag: [16 x u8]})'

    A type is its word in a signature; a dict of types for a struct with names, a tuple for one without, a
    list of a type and a number for an array in a struct. `bool`, `float`, `complex`, `str` and None stand for
    `bool`, `f64`, `complex<f64>`, `cstr` and `void`; Python's `int` stands for none, because C has many.
    `errno` is True to keep it, or "raise".
    """
    if errno not in _ERRNO:
        raise ValueError(f"native.signature: errno: expected True, False or 'raise', got {errno!r}")
    parts = [_type(one) for one in parameters]
    parts += [f"{name}: {_type(one)}" for name, one in named.items()]
    if variadic:
        parts.append("...")
    return f"{_type(result)}({', '.join(parts)}){_ERRNO[errno]}"


def _type(given: Any) -> str:
    if isinstance(given, str):
        return given
    if isinstance(given, dict):
        return "{" + ", ".join(f"{name}: {_type(one)}" for name, one in given.items()) + "}"
    if isinstance(given, tuple):
        return "{" + ", ".join(map(_type, given)) + "}"
    if isinstance(given, list) and len(given) == 2 and isinstance(given[1], int):
        return f"[{given[1]} x {_type(given[0])}]"
    if given is int:
        raise TypeError(
            "native.signature: int is ambiguous; use 'i32' for C's int, 'i64' for its long on 64-bit Unix"
        )
    try:
        return _OF_PYTHON[given]
    except (KeyError, TypeError):
        raise TypeError(f"native.signature: {given!r} is not a C type") from None
