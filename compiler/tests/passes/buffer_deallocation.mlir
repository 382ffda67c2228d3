// pipeline: builtin.module(ownership-based-buffer-deallocation)
// pipeline: builtin.module(func.func(ownership-based-buffer-deallocation{private-function-dynamic-ownership=true}))
// pipeline: builtin.module(buffer-deallocation-pipeline)
func.func @a(%m: memref<4xf32>) {
  memref.dealloc %m : memref<4xf32>
  return
}
// -----
func.func @b(%m: memref<4xf32>, %c: i1) {
  bufferization.dealloc (%m : memref<4xf32>) if (%c)
  return
}
// -----
func.func @d(%m: memref<4xf32>, %c: i32) {
  cf.switch %c : i32, [
    default: ^bb1(%m : memref<4xf32>),
    42: ^bb1(%m: memref<4xf32>)
  ]
^bb1(%x: memref<4xf32>):
  return
}
// -----
func.func @d2(%m: memref<4xf32>, %c: i32) {
  cf.switch %c : i32, [
    default: ^bb1,
    42: ^bb1
  ]
^bb1:
  return
}
// -----
func.func @e(%m: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f32
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%f0) -> f32 {
    %a = memref.alloc() : memref<4xf32>
    %v = memref.load %a[%i] : memref<4xf32>
    scf.reduce(%v : f32) {
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %y : f32
      scf.reduce.return %s : f32
    }
  }
  scf.forall (%i) in (%n) {
    %a = memref.alloc() : memref<4xf32>
    memref.store %f0, %a[%i] : memref<4xf32>
  }
  affine.for %i = 0 to 4 {
    %a = memref.alloc() : memref<4xf32>
    memref.store %f0, %a[%i] : memref<4xf32>
  }
  return
}
// -----
func.func @g(%m: memref<?xf32>, %n: index) -> memref<?xf32> {
  %r = memref.realloc %m(%n) : memref<?xf32> to memref<?xf32>
  return %r : memref<?xf32>
}
// -----
func.func @h(%m: memref<*xf32>, %c: i1) -> memref<*xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.cast %a : memref<4xf32> to memref<*xf32>
  %r = scf.if %c -> memref<*xf32> { scf.yield %b : memref<*xf32> } else { scf.yield %m : memref<*xf32> }
  return %r : memref<*xf32>
}
// -----
func.func @i(%m: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() {bufferization.manual_deallocation} : memref<4xf32>
  memref.dealloc %a {bufferization.manual_deallocation} : memref<4xf32>
  return %m : memref<4xf32>
}
// -----
func.func private @ext(%m: memref<4xf32>) -> memref<4xf32>
func.func private @priv(%m: memref<4xf32>) -> memref<4xf32> { return %m : memref<4xf32> }
func.func @j(%m: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  %a = call @ext(%m) : (memref<4xf32>) -> memref<4xf32>
  %b = call @priv(%m) : (memref<4xf32>) -> memref<4xf32>
  %c = arith.constant 1 : index
  return %a, %b : memref<4xf32>, memref<4xf32>
}
// -----
func.func @k(%m: memref<4xf32>, %c: i1) -> memref<4xf32> {
  %r = scf.execute_region -> memref<4xf32> {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    %a = memref.alloc() : memref<4xf32>
    scf.yield %a : memref<4xf32>
  ^bb2:
    scf.yield %m : memref<4xf32>
  }
  return %r : memref<4xf32>
}
// -----
func.func @l(%m: memref<4xf32>, %c: i1) -> memref<4xf32> {
  %r = scf.while(%x = %m) : (memref<4xf32>) -> memref<4xf32> {
    scf.condition(%c) %x : memref<4xf32>
  } do {
  ^bb0(%y: memref<4xf32>):
    %a = memref.alloc() : memref<4xf32>
    scf.yield %a : memref<4xf32>
  }
  return %r : memref<4xf32>
}
// -----
func.func @n(%m: memref<4xf32>, %c: i1) -> (memref<4xf32>, memref<2xf32, strided<[1], offset: 1>>) {
  %s = memref.subview %m[1][2][1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  %g = arith.select %c, %s, %s : memref<2xf32, strided<[1], offset: 1>>
  %a = memref.alloca() : memref<4xf32>
  return %a, %g : memref<4xf32>, memref<2xf32, strided<[1], offset: 1>>
}
// -----
func.func @p(%m: memref<4xf32>) {
  %b = memref.alloc() : memref<4xf32>
  cf.br ^bb2
^bb2:
  memref.copy %b, %m : memref<4xf32> to memref<4xf32>
  return
^bb3:
  %d = memref.alloc() : memref<4xf32>
  cf.br ^bb3
}
// -----
module @x {
  func.func @p(%m: memref<4xf32>) -> memref<4xf32> { return %m : memref<4xf32> }
}
// -----
func.func @f(%c: i1, %m: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %r = scf.if %c -> (memref<4xf32>) {
    scf.yield %a : memref<4xf32>
  } else {
    %b = memref.alloc() : memref<4xf32>
    memref.copy %m, %b : memref<4xf32> to memref<4xf32>
    scf.yield %b : memref<4xf32>
  }
  scf.if %c {
    memref.copy %r, %a : memref<4xf32> to memref<4xf32>
  }
  %s = arith.select %c, %r, %m : memref<4xf32>
  return %s : memref<4xf32>
}
// -----
func.func @loop(%c: i1, %m: memref<4xf32>) {
  cf.br ^bb1(%m : memref<4xf32>)
^bb1(%x: memref<4xf32>):
  cf.cond_br %c, ^bb1(%x : memref<4xf32>), ^bb2
^bb2:
  return
}
// -----
func.func @nested_branch(%c: i1, %m: memref<4xf32>) {
  scf.execute_region {
    cf.br ^bb1
  ^bb1:
    cf.br ^bb1
  }
  return
}
// -----
func.func @infinite(%m: memref<4xf32>) {
  cf.br ^bb1
^bb1:
  cf.br ^bb2
^bb2:
  cf.br ^bb1
}
// -----
func.func @indirect(%f: (memref<4xf32>) -> memref<4xf32>, %m: memref<4xf32>) -> memref<4xf32> {
  %r = call_indirect %f(%m) : (memref<4xf32>) -> memref<4xf32>
  return %r : memref<4xf32>
}
// -----
func.func private @two(%m: memref<4xf32>, %c: i1) -> (memref<4xf32>, i32, memref<4xf32>) {
  %i = arith.constant 1 : i32
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %a = memref.alloc() : memref<4xf32>
  return %a, %i, %m : memref<4xf32>, i32, memref<4xf32>
^bb2:
  return %m, %i, %m : memref<4xf32>, i32, memref<4xf32>
}
func.func @uses(%m: memref<4xf32>, %c: i1) -> i32 {
  %r:3 = call @two(%m, %c) : (memref<4xf32>, i1) -> (memref<4xf32>, i32, memref<4xf32>)
  return %r#1 : i32
}
// -----
memref.global @g : memref<4xf32>
func.func @global(%i: index, %v: f32) -> memref<4xf32> {
  %g = memref.get_global @g : memref<4xf32>
  memref.store %v, %g[%i] : memref<4xf32>
  return %g : memref<4xf32>
}
// -----
func.func @vectors(%i: index) -> vector<4xf32> {
  %z = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<4xf32>
  linalg.fill ins(%z : f32) outs(%a : memref<4xf32>)
  %v = vector.transfer_read %a[%i], %z : memref<4xf32>, vector<4xf32>
  vector.store %v, %a[%i] : memref<4xf32>, vector<4xf32>
  return %v : vector<4xf32>
}
// -----
func.func @space(%c: i1, %m: memref<4xf32, 1>) -> memref<4xf32, 1> {
  %a = memref.alloc() : memref<4xf32, 1>
  %r = arith.select %c, %a, %m : memref<4xf32, 1>
  return %r : memref<4xf32, 1>
}
// -----
func.func @unknown_owner(%c: i1, %m: memref<4xf32>, %x: f32) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %s = arith.select %c, %a, %m : memref<4xf32>
  cf.br ^bb1(%s : memref<4xf32>)
^bb1(%y: memref<4xf32>):
  return %y : memref<4xf32>
}
// -----
func.func @forall_body(%n: index, %t: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<4xf32>) {
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}
