"""Arrays and devices of libtvm_runtime, through TVM's C ABI and through tvmlike."""

from __future__ import annotations

import ctypes
import gc
import math
import os
import random
import weakref

import pytest
from tvm_client import CPU, DEVICE, NDARRAY, Array, Client, DataType, Device, DLTensor, TVMError

import tvmlike

np = pytest.importorskip("numpy")

CPU0 = Device(CPU, 0)


@pytest.fixture(scope="module")
def tvm():
    return Client.load()


def shape_of(tvm, *dims):
    return tvm.call("runtime.ShapeTuple", *dims)


def empty(tvm, dims, dtype="float32", device=CPU0, scope=None):
    return tvm.call("runtime.TVMArrayAllocWithScope", shape_of(tvm, *dims), dtype, device, scope)


def array_of(tvm, values):
    values = np.ascontiguousarray(values)
    array = empty(tvm, values.shape, str(values.dtype))
    array.write(values.tobytes())
    return array


def view(tvm, array, dims, *more):
    return tvm.call("runtime.TVMArrayCreateView", array, shape_of(tvm, *dims), *more)


@pytest.mark.parametrize(
    ("dtype", "code", "bits", "lanes", "size"),
    [
        ("float32", 2, 32, 1, 4),
        ("float", 2, 32, 1, 4),
        ("int8", 0, 8, 1, 1),
        ("uint64", 1, 64, 1, 8),
        ("bool", 1, 1, 1, 1),
        ("int4", 0, 4, 1, 1),
        ("uint1x8", 1, 1, 8, 1),
        ("int4x4", 0, 4, 4, 2),
        ("float32x4", 2, 32, 4, 16),
        ("bfloat16", 4, 16, 1, 2),
        ("handle", 3, 64, 1, 8),
        ("e4m3_float8", 6, 8, 1, 1),
        ("e5m2_float8", 7, 8, 1, 1),
        ("float8_e4m3fn", 10, 8, 1, 1),
    ],
)
def test_element_types(tvm, dtype, code, bits, lanes, size):
    array = empty(tvm, (3, 5), dtype)
    head = array.head
    assert (head.dtype.code, head.dtype.bits, head.dtype.lanes) == (code, bits, lanes)
    data = bytes(range(15 * size % 256)) if 15 * size < 256 else os.urandom(15 * size)
    assert array.read(15 * size) == bytes(15 * size)
    array.write(data[: 15 * size].ljust(15 * size, b"x"))
    assert array.read(15 * size) == data[: 15 * size].ljust(15 * size, b"x")
    with pytest.raises(TVMError, match=r"RuntimeError: .*size mismatch"):
        array.read(15 * size + 1)


@pytest.mark.parametrize(
    "dtype", ["", "floaty", "int32x", "int32x0", "int0", "x4", "custom[a]8", "int4294967296"]
)
def test_invalid_element_types_are_errors(tvm, dtype):
    with pytest.raises(TVMError, match=r"ValueError: .*runtime.TVMArrayAllocWithScope"):
        empty(tvm, (2,), dtype)


def test_an_array_looks_as_tvms(tvm):
    array = empty(tvm, (2, 3))
    assert array.shape == (2, 3)
    assert array.data_ptr % 64 == 0
    assert array.head.byte_offset == 0
    assert (array.head.device.device_type, array.head.device.device_id) == (CPU, 0)
    # Compiled front ends read the type index 16 bytes before the handle.
    index, known = ctypes.c_uint(), ctypes.c_uint()
    tvm.check(tvm.lib.TVMArrayGetTypeIndex(ctypes.c_void_p(array.address), ctypes.byref(index)))
    tvm.check(tvm.lib.TVMObjectTypeKey2Index(b"runtime.NDArray", ctypes.byref(known)))
    assert index.value == known.value == ctypes.c_uint32.from_address(array.address - 16).value
    assert array.use_count == 1


@pytest.mark.parametrize("dims", [(), (0,), (4, 0, 2), (1,) * 20])
def test_odd_shapes(tvm, dims):
    array = empty(tvm, dims)
    size = 4 * int(np.prod(dims, dtype=int))
    assert array.shape == dims
    assert array.head.data
    assert len(array.read(size)) == size


