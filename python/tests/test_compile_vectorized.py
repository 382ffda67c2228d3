"""Parallel loops that become loops over vectors: each element is what the loop over scalars makes."""

from __future__ import annotations

import random

import pytest

import tvmlike
from tvmlike import ir
from tvmlike.passmanager import PassManager

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)

TYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i64": np.int64}
FLOAT_OPS = ["addf", "subf", "mulf", "divf", "maximumf", "minimumf", "maxnumf", "minnumf"]
INTEGER_OPS = ["addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minsi", "maxui", "minui"]
SPECIAL = [0.0, -0.0, float("inf"), float("-inf"), float("nan"), 1e-40, 3.5]


def vectorized(text: str) -> str:
    """A function whose tensors are lowered to parallel loops, after the pass."""
    with ir.Context():
        module = ir.Module.parse(text)
        passes = "convert-linalg-to-parallel-loops,vectorize-parallel-loops"
        PassManager.parse(f"builtin.module({passes})").run(module.operation)
        module.operation.verify()
        return str(module)


class Body:
    """Operations on elements of some types, at random."""

    def __init__(self, rng: random.Random, known: dict[str, list[str]]) -> None:
        self.rng = rng
        self.known = known
        self.lines: list[str] = []

    def define(self, ty: str, text: str) -> str:
        name = f"%v{len(self.lines)}"
        self.lines.append(f"    {name} = {text}")
        self.known.setdefault(ty, []).append(name)
        return name

    def one(self, ty: str) -> str:
        return self.rng.choice(self.known[ty])

    def step(self) -> None:
        rng = self.rng
        ty = rng.choice([each for each in TYPES if each in self.known])
        a, b = self.one(ty), self.one(ty)
        is_float = ty[0] == "f"
        choice = rng.randrange(8)
        if choice < 5:
            name = rng.choice(FLOAT_OPS if is_float else INTEGER_OPS)
            self.define(ty, f"arith.{name} {a}, {b} : {ty}")
        elif choice == 5:
            test = (
                f"cmpf {rng.choice(['olt', 'ueq', 'one', 'uno'])}"
                if is_float
                else f"cmpi {rng.choice(['slt', 'ule', 'ne'])}"
            )
            condition = self.define("i1", f"arith.{test}, {a}, {b} : {ty}")
            self.define(ty, f"arith.select {condition}, {self.one(ty)}, {self.one(ty)} : {ty}")
        elif choice == 6 and is_float:
            name = rng.choice(["arith.negf", "math.absf", "math.sqrt"])
            self.define(ty, f"{name} {a} : {ty}")
        elif ty == "f32":
            self.define("f64", f"arith.extf {a} : f32 to f64")
        elif ty == "f64":
            self.define("f32", f"arith.truncf {a} : f64 to f32")
        else:
            self.define("f32", f"arith.sitofp {a} : {ty} to f32")


def elementwise(rng: random.Random) -> tuple[str, list[str]]:
    """A function over two inputs, one row, one number and an output, and their types."""
    types = [rng.choice(list(TYPES)) for _ in range(4)]
    body = Body(rng, {})
    for ty, name in zip(types, ["%x", "%y", "%r", "%n"]):
        body.known.setdefault(ty, []).append(name)
    for _ in range(rng.randint(1, 8)):
        body.step()
    out = rng.choice([ty for ty in TYPES if ty in body.known])
    lines = "\n".join(body.lines)
    text = f"""
    #same = affine_map<(i, j) -> (i, j)>
    #row = affine_map<(i, j) -> (j)>
    #first = affine_map<(i, j) -> (i)>
    func.func @f(%a: memref<?x?x{types[0]}>, %b: memref<?x?x{types[1]}, strided<[?, 1], offset: ?>>,
                 %c: memref<?x{types[2]}>, %d: memref<?x{types[3]}>, %o: memref<?x?x{out}>) {{
      linalg.generic {{indexing_maps = [#same, #same, #row, #first, #same],
                       iterator_types = ["parallel", "parallel"]}}
        ins(%a, %b, %c, %d : memref<?x?x{types[0]}>, memref<?x?x{types[1]}, strided<[?, 1], offset: ?>>,
            memref<?x{types[2]}>, memref<?x{types[3]}>) outs(%o : memref<?x?x{out}>) {{
      ^bb0(%x: {types[0]}, %y: {types[1]}, %r: {types[2]}, %n: {types[3]}, %old: {out}):
    {lines}
        linalg.yield {body.known[out][-1]} : {out}
      }}
      return
    }}"""
    return text, [*types, out]


