"""Compares scf, cf, func, index and ub in custom form with mlir-opt 22: acceptance, text, first message.

    python compiler/tests/control_flow.py PROGRAM --random 1000

The texts are the statements of `control_flow.txt`, each in a function with values `%a: index`, `%b: i32`,
`%c: i1`, `%t: tensor<4xf32>`, `%f: f32`; and random modules: valid, with mistakes, and mutated.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import cases
import control_flow_ir
import differential
import generic_forms

STATEMENTS = cases.HERE / "control_flow.txt"
FUNCTION = "func.func @f(%a: index, %b: i32, %c: i1, %t: tensor<4xf32>, %f: f32)"


def statements() -> Iterator[tuple[str, str]]:
    """The statements; a line that begins with `module` or `func.func` is a text of its own."""
    for number, line in enumerate(STATEMENTS.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#"):
            continue
        is_whole = line.startswith(("module", "func.func ", '"func.func"'))
        yield f"line {number}", f"{line}\n" if is_whole else f"{FUNCTION} {{\n  {line}\n  return\n}}\n"


def random_texts(seed: int, count: int) -> Iterator[tuple[str, str]]:
    for number in range(seed, seed + count):
        kind = ["module", "module with mistakes", "mutated module"][number % 3]
        text = control_flow_ir.module(number, 0.01 if number % 3 == 1 else 0.0)
        if number % 3 == 2:
            text = control_flow_ir.mutate(text, number)
        yield f"{kind} {number}", text


def compare(program: str, peer: str, texts: list[tuple[str, str]], options: list[str]) -> differential.Counts:
    counts = differential.Counts()
    flags = [cases.ALWAYS, *options]
    for batch in differential.batches(texts):
        results = generic_forms.run_both([(peer, flags), (program, flags)], [text for _, text in batch])
        for (name, text), (wanted, got) in zip(batch, results):
            counts.add(name, text, wanted, got)
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("program", help="the program to test, such as target/release/tvmlike-opt")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="compare N random modules")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first random module")
    parser.add_argument(
        "--option", default="default", choices=cases.OPTIONS, help="how to print, by a name of cases.py"
    )
    parser.add_argument("--messages", action="store_true", help="fail if first messages differ")
    parser.add_argument("--show", type=int, default=5, metavar="N", help="print up to N differences")
    arguments = parser.parse_args()
    peer = cases.mlir_opt()
    if peer is None:
        print("skipped: mlir-opt of LLVM 22 is not installed")
        return 0
    fixed, texts = list(statements()), list(random_texts(arguments.seed, arguments.random))
    options = cases.OPTIONS[arguments.option]
    rows = [
        ("statements", compare(arguments.program, peer, fixed, options)),
        ("random modules", compare(arguments.program, peer, texts, options)),
    ]
    return 0 if differential.report(rows, arguments.show, arguments.messages) else 1


if __name__ == "__main__":
    sys.exit(main())
