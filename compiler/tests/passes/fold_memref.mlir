// pipeline: builtin.module(canonicalize)
func.func @c(%m: memref<4x5xf32>, %i: index, %u: memref<*xf32>,%d: memref<?x5xf32>) -> (f32,index,index,index,memref<4x5xf32>,memref<?x?xf32>) {
  %0 = memref.cast %m : memref<4x5xf32> to memref<?x?xf32>
  %1 = memref.load %0[%i,%i] : memref<?x?xf32>
  memref.store %1, %0[%i,%i] : memref<?x?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %2 = memref.dim %m, %c0 : memref<4x5xf32>
  %3 = memref.dim %d, %c0 : memref<?x5xf32>
  %4 = memref.dim %0, %c1 : memref<?x?xf32>
  %5 = memref.cast %0 : memref<?x?xf32> to memref<4x5xf32>
  %6 = memref.cast %0 : memref<?x?xf32> to memref<?x5xf32>
  %7 = memref.cast %6 : memref<?x5xf32> to memref<?x?xf32>
  return %1,%2,%3,%4,%5,%7 : f32,index,index,index,memref<4x5xf32>,memref<?x?xf32>
}
// -----
func.func @a(%i: index,%f: f32) -> (memref<?xf32>,index) {
  %c4 = arith.constant 4 : index
  %0 = memref.alloc(%c4) : memref<?xf32>
  %1 = memref.alloc(%i) : memref<?xf32>
  memref.store %f, %1[%i] : memref<?xf32>
  memref.dealloc %1 : memref<?xf32>
  %2 = memref.alloc(%i) : memref<?xf32>
  %c0 = arith.constant 0 : index
  %3 = memref.dim %2, %c0 : memref<?xf32>
  %4 = memref.alloca(%i) : memref<?xf32>
  %5 = memref.alloc(%i) : memref<?xf32>
  "test.use"(%5) : (memref<?xf32>) -> ()
  %6 = memref.dim %5, %c0 : memref<?xf32>
  return %0,%6 : memref<?xf32>,index
}
// -----
func.func @cp(%m: memref<4xf32>, %n: memref<4xf32>, %e: memref<0xf32>,%e2: memref<0xf32>) {
  memref.copy %m, %m : memref<4xf32> to memref<4xf32>
  %0 = memref.cast %m : memref<4xf32> to memref<?xf32>
  memref.copy %0, %n : memref<?xf32> to memref<4xf32>
  memref.copy %e, %e2 : memref<0xf32> to memref<0xf32>
  return
}
// -----
func.func @dims(%m: memref<?x5x?xf32>, %u: memref<*xf32>, %i: index, %j: index, %b: memref<2048xi8>) -> (index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %0 = memref.dim %u, %c0 : memref<*xf32>
  %1 = memref.dim %m, %c9 : memref<?x5x?xf32>
  %2 = memref.dim %m, %i : memref<?x5x?xf32>
  %3 = memref.alloc(%i, %j) : memref<?x5x?xf32>
  "test.use"(%3) : (memref<?x5x?xf32>) -> ()
  %4 = memref.dim %3, %c2 : memref<?x5x?xf32>
  %5 = memref.view %b[%i][%j] : memref<2048xi8> to memref<?x4xf32>
  %6 = memref.dim %5, %c0 : memref<?x4xf32>
  %7 = memref.rank %m : memref<?x5x?xf32>
  return %0, %1, %2, %4, %6, %7 : index, index, index, index, index, index
}
// -----
func.func @allocs(%i: index) -> (memref<?x?xf32>, memref<?x?xf32, 3>, memref<2x?xf32>) {
  %c2 = arith.constant 2 : index
  %cm = arith.constant -2 : index
  %0 = memref.alloc(%c2, %i) {alignment = 16 : i64} : memref<?x?xf32>
  %1 = memref.alloca(%i, %c2) : memref<?x?xf32, 3>
  %2 = memref.alloc(%cm) : memref<2x?xf32>
  return %0, %1, %2 : memref<?x?xf32>, memref<?x?xf32, 3>, memref<2x?xf32>
}
// -----
func.func @dead(%i: index, %f: f32, %m: memref<4xf32>, %mm: memref<1xmemref<4xf32>>) {
  %c0 = arith.constant 0 : index
  %0 = memref.alloca() : memref<4xf32>
  memref.store %f, %0[%i] : memref<4xf32>
  memref.store %f, %0[%c0] : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  memref.store %1, %mm[%c0] : memref<1xmemref<4xf32>>
  %2 = memref.cast %m : memref<4xf32> to memref<?xf32>
  memref.dealloc %2 : memref<?xf32>
  return
}
// -----
func.func @unranked(%u: memref<*xf32>, %i: index) -> f32 {
  %0 = memref.cast %u : memref<*xf32> to memref<4xf32>
  %1 = memref.load %0[%i] : memref<4xf32>
  memref.prefetch %0[%i], read, locality<3>, data : memref<4xf32>
  return %1 : f32
}
