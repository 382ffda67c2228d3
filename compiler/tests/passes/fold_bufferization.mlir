// pipeline: builtin.module(canonicalize)
// Tensors in memory.
func.func @buf(%t: tensor<?xf32>, %m: memref<?xf32>, %n: memref<4xf32>, %i: index, %s: memref<?xf32, strided<[?], offset: ?>>) -> (memref<?xf32>, tensor<?xf32>, f32, index, memref<?xf32, strided<[?], offset: ?>>, memref<?xf32>) {
  %0 = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  %1 = bufferization.to_tensor %0 : memref<?xf32> to tensor<?xf32>
  %2 = bufferization.to_tensor %m restrict : memref<?xf32> to tensor<?xf32>
  %3 = bufferization.to_buffer %2 : tensor<?xf32> to memref<?xf32>
  %4 = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  %5 = memref.load %4[%i] : memref<?xf32>
  %c0 = arith.constant 0 : index
  %6 = tensor.dim %2, %c0 : tensor<?xf32>
  %7 = bufferization.to_buffer %2 : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  %8 = bufferization.to_tensor %s restrict : memref<?xf32, strided<[?], offset: ?>> to tensor<?xf32>
  %9 = bufferization.to_buffer %8 : tensor<?xf32> to memref<?xf32>
  return %3, %1, %5, %6, %7, %9 : memref<?xf32>, tensor<?xf32>, f32, index, memref<?xf32, strided<[?], offset: ?>>, memref<?xf32>
}
// -----
func.func @buf2(%t: tensor<4xf32>, %i: index) -> (memref<?xf32>, f32) {
  %0 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %1 = bufferization.to_buffer %0 : tensor<?xf32> to memref<?xf32>
  %2 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  %3 = memref.load %2[%i] : memref<4xf32>
  return %1, %3 : memref<?xf32>, f32
}
// -----
func.func @between(%t: tensor<?xf32>, %v: f32, %i: index) -> tensor<?xf32> {
  %0 = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  memref.store %v, %0[%i] : memref<?xf32>
  %1 = bufferization.to_tensor %0 : memref<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}
// -----
func.func @kinds(%m: memref<4xf32>, %s: memref<?xf32, 1>, %u: memref<*xf32>, %t: tensor<2x3xf32>) -> (memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?x3xf32, strided<[?, ?], offset: ?>>) {
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  %c = tensor.cast %0 : tensor<4xf32> to tensor<?xf32>
  %1 = bufferization.to_buffer %c : tensor<?xf32> to memref<?xf32>
  %2 = bufferization.to_tensor %s : memref<?xf32, 1> to tensor<?xf32>
  %3 = bufferization.to_buffer %2 : tensor<?xf32> to memref<?xf32>
  %4 = bufferization.to_tensor %u : memref<*xf32> to tensor<*xf32>
  %5 = tensor.cast %4 : tensor<*xf32> to tensor<?xf32>
  %6 = bufferization.to_buffer %5 : tensor<?xf32> to memref<?xf32>
  %7 = tensor.cast %t : tensor<2x3xf32> to tensor<?x3xf32>
  %8 = bufferization.to_buffer %7 read_only : tensor<?x3xf32> to memref<?x3xf32, strided<[?, ?], offset: ?>>
  return %1, %3, %6, %8 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?x3xf32, strided<[?, ?], offset: ?>>
}

// -----

// What is materialized in a tensor and not used is dead; in memory, it is written.
func.func @materialized(%a: tensor<4xf32>, %b: tensor<4xf32>, %m: memref<4xf32>) -> tensor<4xf32> {
  %0 = bufferization.materialize_in_destination %a in %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %a in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  %1 = bufferization.materialize_in_destination %b in %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
