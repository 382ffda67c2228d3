"""Random functions of `arith` for passes: all operations, with values at which their behaviour changes."""

from __future__ import annotations

import random
from collections.abc import Callable

INTEGER_WIDTHS = (1, 2, 8, 16, 32, 64, 65, 128)
FLOATS = ("f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2", "f80", "f128")
# Bits of floats at which operations change their behaviour: zeros, infinities, NaNs, the least and greatest.
FLOAT_BITS = {
    "f16": (0, 0x8000, 0x7C00, 0xFC00, 0x7E00, 0x7C01, 1, 0x7BFF, 0x3C00, 0xC000),
    "bf16": (0, 0x8000, 0x7F80, 0xFF80, 0x7FC0, 0x7F81, 1, 0x7F7F, 0x3F80, 0xC000),
    "f32": (0, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001, 1, 0x7F7FFFFF, 0x3F800000),
    "f64": (0, 1 << 63, 0x7FF << 52, 0xFFF << 52, 0x7FF8 << 48, (0x7FF << 52) + 1, 1, 0x3FF << 52),
}
DECIMALS = ("0.0", "-0.0", "1.0", "-1.0", "2.0", "0.5", "3.5", "-2.25", "4.0", "1.5", "100.0")
BINARY = [
    "addi",
    "subi",
    "muli",
    "divui",
    "divsi",
    "ceildivui",
    "ceildivsi",
    "floordivsi",
    "remui",
    "remsi",
    "andi",
    "ori",
    "xori",
    "shli",
    "shrui",
    "shrsi",
    "maxsi",
    "maxui",
    "minsi",
    "minui",
]
WITH_OVERFLOW = ("addi", "subi", "muli", "shli")
FLOAT_BINARY = ["addf", "subf", "mulf", "divf", "remf", "maximumf", "maxnumf", "minimumf", "minnumf"]
PREDICATES = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]
FLOAT_PREDICATES = [
    "false",
    "oeq",
    "ogt",
    "oge",
    "olt",
    "ole",
    "one",
    "ord",
    "ueq",
    "ugt",
    "uge",
    "ult",
    "ule",
    "une",
    "uno",
    "true",
]
SHAPES = ("", "", "", "vector<2x{}>", "tensor<3x{}>", "vector<[4]x{}>", "tensor<2x2x{}>")


class Function:
    """A function that is being made: its values by type, and its lines."""

    def __init__(self, rng: random.Random, shape: str) -> None:
        self.rng = rng
        self.shape = shape
        self.has_poison = rng.random() < 0.3
        self.values: dict[str, list[str]] = {}
        self.lines: list[str] = []
        self.arguments: list[tuple[str, str]] = []

    def type_of(self, element: str) -> str:
        return self.shape.format(element) if self.shape else element

    def add(self, line: str, *types: str) -> None:
        names = [f"%v{len(self.lines)}_{index}" for index in range(len(types))]
        for name, ty in zip(names, types):
            self.values.setdefault(ty, []).append(name)
        self.lines.append(f"{', '.join(names)} = {line}")

    def argument(self, ty: str) -> str:
        name = f"%a{len(self.arguments)}"
        self.arguments.append((name, ty))
        self.values.setdefault(ty, []).append(name)
        return name

    def pick(self, element: str) -> str:
        """A value: an old one, an argument, a constant or poison."""
        ty = self.type_of(element)
        kind = self.rng.random()
        known = self.values.get(ty, [])
        if known and kind < 0.6:
            return self.rng.choice(known[-6:])
        if not known or kind < 0.68:
            return self.argument(ty)
        if kind < 0.74 and self.has_poison:
            self.add(f"ub.poison : {ty}", ty)
        else:
            self.add_constant(self.constant(element), ty)
        return self.values[ty][-1]

    def add_constant(self, value: str, ty: str) -> None:
        """Adds a constant. The words of i1 stand without a type."""
        end = "" if value in ("true", "false") else f" : {ty}"
        self.add(f"arith.constant {value}{end}", ty)

    def constant(self, element: str) -> str:
        def one() -> str:
            return integer(self.rng, element) if element[0] == "i" else real(self.rng, element)

        if not self.shape:
            return one()
        splat = self.rng.random() < 0.5 or "[4]" in self.shape
        if splat or element == "i1":
            return f"dense<{one()}>"
        if "2x2x" in self.shape:
            return f"dense<[[{one()}, {one()}], [{one()}, {one()}]]>"
        count = 2 if "vector" in self.shape else 3
        return f"dense<[{', '.join(one() for _ in range(count))}]>"

    def text(self) -> str:
        results = []
        for ty, names in self.values.items():
            results += [(name, ty) for name in names if name[1] == "v"]
        results = self.rng.sample(results, min(4, len(results))) or [self.arguments[0]]
        names = ", ".join(name for name, _ in results)
        types = ", ".join(ty for _, ty in results)
        parameters = ", ".join(f"{name}: {ty}" for name, ty in self.arguments)
        body = "\n".join(f"  {line}" for line in [*self.lines, f"return {names} : {types}"])
        return f"func.func @f({parameters}) -> ({types}) {{\n{body}\n}}\n"


