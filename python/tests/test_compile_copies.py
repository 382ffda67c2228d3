"""Copies of memrefs whose ranks or sizes their types do not tell, and places in them by one number."""

from __future__ import annotations

import pytest

import tvmlike

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)


@pytest.fixture(scope="module")
def copy():
    return tvmlike.compile("""
        func.func @ranked(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
          %0 = memref.cast %x : memref<?x?xf32> to memref<*xf32>
          %1 = memref.cast %y : memref<?x?xf32> to memref<*xf32>
          memref.copy %0, %1 : memref<*xf32> to memref<*xf32>
          return
        }
        func.func @half(%x: memref<?x3xf32>, %y: memref<?x?xf32>) {
          %0 = memref.cast %y : memref<?x?xf32> to memref<*xf32>
          memref.copy %x, %0 : memref<?x3xf32> to memref<*xf32>
          return
        }
        func.func @ranks(%x: memref<?xf32>, %y: memref<?x?xf32>) {
          %0 = memref.cast %x : memref<?xf32> to memref<*xf32>
          %1 = memref.cast %y : memref<?x?xf32> to memref<*xf32>
          memref.copy %0, %1 : memref<*xf32> to memref<*xf32>
          return
        }
        func.func @scalars(%x: memref<f32>, %y: memref<f32>) {
          %0 = memref.cast %x : memref<f32> to memref<*xf32>
          %1 = memref.cast %y : memref<f32> to memref<*xf32>
          memref.copy %0, %1 : memref<*xf32> to memref<*xf32>
          return
        }""")


@pytest.mark.parametrize("name", ["ranked", "half"])
def test_equal_sizes_are_copied(copy, name):
    x, y = np.arange(6, dtype=np.float32).reshape(2, 3), np.zeros((2, 3), np.float32)
    copy[name](x, y)
    np.testing.assert_array_equal(x, y)
    empty = np.zeros((0, 3), np.float32)
    copy[name](empty, empty.copy())


def test_scalars_are_copied(copy):
    x, y = np.array(2.5, np.float32), np.array(0, np.float32)
    copy.scalars(x, y)
    assert y == 2.5


@pytest.mark.parametrize("name", ["ranked", "half"])
@pytest.mark.parametrize("shape", [(2, 2), (1, 3), (3, 2), (0, 3), (3, 3)])
def test_other_sizes_are_an_error(copy, name, shape):
    x, y = np.ones((2, 3), np.float32), np.zeros(shape, np.float32)
    with pytest.raises(RuntimeError, match=f"^{name}: .*target have different sizes"):
        copy[name](x, y)
    assert not y.any()


def test_other_ranks_are_an_error(copy):
    with pytest.raises(RuntimeError, match="source and the target have different ranks"):
        copy.ranks(np.ones(4, np.float32), np.zeros((2, 2), np.float32))


def test_indices_by_one_number():
    lib = tvmlike.compile("""
        func.func @apart(%i: index, %n: index) -> (index, index, index) {
          %0:3 = affine.delinearize_index %i into (4, %n, 3) : index, index, index
          return %0#0, %0#1, %0#2 : index, index, index
        }
        func.func @together(%i: index, %j: index, %k: index, %n: index) -> index {
          %0 = affine.linearize_index [%i, %j, %k] by (4, %n, 3) : index
          return %0 : index
        }
        func.func @fill(%x: memref<4x5xindex>) {
          affine.for %i = 0 to 20 {
            %0:2 = affine.delinearize_index %i into (4, 5) : index, index
            %1 = affine.linearize_index disjoint [%0#1, %0#0] by (5, 4) : index
            memref.store %1, %x[%0#0, %0#1] : memref<4x5xindex>
          }
          return
        }""")
    for at, (i, j, k) in enumerate(np.ndindex(4, 5, 3)):
        assert tuple(lib.apart(at, 5)) == (i, j, k)
        assert lib.together(i, j, k, 5) == at
    x = np.zeros((4, 5), np.int64)
    lib.fill(x)
    np.testing.assert_array_equal(x, np.arange(20).reshape(5, 4).T)
