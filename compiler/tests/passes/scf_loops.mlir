// pipeline: builtin.module(scf-for-loop-range-folding)
// pipeline: builtin.module(scf-for-to-while)
// pipeline: builtin.module(scf-forall-to-for)
// pipeline: builtin.module(scf-forall-to-parallel)
// pipeline: builtin.module(scf-parallel-for-to-nested-fors)
// pipeline: builtin.module(func.func(scf-forall-to-for,scf-for-to-while))

func.func @f(%lb: index, %ub: index, %s: index, %a: i32, %m: memref<?xi32>) -> i32 {
  %r = scf.for %i = %lb to %ub step %s iter_args(%x = %a) -> i32 {
    %y = arith.addi %x, %x : i32
    scf.for %j = %lb to %i step %s {
      memref.store %y, %m[%j] : memref<?xi32>
    }
    scf.yield %y : i32
  } {test.attr}
  scf.for unsigned %i = %a to %a step %a : i32 {
    "test.u"(%i) : (i32) -> () 
  }
  return %r : i32
}

// -----

func.func @f(%lb: index, %ub: index, %s: index, %a: i32, %m: memref<?x?xi32>, %t: tensor<4xi32>) {
  scf.forall (%i, %j) in (%lb, 8) {
    memref.store %a, %m[%i, %j] : memref<?x?xi32>
    scf.forall (%k) = (%i) to (%ub) step (%s) { "test.u"(%k) : (index) -> () }
  } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
  return
}

// -----

func.func @f(%lb: index, %ub: index, %s: index, %a: index, %m: memref<?xi32>) {
  scf.for %i = %lb to %ub step %s {
    %x = arith.addi %i, %a : index
    %y = arith.muli %x, %s : index
    "test.u"(%y) : (index) -> ()
  }
  scf.for %i = %lb to %ub step %s {
    %x = arith.addi %a, %i : index
    "test.u"(%x) : (index) -> ()
    "test.u"(%x) : (index) -> ()
  }
  scf.for %i = %lb to %ub step %s {
    scf.for %j = %lb to %ub step %s {
    %x = arith.muli %j, %i : index
    %y = arith.addi %x, %i : index
    "test.u"(%y) : (index) -> ()
    }
    %c = arith.constant 3 : index
    %x = arith.muli %i, %c : index
  }
  return
}

// -----

func.func @f(%lb: index, %ub: index, %s: index, %a: i32, %m: memref<?xi32>) -> i32 {
  %c1 = arith.constant 1 : i32
  %c1b = arith.constant 1 : i32
  %dead = arith.addi %c1, %c1b : i32
  %r = scf.for %i = %lb to %ub step %s iter_args(%x = %a) -> i32 {
    %dead2 = arith.addi %c1, %c1b : i32
    %c3 = arith.constant 3 : i32
    %y = arith.addi %x, %c3 : i32
    scf.yield %y : i32
  }
  return %r : i32
}
func.func @g(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c1b = arith.constant 1 : i32
  %dead = arith.addi %c1, %c1b : i32
  return %a : i32
}

// -----

func.func @nested(%n: index, %x: memref<?xf32>, %y: memref<?x?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  scf.parallel (%i, %j) = (%c0, %c1) to (%n, %n) step (%c1, %c1) {
    scf.parallel (%k) = (%c0) to (%j) step (%c1) {
      memref.store %z, %y[%i, %k] : memref<?x?xf32>
      scf.reduce
    } {test.attr}
    scf.for %k = %c0 to %n step %c1 {
      scf.parallel (%l) = (%k) to (%j) step (%c1) {
        memref.store %z, %x[%l] : memref<?xf32>
      }
    }
  }
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z) -> f32 {
    scf.parallel (%k) = (%c0) to (%n) step (%c1) {
      memref.store %z, %y[%i, %k] : memref<?x?xf32>
    }
    %v = memref.load %x[%i] : memref<?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}
