// pipeline: builtin.module(scf-for-loop-peeling)
// pipeline: builtin.module(scf-for-loop-peeling{skip-partial=false})
// pipeline: builtin.module(scf-for-loop-peeling{peel-front=true})
func.func @sum(%lb: index, %ub: index, %c: i32) -> i32 {
  %s = arith.constant 4 : index
  %r = scf.for %i = %lb to %ub step %s iter_args(%a = %c) -> i32 {
    %m = affine.min affine_map<(d0, d1)[s0] -> (s0, d0 - d1)>(%ub, %i)[%s]
    %x = arith.index_cast %m : index to i32
    %y = arith.addi %a, %x : i32
    scf.yield %y : i32
  }
  return %r : i32
}
// -----
func.func @nested(%n: index) {
  %c0 = arith.constant 0 : index
  %c17 = arith.constant 17 : index
  %s = arith.constant 4 : index
  scf.for %i = %c0 to %c17 step %s {
    scf.for %j = %c0 to %n step %s {
      %m = affine.min affine_map<(d0, d1) -> (4, d0 - d1)>(%c17, %i)
      "test.x"(%i, %j, %m) : (index, index, index) -> ()
    }
  }
  return
}
// -----
// The step is not known, is 1, is negative, divides the distance, and the loop runs once.
func.func @steps(%lb: index, %ub: index, %s: index, %m: memref<?xindex>) {
  %c-1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %lb to %ub step %s {
    %0 = affine.min affine_map<(d0, d1)[s0] -> (s0, d0 - d1)>(%ub, %i)[%s]
    %1 = affine.max affine_map<(d0, d1)[s0] -> (-s0, d1 - d0)>(%ub, %i)[%s]
    memref.store %0, %m[%i] : memref<?xindex>
    memref.store %1, %m[%i] : memref<?xindex>
  }
  scf.for %i = %lb to %ub step %c1 { memref.store %i, %m[%i] : memref<?xindex> }
  scf.for %i = %c0 to %c8 step %c-1 { memref.store %i, %m[%i] : memref<?xindex> }
  scf.for %i = %c0 to %c8 step %c4 { memref.store %i, %m[%i] : memref<?xindex> }
  scf.for %i = %c0 to %c3 step %c4 { memref.store %i, %m[%i] : memref<?xindex> }
  scf.for %i = %c3 to %c0 step %c4 { memref.store %i, %m[%i] : memref<?xindex> }
  scf.for %i = %c0 to %ub step %ub { memref.store %i, %m[%ub] : memref<?xindex> }
  return
}
// -----
// The bound is a multiple of the step, as an applied map tells.
func.func @multiple(%n: index, %m: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %u = affine.apply affine_map<()[s0] -> (s0 * 8)>()[%n]
  %v = affine.apply affine_map<()[s0, s1] -> (s0 + s1 * 4)>()[%u, %n]
  scf.for %i = %c0 to %u step %c4 { memref.store %i, %m[%i] : memref<?xindex> }
  scf.for %i = %u to %v step %c4 { memref.store %i, %m[%i] : memref<?xindex> }
  scf.for %i = %n to %v step %c4 { memref.store %i, %m[%i] : memref<?xindex> }
  return
}
// -----
// Loops in loops, with results, unsigned, and with attributes.
func.func @deep(%a: index, %b: index, %t: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c7 = arith.constant 7 : index
  %r:2 = scf.for %i = %c0 to %a step %c32 iter_args(%x = %t, %y = %t) -> (f32, f32) {
    %h = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 32)>(%i)[%a]
    %q:2 = scf.for %j = %c0 to %h step %c7 iter_args(%z = %x, %w = %y) -> (f32, f32) {
      %g = affine.min affine_map<(d0, d1) -> (7, d1 - d0)>(%j, %h)
      %k = scf.for %l = %c0 to %b step %g iter_args(%v = %z) -> f32 {
        %0 = "test.f"(%l, %g, %h, %v) : (index, index, index, f32) -> f32
        scf.yield %0 : f32
      }
      scf.yield %w, %k : f32, f32
    } {name = "inner"}
    scf.yield %q#1, %q#0 : f32, f32
  }
  scf.for unsigned %i = %c0 to %a step %c7 {
    "test.f"(%i) : (index) -> ()
  }
  return %r#0, %r#1 : f32, f32
}
// -----
// What a map of several results can become.
func.func @maps(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c4 {
    %0 = affine.min affine_map<(d0, d1) -> (4, d0 - d1, d0 - d1 + 1, 9)>(%n, %i)
    %1 = affine.max affine_map<(d0, d1) -> (4, d0 - d1, 1)>(%n, %i)
    %2 = affine.max affine_map<(d0, d1) -> (-4, -1 * (d0 - d1))>(%n, %i)
    %3 = affine.min affine_map<(d0, d1) -> (d0, d1)>(%n, %i)
    %4 = affine.min affine_map<(d0, d1) -> (2 * d0 - 2 * d1, 8, (d0 - d1) * 3)>(%n, %i)
    %5 = affine.min affine_map<(d0, d1) -> ((d0 - d1) floordiv 2, 2)>(%n, %i)
    %6 = affine.min affine_map<(d0, d1) -> ((d0 - d1) ceildiv 2, 2)>(%n, %i)
    %7 = affine.min affine_map<(d0, d1) -> (d0 mod 4 + 4, d1 mod 4)>(%n, %i)
    %8 = affine.min affine_map<(d0)[s0] -> (d0 * s0, 4)>(%i)[%n]
    "test.f"(%0, %1, %2, %3, %4, %5, %6, %7, %8) : (index, index, index, index, index, index, index, index, index) -> ()
  }
  return
}
