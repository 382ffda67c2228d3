// pipeline: builtin.module(convert-elementwise-to-linalg)
func.func @a(%a: tensor<4x?xf32>, %b: tensor<4x?xf32>) -> tensor<4x?xi1> {
  %0 = arith.addf %a, %b fastmath<fast> {x = 1} : tensor<4x?xf32>
  %1 = arith.cmpf ogt, %0, %b : tensor<4x?xf32>
  return %1 : tensor<4x?xi1>
}
func.func @b(%c: i1, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.select %c, %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @c(%a: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0, %1 = math.sincos %a : tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}
func.func @d(%a: tensor<*xf32>, %v: vector<4xf32>, %m: tensor<?xi32>) -> tensor<*xf32> {
  %0 = math.exp %a : tensor<*xf32>
  %1 = math.exp %v : vector<4xf32>
  %2 = arith.extsi %m : tensor<?xi32> to tensor<?xi64>
  %c = arith.constant dense<1.0> : tensor<4xf32>
  %3 = math.exp %c : tensor<4xf32>
  %x, %y = arith.addui_extended %m, %m : tensor<?xi32>, tensor<?xi1>
  return %0 : tensor<*xf32>
}
// -----
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.mulf %a, %b fastmath<nnan> : tensor<4xf32>
  %1 = math.powf %0, %b : tensor<4xf32>
  %2 = math.fma %1, %0, %a : tensor<4xf32>
  return %2 : tensor<4xf32>
}
// -----
func.func @f(%a: tensor<?x3xf32>, %b: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = arith.mulf %a, %b fastmath<nnan> : tensor<?x3xf32>
  %1 = math.powf %0, %b : tensor<?x3xf32>
  %2 = math.fma %1, %0, %a : tensor<?x3xf32>
  return %2 : tensor<?x3xf32>
}
// -----
func.func @f(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = arith.mulf %a, %b fastmath<nnan> : tensor<f32>
  %1 = math.powf %0, %b : tensor<f32>
  %2 = math.fma %1, %0, %a : tensor<f32>
  return %2 : tensor<f32>
}
// -----
func.func @f(%a: tensor<2x0xf32>, %b: tensor<2x0xf32>) -> tensor<2x0xf32> {
  %0 = arith.mulf %a, %b fastmath<nnan> : tensor<2x0xf32>
  %1 = math.powf %0, %b : tensor<2x0xf32>
  %2 = math.fma %1, %0, %a : tensor<2x0xf32>
  return %2 : tensor<2x0xf32>
}
// -----
func.func @f(%a: tensor<*xf32>, %b: tensor<*xf32>) -> tensor<*xf32> {
  %0 = arith.mulf %a, %b fastmath<nnan> : tensor<*xf32>
  %1 = math.powf %0, %b : tensor<*xf32>
  %2 = math.fma %1, %0, %a : tensor<*xf32>
  return %2 : tensor<*xf32>
}
// -----
func.func @f(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xf32> {
  %0 = arith.mulf %a, %b fastmath<nnan> : vector<4xf32>
  %1 = math.powf %0, %b : vector<4xf32>
  %2 = math.fma %1, %0, %a : vector<4xf32>
  return %2 : vector<4xf32>
}
// -----
func.func @f(%a: tensor<?xi8>) -> tensor<?xi32> {
  %0 = arith.extsi %a : tensor<?xi8> to tensor<?xi32>
  return %0 : tensor<?xi32>
}
// -----
func.func @f(%a: tensor<2x?x?xf16>) -> tensor<2x?x?xf32> {
  %0 = arith.extf %a : tensor<2x?x?xf16> to tensor<2x?x?xf32>
  return %0 : tensor<2x?x?xf32>
}
// -----
func.func @f(%c: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.select %c, %a, %b : tensor<4xi1>, tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @f(%c: i1, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.select %c, %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
func.func @f(%a: tensor<4xi32>) -> tensor<4xf32> {
  %0 = arith.bitcast %a : tensor<4xi32> to tensor<4xf32>
  %1 = arith.index_cast %a : tensor<4xi32> to tensor<4xindex>
  %2 = arith.sitofp %a : tensor<4xi32> to tensor<4xf32>
  %3 = arith.addf %2, %0 : tensor<4xf32>
  return %3 : tensor<4xf32>
}
// -----
func.func @f(%a: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %l, %h = arith.mulsi_extended %a, %a : tensor<4xi32>
  %c = math.ctlz %l : tensor<4xi32>
  return %c, %h : tensor<4xi32>, tensor<4xi32>
}
// -----
func.func @f(%a: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = complex.add %a, %a : complex<f32>
  return %0 : tensor<4xcomplex<f32>>
}
// -----
func.func @f(%a: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<4xf32> {
    %s = arith.addf %t, %a : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
// -----
func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xi1> {
  %0 = arith.cmpf olt, %a, %b : tensor<?xf32>
  %1 = arith.cmpf uno, %a, %b : tensor<?xf32>
  %2 = arith.andi %0, %1 : tensor<?xi1>
  return %2 : tensor<?xi1>
}
// -----
#enc = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%a: tensor<4xf32, #enc>) -> tensor<4xf32, #enc> {
  %0 = math.sqrt %a : tensor<4xf32, #enc>
  return %0 : tensor<4xf32, #enc>
}
