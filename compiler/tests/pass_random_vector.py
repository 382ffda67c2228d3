"""Random contractions, reductions and products of vectors, and operations on complex numbers."""

from __future__ import annotations

import random

INTEGER_KINDS = ("add", "mul", "and", "or", "xor", "minui", "minsi", "maxui", "maxsi")
FLOAT_KINDS = ("add", "mul", "minnumf", "maxnumf", "minimumf", "maximumf")
ELEMENTS = ("f32", "f64", "i32", "i8")
UNARY = ("conj", "cos", "exp", "expm1", "log", "log1p", "neg", "sign", "sin", "sqrt", "tan", "tanh")
BINARY = ("add", "atan2", "div", "mul", "pow", "sub")
FLAGS = ("", "", " fastmath<contract>", " fastmath<nnan>", " fastmath<nnan,ninf>", " fastmath<fast>")


def vector(sizes: list[int], element: str) -> str:
    return f"vector<{'x'.join(map(str, sizes))}{'x' if sizes else ''}{element}>"


def kind_of(rng: random.Random, element: str) -> str:
    return rng.choice(FLOAT_KINDS if element.startswith("f") else INTEGER_KINDS)


def contraction(seed: int) -> str:
    """A sum of products with dimensions of the batch, of rows and columns, and reduced ones."""
    rng = random.Random(seed)
    element = rng.choice(ELEMENTS)
    roles = [role for role in "bmnk" if rng.random() < 0.7]
    roles = roles if "k" in roles or "b" in roles else [*roles, "k"]
    rng.shuffle(roles)
    sizes = [rng.choice((1, 2, 2, 3)) for _ in roles]
    dims = ", ".join(f"d{dim}" for dim in range(len(roles)))

    def operand(of: str) -> tuple[list[int], str]:
        own = [dim for dim, role in enumerate(roles) if role in of]
        rng.shuffle(own)
        results = ", ".join(f"d{dim}" for dim in own)
        return [sizes[dim] for dim in own], f"affine_map<({dims}) -> ({results})>"

    (lhs, lhs_map), (rhs, rhs_map), (out, out_map) = operand("bmk"), operand("bnk"), operand("bmn")
    if not lhs or not rhs or (not out and "k" not in roles):
        return contraction(seed + 1000)
    result = vector(out, element) if out else element
    iterators = ", ".join('"reduction"' if role == "k" else '"parallel"' for role in roles)
    types = vector(lhs, element), vector(rhs, element)
    return (
        f"func.func @f(%a: {types[0]}, %b: {types[1]}, %c: {result}) -> {result} {{\n"
        f"  %0 = vector.contract {{indexing_maps = [{lhs_map}, {rhs_map}, {out_map}], "
        f"iterator_types = [{iterators}]}} %a, %b, %c : {types[0]}, {types[1]} into {result}\n"
        f"  return %0 : {result}\n}}\n"
    )


def reduction(seed: int) -> str:
    """Reductions of dimensions of a vector, some of them masked."""
    rng = random.Random(seed)
    element = rng.choice(ELEMENTS)
    sizes = [rng.choice((1, 2, 3)) for _ in range(rng.randint(1, 4))]
    dims = sorted(rng.sample(range(len(sizes)), rng.randint(1, len(sizes))))
    kept = [size for dim, size in enumerate(sizes) if dim not in dims]
    source, result = vector(sizes, element), vector(kept, element) if kept else element
    op = f"vector.multi_reduction <{kind_of(rng, element)}>, %v, %a {dims} : {source} to {result}"
    mask = vector(sizes, "i1")
    if rng.random() < 0.3:
        op = f"vector.mask %m {{ {op} }} : {mask} -> {result}"
    return (
        f"func.func @f(%v: {source}, %a: {result}, %m: {mask}) -> {result} {{\n"
        f"  %0 = {op}\n  return %0 : {result}\n}}\n"
    )


def lanes(seed: int) -> str:
    """Outer products, and vectors whose lanes alternate."""
    rng = random.Random(seed)
    element = rng.choice(ELEMENTS)
    sizes = [rng.choice((1, 2, 3)) for _ in range(rng.randint(0, 2))]
    width = rng.choice((1, 2, 4))
    row, double = vector([*sizes, width], element), vector([*sizes, 2 * width], element)
    left, right = rng.randint(1, 3), rng.randint(1, 3)
    product = vector([left, right], element)
    kind = kind_of(rng, element)
    before = f", %c {{kind = #vector.kind<{kind}>}}" if rng.random() < 0.7 else ""
    outer = f"{vector([left], element)}, {vector([right], element)}"
    return (
        f"func.func @f(%r: {row}, %s: {row}, %a: {vector([left], element)}, "
        f"%b: {vector([right], element)}, "
        f"%c: {product}) -> ({double}, {row}, {row}, {product}) {{\n"
        f"  %0 = vector.interleave %r, %s : {row} -> {double}\n"
        f"  %1, %2 = vector.deinterleave %0 : {double} -> {row}\n"
        f"  %3 = vector.outerproduct %a, %b{before} : {outer}\n"
        f"  return %0, %1, %2, %3 : {double}, {row}, {row}, {product}\n}}\n"
    )


def complexes(seed: int) -> str:
    """Operations on complex numbers. MLIR folds some pairs of inverses, so none is applied to another."""
    rng = random.Random(seed)
    part = rng.choice(("f32", "f64", "f16"))
    ty = f"complex<{part}>"
    values, results, lines = ["%a", "%b"], [], []
    for number in range(rng.randint(1, 4)):
        name, flags = f"%{number}", rng.choice(FLAGS)
        if rng.random() < 0.5:
            operand = rng.choice(values)
            lines.append(f"  {name} = complex.{rng.choice(UNARY)} {operand}{flags} : {ty}")
        else:
            pair = f"{rng.choice(values)}, {rng.choice(values)}"
            lines.append(f"  {name} = complex.{rng.choice(BINARY)} {pair}{flags} : {ty}")
        results.append(name)
    last = results[-1]
    lines.append(f"  %x = complex.{rng.choice(('abs', 'angle'))} %b : {ty}")
    lines.append(f"  %y = complex.{rng.choice(('eq', 'neq'))} {last}, %a : {ty}")
    body = "\n".join(lines)
    return (
        f"func.func @f(%a: {ty}, %b: {ty}) -> ({ty}, {part}, i1) {{\n{body}\n"
        f"  return {last}, %x, %y : {ty}, {part}, i1\n}}\n"
    )
