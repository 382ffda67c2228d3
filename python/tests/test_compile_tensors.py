"""Functions over tensors, bufferized, compiled and called: against NumPy, and the same with copies."""

from __future__ import annotations

import os
import random

import pytest

import tvmlike
from tvmlike import ir
from tvmlike.passmanager import PassManager

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)

IDENTITY = "bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map"
LOOPS = f"{IDENTITY} allow-return-allocs-from-loops=true"


def compiled(text, options=IDENTITY):
    with ir.Context():
        module = ir.Module.parse(text)
        PassManager.parse(f"builtin.module(one-shot-bufferize{{{options}}})").run(module.operation)
        return tvmlike.compile(module)


LAYER = """
    func.func @layer(%x: tensor<?x8xf32>, %w: tensor<8x4xf32>, %b: tensor<4xf32>) -> tensor<?x4xf32> {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0.0 : f32
      %n = tensor.dim %x, %c0 : tensor<?x8xf32>
      %e = tensor.empty(%n) : tensor<?x4xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
      %m = linalg.matmul ins(%x, %w : tensor<?x8xf32>, tensor<8x4xf32>)
        outs(%f : tensor<?x4xf32>) -> tensor<?x4xf32>
      %r = linalg.generic {
          indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
          iterator_types = ["parallel", "parallel"]}
        ins(%b : tensor<4xf32>) outs(%m : tensor<?x4xf32>) {
      ^bb0(%bias: f32, %y: f32):
        %s = arith.addf %y, %bias : f32
        %p = arith.maximumf %s, %zero : f32
        linalg.yield %p : f32
      } -> tensor<?x4xf32>
      return %r : tensor<?x4xf32>
    }"""


@pytest.fixture
def rng():
    return np.random.default_rng(1)


def random_floats(rng, *shape):
    return rng.standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize("options", [IDENTITY, "bufferize-function-boundaries=true"])
def test_a_layer(rng, options):
    lib = compiled(
        LAYER,
        options,
    )
    x, w, b = random_floats(rng, 5, 8), random_floats(rng, 8, 4), random_floats(rng, 4)
    before = x.copy(), w.copy(), b.copy()
    got = np.from_dlpack(lib.layer(x, w, b))
    np.testing.assert_allclose(got, np.maximum(x @ w + b, 0), rtol=1e-5, atol=1e-6)
    for array, copy in zip((x, w, b), before):
        np.testing.assert_array_equal(array, copy)


def test_views_and_shapes(rng):
    lib = compiled("""
        func.func @pad(%a: tensor<?x?xf32>, %v: f32, %l: index) -> tensor<?x?xf32> {
          %0 = tensor.pad %a low[%l, 1] high[2, %l] {
          ^bb0(%i: index, %j: index):
            tensor.yield %v : f32
          } : tensor<?x?xf32> to tensor<?x?xf32>
          return %0 : tensor<?x?xf32>
        }
        func.func @ramp(%n: index) -> tensor<?x2xindex> {
          %0 = tensor.generate %n {
          ^bb0(%i: index, %j: index):
            %s = arith.addi %i, %j : index
            tensor.yield %s : index
          } : tensor<?x2xindex>
          return %0 : tensor<?x2xindex>
        }
        func.func @middle(%a: tensor<4x6xf32>, %v: f32) -> (tensor<4x6xf32>, tensor<12xf32>) {
          %s = tensor.extract_slice %a[1, 2] [2, 3] [1, 1] : tensor<4x6xf32> to tensor<2x3xf32>
          %f = linalg.fill ins(%v : f32) outs(%s : tensor<2x3xf32>) -> tensor<2x3xf32>
          %r = tensor.insert_slice %f into %a[1, 2] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<4x6xf32>
          %t = tensor.extract_slice %a[0, 0] [4, 3] [1, 2] : tensor<4x6xf32> to tensor<4x3xf32>
          %c = tensor.collapse_shape %t [[0, 1]] : tensor<4x3xf32> into tensor<12xf32>
          return %r, %c : tensor<4x6xf32>, tensor<12xf32>
        }""")
    a = random_floats(rng, 3, 2)
    got = np.from_dlpack(lib.pad(a, 7.0, 2))
    np.testing.assert_array_equal(got, np.pad(a, ((2, 2), (1, 2)), constant_values=7.0))
    np.testing.assert_array_equal(np.from_dlpack(lib.ramp(3)), np.add.outer(np.arange(3), np.arange(2)))
    a = random_floats(rng, 4, 6)
    wanted = a.copy()
    wanted[1:3, 2:5] = 9.0
    unchanged = a[:, ::2].ravel().copy()
    filled, flat = map(np.from_dlpack, lib.middle(a, 9.0))
    np.testing.assert_array_equal(filled, wanted)
    np.testing.assert_array_equal(flat, unchanged)


