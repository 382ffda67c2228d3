// pipeline: builtin.module(memref-expand)
// pipeline: builtin.module(memref-expand,convert-to-llvm)
func.func @f(%m: memref<?xf32>, %s: memref<3xindex>, %f: f32, %i: index, %mi: memref<?xi32>, %e: i32) -> (memref<?x?x4xf32>, f32, i32) {
  %0 = memref.reshape %m(%s) : (memref<?xf32>, memref<3xindex>) -> memref<?x?x4xf32>
  %1 = memref.atomic_rmw maximumf %f, %m[%i] : (f32, memref<?xf32>) -> f32
  %2 = memref.atomic_rmw addf %f, %m[%i] : (f32, memref<?xf32>) -> f32
  %3 = memref.atomic_rmw muli %e, %mi[%i] : (i32, memref<?xi32>) -> i32
  %4 = memref.atomic_rmw minnumf %f, %m[%i] : (f32, memref<?xf32>) -> f32
  %6 = memref.atomic_rmw maxs %e, %mi[%i] : (i32, memref<?xi32>) -> i32
  return %0, %1, %3 : memref<?x?x4xf32>, f32, i32
}
