tosa.variable @v = dense<1.0> : tensor<2xf32>
// -----
tosa.variable @v : tensor<2x?xf32>
// -----
tosa.variable @v {a} : tensor<f32>
// -----
tosa.variable @v : tensor<*xf32>
// -----
tosa.variable @v = 1.0 : f32
// -----
tosa.variable @v = unit
// -----
tosa.variable @v
// -----
tosa.variable @v = dense<1.0> : vector<2xf32>
// -----
tosa.variable @v : memref<2xf32>
// -----
"tosa.variable"() <{sym_name = "v", type = f32, var_shape = dense<2> : tensor<1xindex>, initial_value = dense<1.0> : tensor<2xf32>}> : () -> ()
