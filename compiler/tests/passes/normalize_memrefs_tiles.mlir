// pipeline: builtin.module(normalize-memrefs)
#t = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2 floordiv 32, d3 floordiv 64, d2 mod 32, d3 mod 64)>
func.func @arguments(%a: memref<1x?x?x14xf32, #t>, %i: index) -> f32 {
  %c1 = arith.constant 1 : index
  %d = memref.dim %a, %c1 : memref<1x?x?x14xf32, #t>
  %m = memref.alloc(%d, %i) {alignment = 32 : i64} : memref<1x?x?x14xf32, #t>
  %v = memref.load %a[%c1, %i, %i, %c1] : memref<1x?x?x14xf32, #t>
  memref.store %v, %m[%c1, %i, %i, %c1] : memref<1x?x?x14xf32, #t>
  affine.for %j = 0 to 14 {
    %w = affine.load %m[0, symbol(%i), %j + 1, %j] : memref<1x?x?x14xf32, #t>
    affine.store %w, %m[0, symbol(%i), %j, %j] : memref<1x?x?x14xf32, #t>
  }
  memref.dealloc %m : memref<1x?x?x14xf32, #t>
  return %v : f32
}
// -----
#t = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#u = affine_map<(d0, d1) -> (d0 floordiv 4, d0 mod 8, d1)>
#v = affine_map<(d0, d1) -> (d1 floordiv 4, d0 + 3, d1 mod 4)>
#w = affine_map<(d0, d1) -> (d1, d0)>
#x = affine_map<(d0) -> (d0 floordiv 4, d0 floordiv 4)>
#y = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4, d0 mod 4)>
#z = affine_map<(d0, d1) -> (d1 mod 4, (d0 + d1) floordiv 4, (d0 + d1) mod 4)>
func.func @several(%n: index, %x: f32) {
  %0 = memref.alloc(%n) : memref<?xf32, #t>
  memref.store %x, %0[%n] : memref<?xf32, #t>
  %1 = memref.alloc(%n) : memref<?x8xf32, #u>
  memref.store %x, %1[%n, %n] : memref<?x8xf32, #u>
  %2 = memref.alloc(%n, %n) : memref<?x?xf32, #v>
  memref.store %x, %2[%n, %n] : memref<?x?xf32, #v>
  %3 = memref.alloca(%n) : memref<16x?xf32, #v>
  memref.store %x, %3[%n, %n] : memref<16x?xf32, #v>
  %4 = memref.alloc(%n) : memref<?x8xf32, #w>
  memref.store %x, %4[%n, %n] : memref<?x8xf32, #w>
  return
}
// -----
#x = affine_map<(d0) -> (d0 floordiv 4, d0 floordiv 4)>
#y = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4, d0 mod 4)>
#z = affine_map<(d0, d1) -> ((d0 + d1) floordiv 4, (d0 + d1) mod 4)>
#p = affine_map<(d0, d1) -> (d1 floordiv 4, d0 * 2, d1 mod 4)>
func.func @others(%n: index, %x: f32) {
  %5 = memref.alloc(%n) : memref<?xf32, #x>
  memref.store %x, %5[%n] : memref<?xf32, #x>
  %6 = memref.alloc(%n) : memref<?xf32, #y>
  memref.store %x, %6[%n] : memref<?xf32, #y>
  %7 = memref.alloc(%n) : memref<?x8xf32, #z>
  memref.store %x, %7[%n, %n] : memref<?x8xf32, #z>
  %8 = memref.alloc(%n) : memref<?x8xf32, #p>
  memref.store %x, %8[%n, %n] : memref<?x8xf32, #p>
  %9 = memref.alloc(%n) : memref<8x?xf32, #p>
  memref.store %x, %9[%n, %n] : memref<8x?xf32, #p>
  return
}
// -----
#t = affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
func.func private @callee(%a: memref<?x8xf32, #t>, %i: index) -> memref<?x8xf32, #t> {
  %v = affine.load %a[symbol(%i), 3] : memref<?x8xf32, #t>
  affine.store %v, %a[symbol(%i) + 4, 2] : memref<?x8xf32, #t>
  return %a : memref<?x8xf32, #t>
}
func.func @caller(%i: index) -> f32 {
  %m = memref.alloc(%i) : memref<?x8xf32, #t>
  %r = call @callee(%m, %i) : (memref<?x8xf32, #t>, index) -> memref<?x8xf32, #t>
  %v = affine.load %r[symbol(%i), 3] : memref<?x8xf32, #t>
  return %v : f32
}
// -----
#t = affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
func.func @stays(%i: index) {
  %m = memref.alloc(%i) : memref<?x8xf32, #t>
  "test.use"(%m) : (memref<?x8xf32, #t>) -> ()
  return
}
