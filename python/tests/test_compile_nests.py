"""Random nests of loops over memrefs: what the passes for loops make computes what the text says."""

from __future__ import annotations

import random

import pytest

import tvmlike

np = pytest.importorskip("numpy")

pytestmark = [
    pytest.mark.skipif(
        tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
    ),
    pytest.mark.skipif(tvmlike.ffi_path() == "ctypes", reason="it does not depend on the call path"),
]

NUMPY = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64}
NUMPY |= {"f32": np.float32, "f64": np.float64}
POOLS = [["f32"], ["f64"], ["i32"], ["i32", "i64"], ["f32", "f64"], ["i8", "i32"], ["i16", "i32"]]
FLOAT_OPS = ["addf", "subf", "mulf", "maximumf", "minnumf"]
INTEGER_OPS = ["addi", "subi", "muli", "xori", "maxsi", "minui", "andi"]
CASTS = {
    "f32": [("extf", "f64")],
    "f64": [("truncf", "f32")],
    "i64": [("trunci", "i32")],
    "i32": [("extsi", "i64"), ("sitofp", "f32"), ("trunci", "i8"), ("trunci", "i16")],
    "i16": [("extsi", "i32")],
    "i8": [("extui", "i32")],
}
TIDY = {"i32": [("sitofp", "f32"), ("sitofp", "f64")], "i64": [("sitofp", "f64")]}
CONSTANTS = {"%c1": 1, "%c2": 2, "%c3": 3, "%c5": 5, "%c9": 9}
# Bounds are between 2 and BOUND, so that a variable can be moved by 2.
BOUND, SIZE = 30, 34


class Values(dict):
    """The names of the values that can be used, by type."""

    def inner(self) -> Values:
        return Values({ty: list(names) for ty, names in self.items()})

    def add(self, ty: str, name: str) -> None:
        self.setdefault(ty, []).append(name)


