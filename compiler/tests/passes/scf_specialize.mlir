// pipeline: builtin.module(scf-for-loop-specialization)
// pipeline: builtin.module(scf-parallel-loop-specialization)
func.func @spec(%n: index, %m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ub = affine.min affine_map<(d0) -> (1024, d0 - 4)>(%n)
  scf.for %i = %c0 to %ub step %c1 {
    %0 = memref.load %m[%i] : memref<?xf32>
    "test.use"(%0) : (f32) -> ()
  }
  %r = scf.for %i = %c0 to %ub step %c1 iter_args(%x = %c0) -> index {
    %y = arith.addi %x, %i : index
    scf.yield %y : index
  }
  %u2 = affine.min affine_map<(d0) -> (d0 + 1, 64, 32)>(%n)
  scf.for %i = %c0 to %u2 step %c1 {
    scf.for %j = %c0 to %ub step %c1 {
    "test.use"(%i) : (index) -> ()
    }
  }
  %u3 = affine.min affine_map<(d0) -> (d0 + 1)>(%n)
  scf.for %i = %c0 to %u3 step %c1 { "test.use"(%i) : (index) -> () }
  return
}
// -----
func.func @par(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %u0 = affine.min affine_map<(d0) -> (1024, d0 - 4)>(%n)
  %u1 = affine.min affine_map<(d0) -> (d0 + 1, 64, 32)>(%n)
  scf.parallel (%i, %j) = (%c0, %c0) to (%u0, %u1) step (%c1, %c1) { "test.use"(%i, %j) : (index, index) -> () 
    scf.parallel (%k) = (%c0) to (%u1) step (%c1) { "test.use"(%i, %j) : (index, index) -> () }
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%u0, %m) step (%c1, %c1) { "test.use"(%i, %j) : (index, index) -> () }
  scf.parallel (%i, %j) = (%c0, %c0) to (%u0, %c7) step (%c1, %c1) { "test.use"(%i, %j) : (index, index) -> () }
  scf.parallel (%i) = (%c0) to (%u0) step (%c1) { "test.use"(%i) : (index) -> () }
  %r = scf.parallel (%i) = (%c0) to (%u0) step (%c1) init(%c0) -> index { 
    scf.reduce(%i : index) {
      ^bb0(%a: index, %b: index):
      %c = arith.addi %a, %b : index
      scf.reduce.return %c : index
    }
  }
  return
}
// -----
func.func @spec(%n: index, %m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ub = affine.min affine_map<(d0) -> (-5, d0 - 4)>(%n)
  scf.for %i = %c0 to %ub step %c1 {
    "test.use"(%ub) : (index) -> ()
  } {x = 1 : i32}
  scf.parallel (%i) = (%c0) to (%ub) step (%c1) {
    "test.use"(%ub) : (index) -> ()
  } {x = 1 : i32}
  return
}
// -----
func.func @three(%n: index, %l: index) {
  %c1 = arith.constant 1 : index
  %u0 = affine.min affine_map<(d0)[s0] -> (8, d0 - s0)>(%n)[%l]
  %u1 = affine.min affine_map<(d0)[s0] -> (s0, 16, d0)>(%n)[%l]
  %u2 = affine.max affine_map<(d0) -> (16, d0)>(%n)
  scf.parallel (%i, %j, %k) = (%l, %l, %l) to (%u0, %u1, %u0) step (%c1, %c1, %c1) {
    "test.use"(%i, %j, %k) : (index, index, index) -> ()
  }
  scf.for %i = %l to %u2 step %c1 { "test.use"(%u2) : (index) -> () }
  scf.for unsigned %i = %u0 to %u1 step %c1 { "test.use"(%u1, %i) : (index, index) -> () }
  return
}
