"""NumPy arrays as tensors and back: the same memory, dtype, shape, strides and writability."""

from __future__ import annotations

import gc
import sys
import weakref

import pytest

import tvmlike
from tvmlike import Tensor

np = pytest.importorskip("numpy")

DTYPES = (
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128"
).split()


def arrays():
    base = np.arange(24, dtype="float32").reshape(2, 3, 4)
    return {
        "1-d": np.arange(5.0),
        "3-d": base,
        "0-d": np.array(1.5),
        "0-d int": np.array(3),
        "transposed": base.T,
        "sliced": base[:, 1:, ::2],
        "reversed": np.arange(6)[::-1],
        "fortran": np.asfortranarray(base),
        "broadcast": np.broadcast_to(np.arange(3.0), (4, 3)),
        "empty": np.zeros((0,)),
        "empty 3-d": np.zeros((3, 0, 2), "int8"),
        "one": np.ones((1, 1, 1)),
        "8-d": np.zeros((1, 2, 1, 2, 1, 2, 1, 2)),
        "view of a view": base[1][0],
    }


@pytest.mark.parametrize("kind", arrays())
def test_an_array_keeps_its_memory_and_layout(testing, kind):
    array = arrays()[kind]
    tensor = tvmlike.from_dlpack(array)
    assert tensor.shape == array.shape
    assert tensor.ndim == array.ndim
    assert tensor.dtype == array.dtype.name
    assert tensor.size == array.size
    assert str(tensor.device) == "cpu:0"
    back = tensor.numpy()
    assert back.shape == array.shape
    assert back.dtype == array.dtype
    assert np.array_equal(back, array)
    if array.size:
        assert tensor.data_ptr == array.ctypes.data == back.ctypes.data
        # DLPack does not define the stride of a dimension of size 1.
        steps = [step for step, size in zip(tensor.strides, array.shape) if size > 1]
        assert steps == [step // array.itemsize for step, size in zip(array.strides, array.shape) if size > 1]
    pointer, dtype, shape, _, _ = testing.tensor_info(array)
    assert (dtype, shape) == (array.dtype.name, array.shape)
    if array.size:
        assert pointer == array.ctypes.data


@pytest.mark.parametrize("name", DTYPES)
def test_data_types(testing, name):
    array = np.array([[0, 1], [1, 0]]).astype(name)
    tensor = testing.echo(array)
    assert tensor.dtype == name
    assert tensor.numpy().dtype == array.dtype
    assert np.array_equal(tensor.numpy(), array)
    assert testing.tensor_info(array)[1] == name


def test_native_code_reads_and_writes_the_array_itself():
    array = np.zeros(4, "float32")
    tvmlike.tensor.fill(array, 2.5)
    assert array.tolist() == [2.5] * 4
    assert tvmlike.tensor.sum(array) == 10.0
    assert tvmlike.tensor.data_ptr(array) == array.ctypes.data
    total = tvmlike.tensor.add(array, array)
    assert type(total) is Tensor
    assert total.numpy().tolist() == [5.0] * 4
    assert tvmlike.tensor.shape(np.zeros((2, 3))) == (2, 3)


def test_writing_goes_both_ways(testing):
    array = np.arange(4)
    view = testing.echo(array).numpy()
    view[0] = 99
    assert array[0] == 99
    array[1] = 88
    assert view[1] == 88


def test_read_only_arrays(testing):
    array = np.arange(4.0)
    array.flags.writeable = False
    tensor = tvmlike.from_dlpack(array)
    assert tensor.read_only
    assert testing.tensor_info(array)[4] is True
    assert testing.tensor_info(np.arange(4.0))[4] is False
    back = tensor.numpy()
    assert back.ctypes.data == array.ctypes.data
    assert not back.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        back[0] = 1
    with pytest.raises((ValueError, TypeError, BufferError), match="read-only"):
        tvmlike.tensor.fill(array, 1.0)
    assert array.tolist() == [0, 1, 2, 3]
    assert tvmlike.tensor.sum(array) == 6.0


def test_memory_lives_as_long_as_it_is_in_use(testing):
    class Array(np.ndarray):
        pass

    array = np.arange(1000.0).view(Array)
    alive = weakref.ref(array)
    tensor = tvmlike.from_dlpack(array)
    del array
    gc.collect()
    assert alive() is not None
    testing.hold(tensor)
    del tensor
    gc.collect()
    assert alive() is not None
    view = testing.held().numpy()
    testing.release()
    gc.collect()
    assert alive() is not None
    assert view.sum() == 499500.0
    del view
    gc.collect()
    assert alive() is None


def test_an_array_is_released_after_each_call(testing):
    array = np.zeros(3)
    before = sys.getrefcount(array)
    for _ in range(100):
        tvmlike.tensor.sum(array)
        testing.echo(array)
    assert sys.getrefcount(array) == before


@pytest.mark.parametrize(
    ("array", "error", "named"),
    [
        (np.arange(3).astype(">i4"), TypeError, ">i4"),
        (np.array([object()]), TypeError, "object"),
        (np.array(["text"]), TypeError, "str"),
        (np.array([b"text"]), TypeError, "bytes"),
        (np.array(["2020-01-01"], "M8[D]"), TypeError, "datetime64"),
        (np.zeros(2, [("a", "i4")]), TypeError, "void"),
        (np.zeros(2, "longdouble"), TypeError, "float128|longdouble"),
        (np.zeros(3, [("a", "i1"), ("b", "i4")])["b"], ValueError, r"strides \(5,\) in bytes"),
        (np.ma.masked_array([1, 2], [0, 1]), TypeError, "mask"),
    ],
    ids=[
        "byte order",
        "object",
        "str",
        "bytes",
        "date",
        "record",
        "long double",
        "unaligned strides",
        "mask",
    ],
)
def test_errors_name_unsupported_arrays(testing, array, error, named):
    for _ in range(2):
        with pytest.raises(error, match=rf"testing\.echo: argument 1 `x`: .*({named})"):
            testing.echo(array)
        with pytest.raises(error, match=rf"from_dlpack: .*({named})"):
            tvmlike.from_dlpack(array)


def test_ml_dtypes_arrays(testing):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    for name in ("bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu", "float8_e3m4"):
        array = np.arange(6).astype(getattr(ml_dtypes, name)).reshape(2, 3)
        tensor = testing.echo(array)
        assert tensor.dtype == name
        assert tensor.data_ptr == array.ctypes.data
        back = tensor.numpy()
        assert back.dtype == array.dtype
        assert back.tobytes() == array.tobytes()
    with pytest.raises(TypeError, match="int4"):
        testing.echo(np.zeros(2, ml_dtypes.int4))


def test_subclasses_and_memmaps(testing, tmp_path):
    class Subclass(np.ndarray):
        pass

    assert testing.echo(np.zeros((2, 2)).view(Subclass)).shape == (2, 2)
    mapped = np.memmap(tmp_path / "data", "float32", "w+", shape=(4,))
    tvmlike.tensor.fill(mapped, 3.0)
    assert mapped.tolist() == [3.0] * 4


def test_repr_of_a_tensor(testing):
    tensor = tvmlike.from_dlpack(np.zeros((2, 3), "float32"))
    assert repr(tensor) == "Tensor(shape=(2, 3), dtype='float32', device='cpu:0')"
    assert len(tensor) == 2
    assert tensor.strides == (3, 1)
    assert tensor.type_key == "runtime.Tensor"
    with pytest.raises(TypeError, match="no length"):
        len(tvmlike.from_dlpack(np.array(1.0)))
    with pytest.raises(TypeError, match="truth"):
        bool(tensor)
    assert tensor == tensor
    assert tensor != tvmlike.from_dlpack(np.zeros((2, 3)))
    assert testing.echo(tensor).same_as(tensor)


def test_using_a_freed_tensor_is_an_error(testing):
    array = np.zeros(3)
    tensor = tvmlike.from_dlpack(array)
    view = tensor.numpy()
    tensor._free()
    for use in (lambda: tensor.shape, tensor.numpy, lambda: tensor.data_ptr, tensor.__dlpack__, tensor._free):
        with pytest.raises(ValueError, match="freed"):
            use()
    with pytest.raises(ValueError, match="freed"):
        testing.echo(tensor)
    assert repr(tensor) == "<freed Tensor>"
    assert view.tolist() == [0, 0, 0]


def test_new_tensors():
    tensor = tvmlike.zeros((2, 3), "int16")
    assert (tensor.shape, tensor.dtype, str(tensor.device)) == ((2, 3), "int16", "cpu:0")
    assert tensor.numpy().tolist() == [[0, 0, 0], [0, 0, 0]]
    assert not tensor.read_only
    assert tvmlike.zeros(()).numpy().shape == ()
    assert tvmlike.zeros((0, 5)).numpy().shape == (0, 5)
    lanes = tvmlike.zeros((2,), "float32x4")
    assert lanes.numpy().shape == (2, 4)
    assert lanes.dtype.lanes == 4
    for shape in ((-1,), (2**63,)):
        with pytest.raises(ValueError, match="not a shape"):
            tvmlike.zeros(shape)
    with pytest.raises((MemoryError, OverflowError, ValueError)):
        tvmlike.zeros((2**40, 2**40))
    with pytest.raises(ValueError, match="data type"):
        tvmlike.zeros((1,), "flout")
    with pytest.raises((ValueError, TypeError, RuntimeError, NotImplementedError), match="cuda"):
        tvmlike.zeros((1,), "float32", "cuda:0")


def test_tensors_that_numpy_has_no_type_for():
    with pytest.raises(TypeError, match="float4_e2m1fn"):
        tvmlike.zeros((4,), "float4_e2m1fn").numpy()
    with pytest.raises(TypeError, match="int4"):
        tvmlike.zeros((4,), "int4").numpy()


def test_other_values_are_errors(testing):
    for value in (3, "text", [1, 2], None, object()):
        with pytest.raises(TypeError, match="from_dlpack"):
            tvmlike.from_dlpack(value)
    with pytest.raises(TypeError, match=r"tensor\.sum: argument 1 .*: expected Tensor, got"):
        tvmlike.tensor.sum("text")
