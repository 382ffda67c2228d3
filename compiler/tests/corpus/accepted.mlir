// Texts that look wrong and that MLIR accepts.
#1 = 1

// -----
"app.op"() {a = 9223372036854775808} : () -> ()

// -----
"app.op"() {a = - 1} : () -> ()

// -----
"app.op"() {a = #app<>} : () -> ()

// -----
"app.op"() {a = strided<[0]>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (d0 floordiv 0)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (d0 mod 0)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (d0 ceildiv 0)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (d0 mod -2)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (d0 floordiv -2)>} : () -> ()

// -----
"app.op"() {a = dense<1> : memref<2xi32>} : () -> ()

// -----
"app.op"() {a = dense<[1, 2]> : vector<[2]xi32>} : () -> ()

// -----
"app.op"() {a = dense<(1, 2)> : tensor<2xi32>} : () -> ()

// -----
"app.op"() {a = sparse<[[0, 0], [0, 0]], [1, 2]> : tensor<3x4xi32>} : () -> ()

// -----
"app.op"() {a = dense_resource<a> : tensor<?xi32>} : () -> ()

// -----
"app.op"() : () -> () loc("f":1)

// -----
"app.op"() : () -> () loc("f":2:2 to 1:1)

// -----
{-# dialect_resources: {}, dialect_resources: {} #-}

// -----
{-# dialect_resources: { builtin: { a: "0x0400000001", a: "0x0400000002" } } #-}

// -----
"app.op"() <1> : () -> ()

// -----
"app.op"() <"x"> : () -> ()

// -----
"app.region"() ({
^a(%x#0: i32):
  "app.end"() : () -> ()
}) : () -> ()

// -----
module {
^bb0:
}

// -----
"builtin.module"() <{unknown = 1}> ({
^bb0:
}) : () -> ()

// -----
"builtin.module"() <{sym_visibility = "wrong"}> ({
^bb0:
}) : () -> ()

// -----
module @a attributes {sym_name = "b"} {
}

// -----
module @a attributes {sym_name = "a"} {
}

// -----
module {
  "app.func"() {sym_name = ""} : () -> ()
}

// -----
module @"" {
}

// -----
"app.op"() : () -> (i0)

// -----
"app.op"() : () -> (si0)

// -----
"app.op"() : () -> (!app<>)

// -----
"app.op"() : () -> (!app.)

// -----
"app.op"() : () -> (!app..a)

// -----
"app.op"() : () -> (vector<4 xf32>)

// -----
"app.op"() : () -> (vector<4 x f32>)

// -----
"app.op"() : () -> (tensor<2xf32,>)

// -----
"app.op"() : () -> (tensor<* xf32>)

// -----
"app.op"() : () -> (memref<2xf32, strided<[0]>>)

// -----
// An operation uses its own result from inside its region.
%a = "app.region"() ({
  "app.use"(%a) : (i32) -> ()
}) : () -> i32

// -----
// A region uses a value of the operation after it.
"app.region"() ({
  "app.use"(%a) : (i32) -> ()
}) : () -> ()
%a = "app.def"() : () -> i32

// -----
"app.op"() {a = -1.0 : f8E8M0FNU} : () -> ()
