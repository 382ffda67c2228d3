// pipeline: builtin.module(expand-strided-metadata)
// pipeline: builtin.module(expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-to-llvm)
func.func @sv(%m: memref<8x16xf32>, %d: memref<?x?xf32>, %s: memref<?x?xf32, strided<[?, 1], offset: ?>>, %i: index, %n: index) -> (memref<4x4xf32, strided<[16, 1], offset: 34>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x4xf32, strided<[?, 2], offset: ?>>, memref<?xf32, strided<[1], offset: ?>>) {
  %0 = memref.subview %m[2, 2] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: 34>>
  %1 = memref.subview %d[%i, %i] [%n, %n] [%i, %n] : memref<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %2 = memref.subview %s[%i, 0] [%n, 4] [1, 2] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?x4xf32, strided<[?, 2], offset: ?>>
  %3 = memref.subview %d[%i, %n] [1, %n] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[1], offset: ?>>
  return %0, %1, %2, %3 : memref<4x4xf32, strided<[16, 1], offset: 34>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x4xf32, strided<[?, 2], offset: ?>>, memref<?xf32, strided<[1], offset: ?>>
}
func.func @nest(%d: memref<?x?xf32>, %i: index, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %1 = memref.subview %d[%i, 4] [%n, %n] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  %2 = memref.subview %1[%i, %n] [4, 4] [2, 1] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<4x4xf32, strided<[?, 1], offset: ?>>
  %r = scf.for %k = %c0 to %c4 step %c1 iter_args(%x = %z) -> f32 {
    %3 = memref.subview %2[%k, 0] [1, 4] [1, 1] : memref<4x4xf32, strided<[?, 1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
    %v = memref.load %3[%k] : memref<4xf32, strided<[1], offset: ?>>
    %y = arith.addf %x, %v : f32
    scf.yield %y : f32
  }
  return %r : f32
}
func.func @meta(%m: memref<8x?xf32>, %i: index) -> (index, index, index, index) {
  %0 = memref.subview %m[2, %i] [4, %i] [1, 2] : memref<8x?xf32> to memref<4x?xf32, strided<[?, 2], offset: ?>>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %0 : memref<4x?xf32, strided<[?, 2], offset: ?>> -> memref<f32>, index, index, index, index, index
  %p = memref.extract_aligned_pointer_as_index %0 : memref<4x?xf32, strided<[?, 2], offset: ?>> -> index
  %c = memref.cast %m : memref<8x?xf32> to memref<?x?xf32>
  %b5, %o5, %s5:2, %t5:2 = memref.extract_strided_metadata %c : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
  %z = arith.addi %s5#0, %t5#0 : index
  return %o, %p, %t#0, %z: index, index, index, index
}
// -----
func.func @es(%m: memref<?xf32>, %d: memref<8x?xf32>, %n: index, %t: memref<2x3x4xf32>, %st: memref<?x4xf32, strided<[?, ?], offset: ?>>) -> (memref<?x4xf32>, memref<2x4x?xf32>, memref<?xf32>, memref<6x4xf32>) {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
  %1 = memref.expand_shape %d [[0, 1], [2]] output_shape [2, 4, %n] : memref<8x?xf32> into memref<2x4x?xf32>
  %2 = memref.collapse_shape %d [[0, 1]] : memref<8x?xf32> into memref<?xf32>
  %3 = memref.collapse_shape %t [[0, 1], [2]] : memref<2x3x4xf32> into memref<6x4xf32>
  %4 = memref.expand_shape %st [[0, 1], [2]] output_shape [2, %n, 4] : memref<?x4xf32, strided<[?, ?], offset: ?>> into memref<2x?x4xf32, strided<[?, ?, ?], offset: ?>>
  return %0, %1, %2, %3 : memref<?x4xf32>, memref<2x4x?xf32>, memref<?xf32>, memref<6x4xf32>
}
func.func @es2(%m: memref<1x?xf32, strided<[?, ?], offset: ?>>, %d: memref<4x6xf32, strided<[?, 1], offset: 2>>, %n: index, %o: memref<1x1xf32, strided<[?, ?]>>, %e: memref<2x1x3xf32>) -> (memref<?xf32, strided<[?], offset: ?>>, memref<4x2x3xf32, strided<[?, 3, 1], offset: 2>>, memref<6xf32>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<1x?xf32, strided<[?, ?], offset: ?>> into memref<?xf32, strided<[?], offset: ?>>
  %1 = memref.expand_shape %d [[0], [1, 2]] output_shape [4, 2, 3] : memref<4x6xf32, strided<[?, 1], offset: 2>> into memref<4x2x3xf32, strided<[?, 3, 1], offset: 2>>
  %2 = memref.collapse_shape %e [[0, 1, 2]] : memref<2x1x3xf32> into memref<6xf32>
  return %0, %1, %2 : memref<?xf32, strided<[?], offset: ?>>, memref<4x2x3xf32, strided<[?, 3, 1], offset: 2>>, memref<6xf32>
}
memref.global "private" constant @allocated : memref<2x3xf32> = dense<1.0>
func.func @allocated_a(%n: index) -> (memref<f32>, index, index, index, index, index, index, index) {
  %0 = memref.alloc(%n) : memref<4x?x3xf32>
  %b, %o, %s:3, %t:3 = memref.extract_strided_metadata %0 : memref<4x?x3xf32> -> memref<f32>, index, index, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %s#2, %t#0, %t#1, %t#2 : memref<f32>, index, index, index, index, index, index, index
}
func.func @allocated_b(%n: index, %m: index) -> (memref<f32, 3>, index, index, index, index, index) {
  %0 = memref.alloca(%n, %m) : memref<?x?xf32, 3>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %0 : memref<?x?xf32, 3> -> memref<f32, 3>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1 : memref<f32, 3>, index, index, index, index, index
}
func.func @allocated_c() -> (memref<f32>, index, index, index, index, index) {
  %0 = memref.get_global @allocated : memref<2x3xf32>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %0 : memref<2x3xf32> -> memref<f32>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1 : memref<f32>, index, index, index, index, index
}
func.func @allocated_d(%n: index) -> (memref<f32>, index, index, index) {
  %0 = memref.alloc(%n) : memref<?xf32>
  %b, %o, %s, %t = memref.extract_strided_metadata %0 : memref<?xf32> -> memref<f32>, index, index, index
  memref.dealloc %0 : memref<?xf32>
  return %b, %o, %s, %t : memref<f32>, index, index, index
}
func.func @allocated_e(%n: index) -> (memref<f32>, index) {
  %0 = memref.alloc() : memref<f32>
  %b, %o = memref.extract_strided_metadata %0 : memref<f32> -> memref<f32>, index
  return %b, %o : memref<f32>, index
}
func.func @allocated_f(%n: index, %m: index, %q: index) -> (memref<f32>, index, index, index, index, index) {
  %0 = memref.alloc(%n)[%m,%q] : memref<?x2xf32, strided<[?,1],offset:?>>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %0 : memref<?x2xf32, strided<[?,1],offset:?>> -> memref<f32>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1 : memref<f32>, index, index, index, index, index
}
func.func @allocated_h(%n: index, %m: index, %q: index) -> (memref<f32>, index, index, index, index, index, index, index) {
  %0 = memref.alloc(%n, %m, %q) : memref<?x?x?xf32>
  %b, %o, %s:3, %t:3 = memref.extract_strided_metadata %0 : memref<?x?x?xf32> -> memref<f32>, index, index, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %s#2, %t#0, %t#1, %t#2 : memref<f32>, index, index, index, index, index, index, index
}
func.func @allocated_i(%n: index) {
  %0 = memref.alloc(%n) : memref<?xf32>
  %b, %o, %s, %t = memref.extract_strided_metadata %0 : memref<?xf32> -> memref<f32>, index, index, index
  return
}
func.func @allocated_j() -> (memref<f32>, index, index, index) {
  %0 = memref.alloc() : memref<4xf32, strided<[1], offset: 2>>
  %b, %o, %s, %t = memref.extract_strided_metadata %0 : memref<4xf32, strided<[1], offset: 2>> -> memref<f32>, index, index, index
  return %b, %o, %s, %t : memref<f32>, index, index, index
}
