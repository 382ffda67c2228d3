// pipeline: builtin.module(linalg-fuse-elementwise-ops)
// pipeline: builtin.module(convert-elementwise-to-linalg,linalg-fuse-elementwise-ops)
func.func @chain(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.addf %a, %b : tensor<?xf32>
  %1 = math.exp %0 : tensor<?xf32>
  %2 = arith.mulf %1, %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}
// -----
func.func @static(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>) {
  %c = arith.constant dense<2.0> : tensor<4xf32>
  %0 = arith.addf %a, %c : tensor<4xf32>
  %1 = math.exp %0 : tensor<4xf32>
  %2 = arith.mulf %1, %0 : tensor<4xf32>
  %3 = arith.cmpf olt, %2, %b : tensor<4xf32>
  return %2, %3 : tensor<4xf32>, tensor<4xi1>
}
// -----
func.func @two(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = arith.addf %a, %b : tensor<4x8xf32>
  %1 = math.exp %0 : tensor<4x8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}
// -----
#id = affine_map<(d0, d1) -> (d0, d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>
#r = affine_map<(d0, d1) -> (d0)>
#i1 = affine_map<(d0) -> (d0)>
func.func @transposed(%a: tensor<4x8xf32>, %b: tensor<4xf32>, %e: tensor<8x4xf32>, %s: tensor<4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #r, #t], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.addi %i, %j : index
    %l = arith.index_cast %k : index to i32
    %m = arith.sitofp %l : i32 to f32
    %n = arith.addf %x, %y : f32
    %p = arith.mulf %m, %n : f32
    linalg.yield %p : f32
  } -> tensor<8x4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #t, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %a : tensor<8x4xf32>, tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %n = arith.subf %x, %y : f32
    linalg.yield %n : f32
  } -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
func.func @sum(%a: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %p = math.exp %x : f32
    linalg.yield %p : f32
  } -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #r], iterator_types = ["parallel", "reduction"]}
      ins(%0 : tensor<4x8xf32>) outs(%s : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %n = arith.addf %x, %o : f32
    linalg.yield %n : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @broadcast(%a: tensor<4xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#i1, #i1], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %p = math.exp %x : f32
    linalg.yield %p : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#r, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4xf32>) outs(%b : tensor<4x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %n = arith.addf %x, %o : f32
    linalg.yield %n : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
// -----
#i = affine_map<(d0) -> (d0)>
#n = affine_map<(d0) -> ()>
func.func @unused(%a: tensor<4xf32>, %b: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %z = arith.constant 0.0 : f32
  %fill = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0:3 = linalg.generic {indexing_maps = [#i, #i, #i, #n, #i, #i, #i, #i], iterator_types = ["parallel"], doc = "kept", library_call = "f"}
      ins(%a, %a, %b, %f, %fill : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, f32, tensor<4xf32>) outs(%e, %e, %b : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) attrs = {x = 1 : i32} {
  ^bb0(%x: f32, %y: f32, %u: f32, %v: f32, %w: f32, %o: f32, %o2: f32, %o3: f32):
    %p = arith.addf %x, %y : f32
    %q = arith.mulf %p, %v : f32
    %r = arith.mulf %q, %w : f32
    %s = arith.mulf %o3, %o3 : f32
    linalg.yield %r, %r, %s : f32, f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
func.func @identity(%a: tensor<?x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
func.func @constants(%a: tensor<4xi32>, %e: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi1>) {
  %c = arith.constant dense<-3> : tensor<4xi32>
  %t = arith.constant dense<true> : tensor<4xi1>
  %d = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %s = arith.constant 7 : i32
  %0 = linalg.generic {indexing_maps = [#i, #i, #i, #n, #i, #i], iterator_types = ["parallel"]}
      ins(%a, %c, %d, %s, %t : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, i32, tensor<4xi1>) outs(%e : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32, %z: i32, %w: i32, %m: i1, %o: i32):
    %p = arith.addi %x, %y : i32
    %q = arith.addi %p, %z : i32
    %r = arith.addi %q, %w : i32
    %u = arith.select %m, %r, %x : i32
    linalg.yield %u : i32
  } -> tensor<4xi32>
  %1 = arith.cmpi slt, %0, %c : tensor<4xi32>
  return %0, %1 : tensor<4xi32>, tensor<4xi1>
}
// -----
func.func @scalar(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = arith.addf %a, %b : tensor<f32>
  %1 = math.exp %0 : tensor<f32>
  %2 = arith.mulf %1, %b : tensor<f32>
  return %2 : tensor<f32>
}
