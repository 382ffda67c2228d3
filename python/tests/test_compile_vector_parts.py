"""Scans, masked reductions, slices of several dimensions and casts of shapes of vectors: against NumPy."""

from __future__ import annotations

import pytest

import tvmlike

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)

SCAN = """
    func.func @f(%x: memref<2x3x{element}>, %i: memref<{rest}x{element}>, %y: memref<2x3x{element}>,
                 %l: memref<{rest}x{element}>) {{
      %c0 = arith.constant 0 : index
      %z0 = arith.constant {zero} : {element}
      %a = vector.transfer_read %x[%c0, %c0], %z0 {{in_bounds = [true, true]}}
        : memref<2x3x{element}>, vector<2x3x{element}>
      %b = vector.transfer_read %i[%c0], %z0 {{in_bounds = [true]}}
        : memref<{rest}x{element}>, vector<{rest}x{element}>
      %0, %1 = vector.scan <{kind}>, %a, %b {{inclusive = {inclusive}, reduction_dim = {dim} : i64}}
        : vector<2x3x{element}>, vector<{rest}x{element}>
      vector.transfer_write %0, %y[%c0, %c0] {{in_bounds = [true, true]}}
        : vector<2x3x{element}>, memref<2x3x{element}>
      vector.transfer_write %1, %l[%c0] {{in_bounds = [true]}}
        : vector<{rest}x{element}>, memref<{rest}x{element}>
      return
    }}"""


@pytest.mark.parametrize("inclusive", ["true", "false"])
@pytest.mark.parametrize("dim", [0, 1])
@pytest.mark.parametrize(
    ("kind", "element"), [("add", "f32"), ("mul", "i32"), ("maxsi", "i32"), ("minnumf", "f32")]
)
def test_scans(inclusive, dim, kind, element):
    dtype = {"f32": np.float32, "i32": np.int32}[element]
    lib = tvmlike.compile(
        SCAN.format(
            zero="0.0" if element == "f32" else "0",
            element=element,
            kind=kind,
            inclusive=inclusive,
            dim=dim,
            rest=2 if dim else 3,
        )
    )
    combine = {"add": np.add, "mul": np.multiply, "maxsi": np.maximum, "minnumf": np.minimum}[kind]
    x = np.array([[3, -1, 4], [1, -5, 9]], dtype)
    first = np.array([2, 7] if dim else [2, 7, -2], dtype)
    y, last = np.zeros_like(x), np.zeros_like(first)
    lib.f(x, first, y, last)
    if inclusive == "true":
        wanted = combine.accumulate(x, axis=dim)
    else:
        parts = np.concatenate([np.expand_dims(first, dim), x], axis=dim)
        wanted = np.delete(combine.accumulate(parts, axis=dim), -1, axis=dim)
    np.testing.assert_array_equal(y, wanted)
    np.testing.assert_array_equal(last, wanted.take(-1, axis=dim))


MASKED = {
    "add": (np.add, 0), "mul": (np.multiply, 1), "minsi": (np.minimum, 127), "maxsi": (np.maximum, -128),
    "minui": (np.minimum, 255), "maxui": (np.maximum, 0), "and": (np.bitwise_and, 255),
    "or": (np.bitwise_or, 0),
    "xor": (np.bitwise_xor, 0), "minimumf": (np.minimum, np.inf), "maximumf": (np.maximum, -np.inf),
    "minnumf": (np.minimum, None), "maxnumf": (np.maximum, None),
}  # fmt: skip


@pytest.mark.parametrize("kind", MASKED)
def test_masked_reductions(kind):
    combine, neutral = MASKED[kind]
    is_float = kind.endswith("f") or kind == "mul"
    dtype = np.float32 if is_float else np.uint8 if kind[-2:] in ("ui", "nd", "or") else np.int8
    element = "f32" if is_float else "i8"
    lib = tvmlike.compile(f"""
        func.func @f(%x: memref<5x{element}>, %m: memref<5xi1>, %a: {element}) -> ({element}, {element}) {{
          %c0 = arith.constant 0 : index
          %v = vector.load %x[%c0] : memref<5x{element}>, vector<5x{element}>
          %k = vector.load %m[%c0] : memref<5xi1>, vector<5xi1>
          %0 = vector.mask %k {{
            vector.reduction <{kind}>, %v : vector<5x{element}> into {element}
          }} : vector<5xi1> -> {element}
          %1 = vector.mask %k {{
            vector.reduction <{kind}>, %v, %a : vector<5x{element}> into {element}
          }} : vector<5xi1> -> {element}
          return %0, %1 : {element}, {element}
        }}""")
    x = np.array([5, 3, 100, 7, 2], np.int8)
    if dtype != np.uint8:
        x = -x
    x = x.astype(dtype)
    for bits in range(32):
        mask = np.array([bits >> lane & 1 for lane in range(5)], np.bool_)
        chosen = x[mask]
        first = dtype(4)
        with np.errstate(over="ignore"):
            both = combine.reduce(np.append(chosen, first), dtype=dtype)
            alone = combine.reduce(chosen, dtype=dtype) if len(chosen) else neutral
        got = lib.f(x.view(np.int8) if element == "i8" else x, mask, int(first) if element == "i8" else 4.0)
        got = [np.array(each).astype(dtype) for each in got]
        if alone is not None:
            np.testing.assert_array_equal(got[0], np.array(alone).astype(dtype))
        np.testing.assert_array_equal(got[1], both)


