// pipeline: builtin.module(canonicalize)
// Ranks, and slices that are inserted where they are from.
func.func @rank(%a: tensor<?x4xf32>, %b: tensor<*xf32>) -> (index, index) {
  %0 = tensor.rank %a : tensor<?x4xf32>
  %1 = tensor.rank %b : tensor<*xf32>
  return %0, %1 : index, index
}
// -----
func.func @same(%a: tensor<?x?xf32>, %i: index, %n: index) -> tensor<?x?xf32> {
  %0 = tensor.extract_slice %a[%i, 0] [%n, 4] [1, 1] : tensor<?x?xf32> to tensor<?x4xf32>
  %1 = tensor.insert_slice %0 into %a[%i, 0] [%n, 4] [1, 1] : tensor<?x4xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
// -----
func.func @reduced(%a: tensor<?x?xf32>, %i: index, %n: index) -> tensor<?x?xf32> {
  %0 = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1] : tensor<?x?xf32> to tensor<4xf32>
  %1 = tensor.insert_slice %0 into %a[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
// -----
func.func @different(%a: tensor<?x?xf32>, %i: index, %n: index) -> tensor<?x?xf32> {
  %0 = tensor.extract_slice %a[%i, 0] [%n, 4] [1, 1] : tensor<?x?xf32> to tensor<?x4xf32>
  %1 = tensor.insert_slice %0 into %a[0, 0] [%n, 4] [1, 1] : tensor<?x4xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
// -----
func.func @other(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %i: index, %n: index) -> tensor<?x?xf32> {
  %0 = tensor.extract_slice %a[%i, 0] [%n, 4] [1, 1] : tensor<?x?xf32> to tensor<?x4xf32>
  %1 = tensor.insert_slice %0 into %b[%i, 0] [%n, 4] [1, 1] : tensor<?x4xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
// -----
func.func @after(%a: tensor<?x?xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>, %i: index, %n: index) -> (tensor<?x?xf32>, tensor<?x4xf32>) {
  %0 = tensor.insert_slice %b into %a[%i, 0] [%n, 4] [1, 1] : tensor<?x4xf32> into tensor<?x?xf32>
  %1 = tensor.insert_slice %c into %0[%i, 0] [%n, 4] [1, 1] : tensor<?x4xf32> into tensor<?x?xf32>
  %2 = tensor.extract_slice %1[%i, 0] [%n, 4] [1, 1] : tensor<?x?xf32> to tensor<?x4xf32>
  return %1, %2 : tensor<?x?xf32>, tensor<?x4xf32>
}
// -----
func.func @whole(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %d: tensor<?x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<?x8xf32>) {
  %0 = tensor.insert_slice %b into %a[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<4x8xf32>
  %1 = tensor.extract_slice %a[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> to tensor<4x8xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %d, %c0 : tensor<?x8xf32>
  %2 = tensor.extract_slice %d[0, 0] [%n, 8] [1, 1] : tensor<?x8xf32> to tensor<?x8xf32>
  return %0, %1, %2 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<?x8xf32>
}
// -----
func.func @empty(%a: tensor<?x?xf32>, %b: tensor<0x4xf32>, %i: index) -> tensor<?x?xf32> {
  %0 = tensor.insert_slice %b into %a[%i, 0] [0, 4] [1, 1] : tensor<0x4xf32> into tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
