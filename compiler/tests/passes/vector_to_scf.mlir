// pipeline: builtin.module(convert-vector-to-scf)
// pipeline: builtin.module(convert-vector-to-scf{full-unroll=true})
// pipeline: builtin.module(convert-vector-to-scf{target-rank=2})
// pipeline: builtin.module(convert-vector-to-scf{full-unroll=true target-rank=0})
// pipeline: builtin.module(convert-vector-to-scf{lower-tensors=true})
// pipeline: builtin.module(convert-vector-to-scf{full-unroll=true lower-tensors=true})
func.func @read(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p : memref<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {in_bounds = [true, true]} : memref<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: memref<8x?xf64>, %i: index, %j: index, %p: f64, %k: vector<2x3xi1>) -> vector<2x3xf64> {
  %0 = vector.transfer_read %m[%i, %j], %p, %k {in_bounds = [false, true]} : memref<8x?xf64>, vector<2x3xf64>
  return %0 : vector<2x3xf64>
}
// -----
func.func @read(%m: memref<?x?x?xi32>, %i: index, %j: index, %p: i32) -> vector<2x1x4xi32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p : memref<?x?x?xi32>, vector<2x1x4xi32>
  return %0 : vector<2x1x4xi32>
}
// -----
func.func @read(%m: memref<?x?x?xi32>, %i: index, %j: index, %p: i32, %k: vector<2x2x4xi1>) -> vector<2x2x4xi32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p, %k {in_bounds = [true, false, true]} : memref<?x?x?xi32>, vector<2x2x4xi32>
  return %0 : vector<2x2x4xi32>
}
// -----
func.func @read(%m: memref<?x?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p {permutation_map = affine_map<(a, b, c) -> (a, c)>} : memref<?x?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(a, b) -> (b, a)>} : memref<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32, %k: vector<4x2xi1>) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p, %k {permutation_map = affine_map<(a, b) -> (b, a)>, in_bounds = [true, false]} : memref<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: memref<?x?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p {permutation_map = affine_map<(a, b, c) -> (c, b)>} : memref<?x?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: memref<?x?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p {permutation_map = affine_map<(a, b, c) -> (c, a)>} : memref<?x?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: memref<?x?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p {permutation_map = affine_map<(a, b, c) -> (b, a)>} : memref<?x?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(a, b) -> (a)>} : memref<?x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @read(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(a, b) -> (a)>, in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @read(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32, %k: vector<4xi1>) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p, %k {permutation_map = affine_map<(a, b) -> (a)>} : memref<?x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @read(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p : memref<?x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @read(%m: memref<?x?x?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x3x2xf32> {
  %0 = vector.transfer_read %m[%i, %j, %i, %j], %p {permutation_map = affine_map<(a, b, c, d) -> (d, b, c)>} : memref<?x?x?x?xf32>, vector<2x3x2xf32>
  return %0 : vector<2x3x2xf32>
}
// -----
func.func @read(%m: tensor<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p : tensor<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: tensor<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {in_bounds = [true, true]} : tensor<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: tensor<8x?xf64>, %i: index, %j: index, %p: f64, %k: vector<2x3xi1>) -> vector<2x3xf64> {
  %0 = vector.transfer_read %m[%i, %j], %p, %k {in_bounds = [false, true]} : tensor<8x?xf64>, vector<2x3xf64>
  return %0 : vector<2x3xf64>
}
// -----
func.func @read(%m: tensor<?x?x?xi32>, %i: index, %j: index, %p: i32) -> vector<2x1x4xi32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p : tensor<?x?x?xi32>, vector<2x1x4xi32>
  return %0 : vector<2x1x4xi32>
}
// -----
func.func @read(%m: tensor<?x?x?xi32>, %i: index, %j: index, %p: i32, %k: vector<2x2x4xi1>) -> vector<2x2x4xi32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p, %k {in_bounds = [true, false, true]} : tensor<?x?x?xi32>, vector<2x2x4xi32>
  return %0 : vector<2x2x4xi32>
}
// -----
func.func @read(%m: tensor<?x?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p {permutation_map = affine_map<(a, b, c) -> (a, c)>} : tensor<?x?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: tensor<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(a, b) -> (b, a)>} : tensor<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: tensor<?x?xf32>, %i: index, %j: index, %p: f32, %k: vector<4x2xi1>) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p, %k {permutation_map = affine_map<(a, b) -> (b, a)>, in_bounds = [true, false]} : tensor<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: tensor<?x?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p {permutation_map = affine_map<(a, b, c) -> (c, b)>} : tensor<?x?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: tensor<?x?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p {permutation_map = affine_map<(a, b, c) -> (c, a)>} : tensor<?x?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: tensor<?x?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p {permutation_map = affine_map<(a, b, c) -> (b, a)>} : tensor<?x?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: tensor<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(a, b) -> (a)>} : tensor<?x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @read(%m: tensor<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(a, b) -> (a)>, in_bounds = [true]} : tensor<?x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @read(%m: tensor<?x?xf32>, %i: index, %j: index, %p: f32, %k: vector<4xi1>) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p, %k {permutation_map = affine_map<(a, b) -> (a)>} : tensor<?x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @read(%m: tensor<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p : tensor<?x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @read(%m: tensor<?x?x?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x3x2xf32> {
  %0 = vector.transfer_read %m[%i, %j, %i, %j], %p {permutation_map = affine_map<(a, b, c, d) -> (d, b, c)>} : tensor<?x?x?x?xf32>, vector<2x3x2xf32>
  return %0 : vector<2x3x2xf32>
}
// -----
func.func @read(%m: memref<?xf32, strided<[?], offset: ?>>, %i: index, %j: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i], %p : memref<?xf32, strided<[?], offset: ?>>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @read(%m: memref<?xf32, strided<[2]>>, %i: index, %j: index, %p: f32, %k: vector<4xi1>) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i], %p, %k {in_bounds = [true]} : memref<?xf32, strided<[2]>>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @read(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p : memref<?x?xf32, strided<[?, ?], offset: ?>>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: memref<?x?xf32, strided<[?, 1]>>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {in_bounds = [true, false]} : memref<?x?xf32, strided<[?, 1]>>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: memref<16xf32, strided<[3]>>, %i: index, %j: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i], %p : memref<16xf32, strided<[3]>>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @write(%m: memref<?x?xf32>, %i: index, %j: index, %v: vector<2x4xf32>) {
  vector.transfer_write %v, %m[%i, %j] : vector<2x4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @write(%m: memref<?x?xf32>, %i: index, %j: index, %v: vector<2x4xf32>) {
  vector.transfer_write %v, %m[%i, %j] {in_bounds = [true, true]} : vector<2x4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @write(%m: memref<8x?xf64>, %i: index, %j: index, %v: vector<2x3xf64>, %k: vector<2x3xi1>) {
  vector.transfer_write %v, %m[%i, %j], %k {in_bounds = [false, true]} : vector<2x3xf64>, memref<8x?xf64>
  return
}
// -----
func.func @write(%m: memref<?x?x?xi32>, %i: index, %j: index, %v: vector<2x1x4xi32>) {
  vector.transfer_write %v, %m[%i, %j, %i] : vector<2x1x4xi32>, memref<?x?x?xi32>
  return
}
// -----
func.func @write(%m: memref<?x?x?xi32>, %i: index, %j: index, %v: vector<2x2x4xi32>, %k: vector<2x2x4xi1>) {
  vector.transfer_write %v, %m[%i, %j, %i], %k {in_bounds = [true, false, true]} : vector<2x2x4xi32>, memref<?x?x?xi32>
  return
}
// -----
func.func @write(%m: memref<?x?x?xf32>, %i: index, %j: index, %v: vector<2x4xf32>) {
  vector.transfer_write %v, %m[%i, %j, %i] {permutation_map = affine_map<(a, b, c) -> (a, c)>} : vector<2x4xf32>, memref<?x?x?xf32>
  return
}
// -----
func.func @write(%m: memref<?x?xf32>, %i: index, %j: index, %v: vector<2x4xf32>) {
  vector.transfer_write %v, %m[%i, %j] {permutation_map = affine_map<(a, b) -> (b, a)>} : vector<2x4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @write(%m: memref<?x?xf32>, %i: index, %j: index, %v: vector<2x4xf32>, %k: vector<4x2xi1>) {
  vector.transfer_write %v, %m[%i, %j], %k {permutation_map = affine_map<(a, b) -> (b, a)>, in_bounds = [true, false]} : vector<2x4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @write(%m: memref<?x?x?xf32>, %i: index, %j: index, %v: vector<2x4xf32>) {
  vector.transfer_write %v, %m[%i, %j, %i] {permutation_map = affine_map<(a, b, c) -> (c, b)>} : vector<2x4xf32>, memref<?x?x?xf32>
  return
}
// -----
func.func @write(%m: memref<?x?x?xf32>, %i: index, %j: index, %v: vector<2x4xf32>) {
  vector.transfer_write %v, %m[%i, %j, %i] {permutation_map = affine_map<(a, b, c) -> (c, a)>} : vector<2x4xf32>, memref<?x?x?xf32>
  return
}
// -----
func.func @write(%m: memref<?x?x?xf32>, %i: index, %j: index, %v: vector<2x4xf32>) {
  vector.transfer_write %v, %m[%i, %j, %i] {permutation_map = affine_map<(a, b, c) -> (b, a)>} : vector<2x4xf32>, memref<?x?x?xf32>
  return
}
// -----
func.func @write(%m: memref<?x?xf32>, %i: index, %j: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %m[%i, %j] {permutation_map = affine_map<(a, b) -> (a)>} : vector<4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @write(%m: memref<?x?xf32>, %i: index, %j: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %m[%i, %j] {permutation_map = affine_map<(a, b) -> (a)>, in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @write(%m: memref<?x?xf32>, %i: index, %j: index, %v: vector<4xf32>, %k: vector<4xi1>) {
  vector.transfer_write %v, %m[%i, %j], %k {permutation_map = affine_map<(a, b) -> (a)>} : vector<4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @write(%m: memref<?x?xf32>, %i: index, %j: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %m[%i, %j] : vector<4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @write(%m: memref<?x?x?x?xf32>, %i: index, %j: index, %v: vector<2x3x2xf32>) {
  vector.transfer_write %v, %m[%i, %j, %i, %j] {permutation_map = affine_map<(a, b, c, d) -> (d, b, c)>} : vector<2x3x2xf32>, memref<?x?x?x?xf32>
  return
}
// -----
func.func @write(%m: tensor<?x?xf32>, %i: index, %j: index, %v: vector<2x4xf32>) -> tensor<?x?xf32> {
  %0 = vector.transfer_write %v, %m[%i, %j] : vector<2x4xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
func.func @write(%m: tensor<?x?xf32>, %i: index, %j: index, %v: vector<2x4xf32>) -> tensor<?x?xf32> {
  %0 = vector.transfer_write %v, %m[%i, %j] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
func.func @write(%m: tensor<8x?xf64>, %i: index, %j: index, %v: vector<2x3xf64>, %k: vector<2x3xi1>) -> tensor<8x?xf64> {
  %0 = vector.transfer_write %v, %m[%i, %j], %k {in_bounds = [false, true]} : vector<2x3xf64>, tensor<8x?xf64>
  return %0 : tensor<8x?xf64>
}
// -----
func.func @write(%m: tensor<?x?x?xi32>, %i: index, %j: index, %v: vector<2x1x4xi32>) -> tensor<?x?x?xi32> {
  %0 = vector.transfer_write %v, %m[%i, %j, %i] : vector<2x1x4xi32>, tensor<?x?x?xi32>
  return %0 : tensor<?x?x?xi32>
}
// -----
func.func @write(%m: tensor<?x?x?xi32>, %i: index, %j: index, %v: vector<2x2x4xi32>, %k: vector<2x2x4xi1>) -> tensor<?x?x?xi32> {
  %0 = vector.transfer_write %v, %m[%i, %j, %i], %k {in_bounds = [true, false, true]} : vector<2x2x4xi32>, tensor<?x?x?xi32>
  return %0 : tensor<?x?x?xi32>
}
// -----
func.func @write(%m: tensor<?x?x?xf32>, %i: index, %j: index, %v: vector<2x4xf32>) -> tensor<?x?x?xf32> {
  %0 = vector.transfer_write %v, %m[%i, %j, %i] {permutation_map = affine_map<(a, b, c) -> (a, c)>} : vector<2x4xf32>, tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
// -----
func.func @write(%m: tensor<?x?xf32>, %i: index, %j: index, %v: vector<2x4xf32>) -> tensor<?x?xf32> {
  %0 = vector.transfer_write %v, %m[%i, %j] {permutation_map = affine_map<(a, b) -> (b, a)>} : vector<2x4xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
func.func @write(%m: tensor<?x?xf32>, %i: index, %j: index, %v: vector<2x4xf32>, %k: vector<4x2xi1>) -> tensor<?x?xf32> {
  %0 = vector.transfer_write %v, %m[%i, %j], %k {permutation_map = affine_map<(a, b) -> (b, a)>, in_bounds = [true, false]} : vector<2x4xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
func.func @write(%m: tensor<?x?x?xf32>, %i: index, %j: index, %v: vector<2x4xf32>) -> tensor<?x?x?xf32> {
  %0 = vector.transfer_write %v, %m[%i, %j, %i] {permutation_map = affine_map<(a, b, c) -> (c, b)>} : vector<2x4xf32>, tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
// -----
func.func @write(%m: tensor<?x?x?xf32>, %i: index, %j: index, %v: vector<2x4xf32>) -> tensor<?x?x?xf32> {
  %0 = vector.transfer_write %v, %m[%i, %j, %i] {permutation_map = affine_map<(a, b, c) -> (c, a)>} : vector<2x4xf32>, tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
// -----
func.func @write(%m: tensor<?x?x?xf32>, %i: index, %j: index, %v: vector<2x4xf32>) -> tensor<?x?x?xf32> {
  %0 = vector.transfer_write %v, %m[%i, %j, %i] {permutation_map = affine_map<(a, b, c) -> (b, a)>} : vector<2x4xf32>, tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
// -----
func.func @write(%m: tensor<?x?xf32>, %i: index, %j: index, %v: vector<4xf32>) -> tensor<?x?xf32> {
  %0 = vector.transfer_write %v, %m[%i, %j] {permutation_map = affine_map<(a, b) -> (a)>} : vector<4xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
func.func @write(%m: tensor<?x?xf32>, %i: index, %j: index, %v: vector<4xf32>) -> tensor<?x?xf32> {
  %0 = vector.transfer_write %v, %m[%i, %j] {permutation_map = affine_map<(a, b) -> (a)>, in_bounds = [true]} : vector<4xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
func.func @write(%m: tensor<?x?xf32>, %i: index, %j: index, %v: vector<4xf32>, %k: vector<4xi1>) -> tensor<?x?xf32> {
  %0 = vector.transfer_write %v, %m[%i, %j], %k {permutation_map = affine_map<(a, b) -> (a)>} : vector<4xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
func.func @write(%m: tensor<?x?xf32>, %i: index, %j: index, %v: vector<4xf32>) -> tensor<?x?xf32> {
  %0 = vector.transfer_write %v, %m[%i, %j] : vector<4xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
func.func @write(%m: tensor<?x?x?x?xf32>, %i: index, %j: index, %v: vector<2x3x2xf32>) -> tensor<?x?x?x?xf32> {
  %0 = vector.transfer_write %v, %m[%i, %j, %i, %j] {permutation_map = affine_map<(a, b, c, d) -> (d, b, c)>} : vector<2x3x2xf32>, tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
// -----
func.func @write(%m: memref<?xf32, strided<[?], offset: ?>>, %i: index, %j: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<?xf32, strided<[?], offset: ?>>
  return
}
// -----
func.func @write(%m: memref<?xf32, strided<[2]>>, %i: index, %j: index, %v: vector<4xf32>, %k: vector<4xi1>) {
  vector.transfer_write %v, %m[%i], %k {in_bounds = [true]} : vector<4xf32>, memref<?xf32, strided<[2]>>
  return
}
// -----
func.func @write(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>, %i: index, %j: index, %v: vector<2x4xf32>) {
  vector.transfer_write %v, %m[%i, %j] : vector<2x4xf32>, memref<?x?xf32, strided<[?, ?], offset: ?>>
  return
}
// -----
func.func @write(%m: memref<?x?xf32, strided<[?, 1]>>, %i: index, %j: index, %v: vector<2x4xf32>) {
  vector.transfer_write %v, %m[%i, %j] {in_bounds = [true, false]} : vector<2x4xf32>, memref<?x?xf32, strided<[?, 1]>>
  return
}
// -----
func.func @write(%m: memref<16xf32, strided<[3]>>, %i: index, %j: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<16xf32, strided<[3]>>
  return
}
// -----
func.func @read(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(a, b) -> (0, b)>, in_bounds = [true, false]} : memref<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(a, b) -> (b, 0)>, in_bounds = [false, true]} : memref<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(a, b) -> (a, 0)>, in_bounds = [false, true]} : memref<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(a, b) -> (0, a)>, in_bounds = [true, false]} : memref<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(a, b) -> (0, 0)>, in_bounds = [true, true]} : memref<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: memref<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(a, b) -> (0)>, in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @read(%m: memref<?x?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p {permutation_map = affine_map<(a, b, c) -> (b, 0, c)>, in_bounds = [false, true, false]} : memref<?x?x?xf32>, vector<2x3x4xf32>
  return %0 : vector<2x3x4xf32>
}
// -----
func.func @read(%m: memref<?x?x?xf32>, %i: index, %j: index, %p: f32, %k: vector<2x4xi1>) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p, %k {permutation_map = affine_map<(a, b, c) -> (b, 0, c)>, in_bounds = [false, true, false]} : memref<?x?x?xf32>, vector<2x3x4xf32>
  return %0 : vector<2x3x4xf32>
}
// -----
func.func @read(%m: memref<?x?x?xf32>, %i: index, %j: index, %p: f32, %k: vector<3xi1>) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p, %k {permutation_map = affine_map<(a, b, c) -> (0, a, 0)>, in_bounds = [true, false, true]} : memref<?x?x?xf32>, vector<2x3x4xf32>
  return %0 : vector<2x3x4xf32>
}
// -----
func.func @read(%m: memref<?x?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p {permutation_map = affine_map<(a, b, c) -> (a, 0, 0)>, in_bounds = [false, true, true]} : memref<?x?x?xf32>, vector<2x3x4xf32>
  return %0 : vector<2x3x4xf32>
}
// -----
func.func @read(%m: tensor<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(a, b) -> (0, b)>, in_bounds = [true, false]} : tensor<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: tensor<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(a, b) -> (b, 0)>, in_bounds = [false, true]} : tensor<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: tensor<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(a, b) -> (a, 0)>, in_bounds = [false, true]} : tensor<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: tensor<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(a, b) -> (0, a)>, in_bounds = [true, false]} : tensor<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: tensor<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(a, b) -> (0, 0)>, in_bounds = [true, true]} : tensor<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @read(%m: tensor<?x?xf32>, %i: index, %j: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {permutation_map = affine_map<(a, b) -> (0)>, in_bounds = [true]} : tensor<?x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @read(%m: tensor<?x?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p {permutation_map = affine_map<(a, b, c) -> (b, 0, c)>, in_bounds = [false, true, false]} : tensor<?x?x?xf32>, vector<2x3x4xf32>
  return %0 : vector<2x3x4xf32>
}
// -----
func.func @read(%m: tensor<?x?x?xf32>, %i: index, %j: index, %p: f32, %k: vector<2x4xi1>) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p, %k {permutation_map = affine_map<(a, b, c) -> (b, 0, c)>, in_bounds = [false, true, false]} : tensor<?x?x?xf32>, vector<2x3x4xf32>
  return %0 : vector<2x3x4xf32>
}
// -----
func.func @read(%m: tensor<?x?x?xf32>, %i: index, %j: index, %p: f32, %k: vector<3xi1>) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p, %k {permutation_map = affine_map<(a, b, c) -> (0, a, 0)>, in_bounds = [true, false, true]} : tensor<?x?x?xf32>, vector<2x3x4xf32>
  return %0 : vector<2x3x4xf32>
}
// -----
func.func @read(%m: tensor<?x?x?xf32>, %i: index, %j: index, %p: f32) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %m[%i, %j, %i], %p {permutation_map = affine_map<(a, b, c) -> (a, 0, 0)>, in_bounds = [false, true, true]} : tensor<?x?x?xf32>, vector<2x3x4xf32>
  return %0 : vector<2x3x4xf32>
}
// -----
func.func @loop(%m: memref<?x?xf32>, %n: memref<?x?xf32>, %s: index, %p: f32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %s step %c2 {
    %0 = vector.transfer_read %m[%i, %c0], %p : memref<?x?xf32>, vector<2x4xf32>
    %1 = arith.addf %0, %0 : vector<2x4xf32>
    vector.transfer_write %1, %n[%c0, %i] : vector<2x4xf32>, memref<?x?xf32>
  }
  return
}
// -----
func.func @inserted(%m: memref<?x?xf32>, %i: index, %v: vector<3x2x4xf32>, %p: f32) -> vector<3x2x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true]} : memref<?x?xf32>, vector<2x4xf32>
  %1 = vector.insert %0, %v[1] : vector<2x4xf32> into vector<3x2x4xf32>
  return %1 : vector<3x2x4xf32>
}
// -----
func.func @extracted(%m: memref<?x?xf32>, %i: index, %v: vector<3x2x4xf32>) {
  %0 = vector.extract %v[%i] : vector<2x4xf32> from vector<3x2x4xf32>
  vector.transfer_write %0, %m[%i, %i] : vector<2x4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @vectors(%m: memref<?x?xvector<4xf32>>, %i: index, %p: vector<4xf32>) -> vector<1x1x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true]} : memref<?x?xvector<4xf32>>, vector<1x1x4xf32>
  return %0 : vector<1x1x4xf32>
}
// -----
func.func @applied(%m: memref<?x?xf32>, %i: index, %p: f32) -> vector<2x4xf32> {
  %0 = affine.apply affine_map<(a) -> (a * 2 + 3)>(%i)
  %1 = vector.transfer_read %m[%0, %0], %p : memref<?x?xf32>, vector<2x4xf32>
  return %1 : vector<2x4xf32>
}
