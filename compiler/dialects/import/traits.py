"""The traits and interfaces of a dialect's operations, types and attributes as lines."""

from __future__ import annotations

import re

from everything import Everything, quoted
from predicates import normal
from tablegen import Record, Records, is_a

# Traits about types, by the class of their record; the most special first.
MATCHES = (
    "RangedTypesMatchWith",
    "OptionalTypesMatchWith",
    "TypesMatchWith",
    "AllTypesMatch",
    "AllElementTypesMatch",
    "AllElementCountsMatch",
    "AllShapesMatch",
    "AllRanksMatch",
)
# Other traits that compare types, and what they compare.
PREDICATES = {
    "SameInputOutputTensorDims": "in,out",
    "BooleanConditionOrMatchingShape": "condition,result",
}
# What `TypesMatchWith` makes of a type, by the C++ expression.
TRANSFORMERS = {
    "$": "same",
    "cast<Type>($)": "same",
    "getI1SameShape($)": "i1_same_shape",
    "getValAndBoolStructType($)": "llvm_pair_with_bool",
    "getUnaryOpResultType($)": "i1_same_shape",
    "cast<ShapedType>($).clone( IntegerType::get($.getContext(), 1))": "i1_same_shape",
    "cast<VectorType>($).cloneWith({}, IntegerType::get($_ctxt, 1))": "i1_same_shape",
    "cast<ComplexType>($).getElementType()": "element",
    "cast<MemRefType>($).getElementType()": "element",
    "cast<TensorType>($).getElementType()": "element",
    "cast<VectorType>($).getElementType()": "element",
    "cast<ShapedType>($).getElementType()": "element",
    "getElementTypeOrSelf($)": "element_or_self",
    "cast<ValueType>($).getValueType()": "parameter",
    "cast<LValueType>($).getValueType()": "parameter",
    "cast<gpu::MMAMatrixType>($).getElementType()": "parameter",
    "cast<ArrayType>($).getDomainType()": "parameter",
    "cast<ArrayType>($).getRangeType()": "second_parameter",
    "cast<SMTFuncType>($).getRangeType()": "parameter",
    "cast<SMTFuncType>($).getDomainTypes()": "parameter_list",
    "cast<PointerType>($).getPointeeType()": "parameter",
    "cast<spirv::SampledImageType>($).getImageType()": "parameter",
    "cast<spirv::ImageType>(cast<spirv::SampledImageType>($).getImageType())"
    ".getElementType()": "inner_parameter",
    "cast<VectorType>($).scaleElementBitwidth(2)": "twice_as_wide",
    "pdl::RangeType::get($)": "pdl_range",
    "PtrMetadataType::get(cast<PtrLikeTypeInterface>($))": "ptr_metadata",
    "emitc::LValueType::get(cast<emitc::PointerType>($).getPointee())": "emitc_lvalue",
    "emitc::PointerType::get(cast<emitc::LValueType>($).getValueType())": "emitc_ptr",
    "getGetValueTypeOpValueType($)": "pdl_value",
    "IntegerType::get($.getContext(), (cast<VectorType>($).getShape()[0]))": "bits",
    "VectorType::get({cast<VectorType>($).getShape()[0]}, "
    "IntegerType::get($.getContext(), 1))": "vector_of_bits",
    "VectorType::get({cast<VectorType>($).getShape()[0] * 4}, "
    "IntegerType::get($.getContext(), 8))": "four_times_i8",
    "VectorType::get({cast<VectorType>($).getShape()[0] / 4},"
    "IntegerType::get($.getContext(), 32))": "quarter_of_i32",
    "VectorType::get({cast<VectorType>($).getShape()[0] * 2}, "
    "BFloat16Type::get($.getContext()))": "twice_bf16",
    "VectorType(VectorType::Builder(cast<VectorType>($)).dropDim(0))": "row",
    "VectorType(VectorType::Builder(cast<VectorType>($)).dropDim(0)"
    ".setElementType(IntegerType::get($.getContext(), 1)))": "row_of_bits",
    "VectorType::get(cast<VectorType>($).getShape().drop_front(),cast<VectorType>($).getElementType(),"
    "/*scalableDims=*/{true})": "row",
    "VectorType(VectorType::Builder(cast<VectorType>($)).setDim(cast<VectorType>($).getRank() - 1, 16))": (
        "last_size_16"
    ),
}
# The same for longer expressions, by the words of the trait.
TRANSFORMERS_BY_WORDS = {
    "type of 'result' is double the width of the inputs": "interleaved",
    "resulttype is derived from `lhs` and `rhs`": "square",
    "acctype is derived from `lhs` and `rhs`": "square",
    "the trailing dimension of the results is half the width of source trailing dimension": "deinterleaved",
}


