// pipeline: builtin.module(one-shot-bufferize)
// pipeline: builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})
func.func @f(%t: tensor<?xf32>, %v: f32, %i: index) -> (tensor<?xf32>, f32) {
  %0 = tensor.insert %v into %t[%i] : tensor<?xf32>
  %1 = tensor.extract %t[%i] : tensor<?xf32>
  return %0, %1 : tensor<?xf32>, f32
}
// -----
func.func @mm(%a: tensor<4x8xf32>, %b: tensor<8x?xf32>, %n: index) -> tensor<4x?xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<4x?xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x?xf32>) -> tensor<4x?xf32>
  %m = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x?xf32>) outs(%f : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %m : tensor<4x?xf32>
}
// -----
func.func @loop(%t: tensor<10xf32>, %n: index, %v: f32) -> tensor<10xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> (tensor<10xf32>) {
    %s = tensor.extract_slice %x[%i] [2] [1] : tensor<10xf32> to tensor<2xf32>
    %f = linalg.fill ins(%v : f32) outs(%s : tensor<2xf32>) -> tensor<2xf32>
    %y = tensor.insert_slice %f into %x[%i] [2] [1] : tensor<2xf32> into tensor<10xf32>
    scf.yield %y : tensor<10xf32>
  }
  return %r : tensor<10xf32>
}
// -----
func.func @cst(%c: i1, %i: index, %t: tensor<3xi32>) -> i32 {
  %a = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = arith.constant dense<1> : tensor<3xi32>
  %s = scf.if %c -> tensor<3xi32> { scf.yield %a : tensor<3xi32> } else { scf.yield %t : tensor<3xi32> }
  %q = arith.select %c, %s, %b : tensor<3xi32>
  %e = tensor.extract %q[%i] : tensor<3xi32>
  return %e : i32
}
// -----
func.func @gen(%n: index, %x: f32) -> (tensor<?x2xf32>, tensor<2xf32>, tensor<?xf32>) {
  %g = tensor.generate %n { ^bb0(%i: index, %j: index): tensor.yield %x : f32 } : tensor<?x2xf32>
  %fe = tensor.from_elements %x, %x : tensor<2xf32>
  %cs = tensor.collapse_shape %g [[0, 1]] : tensor<?x2xf32> into tensor<?xf32>
  return %g, %fe, %cs : tensor<?x2xf32>, tensor<2xf32>, tensor<?xf32>
}
// -----
func.func private @ext(tensor<?xf32>) -> tensor<?xf32>
func.func @callee(%a: tensor<?xf32>, %v: f32) -> tensor<?xf32> {
  %0 = linalg.fill ins(%v : f32) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @caller(%a: tensor<?xf32>, %v: f32) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = call @callee(%a, %v) : (tensor<?xf32>, f32) -> tensor<?xf32>
  %1 = call @ext(%a) : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
// -----
func.func @pad(%a: tensor<4x?xf32>, %v: f32, %l: index) -> tensor<?x?xf32> {
  %0 = tensor.pad %a low[%l, 1] high[2, %l] { ^bb0(%i: index, %j: index): tensor.yield %v : f32 } : tensor<4x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
func.func @while(%a: tensor<4xf32>, %v: f32, %l: index) -> tensor<4xf32> {
  %r = scf.while (%x = %a) : (tensor<4xf32>) -> tensor<4xf32> {
    %e = tensor.extract %x[%l] : tensor<4xf32>
    %c = arith.cmpf olt, %e, %v : f32
    scf.condition(%c) %x : tensor<4xf32>
  } do {
  ^bb0(%y: tensor<4xf32>):
    %z = tensor.insert %v into %y[%l] : tensor<4xf32>
    scf.yield %z : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
// -----
func.func @cast(%a: tensor<4xf32>, %b: tensor<6x?xf32>) -> (tensor<?xf32>, index, tensor<2x3x?xf32>) {
  %r = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %c1 = arith.constant 1 : index
  %d = tensor.dim %b, %c1 : tensor<6x?xf32>
  %e = tensor.expand_shape %b [[0, 1], [2]] output_shape [2, 3, %d] : tensor<6x?xf32> into tensor<2x3x?xf32>
  return %r, %d, %e : tensor<?xf32>, index, tensor<2x3x?xf32>
}
// -----
func.func @generic(%a: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%a : tensor<?xf32>) {
   ^bb0(%x: f32): %y = arith.addf %x, %x : f32
   linalg.yield %y : f32 } -> tensor<?xf32>
  %q = linalg.add ins(%a, %r : tensor<?xf32>, tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %q : tensor<?xf32>
}
// -----
func.func @raw(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<8xf32>, f32, tensor<8xf32>) {
  %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
  %1 = tensor.insert %v into %0[%i] : tensor<8xf32>
  %2 = tensor.extract %0[%i] : tensor<8xf32>
  return %0, %2, %1 : tensor<8xf32>, f32, tensor<8xf32>
}
// -----
func.func @slices(%t: tensor<8x?xf32>, %s: tensor<4xf32>, %i: index, %n: index, %v: f32) -> (tensor<8x?xf32>, tensor<?x?xf32>) {
  %0 = tensor.extract_slice %t[%i, 0] [1, %n] [1, 1] : tensor<8x?xf32> to tensor<?xf32>
  %1 = linalg.fill ins(%v : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %2 = tensor.insert_slice %1 into %t[%i, 0] [1, %n] [1, 1] : tensor<?xf32> into tensor<8x?xf32>
  %3 = tensor.insert_slice %s into %2[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<8x?xf32>
  %4 = tensor.extract_slice %3[1, %i] [%n, %n] [2, 3] : tensor<8x?xf32> to tensor<?x?xf32>
  return %3, %4 : tensor<8x?xf32>, tensor<?x?xf32>
}
// -----
func.func @swap(%a: tensor<4xf32>, %b: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %y, %x : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
// -----
func.func @nested(%a: tensor<?x?xf32>, %n: index, %v: f32) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<?x?xf32>) {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%y = %x) -> (tensor<?x?xf32>) {
      %e = tensor.extract %y[%i, %j] : tensor<?x?xf32>
      %f = arith.addf %e, %v : f32
      %z = tensor.insert %f into %y[%i, %j] : tensor<?x?xf32>
      scf.yield %z : tensor<?x?xf32>
    }
    scf.yield %s : tensor<?x?xf32>
  }
  return %r : tensor<?x?xf32>
}
// -----
func.func @read_in_loop(%a: tensor<?xf32>, %n: index, %v: f32) -> (tensor<?xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %s = %zero) -> (tensor<?xf32>, f32) {
    %e = tensor.extract %a[%i] : tensor<?xf32>
    %f = arith.addf %e, %s : f32
    %z = tensor.insert %f into %x[%i] : tensor<?xf32>
    scf.yield %z, %f : tensor<?xf32>, f32
  }
  return %r#0, %r#1 : tensor<?xf32>, f32
}
// -----
func.func @branches(%c: i1, %a: tensor<?xf32>, %v: f32, %i: index) -> (tensor<?xf32>, f32) {
  %r = scf.if %c -> tensor<?xf32> {
    %0 = tensor.insert %v into %a[%i] : tensor<?xf32>
    scf.yield %0 : tensor<?xf32>
  } else {
    scf.yield %a : tensor<?xf32>
  }
  %e = tensor.extract %a[%i] : tensor<?xf32>
  return %r, %e : tensor<?xf32>, f32
}
// -----
func.func @yields_new(%n: index, %v: f32, %a: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %f = linalg.fill ins(%v : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %f : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
// -----
func.func @softmax(%a: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %e = tensor.empty() : tensor<2x8xf32>
  %s = linalg.softmax dimension(1) ins(%a : tensor<2x8xf32>) outs(%e : tensor<2x8xf32>) -> tensor<2x8xf32>
  return %s : tensor<2x8xf32>
}
// -----
func.func @memory(%a: memref<?xf32>, %b: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %t = bufferization.to_tensor %a restrict writable : memref<?xf32> to tensor<?xf32>
  %m = bufferization.materialize_in_destination %b in %t : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  bufferization.materialize_in_destination %m in writable %a : (tensor<?xf32>, memref<?xf32>) -> ()
  %c = bufferization.alloc_tensor() copy(%b) : tensor<?xf32>
  %d = bufferization.alloc_tensor(%n) : tensor<?xf32>
  %s = linalg.add ins(%c, %m : tensor<?xf32>, tensor<?xf32>) outs(%d : tensor<?xf32>) -> tensor<?xf32>
  %u = bufferization.to_buffer %s : tensor<?xf32> to memref<?xf32>
  memref.copy %u, %a : memref<?xf32> to memref<?xf32>
  bufferization.dealloc_tensor %c : tensor<?xf32>
  return %s : tensor<?xf32>
}
// -----
func.func @unknown(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.absf %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @not_restrict(%a: memref<4xf32>, %i: index) -> f32 {
  %t = bufferization.to_tensor %a : memref<4xf32> to tensor<4xf32>
  %0 = tensor.extract %t[%i] : tensor<4xf32>
  return %0 : f32
}
// -----
func.func @constants(%i: index, %v: f32) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<f32>) {
  %a = arith.constant dense<1.0> : tensor<2x2xf32>
  %b = arith.constant dense<1.0> : tensor<2x2xf32>
  %c = tensor.insert %v into %a[%i, %i] : tensor<2x2xf32>
  %d = arith.constant dense<2.0> : tensor<f32>
  return %c, %b, %d : tensor<2x2xf32>, tensor<2x2xf32>, tensor<f32>
}
// -----
func.func @pad(%a: tensor<4xf32>, %v: f32) -> tensor<7xf32> {
  %0 = tensor.pad %a low[1] high[2] { ^bb0(%i: index): tensor.yield %v : f32 } : tensor<4xf32> to tensor<7xf32>
  return %0 : tensor<7xf32>
}
// -----
func.func private @reads(tensor<4xf32> {bufferization.access = "read"}) -> f32
func.func private @inner(%a: tensor<4xf32> {bufferization.writable = false}, %i: index) -> f32 {
  %v = arith.constant 2.0 : f32
  %0 = tensor.insert %v into %a[%i] : tensor<4xf32>
  %1 = tensor.extract %0[%i] : tensor<4xf32>
  return %1 : f32
}
func.func @outer(%a: tensor<4xf32>, %i: index) -> (f32, f32) {
  %0 = call @inner(%a, %i) : (tensor<4xf32>, index) -> f32
  %1 = call @reads(%a) : (tensor<4xf32>) -> f32
  return %0, %1 : f32, f32
}
// -----
func.func @reduce(%a: tensor<4x?xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<?x4xf32>) {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c1 : tensor<4x?xf32>
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %t = linalg.transpose ins(%a : tensor<4x?xf32>) outs(%e : tensor<?x4xf32>) permutation = [1, 0]
  %r = linalg.reduce { arith.addf } ins(%a : tensor<4x?xf32>) outs(%b : tensor<4xf32>) dimensions = [1]
  return %r, %t : tensor<4xf32>, tensor<?x4xf32>
}
// -----
func.func @forall(%a: tensor<8x?xf32>, %b: tensor<8x?xf32>, %n: index, %v: f32) -> (tensor<8x?xf32>, tensor<8x?xf32>, tensor<8x?xf32>) {
  %r:2 = scf.forall (%i, %j) = (0, 0) to (8, %n) step (2, 4) shared_outs(%x = %a, %y = %b) -> (tensor<8x?xf32>, tensor<8x?xf32>) {
    %s = tensor.extract_slice %x[%i, %j] [2, 4] [1, 1] : tensor<8x?xf32> to tensor<2x4xf32>
    %f = linalg.fill ins(%v : f32) outs(%s : tensor<2x4xf32>) -> tensor<2x4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %f into %x[%i, %j] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<8x?xf32>
      tensor.parallel_insert_slice %f into %y[%i, %j] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<8x?xf32>
    }
  } {mapping = [#gpu.thread<y>, #gpu.thread<x>], "test.kept"}
  return %r#0, %r#1, %b : tensor<8x?xf32>, tensor<8x?xf32>, tensor<8x?xf32>
}
// -----
func.func @outside(%a: tensor<8xf32>, %v: f32) -> (tensor<8xf32>, f32) {
  %c0 = arith.constant 0 : index
  %t = tensor.empty() : tensor<8xf32>
  %r = scf.forall (%i) in (4) shared_outs(%x = %a) -> (tensor<8xf32>) {
    %w = tensor.insert %v into %t[%i] : tensor<8xf32>
    %e = tensor.extract_slice %w[0] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %p = tensor.extract_slice %x[%i] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %s = linalg.add ins(%e, %p : tensor<2xf32>, tensor<2xf32>) outs(%p : tensor<2xf32>) -> tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %x[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
    }
  }
  %e = tensor.extract %r[%c0] : tensor<8xf32>
  return %r, %e : tensor<8xf32>, f32
}
// -----
func.func @constrained(%a: tensor<4xf32>, %v: f32, %i: index) -> (tensor<4xf32>, f32) {
  %0 = tensor.insert %v into %a[%i] : tensor<4xf32>
  %1 = bufferization.materialize_in_destination %0 in %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = tensor.extract %a[%i] : tensor<4xf32>
  return %1, %2 : tensor<4xf32>, f32
}
// -----
func.func @unranked(%a: tensor<*xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<*xf32>) {
  %0 = tensor.cast %a : tensor<*xf32> to tensor<4xf32>
  %1 = tensor.cast %b : tensor<4xf32> to tensor<*xf32>
  return %0, %1 : tensor<4xf32>, tensor<*xf32>
}
// -----
func.func @in_branches(%c: i1, %v: f32, %a: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.if %c -> tensor<4xf32> {
    scf.yield %a : tensor<4xf32>
  } else {
    %e = tensor.from_elements %v, %v, %v, %v : tensor<4xf32>
    scf.yield %e : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
// -----
func.func @ends(%c: i1, %a: tensor<4xf32>, %b: tensor<4xf32>, %v: f32, %i: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tensor.insert %v into %a[%i] : tensor<4xf32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %1 = tensor.insert %v into %0[%i] : tensor<4xf32>
  return %1, %a : tensor<4xf32>, tensor<4xf32>
^bb2:
  %2 = tensor.insert %v into %b[%i] : tensor<4xf32>
  return %2, %0 : tensor<4xf32>, tensor<4xf32>
}
func.func @other_end(%c: i1, %a: tensor<4xf32>, %v: f32, %i: index) -> (tensor<4xf32>, tensor<4xf32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %e = tensor.empty() : tensor<4xf32>
  %1 = tensor.insert %v into %e[%i] : tensor<4xf32>
  return %1, %a : tensor<4xf32>, tensor<4xf32>
^bb2:
  %f = tensor.from_elements %v, %v, %v, %v : tensor<4xf32>
  return %f, %a : tensor<4xf32>, tensor<4xf32>
}
func.func @caller(%c: i1, %a: tensor<4xf32>, %b: tensor<4xf32>, %v: f32, %i: index) -> (tensor<4xf32>, tensor<4xf32>, f32) {
  %0:2 = call @ends(%c, %a, %b, %v, %i) : (i1, tensor<4xf32>, tensor<4xf32>, f32, index) -> (tensor<4xf32>, tensor<4xf32>)
  %1 = tensor.insert %v into %0#0[%i] : tensor<4xf32>
  %2 = tensor.extract %b[%i] : tensor<4xf32>
  %3:2 = call @other_end(%c, %b, %v, %i) : (i1, tensor<4xf32>, f32, index) -> (tensor<4xf32>, tensor<4xf32>)
  %4 = tensor.insert %v into %3#1[%i] : tensor<4xf32>
  return %1, %4, %2 : tensor<4xf32>, tensor<4xf32>, f32
}
// -----
func.func @chosen(%c: tensor<4xi1>, %a: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.select %c, %a, %a : tensor<4xi1>, tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----
func.func @f(%x: f32, %n: index, %a: tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<3xf32>, tensor<f32>, index) {
  %c1 = arith.constant 1 : index
  %0 = tensor.splat %x[%n] : tensor<4x?xf32>
  %1 = tensor.splat %x : tensor<3xf32>
  %2 = tensor.splat %x : tensor<f32>
  %3 = tensor.insert %x into %1[%c1] : tensor<3xf32>
  %d = tensor.dim %0, %c1 : tensor<4x?xf32>
  %4 = linalg.add ins(%0, %a : tensor<4x?xf32>, tensor<4x?xf32>) outs(%0 : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %4, %3, %2, %d : tensor<4x?xf32>, tensor<3xf32>, tensor<f32>, index
}