def numbers(rng: random.Random, ty: str, *shape: int):
    count = int(np.prod(shape))
    if ty[0] == "f":
        values = [rng.choice(SPECIAL) if rng.random() < 0.2 else rng.uniform(-9, 9) for _ in range(count)]
    else:
        values = [rng.choice([rng.randint(-9, 9), rng.randint(-(2**31), 2**31 - 1)]) for _ in range(count)]
    return np.array(values).astype(TYPES[ty]).reshape(shape)


def test_elements_are_those_of_the_loop_over_scalars():
    rng = random.Random(11)
    for _ in range(60):
        text, types = elementwise(rng)
        fast, slow = tvmlike.compile(text), tvmlike.compile(text, optimize=False)
        for rows, columns in ((1, 1), (2, 3), (3, 4), (2, 19), (0, 5), (4, 0)):
            wide = numbers(rng, types[1], rows, columns + 3)
            arrays = [
                numbers(rng, types[0], rows, columns),
                wide[:, 2 : 2 + columns],
                numbers(rng, types[2], columns),
                numbers(rng, types[3], rows),
            ]
            outcomes = [np.zeros((rows, columns), TYPES[types[4]]) for _ in range(2)]
            for lib, outcome in zip((fast, slow), outcomes):
                lib.f(*arrays, outcome)
            np.testing.assert_array_equal(outcomes[0], outcomes[1], text)
            zeros = [np.signbit(each[each == 0]) for each in outcomes]
            np.testing.assert_array_equal(zeros[0], zeros[1], text)


MATMUL = """
func.func @f(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}"""


@pytest.mark.parametrize("threads", [1, 2])
def test_sums_have_the_order_of_the_loop(threads):
    fast, slow = tvmlike.compile(MATMUL, threads=threads), tvmlike.compile(MATMUL, optimize=False)
    rng = np.random.default_rng(0)
    for rows, inner, columns in ((1, 1, 1), (3, 5, 4), (2, 7, 23), (5, 0, 6), (4, 33, 64)):
        a, b = rng.random((rows, inner), np.float32), rng.random((inner, columns), np.float32)
        outcomes = [np.ones((rows, columns), np.float32) for _ in range(2)]
        for lib, outcome in zip((fast, slow), outcomes):
            lib.f(a, b, outcome)
        np.testing.assert_array_equal(outcomes[0], outcomes[1])
        np.testing.assert_allclose(outcomes[0], 1 + a @ b, rtol=1e-5)


PARALLEL = """
func.func @f(%x: memref<?xf64>, %y: memref<?xf64>, %from: index, %to: index, %scale: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  scf.parallel (%i) = (%from) to (%to) step (%c1) {
    %next = arith.addi %i, %c1 : index
    %before = arith.subi %i, %c1 : index
    %0 = memref.load %x[%next] : memref<?xf64>
    %1 = memref.load %x[%before] : memref<?xf64>
    %2 = arith.subf %0, %1 : f64
    %all, %last = scf.for %k = %c0 to %c3 step %c1 iter_args(%s = %zero, %t = %2) -> (f64, f64) {
      %3 = arith.addf %s, %2 : f64
      scf.yield %3, %scale : f64, f64
    }
    %4 = arith.mulf %all, %last : f64
    memref.store %4, %y[%i] : memref<?xf64>
    scf.reduce
  }
  return
}"""


