"""Views of memrefs that `canonicalize` keeps: what MLIR 22 makes of them is not valid, or another view."""

from __future__ import annotations

import pytest

from tvmlike.ir import Context, Module
from tvmlike.passmanager import PassManager

VIEWS = {
    "a subview out of the bounds of what was cast": """
        func.func @f(%m: memref<4xf32>) -> memref<8xf32, strided<[1]>> {
          %c = memref.cast %m : memref<4xf32> to memref<?xf32>
          %r = memref.subview %c[0] [8] [1] : memref<?xf32> to memref<8xf32, strided<[1]>>
          return %r : memref<8xf32, strided<[1]>>
        }""",
    "sizes that are not those of what was cast": """
        func.func @f(%m: memref<2xf32>) -> memref<?x2xf32> {
          %c4 = arith.constant 4 : index
          %c = memref.cast %m : memref<2xf32> to memref<?xf32>
          %r = memref.expand_shape %c [[0, 1]] output_shape [%c4, 2] : memref<?xf32> into memref<?x2xf32>
          return %r : memref<?x2xf32>
        }""",
    "a view of bytes that had no rank": """
        func.func @f(%m: memref<*xi8>, %z: index) -> memref<4xf32> {
          %c = memref.cast %m : memref<*xi8> to memref<?xi8>
          %r = memref.view %c[%z][] : memref<?xi8> to memref<4xf32>
          return %r : memref<4xf32>
        }""",
    "a view of bytes that had a layout": """
        func.func @f(%m: memref<64xi8, strided<[?]>>, %z: index) -> memref<4xf32> {
          %c = memref.cast %m : memref<64xi8, strided<[?]>> to memref<64xi8>
          %r = memref.view %c[%z][] : memref<64xi8> to memref<4xf32>
          return %r : memref<4xf32>
        }""",
    "a view with a negative size": """
        func.func @f(%m: memref<64xi8>, %z: index) -> memref<?xf32> {
          %n = arith.constant -4 : index
          %r = memref.view %m[%z][%n] : memref<64xi8> to memref<?xf32>
          return %r : memref<?xf32>
        }""",
    "a negative size": """
        !d = memref<?xf32>
        func.func @f(%m: !d) -> !d {
          %n = arith.constant -4 : index
          %r = memref.reinterpret_cast %m to offset: [0], sizes: [%n], strides: [1] : !d to !d
          return %r : !d
        }""",
    "strides that are not known": """
        !d = memref<4xf32, strided<[?]>>
        func.func @f(%m: !d, %s: index) -> !d {
          %r = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [%s] : !d to !d
          return %r : !d
        }""",
    "an offset that is not known": """
        !d = memref<4xf32, strided<[1], offset: ?>>
        func.func @f(%m: !d) -> !d {
          %r = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : !d to !d
          return %r : !d
        }""",
}


@pytest.mark.parametrize("name", VIEWS)
def test_views_stay(name: str) -> None:
    with Context():
        module = Module.parse(VIEWS[name])
        operation = VIEWS[name].split("%r = ")[1].split()[0]
        PassManager.parse("builtin.module(canonicalize)").run(module.operation)
        assert module.operation.verify()
        assert operation in str(module)
