"""Random functions with memory on the stack that consists of parts: small memrefs, structures and arrays."""

from __future__ import annotations

import random

SCALARS = ("i8", "i16", "i32", "i64", "f32", "f64", "!llvm.ptr")


def small_memrefs(seed: int) -> str:
    """Memrefs of few elements that are read and written at known indices, and sometimes at others."""
    rng = random.Random(seed)
    lines = [f"%c{number} = arith.constant {number} : index" for number in range(4)]
    memrefs = []
    for number in range(rng.randint(1, 3)):
        shape = rng.choice([(4,), (2, 2), (1,), (), (3, 1), (2, 3), (17,), (1, 1)])
        ty = "memref<" + "".join(f"{size}x" for size in shape) + "i32>"
        lines.append(f"%m{number} = memref.alloca() : {ty}")
        memrefs.append((f"%m{number}", shape, ty))
    known = ["%a", "%b"]

    def place(shape: tuple[int, ...]) -> str:
        indices = [f"%c{rng.randrange(min(size, 4))}" for size in shape]
        if indices and rng.random() < 0.04:
            indices[0] = rng.choice(["%i", "%c3"])
        return ", ".join(indices)

    for number in range(rng.randint(1, 9)):
        name, shape, ty = rng.choice(memrefs)
        if rng.random() < 0.5:
            lines.append(f"%v{number} = memref.load {name}[{place(shape)}] : {ty}")
            known.append(f"%v{number}")
        elif rng.random() < 0.1:
            lines.append(f"scf.if %c {{ memref.store {rng.choice(known)}, {name}[{place(shape)}] : {ty} }}")
        else:
            lines.append(f"memref.store {rng.choice(known)}, {name}[{place(shape)}] : {ty}")
    lines.append(f"return {rng.choice(known)} : i32")
    body = "\n".join(f"  {line}" for line in lines)
    return f"func.func @f(%a: i32, %b: i32, %c: i1, %i: index) -> i32 {{\n{body}\n}}\n"


def aggregate(rng: random.Random, depth: int) -> str:
    """A type of llvm with parts."""
    if rng.random() < 0.4:
        element = aggregate(rng, depth - 1) if depth and rng.random() < 0.4 else rng.choice(SCALARS)
        return f"!llvm.array<{rng.choice([1, 2, 3, 4, 17])} x {element.removeprefix('!llvm.')}>"
    count = rng.randint(1, 4)
    fields = [
        aggregate(rng, depth - 1) if depth and rng.random() < 0.3 else rng.choice(SCALARS)
        for _ in range(count)
    ]
    packed = rng.choice(["", "", "packed "])
    return f"!llvm.struct<{packed}({', '.join(field.removeprefix('!llvm.') for field in fields)})>"


def split_fields(ty: str) -> list[str]:
    """The fields of a structure, or of an array its element once for each."""
    if ty.startswith("!llvm.array<"):
        count, _, element = ty.removeprefix("!llvm.array<")[:-1].partition(" x ")
        fields = [element] * int(count)
    else:
        inner = ty[ty.index("(") + 1 : ty.rindex(")")]
        fields, nesting, start = [], 0, 0
        for at, char in enumerate(inner):
            nesting += (char in "<(") - (char in ">)")
            if char == "," and nesting == 0:
                fields.append(inner[start:at].strip())
                start = at + 1
        fields.append(inner[start:].strip())
    prefixed = ("ptr", "array<", "struct<")
    return [f"!llvm.{field}" if field.startswith(prefixed) else field for field in fields]


def is_aggregate(ty: str) -> bool:
    return ty.startswith(("!llvm.array", "!llvm.struct"))


