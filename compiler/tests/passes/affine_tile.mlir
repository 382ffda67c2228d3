// pipeline: builtin.module(func.func(affine-loop-tile{tile-size=4}))
// pipeline: builtin.module(func.func(affine-loop-tile{tile-sizes=3,2,1,5}))
// pipeline: builtin.module(func.func(affine-loop-tile{tile-sizes=3,5 separate=true}))
// pipeline: builtin.module(func.func(affine-loop-tile))
// pipeline: builtin.module(func.func(affine-loop-tile{cache-size=1}))
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
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 7 {
      %v = affine.load %m[%i + %j, 0] : memref<50x50xf32>
      affine.store %v, %m[%i + %j, 0] : memref<50x50xf32>
    }
  }
  return
}
// -----
func.func @f(%x: f32, %n: index, %m: memref<?x?xf32>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 37 {
      affine.store %x, %m[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
// -----
func.func @big(%x: f32, %m: memref<1024x1024xf32>, %k: memref<1024xf32>) {
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 1024 {
      %v = affine.load %k[%j] : memref<1024xf32>
      affine.store %v, %m[%i, %j] : memref<1024x1024xf32>
    }
  }
  affine.for %i = 0 to 1024 {
    %v = affine.load %k[%i] : memref<1024xf32>
  }
  return
}
// -----
func.func @g(%x: f32, %m: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.store %x, %m[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
// -----
func.func @h(%x: f32, %n: index, %k: index, %m: memref<?xf32>) {
  affine.for %i = %k to %n {
      affine.store %x, %m[%i] : memref<?xf32>
  }
  return
}
