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
