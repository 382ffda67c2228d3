"""The named structured operations of linalg: their loops, indexing maps and scalar computations.

MLIR generates C++ functions for them; this module takes the facts from that header. `data/README.md`
describes the lines that it writes.
"""

from __future__ import annotations

import re
from pathlib import Path

HEADER = "mlir/Dialect/Linalg/IR/LinalgNamedStructuredOps.yamlgen.cpp.inc"
# Operations that MLIR defines without the generator, as far as the same line describes them.
BY_HAND = {
    "batch_matmul": "pppr (d0, d1, d3) (d0, d3, d2) (d0, d1, d2) : add 2 mul cast 0 cast 1",
    "batch_reduce_matmul": "rppr (d0, d1, d3) (d0, d3, d2) (d1, d2) : add 2 mul cast 0 cast 1",
    "matmul": "ppr (d0, d2) (d2, d1) (d0, d1) : add 2 mul cast 0 cast 1",
}
# How C++ makes a value: the name of the function and its arguments.
CALL = re.compile(r"Value (value\d+) = helper\.(\w+)\((.*)\);")
TYPES = {"helper.getIntegerType(32)": "i32", "helper.getFloat64Type()": "f64"}
CASTS = {"castVal": "cast", "TypeFn::cast_signed": "to", "TypeFn::cast_unsigned": "unsigned_to"}


def computation(body: str) -> str:
    """The scalar computation in a function, in prefix notation."""
    values: dict[str, str] = {}

    def term(text: str) -> str:
        found = re.fullmatch(r"block\.getArgument\((\d+)\)", text)
        return found[1] if found else values[text]

    for name, function, arguments in CALL.findall(body):
        parts = [part.strip() for part in re.split(r",\s*(?![^()]*\))", arguments)]
        if function == "constant":
            values[name] = f"constant {arguments.strip(chr(34)).replace(' ', '')}"
        elif function == "index":
            values[name] = f"index {parts[0]}"
        elif function == "buildTypeFn":
            kind = CASTS[parts[0]]
            ty = TYPES.get(parts[1])
            values[name] = f"{kind if ty is None else f'{kind}_{ty}'} {term(parts[2])}"
        else:
            word = parts[0].split("::")[1]
            values[name] = " ".join([word, *map(term, parts[1:-1])])
    yields = re.findall(r"yields\.push_back\((.*?)\);", body)
    return term(yields[0])


def bindings(text: str) -> dict[str, str]:
    """The symbols of the maps that stand for elements of attributes: `strides` and `dilations`."""
    pattern = r"cst(\d+) = self\.get(Strides|Dilations)\(\)\.getValues<int64_t>\(\)\[(\d+)\]"
    letters = {"Strides": "s", "Dilations": "t"}
    return {f"s{symbol}": f"{letters[name]}{index}" for symbol, name, index in re.findall(pattern, text)}


def maps(text: str) -> list[str]:
    """The results of the indexing maps in a function."""
    bound = bindings(text)
    found = re.findall(r"affine_map<\([^)]*\)(?:\[[^\]]*\])? -> (\(.*?\))>\"", text)
    return [re.sub(r"\bs\d+\b", lambda symbol: bound[symbol[0]], results) for results in found]


def class_names(data: list[str]) -> dict[str, str]:
    """The names of operations by those of their classes, from a data file."""
    found: dict[str, str] = {}
    for line in data:
        words = line.split()
        if words[0] == "operation":
            given = [word.removeprefix("class=") for word in words if word.startswith("class=")]
            derived = "".join(part.capitalize() for part in words[1].split("_")) + "Op"
            found[given[0] if given else derived] = words[1]
    return found


def lines(include: Path, data: list[str]) -> list[str]:
    """The lines of the operations, whose data file gives the names of their classes."""
    text = (include / HEADER).read_text(encoding="utf-8")
    mnemonics = class_names(data)
    described = dict(BY_HAND)
    for part in re.split(r"(?=// Implementation of \w+\n)", text)[1:]:
        owner = re.match(r"// Implementation of (\w+)", part)
        assert owner
        count = re.search(r"getNumRegionArgs\(\) { return (\d+); }", part)
        assert count
        loops = re.search(r"SmallVector<utils::IteratorType>{(.*?)}", part)
        body = part[part.index("::regionBuilder") :]
        if loops is None or "getRank(getDpsInitOperand(0))" in part:
            shape = f"elementwise {count[1]}"
        else:
            letters = "".join(kind.strip().split("::")[-1][:1] for kind in loops[1].split(","))
            shape = " ".join([letters, *maps(part)])
        described[mnemonics[owner[1]]] = f"{shape} : {computation(body)}"
    return [f"{name} {description}" for name, description in sorted(described.items())]
