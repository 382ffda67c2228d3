"""Random functions that read and write memrefs with layouts, and pass them on."""

from __future__ import annotations

import random

SHAPES = {1: "16", 2: "16x8", 3: "4x6x8"}
# Layouts by rank.
LAYOUTS = {
    1: (
        "affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>",
        "affine_map<(d0) -> (d0 * 2 + 3)>",
        "affine_map<(d0) -> (-d0 + 15)>",
        "strided<[2], offset: 1>",
        "strided<[1]>",
        "strided<[?], offset: 1>",
        "affine_map<(d0) -> (d0)>",
    ),
    2: (
        "affine_map<(d0, d1) -> (d1, d0)>",
        "affine_map<(d0, d1) -> (d0 floordiv 4, d1 floordiv 8, d0 mod 4, d1 mod 8)>",
        "affine_map<(d0, d1) -> (d0 + d1, d1)>",
        "affine_map<(d0, d1) -> (d0 * 8 + d1)>",
        "strided<[8, 1]>",
        "strided<[16, 2], offset: 5>",
        "strided<[?, 1], offset: ?>",
    ),
    3: (
        "affine_map<(d0, d1, d2) -> (d2, d0, d1)>",
        "affine_map<(d0, d1, d2) -> (d0, d1 ceildiv 2, d2 floordiv 3, d2 mod 3)>",
        "affine_map<(d0, d1, d2) -> (d0 * 2, d1 + d2, d2)>",
        "strided<[48, 8, 1]>",
    ),
}


