"""Vectors, compiled by both engines, compared with NumPy, and with what mlir-opt makes of the same text."""

from __future__ import annotations

import shutil
import subprocess

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
MLIR_OPT = shutil.which("mlir-opt-22")
# MLIR's own lowering.
PASSES = [
    "convert-scf-to-cf",
    "convert-vector-to-llvm",
    "expand-strided-metadata",
    "lower-affine",
    "finalize-memref-to-llvm",
    "convert-arith-to-llvm",
    "convert-ub-to-llvm",
    "convert-cf-to-llvm",
    "convert-func-to-llvm",
    "reconcile-unrealized-casts",
]


def lower(text, passes):
    command = [MLIR_OPT, *(f"--{name}" for name in passes)]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def libraries(text, engine, signatures):
    """The text lowered by tvmlike, and by mlir-opt where there is one."""
    text = text.replace(") {", ") attributes {llvm.emit_c_interface} {")
    yield tvmlike.compile(text, engine=engine)
    if MLIR_OPT is not None:
        yield tvmlike.compile(lower(text, PASSES), engine=engine, signatures=signatures)


LOOP = """
    func.func @squares(%x: memref<?xf32>, %y: memref<?xf32>) {
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %p = arith.constant 0.0 : f32
      %n = memref.dim %x, %c0 : memref<?xf32>
      scf.for %i = %c0 to %n step %c4 {
        %0 = vector.transfer_read %x[%i], %p : memref<?xf32>, vector<4xf32>
        %1 = arith.mulf %0, %0 : vector<4xf32>
        vector.transfer_write %1, %y[%i] : vector<4xf32>, memref<?xf32>
      }
      return
    }"""


@pytest.mark.parametrize("engine", ENGINES)
def test_transfers_stay_within_memrefs(engine):
    signatures = {"squares": "(memref<?xf32>, memref<?xf32>) -> ()"}
    for lib in libraries(LOOP, engine, signatures):
        for n in (0, 1, 3, 4, 5, 8, 11):
            x = np.arange(n, dtype=np.float32) - 2
            # What lies behind the array keeps its value.
            memory = np.full(n + 4, 7, np.float32)
            lib.squares(x, memory[:n])
            np.testing.assert_array_equal(memory, [*(x * x), 7, 7, 7, 7])


REDUCTIONS = {
    "add": ("f32", lambda v: v.sum()),
    "mul": ("f32", lambda v: v.prod()),
    "maximumf": ("f32", lambda v: v.max()),
    "minimumf": ("f32", lambda v: v.min()),
    "maxnumf": ("f32", lambda v: v.max()),
    "minnumf": ("f32", lambda v: v.min()),
    "maxsi": ("i32", lambda v: v.max()),
    "minsi": ("i32", lambda v: v.min()),
    "maxui": ("i32", lambda v: v.view(np.uint32).max().view(np.int32)),
    "minui": ("i32", lambda v: v.view(np.uint32).min().view(np.int32)),
    "and": ("i32", np.bitwise_and.reduce),
    "or": ("i32", np.bitwise_or.reduce),
    "xor": ("i32", np.bitwise_xor.reduce),
}


@pytest.mark.parametrize("engine", ENGINES)
def test_reductions(engine):
    text = "".join(
        f"""
        func.func @{kind}(%x: memref<4x{ty}>, %a: {ty}) -> ({ty}, {ty}) {{
          %c0 = arith.constant 0 : index
          %v = vector.load %x[%c0] : memref<4x{ty}>, vector<4x{ty}>
          %0 = vector.reduction <{kind}>, %v : vector<4x{ty}> into {ty}
          %1 = vector.reduction <{kind}>, %v, %a : vector<4x{ty}> into {ty}
          return %0, %1 : {ty}, {ty}
        }}"""
        for kind, (ty, _) in REDUCTIONS.items()
    )
    signatures = {kind: f"(memref<4x{ty}>, {ty}) -> ({ty}, {ty})" for kind, (ty, _) in REDUCTIONS.items()}
    for lib in libraries(text, engine, signatures):
        for kind, (ty, expected) in REDUCTIONS.items():
            dtype = np.float32 if ty == "f32" else np.int32
            values = np.array([3, -5, 2, 6], dtype)
            alone, combined = lib[kind](values, -7)
            with_start = expected(np.array([expected(values), -7], dtype))
            assert (alone, combined) == (expected(values), with_start), kind


