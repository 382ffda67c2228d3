// pipeline: builtin.module(canonicalize)
func.func @linear(%a: index, %b: index, %n: index) -> (index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %0 = affine.linearize_index [%c5] by (7) : index
  %1 = affine.linearize_index disjoint [%a, %c0] by (%n, 1) : index
  %2:2 = affine.delinearize_index %1 into (%n, 1) : index, index
  %3:2 = affine.delinearize_index %c5 into (2, 3) : index, index
  %4 = affine.linearize_index disjoint [%3#0, %3#1] by (2, 3) : index
  %5:2 = affine.delinearize_index %a into (%n, 4) : index, index
  %6 = affine.linearize_index disjoint [%5#0, %5#1] by (%n, 4) : index
  %7 = affine.linearize_index [%a, %b] by (3, 4) : index
  return %0, %1, %2#0, %4, %6, %7 : index, index, index, index, index, index
}
// -----
func.func @units(%a: index, %b: index, %n: index) -> (index, index, index, index, index, index, index, index) {
  %c1 = arith.constant 1 : index
  %0:4 = affine.delinearize_index %a into (1, 4, 1, %n) : index, index, index, index
  %1:3 = affine.delinearize_index %b into (1, %c1) : index, index, index
  %2:2 = affine.delinearize_index %n into (1, 1) : index, index
  %3:2 = affine.delinearize_index %n into (1, 7) : index, index
  return %0#0, %0#1, %0#2, %0#3, %1#0, %1#1, %2#0, %3#1 : index, index, index, index, index, index, index, index
}
// -----
func.func @zeros(%a: index, %b: index, %n: index) -> (index, index, index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = affine.linearize_index [%c0, %a, %b] by (%n, 4, 5) : index
  %1 = affine.linearize_index [%c0, %a, %b] by (4, 5) : index
  %2 = affine.linearize_index [%a, %c0, %b] by (2, 1, 5) : index
  %3 = affine.linearize_index [%a, %n, %b] by (2, 1, 5) : index
  %4 = affine.linearize_index disjoint [%a, %n, %b] by (2, %c1, 5) : index
  %5 = affine.linearize_index disjoint [%a, %b] by (1, 1) : index
  %6 = affine.linearize_index disjoint [%a, %b] by (1) : index
  %7 = affine.linearize_index disjoint [%c0, %a, %b] by (%n, 4, 1) : index
  return %0, %1, %2, %3, %4, %5, %6, %7 : index, index, index, index, index, index, index, index
}
// -----
func.func @same_tail(%a: index, %b: index, %c: index, %n: index) -> (index, index, index, index, index, index) {
  %0 = affine.linearize_index disjoint [%a, %b, %c] by (2, %n, 5) : index
  %1:3 = affine.delinearize_index %0 into (2, %n, 5) : index, index, index
  %2:3 = affine.delinearize_index %0 into (7, %n, 5) : index, index, index
  return %1#0, %1#1, %1#2, %2#0, %2#1, %2#2 : index, index, index, index, index, index
}
// -----
func.func @same_tail_without_outer(%a: index, %b: index, %c: index, %n: index) -> (index, index, index, index, index, index, index, index, index) {
  %0 = affine.linearize_index disjoint [%a, %b, %c] by (%n, 5) : index
  %1:3 = affine.delinearize_index %0 into (%n, 5) : index, index, index
  %2:2 = affine.delinearize_index %0 into (%n, 5) : index, index
  %3:4 = affine.delinearize_index %0 into (3, %n, 5) : index, index, index, index
  return %1#0, %1#1, %1#2, %2#0, %2#1, %3#0, %3#1, %3#2, %3#3 : index, index, index, index, index, index, index, index, index
}
// -----
func.func @other_tail(%a: index, %b: index, %c: index, %n: index) -> (index, index, index, index, index) {
  %0 = affine.linearize_index disjoint [%a, %b, %c] by (2, %n, 5) : index
  %1:3 = affine.delinearize_index %0 into (2, %n, 4) : index, index, index
  %2 = affine.linearize_index [%a, %b, %c] by (2, %n, 5) : index
  %3:2 = affine.delinearize_index %2 into (%n, 5) : index, index
  return %1#0, %1#1, %1#2, %3#0, %3#1 : index, index, index, index, index
}
// -----
func.func @split(%a: index, %b: index, %c: index, %n: index) -> (index, index, index, index, index, index, index) {
  %0 = affine.linearize_index disjoint [%a, %b, %c] by (3, %n, 32) : index
  %1:4 = affine.delinearize_index %0 into (%n, 3, 8, 4) : index, index, index, index
  %2:3 = affine.delinearize_index %0 into (2, 2, 8) : index, index, index
  return %1#0, %1#1, %1#2, %1#3, %2#0, %2#1, %2#2 : index, index, index, index, index, index, index
}
// -----
func.func @split_all(%a: index, %b: index, %n: index) -> (index, index, index, index, index, index, index) {
  %0 = affine.linearize_index disjoint [%a, %b] by (3, 32) : index
  %1:2 = affine.delinearize_index %0 into (8, 4) : index, index
  %2:3 = affine.delinearize_index %0 into (8, 4) : index, index, index
  %3:2 = affine.delinearize_index %0 into (16, 4) : index, index
  return %1#0, %1#1, %2#0, %2#1, %2#2, %3#0, %3#1 : index, index, index, index, index, index, index
}
// -----
func.func @merged(%x: index, %a: index, %n: index) -> (index, index, index, index, index) {
  %0:3 = affine.delinearize_index %x into (2, %n, 8) : index, index, index
  %1 = affine.linearize_index [%0#0, %0#1, %0#2] by (2, %n, 8) : index
  %2 = affine.linearize_index [%0#1, %0#2] by (%n, 8) : index
  %3 = affine.linearize_index disjoint [%a, %0#1, %0#2] by (3, %n, 8) : index
  %4 = affine.linearize_index [%0#0, %0#1, %0#2, %a] by (2, %n, 8, 16) : index
  %5 = affine.linearize_index [%0#0, %0#1, %a] by (2, %n, 16) : index
  return %1, %2, %3, %4, %5 : index, index, index, index, index
}
// -----
func.func @merged_once(%x: index, %a: index, %n: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %x into (2, %n, 8) : index, index, index
  %1 = affine.linearize_index disjoint [%a, %0#1, %0#2] by (4, %n, 8) : index
  return %1, %0#0, %0#2 : index, index, index
}
// -----
func.func @not_merged(%x: index, %a: index, %n: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %x into (2, %n, 8) : index, index, index
  %1 = affine.linearize_index [%a, %0#1, %0#2] by (4, %n, 9) : index
  %2 = affine.linearize_index [%a, %0#2, %0#1] by (4, 8, %n) : index
  %3 = affine.linearize_index [%a, %0#0, %0#1] by (4, 3, %n) : index
  return %1, %2, %3 : index, index, index
}
// -----
func.func @outer(%x: index, %a: index, %n: index) -> (index, index, index, index) {
  %0:3 = affine.delinearize_index %x into (%n, 8) : index, index, index
  %1 = affine.linearize_index [%0#0, %0#1, %0#2] by (3, %n, 8) : index
  %2 = affine.linearize_index disjoint [%a, %0#0, %0#1] by (5, 3, %n) : index
  %3 = affine.linearize_index [%a, %0#0, %0#1] by (5, 3, %n) : index
  %4 = affine.linearize_index [%0#0, %0#1] by (%n) : index
  return %1, %2, %3, %4 : index, index, index, index
}
// -----
func.func @two_operations(%x: index, %y: index, %n: index, %m: index) -> (index, index) {
  %0:3 = affine.delinearize_index %x into (2, %n, %m) : index, index, index
  %1:3 = affine.delinearize_index %y into (3, %n, 4) : index, index, index
  %2 = affine.linearize_index [%0#0, %0#1, %1#1, %1#2, %0#2] by (2, %n, %n, 4, %m) : index
  %3 = affine.linearize_index [%0#1, %0#2, %0#1, %0#2] by (%n, %m, %n, %m) : index
  return %2, %3 : index, index
}
// -----
func.func @later_size(%x: index, %n: index, %b: index) -> index {
  %2:2 = affine.delinearize_index %x into (4) : index, index
  %m = arith.addi %n, %b : index
  %1 = affine.linearize_index [%2#0, %2#1] by (%m, 4) : index
  "test.use"(%m) : (index) -> ()
  return %1 : index
}
// -----
func.func @transfers(%m: memref<8xf32>, %n: memref<8xf32, 1>, %t: memref<1xi32>, %i: index) {
  %c8 = arith.constant 8 : index
  %a = memref.cast %m : memref<8xf32> to memref<?xf32>
  %b = memref.cast %n : memref<8xf32, 1> to memref<?xf32, 1>
  %c = memref.cast %t : memref<1xi32> to memref<?xi32>
  affine.for %j = 0 to 8 {
    affine.dma_start %a[%j + 2], %b[%j], %c[%j], %c8 : memref<?xf32>, memref<?xf32, 1>, memref<?xi32>
    affine.dma_wait %c[%j], %c8 : memref<?xi32>
  }
  return
}
// -----
memref.global "private" constant @splat : memref<4xf32> = dense<2.0>
memref.global "private" constant @numbers : memref<2x3xi32> = dense<[[1, 2, 3], [4, 5, 6]]>
memref.global "private" @changed : memref<4xf32> = dense<2.0>
memref.global "private" constant @external : memref<4xf32>
memref.global "private" constant @raw : memref<4xf32> = uninitialized
func.func @globals(%i: index) -> (f32, i32, i32, f32, f32, f32) {
  %a = memref.get_global @splat : memref<4xf32>
  %b = memref.get_global @numbers : memref<2x3xi32>
  %c = memref.get_global @changed : memref<4xf32>
  %d = memref.get_global @external : memref<4xf32>
  %e = memref.get_global @raw : memref<4xf32>
  %0 = affine.load %a[symbol(%i)] : memref<4xf32>
  %1 = affine.load %b[1, 2] : memref<2x3xi32>
  %2 = affine.load %b[1, symbol(%i)] : memref<2x3xi32>
  %3 = affine.load %c[0] : memref<4xf32>
  %4 = affine.load %d[0] : memref<4xf32>
  %5 = affine.load %e[0] : memref<4xf32>
  return %0, %1, %2, %3, %4, %5 : f32, i32, i32, f32, f32, f32
}
