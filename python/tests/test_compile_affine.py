"""Random loops of affine: fused or tiled, they compute what they compute as they are."""

from __future__ import annotations

import random

import pytest

import tvmlike
from tvmlike import ir, passmanager

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)

SIZES = {1: (24,), 2: (8, 12)}
PIPELINES = [
    "affine-loop-fusion",
    "affine-loop-fusion{mode=producer}",
    "affine-loop-fusion{mode=sibling}",
    "affine-loop-fusion{maximal=true}",
    "affine-loop-fusion{compute-tolerance=10.0}",
    "affine-loop-tile{cache-size=1 separate=true}",
    "affine-loop-tile{tile-sizes=3,5 separate=true}",
    "affine-loop-tile{tile-size=4}",
    "affine-loop-fusion,affine-loop-tile{tile-size=4 separate=true},affine-scalrep",
]
SIGNATURE = "%x: f64, %n: index, %a: {2}, %b: {1}, %c: {2}, %d: {2}, %e: {1}"


def memref(rank):
    return f"memref<{'x'.join(map(str, SIZES[rank]))}xf64>"


class Nests:
    """Writes nests of loops, all of whose accesses are in bounds."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.lines = []
        self.names = iter(range(10**6))
        self.memrefs = {"%a": 2, "%b": 1, "%c": 2}

    def name(self):
        return f"%v{next(self.names)}"

    def index(self, variables, size):
        """An expression of a variable, whose range is known."""
        rng = self.rng
        if not variables or rng.random() < 0.1:
            return str(rng.randrange(size))
        name, low, high = rng.choice(variables)
        shift = rng.randint(-2, 3)
        fitting = [f"{name} mod {size}"]
        if high < size:
            fitting = [name, name, name, f"-{name} + {size - 1}"]
            if low + shift >= 0 and high + shift < size:
                fitting.append(f"{name} + {shift}")
        if high * 2 < size:
            fitting.append(f"{name} * 2")
        if high // 2 < size:
            fitting.append(f"{name} floordiv 2")
        return rng.choice(fitting)

    def access(self, variables, name):
        sizes = SIZES[self.memrefs[name]]
        own = variables[-len(sizes) :]
        if len(own) == len(sizes) and self.rng.random() < 0.6:
            pairs = zip(own, sizes)
            indices = [var[0] if var[2] < size else self.index(variables, size) for var, size in pairs]
        else:
            indices = [self.index(variables, size) for size in sizes]
        return f"{name}[{', '.join(indices)}] : {memref(len(sizes))}"

    def define(self, text):
        name = self.name()
        self.lines.append(f"{name} = {text}")
        return name

    def body(self, variables):
        rng, memrefs = self.rng, list(self.memrefs)
        values = ["%x"]
        for _ in range(rng.randint(0, 3)):
            values.append(self.define(f"affine.load {self.access(variables, rng.choice(memrefs))}"))
        for _ in range(rng.randint(0, 2)):
            operation = rng.choice(["addf", "subf", "maximumf"])
            values.append(self.define(f"arith.{operation} {rng.choice(values)}, {rng.choice(values)} : f64"))
        if variables and rng.random() < 0.2:
            whole = self.define(f"arith.index_cast {rng.choice(variables)[0]} : index to i64")
            values.append(self.define(f"arith.sitofp {whole} : i64 to f64"))
        for _ in range(rng.choice([1, 1, 1, 2])):
            self.lines.append(f"affine.store {values[-1]}, {self.access(variables, rng.choice(memrefs))}")

    def bounds(self, outer, size):
        """The bounds of a loop as text, and the least and the greatest number."""
        kind = self.rng.randrange(14)
        if kind == 0:
            return f"2 to {size}", 2, size - 1
        if kind == 1:
            return f"0 to {size} step {self.rng.choice([2, 3])}", 0, size - 1
        if kind == 2:
            return f"0 to {size // 2}", 0, size // 2 - 1
        if kind == 3:
            return f"0 to min affine_map<()[s0] -> (s0, {size})>()[%n]", 0, size - 1
        if outer and kind in (4, 5) and outer[-1][2] + 3 < size:
            name, low, high = outer[-1]
            if kind == 4:
                return f"0 to affine_map<(d0) -> (d0 + 1)>({name})", 0, high
            span = f"affine_map<(d0) -> (d0)>({name}) to affine_map<(d0) -> (d0 + 3)>({name})"
            return span, low, high + 2
        return f"0 to {size}", 0, size - 1

    def nest(self, outer):
        variables = list(outer)
        sizes = self.rng.choice([(8,), (24,), (8, 12), (8, 12), (8, 12), (8, 12, 2)])
        for size in sizes:
            text, low, high = self.bounds(variables, size)
            name = self.name()
            self.lines.append(f"affine.for {name} = {text} {{")
            variables.append((name, low, high))
            if self.rng.random() < 0.1:
                self.body(variables)
        self.body(variables)
        self.lines.extend("}" for _ in sizes)

    def all_elements(self, rank, line):
        """A nest that executes a line for each element."""
        names = [self.name() for _ in range(rank)]
        for name, size in zip(names, SIZES[rank]):
            self.lines.append(f"affine.for {name} = 0 to {size} {{")
        self.lines.append(line.replace("INDICES", ", ".join(names)))
        self.lines.extend("}" * rank)

    def function(self, name):
        rng = self.rng
        own = [(f"%m{number}", rng.choice([1, 2, 2])) for number in range(rng.randint(0, 3))]
        for memory, rank in own:
            self.memrefs[memory] = rank
            self.lines.append(f"{memory} = memref.alloc() : {memref(rank)}")
            self.all_elements(rank, f"affine.store %x, {memory}[INDICES] : {memref(rank)}")
        is_nested = rng.random() < 0.1
        if is_nested:
            self.lines.append("affine.for %o = 0 to 4 {")
        for _ in range(rng.randint(2, 5)):
            self.nest([("%o", 0, 3)] if is_nested else [])
            if rng.random() < 0.1:
                chosen = rng.choice(list(self.memrefs))
                rank = self.memrefs[chosen]
                self.lines.append(f"affine.store %x, {chosen}[{', '.join('0' * rank)}] : {memref(rank)}")
        if is_nested:
            self.lines.append("}")
        for memory, rank in own:
            if rng.random() < 0.4:
                value, to = self.name(), "%d" if rank == 2 else "%e"
                read = f"{value} = affine.load {memory}[INDICES] : {memref(rank)}\n"
                self.all_elements(rank, read + f"affine.store {value}, {to}[INDICES] : {memref(rank)}")
            self.lines.append(f"memref.dealloc {memory} : {memref(rank)}")
        arguments = SIGNATURE.format(None, memref(1), memref(2))
        body = "\n".join(self.lines)
        return f"func.func @{name}({arguments}) {{\n{body}\nreturn\n}}\n"


def after(text, passes):
    with ir.Context():
        module = ir.Module.parse(text)
        passmanager.PassManager.parse(f"builtin.module(func.func({passes}))").run(module.operation)
        return str(module)


def results(function, n):
    """What a function makes of whole numbers."""
    rng = np.random.default_rng(n)
    memory = [rng.integers(-9, 9, SIZES[rank]).astype(float) for rank in (2, 1, 2, 2, 1)]
    function(3.0, n, *memory)
    return memory


@pytest.mark.parametrize("passes", PIPELINES)
def test_random_loops_compute_the_same(passes):
    count = 150
    text = "".join(Nests(seed).function(f"f{seed}") for seed in range(count))
    before, made = tvmlike.compile(text), tvmlike.compile(after(text, passes))
    for seed in range(count):
        for n in (0, 5, 100):
            pairs = zip(results(before[f"f{seed}"], n), results(made[f"f{seed}"], n))
            assert all(np.array_equal(a, b, equal_nan=True) for a, b in pairs), (seed, n)


# What MLIR's passes make of these is wrong.
WRONG = {
    "a nest that changes what it reads is computed twice": (
        "affine-loop-fusion",
        """
        affine.for %i = 0 to 8 {
          %0 = affine.load %b[%i] : memref<24xf64>
          %1 = arith.addf %x, %0 : f64
          affine.store %1, %b[%i] : memref<24xf64>
        }
        affine.for %i = 0 to 8 {
          affine.for %k = 0 to 2 {
            %0 = affine.load %b[%k] : memref<24xf64>
            affine.store %0, %c[%k, %i] : memref<8x12xf64>
          }
        }""",
    ),
    "a nest is removed of which a part is fused": (
        "affine-loop-fusion",
        """
        %m = memref.alloc() : memref<8x12xf64>
        affine.for %i = 0 to 8 {
          affine.for %k = 0 to 12 {
            affine.store %x, %m[%i, %k] : memref<8x12xf64>
          }
        }
        affine.for %i = 0 to 8 {
          %0 = affine.load %m[%i, %i] : memref<8x12xf64>
          affine.store %0, %a[%i, %i] : memref<8x12xf64>
        }
        affine.for %i = 0 to 8 {
          affine.for %k = 0 to 12 {
            %0 = affine.load %m[%i, %k] : memref<8x12xf64>
            affine.store %0, %d[-%i + 7, -%k + 11] : memref<8x12xf64>
          }
        }
        memref.dealloc %m : memref<8x12xf64>""",
    ),
    "tiles change which write is the last": (
        "affine-loop-tile{tile-size=4}",
        """
        affine.for %i = 0 to 8 {
          affine.for %k = 0 to 12 {
            %0 = arith.index_cast %i : index to i64
            %1 = arith.sitofp %0 : i64 to f64
            affine.store %1, %a[%i, 9] : memref<8x12xf64>
            affine.store %1, %a[%i floordiv 2, %k] : memref<8x12xf64>
          }
        }""",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_loops_keep_what_mlir_changes(what):
    passes, body = WRONG[what]
    arguments = SIGNATURE.format(None, memref(1), memref(2))
    text = f"func.func @f({arguments}) {{\n{body}\nreturn\n}}\n"
    before, made = tvmlike.compile(text), tvmlike.compile(after(text, passes))
    pairs = zip(results(before.f, 1), results(made.f, 1))
    assert all(np.array_equal(a, b) for a, b in pairs)


@pytest.mark.parametrize("shifts", [False, True], ids=["selects", "shifts"])
def test_divisions_round_as_affine_expressions_say(shifts):
    divisors = [1, 2, 3, 4, 7, 64, 2**62]
    expressions = [f"d0 {op} {by}" for by in divisors for op in ("floordiv", "ceildiv", "mod")]
    lines = [f"%{at} = affine.apply affine_map<(d0) -> ({text})>(%x)" for at, text in enumerate(expressions)]
    results = ", ".join(f"%{at}" for at in range(len(expressions)))
    types = ", ".join("index" for _ in expressions)
    function = f"func.func @f(%x: index) -> ({types}) {{ {chr(10).join(lines)} return {results} : {types} }}"
    with ir.Context():
        module = ir.Module.parse(function)
        name = "lower-affine-by-shifts" if shifts else "lower-affine"
        passmanager.PassManager.parse(f"builtin.module({name})").run(module.operation)
        # Two divisors are no powers of two. What is divided by 1 is simplified.
        text = str(module)
        assert text.count("arith.divsi") == (4 if shifts else 12)
        assert text.count("arith.remsi") == (2 if shifts else 6)
        lib = tvmlike.compile(module)
    for x in (-(2**62), -129, -64, -8, -7, -5, -4, -3, -1, 0, 1, 2, 3, 5, 63, 64, 65, 2**62 - 1):
        expected = [value for by in divisors for value in (x // by, -(-x // by), x % by)]
        assert list(lib.f(x)) == expected, x
