// pipeline: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})
module {
  module @in {
    func.func @g(%a: tensor<4xf32>, %i: index, %v: f32) -> (f32, tensor<4xf32>) {
      %0 = tensor.insert %v into %a[%i] : tensor<4xf32>
      %e = tensor.extract %a[%i] : tensor<4xf32>
      return %e, %0 : f32, tensor<4xf32>
    }
  }
  func.func @f(%a: tensor<4xf32>, %i: index, %v: f32) -> tensor<4xf32> {
    %0 = tensor.insert %v into %a[%i] : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
