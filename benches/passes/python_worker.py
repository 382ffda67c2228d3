"""Passes and patterns in Python: `python python_worker.py PACKAGE SECONDS CASE`.

The package has the modules of MLIR's Python bindings: `tvmlike`, or `iree.compiler`. The case is repeated
until the seconds have passed, at least once; the best time is a line of JSON on stdout, with the number of
operations that the pass or the pattern got: `{"seconds": 0.01, "count": 10000}`.
"""

from __future__ import annotations

import gc
import importlib
import json
import sys
import time
from collections.abc import Callable
from typing import Any

# The functions, or the operations, of the module.
COUNT = 10_000
# The cases, with the library that alone has it.
CASES: dict[str, str | None] = {
    "empty pass, nested": "tvmlike",
    "empty pass, a run for each function": None,
    "pattern": None,
}


class Bench:
    def __init__(self, package: str) -> None:
        self.package = package
        self.ir = self.module("ir")
        self.context = self.ir.Context()
        # MLIR would start a thread for each processor.
        self.context.enable_multithreading(False)
        # MLIR's handles of functions do not keep their module alive.
        self.kept: list[Any] = []

    def module(self, name: str) -> Any:
        return importlib.import_module(f"{self.package}.{name}")

    def functions(self) -> Any:
        text = "\n".join(f"func.func @f{number}() {{ return }}" for number in range(COUNT))
        self.kept.append(self.ir.Module.parse(text))
        return self.kept[-1]

    def nested(self) -> Callable[[], float]:
        """A registered function as a pass of a nested pipeline."""
        module = self.functions()
        registry = importlib.import_module(self.package)

        def empty(op: self.ir.Operation) -> None:  # type: ignore[name-defined]
            pass

        registry.register_func("ir.pass.bench-empty", empty, override=True)
        manager = self.module("passmanager").PassManager.parse("builtin.module(func.func(bench-empty))")
        return lambda: timed(lambda: manager.run(module.operation))

    def each(self) -> Callable[[], float]:
        """A function as a pass, run on one function after the other."""
        module = self.functions()
        functions = [function.operation for function in module.body.operations]
        manager = self.module("passmanager").PassManager("func.func")
        manager.add(lambda op, pass_: None)

        def run() -> None:
            for function in functions:
                manager.run(function)

        return lambda: timed(run)

    def pattern(self) -> Callable[[], float]:
        """A pattern that makes products of sums."""
        arith = self.module("dialects.arith")
        rewrite = self.module("rewrite")
        lines = [f"%{number} = arith.addi %a, %a : i64" for number in range(COUNT)]
        uses = [f'"test.use"(%{number}) : (i64) -> ()' for number in range(COUNT)]
        text = "\n".join(["func.func @f(%a: i64) {", *lines, *uses, "return }"])

        def to_product(op: Any, rewriter: Any) -> None:
            with rewriter.ip:
                product = arith.MulIOp(op.operands[0], op.operands[1], loc=op.location)
            rewriter.replace_op(op, product.operation)

        patterns = rewrite.RewritePatternSet()
        patterns.add(arith.AddIOp, to_product)
        frozen = patterns.freeze()
        self.context.allow_unregistered_dialects = True

        def once() -> float:
            module = self.ir.Module.parse(text)
            seconds = timed(lambda: rewrite.apply_patterns_and_fold_greedily(module, frozen))
            assert "arith.addi" not in str(module)
            return seconds

        return once

    def of(self, case: str) -> Callable[[], float]:
        return {
            "empty pass, nested": self.nested,
            "empty pass, a run for each function": self.each,
            "pattern": self.pattern,
        }[case]()


def timed(run: Callable[[], Any]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def main() -> None:
    package, budget, case = sys.argv[1:]
    bench = Bench(package)
    with bench.context:
        once = bench.of(case)
        end, best = time.perf_counter() + float(budget), float("inf")
        while best == float("inf") or time.perf_counter() < end:
            gc.collect()
            best = min(best, once())
    print(json.dumps({"seconds": best, "count": COUNT}))


if __name__ == "__main__":
    main()
