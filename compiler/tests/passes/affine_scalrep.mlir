// pipeline: builtin.module(func.func(affine-scalrep))
func.func @forward(%x: f32, %n: index) -> f32 {
  %m = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    affine.store %x, %m[%i] : memref<10xf32>
    %v = affine.load %m[%i] : memref<10xf32>
    %w = arith.addf %v, %v : f32
    "test.use"(%w) : (f32) -> ()
  }
  memref.dealloc %m : memref<10xf32>
  return %x : f32
}
// -----
func.func @kept(%x: f32, %y: f32, %m: memref<10xf32>, %k: memref<10xf32>, %c: i1) {
  affine.store %x, %m[3] : memref<10xf32>
  affine.for %i = 0 to 10 {
    affine.store %y, %m[%i] : memref<10xf32>
  }
  %a = affine.load %m[3] : memref<10xf32>
  "test.use"(%a) : (f32) -> ()
  affine.store %x, %m[4] : memref<10xf32>
  "test.use"() : () -> ()
  %b = affine.load %m[4] : memref<10xf32>
  affine.store %x, %m[5] : memref<10xf32>
  affine.store %y, %k[5] : memref<10xf32>
  %d = affine.load %m[5] : memref<10xf32>
  affine.store %x, %m[6] : memref<10xf32>
  affine.store %y, %m[7] : memref<10xf32>
  %e = affine.load %m[6] : memref<10xf32>
  scf.if %c {
    affine.store %y, %m[6] : memref<10xf32>
  }
  %f = affine.load %m[6] : memref<10xf32>
  "test.use"(%b, %d, %e, %f) : (f32, f32, f32, f32) -> ()
  return
}
// -----
func.func @unused_stores(%x: f32, %y: f32, %m: memref<10xf32>, %c: i1) {
  affine.store %x, %m[3] : memref<10xf32>
  affine.store %y, %m[3] : memref<10xf32>
  affine.store %x, %m[4] : memref<10xf32>
  %v = affine.load %m[4] : memref<10xf32>
  affine.store %y, %m[4] : memref<10xf32>
  affine.store %v, %m[5] : memref<10xf32>
  affine.for %i = 0 to 10 {
    affine.store %v, %m[%i] : memref<10xf32>
    affine.store %x, %m[%i] : memref<10xf32>
  }
  affine.store %y, %m[6] : memref<10xf32>
  cf.cond_br %c, ^one, ^two
^one:
  affine.store %x, %m[6] : memref<10xf32>
  cf.br ^two
^two:
  affine.store %x, %m[6] : memref<10xf32>
  return
}
// -----
func.func @loads(%m: memref<10x10xf32>, %n: index) -> f32 {
  %a = affine.load %m[%n, 3] : memref<10x10xf32>
  %i = affine.apply affine_map<()[s0] -> (s0 + 0)>()[%n]
  %b = affine.load %m[symbol(%i), 3] : memref<10x10xf32>
  %c = affine.vector_load %m[symbol(%n), 3] : memref<10x10xf32>, vector<2xf32>
  %d = affine.vector_load %m[%n, 3] : memref<10x10xf32>, vector<2xf32>
  "test.use"(%c, %d) : (vector<2xf32>, vector<2xf32>) -> ()
  %s = arith.addf %a, %b : f32
  affine.for %j = 0 to 10 {
    %e = affine.load %m[%n, 3] : memref<10x10xf32>
    "test.use"(%e) : (f32) -> ()
  }
  return %s : f32
}
// -----
func.func @distances(%x: f32, %m: memref<100xf32>) {
  affine.for %i = 0 to 10 {
    affine.store %x, %m[%i * 2] : memref<100xf32>
    affine.for %j = 0 to 5 {
      affine.store %x, %m[%j * 2 + 1] : memref<100xf32>
    }
    %a = affine.load %m[%i * 2] : memref<100xf32>
    affine.for %j = 0 to 5 {
      affine.store %a, %m[%j * 2] : memref<100xf32>
    }
    %b = affine.load %m[%i * 2] : memref<100xf32>
    "test.use"(%a, %b) : (f32, f32) -> ()
  }
  return
}
