"""Predicates of constraints: MLIR's C++ expressions as named tests of our own.

A predicate is a tree: `all(…)`, `any(…)`, `not(…)`, a test `name(arguments)`, or `part[predicate]`, which
tests a part of the type or attribute. An expression that no rule here knows becomes `unknown(number)`, which
always passes; the report lists it.
"""

from __future__ import annotations

import re
from typing import Any

from tablegen import Record, Records, is_a

# A tree: ("all" | "any", children), ("not", child), ("part", name, child), ("test", text).
Tree = tuple[Any, ...]
TRUE: Tree = ("all", ())

# Classes of types and attributes whose test has a name.
CLASSES = {
    "Type": "anything",
    "Attribute": "anything",
    "IntegerType": "integer",
    "FloatType": "float",
    "IndexType": "index",
    "NoneType": "none",
    "ComplexType": "complex",
    "TupleType": "tuple",
    "FunctionType": "function",
    "VectorType": "vector",
    "FixedVectorType": "fixed_vector",
    "ScalableVectorType": "scalable_vector",
    "TensorType": "tensor",
    "RankedTensorType": "ranked_tensor",
    "UnrankedTensorType": "unranked_tensor",
    "BaseMemRefType": "any_memref",
    "MemRefType": "memref",
    "UnrankedMemRefType": "unranked_memref",
    "ShapedType": "shaped",
    "BFloat16Type": "float(bf16)",
    "Float16Type": "float(f16)",
    "Float32Type": "float(f32)",
    "Float64Type": "float(f64)",
    "Float80Type": "float(f80)",
    "Float128Type": "float(f128)",
    "FloatTF32Type": "float(tf32)",
    "Float8E3M4Type": "float(f8E3M4)",
    "Float8E4M3Type": "float(f8E4M3)",
    "Float8E4M3FNType": "float(f8E4M3FN)",
    "Float8E4M3FNUZType": "float(f8E4M3FNUZ)",
    "Float8E4M3B11FNUZType": "float(f8E4M3B11FNUZ)",
    "Float8E5M2Type": "float(f8E5M2)",
    "Float8E5M2FNUZType": "float(f8E5M2FNUZ)",
    "Float8E8M0FNUType": "float(f8E8M0FNU)",
    "Float6E2M3FNType": "float(f6E2M3FN)",
    "Float6E3M2FNType": "float(f6E3M2FN)",
    "Float4E2M1FNType": "float(f4E2M1FN)",
    "TypedAttr": "typed_attr",
    "IntegerAttr": "integer_attr",
    "BoolAttr": "bool_attr",
    "FloatAttr": "float_attr",
    "StringAttr": "string_attr",
    "ArrayAttr": "array_attr",
    "DictionaryAttr": "dictionary_attr",
    "TypeAttr": "type_attr",
    "UnitAttr": "unit_attr",
    "SymbolRefAttr": "symbol_ref_attr",
    "FlatSymbolRefAttr": "flat_symbol_ref_attr",
    "AffineMapAttr": "affine_map_attr",
    "IntegerSetAttr": "integer_set_attr",
    "ElementsAttr": "elements_attr",
    "DenseElementsAttr": "dense_elements_attr",
    "DenseIntElementsAttr": "dense_int_elements_attr",
    "DenseFPElementsAttr": "dense_float_elements_attr",
    "DenseIntOrFPElementsAttr": "dense_elements_attr",
    "DenseStringElementsAttr": "dense_string_elements_attr",
    "DenseResourceElementsAttr": "dense_resource_attr",
    "DenseArrayAttr": "dense_array_attr",
    "DenseBoolArrayAttr": "dense_array_attr(i1)",
    "DenseI8ArrayAttr": "dense_array_attr(i8)",
    "DenseI16ArrayAttr": "dense_array_attr(i16)",
    "DenseI32ArrayAttr": "dense_array_attr(i32)",
    "DenseI64ArrayAttr": "dense_array_attr(i64)",
    "DenseF32ArrayAttr": "dense_array_attr(f32)",
    "DenseF64ArrayAttr": "dense_array_attr(f64)",
    "MemRefLayoutAttrInterface": "layout_attr",
    "LocationAttr": "location_attr",
    "LLVM::LLVMStructType": "type(llvm.struct)",
    "LLVM::LLVMArrayType": "type(llvm.array)",
    "LLVM::LLVMFunctionType": "type(llvm.func)",
    "LLVM::LLVMVoidType": "type(llvm.void)",
    "LLVM::LLVMTokenType": "type(llvm.token)",
    "LLVM::LLVMPointerType": "type(llvm.ptr)",
    "GraphType": "graph",
    "gpu::AsyncTokenType": "type(gpu.async.token)",
    "gpu::MMAMatrixType": "type(gpu.mma_matrix)",
    "gpu::SparseDnTensorHandleType": "type(gpu.sparse.dntensor_handle)",
    "gpu::SparseSpMatHandleType": "type(gpu.sparse.spmat_handle)",
    "gpu::SparseSpGEMMOpHandleType": "type(gpu.sparse.spgemmop_handle)",
    "pdl::PDLType": "dialect_type(pdl)",
    "quant::QuantizedType": "dialect_type(quant)",
    "acc::PointerLikeType": "any(type(llvm.ptr),any_memref)",
    "acc::MappableType": "not(anything)",
    "omp::PointerLikeType": "any(type(llvm.ptr),memref)",
    "spirv::ArrayType": "type(spirv.array)",
    "spirv::CooperativeMatrixType": "type(spirv.coopmatrix)",
    "spirv::ImageType": "type(spirv.image)",
    "spirv::MatrixType": "type(spirv.matrix)",
    "spirv::PointerType": "type(spirv.ptr)",
    "spirv::RuntimeArrayType": "type(spirv.rtarray)",
    "spirv::SampledImageType": "type(spirv.sampled_image)",
    "spirv::StructType": "type(spirv.struct)",
    "spirv::TensorArmType": "type(spirv.arm.tensor)",
    "spirv::VerCapExtAttr": "attr(spirv.vce)",
    "bufferization::TensorLikeType": "tensor",
    "bufferization::BufferLikeType": "any_memref",
}

