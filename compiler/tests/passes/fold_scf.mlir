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
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %d: i1, %x: index, %y: index) -> (i32, i32) {
  %true = arith.constant true
  %false = arith.constant false
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %n = arith.xori %c, %true : i1
  %v11:2 = scf.if %c -> (i32, i32) {
  scf.yield %b, %b : i32, i32
  } else {
  %v9:1 = scf.if %false -> (i32) {
  %v0 = "test.op"(%a) : (i32) -> i32
  scf.if %c {
  %v1 = "test.op"(%a) : (i32) -> i32
  scf.yield
  } else {
  %v2 = "test.op"(%v0) : (i32) -> i32
  %v3 = "test.op"(%a) : (i32) -> i32
  scf.yield
  }
  scf.yield %v0 : i32
  } else {
  %v8:2 = scf.for %k5 = %i0 to %i2 step %i2 iter_args(%a5_0 = %b, %a5_1 = %b) -> (i32, i32) {
  %v6 = "test.op"(%a) : (i32) -> i32
  %v7 = "test.op"(%a5_0) : (i32) -> i32
  scf.yield %v7, %v7 : i32, i32
  }
  scf.yield %v8#0 : i32
  }
  %v10 = "test.op"(%v9#0) : (i32) -> i32
  scf.yield %v10, %v10 : i32, i32
  }
  %v12 = "test.op"(%v11#1) : (i32) -> i32
  return %v11#0, %v11#0 : i32, i32
}
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %d: i1, %x: index, %y: index) -> (i32, i32) {
  %true = arith.constant true
  %false = arith.constant false
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %n = arith.xori %c, %true : i1
  %v14:3 = scf.for %k0 = %x to %i3 step %i1 iter_args(%a0_0 = %b, %a0_1 = %b, %a0_2 = %b) -> (i32, i32, i32) {
  scf.if %c {
  %v5:3 = scf.for %k1 = %i0 to %i2 step %i1 iter_args(%a1_0 = %b, %a1_1 = %a, %a1_2 = %a) -> (i32, i32, i32) {
  %v2 = "test.op"(%a1_2) : (i32) -> i32
  %v3 = "test.op"(%a0_2) : (i32) -> i32
  %v4 = "test.op"(%a1_0) : (i32) -> i32
  scf.yield %a0_1, %a, %a : i32, i32, i32
  }
  scf.for %k6 = %i1 to %i2 step %i1 {
  %v7 = "test.op"(%v5#0) : (i32) -> i32
  scf.yield
  }
  scf.if %c {
  %v9 = "test.op"(%a0_0) : (i32) -> i32
  %v10 = "test.op"(%a) : (i32) -> i32
  scf.yield
  } else {
  %v11 = "test.op"(%b) : (i32) -> i32
  scf.yield
  }
  scf.yield
  }
  "test.bit"(%c) : (i1) -> ()
  scf.yield %a, %a0_2, %a0_1 : i32, i32, i32
  }
  %v15 = "test.op"(%a) : (i32) -> i32
  return %v14#2, %v14#0 : i32, i32
}

// -----
// Steps that are not positive.
func.func @steps(%n: index, %m: index) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : index
  %negative = arith.constant -1 : index
  scf.for %i = %n to %m step %zero {
    "test.zero"(%i) : (index) -> ()
  }
  scf.for unsigned %i = %n to %m step %zero {
    "test.zero_unsigned"(%i) : (index) -> ()
  }
  scf.for %i = %c1 to %c3 step %negative {
    "test.negative"(%i) : (index) -> ()
  }
  scf.for %i = %n to %m step %negative {
    "test.negative_unknown"(%i) : (index) -> ()
  }
  return
}
