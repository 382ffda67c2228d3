"""Random chains of operations that are folded and canonicalized, each of which uses what others made."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import prod

MATH_UNARY = ("absf", "ceil", "exp", "floor", "log", "log2", "round", "roundeven", "rsqrt", "sqrt", "trunc")
COMPLEX_BINARY = ("add", "div", "mul", "sub")


class Pool:
    """The lines of a function, and its values by type."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.lines: list[str] = []
        self.values: dict[str, list[str]] = {}
        self.arguments: list[str] = []

    def put(self, name: str, kind: str) -> str:
        self.values.setdefault(kind, []).append(name)
        return name

    def argument(self, kind: str) -> None:
        name = f"%a{len(self.arguments)}"
        self.arguments.append(f"{name}: {kind}")
        self.put(name, kind)

    def op(self, text: str, kind: str) -> str:
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return self.put(name, kind)

    def pick(self, kind: str) -> str:
        """A value of a type: one of the last ones more often, or a new argument."""
        known = self.values.get(kind)
        if not known:
            self.argument(kind)
            known = self.values[kind]
        return self.rng.choice(known[-3:] if self.rng.random() < 0.7 else known)

    def any(self, prefix: str) -> tuple[str, str] | None:
        """A value of a type with a prefix."""
        kinds = [kind for kind in self.values if kind.startswith(prefix)]
        if not kinds:
            return None
        kind = self.rng.choice(kinds[-5:])
        return self.pick(kind), kind

    def function(self, count: int) -> str:
        """A function that returns some of the last values."""
        kept = [(name, kind) for kind, names in self.values.items() for name in names if name[1] == "v"]
        kept = sorted(kept, key=lambda pair: int(pair[0][2:]))[-count:]
        names = ", ".join(name for name, _ in kept)
        kinds = ", ".join(kind for _, kind in kept)
        body = "".join(f"  {line}\n" for line in self.lines)
        returned = f"  return {names} : {kinds}\n" if kept else "  return\n"
        return f"func.func @f({', '.join(self.arguments)}) -> ({kinds}) {{\n{body}{returned}}}\n"


def vector(sizes: list[int], element: str) -> str:
    return f"vector<{'x'.join(map(str, [*sizes, element]))}>"


def sizes_of(kind: str) -> tuple[list[int], str]:
    *sizes, element = kind.removeprefix("vector<").removesuffix(">").split("x")
    return [int(size) for size in sizes], element


def number(rng: random.Random, element: str) -> str:
    if element.startswith("f"):
        return rng.choice(("0.0", "1.5", "-0.0", "2.0"))
    return str(rng.choice((0, 1, 2, 3)))


def constant(pool: Pool, sizes: list[int], element: str) -> str:
    """A constant vector, which has equal elements sometimes."""
    rng, kind = pool.rng, vector(sizes, element)
    if rng.random() < 0.15:
        return pool.op(f"ub.poison : {kind}", kind)
    if rng.random() < 0.4:
        return pool.op(f"arith.constant dense<{number(rng, element)}> : {kind}", kind)

    def rows(rest: list[int]) -> str:
        if not rest:
            return number(rng, element)
        return "[" + ", ".join(rows(rest[1:]) for _ in range(rest[0])) + "]"

    return pool.op(f"arith.constant dense<{rows(sizes)}> : {kind}", kind)


def shape(rng: random.Random) -> list[int]:
    return [rng.choice((1, 2, 2, 3)) for _ in range(rng.randint(1, 3))]


def position(pool: Pool, sizes: list[int], depth: int) -> str:
    """A position in a vector, which has values sometimes."""
    indices = []
    for size in sizes[:depth]:
        chance = pool.rng.random()
        if chance < 0.1:
            indices.append(pool.pick("index"))
        elif chance < 0.2:
            indices.append(pool.op(f"arith.constant {pool.rng.randint(0, size - 1)} : index", "index"))
        else:
            indices.append(str(pool.rng.randint(0, size - 1)))
    return ", ".join(indices)


def vector_part(pool: Pool, value: str, kind: str) -> None:
    sizes, element = sizes_of(kind)
    depth = pool.rng.randint(1, len(sizes))
    rest = sizes[depth:]
    part = vector(rest, element) if rest else element
    at = position(pool, sizes, depth)
    if pool.rng.random() < 0.5:
        pool.op(f"vector.extract {value}[{at}] : {part} from {kind}", part)
    else:
        pool.op(f"vector.insert {pool.pick(part)}, {value} [{at}] : {part} into {kind}", kind)