class Traits:
    """Writes the traits of one dialect."""

    def __init__(self, everything: Everything, name: str) -> None:
        self.all = everything
        self.name = name

    def lines(self, records: Records, references: list[object]) -> list[str]:
        """Traits and interfaces, each once."""
        lines: list[str] = []
        for reference in references:
            line = self.trait(records, records.get(reference))
            if line and line not in lines:
                lines.append(line)
        return [f"  trait {line}" for line in lines]

    def trait(self, records: Records, record: Record) -> str:
        """A trait with its arguments."""
        name = record["!name"]
        if is_a(record, "PredTrait"):
            return self.match(records, record)
        if is_a(record, "TraitList"):
            for nested in record["traits"]:
                trait = records.get(nested).get("trait", "")
                if match := re.match(r"SingleBlockImplicitTerminator<(.*)>::Impl", trait):
                    return f"SingleBlockImplicitTerminator({self.names(match[1])})"
            return "" if name.startswith("anonymous") else str(name)
        if record.get("cppInterfaceName"):
            return str(record["cppInterfaceName"])
        trait = record.get("trait") or ""
        if match := re.match(r"(?:HasParent|ParentOneOf)<(.*)>::Impl", trait):
            return f"HasParent({self.names(match[1])})"
        if name.startswith("anonymous"):
            if is_a(record, "MemoryEffects"):
                return "MemoryEffects"
            name = re.sub(r"<.*", "", trait).split("::")[0]
        return str(name)

    def names(self, classes: str) -> str:
        """Names of operations for their C++ classes."""
        found = []
        for cpp in classes.split(","):
            full = normal(cpp)
            own = [namespace for namespace, name in self.all.namespaces.items() if name == self.name]
            candidates = [full] + [namespace + full for namespace in own]
            last = [
                name
                for key, name in self.all.operations.items()
                if key.split("::")[-1] == full.split("::")[-1]
            ]
            named = [self.all.operations[key] for key in candidates if key in self.all.operations] or last
            if not named:
                raise SystemExit(f"{self.name}: no operation has the class {cpp.strip()}")
            found.append(named[0])
        return ",".join(found)

    def match(self, records: Records, record: Record) -> str:
        """A trait that compares types."""
        summary = record["summary"]
        kind = next((kind for kind in MATCHES if is_a(record, kind)), None)
        if kind is not None and "values" in record:
            values = [normal(value) for value in record["values"]]
            if all(re.fullmatch(r"\w+", value) for value in values):
                return f"{kind}({','.join(values)}) {quoted(summary)}"
        elif kind is not None:
            transformer = TRANSFORMERS.get(normal(record["transformer"])) or TRANSFORMERS_BY_WORDS.get(
                summary
            )
            if transformer is not None:
                return f"{kind}({record['lhs']},{record['rhs']},{transformer}) {quoted(summary)}"
            self.all.transformers.add(normal(record["transformer"]))
        for name, arguments in PREDICATES.items():
            if record["!name"] == name or is_a(record, name):
                return f"{name}({arguments}) {quoted(summary)}"
        if places := self.same_elements(records, records.get(record["predicate"])):
            return f"AllElementTypesMatch({','.join(places)}) {quoted(summary)}"
        self.all.traits.add(summary)
        return f"Unknown {quoted(summary)}"

    def same_elements(self, records: Records, predicate: Record) -> list[str]:
        """The operands and results that a predicate compares the element types of."""
        if is_a(predicate, "TCopVTEtIsSameAs"):
            predicate = records.get(predicate["children"][-1])
        elif not is_a(predicate, "TCresVTEtIsSameAsOpBase"):
            return []
        found = re.findall(r"\$_op\.get(Operand|Result)\((\d+)\)", predicate["predExpr"])
        return [f"{kind.lower()}#{number}" for kind, number in found]
