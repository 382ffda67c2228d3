"""`canonicalize` does not use a size where it is not there yet, which MLIR 22 does."""

from __future__ import annotations

from tvmlike.ir import Context, Module
from tvmlike.passmanager import PassManager

LATER = """
func.func @f(%x: index, %n: index, %b: index) -> (index, index) {
  %i:3 = affine.delinearize_index %x into (8, 4) : index, index, index
  %m = arith.addi %n, %b : index
  %r = affine.linearize_index [%i#0, %i#1] by (%m, 8) : index
  return %r, %i#2 : index, index
}"""


def test_indices_with_a_later_size_stay() -> None:
    with Context():
        module = Module.parse(LATER)
        PassManager.parse("builtin.module(canonicalize)").run(module.operation)
        assert module.operation.verify()
        assert "affine.linearize_index [%0#0, %0#1]" in str(module)
        # A size from before is used.
        module = Module.parse(LATER.replace("by (%m, 8)", "by (%n, 8)"))
        PassManager.parse("builtin.module(canonicalize)").run(module.operation)
        assert "affine.linearize_index" not in str(module)
