// pipeline: builtin.module(resolve-ranked-shaped-type-result-dims)
// pipeline: builtin.module(resolve-shaped-type-result-dims)
// pipeline: builtin.module(reify-result-shapes)
func.func @tensors(%n: index, %m: index, %t: tensor<?x?xf32>, %p: f32) -> (index, index, index, index, index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %0 = tensor.dim %e, %c1 : tensor<?x?xf32>
  %g = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    tensor.yield %p : f32
  } : tensor<?x4xf32>
  %1 = tensor.dim %g, %c0 : tensor<?x4xf32>
  %2 = tensor.dim %g, %c1 : tensor<?x4xf32>
  %s = tensor.splat %p[%m] : tensor<4x?xf32>
  %3 = tensor.dim %s, %c1 : tensor<4x?xf32>
  %x = tensor.extract_slice %t[%n, 0][1, %m][1, 1] : tensor<?x?xf32> to tensor<?xf32>
  %4 = tensor.dim %x, %c0 : tensor<?xf32>
  %y = tensor.insert_slice %x into %t[%n, 0][1, %m][1, 1] : tensor<?xf32> into tensor<?x?xf32>
  %5 = tensor.dim %y, %c0 : tensor<?x?xf32>
  %ex = tensor.expand_shape %t [[0, 1], [2]] output_shape [%n, 4, %m] : tensor<?x?xf32> into tensor<?x4x?xf32>
  %6 = tensor.dim %ex, %c0 : tensor<?x4x?xf32>
  %7 = tensor.dim %ex, %c1 : tensor<?x4x?xf32>
  %co = tensor.collapse_shape %t [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %8 = tensor.dim %co, %c0 : tensor<?xf32>
  %w = tensor.extract_slice %t[0, 0][1, %m][1, 1] : tensor<?x?xf32> to tensor<1x?xf32>
  %9 = tensor.dim %w, %c1 : tensor<1x?xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : index, index, index, index, index, index, index, index, index, index
}
// -----
func.func @pads(%n: index, %m: index, %t: tensor<?x?xf32>, %u: tensor<?x4xf32>, %v: tensor<4x8xf32>, %p: f32) -> (index, index, index, index, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pd = tensor.pad %t low[%n, 1] high[2, %m] {
  ^bb0(%i: index, %j: index):
    tensor.yield %p : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %0 = tensor.dim %pd, %c0 : tensor<?x?xf32>
  %1 = tensor.dim %pd, %c1 : tensor<?x?xf32>
  %cc = tensor.concat dim(0) %t, %u : (tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  %2 = tensor.dim %cc, %c0 : tensor<?x?xf32>
  %3 = tensor.dim %cc, %c1 : tensor<?x?xf32>
  %pe = tensor.pad %v low[%c1, 1] high[2, %c1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %p : f32
  } : tensor<4x8xf32> to tensor<?x?xf32>
  return %0, %1, %2, %3, %pe : index, index, index, index, tensor<?x?xf32>
}
// -----
func.func @memrefs(%n: index, %q: memref<?xf32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %mx = memref.expand_shape %q [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
  %0 = memref.dim %mx, %c0 : memref<?x4xf32>
  %al = memref.assume_alignment %q, 16 : memref<?xf32>
  %1 = memref.dim %al, %c0 : memref<?xf32>
  %2 = memref.dim %mx, %c1 : memref<?x4xf32>
  return %0, %1, %2 : index, index, index
}
// -----
func.func @structured(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = linalg.matmul ins(%a, %b: tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = tensor.dim %r, %c0 : tensor<?x?xf32>
  %1 = tensor.dim %r, %c1 : tensor<?x?xf32>
  %f = linalg.transpose ins(%a : tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) permutation = [1, 0]
  %2 = tensor.dim %f, %c0 : tensor<?x?xf32>
  %3 = tensor.dim %f, %c1 : tensor<?x?xf32>
  return %0, %1, %2, %3 : index, index, index, index
}
// -----
func.func @forall(%n: index, %t: tensor<?xf32>, %u: tensor<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.forall (%i) in (%n) shared_outs(%o = %t, %q = %u) -> (tensor<?xf32>, tensor<?x?xf32>) {
    %d = tensor.dim %o, %c0 : tensor<?xf32>
    %e = tensor.dim %q, %c1 : tensor<?x?xf32>
    "test.x"(%d, %e) : (index, index) -> ()
  }
  %d = tensor.dim %r#0, %c0 : tensor<?xf32>
  return %d : index
}
// -----
func.func @unknown(%t: tensor<?x?xf32>, %n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c = tensor.cast %t : tensor<?x?xf32> to tensor<4x?xf32>
  %0 = tensor.dim %c, %c0 : tensor<4x?xf32>
  %1 = tensor.dim %t, %n : tensor<?x?xf32>
  return %0, %1 : index, index
}
