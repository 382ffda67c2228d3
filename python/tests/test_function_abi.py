"""The function ABI beyond IREE's cases: additions to records, agreement with the function, bad input."""

from __future__ import annotations

import gc
import inspect
import json
import weakref

import pytest

import tvmlike
from tvmlike import abi, stubs

np = pytest.importorskip("numpy")

F32 = ["ndarray", "f32", 1, None]


def gets(record, *args, **keywords):
    """What the native function gets for the arguments of a call."""
    calls = []
    abi.attach(lambda *given: calls.append(given), record)(*args, **keywords)
    return calls[0]


def refuses(record, *args, error=TypeError, match=None, **keywords):
    """The message with which a call is refused before the native function is called."""
    calls = []
    function = abi.attach(lambda *given: calls.append(given), record, name="f")
    with pytest.raises(error, match=match) as caught:
        function(*args, **keywords)
    assert not calls
    return str(caught.value)


def a(*slots, **more):
    return {"a": list(slots), "r": [], **more}


# ---- names, defaults, signatures


def test_arguments_by_position_and_by_name():
    record = a("i32", ["named", "b", "i32"], ["named", "c", "f64"], defaults={"c": 2.5})
    assert gets(record, 1, 2) == (1, 2, 2.5)
    assert gets(record, 1, b=2, c=3) == (1, 2, 3.0)
    assert gets(record, 1, c=3, b=2) == (1, 2, 3.0)
    assert gets(record, 1, b=2) == (1, 2, 2.5)


def test_a_default_in_the_middle_is_left_to_the_record():
    record = a(["named", "a", "i32"], ["named", "b", "i32"], ["named", "c", "i32"], defaults={"b": 7})
    assert gets(record, 1, c=3) == (1, 7, 3)


def test_signature_and_help():
    record = {
        "a": [
            ["named", "x", ["sdict", ["k", "i32"]]],
            ["named", "y", ["optional", "f32"]],
        ],
        "r": [["slist", "i32"]],
        "defaults": {"y": None},
        "options": {"x": {"doc": "where it begins"}},
        "doc": "Does things.",
    }
    function = abi.attach(lambda x, y: [1], record)
    signature = inspect.signature(function)
    assert list(signature.parameters) == ["x", "y"]
    assert signature.parameters["y"].default is None
    assert function.__doc__ == "Does things.\n`x`: where it begins"
    assert abi.record_of(function)["abi"] is True


def test_a_signature_with_a_name_in_front_of_none():
    function = abi.attach(lambda x, y: None, a(["named", "x", "i32"], "i32"))
    assert str(inspect.signature(function)).startswith("(x: int, arg1: int, /)")
    function(1, 2)
    with pytest.raises(TypeError, match="missing"):
        function(1)


def test_nameless_functions_do_not_share_the_order_of_keywords():
    for _ in range(50):
        one = abi.attach(lambda *given: list(given), {**a(["named", "x", "i32"], ["named", "y", "i32"])})
        other = abi.attach(lambda *given: list(given), {**a(["named", "y", "i32"], ["named", "x", "i32"])})
        assert gets({**a(["named", "x", "i32"], ["named", "y", "i32"])}, y=2, x=1) == (1, 2)
        assert gets({**a(["named", "y", "i32"], ["named", "x", "i32"])}, y=2, x=1) == (2, 1)
        del one, other


def test_a_registered_function_keeps_its_record():
    function = abi.attach(lambda x: {"k": x}, {"a": [["named", "x", "i32"]], "r": [["sdict", ["k", "i32"]]]})
    tvmlike.register_func("test_function_abi.registered", function)
    try:
        found = tvmlike.get_global_func("test_function_abi.registered")
        assert found(x=3) == {"k": 3}
        assert list(inspect.signature(found).parameters) == ["x"]
        text = stubs.texts(["test_function_abi"])["test_function_abi.pyi"]
        assert "def registered(x: IntLike) -> dict[str, Any]: ..." in text
    finally:
        tvmlike.remove_global_func("test_function_abi.registered")


def test_a_plain_function_has_no_record():
    assert abi.record_of(tvmlike.PackedFunc(len)) is None


# ---- values


