"""Arguments and results of calls through the function ABI; the cases are in data/function_abi.json.

Values in the file: plain JSON values are literal; other values are objects with one key: `tuple`, `dict`
(pairs), `array`, `scalar` (of NumPy), `bytes` (hex), `float` (by name), `int` (beyond 64 bits), `object` (by
its abilities), `device` and `view` (arrays of other classes than NumPy's). Arguments and results of the
native function include the width of each number.

`DIFFERENT` lists the cases in which tvmlike differs on purpose.
"""

from __future__ import annotations

import collections
import ctypes
import json
import math
import re
from pathlib import Path

import pytest

import tvmlike
from tvmlike import abi

np = pytest.importorskip("numpy")

DATA = json.loads((Path(__file__).parent / "data" / "function_abi.json").read_text(encoding="utf-8"))

# By name: the difference and its reason.
DIFFERENT = {
    "D_unsupported_arg_i1": ({"native_gets": [{"i1": True}]}, "numbers of one bit are taken"),
    "D_unsupported_arg_u8": ({"native_gets": [{"u8": 1}]}, "numbers without a sign are taken"),
    "D_unsupported_arg_index": ({"native_gets": [{"index": 1}]}, "index is a number of 64 bits"),
    "E18_arg_elem_f16": (
        {"native_gets": [{"array": {"elem": "f16", "shape": [2], "data": [1, 2]}}]},
        "short floats are taken",
    ),
    "E18_arg_elem_bf16": (
        {"native_gets": [{"array": {"elem": "bf16", "shape": [2], "data": [1, 2]}}]},
        "short floats are taken",
    ),
    "H15_list_with_none": (
        {"native_gets": [{"list": [{"i64": 1}, {"none": True}]}]},
        "None is a value without a record, too",
    ),
    "R17_width_not_checked": ({"fails": "scalar-range"}, "the width of results is checked"),
    "R29_ndarray_bf16": (
        {"gives": {"array": {"dtype": "bfloat16", "shape": [2], "data": [1, 2]}}},
        "short floats are returned",
    ),
    "R38_unknown_compound": (
        {"when": "attached"},
        "record and function are compared once, when they are attached, so a type that is none is found then",
    ),
    "X14_unknown_result_record_accepted_until_call": (
        {"when": "attached"},
        "record and function are compared once, when they are attached, so a type that is none is found then",
    ),
}

# By kind: the class of the exception, and a part of its message.
KINDS = {
    "dict-arity": (ValueError, r"expected a dict with \d+ values, got \d+"),
    "dtype-mismatch": (TypeError, "expected ndarray of .*, got an array of"),
    "duplicate-argument": (TypeError, "got multiple values for argument"),
    "expected-null": (TypeError, "expected None, got"),
    "malformed-abi": (ValueError, "^the record of "),
    "mapping-type": (TypeError, "expected a mapping"),
    "missing-argument": (
        TypeError,
        r"missing 1 required positional argument: '|expected 2 arguments, got 1: argument 2.* is missing$",
    ),
    "missing-key": (ValueError, "the dict has no key"),
    "native-arity": (TypeError, "mismatched call arity: expected 4 arguments, got 2"),
    "not-an-array": ((TypeError, ValueError), "expected ndarray of|ragged nested list"),
    "rank-mismatch": (ValueError, "rank mismatch: expected"),
    "return-arity": (ValueError, r"mismatched return arity: expected \d+ \w+, got \d+"),
    "return-type": (TypeError, "result.*: expected .*, got"),
    "return-unmapped": (ValueError, "^the record of .* unknown type"),
    "scalar-range": (OverflowError, "is out of range for"),
    "scalar-type": (TypeError, "expected [if][0-9]+, got"),
    "sequence-arity": (ValueError, r"expected a sequence with \d+ values, got \d+"),
    "sequence-type": (TypeError, "expected a sequence"),
    "shape-mismatch": (ValueError, "shape mismatch: dimension"),
    "too-many-positional": (TypeError, r"mismatched call arity: expected \d+ arguments?, got \d+"),
    "unknown-keyword": (TypeError, "unexpected keyword argument"),
    "unsupported-element-type": (TypeError, "unsupported NumPy dtype"),
    "unsupported-type": ((TypeError, ValueError), "has no native form|unknown type"),
}