SHAPES = """
    func.func @shapes(%x: memref<2x4xf32>, %t: memref<4x2xf32>, %s: memref<8xf32>, %o: memref<2x4xf32>,
                      %f: memref<4xf32>, %i: index) -> (f32, f32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %a = vector.load %x[%c0, %c0] : memref<2x4xf32>, vector<4xf32>
      %b = vector.load %x[%c1, %c0] : memref<2x4xf32>, vector<4xf32>
      %p = ub.poison : vector<2x4xf32>
      %m0 = vector.insert %a, %p[0] : vector<4xf32> into vector<2x4xf32>
      %m = vector.insert %b, %m0[1] : vector<4xf32> into vector<2x4xf32>
      %transposed = vector.transpose %m, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
      %t0 = vector.extract %transposed[0] : vector<2xf32> from vector<4x2xf32>
      %t1 = vector.extract %transposed[1] : vector<2xf32> from vector<4x2xf32>
      %t2 = vector.extract %transposed[2] : vector<2xf32> from vector<4x2xf32>
      %t3 = vector.extract %transposed[3] : vector<2xf32> from vector<4x2xf32>
      vector.store %t0, %t[%c0, %c0] : memref<4x2xf32>, vector<2xf32>
      vector.store %t1, %t[%c1, %c0] : memref<4x2xf32>, vector<2xf32>
      vector.store %t2, %t[%c2, %c0] : memref<4x2xf32>, vector<2xf32>
      vector.store %t3, %t[%c3, %c0] : memref<4x2xf32>, vector<2xf32>
      %flat = vector.shape_cast %m : vector<2x4xf32> to vector<8xf32>
      vector.store %flat, %s[%c0] : memref<8xf32>, vector<8xf32>
      %pair = vector.extract_strided_slice %a {offsets = [1], sizes = [2], strides = [1]}
          : vector<4xf32> to vector<2xf32>
      %outer = vector.outerproduct %pair, %b : vector<2xf32>, vector<4xf32>
      %o0 = vector.extract %outer[0] : vector<4xf32> from vector<2x4xf32>
      %o1 = vector.extract %outer[1] : vector<4xf32> from vector<2x4xf32>
      vector.store %o0, %o[%c0, %c0] : memref<2x4xf32>, vector<4xf32>
      vector.store %o1, %o[%c1, %c0] : memref<2x4xf32>, vector<4xf32>
      %mixed = vector.shuffle %a, %b [0, 5, 2, 7] : vector<4xf32>, vector<4xf32>
      %sum = vector.fma %mixed, %a, %b : vector<4xf32>
      %inserted = vector.insert_strided_slice %pair, %sum {offsets = [2], strides = [1]}
          : vector<2xf32> into vector<4xf32>
      vector.store %inserted, %f[%c0] : memref<4xf32>, vector<4xf32>
      %e = vector.extract %a[%i] : f32 from vector<4xf32>
      %g = vector.extract %m[1, 3] : f32 from vector<2x4xf32>
      return %e, %g : f32, f32
    }"""


@pytest.mark.parametrize("engine", ENGINES)
def test_shapes(engine):
    text = SHAPES.replace("\n                      ", " ")
    head = text.split("@shapes")[1].split(" {")[0]
    for lib in libraries(text, engine, {"shapes": head}):
        x = np.arange(8, dtype=np.float32).reshape(2, 4) * 2 + 1
        t, s, o, f = (np.zeros(n, np.float32) for n in ((4, 2), 8, (2, 4), 4))
        assert lib.shapes(x, t, s, o, f, 2) == (x[0, 2], x[1, 3])
        a, b = x
        np.testing.assert_array_equal(t, x.T)
        np.testing.assert_array_equal(s, x.ravel())
        np.testing.assert_array_equal(o, np.outer(a[1:3], b))
        fma = np.array([a[0], b[1], a[2], b[3]]) * a + b
        np.testing.assert_array_equal(f, [*fma[:2], a[1], a[2]])


