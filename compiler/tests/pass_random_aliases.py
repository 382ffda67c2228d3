"""Random modules of memrefs with views of several kinds, which are read and written through these."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class View:
    """A memref: its name, sizes and strides, and its offset; `None` is dynamic."""

    name: str
    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int | None

    def type(self) -> str:
        sizes = "".join(f"{size}x" for size in self.sizes)
        offset = "?" if self.offset is None else str(self.offset)
        ending = "" if self.offset == 0 else f", offset: {offset}"
        if self.offset == 0 and self.strides == rows(self.sizes):
            return f"memref<{sizes}f32>"
        return f"memref<{sizes}f32, strided<[{', '.join(map(str, self.strides))}]{ending}>>"


def rows(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """The strides of sizes in row-major order."""
    strides, running = [], 1
    for size in reversed(sizes):
        strides.insert(0, running)
        running *= size
    return tuple(strides)


def aliases(seed: int) -> str:
    """Subviews, expanded and collapsed shapes of a memref, and reads and writes of elements and vectors."""
    rng = random.Random(seed)
    names = iter(range(10**6))
    source = View("%m", tuple(rng.choice([8, 16, 24]) for _ in range(rng.randint(1, 3))), (), 0)
    source = View(source.name, source.sizes, rows(source.sizes), 0)
    views = [source]
    lines = [
        "%c0 = arith.constant 0 : index",
        "%c1 = arith.constant 1 : index",
        "%c5 = arith.constant 5 : index",
    ]
    indices = ["%i", "%i", "%j", "%c0", "%c1", "%c5"]
    used: list[str] = []

    def subview(view: View) -> View:
        name = f"%v{next(names)}"
        offsets, sizes, steps, written = [], [], [], []
        for size in view.sizes:
            step = rng.choice([1, 1, 1, 2])
            count = rng.choice([each for each in (1, 2, 4, 8) if (each - 1) * step < size])
            first = rng.choice([0, size - (count - 1) * step - 1, None])
            offsets.append(first)
            written.append(rng.choice(indices[:3]) if first is None else str(first))
            sizes.append(count)
            steps.append(step)
        offset = view.offset
        for first, stride in zip(offsets, view.strides):
            offset = None if offset is None or first is None else offset + first * stride
        strides = [stride * step for stride, step in zip(view.strides, steps)]
        kept = list(range(len(sizes)))
        if rng.random() < 0.4:
            kept = [dim for dim in kept if sizes[dim] != 1] or kept
        made = View(name, tuple(sizes[dim] for dim in kept), tuple(strides[dim] for dim in kept), offset)
        parts = "".join(f"[{', '.join(map(str, part))}]" for part in (written, sizes, steps))
        lines.append(f"{name} = memref.subview {view.name}{parts} : {view.type()} to {made.type()}")
        return made

    def expand(view: View) -> View:
        name = f"%v{next(names)}"
        groups, sizes, strides = [], [], []
        for size, stride in zip(view.sizes, view.strides):
            inner = rng.choice([each for each in (0, 0, 1, 2, 4) if each == 0 or size % each == 0])
            parts = (size // inner, inner) if inner else (size,)
            groups.append(list(range(len(sizes), len(sizes) + len(parts))))
            sizes += parts
            strides += [stride * row for row in rows(parts)]
        made = View(name, tuple(sizes), tuple(strides), view.offset)
        shape = ", ".join(map(str, sizes))
        lines.append(
            f"{name} = memref.expand_shape {view.name} {groups} output_shape [{shape}] : "
            f"{view.type()} into {made.type()}"
        )
        return made

    def collapse(view: View) -> View:
        name = f"%v{next(names)}"
        groups: list[list[int]] = []
        for dim in range(len(view.sizes)):
            is_dense = dim and view.strides[dim - 1] == view.strides[dim] * view.sizes[dim]
            if is_dense and 1 not in view.sizes and rng.random() < 0.7:
                groups[-1].append(dim)
            else:
                groups.append([dim])
        sizes = []
        for group in groups:
            product = 1
            for dim in group:
                product *= view.sizes[dim]
            sizes.append(product)
        made = View(name, tuple(sizes), tuple(view.strides[group[-1]] for group in groups), view.offset)
        lines.append(
            f"{name} = memref.collapse_shape {view.name} {groups} : {view.type()} into {made.type()}"
        )
        return made

    def access(view: View) -> None:
        places = ", ".join(rng.choice(indices) for _ in view.sizes)
        # With constants, MLIR finds out that a transfer is in bounds.
        unknown = ", ".join(rng.choice(indices[:3]) for _ in view.sizes)
        kinds = ["load", "store"]
        if view.strides[-1] == 1:
            kinds += ["vector.load", "vector.store", "maskedload", "maskedstore", "read", "write"]
        at, ty, name = f"{view.name}[{places}]", view.type(), f"%x{next(names)}"
        hint = rng.choice(["", " {nontemporal = true}"])
        vector = "vector<4xf32>"
        masked = f"{ty}, vector<4xi1>, {vector}"
        # Through an expanded shape, MLIR reads the next row where there is padding.
        is_bounded = view.name != "%m" or rng.random() < 0.5
        bounds = " {in_bounds = [true]}" if is_bounded else ""
        mask = rng.choice(["", ", %mask"])
        kind = rng.choice(kinds)
        if kind in ("read", "write"):
            at = f"{view.name}[{unknown}]"
        lines.append(
            {
                "load": f"{name} = memref.load {at}{hint} : {ty}",
                "store": f"memref.store %f, {at}{hint} : {ty}",
                "vector.load": f"{name} = vector.load {at}{hint} : {ty}, {vector}",
                "vector.store": f"vector.store %w, {at}{hint} : {ty}, {vector}",
                "maskedload": f"{name} = vector.maskedload {at}, %mask, %w : {masked} into {vector}",
                "maskedstore": f"vector.maskedstore {at}, %mask, %w : {masked}",
                "read": f"{name} = vector.transfer_read {at}, %f{mask}{bounds} : {ty}, {vector}",
                "write": f"vector.transfer_write %w, {at}{mask}{bounds} : {vector}, {ty}",
            }[kind]
        )
        if name in lines[-1]:
            used.append(f"{name} : {'f32' if kind == 'load' else vector}")

    for _ in range(rng.randint(1, 6)):
        view = rng.choice(views[-2:])
        views.append(rng.choice([subview, subview, expand, collapse])(view))
        for _ in range(rng.randint(0, 2)):
            access(rng.choice(views))
    for each in used:
        name, ty = each.split(" : ")
        lines.append(f'"test.use"({name}) : ({ty}) -> ()')
    arguments = f"%m: {source.type()}, %i: index, %j: index, %f: f32, %w: vector<4xf32>, %mask: vector<4xi1>"
    body = "\n".join(f"  {line}" for line in lines)
    return f"func.func @f({arguments}) {{\n{body}\n  return\n}}\n"
