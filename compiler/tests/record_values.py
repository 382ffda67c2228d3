"""Types and attributes that satisfy the constraints of records."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

import constructed_types
from data_files import DATA, Dialect, parameterless_types, read, split_tree


@dataclass(frozen=True)
class Type:
    """A type with what tests ask for."""

    text: str
    kind: str
    element: Type | None = None
    rank: int | None = None
    scalable: bool = False


def scalar(text: str) -> Type:
    if text == "index" or text == "none":
        return Type(text, text)
    sign = {"s": "signed", "u": "unsigned", "i": "signless"}.get(text[0])
    return Type(text, sign) if sign else Type(text, "float")


def shaped(kind: str, shape: str, element: Type) -> Type:
    rank = None if "*" in shape else shape.count("x")
    return Type(f"{kind}<{shape}{element.text}>", kind, element, rank, "[" in shape)


SCALARS = [
    scalar(text)
    for text in [
        "i1",
        "i4",
        "i8",
        "i16",
        "i32",
        "i64",
        "i128",
        "si32",
        "ui8",
        "ui32",
        "index",
        "f16",
        "bf16",
        "f32",
        "f64",
        "f80",
        "tf32",
        "f8E4M3FN",
        "f8E5M2",
        "none",
    ]
]
BY_NAME = {ty.text: ty for ty in SCALARS}
POOL = [
    *SCALARS,
    *(
        shaped(kind, shape, BY_NAME[element])
        for element in ("i32", "f32", "i1", "index", "i8", "f64")
        for kind, shapes in (
            ("vector", ("4x", "2x3x", "[4]x", "16x", "")),
            ("tensor", ("4x", "?x", "2x?x", "*x", "")),
            ("memref", ("4x", "?x?x", "*x", "")),
        )
        for shape in shapes
    ),
    Type("complex<f32>", "complex", BY_NAME["f32"]),
    Type("tuple<i32>", "tuple"),
    Type("(i32) -> i32", "function"),
]
# Attributes with parameters.
SYMBOLS = {
    "emitc.opaque": '#emitc.opaque<"t">',
    "gpu.select_object": "#gpu.select_object<0>",
    "irdl.variadicity_array": "#irdl<variadicity_array[single, variadic]>",
    "llvm.alias_scope": "#llvm.alias_scope<id = distinct[0]<>, "
    "domain = #llvm.alias_scope_domain<id = distinct[1]<>>>",
    "llvm.blockaddress": "#llvm.blockaddress<function = @a, tag = <id = 1>>",
    "llvm.blocktag": "#llvm.blocktag<id = 1>",
    "llvm.cconv": "#llvm.cconv<fastcc>",
    "llvm.constant_range": "#llvm.constant_range<i32, 0, 4>",
    "llvm.dereferenceable": "#llvm.dereferenceable<bytes = 8>",
    "llvm.di_expression": "#llvm.di_expression<[DW_OP_deref]>",
    "llvm.di_label": '#llvm.di_label<scope = #llvm.di_file<"a" in "b">, name = "text">',
    "llvm.di_local_variable": '#llvm.di_local_variable<scope = #llvm.di_file<"a" in "b">, name = "t">',
    "llvm.framePointerKind": "#llvm.framePointerKind<all>",
    "llvm.linkage": "#llvm.linkage<external>",
    "llvm.loop_annotation": "#llvm.loop_annotation<disableNonforced = true>",
    "llvm.memory_effects": "#llvm.memory_effects<other = none, argMem = read, inaccessibleMem = readwrite, "
    "errnoMem = none, targetMem0 = read, targetMem1 = none>",
    "llvm.tailcallkind": "#llvm.tailcallkind<tail>",
    "llvm.target_features": '#llvm.target_features<["+a"]>',
    "llvm.uwtableKind": "#llvm.uwtableKind<sync>",
    "llvm.vec_type_hint": "#llvm.vec_type_hint<hint = i32>",
    "llvm.vscale_range": "#llvm.vscale_range<minRange = 3 : i32, maxRange = 3 : i32>",
    "nvvm.ld_st_matrix_shape": "#nvvm.ld_st_matrix_shape<m = 8, n = 8>",
    "nvvm.shape": "#nvvm.shape<m = 16, n = 8, k = 16>",
    "omp.atomic_control": "#omp.atomic_control<ignore_denormal_mode = true>",
    "shard.axisarray": "#shard<axisarray[[0], [1]]>",
    "smt.bv": "#smt.bv<5> : !smt.bv<8>",
    "sparse_tensor.encoding": constructed_types.ENCODING,
    "spirv.linkage_attributes": '#spirv.linkage_attributes<linkage_name = "text", linkage_type = <Import>>',
    "spirv.vce": "#spirv.vce<v1.0, [Shader], []>",
    "ub.poison": "#ub.poison",
    "xegpu.layout": "#xegpu.layout<lane_layout = [1, 16], lane_data = [1, 1]>",
    "xevm.mma_shape": "#xevm.mma_shape<m = 8, n = 16, k = 16>",
    "xevm.mma_types": "#xevm.mma_types<d = f32, a = f16, b = f16, c = f32>",
}
TYPE = re.compile(r"\btype\(([\w.]+)\)")
ATTRIBUTE = re.compile(r"\battr\(([\w.]+)\)")
ATTRIBUTES = {
    "true": "bool_attr integer_attr typed_attr",
    "1 : i32": "integer_attr typed_attr i32",
    "1 : i64": "integer_attr typed_attr i64",
    "1 : index": "integer_attr typed_attr index",
    "1.0 : f32": "float_attr typed_attr",
    "1.0 : f64": "float_attr typed_attr",
    '"text"': "string_attr typed_attr",
    "unit": "unit_attr",
    "[]": "array_attr",
    "[1 : i64]": "array_attr",
    "[i32]": "array_attr",
    "{}": "dictionary_attr",
    "array<i32: 1>": "dense_array_attr(i32)",
    "array<i16: 0, 1>": "dense_array_attr(i16)",
    "array<i64: 1, 2>": "dense_array_attr(i64)",
    "array<i1: true>": "dense_array_attr(i1)",
    "@symbol": "symbol_ref_attr flat_symbol_ref_attr",
    "@symbol::@nested": "symbol_ref_attr",
    "i32": "type_attr",
    "(i32) -> i32": "type_attr",
    "affine_map<(d0) -> (d0)>": "affine_map_attr",
    "affine_set<(d0) : (d0 >= 0)>": "integer_set_attr",
    "dense<1> : tensor<1xi32>": "dense_elements_attr dense_int_elements_attr elements_attr typed_attr",
    "dense<1.0> : vector<4xf32>": "dense_elements_attr elements_attr typed_attr",
}


def passes(predicate: str, ty: Type) -> bool:
    """Whether a type passes a predicate, as far as this program knows."""
    name, bracket, arguments = split_tree(predicate)
    if bracket == "[":
        return ty.element is not None and passes(arguments[0], ty.element)
    if name == "all":
        return all(passes(argument, ty) for argument in arguments)
    if name == "any":
        return any(passes(argument, ty) for argument in arguments)
    if name == "not":
        return not passes(arguments[0], ty)
    if name in ("signless", "signed", "unsigned"):
        return ty.kind == name and (not arguments or ty.text.lstrip("siu") == arguments[0])
    if name == "integer":
        return ty.kind in ("signless", "signed", "unsigned") and (
            not arguments or ty.text.lstrip("siu") == arguments[0]
        )
    if name == "float":
        return ty.kind == "float" and (not arguments or ty.text == arguments[0])
    kinds = {
        "signless_or_index": ("signless", "index"),
        "value_semantics": ("vector", "tensor"),
        "shaped": ("vector", "tensor", "memref"),
        "any_memref": ("memref",),
    }
    if name in kinds:
        return ty.kind in kinds[name]
    if name in ("fixed_vector", "scalable_vector"):
        return ty.kind == "vector" and ty.scalable == (name == "scalable_vector")
    if name in ("ranked_tensor", "unranked_tensor", "unranked_memref", "memref"):
        return ty.kind == name.split("_")[-1] and (ty.rank is None) == name.startswith("unranked")
    if name in ("tensor", "vector", "index", "none", "complex", "tuple", "function"):
        return ty.kind == name
    if name == "rank":
        return ty.rank == int(arguments[0])
    if name == "rank_at_least":
        return ty.rank is not None and ty.rank >= int(arguments[0])
    if name in ("llvm_type", "llvm_loadable", "llvm_float", "llvm_vector"):
        return ty.kind == "float" or (ty.kind == "signless" and name in ("llvm_type", "llvm_loadable"))
    if name == "emitc_type":
        return ty.kind == "index" or ty.text in ("i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64")
    if name == "elements":
        found = re.match(r"vector<(\d+)x\w+>$", ty.text)
        return found is not None and found[1] == arguments[0]
    return name in ("anything", "unknown", "ranked", "strided", "no_size", "static_shape")


@cache
def types_for(predicate: str) -> list[str]:
    """Types that pass a predicate, the simplest first."""
    found = [ty.text for ty in POOL if passes(predicate, ty)]
    plain = [f"!{name}" for name in TYPE.findall(predicate) if name in parameterless_types()]
    return list(dict.fromkeys([*plain, *found, *constructed_types.construct(predicate)]))


@cache
def enums_of(dialect: str) -> dict[str, list[str]]:
    """The cases of each enum of a dialect."""
    return read(DATA / f"{dialect}.txt").enums


@cache
def attributes_in_angles() -> set[str]:
    """The attributes of all dialects that are written `#dialect.name<…>`."""
    return {
        f"{path.stem}.{line.split()[1]}"
        for path in DATA.glob("*.txt")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("attribute ") and 'format="`<`' in line
    }


def attributes_for(dialect: Dialect, constraint: str) -> list[str]:
    """Attributes that pass a constraint."""
    predicate = dialect.constraints[constraint]
    if found := re.fullmatch(r"attr\((\w+)\.([\w.]+)\)", predicate):
        enum = dialect.enum_of.get(constraint, "")
        listed = dialect.enums.get(enum) or enums_of(found[1]).get(enum.split(".")[-1]) or []
        in_angles = f"{found[1]}.{found[2]}" in attributes_in_angles()
        form = "#{}.{}<{}>" if in_angles else "#{}<{} {}>"
        if listed:
            return [form.format(found[1], found[2], word) for word in listed]
    if known := [SYMBOLS[symbol] for symbol in ATTRIBUTE.findall(predicate) if symbol in SYMBOLS]:
        return known
    if found := re.search(r"\bflags\((\w+)\)", predicate):
        listed = dialect.enums[dialect.enum_of[constraint]]
        return [f"#{dialect.name}.{found[1]}<{word}>" for word in listed]
    if found := re.search(r"\bflags,bits\((\d+)\)", predicate):
        return [f"{number} : i32" for number in range(1, int(found[1]) + 1)]
    if predicate == "flag":
        return ["true"]
    name = split_tree(predicate)[0]
    wanted = predicate if name.startswith("dense_array_attr") else name
    if name in ("all", "any"):
        wanted = predicate.split("(", 1)[1].split(",")[0]
    texts = [text for text, kinds in ATTRIBUTES.items() if wanted in kinds.split() or name == "anything"]
    if width := re.search(r"type\[signless\((\d+)\)\]", predicate):
        texts = [f"1 : i{width[1]}" if width[1] != "1" else "true"]
    if "type[index]" in predicate:
        texts = ["1 : index"]
    return texts
