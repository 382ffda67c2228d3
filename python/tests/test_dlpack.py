"""The DLPack protocol in both directions, with producers and consumers of every version."""

from __future__ import annotations

import ctypes
import gc
import sys
import weakref

import pytest

import tvmlike
from tvmlike import Tensor

np = pytest.importorskip("numpy")

NUMPY = tuple(int(part) for part in np.__version__.split(".")[:2])


class Memory(np.ndarray):
    """An array that supports weak references."""


def watched(count=4):
    array = np.arange(float(count)).view(Memory)
    return array, weakref.ref(array)


def test_numpy_takes_a_tensor_without_a_copy():
    array = np.arange(6.0).reshape(2, 3)
    tensor = tvmlike.from_dlpack(array)
    again = np.from_dlpack(tensor)
    assert again.ctypes.data == array.ctypes.data
    assert np.array_equal(again, array)
    del tensor
    gc.collect()
    assert again.sum() == 15.0


def test_numpys_array_keeps_the_memory_alive():
    array, alive = watched()
    taken = np.from_dlpack(tvmlike.from_dlpack(array))
    del array
    gc.collect()
    assert alive() is not None
    assert taken.sum() == 6.0
    del taken
    gc.collect()
    assert alive() is None


def capsule_name(capsule):
    api = ctypes.PyDLL(None)
    api.PyCapsule_GetName.restype = ctypes.c_char_p
    api.PyCapsule_GetName.argtypes = [ctypes.py_object]
    return api.PyCapsule_GetName(capsule)


def test_capsules_have_the_requested_version():
    tensor = tvmlike.from_dlpack(np.arange(3))
    assert capsule_name(tensor.__dlpack__()) == b"dltensor"
    assert capsule_name(tensor.__dlpack__(max_version=(0, 8))) == b"dltensor"
    assert capsule_name(tensor.__dlpack__(max_version=(1, 0))) == b"dltensor_versioned"
    assert capsule_name(tensor.__dlpack__(max_version=(7, 3))) == b"dltensor_versioned"
    assert tensor.__dlpack_device__() == (1, 0)


@pytest.mark.parametrize("version", [None, (1, 0)])
def test_a_capsule_is_consumed_once(version):
    array, alive = watched()
    capsule = tvmlike.from_dlpack(array).__dlpack__(max_version=version)
    taken = tvmlike.from_dlpack(capsule)
    assert taken.data_ptr == array.ctypes.data
    assert capsule_name(capsule).startswith(b"used_dltensor")
    with pytest.raises(ValueError, match="already consumed"):
        tvmlike.from_dlpack(capsule)
    del array
    gc.collect()
    assert alive() is not None
    del taken, capsule
    gc.collect()
    assert alive() is None


@pytest.mark.parametrize("version", [None, (1, 0)])
@pytest.mark.parametrize("tensor_first", [True, False])
def test_an_unused_capsule_is_released(version, tensor_first):
    array, alive = watched()
    tensor = tvmlike.from_dlpack(array)
    capsule = tensor.__dlpack__(max_version=version)
    del array
    if tensor_first:
        del tensor
        gc.collect()
        assert alive() is not None
        del capsule
        # This is detected when the next tensor is freed or exported.
        tvmlike.zeros((1,))
    else:
        del capsule, tensor
    gc.collect()
    assert alive() is None


def test_many_capsules_at_once():
    array, alive = watched()
    tensor = tvmlike.from_dlpack(array)
    capsules = [tensor.__dlpack__(max_version=(1, 0)) for _ in range(50)]
    taken = [tvmlike.from_dlpack(capsule) for capsule in capsules[::2]]
    del array, tensor, capsules
    tvmlike.zeros((1,))
    gc.collect()
    assert alive() is not None
    assert [each.numpy().sum() for each in taken] == [6.0] * 25
    del taken
    gc.collect()
    assert alive() is None


