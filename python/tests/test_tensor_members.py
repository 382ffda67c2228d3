"""Attributes of a tensor, and arrays and capsules that outlive it."""

from __future__ import annotations

import gc
import sys

import pytest

import tvmlike
from tvmlike import DataType, Device, Shape, Tensor

np = pytest.importorskip("numpy")

MEMBERS = ("shape", "strides", "ndim", "dtype", "device", "size", "data_ptr", "read_only")


def test_members_have_their_types():
    tensor = tvmlike.from_dlpack(np.zeros((2, 3, 4), "int16")[:, ::2])
    assert type(tensor.shape) is Shape
    assert tensor.shape == (2, 2, 4)
    assert type(tensor.strides) is tuple
    assert tensor.strides == (12, 8, 1)
    assert (tensor.ndim, tensor.size, tensor.read_only) == (3, 16, False)
    assert type(tensor.dtype) is DataType
    assert (tensor.dtype, tensor.dtype.bits, tensor.dtype.itemsize) == ("int16", 16, 2)
    assert type(tensor.device) is Device
    assert tensor.device == Device("cpu")
    assert tensor.__dlpack_device__() == (1, 0)
    assert type(tensor) is Tensor
    assert tensor.shape is not tensor.shape


def test_members_cannot_be_set():
    tensor = tvmlike.zeros((2,))
    for name in MEMBERS:
        with pytest.raises(AttributeError):
            setattr(tensor, name, getattr(tensor, name))


def test_members_of_a_freed_tensor():
    tensor = tvmlike.zeros((2,))
    tensor._free()
    uses = [lambda name=name: getattr(tensor, name) for name in MEMBERS]
    uses += [tensor.numpy, tensor.__array__, tensor.__dlpack__, tensor.__dlpack_device__]
    uses += [lambda: np.asarray(tensor), lambda: len(tensor), lambda: tvmlike.tensor.sum(tensor)]
    uses += [lambda: tensor.__dlpack__(max_version=(1, 0)), lambda: tensor.__array__(np.float64)]
    for use in uses:
        with pytest.raises(ValueError, match="freed"):
            use()


def test_objects_whose_class_is_changed():
    def check(made):
        kind = type(made)
        try:
            made.__class__ = tvmlike.Tensor
        except TypeError:
            return  # the interpreter may refuse it
        uses = [lambda name=name: getattr(made, name) for name in MEMBERS]
        uses += [made.numpy, made.__array__, made.__dlpack__, made.__dlpack_device__]
        uses += [
            lambda: made.__dlpack__(max_version=(1, 0)),
            lambda: len(made),
            lambda: tvmlike.tensor.sum(made),
        ]
        for use in uses:
            with pytest.raises(
                TypeError, match=r"native object of this Tensor is not a tensor|expected Tensor"
            ):
                use()
        made.__class__ = kind
        assert len(made) == 1

    check(tvmlike.Array([1]))
    check(tvmlike.Map({"a": 1}))
    for method in (tvmlike.Array.__len__, tvmlike.Map.__len__):
        for other in (tvmlike.zeros((2,)), tvmlike.PackedFunc(len), object()):
            with pytest.raises((TypeError, AttributeError)):
                method(other)


def test_a_class_that_inherits(registered):
    @registered("runtime.Tensor")
    class Own(Tensor):
        def total(self):
            return tvmlike.tensor.sum(self)

        @property
        def shape(self):
            return ["own", *super().shape]

    tensor = tvmlike.tensor.add(np.ones(3), np.ones(3))
    assert type(tensor) is Own
    assert tensor.total() == 6.0
    assert tensor.shape == ["own", 3]
    assert tensor.ndim == 1
    assert np.asarray(tensor).tolist() == [2.0, 2.0, 2.0]


@pytest.mark.parametrize("member", ["shape", "strides"])
def test_a_tensor_that_is_freed_while_its_sizes_are_read(member):

    tensor, expected = tvmlike.zeros([2, 3, 4, 5]), getattr(tvmlike.zeros([2, 3, 4, 5]), member)

    def free(phase, info):
        if phase == "start" and tensor._handle:
            tensor._free()

    before = gc.get_threshold()
    gc.callbacks.append(free)
    gc.set_threshold(1)
    try:
        got = getattr(tensor, member)
    except ValueError as error:  # freed before
        got = str(error)
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(free)
    assert got == expected or "freed" in got


def test_an_array_of_a_freed_tensor_keeps_the_memory():
    tensor = tvmlike.zeros((100_000,), "int64")
    view = tensor.numpy()
    other = np.from_dlpack(tensor)
    tensor._free()
    gc.collect()
    junk = [np.full(100_000, 7) for _ in range(5)]
    assert not view.any()
    assert not other.any()
    view[:] = 3
    assert other.sum() == 300_000
    assert all((each == 7).all() for each in junk)


