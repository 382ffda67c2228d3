"""Modules that tests of analyses share, and how they find operations in them."""

from __future__ import annotations

from tvmlike import ir

FLOW = """
func.func @g(%m: memref<4xf32>, %c: i1, %n: index) -> i32 {
  %0 = arith.constant 3 : i32
  cf.cond_br %c, ^a(%0 : i32), ^b
^a(%x: i32):
  %1 = arith.addi %x, %0 : i32
  cf.br ^c(%1 : i32)
^b:
  %2 = func.call @h(%0) : (i32) -> i32
  cf.br ^c(%2 : i32)
^c(%y: i32):
  %c0 = arith.constant 0 : index
  %r = scf.for %i = %c0 to %n step %n iter_args(%z = %y) -> i32 {
    %3 = arith.addi %z, %0 : i32
    scf.yield %3 : i32
  }
  cf.cond_br %c, ^a(%r : i32), ^d
^d:
  return %r : i32
}
func.func private @h(%a: i32) -> i32 {
  %0 = func.call @h(%a) : (i32) -> i32
  %1 = func.call @declared(%a) : (i32) -> i32
  return %0 : i32
}
func.func private @declared(i32) -> i32
"""

LOOPS = """
func.func @g(%c: i1) {
  cf.br ^a
^a:
  cf.br ^b
^b:
  cf.cond_br %c, ^b, ^c
^c:
  cf.cond_br %c, ^a, ^d
^d:
  return
}
"""

MEMORY = """
func.func @g(%m: memref<4xf32>, %k: memref<4xf32>, %c: i1, %i: index) {
  %a = memref.alloc() {test.ptr = "a"} : memref<4xf32>
  %b = memref.alloca() {test.ptr = "b"} : memref<4xf32>
  %v = memref.subview %m[0][2][1] {test.ptr = "v"} : memref<4xf32> to memref<2xf32, strided<[1]>>
  %w = memref.cast %a {test.ptr = "w"} : memref<4xf32> to memref<?xf32>
  %s = scf.if %c -> memref<4xf32> {
    scf.yield %a : memref<4xf32>
  } else {
    scf.yield %m : memref<4xf32>
  } {test.ptr = "s"}
  %t = arith.select %c, %a, %b {test.ptr = "t"} : memref<4xf32>
  %l = memref.load %a[%i] : memref<4xf32>
  memref.store %l, %k[%i] : memref<4xf32>
  memref.copy %a, %k : memref<4xf32> to memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return
}
"""


def parse(text):
    context = ir.Context()
    context.allow_unregistered_dialects = True
    with context:
        return ir.Module.parse(text)


def every(operation, name=None):
    """The operations in one, in the order of the text."""
    found = []

    def visit(op):
        if name is None or op.name == name:
            found.append(op)
        return ir.WalkResult.ADVANCE

    operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found
