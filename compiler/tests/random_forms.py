"""Random texts about one form each, at and beyond its limits; a part of them is not valid.

`python random_forms.py SEED` prints one. `random_ir.py` composes forms that are valid; these probe what MLIR
accepts of each, and in which order it reports what is wrong.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random

import random_types as texts
import random_values as values
from random_values import operation, string, with_type


def layout(rng: Random) -> str:
    rank = rng.randrange(4)
    sizes = "".join(
        rng.choice(
            ["?x", "2x", "0x", "1x", "9223372036854775807x", "-1x"]
            if rng.random() < 0.1
            else ["?x", "2x", "4x"]
        )
        for _ in range(rank)
    )
    shown = max(rank + (rng.choice([-1, 1]) if rng.random() < 0.1 else 0), 0)
    strides = ", ".join(
        rng.choice(["1", "?", "0", "-2", "64", "x"] if rng.random() < 0.1 else ["1", "?", "4", "-1"])
        for _ in range(shown)
    )
    offset = rng.choice(
        ["", ", offset: ?", ", offset: 0", ", offset: -4", ", offset: 9223372036854775807", ", offset"]
    )
    dims = ", ".join(f"d{index}" for index in range(shown))
    maps = f"affine_map<({dims}) -> ({rng.choice([dims or '0', 'd0 * 2 + 1', 'd0, d0', '0'])})>"
    kind = rng.choice(
        [
            f"strided<[{strides}]{offset}>",
            f"strided<[{strides}]{offset}>",
            maps,
            f"{maps}, {maps}",
            "#app.layout",
        ]
    )
    space = rng.choice(
        [
            "",
            "",
            ", 0",
            ", 3 : i8",
            ', "x"',
            ", #app.space",
            ", {a = 1 : i8}",
            ", @a",
            ", [1]",
            ", unit",
            ", f32",
        ]
    )
    element = rng.choice(
        [
            "f32",
            "i1",
            "index",
            "vector<2xf32>",
            "memref<f32>",
            "tensor<2xf32>",
            "complex<i8>",
            "!app.a",
            "none",
            "tuple<>",
        ]
    )
    text = f"memref<{sizes}{element}, {kind}{space}>" if rng.random() < 0.8 else f"memref<*x{element}{space}>"
    return with_type(text) if rng.random() < 0.8 else operation(kind)


def encoding(rng: Random) -> str:
    attribute = rng.choice(
        [
            texts.attribute(rng, 1),
            texts.attribute(rng, 1),
            "unit",
            "i32",
            "#app.a",
            "1 : i8",
            "-1",
            "@a",
            "{a}",
            "{}",
            "[]",
        ]
    )
    return with_type(f"tensor<{texts.dimensions(rng)}{texts.element(rng)}, {attribute}>")


def shaped(rng: Random) -> str:
    container = rng.choice(["tensor", "vector", "memref"])
    sizes = "".join(
        rng.choice(
            [
                "2x",
                "?x",
                "0x",
                "[4]x",
                "x",
                "*x",
                "2 x",
                "0x2x",
                "-1x",
                "4294967296x",
                "99999999999999999999x",
            ]
            if rng.random() < 0.15
            else ["2x", "4x", "1x"]
        )
        for _ in range(rng.randrange(4))
    )
    element = texts.type_text(rng, 1)
    return with_type(f"{container}<{sizes}{element}>")


def type_forms(rng: Random) -> str:
    one = texts.type_text(rng, 2)
    kind = rng.choice([one, f"complex<{texts.type_text(rng, 1)}>", f"tuple<{texts.type_text(rng, 1)}>"])
    attribute = texts.function_type(rng, 1)
    pair = f"({kind}, {kind})"
    plain = [
        kind,
        f"({kind})",
        f"() -> {kind}",
        f"(() -> {kind})",
        f"({kind}) -> {kind}",
        f"(({kind}) -> ())",
    ]
    results = rng.choice([*plain, pair])
    bound = "%0:2" if results == pair else "%0"
    return f'{bound} = "app.op"() {{a = {attribute}}} : () -> {results}\n'


def loc(rng: Random, names: list[str], depth: int) -> str:
    if names and rng.random() < 0.3:
        return rng.choice(names)
    if depth and rng.random() < 0.6:
        inner = [loc(rng, names, depth - 1) for _ in range(rng.randrange(1, 4))]
        metadata = rng.choice(["", "", f"<{string(rng)}>", f"<{texts.attribute(rng, 0)}>"])
        return rng.choice(
            [
                f"callsite({inner[0]} at {inner[-1]})",
                f"fused{metadata}[{', '.join(inner)}]",
                f"{string(rng)}({inner[0]})",
            ]
        )
    line, column = (rng.choice([0, 1, 7, 4294967295]) for _ in range(2))
    file = string(rng)
    return rng.choice(
        [
            "unknown",
            file,
            f"{file}:{line}:{column}",
            f"{file}:{line}",
            f"{file}:{line}:{column} to :{rng.choice([column, 9])}",
            f"{file}:{line}:{column} to {rng.choice([line, 9])}:{column}",
        ]
    )


def locations(rng: Random) -> str:
    """Locations everywhere, with aliases that are defined before, after or never."""
    names = [f"#l{index}" for index in range(rng.randrange(4))]
    before, after = [], []
    for index, name in enumerate(names):
        early = rng.random() < 0.5
        known = [other for other in names[:index] if early] if rng.random() < 0.9 else names
        defined = [line.split(" ")[0] for line in before + after]
        line = f"{name} = loc({loc(rng, [other for other in known if other in defined], 2)})"
        (before if early else after).append(line)
    early_names = [line.split(" ")[0] for line in before]
    any_name = early_names + ([line.split(" ")[0] for line in after] if rng.random() < 0.9 else ["#never"])

    def behind() -> str:
        return (
            f" loc({loc(rng, early_names, 2)})"
            if rng.random() < 0.6
            else f" loc({rng.choice(any_name)})"
            if any_name
            else ""
        )

    other = rng.choice(early_names or ["unit"])
    lines = [
        f'%0 = "app.a"() {{a = loc({loc(rng, early_names, 2)}), b = {other}}} : () -> i1{behind()}',
        f'"app.b"() ({{\n^bb0(%a: i1{behind()}, %b: i1{behind()}):\n  "app.c"(%b) : (i1) -> (){behind()}\n'
        f"}}) : () -> (){behind()}",
        f"module @m {{\n}}{behind()}",
    ]
    return "\n".join([*before, *rng.sample(lines, rng.randrange(1, 4)), *after]) + "\n"


def aliases(rng: Random) -> str:
    """Chains of aliases of types and attributes."""
    lines, attributes, types = [], ["1 : i8"], ["i32"]
    for index in range(rng.randrange(1, 7)):
        a, b, t = rng.choice(attributes), rng.choice(attributes), rng.choice(types)
        if rng.random() < 0.6:
            body = rng.choice(
                [
                    *(
                        f"[{a}, {b}]",
                        f"{{x = {a}, y = {t}}}",
                        f"distinct[{rng.randrange(3)}]<{a}>",
                        t,
                        f'"s" : {t}',
                    ),
                    *(
                        f'loc(fused<{a}>["f":1:2])',
                        f'loc("n"("f":{index}:2))',
                        "affine_map<(d0) -> (d0 + 1)>",
                    ),
                    *("affine_set<(d0) : (d0 >= 0)>", f"#app<x>  : {t}", f"dense<1> : tensor<2x{t}>", a),
                ]
            )
            lines.append(f"#{'abc'[index % 3]}{index if rng.random() < 0.95 else 0} = {body}")
            attributes.append(lines[-1].split(" ")[0])
        else:
            many = ", ".join([t] * rng.choice([1, 16, 17, 18]))
            body = rng.choice(
                [
                    f"tuple<{many}>",
                    f"tensor<2x{t}>",
                    f"tensor<4xi8, [{a}]>",
                    f"({t}) -> {t}",
                    f"memref<2xf32, {a}>",
                    f"tuple<{many}>",
                ]
            )
            lines.append(f"!{'abc'[index % 3]}{index} = {body}")
            types.append(lines[-1].split(" ")[0])
    listed = ", ".join(f"x{index} = {rng.choice(attributes)}" for index in range(rng.randrange(1, 5)))
    location = rng.choice(["", "", f" loc(fused<{rng.choice(attributes)}>[{string(rng)}])"])
    results = f"{rng.choice(types)}, {rng.choice(types)}"
    used = f'"app.op"() <{{p = {rng.choice(attributes)}}}> {{{listed}}} : () -> ({results}){location}'
    lines.insert(len(lines) if rng.random() < 0.9 else rng.randrange(len(lines)), used)
    return "\n".join(lines) + "\n"


def resources(rng: Random) -> str:
    keys = [rng.choice(["a", "b", "c.d", '"e f"', '"a"', '"\\00"']) for _ in range(3)]
    uses = ", ".join(
        f"x{index} = dense_resource<{rng.choice(keys)}> : {rng.choice(['tensor<1xi8>', 'tensor<i8>', 'i1'])}"
        for index in range(3)
    )
    blobs = [
        '"0x04000000AABB"',
        '"0x0400000"',
        '"0x00000000"',
        '"0x030000001122"',
        '"0X04000000"',
        '"abc"',
        '"0x08000000ff"',
        "true",
        '"0x01000000"',
    ]
    entries = ", ".join(
        f"{rng.choice(keys)}: {rng.choice(blobs[:1] + blobs)}" for _ in range(rng.randrange(3))
    )
    others = ", ".join(
        f"{rng.choice(keys)}: {rng.choice([*blobs, string(rng), 'false', '1'])}"
        for _ in range(rng.randrange(3))
    )
    sections = rng.sample(
        [
            f"dialect_resources: {{ builtin: {{ {entries} }} }}",
            f"external_resources: {{ tool: {{ {others} }} }}",
            "dialect_resources: { }",
        ],
        rng.randrange(1, 3),
    )
    section = f"{{-# {', '.join(sections)} #-}}\n"
    text = f'"app.op"() {{{uses}}} : () -> ()\n'
    return section + text if rng.random() < 0.3 else text + section


def regions(rng: Random) -> str:
    """Uses of known and blocks wherever they are; most texts break a rule of dominance or isolation."""
    lines: list[str] = []
    known, count = [], 0

    def value() -> str:
        return rng.choice(known) if known and rng.random() < 0.85 else f"%v{rng.randrange(8)}"

    def region(depth: int) -> None:
        nonlocal count
        blocks = rng.choice([1, 1, 2, 3])
        label = f"b{count}_"
        for block in range(blocks):
            count += 1
            arguments = f"(%v{count}: i1)" if rng.random() < 0.4 else ""
            if arguments:
                known.append(f"%v{count}")
            if block or arguments or rng.random() < 0.2:
                lines.append(f"^{label}{block}{arguments}:")
            for _ in range(rng.randrange(3)):
                count += 1
                operand = value() if rng.random() < 0.7 else ""
                text = f'%v{count} = "app.op"({operand}) : ({"i1" if operand else ""}) -> i1'
                if depth and rng.random() < 0.4:
                    lines.append(f'%v{count} = "app.r"({operand}) ({{')
                    region(depth - 1)
                    text = f"}}) : ({'i1' if operand else ''}) -> i1"
                elif depth and rng.random() < 0.2:
                    lines.append("module {")
                    region(depth - 1)
                    text = "}"
                lines.append(text)
                known.append(f"%v{count}")
            targets = ", ".join(
                f"^{label}{rng.randrange(blocks + (rng.random() < 0.05))}" for _ in range(rng.randrange(3))
            )
            if targets or rng.random() < 0.7:
                lines.append(f'"app.end"({value()}) {f"[{targets}]" if targets else ""} : (i1) -> ()')

    if rng.random() < 0.5:
        lines.append('"app.top"() ({')
        region(2)
        lines.append("}) : () -> ()")
    else:
        region(2)
        lines = [line for line in lines if not line.startswith("^")] if rng.random() < 0.7 else lines
    return "\n".join(lines) + "\n"


def builtin(rng: Random) -> str:
    """The operations of the builtin dialect, in both forms."""
    name = rng.choice(["@a", '@""', '@"a b"', "", '@"é"'])
    known = [
        "sym_name",
        'sym_name = "b"',
        "sym_name = 1",
        'sym_visibility = "private"',
        'sym_visibility = "no"',
        "a",
        "a.b",
        "builtin.c = 1",
        'a.b = "x"',
        "other = 2",
    ]
    dictionary = ", ".join(rng.sample(known, rng.randrange(3)))
    inner = rng.choice(
        [
            "",
            '"app.op"() : () -> ()',
            "^bb0:",
            "^bb0(%a: i1):",
            "module @a {}",
            "module @a {}\nmodule @a {}",
            "^bb0:\n^bb1:",
        ]
    )
    properties, results = rng.choice(["", f"<{{{dictionary}}}>"]), rng.choice(["()", "()", "i1"])
    types = rng.choice(["i32", "i32, i32", "() -> ()", "!app.a", ""])
    return rng.choice(
        [
            f"module {name} {f'attributes {{{dictionary}}}' if dictionary else ''} {{\n{inner}\n}}\n",
            f'"builtin.module"() {properties} ({{\n{inner}\n}}) {{{dictionary}}} : () -> ()\n',
            f'"builtin.module"() {rng.choice(["", "({})", "({}, {})"])} : () -> {results}\n',
            f"%0 = unrealized_conversion_cast to {types} {{{dictionary}}}\n",
            f'%0 = "app.a"() : () -> i32\n%1 = builtin.unrealized_conversion_cast %0 : {types} to {types}\n',
            f'%0 = "builtin.unrealized_conversion_cast"() {{{dictionary}}} : () -> ({types})\n',
        ]
    )


def dialect_symbol(rng: Random) -> str:
    body = "".join(
        rng.choice(
            [
                "a",
                "b1",
                "<",
                ">",
                "[",
                "]",
                "(",
                ")",
                "{",
                "}",
                "->",
                "-",
                ".",
                " ",
                '"x>"',
                '"',
                ",",
                "_",
                "$",
                "#",
                "!",
            ]
        )
        for _ in range(rng.randrange(6))
    )
    sigil = rng.choice("!#")
    text = rng.choice(
        [f"{sigil}app.{body}", f"{sigil}app<{body}>", f"{sigil}app.k<{body}>", f"{sigil}a_1$<{body}>"]
    )
    return operation(text if rng.random() < 0.8 or sigil == "!" else f"{text} : i32")


FORMS: list[Callable[[Random], str]] = [
    *(
        values.integer,
        values.float_value,
        values.dense,
        values.dense,
        values.sparse,
        values.array,
        values.strings,
        values.symbol,
        values.op_name,
        values.value_name,
    ),
    *(
        values.affine,
        values.affine,
        layout,
        encoding,
        shaped,
        type_forms,
        locations,
        locations,
        aliases,
        aliases,
    ),
    *(resources, regions, regions, builtin, dialect_symbol),
]


def form(seed: int) -> tuple[str, str]:
    """The name of a form and a random text of it."""
    rng = Random(seed)
    make = FORMS[seed % len(FORMS)]
    return make.__name__, make(rng).replace("// -----", "")


if __name__ == "__main__":
    print(form(int(sys.argv[1]))[1], end="")
