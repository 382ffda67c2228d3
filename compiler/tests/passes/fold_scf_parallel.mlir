// pipeline: builtin.module(canonicalize)

func.func @p(%n: index, %x: memref<?xf32>, %t: tensor<8xf32>) -> (f32, tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %z = arith.constant 0.0 : f32
  scf.parallel (%i) = (%c5) to (%c2) step (%c1) { memref.store %z, %x[%i] : memref<?xf32> scf.reduce }
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) { memref.store %z, %x[%i] : memref<?xf32> scf.reduce }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c1, %n) step (%c1, %c1) { memref.store %z, %x[%j] : memref<?xf32> memref.store %z, %x[%i] : memref<?xf32> scf.reduce }
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c0) step (%c1, %c1) { memref.store %z, %x[%j] : memref<?xf32> scf.reduce }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) { scf.parallel (%j) = (%c0) to (%n) step (%c2) { memref.store %z, %x[%j] : memref<?xf32> memref.store %z, %x[%i] : memref<?xf32> scf.reduce } scf.reduce }
  %r = scf.parallel (%i) = (%c0) to (%c1) step (%c1) init (%z) -> f32 { %v = memref.load %x[%i] : memref<?xf32>
    scf.reduce (%v : f32) { ^bb0(%a: f32, %b: f32): %s = arith.addf %a, %b : f32  scf.reduce.return %s : f32 } }
  scf.forall (%i) in (1) { memref.store %z, %x[%i] : memref<?xf32> }
  scf.forall (%i, %j) in (1, 5) { memref.store %z, %x[%i] : memref<?xf32> memref.store %z, %x[%j] : memref<?xf32> }
  scf.forall (%i) in (%c5) { memref.store %z, %x[%i] : memref<?xf32> }
  scf.forall (%i) = (%c5) to (%n) step (%c2) { memref.store %z, %x[%i] : memref<?xf32> }
  scf.forall (%i) in (0) { memref.store %z, %x[%i] : memref<?xf32> }
  %u:2 = scf.forall (%i) in (4) shared_outs(%a = %t, %b = %t) -> (tensor<8xf32>, tensor<8xf32>) {
    %s = tensor.extract_slice %a[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel { tensor.parallel_insert_slice %s into %a[%i] [1] [1] : tensor<1xf32> into tensor<8xf32> }
  }
  return %r, %u#0, %u#1 : f32, tensor<8xf32>, tensor<8xf32>
}

// -----

