"""Random functions with loops of affine in each other, whose bounds are constants, values and maps."""

from __future__ import annotations

import random
import re

SIZE = 40


class Nest:
    """Writes loops and what is in them."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lines: list[str] = []
        self.names = iter(range(10**6))

    def name(self) -> str:
        return f"%v{next(self.names)}"

    def index(self, known: list[str]) -> str:
        """An index of an access: a sum of variables and numbers."""
        one = self.rng.choice([*known, "%n", "0", "3", "%c"])
        kind = self.rng.randrange(6)
        if kind == 0:
            return f"{one} + {self.rng.randint(0, 3)}"
        if kind == 1:
            return f"{one} * 2"
        if kind == 2:
            other = self.rng.choice([*known, "%n", "1"])
            return f"{one} + {other}"
        return one

    def bound(self, known: list[str], is_upper: bool) -> str:
        rng = self.rng
        kind = rng.randrange(12)
        if kind < 7:
            return str(rng.randint(4, 17) if is_upper else rng.choice([0, 0, 0, 1, 2, 5]))
        if kind == 7:
            return "%n" if is_upper or rng.random() < 0.5 else "%c"
        if kind == 8 and known:
            shift = rng.randint(1, 4) if is_upper else 0
            return f"affine_map<(d0) -> (d0 + {shift})>({rng.choice(known)})"
        if kind == 9:
            return f"affine_map<()[s0] -> (s0 floordiv 2 + {8 if is_upper else 0})>()[%n]"
        if kind == 10:
            results = rng.sample(["s0", "12", "s0 + 4", "8", "16"], 2)
            return f"{'min' if is_upper else 'max'} affine_map<()[s0] -> ({', '.join(results)})>()[%n]"
        return "%n"

    def block(self, known: list[str], values: list[str], depth: int) -> None:
        rng = self.rng
        values = list(values)
        for _ in range(rng.randint(1, 4)):
            kind = rng.choice(["load", "store", "add", "use", "loop", "loop", "apply", "choice", "parallel"])
            if kind == "load":
                name = self.name()
                memref = rng.choice(["%m", "%k"])
                self.lines.append(f"{name} = affine.load {memref}[{self.index(known)}] : memref<{SIZE}xf32>")
                values.append(name)
            elif kind == "store":
                memref = rng.choice(["%m", "%k"])
                value = rng.choice(values)
                place = self.index(known)
                self.lines.append(f"affine.store {value}, {memref}[{place}] : memref<{SIZE}xf32>")
            elif kind == "add":
                name = self.name()
                self.lines.append(f"{name} = arith.addf {rng.choice(values)}, {rng.choice(values)} : f32")
                values.append(name)
            elif kind == "use":
                self.lines.append(f'"test.use"({rng.choice([*known, "%n"])}) : (index) -> ()')
            elif kind == "apply" and known:
                name = self.name()
                of = rng.choice(known)
                self.lines.append(f"{name} = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>({of})")
                self.lines.append(f'"test.use"({name}) : (index) -> ()')
            elif kind == "choice" and known and depth:
                self.lines.append(f"affine.if affine_set<(d0) : (d0 - 2 >= 0)>({rng.choice(known)}) {{")
                self.block(known, values, depth - 1)
                self.lines.append("}")
            elif kind == "parallel" and depth:
                name = self.name()
                low, high = rng.choice(["0", "1", "%n"]), rng.choice(["8", "%n"])
                step = rng.choice([1, 2, 3])
                self.lines.append(f"affine.parallel ({name}) = ({low}) to ({high}) step ({step}) {{")
                self.block([*known, name], values, depth - 1)
                self.lines.append("}")
            elif depth:
                self.loop(known, values, depth - 1)

    def loop(self, known: list[str], values: list[str], depth: int) -> None:
        rng = self.rng
        variable, lower = self.name(), self.bound(known, False)
        upper, step = self.bound(known, True), rng.choice([1, 1, 1, 2, 3])
        # MLIR crashes when it unrolls a loop that has no iteration.
        if upper in (lower, "4", "5") or (lower == "%n" and upper.startswith("min")):
            upper = "12"
        head = f"affine.for {variable} = {lower} to {upper} step {step}"
        if rng.random() < 0.2:
            result, carried = self.name(), self.name()
            self.lines.append(f"{result} = {head} iter_args({carried} = {rng.choice(values)}) -> (f32) {{")
            self.block([*known, variable], [*values, carried], depth)
            total = self.name()
            self.lines.append(f"{total} = arith.addf {carried}, {rng.choice(values)} : f32")
            self.lines.append(f"affine.yield {rng.choice([total, total, carried])} : f32")
            self.lines.append("}")
            self.lines.append(f'"test.use"({result}) : (f32) -> ()')
            return
        self.lines.append(f"{head} {{")
        if depth and rng.random() < 0.5:
            self.loop([*known, variable], values, depth - 1)
        else:
            self.block([*known, variable], values, depth)
        self.lines.append("}")

    def module(self) -> str:
        body = "\n".join(f"  {line}" for line in self.lines)
        arguments = f"%n: index, %x: f32, %m: memref<{SIZE}xf32>, %k: memref<{SIZE}xf32>"
        return f"func.func @f({arguments}) {{\n{body}\n  return\n}}\n"


def affine_loops(seed: int) -> str:
    """Loops with accesses of two memrefs, choices and parallel loops."""
    nest = Nest(random.Random(seed))
    nest.lines.append("%c = arith.constant 2 : index")
    for _ in range(nest.rng.randint(1, 2)):
        nest.loop([], ["%x"], 2)
    return nest.module()


def has_single_iteration(text: str) -> bool:
    """Whether a loop has one iteration, or may have one as its lower bound is the greatest of several."""
    loops = re.findall(r"affine.for %\w+ = (\d+) to (\d+) step (\d+)", text)
    return " = max" in text or any(0 < int(upper) - int(lower) <= int(step) for lower, upper, step in loops)


def several_iterations(seed: int) -> str:
    """The same without loops of one iteration, whose variable MLIR knows, and with more conditions."""
    texts = (affine_loops(1000 * seed + number) for number in range(1000))
    text = next(text for text in texts if not has_single_iteration(text))
    rng = random.Random(seed)
    return re.sub(r"affine_set<.*>\(", lambda _: f"{condition(rng)}(", text)


def condition(rng: random.Random) -> str:
    """A set of one dimension, some of whose constraints follow from others, or cannot hold at once."""

    def expression() -> str:
        sum_of = f"{rng.choice(['d0', 'd0', '-d0', 'd0 * 2', '-d0 * 3'])} + {rng.randint(-9, 9)}"
        kind = rng.random()
        if kind < 0.15:
            return f"({sum_of}) floordiv {rng.randint(2, 4)} + {rng.randint(-2, 2)}"
        if kind < 0.25:
            return f"({sum_of}) mod {rng.randint(2, 4)}"
        if kind < 0.3:
            return str(rng.randint(-1, 2))
        return sum_of

    signs = [">= 0", ">= 0", ">= 0", "== 0"]
    parts = [f"{expression()} {rng.choice(signs)}" for _ in range(rng.randint(1, 4))]
    return f"affine_set<(d0) : ({', '.join(parts)})>"


def first_loops(seed: int) -> str:
    """The same with a loop as the first operation, which passes no values on."""
    nest = Nest(random.Random(seed))
    nest.lines.append("%c = arith.constant 2 : index")
    while not nest.lines[1:]:
        nest.loop([], ["%x"], 2)
        if "iter_args" in nest.lines[1]:
            del nest.lines[1:]
    del nest.lines[0]
    return nest.module().replace("%n: index,", "%n: index, %c: index,")


def linear_indices(seed: int) -> str:
    """Linear indices made of several, and taken apart again, some in loops."""
    rng = random.Random(seed)
    lines = ["%c2 = arith.constant 2 : index"]
    known = ["%i", "%j", "%n"]
    for number in range(rng.randint(1, 5)):
        count = rng.randint(1, 4)
        indices = [rng.choice(known) for _ in range(count)]
        has_outer = rng.random() < 0.5
        sizes = count if has_outer else count - 1
        basis = ", ".join(rng.choice(["2", "3", "5", "%n", "%m", "%c2"]) for _ in range(sizes))
        if rng.random() < 0.5:
            flag = rng.choice(["", "disjoint "])
            body = f"affine.linearize_index {flag}[{', '.join(indices)}] by ({basis}) : index"
            lines.append(f"%r{number} = {body}")
            known.append(f"%r{number}")
        elif sizes:
            results = ", ".join(["index"] * count)
            of = rng.choice(known)
            target = f"%r{number}:{count}" if count > 1 else f"%r{number}"
            lines.append(f"{target} = affine.delinearize_index {of} into ({basis}) : {results}")
            known += [f"%r{number}#{part}" for part in range(count)] if count > 1 else [f"%r{number}"]
    lines.append(f'"test.use"({", ".join(known)}) : ({", ".join(["index"] * len(known))}) -> ()')
    body = "\n".join(f"    {line}" for line in lines)
    inner = f"  affine.for %j = 0 to %n {{\n{body}\n  }}"
    return f"func.func @f(%i: index, %n: index, %m: index) {{\n{inner}\n  return\n}}\n"


def split_indices(seed: int) -> str:
    """Indices that are taken apart and made linear with sizes that are partly the same.

    A size is there before all indices: MLIR 22 uses it where an index was taken apart.
    """
    rng = random.Random(seed)
    lines = ["%c0 = arith.constant 0 : index", "%c2 = arith.constant 2 : index"]
    sizes = ["1", "2", "3", "4", "6", "%n", "%m", "%c2"]
    runs: list[tuple[list[str], list[str]]] = [(["%i", "%j"], ["4", "6"])]
    used: list[str] = []

    def shared(given: list[str], count: int) -> list[str]:
        """Sizes whose last ones are those that are given."""
        own = [rng.choice(sizes) for _ in range(count)]
        kept = rng.randint(0, min(count, len(given)))
        return own[: count - kept] + given[len(given) - kept :] if kept else own

    for number in range(rng.randint(2, 6)):
        name = f"%r{number}"
        indices, basis = rng.choice(runs)
        if rng.random() < 0.5:
            first = rng.randint(0, len(indices) - 1)
            last = rng.randint(first + 1, len(indices))
            front = [rng.choice(["%i", "%c0", *used]) for _ in range(rng.randint(0, 2))]
            padded = [rng.choice(sizes) for _ in range(len(indices) - len(basis))] + basis
            own = [*front, *indices[first:last]]
            bounds = [rng.choice(sizes) for _ in front] + padded[first:last]
            if rng.random() < 0.3:
                own.append(rng.choice(["%j", "%c0"]))
                bounds.append(rng.choice(sizes))
            if rng.random() < 0.4:
                bounds = bounds[1:]
            flag = rng.choice(["", "disjoint "])
            lines.append(
                f"{name} = affine.linearize_index {flag}[{', '.join(own)}] by ({', '.join(bounds)}) : index"
            )
            used.append(name)
            runs.append(([name], bounds))
        else:
            count = rng.randint(1, 4)
            bounds = shared(basis, count)
            has_outer = rng.random() < 0.6
            total = count if has_outer else count + 1
            of = rng.choice([*indices, *used, "%i"])
            types = ", ".join(["index"] * total)
            target = f"{name}:{total}" if total > 1 else name
            lines.append(f"{target} = affine.delinearize_index {of} into ({', '.join(bounds)}) : {types}")
            parts = [f"{name}#{part}" for part in range(total)] if total > 1 else [name]
            used += parts
            runs.append((parts, bounds))
    kept = [value for value in used if rng.random() < 0.6]
    lines.append(f'"test.use"({", ".join(kept)}) : ({", ".join(["index"] * len(kept))}) -> ()')
    body = "".join(f"  {line}\n" for line in lines)
    return f"func.func @f(%i: index, %j: index, %n: index, %m: index) {{\n{body}  return\n}}\n"
