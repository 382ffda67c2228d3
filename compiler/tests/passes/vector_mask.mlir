// pipeline: builtin.module(func.func(lower-vector-mask))
func.func @a(%m: memref<?xf32>, %i: index, %k: vector<4xi1>, %a: f32) -> vector<4xf32> {
  %0 = vector.mask %k { vector.transfer_read %m[%i], %a {in_bounds = [true]} : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %k { vector.transfer_write %0, %m[%i] {in_bounds = [true], foo} : vector<4xf32>, memref<?xf32> } : vector<4xi1>
  return %0 : vector<4xf32>
}
// -----
func.func @t(%m: tensor<?xf32>, %i: index, %k: vector<4xi1>, %a: vector<4xf32>) -> tensor<?xf32> {
  %0 = vector.mask %k { vector.transfer_write %a, %m[%i] : vector<4xf32>, tensor<?xf32> } : vector<4xi1> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
func.func @p(%m: memref<?xf32>, %i: index, %k: vector<4xi1>, %a: f32, %p: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.mask %k, %p { vector.transfer_read %m[%i], %a {in_bounds = [true]} : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @empty(%k: vector<4xi1>, %a: vector<4xf32>, %b: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  vector.mask %k { } : vector<4xi1>
  %0 = vector.mask %k { vector.yield %a : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %1 = vector.mask %k, %b { vector.yield %a : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}
// -----
func.func @red(%v: vector<4xf32>, %k: vector<4xi1>, %a: f32) -> f32 {
  %0 = vector.mask %k { vector.reduction <add>, %v, %a : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}
// -----
func.func @allset(%v: vector<4xf32>, %a: f32, %m: memref<?xf32>, %i: index) -> (f32, vector<4xf32>) {
  %k = vector.constant_mask [4] : vector<4xi1>
  %0 = vector.mask %k { vector.reduction <add>, %v, %a : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %1 = vector.mask %k { vector.transfer_read %m[%i], %a {in_bounds = [true]} : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0, %1 : f32, vector<4xf32>
}
// -----
func.func @perm(%m: memref<?x?xf32>, %i: index, %k: vector<2x4xi1>, %a: f32, %v: vector<4x2xf32>) -> vector<4x2xf32> {
  %0 = vector.mask %k { vector.transfer_read %m[%i, %i], %a {permutation_map = affine_map<(d0, d1) -> (d1, d0)>, in_bounds=[true, false]} : memref<?x?xf32>, vector<4x2xf32> } : vector<2x4xi1> -> vector<4x2xf32>
  return %0 : vector<4x2xf32>
}
