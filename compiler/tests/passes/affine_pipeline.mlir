// pipeline: builtin.module(func.func(affine-pipeline-data-transfer))
// pipeline: builtin.module(func.func(affine-pipeline-data-transfer),canonicalize)
func.func @one(%A: memref<256xf32>) {
  %buffer = memref.alloc() : memref<32xf32, 1>
  %tag = memref.alloc() : memref<1xi32>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  affine.for %i = 0 to 8 {
    affine.dma_start %A[%i * 32], %buffer[%c0], %tag[%c0], %c32 : memref<256xf32>, memref<32xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%c0], %c32 : memref<1xi32>
    affine.for %j = 0 to 32 {
      %v = affine.load %buffer[%j] : memref<32xf32, 1>
      %r = "test.compute"(%v, %i) : (f32, index) -> f32
      affine.store %r, %buffer[%j] : memref<32xf32, 1>
    }
  }
  memref.dealloc %tag : memref<1xi32>
  memref.dealloc %buffer : memref<32xf32, 1>
  return
}
// -----
func.func @memory_in_loop(%A: memref<512x16xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  affine.for %i = 4 to 512 step 8 {
    %buffer = memref.alloc() : memref<8x1xf32, 1>
    %tag = memref.alloc() : memref<1xi32>
    affine.dma_start %A[%i, 2], %buffer[0, 0], %tag[%c0], %c8, %c8, %c8 : memref<512x16xf32>, memref<8x1xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%c0], %c8 : memref<1xi32>
    %v = affine.load %buffer[3, 0] : memref<8x1xf32, 1>
    "test.use"(%v) : (f32) -> ()
    memref.dealloc %tag : memref<1xi32>
    memref.dealloc %buffer : memref<8x1xf32, 1>
  }
  return
}
// -----
// Indices that other operations use as well, and sizes that are known before the loop.
func.func @shared(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %tag = memref.alloc() : memref<2xi32>
  %second = memref.alloc() : memref<2xi32>
  %c16 = arith.constant 16 : index
  affine.for %i = affine_map<(d0) -> (d0 + 1)>(%n) to affine_map<(d0) -> (d0 + 9)>(%n) {
    %at = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
    %next = affine.apply affine_map<(d0) -> (d0 + 3)>(%at)
    %a = memref.alloc(%n) : memref<?xf32, 2>
    %b = memref.alloc(%n) : memref<?xf32, 2>
    affine.dma_start %A[%at], %a[0], %tag[0], %c16 : memref<?xf32>, memref<?xf32, 2>, memref<2xi32>
    affine.dma_start %B[%next], %b[0], %second[1], %c16 : memref<?xf32>, memref<?xf32, 2>, memref<2xi32>
    affine.dma_wait %tag[0], %c16 : memref<2xi32>
    affine.dma_wait %second[1], %c16 : memref<2xi32>
    %v = affine.load %a[symbol(%n) - 1] : memref<?xf32, 2>
    %w = affine.vector_load %b[2] : memref<?xf32, 2>, vector<4xf32>
    "test.use"(%v, %w, %at) : (f32, vector<4xf32>, index) -> ()
    memref.dealloc %b : memref<?xf32, 2>
  }
  memref.dealloc %tag : memref<2xi32>
  return
}
// -----
// Loops in each other, and a single iteration.
func.func @nested(%A: memref<64x64xf32>, %B: memref<64xf32>) {
  %c64 = arith.constant 64 : index
  %row = memref.alloc() : memref<1x64xf32, 1>
  %few = memref.alloc() : memref<64xf32, 1>
  %tags = memref.alloc() : memref<2xi32>
  %more = memref.alloc() : memref<1xi32>
  affine.for %i = 0 to 16 {
    affine.dma_start %A[%i * 4, 0], %row[0, 0], %tags[1], %c64 : memref<64x64xf32>, memref<1x64xf32, 1>, memref<2xi32>
    affine.dma_wait %tags[1], %c64 : memref<2xi32>
    affine.for %j = 2 to 4 {
      affine.dma_start %B[0], %few[0], %more[0], %c64 : memref<64xf32>, memref<64xf32, 1>, memref<1xi32>
      affine.dma_wait %more[0], %c64 : memref<1xi32>
      %v = affine.load %few[%i] : memref<64xf32, 1>
      %w = affine.load %row[0, %j] : memref<1x64xf32, 1>
      "test.use"(%v, %w, %j) : (f32, f32, index) -> ()
    }
  }
  affine.for %i = 5 to 6 {
    affine.dma_start %A[%i * 4, 0], %row[0, 0], %tags[0], %c64 : memref<64x64xf32>, memref<1x64xf32, 1>, memref<2xi32>
    affine.dma_wait %tags[0], %c64 : memref<2xi32>
  }
  memref.dealloc %row : memref<1x64xf32, 1>
  return
}
// -----
// What stays: what is copied is copied back, buffers that are used outside, unknown numbers of iterations, slower memory.
func.func @stays(%A: memref<256xf32>, %n: index) {
  %buffer = memref.alloc() : memref<32xf32, 1>
  %other = memref.alloc() : memref<32xf32, 1>
  %slow = memref.alloc() : memref<32xf32>
  %tag = memref.alloc() : memref<1xi32>
  %c32 = arith.constant 32 : index
  affine.for %i = 0 to 8 {
    affine.dma_start %A[%i], %buffer[0], %tag[0], %c32 : memref<256xf32>, memref<32xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[0], %c32 : memref<1xi32>
    affine.dma_start %buffer[0], %A[%i], %tag[0], %c32 : memref<32xf32, 1>, memref<256xf32>, memref<1xi32>
    affine.dma_wait %tag[0], %c32 : memref<1xi32>
  }
  affine.for %i = 0 to 8 {
    affine.dma_start %A[%i], %other[0], %tag[0], %c32 : memref<256xf32>, memref<32xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[0], %c32 : memref<1xi32>
  }
  %v = affine.load %other[0] : memref<32xf32, 1>
  "test.use"(%v) : (f32) -> ()
  affine.for %i = 0 to %n {
    affine.dma_start %A[%i], %buffer[0], %tag[0], %c32 : memref<256xf32>, memref<32xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[0], %c32 : memref<1xi32>
  }
  affine.for %i = 0 to 8 {
    affine.dma_start %A[%i], %slow[0], %tag[0], %c32 : memref<256xf32>, memref<32xf32>, memref<1xi32>
    affine.dma_wait %tag[0], %c32 : memref<1xi32>
  }
  return
}