def vector_shape(pool: Pool, value: str, kind: str) -> None:
    rng = pool.rng
    sizes, element = sizes_of(kind)
    choice = rng.choice(("cast", "cast", "transpose", "transpose", "broadcast", "shuffle"))
    if choice == "transpose":
        order = list(range(len(sizes)))
        rng.shuffle(order)
        to = vector([sizes[dim] for dim in order], element)
        pool.op(f"vector.transpose {value}, {order} : {kind} to {to}", to)
    elif choice == "broadcast":
        # Stretched dimensions become others by casts, which MLIR takes for repeated ones.
        to = vector([rng.choice((1, 2, 3)), *sizes], element)
        pool.op(f"vector.broadcast {value} : {kind} to {to}", to)
    elif choice == "shuffle":
        mask = [rng.randrange(2 * sizes[0]) for _ in range(rng.randint(1, 4))]
        to = vector([len(mask), *sizes[1:]], element)
        pool.op(f"vector.shuffle {value}, {pool.pick(kind)} {mask} : {kind}, {kind}", to)
    else:
        flat = [size for size in sizes if size != 1]
        others = [[prod(sizes)], [1, *sizes], [*sizes, 1], flat or [1]]
        to = vector(rng.choice(others), element)
        pool.op(f"vector.shape_cast {value} : {kind} to {to}", to)


def vector_slice(pool: Pool, value: str, kind: str) -> None:
    rng = pool.rng
    sizes, element = sizes_of(kind)
    taken = [rng.randint(1, size) for size in sizes]
    offsets = [rng.randint(0, size - own) for size, own in zip(sizes, taken)]
    ones, part = [1] * len(sizes), vector(taken, element)
    if rng.random() < 0.5:
        lists = f"{{offsets = {offsets}, sizes = {taken}, strides = {ones}}}"
        pool.op(f"vector.extract_strided_slice {value} {lists} : {kind} to {part}", part)
    else:
        lists = f"{{offsets = {offsets}, strides = {ones}}}"
        pool.op(f"vector.insert_strided_slice {pool.pick(part)}, {value} {lists} : {part} into {kind}", kind)


def vector_folds(seed: int) -> str:
    """Parts of vectors, shapes, slices and elements."""
    pool = Pool(seed)
    rng = pool.rng
    element = rng.choice(("f32", "i8", "i32"))
    for _ in range(rng.randint(4, 12)):
        chosen = pool.any("vector<")
        kind = rng.random()
        if chosen is None or kind < 0.15:
            own = shape(rng)
            if rng.random() < 0.6:
                constant(pool, own, element)
            else:
                pool.argument(vector(own, element))
        elif kind < 0.25:
            to = vector(shape(rng), element)
            pool.op(f"vector.broadcast {pool.pick(element)} : {element} to {to}", to)
        elif kind < 0.33:
            own = [rng.randint(1, 3)]
            parts = [pool.pick(element) for _ in range(own[0])]
            to = vector(own, element)
            pool.op(f"vector.from_elements {', '.join(parts)} : {to}", to)
        else:
            rng.choice((vector_part, vector_shape, vector_slice))(pool, *chosen)
    return pool.function(4)


def vector_masks(seed: int) -> str:
    """Masks, and loads, stores and transfers with them."""
    pool = Pool(seed)
    rng = pool.rng
    size = rng.choice((1, 2, 4))
    lanes, mask, memory = f"vector<{size}xf32>", f"vector<{size}xi1>", "memref<?xf32>"
    for _ in range(rng.randint(4, 10)):
        choice = rng.choice(
            ("create", "create", "constant", "dense", "load", "store", "expand", "compress", "gather", "read")
        )
        at = f"{pool.pick(memory)}[{pool.pick('index')}]"
        types = f"{memory}, {mask}, {lanes}"
        if choice == "create":
            bound = pool.op(f"arith.constant {rng.randint(-1, size + 1)} : index", "index")
            bound = bound if rng.random() < 0.8 else pool.pick("index")
            pool.op(f"vector.create_mask {bound} : {mask}", mask)
        elif choice == "constant":
            pool.op(f"vector.constant_mask [{rng.randint(0, size)}] : {mask}", mask)
        elif choice == "dense":
            bits = ", ".join(rng.choice(("true", "false")) for _ in range(size))
            pool.op(f"arith.constant dense<[{bits}]> : {mask}", mask)
        elif choice in ("load", "expand"):
            name = "maskedload" if choice == "load" else "expandload"
            pool.op(
                f"vector.{name} {at}, {pool.pick(mask)}, {pool.pick(lanes)} : {types} into {lanes}", lanes
            )
        elif choice in ("store", "compress"):
            name = "maskedstore" if choice == "store" else "compressstore"
            pool.lines.append(f"vector.{name} {at}, {pool.pick(mask)}, {pool.pick(lanes)} : {types}")
        elif choice == "gather":
            own = f"vector<{size}xi32>"
            numbers = rng.choice(([*range(size)], [3] * size))
            places = pool.op(f"arith.constant dense<{numbers}> : {own}", own)
            pool.op(
                f"vector.gather {at} [{places}], {pool.pick(mask)}, {pool.pick(lanes)} : "
                f"{memory}, {own}, {mask}, {lanes} into {lanes}",
                lanes,
            )
        else:
            pool.op(
                f"vector.transfer_read {at}, {pool.pick('f32')}, {pool.pick(mask)} : {memory}, {lanes}", lanes
            )
    return pool.function(4)


