"""`tvmlike.compile` of structured operations of linalg on memrefs, against NumPy."""

from __future__ import annotations

import pytest

import tvmlike

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)

TYPES = {"f32": "float32", "f64": "float64", "i32": "int32", "i64": "int64", "f16": "float16"}
# Relative to sums of nine products of numbers of at most four.
TOLERANCES = {"f16": 0.02, "f32": 1e-5, "f64": 1e-12}


def random_array(rng, shape, element):
    return rng.integers(-4, 5, shape).astype(TYPES[element])


def assert_close(got, wanted, element):
    if element in TOLERANCES:
        np.testing.assert_allclose(got, wanted, rtol=TOLERANCES[element])
    else:
        np.testing.assert_array_equal(got, wanted)


def memref(sizes, element, layout=""):
    return f"memref<{''.join(f'{size}x' for size in sizes)}{element}{layout}>"


@pytest.fixture(params=list(TYPES))
def element(request):
    return request.param


@pytest.mark.parametrize("shape", ["static", "dynamic", "strided"])
def test_products(element, shape):
    def ty(*sizes):
        if shape == "static":
            return memref(sizes, element)
        strides = ", ".join("?" * len(sizes))
        layout = f", strided<[{strides}], offset: ?>" if shape == "strided" else ""
        return memref("?" * len(sizes), element, layout)

    lib = tvmlike.compile(f"""
      func.func @matmul(%a: {ty(5, 9)}, %b: {ty(9, 7)}, %c: {ty(5, 7)}) {{
        linalg.matmul ins(%a, %b : {ty(5, 9)}, {ty(9, 7)}) outs(%c : {ty(5, 7)})
        return
      }}
      func.func @matvec(%a: {ty(5, 9)}, %x: {ty(9)}, %y: {ty(5)}) {{
        linalg.matvec ins(%a, %x : {ty(5, 9)}, {ty(9)}) outs(%y : {ty(5)})
        return
      }}
      func.func @add(%a: {ty(5, 9)}, %b: {ty(5, 9)}, %c: {ty(5, 9)}) {{
        linalg.add ins(%a, %b : {ty(5, 9)}, {ty(5, 9)}) outs(%c : {ty(5, 9)})
        return
      }}
      func.func @transpose(%a: {ty(5, 9)}, %b: {ty(9, 5)}) {{
        linalg.transpose ins(%a : {ty(5, 9)}) outs(%b : {ty(9, 5)}) permutation = [1, 0]
        return
      }}""")
    rng = np.random.default_rng(3)

    def array(*sizes):
        if shape != "strided":
            return random_array(rng, sizes, element)
        # Each second element of an array in Fortran's order, backwards.
        larger = random_array(rng, [2 * size for size in sizes], element)
        return np.asfortranarray(larger)[tuple([slice(None, None, -2)] * len(sizes))]

    a, b, c, x, y = array(5, 9), array(9, 7), array(5, 7), array(9), array(5)
    before = c.copy()
    lib.matmul(a, b, c)
    assert_close(c, before + a @ b, element)
    before = y.copy()
    lib.matvec(a, x, y)
    assert_close(y, before + a @ x, element)
    other, out = array(5, 9), array(5, 9)
    lib.add(a, other, out)
    assert_close(out, a + other, element)
    turned = array(9, 5)
    lib.transpose(a, turned)
    np.testing.assert_array_equal(turned, a.T)