def integer(rng: random.Random, element: str) -> str:
    """An integer at which operations of the type change their behaviour, or a small one."""
    width = 64 if element == "index" else int(element[1:])
    if width == 1:
        return rng.choice(["true", "false"])
    low, high = -(1 << (width - 1)), (1 << (width - 1)) - 1
    values = [0, 0, 1, 1, -1, -1, 2, 3, 5, 7, low, high, low + 1, width - 1, width, width // 2]
    values.append(rng.randint(low, high))
    return str(max(low, min(high, rng.choice(values))))


def real(rng: random.Random, element: str) -> str:
    if element in FLOAT_BITS and rng.random() < 0.4:
        digits = {"f16": 4, "bf16": 4, "f32": 8, "f64": 16}[element]
        return f"0x{rng.choice(FLOAT_BITS[element]):0{digits}X}"
    if element in ("f32", "f64") and rng.random() < 0.3:
        return rng.choice(["3.0e7", "1.0e20", "0.333333343", "16777217.0", "-3.5e38", "65519.0", "127.5"])
    return rng.choice(DECIMALS)


def overflow(rng: random.Random) -> str:
    return rng.choice(["", "", " overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>"])


def fast_math(rng: random.Random) -> str:
    return rng.choice(["", "", " fastmath<fast>", " fastmath<nnan,nsz>", " fastmath<contract>"])


def integer_step(function: Function, widths: tuple[str, ...]) -> None:
    """Adds an operation of integers."""
    rng = function.rng
    element = rng.choice(widths)
    ty, bit = function.type_of(element), function.type_of("i1")
    kind = rng.choice(
        ["binary"] * 6 + ["cmpi", "cmpi", "select", "extended", "widen", "narrow", "index", "not"]
    )
    if kind == "binary":
        name = rng.choice(BINARY)
        operands = f"{function.pick(element)}, {function.pick(element)}"
        flags = overflow(rng) if name in WITH_OVERFLOW else ""
        function.add(f"arith.{name} {operands}{flags} : {ty}", ty)
    elif kind == "cmpi":
        operands = f"{function.pick(element)}, {function.pick(element)}"
        function.add(f"arith.cmpi {rng.choice(PREDICATES)}, {operands} : {ty}", bit)
    elif kind == "select":
        condition, yes, no = function.pick("i1"), function.pick(element), function.pick(element)
        prefix = f"{bit}, " if function.shape else ""
        function.add(f"arith.select {condition}, {yes}, {no} : {prefix}{ty}", ty)
    elif kind == "extended":
        extended_step(function, element)
    elif kind == "not":
        mask = function.type_of(element)
        ones = "true" if element == "i1" else "-1"
        dense = f"dense<{ones}>" if function.shape else ones
        function.add_constant(dense, mask)
        function.add(f"arith.xori {function.pick(element)}, {function.values[mask][-1]} : {mask}", mask)
    else:
        conversion_step(function, kind, widths)


def extended_step(function: Function, element: str) -> None:
    """Adds an operation with two results. mlir-opt crashes on poison in sums."""
    ty, bit = function.type_of(element), function.type_of("i1")
    name = function.rng.choice(["mulsi_extended", "mului_extended", "addui_extended"])
    if name == "addui_extended" and function.has_poison:
        return
    if name == "addui_extended":
        function.add(
            f"arith.{name} {function.pick(element)}, {function.pick(element)} : {ty}, {bit}", ty, bit
        )
    elif element != "index":
        function.add(f"arith.{name} {function.pick(element)}, {function.pick(element)} : {ty}", ty, ty)


def conversion_step(function: Function, kind: str, widths: tuple[str, ...]) -> None:
    """Adds a conversion between integers."""
    rng = function.rng
    fixed = sorted({width for width in widths if width != "index"}, key=lambda name: int(name[1:]))
    if kind == "index":
        source, target = rng.choice([(rng.choice(fixed), "index"), ("index", rng.choice(fixed))])
        name = rng.choice(["index_cast", "index_castui"])
    elif len(fixed) < 2:
        return
    else:
        small, large = sorted(rng.sample(range(len(fixed)), 2))
        source, target = fixed[small], fixed[large]
        name = rng.choice(["extui", "extsi"])
        if kind == "narrow":
            source, target, name = target, source, "trunci"
    flags = rng.choice(["", " overflow<nsw>"]) if name == "trunci" else ""
    types = f"{function.type_of(source)} to {function.type_of(target)}"
    function.add(f"arith.{name} {function.pick(source)}{flags} : {types}", function.type_of(target))


def float_step(function: Function, floats: tuple[str, ...]) -> None:
    """Adds an operation of floats."""
    rng = function.rng
    element = rng.choice(floats)
    ty, bit = function.type_of(element), function.type_of("i1")
    kind = rng.choice(
        ["binary"] * 5 + ["negf", "cmpf", "cmpf", "select", "resize", "resize", "int", "int", "bits"]
    )
    if kind == "binary":
        operands = f"{function.pick(element)}, {function.pick(element)}"
        function.add(f"arith.{rng.choice(FLOAT_BINARY)} {operands}{fast_math(rng)} : {ty}", ty)
    elif kind == "negf":
        function.add(f"arith.negf {function.pick(element)}{fast_math(rng)} : {ty}", ty)
    elif kind == "cmpf":
        operands = f"{function.pick(element)}, {function.pick(element)}"
        function.add(f"arith.cmpf {rng.choice(FLOAT_PREDICATES)}, {operands} : {ty}", bit)
    elif kind == "select":
        condition, yes, no = function.pick("i1"), function.pick(element), function.pick(element)
        prefix = f"{bit}, " if function.shape else ""
        function.add(f"arith.select {condition}, {yes}, {no} : {prefix}{ty}", ty)
    elif kind == "resize" and len(floats) == 2:
        small, large = floats
        name, source, target = rng.choice([("extf", small, large), ("truncf", large, small)])
        types = f"{function.type_of(source)} to {function.type_of(target)}"
        flags = fast_math(rng)
        function.add(f"arith.{name} {function.pick(source)}{flags} : {types}", function.type_of(target))
    elif kind == "int":
        other = rng.choice(["i8", "i32", "i64", "i1"])
        name = rng.choice(["sitofp", "uitofp", "fptosi", "fptoui"])
        source, target = (other, element) if not name.startswith("fp") else (element, other)
        types = f"{function.type_of(source)} to {function.type_of(target)}"
        function.add(f"arith.{name} {function.pick(source)} : {types}", function.type_of(target))
    elif kind == "bits" and element in ("f16", "bf16", "f32", "f64"):
        other = {"f16": "i16", "bf16": "i16", "f32": "i32", "f64": "i64"}[element]
        source, target = rng.choice([(element, other), (other, element)])
        types = f"{function.type_of(source)} to {function.type_of(target)}"
        function.add(f"arith.bitcast {function.pick(source)} : {types}", function.type_of(target))


def make(seed: int, step: Callable[[Function, tuple[str, ...]], None], elements: tuple[str, ...]) -> str:
    rng = random.Random(seed)
    shape = rng.choice(SHAPES)
    function = Function(rng, shape)
    for _ in range(rng.randint(1, 9)):
        step(function, elements)
    if not function.lines:
        function.add(
            f"arith.addi {function.pick('i8')}, {function.pick('i8')} : {function.type_of('i8')}",
            function.type_of("i8"),
        )
    return function.text()


def arith_integers(seed: int) -> str:
    rng = random.Random(seed)
    widths = [f"i{width}" for width in rng.sample(INTEGER_WIDTHS, 2)]
    if rng.random() < 0.3:
        widths[0] = "index"
    return make(seed, integer_step, tuple(widths))


def arith_floats(seed: int) -> str:
    rng = random.Random(seed)
    pairs = [
        ("f16", "f32"),
        ("f32", "f64"),
        ("bf16", "f32"),
        ("f16", "f64"),
        ("f8E4M3FN", "f16"),
        ("f64", "f128"),
    ]
    pairs += [("f8E5M2", "f32"), ("f32", "f80"), ("bf16", "f64"), ("f8E4M3FNUZ", "f16"), ("tf32", "f64")]
    return make(seed, float_step, rng.choice(pairs))
