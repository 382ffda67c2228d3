"""Random literals at the limits of their types: numbers, strings, names, elements and affine expressions.

A part of them is not valid. Each function returns a text with one operation, or a part of one.
"""

from __future__ import annotations

from random import Random

WIDTHS = [0, 1, 2, 3, 7, 8, 9, 15, 16, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 500]
FLOAT_BITS = {
    "f16": 16,
    "bf16": 16,
    "tf32": 19,
    "f32": 32,
    "f64": 64,
    "f80": 80,
    "f128": 128,
    "f8E5M2": 8,
    "f8E4M3": 8,
    "f8E4M3FN": 8,
    "f8E5M2FNUZ": 8,
    "f8E4M3FNUZ": 8,
    "f8E4M3B11FNUZ": 8,
    "f8E3M4": 8,
    "f8E8M0FNU": 8,
    "f6E3M2FN": 6,
    "f6E2M3FN": 6,
    "f4E2M1FN": 4,
}
# Types of one bit.
BITS = ("i1", "si1", "ui1")
# Those without infinities and NaNs.
FINITE = {"f4E2M1FN", "f6E2M3FN", "f6E3M2FN"}
# Bytes of names and strings: what is plain, what must be escaped, and what UTF-8 has of two to four bytes.
CHARACTERS = [
    "a",
    "Z",
    "0",
    "_",
    "$",
    ".",
    "-",
    " ",
    "'",
    "\\\\",
    '\\"',
    "\\n",
    "\\t",
    "\\00",
    "\\7F",
    "\\FF",
]
CHARACTERS += ["é", "λ", "中", "😀", "\\C3\\A9", "<", ">", "/", "//", "#", "!"]


def operation(attribute: str) -> str:
    return f'"app.op"() {{a = {attribute}}} : () -> ()\n'


def with_type(kind: str) -> str:
    return f'%0 = "app.op"() : () -> ({kind})\n'


def integer_type(rng: Random) -> str:
    return rng.choice(["i", "i", "si", "ui"]) + str(rng.choice(WIDTHS))


def integer_literal(rng: Random, kind: str) -> str:
    """A literal near a limit of an integer type."""
    digits = kind.lstrip("usi")
    width = int(digits) if digits.isdigit() else 64
    limit = 1 << rng.choice([max(width - 1, 0), width, 0, 62, 63, 64])
    value = rng.choice(
        [limit - 1, limit, limit + 1, 1 - limit, -limit, -limit - 1, 0, 1, rng.getrandbits(width + 1)]
    )
    form = rng.randrange(5)
    if form == 0 and value >= 0:
        return f"0x{value:X}" if rng.random() < 0.7 else f"0x00{value:x}"
    if form == 1:
        return f"{'-' if value < 0 else ''}00{abs(value)}"
    return str(value)


def integer(rng: Random) -> str:
    kind = rng.choice([integer_type(rng), integer_type(rng), "index", ""])
    text = integer_literal(rng, kind)
    return operation(f"{text} : {kind}" if kind else text)


def decimal(rng: Random) -> str:
    """A decimal number: small, near the limits of some type, halfway between two of them, or long."""
    exact = rng.choice(
        [0.0, 1.0, 448.0, 464.0, 57344.0, 61440.0, 65504.0, 65519.9, 65520.0, 3.4028235e38, 28.0, 30.0]
    )
    tiny = rng.choice(
        [2.0**-9, 2.0**-10, 2.0**-16, 2.0**-17, 2.0**-24, 2.0**-25, 2.0**-126, 2.0**-149, 5e-324]
    )
    value = rng.choice([exact, tiny, rng.uniform(-20, 20), rng.gauss(0, 1) * 10.0 ** rng.randrange(-45, 45)])
    mantissa, exponent, power = repr(value).partition("e")
    text = (mantissa if "." in mantissa else mantissa + ".0") + exponent + power
    if rng.random() < 0.15:
        power = rng.choice(["", "e5", "E-5", "e+300", "e-320", "e400"])
        text = f"{rng.randrange(10)}.{rng.getrandbits(200)}{power}"
    return rng.choice(["", "", "-", "- "]) + text.lstrip("-")


def float_literal(rng: Random, kind: str) -> str:
    # NaN is rarely what a literal means, so hexadecimal digits are of use for all types.
    bits = FLOAT_BITS[kind]
    if rng.random() < 0.4:
        special = [0, 1, (1 << bits) - 1, 1 << bits - 1, (1 << bits - 1) - 1, (1 << bits)]
        return f"0x{rng.choice([*special, rng.getrandbits(bits), rng.getrandbits(bits)]):X}"
    text = decimal(rng)
    # What is infinite as f64 becomes zero in MLIR, and the greatest value here, in types without infinities.
    return text.replace("e400", "e300") if kind in FINITE else text


