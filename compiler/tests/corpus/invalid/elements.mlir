// Counts and shapes that differ.
"app.op"() {a = dense<[1, 2]> : tensor<3xi32>} : () -> ()

// -----
"app.op"() {a = dense<[1, 2, 3, 4]> : tensor<3xi32>} : () -> ()

// -----
"app.op"() {a = dense<[[1, 2], [3]]> : tensor<2x2xi32>} : () -> ()

// -----
"app.op"() {a = dense<[[1, 2], 3]> : tensor<2x2xi32>} : () -> ()

// -----
"app.op"() {a = dense<[1, [2]]> : tensor<2xi32>} : () -> ()

// -----
"app.op"() {a = dense<[[1, 2]]> : tensor<2xi32>} : () -> ()

// -----
"app.op"() {a = dense<[1]> : tensor<i32>} : () -> ()

// -----
"app.op"() {a = dense<[1, 2]> : tensor<2x1xi32>} : () -> ()

// -----
"app.op"() {a = dense<[]> : tensor<2xi32>} : () -> ()

// -----
"app.op"() {a = dense<> : tensor<2xi32>} : () -> ()

// -----
"app.op"() {a = dense<> : tensor<i32>} : () -> ()

// -----
"app.op"() {a = dense<[1, 2]> : tensor<?xi32>} : () -> ()

// -----
"app.op"() {a = dense<1> : tensor<?xi32>} : () -> ()

// -----
"app.op"() {a = dense<1> : tensor<*xi32>} : () -> ()

// -----
"app.op"() {a = dense<1> : i32} : () -> ()

// -----
"app.op"() {a = dense<1>} : () -> ()

// -----
"app.op"() {a = dense<1> :} : () -> ()

// -----
"app.op"() {a = dense<1 : tensor<i32>} : () -> ()

// -----
"app.op"() {a = dense 1 : tensor<i32>} : () -> ()

// -----
// Elements of another kind.
"app.op"() {a = dense<1.0> : tensor<2xi32>} : () -> ()

// -----
"app.op"() {a = dense<1> : tensor<2xf32>} : () -> ()

// -----
"app.op"() {a = dense<[1.0, 2]> : tensor<2xf32>} : () -> ()

// -----
"app.op"() {a = dense<true> : tensor<2xi32>} : () -> ()

// -----
"app.op"() {a = dense<true> : tensor<2xf32>} : () -> ()

// -----
"app.op"() {a = dense<2> : tensor<2xi1>} : () -> ()

// -----
"app.op"() {a = dense<256> : tensor<2xi8>} : () -> ()

// -----
"app.op"() {a = dense<-1> : tensor<2xui8>} : () -> ()

// -----
"app.op"() {a = dense<-129> : tensor<2xi8>} : () -> ()

// -----
"app.op"() {a = dense<-true> : tensor<2xi1>} : () -> ()

// -----
"app.op"() {a = dense<[a]> : tensor<1xi32>} : () -> ()

// -----
"app.op"() {a = dense<1.0> : tensor<2xcomplex<f32>>} : () -> ()

// -----
"app.op"() {a = dense<(1.0)> : tensor<2xcomplex<f32>>} : () -> ()

// -----
"app.op"() {a = dense<(1.0, 2.0, 3.0)> : tensor<2xcomplex<f32>>} : () -> ()

// -----
"app.op"() {a = dense<(1, 2)> : tensor<2xcomplex<f32>>} : () -> ()

// -----
"app.op"() {a = dense<1> : tensor<2x!app.t>} : () -> ()

// -----
"app.op"() {a = dense<"a"> : tensor<2xi32>} : () -> ()

// -----
"app.op"() {a = dense<["a", "b"]> : tensor<2xi32>} : () -> ()

// -----
"app.op"() {a = dense<["a", 1]> : tensor<2x!app.t>} : () -> ()

// -----
"app.op"() {a = dense<["a", "b"]> : tensor<3x!app.t>} : () -> ()

// -----
"app.op"() {a = dense<[1, 2]> : tensor<2xnone>} : () -> ()

// -----
"app.op"() {a = dense<0x1FF> : tensor<2xi8>} : () -> ()

// -----
"app.op"() {a = dense<-0x1> : tensor<2xf32>} : () -> ()

// -----
"app.op"() {a = dense<[1,]> : tensor<1xi32>} : () -> ()

// -----
"app.op"() {a = dense<[1, 2> : tensor<2xi32>} : () -> ()

// -----
// Hexadecimal strings.
"app.op"() {a = dense<"0x0"> : tensor<1xi8>} : () -> ()

// -----
"app.op"() {a = dense<"0xZZ"> : tensor<1xi8>} : () -> ()

// -----
"app.op"() {a = dense<"0x"> : tensor<1xi8>} : () -> ()

// -----
"app.op"() {a = dense<"0x0102"> : tensor<1xi8>} : () -> ()

// -----
"app.op"() {a = dense<"0x010203"> : tensor<2xi16>} : () -> ()

// -----
"app.op"() {a = dense<"00FF"> : tensor<2xi8>} : () -> ()

// -----
"app.op"() {a = dense<["0x01"]> : tensor<1xi8>} : () -> ()

// -----
// Sparse elements.
"app.op"() {a = sparse<[[0, 0]], [1, 2]> : tensor<3x4xi32>} : () -> ()

// -----
"app.op"() {a = sparse<[[0]], [1]> : tensor<3x4xi32>} : () -> ()

// -----
"app.op"() {a = sparse<[[3, 0]], [1]> : tensor<3x4xi32>} : () -> ()

// -----
"app.op"() {a = sparse<[[-1, 0]], [1]> : tensor<3x4xi32>} : () -> ()

// -----
"app.op"() {a = sparse<[[0, 0]]> : tensor<3x4xi32>} : () -> ()

// -----
"app.op"() {a = sparse<[[0.0, 0.0]], [1]> : tensor<3x4xi32>} : () -> ()

// -----
"app.op"() {a = sparse<[[0, 0]], [1.0]> : tensor<3x4xi32>} : () -> ()

// -----
"app.op"() {a = sparse<[[0, 0]], [1]> : tensor<?x4xi32>} : () -> ()

// -----
"app.op"() {a = sparse<[[0, 0]], [1]>} : () -> ()

// -----
// Resources.
"app.op"() {a = dense_resource<> : tensor<1xi8>} : () -> ()

// -----
"app.op"() {a = dense_resource<a>} : () -> ()

// -----
"app.op"() {a = dense_resource<a> : i32} : () -> ()

// -----
"app.op"() {a = dense_resource<1> : tensor<1xi32>} : () -> ()

// -----
"app.op"() {a = dense_resource<a-b> : tensor<1xi32>} : () -> ()

// -----
"app.op"() {a = dense_resource<a b> : tensor<1xi32>} : () -> ()

// -----
"app.op"() {a = dense<1> : vector<[2]x!app.t>} : () -> ()

// -----
"app.op"() {a = dense<[]> : tensor<0x0xi32>} : () -> ()

// -----
"app.op"() {a = dense<[1, 2]> : tensor<2xi0>} : () -> ()

// -----
"app.op"() {a = array<!app.t: 0>} : () -> ()

// -----
"app.op"() {a = array<complex<f32>: 0>} : () -> ()

// -----
"app.op"() {a = sparse<[[0]], ["a"]> : tensor<2xi32>} : () -> ()

// -----
"app.op"() {a = sparse<1> : tensor<2xi32>} : () -> ()

// -----
"app.op"() {a = dense<[(1.0, 2.0)]> : tensor<2xf32>} : () -> ()
