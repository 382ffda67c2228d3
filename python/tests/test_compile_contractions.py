"""Contractions, reductions and prints of vectors, compiled by both engines and compared with NumPy."""

from __future__ import annotations

import pytest

import tvmlike

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)

try:
    tvmlike.compile("llvm.func @f() { llvm.return }", engine="llvm")
    CLANG = ""
except Exception as error:
    CLANG = str(error)
ENGINES = ["cranelift", pytest.param("llvm", marks=pytest.mark.skipif(bool(CLANG), reason=CLANG or "-"))]


def kernel(operands, result, body):
    """A function that reads vectors from memrefs, and writes the vector `%out` to the last one."""
    types = [*operands, result]
    arguments = ", ".join(f"%m{i}: memref<{ty}>" for i, ty in enumerate(types))
    zeros = "%c0 = arith.constant 0 : index\n"
    pads = {"f32": "0.0 : f32", "f64": "0.0 : f64", "i32": "0 : i32", "i1": "false"}

    def access(i, ty):
        rank = ty.count("x")
        return f"%m{i}[{', '.join(['%c0'] * rank)}]", f"[{', '.join(['true'] * rank)}]"

    lines = []
    for i, ty in enumerate(types):
        at, bounds = access(i, ty)
        element = ty.split("x")[-1]
        if i == len(operands):
            write = f"vector.transfer_write %out, {at} {{in_bounds = {bounds}}} : vector<{ty}>, memref<{ty}>"
        else:
            lines.append(f"%p{i} = arith.constant {pads[element]}")
            lines.append(
                f"%v{i} = vector.transfer_read {at}, %p{i} {{in_bounds = {bounds}}} : "
                f"memref<{ty}>, vector<{ty}>"
            )
    text = "\n".join([*lines, body, write])
    return f"func.func @f({arguments}) {{\n{zeros}{text}\nreturn\n}}"