@pytest.mark.parametrize(
    ("word", "least", "most"),
    [
        ("i8", -(2**7), 2**7 - 1),
        ("i16", -(2**15), 2**15 - 1),
        ("i32", -(2**31), 2**31 - 1),
        ("i64", -(2**63), 2**63 - 1),
        ("index", -(2**63), 2**63 - 1),
        ("u8", 0, 2**8 - 1),
        ("u16", 0, 2**16 - 1),
        ("u32", 0, 2**32 - 1),
    ],
)
def test_the_range_of_integers(word, least, most):
    assert gets(a(word), least) == (least,)
    assert gets(a(word), most) == (most,)
    refuses(a(word), least - 1, error=OverflowError, match="out of range")
    refuses(a(word), most + 1, error=OverflowError, match="out of range")


def test_u64_has_no_sign():
    assert gets(a("u64"), 2**63 - 1) == (2**63 - 1,)
    refuses(a("u64"), -1, error=OverflowError, match="-1 is out of range for u64")


@pytest.mark.parametrize(
    ("word", "given", "got"),
    [
        ("i1", 1, True),
        ("i1", False, False),
        ("i32", True, 1),
        ("f16", 0.1, float(np.float16(0.1))),
        ("f32", 0.1, float(np.float32(0.1))),
        ("bf16", 1.0078125, 1.0078125),
        ("bf16", 1.001, 1.0),
        ("f64", 2**53, float(2**53)),
        ("str", "é", "é"),
        ("bytes", b"\xff", b"\xff"),
        ("ptr", None, None),
        (["optional", "i32"], None, None),
        (["optional", "i32"], 3, 3),
        (None, None, None),
        ("dtype", tvmlike.DataType("int8"), tvmlike.DataType("int8")),
    ],
)
def test_values_of_one_slot(word, given, got):
    (value,) = gets(a(word), given)
    assert (type(value), value) == (type(got), got)


@pytest.mark.parametrize(
    ("word", "given", "error"),
    [
        ("i1", 2, OverflowError),
        ("i1", 1.0, TypeError),
        ("f64", 2**53 + 1, OverflowError),
        ("f32", 2**24 + 1, OverflowError),
        ("f64", "1.5", TypeError),
        ("f64", 10**400, OverflowError),
        ("i64", 2**70, OverflowError),
        ("str", b"x", TypeError),
        ("bytes", "x", TypeError),
        ("str", None, TypeError),
        (["optional", "i32"], "x", TypeError),
        (["slist", "i32"], {"a": 1}, TypeError),
        (["py_homogeneous_list", "i32"], 3, TypeError),
        (["object", "runtime.Tensor"], [1], TypeError),
    ],
)
def test_values_that_are_refused(word, given, error):
    refuses(a(word), given, error=error)


def test_an_unknown_slot_converts_by_what_the_value_is():
    ((pair,),) = (gets(a("unknown"), {"b": [1], "a": 2.5}),)
    assert [list(item) if isinstance(item, tvmlike.Array) else item for item in pair] == [2.5, [1]]


def test_casts_that_are_asked_for():
    record = a(["named", "x", "i8"], ["named", "y", ["ndarray", "i8", 1, 2]])
    record["options"] = {"x": {"cast": "unsafe"}, "y": {"cast": "unsafe"}}
    x, y = gets(record, 300.7, np.array([1.9, 200]))
    assert x == 44
    assert np.asarray(y).tolist() == [1, -56]


# ---- text and other values that are no numbers


def test_text_as_a_list_of_its_bytes():
    assert list(gets(a(["str", "u8"]), "hé")[0]) == list("hé".encode())
    assert list(gets(a(["py_homogeneous_list", "u8"]), b"\x80")[0]) == [128]
    echo = abi.attach(lambda text: list(text), {"a": [["str", "i8"]], "r": [["str", "i8"]]})
    assert echo("hé") == "hé"


def test_arrays_of_values_that_are_no_numbers():
    record = {"a": [["ndarray", "str", 2, 2, None]], "r": [["ndarray", "str", 2, 2, None]]}
    calls = []

    def target(array):
        calls.append([list(part) for part in array])
        return array

    echo = abi.attach(target, record)
    assert echo([["a", "b", "c"], ["d", "e", "f"]]) == [["a", "b", "c"], ["d", "e", "f"]]
    assert calls == [[["a", "b", "c", "d", "e", "f"], [2, 3]]]
    with pytest.raises(ValueError, match="make no array"):
        echo([["a", "b"], ["c"]])
    with pytest.raises(ValueError, match="shape mismatch"):
        echo([["a"]])


