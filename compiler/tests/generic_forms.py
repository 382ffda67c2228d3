"""Compares the verification of operations in generic form with mlir-opt 22.

    python compiler/tests/generic_forms.py PROGRAM                     # all dialects of the data files
    python compiler/tests/generic_forms.py PROGRAM --dialect arith     # one dialect; can be repeated

For each operation it makes texts that are valid as far as its record says, with each optional part alone and
with all, and texts that violate one thing each: a type, a number, an attribute, the sizes of groups, the
blocks that it branches to. `checks/` adds
texts for what MLIR verifies by hand-written code. Per dialect, one line
counts: `agree` (both accept and print the same, or both refuse), `by hand` (mlir-opt refuses by a check that
is not in the data), `differ` (other text), `refused` (only the program refuses), `accepted` (only mlir-opt
refuses), `crashed` (the program crashes), and the part of the texts refused by both whose first message is
the same.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import cases
import checks
import dialect_table
import differential
from cases import Result
from dialect_table import Row

DATA = cases.HERE.parent / "dialects" / "data"
COVERAGE = cases.HERE.parent.parent / "docs" / "dialect-coverage.md"
COLUMNS = ("agree", "by hand", "differ", "refused", "accepted", "crashed")
# mlir-opt's verifier adds an attribute to operations of this dialect, which only the generic form shows.
PRINTED_CUSTOM = {"linalg"}
# mlir-opt does not have it.
ABSENT = {"vcix"}


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
# Types of dialects that need no parameters.
PLAIN = re.compile(
    r"type\(((?:llvm\.ptr|transform\.any_\w+|gpu\.async\.token|async\.(?:token|group|coro\.\w+)|pdl\.(?:attribute|operation|type"
    r"|value)|shape\.\w+|smt\.(?:bool|int)|omp\.\w+|irdl\.\w+))\)"
)
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
    "array<i64: 1, 2>": "dense_array_attr(i64)",
    "array<i1: true>": "dense_array_attr(i1)",
    "@symbol": "symbol_ref_attr flat_symbol_ref_attr",
    "@symbol::@nested": "symbol_ref_attr",
    "i32": "type_attr",
    "(i32) -> i32": "type_attr",
    "affine_map<(d0) -> (d0)>": "affine_map_attr",
    "dense<1> : tensor<1xi32>": "dense_elements_attr dense_int_elements_attr elements_attr typed_attr",
    "dense<1.0> : vector<4xf32>": "dense_elements_attr elements_attr typed_attr",
}


@dataclass
class Record:
    """An operation of a data file."""

    name: str
    operands: list[tuple[str, str]] = field(default_factory=list)
    results: list[tuple[str, str]] = field(default_factory=list)
    attributes: list[tuple[str, str, str, bool]] = field(default_factory=list)
    regions: list[str] = field(default_factory=list)
    successors: int = 0
    traits: list[str] = field(default_factory=list)


@dataclass
class Dialect:
    """A data file."""

    name: str
    constraints: dict[str, str] = field(default_factory=dict)
    enums: dict[str, str] = field(default_factory=dict)
    records: list[Record] = field(default_factory=list)


def read(path: Path) -> Dialect:
    """Reads what this program needs of a data file."""
    dialect = Dialect(path.stem)
    enum = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.split()
        keyword, mark = words[0].rstrip("?*"), words[0][-1]
        mark = mark if mark in "?*" else ""
        if not line.startswith(" "):
            if keyword == "enum":
                enum = words[1]
            elif keyword == "constraint":
                rest = re.sub(r'"(\\.|[^"\\])*"', "", line.split(" ", 2)[2], count=1)
                dialect.constraints[words[1]] = rest.split()[0]
                if found := re.search(r" enum=([\w.]+)", line):
                    dialect.enums["of " + words[1]] = found[1]
            elif keyword == "operation":
                dialect.records.append(Record(f"{dialect.name}.{words[1]}"))
            continue
        if keyword == "case":
            dialect.enums.setdefault(enum, words[1].strip('"'))
        if not dialect.records:
            continue
        record = dialect.records[-1]
        if keyword in ("operand", "result"):
            values = record.operands if keyword == "operand" else record.results
            values.append((mark, words[2]))
        elif keyword == "attribute":
            record.attributes.append((mark, words[1], words[2], " default=" in line))
        elif keyword == "region":
            record.regions.append(mark)
        elif keyword == "successor":
            record.successors += 1
        elif keyword == "trait":
            record.traits.append(words[1])
    return dialect


@cache
def split_tree(text: str) -> tuple[str, str, list[str]]:
    """The name of a predicate, the bracket behind it, and what is in the brackets."""
    found = re.match(r"[\w.]+", text)
    name = found[0] if found else ""
    rest = text[len(name) :]
    if not rest:
        return name, "", []
    parts, depth, part = [], 0, ""
    for char in rest[1:-1]:
        depth += (char in "([") - (char in ")]")
        if char == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += char
    return name, rest[0], [*parts, part]


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
    if name in ("llvm_type", "llvm_float", "llvm_vector"):
        return ty.kind == "float" or (ty.kind == "signless" and name == "llvm_type")
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
    return [f"!{name}" for name in PLAIN.findall(predicate)] + found


@cache
def enums_of(dialect: str) -> dict[str, str]:
    """The first case of each enum of a dialect."""
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
        enum = dialect.enums.get("of " + constraint, "")
        case = dialect.enums.get(enum) or enums_of(found[1]).get(enum.split(".")[-1])
        if not case:
            return []
        in_angles = f"{found[1]}.{found[2]}" in attributes_in_angles()
        return [f"#{found[1]}.{found[2]}<{case}>" if in_angles else f"#{found[1]}<{found[2]} {case}>"]
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


class Texts:
    """Makes the texts for one operation."""

    def __init__(self, dialect: Dialect, record: Record) -> None:
        self.dialect = dialect
        self.record = record

    def types(
        self, values: list[tuple[str, str]], choice: int, sizes: dict[str, int]
    ) -> tuple[list[str], list[int]]:
        texts: list[str] = []
        counts: list[int] = []
        for mark, constraint in values:
            known = types_for(self.dialect.constraints[constraint]) or ["i32"]
            count = sizes[mark] if mark else 1
            texts += [known[choice % len(known)]] * count
            counts.append(count)
        return texts, counts

    def attributes(self, with_optional: bool, choice: int, only: str = "") -> dict[str, str]:
        chosen = {}
        for mark, name, constraint, has_default in self.record.attributes:
            if (mark == "?" or has_default) and not with_optional and name != only:
                continue
            if known := attributes_for(self.dialect, constraint):
                chosen[name] = known[choice % len(known)]
        return chosen

    def all(self) -> Iterator[str]:
        """The texts, valid ones first."""
        record = self.record
        for choice in (0, 1, 7, 21, 34):
            for sizes in ({"?": 0, "*": 0}, {"?": 1, "*": 2}):
                operands, counts = self.types(record.operands, choice, sizes)
                results, result_counts = self.types(record.results, choice, sizes)
                yield self.text(
                    operands, results, self.attributes(sizes["?"] == 1, choice), counts, result_counts
                )
        yield from self.single()
        sizes = {"?": 0, "*": 1}
        operands, counts = self.types(record.operands, 0, sizes)
        results, result_counts = self.types(record.results, 0, sizes)
        attributes = self.attributes(False, 0)

        def changed(
            operands: list[str] = operands,
            results: list[str] = results,
            attributes: dict[str, str] = attributes,
        ) -> str:
            return self.text(operands, results, attributes, counts, result_counts)

        yield changed(operands=[*operands, "i32"])
        yield changed(operands=operands[1:])
        yield changed(results=[*results, "i32"])
        yield changed(results=results[1:])
        for wrong in ("none", "f32", "i64", "tensor<2xf32>"):
            for index in range(len(operands)):
                yield changed(operands=[*operands[:index], wrong, *operands[index + 1 :]])
            for index in range(len(results)):
                yield changed(results=[*results[:index], wrong, *results[index + 1 :]])
        for _, name, _, _ in record.attributes:
            yield changed(attributes={key: value for key, value in attributes.items() if key != name})
            for wrong in ("1 : i17", '"text"', "unit"):
                yield changed(attributes={**attributes, name: wrong})
        for wrong_counts in ([*counts, 1], counts[1:], [count + 1 for count in counts], [-1 for _ in counts]):
            if "AttrSizedOperandSegments" in record.traits:
                yield self.text(operands, results, attributes, wrong_counts, result_counts)
        yield changed(attributes={**attributes, "unknown_property": "unit"})
        if record.regions:
            yield self.text(
                operands, results, attributes, counts, result_counts, regions=len(record.regions) + 1
            )
            yield self.text(operands, results, attributes, counts, result_counts, filled=False)
        for successors in (0, 1, record.successors + 1):
            if successors != record.successors:
                yield self.text(operands, results, attributes, counts, result_counts, successors=successors)

    def single(self) -> Iterator[str]:
        """Texts with one optional part each."""
        record = self.record
        for several in (0, 1):
            sizes = {"?": 0, "*": several}
            operands, counts = self.types(record.operands, 0, sizes)
            results, result_counts = self.types(record.results, 0, sizes)
            for mark, name, _, has_default in record.attributes:
                for choice in (0, 1) if mark == "?" or has_default else ():
                    attributes = self.attributes(False, choice, name)
                    yield self.text(operands, results, attributes, counts, result_counts)
            for index, (mark, constraint) in enumerate(record.operands):
                if mark:
                    count = 1 if mark == "?" else several + 1
                    more, _ = self.types([("*", constraint)], 0, {"*": count})
                    at, changed = sum(counts[:index]), list(counts)
                    changed[index] = count
                    wider = [*operands[:at], *more, *operands[at + counts[index] :]]
                    yield self.text(wider, results, self.attributes(False, 0), changed, result_counts)

    def text(
        self,
        operands: list[str],
        results: list[str],
        attributes: dict[str, str],
        counts: list[int],
        result_counts: list[int],
        regions: int | None = None,
        filled: bool = True,
        successors: int | None = None,
    ) -> str:
        """The text of an operation with what it needs around it."""
        record = self.record
        successors = record.successors if successors is None else successors
        properties = dict(attributes)
        for trait, name, sizes in (
            ("AttrSizedOperandSegments", "operandSegmentSizes", counts),
            ("AttrSizedResultSegments", "resultSegmentSizes", result_counts),
        ):
            if trait in record.traits:
                properties[name] = f"array<i32: {', '.join(map(str, sizes))}>"
        body = '"app.end"() : () -> ()'
        for trait in record.traits:
            if found := re.match(r"SingleBlockImplicitTerminator\(([\w.]+)\)", trait):
                body = f'"{found[1]}"() : () -> ()'
        count = len(record.regions) if regions is None else regions
        inner = ", ".join([f"{{ {body} }}" if filled else "{ }"] * count)
        text = f'"{record.name}"({", ".join(f"%a#{index}" for index in range(len(operands)))})'
        if successors:
            text += f"[{', '.join(['^next'] * successors)}]"
        if properties:
            text += " <{" + ", ".join(f"{name} = {value}" for name, value in properties.items()) + "}>"
        if count:
            text += f" ({inner})"
        text += (
            f" : ({', '.join(operands)}) -> ({', '.join(f'({ty})' if '->' in ty else ty for ty in results)})"
        )
        if results:
            text = f"%r:{len(results)} = {text}"
        lines = []
        if operands:
            lines.append(f'  %a:{len(operands)} = "app.source"() : () -> ({", ".join(operands)})')
        lines.append(f"  {text}")
        if successors:
            lines += ["^next:", '  "app.end"() : () -> ()']
        return '"app.region"() ({\n' + "\n".join(lines) + "\n}) : () -> ()\n"


@dataclass
class Counts(differential.Counts):
    """The outcomes of one dialect."""

    by_hand: int = 0
    # The operations of which both accept a text.
    valid: set[str] = field(default_factory=set)

    def add_form(self, record: Record, text: str, wanted: Result, got: Result) -> None:
        """Counts one comparison. What mlir-opt may have refused by a check that the data lack is apart."""
        refused = not wanted.accepted and not wanted.crashed
        if refused and got.accepted and record.name in partly_verified():
            self.by_hand += 1
        else:
            self.add(record.name, text, wanted, got)
        if wanted.accepted and got.accepted:
            self.valid.add(record.name)


@cache
def partly_verified() -> set[str]:
    """The operations for which MLIR verifies more than the data says."""
    lines = COVERAGE.read_text(encoding="utf-8").splitlines()
    return {line.split()[1] for line in lines if line.startswith("| ") and "| record |" in line}


def run_both(commands: list[tuple[str, list[str]]], texts: list[str]) -> list[tuple[Result, Result]]:
    """Runs two programs over several texts. If one crashes, both read each half alone."""
    with ThreadPoolExecutor(2) as pool:
        left, right = pool.map(lambda command: differential.run_batch(*command, texts), commands)
    if left is not None and right is not None:
        return list(zip(left, right))
    if len(texts) == 1:
        first, second = (cases.run(program, options, texts[0]) for program, options in commands)
        return [(first, second)]
    half = len(texts) // 2
    return run_both(commands, texts[:half]) + run_both(commands, texts[half:])


def compare(program: str, peer: str, dialect: Dialect, every: int) -> Counts:
    """Compares all texts of a dialect, or every n-th."""
    counts = Counts()
    texts = [
        (record, text) for record in dialect.records for text in dict.fromkeys(Texts(dialect, record).all())
    ][::every]
    by_name = {record.name: record for record in dialect.records}
    texts += [
        (by_name.get(name, dialect.records[0]), text) for name, text in checks.texts(dialect.name)[::every]
    ]
    generic = [] if dialect.name in PRINTED_CUSTOM else ["--mlir-print-op-generic"]
    commands = [(peer, generic), (program, generic)]
    for batch in differential.batches(texts):
        results = run_both(commands, [text for _, text in batch])
        for (record, text), (wanted, got) in zip(batch, results):
            counts.add_form(record, text, wanted, got)
    return counts


def names() -> list[str]:
    """The dialects of the data files."""
    return [path.stem for path in sorted(DATA.glob("*.txt")) if path.stem not in ABSENT]


def main() -> int:
    parser = dialect_table.parser(__doc__, show=2)
    dialect_table.every(parser)
    arguments = parser.parse_args()

    def row(peer: str, name: str) -> Row:
        counts = compare(arguments.program, peer, read(DATA / f"{name}.txt"), arguments.every)
        return Row.of(counts, COLUMNS)

    return dialect_table.run(arguments, COLUMNS, names(), row)


if __name__ == "__main__":
    sys.exit(main())