def test_impossible_allocations_are_errors(tvm):
    with pytest.raises(TVMError, match=r"ValueError: .*negative"):
        empty(tvm, (2, -1))
    with pytest.raises(TVMError, match=r"ValueError: .*large"):
        empty(tvm, (2**62, 2**62))
    with pytest.raises(TVMError, match=r"ValueError: .*large|MemoryError"):
        empty(tvm, (2**58,))
    with pytest.raises(TVMError, match=r"RuntimeError: .*\"texture\""):
        empty(tvm, (2,), scope="texture")
    assert empty(tvm, (2,), scope="global").shape == (2,)
    assert empty(tvm, (2,), device=Device(CPU, 7)).head.device.device_id == 7
    for number, name in [(2, "cuda:3"), (4, "opencl:3"), (32, "aocl:3"), (129, "rpc"), (77, "77")]:
        with pytest.raises(TVMError, match=rf"RuntimeError: .*not built for device .*{name}"):
            empty(tvm, (2,), device=Device(number, 3))
    for bad in [(3.5,), ("a",), (None,)]:
        with pytest.raises(TVMError):
            empty(tvm, bad)
    with pytest.raises(TVMError, match=r"TypeError"):
        tvm.call("runtime.TVMArrayAllocWithScope", 3, "int8", CPU0, None)
    with pytest.raises(TVMError, match=r"TypeError"):
        tvm.call("runtime.TVMArrayAllocWithScope")


def test_views(tvm):
    values = np.arange(12, dtype="int32").reshape(3, 4)
    array = array_of(tvm, values)
    flat = view(tvm, array, (12,))
    assert flat.data_ptr == array.data_ptr
    assert array.use_count == 2
    row = view(tvm, array, (4,), "int32", 32)
    assert row.read(16) == values[2].tobytes()
    assert row.head.byte_offset == 32
    halves = view(tvm, row, (2,), "int16", 4)
    assert halves.read(4) == values[2].tobytes()[4:8]
    assert row.use_count == 2
    row.write(np.zeros(4, "int32").tobytes())
    assert array.read(48)[32:] == bytes(16)
    address = array.data_ptr
    del array, row, flat
    gc.collect()
    assert halves.data_ptr == address + 36
    assert halves.read(4) == bytes(4)


def test_views_beyond_the_memory_are_errors(tvm):
    array = array_of(tvm, np.zeros(1024, "int32"))
    with pytest.raises(TVMError, match=r"ValueError: .*the NDArray being viewed only contains 4096 bytes"):
        view(tvm, array, (2048,))
    for offset, says in [
        (8192, "8192 <= i_byte < 12288"),
        (2048, "2048 <= i_byte < 6144"),
        (-4, "-4 <= i_byte"),
    ]:
        with pytest.raises(TVMError, match=rf"ValueError: .*would occupy bytes {says}"):
            view(tvm, array, (1024,), "int32", offset)
    inner = view(tvm, array, (512,), "int32", 2048)
    with pytest.raises(
        TVMError, match=r"would occupy bytes 2048 <= i_byte < 4096 .* only contains 2048 bytes"
    ):
        view(tvm, inner, (512,), "int32", 2048)
    with pytest.raises(TVMError, match=r"ValueError"):
        view(tvm, array, (1,), "int32", 2**63 - 1)
    assert array.use_count == 2
    with pytest.raises(TVMError, match=r"TypeError"):
        tvm.call("runtime.TVMArrayCreateView", 1, shape_of(tvm, 1))


@pytest.mark.parametrize("seed", range(5))
def test_random_views(tvm, seed):
    chance = random.Random(seed)
    sizes = {"uint8": 1, "int16": 2, "float32": 4, "int64": 8, "int8x3": 3, "bool": 1}
    for _ in range(200):
        backing = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 60)))
        array = array_of(tvm, np.frombuffer(backing, "uint8"))
        # A view of a view has the limits of the first view.
        for _ in range(2):
            dtype, offset = chance.choice(list(sizes)), chance.randrange(-3, 70)
            dims = [chance.randrange(0, 5) for _ in range(chance.randrange(0, 4))]
            size = math.prod(dims) * sizes[dtype]
            if offset >= 0 and offset + size <= len(backing):
                array = view(tvm, array, dims, dtype, offset)
                backing = backing[offset : offset + size]
                assert array.read(size) == backing
            else:
                with pytest.raises(TVMError, match=rf"only contains {len(backing)} bytes"):
                    view(tvm, array, dims, dtype, offset)