class Writer:
    """Writes the operations of a function."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lines: list[str] = []
        self.names = iter(range(10**6))

    def type(self, rank: int) -> str:
        space = self.rng.choice(["", "", ", 3"])
        if self.rng.random() < 0.2:
            return f"memref<{SHAPES[rank]}xf32{space}>"
        return f"memref<{SHAPES[rank]}xf32, {self.rng.choice(LAYOUTS[rank])}{space}>"

    def place(self, rank: int, known: list[str], is_affine: bool) -> str:
        choices = [*known, *known, "%c1"]
        places = []
        for _ in range(rank):
            one = self.rng.choice(choices)
            if is_affine:
                one = self.rng.choice([one, f"{one} + 1", "2", "0", f"{one} mod 3"])
            places.append(one)
        return ", ".join(places)

    def access(self, memref: tuple[str, str, int], known: list[str]) -> None:
        name, ty, rank = memref
        kind = self.rng.choice(["affine.load", "affine.store", "affine.store", "memref.load", "memref.store"])
        at = f"{name}[{self.place(rank, known, kind.startswith('affine'))}] : {ty}"
        if kind.endswith("load"):
            self.lines.append(f"%v{next(self.names)} = {kind} {at}")
        else:
            self.lines.append(f"{kind} %x, {at}")

    def allocate(self) -> tuple[str, str, int]:
        rank = self.rng.randint(1, 3)
        ty, name = self.type(rank), f"%m{next(self.names)}"
        kind = self.rng.choice(["alloc", "alloc", "alloca"])
        attributes = self.rng.choice(["", "", " {alignment = 32 : i64}"])
        symbols = "[" + ", ".join(["%n"] * ty.count("?")) + "]" if "?" in ty else ""
        self.lines.append(f"{name} = memref.{kind}(){symbols}{attributes} : {ty}")
        return name, ty, rank


def layouts(seed: int) -> str:
    """Functions that allocate memrefs, take some as arguments, return one, and call each other."""
    rng = random.Random(seed)
    texts: list[str] = []
    signatures: list[tuple[str, list[tuple[str, int]], tuple[str, int] | None]] = []
    for number in range(rng.randint(1, 3)):
        out = Writer(rng)
        given = [
            (f"%a{at}", out.type(rank), rank)
            for at, rank in enumerate(rng.choices([1, 2, 3], k=rng.randint(0, 2)))
        ]
        memrefs = [*given, out.allocate()]
        known = ["%i", "%n"]
        depth = rng.randint(0, 2)
        for level in range(depth):
            out.lines.append(f"affine.for %j{level} = 0 to 4 {{")
            known.append(f"%j{level}")
        for _ in range(rng.randint(1, 5)):
            kind = rng.random()
            if kind < 0.15:
                memrefs.append(out.allocate())
            elif kind < 0.3 and signatures:
                name, inputs, result = rng.choice(signatures)
                passed = []
                for ty, rank in inputs:
                    fitting = [memref for memref in memrefs if memref[1] == ty]
                    if not fitting and "?" not in ty:
                        own = f"%m{next(out.names)}"
                        out.lines.append(f"{own} = memref.alloc() : {ty}")
                        fitting = [(own, ty, rank)]
                    passed += [memref[0] for memref in fitting[:1]]
                if len(passed) == len(inputs):
                    types = ", ".join(["index", "index", "f32", *(ty for ty, _ in inputs)])
                    target = f"%r{next(out.names)}"
                    head = f"{target} = " if result else ""
                    ending = result[0] if result else "()"
                    values = ", ".join(["%i", "%n", "%x", *passed])
                    out.lines.append(f"{head}func.call @{name}({values}) : ({types}) -> {ending}")
                    if result:
                        memrefs.append((target, *result))
            elif kind < 0.33:
                name, ty, _ = rng.choice(memrefs)
                out.lines.append(f'"test.use"({name}) : ({ty}) -> ()')
            else:
                out.access(rng.choice(memrefs), known)
        out.lines += ["}"] * depth
        returned = rng.choice([None, *given]) if given else None
        arguments = "".join(f", {name}: {ty}" for name, ty, _ in given)
        head = f"func.func @f{number}(%i: index, %n: index, %x: f32{arguments})"
        ending = f"return {returned[0]} : {returned[1]}" if returned else "return"
        result_type = f" -> {returned[1]}" if returned else ""
        out.lines.insert(0, "%c1 = arith.constant 1 : index")
        body = "\n".join(f"  {line}" for line in [*out.lines, ending])
        texts.append(f"{head}{result_type} {{\n{body}\n}}\n")
        signatures.append(
            (f"f{number}", [(ty, rank) for _, ty, rank in given], returned[1:] if returned else None)
        )
    return "".join(texts)


def dynamic_tiles(seed: int) -> str:
    """Memrefs with sizes that are not known, whose layouts divide dimensions into tiles or do not."""
    rng = random.Random(seed)
    shape = [rng.choice(("?", "?", "4", "9")) for _ in range(rng.randint(1, 3))]
    results = []
    for dim in (f"d{dim}" for dim in range(len(shape))):
        size = rng.choice((2, 4, 8))
        tile = [f"{dim} floordiv {size}", f"{dim} mod {size}"]
        other = [[dim], [f"{dim} + {size}"], [*tile, tile[0]], [tile[0], f"{dim} mod 3"]]
        results += tile if rng.random() < 0.6 else rng.choice(other)
    rng.shuffle(results)
    dims = ", ".join(f"d{dim}" for dim in range(len(shape)))
    memref = f"memref<{'x'.join(shape)}xf32, #l>"
    sizes = ", ".join("%n" for size in shape if size == "?")
    indices = ", ".join(rng.choice(("%n", "%i", "%c1")) for _ in shape)
    places = ", ".join(rng.choice(("%j", "%j + 1", "3")) for _ in shape)
    return f"""#l = affine_map<({dims}) -> ({", ".join(results)})>
func.func private @g(%a: {memref}, %i: index) -> {memref} {{
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c1 : {memref}
  %v = memref.load %a[{indices}] : {memref}
  memref.store %v, %a[{indices}] : {memref}
  return %a : {memref}
}}
func.func @f(%n: index, %i: index, %x: f32) -> {memref} {{
  %c1 = arith.constant 1 : index
  %m = memref.{rng.choice(("alloc", "alloca"))}({sizes}) : {memref}
  memref.store %x, %m[{indices}] : {memref}
  affine.for %j = 0 to 4 {{
    affine.store %x, %m[{places}] : {memref}
  }}
  %r = call @g(%m, %i) : ({memref}, index) -> {memref}
  return %r : {memref}
}}
"""
