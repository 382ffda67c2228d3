"""Operations on tensors that have no lowering: their errors say what to use instead, which compiles."""

from __future__ import annotations

import pytest

import tvmlike

np = pytest.importorskip("numpy")

pytestmark = [
    pytest.mark.skipif(
        tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
    ),
    pytest.mark.skipif(tvmlike.ffi_path() == "ctypes", reason="it does not depend on the call path"),
]


def refused(text):
    with pytest.raises(tvmlike.ir.MLIRError) as caught:
        tvmlike.compile(text)
    return str(caught.value)


def test_what_to_use_instead_is_named():
    message = refused("""
      func.func @f(%a: tensor<4x4xf32>, %i: tensor<2x1xindex>) -> tensor<2x4xf32> {
        %0 = tensor.gather %a[%i] gather_dims([0])
          : (tensor<4x4xf32>, tensor<2x1xindex>) -> tensor<2x4xf32>
        return %0 : tensor<2x4xf32>
      }""")
    assert (
        "\"-\":3:14: 'tensor.gather' op has no lowering: use 'linalg.generic' with 'tensor.extract'"
        in message
    )
    message = refused("""
      func.func @f(%s: tensor<3x1x4xf32>, %a: tensor<4x4xf32>, %i: tensor<3x1xindex>) -> tensor<4x4xf32> {
        %0 = tensor.scatter %s into %a[%i] scatter_dims([0]) unique
          : (tensor<3x1x4xf32>, tensor<4x4xf32>, tensor<3x1xindex>) -> tensor<4x4xf32>
        return %0 : tensor<4x4xf32>
      }""")
    assert "'tensor.scatter' op has no lowering: use 'scf.for' with 'tensor.insert_slice'" in message


def test_the_remedies_compile():
    lib = tvmlike.compile("""
      func.func @bits(%a: tensor<4xf32>) -> tensor<4xi32> {
        %0 = arith.bitcast %a : tensor<4xf32> to tensor<4xi32>
        return %0 : tensor<4xi32>
      }
      func.func @gather(%a: tensor<4x8xf32>, %i: tensor<3xindex>) -> tensor<3x8xf32> {
        %e = tensor.empty() : tensor<3x8xf32>
        %0 = linalg.generic {
          indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>],
          iterator_types = ["parallel", "parallel"]
        } ins(%i : tensor<3xindex>) outs(%e : tensor<3x8xf32>) {
        ^bb0(%at: index, %o: f32):
          %j = linalg.index 1 : index
          %x = tensor.extract %a[%at, %j] : tensor<4x8xf32>
          linalg.yield %x : f32
        } -> tensor<3x8xf32>
        return %0 : tensor<3x8xf32>
      }
      func.func @scatter(%s: tensor<3x8xf32>, %a: tensor<4x8xf32>, %i: tensor<3xindex>) -> tensor<4x8xf32> {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c3 = arith.constant 3 : index
        %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%t = %a) -> tensor<4x8xf32> {
          %at = tensor.extract %i[%k] : tensor<3xindex>
          %row = tensor.extract_slice %s[%k, 0] [1, 8] [1, 1] : tensor<3x8xf32> to tensor<1x8xf32>
          %n = tensor.insert_slice %row into %t[%at, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
          scf.yield %n : tensor<4x8xf32>
        }
        return %r : tensor<4x8xf32>
      }""")
    a, rows = np.arange(32, dtype=np.float32).reshape(4, 8), np.array([2, 0, 3])
    np.testing.assert_array_equal(np.from_dlpack(lib.bits(a[0, :4])), a[0, :4].view(np.int32))
    np.testing.assert_array_equal(np.from_dlpack(lib.gather(a, rows)), a[rows])
    wanted = a.copy()
    wanted[rows] = -a[:3]
    np.testing.assert_array_equal(np.from_dlpack(lib.scatter(-a[:3], a, rows)), wanted)
