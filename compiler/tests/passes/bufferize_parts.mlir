// pipeline: builtin.module(one-shot-bufferize)
// pipeline: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})
// pipeline: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map})
func.func @concat3(%a: tensor<?x3xf32>, %b: tensor<?x3xf32>, %c: tensor<2x3xf32>) -> tensor<?x3xf32> {
  %0 = tensor.concat dim(0) %a, %b, %c : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
func.func @concats(%a: tensor<4x3xf32>, %b: tensor<4x3xf32>, %c: tensor<2x3xf32>) -> tensor<10x3xf32> {
  %0 = tensor.concat dim(0) %a, %b, %c : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<2x3xf32>) -> tensor<10x3xf32>
  return %0 : tensor<10x3xf32>
}
func.func @concatd(%a: tensor<?x3xf32>, %b: tensor<4x3xf32>, %c: tensor<2x3xf32>) -> tensor<10x3xf32> {
  %0 = tensor.concat dim(0) %a, %b, %c : (tensor<?x3xf32>, tensor<4x3xf32>, tensor<2x3xf32>) -> tensor<10x3xf32>
  return %0 : tensor<10x3xf32>
}
func.func @concatm(%a: tensor<?x3xf32>, %b: tensor<4x3xf32>, %c: tensor<?x2xf32>) -> tensor<4x8xf32> {
  %0 = tensor.concat dim(1) %a, %b, %c : (tensor<?x3xf32>, tensor<4x3xf32>, tensor<?x2xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @concatn(%a: tensor<?x3xf32>, %b: tensor<?x3xf32>, %c: tensor<?x2xf32>) -> tensor<?x8xf32> {
  %0 = tensor.concat dim(1) %a, %b, %c : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x2xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}
// -----
func.func @concat(%a: tensor<2x3xf32>, %b: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<2x3xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
// -----
func.func @reshape(%a: tensor<2x3xf32>, %s: tensor<1xi32>) -> tensor<6xf32> {
  %0 = tensor.reshape %a(%s) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
// -----
func.func @sw(%i: index, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.index_switch %i -> tensor<4xf32>
  case 1 { scf.yield %a : tensor<4xf32> }
  default { scf.yield %b : tensor<4xf32> }
  return %0 : tensor<4xf32>
}
// -----
func.func @ex(%a: tensor<4xf32>, %b: f32, %i: index) -> tensor<4xf32> {
  %0 = scf.execute_region -> tensor<4xf32> {
    %1 = tensor.insert %b into %a[%i] : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
// -----
func.func @reshapes(%a: tensor<?xf32>, %s: tensor<2xindex>, %u: tensor<?xi64>, %v: f32, %i: index) -> (tensor<?x2xf32>, tensor<*xf32>, tensor<?xf32>) {
  %0 = tensor.reshape %a(%s) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x2xf32>
  %1 = tensor.reshape %a(%u) : (tensor<?xf32>, tensor<?xi64>) -> tensor<*xf32>
  %2 = tensor.insert %v into %a[%i] : tensor<?xf32>
  return %0, %1, %2 : tensor<?x2xf32>, tensor<*xf32>, tensor<?xf32>
}
func.func @switch(%i: index, %a: tensor<4xf32>, %v: f32, %n: index) -> (tensor<4xf32>, index) {
  %0, %1 = scf.index_switch %i -> tensor<4xf32>, index
  case 1 {
    %2 = tensor.insert %v into %a[%n] : tensor<4xf32>
    scf.yield %2, %n : tensor<4xf32>, index
  }
  case 5 {
    %e = tensor.empty() : tensor<4xf32>
    %f = linalg.fill ins(%v : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %f, %i : tensor<4xf32>, index
  }
  default {
    scf.yield %a, %i : tensor<4xf32>, index
  }
  return %0, %1 : tensor<4xf32>, index
}
func.func @region(%a: tensor<4xf32>, %v: f32, %n: index) -> (tensor<4xf32>, f32) {
  %0 = scf.execute_region -> tensor<4xf32> {
    %2 = tensor.insert %v into %a[%n] : tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  }
  %1 = tensor.extract %a[%n] : tensor<4xf32>
  %3 = tensor.insert %1 into %0[%n] : tensor<4xf32>
  return %3, %1 : tensor<4xf32>, f32
}
func.func @nested(%a: tensor<4xf32>, %b: tensor<4xf32>, %v: f32, %n: index, %c: i1) -> tensor<?xf32> {
  %0 = scf.if %c -> tensor<4xf32> {
    %1 = scf.execute_region -> tensor<4xf32> { scf.yield %a : tensor<4xf32> }
    %2 = tensor.insert %v into %1[%n] : tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  } else {
    scf.yield %b : tensor<4xf32>
  }
  %3 = tensor.extract_slice %0[0] [%n] [1] : tensor<4xf32> to tensor<?xf32>
  %4 = tensor.concat dim(0) %3, %b, %3 : (tensor<?xf32>, tensor<4xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %4 : tensor<?xf32>
}