def tensor_folds(seed: int) -> str:
    """Casts, elements, sizes and shapes of tensors."""
    pool = Pool(seed)
    rng = pool.rng
    kinds = ("tensor<4xf32>", "tensor<?xf32>")
    for _ in range(rng.randint(4, 12)):
        one, other = rng.choice(kinds), rng.choice(kinds)
        choice = rng.choice(
            ("cast", "cast", "extract", "insert", "elements", "splat", "dim", "slice", "expand")
        )
        index = pool.op(f"arith.constant {rng.randint(0, 3)} : index", "index")
        index = index if rng.random() < 0.7 else pool.pick("index")
        if choice == "cast":
            pool.op(f"tensor.cast {pool.pick(one)} : {one} to {other}", other)
        elif choice == "extract":
            pool.op(f"tensor.extract {pool.pick(one)}[{index}] : {one}", "f32")
        elif choice == "insert":
            pool.op(f"tensor.insert {pool.pick('f32')} into {pool.pick(one)}[{index}] : {one}", one)
        elif choice == "elements":
            parts = ", ".join(pool.pick("f32") for _ in range(4))
            pool.op(f"tensor.from_elements {parts} : {kinds[0]}", kinds[0])
        elif choice == "splat":
            pool.op(f"tensor.splat {pool.pick('f32')} : {kinds[0]}", kinds[0])
        elif choice == "dim":
            zero = pool.op("arith.constant 0 : index", "index")
            pool.op(f"tensor.dim {pool.pick(one)}, {zero} : {one}", "index")
        elif choice == "slice":
            pool.op(f"tensor.extract_slice {pool.pick(one)}[0] [4] [1] : {one} to {kinds[0]}", kinds[0])
        else:
            square = "tensor<2x2xf32>"
            wide = pool.op(
                f"tensor.expand_shape {pool.pick(kinds[0])} [[0, 1]] output_shape [2, 2] : "
                f"{kinds[0]} into {square}",
                square,
            )
            pool.op(f"tensor.collapse_shape {wide} [[0, 1]] : {square} into {kinds[0]}", kinds[0])
    return pool.function(4)


def complex_folds(seed: int) -> str:
    """Arithmetic on complex numbers and their parts."""
    pool = Pool(seed)
    rng, kind = pool.rng, "complex<f32>"
    for _ in range(rng.randint(4, 12)):
        choice = rng.choice(
            ("create", "constant", "re", "im", "binary", "binary", "neg", "conj", "exp", "log")
        )
        if choice == "create":
            pool.op(f"complex.create {pool.pick('f32')}, {pool.pick('f32')} : {kind}", kind)
        elif choice == "constant":
            parts = [rng.choice(("0.0", "1.0", "-0.0", "2.5")) for _ in range(2)]
            pool.op(f"complex.constant [{parts[0]} : f32, {parts[1]} : f32] : {kind}", kind)
        elif choice in ("re", "im"):
            pool.op(f"complex.{choice} {pool.pick(kind)} : {kind}", "f32")
        elif choice == "binary":
            name = rng.choice(COMPLEX_BINARY)
            pool.op(f"complex.{name} {pool.pick(kind)}, {pool.pick(kind)} : {kind}", kind)
        else:
            pool.op(f"complex.{choice} {pool.pick(kind)} : {kind}", kind)
    return pool.function(4)


