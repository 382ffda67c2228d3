// pipeline: builtin.module(canonicalize)
// Copies, filled tensors, transposes, broadcasts, and casts around structured operations.
func.func @copy(%a: memref<4xf32>, %b: memref<4xf32>, %t: tensor<4xf32>, %u: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  linalg.copy ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.copy ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  %0 = linalg.copy ins(%t : tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.copy ins(%t : tensor<4xf32>) outs(%u : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
// -----
func.func @zero(%a: memref<0x4xf32>, %b: memref<0x4xf32>) {
  linalg.copy ins(%a : memref<0x4xf32>) outs(%b : memref<0x4xf32>)
  return
}
// -----
func.func @fill(%f: f32, %t: tensor<4x4xf32>, %d: tensor<?xf32>, %l: index, %h: index) -> (tensor<16xf32>, tensor<?xf32>, f32, tensor<4x4xf32>, tensor<4x4xf32>, tensor<8xf32>, tensor<2x2xf32>) {
  %0 = linalg.fill ins(%f : f32) outs(%t : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  %3 = linalg.fill ins(%f : f32) outs(%d : tensor<?xf32>) -> tensor<?xf32>
  %4 = tensor.extract %0[%l, %h] : tensor<4x4xf32>
  %5 = linalg.copy ins(%0 : tensor<4x4xf32>) outs(%t : tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = linalg.transpose ins(%0 : tensor<4x4xf32>) outs(%t : tensor<4x4xf32>) permutation = [1, 0]
  %e4 = tensor.empty() : tensor<4xf32>
  %f4 = linalg.fill ins(%f : f32) outs(%e4 : tensor<4xf32>) -> tensor<4xf32>
  %c = tensor.concat dim(0) %f4, %f4 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = tensor.extract_slice %0[0, 0] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  return %1, %3, %4, %5, %6, %c, %s : tensor<16xf32>, tensor<?xf32>, f32, tensor<4x4xf32>, tensor<4x4xf32>, tensor<8xf32>, tensor<2x2xf32>
}
// -----
func.func @tr(%a: tensor<2x3xf32>, %i: tensor<2x3xf32>, %j: tensor<3x2xf32>, %r: tensor<4x2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<4x2x3xf32>, tensor<2x3xf32>) {
  %0 = linalg.transpose ins(%a : tensor<2x3xf32>) outs(%i : tensor<2x3xf32>) permutation = [0, 1]
  %1 = linalg.transpose ins(%a : tensor<2x3xf32>) outs(%j : tensor<3x2xf32>) permutation = [1, 0]
  %2 = linalg.transpose ins(%1 : tensor<3x2xf32>) outs(%i : tensor<2x3xf32>) permutation = [1, 0]
  %3 = linalg.broadcast ins(%a : tensor<2x3xf32>) outs(%r : tensor<4x2x3xf32>) dimensions = [0]
  %4 = linalg.broadcast ins(%a : tensor<2x3xf32>) outs(%i : tensor<2x3xf32>) dimensions = []
  return %0, %2, %3, %4 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<4x2x3xf32>, tensor<2x3xf32>
}
// -----
func.func @cast(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.cast %a : tensor<4x4xf32> to tensor<?x?xf32>
  %1 = tensor.cast %b : tensor<4x4xf32> to tensor<?x?xf32>
  %2 = linalg.matmul ins(%0, %1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
// -----
func.func @cast2(%a: tensor<4x4xf32>, %f: f32) -> tensor<?x?xf32> {
  %0 = tensor.cast %a : tensor<4x4xf32> to tensor<?x?xf32>
  %2 = linalg.fill ins(%f : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
// -----
func.func @consumer(%a: tensor<?x4xf32>, %b: tensor<4x?xf32>, %c: tensor<?x?xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x4xf32>, tensor<4x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// -----
func.func @inferred(%a: tensor<4x?xf32>, %b: tensor<?x8xf32>, %c: tensor<?xf32>) -> tensor<?x?xf32> {
  %e = tensor.cast %b : tensor<?x8xf32> to tensor<?x?xf32>
  %0 = linalg.add ins(%a, %e : tensor<4x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
#i = affine_map<(d0) -> (d0)>
func.func @identity(%a: tensor<4xf32>, %b: tensor<?xf32>, %m: memref<4xf32>, %n: memref<4xf32>) -> (tensor<4xf32>, tensor<?xf32>) {
  %0 = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%b : tensor<?xf32>) outs(%b : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %y : f32
  } -> tensor<?xf32>
  linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%m : memref<4xf32>) outs(%n : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return %0, %1 : tensor<4xf32>, tensor<?xf32>
}
// -----
func.func @moves(%a: tensor<2x3x4xf32>, %b: tensor<4x2x3xf32>, %c: tensor<3x2x4xf32>, %d: tensor<3xf32>, %e: tensor<2x3xf32>, %f: tensor<2x3x4xf32>) -> (tensor<3x2x4xf32>, tensor<2x3x4xf32>) {
  %0 = linalg.transpose ins(%a : tensor<2x3x4xf32>) outs(%b : tensor<4x2x3xf32>) permutation = [2, 0, 1]
  %1 = linalg.transpose ins(%0 : tensor<4x2x3xf32>) outs(%c : tensor<3x2x4xf32>) permutation = [2, 1, 0]
  %2 = linalg.broadcast ins(%d : tensor<3xf32>) outs(%e : tensor<2x3xf32>) dimensions = [0]
  %3 = linalg.broadcast ins(%2 : tensor<2x3xf32>) outs(%f : tensor<2x3x4xf32>) dimensions = [2]
  return %1, %3 : tensor<3x2x4xf32>, tensor<2x3x4xf32>
}
