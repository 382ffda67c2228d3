// Vectors.
"app.op"() : () -> (vector<4xf32>, vector<1xi1>, vector<2x3xindex>, vector<2x3x4xf16>)

// -----
"app.op"() : () -> (vector<f32>, vector<index>)

// -----
// Scalable dimensions.
"app.op"() : () -> (vector<[4]xf32>, vector<2x[4]xf32>, vector<[2]x4xf32>, vector<[2]x[4]xf32>, vector<1x[2]x3x[4]xi8>)

// -----
"app.op"() : () -> (vector<4xsi8>, vector<4xui16>, vector<4xi128>, vector<4xf8E4M3FN>)

// -----
// Spaces around the separators of dimensions are ignored where the tokens allow them.
"app.op"() : () -> (vector< 4x4xf32 >, tensor< 4x?xf32 >, memref< 4x?xf32 , 1 >)

// -----
// Ranked tensors.
"app.op"() : () -> (tensor<f32>, tensor<0xf32>, tensor<1xf32>, tensor<?xf32>, tensor<2x?x3xf32>, tensor<?x?xi1>)

// -----
"app.op"() : () -> (tensor<9223372036854775807xi1>, tensor<0x0x0xi64>, tensor<4294967296x2xi8>)

// -----
"app.op"() : () -> (tensor<2xcomplex<f32>>, tensor<2xindex>, tensor<2xsi4>, tensor<2xvector<3xf32>>, tensor<2xvector<[3]xf32>>, tensor<2x!app.elem>)

// -----
// An element type whose name begins with x.
"app.op"() : () -> (tensor<2x!app<x3x>>, tensor<2x!xy.z>)

// -----
// Encodings.
"app.op"() : () -> (tensor<2xf32, 1>, tensor<2xf32, 1 : i32>, tensor<2xf32, "e">, tensor<2xf32, unit>, tensor<2xf32, [1, 2.0]>, tensor<2xf32, {a = 1, b}>, tensor<2xf32, @sym>, tensor<2xf32, #app.enc<"x">>, tensor<2xf32, i32>, tensor<2xf32, dense<1> : tensor<2xi8>>)

// -----
"app.op"() : () -> (tensor<2x3xf32, affine_map<(d0, d1) -> (d1, d0)>>, tensor<f32, affine_set<(d0) : (d0 >= 0)>>)

// -----
// Unranked tensors.
"app.op"() : () -> (tensor<*xf32>, tensor<*xindex>, tensor<*xcomplex<f64>>, tensor<*x!app.elem>, tensor<*xvector<2xf32>>)

// -----
// Memrefs.
"app.op"() : () -> (memref<f32>, memref<2xf32>, memref<?x2xf32>, memref<0xi1>, memref<2xindex>, memref<2xcomplex<f32>>, memref<2xvector<4xf32>>, memref<2xmemref<3xf32>>, memref<2xmemref<*xf32>>)

// -----
"app.op"() : () -> memref<2xf32, {a}>

// -----
"app.op"() : () -> memref<2xf32, "hbm">

// -----
"app.op"() : () -> (memref<2xf32, 0 : i64>, memref<2xf32, 0 : i32>, memref<2xf32, true>)

// -----
// Unranked memrefs.
"app.op"() : () -> (memref<*xf32>, memref<*xf32, 0>, memref<*xf32, 1>, memref<*xf32, "a">, memref<*xf32, 2 : i32>, memref<*xmemref<*xf32>>, memref<*xindex>, memref<*xvector<2xi1>>)

// -----
// Layouts: the identity map is dropped.
"app.op"() : () -> (memref<2x3xf32, affine_map<(d0, d1) -> (d0, d1)>>, memref<2x3xf32, affine_map<(d0, d1) -> (d0, d1)>, 1>, memref<f32, affine_map<() -> ()>>)

// -----
"app.op"() : () -> (memref<2x3xf32, affine_map<(d0, d1) -> (d1, d0)>>, memref<2x3xf32, affine_map<(d0, d1) -> (d0 * 3 + d1)>>, memref<2x3xf32, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>, "a">)

// -----
// Strided layouts.
"app.op"() : () -> (memref<2xf32, strided<[1]>>, memref<2xf32, strided<[2]>>, memref<2x3xf32, strided<[3, 1]>>, memref<2x3xf32, strided<[1, 2]>>)

// -----
"app.op"() : () -> (memref<2xf32, strided<[1], offset: 0>>, memref<2xf32, strided<[1], offset: 5>>, memref<2xf32, strided<[?], offset: ?>>, memref<2x?xf32, strided<[?, 1], offset: ?>, 3>, memref<2xf32, strided<[1], offset: -4>>, memref<2xf32, strided<[-1]>>)

// -----
"app.op"() : () -> (memref<f32, strided<[]>>, memref<f32, strided<[], offset: 3>>, memref<f32, strided<[], offset: ?>, "s">)

// -----
// Types of dialects as element types and vectors of them.
"app.op"() : () -> (tensor<2x2x!app.a<b>>, tensor<?x!app<"c">>, tensor<!app.d>)

// -----
// Memory spaces: integers, strings and dictionaries.
"app.op"() : () -> (memref<2xf32, 0>, memref<2xf32, 1>, memref<2xf32, -1>, memref<2xf32, 1 : i64>, memref<2xf32, 1 : i32>, memref<2xf32, 1 : index>, memref<2xf32, "hbm">, memref<2xf32, {a}>)

// -----
// Memory spaces of zero.
"app.op"() {a = memref<2xf32, 0 : i32>, b = memref<2xf32, 0 : i64>, c = memref<2xf32, 0 : index>, d = memref<2xf32, 0 : i8>, e = memref<*xf32, 0 : i32>, f = memref<2xf32, "">, g = memref<2xf32, {}>, h = memref<2xf32, false>} : () -> ()
