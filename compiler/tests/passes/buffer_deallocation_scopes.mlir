// pipeline: builtin.module(ownership-based-buffer-deallocation)
// pipeline: builtin.module(ownership-based-buffer-deallocation,buffer-deallocation-simplification,bufferization-lower-deallocations)
func.func @scope(%m: memref<4xf32>) -> memref<4xf32> {
  %r = memref.alloca_scope -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    memref.copy %m, %a : memref<4xf32> to memref<4xf32>
    memref.alloca_scope.return %a : memref<4xf32>
  }
  return %r : memref<4xf32>
}
