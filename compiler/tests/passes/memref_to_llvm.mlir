// pipeline: builtin.module(finalize-memref-to-llvm)
// pipeline: builtin.module(finalize-memref-to-llvm{use-aligned-alloc=true})
// pipeline: builtin.module(finalize-memref-to-llvm{use-generic-functions=true use-aligned-alloc=true})
// pipeline: builtin.module(finalize-memref-to-llvm{index-bitwidth=32})
memref.global "private" constant @g : memref<2xf32> = dense<[1.0, 2.0]>
memref.global @h : memref<2xf32>
memref.global "private" @un : memref<4xi8> = uninitialized {alignment = 16}
func.func @alloc(%n: index) {
  %0 = memref.alloc() : memref<2x3xf32>
  %1 = memref.alloc(%n) : memref<?x3xf32>
  %2 = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
  %3 = memref.alloca(%n) : memref<?xf32>
  %4 = memref.alloca() {alignment = 32 : i64} : memref<2xf64>
  memref.dealloc %1 : memref<?x3xf32>
  %5 = memref.get_global @g : memref<2xf32>
  %6 = memref.cast %0 : memref<2x3xf32> to memref<?x?xf32>
  %7 = memref.cast %6 : memref<?x?xf32> to memref<*xf32>
  %8 = memref.cast %7 : memref<*xf32> to memref<2x3xf32>
  %9 = memref.dim %6, %n : memref<?x?xf32>
  %c0 = arith.constant 0 : index
  %10 = memref.dim %6, %c0 : memref<?x?xf32>
  %11 = memref.dim %7, %c0 : memref<*xf32>
  %12 = memref.rank %7 : memref<*xf32>
  memref.dealloc %7 : memref<*xf32>
  return
}
func.func @ls(%m: memref<?x?xf32>, %s: memref<4x5xf32, strided<[?, 2], offset: ?>>, %i: index, %z: memref<f32>, %st: memref<4x5xf32>) {
  %0 = memref.load %m[%i, %i] : memref<?x?xf32>
  memref.store %0, %s[%i, %i] : memref<4x5xf32, strided<[?, 2], offset: ?>>
  %1 = memref.load %z[] : memref<f32>
  memref.store %1, %st[%i, %i] {nontemporal = true} : memref<4x5xf32>
  memref.copy %m, %m : memref<?x?xf32> to memref<?x?xf32>
  memref.copy %s, %st : memref<4x5xf32, strided<[?, 2], offset: ?>> to memref<4x5xf32>
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<?x?xf32>
  %2 = memref.atomic_rmw addf %0, %m[%i, %i] : (f32, memref<?x?xf32>) -> f32
  %b, %o, %sz:2, %str:2 = memref.extract_strided_metadata %s : memref<4x5xf32, strided<[?, 2], offset: ?>> -> memref<f32>, index, index, index, index, index
  %p = memref.extract_aligned_pointer_as_index %m : memref<?x?xf32> -> index
  %r = memref.reinterpret_cast %b to offset: [%o], sizes: [%i, 3], strides: [%i, 1] : memref<f32> to memref<?x3xf32, strided<[?, 1], offset: ?>>
  %as = memref.assume_alignment %m, 16 : memref<?x?xf32>
  %tr = memref.transpose %m (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, strided<[1, ?]>>
  %v = memref.alloc() : memref<100xi8>
  %vw = memref.view %v[%i][%i] : memref<100xi8> to memref<?x4xf32>
  %msc = memref.memory_space_cast %m : memref<?x?xf32> to memref<?x?xf32, 1>
  return
}
// -----
func.func @f(%c: i1, %m: memref<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = arith.addi %c0, %c1 : index
  cf.cond_br %c, ^a(%n : index), ^b
^a(%x: index):
  %v = memref.load %m[%x] : memref<?xf32>
  %y = arith.addi %x, %n : index
  return %y : index
^b:
  return %s : index
^unreach:
  %q = arith.addi %n, %n : index
  return %q: index
}