def test_slices_of_several_dimensions_and_casts_of_shapes():
    lib = tvmlike.compile("""
        func.func @f(
            %x: memref<4x6x8xf32>, %y: memref<2x3x4xf32>, %z: memref<4x6x8xf32>, %s: memref<3x2xf32>) {
          %c0 = arith.constant 0 : index
          %z0 = arith.constant 0.0 : f32
          %c1 = arith.constant 1 : index
          %a = vector.transfer_read %x[%c0, %c0, %c0], %z0 {in_bounds = [true, true, true]}
            : memref<4x6x8xf32>, vector<4x6x8xf32>
          %0 = vector.extract_strided_slice %a {offsets = [1, 2, 3], sizes = [2, 3, 4], strides = [1, 1, 1]}
            : vector<4x6x8xf32> to vector<2x3x4xf32>
          vector.transfer_write %0, %y[%c0, %c0, %c0] {in_bounds = [true, true, true]}
            : vector<2x3x4xf32>, memref<2x3x4xf32>
          %b = vector.transfer_read %z[%c0, %c0, %c0], %z0 {in_bounds = [true, true, true]}
            : memref<4x6x8xf32>, vector<4x6x8xf32>
          %1 = vector.insert_strided_slice %0, %b {offsets = [0, 1, 4], strides = [1, 1, 1]}
            : vector<2x3x4xf32> into vector<4x6x8xf32>
          vector.transfer_write %1, %z[%c0, %c0, %c0] {in_bounds = [true, true, true]}
            : vector<4x6x8xf32>, memref<4x6x8xf32>
          %2 = vector.extract_strided_slice %a {offsets = [1, 2], sizes = [1, 1], strides = [1, 1]}
            : vector<4x6x8xf32> to vector<1x1x8xf32>
          %3 = vector.extract_strided_slice %2 {offsets = [0, 0, 1], sizes = [1, 1, 6], strides = [1, 1, 1]}
            : vector<1x1x8xf32> to vector<1x1x6xf32>
          %4 = vector.shape_cast %3 : vector<1x1x6xf32> to vector<2x3xf32>
          %5 = vector.shape_cast %4 : vector<2x3xf32> to vector<3x2xf32>
          %6:6 = vector.to_elements %5 : vector<3x2xf32>
          %7 = vector.from_elements %6#5, %6#4, %6#3, %6#2, %6#1, %6#0 : vector<3x2xf32>
          vector.transfer_write %7, %s[%c0, %c0] {in_bounds = [true, true]}
            : vector<3x2xf32>, memref<3x2xf32>
          return
        }""")
    x = np.arange(192, dtype=np.float32).reshape(4, 6, 8)
    y, z, s = np.zeros((2, 3, 4), np.float32), np.ones((4, 6, 8), np.float32), np.zeros((3, 2), np.float32)
    lib.f(x, y, z, s)
    part = x[1:3, 2:5, 3:7]
    np.testing.assert_array_equal(y, part)
    wanted = np.ones_like(z)
    wanted[:2, 1:4, 4:8] = part
    np.testing.assert_array_equal(z, wanted)
    np.testing.assert_array_equal(s.ravel(), x[1, 2, 1:7][::-1])


def test_loads_and_stores_of_several_dimensions():
    lib = tvmlike.compile("""
        func.func @move(%x: memref<?x?x?xf32>, %y: memref<?x?xf32>, %i: index, %j: index) {
          %c1 = arith.constant 1 : index
          %c2 = arith.constant 2 : index
          %0 = vector.load %x[%c1, %i, %j] : memref<?x?x?xf32>, vector<3x4xf32>
          %1 = arith.addf %0, %0 : vector<3x4xf32>
          vector.store %1, %y[%c2, %c1] : memref<?x?xf32>, vector<3x4xf32>
          return
        }
        func.func @cube(%x: memref<4x4x4xf64>, %y: memref<3x4x4x4xf64>) {
          affine.for %i = 0 to 2 {
            %0 = affine.vector_load %x[%i, %i + 1, 0] : memref<4x4x4xf64>, vector<2x2x4xf64>
            affine.vector_store %0, %y[%i, 1, %i, 0] : memref<3x4x4x4xf64>, vector<2x2x4xf64>
          }
          return
        }""")
    x = np.arange(2 * 6 * 9, dtype=np.float32).reshape(2, 6, 9)
    y = np.zeros((7, 8), np.float32)
    lib.move(x, y, 2, 3)
    wanted = np.zeros((7, 8), np.float32)
    wanted[2:5, 1:5] = 2 * x[1, 2:5, 3:7]
    np.testing.assert_array_equal(y, wanted)
    x, y = np.arange(64.0).reshape(4, 4, 4), np.zeros((3, 4, 4, 4))
    lib.cube(x, y)
    wanted = np.zeros((3, 4, 4, 4))
    for i in range(2):
        wanted[i, 1:3, i : i + 2] = x[i : i + 2, i + 1 : i + 3]
    np.testing.assert_array_equal(y, wanted)