@pytest.mark.parametrize("engine", ENGINES)
def test_vectors_wider_than_registers(engine):
    text = """
        func.func @wide(%x: memref<16xf64>, %y: memref<16xf64>) {
          %c0 = arith.constant 0 : index
          %half = arith.constant dense<0.5> : vector<16xf64>
          %0 = vector.load %x[%c0] : memref<16xf64>, vector<16xf64>
          %1 = arith.mulf %0, %half : vector<16xf64>
          %2 = arith.cmpf ogt, %1, %half : vector<16xf64>
          %3 = arith.select %2, %1, %0 : vector<16xi1>, vector<16xf64>
          vector.store %3, %y[%c0] : memref<16xf64>, vector<16xf64>
          return
        }"""
    for lib in libraries(text, engine, {"wide": "(memref<16xf64>, memref<16xf64>) -> ()"}):
        x, y = np.linspace(-3, 3, 16), np.zeros(16)
        lib.wide(x, y)
        np.testing.assert_array_equal(y, np.where(x * 0.5 > 0.5, x * 0.5, x))


def test_what_is_not_lowered_is_named():
    text = """
        func.func @f(%a: vector<4xf32>, %b: vector<[4]xf32>) -> vector<[4]xf32> {
          %0 = vector.scalable.insert %a, %b[0] : vector<4xf32> into vector<[4]xf32>
          return %0 : vector<[4]xf32>
        }"""
    with pytest.raises(tvmlike.ir.MLIRError, match=r"scalable"):
        tvmlike.compile(text)


TRANSFERS = {
    # The type of the memref, that of the vector, the map, in_bounds, the mask.
    "rows": ("memref<?x?xf32>", (2, 4), "(a, b) -> (a, b)", "", None),
    "columns": ("memref<?x?xf32>", (2, 4), "(a, b) -> (b, a)", "", None),
    "repeated": ("memref<?x?xf32>", (3, 4), "(a, b) -> (0, b)", "true, false", None),
    "repeated_lanes": ("memref<?x?xf32>", (3, 4), "(a, b) -> (a, 0)", "false, true", None),
    "everywhere": ("memref<?x?xf32>", (3, 4), "(a, b) -> (0, 0)", "true, true", None),
    "down": ("memref<?x?xf32>", (4,), "(a, b) -> (a)", "", None),
    "masked": ("memref<?x?xf32>", (2, 4), "(a, b) -> (a, b)", "", (2, 4)),
    "masked_columns": ("memref<?x?xf32>", (2, 4), "(a, b) -> (b, a)", "", (4, 2)),
    "masked_down": ("memref<?x?xf32>", (4,), "(a, b) -> (a)", "", (4,)),
    "strided": ("memref<?x?xf32, strided<[?, ?], offset: ?>>", (2, 3), "(a, b) -> (a, b)", "", None),
}


def transfers():
    """Functions that read a part of %x, and ones that write it to %y."""
    for name, (memref, sizes, map_, bounds, mask) in TRANSFERS.items():
        vector = f"vector<{'x'.join(map(str, sizes))}xf32>"
        attributes = f"{{permutation_map = affine_map<{map_}>"
        attributes += f", in_bounds = [{bounds}]}}" if bounds else "}"
        ones = ", ".join(["%n", "%n"][: len(mask or ())])
        given = f"vector<{'x'.join(map(str, mask))}xi1>" if mask else ""
        made = f"%k = vector.create_mask {ones} : {given}" if mask else ""
        used = ", %k" if mask else ""
        store = "vector.transfer_write %v, %o[" + ", ".join(["%c0"] * len(sizes)) + "]"
        out = f"memref<{'x'.join(map(str, sizes))}xf32>"
        yield f"""
            func.func @read_{name}(%x: {memref}, %o: {out}, %i: index, %j: index, %n: index) {{
              %c0 = arith.constant 0 : index
              %p = arith.constant -1.0 : f32
              {made}
              %v = vector.transfer_read %x[%i, %j], %p{used} {attributes} : {memref}, {vector}
              {store} : {vector}, {out}
              return
            }}"""
        if "0" in map_:
            continue
        load = "vector.transfer_read %o[" + ", ".join(["%c0"] * len(sizes)) + "], %p"
        yield f"""
            func.func @write_{name}(%x: {memref}, %o: {out}, %i: index, %j: index, %n: index) {{
              %c0 = arith.constant 0 : index
              %p = arith.constant -1.0 : f32
              {made}
              %v = {load} : {out}, {vector}
              vector.transfer_write %v, %x[%i, %j]{used} {attributes} : {vector}, {memref}
              return
            }}"""


