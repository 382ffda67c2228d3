"""Operations on tensors that `canonicalize` keeps: MLIR 22 makes invalid ones of them, or others."""

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
    "a padded tensor that is inserted with strides": (
        "tensor.insert_slice %padded into %0[0] [6] [2]",
        """
        func.func @f(%t: tensor<4xf32>, %d: tensor<16xf32>, %v: f32) -> tensor<16xf32> {
          %f = linalg.fill ins(%v : f32) outs(%d : tensor<16xf32>) -> tensor<16xf32>
          %p = tensor.pad %t low[1] high[1] {
          ^bb0(%i: index):
            tensor.yield %v : f32
          } : tensor<4xf32> to tensor<6xf32>
          %r = tensor.insert_slice %p into %f[0] [6] [2] : tensor<6xf32> into tensor<16xf32>
          return %r : tensor<16xf32>
        }""",
    ),
    "the memory space of an allocation": (
        "bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>",
        """
        func.func @f() -> tensor<?xf32> {
          %c4 = arith.constant 4 : index
          %r = bufferization.alloc_tensor(%c4) {memory_space = 1 : i64} : tensor<?xf32>
          return %r : tensor<?xf32>
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
