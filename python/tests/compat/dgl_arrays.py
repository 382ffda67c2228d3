"""Cases of test_dgl.py: creating and copying arrays, views, DLPack, shared memory."""

from __future__ import annotations

import ctypes
import gc
import os
import subprocess
import sys

import numpy as np
import pytest
from dgl_boot import (
    LIB,
    DGLError,
    NDArray,
    array,
    base,
    context,
    empty,
    func,
    internal,
    ndarray,
    ours,
    shared,
)

echo = func(lambda x: x)
DTYPES = [f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)]
DTYPES += ["float16", "float32", "float64"]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(1,), (7,), (2, 3), (2, 1, 4), (0,), (3, 0, 2), (1, 2, 3, 4, 5)])
def test_arrays_round_trip(dtype, shape):
    data = np.arange(np.prod(shape)).reshape(shape).astype(dtype)
    got = array(data)
    assert got.shape == shape
    assert got.dtype == dtype
    assert got.ctx == context("cpu", 0)
    assert got.asnumpy().dtype == data.dtype
    assert (got.asnumpy() == data).all()


def test_no_dimension():
    got = array(np.array(5.0))
    assert got.shape == ()
    assert got.asnumpy() == 5.0


def test_lanes():
    got = empty((3,), "float32x4")
    dtype = got.handle.contents.dtype
    assert (dtype.type_code, dtype.bits, dtype.lanes, got.shape) == (2, 32, 4, (3,))
    data = np.arange(12, dtype=np.float32)
    back = np.zeros_like(data)
    size = ctypes.c_size_t(48)
    base.check_call(LIB.DGLArrayCopyFromBytes(got.handle, ctypes.c_void_p(data.ctypes.data), size))
    base.check_call(LIB.DGLArrayCopyToBytes(got.handle, ctypes.c_void_p(back.ctypes.data), size))
    assert (back == data).all()


def test_alignment():
    for size in (1, 3, 17, 1000):
        made = empty((size,), "uint8")
        assert made.handle.contents.data % 64 == 0


def test_strides_are_those_of_c_order():
    made = empty((2, 3, 4))
    contents = made.handle.contents
    assert [contents.strides[i] for i in range(3)] == [12, 4, 1]
    assert contents.byte_offset == 0


def test_copies():
    data = np.arange(6, dtype=np.float32).reshape(2, 3)
    first, second = array(data), empty((2, 3))
    first.copyto(second)
    assert (second.asnumpy() == data).all()
    third = first.copyto(context("cpu"))
    third[:] = data + 1
    assert (third.asnumpy() == data + 1).all()
    assert (first.asnumpy() == data).all()
    third[:] = first
    assert (third.asnumpy() == data).all()
    # The number of bytes must match, not the shapes.
    flat = empty((6,))
    first.copyto(flat)
    assert (flat.asnumpy() == data.ravel()).all()


def test_copies_between_different_sizes_are_errors():
    first, second = empty((2, 3)), empty((2, 2))
    with pytest.raises(DGLError, match="size"):
        first.copyto(second)
    data = (ctypes.c_float * 6)()
    for copy in (LIB.DGLArrayCopyFromBytes, LIB.DGLArrayCopyToBytes):
        with pytest.raises(DGLError, match="size"):
            base.check_call(copy(first.handle, data, ctypes.c_size_t(20)))
        base.check_call(copy(first.handle, data, ctypes.c_size_t(24)))


def test_passing_an_array_does_not_copy():
    given = array(np.arange(4))
    boxed = internal._Value(given)
    again = internal._ValueGet(boxed)
    assert type(again) is NDArray
    assert again.handle.contents.data == given.handle.contents.data
    del given
    gc.collect()
    assert (again.asnumpy() == np.arange(4)).all()


def test_a_view_of_numpys_memory_as_argument():
    data = np.arange(5, dtype=np.int64)
    described, keep = ndarray.numpyasarray(data)
    view = NDArray(ctypes.pointer(described), True)

    def change(x):
        # A view in the callback too, of the same memory and valid only during the callback.
        assert (x.asnumpy() == data).all()
        return int(x.asnumpy().sum())

    assert func(change)(view) == 10
    view.copyfrom(np.full(5, 3))
    assert (data == 3).all()
    del keep


def test_a_view_cannot_be_kept():
    data = np.arange(5)
    described, keep = ndarray.numpyasarray(data)
    view = NDArray(ctypes.pointer(described), True)
    with pytest.raises((DGLError, KeyError, ValueError)):
        echo(view)
    del keep


