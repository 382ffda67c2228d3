"""Writes docs/dialect-coverage.md: what is there of each operation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

# The tables of hand-written checks.
VERIFIERS = Path(__file__).resolve().parent.parent / "src" / "verifiers"
# The tables of operations whose result types are inferred, and compared with those given.
INFERENCES = VERIFIERS.parent / "infer"
# The tables of folds and canonicalization patterns.
FOLDS = VERIFIERS.parent / "fold"
# The patterns of lowerings.
LOWERINGS = VERIFIERS.parents[2] / "lower" / "src"
# The named structured operations.
STRUCTURED = VERIFIERS.parent.parent / "data" / "structured" / "linalg.txt"
# Operations that compiler/ir registers itself, with their hand-written checks.
VERIFIED = {"builtin.module", "builtin.unrealized_conversion_cast"}
# Operations whose custom forms compiler/text has.
IN_TEXT = {"builtin.module", "builtin.unrealized_conversion_cast"}
# Traits and interfaces that verify something by code of their own that records of operations do not tell.
CHECKING = {
    "AccessGroupOpInterface",
    "AliasAnalysisOpInterface",
    "AtMostOneChildOf",
    "BlockArgOpenMPOpInterface",
    "BranchOpInterface",
    "CastOpInterface",
    "ConstantExprOpTrait",
    "ConstantExpressionInitializerOpTrait",
    "ContractionOpInterface",
    "ConvolutionOpInterface",
    "DataLayoutOpInterface",
    "DereferenceableOpInterface",
    "DestinationStyleOpInterface",
    "FillOpInterface",
    "FindPayloadReplacementOpInterface",
    "FunctionOpInterface",
    "InParallelOpInterface",
    "InferTensorType",
    "InferTensorTypeAdaptor",
    "InferTypeOpAdaptor",
    "InferTypeOpAdaptorWithIsCompatible",
    "InferTypeOpInterface",
    "LinalgOp",
    "LoopLikeOpInterface",
    "LoopWrapperInterface",
    "MatchOpInterface",
    "NavigationTransformOpTrait",
    "OffsetSizeAndStrideOpInterface",
    "ParamProducerTransformOpTrait",
    "PossibleTopLevelTransformOpTrait",
    "RegionBranchOpInterface",
    "ResultsBroadcastableShape",
    "SingleOpMatcher",
    "SubsetExtractionOpInterface",
    "SubsetOpInterface",
    "SymbolUserOpInterface",
    "TosaElementwiseOperator",
    "TosaResolvableShapeOperands",
    "TosaShapeOperator",
    "TosaShapeOperatorWithSameRanks",
    "TransformEachOpTrait",
    "TransformOpInterface",
    "Unknown",
    "VerifyConstraintInterface",
    "WeightedBranchOpInterface",
    "WeightedRegionBranchOpInterface",
}

HEAD = """# Coverage of MLIR's dialects

Written by `cargo xtask dialects` from the data files in `compiler/dialects/data`; do not edit.

- **text**: the generic form of every operation is read and printed. `format`: the custom form is interpreted
  from the format in the data. If that needs a fact that the data lack, the custom form is refused by name and
  the generic form printed. `written`: the custom form is written by hand. `generic`: MLIR has no custom form,
  or one that is written by hand, or has a directive, that is missing here.
- **verifier**: `complete` means that everything that MLIR 22 verifies is verified; `record` that the
  record is (numbers, types, attributes, traits), and that MLIR's hand-written part is missing.
- **folder**: `fold`: the operation is folded as MLIR folds it; `patterns`: it is canonicalized; `both`.
- **lowering**: whether a pass of `compiler/lower` converts the operation to lower ones
  ([passes.md](passes.md)).