def float_kind(rng: Random) -> str:
    kind = rng.choice(list(FLOAT_BITS))
    # Their decimals differ on purpose.
    return "f32" if kind in ("f80", "f128", "f8E8M0FNU") and rng.random() < 0.8 else kind


def float_value(rng: Random) -> str:
    kind = float_kind(rng)
    if kind in ("f80", "f128", "f8E8M0FNU"):
        return operation(f"0x{rng.getrandbits(FLOAT_BITS[kind]):X} : {kind}")
    return operation(
        f"{float_literal(rng, kind)} : {kind}" if rng.random() < 0.9 else float_literal(rng, "f64")
    )


def scalar(rng: Random, kind: str) -> str:
    """A literal for an element of a type."""
    if kind.startswith("complex<"):
        part = kind[len("complex<") : -1]
        return f"({scalar(rng, part)}, {scalar(rng, part)})"
    if kind.startswith("!"):
        return string(rng)
    if kind in FLOAT_BITS:
        return (
            f"0x{rng.getrandbits(FLOAT_BITS[kind]):X}"
            if "8E8" in kind or "80" in kind
            else float_literal(rng, kind)
        )
    if kind in BITS:
        return rng.choice(["true", "false", "0", "1", "-1"])
    if rng.random() < 0.05:
        return decimal(rng)
    return (
        str(rng.randrange(-3, 4))
        if rng.random() < 0.7 and not kind.startswith("u")
        else integer_literal(rng, kind)
    )


def element_type(rng: Random) -> str:
    plain = rng.choice([integer_type(rng), float_kind(rng), "index", "i1", "i8", "f32", rng.choice(BITS)])
    plain = "f64" if plain in ("f128",) else plain
    return rng.choice(
        [plain, plain, plain, f"complex<{plain}>", "!app.text", "none" if rng.random() < 0.1 else plain]
    )


def nested(rng: Random, shape: list[int], kind: str) -> str:
    if not shape or rng.random() < 0.02:
        return scalar(rng, kind)
    count = shape[0] + (rng.choice([-1, 1]) if rng.random() < 0.02 else 0)
    return "[" + ", ".join(nested(rng, shape[1:], kind) for _ in range(count)) + "]"


def raw_bytes(rng: Random, kind: str, count: int) -> str:
    """Hexadecimal text of about the size that so many elements have."""
    parts, inner = (2, kind[8:-1]) if kind.startswith("complex<") else (1, kind)
    bits = FLOAT_BITS.get(inner) or (
        64 if inner == "index" else int(inner.lstrip("usi") or 8) if inner[-1:].isdigit() else 8
    )
    width = (bits + 7) // 8
    size = (count + 7) // 8 if kind in BITS else width * parts * count
    size = rng.choice([size, size, size, width * parts, size + 1, max(size - 1, 0)])
    numbers = [rng.choice([0, 255, 1, rng.getrandbits(8)]) for _ in range(size)]
    if bits % 8 and inner not in FLOAT_BITS and kind not in BITS:
        # mlir-opt prints bits beyond the width of integers, so that numbers are out of range, or missing.
        numbers[width - 1 :: width] = [number & (1 << bits % 8) - 1 for number in numbers[width - 1 :: width]]
    digits = "".join(f"{number:02x}" for number in numbers)
    return f'"0x{digits.upper() if rng.random() < 0.7 else digits}"'


def dense(rng: Random) -> str:
    kind = element_type(rng)
    shape = [rng.choice([0, 1, 2, 2, 3, 4]) for _ in range(rng.randrange(4))]
    if rng.random() < 0.05:
        shape = [rng.choice([100, 101, 120])]
    container = rng.choice(["tensor", "tensor", "vector", "memref"])
    sizes = [f"[{size}]" if container == "vector" and rng.random() < 0.1 else str(size) for size in shape]
    if rng.random() < 0.03:
        sizes = [*sizes, "?"]
    count = 1
    for size in shape:
        count *= size
    body = rng.choice(
        [
            lambda: nested(rng, shape, kind),
            lambda: nested(rng, shape, kind),
            lambda: scalar(rng, kind),
            lambda: "",
            lambda: raw_bytes(rng, kind, count) if not kind.startswith(("!", "none")) else string(rng),
        ]
    )()
    return operation(f"dense<{body}> : {container}<{''.join(size + 'x' for size in sizes)}{kind}>")


def sparse(rng: Random) -> str:
    kind = element_type(rng)
    rank, count = rng.randrange(1, 4), rng.randrange(4)
    shape = [rng.randrange(1, 5) for _ in range(rank)]
    rows = [
        f"[{', '.join(str(rng.randrange(-1 if rng.random() < 0.05 else 0, size)) for size in shape)}]"
        for _ in range(count)
    ]
    indices = (
        f"[{', '.join(rows)}]"
        if rng.random() < 0.8
        else rng.choice(["0", "1", f"[{rng.randrange(4)}]", "[]", rows[0] if rows else "[0]"])
    )
    values = (
        f"[{', '.join(scalar(rng, kind) for _ in range(count))}]" if rng.random() < 0.8 else scalar(rng, kind)
    )
    sizes = "".join(f"{size}x" for size in shape)
    body = f"{indices}, {values}" if rng.random() < 0.95 else ""
    return operation(f"sparse<{body}> : {rng.choice(['tensor', 'tensor', 'vector'])}<{sizes}{kind}>")


