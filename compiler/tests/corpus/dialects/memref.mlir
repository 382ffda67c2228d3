memref.global @a : memref<4xf32>
memref.global "private" constant @b : memref<4xf32> = dense<1.0> {alignment = 64}
memref.global "private" @c : memref<4xf32> = uninitialized
memref.global "private" @d : memref<2x2xi8, 3> = dense<[[1, 2], [3, 4]]>
// -----
memref.global @a : memref<?xf32>
// -----
memref.global @a : i32
// -----
memref.global @a : memref<4xf32> = 5
// -----
memref.global @a : memref<4xf32> = [1]
// -----
memref.global @a : memref<4xf32> =
// -----
func.func @f(%m: memref<4x8xf32>, %i: index, %v: f32, %t: memref<1xi32>, %n : index, %d : memref<?x?xf32, 2>) {
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<4x8xf32>
  memref.prefetch %m[%i, %i], write, locality<0>, instr : memref<4x8xf32>
  %a = memref.transpose %m (i, j) -> (j, i) {foo} : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  memref.alloca_scope { memref.alloca_scope.return }
  %b:2 = memref.alloca_scope -> (i32, f32) { %z = arith.constant 0 : i32 memref.alloca_scope.return %z, %v : i32, f32 } {foo}
  %c = memref.generic_atomic_rmw %m[%i, %i] : memref<4x8xf32> { ^bb0(%cur: f32): memref.atomic_yield %cur : f32 } {foo}
  memref.dma_start %m[%i, %i], %d[%i, %i], %n, %t[%i] : memref<4x8xf32>, memref<?x?xf32, 2>, memref<1xi32>
  memref.dma_start %m[%i, %i], %d[%i, %i], %n, %t[%i], %n, %n : memref<4x8xf32>, memref<?x?xf32, 2>, memref<1xi32>
  memref.dma_wait %t[%i], %n : memref<1xi32>
  return
}
// -----
func.func @f(%m: memref<4x8xf32>, %i: index) { memref.prefetch %m[%i, %i], foo, locality<3>, data : memref<4x8xf32> }
// -----
func.func @f(%m: memref<4x8xf32>, %i: index) { memref.prefetch %m[%i, %i], read, locality<3>, foo : memref<4x8xf32> }
// -----
func.func @f(%m: memref<4x8xf32>, %i: index) { %0 = memref.transpose %m 1 : memref<4x8xf32> to memref<8x4xf32> }

// -----

module {
  %0 = "app.source"() : () -> memref<*xf32>
  %1 = memref.cast %0 : memref<*xf32> to tensor<4xf32>
}
