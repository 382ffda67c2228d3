// pipeline: builtin.module(canonicalize)
func.func @dims(%n: index, %i: index, %c: tensor<?x4xf32>) -> (index, index, index, index, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = bufferization.alloc_tensor(%n) : tensor<?x8xf32>
  %d0 = tensor.dim %0, %c0 : tensor<?x8xf32>
  %d1 = tensor.dim %0, %c1 : tensor<?x8xf32>
  %d2 = tensor.dim %0, %i : tensor<?x8xf32>
  %1 = bufferization.alloc_tensor() copy(%c) : tensor<?x4xf32>
  %d3 = tensor.dim %1, %c0 : tensor<?x4xf32>
  %2 = bufferization.alloc_tensor(%c4, %n) {foo} : tensor<?x?xf32>
  return %d0, %d1, %d2, %d3, %2 : index, index, index, index, tensor<?x?xf32>
}
func.func @sizes(%n: index, %s: index) -> (tensor<?x?xf32>, tensor<*xf32>, tensor<?xf32>) {
  %c4 = arith.constant 4 : index
  %cm = arith.constant -1 : index
  %0 = bufferization.alloc_tensor(%c4, %c4) size_hint=%s : tensor<?x?xf32>
  %1 = bufferization.alloc_tensor(%c4, %n) : tensor<?x?xf32>
  %2 = tensor.cast %1 : tensor<?x?xf32> to tensor<*xf32>
  %3 = bufferization.alloc_tensor(%cm) : tensor<?xf32>
  return %0, %2, %3 : tensor<?x?xf32>, tensor<*xf32>, tensor<?xf32>
}
