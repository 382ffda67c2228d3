"""Random functions of structured operations on memrefs."""

from __future__ import annotations

import itertools
import random

FLOATS = ("f32", "f64", "f16")
INTEGERS = ("i32", "i64", "i8")
UNARY = (
    "abs",
    "ceil",
    "exp",
    "floor",
    "log",
    "negf",
    "reciprocal",
    "round",
    "rsqrt",
    "sqrt",
    "square",
    "tanh",
)
BINARY = ("add", "sub", "mul", "div", "max", "min")
# The sizes of the operands in terms of the sizes of the loops.
PRODUCTS = (
    ("matmul", ("mk", "kn", "mn")),
    ("matvec", ("mk", "k", "m")),
    ("vecmat", ("k", "kn", "n")),
    ("dot", ("k", "k", "")),
    ("batch_matmul", ("bmk", "bkn", "bmn")),
    ("batch_matvec", ("bmk", "bk", "bm")),
    ("batch_vecmat", ("bk", "bkn", "bn")),
    ("batch_reduce_matmul", ("bmk", "bkn", "mn")),
    ("mmt4d", ("mkab", "nkcb", "mnac")),
)
POOLING = ("nhwc_sum", "nhwc_max", "nhwc_min", "nchw_sum", "nchw_max")


class Writer:
    """The arguments and lines of a function."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.names = itertools.count()
        self.arguments: list[tuple[str, str]] = []
        self.lines: list[str] = []
        # Sizes by letter, and whether the dimensions of a memref are dynamic.
        self.sizes = {letter: rng.randint(1, 7) for letter in "abckmnpq"}

    def name(self) -> str:
        return f"%x{next(self.names)}"

    def memref(self, shape: list[int], element: str) -> tuple[str, str]:
        """A new argument; some of its sizes are not known."""
        rng = self.rng
        sizes = [str(size) if rng.random() < 0.5 else "?" for size in shape]
        layout = ""
        if shape and rng.random() < 0.25:
            layout = f", strided<[{', '.join('?' * len(shape))}], offset: ?>"
        found = self.name(), f"memref<{''.join(f'{size}x' for size in sizes)}{element}{layout}>"
        self.arguments.append(found)
        return found

    def apply(self, operation: str, ins: list, outs: list, attributes: str = "") -> str:
        def group(word: str, parts: list[tuple[str, str]]) -> str:
            names, types = (", ".join(part[at] for part in parts) for at in (0, 1))
            return f"{word}({names} : {types})" if parts else ""

        return f"linalg.{operation} {attributes} {group('ins', ins)} {group('outs', outs)}"


def elementwise(out: Writer) -> None:
    rng = out.rng
    shape = [rng.randint(1, 9) for _ in range(rng.randint(0, 3))]
    is_float = rng.random() < 0.6
    element = rng.choice(FLOATS if is_float else INTEGERS)
    inputs, name = 2, rng.choice(BINARY)
    if is_float and rng.random() < 0.5:
        inputs, name = 1, rng.choice(UNARY)
    ins = [out.memref(shape, element) for _ in range(inputs)]
    out.lines.append(out.apply(name, ins, [out.memref(shape, element)]))


def product(out: Writer) -> None:
    rng = out.rng
    name, operands = rng.choice(PRODUCTS)
    is_float = rng.random() < 0.5
    kinds = FLOATS if is_float else INTEGERS
    shapes = [[out.sizes[letter] for letter in operand] for operand in operands]
    ins = [out.memref(shape, rng.choice(kinds)) for shape in shapes[:2]]
    result = rng.choice(kinds if rng.random() < 0.7 else FLOATS)
    out.lines.append(out.apply(name, ins, [out.memref(shapes[2], result)]))


def window(out: Writer) -> None:
    """A convolution or a pooling of images."""
    rng = out.rng
    strides = [rng.randint(1, 3) for _ in range(2)]
    dilations = [rng.randint(1, 2) for _ in range(2)]
    kernel, result = ([rng.randint(1, 4) for _ in range(2)] for _ in range(2))
    image = [
        (size - 1) * stride + (reach - 1) * dilation + 1
        for size, stride, reach, dilation in zip(result, strides, kernel, dilations)
    ]
    attributes = (
        f"{{strides = dense<{strides}> : tensor<2xi64>, dilations = dense<{dilations}> : tensor<2xi64>}}"
    )
    element = rng.choice(FLOATS)
    if rng.random() < 0.5:
        name = rng.choice(POOLING)
        is_last = name.startswith("nhwc")
        shapes = [[2, *image, 3], kernel, [2, *result, 3]]
        if not is_last:
            shapes = [[2, 3, *image], kernel, [2, 3, *result]]
        name = f"pooling_{name}"
    else:
        name, shapes = rng.choice([
            ("conv_2d_nhwc_hwcf", [[1, *image, 3], [*kernel, 3, 4], [1, *result, 4]]),
            ("conv_2d_nchw_fchw", [[1, 3, *image], [4, 3, *kernel], [1, 4, *result]]),
            ("conv_2d_nhwc_fhwc", [[1, *image, 3], [4, *kernel, 3], [1, *result, 4]]),
            ("depthwise_conv_2d_nhwc_hwc", [[1, *image, 3], [*kernel, 3], [1, *result, 3]]),
            ("depthwise_conv_2d_nhwc_hwcm", [[1, *image, 3], [*kernel, 3, 2], [1, *result, 3, 2]]),
        ])  # fmt: skip
    operands = [out.memref(shape, element) for shape in shapes]
    out.lines.append(out.apply(name, operands[:2], operands[2:], attributes))


def moved(out: Writer) -> None:
    """A fill, a copy, a transposition, a broadcast, a reduction."""
    rng = out.rng
    element = rng.choice(FLOATS)
    shape = [rng.randint(1, 9) for _ in range(rng.randint(1, 3))]
    source = out.memref(shape, element)
    kind = rng.choice(["fill", "copy", "transpose", "broadcast", "reduce", "map"])
    if kind == "fill":
        value = out.name()
        out.arguments.append((value, element))
        out.lines.append(out.apply(kind, [(value, element)], [source]))
    elif kind == "copy":
        out.lines.append(out.apply(kind, [source], [out.memref(shape, rng.choice(FLOATS))]))
    elif kind == "transpose":
        order = rng.sample(range(len(shape)), len(shape))
        target = out.memref([shape[dim] for dim in order], element)
        out.lines.append(out.apply(kind, [source], [target]) + f" permutation = {order}")
    elif kind == "map":
        target = out.memref(shape, element)
        out.lines.append(
            f"{out.apply(kind, [source, source], [target])} (%p: {element}, %q: {element}, %o: {element}) {{"
        )
        out.lines += [f"  %r = arith.mulf %p, %q : {element}", f"  linalg.yield %r : {element}", "}"]
    else:
        dims = sorted(rng.sample(range(len(shape)), rng.randint(1, len(shape))))
        kept = [size for dim, size in enumerate(shape) if dim not in dims]
        smaller = out.memref(kept, element)
        pair = [source], [smaller]
        text = out.apply(
            f"{kind} {{ arith.addf }}" if kind == "reduce" else kind,
            *(pair if kind == "reduce" else pair[::-1]),
        )
        out.lines.append(f"{text} dimensions = {dims}")


def generic(out: Writer) -> None:
    """Loops with maps of all kinds, and bodies that use the indices."""
    rng = out.rng
    loops = rng.randint(1, 4)
    sizes = [rng.randint(1, 6) for _ in range(loops)]
    element = rng.choice(("f32", "f64", "i32"))
    operands, maps = [], []

    def operand(results: list[tuple[str, int]]) -> None:
        operands.append(out.memref([size for _, size in results], element))
        maps.append(f"affine_map<({dims}) -> ({', '.join(text for text, _ in results)})>")

    dims = ", ".join(f"d{dim}" for dim in range(loops))
    # Each loop has a size.
    operand([(f"d{dim}", sizes[dim]) for dim in rng.sample(range(loops), loops)])
    for _ in range(rng.randint(0, 3)):
        results = []
        for _ in range(rng.randint(0, 3)):
            kind, first, second = rng.random(), rng.randrange(loops), rng.randrange(loops)
            factor = rng.randint(1, 3)
            if kind < 0.6:
                results.append((f"d{first}", sizes[first]))
            elif kind < 0.7:
                results.append((str(factor), factor + 1))
            else:
                text = f"d{first} * {factor} + d{second}"
                results.append((text, (sizes[first] - 1) * factor + sizes[second]))
        operand(results)
    if rng.random() < 0.3:
        value = out.name()
        out.arguments.append((value, element))
        operands.append((value, element))
        maps.append(f"affine_map<({dims}) -> ()>")
    kept = sorted(rng.sample(range(loops), rng.randint(0, loops)))
    operand([(f"d{dim}", sizes[dim]) for dim in kept])
    kinds = ", ".join('"parallel"' if dim in kept else '"reduction"' for dim in range(loops))
    head = out.apply(
        "generic",
        operands[:-1],
        operands[-1:],
        f"{{indexing_maps = [{', '.join(maps)}], iterator_types = [{kinds}]}}",
    )
    arguments = [f"%a{at}" for at in range(len(operands))]
    out.lines.append(f"{head} {{")
    out.lines.append(f"^bb0({', '.join(f'{name}: {element}' for name in arguments)}):")
    body(out, arguments, element, loops)


def body(out: Writer, values: list[str], element: str, loops: int) -> None:
    rng = out.rng
    indices: list[str] = []
    for _ in range(rng.randint(0, 5)):
        name, kind = out.name(), rng.random()
        if kind < 0.2:
            out.lines.append(f"  {name} = linalg.index {rng.randrange(loops)} : index")
            indices.append(name)
        elif kind < 0.35 and indices:
            first, second = rng.choice(indices), rng.choice(indices)
            text = f"(d0 * {rng.randint(1, 3)} + d1)"
            out.lines.append(f"  {name} = affine.apply affine_map<(d0, d1) -> {text}>({first}, {second})")
            indices.append(name)
        elif kind < 0.5 and indices:
            number = out.name()
            out.lines.append(f"  {number} = arith.index_cast {rng.choice(indices)} : index to i32")
            if element == "i32":
                values.append(number)
            else:
                out.lines.append(f"  {name} = arith.sitofp {number} : i32 to {element}")
                values.append(name)
        else:
            operation = rng.choice(["add", "mul", "sub"]) + ("i" if element == "i32" else "f")
            out.lines.append(
                f"  {name} = arith.{operation} {rng.choice(values)}, {rng.choice(values)} : {element}"
            )
            values.append(name)
    out.lines += [f"  linalg.yield {rng.choice(values)} : {element}", "}"]


def structured_operations(seed: int) -> str:
    """A function with some structured operations."""
    out = Writer(random.Random(seed))
    for _ in range(out.rng.randint(1, 3)):
        out.rng.choice([elementwise, product, window, moved, generic, generic])(out)
    parameters = ", ".join(f"{name}: {ty}" for name, ty in out.arguments)
    lines = "\n".join(f"  {line}" for line in out.lines)
    return f"func.func @f({parameters}) {{\n{lines}\n  return\n}}\n"
