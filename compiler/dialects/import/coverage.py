"""Writes docs/dialect-coverage.md: what is there of each operation."""

from __future__ import annotations

import re

# Operations whose hand-written parts exist.
VERIFIED = {"builtin.module", "builtin.unrealized_conversion_cast"}
# Traits and interfaces that verify something by code of their own, which is not written anew yet.
UNCHECKED = {
    "AtMostOneChildOf",
    "BranchOpInterface",
    "CallOpInterface",
    "CastOpInterface",
    "ConstantExprOpTrait",
    "ConstantExpressionInitializerOpTrait",
    "DestinationStyleOpInterface",
    "FindPayloadReplacementOpInterface",
    "FunctionOpInterface",
    "InferTensorType",
    "InferTensorTypeAdaptor",
    "InferTypeOpAdaptor",
    "InferTypeOpAdaptorWithIsCompatible",
    "InferTypeOpInterface",
    "LinalgContractionOpInterface",
    "LinalgConvolutionOpInterface",
    "LinalgFillOpInterface",
    "LinalgStructuredInterface",
    "LoopLikeOpInterface",
    "MatchOpInterface",
    "MemorySpaceCastOpInterface",
    "NavigationTransformOpTrait",
    "OffsetSizeAndStrideOpInterface",
    "ParamProducerTransformOpTrait",
    "PossibleTopLevelTransformOpTrait",
    "RegionBranchOpInterface",
    "RegionBranchTerminatorOpInterface",
    "RegionKindInterface",
    "ResultsBroadcastableShape",
    "ShapedDimOpInterface",
    "SingleOpMatcher",
    "SymbolUserOpInterface",
    "TosaElementwiseOperator",
    "TosaResolvableShapeOperands",
    "TosaShapeOperator",
    "TosaShapeOperatorWithSameRanks",
    "TransformEachOpTrait",
    "TransformOpInterface",
    "Unknown",
    "VerifyConstraintInterface",
    "ViewLikeOpInterface",
}

HEAD = """# Coverage of MLIR's dialects

Written by `cargo xtask dialects` from the data files in `compiler/dialects/data`; do not edit.

- **text**: `generic` means that the operation is read and printed in generic form.
- **verifier**: `complete` means that everything that MLIR 22 verifies is verified; `record` that the
  record is (numbers, types, attributes, traits), and that MLIR's hand-written part is missing.
- **folder**, **lowering**: no operation has one yet.
"""


def rows(lines: list[str]) -> list[tuple[str, bool]]:
    """The operations of a data file, and whether their verification is complete."""
    name = lines[0].split()[1]
    unknown = {line.split()[1] for line in lines if line.startswith("constraint ") and "unknown(" in line}
    found: list[tuple[str, bool]] = []
    for line in lines:
        words = line.split()
        if words[0] == "operation":
            flags = line.split(" format=")[0].split()
            found.append((f"{name}.{words[1]}", not {"verifier", "region-verifier"} & set(flags)))
            continue
        part = words[0].rstrip("?*")
        partial = part == "trait" and re.sub(r"\(.*", "", words[1]) in UNCHECKED
        partial |= part in ("operand", "result", "attribute") and len(words) > 2 and words[2] in unknown
        if partial and found and line.startswith(" "):
            found[-1] = (found[-1][0], False)
    return [(name, is_complete or name in VERIFIED) for name, is_complete in found]


def document(dialects: list[list[str]]) -> str:
    """The page for all data files."""
    tables = [(lines[0].split()[1], rows(lines)) for lines in dialects]
    text = HEAD + "\n| dialect | operations | verifier complete | verifier record |\n|---|---|---|---|\n"
    for name, operations in tables:
        complete = sum(is_complete for _, is_complete in operations)
        text += f"| {name} | {len(operations)} | {complete} | {len(operations) - complete} |\n"
    whole = [is_complete for _, operations in tables for _, is_complete in operations]
    text += f"| all | {len(whole)} | {sum(whole)} | {len(whole) - sum(whole)} |\n"
    for name, operations in tables:
        text += f"\n## {name}\n\n| operation | text | verifier | folder | lowering |\n|---|---|---|---|---|\n"
        for operation, is_complete in operations:
            text += f"| {operation} | generic | {'complete' if is_complete else 'record'} | no | no |\n"
    return text
