// pipeline: builtin.module(convert-bufferization-to-memref)
// pipeline: builtin.module(func.func(convert-bufferization-to-memref))
func.func @a(%m: memref<4x?xf32>, %n: memref<?x?xf32, strided<[?, ?], offset: ?>>) -> (memref<4x?xf32>, memref<?x?xf32, strided<[?, ?], offset: ?>>) {
  %0 = bufferization.clone %m : memref<4x?xf32> to memref<4x?xf32>
  %1 = bufferization.clone %n : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %0, %1 : memref<4x?xf32>, memref<?x?xf32, strided<[?, ?], offset: ?>>
}
// -----
func.func @b(%m: memref<4xf32, strided<[2]>>) -> memref<4xf32, strided<[2]>> {
  %0 = bufferization.clone %m : memref<4xf32, strided<[2]>> to memref<4xf32, strided<[2]>>
  return %0 : memref<4xf32, strided<[2]>>
}
// -----
func.func @c(%m: memref<*xf32>) -> memref<*xf32> {
  %0 = bufferization.clone %m : memref<*xf32> to memref<*xf32>
  return %0 : memref<*xf32>
}
// -----
func.func @d(%m: memref<4xf32>, %c: i1) -> memref<8xf32, 1> {
  bufferization.dealloc (%m : memref<4xf32>) if (%c)
  bufferization.dealloc (%m, %m : memref<4xf32>, memref<4xf32>) if (%c, %c)
  %a = memref.alloc() : memref<8xf32, 1>
  %0 = bufferization.clone %a : memref<8xf32, 1> to memref<8xf32, 1>
  return %0 : memref<8xf32, 1>
}
// -----
func.func @tensor(%m: memref<4xf32>) -> tensor<4xf32> {
  %1 = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}
// -----
func.func @e(%m: memref<*xf32, 1>) -> memref<*xf32, 1> {
  %0 = bufferization.clone %m : memref<*xf32, 1> to memref<*xf32, 1>
  return %0 : memref<*xf32, 1>
}
// -----
func.func @g(%m: memref<?xf32>) -> memref<4xf32> {
  %0 = bufferization.clone %m : memref<?xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}
// -----
func.func @h() -> memref<?xf32> {
  %c4 = arith.constant 4 : index
  %m = memref.alloc(%c4) : memref<?xf32>
  %0 = bufferization.clone %m : memref<?xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}
