// pipeline: builtin.module(generate-runtime-verification)
// pipeline: builtin.module(generate-runtime-verification{verbose-level=0})
func.func @t(%a: tensor<?x4xf32>, %u: tensor<*xf32>, %i: index, %f: f32, %n: index) -> (tensor<4x4xf32>, tensor<?x4xf32>, index, index, f32, tensor<?x4xf32>, tensor<?x2xf32>, tensor<?x4xf32>, tensor<2xf32>) {
  %0 = tensor.cast %a : tensor<?x4xf32> to tensor<4x4xf32>
  %1 = tensor.cast %u : tensor<*xf32> to tensor<?x4xf32>
  %2 = tensor.dim %a, %i : tensor<?x4xf32>
  %3 = tensor.dim %u, %i : tensor<*xf32>
  %4 = tensor.extract %a[%i, %n] : tensor<?x4xf32>
  %5 = tensor.insert %f into %a[%i, %n] : tensor<?x4xf32>
  %6 = tensor.extract_slice %a[%i, 0] [%n, 2] [%i, 1] : tensor<?x4xf32> to tensor<?x2xf32>
  %7 = tensor.insert_slice %6 into %a[0, %i] [%n, 2] [1, 2] : tensor<?x2xf32> into tensor<?x4xf32>
  %8 = tensor.extract_slice %a[1, 0] [1, 2] [1, 1] : tensor<?x4xf32> to tensor<2xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<4x4xf32>, tensor<?x4xf32>, index, index, f32, tensor<?x4xf32>, tensor<?x2xf32>, tensor<?x4xf32>, tensor<2xf32>
}
// -----
func.func @scalar(%a: tensor<f32>, %f: f32) -> (f32, tensor<f32>, tensor<3xf32>) {
  %0 = tensor.extract %a[] : tensor<f32>
  %1 = tensor.insert %f into %a[] : tensor<f32>
  %2 = tensor.empty() : tensor<8xf32>
  %3 = tensor.extract_slice %2[1] [3] [2] : tensor<8xf32> to tensor<3xf32>
  return %0, %1, %3 : f32, tensor<f32>, tensor<3xf32>
}
// -----
func.func @casts(%a: tensor<*xf32>, %b: tensor<2x?xf32>, %c: tensor<2x?xf32>) -> (tensor<*xf32>, tensor<2x3xf32>, tensor<?x?xf32>) {
  %0 = tensor.cast %b : tensor<2x?xf32> to tensor<*xf32>
  %1 = tensor.cast %b : tensor<2x?xf32> to tensor<2x3xf32>
  %2 = tensor.cast %c : tensor<2x?xf32> to tensor<?x?xf32>
  return %0, %1, %2 : tensor<*xf32>, tensor<2x3xf32>, tensor<?x?xf32>
}
