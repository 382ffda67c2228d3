"""Random functions over scf, arith and memref, whose results are defined for all arguments.

What could be undefined is made defined where it is used: counts of shifts are masked, divisors are neither
zero nor, for the least dividend, -1, floats are converted to integers that hold them, indices are masked by
the sizes of memory, which are powers of two, and loops have bounds. No bits of a NaN become an integer, and
no sign of one becomes that of a number.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

WIDTHS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "index": 64, "i128": 128}
FLOATS = {"f32": 24, "f64": 53}
SCALARS = ["i1", "i8", "i16", "i32", "i64", "index", "f32", "f64"]
PREDICATES = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]
ORDERS = [
    "false",
    "oeq",
    "ogt",
    "oge",
    "olt",
    "ole",
    "one",
    "ord",
    "ueq",
    "ugt",
    "uge",
    "ult",
    "ule",
    "une",
    "uno",
    "true",
]
# The number of elements in each dimension of memory.
SIZE = 8
ELEMENTS = ["i8", "i16", "i32", "i64", "f32", "f64"]
LAYOUTS = ["static", "dynamic", "strided", "matrix"]


@dataclass(frozen=True)
class Memory:
    """A type of memory."""

    element: str
    layout: str

    @property
    def rank(self) -> int:
        return 2 if self.layout == "matrix" else 1

    def __str__(self) -> str:
        return {
            "static": f"memref<{SIZE}x{self.element}>",
            "dynamic": f"memref<?x{self.element}>",
            "strided": f"memref<?x{self.element}, strided<[?], offset: ?>>",
            "matrix": f"memref<{SIZE}x?x{self.element}>",
            "row": f"memref<{SIZE}x{self.element}, strided<[1], offset: ?>>",
        }[self.layout]


@dataclass
class Function:
    """A function with its types: scalars first, then memory."""

    name: str
    scalars: list[str]
    memories: list[Memory]
    results: list[str]
    text: str = ""

    @property
    def signature(self) -> str:
        params = [f"%a{number}: {ty}" for number, ty in enumerate(self.scalars)]
        params += [f"%m{number}: {memory}" for number, memory in enumerate(self.memories)]
        return f"({', '.join(params)}) -> ({', '.join(self.results)})"


@dataclass
class Scope:
    """The values that can be used, by their types."""

    values: dict[str, list[str]] = field(default_factory=dict)

    def inner(self) -> Scope:
        return Scope({ty: list(names) for ty, names in self.values.items()})

    def add(self, ty: str, name: str) -> None:
        self.values.setdefault(ty, []).append(name)


def edge(rng: random.Random, ty: str) -> str:
    """A constant of a type, often at an edge."""
    if ty in FLOATS:
        choices = ["0.0", "-0.0", "1.0", "-1.5", "0.1", "1.0e30", "3.0e-40", "16777217.0"]
        bits = {
            "f32": ["0x7F800000", "0xFF800000", "0x7FC00000", "0x00000001"],
            "f64": ["0x7FF0000000000000"],
        }
        return rng.choice([*choices, *bits[ty]])
    if ty == "i1":
        return rng.choice(["true", "false"])
    width = WIDTHS[ty]
    low, high = -(1 << (width - 1)), (1 << (width - 1)) - 1
    if width == 128:
        low, high = -(1 << 63), (1 << 63) - 1
    return str(rng.choice([0, 1, -1, 2, 3, low, high, low + 1, rng.randint(low, high), rng.randint(-9, 9)]))


class Writer:
    """Writes the body of one function."""

    def __init__(self, rng: random.Random, function: Function, callees: list[Function]) -> None:
        self.rng = rng
        self.function = function
        self.callees = callees
        self.lines: list[str] = []
        self.count = 0
        self.depth = 1
        self.memories = [(f"%m{number}", memory) for number, memory in enumerate(function.memories)]
        self.scope = Scope()
        for number, ty in enumerate(function.scalars):
            self.scope.add(ty, f"%a{number}")

    def line(self, text: str) -> None:
        self.lines.append("  " * self.depth + text)

    def new(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def define(self, ty: str, text: str) -> str:
        name = self.new()
        self.line(f"{name} = {text}")
        self.scope.add(ty, name)
        return name

    def constant(self, ty: str, text: str | int) -> str:
        shown = text if ty == "i1" else f"{text} : {ty}"
        return self.define(ty, f"arith.constant {shown}")

    def pick(self, ty: str) -> str:
        known = self.scope.values.get(ty)
        if known and self.rng.random() < 0.85:
            # Mostly what was made last, so that little is unused.
            return self.rng.choice(known[-3:] if self.rng.random() < 0.7 else known)
        return self.constant(ty, edge(self.rng, ty))

    def integer(self) -> str:
        return self.rng.choice(["i8", "i16", "i32", "i32", "i64", "i64", "index", "i1"])

    def arithmetic(self) -> None:
        kind = self.rng.choice([self.of_integers, self.of_integers, self.of_floats, self.casts, self.chooses])
        kind()

    def of_integers(self) -> None:
        ty = self.integer()
        width = WIDTHS[ty]
        a, b = self.pick(ty), self.pick(ty)
        simple = ["addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minsi", "maxui", "minui"]
        divisions = ["divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi"]
        shifts = ["shli", "shrsi", "shrui"]
        op = self.rng.choice([*simple, *divisions, *shifts, "extended"])
        if op == "extended":
            name = self.rng.choice(["mulsi_extended", "mului_extended", "addui_extended"])
            # MLIR makes invalid IR of the sum of indices. A product of bits has two, which Cranelift lacks.
            if ty == "index" or (ty == "i1" and name != "addui_extended"):
                return
            made = self.new()
            second = "i1" if name == "addui_extended" else ty
            types = f"{ty}, i1" if name == "addui_extended" else ty
            self.line(f"{made}:2 = arith.{name} {a}, {b} : {types}")
            self.scope.add(ty, f"{made}#0")
            self.scope.add(second, f"{made}#1")
            return
        if op in divisions:
            if ty == "i1":
                return
            b = self.divisor(ty, a, b)
        elif op in shifts:
            if width == 1:
                return
            b = self.define(ty, f"arith.andi {b}, {self.constant(ty, width - 1)} : {ty}")
        self.define(ty, f"arith.{op} {a}, {b} : {ty}")

    def divisor(self, ty: str, a: str, b: str) -> str:
        """A divisor that is neither 0 nor -1."""
        one, low = self.constant(ty, 1), self.constant(ty, -1)
        zero = self.constant(ty, 0)
        is_zero = self.define("i1", f"arith.cmpi eq, {b}, {zero} : {ty}")
        b = self.define(ty, f"arith.select {is_zero}, {one}, {b} : {ty}")
        is_last = self.define("i1", f"arith.cmpi eq, {b}, {low} : {ty}")
        return self.define(ty, f"arith.select {is_last}, {one}, {b} : {ty}")

    def of_floats(self) -> None:
        ty = self.rng.choice(list(FLOATS))
        a, b = self.pick(ty), self.pick(ty)
        op = self.rng.choice(["addf", "subf", "mulf", "divf", "remf", "minimumf", "maximumf", "negf"])
        operands = a if op == "negf" else f"{a}, {b}"
        self.define(ty, f"arith.{op} {operands} : {ty}")

    def casts(self) -> None:
        integer, other = self.integer(), self.rng.choice(["i1", "i8", "i16", "i32", "i64", "i128"])
        kind = self.rng.randrange(5)
        if kind == 0 and integer != "index" and integer != other:
            wide, narrow = sorted((integer, other), key=lambda ty: -WIDTHS[ty])
            if self.rng.random() < 0.5:
                self.define(narrow, f"arith.trunci {self.pick(wide)} : {wide} to {narrow}")
            else:
                op = self.rng.choice(["extsi", "extui"])
                self.define(wide, f"arith.{op} {self.pick(narrow)} : {narrow} to {wide}")
        elif kind == 1 and other != "i128":
            one, two = self.rng.sample(["index", other], 2)
            op = self.rng.choice(["index_cast", "index_castui"])
            self.define(two, f"arith.{op} {self.pick(one)} : {one} to {two}")
        elif kind == 2 and integer != "index":
            ty, op = self.rng.choice(list(FLOATS)), self.rng.choice(["sitofp", "uitofp"])
            self.define(ty, f"arith.{op} {self.pick(integer)} : {integer} to {ty}")
        elif kind == 3 and integer not in ("index", "i1"):
            self.to_integer(integer)
        elif kind == 4:
            if self.rng.random() < 0.5:
                self.define("f64", f"arith.extf {self.pick('f32')} : f32 to f64")
            else:
                self.define("f32", f"arith.truncf {self.pick('f64')} : f64 to f32")

    def to_integer(self, ty: str) -> None:
        """A conversion of a float that is inside of the integer's limits."""
        source, is_signed = self.rng.choice(list(FLOATS)), self.rng.random() < 0.5
        value = self.pick(source)
        low = self.constant(source, "-0.5" if not is_signed else f"-{1 << (WIDTHS[ty] - 2)}.0")
        high = self.constant(source, f"{1 << (WIDTHS[ty] - 2)}.0")
        above = self.define("i1", f"arith.cmpf oge, {value}, {low} : {source}")
        below = self.define("i1", f"arith.cmpf olt, {value}, {high} : {source}")
        inside = self.define("i1", f"arith.andi {above}, {below} : i1")
        value = self.define(
            source, f"arith.select {inside}, {value}, {self.constant(source, '1.5')} : {source}"
        )
        op = "fptosi" if is_signed else "fptoui"
        self.define(ty, f"arith.{op} {value} : {source} to {ty}")

    def chooses(self) -> None:
        if self.rng.random() < 0.5:
            ty = self.rng.choice([*FLOATS, self.integer()])
            if ty in FLOATS:
                predicate = f"cmpf {self.rng.choice(ORDERS)}"
            else:
                predicate = f"cmpi {self.rng.choice(PREDICATES)}"
            self.define("i1", f"arith.{predicate}, {self.pick(ty)}, {self.pick(ty)} : {ty}")
            return
        ty = self.rng.choice(SCALARS)
        condition = self.pick("i1")
        self.define(ty, f"arith.select {condition}, {self.pick(ty)}, {self.pick(ty)} : {ty}")

    def place(self, memory: Memory) -> str:
        """Indices in the memory."""
        mask = self.constant("index", SIZE - 1)
        masked = [
            self.define("index", f"arith.andi {self.pick('index')}, {mask} : index")
            for _ in range(memory.rank)
        ]
        return ", ".join(masked)

    def access(self) -> None:
        if not self.memories:
            return
        name, memory = self.rng.choice(self.memories)
        place = self.place(memory)
        if self.rng.random() < 0.5:
            self.define(memory.element, f"memref.load {name}[{place}] : {memory}")
        else:
            self.line(f"memref.store {self.pick(memory.element)}, {name}[{place}] : {memory}")

    def looks(self) -> None:
        """The size of memory, a view, or memory of the function's own."""
        outer = len(self.memories)
        kind = self.rng.randrange(4)
        if kind == 0 and self.memories:
            name, memory = self.rng.choice(self.memories)
            self.define("index", f"memref.dim {name}, {self.constant('index', 0)} : {memory}")
        elif kind == 1 and self.depth == 1 and outer < 6:
            element = self.rng.choice(ELEMENTS)
            memory, made = Memory(element, "static"), self.new()
            self.line(f"{made} = memref.alloca() : {memory}")
            low, high, step = (self.constant("index", each) for each in (0, SIZE, 1))
            value, index = self.pick(element), self.new()
            self.line(f"scf.for {index} = {low} to {high} step {step} {{")
            self.line(f"  memref.store {value}, {made}[{index}] : {memory}")
            self.line("}")
            self.memories.append((made, memory))
        elif kind == 2 and self.depth == 1 and outer < 6:
            same = [each for each in self.memories if each[1].layout == "static"]
            if same:
                name, memory = self.rng.choice(same)
                made, dynamic = self.new(), Memory(memory.element, "dynamic")
                self.line(f"{made} = memref.cast {name} : {memory} to {dynamic}")
                self.memories.append((made, dynamic))

        elif kind == 3 and self.depth == 1 and outer < 6:
            matrices = [each for each in self.memories if each[1].layout == "matrix"]
            if matrices:
                name, memory = self.rng.choice(matrices)
                row = self.place(Memory(memory.element, "static"))
                made, view = self.new(), Memory(memory.element, "row")
                self.line(f"{made} = memref.subview {name}[{row}, 0] [1, {SIZE}] [1, 1] : {memory} to {view}")
                self.memories.append((made, view))

    def block(self, yields: list[str], budget: int) -> None:
        """The operations of a region that ends with a yield."""
        outer = self.scope
        self.scope = outer.inner()
        self.depth += 1
        for _ in range(self.rng.randint(1, 4)):
            self.operation(budget)
        values = [self.everything(outer), *(self.pick(ty) for ty in yields[1:])]
        self.line(f"scf.yield {', '.join(values)} : {', '.join(yields)}")
        self.depth -= 1
        self.scope = outer

    def add_results(self, made: str, types: list[str]) -> None:
        for number, ty in enumerate(types):
            self.scope.add(ty, f"{made}#{number}")

    def some_types(self) -> list[str]:
        """The types of the results of a region; the first one is for a number that depends on all of it."""
        return ["i64", *(self.rng.choice(SCALARS) for _ in range(self.rng.randrange(3)))]

    def branch(self, budget: int) -> None:
        types = self.some_types()
        condition = self.pick("i1")
        made = self.new()
        self.line(f"{made}:{len(types)} = scf.if {condition} -> ({', '.join(types)}) {{")
        self.block(types, budget)
        self.line("} else {")
        self.block(types, budget)
        self.line("}")
        self.add_results(made, types)

    def loop(self, budget: int) -> None:
        types = self.some_types()
        initial = [self.pick(ty) for ty in types]
        counter = self.rng.choice(["index", "index", "i32", "i64"])
        low = self.constant(counter, self.rng.choice([0, 0, 1, -2]))
        mask = self.constant(counter, 7)
        high = self.define(counter, f"arith.andi {self.pick(counter)}, {mask} : {counter}")
        step = self.constant(counter, self.rng.choice([1, 1, 2, 3]))
        made, index, inner = self.new(), self.new(), [self.new() for _ in types]
        carried = ", ".join(f"{one} = {two}" for one, two in zip(inner, initial))
        arguments = f"iter_args({carried}) -> ({', '.join(types)})"
        suffix = "" if counter == "index" else f" : {counter}"
        heading = f"scf.for {index} = {low} to {high} step {step} {arguments}{suffix} {{"
        self.line(f"{made}:{len(types)} = {heading}")
        outer = self.scope
        self.scope = outer.inner()
        self.scope.add(counter, index)
        for ty, name in zip(types, inner):
            self.scope.add(ty, name)
        self.block(types, budget)
        self.scope = outer
        self.line("}")
        self.add_results(made, types)

    def while_loop(self, budget: int) -> None:
        types = ["i32", *self.some_types()]
        zero = self.constant("i32", 0)
        limit = self.constant("i32", self.rng.randint(1, 9))
        one = self.constant("i32", 1)
        initial = [zero, *(self.pick(ty) for ty in types[1:])]
        made = self.new()
        before, after = [self.new() for _ in types], [self.new() for _ in types]
        carried = ", ".join(f"{one} = {two}" for one, two in zip(before, initial))
        listed = ", ".join(types)
        self.line(f"{made}:{len(types)} = scf.while ({carried}) : ({listed}) -> ({listed}) {{")
        outer = self.scope
        self.scope = outer.inner()
        for ty, name in zip(types[1:], before[1:]):
            self.scope.add(ty, name)
        self.depth += 1
        for _ in range(self.rng.randint(0, 2)):
            self.arithmetic()
        is_short = self.define("i1", f"arith.cmpi slt, {before[0]}, {limit} : i32")
        goes_on = self.define("i1", f"arith.andi {is_short}, {self.pick('i1')} : i1")
        self.line(f"scf.condition({goes_on}) {', '.join(before)} : {listed}")
        self.depth -= 1
        self.line("} do {")
        parameters = ", ".join(f"{name}: {ty}" for name, ty in zip(after, types))
        self.line(f"^bb0({parameters}):")
        self.scope = outer.inner()
        for ty, name in zip(types, after):
            self.scope.add(ty, name)
        self.depth += 1
        for _ in range(self.rng.randint(1, 3)):
            self.operation(budget)
        counted = self.define("i32", f"arith.addi {after[0]}, {one} : i32")
        rest = [self.everything(outer), *(self.pick(ty) for ty in types[2:])]
        self.line(f"scf.yield {', '.join([counted, *rest])} : {listed}")
        self.depth -= 1
        self.line("}")
        self.scope = outer
        self.add_results(made, types)

    def switch(self, budget: int) -> None:
        types = self.some_types()
        mask = self.constant("index", 3)
        which = self.define("index", f"arith.andi {self.pick('index')}, {mask} : index")
        made = self.new()
        self.line(f"{made}:{len(types)} = scf.index_switch {which} -> {', '.join(types)}")
        for case in self.rng.sample(range(4), self.rng.randint(1, 3)):
            self.line(f"case {case} {{")
            self.block(types, budget)
            self.line("}")
        self.line("default {")
        self.block(types, budget)
        self.line("}")
        self.add_results(made, types)

    def call(self) -> None:
        if not self.callees:
            return
        callee = self.rng.choice(self.callees)
        arguments = [self.pick(ty) for ty in callee.scalars]
        made = self.new()
        listed, types = ", ".join(callee.scalars), ", ".join(callee.results)
        results = f"{made}:{len(callee.results)}"
        self.line(f"{results} = func.call @{callee.name}({', '.join(arguments)}) : ({listed}) -> ({types})")
        self.add_results(made, callee.results)

    def operation(self, budget: int) -> None:
        regions = [self.branch, self.loop, self.while_loop, self.switch]
        if budget > 0 and self.rng.random() < 0.25:
            self.rng.choice(regions)(budget - 1)
        else:
            self.rng.choice([self.arithmetic] * 5 + [self.access] * 3 + [self.looks, self.call])()

    def write(self) -> None:
        for _ in range(self.rng.randint(4, 14)):
            self.operation(2)
        everything = self.everything(Scope())
        values = [everything, *(self.pick(ty) for ty in self.function.results[1:])]
        self.line(f"return {', '.join(values)} : {', '.join(self.function.results)}")

    def everything(self, outer: Scope) -> str:
        """A number that depends on each value of the region, but not on those outside of it."""
        known = {name for names in outer.values.values() for name in names}
        values = [
            (ty, name) for ty, names in self.scope.values.items() for name in names if name not in known
        ]
        result, factor = self.constant("i64", 7), self.constant("i64", 1099511628211)
        for ty, name in values:
            mixed = self.define("i64", f"arith.xori {result}, {self.as_i64(ty, name)} : i64")
            result = self.define("i64", f"arith.muli {mixed}, {factor} : i64")
        return result

    def as_i64(self, ty: str, name: str) -> str:
        if ty in FLOATS:
            is_number = self.define("i1", f"arith.cmpf ord, {name}, {name} : {ty}")
            name = self.define(ty, f"arith.select {is_number}, {name}, {self.constant(ty, '0.5')} : {ty}")
            ty, bits = ("i32", ty) if ty == "f32" else ("i64", ty)
            name = self.define(ty, f"arith.bitcast {name} : {bits} to {ty}")
        if ty == "i64":
            return name
        op = "index_cast" if ty == "index" else "trunci" if ty == "i128" else "extui"
        return self.define("i64", f"arith.{op} {name} : {ty} to i64")


def make_function(rng: random.Random, name: str, callees: list[Function]) -> Function:
    scalars = [rng.choice(SCALARS) for _ in range(rng.randint(1, 4))]
    memories = [Memory(rng.choice(ELEMENTS), rng.choice(LAYOUTS)) for _ in range(rng.randrange(3))]
    results = ["i64", *(rng.choice(SCALARS) for _ in range(rng.randrange(2)))]
    function = Function(name, scalars, memories, results)
    writer = Writer(rng, function, callees)
    writer.write()
    body = "\n".join(writer.lines)
    heading = f"func.func @{name}{function.signature} attributes {{llvm.emit_c_interface}} {{"
    function.text = f"{heading}\n{body}\n}}\n"
    return function


def make_module(seed: int, functions: int) -> list[Function]:
    """The functions of a random module. Those without memory are called by those behind them."""
    rng = random.Random(seed)
    made: list[Function] = []
    for number in range(functions):
        callees = [each for each in made[-8:] if not each.memories]
        made.append(make_function(rng, f"f{number}", callees))
    return made
