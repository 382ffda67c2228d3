"""Attaching a record to a function: the form of arguments, mismatches, and malformed records."""

from __future__ import annotations

import inspect

import pytest
from records import F32, a, refuses

import tvmlike
from tvmlike import abi

np = pytest.importorskip("numpy")

# ---- a record, and the function's own signature


NATIVE = {"a": ["i32", ["ndarray", "f32", 2, None, 4], "f64"], "r": ["i64", "f64"]}
NESTED = {
    "a": [["sdict", ["n", "i32"], ["x", ["ndarray", "f32", 2, None, 4]]], "f64"],
    "r": [["sdict", ["count", "i64"], ["rest", ["slist", "f64"]]]],
}


def test_a_function_can_take_leaves():
    calls = []

    def target(n, x, scale):
        calls.append((n, tuple(x.shape), scale))
        return n, scale

    function = abi.attach(target, NESTED, native_record=NATIVE)
    got = function({"x": np.zeros((3, 4), np.float32), "n": 2}, 1.5)
    assert got == {"count": 2, "rest": [1.5]}
    assert calls == [(2, (3, 4), 1.5)]


def test_the_form_can_be_chosen():
    record = {"a": [["slist", "i32", ["slist", "i32"]]], "r": [["slist", "i32", ["slist", "i32"]]]}
    assert abi.attach(lambda x, y: (x, y), record, form="leaves")([1, [2]]) == [1, [2]]
    assert abi.attach(lambda pair: pair, record, form="lists")([1, [2]]) == [1, [2]]
    with pytest.raises(ValueError, match='expected "lists", "leaves" or ""'):
        abi.attach(lambda pair: pair, record, form="other")


@pytest.mark.parametrize(
    ("record", "native", "match"),
    [
        (a("i64"), a("i32"), "argument 0: the record has i64, the native function has i32"),
        (a("f32"), a("i32"), "argument 0: the record has f32, the native function has i32"),
        (a("i32"), a("f32"), "argument 0: the record has i32, the native function has f32"),
        (a("i32"), a("u32"), "type mismatch"),
        (a("i32", "i32"), a("i32"), "wrong number of arguments: the record has 2, the native function has 1"),
        (a("str"), a("bytes"), "type mismatch"),
        (a(["ndarray", "f64", 1]), a(["ndarray", "f32", 1]), "type mismatch"),
        (a(["ndarray", "f32", 1]), a(["ndarray", "f32", 2]), "type mismatch"),
        (a(["ndarray", "f32", 1, 4]), a(["ndarray", "f32", 1, 5]), "type mismatch"),
        (a(["optional", "i32"]), a("i32"), "type mismatch"),
        (a(["py_homogeneous_list", "i32"]), a("i32"), "type mismatch|no fixed number"),
        (
            {"a": [], "r": ["i32"]},
            {"a": [], "r": ["i64"]},
            "result 0: the record has i32, the native function has i64",
        ),
        (
            {"a": [], "r": ["i32"]},
            {"a": [], "r": []},
            "wrong number of results: the record has 1, the native function has 0",
        ),
        ({"a": [], "r": ["i32"]}, {"a": [], "r": ["f32"]}, "type mismatch"),
    ],
)
def test_a_record_and_a_function_that_disagree(record, native, match):
    with pytest.raises((TypeError, ValueError), match=match):
        abi.attach(lambda *given: None, record, native_record=native)


@pytest.mark.parametrize(
    ("record", "native"),
    [
        (a("i8"), a("i32")),
        (a("u8"), a("i16")),
        (a("f32"), a("f64")),
        (a("i1"), a("i32")),
        (a("unknown"), a("i32")),
        (a("i32"), a(["named", "x", "i32"])),
        (a("i32"), a(["optional", "i32"])),
        (a(["ndarray", "f32", 1, 4]), a(["writable", ["ndarray", "f32", None]])),
        (a(["slist", "i32", "i32"]), a(["py_homogeneous_list", "i32"])),
        (a(["stuple", "i32", "f64"]), a(["struct", ["x", "i32"], ["y", "f64"]])),
        (a("i32", "i32"), a("i32", variadic=True)),
        ({"a": [], "r": ["i64"]}, {"a": [], "r": ["i32"]}),
    ],
)
def test_a_record_and_a_function_that_agree(record, native):
    abi.attach(lambda *given: None, record, native_record=native)


