"""DLPack's C exchange API: valid and broken tables of other libraries, and our own."""

from __future__ import annotations

import ctypes
import gc
import os
import sys

import pytest

import tvmlike
from tvmlike import Tensor

np = pytest.importorskip("numpy")

NAME = b"dlpack_exchange_api"
WORDS = 8  # version, older table, five functions; one word more than the struct has

api = ctypes.PyDLL(None)
new_capsule = api.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p] * 3
pointer_of = api.PyCapsule_GetPointer
pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]

FromObject = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(ctypes.c_void_p))
ToObject = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.py_object))

native_only = pytest.mark.skipif(tvmlike.ffi_path() != "native", reason="the accelerator's")
kept = []


def managed_of(tensor):
    """Returns the managed tensor in one of our capsules."""
    capsule = tensor.__dlpack__(max_version=(1, 0))
    managed = pointer_of(capsule, b"dltensor_versioned")
    kept.append(rename(capsule))
    return managed


def rename(capsule):
    set_name = api.PyCapsule_SetName
    set_name.argtypes = [ctypes.py_object, ctypes.c_void_p]
    name = ctypes.c_char_p(b"used_dltensor_versioned")
    kept.append(name)
    set_name(capsule, ctypes.cast(name, ctypes.c_void_p))
    return capsule


def new_class(major=1, older=0, missing=(), fails=False, capsule_name=NAME):
    """A class of arrays with an exchange API, and the number of uses of each protocol."""
    asked = {"api": 0, "dlpack": 0}

    def from_object(array, out):
        asked["api"] += 1
        if fails:
            return -1
        out[0] = managed_of(tvmlike.from_dlpack(array.array))
        return 0

    functions = [FromObject(from_object), ToObject(lambda managed, out: -1)]
    kept.extend(functions)
    addresses = [ctypes.cast(function, ctypes.c_void_p).value for function in functions]
    table = (ctypes.c_uint64 * WORDS)(major | 3 << 32, older, 0, *addresses, 0, 0)
    for place in missing:
        table[place] = 0
    kept.append(table)
    names = ctypes.create_string_buffer(capsule_name)
    kept.append(names)

    class Array:
        __dlpack_c_exchange_api__ = new_capsule(ctypes.addressof(table), ctypes.addressof(names), None)

        def __init__(self, array):
            self.array = array

        def __dlpack_device__(self):
            return 1, 0

        def __dlpack__(self, *, max_version=None, **_):
            asked["dlpack"] += 1
            return tvmlike.from_dlpack(self.array).__dlpack__(max_version=max_version)

    kept.append(Array)
    return Array, asked, table


def check(testing, array):
    tensor = testing.echo(array)
    assert tensor.shape == array.array.shape
    assert tensor.data_ptr == array.array.ctypes.data
    return tensor


@native_only
def test_the_exchange_table_is_used_from_the_second_call_on(testing):
    cls, asked, _ = new_class()
    array = cls(np.arange(3.0))
    check(testing, array)
    before = asked["dlpack"]
    for _ in range(3):
        check(testing, array)
    assert asked == {"api": 3, "dlpack": before}
    assert check(testing, cls(np.zeros((2, 3)))).ndim == 2
    # A subclass may behave in any way.
    child = type("Child", (cls,), {})
    check(testing, child(np.arange(2.0)))
    check(testing, child(np.arange(2.0)))
    assert asked["dlpack"] == before + 2


@native_only
def test_memory_lives_as_long_as_the_tensor(testing):
    cls, _, _ = new_class()
    data = np.arange(1000.0)
    before = sys.getrefcount(data)
    check(testing, cls(data))
    tensor = check(testing, cls(data))
    assert sys.getrefcount(data) > before
    del tensor
    gc.collect()
    assert sys.getrefcount(data) == before


@pytest.mark.parametrize(
    "broken",
    [
        {"major": 2},
        {"major": 0},
        {"missing": (3,)},
        {"missing": (4,)},
        {"capsule_name": b"something else"},
    ],
    ids=str,
)
def test_unsupported_exchange_tables_are_ignored(testing, broken):
    cls, asked, _ = new_class(**broken)
    array = cls(np.arange(3.0))
    for _ in range(3):
        check(testing, array)
    assert asked["api"] == 0
    assert asked["dlpack"] == 3


@native_only
def test_an_older_table_after_a_newer_one(testing):
    _, _, older = new_class()
    cls, asked, _ = new_class(major=2, older=ctypes.addressof(older))
    array = cls(np.arange(3.0))
    check(testing, array)
    before = asked["dlpack"]
    check(testing, array)
    assert asked["dlpack"] == before