# The types of values of `smt`.
SMT_VALUES = "any(type(smt.bool),type(smt.bv),type(smt.array),type(smt.int),type(smt.func),type(smt.sort))"

# Whole expressions, with `$` for what is tested. Groups of the pattern are the arguments.
LEAVES: list[tuple[str, str]] = [
    (r"true", "anything"),
    (r"\$\.isSignlessInteger\((\d*)\)", "signless"),
    (r"\$\.isSignedInteger\((\d*)\)", "signed"),
    (r"\$\.isUnsignedInteger\((\d*)\)", "unsigned"),
    (r"\$\.isInteger\((\d*)\)", "integer"),
    (r"\$\.is(F16|F32|F64|BF16)\(\)", "float"),
    (r"\$\.isIndex\(\)", "index"),
    (r"\$\.isSignlessIntOrIndex\(\)", "signless_or_index"),
    (r"\$\.hasTrait<ValueSemantics>\(\)", "value_semantics"),
    (r"cast<ShapedType>\(\$\)\.hasRank\(\)", "ranked"),
    (r"cast<[\w:]+>\(\$\)\.getRank\(\) == (\d+)", "rank"),
    (r"cast<\w+>\(\$\)\.getRank\(\) >= (\d+)", "rank_at_least"),
    (r"cast<\w+>\(\$\)\.getRank\(\) > 0", "rank_at_least(1)"),
    (r"cast<ShapedType>\(\$\)\.hasStaticShape\(\)", "static_shape"),
    (r"cast<VectorType>\(\$\)\.getNumElements\(\) == (\d+)", "elements"),
    (r"cast<VectorType>\(\$\)\.getNumScalableDims\(\) == (\d+)", "scalable_dims"),
    (r"cast<VectorType>\(\$\)\.allDimsScalable\(\)", "all_scalable"),
    (r"cast<VectorType>\(\$\)\.getShape\(\) == ArrayRef<int64_t>\(\{([\d, ]*)\}\)", "shape"),
    (r"cast<VectorType>\(\$\)\.getShape\(\)\.back\(\) == (\d+)", "last_size"),
    (
        r"is_contained\(ArrayRef<int64_t>\(\{([\d, ]*)\}\),"
        r" cast<ShapedType>\(\$\)\.getDimSize\(cast<ShapedType>\(\$\)\.getRank\(\) \+ -1\)\)",
        "last_size",
    ),
    (r"cast<VectorType>\(\$\)\.getScalableDims\(\)\.back\(\)", "last_scalable"),
    (
        r"!is_contained\(cast<VectorType>\(\$\)\.getScalableDims\(\)\.drop_back\(\), true\)",
        "others_not_scalable",
    ),
    (
        r"all_of\(cast<RankedTensorType>\(\$\)\.getShape\(\), \[\]\(auto v\) \{ return v != 0; \}\)",
        "no_size(0)",
    ),
    (
        r"all_of\(cast<RankedTensorType>\(\$\)\.getShape\(\), \[\]\(auto v\) \{ return v == 1; \}\)",
        "all_sizes(1)",
    ),
    (r"cast<MemRefType>\(\$\)\.isStrided\(\)", "strided"),
    (r"cast<IntegerAttr>\(\$\)\.getValue\(\)\.isStrictlyPositive\(\)", "at_least(1)"),
    (r"!cast<IntegerAttr>\(\$\)\.getValue\(\)\.isNegative\(\)", "at_least(0)"),
    (r"cast<IntegerAttr>\(\$\)\.getInt\(\) >= (-?\d+)", "at_least"),
    (r"cast<IntegerAttr>\(\$\)\.getInt\(\) <= (-?\d+)", "at_most"),
    (r"cast<IntegerAttr>\(\$\)\.getInt\(\) < (-?\d+)", "below"),
    (r"cast<IntegerAttr>\(\$\)\.getInt\(\) == (-?\d+)", "value"),
    (r"cast<IntegerAttr>\(\$\)\.getValue\(\)\.isPowerOf2\(\)", "power_of_2"),
    (r"is_contained\(\{([-\d, ]+)\}, cast<IntegerAttr>\(\$\)\.getInt\(\)\)", "value"),
    (r"cast<VectorType>\(\$\)\.getNumElements\(\) >= (\d+)", "elements_at_least"),
    (r"cast<VectorType>\(\$\)\.getNumElements\(\) <= (\d+)", "elements_at_most"),
    (r"cast<LLVM::LLVMPointerType>\(\$\)\.getAddressSpace\(\) == (\d+)", "number_parameter"),
    (r"cast<tosa::shapeType>\(\$\)\.getRank\(\) == (\d+)", "number_parameter"),
    (r"tosa::isa_tosa_shape_type\(\$\)", "type(tosa.shape)"),
    (r"cast<ArrayAttr>\(\$\)\.size\(\) == (\d+)", "count"),
    (r"cast<ArrayAttr>\(\$\)\.size\(\) >= (\d+)", "count_at_least"),
    (r"cast<ArrayAttr>\(\$\)\.size\(\) <= (\d+)", "count_at_most"),
    (r"cast<DenseArrayAttr>\(\$\)\.size\(\) == (\d+)", "count"),
    (r"!cast<StringAttr>\(\$\)\.(?:getValue\(\)\.)?empty\(\)", "not_empty"),
    (r"is_sorted\(cast<DenseI64ArrayAttr>\(\$\)\.asArrayRef\(\)\)", "sorted"),
    (
        r"all_of\(cast<DenseI64ArrayAttr>\(\$\)\.asArrayRef\(\), \[&\]\(auto v\) \{ return v >= 0; \}\)",
        "items_at_least(0)",
    ),
    (
        r"\[\]\(ArrayRef<int64_t> a\) \{ return std::adjacent_find\(std::begin\(a\), std::end\(a\)\)"
        r" == std::end\(a\); \}\(cast<DenseI64ArrayAttr>\(\$\)\.asArrayRef\(\)\)",
        "no_equal_neighbours",
    ),
    (r"!\$", "not(anything)"),
    (r"emitc::isSupportedEmitCType\(\$\)", "emitc_type"),
    (r"emitc::isSupportedFloatType\(\$\)", "any(float(f16),float(bf16),float(f32),float(f64))"),
    (
        r"emitc::isIntegerIndexOrOpaqueType\(\$\)",
        "any(integer(1),integer(8),integer(16),integer(32),integer(64),index,type(emitc.opaque),"
        "type(emitc.size_t),type(emitc.ssize_t),type(emitc.ptrdiff_t))",
    ),
    (r"\$\.hasTrait<gpu::OffloadingTranslationAttrTrait>\(\)", "any(attr(gpu.select_object))"),
    (
        r"\$\.hasPromiseOrImplementsInterface<gpu::TargetAttrInterface>\(\)",
        "any(attr(nvvm.target),attr(rocdl.target),attr(xevm.target),attr(spirv.target_env))",
    ),
    (r"smt::isAnyNonFuncSMTValueType\(\$\)", SMT_VALUES.replace("type(smt.func),", "")),
    (r"smt::isAnySMTValueType\(\$\)", SMT_VALUES),
    (r"!!sparse_tensor::getSparseTensorEncoding\(\$\)", "sparse_tensor"),
    (
        r"!!sparse_tensor::getSparseTensorEncoding\(\$\)"
        r" && sparse_tensor::getSparseTensorEncoding\(\$\)\.isSlice\(\)",
        "sparse_slice",
    ),
    (
        r"cast<quant::QuantizedType>\(\$\)\.getStorageTypeIntegralWidth\(\) == (\d+)",
        "storage_width",
    ),
    (r"isSharedMemory\(cast<MemRefType>\(\$\)\)", "shared_memory"),
    (r"LLVM::isCompatibleOuterType\(\$\)", "llvm_type"),
    (r"LLVM::isLoadableType\(\$\)", "llvm_loadable"),
    # No type of MLIR has this interface.
    (r"isa<LLVM::PointerElementTypeInterface>\(\$\)", "not(anything)"),
    (r"LLVM::isCompatibleType\(\$\)", "llvm_type"),
    (r"LLVM::isCompatibleVectorType\(\$\)", "llvm_vector"),
    (r"LLVM::isCompatibleFloatingPointType\(\$\)", "llvm_float"),
    (r"!LLVM::isScalableVectorType\(\$\)", "not_scalable"),
    (r"cast<transform::OperationType>\(\$\)\.getOperationName\(\) == \"([\w.]+)\"", "text_parameter"),
]

