"""Operations on tensors that are bufferized or decomposed, and chains that are fused: against NumPy."""

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


def number_of(text, name, pipeline):
    with ir.Context():
        module = ir.Module.parse(text)
        PassManager.parse(f"builtin.module({pipeline})").run(module.operation)
        return str(module).count(name)


FUSION = "convert-elementwise-to-linalg,fuse-elementwise-chains"
CHAIN = """
    func.func @f(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>, %w: tensor<?x4xf32>)
        -> (tensor<?x4xf32>, tensor<?x4xi1>) {
      %0 = arith.addf %a, %b : tensor<?x4xf32>
      %1 = math.exp %0 : tensor<?x4xf32>
      %2 = arith.mulf %1, %1 : tensor<?x4xf32>
      %3 = arith.cmpf olt, %2, %w : tensor<?x4xf32>
      %4 = arith.subf %w, %w : tensor<?x4xf32>
      %5 = arith.maximumf %4, %b : tensor<?x4xf32>
      return %5, %3 : tensor<?x4xf32>, tensor<?x4xi1>
    }"""


@pytest.mark.parametrize("threads", [1, 2])
def test_chains_of_any_size_are_fused(rng, threads):
    assert number_of(CHAIN, "linalg.generic", FUSION) == 2
    # MLIR's pass fuses operations of known sizes only.
    assert number_of(CHAIN, "linalg.generic", "convert-elementwise-to-linalg,linalg-fuse-elementwise-ops") > 2
    lib = tvmlike.compile(CHAIN, threads=threads)
    for rows in (0, 1, 5):
        a, b, w = (floats(rng, rows, 4) for _ in range(3))
        before = [each.copy() for each in (a, b, w)]
        greatest, flags = lib.f(a, b, w)
        np.testing.assert_array_equal(greatest.numpy(), np.maximum(0, b))
        np.testing.assert_array_equal(flags.numpy(), np.exp(a + b) ** 2 < w)
        np.testing.assert_array_equal((a, b, w), before)


def test_sizes_that_do_not_fit_are_errors_in_fused_chains(rng):
    lib = tvmlike.compile(CHAIN)
    arrays = [floats(rng, 3, 4) for _ in range(3)]
    for wrong in range(3):
        given = [floats(rng, 2, 4) if index == wrong else array for index, array in enumerate(arrays)]
        with pytest.raises(RuntimeError, match="the sizes of the operands do not fit each other"):
            lib.f(*given)


def test_a_long_chain_is_fused_into_several_parts(rng):
    operations = [f"%{at + 1} = arith.addf %{at}, %b : tensor<4xf32>" for at in range(600)]
    text = f"""
      func.func @f(%0: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {{
        {chr(10).join(operations)}
        return %600 : tensor<4xf32>
      }}"""
    assert 3 <= number_of(text, "linalg.generic", FUSION) <= 6
    a, b = floats(rng, 4), floats(rng, 4)
    expected = a
    for _ in operations:
        expected = expected + b
    np.testing.assert_array_equal(tvmlike.compile(text).f(a, b).numpy(), expected)


def test_an_element_is_not_computed_twice(rng):
    text = """
      func.func @f(%a: tensor<?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
        %0 = math.exp %a : tensor<?xf32>
        %1 = linalg.generic {
            indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
            iterator_types = ["parallel", "parallel"]}
          ins(%0 : tensor<?xf32>) outs(%b : tensor<?x?xf32>) {
        ^bb0(%x: f32, %y: f32):
          %s = arith.mulf %x, %y : f32
          linalg.yield %s : f32
        } -> tensor<?x?xf32>
        return %1 : tensor<?x?xf32>
      }"""
    assert number_of(text, "linalg.generic", FUSION) == 2
    a, b = floats(rng, 3), floats(rng, 3, 5)
    np.testing.assert_allclose(tvmlike.compile(text).f(a, b).numpy(), np.exp(a)[:, None] * b, rtol=1e-6)


