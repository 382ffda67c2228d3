// pipeline: builtin.module(finalize-memref-to-llvm)
// pipeline: builtin.module(convert-to-llvm)
func.func @f(%n: index, %u: memref<*xf32>, %m: memref<?xf32>, %s: memref<3xindex>, %a: memref<4xi32>, %k: memref<5xf64, strided<[1], offset: ?>>) -> (memref<4xf32>, index, memref<*xf32>) {
  %26 = memref.reinterpret_cast %u to offset: [%n], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32, strided<[1], offset: ?>>
  %25 = memref.reinterpret_cast %u to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32>
  %29 = memref.extract_aligned_pointer_as_index %u : memref<*xf32> -> index
  %31:3 = memref.distinct_objects %a, %s, %k : memref<4xi32>, memref<3xindex>, memref<5xf64, strided<[1], offset: ?>>
  return %25, %29, %u : memref<4xf32>, index, memref<*xf32>
}
// -----
memref.global "private" @s : memref<f32> = dense<1.0>
memref.global @sp : memref<2x2xf32, 3> = dense<1.0> {alignment = 64}
memref.global constant @i : memref<2xindex> = dense<[1,2]>
func.func @f(%n: index, %u: memref<*xf32>) {
  %0 = memref.alloc(%n, %n) : memref<?x?xf32>
  %1 = memref.alloc(%n) : memref<2x?x4xf32>
  %2 = memref.alloc() : memref<f32>
  %3 = memref.alloc() : memref<2xvector<4xf32>>
  %4 = memref.alloc(%n) : memref<?xcomplex<f32>>
  %6 = memref.alloca() : memref<3xf32, 5>
  memref.dealloc %u : memref<*xf32>
  %7 = memref.alloc() : memref<3x5xi1>
  %8 = memref.alloc() : memref<3xindex>
  %9 = memref.alloc() : memref<3xmemref<?xf32>>
  %10 = memref.alloc() : memref<0x3xf32>
  %11 = memref.alloc() : memref<3xf32, strided<[1]>>
  %12 = memref.alloc() {alignment = 8} : memref<3xf32>
  %13 = memref.cast %u : memref<*xf32> to memref<?xf32>
  %14 = memref.dim %u, %n : memref<*xf32>
  %15 = memref.load %13[%n] {alignment = 16 : i64}: memref<?xf32>
  %16 = memref.get_global @s : memref<f32>
  %18 = memref.load %3[%n] : memref<2xvector<4xf32>>
  %19 = memref.load %8[%n] : memref<3xindex>
  memref.store %19, %8[%n] : memref<3xindex>
  %20 = memref.alloca_scope -> f32 { 
     %x = memref.alloca(%n) : memref<?xf32>
     %y = memref.load %x[%n] : memref<?xf32>
     memref.alloca_scope.return %y : f32
  }
  memref.alloca_scope {
     %x = memref.alloca(%n) : memref<?xf32>
     memref.store %20, %x[%n] : memref<?xf32>
  }
  memref.copy %u, %u : memref<*xf32> to memref<*xf32>
  memref.copy %2, %2 : memref<f32> to memref<f32>
  memref.copy %1, %1 : memref<2x?x4xf32> to memref<2x?x4xf32>
  %e = arith.constant 1 : i32
  %21 = memref.alloc() : memref<4xi32>
  %22 = memref.atomic_rmw assign %e, %21[%n] : (i32, memref<4xi32>) -> i32
  %23 = memref.atomic_rmw maxs %e, %21[%n] : (i32, memref<4xi32>) -> i32
  %24 = memref.atomic_rmw ori %e, %21[%n] : (i32, memref<4xi32>) -> i32
  %30 = memref.generic_atomic_rmw %21[%n] : memref<4xi32> { ^bb0(%c : i32): 
     %k = arith.addi %c, %e : i32
     memref.atomic_yield %k : i32 }
  %33 = memref.rank %13 : memref<?xf32>
  %34 = memref.dim %0, %n : memref<?x?xf32>
  return
}
// -----
func.func @f(%a: memref<*xf32>, %b: memref<*xf32, 3>) -> (memref<*xf32, 3>, memref<*xf32>) {
  %0 = memref.memory_space_cast %a : memref<*xf32> to memref<*xf32, 3>
  %1 = memref.memory_space_cast %b : memref<*xf32, 3> to memref<*xf32>
  return %0, %1 : memref<*xf32, 3>, memref<*xf32>
}
