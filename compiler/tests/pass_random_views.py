"""Random views of memrefs, for canonicalization: expanded and collapsed shapes, subviews and casts."""

from __future__ import annotations

import random

Shape = list["int | None"]


def type_of(shape: Shape) -> str:
    return f"memref<{''.join('?x' if size is None else f'{size}x' for size in shape)}f32>"


def group_text(groups: list[list[int]]) -> str:
    return f"[{', '.join(str(group) for group in groups)}]"


def reshapes(seed: int) -> str:
    """Shapes that are expanded, collapsed and cast, one after the other.

    No size that is given is a constant: MLIR 22 uses it even if the memref before a cast has another size.
    """
    rng = random.Random(seed)
    lines: list[str] = []
    factors = [1, 1, 2, 2, 3, 4]
    shape: Shape = [rng.choice([None, *factors, 6, 12]) for _ in range(rng.randint(1, 3))]
    argument = type_of(shape)
    made: list[tuple[str, Shape]] = [("%m", shape)]

    def split(size: int | None) -> Shape:
        if size is None:
            parts: Shape = [rng.choice(factors) for _ in range(rng.randint(0, 2))]
            for _ in range(1 if rng.random() < 0.7 else 2):
                parts.insert(rng.randint(0, len(parts)), None)
            return parts
        count = rng.randint(1, 3)
        parts = []
        for _ in range(count - 1):
            part = rng.choice([factor for factor in factors if size % factor == 0])
            parts.append(part)
            size //= part
        return [*parts, size]

    for number in range(rng.randint(2, 6)):
        name, shape = made[-1] if rng.random() < 0.7 else rng.choice(made)
        kind = rng.choice(["expand", "collapse", "expand", "collapse", "cast"])
        target = f"%v{number}"
        groups: list[list[int]] = []
        new: Shape = []
        if kind == "expand" and len(shape) < 5:
            for size in shape:
                parts = split(size)
                groups.append(list(range(len(new), len(new) + len(parts))))
                new += parts
            sizes = ", ".join(rng.choice(["%a", "%b"]) if size is None else str(size) for size in new)
            head = f"memref.expand_shape {name} {group_text(groups)} output_shape [{sizes}]"
            lines.append(f"{target} = {head} : {type_of(shape)} into {type_of(new)}")
        elif kind == "collapse":
            for dim, size in enumerate(shape):
                if groups and rng.random() < 0.6:
                    groups[-1].append(dim)
                    known = new[-1]
                    new[-1] = None if size is None or known is None else known * size
                else:
                    groups.append([dim])
                    new.append(size)
            head = f"memref.collapse_shape {name} {group_text(groups)}"
            lines.append(f"{target} = {head} : {type_of(shape)} into {type_of(new)}")
        elif kind == "cast":
            new = [None if rng.random() < 0.5 else size for size in shape]
            lines.append(f"{target} = memref.cast {name} : {type_of(shape)} to {type_of(new)}")
        else:
            continue
        made.append((target, new))
    used = [made[-1], rng.choice(made)]
    names, types = ", ".join(name for name, _ in used), ", ".join(type_of(shape) for _, shape in used)
    lines.append(f'"test.use"({names}) : ({types}) -> ()')
    body = "".join(f"  {line}\n" for line in lines)
    return f"func.func @f(%m: {argument}, %a: index, %b: index) {{\n{body}  return\n}}\n"


def subviews(seed: int) -> str:
    """Views of views and of casts, whose numbers are constants in part.

    They stay inside of dimensions of size 1: MLIR 22 skips casts even if the view is then out of bounds.
    """
    rng = random.Random(seed)
    lines = [f"%c{number} = arith.constant {number} : index" for number in range(1, 4)]
    rank = rng.randint(1, 3)
    shape: Shape = [rng.choice([None, 1, 8, 8]) for _ in range(rank)]
    source, argument, is_one = "%m", type_of(shape), [size == 1 for size in shape]
    ty = argument
    if rng.random() < 0.6:
        shape = [None if rng.random() < 0.5 else size for size in shape]
        ty = type_of(shape)
        lines.append(f"%k = memref.cast %m : {argument} to {ty}")
        source = "%k"

    dynamic = f"strided<[{', '.join('?' * rank)}], offset: ?>"
    full = f"memref<{'?x' * rank}f32, {dynamic}>"
    lists = [
        ["%i" if one else rng.choice(["%i", "%c1"]) for one in is_one],
        ["%n" if one or rng.random() < 0.3 else rng.choice(["%c1", "%c2", "%i"]) for one in is_one],
        [rng.choice(["%i", "%c1", "%c2"]) for _ in shape],
    ]
    text = "".join(f"[{', '.join(each)}]" for each in lists)
    lines.append(f"%v = memref.subview {source}{text} : {ty} to {full}")
    sizes = ", ".join(rng.choice(["%c2", "%n", "%i"]) for _ in shape)
    strides = ", ".join(rng.choice(["%c1", "%n"]) for _ in shape)
    offset = rng.choice(["%c1", "%i"])
    kind = rng.choice(["reinterpret", "base", "subview", "none"])
    used = ["%v"]
    if kind == "reinterpret":
        cast = f"memref.reinterpret_cast %v to offset: [{offset}], sizes: [{sizes}], strides: [{strides}]"
        lines.append(f"%w = {cast} : {full} to {full}")
    elif kind == "base":
        results = ", ".join(["memref<f32>", *["index"] * (1 + 2 * rank)])
        lines.append(
            f"%p, %o, %s:{rank}, %t:{rank} = memref.extract_strided_metadata %v : {full} -> {results}"
        )
        own = [[f"%{name}#{dim}" if rank > 1 else f"%{name}" for dim in range(rank)] for name in "st"]
        if rng.random() < 0.4:
            own[1][0] = "%n"
        cast = f"memref.reinterpret_cast %p to offset: [%o], sizes: [{', '.join(own[0])}]"
        lines.append(f"%w = {cast}, strides: [{', '.join(own[1])}] : memref<f32> to {full}")
    elif kind == "subview":
        zeros = ", ".join(rng.choice(["0", "%i"]) if rng.random() < 0.3 else "0" for _ in shape)
        ones = ", ".join("1" for _ in shape)
        again = ", ".join(lists[1])
        lines.append(f"%w = memref.subview %v[{zeros}][{again}][{ones}] : {full} to {full}")
    if kind != "none":
        used.append("%w")
    lines.append(f'"test.use"({", ".join(used)}) : ({", ".join([full] * len(used))}) -> ()')
    body = "".join(f"  {line}\n" for line in lines)
    return f"func.func @f(%m: {argument}, %i: index, %n: index) {{\n{body}  return\n}}\n"