def test_a_chain_with_a_reduction_transpositions_and_indices(rng):
    text = """
      #id = affine_map<(i, j) -> (i, j)>
      #t = affine_map<(i, j) -> (j, i)>
      func.func @f(%a: tensor<?x?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
        %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%a : tensor<?x?xf32>) outs(%a : tensor<?x?xf32>) {
        ^bb0(%x: f32, %y: f32):
          %i = linalg.index 0 : index
          %k = arith.index_cast %i : index to i32
          %f = arith.sitofp %k : i32 to f32
          %s = arith.mulf %x, %f : f32
          linalg.yield %s : f32
        } -> tensor<?x?xf32>
        %1 = linalg.generic {
            indexing_maps = [#t, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
          ins(%0 : tensor<?x?xf32>) outs(%z : tensor<?xf32>) {
        ^bb0(%x: f32, %y: f32):
          %s = arith.addf %x, %y : f32
          linalg.yield %s : f32
        } -> tensor<?xf32>
        return %1 : tensor<?xf32>
      }"""
    assert number_of(text, "linalg.generic", FUSION) == 1
    a, z = floats(rng, 4, 3), floats(rng, 3)
    wanted = (a * np.arange(4, dtype=np.float32)[:, None]).sum(axis=0) + z
    np.testing.assert_allclose(tvmlike.compile(text).f(a, z).numpy(), wanted, rtol=1e-5)


def test_concatenations(rng):
    lib = tvmlike.compile("""
      func.func @rows(%a: tensor<?x3xf32>, %b: tensor<?x3xf32>, %c: tensor<2x3xf32>) -> tensor<?x3xf32> {
        %0 = tensor.concat dim(0) %a, %b, %c
          : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
        return %0 : tensor<?x3xf32>
      }
      func.func @columns(%a: tensor<?x3xf32>, %b: tensor<?x2xf32>) -> tensor<?x5xf32> {
        %0 = tensor.concat dim(1) %a, %b : (tensor<?x3xf32>, tensor<?x2xf32>) -> tensor<?x5xf32>
        return %0 : tensor<?x5xf32>
      }
      func.func @known(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<8xf32> {
        %0 = tensor.concat dim(0) %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<8xf32>
        return %0 : tensor<8xf32>
      }""")
    a, b, c = floats(rng, 4, 3), floats(rng, 0, 3), floats(rng, 2, 3)
    np.testing.assert_array_equal(lib.rows(a, b, c).numpy(), np.concatenate([a, b, c]))
    b = floats(rng, 4, 2)
    np.testing.assert_array_equal(lib.columns(a, b).numpy(), np.hstack([a, b]))
    wrong = "tensor.concat: the sizes of the parts do not fit each other, or the result"
    with pytest.raises(RuntimeError, match=wrong):
        lib.columns(a, floats(rng, 5, 2))
    a, b = floats(rng, 3), floats(rng, 5)
    np.testing.assert_array_equal(lib.known(a, b).numpy(), np.concatenate([a, b]))
    with pytest.raises(RuntimeError, match=wrong):
        lib.known(a, a)


def test_reshapes(rng):
    lib = tvmlike.compile("""
      func.func @f(%a: tensor<?x?xf32>, %s: tensor<3xi32>) -> tensor<?x?x2xf32> {
        %0 = tensor.reshape %a(%s) : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x2xf32>
        return %0 : tensor<?x?x2xf32>
      }
      func.func @both(%a: tensor<6xf32>, %v: f32) -> (tensor<2x3xf32>, tensor<6xf32>) {
        %s = arith.constant dense<[2, 3]> : tensor<2xindex>
        %c0 = arith.constant 0 : index
        %0 = tensor.reshape %a(%s) : (tensor<6xf32>, tensor<2xindex>) -> tensor<2x3xf32>
        %1 = tensor.insert %v into %a[%c0] : tensor<6xf32>
        return %0, %1 : tensor<2x3xf32>, tensor<6xf32>
      }""")
    a = floats(rng, 4, 6)
    np.testing.assert_array_equal(lib.f(a, np.array([3, 4, 2], np.int32)).numpy(), a.reshape(3, 4, 2))
    for wrong in ([3, 4, 3], [4, 3, 1], [-3, -4, 2], [2**31 - 1, 2**31 - 1, 2], [0, 4, 2]):
        with pytest.raises(RuntimeError, match=r"tensor\.reshape: the shape has another number of elements"):
            lib.f(a, np.array(wrong, np.int32))
    a = floats(rng, 6)
    reshaped, changed = lib.both(a, 9.0)
    np.testing.assert_array_equal(reshaped.numpy(), a.reshape(2, 3))
    np.testing.assert_array_equal(changed.numpy(), np.concatenate([[np.float32(9)], a[1:]]))


