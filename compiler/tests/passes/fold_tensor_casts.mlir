// pipeline: builtin.module(canonicalize)
// Casts, and operations that take and give tensors of other types.
func.func @bitcast(%a: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>, tensor<4xi32>) {
  %0 = tensor.bitcast %a : tensor<4xi32> to tensor<4xui32>
  %1 = tensor.bitcast %0 : tensor<4xui32> to tensor<4xf32>
  %2 = tensor.bitcast %0 : tensor<4xui32> to tensor<4xi32>
  %3 = tensor.bitcast %a : tensor<4xi32> to tensor<4xi32>
  return %1, %2, %3 : tensor<4xf32>, tensor<4xi32>, tensor<4xi32>
}
// -----
func.func @chains(%a: tensor<?x?xf32>, %b: tensor<4x4xf32>, %u: tensor<*xf32>) -> (tensor<4x4xf32>, tensor<?x?xf32>, tensor<4x?xf32>, tensor<?x?xf32>, tensor<4x?xf32>, tensor<*xf32>, tensor<4x4xf32>) {
  %0 = tensor.cast %a : tensor<?x?xf32> to tensor<4x?xf32>
  %1 = tensor.cast %0 : tensor<4x?xf32> to tensor<4x4xf32>
  %2 = tensor.cast %0 : tensor<4x?xf32> to tensor<?x?xf32>
  %3 = tensor.cast %b : tensor<4x4xf32> to tensor<?x?xf32>
  %4 = tensor.cast %3 : tensor<?x?xf32> to tensor<4x?xf32>
  %5 = tensor.cast %b : tensor<4x4xf32> to tensor<*xf32>
  %6 = tensor.cast %5 : tensor<*xf32> to tensor<?x?xf32>
  %7 = tensor.cast %u : tensor<*xf32> to tensor<?x?xf32>
  %8 = tensor.cast %7 : tensor<?x?xf32> to tensor<4x?xf32>
  %9 = tensor.cast %7 : tensor<?x?xf32> to tensor<*xf32>
  %10 = tensor.cast %b : tensor<4x4xf32> to tensor<4x4xf32>
  return %1, %2, %4, %6, %8, %9, %10 : tensor<4x4xf32>, tensor<?x?xf32>, tensor<4x?xf32>, tensor<?x?xf32>, tensor<4x?xf32>, tensor<*xf32>, tensor<4x4xf32>
}
// -----
func.func @contradiction(%a: tensor<4xf32>) -> tensor<8xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<8xf32>
  return %1 : tensor<8xf32>
}
// -----
func.func @encoded(%a: tensor<4xf32, "x">) -> (tensor<4xf32, "x">, tensor<?xf32, "x">) {
  %0 = tensor.cast %a : tensor<4xf32, "x"> to tensor<?xf32, "x">
  %1 = tensor.cast %0 : tensor<?xf32, "x"> to tensor<4xf32, "x">
  return %1, %0 : tensor<4xf32, "x">, tensor<?xf32, "x">
}
// -----
func.func @slice(%a: tensor<128x512xf32>, %o: index, %s: index) -> (tensor<16x512xf32>, tensor<16xf32>, tensor<?x512xf32>) {
  %0 = tensor.extract_slice %a[%o, 0] [%s, 512] [1, 1] : tensor<128x512xf32> to tensor<?x512xf32>
  %1 = tensor.cast %0 : tensor<?x512xf32> to tensor<16x512xf32>
  %2 = tensor.extract_slice %a[%o, %s] [1, %s] [1, 1] : tensor<128x512xf32> to tensor<?xf32>
  %3 = tensor.cast %2 : tensor<?xf32> to tensor<16xf32>
  %4 = tensor.extract_slice %a[%o, 0] [16, 512] [1, 1] : tensor<128x512xf32> to tensor<16x512xf32>
  %5 = tensor.cast %4 : tensor<16x512xf32> to tensor<?x512xf32>
  return %1, %3, %5 : tensor<16x512xf32>, tensor<16xf32>, tensor<?x512xf32>
}
// -----
func.func @empty(%n: index, %m: index) -> (tensor<4x?xf32>, tensor<4x8xf32>, tensor<?x?xf32>, index, index) {
  %c8 = arith.constant 8 : index
  %m1 = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.empty(%n, %m) : tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<4x?xf32>
  %2 = tensor.empty(%n, %c8) : tensor<?x?xf32>
  %3 = tensor.cast %2 : tensor<?x?xf32> to tensor<4x8xf32>
  %4 = tensor.empty(%m1, %c8) : tensor<?x?xf32>
  %5 = tensor.dim %0, %c1 : tensor<?x?xf32>
  %6 = tensor.dim %0, %n : tensor<?x?xf32>
  return %1, %3, %4, %5, %6 : tensor<4x?xf32>, tensor<4x8xf32>, tensor<?x?xf32>, index, index
}
// -----
func.func @empty_encoded() -> tensor<?xf32, "x"> {
  %c4 = arith.constant 4 : index
  %0 = tensor.empty(%c4) : tensor<?xf32, "x">
  return %0 : tensor<?xf32, "x">
}
// -----
func.func @sizes(%a: tensor<?x?xf32>, %u: tensor<*xf32>, %i: index, %v: f32, %s: tensor<2xi32>, %t: tensor<2xindex>) -> (index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %0 = tensor.cast %a : tensor<?x?xf32> to tensor<?x4xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x4xf32>
  %2 = tensor.dim %0, %i : tensor<?x4xf32>
  %3 = tensor.cast %u : tensor<*xf32> to tensor<?x4xf32>
  %4 = tensor.dim %3, %c0 : tensor<?x4xf32>
  %5 = tensor.insert %v into %a[%i, %i] : tensor<?x?xf32>
  %6 = tensor.dim %5, %i : tensor<?x?xf32>
  %7 = tensor.reshape %a(%s) : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %8 = tensor.dim %7, %i : tensor<?x?xf32>
  %9 = tensor.reshape %a(%t) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %10 = tensor.dim %9, %c0 : tensor<?x?xf32>
  return %1, %2, %4, %6, %8, %10 : index, index, index, index, index, index
}
// -----
func.func @filled(%a: tensor<?xf32>, %b: tensor<?xf32>, %v: f32, %i: index) -> (tensor<?xf32>, index, index) {
  %0 = linalg.fill ins(%v : f32) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  %1 = tensor.dim %0, %i : tensor<?xf32>
  %2 = linalg.add ins(%a, %a : tensor<?xf32>, tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
  %3 = tensor.dim %2, %i : tensor<?xf32>
  return %2, %1, %3 : tensor<?xf32>, index, index
}
// -----
func.func @concat(%a: tensor<?x12xi32>, %b: tensor<?x?xi32>, %c: tensor<3x?xi32>) -> (tensor<?x?xi32>, tensor<?x12xi32>, tensor<?x?xi32>, tensor<?x?xi32>, tensor<3x?xi32>) {
  %0 = tensor.concat dim(0) %b : (tensor<?x?xi32>) -> tensor<?x?xi32>
  %1 = tensor.concat dim(0) %a, %b : (tensor<?x12xi32>, tensor<?x?xi32>) -> tensor<?x12xi32>
  %2 = tensor.concat dim(1) %b, %c : (tensor<?x?xi32>, tensor<3x?xi32>) -> tensor<?x?xi32>
  %3 = tensor.concat dim(1) %a, %a : (tensor<?x12xi32>, tensor<?x12xi32>) -> tensor<?x?xi32>
  %4 = tensor.concat dim(0) %c : (tensor<3x?xi32>) -> tensor<3x?xi32>
  return %0, %1, %2, %3, %4 : tensor<?x?xi32>, tensor<?x12xi32>, tensor<?x?xi32>, tensor<?x?xi32>, tensor<3x?xi32>
}
// -----
func.func @generate(%v: f32, %n: index) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c4 = arith.constant 4 : index
  %m1 = arith.constant -1 : index
  %0 = tensor.generate %n, %c4 {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x?xf32>
  %1 = tensor.generate %m1 {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<?xf32>
  %2 = tensor.generate %c4 {
  ^bb0(%i: index):
    %3 = arith.index_cast %i : index to i32
    %4 = arith.sitofp %3 : i32 to f32
    tensor.yield %4 : f32
  } : tensor<?xf32>
  return %0, %1, %2 : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>
}
