"""Random Python values of every kind that a call may receive, and their description as text.

The choice depends on the generator only, not on results of calls: two processes with the same seed choose the
same values.
"""

from __future__ import annotations

import collections
import ctypes
import enum
import re
from pathlib import Path

import numpy as np

import tvmlike

_INTS = (0, 1, -1, 2, 7, 127, 128, 255, 256, -129, 65535, 65536, 2**31, 2**53 + 1, 2**63 - 1, 2**63, -(2**63))
_HUGE = (-(2**63) - 1, 2**64, 10**30)
_FLOATS = (0.0, -0.0, 1.0, 0.5, -2.5, 1e300, 1e39, 5e-324, float("inf"), float("-inf"), float("nan"), 2.0**63)
_TEXTS = ("", "a", "abc", "cpu", "float32", "int8", "ünïcödé", "x" * 100, "a\0b", "𝄞", "1", "cuda:1", "b" * 8)
_NAMES = (
    "a",
    "b",
    "c",
    "d",
    "x",
    "y",
    "by",
    "step",
    "label",
    "name",
    "self",
    "args",
    "zzz",
    "größe",
    "class",
)
_DTYPES = ("int8", "uint8", "int16", "int32", "int64", "uint64", "float16", "float32", "float64", "bool")
_ODD_DTYPES = ("complex64", ">i4", "U3", "S2", "datetime64[s]", "O", "longdouble", "i4,f8")


class Text(str):
    """A subclass of str."""


class Number(int):
    """A subclass of int."""


class Real(float):
    """A subclass of float."""


class Items(list):
    """A subclass of list."""


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 300


class Flag(enum.Flag):
    ON = 1


