// pipeline: builtin.module(fold-memref-alias-ops)
func.func @subview(%m: memref<12x32xf32>, %i: index, %j: index, %v: vector<4xf32>, %p: f32, %k: vector<4xi1>) -> (f32, f32, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %s = memref.subview %m[%i, 2][4, 4][2, 1] : memref<12x32xf32> to memref<4x4xf32, strided<[64, 1], offset: ?>>
  %0 = memref.load %s[%j, %i] {nontemporal = true, alignment = 8} : memref<4x4xf32, strided<[64, 1], offset: ?>>
  %1 = affine.load %s[0, 2] : memref<4x4xf32, strided<[64, 1], offset: ?>>
  %2 = vector.load %s[%j, %i] {nontemporal = true, alignment = 8} : memref<4x4xf32, strided<[64, 1], offset: ?>>, vector<4xf32>
  %u = memref.subview %m[%i, 2][4, 4][1, 1] : memref<12x32xf32> to memref<4x4xf32, strided<[32, 1], offset: ?>>
  %3 = vector.load %u[%j, %i] {nontemporal = true, alignment = 8} : memref<4x4xf32, strided<[32, 1], offset: ?>>, vector<4xf32>
  %4 = vector.transfer_read %u[%j, %i], %p {in_bounds = [true]} : memref<4x4xf32, strided<[32, 1], offset: ?>>, vector<4xf32>
  %5 = vector.maskedload %u[%j, %i], %k, %v : memref<4x4xf32, strided<[32, 1], offset: ?>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0, %1, %2, %3, %4, %5 : f32, f32, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}
