"""Reads an MLIR file, walks it, edits it and prints it. A handle of an erased operation raises.

python examples/ir.py [FILE.mlir]
"""

from __future__ import annotations

import sys
from pathlib import Path

from tvmlike import ir

FILE = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("ir.mlir")


def main() -> None:
    with ir.Context() as context:
        context.allow_unregistered_dialects = True
        module = ir.Module.parseFile(str(FILE))

        print("operations:")
        names: dict[str, int] = {}

        def count(op: ir.Operation) -> ir.WalkResult:
            names[op.name] = names.get(op.name, 0) + 1
            return ir.WalkResult.ADVANCE

        module.operation.walk(count)
        for name, number in sorted(names.items()):
            print(f"  {number:3}  {name}")

        # Unused constants go; what is left is marked.
        unused = [op for op in module.find(name="toy.constant") if not list(op.results[0].uses)]
        for op in unused:
            op.erase()
        for op in module.find(name="toy.constant"):
            op.attributes["toy.seen"] = ir.UnitAttr.get()
        print(f"erased {len(unused)} unused constants:\n{module}")

        try:
            print(unused[0].name)
        except Exception as error:
            print(f"the erased operation raises {type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
