// pipeline: builtin.module(func.func(affine-loop-normalize))
// pipeline: builtin.module(func.func(affine-loop-normalize{promote-single-iter=true}))
// pipeline: builtin.module(func.func(affine-loop-tile{tile-size=3}))
// pipeline: builtin.module(func.func(affine-loop-tile{tile-sizes=2,5}))
// pipeline: builtin.module(func.func(affine-loop-coalescing))
// pipeline: builtin.module(func.func(affine-loop-invariant-code-motion))
func.func @nests(%n: index, %m: memref<?x?xf32>, %x: f32) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 12 {
      affine.store %x, %m[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 2 to 5 step 2 {
    affine.for %j = %n to 12 {
      affine.store %x, %m[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to min affine_map<()[s0] -> (s0, 9)>()[%n] {
      affine.for %k = 0 to 7 {
        affine.store %x, %m[%i + %k, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
// -----
func.func @parallel(%n: index, %m: memref<?x?xf32>, %x: f32) {
  affine.parallel (%i, %j) = (1, 2) to (%n, 11) step (2, 3) {
    affine.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  affine.parallel (%i, %j) = (0, 0) to (%n, 11) {
    affine.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  affine.parallel (%i) = (0) to (min(%n, 11)) step (2) {
    affine.store %x, %m[%i, %i] : memref<?x?xf32>
  }
  affine.parallel (%i) = (%n) to (%n + 9) step (2) {
    affine.store %x, %m[%i, %i] : memref<?x?xf32>
  }
  return
}
// -----
func.func @single(%n: index, %m: memref<?x?xf32>, %x: f32) -> f32 {
  affine.for %i = 3 to 4 {
    affine.for %j = %n to affine_map<(d0) -> (d0 + 1)>(%n) {
      affine.store %x, %m[%i, %j] : memref<?x?xf32>
    }
  }
  %r = affine.for %i = max affine_map<()[s0] -> (s0, 2)>()[%n] to 9 step 2 iter_args(%a = %x) -> (f32) {
    %b = arith.addf %a, %x : f32
    affine.yield %b : f32
  }
  return %r : f32
}
// -----
func.func @motion(%n: index, %m: memref<10xf32>, %k: memref<10xf32>, %x: f32) -> f32 {
  affine.for %i = 0 to %n {
    %v = affine.load %m[3] : memref<10xf32>
    affine.store %v, %k[%i] : memref<10xf32>
    %c = arith.constant 4 : i32
    "test.use"(%c) : (i32) -> ()
  }
  affine.for %i = 0 to 4 {
    %v = affine.load %m[7] : memref<10xf32>
    affine.store %v, %m[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %m[%j] : memref<10xf32>
    }
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
      %v = affine.load %k[7] : memref<10xf32>
      %w = arith.addf %v, %x : f32
      affine.store %w, %k[7] : memref<10xf32>
    }
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%n) {
      affine.store %x, %k[8] : memref<10xf32>
    }
  }
  %r = affine.for %i = 0 to 4 iter_args(%a = %x) -> (f32) {
    %v = affine.vector_load %m[0] : memref<10xf32>, vector<4xf32>
    "test.use"(%v) : (vector<4xf32>) -> ()
    %b = arith.addf %a, %x : f32
    %c = arith.mulf %x, %x : f32
    %d = arith.addf %b, %c : f32
    affine.yield %d : f32
  }
  return %r : f32
}
