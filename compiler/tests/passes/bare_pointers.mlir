// pipeline: builtin.module(convert-func-to-llvm)
// pipeline: builtin.module(convert-to-llvm)
func.func @b(%m: memref<2xf32>, %i: i32) -> memref<2xf32> attributes {llvm.bareptr} { return %m : memref<2xf32> }
func.func @c(%m: memref<2xf32>, %i: i32) -> memref<2xf32> {
  %r = call @b(%m, %i) : (memref<2xf32>, i32) -> memref<2xf32>
  %s = call @c(%r, %i) : (memref<2xf32>, i32) -> memref<2xf32>
  return %s : memref<2xf32>
}
