// pipeline: builtin.module(func.func(affine-simplify-structures))
// pipeline: builtin.module(canonicalize)
func.func @bounds(%n: index, %m: memref<?xf32>, %x: f32) {
  %c3 = arith.constant 3 : index
  %c20 = arith.constant 20 : index
  affine.for %i = %c3 to min affine_map<()[s0] -> (s0, 40)>()[%c20] {
    "test.use"(%i) : (index) -> ()
  }
  affine.for %i = max affine_map<()[s0] -> (s0, 2, s0 + 0)>()[%n] to affine_map<(d0)[s0] -> (d0 + s0 - d0)>(%n)[%c20] {
    "test.use"(%i) : (index) -> ()
  }
  %a = affine.apply affine_map<()[s0] -> (s0 * 2 + 4)>()[%n]
  affine.for %i = 0 to %a step 2 {
    %b = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    affine.for %j = affine_map<(d0) -> (d0)>(%b) to affine_map<(d0) -> ((d0 mod 4) mod 2 + (d0 - d0 floordiv 8 * 8) * 1)>(%b) {
      "test.use"(%j) : (index) -> ()
    }
  }
  return
}
// -----
func.func @nothing(%n: index, %x: f32, %y: f32) -> (f32, f32, f32, f32, f32, f32) {
  affine.for %i = 0 to 10 {
  }
  %a = affine.for %i = 5 to 5 iter_args(%p = %x) -> (f32) {
    %v = arith.addf %p, %p : f32
    affine.yield %v : f32
  }
  %b = affine.for %i = 0 to %n iter_args(%p = %x) -> (f32) {
    affine.yield %p : f32
  }
  %c = affine.for %i = 0 to %n iter_args(%p = %x) -> (f32) {
    affine.yield %y : f32
  }
  %d = affine.for %i = 0 to 10 iter_args(%p = %x) -> (f32) {
    affine.yield %y : f32
  }
  %e:2 = affine.for %i = 0 to 10 iter_args(%p = %x, %q = %y) -> (f32, f32) {
    affine.yield %q, %p : f32, f32
  }
  %f:2 = affine.for %i = 0 to 1 iter_args(%p = %x, %q = %y) -> (f32, f32) {
    affine.yield %q, %p : f32, f32
  }
  return %a, %b, %c, %d, %e#0, %f#1 : f32, f32, f32, f32, f32, f32
}
// -----
func.func @maps(%i: index, %j: index, %m: memref<100xf32>) -> index {
  %a = affine.apply affine_map<(d0, d1) -> (d0 + d1 - d0 + 2 * 3)>(%i, %j)
  %b = affine.apply affine_map<(d0)[s0] -> (d0 * 4 + s0 - d0 * 4)>(%a)[%i]
  %v = affine.load %m[symbol(%i) + symbol(%j)] : memref<100xf32>
  "test.use"(%v) {map = affine_map<(d0) -> (d0 * 2 - d0)>} : (f32) -> ()
  return %b : index
}