def test_control_flow(rng):
    lib = compiled(
        """
        func.func @fibonacci(%t: tensor<?xi64>, %n: index) -> tensor<?xi64> {
          %c1 = arith.constant 1 : index
          %c2 = arith.constant 2 : index
          %r = scf.for %i = %c2 to %n step %c1 iter_args(%x = %t) -> (tensor<?xi64>) {
            %j = arith.subi %i, %c1 : index
            %k = arith.subi %i, %c2 : index
            %a = tensor.extract %x[%j] : tensor<?xi64>
            %b = tensor.extract %x[%k] : tensor<?xi64>
            %s = arith.addi %a, %b : i64
            %y = tensor.insert %s into %x[%i] : tensor<?xi64>
            scf.yield %y : tensor<?xi64>
          }
          return %r : tensor<?xi64>
        }
        func.func @doubled(%t: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
          %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<8xf32>) {
            %j = affine.apply affine_map<(d) -> (2 * d)>(%i)
            %s = tensor.extract_slice %t[%j] [2] [1] : tensor<8xf32> to tensor<2xf32>
            %d = tensor.extract_slice %o[%j] [2] [1] : tensor<8xf32> to tensor<2xf32>
            %a = linalg.add ins(%s, %s : tensor<2xf32>, tensor<2xf32>)
              outs(%d : tensor<2xf32>) -> tensor<2xf32>
            scf.forall.in_parallel {
              tensor.parallel_insert_slice %a into %o[%j] [2] [1] : tensor<2xf32> into tensor<8xf32>
            }
          }
          return %r, %t : tensor<8xf32>, tensor<8xf32>
        }
        func.func @halve(%t: tensor<1xi64>) -> tensor<1xi64> {
          %c0 = arith.constant 0 : index
          %one = arith.constant 1 : i64
          %r = scf.while (%x = %t) : (tensor<1xi64>) -> tensor<1xi64> {
            %e = tensor.extract %x[%c0] : tensor<1xi64>
            %more = arith.cmpi sgt, %e, %one : i64
            scf.condition(%more) %x : tensor<1xi64>
          } do {
          ^bb0(%x: tensor<1xi64>):
            %e = tensor.extract %x[%c0] : tensor<1xi64>
            %h = arith.shrsi %e, %one : i64
            %y = tensor.insert %h into %x[%c0] : tensor<1xi64>
            scf.yield %y : tensor<1xi64>
          }
          return %r : tensor<1xi64>
        }""",
        LOOPS,
    )
    start = np.array([1, 1] + [0] * 8)
    np.testing.assert_array_equal(
        np.from_dlpack(lib.fibonacci(start, 10)), [1, 1, 2, 3, 5, 8, 13, 21, 34, 55]
    )
    a = random_floats(rng, 8)
    doubled, same = map(np.from_dlpack, lib.doubled(a.copy()))
    np.testing.assert_array_equal(doubled, 2 * a)
    np.testing.assert_array_equal(same, a)
    assert np.from_dlpack(lib.halve(np.array([37])))[0] == 1


TENSOR, SLICE = "tensor<8xf32>", "tensor<4xf32>"


