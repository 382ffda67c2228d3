"""Python functions that C code calls: with borrowed values, and by TVM's classic ABI."""

from __future__ import annotations

import ctypes
import gc

import pytest

import tvmlike

NONE, INT, BOOL, FLOAT, POINTER, RAW_STR, BYTE_ARRAY, RVALUE_REF, SMALL_STR, SMALL_BYTES = (
    0,
    1,
    2,
    3,
    4,
    8,
    9,
    10,
    11,
    12,
)
FUNCTION, TENSOR = 68, 70


class Value(ctypes.Structure):
    _fields_ = [("type_index", ctypes.c_int32), ("small_len", ctypes.c_uint32), ("payload", ctypes.c_uint64)]


class ByteArray(ctypes.Structure):
    _fields_ = [("data", ctypes.c_char_p), ("size", ctypes.c_size_t)]


@pytest.fixture(scope="module")
def library():
    return ctypes.CDLL(tvmlike.library_path())


@pytest.fixture
def call(library):
    """Calls a Python function with values from C; returns the arguments that the function received."""

    def call(*values):
        seen = []
        function = tvmlike.PackedFunc(lambda *args: seen.extend(args))
        arguments = (Value * len(values))(*values)
        result = Value()
        handle = ctypes.c_void_p(function._handle)
        assert library.TVMLikeFuncCall(handle, arguments, len(values), ctypes.byref(result)) == 0
        assert result.type_index == NONE
        return seen

    return call


def test_values_in_line(call):
    double = int.from_bytes(ctypes.string_at(ctypes.byref(ctypes.c_double(2.5)), 8), "little")
    seen = call(
        Value(NONE),
        Value(INT, 0, 2**64 - 5),
        Value(BOOL, 0, 1),
        Value(FLOAT, 0, double),
        Value(SMALL_STR, 3, int.from_bytes(b"abc", "little")),
        Value(SMALL_BYTES, 2, int.from_bytes(b"xy", "little")),
    )
    assert seen == [None, -5, True, 2.5, "abc", b"xy"]
    assert type(seen[2]) is bool


@pytest.mark.parametrize(
    ("index", "error"),
    [
        (65, None),  # a string that is NULL
        (66, None),
        (FUNCTION, None),
        (-1, "invalid type index -1"),
        (-4, "invalid type index -4"),
        (-(2**31), "invalid type index -2147483648"),
    ],
)
def test_bad_results_of_c_functions(library, index, error):
    @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32, ctypes.POINTER(Value))
    def give(context, args, count, result):
        result[0] = Value(index, 0, 0)
        return 0

    made = ctypes.c_void_p()
    assert library.TVMLikeFuncCreate(give, None, None, ctypes.byref(made)) == 0
    assert library.TVMFuncRegisterGlobal(b"pytest.bad_result", made, 0) == 0
    try:
        function = tvmlike.get_global_func("pytest.bad_result")
        for _ in range(3):
            if error is None:
                assert function() is None
            else:
                with pytest.raises(TypeError, match=error):
                    function()
    finally:
        tvmlike.remove_global_func("pytest.bad_result")
        assert library.TVMFuncFree(made) == 0


def test_borrowed_text(call):
    text = ctypes.create_string_buffer("é from C".encode())
    data = ByteArray(b"\0\1\2 bytes", 9)
    empty = ByteArray(None, 0)
    assert call(Value(RAW_STR, 0, ctypes.addressof(text)), Value(BYTE_ARRAY, 0, ctypes.addressof(data))) == [
        "é from C",
        b"\0\1\2 bytes",
    ]
    assert call(Value(BYTE_ARRAY, 0, ctypes.addressof(empty))) == [b""]