def test_a_record_on_a_function_with_a_record_of_its_own():
    inner = abi.attach(lambda x: x, {"a": ["i32"], "r": ["i32"]})
    assert abi.attach(inner, {"a": [["sdict", ["k", "i8"]]], "r": ["i32"]})({"k": 3}) == 3
    with pytest.raises(TypeError, match="type mismatch"):
        abi.attach(inner, {"a": ["i64"], "r": ["i32"]})


def test_a_record_on_a_registered_function():
    add = tvmlike.get_global_func("registry.list")
    with pytest.raises(TypeError, match="argument 0: the record has i32, the native function has str"):
        abi.attach(add, {"a": ["i32"], "r": ["unknown"]})


@pytest.fixture
def hypot():
    from tvmlike import native

    try:
        return native.open("libm.so.6").bind("hypot", "f64(x: f64, y: f64)")
    except OSError:
        pytest.skip("there is no libm.so.6")


def test_a_record_for_compiled_code(hypot):
    record = {**a(["named", "point", ["sdict", ["y", "f64"], ["x", "f32"]]]), "r": ["f64"]}
    length = abi.attach(hypot, record)
    assert length({"x": 3, "y": 4.0}) == 5.0
    assert length(point={"y": 4.0, "x": 3}) == 5.0
    with pytest.raises(TypeError, match="argument 1: the record has i64, the native function has f64"):
        abi.attach(hypot, {"a": ["f64", "i64"], "r": ["f64"]})
    with pytest.raises(TypeError, match="result 0: the record has f32, the native function has f64"):
        abi.attach(hypot, {"a": ["f64", "f64"], "r": ["f32"]})


def test_compiled_code_takes_keywords_and_has_a_signature(hypot):
    assert hypot(y=4.0, x=3.0) == 5.0
    assert str(inspect.signature(hypot)) == "(x: float, y: float) -> float"
    with pytest.raises(TypeError, match="unexpected keyword argument 'z'"):
        hypot(1.0, z=2.0)


KERNELS = """
#include <stdint.h>
typedef struct { float *allocated, *aligned; int64_t offset, sizes[1], strides[1]; } Memref;
void _mlir_ciface_twice(Memref *x, Memref *y) {
  for (int64_t i = 0; i < x->sizes[0]; i++)
    y->aligned[y->offset + i * y->strides[0]] = 2 * x->aligned[x->offset + i * x->strides[0]];
}
double _mlir_ciface_sum(Memref *x, int32_t factor) {
  double sum = 0;
  for (int64_t i = 0; i < x->sizes[0]; i++) sum += x->aligned[x->offset + i * x->strides[0]];
  return sum * factor;
}
"""


def test_a_record_for_kernels(compiled):
    from tvmlike import native

    library = native.open(compiled("kernels", KERNELS))
    sum_of = library.bind("sum", "(memref<?xf32>, i32) -> f64")
    array = ["ndarray", "f32", 1, "n"]
    record = {"a": [["sdict", ["x", array], ["k", "i32"]]], "r": [["sdict", ["total", "f64"]]]}
    assert abi.attach(sum_of, record)({"k": 2, "x": np.arange(4, dtype=np.float32)}) == {"total": 12.0}
    with pytest.raises(TypeError, match="argument 0: the record has ndarray of f64 of rank 1,"):
        abi.attach(sum_of, {"a": [["ndarray", "f64", 1, "n"], "i32"], "r": ["f64"]})

    twice = library.bind("twice", "(memref<?xf32> {llvm.readonly}, memref<?xf32>)")
    doubled = abi.attach(twice, {"a": [["named", "x", array]], "r": [["out", "y", array]]})
    assert doubled([1, 2, 3]).numpy().tolist() == [2, 4, 6]
    own = np.zeros(2, np.float32)
    doubled(np.ones(2, np.float32), y=own)
    assert own.tolist() == [2, 2]