@pytest.mark.parametrize("threads", [1, 2])
def test_reshapes_of_unknown_rank(rng, threads):
    lib = tvmlike.compile(
        """
      func.func @f(%a: tensor<*xf32>, %s: tensor<2xindex>) -> tensor<?x?xf32> {
        %0 = tensor.reshape %a(%s) : (tensor<*xf32>, tensor<2xindex>) -> tensor<?x?xf32>
        return %0 : tensor<?x?xf32>
      }""",
        threads=threads,
    )
    for shape in ((), (6,), (2, 3), (3, 1, 0, 2), (1, 4, 1, 3)):
        a = floats(rng, *shape)
        for to in ((1, 1), (6, 1), (2, 3), (12, 1), (4, 3), (7, 0), (0, 0), (-2, -3), (2**32, 2**32)):
            if min(to) >= 0 and a.size == to[0] * to[1]:
                np.testing.assert_array_equal(lib.f(a, np.array(to)).numpy(), a.reshape(to))
            else:
                with pytest.raises(RuntimeError, match=r"tensor\.reshape: the shape has another number"):
                    lib.f(a, np.array(to))


@pytest.mark.parametrize("element", ["f32", "f64", "f16"])
def test_softmax(rng, element):
    lib = tvmlike.compile(f"""
      func.func @f(%a: tensor<?x5x?x{element}>) -> tensor<?x5x?x{element}> {{
        %c0 = arith.constant 0 : index
        %c2 = arith.constant 2 : index
        %m = tensor.dim %a, %c0 : tensor<?x5x?x{element}>
        %n = tensor.dim %a, %c2 : tensor<?x5x?x{element}>
        %e = tensor.empty(%m, %n) : tensor<?x5x?x{element}>
        %0 = linalg.softmax dimension(1) ins(%a : tensor<?x5x?x{element}>)
          outs(%e : tensor<?x5x?x{element}>) -> tensor<?x5x?x{element}>
        return %0 : tensor<?x5x?x{element}>
      }}
      func.func @last(%a: tensor<2x?x{element}>) -> tensor<2x?x{element}> {{
        %0 = linalg.softmax dimension(1) ins(%a : tensor<2x?x{element}>)
          outs(%a : tensor<2x?x{element}>) -> tensor<2x?x{element}>
        return %0 : tensor<2x?x{element}>
      }}""")
    dtype = {"f32": np.float32, "f64": np.float64, "f16": np.float16}[element]

    def softmax(x):
        with np.errstate(all="ignore"):
            powers = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
            return powers / powers.sum(axis=1, keepdims=True)

    tolerance = {"rtol": 2e-2, "atol": 1e-3} if element == "f16" else {"rtol": 1e-5}
    for shape in ((3, 5, 4), (1, 5, 1), (0, 5, 3)):
        a = (10 * rng.standard_normal(shape)).astype(dtype)
        np.testing.assert_allclose(lib.f(a).numpy(), softmax(a), **tolerance)
    a = np.array([[1, np.nan, 2], [-np.inf, -np.inf, -np.inf]], dtype)
    before = a.copy()
    np.testing.assert_array_equal(lib.last(a).numpy(), softmax(a))
    np.testing.assert_array_equal(a, before)
    assert lib.last(np.zeros((2, 0), dtype)).numpy().shape == (2, 0)


