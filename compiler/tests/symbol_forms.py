"""Compares types and attributes of dialects with mlir-opt 22, on texts made from the records.

    python compiler/tests/symbol_forms.py PROGRAM                     # all dialects of the data files
    python compiler/tests/symbol_forms.py PROGRAM --dialect llvm      # one dialect; can be repeated

For each type and attribute with a format it makes texts that are valid as far as the record says, with
optional parts and without, and texts with one mistake each. Per dialect, one line counts as
`generic_forms.py` does.
"""

from __future__ import annotations

import random
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

import dialect_table
import differential
import kept
from data_files import ABSENT, DATA
from dialect_table import Row
from generic_forms import run_both

# Texts by hand: a line each, in a file for each dialect.
TEXTS = Path(__file__).resolve().with_name("symbols")
# Values of kinds of parameters.
VALUES = {
    "bool": ["true", "false"],
    "string": ['"text"', '""', '"a b\\22"'],
    "type": ["i32", "vector<4xf32>", "tensor<?x2xindex>", "!llvm.ptr", "() -> ()"],
    "attribute": ["1 : i32", "unit", '"s"', "[1, 2]", "#gpu.mask<3>", "affine_map<(d0) -> (d0)>", "{a = 1}"],
    "affine_map": ["(d0) -> (d0)", "()[s0] -> (s0 + 1)"],
    "integer_set": ["(d0) : (d0 >= 0)"],
    "StringAttr": ['"text"'],
    "BoolAttr": ["true", "false"],
    "IntegerAttr": ["3", "3 : i32"],
    "FloatAttr": ["1.0", "2.5 : f32"],
    "ArrayAttr": ["[]", "[1 : i8, i32]"],
    "DictionaryAttr": ["{}", "{b, a = 1}"],
    "SymbolRefAttr": ["@a", "@a::@b"],
    "FlatSymbolRefAttr": ["@a"],
    "TBAANodeAttr": ['#llvm.tbaa_root<id = "a">', "#llvm.tbaa_root"],
    "TypeAttr": ["i32"],
    "DistinctAttr": ["distinct[0]<>", "distinct[1]<unit>"],
    "DenseI32ArrayAttr": ["[1, 2]", "[]"],
    "DenseI64ArrayAttr": ["[3]"],
    "DW_TAG_": ["DW_TAG_base_type"],
    "DW_ATE_": ["DW_ATE_signed"],
    "DW_LANG_": ["DW_LANG_C11"],
    "DW_CC_": ["DW_CC_normal"],
    "DW_OP_": ["DW_OP_deref"],
    "DIScopeAttr": ['#llvm.di_file<"a" in "b">'],
    "DINodeAttr": ["#llvm.di_null_type"],
    "DITypeAttr": ["#llvm.di_null_type"],
    "MemorySpaceAttrInterface": ["#ptr.generic_space"],
    "MemRefType": ["memref<4xf32>"],
    "VectorType": ["vector<4xf32>"],
}
TOKEN = re.compile(r"`([^`]*)`|\$(\w+)|([\w-]+)(?:<(\w+)>)?|([()?:^,])")


class NotMade(Exception):
    """A text of this form is not made."""


@dataclass
class Symbol:
    """A type or an attribute of a data file."""

    name: str
    format: str | None
    parameters: dict[str, tuple[str, bool]] = field(default_factory=dict)


