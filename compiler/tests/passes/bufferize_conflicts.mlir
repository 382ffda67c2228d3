// pipeline: builtin.module(one-shot-bufferize{test-analysis-only=true print-conflicts=true})
// pipeline: builtin.module(one-shot-bufferize{test-analysis-only=true print-conflicts=true bufferize-function-boundaries=true})
// pipeline: builtin.module(one-shot-bufferize{test-analysis-only=true bufferize-function-boundaries=true})
// pipeline: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})
// pipeline: builtin.module(one-shot-bufferize{print-conflicts=true})
func.func @f(%t: tensor<8xf32>, %i: index, %x: f32) -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %x into %t[%i] : tensor<8xf32>
  %1 = tensor.extract %t[%i] : tensor<8xf32>
  %2 = tensor.insert %x into %0[%i] : tensor<8xf32>
  %3 = tensor.insert %x into %0[%i] : tensor<8xf32>
  return %3, %1 : tensor<8xf32>, f32
}
// -----
func.func @loop(%t: tensor<8xf32>, %n: index, %x: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<8xf32> {
    %y = tensor.extract %t[%i] : tensor<8xf32>
    %b = tensor.insert %y into %a[%i] : tensor<8xf32>
    scf.yield %b : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
// -----
func.func private @reads(%t: tensor<8xf32> {bufferization.access = "read"}) -> f32
func.func private @none(%t: tensor<8xf32> {bufferization.access = "none"}) -> tensor<8xf32>
func.func private @writes(%t: tensor<8xf32> {bufferization.access = "write"})
func.func private @any(%t: tensor<8xf32>, tensor<*xf32>)
func.func private @odd(%t: tensor<8xf32> {bufferization.access = "both"})
func.func @caller(%t: tensor<8xf32>, %u: tensor<8xf32>, %i: index, %x: f32) -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %x into %t[%i] : tensor<8xf32>
  %1 = call @reads(%t) : (tensor<8xf32>) -> f32
  %2 = tensor.insert %x into %u[%i] : tensor<8xf32>
  call @writes(%2) : (tensor<8xf32>) -> ()
  call @writes(%u) : (tensor<8xf32>) -> ()
  %3 = call @none(%0) : (tensor<8xf32>) -> tensor<8xf32>
  call @odd(%3) : (tensor<8xf32>) -> ()
  return %0, %1 : tensor<8xf32>, f32
}
// -----
func.func @body(%t: tensor<8xf32> {bufferization.access = "read"}, %u: tensor<8xf32> {bufferization.access = "none"}, %i: index, %x: f32) -> f32 {
  %0 = tensor.insert %x into %t[%i] : tensor<8xf32>
  %1 = tensor.extract %0[%i] : tensor<8xf32>
  %2 = tensor.extract %u[%i] : tensor<8xf32>
  %3 = arith.addf %1, %2 : f32
  return %3 : f32
}
func.func @caller(%t: tensor<8xf32>, %u: tensor<8xf32>, %i: index, %x: f32) -> (tensor<8xf32>, f32, f32) {
  %0 = tensor.insert %x into %u[%i] : tensor<8xf32>
  %1 = call @body(%t, %u, %i, %x) : (tensor<8xf32>, tensor<8xf32>, index, f32) -> f32
  %2 = tensor.extract %t[%i] : tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, f32, f32
}
// -----
func.func @ends(%t: tensor<8xf32>, %u: tensor<8xf32> {bufferization.writable = false}, %c: i1) -> (tensor<8xf32>, tensor<8xf32>, i1) {
  return %u, %t, %c : tensor<8xf32>, tensor<8xf32>, i1
}
func.func @choice(%t: tensor<8xf32>, %u: tensor<8xf32>, %c: i1, %x: f32, %i: index) -> tensor<8xf32> {
  %0 = scf.if %c -> tensor<8xf32> {
    %1 = tensor.insert %x into %t[%i] : tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  } else {
    scf.yield %u : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}
func.func @constants(%i: index, %x: f32) -> (tensor<2xf32>, f32) {
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = tensor.insert %x into %0[%i] : tensor<2xf32>
  %2 = tensor.extract %0[%i] : tensor<2xf32>
  return %1, %2 : tensor<2xf32>, f32
}
// -----
#m = affine_map<(d0) -> (d0)>
func.func @generic(%t: tensor<8xf32>, %u: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]} ins(%u : tensor<8xf32>) outs(%t : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel"]} ins(%t : tensor<8xf32>) outs(%u : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