def test_images():
    lib = tvmlike.compile("""
      func.func @conv(%x: memref<?x?x?x?xf32>, %w: memref<?x?x?x?xf32>, %y: memref<?x?x?x?xf32>) {
        linalg.conv_2d_nhwc_hwcf {strides = dense<[2, 1]> : tensor<2xi64>,
                                  dilations = dense<[1, 2]> : tensor<2xi64>}
          ins(%x, %w : memref<?x?x?x?xf32>, memref<?x?x?x?xf32>) outs(%y : memref<?x?x?x?xf32>)
        return
      }
      func.func @pool(%x: memref<?x?x?x?xf32>, %w: memref<3x3xf32>, %y: memref<?x?x?x?xf32>) {
        %low = arith.constant 0xFF800000 : f32
        linalg.fill ins(%low : f32) outs(%y : memref<?x?x?x?xf32>)
        linalg.pooling_nhwc_max
          ins(%x, %w : memref<?x?x?x?xf32>, memref<3x3xf32>) outs(%y : memref<?x?x?x?xf32>)
        return
      }""")
    rng = np.random.default_rng(4)
    x = rng.random((2, 11, 12, 3), np.float32)
    w = rng.random((3, 2, 3, 5), np.float32)
    y = np.zeros((2, 5, 10, 5), np.float32)
    lib.conv(x, w, y)
    wanted = np.zeros_like(y)
    for row in range(3):
        for column in range(2):
            window = x[:, row : row + 10 : 2, 2 * column : 2 * column + 10]
            wanted += window[:, :5] @ w[row, column]
    np.testing.assert_allclose(y, wanted, rtol=1e-5)
    largest = np.zeros((2, 9, 10, 3), np.float32)
    lib.pool(x, np.zeros((3, 3), np.float32), largest)
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), axis=(1, 2))
    np.testing.assert_array_equal(largest, windows.max(axis=(-2, -1)))


def test_generic_with_indices():
    lib = tvmlike.compile("""
      #id = affine_map<(i, j) -> (i, j)>
      #row = affine_map<(i, j) -> (i)>
      #sum = affine_map<(i, j) -> (i + 2 * j)>
      func.func @f(%a: memref<?x?xi64>, %s: memref<?xi64>, %k: i64, %out: memref<?xi64>) {
        linalg.generic {indexing_maps = [#id, #sum, affine_map<(i, j) -> ()>, #row],
                        iterator_types = ["parallel", "reduction"]}
          ins(%a, %s, %k : memref<?x?xi64>, memref<?xi64>, i64) outs(%out : memref<?xi64>) {
        ^bb0(%x: i64, %y: i64, %z: i64, %acc: i64):
          %i = linalg.index 0 : index
          %j = linalg.index 1 : index
          %0 = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %j)
          %1 = arith.index_cast %0 : index to i64
          %2 = arith.muli %x, %y : i64
          %3 = arith.muli %1, %z : i64
          %4 = arith.addi %2, %3 : i64
          %5 = arith.addi %4, %acc : i64
          linalg.yield %5 : i64
        }
        return
      }""")
    rng = np.random.default_rng(5)
    a, s = rng.integers(-9, 9, (4, 6)), rng.integers(-9, 9, 14)
    out = np.ones(4, np.int64)
    lib.f(a, s, 7, out)
    i, j = np.indices(a.shape)
    np.testing.assert_array_equal(out, 1 + (a * s[i + 2 * j] + 7 * (10 * i + j)).sum(axis=1))


def test_aliasing_is_kept():
    """The output of a product may be its input: elements are read and written in the order of the loops."""
    lib = tvmlike.compile("""
      func.func @f(%a: memref<?x?xf64>, %c: memref<?x?xf64>) {
        linalg.matmul ins(%a, %a : memref<?x?xf64>, memref<?x?xf64>) outs(%c : memref<?x?xf64>)
        return
      }""")
    a = np.arange(9.0).reshape(3, 3)
    wanted = a.copy()
    for i in range(3):
        for j in range(3):
            for k in range(3):
                wanted[i, j] += wanted[i, k] * wanted[k, j]
    lib.f(a, a)
    np.testing.assert_array_equal(a, wanted)


def refused(text):
    with pytest.raises(tvmlike.ir.MLIRError) as caught:
        tvmlike.compile(text)
    return str(caught.value)


def test_what_has_no_lowering_is_named():
    message = refused("""
      func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {
        linalg.softmax dimension(0) ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
        return
      }""")
    assert '"-":3:9' in message
    assert "'linalg.softmax': has no lowering on memrefs: use it on tensors, or write its loops" in message


def test_tensors_that_a_pipeline_leaves_are_refused_with_the_remedy():
    with pytest.raises(tvmlike.ir.MLIRError) as caught:
        tvmlike.compile(
            """
      func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
        return %a : tensor<4xf32>
      }""",
            pipeline="builtin.module(canonicalize)",
        )
    message = str(caught.value)
    assert '"-":2:7' in message
    assert "the type 'tensor<4xf32>' has no lowering: one-shot-bufferize makes memrefs of tensors" in message
