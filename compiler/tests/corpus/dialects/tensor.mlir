
// -----

module {
  %0, %at = "app.source"() : () -> (tensor<*xf32>, index)
  %1 = tensor.extract %0[%at] : tensor<*xf32>
}

// -----

module {
  %0, %at = "app.source"() : () -> (vector<4xf32>, index)
  %1 = tensor.dim %0, %at : vector<4xf32>
}
