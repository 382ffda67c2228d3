"""Operations of vector on tensors: what they read and write, and what they leave as it is, against NumPy."""

from __future__ import annotations

import pytest

import tvmlike
from tvmlike import ir
from tvmlike.passmanager import PassManager

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)


@pytest.fixture
def rng():
    return np.random.default_rng(7)


def floats(rng, *shape):
    return rng.standard_normal(shape).astype(np.float32)


def test_a_loop_over_vectors(rng):
    lib = tvmlike.compile("""
      func.func @f(%a: tensor<?xf32>, %p: f32) -> tensor<?xf32> {
        %c0 = arith.constant 0 : index
        %c4 = arith.constant 4 : index
        %n = tensor.dim %a, %c0 : tensor<?xf32>
        %r = scf.for %i = %c0 to %n step %c4 iter_args(%x = %a) -> tensor<?xf32> {
          %v = vector.transfer_read %x[%i], %p : tensor<?xf32>, vector<4xf32>
          %w = arith.addf %v, %v : vector<4xf32>
          %y = vector.transfer_write %w, %x[%i] : vector<4xf32>, tensor<?xf32>
          scf.yield %y : tensor<?xf32>
        }
        return %r : tensor<?xf32>
      }""")
    for size in (0, 3, 8, 13):
        a = floats(rng, size)
        before = a.copy()
        np.testing.assert_array_equal(lib.f(a, 1.0).numpy(), a + a)
        np.testing.assert_array_equal(a, before)


# MLIR 22 takes the first two for writes of all elements, and does not copy the others.
WRITES = """
    func.func @masked(%v: tensor<4xf32>, %t: tensor<4xf32>, %m: vector<4xi1>)
        -> (tensor<4xf32>, tensor<4xf32>) {
      %c0 = arith.constant 0 : index
      %p = arith.constant 0.0 : f32
      %x = vector.transfer_read %v[%c0], %p : tensor<4xf32>, vector<4xf32>
      %0 = vector.transfer_write %x, %t[%c0], %m : vector<4xf32>, tensor<4xf32>
      return %0, %t : tensor<4xf32>, tensor<4xf32>
    }
    func.func @column(%v: tensor<4xf32>, %t: tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>) {
      %c0 = arith.constant 0 : index
      %p = arith.constant 0.0 : f32
      %x = vector.transfer_read %v[%c0], %p : tensor<4xf32>, vector<4xf32>
      %0 = vector.transfer_write %x, %t[%c0, %c0] {permutation_map = affine_map<(d0, d1) -> (d0)>}
        : vector<4xf32>, tensor<4x5xf32>
      return %0, %t : tensor<4x5xf32>, tensor<4x5xf32>
    }
    func.func @turned(%v: tensor<4x4xf32>, %t: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
      %c0 = arith.constant 0 : index
      %p = arith.constant 0.0 : f32
      %x = vector.transfer_read %v[%c0, %c0], %p : tensor<4x4xf32>, vector<4x4xf32>
      %0 = vector.transfer_write %x, %t[%c0, %c0] {permutation_map = affine_map<(d0, d1) -> (d1, d0)>}
        : vector<4x4xf32>, tensor<4x4xf32>
      return %0, %t : tensor<4x4xf32>, tensor<4x4xf32>
    }"""


def test_writes_of_parts_keep_the_rest(rng):
    text = WRITES.replace("%m: vector<4xi1>", "%n: index").replace(
        "%c0 = arith.constant 0 : index\n",
        "%c0 = arith.constant 0 : index\n%m = vector.create_mask %n : vector<4xi1>\n",
        1,
    )
    lib = tvmlike.compile(text)
    v, t = floats(rng, 4), floats(rng, 4)
    for count in range(5):
        written, kept = lib.masked(v, t, count)
        np.testing.assert_array_equal(written.numpy(), np.concatenate([v[:count], t[count:]]))
        np.testing.assert_array_equal(kept.numpy(), t)
    t = floats(rng, 4, 5)
    written, kept = lib.column(v, t)
    np.testing.assert_array_equal(written.numpy(), np.column_stack([v, t[:, 1:]]))
    np.testing.assert_array_equal(kept.numpy(), t)
    v, t = floats(rng, 4, 4), floats(rng, 4, 4)
    written, kept = lib.turned(v, t)
    np.testing.assert_array_equal(written.numpy(), v.T)
    np.testing.assert_array_equal(kept.numpy(), t)


def test_only_writes_of_all_elements_do_not_copy():
    with ir.Context():
        module = ir.Module.parse(WRITES)
        pipeline = "builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})"
        PassManager.parse(pipeline).run(module.operation)
        copies = [str(function).count("memref.copy") for function in module.body.operations]
    assert copies == [1, 1, 0]


def test_gathers_scatters_and_masks(rng):
    lib = tvmlike.compile("""
      func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>, %at: tensor<4xi32>, %n: index, %p: f32)
          -> (tensor<?xf32>, tensor<8xf32>, tensor<?xf32>) {
        %c0 = arith.constant 0 : index
        %z = arith.constant 0 : i32
        %m = vector.create_mask %n : vector<4xi1>
        %i = vector.transfer_read %at[%c0], %z : tensor<4xi32>, vector<4xi32>
        %none = vector.broadcast %p : f32 to vector<4xf32>
        %v = vector.gather %a[%c0] [%i], %m, %none
          : tensor<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
        %s = vector.scatter %b[%c0] [%i], %m, %v
          : tensor<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> -> tensor<?xf32>
        %e = tensor.empty() : tensor<8xf32>
        %f = linalg.fill ins(%p : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
        %w = vector.mask %m { vector.transfer_write %v, %f[%n] : vector<4xf32>, tensor<8xf32> }
          : vector<4xi1> -> tensor<8xf32>
        return %s, %w, %b : tensor<?xf32>, tensor<8xf32>, tensor<?xf32>
      }""")
    a, b = floats(rng, 7), floats(rng, 9)
    at = np.array([5, 0, 3, 6], np.int32)
    for count in range(5):
        scattered, filled, kept = lib.f(a, b, at, count, 2.5)
        wanted = b.copy()
        wanted[at[:count]] = a[at[:count]]
        np.testing.assert_array_equal(scattered.numpy(), wanted)
        wanted = np.full(8, 2.5, np.float32)
        wanted[count : 2 * count] = a[at[:count]]
        np.testing.assert_array_equal(filled.numpy(), wanted)
        np.testing.assert_array_equal(kept.numpy(), b)


def test_what_a_mask_cannot_do_is_an_error():
    pipeline = "builtin.module(one-shot-bufferize)"
    cases = {
        "body must bufferize in-place": "vector.transfer_write %v, %t[%i] : vector<4xf32>, tensor<4xf32>",
        "yields a tensor, but has no operation; remove the mask": "vector.yield %t : tensor<4xf32>",
    }
    for message, body in cases.items():
        with ir.Context():
            module = ir.Module.parse(f"""
              func.func @f(%v: vector<4xf32>, %t: tensor<4xf32>, %i: index, %m: vector<4xi1>)
                  -> tensor<4xf32> {{
                %0 = vector.mask %m {{ {body} }} : vector<4xi1> -> tensor<4xf32>
                return %0 : tensor<4xf32>
              }}""")
            with pytest.raises(ir.MLIRError, match=message):
                PassManager.parse(pipeline).run(module.operation)
