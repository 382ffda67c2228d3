"""The Python side of the benchmark: `python python_worker.py LIBRARY FILE SECONDS CASE...`.

The library is a module with the interface of upstream's `mlir.ir`, such as `iree.compiler.ir` or
`tvmlike.ir`, or `xdsl`. A case is one of this file, or a statement of python_uses.py. Each case is repeated
until the seconds have passed, at least once; the best time is a line of JSON on stdout,
`{"case": "python parse", "seconds": 0.25, "ops": 100000}`. A case that the library does not have is left out.
"""

from __future__ import annotations

import gc
import importlib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from python_uses import USES, Uses

Measured = tuple[float, int]
"""Seconds, and the number of operations."""
# The operations that the cases of creation make.
CREATED = 10_000
# Attributes that every operation of the file `unregistered` has: text, and an integer.
ATTRIBUTE = "mode"
NUMBER = "axis"
# The name that one operation in a hundred of this file has.
NAME = "my.function"


def timed(run: Callable[[], Any]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


class Bindings:
    """The cases with upstream's interface."""

    def __init__(self, library: str, text: str) -> None:
        self.ir = importlib.import_module(library)
        self.text = text
        self.context = self.ir.Context()
        self.context.allow_unregistered_dialects = True
        # iree.compiler has threads that MLIR would use.
        self.context.enable_multithreading(False)
        with self.context:
            self.module = self.ir.Module.parse(text)
        self.ops = sum(self.size(function) for function in self.module.body.operations)

    def size(self, function: Any) -> int:
        return 1 + sum(len(block.operations) for region in function.regions for block in region.blocks)

    def parse(self) -> Measured:
        with self.context:
            return timed(lambda: self.ir.Module.parse(self.text)), self.ops

    def print(self) -> Measured:
        operation = self.module.operation
        return timed(lambda: operation.get_asm(print_generic_op_form=True)), self.ops

    def walk(self) -> Measured:
        """Visits all operations by a callback that reads an attribute."""
        advance = self.ir.WalkResult.ADVANCE

        def visit(op: Any) -> Any:
            op.attributes[ATTRIBUTE]
            return advance

        def run() -> None:
            for function in self.module.body.operations:
                function.operation.walk(visit)

        return timed(run), self.ops

    def iterate(self) -> Measured:
        """Visits all operations by loops and reads an attribute."""

        def run() -> None:
            for function in self.module.body.operations:
                for block in function.regions[0].blocks:
                    for op in block.operations:
                        op.attributes[ATTRIBUTE]

        return timed(run), self.ops

    def find(self) -> Measured:
        """Finds the operations with a name: in bulk where the library can, else by a callback."""
        ir, module = self.ir, self.module

        def run() -> None:
            found = []

            def visit(op: Any) -> Any:
                if op.name == NAME:
                    found.append(op)
                return ir.WalkResult.ADVANCE

            module.operation.walk(visit)

        return timed((lambda: module.find(name=NAME)) if hasattr(module, "find") else run), self.ops

    def table(self) -> Measured:
        """Collects facts about all operations: in bulk where the library can, else by a callback."""
        ir, module = self.ir, self.module

        def run() -> None:
            columns: list[Any] = []

            def visit(op: Any) -> Any:
                number = op.attributes[NUMBER].value if NUMBER in op.attributes else 0
                columns.append((op.name, len(op.operands), len(op.results), number))
                return ir.WalkResult.ADVANCE

            module.operation.walk(visit)

        if not hasattr(module, "table"):
            return timed(run), self.ops
        # The columns are its arrays; the import is not counted.
        importlib.import_module("numpy")
        return timed(lambda: module.table([NUMBER])), self.ops

    def create(self) -> Measured:
        """Creates operations with one result at an insertion point."""
        ir = self.ir

        def run() -> None:
            for _ in range(CREATED):
                ir.Operation.create("my.op", results=[result])

        with self.context, ir.Location.unknown():
            module = ir.Module.create()
            result = ir.IntegerType.get_signless(64)
            with ir.InsertionPoint(module.body):
                return timed(run), CREATED

    def create_with_operands(self) -> Measured:
        """Creates operations with two operands, a result and an attribute at an insertion point."""
        ir = self.ir

        def run() -> None:
            for _ in range(CREATED):
                ir.Operation.create("my.op", results=[result], operands=[value, value], attributes=attributes)

        with self.context, ir.Location.unknown():
            module = ir.Module.create()
            result = ir.IntegerType.get_signless(64)
            attributes = {"axis": ir.IntegerAttr.get(result, 1)}
            with ir.InsertionPoint(module.body):
                value = ir.Operation.create("my.op", results=[result]).result
                return timed(run), CREATED


class Xdsl:
    """The cases of xDSL, which is written in Python."""

    def __init__(self, text: str) -> None:
        context = importlib.import_module("xdsl.context")
        builtin = importlib.import_module("xdsl.dialects.builtin")
        self.parser = importlib.import_module("xdsl.parser")
        self.text = text
        self.context = context.Context(allow_unregistered=True)
        self.context.load_dialect(builtin.Builtin)
        self.module = self.parse_module()
        self.ops = sum(1 for _ in self.module.walk()) - 1

    def parse_module(self) -> Any:
        return self.parser.Parser(self.context, self.text).parse_module()

    def parse(self) -> Measured:
        return timed(self.parse_module), self.ops

    def walk(self) -> Measured:
        def run() -> None:
            for op in self.module.walk():
                op.attributes.get(ATTRIBUTE)

        return timed(run), self.ops


CASES = {
    "python parse": "parse",
    "python print": "print",
    "python walk": "walk",
    "python iterate": "iterate",
    "python create": "create",
    "python create with operands": "create_with_operands",
    "python find": "find",
    "python table": "table",
}


def main() -> None:
    library, path, budget, *names = sys.argv[1:]
    text = Path(path).read_text(encoding="utf-8")
    bench = Xdsl(text) if library == "xdsl" else Bindings(library, text)
    uses = Uses(library) if library != "xdsl" and any(name in USES for name in names) else None
    for name in names:
        if name in USES:
            if uses is not None:
                # There are many, and each runs often in a short time.
                seconds, ops = uses.measure(name, float(budget) / 10)
                print(json.dumps({"case": name, "seconds": seconds, "ops": ops}), flush=True)
            continue
        case = getattr(bench, CASES.get(name, ""), None)
        if case is None:
            continue
        end, best, ops = time.perf_counter() + float(budget), float("inf"), 0
        while best == float("inf") or time.perf_counter() < end:
            gc.collect()
            seconds, ops = case()
            best = min(best, seconds)
        print(json.dumps({"case": name, "seconds": best, "ops": ops}), flush=True)


if __name__ == "__main__":
    main()
