// pipeline: builtin.module(canonicalize)
// Single elements, and constants of elements.
func.func @extract(%i: index, %a: f32, %b: f32) -> (f32, f32, f32, f32, i32, f32, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %s = arith.constant dense<2.0> : tensor<4x4xf32>
  %0 = tensor.extract %s[%i, %i] : tensor<4x4xf32>
  %e = tensor.from_elements %a, %b, %a, %a, %a, %b : tensor<2x3xf32>
  %1 = tensor.extract %e[%c1, %c2] : tensor<2x3xf32>
  %2 = tensor.extract %e[%c0, %i] : tensor<2x3xf32>
  %3 = tensor.extract %e[%c2, %c2] : tensor<2x3xf32>
  %d = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %4 = tensor.extract %d[%c1, %c0] : tensor<2x3xi32>
  %p = tensor.splat %a : tensor<4xf32>
  %5 = tensor.extract %p[%i] : tensor<4xf32>
  %t = arith.constant dense<[true, false, true]> : tensor<3xi1>
  %6 = tensor.extract %t[%c1] : tensor<3xi1>
  return %0, %1, %2, %3, %4, %5, %6 : f32, f32, f32, f32, i32, f32, i1
}
// -----
func.func @outside(%a: f32) -> (f32, f32, f32, i32) {
  %m1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %e = tensor.from_elements %a, %a, %a : tensor<3xf32>
  %0 = tensor.extract %e[%m1] : tensor<3xf32>
  %1 = tensor.extract %e[%c5] : tensor<3xf32>
  %f = tensor.from_elements %a, %a, %a, %a, %a, %a : tensor<2x3xf32>
  %2 = tensor.extract %f[%c0, %c5] : tensor<2x3xf32>
  %d = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %3 = tensor.extract %d[%c0, %c5] : tensor<2x3xi32>
  return %0, %1, %2, %3 : f32, f32, f32, i32
}
// -----
func.func @scalars(%a: f32) -> (f32, f32, complex<f32>, tensor<f32>) {
  %e = tensor.from_elements %a : tensor<f32>
  %0 = tensor.extract %e[] : tensor<f32>
  %d = arith.constant dense<3.0> : tensor<f32>
  %1 = tensor.extract %d[] : tensor<f32>
  %c = arith.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>
  %c0 = arith.constant 0 : index
  %2 = tensor.extract %c[%c0] : tensor<2xcomplex<f32>>
  %k = arith.constant 4.0 : f32
  %3 = tensor.splat %k : tensor<f32>
  return %0, %1, %2, %3 : f32, f32, complex<f32>, tensor<f32>
}
// -----
func.func @casts(%a: tensor<?xf32>, %u: tensor<*xf32>, %t: tensor<4xi32>, %i: index) -> (f32, f32, index) {
  %0 = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
  %1 = tensor.extract %0[%i] : tensor<4xf32>
  %2 = tensor.cast %u : tensor<*xf32> to tensor<4xf32>
  %3 = tensor.extract %2[%i] : tensor<4xf32>
  %4 = arith.index_cast %t : tensor<4xi32> to tensor<4xindex>
  %5 = tensor.extract %4[%i] : tensor<4xindex>
  return %1, %3, %5 : f32, f32, index
}
// -----
func.func @generated(%n: index, %i: index, %j: index, %v: f32) -> (f32, index) {
  %0 = tensor.generate %n, %n {
  ^bb0(%k: index, %l: index):
    tensor.yield %v : f32
  } : tensor<?x?xf32>
  %1 = tensor.extract %0[%i, %j] : tensor<?x?xf32>
  %2 = tensor.generate %n, %n {
  ^bb0(%k: index, %l: index):
    %3 = arith.subi %k, %l : index
    %4 = arith.muli %3, %n : index
    tensor.yield %4 : index
  } : tensor<?x?xindex>
  %5 = tensor.extract %2[%i, %j] : tensor<?x?xindex>
  return %1, %5 : f32, index
}
// -----
func.func @effects(%n: index, %i: index, %m: memref<?xf32>, %v: f32) -> f32 {
  %0 = tensor.generate %n {
  ^bb0(%k: index):
    memref.store %v, %m[%k] : memref<?xf32>
    tensor.yield %v : f32
  } : tensor<?xf32>
  %1 = tensor.extract %0[%i] : tensor<?xf32>
  return %1 : f32
}
// -----
func.func @made(%a: i32) -> (tensor<2x2xi32>, tensor<3xf32>, tensor<2xi32>, tensor<2xindex>, tensor<2xcomplex<f32>>, tensor<4xi1>) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %f = arith.constant 1.5 : f32
  %i = arith.constant 7 : index
  %x = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %b = arith.constant true
  %0 = tensor.from_elements %c1, %c2, %c1, %c1 : tensor<2x2xi32>
  %1 = tensor.from_elements %f, %f, %f : tensor<3xf32>
  %2 = tensor.from_elements %c1, %a : tensor<2xi32>
  %3 = tensor.from_elements %i, %i : tensor<2xindex>
  %4 = tensor.from_elements %x, %x : tensor<2xcomplex<f32>>
  %5 = tensor.splat %b : tensor<4xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<2x2xi32>, tensor<3xf32>, tensor<2xi32>, tensor<2xindex>, tensor<2xcomplex<f32>>, tensor<4xi1>
}
// -----
func.func @splats(%n: index) -> (tensor<3x3xf32>, tensor<?xf32>, tensor<2xcomplex<f32>>) {
  %f = arith.constant 1.5 : f32
  %x = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %0 = tensor.splat %f : tensor<3x3xf32>
  %1 = tensor.splat %f[%n] : tensor<?xf32>
  %2 = tensor.splat %x : tensor<2xcomplex<f32>>
  return %0, %1, %2 : tensor<3x3xf32>, tensor<?xf32>, tensor<2xcomplex<f32>>
}
// -----
func.func @insert(%i: index, %t: tensor<4xf32>, %v: f32) -> (tensor<4xf32>, tensor<4xf32>, tensor<?xf32>) {
  %f = arith.constant 1.5 : f32
  %s = arith.constant dense<1.5> : tensor<4xf32>
  %o = arith.constant dense<2.5> : tensor<4xf32>
  %0 = tensor.insert %f into %s[%i] : tensor<4xf32>
  %1 = tensor.insert %f into %o[%i] : tensor<4xf32>
  %2 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %3 = tensor.insert %v into %2[%i] : tensor<?xf32>
  return %0, %1, %3 : tensor<4xf32>, tensor<4xf32>, tensor<?xf32>
}
// -----
func.func @gather(%i: tensor<2x1xindex>, %j: tensor<?x1xindex>) -> (tensor<2xf32>, tensor<?xf32>, tensor<2xi32>) {
  %s = arith.constant dense<1.5> : tensor<8xf32>
  %d = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %0 = tensor.gather %s[%i] gather_dims([0]) : (tensor<8xf32>, tensor<2x1xindex>) -> tensor<2xf32>
  %1 = tensor.gather %s[%j] gather_dims([0]) : (tensor<8xf32>, tensor<?x1xindex>) -> tensor<?xf32>
  %2 = tensor.gather %d[%i] gather_dims([0]) : (tensor<3xi32>, tensor<2x1xindex>) -> tensor<2xi32>
  return %0, %1, %2 : tensor<2xf32>, tensor<?xf32>, tensor<2xi32>
}
// -----
func.func @none() -> (tensor<0xf32>, tensor<0xf32>) {
  %s = arith.constant dense<1.0> : tensor<8xf32>
  %0 = tensor.extract_slice %s[0] [0] [1] : tensor<8xf32> to tensor<0xf32>
  %1 = tensor.from_elements : tensor<0xf32>
  return %0, %1 : tensor<0xf32>, tensor<0xf32>
}
// -----
func.func @poison() -> tensor<2xf32> {
  %p = ub.poison : f32
  %1 = tensor.splat %p : tensor<2xf32>
  return %1 : tensor<2xf32>
}
// -----
func.func @inserted(%t: tensor<4xf32>, %i: index, %j: index, %f: f32) -> (f32, f32, f32, f32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.insert %f into %t[%i] : tensor<4xf32>
  %1 = tensor.extract %0[%i] : tensor<4xf32>
  %2 = tensor.extract %0[%j] : tensor<4xf32>
  %3 = tensor.insert %f into %t[%c1] : tensor<4xf32>
  %4 = tensor.extract %3[%c1] : tensor<4xf32>
  %5 = tensor.extract %3[%c2] : tensor<4xf32>
  return %1, %2, %4, %5 : f32, f32, f32, f32
}
