"""Random functions over memrefs, and pipelines that lower them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

# Lowers everything to the llvm dialect.
ALL = (
    "builtin.module(convert-scf-to-cf,convert-arith-to-llvm,convert-index-to-llvm,finalize-memref-to-llvm,"
    "convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)"
)
ELEMENTS = ("f32", "f64", "i32", "i8", "index")
# Each with the numbers of its dynamic sizes, strides and offsets.
LAYOUTS = (
    "",
    "",
    "",
    ", strided<[?, 1]>",
    ", strided<[?, ?], offset: ?>",
    ", strided<[7, 1], offset: 3>",
    ", 2",
)


def with_one_assertion(text: str) -> str:
    """The text without all assertions but the first: MLIR numbers messages across modules."""
    lines = text.splitlines()
    first = next((line for line in lines if "cf.assert" in line), None)
    kept = [line for line in lines if "cf.assert" not in line or line is first]
    return "\n".join(kept) + "\n"


def is_lowered_wrongly(text: str) -> bool:
    """Whether MLIR 22 makes invalid or wrong operations of the text: `floordivsi` of wide integers, sums and
    products of twice the width of scalable vectors or indices, conversions of integers to small floats."""
    return (
        ("floordivsi" in text and ("i65" in text or "i128" in text))
        or ("_extended" in text and ("[4]" in text or "index" in text))
        or ("itofp" in text and "f8" in text)
    )


def lowered_rightly(make: Callable[[int], str], seed: int) -> str:
    """The first module of a generator, from a number on, that MLIR 22 lowers rightly."""
    return next(text for text in map(make, itertools.count(seed, 1000)) if not is_lowered_wrongly(text))


def memref_type(rng: random.Random, element: str) -> str:
    sizes = "x".join(rng.choice(["?", "?", "4", "5", "1"]) for _ in range(2))
    return f"memref<{sizes}x{element}{rng.choice(LAYOUTS)}>"


def kernels(seed: int) -> str:
    """Functions that read and write memrefs in loops, allocate some, and call each other."""
    rng = random.Random(seed)
    element = rng.choice(ELEMENTS)
    names = iter(range(10000))
    types = [memref_type(rng, element) for _ in range(rng.randint(1, 3))]
    memrefs = [(f"%m{index}", ty) for index, ty in enumerate(types)]
    lines = [f"%i{number} = arith.constant {number} : index" for number in range(3)]
    indices, values = ["%i0", "%i1", "%n"], ["%v"]

    def operation(known: list[str], indices: list[str], buffers: list[tuple[str, str]]) -> str:
        name = f"%x{next(names)}"
        buffer, ty = rng.choice(buffers)
        place = f"{buffer}[{rng.choice(indices)}, {rng.choice(indices)}] : {ty}"
        kind = rng.random()
        if kind < 0.35:
            known.append(name)
            return f"{name} = memref.load {place}"
        if kind < 0.6:
            return f"memref.store {rng.choice(known)}, {place}"
        if kind < 0.7:
            dim = rng.choice(["%i0", "%i1", "%n"])
            indices.append(name)
            return f"{name} = memref.dim {buffer}, {dim} : {ty}"
        if kind < 0.8:
            indices.append(name)
            operation = rng.choice(
                ["arith.addi", "arith.muli", "arith.subi", "arith.divsi", "arith.ceildivsi"]
            )
            return f"{name} = {operation} {rng.choice(indices[:-1])}, {rng.choice(indices[:-1])} : index"
        known.append(name)
        operation = {"f": "arith.addf", "i": "arith.muli"}[element[0]]
        return f"{name} = {operation} {rng.choice(known[:-1])}, {rng.choice(known[:-1])} : {element}"

    def body(known: list[str], indices: list[str], buffers: list[tuple[str, str]], depth: int) -> list[str]:
        made = []
        for _ in range(rng.randint(1, 4)):
            kind = rng.random()
            if depth == 2 or kind < 0.6:
                made.append(operation(known, indices, buffers))
            elif kind < 0.75:
                bounds = [rng.choice(indices) for _ in range(2)]
                variable, carried, result = (f"%x{next(names)}" for _ in range(3))
                inner = [*known, carried]
                lines = body(inner, [*indices, variable], list(buffers), depth + 1)
                head = f"{result} = scf.for {variable} = {bounds[0]} to {bounds[1]} step %i1 "
                head += f"iter_args({carried} = {rng.choice(known)}) -> ({element}) {{"
                made += [head, *lines, f"scf.yield {rng.choice(inner)} : {element}", "}"]
                known.append(result)
            elif kind < 0.85:
                condition = f"%x{next(names)}"
                made.append(
                    f"{condition} = arith.cmpi slt, {rng.choice(indices)}, {rng.choice(indices)} : index"
                )
                made += [
                    f"scf.if {condition} {{",
                    *body(list(known), list(indices), list(buffers), depth + 1),
                    "}",
                ]
            else:
                name = f"%x{next(names)}"
                sizes = rng.choice(["?x?", "?x3", "2x3"])
                dynamic = ", ".join(rng.choice(indices) for _ in range(sizes.count("?")))
                ty = f"memref<{sizes}x{element}>"
                made.append(f"{name} = memref.{rng.choice(['alloc', 'alloca'])}({dynamic}) : {ty}")
                buffers.append((name, ty))
        return made

    lines += body(values, indices, memrefs, 0)
    results = rng.sample(range(3), rng.randint(0, 3))
    choices = [(rng.choice(values), element), (rng.choice(indices), "index"), rng.choice(memrefs)]
    returned = [choices[index] for index in results]
    types_text = ", ".join(ty for _, ty in returned)
    values_text = f" {', '.join(value for value, _ in returned)} : {types_text}" if returned else ""
    parameters = ", ".join(
        [*(f"%m{index}: {ty}" for index, ty in enumerate(types)), "%n: index", f"%v: {element}"]
    )
    attributes = rng.choice(["", " attributes {llvm.emit_c_interface}"])
    text = "\n".join(f"  {line}" for line in lines)
    arguments = ", ".join([*(f"%m{index}" for index in range(len(types))), "%n", "%v"])
    signature = f"({', '.join([*types, 'index', element])}) -> ({types_text})"
    call = f"call @{rng.choice(['f', 'g'])}({arguments}) : {signature}"
    names_text = ", ".join(f"%r{index}" for index in range(len(returned)))
    caller = (
        f"func.func @h({parameters}) {{\n  {names_text + ' = ' if returned else ''}{call}\n  return\n}}\n"
    )
    declaration = f"func.func private @g{signature}{attributes}\n"
    head = f"func.func @f({parameters}) -> ({types_text}){attributes}"
    return f"{head} {{\n{text}\n  return{values_text}\n}}\n{declaration}{caller}"


# Lowers views first.
VIEWS = ALL.replace("convert-scf-to-cf", "expand-strided-metadata,lower-affine,convert-scf-to-cf")


def views(seed: int) -> str:
    """Views of views of a memref, with elements that are read through them."""
    rng = random.Random(seed)
    names = iter(range(10000))
    dynamic = rng.random() < 0.7
    shape = [rng.choice(["?", "16", "8"]) if dynamic else rng.choice(["16", "8"]) for _ in range(2)]
    memrefs = [("%m", shape, None)]
    lines = ["%i0 = arith.constant 0 : index", "%i1 = arith.constant 1 : index"]
    indices, values = ["%n", "%k", "%i1"], ["%v"]

    def type_of(shape: list[str], layout: tuple[list[str], str] | None) -> str:
        sizes = "".join(f"{size}x" for size in shape)
        if layout is None:
            return f"memref<{sizes}f32>"
        strides, offset = layout
        ending = "" if offset == "0" else f", offset: {offset}"
        return f"memref<{sizes}f32, strided<[{', '.join(strides)}]{ending}>>"

    def layout_of(shape: list[str], layout: tuple[list[str], str] | None) -> tuple[list[str], str]:
        if layout is not None:
            return layout
        strides, running = [], "1"
        for size in reversed(shape):
            strides.insert(0, running)
            running = "?" if "?" in (size, running) else str(int(size) * int(running))
        return strides, "0"

    def product(first: str, second: str) -> str:
        if "0" in (first, second):
            return "0"
        return "?" if "?" in (first, second) else str(int(first) * int(second))

    def total(first: str, second: str) -> str:
        return "?" if "?" in (first, second) else str(int(first) + int(second))

    for _ in range(rng.randint(1, 5)):
        source, shape, layout = rng.choice(memrefs)
        name = f"%s{next(names)}"
        strides, offset = layout_of(shape, layout)
        offsets = [rng.choice(["?", "0", "2"]) for _ in shape]
        sizes = [rng.choice(["?", "1", "4"]) for _ in shape]
        steps = [rng.choice(["1", "1", "2", "?"]) for _ in shape]
        for stride, distance in zip(strides, offsets):
            offset = total(offset, product(stride, distance))
        result = [product(stride, step) for stride, step in zip(strides, steps)]
        parts = [
            [rng.choice(indices) if part == "?" else part for part in each]
            for each in (offsets, sizes, steps)
        ]
        kept = list(range(len(shape)))
        if sizes[0] == "1" and len(shape) == 2 and sizes[1] != "1" and rng.random() < 0.5:
            kept = [1]
        made = ([sizes[dim] for dim in kept], ([result[dim] for dim in kept], offset))
        lists = "".join(f"[{', '.join(part)}]" for part in parts)
        lines.append(
            f"{name} = memref.subview {source}{lists} : {type_of(shape, layout)} to {type_of(*made)}"
        )
        memrefs.append((name, *made))
        if rng.random() < 0.5:
            places = ", ".join(rng.choice(indices) for _ in made[0])
            value = f"%x{next(names)}"
            lines.append(f"{value} = memref.load {name}[{places}] : {type_of(*made)}")
            values.append(value)
    returned, shape, layout = rng.choice(memrefs)
    types = f"{type_of(shape, layout)}, f32"
    body = "\n".join(f"  {line}" for line in lines)
    source = type_of(memrefs[0][1], None)
    return (
        f"func.func @f(%m: {source}, %n: index, %k: index, %v: f32) -> ({types}) {{\n{body}\n"
        f"  return {returned}, {values[-1]} : {types}\n}}\n"
    )