def array(rng: Random) -> str:
    kind = rng.choice(
        [
            *BITS,
            "i8",
            "i16",
            "i32",
            "i64",
            "si8",
            "ui8",
            "i4",
            "i24",
            "i128",
            "f16",
            "bf16",
            "f32",
            "f64",
            "f8E5M2",
            "f6E3M2FN",
        ]
    )
    items = ", ".join(scalar(rng, kind) for _ in range(rng.randrange(4)))
    return operation(f"array<{kind}{': ' + items if items or rng.random() < 0.05 else ''}>")


def string(rng: Random) -> str:
    return '"' + "".join(rng.choice(CHARACTERS) for _ in range(rng.randrange(5))) + '"'


def key(rng: Random) -> str:
    return rng.choice([string(rng), "a", "b.c", "_x$", "x-y", "1a", "true", "i32", "loc"])


def strings(rng: Random) -> str:
    entries = ", ".join(f"{key(rng)} = {string(rng)}" for _ in range(rng.randrange(1, 4)))
    return f'"app.op"() {{{entries}}} : () -> ()\n'


def symbol(rng: Random) -> str:
    names = [
        rng.choice(["@a", "@a.b$_", "@" + string(rng), "@" + string(rng), "@1"])
        for _ in range(rng.randrange(1, 4))
    ]
    return operation(rng.choice(["::", "::", "::", ":", " :: "]).join(names))


def op_name(rng: Random) -> str:
    return f"{string(rng)}() : () -> ()\n"


def value_name(rng: Random) -> str:
    characters = "aZ09_$.-"

    def name() -> str:
        fixed = ["0", "00", "1", "a", "arg0", "arg1", "arg00", "99999999", "4294967296"]
        return (
            rng.choice(fixed)
            if rng.random() < 0.6
            else "".join(rng.choice(characters) for _ in range(rng.randrange(1, 4)))
        )

    names = [name() for _ in range(3)]
    count = rng.randrange(1, 4)
    bound = rng.choice([f":{count}", "", ":0", f":0{count}"]) if count > 1 else ""
    lines = [
        f'%{names[0]}{bound} = "app.a"() : () -> ({", ".join(["i1"] * count)})',
        f'%{names[1]} = "app.b"(%{names[0]}{rng.choice(["", "#0", "#1", "#2", "#00", "#x"])}) : (i1) -> i1',
        f'"app.c"(%{names[2]}, %{rng.choice(names)}) : (i1, {rng.choice(["i1", "i2"])}) -> ()',
        f'%{names[2]} = "app.d"() ({{\n^bb(%{rng.choice(names)}: i1):\n}}) : () -> i1',
    ]
    rng.shuffle(lines)
    return "\n".join(lines) + "\n"


def expression(rng: Random, names: list[str], depth: int) -> str:
    """An affine expression with few parentheses, so that precedence decides."""
    if depth == 0 or rng.random() < 0.15:
        return rng.choice([*names, *names, "0", "1", "2", "-1", "-2", "7", "9223372036854775807"])
    left, right = (expression(rng, names, depth - 1) for _ in range(2))
    operator = rng.choice(["+", "+", "-", "-", "*", "*", "floordiv", "ceildiv", "mod"])
    if operator not in "+-" and rng.random() < 0.7:
        right = str(rng.choice([-3, -1, 0, 1, 2, 3, 4, 6, 8]))
    text = f"{left} {operator} {right}"
    if rng.random() < 0.35:
        text = f"({text})"
    return ("-" if rng.random() < 0.08 else "") + text


def affine(rng: Random) -> str:
    dims = [f"d{index}" for index in range(rng.randrange(4))]
    symbols = [f"s{index}" for index in range(rng.randrange(3))]
    inputs = f"({', '.join(dims)})" + (f"[{', '.join(symbols)}]" if symbols or rng.random() < 0.1 else "")
    names = dims + symbols + (["x"] if rng.random() < 0.03 else [])
    parts = [expression(rng, names or ["1"], rng.choice([1, 2, 3, 4])) for _ in range(rng.randrange(4))]
    if rng.random() < 0.65:
        return operation(f"affine_map<{inputs} -> ({', '.join(parts)})>")
    relations = []
    for part in parts:
        right = rng.choice(["0", "0", *names, "3", expression(rng, names or ["1"], 1)])
        relations.append(f"{part} {rng.choice(['>=', '<=', '=='])} {right}")
    return operation(f"affine_set<{inputs} : ({', '.join(relations)})>")
