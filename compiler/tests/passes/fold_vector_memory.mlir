// pipeline: builtin.module(canonicalize)
// Masks, loads and stores, transfers, and reductions of one element.
func.func @masks(%n: index) -> (vector<4x3xi1>, vector<[8]xi1>, vector<8x[16]xi1>, vector<4xi1>, vector<i1>, vector<4xi1>, vector<4xi1>, vector<[8]xi1>, vector<4x3xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %m = arith.constant -1 : index
  %v = vector.vscale
  %k = arith.muli %v, %c16 : index
  %0 = vector.create_mask %c2, %c8 : vector<4x3xi1>
  %1 = vector.create_mask %m : vector<[8]xi1>
  %2 = vector.create_mask %c8, %k : vector<8x[16]xi1>
  %3 = vector.create_mask %c0 : vector<4xi1>
  %4 = vector.create_mask %c1 : vector<i1>
  %5 = vector.constant_mask [4] : vector<4xi1>
  %6 = vector.constant_mask [0] : vector<4xi1>
  %7 = vector.create_mask %c8 : vector<[8]xi1>
  %8 = vector.create_mask %n, %c2 : vector<4x3xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : vector<4x3xi1>, vector<[8]xi1>, vector<8x[16]xi1>, vector<4xi1>, vector<i1>, vector<4xi1>, vector<4xi1>, vector<[8]xi1>, vector<4x3xi1>
}
// -----
func.func @shaped_masks(%n: index, %m: index) -> (vector<3x4xi1>, vector<3x4xi1>, vector<2x2xi1>, vector<2x2xi1>, vector<2x4xi1>, vector<4xi1>, vector<4x1xi1>, vector<4xi1>) {
  %c1 = arith.constant 1 : index
  %0 = vector.create_mask %n, %m : vector<4x3xi1>
  %1 = vector.transpose %0, [1, 0] : vector<4x3xi1> to vector<3x4xi1>
  %2 = vector.constant_mask [2, 1] : vector<4x3xi1>
  %3 = vector.transpose %2, [1, 0] : vector<4x3xi1> to vector<3x4xi1>
  %4 = vector.extract_strided_slice %0 {offsets = [1, 1], sizes = [2, 2], strides = [1, 1]} : vector<4x3xi1> to vector<2x2xi1>
  %5 = vector.extract_strided_slice %2 {offsets = [1, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x3xi1> to vector<2x2xi1>
  %6 = vector.constant_mask [1, 3] : vector<4x4xi1>
  %7 = vector.extract_strided_slice %6 {offsets = [2], sizes = [2], strides = [1]} : vector<4x4xi1> to vector<2x4xi1>
  %8 = vector.create_mask %n, %c1, %c1 : vector<4x1x1xi1>
  %9 = vector.shape_cast %8 : vector<4x1x1xi1> to vector<4xi1>
  %10 = vector.create_mask %n, %m, %c1 : vector<4x1x1xi1>
  %11 = vector.shape_cast %10 : vector<4x1x1xi1> to vector<4x1xi1>
  %12 = vector.constant_mask [3, 1] : vector<4x1xi1>
  %13 = vector.shape_cast %12 : vector<4x1xi1> to vector<4xi1>
  return %1, %3, %4, %5, %7, %9, %11, %13 : vector<3x4xi1>, vector<3x4xi1>, vector<2x2xi1>, vector<2x2xi1>, vector<2x4xi1>, vector<4xi1>, vector<4x1xi1>, vector<4xi1>
}
// -----
func.func @masked(%m: memref<?xf32>, %i: index, %v: vector<4xf32>, %n: index) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %t = arith.constant dense<true> : vector<4xi1>
  %f = arith.constant dense<false> : vector<4xi1>
  %s = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %c0 = arith.constant 0 : index
  %k = vector.constant_mask [2] : vector<4xi1>
  %z = vector.create_mask %c0 : vector<4xi1>
  %0 = vector.maskedload %m[%i], %t, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.maskedload %m[%i], %f, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %2 = vector.maskedload %m[%i], %s, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i], %t, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %m[%i], %f, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %m[%i], %k, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  %3 = vector.expandload %m[%i], %t, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %4 = vector.expandload %m[%i], %z, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i], %t, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %m[%i], %f, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return %0, %1, %2, %3, %4 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}
