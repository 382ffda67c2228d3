// pipeline: builtin.module(canonicalize)
func.func @f(%m: memref<4x?xf32, strided<[8, 1], offset: 3>>) -> (memref<f32>, index, index, index, index, index) {
  %c = memref.cast %m : memref<4x?xf32, strided<[8, 1], offset: 3>> to memref<4x?xf32, strided<[?, ?], offset: ?>>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %c : memref<4x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1: memref<f32>, index, index, index, index, index
}
func.func @g(%m: memref<*xf32>) -> (memref<f32>, index, index, index, index, index) {
  %c = memref.cast %m : memref<*xf32> to memref<4x?xf32>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %c : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1: memref<f32>, index, index, index, index, index
}
func.func @h(%m: memref<?x4xf32>, %n: memref<2x4xf32>) {
  %c = memref.cast %m : memref<?x4xf32> to memref<2x4xf32>
  %d = memref.cast %n : memref<2x4xf32> to memref<2x4xf32, strided<[?, 1]>>
  memref.copy %c, %d : memref<2x4xf32> to memref<2x4xf32, strided<[?, 1]>>
  %e = memref.cast %n : memref<2x4xf32> to memref<?x4xf32>
  memref.copy %e, %m : memref<?x4xf32> to memref<?x4xf32>
  memref.copy %m, %e : memref<?x4xf32> to memref<?x4xf32>
  return
}