def test_text_that_is_not_utf8_is_an_error_of_the_call(library):
    text = ctypes.create_string_buffer(b"\xff\xfe not UTF-8")
    argument = Value(RAW_STR, 0, ctypes.addressof(text))
    swallowed = []
    function = tvmlike.PackedFunc(swallowed.append)
    result = Value()
    status = library.TVMLikeFuncCall(
        ctypes.c_void_p(function._handle), ctypes.byref(argument), 1, ctypes.byref(result)
    )
    assert status == -1
    library.TVMGetLastError.restype = ctypes.c_char_p
    assert library.TVMGetLastError().startswith(b"UnicodeDecodeError")
    assert swallowed == []


def test_an_object_that_can_be_moved(call):
    array = tvmlike.Array([1, 2])
    library = ctypes.CDLL(tvmlike.library_path())
    place = ctypes.c_void_p(array._handle)
    library.TVMObjectRetain(place)
    seen = call(Value(RVALUE_REF, 0, ctypes.addressof(place)))
    if place.value is not None:  # it was not moved
        library.TVMObjectFree(place)
    assert seen == [[1, 2]]
    assert seen[0] is array
    del seen
    gc.collect()
    assert array == [1, 2]


def test_null_objects_are_none(call):
    assert call(Value(FUNCTION, 0, 0), Value(TENSOR, 0, 0), Value(RAW_STR, 0, 0)) == [None, None, None]


class Classic(ctypes.Union):
    _fields_ = [("v_int64", ctypes.c_int64), ("v_float64", ctypes.c_double), ("v_handle", ctypes.c_void_p)]


def classic_call(library, function, codes, *values):
    """Calls `TVMFuncCall` as TVM's front ends do; returns (status, result code, result)."""
    arguments = (Classic * len(values))()
    for place, value in zip(arguments, values):
        if isinstance(value, float):
            place.v_float64 = value
        elif isinstance(value, int):
            place.v_int64 = value
        else:
            place.v_handle = ctypes.cast(value, ctypes.c_void_p).value
    result, code = Classic(), ctypes.c_int()
    status = library.TVMFuncCall(
        ctypes.c_void_p(function._handle),
        arguments,
        (ctypes.c_int * len(codes))(*codes),
        len(values),
        ctypes.byref(result),
        ctypes.byref(code),
    )
    return status, code.value, result


def test_the_classic_call(library):
    function = tvmlike.PackedFunc(lambda i, x, text: f"{i} {x} {text}")
    status, code, result = classic_call(library, function, [0, 2, 11], 7, 1.5, ctypes.c_char_p(b"text"))
    assert (status, code) == (0, 11)
    assert ctypes.string_at(result.v_handle) == b"7 1.5 text"


def test_the_classic_error(library):
    def fails():
        raise KeyError("why")

    status, _, _ = classic_call(library, tvmlike.PackedFunc(fails), [])
    assert status == -1
    library.TVMGetLastError.restype = ctypes.c_char_p
    assert library.TVMGetLastError().startswith(b"KeyError: 'why'")


def test_a_borrowed_dltensor(library):
    np = pytest.importorskip("numpy")

    class DLTensor(ctypes.Structure):
        _fields_ = [
            ("data", ctypes.c_void_p),
            ("device", ctypes.c_int32 * 2),
            ("ndim", ctypes.c_int32),
            ("dtype", ctypes.c_uint8 * 4),
            ("shape", ctypes.c_void_p),
            ("strides", ctypes.c_void_p),
            ("byte_offset", ctypes.c_uint64),
        ]

    array = np.arange(6.0)
    shape = (ctypes.c_int64 * 1)(6)
    tensor = DLTensor(array.ctypes.data, (1, 0), 1, (2, 64, 1, 0), ctypes.addressof(shape), None, 0)
    seen = []

    def function(x):
        seen.append((x.shape, str(x.dtype), x.numpy().tolist()))

    status, _, _ = classic_call(library, tvmlike.PackedFunc(function), [7], ctypes.byref(tensor))
    if status:
        # A pointer without an owner cannot be kept: the error must name it.
        library.TVMGetLastError.restype = ctypes.c_char_p
        assert b"DLTensor" in library.TVMGetLastError()
    else:
        assert seen == [((6,), "float64", [0, 1, 2, 3, 4, 5])]
