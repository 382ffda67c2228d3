// pipeline: builtin.module(canonicalize)
// Paddings: by nothing, of casts, with constants, and in several dimensions.
func.func @nothing(%t: tensor<4xf32>, %d: tensor<?xf32>, %v: f32) -> (tensor<4xf32>, tensor<?xf32>, tensor<6xf32>, tensor<?xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.pad %t low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<4xf32>
  %1 = tensor.pad %d low[0] high[%c0] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<?xf32> to tensor<?xf32>
  %2 = tensor.pad %t low[0] high[2] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<6xf32>
  %3 = tensor.pad %d low[%c0] high[%c2] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<?xf32> to tensor<?xf32>
  %4 = tensor.pad %d nofold low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<?xf32> to tensor<4xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<?xf32>, tensor<6xf32>, tensor<?xf32>, tensor<4xf32>
}
// -----
func.func @more_static(%d: tensor<?xf32>, %v: f32) -> tensor<4xf32> {
  %0 = tensor.pad %d low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<?xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @constants(%t: tensor<4x?xf32>, %v: f32, %n: index) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.pad %t low[%c1, %c2] high[%c2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<4x?xf32> to tensor<?x?xf32>
  %1 = tensor.pad %t nofold low[%c1, %n] high[2, %c1] {
  ^bb0(%i: index, %j: index):
    %k = arith.addi %i, %j : index
    %l = arith.index_cast %k : index to i32
    %m = arith.sitofp %l : i32 to f32
    tensor.yield %m : f32
  } : tensor<4x?xf32> to tensor<?x?xf32>
  %2 = tensor.pad %t low[%n, %c1] high[2, %c1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<4x?xf32> to tensor<?x?xf32>
  return %0, %1, %2 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}
// -----
func.func @negative(%t: tensor<4xf32>, %v: f32) -> tensor<?xf32> {
  %m1 = arith.constant -1 : index
  %0 = tensor.pad %t low[%m1] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
func.func @casts(%t: tensor<4x8xf32>, %u: tensor<?x8xf32>, %v: f32, %n: index) -> (tensor<?x?xf32>, tensor<?x10xf32>, tensor<6x?xf32>, tensor<?x?xf32>) {
  %0 = tensor.cast %t : tensor<4x8xf32> to tensor<?x?xf32>
  %1 = tensor.pad %0 low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %2 = tensor.cast %u : tensor<?x8xf32> to tensor<?x?xf32>
  %3 = tensor.pad %2 low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x?xf32> to tensor<?x10xf32>
  %4 = tensor.pad %u low[%n, 1] high[1, %n] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x8xf32> to tensor<?x?xf32>
  %5 = tensor.cast %4 : tensor<?x?xf32> to tensor<6x?xf32>
  %6 = tensor.pad %u low[%n, 1] high[1, %n] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x8xf32> to tensor<6x?xf32>
  %7 = tensor.cast %6 : tensor<6x?xf32> to tensor<?x?xf32>
  return %1, %3, %5, %7 : tensor<?x?xf32>, tensor<?x10xf32>, tensor<6x?xf32>, tensor<?x?xf32>
}
// -----
func.func @used_twice(%u: tensor<?xf32>, %v: f32, %n: index) -> (tensor<?xf32>, tensor<6xf32>) {
  %0 = tensor.pad %u low[%n] high[1] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<?xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<6xf32>
  return %0, %1 : tensor<?xf32>, tensor<6xf32>
}
// -----
func.func @orthogonal(%a: tensor<64x64xf32>, %s0: index, %s1: index, %p0: index, %p1: index) -> tensor<8x4xf32> {
  %f = arith.constant 0.0 : f32
  %0 = tensor.extract_slice %a[16, 0] [%s0, 64] [1, 1] : tensor<64x64xf32> to tensor<?x64xf32>
  %1 = tensor.pad %0 low[0, 0] high[%p0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<?x64xf32> to tensor<8x64xf32>
  %2 = tensor.extract_slice %1[0, 4] [8, %s1] [1, 1] : tensor<8x64xf32> to tensor<8x?xf32>
  %3 = tensor.pad %2 nofold low[0, 0] high[0, %p1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<8x?xf32> to tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}
// -----
func.func @different_fillings(%a: tensor<64x64xf32>, %s0: index, %s1: index, %p0: index, %p1: index) -> tensor<8x4xf32> {
  %f = arith.constant 0.0 : f32
  %g = arith.constant 1.0 : f32
  %0 = tensor.extract_slice %a[16, 0] [%s0, 64] [1, 1] : tensor<64x64xf32> to tensor<?x64xf32>
  %1 = tensor.pad %0 low[0, 0] high[%p0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<?x64xf32> to tensor<8x64xf32>
  %2 = tensor.extract_slice %1[0, 4] [8, %s1] [1, 1] : tensor<8x64xf32> to tensor<8x?xf32>
  %3 = tensor.pad %2 low[0, 0] high[0, %p1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %g : f32
  } : tensor<8x?xf32> to tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}
// -----
func.func @same_dimension(%a: tensor<64x64xf32>, %s0: index, %s1: index, %p0: index, %p1: index) -> tensor<8x8xf32> {
  %f = arith.constant 0.0 : f32
  %0 = tensor.extract_slice %a[16, 0] [%s0, 64] [1, 1] : tensor<64x64xf32> to tensor<?x64xf32>
  %1 = tensor.pad %0 low[0, 0] high[%p0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<?x64xf32> to tensor<8x64xf32>
  %2 = tensor.extract_slice %1[0, 4] [4, %s1] [1, 1] : tensor<8x64xf32> to tensor<4x?xf32>
  %3 = tensor.pad %2 low[0, 0] high[4, %p1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<4x?xf32> to tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}
