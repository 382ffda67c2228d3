"""Random functions of tensors: sizes of results, and slices that loops read and write."""

from __future__ import annotations

import random


def type_of(shape: list[int | None], kind: str = "tensor") -> str:
    return f"{kind}<{''.join('?x' if size is None else f'{size}x' for size in shape)}f32>"


def result_sizes(seed: int) -> str:
    """Operations whose results have dynamic sizes, and these sizes."""
    rng = random.Random(seed)
    names = iter(range(10**6))
    lines = [f"%c{number} = arith.constant {number} : index" for number in range(3)]
    tensors: list[tuple[str, list[int | None]]] = [("%t", [None, None]), ("%u", [None, 4]), ("%v", [8])]
    used: list[str] = []

    def add(text: str) -> str:
        name = f"%v{next(names)}"
        lines.append(f"{name} = {text}")
        return name

    def number(size: int | None) -> str:
        return rng.choice(["%n", "%m", "%c2"]) if size is None else str(size)

    def shape() -> list[int | None]:
        return [rng.choice([None, None, 4, 8]) for _ in range(rng.randint(1, 3))]

    def dynamic(sizes: list[int | None]) -> str:
        return ", ".join(number(None) for size in sizes if size is None)

    def pad(name: str, sizes: list[int | None]) -> tuple[str, list[int | None]]:
        low = [rng.choice(["0", "1", "%n", "%c2"]) for _ in sizes]
        high = [rng.choice(["0", "2", "%m", "%c1"]) for _ in sizes]
        made = []
        for size, first, last in zip(sizes, low, high):
            is_known = size is not None and first.isdigit() and last.isdigit()
            made.append(size + int(first) + int(last) if is_known and size is not None else None)
        block = ", ".join(f"%i{dim}: index" for dim in range(len(sizes)))
        head = f"tensor.pad {name} low[{', '.join(low)}] high[{', '.join(high)}]"
        body = f"{{\n  ^bb0({block}):\n    tensor.yield %p : f32\n  }}"
        return add(f"{head} {body} : {type_of(sizes)} to {type_of(made)}"), made

    def make() -> tuple[str, list[int | None]]:
        name, sizes = rng.choice(tensors[-4:])
        kind = rng.choice(["empty", "pad", "pad", "slice", "insert", "concat", "fill", "generate", "matmul"])
        if kind == "empty":
            made = shape()
            return add(f"tensor.empty({dynamic(made)}) : {type_of(made)}"), made
        if kind == "pad":
            return pad(name, sizes)
        if kind == "slice":
            made = [rng.choice([None, 2]) for _ in sizes]
            offsets = ", ".join(rng.choice(["0", "%n"]) for _ in sizes)
            parts = ", ".join(number(size) for size in made)
            steps = ", ".join("1" for _ in sizes)
            text = f"tensor.extract_slice {name}[{offsets}][{parts}][{steps}]"
            return add(f"{text} : {type_of(sizes)} to {type_of(made)}"), made
        if kind == "insert":
            parts = ", ".join(number(None) for _ in sizes)
            zeros, steps = ", ".join("0" for _ in sizes), ", ".join("1" for _ in sizes)
            source: list[int | None] = [None for _ in sizes]
            inner = add(f"tensor.empty({dynamic(source)}) : {type_of(source)}")
            text = f"tensor.insert_slice {inner} into {name}[{zeros}][{parts}][{steps}]"
            return add(f"{text} : {type_of(source)} into {type_of(sizes)}"), sizes
        if kind == "concat":
            dim = rng.randrange(len(sizes))
            other = add(f"tensor.empty({dynamic(sizes)}) : {type_of(sizes)}")
            size = sizes[dim]
            made = [*sizes[:dim], None if size is None else 2 * size, *sizes[dim + 1 :]]
            if rng.random() < 0.5:
                made[dim] = None
            ty = type_of(sizes)
            return add(f"tensor.concat dim({dim}) {name}, {other} : ({ty}, {ty}) -> {type_of(made)}"), made
        if kind == "fill":
            ty = type_of(sizes)
            return add(f"linalg.fill ins(%p : f32) outs({name} : {ty}) -> {ty}"), sizes
        if kind == "generate":
            made = shape()
            block = ", ".join(f"%i{dim}: index" for dim in range(len(made)))
            body = f"{{\n  ^bb0({block}):\n    tensor.yield %p : f32\n  }}"
            return add(f"tensor.generate {dynamic(made)} {body} : {type_of(made)}"), made
        operand = type_of([None, None])
        text = f"linalg.matmul ins(%t, %t : {operand}, {operand}) outs(%t : {operand}) -> {operand}"
        return add(text), [None, None]

    for _ in range(rng.randint(1, 5)):
        name, sizes = make()
        tensors.append((name, sizes))
        if rng.random() < 0.8:
            dim = rng.randrange(len(sizes))
            used.append(add(f"tensor.dim {name}, %c{dim} : {type_of(sizes)}"))
    name, sizes = tensors[-1]
    lines.append(f'"test.use"({name}) : ({type_of(sizes)}) -> ()')
    for name in used:
        lines.append(f'"test.use"({name}) : (index) -> ()')
    arguments = "%n: index, %m: index, %p: f32"
    for name, sizes in tensors[:3]:
        arguments += f", {name}: {type_of(sizes)}"
    body = "\n".join(f"  {line}" for line in lines)
    return f"func.func @f({arguments}) {{\n{body}\n  return\n}}\n"


