// pipeline: builtin.module(canonicalize)
// Slices with constants, of casts and of equal elements.
func.func @extract(%a: tensor<8x16x4xf32>, %i: index, %n: index) -> (tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = tensor.extract_slice %a[%c0, %i, %c1] [%c4, %n, %c1] [%c1, %c1, 1] : tensor<8x16x4xf32> to tensor<?x?x?xf32>
  %1 = tensor.extract_slice %a[0, %i, 0] [1, %c4, %n] [1, 1, 1] : tensor<8x16x4xf32> to tensor<?x?xf32>
  %2 = tensor.extract_slice %a[0, 1, %c1] [1, 1, %c1] [1, 1, 1] : tensor<8x16x4xf32> to tensor<?xf32>
  return %0, %1, %2 : tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?xf32>
}
// -----
func.func @odd(%a: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %m1 = arith.constant -1 : index
  %0 = tensor.extract_slice %a[%m1] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %1 = tensor.extract_slice %a[0] [%n] [%c0] : tensor<?xf32> to tensor<?xf32>
  %2 = tensor.extract_slice %a[%n] [%c0] [%m1] : tensor<?xf32> to tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
// -----
func.func @extract_of_cast(%a: tensor<8x16xf32>, %b: tensor<?x?xf32>, %i: index, %n: index) -> (tensor<4x?xf32>, tensor<?x?xf32>, tensor<16xf32>) {
  %0 = tensor.cast %a : tensor<8x16xf32> to tensor<?x?xf32>
  %1 = tensor.extract_slice %0[%i, 0] [4, %n] [1, 1] : tensor<?x?xf32> to tensor<4x?xf32>
  %2 = tensor.cast %b : tensor<?x?xf32> to tensor<?x16xf32>
  %3 = tensor.extract_slice %2[%i, 0] [%n, %n] [1, 1] : tensor<?x16xf32> to tensor<?x?xf32>
  %4 = tensor.extract_slice %0[%i, 0] [1, 16] [1, 1] : tensor<?x?xf32> to tensor<16xf32>
  return %1, %3, %4 : tensor<4x?xf32>, tensor<?x?xf32>, tensor<16xf32>
}
// -----
func.func @extract_outside(%a: tensor<8xf32>, %n: index) -> tensor<?xf32> {
  %0 = tensor.cast %a : tensor<8xf32> to tensor<?xf32>
  %1 = tensor.extract_slice %0[9] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}
// -----
func.func @extract_splat(%i: index, %n: index) -> (tensor<2xf32>, tensor<?xf32>, tensor<2xf32>) {
  %s = arith.constant dense<1.0> : tensor<8xf32>
  %d = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %0 = tensor.extract_slice %s[%i] [2] [1] : tensor<8xf32> to tensor<2xf32>
  %1 = tensor.extract_slice %s[%i] [%n] [1] : tensor<8xf32> to tensor<?xf32>
  %2 = tensor.extract_slice %d[1] [2] [1] : tensor<3xf32> to tensor<2xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<?xf32>, tensor<2xf32>
}
// -----
func.func @insert(%a: tensor<8x16x4xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?x?xf32>, %i: index, %n: index) -> (tensor<8x16x4xf32>, tensor<8x16x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = tensor.insert_slice %c into %a[%c0, %i, %c1] [%c4, %n, %c1] [%c1, %c1, 1] : tensor<?x?x?xf32> into tensor<8x16x4xf32>
  %1 = tensor.insert_slice %b into %a[%c0, %i, 0] [1, %c4, %n] [1, 1, 1] : tensor<?x?xf32> into tensor<8x16x4xf32>
  return %0, %1 : tensor<8x16x4xf32>, tensor<8x16x4xf32>
}
// -----
func.func @insert_of_cast(%a: tensor<8x16xf32>, %b: tensor<4x?xf32>, %c: tensor<?x16xf32>, %i: index, %n: index) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<8x16xf32>) {
  %0 = tensor.cast %a : tensor<8x16xf32> to tensor<?x?xf32>
  %1 = tensor.cast %b : tensor<4x?xf32> to tensor<?x?xf32>
  %2 = tensor.insert_slice %1 into %0[%i, 0] [%n, %n] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
  %3 = tensor.insert_slice %c into %0[%i, 0] [%n, 16] [1, 1] : tensor<?x16xf32> into tensor<?x?xf32>
  %4 = tensor.insert_slice %1 into %a[%i, 0] [%n, %n] [1, 1] : tensor<?x?xf32> into tensor<8x16xf32>
  return %2, %3, %4 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<8x16xf32>
}
// -----
func.func @insert_reduced(%a: tensor<8x16xf32>, %b: tensor<4xf32>, %c: tensor<1xf32>, %i: index, %n: index) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %0 = tensor.cast %b : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.insert_slice %0 into %a[%i, %i] [1, %n] [1, 1] : tensor<?xf32> into tensor<8x16xf32>
  %2 = tensor.cast %c : tensor<1xf32> to tensor<?xf32>
  %3 = tensor.insert_slice %2 into %a[%i, %i] [1, %n] [1, 1] : tensor<?xf32> into tensor<8x16xf32>
  return %1, %3 : tensor<8x16xf32>, tensor<8x16xf32>
}
// -----
func.func @outside(%a: tensor<8xf32>, %b: tensor<?xf32>, %n: index) -> tensor<8xf32> {
  %c9 = arith.constant 9 : index
  %0 = tensor.insert_slice %b into %a[%c9] [%n] [1] : tensor<?xf32> into tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
func.func @parallel(%a: tensor<8xf32>, %b: tensor<?xf32>, %c: tensor<2xf32>, %n: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %c2 = arith.constant 2 : index
  %d = tensor.cast %c : tensor<2xf32> to tensor<?xf32>
  %0:2 = scf.forall (%i) in (4) shared_outs(%o = %a, %p = %a) -> (tensor<8xf32>, tensor<8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %b into %o[%i] [%c2] [1] : tensor<?xf32> into tensor<8xf32>
      tensor.parallel_insert_slice %d into %p[%i] [%n] [1] : tensor<?xf32> into tensor<8xf32>
    }
  }
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}
// -----
func.func @too_long(%a: tensor<8xf32>, %n: index) -> tensor<?xf32> {
  %c9 = arith.constant 9 : index
  %0 = tensor.extract_slice %a[0] [%c9] [1] : tensor<8xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
