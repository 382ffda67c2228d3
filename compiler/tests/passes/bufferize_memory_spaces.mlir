// pipeline: builtin.module(one-shot-bufferize{allow-unknown-ops=true})
// pipeline: builtin.module(one-shot-bufferize{allow-unknown-ops=true bufferize-function-boundaries=true})
// pipeline: builtin.module(one-shot-bufferize{allow-unknown-ops=true bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map})
// pipeline: builtin.module(one-shot-bufferize{allow-unknown-ops=true allow-return-allocs-from-loops=true must-infer-memory-space=true})
// pipeline: builtin.module(one-shot-bufferize{allow-unknown-ops=true copy-before-write=true})
func.func @a(%t: tensor<4xf32>, %v: f32, %i: index) -> tensor<4xf32> {
  %0 = bufferization.alloc_tensor() copy(%t) {memory_space = 1 : i64} : tensor<4xf32>
  %1 = tensor.insert %v into %0[%i] : tensor<4xf32>
  return %1 : tensor<4xf32>
}
// -----
func.func @b(%v: f32, %i: index, %n: index) -> (f32, tensor<?x4xf32>) {
  %0 = bufferization.alloc_tensor(%n) {memory_space = "gpu"} : tensor<?x4xf32>
  %1 = tensor.insert %v into %0[%i, %i] : tensor<?x4xf32>
  %2 = tensor.extract %1[%i, %i] : tensor<?x4xf32>
  %s = tensor.extract_slice %1[1, 0] [2, 4] [1, 1] : tensor<?x4xf32> to tensor<2x4xf32>
  %c = tensor.collapse_shape %1 [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %e = tensor.expand_shape %c [[0, 1]] output_shape [%n, 4] : tensor<?xf32> into tensor<?x4xf32>
  %k = tensor.cast %e : tensor<?x4xf32> to tensor<4x4xf32>
  %x = tensor.extract %k[%i, %i] : tensor<4x4xf32>
  %y = tensor.extract %s[%i, %i] : tensor<2x4xf32>
  %z = arith.addf %x, %y : f32
  %w = arith.addf %z, %2 : f32
  return %w, %1 : f32, tensor<?x4xf32>
}
// -----
func.func @c(%c: i1, %v: f32, %i: index) -> f32 {
  %0 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %a = tensor.insert %v into %0[%i] : tensor<4xf32>
  %1 = bufferization.alloc_tensor() {memory_space = 2 : i64} : tensor<4xf32>
  %b = tensor.insert %v into %1[%i] : tensor<4xf32>
  %s = arith.select %c, %a, %b : tensor<4xf32>
  %2 = tensor.extract %s[%i] : tensor<4xf32>
  return %2 : f32
}
// -----
func.func @d(%c: i1, %v: f32, %i: index) -> f32 {
  %0 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %a = tensor.insert %v into %0[%i] : tensor<4xf32>
  %1 = bufferization.alloc_tensor() {memory_space = 2 : i64} : tensor<4xf32>
  %b = tensor.insert %v into %1[%i] : tensor<4xf32>
  %s = scf.if %c -> tensor<4xf32> { scf.yield %a : tensor<4xf32> } else { scf.yield %b : tensor<4xf32> }
  %2 = tensor.extract %s[%i] : tensor<4xf32>
  return %2 : f32
}
// -----
func.func @e(%c: i1, %v: f32, %i: index) -> f32 {
  %0 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %a = tensor.insert %v into %0[%i] : tensor<4xf32>
  %s = scf.for %j = %i to %i step %i iter_args(%x = %a) -> tensor<4xf32> {
  %1 = bufferization.alloc_tensor() {memory_space = 2 : i64} : tensor<4xf32>
  %b = tensor.insert %v into %1[%i] : tensor<4xf32>
   scf.yield %b : tensor<4xf32> }
  %2 = tensor.extract %s[%i] : tensor<4xf32>
  return %2 : f32
}
// -----
func.func @f(%c: i1, %v: f32, %i: index) -> f32 {
  %0 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %a = tensor.insert %v into %0[%i] : tensor<4xf32>
  %1 = bufferization.alloc_tensor() {memory_space = 2 : i64} : tensor<4xf32>
  %b = tensor.insert %v into %1[%i] : tensor<4xf32>
  %s = scf.index_switch %i -> tensor<4xf32> case 1 { scf.yield %a : tensor<4xf32> } default { scf.yield %b : tensor<4xf32> }
  %2 = tensor.extract %s[%i] : tensor<4xf32>
  return %2 : f32
}
// -----
func.func @g(%v: f32, %i: index) -> (f32, tensor<4xf32>) {
  %0 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %a = tensor.insert %v into %0[%i] : tensor<4xf32>
  %b = tensor.insert %v into %a[%i] : tensor<4xf32>
  %2 = tensor.extract %a[%i] : tensor<4xf32>
  return %2, %b : f32, tensor<4xf32>
}
// -----
func.func @h(%v: f32, %i: index) -> tensor<4xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  %a = tensor.insert %v into %0[%i] : tensor<4xf32>
  return %a : tensor<4xf32>
}
// -----
func.func @i(%v: f32, %i: index) -> f32 {
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %a = tensor.extract %0[%i] : tensor<2xf32>
  return %a : f32
}
// -----
func.func @j(%v: f32, %i: index) -> f32 {
  %0 = tensor.from_elements %v, %v : tensor<2xf32>
  %a = tensor.extract %0[%i] : tensor<2xf32>
  return %a : f32
}
// -----
func.func @k(%v: f32, %i: index) -> f32 {
  %0 = tensor.splat %v : tensor<2xf32>
  %a = tensor.extract %0[%i] : tensor<2xf32>
  return %a : f32
}
// -----
func.func @l(%v: f32, %i: index) -> f32 {
  %0 = tensor.generate { ^bb0(%x: index): tensor.yield %v : f32 } : tensor<2xf32>
  %a = tensor.extract %0[%i] : tensor<2xf32>
  return %a : f32
}
// -----
func.func @m(%v: f32, %i: index) -> f32 {
  %0 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %a = tensor.insert %v into %0[%i] : tensor<4xf32>
  %p = tensor.pad %a low[1] high[2] { ^bb0(%x: index): tensor.yield %v : f32 } : tensor<4xf32> to tensor<7xf32>
  %q = tensor.concat dim(0) %a, %p : (tensor<4xf32>, tensor<7xf32>) -> tensor<11xf32>
  %b = tensor.extract %q[%i] : tensor<11xf32>
  return %b : f32
}
// -----
func.func @n(%m: memref<4xf32, 3>, %v: f32, %i: index) -> (f32, memref<4xf32, 2>) {
  %t = bufferization.to_tensor %m restrict writable : memref<4xf32, 3> to tensor<4xf32>
  %a = tensor.insert %v into %t[%i] : tensor<4xf32>
  %b = tensor.insert %v into %a[%i] : tensor<4xf32>
  %x = tensor.extract %a[%i] : tensor<4xf32>
  %r = bufferization.to_buffer %b : tensor<4xf32> to memref<4xf32, 2>
  return %x, %r : f32, memref<4xf32, 2>
}
// -----
func.func @o(%m: memref<4xf32, 3>, %v: f32, %i: index)  {
  %0 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %a = tensor.insert %v into %0[%i] : tensor<4xf32>
  bufferization.materialize_in_destination %a in restrict writable %m : (tensor<4xf32>, memref<4xf32, 3>) -> ()
  return
}
// -----
func.func @p(%v: f32, %i: index) -> (tensor<2x2xf32>, tensor<4xf32>) {
  %0 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %a = linalg.fill ins(%v : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.fill ins(%v : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %s = arith.constant dense<2> : tensor<2xindex>
  %r = tensor.reshape %a(%s) : (tensor<4xf32>, tensor<2xindex>) -> tensor<2x2xf32>
  return %r, %b : tensor<2x2xf32>, tensor<4xf32>
}
// -----
func.func @q(%v: f32, %i: index) -> tensor<4xf32> {
  %0 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %1 = bufferization.alloc_tensor() {memory_space = 2 : i64} : tensor<4xf32>
  %a = linalg.fill ins(%v : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.copy ins(%a : tensor<4xf32>) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
  %c = tensor.insert_slice %a into %b[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
  return %c : tensor<4xf32>
}
// -----
func.func private @callee(%t: tensor<4xf32>) -> tensor<4xf32> {
  return %t : tensor<4xf32>
}
func.func @r(%v: f32, %i: index) -> tensor<4xf32> {
  %0 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %a = tensor.insert %v into %0[%i] : tensor<4xf32>
  %b = call @callee(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %b : tensor<4xf32>
}
// -----
func.func @s(%v: f32, %i: index, %c: i1) -> tensor<4xf32> {
  %0 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %a = linalg.fill ins(%v : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.while (%x = %a) : (tensor<4xf32>) -> tensor<4xf32> {
    scf.condition(%c) %x : tensor<4xf32>
  } do { ^bb0(%y: tensor<4xf32>):
    %z = tensor.insert %v into %y[%i] : tensor<4xf32>
    scf.yield %z : tensor<4xf32>
  }
  %u = scf.forall (%k) in (4) shared_outs(%o = %r) -> tensor<4xf32> {
     %sl = tensor.extract_slice %o[%k] [1] [1] : tensor<4xf32> to tensor<1xf32>
     %f = linalg.fill ins(%v : f32) outs(%sl : tensor<1xf32>) -> tensor<1xf32>
     scf.forall.in_parallel { tensor.parallel_insert_slice %f into %o[%k] [1] [1] : tensor<1xf32> into tensor<4xf32> }
  }
  return %u : tensor<4xf32>
}
// -----
func.func @t(%t: tensor<4xf32, 1 : i64>, %v: f32, %i: index) -> tensor<4xf32, 1 : i64> {
  %a = tensor.insert %v into %t[%i] : tensor<4xf32, 1 : i64>
  return %a : tensor<4xf32, 1 : i64>
}
// -----
func.func @u(%t: tensor<?xf32>, %i: index, %v: f32) -> tensor<?xf32> {
  %a = tensor.insert %v into %t[%i] : tensor<?xf32>
  return %a : tensor<?xf32>
}
// -----
func.func @w(%v: f32, %i: index) -> index {
  %0 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %a = tensor.insert %v into %0[%i] : tensor<4xf32>
  %b = tensor.cast %a : tensor<4xf32> to tensor<*xf32>
  %r = tensor.rank %b : tensor<*xf32>
  return %r : index
}
// -----
func.func @x(%v: f32, %i: index) -> f32 {
  %0 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %a = tensor.insert %v into %0[%i] : tensor<4xf32>
  %r = "test.op"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %b = tensor.extract %r[%i] : tensor<4xf32>
  return %b : f32
}
// -----
func.func @y(%v: f32, %i: index) -> tensor<4xf32> {
  %a = tensor.empty() : tensor<4xf32>
  %b = linalg.fill ins(%v : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %c = linalg.fill ins(%v : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %d = linalg.add ins(%b, %c : tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %d : tensor<4xf32>
}
// -----
func.func @loop(%v: f32, %i: index) -> f32 {
  %0 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %a = tensor.insert %v into %0[%i] : tensor<4xf32>
  %s = scf.for %j = %i to %i step %i iter_args(%x = %a) -> tensor<4xf32> {
    %y = tensor.insert %v into %x[%j] : tensor<4xf32>
    scf.yield %y : tensor<4xf32>
  }
  %2 = tensor.extract %s[%i] : tensor<4xf32>
  return %2 : f32
}
// -----
func.func @omitted(%v: f32, %i: index) -> (f32, f32) {
  %0 = bufferization.alloc_tensor() {memory_space = 3 : i64} : tensor<4xf32>
  %b = linalg.fill ins(%v : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %c = linalg.fill ins(%v : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = tensor.extract %b[%i] : tensor<4xf32>
  %3 = tensor.extract %c[%i] : tensor<4xf32>
  return %2, %3 : f32, f32
}
// -----
func.func @while(%v: f32, %i: index, %c: i1) -> f32 {
  %0 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %1 = bufferization.alloc_tensor() {memory_space = 2 : i64} : tensor<4xf32>
  %a = linalg.fill ins(%v : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.fill ins(%v : f32) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.while (%x = %a) : (tensor<4xf32>) -> tensor<4xf32> {
    scf.condition(%c) %x : tensor<4xf32>
  } do { ^bb0(%y: tensor<4xf32>):
    scf.yield %b : tensor<4xf32>
  }
  %2 = tensor.extract %r[%i] : tensor<4xf32>
  return %2 : f32
}
// -----
func.func @vectors(%i: index, %p: vector<4xf32>) -> vector<4xf32> {
  %v = arith.constant 0.0 : f32
  %0 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<8xf32>
  %a = vector.transfer_write %p, %0[%i] : vector<4xf32>, tensor<8xf32>
  %b = vector.transfer_read %a[%i], %v : tensor<8xf32>, vector<4xf32>
  return %b : vector<4xf32>
}
// -----
func.func @gaps(%m: memref<4x4xf32, strided<[8, 1]>, 5>, %i: index) -> f32 {
  %t = bufferization.to_tensor %m restrict : memref<4x4xf32, strided<[8, 1]>, 5> to tensor<4x4xf32>
  %c = tensor.collapse_shape %t [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  %e = tensor.expand_shape %t [[0, 1], [2]] output_shape [2, 2, 4] : tensor<4x4xf32> into tensor<2x2x4xf32>
  %a = tensor.extract %c[%i] : tensor<16xf32>
  %b = tensor.extract %e[%i, %i, %i] : tensor<2x2x4xf32>
  %r = arith.addf %a, %b : f32
  return %r : f32
}
