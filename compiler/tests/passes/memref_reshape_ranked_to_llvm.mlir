// pipeline: builtin.module(finalize-memref-to-llvm,reconcile-unrealized-casts)
// pipeline: builtin.module(finalize-memref-to-llvm{index-bitwidth=32},reconcile-unrealized-casts)
// pipeline: builtin.module(convert-func-to-llvm,finalize-memref-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts)
// pipeline: builtin.module(memref-expand,convert-to-llvm,reconcile-unrealized-casts)
func.func @ranked(%a: memref<*xf32, 3>, %s: memref<3xindex>) -> memref<2x?x4xf32, 3> {
  %0 = memref.reshape %a(%s) : (memref<*xf32, 3>, memref<3xindex>) -> memref<2x?x4xf32, 3>
  return %0 : memref<2x?x4xf32, 3>
}
// -----
func.func @ranked_of_sizes(%a: memref<?x?xi8>, %s: memref<3xindex, strided<[2], offset: ?>>) -> memref<?x?x?xi8> {
  %0 = memref.reshape %a(%s) : (memref<?x?xi8>, memref<3xindex, strided<[2], offset: ?>>) -> memref<?x?x?xi8>
  return %0 : memref<?x?x?xi8>
}
