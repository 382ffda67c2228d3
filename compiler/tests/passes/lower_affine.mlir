// pipeline: builtin.module(lower-affine)
func.func @f(%a: memref<?x?xf32>, %n: index, %m: index) -> (index, index, index, f32) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 * 3 + s0 mod 4 - 2)>(%n)[%m]
  %1 = affine.apply affine_map<(d0) -> (d0 floordiv 4 + d0 ceildiv 8)>(%n)
  %2 = affine.min affine_map<(d0)[s0] -> (d0, s0 + 1, 64)>(%n)[%m]
  %3 = affine.max affine_map<(d0)[s0] -> (d0, s0 * 2)>(%n)[%m]
  %z = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to %n iter_args(%x = %z) -> f32 {
    %v = affine.load %a[%i, %i + 3] : memref<?x?xf32>
    %y = arith.addf %x, %v : f32
    affine.store %y, %a[%i * 2, 5] : memref<?x?xf32>
    affine.yield %y : f32
  }
  affine.for %i = max affine_map<(d0)[s0] -> (d0, s0)>(%n)[%m] to min affine_map<(d0) -> (d0, 10)>(%n) step 2 {
    affine.if affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 - d0 == 0)>(%i)[%n] {
      affine.prefetch %a[%i, %i], read, locality<3>, data : memref<?x?xf32>
    } else {
      %u = affine.vector_load %a[%i, %i] : memref<?x?xf32>, vector<4xf32>
      affine.vector_store %u, %a[%i, %i] : memref<?x?xf32>, vector<4xf32>
    }
  }
  affine.parallel (%i, %j) = (0, %n) to (10, %m) step (1, 3) {
    affine.store %z, %a[%i, %j] : memref<?x?xf32>
  }
  %red = affine.parallel (%i) = (0) to (10) reduce ("addf") -> f32 {
    affine.yield %z : f32
  }
  %cond = affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> f32 { affine.yield %z : f32 } else { affine.yield %red : f32 }
  return %0, %2, %3, %r : index, index, index, f32
}
// -----
func.func @f(%a: memref<100x100xf32>, %b: memref<10x100xf32, 2>, %t: memref<2xi32>, %n: index, %m: index) {
  %c = arith.constant 10 : index
  affine.for %i = 0 to 10 {
  affine.dma_start %a[%i + 3, %n * 2], %b[%i, symbol(%m)], %t[%i mod 2], %c, %n, %c : memref<100x100xf32>, memref<10x100xf32, 2>, memref<2xi32>
  affine.dma_wait %t[%i mod 2], %c : memref<2xi32>
  affine.dma_start %a[0, %i floordiv 2], %b[%i, 4], %t[0], %c : memref<100x100xf32>, memref<10x100xf32, 2>, memref<2xi32>
  affine.dma_wait %t[0], %c : memref<2xi32>
  }
  return
}