def math_folds(seed: int) -> str:
    """Functions of constants."""
    pool = Pool(seed)
    rng = pool.rng
    for _ in range(rng.randint(4, 12)):
        choice = rng.random()
        if choice < 0.4:
            pool.op(f"arith.constant {rng.choice(('0.25', '-1.5', '2.5', '7.0', '0.0'))} : f64", "f64")
        elif choice < 0.5:
            pool.op(f"arith.constant {rng.choice((0, 1, 12, -7, 255))} : i16", "i16")
        elif choice < 0.6:
            name = rng.choice(("absi", "ctlz", "cttz", "ctpop"))
            pool.op(f"math.{name} {pool.pick('i16')} : i16", "i16")
        elif choice < 0.7:
            name = rng.choice(("copysign", "powf"))
            pool.op(f"math.{name} {pool.pick('f64')}, {pool.pick('f64')} : f64", "f64")
        else:
            pool.op(f"math.{rng.choice(MATH_UNARY)} {pool.pick('f64')} : f64", "f64")
    return pool.function(4)


def llvm_part(pool: Pool) -> None:
    """What is put into structures, and taken out."""
    rng, kind, inner = pool.rng, "!llvm.struct<(i32, struct<(i32, i32)>)>", "!llvm.struct<(i32, i32)>"
    at, part = rng.choice((("0", "i32"), ("1", inner), ("1, 0", "i32"), ("1, 1", "i32")))
    if rng.random() < 0.5:
        pool.op(f"llvm.insertvalue {pool.pick(part)}, {pool.pick(kind)}[{at}] : {kind}", kind)
    elif rng.random() < 0.7:
        pool.op(f"llvm.extractvalue {pool.pick(kind)}[{at}] : {kind}", part)
    else:
        pool.op(f"llvm.extractvalue {pool.pick(inner)}[{rng.choice('01')}] : {inner}", "i32")


def llvm_number(pool: Pool) -> None:
    rng = pool.rng
    choice = rng.choice(("or", "shl", "zext", "icmp", "constant", "constant", "undef", "zero", "poison"))
    if choice in ("or", "shl"):
        pool.op(f"llvm.{choice} {pool.pick('i32')}, {pool.pick('i32')} : i32", "i32")
    elif choice == "zext":
        pool.op(f"llvm.zext {pool.pick('i32')} : i32 to i64", "i64")
    elif choice == "icmp":
        kind = rng.choice(("i32", "!llvm.ptr"))
        name = rng.choice(("eq", "ne", "slt"))
        pool.op(f'llvm.icmp "{name}" {pool.pick(kind)}, {pool.pick(kind)} : {kind}', "i1")
    elif choice == "constant":
        kind = rng.choice(("i32", "i64"))
        pool.op(f"llvm.mlir.constant({rng.choice((0, 1, 5, 31, 40, -1))} : {kind}) : {kind}", kind)
    else:
        kind = rng.choice(("i32", "!llvm.ptr", "!llvm.struct<(i32, struct<(i32, i32)>)>", "f32"))
        pool.op(f"llvm.mlir.{choice} : {kind}", kind)


def llvm_address(pool: Pool) -> None:
    rng, pointer = pool.rng, "!llvm.ptr"
    choice = rng.choice(("gep", "gep", "space", "bits", "alloca"))
    if choice == "gep":
        index = rng.choice(("0", "3", pool.pick("i64"), pool.pick("i64")))
        more = rng.choice(("", ", 1", f", {pool.pick('i64')}"))
        dynamic = ["i64" for part in f"{index}{more}".split(", ") if part.startswith("%")]
        element = "!llvm.array<4 x i32>" if more else "i32"
        types = ", ".join((pointer, *dynamic))
        pool.op(
            f"llvm.getelementptr {pool.pick(pointer)}[{index}{more}] : ({types}) -> {pointer}, {element}",
            pointer,
        )
    elif choice == "space":
        kinds = (pointer, "!llvm.ptr<1>", "!llvm.ptr<3>")
        one, other = rng.choice(kinds), rng.choice(kinds)
        if one != other:
            pool.op(f"llvm.addrspacecast {pool.pick(one)} : {one} to {other}", other)
    elif choice == "bits":
        one, other = rng.choice(("i32", "f32", "vector<2xi16>")), rng.choice(("i32", "f32", "vector<2xi16>"))
        pool.op(f"llvm.bitcast {pool.pick(one)} : {one} to {other}", other)
    else:
        pool.op(f"llvm.alloca {pool.pick('i32')} x i32 : (i32) -> {pointer}", pointer)


def llvm_folds(seed: int) -> str:
    """Addresses, structures and numbers of the dialect llvm."""
    pool = Pool(seed)
    makers: tuple[Callable[[Pool], None], ...] = (llvm_part, llvm_part, llvm_number, llvm_address)
    for _ in range(pool.rng.randint(5, 14)):
        pool.rng.choice(makers)(pool)
    return pool.function(5)
