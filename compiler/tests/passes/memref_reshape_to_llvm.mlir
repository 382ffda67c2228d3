// pipeline: builtin.module(finalize-memref-to-llvm)
// pipeline: builtin.module(finalize-memref-to-llvm{index-bitwidth=32})
// pipeline: builtin.module(convert-func-to-llvm,finalize-memref-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts)
// pipeline: builtin.module(memref-expand,convert-to-llvm,reconcile-unrealized-casts)
func.func @unranked(%a: memref<*xf32>, %s: memref<?xindex>) -> memref<*xf32> {
  %0 = memref.reshape %a(%s) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
  return %0 : memref<*xf32>
}
// -----
func.func @from_ranked(%a: memref<?x4xf64>, %s: memref<?xindex>) -> (memref<*xf64>, memref<*xf64>) {
  %0 = memref.reshape %a(%s) : (memref<?x4xf64>, memref<?xindex>) -> memref<*xf64>
  %1 = memref.reshape %0(%s) : (memref<*xf64>, memref<?xindex>) -> memref<*xf64>
  return %0, %1 : memref<*xf64>, memref<*xf64>
}
// -----
func.func @space(%a: memref<?xf32, 3>, %s: memref<?xindex>) -> memref<*xf32, 3> {
  %0 = memref.reshape %a(%s) : (memref<?xf32, 3>, memref<?xindex>) -> memref<*xf32, 3>
  return %0 : memref<*xf32, 3>
}
// -----
func.func @scalar(%a: memref<1xf32>, %s: memref<0xindex>) -> memref<f32> {
  %0 = memref.reshape %a(%s) : (memref<1xf32>, memref<0xindex>) -> memref<f32>
  return %0 : memref<f32>
}
// -----
func.func @blocks(%a: memref<?xf32>, %s: memref<?xindex>, %c: i1) -> memref<*xf32> {
  cf.cond_br %c, ^yes, ^no
^yes:
  %0 = memref.reshape %a(%s) : (memref<?xf32>, memref<?xindex>) -> memref<*xf32>
  cf.br ^end(%0 : memref<*xf32>)
^no:
  %1 = memref.cast %a : memref<?xf32> to memref<*xf32>
  cf.br ^end(%1 : memref<*xf32>)
^end(%r: memref<*xf32>):
  %2 = memref.reshape %r(%s) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
  return %2 : memref<*xf32>
}
