"""Random types, attributes and locations, as text that MLIR accepts.

The texts are rarely in the form in which MLIR prints them: spaces, spellings and orders differ.
"""

from __future__ import annotations

from random import Random

FLOATS = [
    *("f16", "bf16", "tf32", "f32", "f64", "f80", "f128"),
    *("f8E5M2", "f8E4M3", "f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E3M4", "f8E8M0FNU"),
    *("f6E3M2FN", "f6E2M3FN", "f4E2M1FN"),
]
# Those whose values every decimal literal of `number` has.
COMMON_FLOATS = ["f16", "bf16", "f32", "f64", "tf32"]
WIDTHS = [1, 2, 4, 7, 8, 16, 24, 32, 33, 64, 65, 128, 200, 1000]
NAMES = ["a", "b", "value", "x_1", "some.name", "with$dollar", "_under", "Z", "i32", "loc", "dense", "true"]
RESOURCES = ["blob", "other_1", '"quoted key"', "b.c"]
QUOTED = ["", "a b", "0", "ä", 'say \\"x\\"', "tab\\09", "-", "\\00\\FF", "line\\n"]


def integer_type(rng: Random) -> str:
    return rng.choice(["i", "i", "i", "si", "ui"]) + str(rng.choice(WIDTHS))


def scalar(rng: Random) -> str:
    return rng.choice([integer_type(rng), integer_type(rng), rng.choice(FLOATS), "index"])


def dialect_body(rng: Random) -> str:
    return rng.choice(
        ["b", "1, 2", "() -> ()", "[{}]", '"<"', "x<y<z>>", " spaced  ", "@s", "a -> b", "2x3xf32"]
    )


def dialect_text(rng: Random, sigil: str) -> str:
    dialect = rng.choice(["app", "other", "d_1"])
    form = rng.randrange(4)
    if form == 0:
        return f"{sigil}{dialect}.{rng.choice(['kind', 'a.b', 'k_1', 'x$y'])}"
    if form == 1:
        return f'{sigil}{dialect}<"text {rng.randrange(9)}">'
    if form == 2:
        return f"{sigil}{dialect}<{dialect_body(rng)}>"
    return f"{sigil}{dialect}.kind<{dialect_body(rng)}>"


def dimensions(rng: Random, dynamic: bool = True) -> str:
    sizes = ["0", "1", "2", "3", "16", "1024"] + (["?", "?"] if dynamic else [])
    return "".join(rng.choice(sizes) + "x" for _ in range(rng.randrange(4)))


def element(rng: Random) -> str:
    return rng.choice([scalar(rng), scalar(rng), f"complex<{rng.choice([*FLOATS, 'i32', 'si8'])}>"])


def vector(rng: Random) -> str:
    sizes = [rng.choice(["1", "2", "4", "[4]", "[1]", "16"]) for _ in range(rng.randrange(4))]
    return f"vector<{''.join(size + 'x' for size in sizes)}{scalar(rng)}>"


def tensor(rng: Random, depth: int) -> str:
    inner = rng.choice([element(rng), element(rng), vector(rng), dialect_text(rng, "!")])
    if rng.random() < 0.15:
        return f"tensor<*x{inner}>"
    # Not every attribute can be an encoding, but all can be part of one.
    encoding = f", [{attribute(rng, depth)}]" if rng.random() < 0.2 else ""
    return f"tensor<{dimensions(rng)}{inner}{encoding}>"


def memref(rng: Random) -> str:
    inner = rng.choice([element(rng), vector(rng), f"memref<{dimensions(rng)}f32>"])
    space = rng.choice(["", "", "", ", 0", ", 1", ", 2 : i32", ', "hbm"', ", {kind = 1 : i8}"])
    if rng.random() < 0.15:
        return f"memref<*x{inner}{space}>"
    sizes = dimensions(rng)
    rank = sizes.count("x")
    layout = ""
    if rng.random() < 0.3:
        strides = ", ".join(rng.choice(["1", "2", "64", "?", "-3"]) for _ in range(rank))
        offset = rng.choice(["", ", offset: 0", ", offset: 5", ", offset: ?"])
        layout = f", strided<[{strides}]{offset}>"
    elif rng.random() < 0.3:
        layout = ", " + affine_map(rng, rank)
    return f"memref<{sizes}{inner}{layout}{space}>"


def type_text(rng: Random, depth: int = 2) -> str:
    form = rng.randrange(12)
    if form < 5 or depth == 0:
        return scalar(rng)
    if form == 5:
        return vector(rng)
    if form == 6:
        return tensor(rng, depth - 1)
    if form == 7:
        return memref(rng)
    if form == 8:
        return dialect_text(rng, "!")
    if form == 9:
        count = rng.choice([0, 1, 2, 3, 16, 17]) if rng.random() < 0.3 else rng.randrange(3)
        return f"tuple<{', '.join(type_text(rng, depth - 1) for _ in range(count))}>"
    if form == 10:
        return rng.choice(["none", f"complex<{rng.choice(COMMON_FLOATS)}>"])
    return function_type(rng, depth - 1)