# Expressions that reach a part of what is tested.
PARTS: list[tuple[str, str]] = [
    (r"cast<ShapedType>\(\$\)\.getElementType\(\)", "element"),
    (r"cast<VectorType>\(\$\)\.getElementType\(\)", "element"),
    (r"cast<ComplexType>\(\$\)\.getElementType\(\)", "element"),
    (r"cast<LLVM::LLVMStructType>\(\$\)\.getBody\(\)\[0\]", "first_member"),
    (r"cast<LLVM::LLVMStructType>\(\$\)\.getBody\(\)\[1\]", "second_member"),
    (r"cast<emitc::LValueType>\(\$\)\.getValueType\(\)", "parameter"),
    (r"cast<gpu::MMAMatrixType>\(\$\)\.getElementType\(\)", "parameter"),
    (r"cast<pdl::RangeType>\(\$\)\.getElementType\(\)", "parameter"),
    (r"cast<spirv::CooperativeMatrixType>\(\$\)\.getElementType\(\)", "parameter"),
    # Its parameter is the vector that is a column.
    (r"cast<spirv::MatrixType>\(\$\)\.getElementType\(\)", "element"),
    (r"cast<TypeAttr>\(\$\)\.getValue\(\)", "value"),
    (r"cast<IntegerAttr>\(\$\)\.getType\(\)", "type"),
    (r"cast<FloatAttr>\(\$\)\.getType\(\)", "type"),
    (r"cast<TypedAttr>\(\$\)\.getType\(\)", "type"),
    (r"cast<DenseIntElementsAttr>\(\$\)\.getType\(\)\.getElementType\(\)", "type_element"),
    (r"cast<DenseElementsAttr>\(\$\)\.getType\(\)\.getElementType\(\)", "type_element"),
]


