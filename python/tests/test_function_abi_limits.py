"""The function ABI at its limits: large and deep data, cycles, nested attached functions."""

from __future__ import annotations

import gc
import json
import weakref

import pytest
from records import a, gets

import tvmlike
from tvmlike import abi

np = pytest.importorskip("numpy")

NATIVE = tvmlike.ffi_path() == "native"


# ---- large records


def test_a_record_of_a_megabyte():
    count = 60_000
    entries = [[f"key{at}", "i8"] for at in range(count)]
    record = a(["sdict", *entries])
    assert len(json.dumps(record)) > 2**20
    values = {key: at % 100 for at, (key, _) in enumerate(entries)}
    ((got,),) = [gets(record, values)]
    assert list(got) == list(values.values())
    # In reverse order, each value is found by its key.
    ((got,),) = [gets(record, dict(reversed(values.items())))]
    assert list(got) == list(values.values())


def test_many_names_defaults_and_sizes():
    names = [f"name{at}" for at in range(30_000)]
    record = a(*(["named", name, "i8"] for name in names), defaults=dict.fromkeys(names, 1))
    assert gets(record) == (1,) * len(names)
    arrays = a(["slist", *(["ndarray", "i8", 1, name] for name in names)])
    abi.attach(lambda given: None, arrays)


def test_more_leaves_than_a_call_has_arguments():
    record = a(["slist", *["i8"] * 65_537])
    with pytest.raises(
        ValueError, match=r"^the record of f: too many native arguments: expected at most 65536, got 65537$"
    ):
        abi.attach(lambda *given: None, record, form="leaves", name="f")
    abi.attach(lambda given: None, record)


@pytest.mark.parametrize("rank", [65, 2**63 - 1, 2**64 - 1])
def test_a_rank_beyond_that_of_arrays(rank):
    with pytest.raises(ValueError, match="an array must have at most 64 dimensions"):
        abi.attach(lambda x: None, a(["ndarray", "f32", rank]))


# ---- values that do not end

SLOTS = [
    "unknown",
    "i32",
    "f32",
    ["slist", "f32", "f32"],
    ["sdict", ["a", "i32"]],
    ["py_homogeneous_list", "f32"],
    ["ndarray", "f32", 1],
    ["ndarray", "unknown"],
    ["ndarray", "str", 1],
    ["dict", "str", "unknown"],
    None,
]


@pytest.mark.parametrize("slot", SLOTS, ids=json.dumps)
def test_containers_that_hold_themselves(slot):
    held, named, large = [], {}, [2**70]
    held.append(held)
    named["a"] = named
    large.append(large)
    deep = 1
    for _ in range(10_000):
        deep = [deep]
    for value in (held, named, large, deep):
        with pytest.raises((RecursionError, TypeError, ValueError, OverflowError)):
            gets(a(slot), value)


def test_without_a_record_containers_that_hold_themselves():
    held = []
    held.append({"a": held})
    with pytest.raises(RecursionError):
        abi.attach(lambda x: None)(held)


def test_an_array_beyond_addressable_memory_is_an_error():
    huge = np.broadcast_to(1.0, (10**6, 10**6))
    with pytest.raises(MemoryError, match="argument 1: cannot allocate"):
        gets(a(["ndarray", "f32", 2]), huge)
    out = {"a": [["ndarray", "f64", 1, "n"]], "r": [["out", "o", ["ndarray", "f64", 4, "n", "n", "n", "n"]]]}
    with pytest.raises(ValueError, match=r"argument 2 `o`: .* is negative or too large"):
        abi.attach(lambda *given: None, out)(np.broadcast_to(1.0, (10**6,)))


# ---- values with a mind of their own


def test_an_exception_of_a_value_is_not_retried():
    class Once:
        asked = 0

        def __index__(self):
            Once.asked += 1
            if Once.asked == 1:
                raise KeyboardInterrupt
            return 3

    # Only the record determines the form of the second argument.
    function = abi.attach(lambda *given: None, a("i32", "f64"))
    with pytest.raises(KeyboardInterrupt):
        function(Once(), 2**70)
    assert Once.asked == 1


def test_keys_that_cannot_be_compared():
    class Key(str):
        __hash__ = str.__hash__

        def __eq__(self, other):
            raise RuntimeError("not to be compared")

    assert list(*gets(a(["sdict", ["k", "i32"]]), {Key("k"): 1})) == [1]


def test_an_array_of_ints_as_truth_values():
    record = a(["ndarray", "i1", 1])
    (got,) = gets(record, np.array([1, 0]))
    assert (got.dtype, np.asarray(got).tolist()) == ("bool", [True, False])
    for lost in (np.array([2, 0]), np.array([1.0, 0.0])):
        with pytest.raises((ValueError, TypeError), match=r"argument 1: .*bool"):
            gets(record, lost)
    (got,) = gets({**record, "options": {"0": {"cast": "unsafe"}}}, np.array([2, 0]))
    assert np.asarray(got).tolist() == [True, False]


