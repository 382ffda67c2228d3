// pipeline: builtin.module(canonicalize)
// Quotients, remainders and bounds by what the bounds of loops tell of their variables.
func.func @all(%m: memref<64x64xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 32 step 4 {
      %0 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i)
      %1 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
      %2 = affine.apply affine_map<(d0) -> (d0 mod 4)>(%j)
      %3 = affine.apply affine_map<(d0, d1) -> ((d0 * 8 + d1) floordiv 8)>(%j, %i)
      %4 = affine.apply affine_map<(d0, d1) -> ((d0 * 8 + d1) mod 8)>(%j, %i)
      %5 = affine.apply affine_map<(d0, d1) -> ((d0 * 8 + d1) ceildiv 8)>(%j, %i)
      %6 = affine.apply affine_map<(d0)[s0] -> ((s0 * 8 + d0) floordiv 8)>(%i)[%n]
      %7 = affine.apply affine_map<(d0)[s0] -> ((s0 * 16 + d0) mod 8)>(%i)[%n]
      %8 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) floordiv 64)>(%i, %j)
      %9 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) floordiv 4)>(%j, %i)
      %10 = affine.apply affine_map<(d0) -> (d0 ceildiv 8)>(%i)
      %11 = affine.apply affine_map<(d0) -> ((d0 + 1) ceildiv 8)>(%i)
      %12 = affine.apply affine_map<(d0) -> ((d0 + 64) mod 72)>(%i)
      %13 = affine.apply affine_map<(d0) -> ((d0 - 9) mod 72)>(%i)
      %14 = affine.apply affine_map<(d0) -> ((d0 - 9) floordiv 9)>(%i)
      "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14) : (index, index, index, index, index, index, index, index, index, index, index, index, index, index, index) -> ()
      %v = affine.load %m[%i mod 8, (%j + %i) floordiv 64] : memref<64x64xf32>
      affine.store %v, %m[%i floordiv 8, %j mod 32] : memref<64x64xf32>
      affine.for %k = max affine_map<(d0, d1) -> (d0, d1 - 40, 0)>(%i, %j) to min affine_map<(d0, d1)[s0] -> (d0 + 100, 100, d1 + 200, s0)>(%i, %j)[%n] {
        "test.use"(%k) : (index) -> ()
      }
      affine.for %k = max affine_map<(d0, d1) -> (d0, d1 - 40, 8)>(%i, %j) to min affine_map<(d0, d1)[s0] -> (d0 + 100, 100, d1 + 90)>(%i, %j)[%n] {
        "test.use"(%k) : (index) -> ()
      }
      %15 = affine.min affine_map<(d0) -> (d0 floordiv 8, 4, d0)>(%i)
      %16 = affine.max affine_map<(d0) -> (d0 - 10, 4)>(%i)
      "test.use"(%15, %16) : (index, index) -> ()
    }
  }
  affine.for %i = affine_map<(d0) -> (d0 * 4)>(%n) to affine_map<(d0) -> (d0 * 4 + 16)>(%n) step 2 {
      %2 = affine.apply affine_map<(d0) -> (d0 mod 2)>(%i)
      %3 = affine.apply affine_map<(d0) -> (d0 mod 4)>(%i)
      %4 = affine.apply affine_map<(d0) -> ((d0 + 1) floordiv 2)>(%i)
      %5 = affine.apply affine_map<(d0) -> ((d0 * 2 + 1) floordiv 4)>(%i)
      "test.use"(%2, %3, %4, %5) : (index, index, index, index) -> ()
  }
  affine.parallel (%i) = (0) to (8) {
      %2 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
      "test.use"(%2) : (index) -> ()
  }
  affine.for %i = 0 to 8 {
  affine.for %j = affine_map<(d0) -> (d0 floordiv 8)>(%i) to affine_map<(d0) -> (d0 mod 8)>(%i) {
      affine.if affine_set<(d0) : (d0 floordiv 8 == 0)>(%i) {
      "test.use"(%j) : (index) -> ()
      }
  }
  }
  return
}