class Nests:
    """A function of nests at random. Parallel loops write elements that only one of their iterations uses."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.lines = [f"%c{number} = arith.constant {number} : index" for number in CONSTANTS.values()]
        self.count = 0
        self.loops = 0
        self.parallel: list[str] = []
        # Whether the body of the parallel loop is one that vectors can compute.
        self.is_tidy = False
        # Name, element, rank, type; parallel loops read the first ones and write the others.
        self.read: list[tuple[str, str, int, str]] = []
        self.written: list[tuple[str, str, int, str]] = []
        pool = self.rng.choice(POOLS)
        for number in range(self.rng.randrange(2, 5)):
            ty, rank = self.rng.choice(pool), self.rng.choice([1, 1, 2, 2, 3])
            layout = self.rng.choice(["", "1", "?"])
            strides = ", ".join(["?"] * (rank - 1) + [layout])
            text = f"memref<{'?x' * rank}{ty}{f', strided<[{strides}], offset: ?>' if layout else ''}>"
            (self.written if number % 2 else self.read).append((f"%m{number}", ty, rank, text))
        self.memrefs = sorted(self.read + self.written)
        values = Values()
        for ty in pool:
            values.add(ty, self.number(ty))
        for _ in range(self.rng.randrange(1, 3)):
            self.loop([], values, 0)

    def text(self) -> str:
        arguments = ", ".join(f"{name}: {ty}" for name, _, _, ty in self.memrefs)
        lines = "\n  ".join(self.lines)
        numbers = "%n: index, %m: index, %from: index, %step: index"
        return f"func.func @f({arguments}, {numbers}) {{\n  {lines}\n  return\n}}"

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def define(self, text: str) -> str:
        name = self.name()
        self.lines.append(f"{name} = {text}")
        return name

    def number(self, ty: str) -> str:
        number = self.rng.choice([-3, 2, 5])
        return self.define(f"arith.constant {float(number) if ty[0] == 'f' else number} : {ty}")

    def value(self, values: Values, ty: str) -> str:
        return self.rng.choice(values[ty][-4:]) if values.get(ty) else self.number(ty)

    def index(self, scope: list[str]) -> str:
        rng = self.rng
        if not scope or rng.random() < 0.1:
            return rng.choice(list(CONSTANTS))
        variable = rng.choice(scope[-2:])
        if rng.random() < 0.5:
            return variable
        by = rng.choice(["%c1", "%c2"])
        return self.define(f"arith.{rng.choice(['addi', 'subi'])} {variable}, {by} : index")

    def compute(self, values: Values) -> None:
        rng = self.rng
        ty = rng.choice(list(values))
        a, b = self.value(values, ty), self.value(values, ty)
        choice = rng.randrange(10)
        if choice < 6:
            name = rng.choice(FLOAT_OPS if ty[0] == "f" else INTEGER_OPS)
            values.add(ty, self.define(f"arith.{name} {a}, {b} : {ty}"))
        elif choice < 8:
            test = "cmpf olt" if ty[0] == "f" else rng.choice(["cmpi slt", "cmpi ule"])
            condition = self.define(f"arith.{test}, {a}, {b} : {ty}")
            values.add(ty, self.define(f"arith.select {condition}, {a}, {b} : {ty}"))
        else:
            name, to = rng.choice((TIDY if self.is_tidy else CASTS).get(ty, CASTS[ty]))
            values.add(to, self.define(f"arith.{name} {a} : {ty} to {to}"))

    def load(self, scope: list[str], values: Values) -> None:
        name, element, rank, ty = self.rng.choice(self.read if self.parallel else self.memrefs)
        if self.is_tidy:
            scope = [each for each in scope if each != self.parallel[-1]]
        indices = [self.index(scope) for _ in range(rank)]
        if self.is_tidy:
            if not ty.endswith("?], offset: ?>>") and self.rng.random() < 0.8:
                indices[-1] = self.index([self.parallel[-1]])
        elif self.rng.random() < 0.6:
            indices[-1] = self.parallel[-1] if self.parallel else scope[-1]
        values.add(element, self.define(f"memref.load {name}[{', '.join(indices)}] : {ty}"))

    def store(self, scope: list[str], values: Values) -> None:
        known = self.written if self.parallel else self.memrefs
        if self.is_tidy:
            known = [each for each in known if not each[3].endswith("?], offset: ?>>")] or known
        name, element, rank, ty = self.rng.choice(known)
        if len(self.parallel) > rank:
            return
        value = self.value(values, element)
        if self.parallel:
            others = rank - len(self.parallel)
            indices = [self.rng.choice(list(CONSTANTS)) for _ in range(others)] + self.parallel
        elif self.rng.random() < 0.35:
            indices = [self.rng.choice(list(CONSTANTS)) for _ in range(rank)]
        else:
            indices = [self.index(scope) for _ in range(rank)]
        self.lines.append(f"memref.store {value}, {name}[{', '.join(indices)}] : {ty}")

    def body(self, scope: list[str], values: Values, depth: int) -> None:
        rng = self.rng
        for _ in range(rng.randrange(1, 4)):
            self.load(scope, values)
            for _ in range(rng.randrange(3)):
                self.compute(values)
        if depth < 3 and self.loops < 5 and rng.random() < 0.6:
            self.loop(scope, values, depth)
        for _ in range(rng.randrange(3)):
            self.compute(values)
        if rng.random() < 0.2 and not self.is_tidy:
            condition = self.define(f"arith.cmpi slt, {rng.choice(scope)}, %c9 : index")
            self.lines.append(f"scf.if {condition} {{")
            self.store(scope, values.inner())
            self.lines.append("}")
        elif rng.random() < 0.85:
            self.store(scope, values)

    def bounds(self) -> tuple[str, str, str]:
        rng = self.rng
        step = rng.choice(["%c1", "%c1", "%c1", "%c2", "%c3", "%step"])
        return rng.choice(["%c2", "%c3", "%from"]), rng.choice(["%n", "%m", "%c5", "%c9"]), step

    def loop(self, scope: list[str], values: Values, depth: int) -> None:
        self.loops += 1
        if not self.parallel and depth < 2 and self.rng.random() < 0.6:
            self.parallel_loop(scope, values.inner(), depth)
        else:
            self.counting_loop(scope, values, depth)

    def parallel_loop(self, scope: list[str], values: Values, depth: int) -> None:
        rng = self.rng
        ranks = [rank for _, _, rank, ty in self.written if not ty.endswith("?], offset: ?>>")] or [3]
        dims = min(rng.choice([1, 1, 2, 2, 3]), max(ranks))
        self.parallel = [self.name() for _ in range(dims)]
        bounds = [self.bounds() for _ in self.parallel]
        self.is_tidy = rng.random() < 0.7
        if self.is_tidy or rng.random() < 0.5:
            bounds[-1] = (*bounds[-1][:2], "%c1")
        lower, upper, step = (", ".join(each) for each in zip(*bounds, strict=True))
        name = "scf.parallel" if self.is_tidy else rng.choice(["scf.parallel", "scf.forall"])
        self.lines.append(f"{name} ({', '.join(self.parallel)}) = ({lower}) to ({upper}) step ({step}) {{")
        self.body(scope + self.parallel, values, depth + 1)
        self.lines.append("}")
        self.parallel, self.is_tidy = [], False

    def counting_loop(self, scope: list[str], values: Values, depth: int) -> None:
        rng = self.rng
        bounds = self.bounds()
        types = [rng.choice(list(values)) for _ in range(rng.randrange(3))]
        inits = [self.value(values, ty) for ty in types]
        passed = [self.name() for _ in types]
        results = [self.name() for _ in types]
        variable, count_type, unsigned = self.name(), rng.choice(["index", "index", "i32", "i64"]), ""
        if count_type != "index":
            unsigned = "" if self.is_tidy else rng.choice(["", "unsigned "])
            bounds = tuple(self.define(f"arith.index_cast {each} : index to {count_type}") for each in bounds)
        head = f"scf.for {unsigned}{variable} = {bounds[0]} to {bounds[1]} step {bounds[2]}"
        if types:
            pairs = ", ".join(f"{name} = {init}" for name, init in zip(passed, inits, strict=True))
            head = f"{', '.join(results)} = {head} iter_args({pairs}) -> ({', '.join(types)})"
        self.lines.append(f"{head}{'' if count_type == 'index' else f' : {count_type}'} {{")
        inner = values.inner()
        for ty, name in zip(types, passed, strict=True):
            inner.add(ty, name)
        if count_type != "index":
            variable = self.define(f"arith.index_cast {variable} : {count_type} to index")
        self.body([*scope, variable], inner, depth + 1)
        if types:
            yielded = ", ".join(self.value(inner, ty) for ty in types)
            self.lines.append(f"scf.yield {yielded} : {', '.join(types)}")
        self.lines.append("}")
        for ty, name in zip(types, results, strict=True):
            values.add(ty, name)

    def arrays(self, numbers: np.random.Generator) -> list[np.ndarray]:
        """Arrays without gaps, with gaps, and backwards, as the types allow."""
        made = []
        for _, element, rank, ty in self.memrefs:
            whole = numbers.integers(-9, 9, [SIZE] * (rank - 1) + [2 * SIZE]).astype(NUMPY[element])
            array = whole[..., :SIZE]
            if "strided" not in ty:
                array = array.copy()
            elif not ty.endswith("1], offset: ?>>"):
                array = [whole[..., ::2], array[..., ::-1]][numbers.integers(2)]
            made.append(array)
        return made


def layout_of(array: np.ndarray) -> np.ndarray:
    """A copy with the same strides."""
    whole = array if array.base is None else array.base
    start = array.__array_interface__["data"][0] - whole.__array_interface__["data"][0]
    return np.ndarray(array.shape, array.dtype, whole.copy(), start, array.strides)


WAYS = [{}, {"threads": 2}, {"interruptible": True}, {"bounds_checks": True}]


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_nests_are_those_of_the_text(first):
    for seed in range(first, first + 20):
        nests = Nests(seed)
        text = nests.text()
        libraries = [tvmlike.compile(text, optimize=False), *(tvmlike.compile(text, **way) for way in WAYS)]
        numbers = np.random.default_rng(seed)
        for n, m, start, step in (
            (30, 9, 2, 1),
            (7, 22, 3, 2),
            (0, 1, 12, 5),
            (2, 3, 2, 1),
            (11, BOUND, 2, 3),
        ):
            arrays = nests.arrays(numbers)
            made = [[layout_of(array) for array in arrays] for _ in libraries]
            for library, mine in zip(libraries, made, strict=True):
                library.f(*mine, n, m, start, step)
            for mine, way in zip(made[1:], WAYS, strict=True):
                for wanted, found in zip(made[0], mine, strict=True):
                    np.testing.assert_array_equal(found, wanted, err_msg=f"{seed} {way}\n{text}")