def aggregates(seed: int) -> str:
    """Structures and arrays that are read, written, filled and copied, as a whole and in parts."""
    rng = random.Random(seed)
    lines = ["%one = llvm.mlir.constant(1 : i32) : i32", "%byte = llvm.mlir.constant(7 : i8) : i8"]
    slots = []
    for number in range(rng.randint(1, 2)):
        ty = aggregate(rng, 2)
        count = "%one" if rng.random() < 0.95 else "%n"
        lines.append(f"%m{number} = llvm.alloca {count} x {ty} : (i32) -> !llvm.ptr")
        slots.append((f"%m{number}", ty))
    names = iter(range(10**6))
    values = {"i32": ["%n"]}

    def access(pointer: str, ty: str) -> None:
        name = f"%v{next(names)}"
        if rng.random() < 0.5:
            flag = "volatile " if rng.random() < 0.02 else ""
            lines.append(f"{name} = llvm.load {flag}{pointer} : !llvm.ptr -> {ty}")
            values.setdefault(ty, []).append(name)
        elif values.get(ty):
            lines.append(f"llvm.store {rng.choice(values[ty])}, {pointer} : {ty}, !llvm.ptr")
        else:
            lines.append(f"{name} = llvm.mlir.undef : {ty}")
            lines.append(f"llvm.store {name}, {pointer} : {ty}, !llvm.ptr")

    def step(pointer: str, ty: str) -> tuple[str, str]:
        indices, inner = [0], ty
        while is_aggregate(inner) and (len(indices) == 1 or rng.random() < 0.5):
            fields = split_fields(inner)
            at = rng.randrange(min(len(fields), 4))
            indices.append(at)
            inner = fields[at]
        name = f"%p{next(names)}"
        if rng.random() < 0.1:
            offset = rng.choice([0, 1, 4, 8, 12])
            lines.append(f"{name} = llvm.getelementptr {pointer}[{offset}] : (!llvm.ptr) -> !llvm.ptr, i8")
            return name, rng.choice(["i8", "i32"])
        flags = rng.choice(["", "", "inbounds "])
        path = ", ".join(map(str, indices))
        lines.append(f"{name} = llvm.getelementptr {flags}{pointer}[{path}] : (!llvm.ptr) -> !llvm.ptr, {ty}")
        return name, inner

    def whole(pointer: str, ty: str) -> None:
        size = rng.choice([4, 8, 12, 16])
        kind = rng.randrange(6)
        if kind == 0:
            lines.append(f'"llvm.intr.lifetime.start"({pointer}) : (!llvm.ptr) -> ()')
            return
        if kind == 1:
            lines.append(f"%u{next(names)} = llvm.load {pointer} : !llvm.ptr -> {rng.choice(SCALARS)}")
            return
        length = f"%l{next(names)}"
        volatile = "true" if rng.random() < 0.05 else "false"
        lines.append(f"{length} = llvm.mlir.constant({size} : i64) : i64")
        if kind <= 3:
            lines.append(
                f'"llvm.intr.memset"({pointer}, %byte, {length}) <{{isVolatile = {volatile}}}> : '
                "(!llvm.ptr, i8, i64) -> ()"
            )
        else:
            both = [pointer, "%q"]
            # MLIR has the parts of a copy from a slot in no certain order.
            if len(split_fields(ty)) == 1 and rng.random() < 0.5:
                both.reverse()
            name = rng.choice(["memcpy", "memmove"])
            lines.append(
                f'"llvm.intr.{name}"({both[0]}, {both[1]}, {length}) <{{isVolatile = {volatile}}}> : '
                "(!llvm.ptr, !llvm.ptr, i64) -> ()"
            )

    for _ in range(rng.randint(1, 6)):
        pointer, ty = rng.choice(slots)
        if rng.random() < 0.15:
            whole(pointer, ty)
            continue
        while is_aggregate(ty):
            pointer, ty = step(pointer, ty)
        access(pointer, ty)
    body = "\n".join(f"  {line}" for line in lines)
    return f"llvm.func @f(%n: i32, %q: !llvm.ptr) {{\n{body}\n  llvm.return\n}}\n"