def random_body(rng, known, depth):
    """Lines that make tensors of others. Slices are within bounds, and no contents are undefined."""
    lines = []
    for _ in range(rng.randint(1, 4)):
        name, a, b = f"%x{rng.getrandbits(48)}", rng.choice(known), rng.choice(known)
        kind = rng.choice(["insert", "add", "slice", "select", "copy"] + ["for", "if"] * (depth > 0))
        if kind == "insert":
            lines.append(f"{name}v = tensor.extract {a}[%i] : {TENSOR}")
            lines.append(f"{name}w = arith.addf {name}v, %v : f32")
            lines.append(f"{name} = tensor.insert {name}w into {b}[%j] : {TENSOR}")
        elif kind == "add":
            ins = f"ins({a}, {b} : {TENSOR}, {TENSOR})"
            lines.append(f"{name} = linalg.add {ins} outs({rng.choice(known)} : {TENSOR}) -> {TENSOR}")
        elif kind == "slice":
            places = [rng.choice(["%i", "%j", "0", "4"]) for _ in range(2)]
            lines.append(f"{name}s = tensor.extract_slice {a}[{places[0]}] [4] [1] : {TENSOR} to {SLICE}")
            lines.append(f"{name}f = linalg.fill ins(%v : f32) outs({name}s : {SLICE}) -> {SLICE}")
            part = rng.choice([f"{name}s", f"{name}f"])
            types = f"{SLICE} into {TENSOR}"
            lines.append(f"{name} = tensor.insert_slice {part} into {b}[{places[1]}] [4] [1] : {types}")
        elif kind == "select":
            lines.append(f"{name} = arith.select %c, {a}, {b} : {TENSOR}")
        elif kind == "copy":
            lines.append(f"{name} = linalg.copy ins({a} : {TENSOR}) outs({b} : {TENSOR}) -> {TENSOR}")
        elif kind == "for":
            got = f"iter_args({name}a = {a}) -> ({TENSOR})"
            lines.append(f"{name} = scf.for {name}i = %i to %n step %s {got} {{")
            inner = [*known, f"{name}a"]
            lines += random_body(rng, inner, depth - 1)
            lines.append(f"scf.yield {rng.choice(inner[-2:])} : {TENSOR}\n}}")
        else:
            lines.append(f"{name} = scf.if %c -> ({TENSOR}) {{")
            for end in ("} else {", "}"):
                inner = list(known)
                lines += random_body(rng, inner, depth - 1)
                lines.append(f"scf.yield {rng.choice(inner[-2:])} : {TENSOR}\n{end}")
        known.append(name)
    return lines


def test_the_analysis_changes_no_result():
    """Functions that share memory return what those return that copy before each write."""
    numbers = np.arange(16, dtype=np.float32) ** 2
    for seed in range(200 if os.environ.get("TVMLIKE_TEST_ALL") else 20):
        rng = random.Random(seed)
        known = ["%a", "%b"]
        lines = random_body(rng, known, 2)
        results = [rng.choice(known[-3:]), rng.choice(known)]
        arguments = "%v: f32, %i: index, %j: index, %n: index, %s: index, %c: i1"
        text = f"""
          func.func @f(%a: {TENSOR}, %b: {TENSOR}, {arguments}) -> ({TENSOR}, {TENSOR}) {{
            {chr(10).join(lines)}
            return {", ".join(results)} : {TENSOR}, {TENSOR}
          }}"""
        shared, copied = (compiled(text, f"{LOOPS} {more}") for more in ("", "copy-before-write=true"))
        for choice in (False, True):
            outcomes = []
            for lib in (shared, copied):
                both = lib.f(numbers[:8].copy(), numbers[8:].copy(), 0.5, 1, 3, 4, 1, choice)
                outcomes.append([np.array(np.from_dlpack(each)) for each in both])
            np.testing.assert_array_equal(*outcomes, err_msg=text)


@pytest.mark.parametrize("element", ["i8", "i16", "f32", "i64", "complex<f64>"])
def test_copies_of_arrays_in_any_order(element):
    """Elements of each size, in rows that are strided, reversed, repeated, transposed, or empty."""
    dtype = {"i8": "i1", "i16": "i2", "f32": "f4", "i64": "i8", "complex<f64>": "c16"}[element]
    wide = np.arange(7 * 6 * 10).astype(dtype).reshape(7, 6, 10)
    views = [
        wide[::2, 1:5, ::3],
        wide[::-1, ::-2, ::-1],
        wide.transpose(2, 0, 1),
        np.broadcast_to(wide[0, 0, 3:5], (3, 2, 2)),
        np.broadcast_to(wide[0, 0, :1], (2, 3, 4)),
        wide[:, 2:3, 1:9:4],
        wide[:1, :, 5:6],
        wide[3:3, ::2, ::2],
        wide[::2, ::2, 3:3],
    ]
    lib = tvmlike.compile(f"""
      func.func @f(%a: tensor<?x?x?x{element}>) -> tensor<?x?x?x{element}> {{
        return %a : tensor<?x?x?x{element}>
      }}
      func.func @g(%a: tensor<?x{element}>) -> tensor<?x{element}> {{
        return %a : tensor<?x{element}>
      }}""")
    for view in views:
        np.testing.assert_array_equal(lib.f(view).numpy(), view)
    for view in (wide[0, 0, ::-2], wide[:, 3, 4], np.broadcast_to(wide[0, 0, :1], (5,))):
        np.testing.assert_array_equal(lib.g(view).numpy(), view)