# By name: another part of the message, for records that can be malformed in many ways.
SAYS = {
    "K15_named_nested_not_root": '"named" must be in the list of arguments',
    "K16_named_of_named": '"named" must be in the list of arguments',
    "R38_unknown_compound": 'unknown type "sset"',
    "X02_missing_r": 'malformed: a record must have a list "r"',
    "X07_unknown_compound_arg": 'unknown type "sset"',
    "X08_empty_record": "expected a type, got an empty list",
    "X09_root_is_array": "a record must be a JSON object",
    "X11_sdict_key_not_pair": r"expected an entry \[key, type\], got",
    "X12_named_without_type": r'expected \["named", name, type\]',
    "X13_ndarray_without_dtype": "an ndarray must have an element type",
    "X14_unknown_result_record_accepted_until_call": 'unknown type "zzz"',
}

DTYPES = {
    "bool": "bool", "i8": "int8", "i32": "int32", "f16": "float16", "bf16": "bfloat16", "f32": "float32",
    "f64": "float64", "u8": "uint8", "u16": "uint16", "c64": "complex64", "c128": "complex128",
}  # fmt: skip


def dtype_of(name):
    if name == "bfloat16":
        return np.dtype(pytest.importorskip("ml_dtypes").bfloat16)
    return np.dtype(name)


def array_of(about):
    array = np.array(about["data"]).astype(dtype_of(about["dtype"])).reshape(about["shape"])
    return np.asfortranarray(array) if about.get("order") == "F" else array


