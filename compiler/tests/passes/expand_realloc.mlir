// pipeline: builtin.module(expand-realloc)
// pipeline: builtin.module(func.func(expand-realloc{emit-deallocs=false}))
func.func @realloc(%m: memref<4xf32>, %n: index) -> memref<8xf32> {
  %0 = memref.realloc %m : memref<4xf32> to memref<8xf32>
  return %0 : memref<8xf32>
}
// -----
func.func @dyn(%m: memref<?xf32>, %n: index) -> memref<?xf32> {
  %0 = memref.realloc %m(%n) : memref<?xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}
// -----
func.func @dyn2(%m: memref<?xf32>, %n: index) -> memref<8xf32> {
  %0 = memref.realloc %m : memref<?xf32> to memref<8xf32>
  return %0 : memref<8xf32>
}
// -----
func.func @dyn3(%m: memref<8xf32>, %n: index) -> memref<?xf32> {
  %0 = memref.realloc %m(%n) {alignment = 8 : i64, x = 1 : i32} : memref<8xf32> to memref<?xf32>
  %1 = memref.realloc %0 : memref<?xf32> to memref<2xf32>
  return %0 : memref<?xf32>
}
// -----
func.func @smaller(%m: memref<8xf32>, %n: index) -> memref<4xf32> {
  %0 = memref.realloc %m : memref<8xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}
// -----
func.func @space(%m: memref<8xf32, 1>, %n: index) -> memref<?xf32, 1> {
  %0 = memref.realloc %m(%n) : memref<8xf32, 1> to memref<?xf32, 1>
  return %0 : memref<?xf32, 1>
}
// -----
func.func @unused(%m: memref<8xf32>, %n: index) {
  %0 = memref.realloc %m(%n) : memref<8xf32> to memref<?xf32>
  "test.op"() ({
    %1 = memref.realloc %m(%n) : memref<8xf32> to memref<?xf32>
    "test.use"(%1) : (memref<?xf32>) -> ()
  }) : () -> ()
  return
}
