"""Cases of test_tvm_frontend.py: arrays, devices, views, DLPack."""

from __future__ import annotations

import numpy as np
import pytest
import tvm

convert = tvm.runtime.convert


@pytest.mark.parametrize(
    "dtype", ["float32", "float64", "float16", "int8", "int64", "uint8", "uint16", "bool"]
)
def test_numbers_in_and_out(dtype):
    given = (np.arange(24).reshape(2, 3, 4) % 5).astype(dtype)
    array = tvm.nd.array(given)
    assert array.shape == (2, 3, 4)
    assert array.dtype == dtype
    np.testing.assert_array_equal(array.numpy(), given)
    np.testing.assert_array_equal(convert(lambda x: x)(array).numpy(), given)


def test_copies():
    source, target = tvm.nd.array(np.arange(6.0)), tvm.nd.empty((6,), "float64")
    source.copyto(target)
    np.testing.assert_array_equal(target.numpy(), np.arange(6.0))
    target[:] = np.ones(6)
    np.testing.assert_array_equal(target.numpy(), np.ones(6))
    np.testing.assert_array_equal(source.numpy(), np.arange(6.0))
    with pytest.raises(ValueError, match="shape"):
        target[:] = np.ones(7)
    with pytest.raises((ValueError, tvm.TVMError)):
        source.copyto(tvm.nd.empty((5,), "float64"))
    np.testing.assert_array_equal(tvm.nd.empty((0, 3)).numpy(), np.empty((0, 3)))


def test_the_object_keeps_its_identity():
    array = tvm.nd.array(np.zeros(3))
    kept = []
    assert convert(lambda x: kept.append(x) or x)(array) == array
    assert kept[0].handle.contents.data == array.handle.contents.data
    kept[0].copyfrom(np.ones(3))
    np.testing.assert_array_equal(array.numpy(), np.ones(3))


def test_dlpack():
    array = tvm.nd.array(np.arange(4, dtype="int32"))
    shared = tvm.nd.from_dlpack(array.to_dlpack())
    shared.copyfrom(np.array([9, 8, 7, 6], "int32"))
    np.testing.assert_array_equal(array.numpy(), [9, 8, 7, 6])
    del array
    np.testing.assert_array_equal(shared.numpy(), [9, 8, 7, 6])


def test_views():
    array = tvm.nd.array(np.arange(8, dtype="float32"))
    view = array._create_view((2, 4))
    np.testing.assert_array_equal(view.numpy(), np.arange(8.0).reshape(2, 4))
    view.copyfrom(np.zeros((2, 4), "float32"))
    np.testing.assert_array_equal(array.numpy(), np.zeros(8))
    del array
    np.testing.assert_array_equal(view.numpy(), np.zeros((2, 4)))
    with pytest.raises((ValueError, tvm.TVMError)):
        view._create_view((3, 4))


def test_devices():
    assert tvm.cpu(0).exist
    assert not tvm.cuda(0).exist
    assert not tvm.vulkan(0).exist
    tvm.cpu().sync()
    with pytest.raises(tvm.TVMError, match="cuda"):
        tvm.nd.empty((1,), "float32", tvm.cuda(0))
    for dtype in ("float33", "nope"):
        with pytest.raises((ValueError, tvm.TVMError)):
            tvm.nd.empty((1,), dtype)


def test_functions_of_ours_take_them():
    total = tvm.get_global_func("tensor.sum")
    assert total(tvm.nd.array(np.arange(5.0))) == 10.0
    both = tvm.get_global_func("tensor.add")(tvm.nd.array(np.ones(2)), tvm.nd.array(np.ones(2)))
    assert isinstance(both, tvm.nd.NDArray)
    np.testing.assert_array_equal(both.numpy(), [2.0, 2.0])
