// pipeline: builtin.module(func.func(affine-loop-tile{tile-size=4}))
// pipeline: builtin.module(func.func(affine-loop-tile{tile-sizes=3,2,1,5}))
func.func @triangle(%m: memref<?x?xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.for %k = 0 to 7 {
        affine.store %x, %m[%i + %k, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
// -----
func.func @one_loop(%n: index, %m: memref<?xf32>, %x: f32) -> f32 {
  affine.for %i = 0 to 3 {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = %n to min affine_map<(d0)[s0] -> (d0 + 9, s0)>(%n)[%n] step 2 {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  %r = affine.for %i = 0 to 3 iter_args(%a = %x) -> (f32) {
    affine.yield %a : f32
  }
  return %r : f32
}
// -----
func.func @in_others(%n: index, %m: memref<?xf32>, %x: f32) {
  affine.parallel (%i) = (0) to (10) {
    affine.for %j = 0 to 8 {
      affine.store %x, %m[%i] : memref<?xf32>
    }
  }
  affine.for %j = 0 to 8 {
    affine.for %k = 0 to 8 {
      affine.store %x, %m[%k] : memref<?xf32>
    }
    affine.for %k = 0 to 8 {
      affine.store %x, %m[%k + 2] : memref<?xf32>
    }
  }
  return
}
// -----
func.func @dependences(%m: memref<50x50xf32>, %n: index) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 40 {
      %v = affine.load %m[%i, %j + 2] : memref<50x50xf32>
      affine.store %v, %m[%i + 1, %j * 2] : memref<50x50xf32>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 7 {
      %v = affine.load %m[%i + %j, 0] : memref<50x50xf32>
      affine.store %v, %m[%i + %j, 0] : memref<50x50xf32>
    }
  }
  return
}