// -----
func.func @gathers(%m: memref<?x?xf32>, %t: tensor<?xf32>, %i: index, %j: vector<4xi32>, %k: vector<4xi1>, %v: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, tensor<?xf32>) {
  %f = arith.constant dense<false> : vector<4xi1>
  %s = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
  %u = arith.constant dense<[0, 1, 2, 4]> : vector<4xi32>
  %p = vector.step : vector<4xindex>
  %0 = vector.gather %m[%i, %i] [%j], %f, %v : memref<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.gather %m[%i, %i] [%s], %k, %v : memref<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %2 = vector.gather %m[%i, %i] [%u], %k, %v : memref<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %3 = vector.gather %t[%i] [%p], %k, %v : tensor<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i, %i] [%p], %k, %v : memref<?x?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  vector.scatter %m[%i, %i] [%j], %f, %v : memref<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %4 = vector.scatter %t[%i] [%j], %f, %v : tensor<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> -> tensor<?xf32>
  return %0, %1, %2, %3, %4 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, tensor<?xf32>
}
// -----
func.func @casts(%m: memref<8xf32>, %i: index, %v: vector<4xf32>, %k: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>) {
  %c = memref.cast %m : memref<8xf32> to memref<?xf32>
  %0 = vector.load %c[%i] : memref<?xf32>, vector<4xf32>
  vector.store %v, %c[%i] : memref<?xf32>, vector<4xf32>
  %1 = vector.maskedload %c[%i], %k, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %c[%i], %k, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}