# ---- arrays


def test_an_array_that_fits_is_not_copied():
    array = np.arange(4, dtype=np.float32)
    (got,) = gets(a(F32), array)
    assert got.data_ptr == array.ctypes.data
    strided = np.arange(8, dtype=np.float32)[::2]
    (got,) = gets(a(F32), strided)
    assert (got.data_ptr, tuple(got.strides)) == (strided.ctypes.data, (2,))


def test_an_array_in_c_order_is_copied_into_it():
    array = np.arange(6, dtype=np.float32).reshape(2, 3).T
    (got,) = gets(a(["contiguous", ["ndarray", "f32", 2]]), array)
    assert got.data_ptr != array.ctypes.data
    assert np.asarray(got).tolist() == array.tolist()
    assert tuple(got.strides) == (2, 1)


def test_copies_as_a_slot_says():
    array = np.zeros(2, np.float32)
    record = a(["named", "x", F32], options={"x": {"copy": "always"}})
    assert gets(record, array)[0].data_ptr != array.ctypes.data
    record = a(F32, options={"0": {"copy": "never"}})
    assert gets(record, array)[0].data_ptr == array.ctypes.data
    refuses(record, np.zeros(2), match="no copy")
    refuses(record, [1, 2], match="no copy")


@pytest.mark.parametrize(
    ("element", "given", "error", "match"),
    [
        ("i8", np.array([200], np.uint8), OverflowError, "200 is out of range for int8"),
        ("i32", np.array([1.0]), TypeError, "1.0, which is no int32"),
        ("i32", [1.9], TypeError, "1.9, which is no int32"),
        ("f32", np.array([0.1]), ValueError, "float32 cannot hold 0.1 exactly"),
        ("f32", np.array([2**24 + 1]), ValueError, "cannot hold 16777217 exactly"),
        ("f32", [None], TypeError, "got None"),
        ("f32", [[1], [2, 3]], ValueError, "make no array"),
        ("f32", np.array([1 + 2j]), TypeError, "which is no float32"),
        ("f32", "12", TypeError, "got str"),
    ],
)
def test_arrays_that_would_lose_something(element, given, error, match):
    refuses(a(["ndarray", element, 1]), given, error=error, match=match)


def test_arrays_that_lose_nothing_are_converted():
    for element, given in [
        ("f32", np.array([0.5, np.inf, np.nan])),
        ("i8", np.array([1, 2], np.int64)),
        ("u64", np.array([1], np.uint8)),
        ("complex<f64>", np.array([1 + 2j], np.complex64)),
        ("f16", np.array([1, 2], np.int32)),
    ]:
        (got,) = gets(a(["ndarray", element, 1]), given)
        np.testing.assert_array_equal(np.asarray(got), given)


def test_unsigned_numbers_beyond_63_bits_in_lists():
    (got,) = gets(a(["ndarray", "u64", 1]), [2**64 - 1, 1])
    assert np.asarray(got).tolist() == [2**64 - 1, 1]


def test_dimensions_by_name_agree_across_leaves():
    record = a(["sdict", ["x", ["ndarray", "f32", 2, "n", "m"]], ["y", ["ndarray", "f32", 1, "m"]]])
    x, y = np.zeros((2, 3), np.float32), np.zeros(3, np.float32)
    gets(record, {"x": x, "y": y})
    message = refuses(record, {"x": x, "y": y[:2]}, error=ValueError)
    assert message == ('f: argument 1: key "y": shape mismatch: dimension 0 `m`: expected 3, got 2')


def test_dimensions_of_results_agree_too():
    record = {"a": [["ndarray", "f32", 1, "n"]], "r": [["ndarray", "f32", 1, "n"]]}
    function = abi.attach(lambda x: np.zeros(2, np.float32), record)
    function(np.zeros(2, np.float32))
    with pytest.raises(ValueError, match="result: shape mismatch: dimension 0 `n`: expected 3, got 2"):
        function(np.zeros(3, np.float32))


# ---- written in place


def test_what_is_written_in_place_is_the_callers():
    array = np.zeros(3, np.float32)

    def fill(x):
        np.asarray(x)[:] = 7

    abi.attach(fill, a(["writable", F32]))(array)
    assert array.tolist() == [7, 7, 7]


