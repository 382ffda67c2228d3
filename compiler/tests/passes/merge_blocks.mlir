// pipeline: builtin.module(canonicalize{region-simplify=aggressive})
// pipeline: builtin.module(canonicalize{region-simplify=aggressive max-iterations=1})
func.func @same(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = "test.f"(%a) : (i32) -> i32
  "test.g"(%0) : (i32) -> ()
  cf.br ^bb3(%a : i32)
^bb2:
  %1 = "test.f"(%a) : (i32) -> i32
  "test.g"(%1) : (i32) -> ()
  cf.br ^bb3(%a : i32)
^bb3(%x: i32):
  return %x : i32
}
// -----
func.func @operands(%c: i1, %a: i32, %b: i32) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "test.g"(%a, %b, %a) : (i32, i32, i32) -> ()
  return
^bb2:
  "test.g"(%b, %a, %b) : (i32, i32, i32) -> ()
  return
}
// -----
func.func @arguments(%c: i1, %d: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb2(%b : i32)
^bb1(%x: i32):
  %0 = arith.addi %x, %a : i32
  cf.cond_br %d, ^bb3(%0 : i32), ^bb4(%x : i32)
^bb2(%y: i32):
  %1 = arith.addi %y, %a : i32
  cf.cond_br %d, ^bb3(%1 : i32), ^bb4(%y : i32)
^bb3(%p: i32):
  "test.p"(%p) : (i32) -> ()
  return %p : i32
^bb4(%q: i32):
  "test.q"(%q) : (i32) -> ()
  return %q : i32
}
// -----
// Blocks that differ: in an attribute, in a type, in the number of operations, in regions, in a use outside.
func.func @different(%c: i1, %s: i32, %a: i32, %b: i64) -> i32 {
  cf.switch %s : i32, [default: ^bb1, 0: ^bb2, 1: ^bb3, 2: ^bb4, 3: ^bb5, 4: ^bb6]
^bb1:
  "test.g"(%a) {x = 1 : i32} : (i32) -> ()
  cf.br ^bb7
^bb2:
  "test.g"(%a) {x = 2 : i32} : (i32) -> ()
  cf.br ^bb7
^bb3:
  "test.g"(%b) {x = 1 : i32} : (i64) -> ()
  cf.br ^bb7
^bb4:
  "test.g"(%a) {x = 1 : i32} : (i32) -> ()
  "test.g"(%a) {x = 1 : i32} : (i32) -> ()
  cf.br ^bb7
^bb5:
  scf.if %c {
    "test.g"(%a) : (i32) -> ()
  }
  cf.br ^bb7
^bb6:
  scf.if %c {
    "test.g"(%a) : (i32) -> ()
  }
  cf.br ^bb7
^bb7:
  return %a : i32
}
// -----
// What all branches pass is dropped; also in a region, and through a loop.
func.func @redundant(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a, %b : i32, i32), ^bb2(%a : i32)
^bb1(%x: i32, %y: i32):
  "test.g"(%x) : (i32) -> ()
  cf.br ^bb3(%a, %y : i32, i32)
^bb2(%z: i32):
  "test.h"(%z) : (i32) -> ()
  cf.br ^bb3(%a, %z : i32, i32)
^bb3(%p: i32, %q: i32):
  scf.execute_region {
    cf.br ^bb1(%q : i32)
  ^bb1(%i: i32):
    "test.k"(%i) : (i32) -> ()
    cf.cond_br %c, ^bb1(%i : i32), ^bb2
  ^bb2:
    scf.yield
  }
  %0 = arith.muli %p, %q : i32
  return %0 : i32
}
// -----
// Values that the branch itself makes, and blocks that other branches reach.
func.func @produced(%c: i1, %a: i32) {
  "other.br"(%a)[^bb1, ^bb2] : (i32) -> ()
^bb1:
  "test.g"(%a) : (i32) -> ()
  return
^bb2:
  "test.g"(%a) : (i32) -> ()
  return
}
// -----
func.func @unknown_branch(%c: i1, %a: i32, %b: i32) {
  "other.br"(%a)[^bb1, ^bb2] : (i32) -> ()
^bb1:
  "test.g"(%a) : (i32) -> ()
  return
^bb2:
  "test.g"(%b) : (i32) -> ()
  return
}
// -----
func.func @chain(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "test.f"() : () -> ()
  cf.br ^bb3
^bb2:
  "test.f"() : () -> ()
  cf.br ^bb4
^bb3:
  "test.g"(%a) : (i32) -> ()
  cf.br ^bb5(%a : i32)
^bb4:
  "test.g"(%a) : (i32) -> ()
  cf.br ^bb5(%b : i32)
^bb5(%x: i32):
  return %x : i32
}