def test_views_of_narrow_elements(tvm):
    array = array_of(tvm, np.arange(8, dtype="uint8"))
    bits = view(tvm, array, (8,), "bool", 0)
    assert bits.read(8) == bytes(range(8))
    with pytest.raises(TVMError, match=r"ValueError"):
        view(tvm, array, (9,), "bool", 0)


def test_packed_elements_are_not_read_beyond_their_memory(tvm, name):
    packed = tvmlike.zeros((4,), "int4")

    @tvmlike.register_func(name)
    def give():
        return packed

    array = tvm.call(name)
    assert isinstance(array, Array)
    assert len(array.read(2)) == 2
    with pytest.raises(TVMError, match=r"2 bytes, got 4"):
        array.read(4)
    with pytest.raises(TVMError, match=r"only contains 2"):
        view(tvm, array, (4,))


def test_copies_between_arrays(tvm):
    source = array_of(tvm, np.arange(6, dtype="float32"))
    target = empty(tvm, (3, 2), "int32")
    copy = tvm.lib.TVMArrayCopyFromTo
    tvm.check(copy(ctypes.c_void_p(source.address), ctypes.c_void_p(target.address), None))
    assert target.read(24) == source.read(24)
    small = empty(tvm, (5,))
    with pytest.raises(TVMError, match=r"RuntimeError: .*source has 24 bytes, the target 20"):
        tvm.check(copy(ctypes.c_void_p(source.address), ctypes.c_void_p(small.address), None))


def test_device_attributes(tvm):
    ask = tvm.get("runtime.GetDeviceAttr")
    assert ask(CPU, 0, 0) == 1
    assert ask(CPU, 9, 0) == 1
    assert [ask(CPU, 0, kind) for kind in range(1, 20)] == [None] * 19
    assert [ask(number, 0, 0) for number in (2, 3, 4, 7, 8, 10, 14, 32, 128)] == [0] * 9
    with pytest.raises(TVMError, match=r"cuda:1"):
        ask(2, 1, 5)
    with pytest.raises(TVMError, match=r"metal:0"):
        tvm.call("__tvm_set_device", 8, 0)
    assert tvm.call("__tvm_set_device", CPU, 0) is None
    assert tvm.call("runtime.TVMSetStream", CPU, 0, None) == 0


def test_enabled(tvm):
    enabled = tvm.get("runtime.RuntimeEnabled")
    assert enabled("cpu")
    assert not any(
        enabled(word) for word in ("cuda", "gpu", "llvm", "llvm -mcpu=x", "rocm", "opencl", "stackvm", "rpc")
    )
    with pytest.raises(TVMError, match=r"Unknown optional runtime nonsense"):
        enabled("nonsense")
    tvmlike.register_func("device_api.vulkan", lambda: None)
    try:
        assert enabled("vulkan")
    finally:
        tvmlike.remove_global_func("device_api.vulkan")


@pytest.fixture
def seen(name):
    """The arguments of the function of that name, which returns its argument."""
    got = []

    @tvmlike.register_func(name)
    def echo(value):
        got.append(value)
        return value

    return got


def test_an_array_is_a_tensor(tvm, name, seen):
    array = array_of(tvm, np.arange(6, dtype="float32").reshape(2, 3))
    back = tvm.call(name, array)
    (tensor,) = seen
    assert isinstance(tensor, tvmlike.Tensor)
    assert tensor.data_ptr == array.data_ptr == back.data_ptr
    assert back.address == array.address
    assert tuple(tensor.shape) == (2, 3)
    ours = tensor.numpy()
    ours[1, 2] = 77
    assert np.frombuffer(array.read(24), "float32")[5] == 77
    del array, back
    gc.collect()
    assert ours[1, 2] == 77