@pytest.mark.parametrize("alignment", [0, 64])
def test_dlpack(alignment):
    data = np.arange(6, dtype=np.float32).reshape(2, 3)
    source = array(data)
    got = ndarray.from_dlpack(source.to_dlpack(alignment))
    assert got.handle.contents.data == source.handle.contents.data
    del source
    gc.collect()
    assert (got.asnumpy() == data).all()
    assert (got.shape, got.dtype) == ((2, 3), "float32")


def test_dlpack_is_taken_once():
    capsule = array(np.arange(3)).to_dlpack()
    first = ndarray.from_dlpack(capsule)
    with pytest.raises(ValueError, match="only be consumed once"):
        ndarray.from_dlpack(capsule)
    assert (first.asnumpy() == np.arange(3)).all()


def test_an_unused_dlpack_capsule_is_released():
    source = array(np.arange(1000))
    for _ in range(100):
        source.to_dlpack()
    gc.collect()
    assert (source.asnumpy() == np.arange(1000)).all()


def test_numpy_memory_by_dlpack():
    data = np.arange(12, dtype=np.int32).reshape(3, 4)
    got = ndarray.from_dlpack(data.__dlpack__())
    assert got.handle.contents.data == data.ctypes.data
    assert (got.asnumpy() == data).all()
    before = sys.getrefcount(data)
    del got
    gc.collect()
    assert sys.getrefcount(data) <= before


def test_dlpack_of_memory_that_is_not_aligned():
    data = np.zeros(101, np.uint8)[1:]
    start = 1 if data.ctypes.data % 2 == 0 else 0
    odd = np.arange(100, dtype=np.uint8)
    data = data[start : start + 99]
    data[:] = odd[:99]
    assert data.ctypes.data % 2 == 1
    got = ndarray.from_dlpack(data.__dlpack__())
    again = ndarray.from_dlpack(got.to_dlpack(64))
    assert again.handle.contents.data % 64 == 0
    assert (again.asnumpy() == odd[:99]).all()
    same = ndarray.from_dlpack(got.to_dlpack(0))
    assert same.handle.contents.data == data.ctypes.data


def test_a_callback_creates_the_result_array():
    for _ in range(100):
        got = func(lambda n: array(np.arange(n)))(50)
    assert (got.asnumpy() == np.arange(50)).all()


def test_unsigned_arrays_as_signed():
    for unsigned, signed in (("uint64", "int64"), ("uint32", "int32")):
        source = array(np.arange(5, dtype=unsigned))
        got = shared._CAPI_DGLArrayCastToSigned(source)
        assert got.dtype == signed
        assert got.handle.contents.data == source.handle.contents.data
    del source
    gc.collect()
    assert (got.asnumpy() == np.arange(5)).all()


def test_other_devices_are_absent():
    assert not context("gpu").exist
    assert not context("gpu", 1).exist
    assert context("cpu").exist
    with pytest.raises(DGLError, match=r"not enabled|not built"):
        empty((3,), "float32", context("gpu"))
    with pytest.raises(DGLError):
        _ = context("gpu").max_threads_per_block
    with pytest.raises(DGLError):
        context("gpu").sync()
    context("cpu").sync()


@ours("asks its table of devices beyond the end, or ends the process")
def test_an_unknown_device_is_an_error():
    for device in (4, 12, 99, -3):
        assert internal._GetDeviceAttr(device, 0, 0) == 0
    with pytest.raises(DGLError):
        internal._GetDeviceAttr(99, 0, 1)


@pytest.mark.parametrize("kind", range(1, 9))
def test_unknown_cpu_attributes(kind):
    assert internal._GetDeviceAttr(1, 0, kind) is None


@ours("says only that no CUDA is there, or pins nothing without a word")
def test_pinning_requires_cuda():
    source = array(np.arange(3))
    with pytest.raises(DGLError, match=r"(?i)cuda"):
        source.pin_memory_()
    source.unpin_memory_()
    with pytest.raises(DGLError, match=r"(?i)stream"):
        source.record_stream(None)


def test_no_tensor_adapter():
    base.load_tensor_adapter("pytorch", "0.0.1")
    assert not base.tensor_adapter_loaded


@pytest.mark.parametrize(
    ("shape", "dtype"),
    [((3,), (0, 7, 1)), ((3,), (0, 32, 0)), ((3,), (0, 48, 1))],
)
@ours("lets the odd ones pass, or ends the process")
def test_invalid_element_types_are_errors(shape, dtype):
    out = ctypes.c_void_p()
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    assert LIB.DGLArrayAlloc(sizes, len(shape), *dtype, 1, 0, ctypes.byref(out)) == -1
    assert out.value is None


