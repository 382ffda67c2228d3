"""References to every kind of argument and result are released, whether the call succeeds or fails.

The tests count the references to the argument, the objects that the garbage collector tracks, the strong
references to a native object, and the live objects if the result is a new one.
"""

from __future__ import annotations

import collections
import gc
import sys

import pytest

import tvmlike
from tvmlike._memory import WORDS

try:
    import numpy as np
except ImportError:
    np = None

ROUNDS = 50


class Anything:
    def method(self, *args):
        return None


class Subclass(np.ndarray if np is not None else object):
    pass


def function(*args):
    return None


Pair = collections.namedtuple("Pair", "a b")

MAKE = {
    "None": lambda t: None,
    "bool": lambda t: True,
    "int": lambda t: int("1234567890123"),
    "negative int": lambda t: int("-1234567890123"),
    "int subclass": lambda t: type("Own", (int,), {})(10**12),
    "float": lambda t: float("1.25"),
    "complex": lambda t: complex("1+2j"),
    "short str": lambda t: "".join(["sh", "ort"]),
    "long str": lambda t: "long " * 50,
    "str with a NUL": lambda t: "with\0 a NUL" * 10,
    "other str": lambda t: "é∀😀" * 10,
    "short bytes": lambda t: bytes([1, 2, 3, 0]),
    "long bytes": lambda t: bytes(range(200)),
    "bytearray": lambda t: bytearray(range(200)),
    "memoryview": lambda t: memoryview(bytearray(range(200))),
    "list": lambda t: [1, "two and more", [3.5]],
    "tuple": lambda t: (1, "two and more", (3.5, [])),
    "named tuple": lambda t: Pair(1, ["two and more"]),
    "dict": lambda t: {"key that is long": [1], 2: {"k": None}},
    "nested": lambda t: {"a": [({"b": ["text of some length"] * 3},)] * 3},
    "empty containers": lambda t: [[], {}, ()],
    "Shape": lambda t: tvmlike.Shape([1, 2, 3]),
    "DataType": lambda t: tvmlike.DataType("float32"),
    "Device": lambda t: tvmlike.cpu(),
    "Tensor": lambda t: tvmlike.zeros((3, 4)),
    "Array": lambda t: tvmlike.Array([1, [2]]),
    "Map": lambda t: tvmlike.Map({"k": [1]}),
    "Object": lambda t: t.make_point(1.0, 2.0),
    "PackedFunc": lambda t: t.counter(0),
    "PackedFunc of a callable": lambda t: tvmlike.PackedFunc(lambda: None),
    "registered function": lambda t: tvmlike.get_global_func("testing.add3"),
    "lambda": lambda t: lambda *args: None,
    "closure": lambda t: (lambda kept: lambda *args: kept)([]),
    "bound method": lambda t: Anything().method,
    "builtin": lambda t: [].append,
    "class": lambda t: type("Local", (), {}),
    "any object": lambda t: Anything(),
    "exception": lambda t: ValueError("a reason"),
    "list of everything": lambda t: [Anything(), lambda: None, tvmlike.zeros((1,)), b"bytes", 1.5],
}
if np is not None:
    MAKE.update(
        {
            "NumPy array": lambda t: np.zeros((3, 4), "float32"),
            "read-only array": lambda t: np.frombuffer(bytes(16), "float32"),
            "strided array": lambda t: np.zeros((6, 8))[::2, ::3],
            "reversed array": lambda t: np.zeros(6)[::-1],
            "empty array": lambda t: np.zeros((0, 3)),
            "array of no dimension": lambda t: np.array(1.5),
            "array of a subclass": lambda t: np.zeros(3).view(Subclass),
            "array of objects": lambda t: np.array([None, []], object),
            "foreign byte order": lambda t: np.zeros(3, ">f4"),
            "NumPy int": lambda t: np.int32(5),
            "NumPy float": lambda t: np.float64(5.5),
            "NumPy bool": lambda t: np.bool_(True),
            "NumPy half": lambda t: np.float16(5.5),
            "list of arrays": lambda t: [np.zeros(3), {"a": np.zeros(2)}],
        }
    )

REFUSED = {
    "big int": lambda t: 2**70,
    "surrogate": lambda t: "\ud800 and more text",
    "list with a big int": lambda t: ["text that is long", [2**70], Anything()],
    "dict with a surrogate": lambda t: {"k": lambda: None, "\ud800": 1},
}


class Fails(Exception):
    pass


def raises(*args):
    raise Fails("on purpose")


def other_error(*args):
    return 2**70


def attempt(call, *args, **keywords):
    """Calls a function; drops the error with everything that its traceback keeps."""
    try:
        call(*args, **keywords)
    except Exception as error:
        error.__traceback__ = None