def function_type(rng: Random, depth: int) -> str:
    inputs = ", ".join(type_text(rng, depth) for _ in range(rng.randrange(3)))
    results = [type_text(rng, depth) for _ in range(rng.randrange(3))]
    return f"({inputs}) -> ({', '.join(results)})"


def affine_expression(rng: Random, names: list[str], depth: int = 3) -> str:
    if depth == 0 or not names or rng.random() < 0.2:
        return rng.choice([*names, *names, str(rng.randrange(-9, 10)), str(rng.randrange(1, 100))])
    left = affine_expression(rng, names, depth - 1)
    operator = rng.choice(["+", "+", "-", "*", "floordiv", "ceildiv", "mod"])
    if operator in "+-":
        right = affine_expression(rng, names, depth - 1)
    else:
        right = str(rng.choice([-2, 1, 2, 3, 4, 8, 16]))
    text = f"({left}) {operator} ({right})" if rng.random() < 0.5 else f"({left}) {operator} {right}"
    return text if "- -" not in text else f"({left}) {operator} ({right})"


def affine_map(rng: Random, rank: int | None = None) -> str:
    rank = rng.randrange(4) if rank is None else rank
    dims = [f"d{i}" for i in range(rank)] if rng.random() < 0.7 else [f"name{i}" for i in range(rank)]
    symbols = [f"s{i}" for i in range(rng.choice([0, 0, 1, 2]))]
    suffix = f"[{', '.join(symbols)}]" if symbols else ""
    results = ", ".join(affine_expression(rng, dims + symbols) for _ in range(rng.randrange(1, 3)))
    return f"affine_map<({', '.join(dims)}){suffix} -> ({results})>"


def affine_set(rng: Random) -> str:
    dims = [f"d{i}" for i in range(rng.randrange(1, 3))]
    constraints = ", ".join(
        f"{affine_expression(rng, dims, 2)} {rng.choice(['>=', '==', '<='])} {rng.choice([*dims, '0', '7'])}"
        for _ in range(rng.randrange(1, 3))
    )
    return f"affine_set<({', '.join(dims)}) : ({constraints})>"


def integer(rng: Random) -> str:
    kind = rng.choice(["i8", "i32", "i64", "si8", "ui8", "ui64", "i128", "i7"])
    signed, width = not kind.startswith("u"), int(kind.lstrip("usi"))
    low, high = (-(1 << width - 1), 1 << width - 1) if signed else (0, 1 << width)
    value = rng.choice([0 if low == 0 else -1, 1, low + 1, high - 1, rng.randrange(low, high)])
    return f"{value} : {kind}"


def number(rng: Random) -> str:
    value = rng.choice(
        [0.0, 1.0, -1.5, 0.1, rng.uniform(-10, 10), rng.gauss(0, 1) * 10 ** rng.randrange(-30, 30)]
    )
    text = repr(value)
    mantissa, exponent, power = text.partition("e")
    return (mantissa if "." in mantissa else mantissa + ".0") + exponent + power


def hex_float(rng: Random) -> str:
    bits = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64, "f8E5M2": 8, "f8E4M3FN": 8, "f4E2M1FN": 4}
    name = rng.choice(list(bits))
    return f"0x{rng.getrandbits(bits[name]):X} : {name}"


def dense(rng: Random) -> str:
    shape = [rng.randrange(1, 4) for _ in range(rng.randrange(4))]
    container = rng.choice(["tensor", "vector"])
    sizes = "".join(f"{size}x" for size in shape)
    kind = rng.randrange(4)
    if kind == 0:
        name, values = "f32", lambda: number(rng) if rng.random() < 0.7 else f"0x{rng.getrandbits(32):08X}"
    elif kind == 1:
        name, values = "i1", lambda: rng.choice(["true", "false", "1", "0"])
    elif kind == 2:
        name, values = "si8", lambda: str(rng.randrange(-128, 128))
    else:
        name, values = rng.choice(["i64", "index", "i65", "i32"]), lambda: str(rng.randrange(-1000, 1000))
    if rng.random() < 0.3:
        body = values()
    elif rng.random() < 0.1:
        container, sizes, name, body = (
            "tensor",
            "2x",
            "complex<f32>",
            f"[({number(rng)}, 2.5), (1.0, 0.0)]",
        )
    elif rng.random() < 0.1:
        container, sizes, name, body = "tensor", "2x", "!app.text", '["a", "b\\0A"]'
    else:
        body = nested(shape, values)
    return f"dense<{body}> : {container}<{sizes}{name}>"


