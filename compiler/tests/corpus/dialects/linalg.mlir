func.func @f(%a: tensor<4xf32>, %m: memref<4xf32>, %x : i32) {
  %0 = linalg.generic {doc = "text", indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"], library_call = "lib"} ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) attrs = {foo = 1} { ^bb0(%p: f32, %q: f32): linalg.yield %p : f32 } -> tensor<4xf32>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["reduction"]} outs(%m : memref<4xf32>) { ^bb0(%p: f32): linalg.yield %p : f32 }
  %1:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%a, %a : tensor<4xf32>, tensor<4xf32>) { ^bb0(%p: f32, %q: f32): linalg.yield %p, %p : f32, f32 } -> (tensor<4xf32>, tensor<4xf32>)
  return
}
// -----
func.func @f(%a: tensor<4xf32>) {
  linalg.generic {indexing_maps = [], iterator_types = ["foo"]} outs(%a : tensor<4xf32>) {}
}
// -----
func.func @f(%a: tensor<4xf32>) {
  linalg.generic {indexing_maps = []} outs(%a : tensor<4xf32>) {}
}
// -----
func.func @f(%a: tensor<4xf32>) {
  linalg.generic ins(%a, %a : tensor<4xf32>) {}
}
// -----
func.func @f(%a: tensor<4xf32>) {
  linalg.generic {iterator_types = []} outs(%a) {}
}
// -----
func.func @f(%a: tensor<4xf32>) {
  linalg.generic {iterator_types = []} outs(%a : tensor<4xf32>, i32) {}
}
// -----
func.func @f(%a: tensor<4xf32>) {
  linalg.generic {iterator_types = []} outs(%a : tensor<4xf32>) -> i32
}
// -----
func.func @f(%a: tensor<4xf32>) {
  linalg.generic #linalg.iterator_type<parallel> outs(%a : tensor<4xf32>) {}
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  %3 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>, foo = 1} ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  %4 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] {foo} ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) {bar} -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.matmul indexing_maps = [] ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.matmul indexing_maps = 1 ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.matmul indexing_maps = [1] ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.matmul indexing_maps [ ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.matmul indexing_maps ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.matmul indexing_maps = [affine_map<(d0) -> (d0)>, unit] ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.matmul {indexing_maps = []} ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.matmul {cast = 1} ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.matmul {cast = #linalg.type_fn<foo>} ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.matmul foo ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.matmul <{cast = #linalg.type_fn<cast_unsigned>}> ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.matmul <{cast = 1}> ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.matmul {foo = 1} {bar = 2} ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.matmul {operandSegmentSizes = array<i32: 1, 1>} ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.batch_matmul  ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.batch_matmul indexing_maps = [] ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.batch_matmul indexing_maps = 1 ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.batch_matmul indexing_maps = [1] ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.batch_matmul indexing_maps = [ ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.batch_matmul indexing_maps ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>,] ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)> {foo} ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.batch_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.batch_reduce_matmul  ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.batch_reduce_matmul indexing_maps = [] ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.batch_reduce_matmul indexing_maps = 1 ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.batch_reduce_matmul indexing_maps = [1] ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.batch_reduce_matmul indexing_maps = [ ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.batch_reduce_matmul indexing_maps ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.batch_reduce_matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.batch_reduce_matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>,] ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.batch_reduce_matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)> {foo} ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.batch_reduce_matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.contract  ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.contract indexing_maps = [] ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] {foo} ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.contract indexing_maps = [1] ins(%a, %b : tensor<4x5xf32>, tensor<5x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a : tensor<4x5xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<select> ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<powf> ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<reciprocal> ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<square> ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<negf> ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<abs> ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<div> ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>] ins(%c, %v : tensor<4x6xf32>, tensor<6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind = #linalg.elementwise_kind<exp> indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>] {foo} ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%m : memref<4x6xf32>) outs(%m : memref<4x6xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise  ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind= ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind=add ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind=1 ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<foo> ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise #linalg.elementwise_kind<exp> ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [] ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [1] ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind=#linalg.unary_fn<exp> ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> {kind = #linalg.elementwise_kind<log>} ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%s : f32) outs(%s : f32)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map { arith.addf } ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map { arith.addf {fastmath = #arith.fastmath<fast>} } ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) {foo = 1}
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map { arith.addf {foo = 1} } ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map { arith.subf } ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) {foo}
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) (%x: f32, %y: f32, %z: f32) { %0 = arith.addf %x, %y : f32 linalg.yield %0 : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) {foo} (%x: f32, %y: f32, %z: f32) { %0 = arith.addf %y, %x : f32 linalg.yield %0 : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) (%x: f32, %y: f32, %z: f32) { %0 = arith.addf %x, %y : f32 %1 = arith.mulf %0, %z : f32 linalg.yield %1 : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) (%x: f32, %y: f32, %z: f32) { %0 = arith.addf %x, %y : f32 linalg.yield %z : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map { math.exp } ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map { math.absi } ins(%i : tensor<4x6xi32>) outs(%i : tensor<4x6xi32>)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map { arith.addi } ins(%i, %i : tensor<4x6xi32>, tensor<4x6xi32>) outs(%i : tensor<4x6xi32>)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map outs(%c : tensor<4x6xf32>) (%z: f32) { linalg.yield %z : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map outs(%c : tensor<4x6xf32>) () { linalg.yield %s : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map { arith.constant {value = 1.0 : f32} } outs(%c : tensor<4x6xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map { arith.addf ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map { } ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map { arith.addf } ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) (%x, %y: f32) {}
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) (%x: f32, %y: f32, %z: f32)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) (%x: f32, %x: f32, %z: f32) { linalg.yield %x : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map { arith.addf 1 } ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map { addf } ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map { nowhere.addf } ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) (%x: f32 {foo = 1}, %y: f32, %z: f32) { linalg.yield %x : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) (%x: f32 loc("x"), %y: f32, %z: f32) { linalg.yield %x : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.map ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) (f32, f32, f32) { ^bb0(%x: f32, %y: f32, %z: f32): linalg.yield %x : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  linalg.map { math.exp } ins(%m : memref<4x6xf32>) outs(%m : memref<4x6xf32>)
  linalg.reduce { arith.addf } ins(%m : memref<4x6xf32>) outs(%m : memref<4x6xf32>) dimensions = []
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.reduce { arith.addf } ins(%c : tensor<4x6xf32>) outs(%v : tensor<6xf32>) dimensions = [0]
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.reduce { arith.addf {fastmath = #arith.fastmath<nnan>} } ins(%c : tensor<4x6xf32>) outs(%v : tensor<6xf32>) dimensions = [0] {foo}
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.reduce ins(%c : tensor<4x6xf32>) outs(%v : tensor<6xf32>) dimensions = [0] (%x: f32, %y: f32) { %0 = arith.addf %x, %y : f32 linalg.yield %0 : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.reduce ins(%c : tensor<4x6xf32>) outs(%v : tensor<6xf32>) dimensions = [0] (%x: f32, %y: f32) { %0 = arith.addf %y, %x : f32 linalg.yield %0 : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.reduce ins(%c : tensor<4x6xf32>) outs(%v : tensor<6xf32>) dimensions = [0] {foo = 2} (%x: f32, %y: f32) { %0 = arith.addf %y, %x : f32 %1 = arith.mulf %0, %0 : f32 linalg.yield %1 : f32 }
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r:2 = linalg.reduce ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%v, %v : tensor<6xf32>, tensor<6xf32>) dimensions = [0] (%w: f32, %x: f32, %y: f32, %z: f32) { linalg.yield %w, %x : f32, f32 }
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.reduce ins(%c : tensor<4x6xf32>) outs(%v : tensor<6xf32>) dimensions = []
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.reduce ins(%c : tensor<4x6xf32>) outs(%v : tensor<6xf32>) dimensions [0]
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.reduce ins(%c : tensor<4x6xf32>) outs(%v : tensor<6xf32>) dimension = [0]
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.reduce ins(%c : tensor<4x6xf32>) outs(%v : tensor<6xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.reduce { arith.addf } ins(%c : tensor<4x6xf32>) outs(%v : tensor<6xf32>) {dimensions = array<i64: 0>}
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.reduce { arith.addf } ins(%c : tensor<4x6xf32>) outs(%v : tensor<6xf32>) dimensions = [0] {dimensions = array<i64: 1>}
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.reduce { arith.addf } ins(%c : tensor<4x6xf32>) outs(%v : tensor<6xf32>) dimensions = [1, 0]
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.reduce { arith.addf } {foo} ins(%c : tensor<4x6xf32>) outs(%v : tensor<6xf32>) dimensions = [0]
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.transpose ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) permutation = [1, 0]
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.transpose ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) permutation = [] {foo}
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.transpose ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) permutation = [-1]
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.transpose ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.transpose ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) permutation = [1, 0] -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.transpose {foo} ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) permutation = [1, 0] {bar}
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  linalg.transpose ins(%m : memref<4x6xf32>) outs(%m : memref<4x6xf32>) permutation = [1, 0]
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.broadcast ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) dimensions = [1, 0]
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.broadcast ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) dimensions = [] {foo}
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.broadcast ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) dimensions = [-1]
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.broadcast ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.broadcast ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) dimensions = [1, 0] -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.broadcast {foo} ins(%c : tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) dimensions = [1, 0] {bar}
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  linalg.broadcast ins(%m : memref<4x6xf32>) outs(%m : memref<4x6xf32>) dimensions = [1, 0]
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.fill ins(%s : f32) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.fill {foo} ins(%s : f32) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.fill ins(%s : f32) outs(%c : tensor<4x6xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.fill ins(%s, %s : f32, f32) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.fill outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.fill ins(%s : f32) outs() -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.fill ins(%s : f32) outs : tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.fill ins(%s : f32, f32) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.fill ins(%s, %s : f32) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.fill ins(%s) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.fill ins %s : f32 outs(%c : tensor<4x6xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.fill outs(%c : tensor<4x6xf32>) ins(%s : f32) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.fill ins(%s : f32) outs(%c : tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.fill ins(%s : f32) outs(%c : tensor<4x6xf32>) -> ()
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.fill ins(%s : f32) outs(%c : tensor<4x6xf32>) ->
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.fill ins(%u : f32) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %r = linalg.fill ins(%s : i32) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  linalg.fill ins(%s : f32) outs(%m : memref<4x6xf32>)
  linalg.exp ins(%m : memref<4x6xf32>) outs(%m : memref<4x6xf32>)
  linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%m : memref<4x6xf32>) outs(%m : memref<4x6xf32>)
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.exp ins(%i : tensor<4x6xi32>) outs(%i : tensor<4x6xi32>) -> tensor<4x6xi32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.div_unsigned ins(%c, %c : tensor<4x6xf32>, tensor<4x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %0 = linalg.add ins(%c, %i : tensor<4x6xf32>, tensor<4x6xi32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<4x6xf32>, %m: memref<4x6xf32>, %s: f32, %v: tensor<6xf32>, %i: tensor<4x6xi32>) {
  %d = arith.constant 1 : i64
  %g = arith.constant 1 : i32
  %h = arith.constant 1.0 : f64
  %0 = linalg.fill_rng_2d ins(%h, %h, %g : f64, f64, i32) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