// -----
func.func @reshape(%m: memref<12x32xf32>, %d: memref<?x?xf32>, %i: index, %j: index, %v: vector<4xf32>, %p: f32, %n: index) -> (f32, f32, f32) {
  %s = memref.expand_shape %m [[0, 1], [2]] output_shape [3, 4, 32] : memref<12x32xf32> into memref<3x4x32xf32>
  %0 = memref.load %s[%j, %i, %j] {nontemporal = true, alignment = 8} : memref<3x4x32xf32>
  %1 = affine.load %s[0, 2, 3] : memref<3x4x32xf32>
  memref.store %0, %s[%j, %i, %j] {nontemporal = true, alignment = 8} : memref<3x4x32xf32>
  vector.store %v, %s[%j, %i, %j] {nontemporal = true, alignment = 8} : memref<3x4x32xf32>, vector<4xf32>
  %t = vector.transfer_read %s[%j, %i, %j], %p {in_bounds = [true]} : memref<3x4x32xf32>, vector<4xf32>
  vector.transfer_write %t, %s[%j, %i, %j] {in_bounds = [true]} : vector<4xf32>, memref<3x4x32xf32>
  %t2 = vector.transfer_read %s[%j, %i, %j], %p {in_bounds = [true, true]} : memref<3x4x32xf32>, vector<2x4xf32>
  "test.x"(%t2) : (vector<2x4xf32>) -> ()
  %c = memref.collapse_shape %d [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  %2 = memref.load %c[%j] {nontemporal = true, alignment = 8} : memref<?xf32>
  affine.store %2, %c[%j + 1] : memref<?xf32>
  %e = memref.expand_shape %d [[0, 1], [2]] output_shape [%i, %j, %n] : memref<?x?xf32> into memref<?x?x?xf32>
  memref.store %2, %e[%i, %j, %j] : memref<?x?x?xf32>
  return %0, %1, %2 : f32, f32, f32
}
// -----
func.func @subviews(%m: memref<12x32xf32>, %i: index, %j: index) -> (memref<2x2xf32, strided<[32, 1], offset: ?>>, memref<2xf32, strided<[1], offset: 71>>) {
  %s = memref.subview %m[%i, 2][4, 4][1, 1] : memref<12x32xf32> to memref<4x4xf32, strided<[32, 1], offset: ?>>
  %t = memref.subview %s[%i, %j][2, 2][1, 1] : memref<4x4xf32, strided<[32, 1], offset: ?>> to memref<2x2xf32, strided<[32, 1], offset: ?>>
  %u = memref.subview %m[2, 2][1, 8][1, 1] : memref<12x32xf32> to memref<8xf32, strided<[1], offset: 66>>
  %w = memref.subview %u[5][2][1] : memref<8xf32, strided<[1], offset: 66>> to memref<2xf32, strided<[1], offset: 71>>
  return %t, %w : memref<2x2xf32, strided<[32, 1], offset: ?>>, memref<2xf32, strided<[1], offset: 71>>
}
// -----
#m1 = affine_map<(d0, d1) -> (d1, d0)>
#m3 = affine_map<(d0, d1) -> (d1, 0)>
func.func @transfers(%m: memref<12x32x8xf32>, %i: index, %j: index, %v: vector<4xf32>, %p: f32, %k: vector<4xi1>, %k2: vector<4x4xi1>) {
  %s = memref.subview %m[%i, 2, 3][4, 1, 4][1, 1, 1] : memref<12x32x8xf32> to memref<4x4xf32, strided<[256, 1], offset: ?>>
  %s2 = memref.subview %m[%i, 2, 3][4, 1, 4][2, 1, 1] : memref<12x32x8xf32> to memref<4x4xf32, strided<[512, 1], offset: ?>>
  %0 = vector.transfer_read %s[%i, %j], %p {in_bounds = [true, true], permutation_map = #m1} : memref<4x4xf32, strided<[256, 1], offset: ?>>, vector<4x4xf32>
  %1 = vector.transfer_read %s[%i, %j], %p {in_bounds = [true, true], permutation_map = #m3} : memref<4x4xf32, strided<[256, 1], offset: ?>>, vector<4x4xf32>
  %2 = vector.transfer_read %s[%i, %j], %p : memref<4x4xf32, strided<[256, 1], offset: ?>>, vector<4x4xf32>
  %3 = vector.transfer_read %s2[%i, %j], %p {in_bounds = [true, true]} : memref<4x4xf32, strided<[512, 1], offset: ?>>, vector<4x4xf32>
  %4 = vector.transfer_read %s[%i, %j], %p, %k2 {in_bounds = [true, true], permutation_map = #m1} : memref<4x4xf32, strided<[256, 1], offset: ?>>, vector<4x4xf32>
  vector.transfer_write %0, %s[%i, %j], %k2 {in_bounds = [true, true], permutation_map = #m1} : vector<4x4xf32>, memref<4x4xf32, strided<[256, 1], offset: ?>>
  vector.transfer_write %1, %s[%i, %j] {in_bounds = [true, false], permutation_map = #m1} : vector<4x4xf32>, memref<4x4xf32, strided<[256, 1], offset: ?>>
  vector.transfer_write %1, %s[%i, %j] {in_bounds = [true, true]} : vector<4x4xf32>, memref<4x4xf32, strided<[256, 1], offset: ?>>
  vector.maskedstore %s[%i, %j], %k, %v {alignment = 8} : memref<4x4xf32, strided<[256, 1], offset: ?>>, vector<4xi1>, vector<4xf32>
  vector.store %v, %s[%i, %j] {nontemporal = true} : memref<4x4xf32, strided<[256, 1], offset: ?>>, vector<4xf32>
  memref.store %p, %s[%i, %j] {nontemporal = true} : memref<4x4xf32, strided<[256, 1], offset: ?>>
  %e = memref.expand_shape %m [[0], [1, 2], [3]] output_shape [12, 4, 8, 8] : memref<12x32x8xf32> into memref<12x4x8x8xf32>
  %c = memref.collapse_shape %m [[0, 1], [2]] : memref<12x32x8xf32> into memref<384x8xf32>
  %5 = vector.transfer_read %e[%i, %j, %i, %j], %p {in_bounds = [true, true]} : memref<12x4x8x8xf32>, vector<4x4xf32>
  %7 = vector.transfer_read %e[%i, %j, %i, %j], %p {in_bounds = [true, true, true, true]} : memref<12x4x8x8xf32>, vector<2x2x4x4xf32>
  %9 = vector.transfer_read %e[%i, %j, %i, %j], %p : memref<12x4x8x8xf32>, vector<4xf32>
  %10 = vector.transfer_read %c[%i, %j], %p : memref<384x8xf32>, vector<4xf32>
  %11 = vector.load %c[%i, %j] {nontemporal = true} : memref<384x8xf32>, vector<4xf32>
  %12 = vector.maskedload %c[%i, %j], %k, %v : memref<384x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %c[%i, %j], %k, %v : memref<384x8xf32>, vector<4xi1>, vector<4xf32>
  vector.store %v, %c[%i, %j] {nontemporal = true}  : memref<384x8xf32>, vector<4xf32>
  memref.store %p, %c[%i, %j] {nontemporal = true}  : memref<384x8xf32>
  %13 = vector.load %e[%i, %j, %i, %j] {nontemporal = true}: memref<12x4x8x8xf32>, vector<4xf32>
  %14 = vector.maskedload %e[%i, %j, %i, %j], %k, %v : memref<12x4x8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %e[%i, %j, %i, %j], %k, %v : memref<12x4x8x8xf32>, vector<4xi1>, vector<4xf32>
  "test.x"(%0, %1, %2, %3, %4, %5, %7, %9, %10, %11, %12, %13, %14) : (vector<4x4xf32>, vector<4x4xf32>, vector<4x4xf32>, vector<4x4xf32>, vector<4x4xf32>, vector<4x4xf32>, vector<2x2x4x4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) -> ()
  return
}
// -----
func.func @rank_0(%z: memref<1x1xf32>, %y: memref<f32>) -> (f32, f32) {
  %c = memref.collapse_shape %z [] : memref<1x1xf32> into memref<f32>
  %e = memref.expand_shape %y [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  %c0 = arith.constant 0 : index
  %0 = memref.load %c[] : memref<f32>
  %1 = memref.load %e[%c0, %c0] : memref<1x1xf32>
  return %0, %1 : f32, f32
}
// -----
func.func @constants(%m: memref<12x32xf32>, %d: memref<?x?xf32>) -> (f32, f32, f32, f32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %c-9 = arith.constant -9 : index
  %e = memref.expand_shape %m [[0, 1], [2]] output_shape [3, 4, 32] : memref<12x32xf32> into memref<3x4x32xf32>
  %f = memref.expand_shape %d [[0, 1], [2]] output_shape [%c2, %c4, %c9] : memref<?x?xf32> into memref<?x?x?xf32>
  %c = memref.collapse_shape %m [[0, 1]] : memref<12x32xf32> into memref<384xf32>
  %0 = memref.load %c[%c9] : memref<384xf32>
  %1 = memref.load %e[%c1, %c2, %c1] : memref<3x4x32xf32>
  %2 = memref.load %f[%c1, %c2, %c1] : memref<?x?x?xf32>
  %3 = memref.load %c[%c-9] : memref<384xf32>
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
// -----
// Views of views, and applied maps as indices.
func.func @chains(%m: memref<24x64xf32>, %i: index, %j: index) -> (f32, f32, f32) {
  %s = memref.subview %m[%i, 1][12, 32][1, 2] : memref<24x64xf32> to memref<12x32xf32, strided<[64, 2], offset: ?>>
  %e = memref.expand_shape %s [[0, 1], [2]] output_shape [3, 4, 32] : memref<12x32xf32, strided<[64, 2], offset: ?>> into memref<3x4x32xf32, strided<[256, 64, 2], offset: ?>>
  %t = memref.subview %e[1, %j, 0][1, 2, 8][1, 1, 4] : memref<3x4x32xf32, strided<[256, 64, 2], offset: ?>> to memref<2x8xf32, strided<[64, 8], offset: ?>>
  %0 = affine.apply affine_map<()[s0] -> (s0 * 2 + 1)>()[%i]
  %1 = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%0, %j]
  %2 = memref.load %t[%0, %1] : memref<2x8xf32, strided<[64, 8], offset: ?>>
  %3 = scf.for %k = %i to %j step %i iter_args(%x = %2) -> f32 {
    %4 = memref.load %t[%k, %j] : memref<2x8xf32, strided<[64, 8], offset: ?>>
    %5 = arith.addf %x, %4 : f32
    scf.yield %5 : f32
  }
  affine.for %k = 0 to 8 {
    memref.store %3, %t[%i, %k] : memref<2x8xf32, strided<[64, 8], offset: ?>>
  }
  %6 = memref.load %e[%i, %i, %0] : memref<3x4x32xf32, strided<[256, 64, 2], offset: ?>>
  return %2, %3, %6 : f32, f32, f32
}