class Dialects:
    """The types, attributes and enums of all data files."""

    def __init__(self) -> None:
        self.symbols: dict[str, Symbol] = {}
        self.enums: dict[str, list[str]] = {}
        for path in sorted(DATA.glob("*.txt")):
            self.read(path.stem, path.read_text(encoding="utf-8"))

    def read(self, dialect: str, text: str) -> None:
        """Reads what this program needs of a data file."""
        symbol, enum = None, ""
        for line in text.splitlines():
            words = line.split()
            if words[0] in ("type", "attribute") and not line.startswith(" "):
                sigil = "!" if words[0] == "type" else "#"
                found = re.search(r' format="((?:\\.|[^"\\])*)"', line)
                by_hand = " by-hand" in line
                form = None if by_hand else found[1].replace('\\"', '"') if found else ""
                symbol = Symbol(f"{sigil}{dialect}.{words[1]}", form)
                self.symbols[symbol.name] = symbol
            elif words[0] == "enum":
                symbol, enum = None, f"{dialect}.{words[1]}"
            elif words[0] == "case":
                self.enums.setdefault(enum, []).append(line.split('"')[1])
            elif words[0] in ("parameter", "parameter?") and symbol:
                kind = re.sub(r"(enum|keyword)\((\w+)\)", rf"\1({dialect}.\2)", words[2])
                symbol.parameters[words[1]] = (kind, words[0].endswith("?"))

    def value(self, chance: random.Random, kind: str, depth: int) -> str:
        """A text of a parameter."""
        outer, _, inner = kind.partition("(")
        inner = inner[:-1]
        if kind in VALUES:
            return chance.choice(VALUES[kind])
        if re.fullmatch(r"[iu]\d+", kind):
            return str(chance.choice([0, 1, 7, 2 ** (int(kind[1:]) - 1) - 1]))
        if outer in ("enum", "keyword"):
            words = self.enums[inner]
            word = chance.choice(words[:6])
            return word if re.fullmatch(r"[A-Za-z_][\w$.]*", word) else f'"{word}"'
        if outer == "braces":
            return "{" + self.value(chance, f"array({inner})", depth) + "}"
        if outer in ("array", "option"):
            count = 1 if outer == "option" else chance.choice([1, 1, 2])
            return ", ".join(self.value(chance, inner, depth) for _ in range(count))
        if inner in VALUES:
            return chance.choice(VALUES[inner])
        if outer in ("type", "attribute") and "." in inner:
            name = ("!" if outer == "type" else "#") + inner
            form, body = self.symbols[name], self.body(chance, self.symbols[name], depth + 1)
            return (
                chance.choice([body.lstrip(), whole(form.name, body)]) if body.strip() else whole(name, body)
            )
        if outer == "attribute":
            return chance.choice(VALUES["attribute"])
        raise NotMade(kind)

    def body(self, chance: random.Random, symbol: Symbol, depth: int = 0) -> str:
        """What follows the name."""
        if symbol.format is None or "custom<" in symbol.format or depth > 3:
            raise NotMade(symbol.name)
        tokens = [match.groups() for match in TOKEN.finditer(symbol.format)]
        text, _ = self.sequence(chance, symbol, tokens, 0, depth)
        return text

    def sequence(
        self, chance: random.Random, symbol: Symbol, tokens: list[tuple[str | None, ...]], at: int, depth: int
    ) -> tuple[str, int]:
        """The text of a format's tokens up to a closing parenthesis."""
        text = ""
        while at < len(tokens):
            literal, variable, word, _, mark = tokens[at]
            at += 1
            if literal is not None:
                text += literal if literal.strip() in ("<", ">", "[", "]", "(", ")", "") else f" {literal} "
            elif variable:
                text += " " + self.value(chance, symbol.parameters[variable][0], depth)
            elif word == "params":
                text += self.listed(chance, symbol, list(symbol.parameters), False, depth)
            elif word == "struct":
                end = next(index for index in range(at, len(tokens)) if tokens[index][4] == ")")
                names = [token[1] for token in tokens[at:end] if token[1]]
                text += self.listed(chance, symbol, names or list(symbol.parameters), True, depth)
                at = end + 1
            elif word == "qualified":
                text += " " + self.value(chance, symbol.parameters[str(tokens[at + 1][1])][0], depth)
                at += 3
            elif mark == "(":
                then, at = self.sequence(chance, symbol, tokens, at, depth)
                otherwise = ""
                if at < len(tokens) and tokens[at][4] == ":":
                    otherwise, at = self.sequence(chance, symbol, tokens, at + 2, depth)
                at += 1
                text += chance.choice([then, otherwise])
            elif mark == ")":
                return text, at
        return text, at

    def listed(self, chance: random.Random, symbol: Symbol, names: list[str], named: bool, depth: int) -> str:
        """Parameters with commas."""
        shown = [
            name for name in names if not (symbol.parameters[name][1] and named and chance.random() < 0.6)
        ]
        shown = [name for name in shown if symbol.parameters[name][0] != "own_type"]
        if named and chance.random() < 0.3:
            chance.shuffle(shown)
        values = [
            (f"{name} = " if named else "") + self.value(chance, symbol.parameters[name][0], depth)
            for name in shown
        ]
        return ", ".join(values)


