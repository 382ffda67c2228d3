
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

// -----

module {
  %a, %b = "app.source"() : () -> (i32, i32)
  %0 = tensor.from_elements %a, %b {x = 1 : i32} : tensor<2xi32>
}

// -----

module {
  %a, %b = "app.source"() : () -> (i32, i32)
  %0 = tensor.from_elements : tensor<0xi32>
}

// -----

module {
  %a, %b = "app.source"() : () -> (i32, i32)
  %0 = tensor.from_elements %a : tensor<i32>
}

// -----

module {
  %a, %b = "app.source"() : () -> (i32, i32)
  %0 = tensor.from_elements %a, %b : tensor<1x2xi32>
}

// -----

module {
  %a, %b = "app.source"() : () -> (i32, i32)
  %0 = tensor.from_elements %a, %b : tensor<2xi32, "e">
}

// -----

module {
  %a, %b = "app.source"() : () -> (i32, i32)
  %0 = tensor.from_elements %a, %b : i32
}

// -----

module {
  %a, %b = "app.source"() : () -> (i32, i32)
  %0 = tensor.from_elements %a, %b : tensor<?xi32>
}

// -----

module {
  %a, %b = "app.source"() : () -> (i32, i32)
  %0 = tensor.from_elements %a, %b : tensor<*xi32>
}

// -----

module {
  %a, %b = "app.source"() : () -> (i32, i32)
  %0 = tensor.from_elements %a : tensor<2xi32>
}

// -----

module {
  %a, %b = "app.source"() : () -> (i32, i32)
  %0 = tensor.from_elements %a, %b : tensor<2xf32>
}

// -----

module {
  %a, %b = "app.source"() : () -> (i32, i32)
  %0 = tensor.from_elements %a, %b : vector<2xi32>
}