def test_what_cannot_be_written_in_place():
    array = np.zeros(4, np.float32)
    record = a(["named", "x", ["writable", F32]], ["named", "y", ["writable", F32]])
    gets(record, array[:2], array[2:])
    message = refuses(record, array[:3], array[2:], error=ValueError)
    assert message.startswith("f: argument 2 `y`: the array shares memory with another one")
    frozen = np.zeros(4, np.float32)
    frozen.flags.writeable = False
    refuses(record, frozen, array, error=ValueError, match="`x`: the array is read-only")
    refuses(record, np.zeros(4), array, match="the function writes to it")
    refuses(record, [1.0, 2.0], array, match="the function writes to it")


OUT = {
    "a": [["named", "x", ["ndarray", "f32", 1, "n"]]],
    "r": [["out", "y", ["ndarray", "f32", 1, "n"]], "i32"],
}


def double(x, y):
    np.asarray(y)[:] = 2 * np.asarray(x)
    return len(x)


def test_outputs_are_made_or_given():
    function = abi.attach(double, OUT)
    x = np.array([1, 2, 3], np.float32)
    y, count = function(x)
    assert (np.asarray(y).tolist(), count) == ([2, 4, 6], 3)
    own = np.zeros(3, np.float32)
    y, count = function(x, y=own)
    assert own.tolist() == [2, 4, 6]
    assert np.shares_memory(np.asarray(y), own)
    assert list(inspect.signature(function).parameters) == ["x", "y"]
    with pytest.raises(ValueError, match="argument 2 `y`: shape mismatch"):
        function(x, np.zeros(2, np.float32))


def test_an_output_whose_size_is_not_known_must_be_given():
    function = abi.attach(lambda y: None, {"a": [], "r": [["out", "y", ["ndarray", "f32", 1, None]]]})
    with pytest.raises(ValueError, match="its size follows from no argument: pass an array as `y`"):
        function()
    function(np.zeros(2, np.float32))


# ---- results


def test_none_one_and_several_results():
    assert abi.attach(lambda: None, {"a": [], "r": []})() is None
    assert abi.attach(lambda: 1, {"a": [], "r": ["i32"]})() == 1
    assert abi.attach(lambda: (1, 2.5), {"a": [], "r": ["i32", "f64"]})() == (1, 2.5)
    assert abi.attach(lambda: (1, 2), None, results=2)() == (1, 2)


def test_nested_results_are_plain_containers():
    record = {
        "a": [],
        "r": [
            ["sdict", ["one", ["slist", "i32", ["stuple", "f64"]]], ["a long key", ["sdict", ["k", "str"]]]]
        ],
    }
    result = abi.attach(lambda: ([1, [2.5]], {"k": "v"}), record)()
    assert repr(result) == "{'one': [1, (2.5,)], 'a long key': {'k': 'v'}}"


def test_a_result_without_the_structure_of_the_record():
    record = {"a": [], "r": ["i32", ["sdict", ["k", ["slist", "i32", "i32"]]]]}
    function = abi.attach(lambda: (1, [[1, "x"]]), record, name="f")
    with pytest.raises(TypeError, match=r'^f: result 1: key "k": item 1: expected i32, got str$'):
        function()


# ---- further arguments


def test_further_arguments():
    assert gets(a("i32", variadic=True), 1, "x", 2.5) == (1, "x", 2.5)
    assert gets(a(variadic="i8"), 1, 2) == (1, 2)
    refuses(a(variadic="i8"), 1, 300, error=OverflowError, match="argument 2")
    assert abi.cconv({**a("i32", variadic=["stuple", "i32", "f32"])}) == "0iCifD_v"


def test_tuples_that_repeat():
    calls = []
    function = abi.attach(lambda *given: calls.append(given), cconv="0iCIfD_v")
    function(1, 2, 3.0, 4, 5.0)
    assert calls == [(1, 2, 3.0, 4, 5.0)]
    with pytest.raises(TypeError, match="groups of 2, got 3"):
        function(1, 2, 3.0, 4)


# ---- a record and what the function says of itself


NATIVE = {"a": ["i32", ["ndarray", "f32", 2, None, 4], "f64"], "r": ["i64", "f64"]}
NESTED = {
    "a": [["sdict", ["n", "i32"], ["x", ["ndarray", "f32", 2, None, 4]]], "f64"],
    "r": [["sdict", ["count", "i64"], ["rest", ["slist", "f64"]]]],
}


