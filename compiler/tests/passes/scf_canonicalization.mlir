// pipeline: builtin.module(scf-for-loop-canonicalization)
// pipeline: builtin.module(scf-for-loop-peeling,scf-for-loop-canonicalization)
func.func @known(%t: memref<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %i = %c0 to %c16 step %c4 iter_args(%a = %t) -> memref<?xf32> {
    %m = affine.min affine_map<(d0, d1) -> (4, d0 - d1)>(%c16, %i)
    %m2 = affine.max affine_map<(d0, d1) -> (-4, d1 - d0)>(%c16, %i)
    %d = memref.dim %a, %c0 : memref<?xf32>
    "test.x"(%m, %d, %m2) : (index, index, index) -> ()
    scf.yield %a : memref<?xf32>
  }
  %d2 = memref.dim %r, %c0 : memref<?xf32>
  return %d2 : index
}
// -----
func.func @bounds(%n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c-4 = arith.constant -4 : index
  scf.for %i = %c0 to %n step %c4 {
    %0 = affine.min affine_map<(d0, d1) -> (4, d0 - d1)>(%n, %i)
    %1 = affine.min affine_map<(d0, d1) -> (1, d0 - d1)>(%n, %i)
    %2 = affine.max affine_map<(d0) -> (0, d0)>(%i)
    %3 = affine.min affine_map<(d0, d1) -> (d0 - 1, d1)>(%n, %i)
    %4 = affine.min affine_map<(d0) -> (5, d0 mod 4)>(%i)
    %5 = affine.max affine_map<(d0) -> (0, (d0 + 3) floordiv 4)>(%i)
    "test.x"(%0, %1, %2, %3, %4, %5) : (index, index, index, index, index, index) -> ()
  }
  scf.for %i = %n to %k step %c2 {
    %0 = affine.min affine_map<(d0)[s0] -> (d0, s0)>(%i)[%n]
    %1 = affine.max affine_map<(d0)[s0] -> (d0, s0)>(%i)[%k]
    %2 = affine.max affine_map<(d0)[s0, s1] -> (d0 - s0, 0, s0 - s1)>(%i)[%n, %k]
    %3 = affine.max affine_map<(d0)[s0, s1] -> (d0 - s0, -5, s0 - s1)>(%i)[%n, %n]
    "test.x"(%0, %1, %2, %3) : (index, index, index, index) -> ()
  }
  scf.for %i = %c3 to %c4 step %c8 {
    %0 = affine.min affine_map<(d0) -> (d0 + 5, 8)>(%i)
    %1 = affine.min affine_map<(d0)[s0] -> (d0 + s0, s0 + 7)>(%i)[%n]
    "test.x"(%0, %1) : (index, index) -> ()
  }
  scf.for %i = %c4 to %c0 step %c-4 {
    %0 = affine.min affine_map<(d0) -> (d0 + 5, 8)>(%i)
    "test.x"(%0) : (index) -> ()
  }
  scf.for %i = %c8 to %c0 step %c3 {
    %0 = affine.min affine_map<(d0) -> (d0 + 5, 8)>(%i)
    "test.x"(%0) : (index) -> ()
  }
  scf.for %i = %c0 to %n step %k {
    %0 = affine.max affine_map<(d0) -> (d0, 0)>(%i)
    "test.x"(%0) : (index) -> ()
  }
  return
}
// -----
// Loops in loops, parallel loops, and loops with constant bounds.
func.func @kinds(%n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c4 {
    %u = affine.min affine_map<(d0) -> (d0 + 4, 64)>(%i)
    scf.for %j = %i to %u step %c2 {
      %0 = affine.min affine_map<(d0, d1) -> (2, d0 - d1)>(%u, %j)
      %1 = affine.max affine_map<(d0, d1) -> (d0, d1)>(%i, %j)
      %2 = affine.min affine_map<(d0, d1) -> (d0 + 4, d1 + 4, 72)>(%i, %j)
      "test.x"(%0, %1, %2) : (index, index, index) -> ()
    }
  }
  scf.parallel (%i, %j) = (%c0, %c2) to (%c10, %n) step (%c2, %c4) {
    %0 = affine.min affine_map<(d0) -> (2, 10 - d0)>(%i)
    %1 = affine.max affine_map<(d0, d1) -> (d0, -d1, 0)>(%i, %j)
    "test.x"(%0, %1) : (index, index) -> ()
  }
  scf.forall (%i, %j) = (0, 2) to (10, %n) step (2, 4) {
    %0 = affine.min affine_map<(d0) -> (2, 10 - d0)>(%i)
    %1 = affine.max affine_map<(d0, d1) -> (d0, -d1, 0)>(%i, %j)
    %2 = affine.min affine_map<(d0, d1) -> (2, 10 - d0, d1)>(%i, %j)
    "test.x"(%0, %1, %2) : (index, index, index) -> ()
  }
  scf.forall (%i) in (%n) {
    %0 = affine.min affine_map<(d0, d1) -> (1, d0 - d1)>(%n, %i)
    "test.x"(%0) : (index) -> ()
  }
  affine.for %i = 0 to 10 {
    %0 = affine.max affine_map<(d0) -> (d0, 0)>(%i)
    "test.x"(%0) : (index) -> ()
  }
  return
}
// -----
// Sizes of what loops pass on.
func.func @sizes(%t: memref<?x?xf32>, %u: memref<?x?xf32>, %n: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %t, %c = %u) -> (memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>) {
    %d0 = memref.dim %a, %c0 : memref<?x?xf32>
    %d1 = memref.dim %b, %c1 : memref<?x?xf32>
    %d2 = memref.dim %c, %c1 : memref<?x?xf32>
    "test.x"(%d0, %d1, %d2) : (index, index, index) -> ()
    %q = scf.for %j = %c0 to %n step %c1 iter_args(%e = %a) -> memref<?x?xf32> {
      %d = memref.dim %e, %n : memref<?x?xf32>
      "test.x"(%d) : (index) -> ()
      scf.yield %e : memref<?x?xf32>
    }
    scf.yield %q, %c, %b : memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>
  }
  %0 = memref.dim %r#0, %c0 : memref<?x?xf32>
  %1 = memref.dim %r#1, %c0 : memref<?x?xf32>
  %2 = memref.dim %r#2, %n : memref<?x?xf32>
  %3 = memref.dim %r#0, %n : memref<?x?xf32>
  return %0, %1, %2, %3 : index, index, index, index
}
// -----
func.func @constants(%n: index) -> (index, index, index, index, index) {
  %c3 = arith.constant 3 : index
  %0 = affine.min affine_map<(d0)[s0] -> (d0, s0)>(%c3)[%n]
  %1 = affine.min affine_map<()[s0] -> (s0)>()[%n]
  %2 = affine.max affine_map<(d0)[s0] -> (d0, s0 * 2, 5)>(%c3)[%c3]
  %3 = affine.min affine_map<(d0)[s0] -> (d0, s0 floordiv 2)>(%c3)[%c3]
  %4 = affine.max affine_map<(d0)[s0] -> (s0)>(%n)[%c3]
  return %0, %1, %2, %3, %4 : index, index, index, index, index
}
