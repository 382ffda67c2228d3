"""Objects with the buffer protocol: conversion to bytes or tensors, and lifetime of the memory."""

from __future__ import annotations

import array
import ctypes
import gc
import mmap
import sys

import pytest

import tvmlike

CODES = {"b": "int8", "B": "uint8", "h": "int16", "H": "uint16", "i": "int32", "I": "uint32"}
CODES.update({"l": "int64", "L": "uint64", "q": "int64", "Q": "uint64", "f": "float32", "d": "float64"})


@pytest.mark.parametrize("code", CODES)
def test_array_array(testing, code):
    values = array.array(code, [1, 2, 3])
    tensor = testing.echo(values)
    assert type(tensor) is tvmlike.Tensor
    assert (tensor.shape, tensor.dtype, tensor.strides) == ((3,), CODES[code], (1,))
    assert tensor.data_ptr == values.buffer_info()[0]
    assert not tensor.read_only


def test_native_code_writes_to_it():
    values = array.array("d", [1, 2, 3])
    tvmlike.tensor.fill(values, 2.5)
    assert values.tolist() == [2.5, 2.5, 2.5]
    assert tvmlike.tensor.sum(values) == 7.5
    assert tvmlike.tensor.sum(array.array("d")) == 0.0


@pytest.mark.parametrize(
    ("cls", "dtype"),
    [
        (ctypes.c_bool, "bool"),
        (ctypes.c_char, "uint8"),
        (ctypes.c_byte, "int8"),
        (ctypes.c_ubyte, "uint8"),
        (ctypes.c_int16, "int16"),
        (ctypes.c_int32, "int32"),
        (ctypes.c_uint32, "uint32"),
        (ctypes.c_long, "int64"),
        (ctypes.c_int64, "int64"),
        (ctypes.c_size_t, "uint64"),
        (ctypes.c_float, "float32"),
        (ctypes.c_double, "float64"),
    ],
)
def test_ctypes_arrays(testing, cls, dtype):
    values = (cls * 4)()
    tensor = testing.echo(values)
    assert (tensor.shape, tensor.dtype) == ((4,), dtype)
    assert tensor.data_ptr == ctypes.addressof(values)
    table = (cls * 3 * 2)()
    assert testing.echo(table).shape == (2, 3)


def test_memoryviews_of_numbers(testing):
    numbers = memoryview(array.array("i", range(12)))
    assert testing.echo(numbers).shape == (12,)
    table = numbers.cast("B").cast("i", (3, 4))
    assert testing.echo(table).shape == (3, 4)
    assert testing.echo(table).strides == (4, 1)
    backwards = testing.echo(numbers[::-2])
    assert (backwards.shape, backwards.strides) == ((6,), (-2,))
    assert ctypes.c_int32.from_address(backwards.data_ptr).value == 11
    assert testing.echo(numbers[:0]).shape == (0,)
    assert testing.echo(numbers.toreadonly()).read_only
    image = memoryview(bytearray(6)).cast("B", (2, 3))
    assert (testing.echo(image).shape, testing.echo(image).dtype) == ((2, 3), "uint8")


def test_bytes_stay_bytes(testing):
    text = b"some longer bytes"
    for value in (text, bytearray(text), memoryview(text), memoryview(bytearray(text)).cast("c")):
        assert testing.echo(value) == text
        assert type(testing.echo(value)) is bytes
    assert testing.echo(memoryview(text)[::2]) == text[::2]
    assert testing.bytes_len(memoryview(text)) == len(text)


def test_bytes_are_shared_on_request(testing):
    text = b"some longer bytes"
    tensor = tvmlike.from_dlpack(text)
    assert (tensor.shape, tensor.dtype, tensor.read_only) == ((len(text),), "uint8", True)
    assert ctypes.string_at(tensor.data_ptr, len(text)) == text
    changing = bytearray(text)
    shared = tvmlike.from_dlpack(changing)
    assert not shared.read_only
    tvmlike.tensor.fill(shared, 7)
    assert changing == b"\x07" * len(text)


