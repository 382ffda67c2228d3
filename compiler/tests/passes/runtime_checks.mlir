// pipeline: builtin.module(generate-runtime-verification)
// pipeline: builtin.module(func.func(generate-runtime-verification{verbose-level=0}))

func.func @load(%m: memref<?x4xf32>, %i: index, %j: index) -> f32 {
  %0 = memref.load %m[%i, %j] : memref<?x4xf32>
  return %0 : f32
}
func.func @store(%m: memref<4xf32>, %i: index, %v: f32) {
  memref.store %v, %m[%i] : memref<4xf32>
  return
}
func.func @zero(%m: memref<f32>) -> f32 {
  %0 = memref.load %m[] : memref<f32>
  return %0 : f32
}
func.func @dim(%m: memref<?x4xf32>, %u: memref<*xf32>, %i: index) -> index {
  %0 = memref.dim %m, %i : memref<?x4xf32>
  %1 = memref.dim %u, %i : memref<*xf32>
  return %0 : index
}
func.func @copy(%m: memref<?x4xf32>, %u: memref<3x?xf32>, %w : memref<3x4xf32>) {
  memref.copy %m, %u : memref<?x4xf32> to memref<3x?xf32>
  memref.copy %w, %m : memref<3x4xf32> to memref<?x4xf32>
  return
}
func.func @rmw(%m: memref<?xf32>, %i: index, %v: f32) -> f32 {
  %x = memref.atomic_rmw addf %v, %m[%i] : (f32, memref<?xf32>) -> f32
  return %x : f32
}

// -----

func.func @cast(%m: memref<?x4xf32>, %u: memref<*xf32>, %s: memref<?xf32, strided<[?], offset: ?>>) {
  %0 = memref.cast %m : memref<?x4xf32> to memref<3x4xf32>
  %1 = memref.cast %u : memref<*xf32> to memref<?x4xf32>
  %2 = memref.cast %s : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[2], offset: 8>>
  %3 = memref.cast %m : memref<?x4xf32> to memref<?x?xf32>
  return
}

// -----

func.func @expand(%m: memref<?xf32>, %s: index) {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [%s, 5] : memref<?xf32> into memref<?x5xf32>
  return
}

// -----

func.func @assume(%m: memref<?xf32>) {
  %0 = memref.assume_alignment %m, 16 : memref<?xf32>
  return
}

// -----

func.func @load(%m: memref<?x4xf32>, %i: index, %j: index) -> f32 {
  %c2 = arith.constant 2 : index
  %c-1 = arith.constant -1 : index
  %0 = memref.load %m[%c2, %c2] : memref<?x4xf32>
  %1 = memref.load %m[%i, %c-1] : memref<?x4xf32>
  %2 = memref.dim %m, %c2 : memref<?x4xf32>
  return %0 : f32
}

// -----

func.func @g(%m: memref<?xf32>, %i: index, %v: f32) -> f32 {
  %x = memref.generic_atomic_rmw %m[%i] : memref<?xf32> {
  ^bb0(%c : f32):
    memref.atomic_yield %c : f32
  }
  memref.prefetch %m[%i], read, locality<3>, data : memref<?xf32>
  %a = memref.alloca(%i) : memref<?xf32>
  %r = memref.reinterpret_cast %m to offset: [0], sizes: [%i], strides: [1] : memref<?xf32> to memref<?xf32>
  memref.dealloc %m : memref<?xf32>
  return %x : f32
}

// -----

func.func @expand(%m: memref<10x?xf32>, %s: index, %n : memref<?xf32>) {
  %0 = memref.expand_shape %m [[0, 1], [2, 3, 4]] output_shape [2, 5, 3, %s, 5] : memref<10x?xf32> into memref<2x5x3x?x5xf32>
  %1 = memref.expand_shape %n [[0, 1]] output_shape [%s, 1] : memref<?xf32> into memref<?x1xf32>
  return
}

// -----

func.func @cast(%m: memref<4xf32>, %u: memref<*xf32>) {
  %0 = memref.cast %m : memref<4xf32> to memref<*xf32>
  %1 = memref.cast %u : memref<*xf32> to memref<f32>
  return
}

// -----

func.func @expand(%m: memref<?x?xf32>, %s: index) {
  %0 = memref.expand_shape %m [[0], [1, 2]] output_shape [%s, %s, 5] : memref<?x?xf32> into memref<?x?x5xf32>
  return
}

// -----

func.func @cast(%m: memref<?xf32, affine_map<(d0)->(d0*2+3)>>, %k: memref<?xf32, 3>) {
  %0 = memref.cast %m : memref<?xf32, affine_map<(d0)->(d0*2+3)>> to memref<4xf32, affine_map<(d0)->(d0*2+3)>>
  %1 = memref.cast %k : memref<?xf32, 3> to memref<4xf32, 3>
  return
}

// -----

func.func @st(%m: memref<?xf32>, %f: f32) {
  %c2 = arith.constant 2 : index
  scf.for %i = %c2 to %c2 step %c2 { memref.store %f, %m[%i] : memref<?xf32> }
  affine.for %i = 0 to 3 { affine.store %f, %m[%i] : memref<?xf32> }
  return
}

// -----

func.func @own(%n: index) -> (memref<4xf32>, memref<5xf32>) {
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.cast %a : memref<?xf32> to memref<4xf32>
  %c = memref.alloc() : memref<5xf32>
  %d = memref.cast %c : memref<5xf32> to memref<?xf32>
  %e = memref.cast %d : memref<?xf32> to memref<5xf32>
  return %b, %e : memref<4xf32>, memref<5xf32>
}