def normal(expression: str) -> str:
    """An expression without namespaces that add nothing, and with single spaces."""
    text = re.sub(r"\s+", " ", expression).strip()
    text = re.sub(r"(?<![\w:])(::)?(llvm|mlir)::(?=\w)", "", text)
    text = re.sub(r"(?<![\w:])(::)?mlir::(?=\w)", "", text)
    text = re.sub(r"(?<!\w)::(?=\w)", "", text)
    text = text.replace("$_self", "$").replace(" .", ".")
    while text.startswith("(") and text.endswith(")") and balanced(text[1:-1]):
        text = text[1:-1].strip()
    return text


def balanced(text: str) -> bool:
    """Whether parentheses in a text match."""
    depth = 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if depth < 0:
            return False
    return depth == 0


class Predicates:
    """Translates the predicates of all dialects, and collects what it does not know."""

    def __init__(self) -> None:
        # "type(llvm.ptr)" and the like, by C++ class.
        self.classes: dict[str, str] = dict(CLASSES)
        # The classes that implement an interface.
        # Builtin types are not defined in the records.
        self.interfaces: dict[str, list[str]] = {"PtrLikeTypeInterface": ["any_memref"]}
        self.unknown: dict[str, int] = {}
        self.leaves: dict[str, Tree] = {}

    def learn(self, records: Records) -> None:
        """Takes over the types, attributes and enums that a file defines."""
        for kind, base in (("type", "TypeDef"), ("attr", "AttrDef")):
            for record in records.of_class(base):
                name = record["typeName"] if kind == "type" else record["attrName"]
                dialect = records.get(record["dialect"])
                cpp = normal(f"{dialect['cppNamespace']}::{record['cppClassName']}")
                if dialect["name"] == "builtin":
                    continue
                test = f"{kind}({name})"
                self.classes.setdefault(cpp, test)
                for reference in record["traits"]:
                    trait = records.get(reference)
                    interface = trait.get("cppInterfaceName")
                    if not interface:
                        continue
                    full = normal(f"{trait['cppNamespace']}::{interface}")
                    tests = self.interfaces.setdefault(full, [])
                    if test not in tests:
                        tests.append(test)
        for record in records.of_class("EnumAttrInfo"):
            if record.get("genSpecializedAttr"):
                cpp = normal(f"{record['cppNamespace']}::{record['specializedAttrClassName']}")
                values = sorted(records.get(case)["value"] for case in record["enumerants"])
                if is_a(record, "BitEnumBase"):
                    mask = 0
                    for value in values:
                        mask |= value
                    allowed = f"bits({mask})"
                else:
                    allowed = f"value({','.join(map(str, values))})"
                self.classes.setdefault(
                    cpp, f"all(integer_attr,type[signless({record['bitwidth']})],{allowed})"
                )

    def isa(self, name: str) -> Tree | None:
        """The test for a C++ class."""
        if test := self.classes.get(name):
            return ("test", test) if test != "anything" else TRUE
        if tests := self.interfaces.get(name):
            return ("any", tuple(("test", test) for test in sorted(tests)))
        # Inside a dialect's own namespace, classes need no qualification.
        last = [test for cpp, test in self.classes.items() if cpp.split("::")[-1] == name]
        return ("test", last[0]) if len(last) == 1 else None

    def leaf(self, expression: str) -> Tree:
        """The test for a C++ expression."""
        if expression not in self.leaves:
            self.leaves[expression] = self.find_leaf(normal(expression))
        return self.leaves[expression]

    def find_leaf(self, text: str) -> Tree:
        if match := re.fullmatch(r"(!?)isa<([\w:, ]+)>\(\$\)", text):
            tests = [self.isa(name.strip()) for name in match[2].split(",")]
            if all(test is not None for test in tests):
                tree: Tree = ("any", tuple(tests)) if len(tests) > 1 else tests[0]  # type: ignore[assignment]
                return ("not", tree) if match[1] else tree
        for pattern, name in LEAVES:
            if match := re.fullmatch(pattern, text):
                arguments = [group.strip() for group in match.groups() if group]
                if name == "anything":
                    return TRUE
                if name == "storage_width":
                    return ("part", "parameter", ("test", f"integer({arguments[0]})"))
                if name == "float":
                    arguments = [argument.lower() for argument in arguments]
                joined = ",".join(",".join(arguments).replace(" ", "").split(","))
                return ("test", f"{name}({joined})" if joined else name)
        for pattern, name in PARTS:
            if match := re.fullmatch(f"(isa<[\\w:]+>\\(|){pattern}(\\)|\\..*)", text):
                inner = f"{match[1]}${match[2]}"
                return ("part", name, self.leaf(inner))
        shape = r"\.getType\(\)\.getShape\(\) == ArrayRef<int64_t>\(\{([\d, ]*)\}\)"
        if match := re.fullmatch(r"cast<DenseIntElementsAttr>\(\$\)" + shape, text):
            return ("part", "type", ("test", f"shape({match[1].replace(' ', '')})"))
        number = self.unknown.setdefault(text, len(self.unknown) + 1)
        return ("test", f"unknown({number})")

    def tree(self, records: Records, predicate: Record) -> Tree:
        """The tree of a predicate."""
        if not is_a(predicate, "CombinedPred"):
            return self.leaf(predicate["predExpr"])
        children = [self.tree(records, records.get(child)) for child in predicate["children"]]
        if is_a(predicate, "And"):
            return ("all", tuple(children))
        if is_a(predicate, "Or"):
            return ("any", tuple(children))
        if is_a(predicate, "Neg"):
            return ("not", children[0])
        if is_a(predicate, "SubstLeaves"):
            replacement = normal(predicate["replacement"])
            if re.fullmatch(r"\w+", replacement):
                return children[0]
            return self.part(replacement, children[0])
        if is_a(predicate, "Concat"):
            suffix = normal(predicate["suffix"])
            prefix = normal(predicate["prefix"])
            if match := re.fullmatch(r"; \}\((.*)\)", suffix):
                return self.part(match[1], children[0])
            if prefix.startswith("all_of(cast<ArrayAttr>($)"):
                return ("part", "each", children[0])
            if prefix.startswith("all_of(cast<TupleType>($).getTypes()"):
                return ("part", "each", children[0])
            return self.part(prefix + suffix, children[0])
        raise SystemExit(f"unknown kind of predicate: {predicate['!superclasses']}")

    def part(self, expression: str, inner: Tree) -> Tree:
        """A test of a part that an expression reaches."""
        for pattern, name in PARTS:
            if re.fullmatch(pattern, expression):
                return ("part", name, inner)
        number = self.unknown.setdefault(f"part {expression}", len(self.unknown) + 1)
        return ("test", f"unknown({number})")


def simplified(tree: Tree) -> Tree:
    """An equal tree without nesting of one kind, repetitions and what always passes."""
    kind = tree[0]
    if kind == "test":
        return tree
    if kind == "not":
        return ("not", simplified(tree[1]))
    if kind == "part":
        inner = simplified(tree[2])
        return TRUE if inner == TRUE else ("part", tree[1], inner)
    children: list[Tree] = []
    for child in map(simplified, tree[1]):
        nested = child[1] if child[0] == kind else (child,)
        children += [each for each in nested if each not in children]
    if kind == "any" and TRUE in children:
        return TRUE
    return children[0] if len(children) == 1 else (kind, tuple(children))


def written(tree: Tree) -> str:
    """A tree as text."""
    kind = tree[0]
    if kind == "test":
        return str(tree[1])
    if kind == "not":
        return f"not({written(tree[1])})"
    if kind == "part":
        return f"{tree[1]}[{written(tree[2])}]"
    if tree == TRUE:
        return "anything"
    return f"{kind}({','.join(map(written, tree[1]))})"
