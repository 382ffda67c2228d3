// pipeline: builtin.module(func.func(affine-loop-unroll))
// pipeline: builtin.module(func.func(affine-loop-unroll{unroll-factor=-1}))
// pipeline: builtin.module(func.func(affine-loop-unroll{unroll-factor=-1 unroll-full-threshold=4}))
// pipeline: builtin.module(func.func(affine-loop-unroll{unroll-factor=3 cleanup-unroll=true}))
// pipeline: builtin.module(func.func(affine-loop-unroll{unroll-factor=8 unroll-up-to-factor=true unroll-num-reps=2}))
func.func @bounds(%n: index, %m: memref<?xf32>, %x: f32) {
  affine.for %i = 0 to min affine_map<() -> (4, 8)>() {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = 0 to min affine_map<()[s0] -> (4, s0)>()[%n] {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    affine.store %x, %m[%i + 1] : memref<?xf32>
  }
  affine.for %i = max affine_map<() -> (0, 2)>() to 10 {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = 3 to 14 step 2 {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = 3 to 4 {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = %n to affine_map<(d0) -> (d0 + 7)>(%n) {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = affine_map<()[s0] -> (s0 * 8)>()[%n] to affine_map<()[s0] -> (s0 * 16)>()[%n] {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = 0 to 100 {
  }
  return
}
// -----
func.func @passed(%n: index, %x: f32, %y: f32) -> (f32, f32, f32) {
  %r:2 = affine.for %i = 0 to 10 iter_args(%a = %x, %b = %y) -> (f32, f32) {
    %c = arith.addf %a, %b : f32
    affine.yield %b, %c : f32, f32
  }
  %s = affine.for %i = 0 to %n iter_args(%a = %x) -> (f32) {
    %c = arith.mulf %a, %y : f32
    affine.yield %c : f32
  }
  %t = affine.for %i = 0 to 1 iter_args(%a = %s) -> (f32) {
    %c = arith.mulf %a, %y : f32
    affine.yield %c : f32
  }
  return %r#0, %r#1, %t : f32, f32, f32
}
// -----
func.func @nested(%m: memref<?x?xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    %j = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    affine.for %k = 0 to affine_map<(d0) -> (d0 + 6)>(%i) {
      affine.store %x, %m[%j, %k] : memref<?x?xf32>
      "test.use"(%k) ({
        "test.inner"(%i) : (index) -> ()
      }) : (index) -> ()
    }
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
      affine.for %k = 1 to 5 {
        affine.store %x, %m[%j, %k] : memref<?x?xf32>
      }
    }
  }
  return
}
// -----
func.func private @declared()
