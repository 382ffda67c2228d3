// pipeline: builtin.module(canonicalize)
func.func @constants(%m: memref<?x?xf32>, %i: index) -> (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?xf32, strided<[?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = memref.subview %m[%c0, %i][%c4, %i][%c1, %c1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %b = memref.subview %m[%c1, %i][1, %c4][%c1, %i] : memref<?x?xf32> to memref<?xf32, strided<[?], offset: ?>>
  return %a, %b : memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?xf32, strided<[?], offset: ?>>
}
// -----
func.func @static_source(%m: memref<8x16xf32, strided<[32, 2], offset: 3>>) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = memref.subview %m[%c2, %c3][%c3, %c2][%c2, %c3] : memref<8x16xf32, strided<[32, 2], offset: 3>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %a : memref<?x?xf32, strided<[?, ?], offset: ?>>
}
// -----
func.func @out_of_bounds(%m: memref<8xf32>) -> (memref<?xf32, strided<[?], offset: ?>>, memref<?xf32, strided<[1], offset: ?>>, memref<?xf32, strided<[?]>>, memref<?xf32, strided<[?], offset: ?>>) {
  %c9 = arith.constant 9 : index
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = arith.constant -2 : index
  %a = memref.subview %m[%c9][%c4][%c4] : memref<8xf32> to memref<?xf32, strided<[?], offset: ?>>
  %b = memref.subview %m[%n][%c4][1] : memref<8xf32> to memref<?xf32, strided<[1], offset: ?>>
  %c = memref.subview %m[0][%c4][%c0] : memref<8xf32> to memref<?xf32, strided<[?]>>
  %d = memref.subview %m[7][%n][%n] : memref<8xf32> to memref<?xf32, strided<[?], offset: 7>>
  %e = memref.cast %d : memref<?xf32, strided<[?], offset: 7>> to memref<?xf32, strided<[?], offset: ?>>
  return %a, %b, %c, %e : memref<?xf32, strided<[?], offset: ?>>, memref<?xf32, strided<[1], offset: ?>>, memref<?xf32, strided<[?]>>, memref<?xf32, strided<[?], offset: ?>>
}
// -----
func.func @negative_stride(%m: memref<8xf32>) -> memref<4xf32, strided<[?], offset: 7>> {
  %n = arith.constant -2 : index
  %d = memref.subview %m[7][4][%n] : memref<8xf32> to memref<4xf32, strided<[?], offset: 7>>
  return %d : memref<4xf32, strided<[?], offset: 7>>
}
// -----
func.func @source_cast(%m: memref<16x16xf32>, %i: index) -> (memref<3x4xf32, strided<[?, 1]>>, memref<?x4xf32, strided<[?, 1], offset: ?>>, memref<4xf32, strided<[1], offset: ?>>) {
  %a = memref.cast %m : memref<16x16xf32> to memref<?x?xf32>
  %b = memref.subview %a[0, 0][3, 4][1, 1] : memref<?x?xf32> to memref<3x4xf32, strided<[?, 1]>>
  %c = memref.subview %a[%i, 2][%i, 4][1, 1] : memref<?x?xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  %d = memref.subview %a[%i, 2][1, 4][1, 1] : memref<?x?xf32> to memref<4xf32, strided<[1], offset: ?>>
  return %b, %c, %d : memref<3x4xf32, strided<[?, 1]>>, memref<?x4xf32, strided<[?, 1], offset: ?>>, memref<4xf32, strided<[1], offset: ?>>
}
// -----
func.func @source_cast_to_more(%m: memref<?x?xf32>, %l: memref<16xf32, strided<[?], offset: ?>>, %u: memref<*xf32>, %i: index) -> (memref<3x4xf32, strided<[16, 1]>>, memref<4xf32, strided<[1], offset: 3>>, memref<4xf32, strided<[1], offset: 3>>) {
  %a = memref.cast %m : memref<?x?xf32> to memref<16x16xf32>
  %b = memref.subview %a[0, 0][3, 4][1, 1] : memref<16x16xf32> to memref<3x4xf32, strided<[16, 1]>>
  %c = memref.cast %l : memref<16xf32, strided<[?], offset: ?>> to memref<16xf32>
  %d = memref.subview %c[3][4][1] : memref<16xf32> to memref<4xf32, strided<[1], offset: 3>>
  %e = memref.cast %u : memref<*xf32> to memref<?xf32>
  %f = memref.subview %e[3][4][1] : memref<?xf32> to memref<4xf32, strided<[1], offset: 3>>
  return %b, %d, %f : memref<3x4xf32, strided<[16, 1]>>, memref<4xf32, strided<[1], offset: 3>>, memref<4xf32, strided<[1], offset: 3>>
}
// -----
func.func @unit_dims(%m: memref<4x1x8x1xf32>, %i: index) -> (memref<?x8x1xf32, strided<[8, 1, 1], offset: ?>>, memref<1x?xf32, strided<[8, 2], offset: ?>>, memref<?x1xf32, strided<[?, 1], offset: ?>>) {
  %c2 = arith.constant 2 : index
  %c = memref.cast %m : memref<4x1x8x1xf32> to memref<?x1x8x1xf32>
  %a = memref.subview %c[%i, 0, 0, 0][%c2, 1, 8, 1][1, 1, 1, 1] : memref<?x1x8x1xf32> to memref<?x8x1xf32, strided<[8, 1, 1], offset: ?>>
  %b = memref.subview %m[%i, 0, 0, 0][1, 1, %c2, 1][1, 1, 2, 1] : memref<4x1x8x1xf32> to memref<1x?xf32, strided<[8, 2], offset: ?>>
  %d = memref.subview %m[%i, 0, 0, 0][%i, 1, 1, 1][%c2, 1, 1, 1] : memref<4x1x8x1xf32> to memref<?x1xf32, strided<[?, 1], offset: ?>>
  return %a, %b, %d : memref<?x8x1xf32, strided<[8, 1, 1], offset: ?>>, memref<1x?xf32, strided<[8, 2], offset: ?>>, memref<?x1xf32, strided<[?, 1], offset: ?>>
}
// -----
func.func @whole(%m: memref<4x4xf32>, %d: memref<4x4xf32, strided<[?, ?], offset: ?>>, %l: memref<4x4xf32, affine_map<(i, j) -> (i * 4 + j)>>, %q: memref<?x4xf32>, %n: index) -> (memref<?x4xf32, strided<[4, 1]>>, memref<4x4xf32, strided<[?, ?], offset: ?>>, memref<4x4xf32, strided<[4, 1]>>, memref<?x4xf32, strided<[4, 1]>>, memref<4xf32, strided<[1]>>) {
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %a = memref.subview %m[0, 0][%c4, 4][1, 1] : memref<4x4xf32> to memref<?x4xf32, strided<[4, 1]>>
  %b = memref.subview %d[0, %c0][4, 4][1, 1] : memref<4x4xf32, strided<[?, ?], offset: ?>> to memref<4x4xf32, strided<[?, ?], offset: ?>>
  %c = memref.subview %l[0, 0][4, 4][1, 1] : memref<4x4xf32, affine_map<(i, j) -> (i * 4 + j)>> to memref<4x4xf32, strided<[4, 1]>>
  %e = memref.subview %q[0, 0][%n, 4][1, 1] : memref<?x4xf32> to memref<?x4xf32, strided<[4, 1]>>
  %f = memref.subview %m[0, 0][1, 4][1, 1] : memref<4x4xf32> to memref<4xf32, strided<[1]>>
  return %a, %b, %c, %e, %f : memref<?x4xf32, strided<[4, 1]>>, memref<4x4xf32, strided<[?, ?], offset: ?>>, memref<4x4xf32, strided<[4, 1]>>, memref<?x4xf32, strided<[4, 1]>>, memref<4xf32, strided<[1]>>
}
// -----
func.func @reinterpret(%m: memref<?xf32>, %s: memref<4xf32>, %i: index, %j: index) -> (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?xf32>, memref<4xf32>, memref<4xf32, strided<[?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = arith.constant -1 : index
  %a = memref.reinterpret_cast %m to offset: [%c0], sizes: [%i, %c4], strides: [%c4, %n] : memref<?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %b = memref.reinterpret_cast %s to offset: [0], sizes: [%c4], strides: [1] : memref<4xf32> to memref<?xf32>
  %c = memref.reinterpret_cast %s to offset: [0], sizes: [4], strides: [1] : memref<4xf32> to memref<4xf32>
  %d = memref.reinterpret_cast %c to offset: [%i], sizes: [4], strides: [%j] : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  return %a, %b, %c, %d : memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?xf32>, memref<4xf32>, memref<4xf32, strided<[?], offset: ?>>
}
// -----
func.func @reinterpret_views(%m: memref<8xf32>, %u: memref<*xf32>, %i: index) -> (memref<4xf32>, memref<?xf32>, memref<2xf32>, memref<2xf32>) {
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [2, 4], strides: [4, 1] : memref<8xf32> to memref<2x4xf32>
  %b = memref.reinterpret_cast %a to offset: [0], sizes: [4], strides: [1] : memref<2x4xf32> to memref<4xf32>
  %c = memref.cast %u : memref<*xf32> to memref<?xf32>
  %d = memref.reinterpret_cast %c to offset: [0], sizes: [%i], strides: [1] : memref<?xf32> to memref<?xf32>
  %e = memref.subview %m[0][2][2] : memref<8xf32> to memref<2xf32, strided<[2]>>
  %f = memref.reinterpret_cast %e to offset: [0], sizes: [2], strides: [1] : memref<2xf32, strided<[2]>> to memref<2xf32>
  %g = memref.subview %m[1][2][2] : memref<8xf32> to memref<2xf32, strided<[2], offset: 1>>
  %h = memref.reinterpret_cast %g to offset: [0], sizes: [2], strides: [1] : memref<2xf32, strided<[2], offset: 1>> to memref<2xf32>
  return %b, %d, %f, %h : memref<4xf32>, memref<?xf32>, memref<2xf32>, memref<2xf32>
}
// -----
func.func @reinterpret_base(%m: memref<?x?xf32, strided<[?, 1], offset: ?>>) -> (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, 1], offset: ?>>) {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<?x?xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  %c1 = arith.constant 1 : index
  %x = memref.reinterpret_cast %b to offset: [%o], sizes: [%s#0, %s#1], strides: [%t#0, 1] : memref<f32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  %y = memref.reinterpret_cast %b to offset: [%o], sizes: [%s#0, %s#1], strides: [%t#0, %c1] : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %z = memref.reinterpret_cast %b to offset: [%o], sizes: [%s#1, %s#0], strides: [%t#0, 1] : memref<f32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  return %x, %y, %z : memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, 1], offset: ?>>
}
// -----
func.func @reinterpret_static_base(%m: memref<3x4xf32>) -> (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<3x4xf32>) {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<3x4xf32> -> memref<f32>, index, index, index, index, index
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %x = memref.reinterpret_cast %b to offset: [%c0], sizes: [3, %c4], strides: [%t#0, %t#1] : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %y = memref.reinterpret_cast %b to offset: [0], sizes: [3, 4], strides: [4, 1] : memref<f32> to memref<3x4xf32>
  return %x, %y : memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<3x4xf32>
}
// -----
func.func @views(%m: memref<2048xi8>, %b: memref<16xi8>, %z: index, %n: index) -> (memref<?x?xf32>, memref<?x?xf32>, memref<16xi8>, memref<16xi8>, memref<?xi8>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %a = memref.view %m[%z][%c4, %n] : memref<2048xi8> to memref<?x?xf32>
  %c = memref.view %m[%c4][%c4, %c4] : memref<2048xi8> to memref<?x?xf32>
  %d = memref.view %b[%c0][] : memref<16xi8> to memref<16xi8>
  %e = memref.view %b[%c4][] : memref<16xi8> to memref<16xi8>
  %g = memref.view %m[%c0][%c4] : memref<2048xi8> to memref<?xi8>
  return %a, %c, %d, %e, %g : memref<?x?xf32>, memref<?x?xf32>, memref<16xi8>, memref<16xi8>, memref<?xi8>
}
// -----
func.func @view_of_cast(%m: memref<64xi8>, %z: index, %n: index) -> (memref<4xf32>, memref<?x4xf32>) {
  %c = memref.cast %m : memref<64xi8> to memref<?xi8>
  %a = memref.view %c[%z][] : memref<?xi8> to memref<4xf32>
  %c4 = arith.constant 4 : index
  %b = memref.view %c[%z][%c4] : memref<?xi8> to memref<?x4xf32>
  return %a, %b : memref<4xf32>, memref<?x4xf32>
}
// -----
func.func @transposes(%m: memref<2x3x4xf32>, %s: memref<2x2xf32, strided<[2, 1]>>) -> (memref<4x2x3xf32, strided<[1, 12, 4]>>, memref<2x3x4xf32, strided<[12, 4, 1]>>, memref<2x3x4xf32>, memref<3x4x2xf32, strided<[4, 1, 12]>>, memref<2x2xf32, strided<[2, 1]>>) {
  %a = memref.transpose %m (i, j, k) -> (k, i, j) : memref<2x3x4xf32> to memref<4x2x3xf32, strided<[1, 12, 4]>>
  %b = memref.transpose %a (i, j, k) -> (j, k, i) : memref<4x2x3xf32, strided<[1, 12, 4]>> to memref<2x3x4xf32, strided<[12, 4, 1]>>
  %c = memref.transpose %m (i, j, k) -> (i, j, k) : memref<2x3x4xf32> to memref<2x3x4xf32>
  %d = memref.transpose %a (i, j, k) -> (k, i, j) : memref<4x2x3xf32, strided<[1, 12, 4]>> to memref<3x4x2xf32, strided<[4, 1, 12]>>
  %e = memref.transpose %s (i, j) -> (j, i) : memref<2x2xf32, strided<[2, 1]>> to memref<2x2xf32, strided<[1, 2]>>
  %f = memref.transpose %e (i, j) -> (j, i) : memref<2x2xf32, strided<[1, 2]>> to memref<2x2xf32, strided<[2, 1]>>
  return %a, %b, %c, %d, %f : memref<4x2x3xf32, strided<[1, 12, 4]>>, memref<2x3x4xf32, strided<[12, 4, 1]>>, memref<2x3x4xf32>, memref<3x4x2xf32, strided<[4, 1, 12]>>, memref<2x2xf32, strided<[2, 1]>>
}
// -----
func.func @spaces(%m: memref<4xf32, 1>, %u: memref<*xf32, 1>) -> (memref<4xf32, 1>, memref<4xf32, 3>, memref<4xf32, 2>, memref<*xf32>, memref<4xf32, 1>) {
  %a = memref.memory_space_cast %m : memref<4xf32, 1> to memref<4xf32, 2>
  %b = memref.memory_space_cast %a : memref<4xf32, 2> to memref<4xf32, 1>
  %c = memref.memory_space_cast %a : memref<4xf32, 2> to memref<4xf32, 3>
  %d = memref.memory_space_cast %u : memref<*xf32, 1> to memref<*xf32, 2>
  %e = memref.memory_space_cast %d : memref<*xf32, 2> to memref<*xf32>
  %f = memref.memory_space_cast %m : memref<4xf32, 1> to memref<4xf32, 1>
  return %b, %c, %a, %e, %f : memref<4xf32, 1>, memref<4xf32, 3>, memref<4xf32, 2>, memref<*xf32>, memref<4xf32, 1>
}
// -----
func.func @alignment(%m: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  %a = memref.assume_alignment %m, 16 : memref<4xf32>
  %b = memref.assume_alignment %a, 16 : memref<4xf32>
  %c = memref.assume_alignment %a, 32 : memref<4xf32>
  %d = memref.assume_alignment %c, 16 : memref<4xf32>
  return %b, %d : memref<4xf32>, memref<4xf32>
}
// -----
func.func @reallocated(%m: memref<4xf32>, %n: memref<?xf32>, %i: index, %f: f32) -> memref<?xf32> {
  %a = memref.realloc %m : memref<4xf32> to memref<8xf32>
  memref.store %f, %a[%i] : memref<8xf32>
  memref.dealloc %a : memref<8xf32>
  %b = memref.realloc %n(%i) : memref<?xf32> to memref<?xf32>
  %c = memref.realloc %b(%i) : memref<?xf32> to memref<?xf32>
  %d = memref.realloc %c : memref<?xf32> to memref<2xf32>
  %e = memref.load %c[%i] : memref<?xf32>
  memref.store %e, %d[%i] : memref<2xf32>
  return %c : memref<?xf32>
}
// -----
func.func @transfers(%m: memref<8xf32>, %n: memref<8xf32, 1>, %t: memref<1xi32>, %i: index) {
  %c8 = arith.constant 8 : index
  %a = memref.cast %m : memref<8xf32> to memref<?xf32>
  %b = memref.cast %n : memref<8xf32, 1> to memref<?xf32, 1>
  %c = memref.cast %t : memref<1xi32> to memref<?xi32>
  memref.dma_start %a[%i], %b[%i], %c8, %c[%i] : memref<?xf32>, memref<?xf32, 1>, memref<?xi32>
  memref.dma_wait %c[%i], %c8 : memref<?xi32>
  return
}