@ours("asks for what it cannot count, and ends the process")
@pytest.mark.parametrize("shape", [(-1,), (2**62, 8), (2**40, 2**40), (2**58,)])
def test_too_large_shapes_are_errors(shape):
    with pytest.raises(DGLError):
        empty(shape, "float64")


def name() -> str:
    return f"/dgl_test_{os.getpid()}_{name.count}"


name.count = 0  # type: ignore[attr-defined]


@pytest.fixture
def chosen():
    name.count += 1  # type: ignore[attr-defined]
    return name()


def test_shared_memory(chosen):
    data = np.arange(10, dtype=np.int32)
    assert not shared._CAPI_DGLExistSharedMemArray(chosen)
    made = ndarray.empty_shared_mem(chosen, True, (10,), "int32").copyfrom(data)
    assert shared._CAPI_DGLExistSharedMemArray(chosen)
    other = ndarray.empty_shared_mem(chosen, False, (10,), "int32")
    assert (other.asnumpy() == data).all()
    other.copyfrom(data * 2)
    assert (made.asnumpy() == data * 2).all()
    del made
    gc.collect()
    # The creating process removes the name; users keep the memory.
    assert not shared._CAPI_DGLExistSharedMemArray(chosen)
    assert (other.asnumpy() == data * 2).all()
    with pytest.raises(DGLError, match="fail to open"):
        ndarray.empty_shared_mem(chosen, False, (10,), "int32")


def test_shared_memory_of_another_process(chosen):
    program = (
        "import sys, numpy as np\n"
        "from dgl_boot import ndarray\n"
        "other = ndarray.empty_shared_mem(sys.argv[1], False, (4,), 'float64')\n"
        "assert (other.asnumpy() == [1, 2, 3, 4]).all()\n"
        "other.copyfrom(np.array([5.0, 6, 7, 8]))\n"
    )
    made = ndarray.empty_shared_mem(chosen, True, (4,), "float64").copyfrom(np.array([1.0, 2, 3, 4]))
    done = subprocess.run([sys.executable, "-c", program, chosen], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (made.asnumpy() == [5, 6, 7, 8]).all()
    assert shared._CAPI_DGLExistSharedMemArray(chosen)


def test_shared_memory_outlives_its_array_by_dlpack(chosen):
    made = ndarray.empty_shared_mem(chosen, True, (4,), "int64").copyfrom(np.arange(4))
    got = ndarray.from_dlpack(made.to_dlpack())
    del made
    gc.collect()
    assert shared._CAPI_DGLExistSharedMemArray(chosen)
    assert (got.asnumpy() == np.arange(4)).all()
    del got
    gc.collect()
    assert not shared._CAPI_DGLExistSharedMemArray(chosen)


def test_shared_memory_ends_with_its_process(chosen):
    program = (
        "import sys\n"
        "from dgl_boot import ndarray\n"
        "kept = ndarray.empty_shared_mem(sys.argv[1], True, (4,), 'float64')\n"
    )
    done = subprocess.run([sys.executable, "-c", program, chosen], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert not shared._CAPI_DGLExistSharedMemArray(chosen)


@ours("maps less than was asked for, and dies where it is read")
def test_shared_memory_that_is_smaller_than_asked_for(chosen):
    made = ndarray.empty_shared_mem(chosen, True, (4,), "int32")
    with pytest.raises(DGLError, match="16 bytes"):
        ndarray.empty_shared_mem(chosen, False, (4096,), "int32")
    assert made.shape == (4,)


@ours("cannot map nothing")
def test_shared_memory_of_no_size(chosen):
    made = ndarray.empty_shared_mem(chosen, True, (0,), "int32")
    assert made.asnumpy().size == 0
    assert ndarray.empty_shared_mem(chosen, False, (0,), "int32").shape == (0,)


def test_invalid_shared_memory_names_are_errors():
    for wrong in ("", "/a/b", "x" * 300):
        with pytest.raises(DGLError, match="fail to open"):
            ndarray.empty_shared_mem(wrong, False, (4,), "int32")


def test_many_arrays_do_not_leak():
    import resource

    def peak():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    data = np.zeros(100_000)
    for _ in range(20):
        array(data)
    before = peak()
    for _ in range(500):
        copy = array(data)
        ndarray.from_dlpack(copy.to_dlpack())
        internal._ValueGet(internal._Value(copy))
    assert peak() - before < 30_000
