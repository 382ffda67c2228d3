// pipeline: builtin.module(normalize-memrefs)
#t = affine_map<(d0, d1) -> (d0 floordiv 4, d1 floordiv 8, d0 mod 4, d1 mod 8)>
#p = affine_map<(d0, d1) -> (d1, d0)>
#s = affine_map<(d0)[s0] -> (d0 + s0)>
func.func @f(%a: memref<16x32xf32, #t>, %i: index, %x: f32, %st: memref<4x8xf32, strided<[16, 1], offset: 3>>) -> memref<16x32xf32, #t> {
  %m = memref.alloc() {alignment = 64, foo} : memref<16x32xf32, #p>
  affine.for %j = 0 to 16 {
    affine.store %x, %m[%j, %j + 2] : memref<16x32xf32, #p>
    %v = affine.load %a[%j, symbol(%i)] : memref<16x32xf32, #t>
    affine.store %v, %m[%j, %j] : memref<16x32xf32, #p>
  }
  memref.store %x, %a[%i, %i] : memref<16x32xf32, #t>
  %w = memref.load %st[%i, %i] : memref<4x8xf32, strided<[16, 1], offset: 3>>
  affine.store %w, %st[%i, 3] : memref<4x8xf32, strided<[16, 1], offset: 3>>
  memref.dealloc %m : memref<16x32xf32, #p>
  return %a : memref<16x32xf32, #t>
}
func.func private @ext(memref<16x32xf32, #p>) -> memref<16x32xf32, #t>
func.func @g(%b: memref<16x32xf32, #t>, %i: index, %x: f32, %y: index) {
  %st = memref.alloc() : memref<4x8xf32, strided<[16, 1], offset: 3>>
  %r = call @f(%b, %i, %x, %st) : (memref<16x32xf32, #t>, index, f32, memref<4x8xf32, strided<[16, 1], offset: 3>>) -> memref<16x32xf32, #t>
  affine.store %x, %r[%i, %i] : memref<16x32xf32, #t>
  %m = memref.alloc() : memref<16x32xf32, #p>
  %q = call @ext(%m) : (memref<16x32xf32, #p>) -> memref<16x32xf32, #t>
  %z = affine.load %q[0, %i] : memref<16x32xf32, #t>
  return
}
// -----
#t = affine_map<(d0, d1) -> (d0 floordiv 4, d1 floordiv 8, d0 mod 4, d1 mod 8)>
#p = affine_map<(d0, d1) -> (d1, d0)>
#s = affine_map<(d0)[s0] -> (d0 + s0)>
func.func @sym(%i: index, %x: f32) {
  %m = memref.alloc()[%i] : memref<16xf32, #s>
  affine.store %x, %m[%i] : memref<16xf32, #s>
  return
}
// -----
#t = affine_map<(d0, d1) -> (d0 floordiv 4, d1 floordiv 8, d0 mod 4, d1 mod 8)>
#p = affine_map<(d0, d1) -> (d1, d0)>
#s = affine_map<(d0)[s0] -> (d0 + s0)>
func.func @not(%a: memref<16x32xf32, #p>, %i: index, %x: f32) {
  %m = memref.alloc() : memref<16x32xf32, #p>
  affine.store %x, %m[%i, %i] : memref<16x32xf32, #p>
  "test.use"(%a) : (memref<16x32xf32, #p>) -> ()
  %c = memref.cast %a : memref<16x32xf32, #p> to memref<?x32xf32, #p>
  return
}
// -----
#t = affine_map<(d0, d1) -> (d0 floordiv 4, d1 floordiv 8, d0 mod 4, d1 mod 8)>
#p = affine_map<(d0, d1) -> (d1, d0)>
#s = affine_map<(d0)[s0] -> (d0 + s0)>
func.func @spaces(%i: index, %x: f32, %v: vector<2xf32>) {
  %m = memref.alloca() : memref<16x32xf32, #p, 3>
  affine.vector_store %v, %m[%i, 2] : memref<16x32xf32, #p, 3>, vector<2xf32>
  %w = affine.vector_load %m[%i, 2] : memref<16x32xf32, #p, 3>, vector<2xf32>
  affine.prefetch %m[%i, 2], read, locality<3>, data : memref<16x32xf32, #p, 3>
  %n = memref.alloc() : memref<16xf32, strided<[1]>>
  affine.store %x, %n[%i] : memref<16xf32, strided<[1]>>
  %k = memref.alloc() : memref<16xf32, affine_map<(d0) -> (d0 * 2 + 3)>>
  affine.for %j = 0 to 16 {
    affine.store %x, %k[%j] : memref<16xf32, affine_map<(d0) -> (d0 * 2 + 3)>>
    memref.store %x, %k[%j] : memref<16xf32, affine_map<(d0) -> (d0 * 2 + 3)>>
  }
  %o = memref.alloc() : memref<8x4xf32, affine_map<(d0, d1) -> (d0 - d1 + 3, d1, d0 ceildiv 3)>>
  %y = affine.load %o[%i, 3] : memref<8x4xf32, affine_map<(d0, d1) -> (d0 - d1 + 3, d1, d0 ceildiv 3)>>
  %c = arith.constant 2 : index
  %z = memref.load %o[%c, %i] : memref<8x4xf32, affine_map<(d0, d1) -> (d0 - d1 + 3, d1, d0 ceildiv 3)>>
  return
}
func.func @callee_not(%a: memref<16x32xf32, #p>, %i: index) {
  "test.use"(%a) : (memref<16x32xf32, #p>) -> ()
  return
}
func.func @caller_not(%a: memref<16x32xf32, #p>, %i: index, %x: f32) {
  call @callee_not(%a, %i) : (memref<16x32xf32, #p>, index) -> ()
  affine.store %x, %a[%i, %i] : memref<16x32xf32, #p>
  call @other_callee(%x) : (f32) -> ()
  return
}
func.func @other_callee(%x: f32) {
  %m = memref.alloc() : memref<4x4xf32, #p>
  affine.store %x, %m[0, 1] : memref<4x4xf32, #p>
  return
}
func.func @dynamic(%n: index, %x: f32, %d: memref<?x4xf32, strided<[?, 1], offset: ?>>, %e: memref<?x4xf32, #p>) {
  affine.store %x, %d[%n, 3] : memref<?x4xf32, strided<[?, 1], offset: ?>>
  affine.store %x, %e[%n, 3] : memref<?x4xf32, #p>
  %m = memref.alloc(%n) : memref<?x4xf32, #p>
  affine.store %x, %m[%n, 3] : memref<?x4xf32, #p>
  return
}
