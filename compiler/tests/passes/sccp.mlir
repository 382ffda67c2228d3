// pipeline: builtin.module(sccp)
// pipeline: builtin.module(func.func(sccp))

func.func private @id(%a: i32) -> i32 { return %a : i32 }
func.func @pub(%a: i32) -> i32 { return %a : i32 }
func.func @f(%c: i1) -> (i32, i32, i32, i32) {
  %a = arith.constant 1 : i32
  %b = arith.constant 2 : i32
  %s = arith.addi %a, %b : i32
  %i = call @id(%s) : (i32) -> i32
  %p = call @pub(%s) : (i32) -> i32
  %true = arith.constant true
  cf.cond_br %true, ^x(%i : i32), ^y(%b : i32)
^x(%q: i32):
  %z = arith.addi %q, %q : i32
  cf.br ^w(%z : i32)
^y(%r: i32):
  %zz = arith.addi %r, %r : i32
  cf.br ^w(%zz : i32)
^w(%t: i32):
  %q2 = arith.addi %t, %p : i32
  %k = scf.if %true -> i32 { %u = arith.addi %t, %t : i32 
   scf.yield %u : i32 } else { scf.yield %a : i32 }
  %c0 = arith.constant 0 : index
  %l = scf.for %j = %c0 to %c0 step %c0 iter_args(%v = %a) -> i32 {
    %v2 = arith.muli %v, %a : i32
    scf.yield %v2 : i32 
  }
  "test.u"(%l) : (i32) -> ()
  return %t, %k, %q2, %l : i32, i32, i32, i32
}
func.func private @lp(%a: i32) -> i32 { %q = call @lp(%a) : (i32) -> i32
return %q : i32 }

// -----

// Loops through arguments, branches that are never taken, constants of the same value on both sides.
func.func @blocks(%c: i1, %x: i32) -> (i32, i32) {
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  cf.br ^head(%0, %1 : i32, i32)
^head(%i: i32, %k: i32):
  %next = arith.addi %i, %1 : i32
  %same = arith.muli %k, %k : i32
  cf.cond_br %c, ^head(%next, %same : i32, i32), ^both
^both:
  cf.cond_br %c, ^left, ^right
^left:
  %two = arith.addi %k, %k : i32
  cf.br ^end(%two, %i : i32, i32)
^right:
  %three = arith.addi %k, %1 : i32
  cf.br ^end(%three, %x : i32, i32)
^end(%r: i32, %s: i32):
  return %r, %s : i32, i32
}

// -----

// A function with a use that is no call, one that is called with different values, one that calls itself.
func.func private @taken(%a: i32) -> i32 {
  %b = arith.addi %a, %a : i32
  return %b : i32
}
func.func private @same(%a: i32, %b: i32) -> (i32, i32) {
  %c = arith.addi %a, %a : i32
  return %c, %b : i32, i32
}
func.func private @again(%a: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^more, ^end
^more:
  %r = call @again(%a, %c) : (i32, i1) -> i32
  return %r : i32
^end:
  return %a : i32
}
func.func @f(%c: i1) -> (i32, i32, i32, i32, i32) {
  %g = func.constant @taken : (i32) -> i32
  %1 = arith.constant 1 : i32
  %2 = arith.constant 2 : i32
  %r = call @taken(%1) : (i32) -> i32
  %s:2 = call @same(%1, %2) : (i32, i32) -> (i32, i32)
  %t:2 = call @same(%1, %1) : (i32, i32) -> (i32, i32)
  %u = call @again(%2, %c) : (i32, i1) -> i32
  "test.use"(%g) : ((i32) -> i32) -> ()
  return %r, %s#0, %s#1, %t#0, %u : i32, i32, i32, i32, i32
}

// -----

