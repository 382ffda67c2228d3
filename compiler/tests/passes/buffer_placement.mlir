// pipeline: builtin.module(func.func(buffer-hoisting))
// pipeline: builtin.module(func.func(buffer-loop-hoisting))
// pipeline: builtin.module(func.func(promote-buffers-to-stack))
// pipeline: builtin.module(func.func(promote-buffers-to-stack{max-alloc-size-in-bytes=16 max-rank-of-allocated-memref=0}))
// pipeline: builtin.module(func.func(optimize-allocation-liveness))
// pipeline: builtin.module(drop-equivalent-buffer-results)
func.func @promote(%n: index, %v: f32, %m: memref<*xf32>) {
  %a = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  memref.store %v, %a[%n] : memref<4xf32>
  %b = memref.alloc() : memref<2048xf32>
  memref.store %v, %b[%n] : memref<2048xf32>
  %r = memref.rank %m : memref<*xf32>
  %c = memref.alloc(%r) : memref<?xf32>
  memref.store %v, %c[%n] : memref<?xf32>
  %d = memref.alloc(%n) : memref<?xf32>
  memref.store %v, %d[%n] : memref<?xf32>
  scf.for %i = %n to %r step %n {
    %e = memref.alloc() : memref<4xf32>
    memref.store %v, %e[%n] : memref<4xf32>
    memref.dealloc %e : memref<4xf32>
    %f = memref.alloc() : memref<4xf32>
    memref.store %v, %f[%n] : memref<4xf32>
  }
  return
}
// -----
func.func @escape(%c: i1) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.cast %a : memref<4xf32> to memref<?xf32>
  %d = memref.cast %b : memref<?xf32> to memref<4xf32>
  %e = scf.if %c -> memref<4xf32> {
    %x = memref.alloc() : memref<4xf32>
    scf.yield %x : memref<4xf32>
  } else {
    scf.yield %a : memref<4xf32>
  }
  %f = memref.alloc() : memref<256xi8>
  %g = memref.alloc() : memref<128xindex>
  %h = memref.alloc() : memref<129xindex>
  %i = memref.alloc() : memref<64xvector<4xf32>>
  %j = memref.alloc() : memref<64xcomplex<f64>>
  %k = memref.alloc() : memref<1024xi8>
  %l = memref.alloc() : memref<8192xi1>
  %l1 = memref.alloc() : memref<1025xi1>
  return %d : memref<4xf32>
}
// -----
func.func @hoist(%c: i1, %m: memref<4xf32>, %n: index, %v: f32) {
  scf.if %c {
    %a = memref.alloc() : memref<4xf32>
    memref.store %v, %a[%n] : memref<4xf32>
    %b = memref.alloc(%n) : memref<?xf32>
    memref.store %v, %b[%n] : memref<?xf32>
  } else {
    %k = arith.addi %n, %n : index
    %b = memref.alloc(%k) : memref<?xf32>
    memref.store %v, %b[%n] : memref<?xf32>
  }
  scf.for %i = %n to %n step %n {
    %a = memref.alloc() : memref<4xf32>
    %x = memref.alloca() : memref<4xf32>
    memref.store %v, %a[%n] : memref<4xf32>
    memref.store %v, %x[%n] : memref<4xf32>
    memref.dealloc %a : memref<4xf32>
    scf.if %c {
      %a1 = memref.alloc() : memref<4xf32>
      memref.store %v, %a1[%n] : memref<4xf32>
    }
  }
  %r = scf.for %i = %n to %n step %n iter_args(%y = %m) -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    memref.copy %y, %a : memref<4xf32> to memref<4xf32>
    scf.yield %a : memref<4xf32>
  }
  return
}
// -----
func.func @cfg(%c: i1, %m: memref<4xf32>, %n: index, %v: f32) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb3(%m : memref<4xf32>)
^bb2:
  %a = memref.alloc() : memref<4xf32>
  memref.store %v, %a[%n] : memref<4xf32>
  cf.br ^bb3(%a : memref<4xf32>)
