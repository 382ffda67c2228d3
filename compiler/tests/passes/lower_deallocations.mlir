// pipeline: builtin.module(canonicalize)
// pipeline: builtin.module(buffer-deallocation-simplification)
// pipeline: builtin.module(func.func(buffer-deallocation-simplification,bufferization-lower-deallocations))
// pipeline: builtin.module(bufferization-lower-deallocations)
func.func @dup(%m: memref<4xf32>, %n: memref<4xf32>, %c: i1, %d: i1) -> (i1, i1, i1) {
  %r:3 = bufferization.dealloc (%m, %n, %m : memref<4xf32>, memref<4xf32>, memref<4xf32>) if (%c, %c, %d) retain (%n, %n, %m : memref<4xf32>, memref<4xf32>, memref<4xf32>)
  return %r#0, %r#1, %r#2 : i1, i1, i1
}
// -----
func.func @alloc(%c: i1, %n: index) {
  %a = memref.alloc(%n) : memref<?xf32>
  bufferization.dealloc (%a : memref<?xf32>) if (%c)
  %b = memref.alloc(%n) : memref<?xf32>
  %base, %o, %s, %t = memref.extract_strided_metadata %b : memref<?xf32> -> memref<f32>, index, index, index
  bufferization.dealloc (%base : memref<f32>) if (%c)
  return
}
// -----
func.func @never(%m: memref<4xf32>, %n: memref<4xf32>) -> i1 {
  %false = arith.constant false
  %r = bufferization.dealloc (%m : memref<4xf32>) if (%false) retain (%n : memref<4xf32>)
  bufferization.dealloc (%m : memref<4xf32>) if (%false)
  return %r : i1
}
// -----
func.func @clone(%m: memref<4xf32>, %v: f32, %i: index) -> f32 {
  %c = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  %e = memref.load %c[%i] : memref<4xf32>
  memref.dealloc %c : memref<4xf32>
  %d = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  return %e : f32
}
// -----
func.func @clone2(%m: memref<4xf32>, %v: f32, %i: index) -> memref<?xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.cast %a : memref<4xf32> to memref<?xf32>
  %c = bufferization.clone %b : memref<?xf32> to memref<?xf32>
  memref.dealloc %a : memref<4xf32>
  return %c : memref<?xf32>
}
// -----
func.func @clone3(%m: memref<4xf32>, %v: f32, %i: index) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %c = bufferization.clone %a : memref<4xf32> to memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return %c : memref<4xf32>
}
// -----
func.func @clone5(%m: memref<*xf32>, %i: i1) -> memref<*xf32> {
  %c = bufferization.clone %m : memref<*xf32> to memref<*xf32>
  memref.dealloc %m : memref<*xf32>
  return %c : memref<*xf32>
}
// -----
func.func @clone6(%m: memref<?xf32>, %i: i1) -> memref<8xf32> {
  %c = bufferization.clone %m : memref<?xf32> to memref<8xf32>
  memref.dealloc %m : memref<?xf32>
  return %c : memref<8xf32>
}
// -----
func.func @f(%m: memref<4xf32>, %n: memref<4xf32>, %c: i1) {
  bufferization.dealloc (%m, %n : memref<4xf32>, memref<4xf32>) if (%c, %c)
  return
}
// -----
func.func private @dealloc_helper()
module @x {
func.func @f(%m: memref<4xf32>, %n: memref<4xf32>, %c: i1) -> (i1, i1) {
  %r:2 = bufferization.dealloc (%m, %n : memref<4xf32>, memref<4xf32>) if (%c, %c) retain (%m, %n: memref<4xf32>, memref<4xf32>)
  return %r#0, %r#1 : i1, i1
}
}
func.func @g(%m: memref<4xf32>, %n: memref<4xf32>, %c: i1) -> (i1, i1) {
  %r:2 = bufferization.dealloc (%m, %n : memref<4xf32>, memref<4xf32>) if (%c, %c) retain (%m, %n: memref<4xf32>, memref<4xf32>)
  bufferization.dealloc (%m : memref<4xf32>) if (%c)
  %e = bufferization.dealloc (%m : memref<4xf32>) if (%c) retain (%n: memref<4xf32>)
  bufferization.dealloc
  %k = bufferization.dealloc retain (%n: memref<4xf32>)
  scf.if %k { bufferization.dealloc (%m, %n : memref<4xf32>, memref<4xf32>) if (%c, %c) }
  return %e, %k : i1, i1
}
// -----
func.func @same(%m: memref<4xf32>, %n: memref<4xf32>, %c: i1, %d: i1) -> (i1, i1) {
  %true = arith.constant true
  %a = memref.alloc() : memref<4xf32>
  %base, %o, %s, %t = memref.extract_strided_metadata %a : memref<4xf32> -> memref<f32>, index, index, index
  %r:2 = bufferization.dealloc (%base, %m : memref<f32>, memref<4xf32>) if (%true, %c) retain (%a, %n : memref<4xf32>, memref<4xf32>)
  return %r#0, %r#1 : i1, i1
}
// -----
func.func @blocks(%m: memref<4xf32>, %c: i1, %d: i1) -> (i1, i1) {
  cf.cond_br %c, ^bb1(%m : memref<4xf32>), ^bb2
^bb1(%x: memref<4xf32>):
  cf.br ^bb3(%x : memref<4xf32>)
^bb2:
  %a = memref.alloc() : memref<4xf32>
  cf.br ^bb3(%a : memref<4xf32>)
^bb3(%y: memref<4xf32>):
  %b = memref.alloc() : memref<4xf32>
  %r:2 = bufferization.dealloc (%y, %b : memref<4xf32>, memref<4xf32>) if (%c, %d) retain (%b, %m : memref<4xf32>, memref<4xf32>)
  return %r#0, %r#1 : i1, i1
}
// -----
func.func private @ext(memref<4xf32>) -> memref<4xf32>
func.func @call(%m: memref<4xf32>, %c: i1) -> i1 {
  %a = memref.alloc() : memref<4xf32>
  %x = call @ext(%a) : (memref<4xf32>) -> memref<4xf32>
  %r = bufferization.dealloc (%x, %a : memref<4xf32>, memref<4xf32>) if (%c, %c) retain (%m : memref<4xf32>)
  return %r : i1
}