def test_memory_cannot_move_while_a_tensor_shares_it(testing):
    changing = bytearray(8)
    shared = tvmlike.from_dlpack(changing)
    with pytest.raises(BufferError):
        changing.append(1)
    del shared
    gc.collect()
    changing.append(1)
    values = array.array("d", [1.0])
    kept = testing.echo(values)
    with pytest.raises(BufferError):
        values.append(2.0)
    kept._free()
    gc.collect()
    values.append(2.0)


def test_a_call_releases_the_memory():
    values = array.array("d", [1.0, 2.0])
    before = sys.getrefcount(values)
    for _ in range(50):
        tvmlike.tensor.sum(values)
    values.append(3.0)
    with pytest.raises(TypeError):
        tvmlike.tensor.sum(values, values, values)
    values.append(4.0)
    assert sys.getrefcount(values) == before
    assert tvmlike.tensor.sum(values) == 10.0


def test_mmap(testing, tmp_path):
    path = tmp_path / "data"
    path.write_bytes(bytes(range(16)))
    with path.open("r+b") as file:
        mapped = mmap.mmap(file.fileno(), 0)
    tensor = testing.echo(mapped)
    assert (tensor.shape, tensor.dtype, tensor.read_only) == ((16,), "uint8", False)
    with pytest.raises(BufferError):
        mapped.close()
    numbers = testing.echo(memoryview(mapped).cast("i"))
    assert numbers.shape == (4,)
    tvmlike.tensor.fill(numbers, 0)
    assert mapped[:] == bytes(16)
    del tensor, numbers
    gc.collect()
    mapped.close()
    with path.open("rb") as file:
        fixed = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    assert testing.echo(fixed).read_only


def test_memory_outlives_its_owner(testing):
    tensor = testing.echo(array.array("q", range(1000)))
    junk = [array.array("q", [-1] * 1000) for _ in range(10)]
    gc.collect()
    numbers = (ctypes.c_int64 * 1000).from_address(tensor.data_ptr)
    assert list(numbers) == list(range(1000))
    assert len(junk) == 10


class Pair(ctypes.Structure):
    _fields_ = [("a", ctypes.c_int32), ("b", ctypes.c_int32)]


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda: (ctypes.c_int32.__ctype_be__ * 2)(), "byte order"),
        (lambda: (ctypes.c_wchar * 2)(), "element format"),
        (lambda: (Pair * 2)(), "element format"),
        (lambda: (ctypes.c_void_p * 2)(), "element format"),
        (lambda: (ctypes.c_longdouble * 2)(), "element format"),
        (lambda: array.array("u", "ab"), "element format"),
    ],
    ids=["byte order", "text", "records", "pointers", "long double", "wide text"],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_elements_without_a_counterpart_are_named(testing, make, named):
    value = make()
    with pytest.raises(TypeError, match=rf"testing\.echo: argument 1 `x`: .*{named}|{named}"):
        testing.echo(value)
    with pytest.raises(TypeError, match=rf"from_dlpack: .*{named}|{named}"):
        tvmlike.from_dlpack(value)


def test_released_memory_is_an_error(testing):
    view = memoryview(array.array("d", [1.0]))
    view.release()
    with pytest.raises(ValueError, match=r"testing\.echo: argument 1 `x`: .*released"):
        testing.echo(view)
    mapped = mmap.mmap(-1, 8)
    mapped.close()
    with pytest.raises(ValueError, match=r"from_dlpack: .*closed"):
        tvmlike.from_dlpack(mapped)


def test_single_values_of_ctypes_pass_as_they_are(testing):
    for value in (ctypes.c_int32(3), Pair(1, 2)):
        assert testing.echo(value) is value
    assert tvmlike.from_dlpack(ctypes.c_int32(3)).shape == ()


def test_text_and_lists_are_not_buffers():
    for value in ("text", [1, 2], 3.0):
        with pytest.raises(TypeError, match="or a buffer"):
            tvmlike.from_dlpack(value)


def test_numpy_shares_it_too():
    np = pytest.importorskip("numpy")
    values = array.array("d", [1.0, 2.0])
    shared = np.asarray(tvmlike.from_dlpack(values))
    shared[0] = 9.0
    assert values[0] == 9.0