func.func @p(%n: index, %x: memref<?xf32>, %t: tensor<8xf32>, %d: tensor<?xf32>) -> (tensor<8xf32>, tensor<8xf32>, index, tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %z = arith.constant 0.0 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c1, %n) step (%c1, %c1) { memref.store %z, %x[%j] : memref<?xf32> memref.store %z, %x[%i] : memref<?xf32> scf.reduce } {test.a}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) { scf.parallel (%j) = (%c0) to (%n) step (%c2) { memref.store %z, %x[%j] : memref<?xf32> memref.store %z, %x[%i] : memref<?xf32> scf.reduce } {test.b} scf.reduce } {test.c}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) { scf.parallel (%j) = (%c0) to (%i) step (%c2) { memref.store %z, %x[%j] : memref<?xf32> scf.reduce } scf.reduce }
  scf.forall (%i) in (1) { memref.store %z, %x[%i] : memref<?xf32> } {mapping = [#gpu.thread<x>]}
  scf.forall (%i, %j) in (1, %c5) { memref.store %z, %x[%i] : memref<?xf32> memref.store %z, %x[%j] : memref<?xf32> } {mapping = [#gpu.thread<x>, #gpu.thread<y>], test.d}
  scf.forall (%i, %j) = (3, 1) to (5, 9) step (2, 3) { memref.store %z, %x[%i] : memref<?xf32> memref.store %z, %x[%j] : memref<?xf32> } {test.e}
  scf.forall (%i, %j) = (3, 1) to (5, 1) step (2, 3) { memref.store %z, %x[%i] : memref<?xf32> memref.store %z, %x[%j] : memref<?xf32> } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
  %v:2 = scf.forall (%i) in (4) shared_outs(%a = %t, %b = %d) -> (tensor<8xf32>, tensor<?xf32>) {
    %s = tensor.extract_slice %a[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel { tensor.parallel_insert_slice %s into %a[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
     tensor.parallel_insert_slice %s into %b[%i] [1] [1] : tensor<1xf32> into tensor<?xf32> }
  }
  %dim = tensor.dim %v#1, %c0 : tensor<?xf32>
  %w:2 = scf.forall (%i) in (4) shared_outs(%a = %t, %b = %t) -> (tensor<8xf32>, tensor<8xf32>) {
    %s = tensor.extract_slice %a[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %s2 = tensor.extract_slice %b[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %q = arith.addf %s, %s2 : tensor<1xf32>
    scf.forall.in_parallel { tensor.parallel_insert_slice %q into %a[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
     }
  } {test.f}
  %y = scf.forall (%i) in (0) shared_outs(%a = %t) -> (tensor<8xf32>) {
    %s = tensor.extract_slice %a[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel { tensor.parallel_insert_slice %s into %a[%i] [1] [1] : tensor<1xf32> into tensor<8xf32> }
  }
  return %t, %t, %dim, %w#0, %y : tensor<8xf32>, tensor<8xf32>, index, tensor<8xf32>, tensor<8xf32>
}

// -----

func.func @more(%n: index, %x: memref<?xf32>, %t: tensor<8xf32>, %s: tensor<1xf32>) -> (tensor<8xf32>, tensor<8xf32>, f32, f32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %cm = arith.constant -2 : index
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1 : i32
  %0:2 = scf.parallel (%i, %j) = (%c0, %cm) to (%n, %c0) step (%c1, %c3) init (%z, %one) -> (f32, i32) {
    %v = memref.load %x[%j] : memref<?xf32>
    scf.reduce(%v, %one : f32, i32) {
    ^bb0(%a: f32, %b: f32):
      %s1 = arith.mulf %a, %b : f32
      scf.reduce.return %s1 : f32
    }, {
    ^bb0(%a: i32, %b: i32):
      %s2 = arith.subi %a, %b : i32
      scf.reduce.return %s2 : i32
    }
  }
  %1 = scf.parallel (%i, %j) = (%c0, %c3) to (%n, %c3) step (%c1, %c1) init (%z) -> f32 {
    %v = memref.load %x[%j] : memref<?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %s1 = arith.mulf %a, %b : f32
      scf.reduce.return %s1 : f32
    }
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %z, %x[%i] : memref<?xf32>
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %z, %x[%j] : memref<?xf32>
      scf.reduce
    }
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      scf.parallel (%k) = (%c1) to (%n) step (%c3) {
        memref.store %z, %x[%k] : memref<?xf32>
        scf.reduce
      }
      scf.reduce
    }
    scf.reduce
  }
  %2 = scf.forall (%i, %j) in (%n, 3) shared_outs(%o = %t) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  %3:2 = scf.forall (%i) = (%c3) to (4) step (%c1) shared_outs(%o = %t, %p = %t) -> (tensor<8xf32>, tensor<8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %p[%n] [1] [1] : tensor<1xf32> into tensor<8xf32>
      tensor.parallel_insert_slice %s into %o[%n] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %2, %3#1, %0#0, %1, %0#1 : tensor<8xf32>, tensor<8xf32>, f32, f32, i32
}

// -----
// Bounds that are the same value, sums with a constant that do not overflow, and steps that are not positive.
func.func @unknown_bounds(%n: index, %m: index) {
  %c4 = arith.constant 4 : index
  %next = arith.addi %n, %c4 overflow<nsw> : index
  %wraps = arith.addi %n, %c4 : index
  scf.forall (%i) = (%n) to (%n) step (4) {
    "test.equal"(%i) : (index) -> ()
  }
  scf.forall (%i, %j) = (%n, %m) to (%next, %m) step (4, %m) {
    "test.equal_dimension"(%i) : (index) -> ()
  }
  scf.forall (%i, %j) = (%n, %n) to (%next, %m) step (4, 4) {
    "test.one_in_a_dimension"(%i, %j) : (index, index) -> ()
  }
  scf.forall (%i) = (%n) to (%next) step (4) {
    "test.one"(%i) : (index) -> ()
  }
  scf.forall (%i) = (%n) to (%next) step (3) {
    "test.two"(%i) : (index) -> ()
  }
  scf.forall (%i) = (%n) to (%wraps) step (4) {
    "test.wraps"(%i) : (index) -> ()
  }
  scf.forall (%i) = (2) to (1) step (%n) {
    "test.none"(%i) : (index) -> ()
  }
  scf.forall (%i) = (%n) to (%m) step (0) {
    "test.zero"(%i) : (index) -> ()
  }
  scf.forall (%i) = (1) to (3) step (-1) {
    "test.negative"(%i) : (index) -> ()
  }
  scf.forall (%i) = (%n) to (%n) step (%m) {
    "test.mapped"(%i) : (index) -> ()
  } {mapping = [#gpu.thread<x>]}
  return
}