def test_a_table_that_fails(testing):
    cls, asked, _ = new_class(fails=True)
    array = cls(np.arange(3.0))
    for _ in range(3):
        check(testing, array)
    assert asked["dlpack"] == 3


def test_invalid_capsules_are_ignored(testing):
    cls, asked, _ = new_class()
    cls.__dlpack_c_exchange_api__ = 42
    for _ in range(2):
        check(testing, cls(np.arange(3.0)))
    assert asked == {"api": 0, "dlpack": 2}


def test_many_classes(testing, run_python):
    # In a separate process, because known classes are cached for ever.
    status, _, err = run_python(f"""
        sys.path.insert(0, {os.path.dirname(__file__)!r})
        from test_exchange import check, new_class, np
        for _ in range(60):
            cls, asked, _ = new_class()
            array = cls(np.arange(3.0))
            check(testing, array)
            check(testing, array)
            assert sum(asked.values()) == 2
    """)
    assert (status, err) == (0, "")


class Own(ctypes.Structure):
    """Our own table."""

    _fields_ = (
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("older", ctypes.c_void_p),
        ("allocate", ctypes.c_void_p),
        ("from_object", FromObject),
        ("to_object", ToObject),
        ("borrow", ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_void_p)),
        ("stream", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_void_p)),
    )


@pytest.fixture
def own():
    if tvmlike.ffi_path() != "native":
        pytest.skip("the accelerator's")
    return Own.from_address(pointer_of(Tensor.__dlpack_c_exchange_api__, NAME))


def test_our_own_table(own):
    assert (own.major, own.older) == (1, None)
    array = np.arange(6.0).reshape(2, 3)
    tensor = tvmlike.from_dlpack(array)
    managed = ctypes.c_void_p()
    assert own.from_object(tensor, ctypes.byref(managed)) == 0
    made = ctypes.py_object()
    assert own.to_object(managed, ctypes.byref(made)) == 0
    assert type(made.value) is Tensor
    assert made.value.data_ptr == array.ctypes.data
    words = (ctypes.c_uint64 * 6)()
    assert own.borrow(tensor, words) == 0
    assert words[0] == array.ctypes.data
    assert words[2] & 0xFFFFFFFF == 2
    stream = ctypes.c_void_p(7)
    assert own.stream(1, 0, ctypes.byref(stream)) == 0
    assert stream.value is None


def test_our_own_table_reports_errors(own):
    managed = ctypes.c_void_p()
    words = (ctypes.c_uint64 * 6)()
    freed = tvmlike.zeros((2,))
    freed._free()
    for use in (
        lambda given: own.from_object(given, ctypes.byref(managed)),
        lambda given: own.borrow(given, words),
    ):
        with pytest.raises(ValueError, match="freed"):
            use(freed)
        with pytest.raises(TypeError, match=r"tvmlike\.Tensor"):
            use(3)
        with pytest.raises(ValueError, match="Tensor"):
            use(tvmlike.Array([1]))
    array = np.arange(3.0)
    array.flags.writeable = False
    read_only = tvmlike.from_dlpack(array)
    for use in (
        lambda: own.borrow(read_only, words),
        lambda: own.from_object(read_only, ctypes.byref(managed)),
    ):
        with pytest.raises(BufferError, match="a read-only tensor is not passed by the C exchange API"):
            use()
    assert tvmlike.from_dlpack(read_only.__dlpack__(max_version=(1, 0))).read_only
    made = ctypes.py_object()
    with pytest.raises(ValueError, match="NULL"):
        own.to_object(None, ctypes.byref(made))


def test_our_own_table_allocates(own):
    Allocate = ctypes.CFUNCTYPE(
        ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p, ctypes.c_void_p
    )
    errors = []
    report = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p)(
        lambda context, kind, message: errors.append((kind, message))
    )
    shape = (ctypes.c_int64 * 2)(2, 3)
    float32 = 2 | 32 << 8 | 1 << 16
    prototype = (ctypes.c_uint64 * 6)(0, 1, 2 | float32 << 32, ctypes.addressof(shape), 0, 0)
    managed = ctypes.c_void_p()
    allocate = Allocate(own.allocate)
    assert allocate(prototype, ctypes.byref(managed), None, report) == 0
    made = ctypes.py_object()
    assert own.to_object(managed, ctypes.byref(made)) == 0
    assert np.asarray(made.value).tolist() == [[0.0] * 3] * 2
    shape[0] = -1
    assert allocate(prototype, ctypes.byref(managed), None, report) == -1
    assert allocate(prototype, ctypes.byref(managed), None, None) == -1
    assert errors[0][0] == b"ValueError"
    assert b"shape" in errors[0][1]