@pytest.mark.parametrize(
    ("kind", "native"),
    [
        (F32, ["writable", F32]),
        (["sdict", ["x", F32]], ["slist", ["writable", F32]]),
        (["sdict", ["x", F32]], ["writable", F32]),
        (["slist", F32], ["py_homogeneous_list", ["writable", F32]]),
        (["optional", F32], ["optional", ["writable", F32]]),
    ],
    ids=["array", "member", "leaf", "list", "optional"],
)
def test_what_the_native_function_writes_to_is_not_converted(kind, native):
    def target(given):
        while isinstance(given, tvmlike.Array):
            given = given[0]
        tvmlike.tensor.fill(given, 2.0)

    def value(array):
        return {"sdict": {"x": array}, "slist": [array]}.get(kind[0], array)

    function = abi.attach(target, a(kind), native_record=a(native), name="f")
    array = np.zeros(2, np.float32)
    function(value(array))
    assert array.tolist() == [2, 2]
    double = np.zeros(2)
    for other in (double, [0.0, 0.0]):
        with pytest.raises(TypeError, match=r'f: argument 1.* may write to the array, .*copy="always"'):
            function(value(other))
    assert double.tolist() == [0, 0]
    if kind[0] != "sdict":  # attached functions take dicts, which the form does not pass on
        again = abi.attach(function, a(kind))
        with pytest.raises(TypeError, match="may write to the array"):
            again(value(double))
    asked = abi.attach(target, {**a(kind), "options": {"0": {"copy": "always"}}}, native_record=a(native))
    asked(value([0.0, 0.0]))
    asked(value(double))
    assert double.tolist() == [0, 0]


# ---- bad records


@pytest.mark.parametrize(
    ("record", "match"),
    [
        ("not json", "invalid JSON"),
        ("[" * 10_000 + "]" * 10_000, "invalid JSON: recursion limit"),
        ("[]", "a record must be a JSON object"),
        ("{}", 'a record must have a list "a"'),
        ('{"a": [], "r": 3}', 'a record must have a list "r"'),
        (a(["named", "x", "i32"], ["named", "x", "i32"]), 'duplicate name "x"'),
        (a(["sdict", ["x", "i32"], ["x", "i32"]]), 'duplicate key "x"'),
        (a("i4"), 'unknown type "i4"'),
        (a(["ndarray", "f32", 1, -1]), "invalid dimension size"),
        (a(["ndarray", "f32", 1, 1.5]), "invalid dimension size"),
        (a(["ndarray", "str"]), "must have a rank"),
        (a(["writable", "i32"]), "i32 contains no array"),
        (a(["slist", ["slist", "zzz"]]), 'unknown type "zzz"'),
        (a(7), "expected a type, got 7"),
        (a(["named", "x", "i32"], defaults={"y": 1}), 'default for "y"'),
        (a(["named", "x", "i32"], defaults={"x": "1"}), 'default of "x": expected i32, got str'),
        (a(["named", "x", "i8"], defaults={"x": 300}), 'default of "x": 300 is out of range'),
        (a("i32", options={"0": {"copy": "never"}}), "requires an array in the slot's type"),
        (a("i32", options={"1": {}}), "no such slot"),
        (a("i32", options={"0": {"colour": "red"}}), "unsupported option"),
        ({"a": [["named", "y", "i32"]], "r": [["out", "y", F32]]}, 'duplicate name "y"'),
        ({"a": [], "r": [["out", "y", "i32"]]}, "an ndarray with element type and rank"),
        ({"a": [], "r": [["out", "y", F32]], "variadic": True}, 'must not have "out" results'),
    ],
)
def test_bad_records(record, match):
    with pytest.raises((ValueError, OverflowError, TypeError), match=match) as caught:
        abi.attach(lambda: None, record, name="f")
    assert str(caught.value).startswith("the record of f: ")


def test_a_value_that_nests_too_deep():
    value = 1
    for _ in range(300):
        value = [value, {}]
    refuses(a("unknown"), value, error=(ValueError, RecursionError))


def test_errors_of_the_native_function_are_unchanged():
    class Own(Exception):
        pass

    def fails(x):
        raise Own("here")

    with pytest.raises(Own, match=r"^here$"):
        abi.attach(fails, a("i32"))(1)


def test_unorderable_keys_are_errors():
    function = abi.attach(lambda x: None, None, name="f")
    with pytest.raises(TypeError, match=r"^f: argument 1: cannot sort the keys of the dict"):
        function({1: 2, "a": 3})


def test_too_many_results_are_an_error():
    with pytest.raises(ValueError, match=r"^f: too many results: expected at most 65536, got"):
        abi.attach(lambda: None, None, results=2**32 - 1, name="f")
