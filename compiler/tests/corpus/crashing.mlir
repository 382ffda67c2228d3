// mlir-opt 22 ends by a signal.
"app.op"() {a = array<index: 1>} : () -> ()

// -----
"app.op"() {a = dense_resource<a> : tensor<1xi8>} : () -> ()
{-# dialect_resources: { builtin: { a: "0x0000000007" } } #-}
