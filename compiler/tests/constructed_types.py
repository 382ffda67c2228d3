"""Makes types from the predicates of constraints: shapes, elements and dialects that no list of types has."""

from __future__ import annotations

from functools import cache
from itertools import product

from data_files import parameterless_types, split_tree

ENCODING = "#sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>"
IMAGE = "!spirv.image<f32, Dim2D, DepthUnknown, NonArrayed, SingleSampled, NeedSampler, R32f>"
# Types of dialects that have parameters. `{}` is the type that a constraint of the parameter asks for.
PARAMETERS = {
    "amdgpu.tdm_base": "!amdgpu.tdm_base<i32>",
    "amdgpu.tdm_gather_base": "!amdgpu.tdm_gather_base<i32, i32>",
    "amx.tile": "!amx.tile<16x16x{}>",
    "async.value": "!async.value<f32>",
    "emitc.array": "!emitc.array<2xi32>",
    "emitc.lvalue": "!emitc.lvalue<{}>",
    "emitc.opaque": '!emitc.opaque<"t">',
    "emitc.ptr": "!emitc.ptr<i32>",
    "gpu.async.token": "!gpu.async.token",
    "gpu.mma_matrix": '!gpu.mma_matrix<16x16x{}, "AOp">',
    "gpu.sparse.dntensor_handle": "!gpu.sparse.dntensor_handle",
    "gpu.sparse.spgemmop_handle": "!gpu.sparse.spgemmop_handle",
    "gpu.sparse.spmat_handle": "!gpu.sparse.spmat_handle",
    "llvm.array": "!llvm.array<2 x i32>",
    "llvm.func": "!llvm.func<i32 (i32)>",
    "llvm.ptr": "!llvm.ptr",
    "llvm.struct": "!llvm.struct<(i32, i32)>",
    "llvm.token": "!llvm.token",
    "nvgpu.mbarrier.group": "!nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>",
    "nvgpu.tensormap.descriptor": "!nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, "
    "swizzle = none, l2promo = none, oob = zero, interleave = none>",
    "nvgpu.warpgroup.accumulator": "!nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>",
    "nvgpu.warpgroup.descriptor": "!nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>>",
    "pdl.range": "!pdl.range<value>",
    "ptr.ptr": "!ptr.ptr<#ptr.generic_space>",
    "ptr.ptr_metadata": "!ptr.ptr_metadata<memref<?xf32, #ptr.generic_space>>",
    "smt.array": "!smt.array<[!smt.int -> !smt.bool]>",
    "smt.bv": "!smt.bv<8>",
    "smt.func": "!smt.func<(!smt.int) !smt.bool>",
    "smt.sort": '!smt.sort<"s">',
    "sparse_tensor.iter_space": f"!sparse_tensor.iter_space<{ENCODING}, lvls = 0 to 1>",
    "sparse_tensor.iterator": f"!sparse_tensor.iterator<{ENCODING}, lvls = 0 to 1>",
    "sparse_tensor.storage_specifier": f"!sparse_tensor.storage_specifier<{ENCODING}>",
    "spirv.arm.tensor": "!spirv.arm.tensor<4xf32>",
    "spirv.array": "!spirv.array<4 x f32>",
    "spirv.coopmatrix": "!spirv.coopmatrix<4x4xf32, Subgroup, MatrixA>",
    "spirv.image": IMAGE,
    "spirv.matrix": "!spirv.matrix<4 x vector<4xf32>>",
    "spirv.ptr": "!spirv.ptr<f32, Function>",
    "spirv.rtarray": "!spirv.rtarray<f32>",
    "spirv.sampled_image": f"!spirv.sampled_image<{IMAGE}>",
    "spirv.struct": "!spirv.struct<(f32, i32)>",
    "tosa.shape": "!tosa.shape<{}>",
    "transform.op": '!transform.op<"{}">',
    "transform.param": "!transform.param<i64>",
    "wasmssa.limit": "!wasmssa<limit[1: 2]>",
    "wasmssa.local": "!wasmssa<local ref to i32>",
    "wasmssa.tabletype": "!wasmssa<tabletype !wasmssa.funcref [1: 2]>",
    "xegpu.mem_desc": "!xegpu.mem_desc<8x16xf32>",
    "xegpu.tensor_desc": "!xegpu.tensor_desc<8x16xf32>",
}
# What stands for a parameter without a constraint.
UNCONSTRAINED = {"tosa.shape": "2", "transform.op": "scf.for", "emitc.lvalue": "i32"}
OF_DIALECT = {"quant": ["!quant.uniform<i8:f32, 2.0>"]}
SCALARS = {"signless": "i", "signed": "si", "unsigned": "ui", "integer": "i"}
KINDS = {
    "vector": "vector",
    "fixed_vector": "vector",
    "llvm_vector": "vector",
    "scalable_vector": "vector",
    "all_scalable": "vector",
    "value_semantics": "vector",
    "tensor": "tensor",
    "ranked_tensor": "tensor",
    "sparse_tensor": "tensor",
    "memref": "memref",
    "any_memref": "memref",
}
# Alternatives that are made of one constraint.
MOST = 12


