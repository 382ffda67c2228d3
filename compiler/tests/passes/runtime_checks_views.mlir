// pipeline: builtin.module(generate-runtime-verification)
// pipeline: builtin.module(generate-runtime-verification{verbose-level=0})
// mlir-opt 22 crashes unless something has loaded scf.

func.func @subview(%m: memref<?x4xf32>, %o: index, %s: index, %t: index) {
  %0 = memref.subview %m[%o, 1][%s, 2][%t, 1] : memref<?x4xf32> to memref<?x2xf32, strided<[?, 1], offset: ?>>
  return
}
func.func @loads_scf(%condition: i1) {
  scf.if %condition {
  }
  return
}
// -----
func.func @subview(%m: memref<8x?xf32>, %o: index, %s: index, %t: index) {
  %0 = memref.subview %m[1, %o][2, %s][3, %t] : memref<8x?xf32> to memref<2x?xf32, strided<[?, ?], offset: ?>>
  %1 = memref.subview %m[0, 0][8, 1][1, 1] : memref<8x?xf32> to memref<8xf32, strided<[?]>>
  %c2 = arith.constant 2 : index
  %2 = memref.subview %m[%c2, 0][8, 1][1, 1] : memref<8x?xf32> to memref<8xf32, strided<[?], offset: ?>>
  return
}
func.func @loads_scf(%condition: i1) {
  scf.if %condition {
  }
  return
}
// -----
func.func @sub(%m: memref<?xf32>, %o: index, %s: index, %t: index) {
  %0 = memref.subview %m[%o][%s][%t] : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  return
}
func.func @loads_scf(%condition: i1) {
  scf.if %condition {
  }
  return
}
// -----
func.func @sub2(%m: memref<8x?xf32>, %o: index, %s: index, %t: index) {
  %0 = memref.subview %m[%o, %o][2, %s][3, %t] : memref<8x?xf32> to memref<2x?xf32, strided<[?, ?], offset: ?>>
  return
}
func.func @loads_scf(%condition: i1) {
  scf.if %condition {
  }
  return
}