def test_an_error_of_the_consumer_is_not_lost():
    # NumPy has no such type: it raises while it has the capsule, and drops it.
    tensor = tvmlike.zeros((4,), "float8_e5m2")
    for _ in range(3):
        with pytest.raises((BufferError, RuntimeError, TypeError)):
            np.from_dlpack(tensor)
    assert tensor.shape == (4,)


def test_read_only_tensors_require_versioned_capsules():
    array = np.arange(3.0)
    array.flags.writeable = False
    tensor = tvmlike.from_dlpack(array)
    assert tensor.read_only
    with pytest.raises(BufferError, match="read-only"):
        tensor.__dlpack__()
    again = tvmlike.from_dlpack(tensor.__dlpack__(max_version=(1, 0)))
    assert again.read_only
    assert again.data_ptr == array.ctypes.data


@pytest.mark.parametrize("version", [None, (1, 0)])
@pytest.mark.parametrize(
    "view",
    [
        lambda a: a,
        lambda a: a.T,
        lambda a: a[:, 1:, ::2],
        lambda a: a[::-1],
        lambda a: a[:0],
        lambda a: a[1, 1, 1, ...],
    ],
    ids=["plain", "transposed", "sliced", "reversed", "empty", "0-d"],
)
def test_copies(version, view):
    array = view(np.arange(24.0).reshape(2, 3, 4))
    copied = tvmlike.from_dlpack(tvmlike.from_dlpack(array).__dlpack__(max_version=version, copy=True))
    assert np.array_equal(copied.numpy(), array)
    if array.size:
        assert copied.data_ptr != array.ctypes.data
        copied.numpy()[...] = -1
        assert (array >= 0).all()


def test_a_copy_of_a_read_only_tensor_can_be_written():
    array = np.arange(3.0)
    array.flags.writeable = False
    copied = tvmlike.from_dlpack(tvmlike.from_dlpack(array).__dlpack__(copy=True)).numpy()
    copied[0] = 5
    assert array[0] == 0


def test_the_keywords_of_the_array_api():
    tensor = tvmlike.from_dlpack(np.arange(3.0))
    tensor.__dlpack__(stream=None, max_version=(1, 1), dl_device=(1, 0), copy=False)
    with pytest.raises(BufferError, match="another device"):
        tensor.__dlpack__(dl_device=(2, 0))
    with pytest.raises(BufferError, match="no streams"):
        tensor.__dlpack__(stream=3)
    with pytest.raises(TypeError):
        tensor.__dlpack__(None)


@pytest.mark.skipif(NUMPY < (2, 1), reason="this NumPy knows no keywords of from_dlpack")
def test_numpy_asks_with_keywords():
    array = np.arange(3.0)
    tensor = tvmlike.from_dlpack(array)
    assert np.from_dlpack(tensor, copy=True).ctypes.data != array.ctypes.data
    assert np.from_dlpack(tensor, device="cpu", copy=False).ctypes.data == array.ctypes.data


class Producer:
    """Wraps a NumPy array as a producer of another DLPack version."""

    def __init__(self, array):
        self.array = array
        self.asked = []

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class OldProducer(Producer):
    def __dlpack__(self, stream=None):
        self.asked.append("old")
        return self.array.__dlpack__()


class NewProducer(Producer):
    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        self.asked.append(max_version)
        return tvmlike.from_dlpack(self.array).__dlpack__(max_version=max_version)


class FailingProducer(Producer):
    def __dlpack__(self, *, stream=None, max_version=None):
        raise KeyError("the producer's own error")


class NoCapsule(Producer):
    def __dlpack__(self, *, stream=None, max_version=None):
        return 42


def test_old_producers(testing):
    producer = OldProducer(np.arange(3.0))
    tensor = testing.echo(producer)
    assert producer.asked == ["old"]
    assert tensor.data_ptr == producer.array.ctypes.data
    assert tensor.strides == (1,)