def whole(name: str, body: str) -> str:
    """A type or an attribute with its dialect."""
    if re.fullmatch(r"(<.*>)?", body, re.DOTALL):
        return name + body
    dialect, _, mnemonic = name.partition(".")
    return f"{dialect}<{mnemonic}{body}>"


def mistake(chance: random.Random, text: str) -> str:
    """A text with a part that is missing, doubled or another one."""
    parts = re.findall(r'"[^"]*"|[\w$.#!@]+|\s+|.', text, re.DOTALL)
    at = chance.randrange(1, len(parts)) if len(parts) > 1 else 0
    parts[at : at + 1] = chance.choice([[], [parts[at]] * 2, ["nothing"], ["7"], ['"text"'], [","], ["-"]])
    return "".join(parts)


def texts(dialects: Dialects, dialect: str, count: int) -> list[tuple[str, str]]:
    """Names and texts of the types and attributes of a dialect."""
    path = TEXTS / f"{dialect}.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found = [(text, text) for text in lines]
    for name, symbol in dialects.symbols.items():
        if name[1:].split(".")[0] != dialect:
            continue
        chance = random.Random(name)
        for _ in range(count):
            try:
                text = whole(name, dialects.body(chance, symbol))
            except NotMade:
                break
            found += [(name, text), (name, mistake(chance, text))]
    return list(dict.fromkeys(found))


COLUMNS = ("agree", "differ", "refused", "accepted", "crashed")


def compare(program: str, peer: str, named: list[tuple[str, str]]) -> Row:
    """Compares texts."""
    counts = dict.fromkeys((*COLUMNS, "same", "other", "both"), 0)
    examples = []
    commands = [(peer, []), (program, [])]
    for batch in differential.batches(named):
        sources = [f'"app.op"() {{a = {text}}} : () -> ()\n' for _, text in batch]
        for text, (wanted, got) in zip(sources, run_both(commands, sources)):
            outcome = "agree"
            if got.crashed:
                outcome = "crashed"
            elif wanted.crashed:
                continue
            elif wanted.accepted != got.accepted:
                outcome = "refused" if wanted.accepted else "accepted"
            elif wanted.out != got.out:
                outcome = "differ"
            counts[outcome] += 1
            first = [result.messages()[:1] for result in (wanted, got)]
            both = not wanted.accepted and not got.accepted
            same = both and first[0] == first[1]
            other = both and not same and kept.has_other_message(text, wanted, got)
            for kind, holds in (("both", both), ("same", same), ("other", other)):
                counts[kind] += holds
            shown = [
                result.out.split("{a = ")[-1] if result.accepted else result.messages()[:1]
                for result in (wanted, got)
            ]
            if outcome != "agree" or (both and not same and not other):
                examples.append(f"{outcome} {text}\n  MLIR: {shown[0]}\n  this: {shown[1]}")
    numbers = [counts[column] for column in COLUMNS]
    messages = (counts["both"], counts["same"], counts["other"])
    return Row(numbers, *messages, any(numbers[1:]), examples)


def main() -> int:
    parser = dialect_table.parser(__doc__, show=3)
    parser.add_argument("--count", type=int, default=4, metavar="N", help="texts per type or attribute")
    arguments = parser.parse_args()
    dialects = Dialects()
    by_hand = {path.stem for path in TEXTS.glob("*.txt")}
    names = sorted({name[1:].split(".")[0] for name in dialects.symbols} | by_hand - ABSENT)

    def row(peer: str, name: str) -> Row:
        return compare(arguments.program, peer, texts(dialects, name, arguments.count))

    return dialect_table.run(arguments, COLUMNS, names, row)


if __name__ == "__main__":
    sys.exit(main())
