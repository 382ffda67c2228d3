// pipeline: builtin.module(func.func(affine-parallelize))
// pipeline: builtin.module(func.func(affine-parallelize{parallel-reductions=true}))
// pipeline: builtin.module(func.func(affine-parallelize{max-nested=1}))
func.func @independent(%m: memref<50x50xf32>, %k: memref<50x50xf32>, %n: index) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to %n step 2 {
      %v = affine.load %m[%i, %j] : memref<50x50xf32>
      affine.store %v, %k[%i, %j] : memref<50x50xf32>
    }
  }
  affine.for %i = 1 to min affine_map<()[s0] -> (s0, 40)>()[%n] {
    %v = affine.load %m[%i, 3] : memref<50x50xf32>
    affine.store %v, %m[%i, 4] : memref<50x50xf32>
  }
  return
}
// -----
func.func @dependent(%m: memref<50xf32>, %n: index, %cst: f32) {
  affine.for %i = 1 to 40 {
    %v = affine.load %m[%i - 1] : memref<50xf32>
    affine.store %v, %m[%i] : memref<50xf32>
  }
  affine.for %i = 0 to 20 {
    %v = affine.load %m[%i * 2] : memref<50xf32>
    affine.store %v, %m[%i * 2 + 1] : memref<50xf32>
  }
  affine.for %i = 0 to 40 step 3 {
    %v = affine.load %m[%i + 1] : memref<50xf32>
    affine.store %v, %m[%i] : memref<50xf32>
  }
  affine.for %i = 0 to 40 {
    affine.store %cst, %m[%n] : memref<50xf32>
  }
  affine.for %i = 0 to 10 {
    %v = affine.load %m[%i] : memref<50xf32>
    affine.if affine_set<(d0) : (d0 - 20 >= 0)>(%i) {
      affine.store %v, %m[%i + 1] : memref<50xf32>
    }
  }
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 8 {
      %v = affine.load %m[%i mod 8] : memref<50xf32>
      affine.store %v, %m[%i floordiv 8] : memref<50xf32>
    }
  }
  return
}
// -----
func.func @other_memory(%m: memref<50xf32>, %x: f32) {
  affine.for %i = 1 to 40 {
    %a = memref.alloc() : memref<4xf32>
    affine.for %j = 0 to 4 {
      affine.store %x, %a[%j] : memref<4xf32>
    }
    %v = affine.load %a[0] : memref<4xf32>
    affine.store %v, %m[%i] : memref<50xf32>
  }
  affine.for %i = 1 to 40 {
    "test.use"() : () -> ()
  }
  affine.for %i = 1 to 40 {
    %c = arith.constant 0 : index
    memref.store %x, %m[%c] : memref<50xf32>
  }
  return
}
// -----
func.func @reductions(%m: memref<50xf32>, %x: f32, %y: i32) -> (f32, i32, f32, f32) {
  %r:2 = affine.for %i = 1 to 40 iter_args(%a = %x, %b = %y) -> (f32, i32) {
    %v = affine.load %m[%i] : memref<50xf32>
    %s = arith.addf %a, %v : f32
    %t = arith.addi %y, %b : i32
    affine.yield %s, %t : f32, i32
  }
  %u = affine.for %i = 1 to 40 iter_args(%a = %x) -> (f32) {
    %v = affine.load %m[%i] : memref<50xf32>
    %s = arith.subf %a, %v : f32
    affine.yield %s : f32
  }
  %w = affine.for %i = 1 to 40 iter_args(%a = %x) -> (f32) {
    %v = affine.load %m[%i] : memref<50xf32>
    %s = arith.mulf %a, %v : f32
    %t = arith.mulf %s, %v : f32
    affine.yield %t : f32
  }
  return %r#0, %r#1, %u, %w : f32, i32, f32, f32
}