def test_values_that_the_function_keeps_outlive_the_call():
    kept = []
    array = np.arange(3.0)
    abi.attach(lambda *given: kept.extend(given), a(["slist", "i32", ["ndarray", "f64", 1]]))([1, array])
    array[0] = 9
    del array
    gc.collect()
    assert np.asarray(kept[0][1]).tolist() == [9.0, 1.0, 2.0]


# ---- functions upon functions


def test_attach_twice():
    add = abi.attach(
        lambda x, y: x + y, {"a": ["i32", ["named", "y", "i32"]], "r": ["i64"], "defaults": {"y": 3}}
    )
    # Arguments with a default of the inner function can be omitted.
    shorter = abi.attach(add, {"a": ["i16"], "r": ["i64"]}, name="shorter")
    nested = abi.attach(shorter, {"a": [["slist", "i8"]], "r": [["slist", "i64"]]}, name="nested")
    assert (add(1, 2), shorter(4), nested([5])) == (3, 7, [8])
    with pytest.raises(OverflowError, match=r"^nested: argument 1: item 0: 300 is out of range for i8"):
        nested([300])
    with pytest.raises(
        ValueError, match="wrong number of arguments: the record has 0, the native function has 2"
    ):
        abi.attach(add, {"a": [], "r": ["i64"]})


def test_attach_to_a_function_that_takes_a_dict():
    inner = abi.attach(lambda given: 1, {"a": [["sdict", ["k", "i32"]]], "r": ["i32"]})
    with pytest.raises(TypeError, match="argument 0: the record has dict with 1 values,"):
        abi.attach(inner, {"a": [["sdict", ["k", "i32"]]], "r": ["i32"]})


def test_a_result_that_is_a_container_natively():
    inner = abi.attach(
        lambda x: [x, [x, 2.0]], {"a": ["i8"], "r": [["sdict", ["a", "i8"], ["b", ["slist", "i8", "f64"]]]]}
    )
    other = {"a": ["i8"], "r": [["sdict", ["b", ["stuple", "i16", "f64"]], ["a", "i64"]]]}
    assert abi.attach(inner, other)(1) == {"b": (1, 2.0), "a": 1}
    for wrong in (["sdict", ["b", "i8"], ["a", "i8"]], ["sdict", ["a", "i8"], ["c", ["slist", "i8", "f64"]]]):
        with pytest.raises((TypeError, ValueError), match=r"^the record of f: "):
            abi.attach(inner, {"a": ["i8"], "r": [wrong]}, name="f")
    one = abi.attach(lambda x: [x], {"a": ["i32"], "r": [["slist", ["slist", "i32"]]]})
    assert abi.attach(one, {"a": ["i32"], "r": [["stuple", ["slist", "i32"]]]})(3) == ([3],)


def test_a_container_with_one_member():
    record = {"a": ["i32"], "r": [["slist", "i32"]]}
    assert abi.attach(lambda x: x, record)(3) == abi.attach(lambda x: [x], record)(3) == [3]
    nested = {"a": ["i32"], "r": [["slist", ["slist", "i32"]]]}
    assert abi.attach(lambda x: [x], nested)(3) == [[3]]
    with pytest.raises(TypeError, match=r"result: item 0: item 0: expected i32, got Array"):
        abi.attach(lambda x: [[x]], nested)(3)


def test_a_struct_that_compiled_code_returns():
    native = pytest.importorskip("tvmlike.native")
    try:
        div = native.open("libc.so.6").bind("div", "{quot: i32, rem: i32}(i32, i32)")
    except OSError:
        pytest.skip("there is no libc.so.6")
    numbers = ["slist", "i32", "i32"]
    members = [["rem", "i32"], ["quot", "i64"]]
    assert abi.attach(div, {"a": [numbers], "r": [["sdict", *members]]})([7, 2]) == {"rem": 1, "quot": 3}
    assert abi.attach(div, {"a": ["i32", "i32"], "r": [["struct", *members]]})(7, 2) == {"rem": 1, "quot": 3}


def test_none_for_a_function_that_takes_numbers():
    number = abi.attach(lambda x: x, {"a": ["i32"], "r": ["i32"]})
    with pytest.raises(TypeError, match="argument 0: the record has None, the native function has i32"):
        abi.attach(number, {"a": [None], "r": ["i32"]})
    assert abi.attach(number, {"a": ["i32"], "r": [None]})(3) == 3


# ---- life


@pytest.mark.skipif(not NATIVE, reason="cycles through native objects are collected on the native path only")
@pytest.mark.parametrize(
    "record", [None, {"a": ["i32"], "r": ["i32"]}, {"a": ["i32"], "r": [["slist", "i32"]]}]
)
@pytest.mark.parametrize("times", [1, 2])
def test_a_callable_that_keeps_its_attached_function(record, times):
    class Model:
        def __init__(self):
            self.call = abi.attach(self.run, record)
            if times == 2:
                self.call = abi.attach(self.call, record)

        def run(self, x):
            return x

    model = Model()
    call, gone = model.call, weakref.ref(model)
    del model
    gc.collect()
    assert call(3) in (3, [3])
    assert gone() is not None  # kept by the function alone
    del call
    gc.collect()
    assert gone() is None