// -----
func.func @around(%m: vector<4xi1>, %a: vector<4xf32>, %acc: f32, %p: vector<4xf32>, %b: memref<4xf32>, %i: index) -> (f32, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %t = vector.constant_mask [4] : vector<4xi1>
  %0 = vector.mask %t { vector.reduction <add>, %a, %acc : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %1 = vector.mask %m { vector.yield %a : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %2 = vector.mask %m, %p { vector.yield %a : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %3 = vector.mask %t { vector.transfer_read %b[%i], %acc : memref<4xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %t { vector.transfer_write %a, %b[%i] : vector<4xf32>, memref<4xf32> } : vector<4xi1>
  return %0, %1, %2, %3 : f32, vector<4xf32>, vector<4xf32>, vector<4xf32>
}
// -----
func.func @bounds(%m: memref<4x8xf32>, %d: memref<?x8xf32>, %i: index, %p: f32, %v: vector<4xf32>) -> (vector<4xf32>, vector<4x8xf32>, vector<4x8xf32>, vector<4xf32>, vector<4x3xf32>, vector<2xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %0 = vector.transfer_read %m[%i, %c4], %p : memref<4x8xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%c0, %c0], %p : memref<4x8xf32>, vector<4x8xf32>
  %2 = vector.transfer_read %d[%c0, %c0], %p : memref<?x8xf32>, vector<4x8xf32>
  %3 = vector.transfer_read %m[%i, %c5], %p : memref<4x8xf32>, vector<4xf32>
  %4 = vector.transfer_read %m[%c0, %c4], %p {permutation_map = affine_map<(d0, d1) -> (d1, 0)>} : memref<4x8xf32>, vector<4x3xf32>
  %5 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (0)>} : memref<4x8xf32>, vector<2xf32>
  vector.transfer_write %v, %m[%i, %c4] : vector<4xf32>, memref<4x8xf32>
  return %0, %1, %2, %3, %4, %5 : vector<4xf32>, vector<4x8xf32>, vector<4x8xf32>, vector<4xf32>, vector<4x3xf32>, vector<2xf32>
}
// -----
func.func @transfer_masks(%m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>) -> vector<4xf32> {
  %t = arith.constant dense<true> : vector<4xi1>
  %c = memref.cast %m : memref<?x?xf32> to memref<4x?xf32>
  %0 = vector.transfer_read %c[%i, %i], %p, %t : memref<4x?xf32>, vector<4xf32>
  vector.transfer_write %v, %c[%i, %i], %t : vector<4xf32>, memref<4x?xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @forward(%t: tensor<4x4xf32>, %v: vector<1x4xf32>, %w: vector<1x4xf32>, %p: f32, %i: index) -> (vector<1x4xf32>, vector<1x4xf32>, vector<1x4xf32>, vector<1x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = vector.transfer_write %v, %t[%c1, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<4x4xf32>
  %1 = vector.transfer_write %w, %0[%c2, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<4x4xf32>
  %2 = vector.transfer_read %1[%c1, %c0], %p {in_bounds = [true, true]} : tensor<4x4xf32>, vector<1x4xf32>
  %3 = vector.transfer_read %1[%c2, %c0], %p {in_bounds = [true, true]} : tensor<4x4xf32>, vector<1x4xf32>
  %4 = vector.transfer_write %w, %0[%i, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<4x4xf32>
  %5 = vector.transfer_read %4[%c1, %c0], %p {in_bounds = [true, true]} : tensor<4x4xf32>, vector<1x4xf32>
  %6 = vector.transfer_write %v, %t[%i, %c0] : vector<1x4xf32>, tensor<4x4xf32>
  %7 = vector.transfer_read %6[%i, %c0], %p : tensor<4x4xf32>, vector<1x4xf32>
  return %2, %3, %5, %7 : vector<1x4xf32>, vector<1x4xf32>, vector<1x4xf32>, vector<1x4xf32>
}
// -----
func.func @forward_splat(%t: tensor<8xf32>, %m: vector<4xi1>, %n: vector<4xi1>, %q: f32) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %v = arith.constant dense<0.0> : vector<4xf32>
  %0 = vector.transfer_write %v, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
  %1 = vector.transfer_read %0[%c0], %p, %m {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
  %2 = vector.transfer_read %0[%c0], %q, %m {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
  %3 = vector.transfer_write %v, %t[%c0], %n {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
  %4 = vector.transfer_read %3[%c0], %p, %m {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
  return %1, %2, %4 : vector<4xf32>, vector<4xf32>, vector<4xf32>
}
// -----
func.func @to_broadcast(%t: tensor<4x4x4xf32>, %v: vector<4x1xf32>, %p: f32, %u: tensor<4x4xf32>, %w: vector<4x4xf32>) -> (vector<1x100x4x5xf32>, vector<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0, %c0] {in_bounds = [true, true], permutation_map = affine_map<(d0, d1, d2) -> (d2, d1)>} : vector<4x1xf32>, tensor<4x4x4xf32>
  %1 = vector.transfer_read %0[%c0, %c0, %c0], %p {in_bounds = [true, true, true, true], permutation_map = affine_map<(d0, d1, d2) -> (d1, 0, d2, 0)>} : tensor<4x4x4xf32>, vector<1x100x4x5xf32>
  %2 = vector.transfer_write %w, %u[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x4xf32>
  %3 = vector.transfer_read %2[%c0, %c0], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : tensor<4x4xf32>, vector<4x4xf32>
  return %1, %3 : vector<1x100x4x5xf32>, vector<4x4xf32>
}
// -----
func.func @same(%t: tensor<4xf32>, %u: tensor<4xf32>, %p: f32, %d: tensor<?xf32>, %i: index) -> (tensor<4xf32>, tensor<?xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %t[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %1 = vector.transfer_write %0, %u[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %2 = vector.transfer_read %d[%i], %p : tensor<?xf32>, vector<4xf32>
  %3 = vector.transfer_write %2, %d[%i] : vector<4xf32>, tensor<?xf32>
  %4 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %5 = vector.transfer_read %4[%i], %p : tensor<?xf32>, vector<4xf32>
  return %1, %3, %5 : tensor<4xf32>, tensor<?xf32>, vector<4xf32>
}
// -----
func.func @dead(%t: tensor<4x4xf32>, %v: vector<1x4xf32>, %w: vector<1x4xf32>) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = vector.transfer_write %v, %t[%c1, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<4x4xf32>
  %1 = vector.transfer_write %v, %0[%c2, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<4x4xf32>
  %2 = vector.transfer_write %w, %1[%c1, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}
// -----
func.func @swapped(%v: vector<8x16xf32>, %t: tensor<8x16xf32>, %b: tensor<27x37xf32>, %i: index, %n: index, %m: index) -> tensor<27x37xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, tensor<8x16xf32>
  %1 = tensor.extract_slice %0[0, 0] [%n, %m] [1, 1] : tensor<8x16xf32> to tensor<?x?xf32>
  %2 = tensor.insert_slice %1 into %b[%i, %i] [%n, %m] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
  return %2 : tensor<27x37xf32>
}
// -----
func.func @reductions(%m: vector<1xi1>, %a: vector<1xf32>, %acc: f32, %z: vector<f32>, %i: vector<1xi32>, %j: i32) -> (f32, f32, f32, i32, f32) {
  %0 = vector.mask %m { vector.reduction <add>, %a, %acc : vector<1xf32> into f32 } : vector<1xi1> -> f32
  %1 = vector.reduction <mul>, %z, %acc : vector<f32> into f32
  %2 = vector.reduction <minnumf>, %a : vector<1xf32> into f32
  %3 = vector.reduction <maxui>, %i, %j : vector<1xi32> into i32
  %4 = vector.reduction <add>, %a, %acc fastmath<fast> : vector<1xf32> into f32
  return %0, %1, %2, %3, %4 : f32, f32, f32, i32, f32
}
// -----
func.func @multi_reductions(%a: vector<2x1xf32>, %acc: vector<2xf32>, %s: vector<1x1xi32>, %t: i32, %b: vector<1x[4]xi8>, %c: vector<[4]xi8>) -> (vector<2xf32>, i32, vector<2x1xf32>, vector<[4]xi8>) {
  %0 = vector.multi_reduction <maximumf>, %a, %acc [1] : vector<2x1xf32> to vector<2xf32>
  %1 = vector.multi_reduction <maxsi>, %s, %t [0, 1] : vector<1x1xi32> to i32
  %2 = vector.multi_reduction <add>, %a, %a [] : vector<2x1xf32> to vector<2x1xf32>
  %3 = vector.multi_reduction <xor>, %b, %c [0] : vector<1x[4]xi8> to vector<[4]xi8>
  return %0, %1, %2, %3 : vector<2xf32>, i32, vector<2x1xf32>, vector<[4]xi8>
}
// -----
#v = affine_map<(d0, d1) -> (d1)>
#m = affine_map<(d0, d1) -> (d0, d1)>
#r = affine_map<(d0, d1) -> (d0)>
func.func @contracts(%a: vector<2x3xf32>, %b: vector<3xf32>, %d: vector<2xf32>, %i: vector<2x3xi32>, %j: vector<3xi32>, %k: vector<2xi32>) -> (vector<2xf32>, vector<2xi32>, vector<2xf32>, vector<2xf32>) {
  %z = arith.constant dense<0.0> : vector<2xf32>
  %n = arith.constant dense<-0.0> : vector<2xf32>
  %y = arith.constant dense<0> : vector<2xi32>
  %0 = vector.contract {indexing_maps = [#m, #v, #r], iterator_types = ["parallel", "reduction"]} %a, %b, %z : vector<2x3xf32>, vector<3xf32> into vector<2xf32>
  %1 = arith.addf %0, %d : vector<2xf32>
  %2 = vector.contract {indexing_maps = [#m, #v, #r], iterator_types = ["parallel", "reduction"]} %i, %j, %y : vector<2x3xi32>, vector<3xi32> into vector<2xi32>
  %3 = arith.addi %k, %2 : vector<2xi32>
  %4 = vector.contract {indexing_maps = [#m, #v, #r], iterator_types = ["parallel", "reduction"]} %a, %b, %n : vector<2x3xf32>, vector<3xf32> into vector<2xf32>
  %5 = arith.addf %4, %d : vector<2xf32>
  %6 = vector.contract {indexing_maps = [#m, #v, #r], iterator_types = ["parallel", "reduction"]} %a, %b, %d : vector<2x3xf32>, vector<3xf32> into vector<2xf32>
  %7 = arith.addf %6, %d : vector<2xf32>
  return %1, %3, %5, %7 : vector<2xf32>, vector<2xi32>, vector<2xf32>, vector<2xf32>
}
