"""The function ABI beyond IREE's cases: values, arrays, results, and our extensions of records."""

from __future__ import annotations

import gc
import inspect
import json
import weakref

import pytest
from records import F32, a, gets, refuses

import tvmlike
from tvmlike import abi, stubs

np = pytest.importorskip("numpy")

# ---- names, defaults, signatures


def test_arguments_by_position_and_by_name():
    record = a("i32", ["named", "b", "i32"], ["named", "c", "f64"], defaults={"c": 2.5})
    assert gets(record, 1, 2) == (1, 2, 2.5)
    assert gets(record, 1, b=2, c=3) == (1, 2, 3.0)
    assert gets(record, 1, c=3, b=2) == (1, 2, 3.0)
    assert gets(record, 1, b=2) == (1, 2, 2.5)


def test_a_default_in_the_middle_comes_from_the_record():
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


def test_a_named_parameter_before_an_unnamed_one():
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
def test_invalid_values_are_errors(word, given, error):
    refuses(a(word), given, error=error)


def test_an_unknown_slot_converts_by_the_value():
    ((pair,),) = (gets(a("unknown"), {"b": [1], "a": 2.5}),)
    assert [list(item) if isinstance(item, tvmlike.Array) else item for item in pair] == [2.5, [1]]


def test_requested_casts():
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
    with pytest.raises(ValueError, match="ragged nested list"):
        echo([["a", "b"], ["c"]])
    with pytest.raises(ValueError, match="shape mismatch"):
        echo([["a"]])


# ---- arrays


def test_a_matching_array_is_not_copied():
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


def test_copies_follow_the_slot():
    array = np.zeros(2, np.float32)
    record = a(["named", "x", F32], options={"x": {"copy": "always"}})
    assert gets(record, array)[0].data_ptr != array.ctypes.data
    record = a(F32, options={"0": {"copy": "never"}})
    assert gets(record, array)[0].data_ptr == array.ctypes.data
    refuses(record, np.zeros(2), match="forbids a conversion")
    refuses(record, [1, 2], match="forbids a conversion")


@pytest.mark.parametrize(
    ("element", "given", "error", "match"),
    [
        ("i8", np.array([200], np.uint8), OverflowError, "200 is out of range for int8"),
        ("i32", np.array([1.0]), TypeError, "1.0, which is not int32"),
        ("i32", [1.9], TypeError, "1.9, which is not int32"),
        ("f32", np.array([0.1]), ValueError, "float32 cannot hold 0.1 exactly"),
        ("f32", np.array([2**24 + 1]), ValueError, "cannot hold 16777217 exactly"),
        ("f32", [None], TypeError, "got None"),
        ("f32", [[1], [2, 3]], ValueError, "ragged nested list"),
        ("f32", np.array([1 + 2j]), TypeError, "which is not float32"),
        ("f32", "12", TypeError, "got str"),
    ],
)
def test_lossy_array_conversions_are_errors(element, given, error, match):
    refuses(a(["ndarray", element, 1]), given, error=error, match=match)


def test_lossless_array_conversions():
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


def test_in_place_results_use_the_callers_memory():
    array = np.zeros(3, np.float32)

    def fill(x):
        np.asarray(x)[:] = 7

    abi.attach(fill, a(["writable", F32]))(array)
    assert array.tolist() == [7, 7, 7]


def test_read_only_memory_for_in_place_results_is_an_error():
    array = np.zeros(4, np.float32)
    record = a(["named", "x", ["writable", F32]], ["named", "y", ["writable", F32]])
    gets(record, array[:2], array[2:])
    message = refuses(record, array[:3], array[2:], error=ValueError)
    assert message.startswith("f: argument 2 `y`: the array overlaps another array")
    frozen = np.zeros(4, np.float32)
    frozen.flags.writeable = False
    refuses(record, frozen, array, error=ValueError, match="`x`: the array is read-only")
    refuses(record, np.zeros(4), array, match="the function writes to is not converted")
    refuses(record, [1.0, 2.0], array, match="the function writes to is not converted")


OUT = {
    "a": [["named", "x", ["ndarray", "f32", 1, "n"]]],
    "r": [["out", "y", ["ndarray", "f32", 1, "n"]], "i32"],
}


def double(x, y):
    np.asarray(y)[:] = 2 * np.asarray(x)
    return len(x)


def test_outputs_are_created_or_passed():
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


def test_an_output_of_unknown_size_must_be_passed():
    function = abi.attach(lambda y: None, {"a": [], "r": [["out", "y", ["ndarray", "f32", 1, None]]]})
    with pytest.raises(
        ValueError, match="its size cannot be inferred from the arguments; pass an array as `y`"
    ):
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
    with pytest.raises(TypeError, match="must be a multiple of 2, got 3"):
        function(1, 2, 3.0, 4)


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


def test_results_of_dicts_with_any_keys_are_converted_and_checked():
    def result(kind, value):
        return abi.attach(lambda: value, {"a": [], "r": [kind]}, name="f")()

    got = result(["dict", "str", ["sdict", ["a", "i32"]]], {"x": [1], "y": {"a": 2}})
    assert got == {"x": {"a": 1}, "y": {"a": 2}}
    assert {type(got), type(got["x"])} == {dict}
    assert result(["dict", "i8", ["stuple", "f64"]], {}) == {}
    small = ["dict", "str", "i8"]
    with pytest.raises(OverflowError, match='f: result: key "k": 300 is out of range for i8'):
        result(small, {"k": 300})
    with pytest.raises(TypeError, match='f: result: key "k": expected i8, got str'):
        result(small, {"k": "b"})
    with pytest.raises(TypeError, match="f: result: key 1: expected str, got int"):
        result(small, {1: 1})
    with pytest.raises(TypeError, match=r"f: result: expected dict.*, got Array"):
        result(small, [1])


def test_floats_are_rounded_and_refused_beyond_the_range_everywhere():
    for word, largest in (("f32", 3e38), ("f16", 6e4), ("bf16", 3e38)):
        function = abi.attach(lambda x: x, {"a": [word], "r": [word]}, name="f")
        returns = abi.attach(lambda x: x, {"a": ["unknown"], "r": [["slist", word]]}, name="f")
        rounded = function(0.1)
        assert rounded != 0.1
        assert returns([0.1]) == [rounded]
        for fits in (largest, float("inf"), -float("inf")):
            assert returns([fits]) == [function(fits)]
        for beyond in (1e300, -1e39):
            for call, value in ((function, beyond), (returns, [beyond])):
                with pytest.raises(OverflowError, match=f"is out of range for {word}"):
                    call(value)
    array = abi.attach(lambda x: x, {**a(F32), "r": [F32]}, name="f")
    with pytest.raises(OverflowError, match=r"item 1: .*1e300 is out of range for float32"):
        array([0.1, 1e300])
    assert array([0.1, float("inf")]).numpy().tolist() == np.float32([0.1, np.inf]).tolist()


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
    with pytest.raises(TypeError, match="expected record or cconv, got both"):
        abi.attach(lambda x: x, record, cconv="0i_i")