CONTRACTIONS = [
    ("ik,kj->ij", (2, 3), (3, 4), (2, 4)),
    ("ki,jk->ji", (3, 2), (4, 3), (4, 2)),
    ("ik,k->i", (2, 3), (3,), (2,)),
    ("bik,bkj->bij", (2, 2, 3), (2, 3, 2), (2, 2, 2)),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("element", ["f64", "i32"])
@pytest.mark.parametrize("case", CONTRACTIONS, ids=lambda case: case[0])
def test_contractions(engine, element, case):
    maps, *shapes = case
    inputs, out = maps.split("->")
    letters = sorted(set(maps) - set(",->"))
    dims = ", ".join(letters)
    names = [*inputs.split(","), out]
    affine = ", ".join(f"affine_map<({dims}) -> ({', '.join(name)})>" for name in names)
    iterators = ", ".join('"parallel"' if letter in out else '"reduction"' for letter in letters)
    types = ["x".join([*map(str, shape), element]) for shape in shapes]
    body = (
        f"%out = vector.contract {{indexing_maps = [{affine}], iterator_types = [{iterators}]}} "
        f"%v0, %v1, %v2 : "
        f"vector<{types[0]}>, vector<{types[1]}> into vector<{types[2]}>"
    )
    lib = tvmlike.compile(kernel(types, types[2], body), engine=engine)
    rng = np.random.default_rng(0)
    dtype = {"f64": np.float64, "i32": np.int32}[element]
    a, b, c = (rng.integers(-9, 9, shape).astype(dtype) for shape in shapes)
    result = np.zeros(shapes[2], dtype)
    lib.f(a, b, c, result)
    np.testing.assert_array_equal(result, np.einsum(maps, a, b) + c)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("axes", [(0,), (1,), (2,), (0, 2), (1, 2)])
@pytest.mark.parametrize("is_masked", [False, True])
def test_reductions(engine, axes, is_masked):
    shape = (2, 3, 4)
    kept = [size for axis, size in enumerate(shape) if axis not in axes]
    source, result = "2x3x4xi32", "x".join([*map(str, kept), "i32"])
    reduction = (
        f"vector.multi_reduction <add>, %v0, %v1 [{', '.join(map(str, axes))}] : "
        f"vector<{source}> to vector<{result}>"
    )
    body = f"%out = {reduction}"
    if is_masked:
        body = (
            "%n = arith.constant 3 : index\n%one = arith.constant 1 : index\n"
            "%k = vector.create_mask %one, %n, %n : vector<2x3x4xi1>\n"
            f"%out = vector.mask %k {{ {reduction} }} : vector<2x3x4xi1> -> vector<{result}>"
        )
    lib = tvmlike.compile(kernel([source, result], result, body), engine=engine)
    a = np.arange(24, dtype=np.int32).reshape(shape)
    before = np.full(kept, 100, np.int32)
    out = np.zeros(kept, np.int32)
    lib.f(a, before, out)
    lanes = np.ones(shape, bool)
    if is_masked:
        lanes[1:], lanes[:, :, 3:] = False, False
    np.testing.assert_array_equal(out, np.where(lanes, a, 0).sum(axes) + before)


@pytest.mark.parametrize("engine", ENGINES)
def test_all_dimensions_are_reduced(engine):
    lib = tvmlike.compile(
        """
        func.func @f(%m: memref<2x3xf64>) -> f64 {
          %c0 = arith.constant 0 : index
          %zero = arith.constant 0.0 : f64
          %v = vector.transfer_read %m[%c0, %c0], %zero {in_bounds = [true, true]}
            : memref<2x3xf64>, vector<2x3xf64>
          %0 = vector.multi_reduction <maximumf>, %v, %zero [0, 1] : vector<2x3xf64> to f64
          return %0 : f64
        }""",
        engine=engine,
    )
    assert lib.f(np.array([[1.0, 5.0, 2.0], [3.0, 4.0, -1.0]])) == 5.0


@pytest.mark.parametrize("engine", ENGINES)
def test_lanes_alternate(engine):
    body = (
        "%two = vector.interleave %v0, %v1 : vector<4xi32> -> vector<8xi32>\n"
        "%even, %odd = vector.deinterleave %two : vector<8xi32> -> vector<4xi32>\n"
        "%sum = arith.subi %even, %odd : vector<4xi32>\n"
        "%out = vector.interleave %sum, %even : vector<4xi32> -> vector<8xi32>"
    )
    lib = tvmlike.compile(kernel(["4xi32", "4xi32"], "8xi32", body), engine=engine)
    a, b, out = np.array([5, 6, 7, 8], np.int32), np.array([1, 2, 3, 4], np.int32), np.zeros(8, np.int32)
    lib.f(a, b, out)
    assert out.tolist() == [4, 5, 4, 6, 4, 7, 4, 8]


@pytest.mark.parametrize("engine", ENGINES)
def test_vectors_are_printed(engine, capfd):
    lib = tvmlike.compile(
        """
        func.func @f(%a: f32, %i: i32, %t: i1) {
          %v = vector.broadcast %a : f32 to vector<2x3xf32>
          %w = vector.broadcast %i : i32 to vector<2xi32>
          %m = vector.constant_mask [2] : vector<3xi1>
          vector.print %v : vector<2x3xf32>
          vector.print %w : vector<2xi32> punctuation <comma>
          vector.print %m : vector<3xi1>
          vector.print str "text"
          vector.print punctuation <newline>
          vector.print %t : i1
          %h = arith.truncf %a : f32 to f16
          vector.print %h : f16
          return
        }""",
        engine=engine,
    )
    lib.f(1.5, -2, True)
    assert capfd.readouterr().out == (
        "( ( 1.5, 1.5, 1.5 ), ( 1.5, 1.5, 1.5 ) )\n( -2, -2 ), ( 1, 1, 0 )\ntext\n1\n1.5\n"
    )