class Index:
    """An object with `__index__`, which may raise."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        if isinstance(self.value, int):
            return self.value
        raise LookupError("no index")


class Opaque:
    """A class without a native form."""


class Broken:
    """Declares an array interface that does not work."""

    @property
    def __dlpack__(self):
        raise RuntimeError("no memory to lend")


def first(*args):
    return args[0] if args else None


def fails(*args):
    raise ZeroDivisionError(f"called with {len(args)}")


def named(*, key=None):
    return key


def number(rng):
    return rng.choice((rng.choice(_INTS), rng.randrange(-10, 10), rng.getrandbits(rng.randrange(1, 66))))


def text(rng):
    return rng.choice(_TEXTS) if rng.random() < 0.9 else "\ud800"


def array(rng):
    """A small array with arbitrary strides; sometimes of an unsupported kind."""
    shape = [rng.randrange(0, 4) for _ in range(rng.randrange(0, 4))]
    if rng.random() < 0.1:
        return np.zeros(shape, rng.choice(_ODD_DTYPES))
    made = np.arange(int(np.prod(shape))).reshape(shape).astype(rng.choice(_DTYPES))
    for _ in range(rng.randrange(0, 3)):
        if made.ndim:
            made = rng.choice((made.T, made[::-1], made[..., ::2], made.copy()))
    if rng.random() < 0.2:
        made.flags.writeable = False
    return made


def items(rng, depth, item=None):
    return [
        (item or any_value)(rng, depth + 1) if item is None else item(rng) for _ in range(rng.randrange(4))
    ]


def mapping(rng, depth):
    keys = [rng.choice((text, number, lambda rng: rng.choice(_FLOATS)))(rng) for _ in range(rng.randrange(4))]
    return {key: any_value(rng, depth + 1) for key in keys}


def _scalar(rng):
    return rng.choice(
        (
            None,
            True,
            False,
            rng.choice(_FLOATS),
            number(rng),
            rng.choice(_HUGE),
            text(rng),
            Text("text"),
            Number(5),
            Real(1.5),
            Level.HIGH,
            Flag.ON,
            Index(rng.choice((3, 2**70, None))),
            np.dtype(rng.choice(_DTYPES)).type(1),
            np.float32,
            np.dtype(rng.choice(_DTYPES + _ODD_DTYPES)),
            1 + 2j,
            np.complex64(1),
            np.longdouble(1),
            np.datetime64("2026-01-01"),
        )
    )


def _bytes(rng):
    data = rng.choice((b"", b"bytes", b"\0\xff" * 3))
    return rng.choice((data, bytearray(data), memoryview(data), np.frombuffer(data, np.uint8)))


def _native(rng):
    return rng.choice(
        (
            lambda: tvmlike.Array([1, "two", 3.0]),
            lambda: tvmlike.Map({"a": 1, "b": [2]}),
            lambda: tvmlike.Shape((2, 3)),
            lambda: tvmlike.DataType("float32"),
            lambda: tvmlike.Device("cpu"),
            lambda: tvmlike.zeros((2, 2), rng.choice(("float32", "int32"))),
            lambda: tvmlike.testing.Point(1.0, 2.0),
            lambda: tvmlike.testing.Counter(2),
            lambda: tvmlike.testing.Node("node"),
            lambda: tvmlike.testing.make_ticket(3),
            lambda: tvmlike.testing.echo,
            lambda: ctypes.c_void_p(rng.choice((None, 4096))),
        )
    )()


def _other(rng, depth):
    return rng.choice(
        (
            lambda: first,
            lambda: fails,
            lambda: named,
            lambda: len,
            lambda: dict,
            lambda: Opaque(),
            lambda: Broken(),
            lambda: ValueError("a value", 1),
            lambda: KeyError,
            lambda: Ellipsis,
            lambda: {number(rng), number(rng)},
            lambda: frozenset({text(rng)}),
            lambda: range(rng.randrange(5)),
            lambda: iter([1, 2]),
            lambda: Path("a") / "b",
            lambda: slice(1, 2),
            lambda: Items(items(rng, depth)),
            lambda: collections.OrderedDict(a=any_value(rng, depth + 1)),
            lambda: collections.deque([1, 2]),
        )
    )()


def any_value(rng, depth=0):
    kinds = (_scalar, _scalar, _bytes, _native, array)
    choice = rng.randrange(8 if depth < 3 else 5)
    if choice < 5:
        return kinds[choice](rng)
    if choice == 5:
        made = items(rng, depth)
        return made if rng.random() < 0.7 else tuple(made)
    return mapping(rng, depth) if choice == 6 else _other(rng, depth)


def name(rng):
    return rng.choice(_NAMES)


# Values that a parameter accepts, by its annotation.
_FITTING = (
    ("Point", lambda rng: tvmlike.testing.Point(float(rng.randrange(9)), 1.0)),
    ("Tensor", array),
    ("list[int]", lambda rng: items(rng, 0, number)),
    ("list[float]", lambda rng: items(rng, 0, lambda rng: rng.choice(_FLOATS))),
    ("list", lambda rng: items(rng, 0)),
    ("dict", lambda rng: mapping(rng, 0)),
    ("Map", lambda rng: mapping(rng, 0)),
    ("bool", lambda rng: rng.random() < 0.5),
    ("float", lambda rng: rng.choice(_FLOATS)),
    ("int", lambda rng: rng.randrange(-5, 300)),
    ("bytes", _bytes),
    ("str", text),
    ("Callable", lambda rng: rng.choice((first, fails, len))),
)


def fitting(rng, annotation):
    """A value for a parameter, which usually accepts it."""
    if rng.random() < 0.25:
        return any_value(rng)
    return next((make for word, make in _FITTING if word in annotation), any_value)(rng)


def _same_everywhere(shown):
    """Removes addresses, and the module of C classes, which only some of Python's errors contain."""
    return re.sub(r"0x[0-9a-f]+", "0x…", shown).replace("'tvmlike.function.PackedFunc'", "'PackedFunc'")


def show(value, depth=0):
    """Describes a value as text; equal values have equal text in every process."""
    kind = type(value).__name__
    if depth > 6:
        return f"{kind}(…)"
    if isinstance(value, (tvmlike.Array, list, tuple, collections.deque)):
        return f"{kind}[{', '.join(show(item, depth + 1) for item in value)}]"
    if isinstance(value, (tvmlike.Map, dict)):
        pairs = (f"{show(key, depth + 1)}: {show(held, depth + 1)}" for key, held in value.items())
        return f"{kind}{{{', '.join(pairs)}}}"
    if isinstance(value, np.ndarray):
        content = value.tolist() if value.dtype.kind in "biufc" else "…"
        writable = "" if value.flags.writeable else " read-only"
        return f"{kind}({value.dtype}, {value.shape}, {value.strides}, {content}{writable})"
    if isinstance(value, tvmlike.Tensor):
        return f"{kind}({value.dtype}, {value.shape}, {value.strides}, {value.device})"
    if isinstance(value, BaseException):
        return f"{kind}({', '.join(show(arg, depth + 1) for arg in value.args)})"
    if isinstance(value, (set, frozenset)):
        return f"{kind}({sorted(map(repr, value))})"
    return f"{kind} {_same_everywhere(ascii(value))}"


def outcome(call):
    """Describes the result of a call, or its exception, as text."""
    try:
        return show(call())
    except Exception as error:
        cause = f" from {type(error.__cause__).__name__}" if error.__cause__ is not None else ""
        return f"{type(error).__name__}: {_same_everywhere(ascii(str(error)))}{cause}"
