// pipeline: builtin.module(convert-to-llvm{dynamic=true})
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i64>} {
func.func @f(%a: memref<?xf32>, %i: index) -> index {
  %0 = memref.load %a[%i] : memref<?xf32>
  %1 = arith.addi %i, %i : index
  memref.store %0, %a[%1] : memref<?xf32>
  return %1 : index
}
}
// -----
module {
func.func @f(%a: memref<?xf32>, %i: index) -> index {
  %0 = memref.load %a[%i] : memref<?xf32>
  %1 = arith.addi %i, %i : index
  memref.store %0, %a[%1] : memref<?xf32>
  return %1 : index
}
}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 16 : i64>} {
  module {
    func.func @g(%a: memref<4x4xf64>, %c: i1) -> (memref<*xf64>, index) {
      %c1 = arith.constant 1 : index
      %0 = memref.cast %a : memref<4x4xf64> to memref<*xf64>
      %1 = memref.dim %0, %c1 : memref<*xf64>
      cf.assert %c, "no"
      return %0, %1 : memref<*xf64>, index
    }
  }
}
