"app.op"() {a = affine_map<() -> (5 mod 0)>} : () -> ()

// -----
"app.op"() {a = affine_map<() -> (5 floordiv 0)>} : () -> ()

// -----
"app.op"() {a = affine_map<() -> (5 ceildiv 0)>} : () -> ()

// -----
"app.op"() {a = affine_map<() -> (5 mod -2)>} : () -> ()

// -----
"app.op"() {a = affine_map<() -> (5 floordiv -2)>} : () -> ()

// -----
"app.op"() {a = affine_map<() -> (9223372036854775807 + 1)>} : () -> ()

// -----
"app.op"() {a = affine_map<() -> (9223372036854775807 * 2)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (d0 * 9223372036854775807 * 2)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (d0 floordiv -1)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (d0 * 4 floordiv 0)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (d0 * 4 mod 0)>} : () -> ()

// -----
"app.op"() {a = dense<[[]]> : tensor<1x0xi32>} : () -> ()

// -----
"app.op"() {a = dense<"0x00"> : tensor<0xi8>} : () -> ()

// -----
"app.op"() {a = dense<1> : tensor<9223372036854775807x4xi32>} : () -> ()

// -----
"app.op"() {a = 0 : i0} : () -> ()

// -----
"app.op"() {a = 0 : si0} : () -> ()

// -----
"app.op"() {a = 0.0 : f8E8M0FNU} : () -> ()

// -----
"app.op"() {a = 1.0e-60 : f8E8M0FNU} : () -> ()

// -----
"app.op"() {a = -0.0 : f8E8M0FNU} : () -> ()

// -----
"app.op"() {a = 1.0e60 : f8E8M0FNU} : () -> ()

// -----
"app.op"() {a = array<i0: 0>} : () -> ()

// -----
"app.op"() {a = sparse<[[0]], [1]> : vector<[2]xi32>} : () -> ()

// -----
"app.op"() {a = sparse<[[0]], [1]> : memref<2xi32>} : () -> ()

// -----
"app.op"() {a = dense_resource<x> : memref<2xi32>} : () -> ()

// -----
"app.op"() {a = dense_resource<x> : vector<[2]xi32>} : () -> ()

// -----
"app.op"() {a = dense<(1.0, 2.0)> : tensor<2xcomplex<bf16>>} : () -> ()

// -----
"app.op"() {a = dense<(1, 2)> : vector<2xi32>} : () -> ()

// -----
"app.op"() {a = dense<[(1, 2)]> : tensor<1xi32>} : () -> ()
