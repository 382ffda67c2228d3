// pipeline: builtin.module(canonicalize)
// Reshapes of constants, of other reshapes and of casts.
func.func @constants() -> (tensor<6xf32>, tensor<2x3xi32>, tensor<6xi32>, tensor<2x2xf32>, tensor<f32>) {
  %s = arith.constant dense<1.0> : tensor<2x3xf32>
  %0 = tensor.collapse_shape %s [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %d = arith.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %1 = tensor.expand_shape %d [[0, 1]] output_shape [2, 3] : tensor<6xi32> into tensor<2x3xi32>
  %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<2x3xi32> into tensor<6xi32>
  %h = arith.constant dense<[2, 2]> : tensor<2xi32>
  %f = arith.constant dense<1.0> : tensor<4xf32>
  %3 = tensor.reshape %f(%h) : (tensor<4xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  %o = arith.constant dense<4.0> : tensor<1x1xf32>
  %4 = tensor.collapse_shape %o [] : tensor<1x1xf32> into tensor<f32>
  return %0, %1, %2, %3, %4 : tensor<6xf32>, tensor<2x3xi32>, tensor<6xi32>, tensor<2x2xf32>, tensor<f32>
}
// -----
func.func @values(%a: f32, %b: f32, %n: index) -> (tensor<6xf32>, tensor<2x2xf32>, tensor<?xf32>, tensor<1x1xf32>) {
  %0 = tensor.splat %a : tensor<2x3xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %2 = tensor.from_elements %a, %b, %b, %a : tensor<4xf32>
  %3 = tensor.expand_shape %2 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %4 = tensor.splat %a[%n] : tensor<?x3xf32>
  %5 = tensor.collapse_shape %4 [[0, 1]] : tensor<?x3xf32> into tensor<?xf32>
  %6 = tensor.from_elements %a : tensor<f32>
  %7 = tensor.expand_shape %6 [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  return %1, %3, %5, %7 : tensor<6xf32>, tensor<2x2xf32>, tensor<?xf32>, tensor<1x1xf32>
}
// -----
func.func @inverse(%a: tensor<?x4xf32>, %b: tensor<?x?xf32>, %c: tensor<?xf32>, %n: index, %m: index) -> (tensor<?x4xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x?x4xf32>) {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [%n, 4] : tensor<?xf32> into tensor<?x4xf32>
  %2 = tensor.collapse_shape %b [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %3 = tensor.expand_shape %2 [[0, 1]] output_shape [%n, %m] : tensor<?xf32> into tensor<?x?xf32>
  %4 = tensor.expand_shape %c [[0, 1]] output_shape [%n, %m] : tensor<?xf32> into tensor<?x?xf32>
  %5 = tensor.collapse_shape %4 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %6 = tensor.expand_shape %2 [[0, 1, 2]] output_shape [%n, %m, 4] : tensor<?xf32> into tensor<?x?x4xf32>
  return %1, %3, %5, %6 : tensor<?x4xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x?x4xf32>
}
// -----
func.func @same_kind(%a: tensor<2x3x4x5xf32>, %b: tensor<?xf32>, %n: index) -> (tensor<120xf32>, tensor<24x5xf32>, tensor<?x2x3x4xf32>) {
  %0 = tensor.collapse_shape %a [[0, 1], [2], [3]] : tensor<2x3x4x5xf32> into tensor<6x4x5xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<6x4x5xf32> into tensor<24x5xf32>
  %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<24x5xf32> into tensor<120xf32>
  %3 = tensor.expand_shape %b [[0, 1]] output_shape [%n, 24] : tensor<?xf32> into tensor<?x24xf32>
  %4 = tensor.expand_shape %3 [[0], [1, 2, 3]] output_shape [%n, 2, 3, 4] : tensor<?x24xf32> into tensor<?x2x3x4xf32>
  return %2, %1, %4 : tensor<120xf32>, tensor<24x5xf32>, tensor<?x2x3x4xf32>
}
// -----
func.func @to_scalar(%a: tensor<1x1xf32>, %b: tensor<f32>) -> (tensor<f32>, tensor<1x1x1xf32>) {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<1x1xf32> into tensor<1xf32>
  %1 = tensor.collapse_shape %0 [] : tensor<1xf32> into tensor<f32>
  %2 = tensor.expand_shape %b [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %3 = tensor.expand_shape %2 [[0, 1, 2]] output_shape [1, 1, 1] : tensor<1xf32> into tensor<1x1x1xf32>
  return %1, %3 : tensor<f32>, tensor<1x1x1xf32>
}
// -----
func.func @collapse_of_expand(%a: tensor<?x?x?xi64>, %b: tensor<?x8xi64>, %c: tensor<12xi64>, %n: index, %m: index, %k: index) -> (tensor<?x?xi64>, tensor<?x?x2xi64>, tensor<4x3xi64>, tensor<?x?xi64>) {
  %0 = tensor.expand_shape %a [[0], [1], [2, 3]] output_shape [%n, %m, %k, 1] : tensor<?x?x?xi64> into tensor<?x?x?x1xi64>
  %1 = tensor.collapse_shape %0 [[0, 1], [2, 3]] : tensor<?x?x?x1xi64> into tensor<?x?xi64>
  %2 = tensor.expand_shape %b [[0, 1, 2], [3, 4]] output_shape [%n, %m, 3, 4, 2] : tensor<?x8xi64> into tensor<?x?x3x4x2xi64>
  %3 = tensor.collapse_shape %2 [[0], [1, 2], [3, 4]] : tensor<?x?x3x4x2xi64> into tensor<?x?x8xi64>
  %4 = tensor.collapse_shape %2 [[0, 1], [2, 3], [4]] : tensor<?x?x3x4x2xi64> into tensor<?x12x2xi64>
  %5 = tensor.cast %4 : tensor<?x12x2xi64> to tensor<?x?x2xi64>
  %6 = tensor.expand_shape %c [[0, 1, 2]] output_shape [2, 2, 3] : tensor<12xi64> into tensor<2x2x3xi64>
  %7 = tensor.collapse_shape %6 [[0, 1], [2]] : tensor<2x2x3xi64> into tensor<4x3xi64>
  %8 = tensor.collapse_shape %3 [[0, 1], [2]] : tensor<?x?x8xi64> into tensor<?x8xi64>
  %9 = tensor.cast %8 : tensor<?x8xi64> to tensor<?x?xi64>
  return %1, %5, %7, %9 : tensor<?x?xi64>, tensor<?x?x2xi64>, tensor<4x3xi64>, tensor<?x?xi64>
}
// -----
func.func @dynamic_products(%a: tensor<?xf32>, %n: index, %m: index, %k: index) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = tensor.expand_shape %a [[0, 1, 2]] output_shape [%n, %m, %k] : tensor<?xf32> into tensor<?x?x?xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<?x?x?xf32> into tensor<?x?xf32>
  %2 = tensor.expand_shape %a [[0, 1, 2]] output_shape [%n, 4, %k] : tensor<?xf32> into tensor<?x4x?xf32>
  %3 = tensor.collapse_shape %2 [[0, 1], [2]] : tensor<?x4x?xf32> into tensor<?x?xf32>
  return %1, %3 : tensor<?x?xf32>, tensor<?x?xf32>
}
// -----
func.func @expand_of_collapse(%a: tensor<2x3x4xf32>, %b: tensor<1x4x1xf32>, %c: tensor<4x?x?xf32>, %d: tensor<6x4xf32>, %n: index, %m: index) -> (tensor<6x4xf32>, tensor<4x1xf32>, tensor<2x2x?xf32>, tensor<2x3x4xf32>, tensor<3x8xf32>) {
  %0 = tensor.collapse_shape %a [[0, 1, 2]] : tensor<2x3x4xf32> into tensor<24xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [6, 4] : tensor<24xf32> into tensor<6x4xf32>
  %2 = tensor.collapse_shape %b [[0, 1, 2]] : tensor<1x4x1xf32> into tensor<4xf32>
  %3 = tensor.expand_shape %2 [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %4 = tensor.collapse_shape %c [[0], [1, 2]] : tensor<4x?x?xf32> into tensor<4x?xf32>
  %5 = tensor.expand_shape %4 [[0, 1], [2]] output_shape [2, 2, %n] : tensor<4x?xf32> into tensor<2x2x?xf32>
  %6 = tensor.collapse_shape %d [[0, 1]] : tensor<6x4xf32> into tensor<24xf32>
  %7 = tensor.expand_shape %6 [[0, 1, 2]] output_shape [2, 3, 4] : tensor<24xf32> into tensor<2x3x4xf32>
  %8 = tensor.expand_shape %0 [[0, 1]] output_shape [3, 8] : tensor<24xf32> into tensor<3x8xf32>
  return %1, %3, %5, %7, %8 : tensor<6x4xf32>, tensor<4x1xf32>, tensor<2x2x?xf32>, tensor<2x3x4xf32>, tensor<3x8xf32>
}
// -----
func.func @dynamic_groups(%a: tensor<?x2x?xf32>, %b: tensor<?x2x3x5xf32>, %c: tensor<1x?x1xf32>, %d: tensor<2x1x?xf32>, %n: index, %m: index) -> (tensor<?x?xf32>, tensor<?x15xf32>, tensor<?x1xf32>, tensor<2x?xf32>) {
  %0 = tensor.collapse_shape %a [[0, 1, 2]] : tensor<?x2x?xf32> into tensor<?xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [%n, %m] : tensor<?xf32> into tensor<?x?xf32>
  %2 = tensor.collapse_shape %b [[0, 1, 2, 3]] : tensor<?x2x3x5xf32> into tensor<?xf32>
  %3 = tensor.expand_shape %2 [[0, 1]] output_shape [%n, 15] : tensor<?xf32> into tensor<?x15xf32>
  %4 = tensor.collapse_shape %c [[0, 1, 2]] : tensor<1x?x1xf32> into tensor<?xf32>
  %5 = tensor.expand_shape %4 [[0, 1]] output_shape [%n, 1] : tensor<?xf32> into tensor<?x1xf32>
  %6 = tensor.collapse_shape %d [[0, 1, 2]] : tensor<2x1x?xf32> into tensor<?xf32>
  %7 = tensor.expand_shape %6 [[0, 1]] output_shape [2, %n] : tensor<?xf32> into tensor<2x?xf32>
  return %1, %3, %5, %7 : tensor<?x?xf32>, tensor<?x15xf32>, tensor<?x1xf32>, tensor<2x?xf32>
}
// -----
func.func @casts(%a: tensor<2x4xf32>, %b: tensor<8xf32>, %c: tensor<?x4xf32>, %n: index) -> (tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<2x4xf32>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %0 = tensor.cast %a : tensor<2x4xf32> to tensor<?x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %2 = tensor.cast %b : tensor<8xf32> to tensor<?xf32>
  %3 = tensor.expand_shape %2 [[0, 1]] output_shape [%c2, %c4] : tensor<?xf32> into tensor<?x?xf32>
  %4 = tensor.expand_shape %2 [[0, 1]] output_shape [%n, %c4] : tensor<?xf32> into tensor<?x?xf32>
  %5 = tensor.cast %c : tensor<?x4xf32> to tensor<?x?xf32>
  %6 = tensor.collapse_shape %5 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %7 = tensor.cast %3 : tensor<?x?xf32> to tensor<2x4xf32>
  return %1, %3, %4, %6, %7 : tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<2x4xf32>
}
// -----
func.func @reshape(%a: tensor<?xf32>, %b: tensor<?x?xf32>, %s: tensor<1xindex>, %t: tensor<2xindex>, %n: index) -> (tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.reshape %a(%s) : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %1 = tensor.reshape %a(%t) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %2 = tensor.reshape %1(%t) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %d0 = tensor.dim %b, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.from_elements %d0, %d1 : tensor<2xindex>
  %3 = tensor.reshape %b(%e) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %f = tensor.from_elements %d1, %d0 : tensor<2xindex>
  %4 = tensor.reshape %b(%f) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0, %2, %3, %4 : tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}
// -----
func.func @reshape_of_same(%a: tensor<2x3xf32>, %s: tensor<2xindex>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %e = tensor.from_elements %c2, %c3 : tensor<2xindex>
  %0 = tensor.reshape %a(%e) : (tensor<2x3xf32>, tensor<2xindex>) -> tensor<2x3xf32>
  %1 = tensor.reshape %a(%s) : (tensor<2x3xf32>, tensor<2xindex>) -> tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}
// -----
func.func @other_product(%t: tensor<8xf32>) -> tensor<?x?xf32> {
  %c3 = arith.constant 3 : index
  %0 = tensor.cast %t : tensor<8xf32> to tensor<?xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [%c3, %c3] : tensor<?xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
// -----
func.func @constant_products(%a: tensor<?xf32>) -> tensor<?x?xf32> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.expand_shape %a [[0, 1, 2]] output_shape [%c2, %c3, 2] : tensor<?xf32> into tensor<?x?x2xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<?x?x2xf32> into tensor<?x2xf32>
  %2 = tensor.cast %1 : tensor<?x2xf32> to tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