def test_a_tensor_is_an_array(tvm, name):
    values = np.arange(6, dtype="int64").reshape(2, 3)

    @tvmlike.register_func(name)
    def give():
        return values

    array = tvm.call(name)
    assert array.code == NDARRAY
    assert array.data_ptr == values.ctypes.data
    assert array.read(48) == values.tobytes()
    array.write(np.zeros((2, 3), "int64").tobytes())
    assert not values.any()


def test_numpys_memory_stays_as_long_as_the_array(tvm, name):
    class Owner(np.ndarray):
        pass

    values = np.arange(4, dtype="uint8").view(Owner)
    alive = weakref.ref(values)
    given = [tvmlike.from_dlpack(values)]
    tvmlike.register_func(name, given.pop)
    array = tvm.call(name)
    del values
    gc.collect()
    assert array.read(4) == bytes(range(4))
    del array
    gc.collect()
    assert alive() is None


def test_read_only_tensors_are_read(tvm, name, tmp_path):
    (tmp_path / "data").write_bytes(bytes(range(16)))
    values = np.memmap(tmp_path / "data", "int32", "r")
    tvmlike.register_func(name, lambda: values)
    array, other = tvm.call(name), empty(tvm, (4,), "int32")
    assert array.read(16) == bytes(range(16))
    copy = tvm.lib.TVMArrayCopyFromTo
    tvm.check(copy(ctypes.c_void_p(array.address), ctypes.c_void_p(other.address), None))
    for target in (array, view(tvm, array, (4,)), view(tvm, array, (2,), "int64", 0)):
        with pytest.raises(TVMError, match=r"ValueError: .*read-only"):
            target.write(bytes(16))
        with pytest.raises(TVMError, match=r"ValueError: .*read-only"):
            tvm.check(copy(ctypes.c_void_p(other.address), ctypes.c_void_p(target.address), None))
        managed = ctypes.c_void_p()
        with pytest.raises(TVMError, match=r"BufferError: .*read-only"):
            tvm.check(tvm.lib.TVMArrayToDLPack(ctypes.c_void_p(target.address), ctypes.byref(managed)))
    other.write(bytes(16))


def test_many_read_only_tensors_do_not_leak(tvm, name):
    freed = []

    def give():
        values = np.zeros(4, "uint8")
        values.flags.writeable = False
        weakref.finalize(values, freed.append, 1)
        return values

    tvmlike.register_func(name, give)
    for _ in range(500):
        array = tvm.call(name)
        with pytest.raises(TVMError, match="read-only"):
            array.write(bytes(4))
        fresh = empty(tvm, (4,), "uint8")
        fresh.write(bytes(4))
    del array
    gc.collect()
    assert len(freed) == 500


def test_strided_tensors_are_passed_but_not_copied(tvm, name):
    values = np.arange(6, dtype="int32").reshape(2, 3).T

    @tvmlike.register_func(name)
    def give():
        return values

    array = tvm.call(name)
    assert array.shape == (3, 2)
    with pytest.raises(TVMError, match=r"RuntimeError: .*contiguous"):
        array.read(24)
    with pytest.raises(TVMError, match=r"RuntimeError: .*contiguous"):
        view(tvm, array, (6,))


def test_borrowed_headers_are_views(tvm, name, seen):
    values = np.arange(4, dtype="int32")
    shape = (ctypes.c_int64 * 1)(4)
    head = DLTensor(values.ctypes.data, CPU0, 1, DataType(0, 32, 1), shape, None, 0)
    total = tvm.call("tensor.sum", head)
    assert total == 6
    room = ctypes.create_string_buffer(16)
    tvm.check(tvm.lib.TVMArrayCopyToBytes(ctypes.byref(head), room, ctypes.c_size_t(16)))
    assert room.raw == values.tobytes()


def test_devices_are_passed_both_ways(tvm, name, seen):
    assert tvm.call(name, Device(2, 5)) == (2, 5)
    assert str(seen[0]) == "cuda:5"
    assert DEVICE == 6