^bb3(%x: memref<4xf32>):
  %b = memref.alloc() : memref<4xf32>
  memref.copy %x, %b : memref<4xf32> to memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  %k = arith.addi %n, %n : index
  return
}
// -----
func.func @live(%c: i1, %m: memref<4xf32>, %n: index, %v: f32) -> f32 {
  %a = memref.alloc() : memref<4xf32>
  %s = memref.subview %a[0][2][1] : memref<4xf32> to memref<2xf32>
  scf.if %c { memref.store %v, %s[%n] : memref<2xf32> }
  %b = memref.alloc() : memref<4xf32>
  %x = memref.load %m[%n] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  memref.store %x, %b[%n] : memref<4xf32>
  %y = arith.addf %x, %x : f32
  %u = memref.alloc() : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  memref.dealloc %u : memref<4xf32>
  return %y : f32
}
// -----
func.func @inner(%m: memref<4xf32>, %n: memref<?xf32>) -> (memref<4xf32>, f32, memref<4xf32>) {
  %c = memref.cast %n : memref<?xf32> to memref<4xf32>
  %f = arith.constant 0.0 : f32
  return %m, %f, %c : memref<4xf32>, f32, memref<4xf32>
}
func.func private @outer(%m: memref<4xf32>, %n: memref<?xf32>) -> memref<4xf32> {
  %0:3 = call @inner(%m, %n) : (memref<4xf32>, memref<?xf32>) -> (memref<4xf32>, f32, memref<4xf32>)
  memref.copy %0#0, %0#2 : memref<4xf32> to memref<4xf32>
  return %0#0 : memref<4xf32>
}
// -----
func.func private @inner(%m: memref<4xf32>, %n: memref<?xf32>) -> (memref<4xf32>, f32, memref<4xf32>) {
  %c = memref.cast %n : memref<?xf32> to memref<4xf32>
  %f = arith.constant 0.0 : f32
  return %m, %f, %c : memref<4xf32>, f32, memref<4xf32>
}
func.func @outer(%m: memref<4xf32>, %n: memref<?xf32>) -> memref<4xf32> {
  %0:3 = call @inner(%m, %n) : (memref<4xf32>, memref<?xf32>) -> (memref<4xf32>, f32, memref<4xf32>)
  memref.copy %0#0, %0#2 : memref<4xf32> to memref<4xf32>
  return %0#0 : memref<4xf32>
}
func.func private @res(%m: memref<4xf32>, %i: i32) -> (memref<4xf32>, i32) {
  return %m, %i : memref<4xf32>, i32
}
func.func private @two(%m: memref<4xf32>, %c: i1) -> memref<4xf32> {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %m : memref<4xf32>
^bb2:
  return %m : memref<4xf32>
}
func.func private @ptr(%m: memref<4xf32>, %c: i1) -> memref<4xf32> {
  return %m : memref<4xf32>
}
func.func private @uses(%m: memref<4xf32>, %c: i1) -> memref<4xf32> {
  %y = call @ptr(%m, %c) : (memref<4xf32>, i1) -> memref<4xf32>
  %z = call @uses(%y, %c) : (memref<4xf32>, i1) -> memref<4xf32>
  return %y : memref<4xf32>
}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<index, 32>>} {
  func.func @index() {
    %a = memref.alloc() : memref<256xindex>
    %b = memref.alloc() : memref<257xindex>
    return
  }
}
// -----
func.func @while(%c: i1, %m: memref<4xf32>, %n: index, %v: f32) -> memref<4xf32> {
  %r = scf.while (%x = %m) : (memref<4xf32>) -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    memref.copy %x, %a : memref<4xf32> to memref<4xf32>
    scf.condition(%c) %a : memref<4xf32>
  } do {
  ^bb0(%y: memref<4xf32>):
    %b = memref.alloc() : memref<4xf32>
    memref.store %v, %b[%n] : memref<4xf32>
    scf.yield %y : memref<4xf32>
  }
  return %r : memref<4xf32>
}
// -----
func.func @nest(%c: i1, %n: index, %v: f32) {
  affine.for %i = 0 to 4 {
    affine.parallel (%j) = (0) to (4) {
      %a = memref.alloc() : memref<4xf32>
      %b = memref.alloc(%n) : memref<?xf32>
      memref.store %v, %a[%n] : memref<4xf32>
      memref.store %v, %b[%n] : memref<?xf32>
    }
    scf.parallel (%k) = (%n) to (%n) step (%n) {
      %a = memref.alloc(%k) : memref<?xf32>
      %x = memref.alloca() : memref<4xf32>
      memref.store %v, %a[%n] : memref<?xf32>
      memref.store %v, %x[%n] : memref<4xf32>
      scf.execute_region {
        %y = memref.alloc() : memref<4xf32>
        memref.store %v, %y[%n] : memref<4xf32>
        scf.yield
      }
    }
  }
  return
}