def sparse(rng: Random) -> str:
    """A matrix in which a few elements are not zero."""
    places = [f"[{rng.randrange(3)}, {rng.randrange(4)}]" for _ in range(rng.randrange(1, 4))]
    values = ", ".join(str(rng.randrange(-3, 3)) for _ in places)
    return f"sparse<[{', '.join(places)}], [{values}]> : tensor<3x4xi32>"


def metadata(rng: Random) -> str:
    """The section of resources at the end of a file."""
    keys = rng.sample(RESOURCES, rng.randrange(1, len(RESOURCES) + 1))
    blobs = ", ".join(f'{key}: "0x0{rng.choice("1248")}000000{rng.getrandbits(32):08X}"' for key in keys)
    external = ', external_resources: { tool: { flag: true, text: "a\\22" } }' if rng.random() < 0.3 else ""
    return f"{{-# dialect_resources: {{ builtin: {{ {blobs} }} }}{external} #-}}"


def nested(shape: list[int], values) -> str:
    if not shape:
        return values()
    return "[" + ", ".join(nested(shape[1:], values) for _ in range(shape[0])) + "]"


def array(rng: Random) -> str:
    kind = rng.choice(["i1", "i8", "i32", "i64", "f32", "f64"])
    count = rng.randrange(4)
    if kind == "i1":
        items = [rng.choice(["true", "false"]) for _ in range(count)]
    elif kind.startswith("f"):
        items = [number(rng) for _ in range(count)]
    else:
        items = [str(rng.randrange(-100, 100)) for _ in range(count)]
    return f"array<{kind}{': ' + ', '.join(items) if items else ''}>"


def string(rng: Random) -> str:
    return f'"{rng.choice(NAMES + QUOTED)}"'


def symbol(rng: Random) -> str:
    names = ["@f", "@g_1", "@a.b", '@"a b"', '@"f"', '@"1"']
    return "::".join(rng.choice(names) for _ in range(rng.choice([1, 1, 2, 3])))


def dictionary(rng: Random, depth: int, size: int = 3) -> str:
    keys = rng.sample(NAMES + [f'"{text}"' for text in QUOTED[1:5]], rng.randrange(size + 1))
    entries = [key if rng.random() < 0.2 else f"{key} = {attribute(rng, depth)}" for key in keys]
    return "{" + ", ".join(entries) + "}"


def attribute(rng: Random, depth: int = 2) -> str:
    simple = [
        lambda: integer(rng),
        lambda: rng.choice(["true", "false", "unit", "0", "1", "-7", "3 : index", "0x1F : i32", "1 : i1"]),
        lambda: f"{number(rng)} : {rng.choice(COMMON_FLOATS)}",
        lambda: rng.choice([number(rng), hex_float(rng)]),
        lambda: string(rng),
        lambda: symbol(rng),
        lambda: type_text(rng, 1),
        lambda: affine_map(rng),
        lambda: affine_set(rng),
        lambda: dense(rng),
        lambda: array(rng),
        lambda: dialect_text(rng, "#"),
        lambda: f"strided<[{rng.randrange(9)}, ?], offset: {rng.choice(['?', '0', '4'])}>",
        lambda: f"loc({location(rng, 1)})",
        lambda: f"distinct[{rng.getrandbits(60)}]<{attribute(rng, 0)}>",
        lambda: sparse(rng),
        lambda: f"dense_resource<{rng.choice(RESOURCES)}> : tensor<{rng.randrange(4)}xi8>",
    ]
    if depth and rng.random() < 0.3:
        items = [attribute(rng, depth - 1) for _ in range(rng.randrange(4))]
        return rng.choice([f"[{', '.join(items)}]", dictionary(rng, depth - 1)])
    return rng.choice(simple)()


def location(rng: Random, depth: int = 2) -> str:
    form = rng.randrange(5 if depth == 0 else 9)
    if form == 0:
        return "unknown"
    if form < 3:
        return f'"{rng.choice(["f.mlir", "g"])}":{rng.randrange(1, 20)}:{rng.randrange(1, 9)}'
    if form == 3:
        end = rng.choice([f"{rng.randrange(20, 30)}:1", f":{rng.randrange(10, 20)}"])
        return f'"f.mlir":{rng.randrange(1, 20)}:{rng.randrange(1, 9)} to {end}'
    if form == 4:
        return f'"{rng.choice(NAMES + QUOTED)}"'
    if form == 5:
        return f'"{rng.choice(NAMES)}"({location(rng, depth - 1)})'
    if form == 6:
        return f"callsite({location(rng, depth - 1)} at {location(rng, depth - 1)})"
    metadata = f"<{attribute(rng, 0)}>" if form == 7 else ""
    return f"fused{metadata}[{', '.join(location(rng, depth - 1) for _ in range(rng.randrange(1, 4)))}]"
