// pipeline: builtin.module(one-shot-bufferize)
// pipeline: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})
// pipeline: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true copy-before-write=true})
// pipeline: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true test-analysis-only=true print-conflicts=true})
func.func @whole(%v: vector<4xf32>, %t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0] : vector<4xf32>, tensor<4xf32>
  return %0, %t : tensor<4xf32>, tensor<4xf32>
}
// -----
func.func @whole_inside(%v: vector<4xf32>, %t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0] {in_bounds=[true]} : vector<4xf32>, tensor<4xf32>
  return %0, %t : tensor<4xf32>, tensor<4xf32>
}
// -----
func.func @more(%v: vector<5xf32>, %t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0] : vector<5xf32>, tensor<4xf32>
  return %0, %t : tensor<4xf32>, tensor<4xf32>
}
// -----
func.func @fewer(%v: vector<3xf32>, %t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0] : vector<3xf32>, tensor<4xf32>
  return %0, %t : tensor<4xf32>, tensor<4xf32>
}
// -----
func.func @scalable(%v: vector<[4]xf32>, %t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0] : vector<[4]xf32>, tensor<4xf32>
  return %0, %t : tensor<4xf32>, tensor<4xf32>
}
// -----
func.func @transposed(%v: vector<5x4xf32>, %t: tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0] {permutation_map = affine_map<(d0, d1)->(d1,d0)>}  : vector<5x4xf32>, tensor<4x5xf32>
  return %0, %t : tensor<4x5xf32>, tensor<4x5xf32>
}
// -----
func.func @shifted(%v: vector<4xf32>, %t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 1 : index
  %0 = vector.transfer_write %v, %t[%c0] : vector<4xf32>, tensor<4xf32>
  return %0, %t : tensor<4xf32>, tensor<4xf32>
}
// -----
func.func @square(%v: vector<4x4xf32>, %t: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0] {permutation_map = affine_map<(d0, d1)->(d1,d0)>}  : vector<4x4xf32>, tensor<4x4xf32>
  return %0, %t : tensor<4x4xf32>, tensor<4x4xf32>
}
// -----
func.func @turned(%v: vector<3x4xf32>, %t: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0] {permutation_map = affine_map<(d0, d1)->(d1,d0)>}  : vector<3x4xf32>, tensor<4x3xf32>
  return %0, %t : tensor<4x3xf32>, tensor<4x3xf32>
}
// -----
func.func @scalar(%v: vector<f32>, %t: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = vector.transfer_write %v, %t[] : vector<f32>, tensor<f32>
  return %0, %t : tensor<f32>, tensor<f32>
}
// -----
func.func @attributes(%v: vector<16xi32>, %t: tensor<?xf32>, %mask: vector<16xi1>, %pass: vector<16xf32>) -> (vector<16xf32>, tensor<?xf32>, vector<16xf32>) {
  %c0 = arith.constant 0 : index
  %f0 = arith.constant 0.0 : f32
  %r = vector.transfer_read %t[%c0], %f0 {test.a = 1} : tensor<?xf32>, vector<16xf32>
  %0 = vector.gather %t[%c0] [%v], %mask, %pass {alignment = 16, test.a = 1} : tensor<?xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
  %1 = vector.scatter %t[%c0] [%v], %mask, %0 {alignment = 16, test.a = 1} : tensor<?xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> -> tensor<?xf32>
  %2 = vector.transfer_write %0, %1[%c0] {test.a = 1} : vector<16xf32>, tensor<?xf32>
  return %0, %2, %r : vector<16xf32>, tensor<?xf32>, vector<16xf32>
}
// -----
func.func @masked_attributes(%v: vector<16xi32>, %t: tensor<?xf32>, %mask: vector<16xi1>, %pass: vector<16xf32>) -> (tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %1 = vector.mask %mask { vector.transfer_write %pass, %t[%c0] {test.a = 1} : vector<16xf32>, tensor<?xf32> } {test.a=1} : vector<16xi1> -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
// -----
func.func @both(%v: vector<16xi32>, %t: tensor<?xf32>, %mask: vector<16xi1>, %pass: vector<16xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %1 = vector.scatter %t[%c0] [%v], %mask, %pass : tensor<?xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> -> tensor<?xf32>
  %2 = vector.transfer_write %pass, %1[%c0] {test.a = 1} : vector<16xf32>, tensor<?xf32>
  return %1, %2 : tensor<?xf32>, tensor<?xf32>
}
// -----
func.func @loop(%t: tensor<8xf32>, %p: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c8 step %c4 iter_args(%a = %t) -> tensor<8xf32> {
    %x = vector.transfer_read %a[%i], %p : tensor<8xf32>, vector<4xf32>
    %y = arith.addf %x, %x : vector<4xf32>
    %z = vector.transfer_write %y, %a[%i] : vector<4xf32>, tensor<8xf32>
    scf.yield %z : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
// -----
func.func @unused(%t: tensor<8xf32>, %p: f32, %v : vector<4xf32>, %i: index) {
    %x = vector.transfer_read %t[%i], %p : tensor<8xf32>, vector<4xf32>
    %z = vector.transfer_write %v, %t[%i] : vector<4xf32>, tensor<8xf32>
  return
}
// -----
func.func @read(%t: tensor<?x?xf32>, %i: index, %p: f32, %m: vector<4xi1>) -> vector<4xf32> {
  %0 = vector.transfer_read %t[%i, %i], %p, %m : tensor<?x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
func.func @write(%t: tensor<?x?xf32>, %o: index, %v: vector<5x6xf32>, %m: vector<6x5xi1>) -> tensor<?x?xf32> {
  %0 = vector.transfer_write %v, %t[%o, %o], %m {permutation_map = affine_map<(d0, d1)->(d1,d0)>, in_bounds=[false,true]} : vector<5x6xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
func.func @gather(%base: tensor<?x?xf32>, %v: vector<16xi32>, %mask: vector<16xi1>, %pass: vector<16xf32>) -> vector<16xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.gather %base[%c0, %c0] [%v], %mask, %pass : tensor<?x?xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
  return %0 : vector<16xf32>
}
// -----
func.func @mask(%t: tensor<?xf32>, %v: vector<16xf32>, %i: index, %m: vector<16xi1>) -> tensor<?xf32> {
  %0 = vector.mask %m { vector.transfer_write %v, %t[%i] : vector<16xf32>, tensor<?xf32> } : vector<16xi1> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
func.func @mask(%t: tensor<?xf32>, %p: f32, %i: index, %m: vector<16xi1>) -> vector<16xf32> {
  %0 = vector.mask %m { vector.transfer_read %t[%i], %p : tensor<?xf32>, vector<16xf32> } : vector<16xi1> -> vector<16xf32>
  return %0 : vector<16xf32>
}
// -----
func.func @scatter(%base: tensor<?xf32>, %v: vector<16xi32>, %mask: vector<16xi1>, %pass: vector<16xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.scatter %base[%c0] [%v], %mask, %pass : tensor<?xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
func.func @masked_new(%v: vector<4xf32>, %m: vector<4xi1>, %i: index, %p: f32) -> (tensor<8xf32>, vector<4xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%p : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %0 = vector.mask %m { vector.transfer_write %v, %f[%i] : vector<4xf32>, tensor<8xf32> } : vector<4xi1> -> tensor<8xf32>
  %1 = vector.mask %m { vector.transfer_read %0[%i], %p : tensor<8xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0, %1 : tensor<8xf32>, vector<4xf32>
}
// -----
func.func @tiles(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %p: f32) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c8 step %c4 iter_args(%x = %b) -> tensor<8x8xf32> {
    %s = tensor.extract_slice %x[%i, 0] [4, 8] [1, 1] : tensor<8x8xf32> to tensor<4x8xf32>
    %v = vector.transfer_read %a[%i, %c0], %p {in_bounds = [true, true]} : tensor<8x8xf32>, vector<4x8xf32>
    %w = vector.transfer_write %v, %s[%c0, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, tensor<4x8xf32>
    %y = tensor.insert_slice %w into %x[%i, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
    scf.yield %y : tensor<8x8xf32>
  }
  return %r : tensor<8x8xf32>
}
// -----
func.func @after_read(%a: tensor<8xf32>, %v: vector<4xf32>, %p: f32, %i: index) -> (tensor<8xf32>, vector<4xf32>) {
  %0 = vector.transfer_write %v, %a[%i] : vector<4xf32>, tensor<8xf32>
  %1 = vector.transfer_read %a[%i], %p : tensor<8xf32>, vector<4xf32>
  return %0, %1 : tensor<8xf32>, vector<4xf32>
}