def test_new_producers_are_asked_for_1_0(testing):
    producer = NewProducer(np.arange(3.0))
    assert testing.echo(producer).data_ptr == producer.array.ctypes.data
    assert producer.asked == [(1, 0)]


def test_failing_producers(testing):
    with pytest.raises(KeyError, match="own error"):
        testing.echo(FailingProducer(np.arange(3.0)))
    with pytest.raises(TypeError, match=r"argument 1 `x`: expected a DLPack capsule, got int"):
        testing.echo(NoCapsule(np.arange(3.0)))
    assert testing.echo(1) == 1


def test_capsules_of_other_types_are_errors(testing):
    datetime_api = pytest.importorskip("datetime").datetime_CAPI
    with pytest.raises(ValueError, match="no DLPack tensor"):
        tvmlike.from_dlpack(datetime_api)


class Interface:
    """An array with `__array_interface__` only."""

    def __init__(self, array, **changes):
        self.array = array
        self.__array_interface__ = {**array.__array_interface__, **changes}


def test_array_interface(testing):
    for array in (
        np.arange(6, dtype="int32").reshape(2, 3),
        np.arange(6.0)[::2],
        np.zeros((0, 3)),
        np.array(True),
    ):
        tensor = testing.echo(Interface(array))
        assert tensor.shape == array.shape
        assert tensor.dtype == array.dtype.name
        assert np.array_equal(tensor.numpy(), array)
        if array.size:
            assert tensor.data_ptr == array.ctypes.data
        assert not tensor.read_only


def test_array_interface_read_only(testing):
    array = np.arange(3)
    tensor = testing.echo(Interface(array, data=(array.ctypes.data, True)))
    assert tensor.read_only


def test_array_interface_keeps_its_owner_alive(testing):
    owner = Interface(np.arange(5.0))
    alive = weakref.ref(owner)
    before = sys.getrefcount(owner)
    testing.echo(owner)
    assert sys.getrefcount(owner) == before
    tensor = tvmlike.from_dlpack(owner)
    del owner
    gc.collect()
    assert alive() is not None
    assert tensor.numpy().sum() == 10.0
    tensor._free()
    gc.collect()
    assert alive() is None


@pytest.mark.parametrize(
    ("changes", "error", "named"),
    [
        ({"typestr": ">f8"}, TypeError, ">f8"),
        ({"typestr": "|O"}, TypeError, "O"),
        ({"typestr": "<U4"}, TypeError, "U4"),
        ({"typestr": "<f3"}, TypeError, "f3"),
        ({"strides": (5,)}, ValueError, "strides"),
        ({"data": None}, TypeError, "address"),
        ({"data": b"buffer"}, TypeError, "address"),
        ({"data": (2**64 + 4096, False)}, ValueError, "address 0x10000000000001000 is not one of 64 bits"),
        ({"data": (-4096, False)}, ValueError, "address -0x1000 is not one of 64 bits"),
        ({"mask": object()}, TypeError, "mask"),
        ({"shape": None}, TypeError, "expected a dict with a shape"),
    ],
)
def test_array_interfaces_that_have_no_counterpart(testing, changes, error, named):
    with pytest.raises(error, match=rf"testing\.echo: argument 1 `x`: .*({named})"):
        testing.echo(Interface(np.arange(3.0), **changes))


def test_torch(testing):
    torch = pytest.importorskip("torch")
    array = torch.arange(6.0)
    tensor = testing.echo(array)
    assert tensor.data_ptr == array.data_ptr()
    assert torch.from_dlpack(tensor).data_ptr() == array.data_ptr()


def test_as_function_and_as_classmethod():
    array = np.arange(3.0)
    for make in (tvmlike.from_dlpack, Tensor.from_dlpack, Tensor):
        tensor = make(array)
        assert type(tensor) is Tensor
        assert tensor.data_ptr == array.ctypes.data
        assert make(tensor) is tensor