def test_arrays_and_capsules_release_their_tensor():
    array = np.zeros(3)
    tensor = tvmlike.from_dlpack(array)
    before = sys.getrefcount(array)
    for _ in range(50):
        assert np.asarray(tensor).ctypes.data == array.ctypes.data
        assert tensor.numpy().ctypes.data == array.ctypes.data
        assert np.from_dlpack(tensor).ctypes.data == array.ctypes.data
        tensor.__dlpack__()
        tensor.__dlpack__(max_version=(1, 0))
        del_me = tvmlike.from_dlpack(tensor.__dlpack__(max_version=(1, 0)))
        del del_me
    tvmlike.zeros((1,))
    gc.collect()
    assert sys.getrefcount(array) == before


@pytest.mark.parametrize("name", ["float32", "bool", "uint64", "complex128", "float16", "int8"])
def test_arrays_of_every_layout(name):
    base = np.arange(24).reshape(2, 3, 4).astype(name)
    for array in (base, base.T, base[:, 1:, ::2], base[::-1], base[:0], base[1, 1, 1, ...], base[:, :, None]):
        tensor = tvmlike.from_dlpack(array)
        for got in (np.asarray(tensor), tensor.numpy(), np.array(tensor, copy=True)):
            assert got.dtype == array.dtype
            assert got.shape == array.shape
            assert np.array_equal(got, array)
        if array.size:
            assert tensor.numpy().flags.c_contiguous == array.flags.c_contiguous


def test_asarray_with_a_data_type():
    tensor = tvmlike.from_dlpack(np.arange(3, dtype="int32"))
    assert np.asarray(tensor, dtype="float64").tolist() == [0.0, 1.0, 2.0]
    assert np.asarray(tensor, "int32").ctypes.data == tensor.data_ptr
    assert tensor.__array__().ctypes.data == tensor.data_ptr
    assert tensor.__array__(None).ctypes.data == tensor.data_ptr
    assert tensor.__array__(copy=True).ctypes.data != tensor.data_ptr
    with pytest.raises(ValueError, match="without a copy"):
        tensor.__array__(np.float64, copy=False)
    with pytest.raises(TypeError):
        tensor.__array__(wrong=1)


def test_more_dimensions_than_are_common():
    array = np.zeros((1,) * 20 + (2,), "int8")
    tensor = tvmlike.from_dlpack(array)
    assert tensor.ndim == 21
    assert tensor.numpy().shape == array.shape


@pytest.mark.parametrize(
    "keywords",
    [
        {"max_version": 1},
        {"max_version": ()},
        {"max_version": ("one", 0)},
        {"stream": "none"},
        {"dl_device": (2, 0)},
        {"unknown": None},
        {"unknown": 1},
        {"copy": None, "max_version": [1, 0], "dl_device": 7},
    ],
    ids=str,
)
def test_odd_keywords_of_dlpack_do_not_crash(keywords):
    tensor = tvmlike.zeros((2,))
    with pytest.raises((TypeError, ValueError, IndexError, BufferError)):
        tensor.__dlpack__(**keywords)
    assert tensor.__dlpack__(max_version=[1, 0]) is not None
    assert tensor.__dlpack__(max_version=(2**80, 0)) is not None
    assert tensor.__dlpack__(stream=-1, copy=False, max_version=None, dl_device=None) is not None


def test_without_numpy(run_python):
    status, _, err = run_python("""
        class Absent:
            def find_spec(self, name, path=None, target=None):
                if name.partition(".")[0] == "numpy":
                    raise ImportError("no NumPy here")
        sys.meta_path.insert(0, Absent())
        tensor = tvmlike.zeros((2,))
        for _ in range(2):
            try:
                tensor.numpy()
            except ImportError:
                pass
            else:
                raise SystemExit("an array without NumPy")
        sys.meta_path.pop(0)
        assert tensor.numpy().tolist() == [0.0, 0.0]
    """)
    assert (status, err) == (0, "")


def test_numpy_of_an_unknown_abi(run_python):
    if tvmlike.ffi_path() != "native":
        pytest.skip("the ctypes path uses no C API of NumPy")
    status, _, err = (
        run_python("""
        import ctypes
        import numpy as np
        from numpy._core import _multiarray_umath as core
        answer = ctypes.CFUNCTYPE(ctypes.c_uint)(lambda: 0x09000000)
        table = (ctypes.c_void_p * 1)(ctypes.cast(answer, ctypes.c_void_p))
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        core._ARRAY_API = new(ctypes.addressof(table), None, None)
        array = np.arange(3.0)
        tensor = tvmlike.from_dlpack(array)
        assert np.asarray(tensor).ctypes.data == array.ctypes.data
        assert tensor.numpy().tolist() == [0.0, 1.0, 2.0]
    """)
        if hasattr(np, "_core")
        else (0, "", "")
    )
    assert (status, err) == (0, "")
