"""Default values of attributes, and types that a constraint implies: C++ expressions as MLIR text."""

from __future__ import annotations

import re

from predicates import normal
from tablegen import Record, Records, is_a

TYPES = {
    "getIndexType()": "index",
    "getNoneType()": "none",
    "getBF16Type()": "bf16",
    "getF16Type()": "f16",
    "getTF32Type()": "tf32",
    "getF32Type()": "f32",
    "getF64Type()": "f64",
    "getF80Type()": "f80",
    "getF128Type()": "f128",
    "gpu::AsyncTokenType::get($_builder.getContext())": "!gpu.async.token",
    "gpu::SparseDnTensorHandleType::get($_builder.getContext())": "!gpu.sparse.dntensor_handle",
    "gpu::SparseSpGEMMOpHandleType::get($_builder.getContext())": "!gpu.sparse.spgemmop_handle",
    "LLVM::LLVMTokenType::get($_builder.getContext())": "!llvm.token",
    "gpu::SparseSpMatHandleType::get($_builder.getContext())": "!gpu.sparse.spmat_handle",
}


# Default values whose expression alone does not say the text.
KNOWN = {
    "CConv::C": "#llvm.cconv<ccc>",
    "bufferization::MaterializeInDestinationOp::getOperationName()": (
        '"bufferization.materialize_in_destination"'
    ),
    "Linkage::External": "#llvm.linkage<external>",
    "TailCallKind::None": "#llvm.tailcallkind<none>",
}


def built_type(call: str | None, mnemonics: dict[str, str]) -> str | None:
    """The type that a builder call makes, as text."""
    text = normal(call or "").removeprefix("$_builder.")
    if match := re.fullmatch(r"getIntegerType\((\d+)\)", text):
        return f"i{match[1]}"
    if match := re.fullmatch(r"getIntegerType\((\d+), ?/\*isSigned=\*/(true|false)\)", text):
        return f"{'s' if match[2] == 'true' else 'u'}i{match[1]}"
    if match := re.fullmatch(r"LLVM::LLVMPointerType::get\(\$_builder\.getContext\(\)(?:, ?(\d+))?\)", text):
        return f"!llvm.ptr<{match[1]}>" if match[1] not in (None, "0") else "!llvm.ptr"
    if match := re.fullmatch(r"getType<LLVM::LLVMPointerType>\((\d+)\)", text):
        return f"!llvm.ptr<{match[1]}>" if match[1] != "0" else "!llvm.ptr"
    if match := re.fullmatch(r"getType<([\w:]+)>\(\)", text):
        return mnemonics.get(match[1])
    if match := re.fullmatch(r"pdl::RangeType::get\(\$_builder\.getType<([\w:]+)>\(\)\)", text):
        element = mnemonics.get(match[1])
        return f"!pdl.range<{element.removeprefix('!pdl.')}>" if element else None
    if match := re.fullmatch(r"VectorType::get\(\{ ?(\d+) ?\} ?, ?(.+)\)", text):
        element = built_type(match[2], mnemonics)
        return f"vector<{match[1]}x{element.removeprefix('!builtin.')}>" if element else None
    if match := re.fullmatch(
        r"LLVM::LLVMStructType::getLiteral\(\$_builder\.getContext\(\), ?\{(.+?\)), (.+\))\}\)", text
    ):
        members = [built_type(member, mnemonics) for member in match.groups()]
        return f"!llvm.struct<({', '.join(map(str, members))})>" if all(members) else None
    return TYPES.get(text)


def enum_case(records: Records, enum: Record, expression: str) -> Record | None:
    """The case that `Enum::Case`, or `{}`, stands for."""
    cases = [records.get(case) for case in enum["enumerants"]]
    symbol = expression.split("::")[-1]
    for case in cases:
        if case["symbol"] == symbol or (expression == "{}" and case["value"] == 0):
            return case
    return None


def default_text(records: Records, attribute: Record, expression: str, value_type: str | None) -> str | None:
    """A default value as MLIR text; None if it is not known."""
    base = attribute
    while base.get("baseAttr"):
        base = records.get(base["baseAttr"])
    text = normal(expression)
    if text in KNOWN:
        return KNOWN[text]
    if is_a(base, "EnumAttr"):
        case = enum_case(records, records.get(base["enum"]), text)
        if case is None:
            return None
        dialect, mnemonic = base["attrName"].split(".", 1)
        body = re.sub(r"\s", "", base.get("assemblyFormat") or "")
        if body == "`<`$value`>`":
            return f"#{dialect}.{mnemonic}<{case['str']}>"
        return f"#{dialect}<{mnemonic} {case['str']}>" if body == "$value" else None
    if is_a(base, "EnumAttrInfo"):
        case = enum_case(records, base, text)
        return f"{case['value']} : i{base['bitwidth']}" if case is not None else None
    storage = normal(base.get("storageType") or "")
    if base["!name"] == "PoisonAttrInterface" and text == "{}":
        return "#ub.poison"
    if base["!name"] == "LLVM_DIExpressionAttr" and text == "{}":
        return "#llvm.di_expression<>"
    if is_a(base, "AttrDef") and text == "{}" and not base["parameters"]["args"]:
        return f"#{base['attrName']}"
    if storage == "DenseIntElementsAttr" and (ones := re.findall(r"static_cast<int64_t>\(1\)", text)):
        return f"dense<1> : tensor<{len(ones)}xi64>"
    if storage == "BoolAttr" and text in ("true", "false"):
        return text
    if storage == "IntegerAttr" and text == "{}":
        text = "0"
    if text == "static_cast<uint64_t>(-1)":
        text = "-1"
    elif text.startswith("0x"):
        text = str(int(text, 16))
    if storage == "IntegerAttr" and value_type and re.fullmatch(r"-?\d+", text):
        return f"{text} : {value_type}" if value_type != "i1" else ("false" if text == "0" else "true")
    if storage == "FloatAttr" and value_type and re.fullmatch(r"-?\d+(\.\d*)?f?", text):
        return f"{float(text.rstrip('f'))!r} : {value_type}"
    if storage == "StringAttr" and re.fullmatch(r'"[^"\\]*"', text):
        return text
    if storage == "ArrayAttr" and text == "{}":
        return "[]"
    if storage == "DictionaryAttr" and text == "{}":
        return "{}"
    if (match := re.fullmatch(r"Dense(\w+)ArrayAttr", storage)) and text == "{}":
        return f"array<{match[1].lower().replace('bool', 'i1')}>"
    return None
