// pipeline: builtin.module(func.func(affine-loop-unroll-jam))
// pipeline: builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))
func.func @nested(%n: index, %m: memref<?x?xf32>, %x: f32) {
  affine.for %i = 0 to 5 {
    %a = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    affine.for %j = 0 to %n {
      affine.store %x, %m[%a, %j] : memref<?x?xf32>
      affine.for %k = 0 to 3 {
        affine.store %x, %m[%i, %k] : memref<?x?xf32>
      }
    }
    "test.use"(%a) : (index) -> ()
  }
  affine.for %i = 0 to 8 {
    affine.store %x, %m[%i, %i] : memref<?x?xf32>
  }
  return
}
// -----
func.func @bound_inside(%m: memref<?x?xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %x, %m[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
// -----
func.func @unknown_count(%n: index, %m: memref<?x?xf32>, %x: f32) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 3 {
      affine.store %x, %m[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
// -----
func.func @short(%m: memref<?x?xf32>, %x: f32) {
  affine.for %i = 0 to 1 {
    affine.store %x, %m[%i, %i] : memref<?x?xf32>
  }
  return
}
// -----
func.func @not_first(%m: memref<?x?xf32>, %x: f32) {
  %c = arith.constant 0 : index
  affine.for %i = 0 to 8 {
    affine.store %x, %m[%i, %c] : memref<?x?xf32>
  }
  return
}
