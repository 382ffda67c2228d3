// Unknown words and widths.
"app.op"() : () -> (x)

// -----
"app.op"() : () -> (int)

// -----
"app.op"() : () -> (f31)

// -----
"app.op"() : () -> (f8)

// -----
"app.op"() : () -> (f8E5M3)

// -----
"app.op"() : () -> (i)

// -----
"app.op"() : () -> (i16777216)

// -----
"app.op"() : () -> (ui16777216)

// -----
"app.op"() : () -> (i99999999999999999999)

// -----
"app.op"() : () -> (1)

// -----
"app.op"() : () -> ("x")

// -----
"app.op"() : () -> (#app.attr)

// -----
"app.op"() : () -> (!undefined)

// -----
"app.op"() : () -> (!)

// -----
"app.op"() : () -> (! app.type)

// -----
"app.op"() : () -> (!"app.type")

// -----
"app.op"() : () -> (!app.a<)

// -----
"app.op"() : () -> (!app.a<b)

// -----
"app.op"() : () -> (!app.a<(>)>)

// -----
"app.op"() : () -> (!app.a<[}]>)

// -----
"app.op"() : () -> (!app.a<)>)

// -----
"app.op"() : () -> (!app.a<"b>)

// -----
"app.op"() : () -> (!app-2.a)

// -----
"app.op"() : () -> (!1.a)

// -----
"app.op"() : () -> (!builtin.integer)

// -----
"app.op"() : () -> (!builtin<i32>)

// -----
// Complex and tuple.
"app.op"() : () -> (complex<index>)

// -----
"app.op"() : () -> (complex<complex<f32>>)

// -----
"app.op"() : () -> (complex<tensor<2xf32>>)

// -----
"app.op"() : () -> (complex<!app.t>)

// -----
"app.op"() : () -> (complex<>)

// -----
"app.op"() : () -> (complex)

// -----
"app.op"() : () -> (complex<f32)

// -----
"app.op"() : () -> (complex<f32, f32>)

// -----
"app.op"() : () -> (tuple)

// -----
"app.op"() : () -> (tuple<i32)

// -----
"app.op"() : () -> (tuple<i32,>)

// -----
"app.op"() : () -> (tuple<i32 i32>)

// -----
// Functions.
"app.op"() {a = (i32)} : () -> ()

// -----
"app.op"() {a = (i32) ->} : () -> ()

// -----
"app.op"() {a = (i32, ) -> ()} : () -> ()

// -----
"app.op"() {a = () -> () -> ()} : () -> ()

// -----
"app.op"() : () -> () -> ()

// -----
// Vectors.
"app.op"() : () -> (vector<>)

// -----
"app.op"() : () -> (vector)

// -----
"app.op"() : () -> (vector<0xf32>)

// -----
"app.op"() : () -> (vector<-1xf32>)

// -----
"app.op"() : () -> (vector<?xf32>)

// -----
"app.op"() : () -> (vector<*xf32>)

// -----
"app.op"() : () -> (vector<4>)

// -----
"app.op"() : () -> (vector<4x>)

// -----
"app.op"() : () -> (vector<4xcomplex<f32>>)

// -----
"app.op"() : () -> (vector<4xvector<2xf32>>)

// -----
"app.op"() : () -> (vector<4x!app.t>)

// -----
"app.op"() : () -> (vector<4xtuple<>>)

// -----
"app.op"() : () -> (vector<[4]>)

// -----
"app.op"() : () -> (vector<[4xf32>)

// -----
"app.op"() : () -> (vector<[4]f32>)

// -----
"app.op"() : () -> (vector<[]xf32>)

// -----
"app.op"() : () -> (vector<[?]xf32>)

// -----
"app.op"() : () -> (vector<[0]xf32>)

// -----
"app.op"() : () -> (vector<0x10xf32>)

// -----
"app.op"() : () -> (vector<4xf32, 1>)

// -----
"app.op"() : () -> (vector<99999999999999999999xf32>)

// -----
// Tensors.
"app.op"() : () -> (tensor<>)

// -----
"app.op"() : () -> (tensor)

// -----
"app.op"() : () -> (tensor<2>)

// -----
"app.op"() : () -> (tensor<2xf32)

// -----
"app.op"() : () -> (tensor<-2xf32>)

// -----
"app.op"() : () -> (tensor<[2]xf32>)

// -----
"app.op"() : () -> (tensor<2xf32, "a", "b">)

// -----
"app.op"() : () -> (tensor<*xf32, "a">)

// -----
"app.op"() : () -> (tensor<*>)

// -----
"app.op"() : () -> (tensor<2x*xf32>)

// -----
"app.op"() : () -> (tensor<?f32>)

// -----
"app.op"() : () -> (tensor<9223372036854775808xf32>)

// -----
"app.op"() : () -> (tensor<2xtensor<2xf32>>)

// -----
"app.op"() : () -> (tensor<2xtuple<i32>>)

// -----
"app.op"() : () -> (tensor<2xnone>)

// -----
"app.op"() : () -> (tensor<2x() -> ()>)

// -----
// Memrefs.
"app.op"() : () -> (memref<>)

// -----
"app.op"() : () -> (memref<2>)

// -----
"app.op"() : () -> (memref<2xf32, 1, 2>)

// -----
"app.op"() : () -> (memref<2xf32, "a", affine_map<(d0) -> (d0)>>)

// -----
"app.op"() : () -> (memref<2x3xf32, affine_map<(d0) -> (d0)>>)

// -----
"app.op"() : () -> (memref<2xf32, strided<[1, 2]>>)

// -----
"app.op"() : () -> (memref<2xf32, strided<[]>>)

// -----
"app.op"() : () -> (memref<2xf32, strided<[1], offset>>)

// -----
"app.op"() : () -> (memref<2xf32, strided<[1], stride: 3>>)

// -----
"app.op"() : () -> (memref<2xf32, strided<1>>)

// -----
"app.op"() : () -> (memref<2xf32, strided<[a]>>)

// -----
"app.op"() : () -> (memref<2xf32, i32>)

// -----
"app.op"() : () -> (memref<2xf32, @a>)

// -----
"app.op"() : () -> (memref<2xf32, unit>)

// -----
"app.op"() : () -> (memref<2xf32, 1.0>)

// -----
"app.op"() : () -> (memref<*xf32, affine_map<(d0) -> (d0)>>)

// -----
"app.op"() : () -> (memref<*xf32, 1, 2>)

// -----
"app.op"() : () -> (memref<-1xf32>)

// -----
"app.op"() : () -> (memref<2x!app.t>)

// -----
"app.op"() : () -> (memref<2xtensor<2xf32>>)

// -----
"app.op"() : () -> (memref<2xtuple<>>)

// -----
"app.op"() : () -> (memref<2xf32,>)

// -----
"app.op"() : () -> (memref<[2]xf32>)

// -----
// The opaque forms of attributes and types.
"app.op"() {a = opaque<"app", "0x1234"> : tensor<2xf32>} : () -> ()

// -----
// The builtin dialect's long spelling is not read back as builtin.
"app.op"() {a = !builtin.integer, b = 1 : i32} : () -> ()

// -----
// The graph type has no text that is read.
"app.op"() {a = graph () -> ()} : () -> ()

// -----
"app.op"() : () -> (graph (i1) -> i2)

// -----
"app.op"() : () -> tensor<2xtensor<3xf32>>

// -----
"app.op"() : () -> tensor<2xmemref<3xf32>>

// -----
"app.op"() : () -> (tensor<2xtuple<i1>>)

// -----
"app.op"() : () -> tensor<2xnone>

// -----
// Memory spaces.
"app.op"() : () -> (memref<2xf32, 0>, memref<2xf32, 1>, memref<2xf32, -1>, memref<2xf32, 1 : i64>, memref<2xf32, 1 : i32>, memref<2xf32, 1 : index>, memref<2xf32, "hbm">, memref<2xf32, {a}>, memref<2xf32, #app.space<3>>)

// -----
"app.op"() : () -> memref<2xf32, #app.space<3>>

// -----
"app.op"() : () -> memref<2xf32, affine_map<(d0) -> (d0)>, #app.space<3>>

// -----
"app.op"() : () -> memref<2xf32, @space>

// -----
"app.op"() : () -> memref<2xf32, [1]>

// -----
"app.op"() : () -> memref<2xf32, 1.0>

// -----
"app.op"() : () -> memref<2xf32, i32>

// -----
"app.op"() : () -> memref<2xf32, unit>

// -----
"app.op"() : () -> memref<2xf32, #app.l<a>, 0>

// -----
"app.op"() : () -> memref<*x!app.t>

// -----
"app.op"() : () -> memref<2x!app.elem>

// -----
"app.op"() : () -> memref<2xf32, #app.layout>

// -----
// An encoding begins with a token of another attribute.
"app.op"() : () -> (tensor<2xf32, array<i64>>)

// -----
"app.op"() : () -> (tensor<2xf32, strided<[1]>>)

// -----
"app.op"() : () -> (tensor<2xf32, distinct[0]<1>>)
