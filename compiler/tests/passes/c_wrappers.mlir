// pipeline: builtin.module(func.func(llvm-request-c-wrappers))
// pipeline: builtin.module(func.func(llvm-request-c-wrappers),finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)
func.func @f() {
  return
}
func.func private @g()
func.func @h() attributes {llvm.emit_c_interface = 3 : i32, a} {
  return
}
// -----
module {
  func.func @f() {
    return
  }
  module {
    func.func @f() {
      return
    }
  }
}
// -----
llvm.func @f()
func.func @g(%a: memref<?xf32>) -> memref<2xf32> {
  %0 = memref.alloc() : memref<2xf32>
  return %0 : memref<2xf32>
}
