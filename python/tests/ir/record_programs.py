"""What the programs in `programs/` print with an implementation of MLIR's Python bindings.

    python record_programs.py iree.compiler            # compares programs/expected.txt
    python record_programs.py iree.compiler --write    # writes it

The programs import `mlir.ir` and `mlir.dialects`. The file has a section for each, headed by its name.
"""

from __future__ import annotations

import contextlib
import difflib
import importlib
import io
import runpy
import sys
import types
from pathlib import Path

PROGRAMS = Path(__file__).parent / "programs"
EXPECTED = PROGRAMS / "expected.txt"
MARK = "@@ "


def names() -> list[str]:
    return sorted(path.stem for path in PROGRAMS.glob("*.py"))


DIALECTS = (
    "_ods_common",
    "affine",
    "amdgpu",
    "arith",
    "builtin",
    "cf",
    "complex",
    "func",
    "gpu",
    "linalg",
    "linalg.opdsl.lang",
    "linalg.opdsl.ops.core_named_ops",
    "llvm",
    "math",
    "memref",
    "nvvm",
    "pdl",
    "rocdl",
    "scf",
    "shape",
    "smt",
    "tensor",
    "tosa",
    "transform",
    "transform.loop",
    "transform.structured",
    "transform.vector",
    "vector",
)


def output(name: str, ir: types.ModuleType) -> str:
    """What a program prints with a module as `mlir.ir`, and the dialects beside it as `mlir.dialects`."""
    package = types.ModuleType("mlir")
    package.__path__ = []
    package.ir = ir
    names = {"mlir": package, "mlir.ir": ir}
    if name.startswith("dialect_"):
        own = f"{ir.__name__.rpartition('.')[0]}.dialects"
        # Importing the extras changes what the values of scripts are.
        more = ("transform.extras",) if name == "dialect_transform_extras" else ()
        for dialect in (*DIALECTS, *more):
            names[f"mlir.dialects.{dialect}"] = importlib.import_module(f"{own}.{dialect}")
        package.dialects = names["mlir.dialects"] = sys.modules[own]
    before = {key: sys.modules.get(key) for key in names}
    sys.modules.update(names)
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            runpy.run_path(str(PROGRAMS / f"{name}.py"), run_name="__main__")
    finally:
        for key, module in before.items():
            if module is None:
                del sys.modules[key]
            else:
                sys.modules[key] = module
    return out.getvalue()


def expected() -> dict[str, str]:
    """The recorded outputs by name."""
    sections = EXPECTED.read_text(encoding="utf-8").split(f"\n{MARK}")
    return dict(section.removeprefix(MARK).split("\n", 1) for section in sections)


def main(package: str, *options: str) -> int:
    ir = importlib.import_module(f"{package}.ir")
    # A line break of its own ends each section, as an output may end without one.
    text = "\n".join(f"{MARK}{name}\n{output(name, ir)}" for name in names())
    if options == ("--write",):
        EXPECTED.write_text(text, encoding="utf-8", newline="\n")
        return 0
    lines = difflib.unified_diff(
        EXPECTED.read_text(encoding="utf-8").splitlines(), text.splitlines(), "recorded", package, lineterm=""
    )
    different = list(lines)
    print("\n".join(different) or f"{len(names())} programs print the same")
    return bool(different)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