[dialect-comparison.md](dialect-comparison.md) shows for each dialect how text and verifier compare with
`mlir-opt` 22.
"""


@dataclass
class Operation:
    """What is there of an operation."""

    name: str
    has_format: bool
    is_verified: bool

    def row(self) -> str:
        is_written = self.name in IN_TEXT or self.name in written()
        text = "written" if is_written else "format" if self.has_format else "generic"
        is_complete = self.is_verified or self.name in VERIFIED
        verifier = "complete" if is_complete else "record"
        lowering = "yes" if self.name in lowered() else "no"
        return f"| {self.name} | {text} | {verifier} | {folders().get(self.name, 'no')} | {lowering} |\n"


@cache
def written() -> set[str]:
    """The operations whose custom forms are written by hand, in compiler/dialects/src/forms."""
    found: set[str] = set()
    for path in sorted((VERIFIERS.parent / "forms").rglob("*.rs")):
        text = path.read_text(encoding="utf-8").split("#[cfg(test)]")[0]
        for function in re.findall(r"fn form\(.*?\n}\n", text, re.DOTALL):
            found.update(re.findall(r'"([a-z]\w*\.[\w.]+)"', function))
    # The forms of these operations follow from the file.
    for line in STRUCTURED.read_text(encoding="utf-8").splitlines() if STRUCTURED.is_file() else []:
        found.add(f"linalg.{line.split()[0]}")
    return found


@cache
def directives() -> set[tuple[str, str]]:
    """The directives that have code, by dialect and name; the dialect "" stands for all."""
    text = VERIFIERS.with_name("directives.rs").read_text(encoding="utf-8")
    found: set[tuple[str, str]] = set()
    for dialects, names in re.findall(r'\((_|[^()]*?), ("[^()]*?")\) =>', text):
        for dialect in re.findall(r'"(\w+)"', dialects) or [""]:
            found.update((dialect, name) for name in re.findall(r'"(\w+)"', names))
    for dialect in re.findall(r'\("(\w+)", _\) => return', text):
        own = VERIFIERS.with_name("directives").joinpath(f"{dialect}.rs").read_text(encoding="utf-8")
        for names in re.findall(r'("\w+"(?: \| "\w+")*) =>', own):
            found.update((dialect, name) for name in re.findall(r'"(\w+)"', names))
    return found


def is_known(dialect: str, format_text: str) -> bool:
    """Whether all directives of a format have code."""
    names = re.findall(r"custom<(\w+)>", format_text)
    return all(("", name) in directives() or (dialect, name) in directives() for name in names)


@cache
def hooks() -> set[tuple[str, str]]:
    """The hand-written checks: operations with what is checked. Shared ones have the name of the dialect."""
    found: set[tuple[str, str]] = set()
    hook = r'Hook::(\w+)(?:\(\s*"(\w+)")?'
    for path in sorted(VERIFIERS.rglob("*.rs")):
        for operation, name, interface in re.findall(
            rf'\(\s*"([\w.]+)",\s*{hook}', path.read_text(encoding="utf-8")
        ):
            found.add((operation, interface or name))
    tables = VERIFIERS.with_suffix(".rs").read_text(encoding="utf-8")
    for dialect, module in re.findall(r'\("(\w+)", (\w+)::INTERFACES\)', tables):
        text = (VERIFIERS / f"{module}.rs").read_text(encoding="utf-8")
        table = text.partition("const INTERFACES")[2].partition("];")[0]
        found.update((dialect, interface or name) for name, interface in re.findall(hook, table))
    for path in sorted(INFERENCES.glob("*.rs")):
        for operation in re.findall(r'\(\s*"(\w+\.[\w.]+)",', path.read_text(encoding="utf-8")):
            found.add((operation, "Inferred"))
    return found


def missing(operation: str, check: str) -> bool:
    """Whether a check that a record names is not written yet."""
    check = "SymbolUses" if check == "SymbolUserOpInterface" else check
    names = {check, "Implied"} if check == "Verify" else {check}
    if check.startswith("Infer"):
        names.add("Inferred")
    owners = (operation, operation.split(".")[0])
    return not any((owner, name) in hooks() for owner in owners for name in names)


@cache
def folders() -> dict[str, str]:
    """The operations that are folded or canonicalized."""
    # The dialect builtin is part of the crate of the IR.
    found = {"builtin.unrealized_conversion_cast": "fold"}
    for file in sorted(FOLDS.rglob("*.rs")):
        text = file.read_text(encoding="utf-8")
        for table, cell in (("folds", "fold"), ("patterns", "patterns")):
            rows = re.search(rf"^    {table}: &\[.*?\](?=,\n    \w)", text, re.DOTALL | re.MULTILINE)
            for name in re.findall(r'\(\s*"(\w+\.\w+)",', rows.group(0) if rows else ""):
                found[name] = "both" if found.get(name, cell) != cell else cell
    return found


# The operations with regions or maps of their own that become loops.
LOOPS = {f"linalg.{name}" for name in (
    "broadcast", "contract", "elementwise", "generic", "index", "map", "reduce", "transpose", "yield"
)}  # fmt: skip


@cache
def lowered() -> set[str]:
    """The operations that patterns of compiler/lower convert."""
    named = STRUCTURED.read_text(encoding="utf-8").splitlines() if STRUCTURED.is_file() else []
    found = LOOPS | {f"linalg.{line.split()[0]}" for line in named if line and not line.startswith("#")}
    for file in sorted(LOWERINGS.rglob("*.rs")):
        text = file.read_text(encoding="utf-8")
        found |= set(re.findall(r'ConversionFn::new\(\s*"([\w.]+)"', text))
        found |= set(re.findall(r'\("([\w.]+)", "llvm\.', text))
        found |= set(re.findall(r'RewriteFn::new\(\s*"[^"]+",\s*"([\w.]+)"', text))
    return found


def operations(lines: list[str]) -> list[Operation]:
    """The operations of a data file."""
    name = lines[0].split()[1]
    unknown = {line.split()[1] for line in lines if line.startswith("constraint ") and "unknown(" in line}
    found: list[Operation] = []
    for line in lines:
        words = line.split()
        if words[0] == "operation":
            flags, has_format, format_text = line.partition(" format=")
            full = f"{name}.{words[1]}"
            checks = {"verifier": "Verify", "region-verifier": "VerifyRegions"}
            own = [checks[flag] for flag in flags.split() if flag in checks]
            found.append(
                Operation(
                    full,
                    bool(has_format) and is_known(name, format_text),
                    not any(missing(full, check) for check in own),
                )
            )
            continue
        part = words[0].rstrip("?*")
        trait = re.sub(r"\(.*", "", words[1]) if part == "trait" else ""
        partial = trait in CHECKING and bool(found) and missing(found[-1].name, trait)
        partial |= part in ("operand", "result", "attribute") and len(words) > 2 and words[2] in unknown
        if partial and found and line.startswith(" "):
            found[-1].is_verified = False
    return found


def document(dialects: list[list[str]]) -> str:
    """The page for all data files."""
    tables = [(lines[0].split()[1], [each.row() for each in operations(lines)]) for lines in dialects]
    text = HEAD + "\n| dialect | operations | verifier complete | verifier record |\n|---|---|---|---|\n"
    everything = [row for _, rows in tables for row in rows]
    for name, rows in [*tables, ("all", everything)]:
        complete = sum("| complete |" in row for row in rows)
        text += f"| {name} | {len(rows)} | {complete} | {len(rows) - complete} |\n"
    for name, rows in tables:
        text += f"\n## {name}\n\n| operation | text | verifier | folder | lowering |\n|---|---|---|---|---|\n"
        text += "".join(rows)
    return text