def touched(name, i, j, n, shape):
    """The places of a transfer: in the vector, and in the memref, or `None` where there is nothing."""
    _, sizes, map_, _, mask = TRANSFERS[name]
    results = map_.split("-> (")[1].rstrip(")").split(", ")
    for place in np.ndindex(*sizes):
        index = [i, j]
        for result, offset in zip(results, place):
            if result != "0":
                index["ab".index(result)] += offset
        within = all(at < size for at, size in zip(index, shape))
        # The mask has the order of the memref.
        moved = sorted((result, offset) for result, offset in zip(results, place) if result != "0")
        is_set = mask is None or all(offset < n for _, offset in moved)
        yield place, tuple(index) if within and is_set else None


@pytest.mark.parametrize("engine", ENGINES)
def test_transfers_of_several_dimensions(engine, monkeypatch):
    monkeypatch.setitem(globals(), "PASSES", ["convert-vector-to-scf", *PASSES])
    texts = list(transfers())
    heads = [text.split("@")[1].split(" {")[0] for text in texts]
    signatures = {head.split("(")[0]: head[head.index("(") :] + " -> ()" for head in heads}
    for lib in libraries("\n".join(texts), engine, signatures):
        for name, (_, sizes, *_) in TRANSFERS.items():
            for i, j, n in ((0, 0, 1), (1, 2, 2), (2, 1, 3), (4, 5, 0)):
                wide = np.arange(120, dtype=np.float32).reshape(10, 12)
                x = wide[::2, ::2] if name == "strided" else wide[:5, :6].copy()
                out = np.zeros(sizes, np.float32)
                lib[f"read_{name}"](x, out, i, j, n)
                places = list(touched(name, i, j, n, x.shape))
                expected = [-1 if at is None else x[at] for _, at in places]
                np.testing.assert_array_equal(out.ravel(), expected, err_msg=name)
                if f"write_{name}" not in signatures:
                    continue
                out = np.arange(1000, 1000 + out.size, dtype=np.float32).reshape(sizes)
                wanted = x.copy()
                for place, at in places:
                    if at is not None:
                        wanted[at] = out[place]
                lib[f"write_{name}"](x, out, i, j, n)
                np.testing.assert_array_equal(x, wanted, err_msg=name)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("unrolls", [False, True])
def test_masks_lie_as_the_memory_does(engine, unrolls):
    """MLIR 22 takes them to lie as the vector."""
    memref = "memref<?x?x?xf32>"
    text = f"""
        func.func @read(%x: {memref}, %o: memref<2x2xf32>, %m: index, %n: index) {{
          %c0 = arith.constant 0 : index
          %p = arith.constant -1.0 : f32
          %k = vector.create_mask %m, %n : vector<2x2xi1>
          %v = vector.transfer_read %x[%c0, %c0, %c0], %p, %k
              {{permutation_map = affine_map<(a, b, c) -> (b, a)>}} : {memref}, vector<2x2xf32>
          vector.transfer_write %v, %o[%c0, %c0] : vector<2x2xf32>, memref<2x2xf32>
          return
        }}
        func.func @write(%x: {memref}, %o: memref<2x2xf32>, %m: index, %n: index) {{
          %c0 = arith.constant 0 : index
          %p = arith.constant -1.0 : f32
          %k = vector.create_mask %m, %n : vector<2x2xi1>
          %v = vector.transfer_read %o[%c0, %c0], %p : memref<2x2xf32>, vector<2x2xf32>
          vector.transfer_write %v, %x[%c0, %c0, %c0], %k
              {{permutation_map = affine_map<(a, b, c) -> (a, c)>}} : vector<2x2xf32>, {memref}
          return
        }}""".replace("\n              {", " {")
    passes = [f"convert-vector-to-scf{{full-unroll={str(unrolls).lower()}}}", "lower-affine", *PASSES]
    text = text.replace(") {", ") attributes {llvm.emit_c_interface} {")
    signature = f"({memref}, memref<2x2xf32>, index, index) -> ()"
    signatures = {"read": signature, "write": signature}
    pipeline = f"builtin.module({','.join(passes)})"
    lib = tvmlike.compile(text, engine=engine, pipeline=pipeline, signatures=signatures)
    for m, n in ((0, 2), (1, 2), (2, 1), (2, 2)):
        x, out = np.arange(27, dtype=np.float32).reshape(3, 3, 3), np.zeros((2, 2), np.float32)
        lib.read(x, out, m, n)
        wanted = [[x[a, b, 0] if a < m and b < n else -1 for a in range(2)] for b in range(2)]
        np.testing.assert_array_equal(out, wanted)
        after = x.copy()
        after[:m, 0, :n] = out[:m, :n]
        lib.write(x, out, m, n)
        np.testing.assert_array_equal(x, after)