def slices_in_loops(seed: int) -> str:
    """Loops that read and write slices of tensors, at the same place or at others."""
    rng = random.Random(seed)
    names = iter(range(10**6))
    lines = [f"%c{number} = arith.constant {number} : index" for number in (0, 1, 5, 9)]
    lines.append("%o5 = affine.apply affine_map<()[s0] -> (s0 + 5)>()[%o]")
    outside = ["%o", "%o5", "0", "5", "9", "%c0", "%c5"]

    def value(text: str) -> str:
        name = f"%v{next(names)}"
        lines.append(f"{name} = {text}")
        return name

    def change(tensor: str, known: list[str]) -> str:
        place, size = rng.choice(outside if rng.random() < 0.9 else known), rng.choice([4, 5])
        part = f"tensor<{size}xf32>"
        if rng.random() < 0.3:
            index = place if place.startswith("%") else "%c0"
            read = value(
                f"vector.transfer_read {tensor}[{index}], %p {{in_bounds = [true]}} : "
                f"tensor<?xf32>, vector<{size}xf32>"
            )
            new = value(f'"test.f"({read}) : (vector<{size}xf32>) -> vector<{size}xf32>')
            return value(
                f"vector.transfer_write {new}, {tensor}[{index}] {{in_bounds = [true]}} : "
                f"vector<{size}xf32>, tensor<?xf32>"
            )
        read = value(f"tensor.extract_slice {tensor}[{place}][{size}][1] : tensor<?xf32> to {part}")
        new = value(f'"test.f"({read}) : ({part}) -> {part}')
        if rng.random() < 0.1:
            place = rng.choice(outside)
        return value(
            f"tensor.insert_slice {new} into {tensor}[{place}][{size}][1] : {part} into tensor<?xf32>"
        )

    def loop(tensors: list[str], known: list[str], depth: int) -> list[str]:
        result, variable = f"%r{next(names)}", f"%i{next(names)}"
        carried = [f"%a{next(names)}" for _ in tensors]
        types = ", ".join("tensor<?xf32>" for _ in tensors)
        passed = ", ".join(f"{name} = {tensor}" for name, tensor in zip(carried, tensors))
        head = f"scf.for {variable} = %c0 to %n step %c1 iter_args({passed}) -> ({types})"
        count = f":{len(tensors)}" if len(tensors) > 1 else ""
        lines.append(f"{result}{count} = {head} {{")
        current = list(carried)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(current))
            if depth and rng.random() < 0.3:
                current[at] = loop([current[at]], [*known, variable], depth - 1)[0]
            else:
                current[at] = change(current[at], [*known, variable])
        lines.append(f"scf.yield {', '.join(current)} : {types}")
        lines.append("}")
        return [f"{result}#{at}" for at in range(len(tensors))] if count else [result]

    results = loop(["%t", "%u"][: rng.randint(1, 2)], [], 1)
    types = ", ".join("tensor<?xf32>" for _ in results)
    lines.append(f"return {', '.join(results)} : {types}")
    body = "\n".join(f"  {line}" for line in lines)
    arguments = "%t: tensor<?xf32>, %u: tensor<?xf32>, %n: index, %o: index, %p: f32"
    return f"func.func @f({arguments}) -> ({types}) {{\n{body}\n}}\n"
