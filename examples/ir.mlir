// Operations of a dialect that is not registered, in generic form.
module @model {
  "toy.func"() <{sym_name = "main"}> ({
  ^bb0(%x: tensor<4x8xf32>):
    %w = "toy.constant"() {value = dense<5.000000e-01> : tensor<8x2xf32>} : () -> tensor<8x2xf32>
    %b = "toy.constant"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
    %unused = "toy.constant"() {value = dense<0> : tensor<3xi8>} : () -> tensor<3xi8>
    %0 = "toy.matmul"(%x, %w) : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
    %1 = "toy.add"(%0, %b) : (tensor<4x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
    "toy.return"(%1) : (tensor<4x2xf32>) -> ()
  }) : () -> ()
}