WAYS = {
    "echo": lambda t, x: attempt(t.echo, x),
    "echo and read": lambda t, x: attempt(lambda: repr(t.echo(x))),
    "unused": lambda t, x: attempt(t.type_key, x),
    "callback": lambda t, x: attempt(t.call, lambda y: None, x),
    "callback that returns it": lambda t, x: attempt(t.call, lambda y: y, x),
    "callback that returns another": lambda t, x: attempt(t.call, lambda: x),
    "many arguments": lambda t, x: attempt(t.call, function, *[x] * 12),
    "keyword": lambda t, x: attempt(t.echo, x=x),
    "keyword and default": lambda t, x: attempt(t.defaults3, a=1, c=x),
    "on another thread": lambda t, x: attempt(t.call_in_thread, lambda y: y, x),
    "held and released": lambda t, x: (attempt(t.hold, x), attempt(t.held), t.release()),
    "converted": lambda t, x: attempt(tvmlike.convert, x),
    "too many arguments": lambda t, x: attempt(t.add3, x, 1, 2, 3, 4),
    "too few arguments": lambda t, x: attempt(t.add3, x),
    "another of the wrong type": lambda t, x: attempt(t.defaults3, 1, "no int", 1.0, x),
    "another that is refused": lambda t, x: attempt(t.call, function, x, 2**70),
    "refused before it": lambda t, x: attempt(t.call, function, 2**70, x),
    "itself in the wrong place": lambda t, x: attempt(t.counter, [x]),
    "no such keyword": lambda t, x: attempt(t.add3, 1, 2, nothing=x),
    "callee fails": lambda t, x: attempt(t.map_get, {"k": x}, "no such key"),
    "callee panics": lambda t, x: attempt(t.call, t.panic, x),
    "callback raises": lambda t, x: attempt(t.call, raises, x),
    "callback raises through two": lambda t, x: attempt(t.call, t.call, raises, x),
    "callback raises on another thread": lambda t, x: attempt(t.call_in_thread, raises, x),
    "callback's result is refused": lambda t, x: attempt(t.call, other_error, x),
    "freed function": lambda t, x: attempt(freed(), x),
}


def freed():
    gone = tvmlike.PackedFunc(lambda *args: None)
    gone._free()
    return gone


def native_count(value):
    """The number of strong references to a native object; 0 for other values."""
    return WORDS[value._handle >> 3] & 0xFFFFFFFF if isinstance(value, tvmlike.Object) else 0


@pytest.fixture(scope="module", autouse=True)
def frozen():
    """Freezes existing objects, because the collector runs thousands of times below."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def counts(value):
    gc.collect()
    return sys.getrefcount(value), native_count(value), len(gc.get_objects())


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", [*MAKE, *REFUSED])
def test_references_are_released(testing, kind, way):
    value = {**MAKE, **REFUSED}[kind](testing)
    act = WAYS[way]
    rounds = ROUNDS if "thread" not in way and "panics" not in way else 10
    for _ in range(3):
        act(testing, value)
    references, strong, objects = counts(value)
    for _ in range(rounds):
        act(testing, value)
    now_references, now_strong, now_objects = counts(value)
    if not is_immortal(value):
        assert now_references == references
    assert now_strong == strong
    # Caches may grow a little; a leak would be one object per round.
    assert now_objects - objects < rounds // 2


def is_immortal(value):
    """Whether the reference count is meaningless: the object is immortal or shared widely."""
    return value is None or isinstance(value, bool) or sys.getrefcount(value) > 1000


RESULTS = {
    "object": lambda t: t.make_point(1.0, 2.0),
    "function": lambda t: t.counter(0),
    "array": lambda t: t.echo(["a text that is long", [1]]),
    "map": lambda t: t.echo({"k": ["a text that is long"]}),
    "tensor": lambda t: t.echo(tvmlike.zeros((2, 2))),
    "shape": lambda t: t.echo(tvmlike.Shape([1, 2])),
    "text": lambda t: t.repeat("text ", 100),
    "callable": lambda t: t.echo(lambda: None),
    "any object": lambda t: t.echo(Anything()),
}


@pytest.mark.parametrize("kind", RESULTS)
def test_results_are_released(testing, kind):
    make = RESULTS[kind]
    for _ in range(5):
        kept = make(testing)
    gc.collect()
    objects = len(gc.get_objects())
    kept = [make(testing) for _ in range(200)]
    del kept
    gc.collect()
    assert abs(len(gc.get_objects()) - objects) < 20


def test_a_living_object_is_one_python_object(testing):
    point = testing.make_point(1.0, 2.0)
    strong, references = native_count(point), sys.getrefcount(point)
    same = [testing.echo(point) for _ in range(100)]
    assert set(map(id, same)) == {id(point)}
    assert native_count(point) == strong
    del same
    assert sys.getrefcount(point) == references
