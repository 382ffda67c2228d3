// pipeline: builtin.module(loop-invariant-code-motion)
// pipeline: builtin.module(func.func(loop-invariant-code-motion))
// pipeline: builtin.module(control-flow-sink)

func.func @f(%a: i32, %b: i32, %m: memref<i32>, %lb: index, %ub: index, %s: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c1 {
    %d = arith.divsi %a, %b : i32
    %e = arith.addi %d, %a : i32
    %l = memref.load %m[] : memref<i32>
    %al = memref.alloca() : memref<i32>
    "test.u"(%l, %e, %al) : (i32, i32, memref<i32>) -> ()
    scf.for %j = %lb to %ub step %s {
      %d2 = arith.divsi %a, %b : i32
      %e2 = arith.addi %d2, %a : i32
      "test.u"(%e2) : (i32) -> ()
    }
  }
  scf.for %i = %c0 to %c10 step %s {
    %e = arith.addi %a, %a : i32
    %f = arith.subi %b, %e : i32
    %d = arith.divsi %a, %b : i32
      "test.u"(%e, %f, %d) : (i32,i32, i32) -> ()
  }
  scf.parallel (%i) = (%c0) to (%c10) step (%c1) {
    %e = arith.addi %a, %a : i32
    %d = arith.divsi %a, %b : i32
    "test.u"(%e, %d) : (i32, i32) -> ()
  }
  scf.forall (%i) in (%c10) {
    %e = arith.addi %a, %a : i32
    %d = arith.divsi %a, %b : i32
    "test.u"(%e, %d) : (i32, i32) -> ()
  }
  scf.while : () -> () { 
    %e = arith.addi %a, %a : i32
    %d = arith.divsi %a, %b : i32
    "test.u"(%e, %d) : (i32, i32) -> ()
    scf.condition(%c)
  } do {
    %e = arith.subi %a, %a : i32
    %d = arith.divsi %a, %b : i32
    "test.u"(%e, %d) : (i32, i32) -> ()
    scf.yield
  }
  affine.for %i = 0 to 10 {
    %e = arith.addi %a, %a : i32
    %d = arith.divsi %a, %b : i32
    "test.u"(%e, %d) : (i32, i32) -> ()
    %r = scf.if %c -> i32 { scf.yield %e : i32 } else {scf.yield %a : i32 }
    "test.u"(%r) : (i32) -> ()
    affine.for %j = 0 to 10 { %z = arith.addi %a, %b : i32
    "test.u"(%z) : (i32) -> () }
  }
  return
}

// -----

func.func @f(%a: i32, %b: i32, %m: memref<i32>, %i: index, %c: i1) -> i32 {
  %x = arith.addi %a, %b : i32
  %y = arith.subi %x, %b : i32
  %z = arith.muli %x, %b : i32
  %w = arith.divsi %x, %b : i32
  %l = memref.load %m[] : memref<i32>
  %al = memref.alloc() : memref<i32>
  %r = scf.if %c -> i32 { 
    %q = scf.if %c -> i32 { %t = arith.addi %y, %z : i32
       scf.yield %t : i32 } else { scf.yield %w : i32 }
    memref.store %q, %al[] : memref<i32>
    scf.yield %q : i32 } else { scf.yield %l : i32 }
  %v = arith.addi %a, %r : i32
  %true = arith.constant true
  %v2 = arith.addi %v, %r : i32
  %r2 = scf.if %true -> i32 { scf.yield %v : i32 } else { scf.yield %v2 : i32 }
  %v3 = arith.xori %v, %r : i32
  %v4 = arith.andi %v, %r : i32
  %r3 = scf.index_switch %i -> i32 case 2 { scf.yield %v3: i32 } default { scf.yield %v4 : i32 }
  %v5 = arith.xori %v, %r2 : i32
  %r4 = scf.execute_region -> i32 { scf.yield %v5 : i32 }
  %v6 = arith.xori %v, %r4 : i32
  %c0 = arith.constant 0 : index
  %r5 = scf.for %j = %c0 to %c0 step %i iter_args(%k = %r4) -> i32 { %e= arith.addi %v6, %k : i32
  scf.yield %e : i32 }
  %r6 = scf.if %c -> i32 { 
    %q = scf.execute_region -> i32 {  cf.br ^c
     ^c:
     %ze = arith.ori %r5, %b : i32
     cf.br ^b 
     ^b: 
     %t = arith.addi %ze, %ze : i32
       scf.yield %t : i32 }
    scf.yield %q : i32 } else { scf.yield %l : i32 }
  return %r6 : i32
}

// -----

#set = affine_set<(d0) : (d0 - 10 >= 0)>
func.func @f(%a: i32, %b: i32, %m: memref<i32>, %i: index, %c: i1)  {
  %x = arith.addi %a, %b : i32
  affine.if #set(%i) { "test.u"(%x) : (i32) -> () }
  %y = arith.addi %a, %b : i32
  memref.alloca_scope { "test.u"(%y) : (i32) -> () }
  return
  }
