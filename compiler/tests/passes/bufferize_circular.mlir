// pipeline: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})
// pipeline: builtin.module(one-shot-bufferize{test-analysis-only=true bufferize-function-boundaries=true})
// pipeline: builtin.module(one-shot-bufferize{test-analysis-only=true copy-before-write=true})
// pipeline: builtin.module(one-shot-bufferize{no-analysis-func-filter=leaf})
// pipeline: builtin.module(one-shot-bufferize{no-analysis-func-filter=leaf bufferize-function-boundaries=true})
func.func @leaf(%a: tensor<8xf32>, %i: index) -> f32 {
  %0 = tensor.extract %a[%i] : tensor<8xf32>
  return %0 : f32
}
func.func @self(%a: tensor<8xf32>, %b: tensor<8xf32>, %i: index, %c: i1) -> tensor<8xf32> {
  %x = func.call @leaf(%a, %i) : (tensor<8xf32>, index) -> f32
  %0 = scf.if %c -> tensor<8xf32> {
    %1 = func.call @self(%b, %a, %i, %c) : (tensor<8xf32>, tensor<8xf32>, index, i1) -> tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  } else {
    scf.yield %a : tensor<8xf32>
  }
  %2 = tensor.insert %x into %0[%i] : tensor<8xf32>
  return %a : tensor<8xf32>
}
func.func @caller(%a: tensor<8xf32> {bufferization.writable = true}, %b: tensor<8xf32>, %i: index, %c: i1) -> (tensor<8xf32>, f32) {
  %0 = call @self(%a, %b, %i, %c) : (tensor<8xf32>, tensor<8xf32>, index, i1) -> tensor<8xf32>
  %1 = call @leaf(%b, %i) : (tensor<8xf32>, index) -> f32
  %2 = tensor.extract %a[%i] : tensor<8xf32>
  %3 = arith.addf %1, %2 : f32
  return %0, %3 : tensor<8xf32>, f32
}
// -----
func.func @ping(%a: tensor<8xf32>, %i: index) -> tensor<8xf32> {
  %0 = call @pong(%a, %i) : (tensor<8xf32>, index) -> tensor<8xf32>
  return %a : tensor<8xf32>
}
func.func @pong(%a: tensor<8xf32>, %i: index) -> tensor<8xf32> {
  %0 = call @ping(%a, %i) : (tensor<8xf32>, index) -> tensor<8xf32>
  %x = tensor.extract %a[%i] : tensor<8xf32>
  %1 = tensor.insert %x into %0[%i] : tensor<8xf32>
  return %1 : tensor<8xf32>
}