class Managed(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_index", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("offset", ctypes.c_uint64),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    ]


ELSEWHERE = 12  # kDLExtDev: a device whose memory is not accessible
_kept = []


def elsewhere(about):
    """An array that claims to be in memory that only its device can access."""
    array = array_of(about)
    shape = (ctypes.c_int64 * array.ndim)(*array.shape)
    code = {"i": 0, "u": 1, "f": 2}[array.dtype.kind]
    managed = Managed(
        array.ctypes.data, ELSEWHERE, 0, array.ndim, code, array.itemsize * 8, 1, ctypes.addressof(shape)
    )
    _kept.append((array, shape, managed))
    new = ctypes.pythonapi.PyCapsule_New
    new.restype = ctypes.py_object
    new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return tvmlike.from_dlpack(new(ctypes.addressof(managed), b"dltensor", None))


class WithInt:
    def __int__(self):
        return 3


class WithArray:
    def __array__(self, dtype=None, copy=None):
        return np.array([1, 2, 3, 4], dtype or np.float32)


def object_of(kind):
    if kind == "namedtuple":
        return collections.namedtuple("Pair", "a b")(1, 2)
    if kind == "npvoid":
        return np.array([(1, 2)], dtype=[("a", np.int32), ("b", np.int32)])[0]
    if kind == "objarray":
        return np.array([object()], dtype=object)
    return {"int": WithInt, "array": WithArray}.get(kind, object)()


def value_of(written):
    if isinstance(written, list):
        return [value_of(item) for item in written]
    if not isinstance(written, dict):
        return written
    ((tag, held),) = written.items()
    return {
        "tuple": lambda: tuple(map(value_of, held)),
        "dict": lambda: {key: value_of(item) for key, item in held},
        "array": lambda: array_of(held),
        "scalar": lambda: dtype_of(held["dtype"]).type(held["value"]),
        "bytes": lambda: bytes.fromhex(held),
        "float": lambda: float(held),
        "int": lambda: int(held),
        "object": lambda: object_of(held),
        "device": lambda: elsewhere(held),
        "view": lambda: tvmlike.Tensor(array_of(held)),
    }[tag]()


def native_of(written):
    """Returns the result of the native function."""
    ((tag, held),) = written.items()
    if tag == "list":
        return [native_of(item) for item in held]
    if tag == "array":
        return array_of({**held, "dtype": DTYPES[held["elem"]]})
    return None if tag == "none" else held


def same_array(got, dtype, shape, data):
    assert isinstance(got, tvmlike.Tensor)
    assert (got.dtype, tuple(got.shape)) == (str(dtype), tuple(shape))
    if got.device.device_type == ELSEWHERE:
        octets = ctypes.string_at(got.data_ptr, got.size * dtype.itemsize)
        array = np.frombuffer(octets, dtype).reshape(shape)
    else:
        array = np.asarray(got)
    assert array.ravel().tolist() == np.array(data).astype(dtype).ravel().tolist()


def got_by_native(written, got):
    """Whether the native function received the recorded arguments."""
    ((tag, held),) = written.items()
    if tag == "list":
        assert isinstance(got, tvmlike.Array)
        assert len(got) == len(held)
        for item, of_it in zip(held, got):
            got_by_native(item, of_it)
    elif tag == "array":
        same_array(got, dtype_of(DTYPES[held["elem"]]), held["shape"], held["data"])
    elif tag == "none":
        assert got is None
    elif isinstance(held, dict):
        expected = float(held["float"])
        assert type(got) is float
        assert got == expected or (math.isnan(got) and math.isnan(expected))
    else:
        assert (type(got), got) == ({"f": float, "i": int, "u": int}[tag[0]] if tag != "i1" else bool, held)


def same(expected, got):
    """Whether the caller received the recorded result."""
    if isinstance(expected, dict):
        ((tag, held),) = expected.items()
        if tag == "array":
            same_array(got, dtype_of(held["dtype"]), held["shape"], held["data"])
            return
        if tag == "reference":
            assert isinstance(got, tvmlike.Array)
            return
        if tag == "dict":
            assert type(got) is dict
            assert list(got) == [key for key, _ in held]
            for (_, item), of_it in zip(held, got.values()):
                same(item, of_it)
            return
        assert tag == "tuple"
        assert type(got) is tuple
        expected, got = held, list(got)
    if isinstance(expected, list):
        assert type(got) is list
        assert len(got) == len(expected)
        for item, of_it in zip(expected, got):
            same(item, of_it)
    else:
        assert (type(got), got) == (type(expected), expected)


def attached(case, target):
    if "cconv" in case:
        return abi.attach(target, cconv=case["cconv"])
    record = case["record_text"] if "record_text" in case else case["record"]
    gives = case["native_gives"]
    return abi.attach(target, record, results=max(len(gives), 1))


@pytest.mark.parametrize("case", DATA["cases"], ids=lambda case: case["name"])
def test_case(case):
    if case["name"] in DIFFERENT:
        case = {**case, **DIFFERENT[case["name"]][0]}
        if "native_gets" in DIFFERENT[case["name"]][0]:
            case.pop("fails")
            case.setdefault("gives", None)
        elif "gives" in DIFFERENT[case["name"]][0]:
            case.pop("fails")
    calls = []

    def target(*args):
        calls.append(args)
        if case["native_gives"] == "its arguments":
            return args[0] if len(args) == 1 else args
        given = [native_of(one) for one in case["native_gives"]]
        return None if not given else given[0] if len(given) == 1 else given

    args = [value_of(one) for one in case["args"]]
    keywords = {name: value_of(one) for name, one in case.get("keywords", {}).items()}
    if "fails" in case:
        classes, words = KINDS[case["fails"]]
        if case.get("when") == "attached":
            with pytest.raises(classes, match=words) as caught:
                attached(case, target)
            assert re.search(SAYS.get(case["name"], words), str(caught.value))
            return
        function = attached(case, target)
        with pytest.raises(classes) as caught:
            function(*args, **keywords)
        assert re.search(words, str(caught.value)), caught.value
        assert not calls or case["fails"].startswith("return") or case["name"] in DIFFERENT
        return
    result = attached(case, target)(*args, **keywords)
    if "native_gets" in case:
        assert len(calls[0]) == len(case["native_gets"])
        for written, got in zip(case["native_gets"], calls[0]):
            got_by_native(written, got)
    same(case["gives"], result)


def test_cases_with_known_differences_exist():
    names = {case["name"] for case in DATA["cases"]}
    assert names >= set(DIFFERENT)
    assert names >= set(SAYS)
    assert len(names) == len(DATA["cases"]) == 158


FAILS = {
    "unimplemented-version": (NotImplementedError, "unsupported version `1`"),
    "variadic-not-countable": (ValueError, "is variadic"),
    "missing-segment-sizes": (ValueError, "missing segment sizes"),
    "refused": (
        (NotImplementedError, ValueError),
        "unsupported version `1`|unknown letter",
    ),
}


def of_cconv(case):
    text, op = case["text"], case["op"]
    if op == "parts":
        return list(abi.cconv_parts(text))
    if op == "counts":
        return list(abi.cconv_counts(text))
    if op == "variadic":
        return "variadic" in abi.parse_cconv(text)
    if op == "size":
        return abi.cconv_size(text, case["segments"])
    if op == "of record":
        return abi.cconv(case["record"])
    if op == "call":
        calls = []
        abi.attach(lambda *args: (calls.append(args), 0)[1], cconv=text)(*case["args"])
        return list(*calls)
    return abi.parse_cconv(text)


@pytest.mark.parametrize(
    "case", DATA["cconv"], ids=lambda case: f"{case['op']}-{case['text'] or 'empty'}".replace(" ", "-")
)
def test_cconv(case):
    if "fails" in case:
        cls, words = FAILS[case["fails"]]
        with pytest.raises(cls, match=words):
            of_cconv(case)
    elif case["op"] == "of record":
        assert of_cconv(case) == case["text"]
    elif case["op"] == "call":
        assert of_cconv(case) == case["args"]
    elif case["op"] == "parse":
        assert of_cconv(case) == {"a": [], "r": []}
    else:
        assert of_cconv(case) == case["gives"]