@pytest.mark.parametrize("threads", [1, 2])
def test_neighbours_and_what_loops_pass_on(threads):
    lib = tvmlike.compile(PARALLEL, threads=threads)
    for start, stop in ((1, 1), (5, 2), (1, 2), (1, 31), (7, 24)):
        x, y = np.arange(32.0) ** 2, np.zeros(32)
        lib.f(x, y, start, stop, 2.0)
        wanted = np.zeros(32)
        for i in range(start, stop):
            wanted[i] = 3 * (x[i + 1] - x[i - 1]) * 2
        np.testing.assert_array_equal(y, wanted)


def access(text: str) -> str:
    return f"""
    func.func @f(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %z: memref<?xindex>, %s: memref<?xf32>) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = memref.dim %x, %c1 : memref<?x?xf32>
      scf.parallel (%i) = (%c0) to (%n) step (%c1) {{
        {text}
        scf.reduce
      }}
      return
    }}"""


LOAD, STORE = (
    "%0 = memref.load %x[%c0, %i] : memref<?x?xf32>",
    "memref.store %0, %y[%c0, %i] : memref<?x?xf32>",
)


def test_what_vectors_cannot_compute_stays():
    assert "vector.load" in vectorized(access(LOAD + "\n" + STORE))
    others = [
        # A column.
        "%0 = memref.load %x[%i, %c0] : memref<?x?xf32>\n" + STORE,
        # All iterations write one element.
        LOAD + "\nmemref.store %0, %y[%c0, %c0] : memref<?x?xf32>",
        # Numbers of iterations as data.
        "memref.store %i, %z[%i] : memref<?xindex>",
        # A function of the C library.
        LOAD + "\n%1 = math.exp %0 : f32\nmemref.store %1, %y[%c0, %i] : memref<?x?xf32>",
        # Elements that other elements name.
        "%k = memref.load %z[%i] : memref<?xindex>\n%0 = memref.load %x[%c0, %k] : memref<?x?xf32>\n" + STORE,
        # An effect.
        LOAD + "\nmemref.assume_alignment %y, 4 : memref<?x?xf32>\nfunc.call @f(%x, %y, %z, %s) : "
        "(memref<?x?xf32>, memref<?x?xf32>, memref<?xindex>, memref<?xf32>) -> ()\n" + STORE,
        # A choice.
        LOAD + "\n%q = arith.cmpi slt, %c0, %n : index\nscf.if %q {\n" + STORE + "\n}",
        # A loop of which each iteration has its own bound.
        LOAD + "\nscf.for %k = %c0 to %i step %c1 {\n" + STORE + "\n}",
    ]
    for body in others:
        text = access(body)
        assert "vector" not in vectorized(text), body


def test_known_sizes_need_no_rest():
    text = """
    func.func @f(%x: memref<8xf32>) {
      linalg.exp2 ins(%x : memref<8xf32>) outs(%x : memref<8xf32>)
      linalg.add ins(%x, %x : memref<8xf32>, memref<8xf32>) outs(%x : memref<8xf32>)
      return
    }""".replace("linalg.exp2", "linalg.abs")
    printed = vectorized(text)
    assert printed.count("scf.parallel") == 2
    assert printed.count("vector.store") == 2
    array = np.arange(-4, 4, dtype=np.float32)
    tvmlike.compile(text).f(array)
    np.testing.assert_array_equal(array, 2 * np.abs(np.arange(-4, 4)))


OVERLAP = """
func.func @f(%x: memref<?xf32, strided<[1], offset: ?>>, %y: memref<?xf32, strided<[1], offset: ?>>) {
  %two = arith.constant 2.0 : f32
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]}
    ins(%x : memref<?xf32, strided<[1], offset: ?>>) outs(%y : memref<?xf32, strided<[1], offset: ?>>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %two : f32
    linalg.yield %0 : f32
  }
  return
}"""


