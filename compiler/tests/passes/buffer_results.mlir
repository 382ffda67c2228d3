// pipeline: builtin.module(buffer-results-to-out-params)
// pipeline: builtin.module(buffer-results-to-out-params{modify-public-functions=true add-result-attr=true})
// pipeline: builtin.module(buffer-results-to-out-params{modify-public-functions=true hoist-static-allocs=true})
// pipeline: builtin.module(buffer-results-to-out-params{modify-public-functions=true hoist-dynamic-allocs=true})
func.func private @one(%m: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %m, %a : memref<4xf32> to memref<4xf32>
  return %a : memref<4xf32>
}
func.func @caller(%m: memref<4xf32>) -> (memref<4xf32>, i32) {
  %c = arith.constant 1 : i32
  %a = call @one(%m) : (memref<4xf32>) -> memref<4xf32>
  return %a, %c : memref<4xf32>, i32
}
// -----
func.func private @dyn(%m: memref<?xf32>, %n: index) -> (i32, memref<?xf32>) {
  %c = arith.constant 1 : i32
  %a = memref.alloc(%n) : memref<?xf32>
  return %c, %a : i32, memref<?xf32>
}
func.func @calldyn(%m: memref<?xf32>, %k: index) -> i32 {
  %x, %a = call @dyn(%m, %k) : (memref<?xf32>, index) -> (i32, memref<?xf32>)
  memref.copy %a, %m : memref<?xf32> to memref<?xf32>
  return %x : i32
}
// -----
func.func private @strided(%m: memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>> {
  return %m : memref<4xf32, strided<[?], offset: ?>>
}
func.func @callstrided(%m: memref<4xf32, strided<[?], offset: ?>>) -> f32 {
  %i = arith.constant 1 : index
  %x = call @strided(%m) : (memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>>
  %v = memref.load %x[%i] : memref<4xf32, strided<[?], offset: ?>>
  return %v : f32
}
// -----
func.func private @layout(%m: memref<4xf32, strided<[2], offset: ?>>) -> memref<4xf32, strided<[2], offset: ?>> {
  return %m : memref<4xf32, strided<[2], offset: ?>>
}
// -----
func.func private @ext() -> memref<4xf32>
func.func private @blocks(%c: i1, %m: memref<4xf32>, %u: memref<*xf32>) -> (memref<4xf32>, memref<*xf32>) {
  %e = call @ext() : () -> memref<4xf32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %m, %u : memref<4xf32>, memref<*xf32>
^bb2:
  %a = memref.alloc() : memref<4xf32>
  return %a, %u : memref<4xf32>, memref<*xf32>
}