def test_leaves_for_a_function_that_takes_leaves():
    calls = []

    def target(n, x, scale):
        calls.append((n, tuple(x.shape), scale))
        return n, scale

    function = abi.attach(target, NESTED, native_record=NATIVE)
    got = function({"x": np.zeros((3, 4), np.float32), "n": 2}, 1.5)
    assert got == {"count": 2, "rest": [1.5]}
    assert calls == [(2, (3, 4), 1.5)]


def test_the_form_can_be_said():
    record = {"a": [["slist", "i32", ["slist", "i32"]]], "r": [["slist", "i32", ["slist", "i32"]]]}
    assert abi.attach(lambda x, y: (x, y), record, form="leaves")([1, [2]]) == [1, [2]]
    assert abi.attach(lambda pair: pair, record, form="lists")([1, [2]]) == [1, [2]]
    with pytest.raises(ValueError, match='expected "lists", "leaves" or ""'):
        abi.attach(lambda pair: pair, record, form="other")


@pytest.mark.parametrize(
    ("record", "native", "match"),
    [
        (a("i64"), a("i32"), "argument 0 is i64 in the record, i32 natively"),
        (a("f32"), a("i32"), "argument 0 is f32 in the record, i32 natively"),
        (a("i32"), a("f32"), "argument 0 is i32 in the record, f32 natively"),
        (a("i32"), a("u32"), "disagree"),
        (a("i32", "i32"), a("i32"), "2 arguments, the native function 1"),
        (a("str"), a("bytes"), "disagree"),
        (a(["ndarray", "f64", 1]), a(["ndarray", "f32", 1]), "disagree"),
        (a(["ndarray", "f32", 1]), a(["ndarray", "f32", 2]), "disagree"),
        (a(["ndarray", "f32", 1, 4]), a(["ndarray", "f32", 1, 5]), "disagree"),
        (a(["optional", "i32"]), a("i32"), "disagree"),
        (a(["py_homogeneous_list", "i32"]), a("i32"), "disagree|no fixed number"),
        ({"a": [], "r": ["i32"]}, {"a": [], "r": ["i64"]}, "result 0 is i32 in the record, i64 natively"),
        ({"a": [], "r": ["i32"]}, {"a": [], "r": []}, "1 results, the native function 0"),
        ({"a": [], "r": ["i32"]}, {"a": [], "r": ["f32"]}, "disagree"),
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
    with pytest.raises(TypeError, match="disagree"):
        abi.attach(inner, {"a": ["i64"], "r": ["i32"]})


def test_a_record_on_a_registered_function():
    add = tvmlike.get_global_func("registry.list")
    with pytest.raises(TypeError, match="argument 0 is i32 in the record, str natively"):
        abi.attach(add, {"a": ["i32"], "r": ["unknown"]})


@pytest.fixture
def hypot():
    from tvmlike import native

    try:
        return native.open("libm.so.6").bind("hypot", "f64(x: f64, y: f64)")
    except OSError:
        pytest.skip("there is no libm.so.6")


def test_a_record_in_front_of_compiled_code(hypot):
    record = {**a(["named", "point", ["sdict", ["y", "f64"], ["x", "f32"]]]), "r": ["f64"]}
    length = abi.attach(hypot, record)
    assert length({"x": 3, "y": 4.0}) == 5.0
    assert length(point={"y": 4.0, "x": 3}) == 5.0
    with pytest.raises(TypeError, match="argument 1 is i64 in the record, f64 natively"):
        abi.attach(hypot, {"a": ["f64", "i64"], "r": ["f64"]})
    with pytest.raises(TypeError, match="result 0 is f32 in the record, f64 natively"):
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


def test_a_record_in_front_of_kernels(compiled):
    from tvmlike import native

    library = native.open(compiled("kernels", KERNELS))
    sum_of = library.bind("sum", "(memref<?xf32>, i32) -> f64")
    array = ["ndarray", "f32", 1, "n"]
    record = {"a": [["sdict", ["x", array], ["k", "i32"]]], "r": [["sdict", ["total", "f64"]]]}
    assert abi.attach(sum_of, record)({"k": 2, "x": np.arange(4, dtype=np.float32)}) == {"total": 12.0}
    with pytest.raises(TypeError, match="argument 0 is ndarray of f64 of rank 1 in the record"):
        abi.attach(sum_of, {"a": [["ndarray", "f64", 1, "n"], "i32"], "r": ["f64"]})

    twice = library.bind("twice", "(memref<?xf32>, memref<?xf32>)")
    doubled = abi.attach(twice, {"a": [["named", "x", array]], "r": [["out", "y", array]]})
    assert doubled([1, 2, 3]).numpy().tolist() == [2, 4, 6]
    own = np.zeros(2, np.float32)
    doubled(np.ones(2, np.float32), y=own)
    assert own.tolist() == [2, 2]


# ---- bad records


@pytest.mark.parametrize(
    ("record", "match"),
    [
        ("not json", "it is not JSON"),
        ("[" * 10_000 + "]" * 10_000, "it is not JSON: recursion limit"),
        ("[]", "a record is a JSON object"),
        ("{}", 'a record has a list "a"'),
        ('{"a": [], "r": 3}', 'a record has a list "r"'),
        (a(["named", "x", "i32"], ["named", "x", "i32"]), 'the name "x" stands there twice'),
        (a(["sdict", ["x", "i32"], ["x", "i32"]]), 'the key "x" stands there twice'),
        (a("i4"), '"i4" is no type'),
        (a(["ndarray", "f32", 1, -1]), "no size of a dimension"),
        (a(["ndarray", "f32", 1, 1.5]), "no size of a dimension"),
        (a(["ndarray", "str"]), "has a rank"),
        (a(["writable", "i32"]), "no array in i32"),
        (a(["slist", ["slist", "zzz"]]), '"zzz" is no type'),
        (a(7), "7 is no type"),
        (a(["named", "x", "i32"], defaults={"y": 1}), 'a default for "y"'),
        (a(["named", "x", "i32"], defaults={"x": "1"}), 'default of "x": expected i32, got str'),
        (a(["named", "x", "i8"], defaults={"x": 300}), 'default of "x": 300 is out of range'),
        (a("i32", options={"0": {"copy": "never"}}), "only arrays are copied"),
        (a("i32", options={"1": {}}), "there is no such slot"),
        (a("i32", options={"0": {"colour": "red"}}), "is none of copy"),
        ({"a": [["named", "y", "i32"]], "r": [["out", "y", F32]]}, 'the name "y" stands there twice'),
        ({"a": [], "r": [["out", "y", "i32"]]}, "an ndarray with element type and rank"),
        ({"a": [], "r": [["out", "y", F32]], "variadic": True}, "no place for those that it writes to"),
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


def test_an_error_of_the_native_function_is_its_own():
    class Own(Exception):
        pass

    def fails(x):
        raise Own("here")

    with pytest.raises(Own, match=r"^here$"):
        abi.attach(fails, a("i32"))(1)


def test_keys_without_an_order():
    function = abi.attach(lambda x: None, None, name="f")
    with pytest.raises(TypeError, match=r"^f: argument 1: the dict has no order"):
        function({1: 2, "a": 3})


def test_more_results_than_there_can_be():
    with pytest.raises(ValueError, match=r"^f: a function has at most 65536 results$"):
        abi.attach(lambda: None, None, results=2**32 - 1, name="f")


# ---- life


def test_an_attached_function_lives_as_long_as_it_is_used():
    class Target:
        def __call__(self, x):
            return {"k": x}

    target = Target()
    gone = weakref.ref(target)
    function = abi.attach(target, {"a": ["i32"], "r": [["sdict", ["k", "i32"]]]})
    del target
    assert function(1) == {"k": 1}
    del function
    gc.collect()
    assert gone() is None


def test_results_do_not_leak():
    class Held:
        pass

    record = {"a": ["unknown"], "r": [["slist", "unknown", ["sdict", ["k", "unknown"]]]]}
    calls = []
    function = abi.attach(lambda f: calls.append(f) or (f, [f]), record)
    held = Held()

    def callback(held=held):
        return held

    gone = weakref.ref(held)
    result = function(callback)
    assert result == [callback, {"k": callback}]
    del callback, result
    held = None
    calls.clear()
    gc.collect()
    assert gone() is None


def test_the_record_as_json_text_and_as_a_dict():
    record = {"a": ["i32"], "r": ["i32"]}
    assert abi.attach(lambda x: x, record)(1) == abi.attach(lambda x: x, json.dumps(record))(1) == 1
    with pytest.raises(TypeError, match="they say the same"):
        abi.attach(lambda x: x, record, cconv="0i_i")
