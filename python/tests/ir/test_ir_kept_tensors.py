"""Operations on tensors that `canonicalize` keeps: what MLIR 22 makes of them is not valid."""

from __future__ import annotations

import pytest

from tvmlike.ir import Context, Module
from tvmlike.passmanager import PassManager

KEPT = {
    "a slice of sizes that its cast contradicts": (
        "tensor.cast",
        """
        func.func @f(%a: tensor<8xf32>, %n: index) -> tensor<16xf32> {
          %s = tensor.extract_slice %a[0] [%n] [1] : tensor<8xf32> to tensor<?xf32>
          %r = tensor.cast %s : tensor<?xf32> to tensor<16xf32>
          return %r : tensor<16xf32>
        }""",
    ),
    "a slice that runs out of its destination": (
        "[%c9]",
        """
        func.func @f(%a: tensor<8xf32>, %b: tensor<?xf32>) -> tensor<8xf32> {
          %c9 = arith.constant 9 : index
          %r = tensor.insert_slice %b into %a[0] [%c9] [1] : tensor<?xf32> into tensor<8xf32>
          return %r : tensor<8xf32>
        }""",
    ),
    "a padding of sizes that a cast contradicts": (
        "tensor.cast",
        """
        func.func @f(%t: tensor<4xf32>, %v: f32) -> tensor<7xf32> {
          %c = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
          %r = tensor.pad %c low[1] high[1] {
          ^bb0(%i: index):
            tensor.yield %v : f32
          } : tensor<?xf32> to tensor<7xf32>
          return %r : tensor<7xf32>
        }""",
    ),
    "the encoding of an empty tensor": (
        'tensor.empty() : tensor<4xf32, "x">',
        """
        func.func @f(%n: index) -> tensor<4xf32, "x"> {
          %e = tensor.empty(%n) : tensor<?xf32, "x">
          %r = tensor.cast %e : tensor<?xf32, "x"> to tensor<4xf32, "x">
          return %r : tensor<4xf32, "x">
        }""",
    ),
}


@pytest.mark.parametrize("name", KEPT)
def test_what_mlir_makes_invalid_stays_valid(name: str) -> None:
    kept, text = KEPT[name]
    with Context():
        module = Module.parse(text)
        PassManager.parse("builtin.module(canonicalize)").run(module.operation)
        assert module.operation.verify()
        assert kept in str(module)
