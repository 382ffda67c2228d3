// pipeline: builtin.module(canonicalize)
func.func @const(%a: i32, %b: i32) -> i32 {
  %t = arith.constant true
  %0 = scf.if %t -> i32 {
    "test.a"() : () -> ()
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  %f = arith.constant false
  scf.if %f {
    "test.b"() : () -> ()
  }
  return %0 : i32
}
// -----
func.func @sel(%c: i1, %a: i32, %b: i32) -> (i32,i32) {
  %0:2 = scf.if %c -> (i32,i32) {
    "test.a"() : () -> ()
    %k = "test.k"() : () -> i32
    scf.yield %a, %k : i32, i32
  } else {
    scf.yield %b, %b : i32, i32
  }
  return %0#0, %0#1 : i32,i32
}
// -----
func.func @unused(%c: i1, %a: i32, %b: i32) -> (i32) {
  %0:3 = scf.if %c -> (i32,i32,i32) {
    %k = "test.k"() : () -> i32
    %l = "test.k"() : () -> i32
    scf.yield %k, %l, %a : i32, i32,i32
  } else {
    %l = "test.k"() : () -> i32
    scf.yield %l, %b,%a : i32, i32,i32
  }
  return %0#0 : i32
}
// -----
func.func @prop(%c: i1) {
  scf.if %c {
    "test.a"(%c) : (i1) -> ()
  } else {
    "test.b"(%c) : (i1) -> ()
  }
  scf.if %c {
    "test.c"(%c) : (i1) -> ()
  } else {
  }
  scf.if %c {
  } else {
    "test.c"(%c) : (i1) -> ()
  }
  scf.if %c {
  }
  return
}
// -----
func.func @combine(%c: i1,%d: i1) {
  scf.if %c {
    "test.a"() : () -> ()
  }
  scf.if %c {
    "test.b"() : () -> ()
  } else {
    "test.c"() : () -> ()
  }
  scf.if %d {
    scf.if %c {
      "test.d"() : () -> ()
    }
  }
  return
}
// -----
func.func @combine2(%c: i1,%d: i1,%x: i32,%y: i32) -> (i32,i32) {
  %t = arith.constant true
  %0 = scf.if %c -> i32 {
    %a = "test.a"() : () -> i32
    scf.yield %a : i32
  } else {
    scf.yield %x : i32
  }
  %n = arith.xori %c, %t : i1
  %1 = scf.if %n -> i32 {
    "test.a"(%0) : (i32) -> ()
    scf.yield %x : i32
  } else {
    %b = "test.a"(%0) : (i32) -> i32
    scf.yield %b : i32
  }
  return %0, %1 : i32, i32
}
// -----
func.func @combine3(%c: i1,%d: i1,%x: i32,%y: i32) -> (i32) {
  %0 = scf.if %c -> i32 {
    %1 = scf.if %d -> i32 {
      %b = "test.a"() : () -> i32
      scf.yield %b : i32
    } else {
      scf.yield %y : i32
    }
    scf.yield %1 : i32
  } else {
    scf.yield %y : i32
  }
  return %0 : i32
}
// -----
func.func @not(%c: i1,%d: i1,%x: i32,%y: i32) -> (i32,i1) {
  %t = arith.constant true
  %f = arith.constant false
  %n = arith.xori %c, %t : i1
  %0 = scf.if %n -> i32 {
    %b = "test.a"() : () -> i32
    scf.yield %b : i32
  } else {
    scf.yield %y : i32
  }
  %1 = scf.if %c -> i1 {
    "test.a"() : () -> ()
    scf.yield %t : i1
  } else {
    scf.yield %f : i1
  }
  return %0,%1 : i32,i1
}
// -----
func.func @cmp(%x: i32,%y: i32) -> (i32) {
  %c = arith.cmpi eq, %x, %y : i32
  %0 = scf.if %c -> i32 {
    "test.a"() : () -> ()
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  return %0 : i32
}
// -----
func.func @f0(%x: i32,%n: index, %m: memref<i32>) -> (i32,i32,i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %0 = scf.for %i = %c0 to %c0 step %c1 iter_args(%a = %x) -> i32 {
    %b = "test.a"(%a) : (i32) -> i32
    scf.yield %b : i32
  }
  %1 = scf.for %i = %c0 to %c5 step %c5 iter_args(%a = %x) -> i32 {
    %b = "test.b"(%a,%i) : (i32,index) -> i32
    scf.yield %b : i32
  }
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> i32 {
    scf.yield %a : i32
  }
  %3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> i32 {
    scf.yield %0 : i32
  }
  scf.for %i = %c0 to %n step %c1 {
  }
  %4:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x,%b=%x) -> (i32,i32) {
    %k = "test.b"(%a,%b) : (i32,i32) -> i32
    scf.yield %k,%k : i32,i32
  }
  %5:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x,%b=%0,%c=%x) -> (i32,i32,i32) {
    %k = "test.b"(%a,%b) : (i32,i32) -> i32
    scf.yield %k,%b,%c : i32,i32,i32
  }
  return %2,%4#0,%5#1 : i32,i32,i32
}
// -----
func.func @f1(%x: i32,%n: index, %lb: index) -> (i32) {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %0 = scf.for %i = %lb to %lb step %c1 iter_args(%a = %x) -> i32 {
    %b = "test.a"(%a) : (i32) -> i32
    scf.yield %b : i32
  }
  %ub = arith.addi %lb, %c1 : index
  %1 = scf.for %i = %lb to %ub step %c1 iter_args(%a = %0) -> i32 {
    %b = "test.a"(%a) : (i32) -> i32
    scf.yield %b : i32
  }
  %c3 = arith.constant 3 : index
  scf.for %i = %c3 to %c5 step %lb {
    "test.a"() : () -> ()
  }
  scf.for %i = %c5 to %c3 step %lb {
    "test.a"() : () -> ()
  }
  %2 = scf.for %i = %c3 to %c5 step %c1 iter_args(%a = %0) -> i32 {
    scf.yield %1: i32
  }
  return %2: i32
}
// -----
func.func @er(%x: i32,%c:i1) -> (i32) {
  %0 = scf.execute_region -> i32 {
    %b = "test.a"() : () -> i32
    scf.yield %b : i32
  }
  %1 = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    "test.x"() : () -> ()
    scf.yield %x : i32
  ^bb2:
    scf.yield %0 : i32
  }
  return %1 : i32
}
// -----
func.func @isw(%x: index,%c:i1,%a: i32,%b: i32) -> (i32,i32) {
  %c2 = arith.constant 2 : index
  %0 = scf.index_switch %c2 -> i32 
  case 2 {
    %k = "test.a"() : () -> i32
    scf.yield %k : i32
  } 
  default {
    scf.yield %a : i32
  }
  %1 = scf.index_switch %x -> i32 
  case 2 {
    scf.yield %a : i32
  } 
  default {
    scf.yield %b : i32
  }
  return %0,%1 : i32,i32
}