def alternatives(predicate: str) -> list[list[str]]:
    """The conjunctions of tests that satisfy a predicate."""
    name, bracket, arguments = split_tree(predicate)
    if bracket == "(" and name == "any":
        return [each for argument in arguments for each in alternatives(argument)][: 4 * MOST]
    if bracket == "(" and name == "all":
        parts = product(*(alternatives(argument)[:MOST] for argument in arguments))
        return [[leaf for part in parts for leaf in part] for _, parts in zip(range(4 * MOST), parts)]
    return [[predicate]]


@cache
def construct(predicate: str) -> list[str]:
    """Types that satisfy a predicate."""
    found = [ty for leaves in alternatives(predicate) for ty in build(leaves)]
    return list(dict.fromkeys(found))[:MOST]


def build(leaves: list[str]) -> list[str]:
    """Types that satisfy all tests."""
    tests = {name: arguments for name, _, arguments in map(split_tree, leaves)}
    inner = tests.get("element") or tests.get("parameter")
    elements = construct(inner[0]) if inner else []
    if symbol := tests.get("type"):
        return of_dialect_type(symbol[0], elements, tests)
    if dialect := tests.get("dialect_type"):
        plain = [f"!{name}" for name in parameterless_types() if name.startswith(f"{dialect[0]}.")]
        return plain or OF_DIALECT.get(dialect[0], [])
    for name, prefix in SCALARS.items():
        if name in tests:
            return [f"{prefix}{(tests[name] or ['32'])[0]}"]
    if "float" in tests:
        return [(tests["float"] or ["f32"])[0]]
    kind = next((KINDS[name] for name in tests if name in KINDS), "")
    if not kind:
        return []
    sizes = shape(tests)
    if "scalable_vector" in tests or "all_scalable" in tests:
        sizes = [f"[{size}]" for size in sizes]
    encoding = f", {ENCODING}" if "sparse_tensor" in tests else ""
    shown = "".join(f"{size}x" for size in sizes)
    return [f"{kind}<{shown}{element}{encoding}>" for element in elements or ["f32", "i32"]]


def of_dialect_type(name: str, elements: list[str], tests: dict[str, list[str]]) -> list[str]:
    """Types with a definition, with the parameters that tests ask for."""
    form = PARAMETERS.get(name)
    if form is None:
        return [f"!{name}"] if name in parameterless_types() else []
    number = tests.get("number_parameter") or tests.get("text_parameter")
    if name == "llvm.ptr" and number:
        return [f"!llvm.ptr<{number[0]}>"]
    chosen = number or elements or [UNCONSTRAINED.get(name, "f16")]
    return [form.replace("{}", each) for each in chosen] if "{}" in form else [form]


def shape(tests: dict[str, list[str]]) -> list[str]:
    """The sizes of a shape."""
    if "shape" in tests:
        return tests["shape"]
    for name in ("elements", "elements_at_least"):
        if name in tests:
            return tests[name][:1]
    rank = tests.get("rank") or tests.get("rank_at_least") or ["1"]
    return ["4"] * int(rank[0])