func.func @structured(%c: i1, %n: index, %i: index) -> (i32, i32, i32, i32) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %a = arith.constant 1 : i32
  %f = scf.for %k = %0 to %n step %1 iter_args(%x = %a) -> i32 {
    %y = arith.muli %x, %x : i32
    scf.yield %y : i32
  }
  %w = scf.while (%x = %a) : (i32) -> i32 {
    %y = arith.muli %x, %x : i32
    scf.condition(%c) %y : i32
  } do {
  ^bb0(%x: i32):
    scf.yield %x : i32
  }
  %s = scf.index_switch %1 -> i32
  case 1 {
    scf.yield %a : i32
  }
  default {
    %b = arith.addi %a, %a : i32
    scf.yield %b : i32
  }
  %e = scf.if %c -> i32 {
    scf.yield %a : i32
  } else {
    %b = arith.addi %a, %f : i32
    scf.yield %b : i32
  }
  scf.parallel (%p) = (%0) to (%n) step (%1) {
    %q = arith.addi %a, %a : i32
    "test.use"(%q, %p) : (i32, index) -> ()
  }
  scf.forall (%p) in (%n) {
    %q = arith.addi %a, %a : i32
    "test.use"(%q, %p) : (i32, index) -> ()
  }
  affine.for %p = 0 to 10 {
    %q = arith.addi %a, %a : i32
    "test.use"(%q, %p) : (i32, index) -> ()
  }
  return %f, %w, %s, %e : i32, i32, i32, i32
}
// -----
// Poison that arith makes is the same as that of ub.
func.func @poison(%a: i1) -> (i1, i1) {
  %p = ub.poison : i1
  %r = arith.remui %a, %p : i1
  return %r, %p : i1, i1
}
// -----
llvm.mlir.global internal @g(1 : i32) : i32
llvm.func @address(%c: i1) -> !llvm.ptr {
  %0 = llvm.mlir.addressof @g : !llvm.ptr
  %1 = llvm.mlir.addressof @g : !llvm.ptr
  llvm.cond_br %c, ^a(%0 : !llvm.ptr), ^a(%1 : !llvm.ptr)
^a(%x: !llvm.ptr):
  llvm.return %x : !llvm.ptr
}
// -----
llvm.func @number(%c: i1) -> i32 {
  %0 = llvm.mlir.undef : i32
  %z = llvm.mlir.zero : i32
  llvm.br ^a(%0, %z : i32, i32)
^a(%x: i32, %y: i32):
  %2 = llvm.add %x, %y : i32
  llvm.return %2 : i32
}
// -----
// A cast back stays, but skips the cast before it: the analysis leaves what a fold changed before it gave a value.
func.func @casts_back(%a: memref<4xf32>, %b: memref<4xf32, 1>) {
  %0 = memref.cast %a : memref<4xf32> to memref<?xf32>
  %1 = memref.cast %0 : memref<?xf32> to memref<4xf32>
  %2 = memref.cast %1 : memref<4xf32> to memref<?xf32>
  %3 = memref.cast %2 : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  %4 = memref.memory_space_cast %b : memref<4xf32, 1> to memref<4xf32, 2>
  %5 = memref.memory_space_cast %4 : memref<4xf32, 2> to memref<4xf32, 1>
  %6 = memref.memory_space_cast %5 : memref<4xf32, 1> to memref<4xf32, 3>
  "test.use"(%1, %3, %5, %6) : (memref<4xf32>, memref<?xf32, strided<[1], offset: ?>>, memref<4xf32, 1>, memref<4xf32, 3>) -> ()
  return
}
// -----
// A cast that is never executed stays as it is.
func.func @dead_cast(%a: memref<4xf32>) -> memref<4xf32> {
  %true = arith.constant true
  cf.cond_br %true, ^end(%a : memref<4xf32>), ^never
^never:
  %0 = memref.cast %a : memref<4xf32> to memref<?xf32>
  %1 = memref.cast %0 : memref<?xf32> to memref<4xf32>
  cf.br ^end(%1 : memref<4xf32>)
^end(%r: memref<4xf32>):
  return %r : memref<4xf32>
}
// -----
// The body of a loop whose condition is false is never executed.
func.func @false_condition(%b: i32) -> (i32, i32) {
  %k = arith.constant 3 : i32
  %r = scf.while (%a = %k) : (i32) -> i32 {
    %more = arith.cmpi ult, %a, %k : i32
    scf.condition(%more) %a : i32
  } do {
  ^bb0(%x : i32):
    %y = arith.addi %k, %k : i32
    "test.use"(%y, %x) : (i32, i32) -> ()
    scf.yield %b : i32
  }
  %s = arith.addi %r, %r : i32
  return %r, %s : i32, i32
}
// -----
// Nothing follows a loop whose condition is true.
func.func @true_condition(%b: i32) -> i32 {
  %k = arith.constant 3 : i32
  %true = arith.constant true
  %r = scf.while (%a = %k) : (i32) -> i32 {
    scf.condition(%true) %a : i32
  } do {
  ^bb0(%x : i32):
    %y = arith.addi %x, %x : i32
    "test.use"(%y) : (i32) -> ()
    scf.yield %x : i32
  }
  %s = arith.addi %r, %r : i32
  return %s : i32
}
// -----
// The condition changes when the loop goes on.
func.func @changed_condition(%b: i32, %c: i1) -> i32 {
  %k = arith.constant 3 : i32
  %true = arith.constant true
  %r = scf.while (%a = %k, %more = %true) : (i32, i1) -> i32 {
    scf.condition(%more) %a : i32
  } do {
  ^bb0(%x : i32):
    scf.yield %x, %c : i32, i1
  }
  return %r : i32
}
// -----
// What a function that is analyzed alone returns to its own calls is not known.
func.func @calls_itself(%a: i32) -> i32 {
  %0 = call @calls_itself(%a) : (i32) -> i32
  %1 = arith.addi %0, %0 : i32
  "test.use"(%1) : (i32) -> ()
  %c = arith.constant 1 : i32
  return %c : i32
}
func.func private @calls_itself_privately(%a: i32) -> i32 {
  %k = arith.constant 4 : i32
  %0 = call @calls_itself_privately(%k) : (i32) -> i32
  "test.use"(%0, %a) : (i32, i32) -> ()
  %c = arith.constant 1 : i32
  return %c : i32
}