def test_memory_that_overlaps_is_read_and_written_in_order():
    lib = tvmlike.compile(OVERLAP)
    for shift in (-9, -5, -4, -2, -1, 0, 1, 2, 3, 4, 5, 9):
        whole = np.arange(40, dtype=np.float32)
        wanted = whole.copy()
        for i in range(20):
            wanted[10 + shift + i] = 2 * wanted[10 + i]
        lib.f(whole[10:30], whole[10 + shift : 30 + shift])
        np.testing.assert_array_equal(whole, wanted)


def test_overlap_is_checked_only_where_it_is_possible():
    assert vectorized(OVERLAP).count("scf.if") == 1
    promised = OVERLAP.replace(
        "%y: memref<?xf32, strided<[1], offset: ?>>)",
        "%y: memref<?xf32, strided<[1], offset: ?>> {llvm.noalias})",
    )
    assert vectorized(promised).count("scf.if") == 0
    own = """
    func.func @f(%x: memref<?xf32>, %n: index) -> memref<?xf32> {
      %y = memref.alloc(%n) : memref<?xf32>
      linalg.abs ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
      return %y : memref<?xf32>
    }"""
    assert vectorized(own).count("scf.if") == 0
    assert "vector.load" in vectorized(own)


def test_views_in_any_direction():
    view = "memref<?x?xf32, strided<[?, 1], offset: ?>>"
    text = f"""
    func.func @f(%x: {view}, %y: {view}) {{
      linalg.negf ins(%x : {view}) outs(%y : {view})
      return
    }}"""
    lib = tvmlike.compile(text)
    for of, to in (
        (np.s_[::-1, 2:9], np.s_[::-1, 10:17]),
        (np.s_[4:0:-1, :9], np.s_[:4, :9]),
        (np.s_[:0, :9], np.s_[:0, :9]),
        (np.s_[:, :9], np.s_[:, :9]),
        (np.s_[1:, 3:], np.s_[:-1, 2:-1]),
    ):
        whole = np.arange(5 * 20, dtype=np.float32).reshape(5, 20)
        wanted = whole.copy()
        x, y = wanted[of], wanted[to]
        for i in range(x.shape[0]):
            for j in range(x.shape[1]):
                y[i, j] = -x[i, j]
        lib.f(whole[of], whole[to])
        np.testing.assert_array_equal(whole, wanted)


def test_a_view_of_a_parameter_overlaps_it():
    view = "memref<?xf32, strided<[1], offset: ?>>"
    text = f"""
    func.func @f(%all: {view} {{llvm.noalias}}, %from: index, %to: index, %n: index) {{
      %x = memref.subview %all[%from] [%n] [1] : {view} to {view}
      %y = memref.subview %all[%to] [%n] [1] : {view} to {view}
      linalg.negf ins(%x : {view}) outs(%y : {view})
      linalg.negf ins(%all : {view}) outs(%all : {view})
      return
    }}
    func.func @into(%all: {view} {{llvm.noalias}}, %to: index, %n: index) {{
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %y = memref.subview %all[%to] [%n] [1] : {view} to {view}
      scf.parallel (%i) = (%zero) to (%n) step (%one) {{
        %e = memref.load %all[%i] : {view}
        %m = arith.negf %e : f32
        memref.store %m, %y[%i] : {view}
      }}
      return
    }}"""
    lib = tvmlike.compile(text)
    for start, to in ((0, 0), (0, 1), (1, 0), (0, 3), (9, 5), (2, 20)):
        whole = np.arange(40, dtype=np.float32)
        wanted = whole.copy()
        for i in range(20):
            wanted[to + i] = -wanted[start + i]
        once = whole.copy()
        lib.f(once, start, to, 20)
        np.testing.assert_array_equal(-once, wanted)
        if start == 0:
            lib.into(whole, to, 20)
            np.testing.assert_array_equal(whole, wanted)
