// pipeline: builtin.module(convert-vector-to-scf)
// pipeline: builtin.module(convert-vector-to-scf{target-rank=2})
// pipeline: builtin.module(convert-vector-to-scf{lower-tensors=true})
func.func @write(%m: memref<?x?x?xf32>, %i: index, %j: index, %v: vector<2x4xf32>) {
  vector.transfer_write %v, %m[%i, %j, %i] {permutation_map = affine_map<(a, b, c) -> (a, c)>} : vector<2x4xf32>, memref<?x?x?xf32>
  return
}
// -----
func.func @write(%m: tensor<?x?x?xf32>, %i: index, %j: index, %v: vector<2x4xf32>) -> tensor<?x?x?xf32> {
  %0 = vector.transfer_write %v, %m[%i, %j, %i] {permutation_map = affine_map<(a, b, c) -> (a, c)>} : vector<2x4xf32>, tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