def packed(a, tiles, padding):
    """Tiles of an array, of which the last ones are filled up."""
    (m, n), (s, t) = a.shape, tiles
    rows, columns = -(-m // s), -(-n // t)
    full = np.full((rows * s, columns * t), padding, a.dtype)
    full[:m, :n] = a
    return full.reshape(rows, s, columns, t).transpose(0, 2, 1, 3)


def test_tiles(rng):
    lib = tvmlike.compile("""
      func.func @pack(%a: tensor<16x?xf32>, %d: tensor<2x?x8x4xf32>) -> tensor<2x?x8x4xf32> {
        %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %d
          : tensor<16x?xf32> -> tensor<2x?x8x4xf32>
        return %0 : tensor<2x?x8x4xf32>
      }
      func.func @pad(%a: tensor<?x?xf32>, %d: tensor<?x?x8x4xf32>, %v: f32) -> tensor<?x?x8x4xf32> {
        %0 = linalg.pack %a padding_value(%v : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %d
          : tensor<?x?xf32> -> tensor<?x?x8x4xf32>
        return %0 : tensor<?x?x8x4xf32>
      }
      func.func @known(%a: tensor<13x7xf32>, %v: f32) -> tensor<2x2x4x8xf32> {
        %d = tensor.empty() : tensor<2x2x4x8xf32>
        %0 = linalg.pack %a padding_value(%v : f32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0]
          inner_tiles = [4, 8] into %d : tensor<13x7xf32> -> tensor<2x2x4x8xf32>
        return %0 : tensor<2x2x4x8xf32>
      }
      func.func @unpack(%a: tensor<?x?x8x4xf32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
        %0 = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %d
          : tensor<?x?x8x4xf32> -> tensor<?x?xf32>
        return %0 : tensor<?x?xf32>
      }
      func.func @one(%a: tensor<3x2x4xf32>) -> tensor<2x10xf32> {
        %d = tensor.empty() : tensor<2x10xf32>
        %0 = linalg.unpack %a outer_dims_perm = [1, 0] inner_dims_pos = [1] inner_tiles = [4] into %d
          : tensor<3x2x4xf32> -> tensor<2x10xf32>
        return %0 : tensor<2x10xf32>
      }""")
    a = floats(rng, 16, 12)
    np.testing.assert_array_equal(
        lib.pack(a, np.zeros((2, 3, 8, 4), np.float32)).numpy(), packed(a, (8, 4), 0)
    )
    for shape in ((13, 7), (16, 8), (1, 1), (8, 5)):
        a = floats(rng, *shape)
        wanted = packed(a, (8, 4), 5)
        np.testing.assert_array_equal(lib.pad(a, np.zeros_like(wanted), 5.0).numpy(), wanted)
        back = lib.unpack(np.ascontiguousarray(wanted), np.zeros(shape, np.float32)).numpy()
        np.testing.assert_array_equal(back, a)
    a = floats(rng, 13, 7)
    np.testing.assert_array_equal(lib.known(a, 3.0).numpy(), packed(a, (8, 4), 3).transpose(1, 0, 3, 2))
    b = floats(rng, 3, 2, 4)
    np.testing.assert_array_equal(lib.one(b).numpy(), b.transpose(1, 0, 2).reshape(2, 12)[:, :10])
    tiles = "linalg.pack: the tiles are not those of the source"
    for target in ((1, 2, 8, 4), (3, 2, 8, 4), (2, 1, 8, 4)):
        with pytest.raises(RuntimeError, match=tiles):
            lib.pad(a, np.zeros(target, np.float32), 0.0)
    with pytest.raises(RuntimeError, match="do not fit each other"):
        lib.pack(floats(rng, 16, 11), np.zeros((2, 3, 8, 4), np.float32))
    with pytest.raises(RuntimeError, match="do not fit each other"):
        lib.unpack(np.zeros((1, 2, 8, 4), np.float32), np.zeros((9, 8), np.float32))


def test_choices_and_regions(rng):
    lib = tvmlike.compile("""
      func.func @choose(%i: index, %a: tensor<4xf32>, %v: f32, %n: index) -> (tensor<4xf32>, index) {
        %0, %1 = scf.index_switch %i -> tensor<4xf32>, index
        case 1 {
          %2 = tensor.insert %v into %a[%n] : tensor<4xf32>
          scf.yield %2, %n : tensor<4xf32>, index
        }
        case 5 {
          %e = tensor.empty() : tensor<4xf32>
          %f = linalg.fill ins(%v : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
          scf.yield %f, %i : tensor<4xf32>, index
        }
        default {
          scf.yield %a, %i : tensor<4xf32>, index
        }
        return %0, %1 : tensor<4xf32>, index
      }
      func.func @region(%a: tensor<4xf32>, %v: f32, %n: index) -> (tensor<4xf32>, f32) {
        %0 = scf.execute_region -> tensor<4xf32> {
          %2 = tensor.insert %v into %a[%n] : tensor<4xf32>
          scf.yield %2 : tensor<4xf32>
        }
        %1 = tensor.extract %a[%n] : tensor<4xf32>
        return %0, %1 : tensor<4xf32>, f32
      }""")
    a = floats(rng, 4)
    before = a.copy()
    changed = a.copy()
    changed[2] = 9
    for case, wanted in ((1, changed), (5, np.full(4, 9, np.float32)), (3, a)):
        got, number = lib.choose(case, a, 9.0, 2)
        np.testing.assert_array_equal(got.numpy(), wanted)
        assert number == (2 if case == 1 else case)
    got, old = lib.region(a, 9.0, 2)
    np.testing.assert_array_equal(got.numpy(), changed)
    assert old == a[2]
    np.testing.assert_array_equal(a, before)
