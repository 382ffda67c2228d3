"""Compares random modules of operations of all dialects with mlir-opt 22: acceptance, text, first message.

    python compiler/tests/mixed_modules.py PROGRAM --count 3000            # operations of all dialects
    python compiler/tests/mixed_modules.py PROGRAM --operations 60         # of 60 operations only

A third of the modules is valid but for what operations refuse where `mixed_ir.py` puts them, a third has
mistakes, a third is mutated. Each is printed in custom and in generic form.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import cases
import control_flow_ir
import custom_forms
import differential
import mixed_ir
from mixed_ir import Statement

KINDS = ("modules", "with mistakes", "mutated")


def texts(seed: int, count: int, known: list[Statement]) -> Iterator[tuple[str, str]]:
    """Kinds and texts of random modules."""
    for number in range(seed, seed + count):
        kind = KINDS[number % 3]
        text = mixed_ir.module(number, 0.01 if kind == "with mistakes" else 0.0, known)
        if kind == "mutated":
            text = control_flow_ir.mutate(text, number)
        yield kind, text


def compare(program: str, peer: str, named: list[tuple[str, str]]) -> dict[str, custom_forms.Counts]:
    """The outcomes of each kind."""
    rows = {kind: custom_forms.Counts() for kind in KINDS}
    for options in ([], [custom_forms.GENERIC]):
        for kind, counts in rows.items():
            counts.compare(program, peer, [(name, text) for name, text in named if name == kind], options)
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("program", help="the program to test, such as target/release/tvmlike-opt")
    parser.add_argument("--count", type=int, default=300, metavar="N", help="the number of modules")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first module")
    parser.add_argument(
        "--operations", type=int, default=0, metavar="N", help="use only N operations, which the seed chooses"
    )
    parser.add_argument("--messages", action="store_true", help="fail if first messages differ")
    parser.add_argument("--show", type=int, default=5, metavar="N", help="print up to N differences")
    arguments = parser.parse_args()
    peer = cases.mlir_opt()
    if peer is None:
        print("skipped: mlir-opt of LLVM 22 is not installed")
        return 0
    known = mixed_ir.statements(peer, mixed_ir.sample(arguments.operations, arguments.seed))
    named = list(texts(arguments.seed, arguments.count, known))
    rows = compare(arguments.program, peer, named)
    return 0 if differential.report(list(rows.items()), arguments.show, arguments.messages) else 1


if __name__ == "__main__":
    sys.exit(main())
