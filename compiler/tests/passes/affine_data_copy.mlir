// pipeline: builtin.module(func.func(affine-data-copy-generate))
// pipeline: builtin.module(func.func(affine-data-copy-generate{skip-non-unit-stride-loops=true}))
// pipeline: builtin.module(func.func(affine-data-copy-generate{generate-dma=true fast-mem-space=2 tag-mem-space=3}))
// pipeline: builtin.module(func.func(affine-data-copy-generate{fast-mem-capacity=1 fast-mem-space=0}))

func.func @copy1(%A: memref<256x256xf32>, %n: index) {
  affine.for %i = 0 to 256 step 32 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 32 {
        %x = affine.load %A[%i + %k, %j] : memref<256x256xf32>
        affine.store %x, %A[%i + %k, %j + 1] : memref<256x256xf32>
      }
    }
  }
  return
}
// -----
func.func @plain(%A: memref<256xf32>, %n: index) {
  %c = arith.constant 3 : index
  %0 = affine.load %A[%n] : memref<256xf32>
  affine.store %0, %A[%c] : memref<256xf32>
  affine.for %i = 0 to 100 {
    %x = affine.load %A[%i mod 2] : memref<256xf32>
    "test.use"(%x) : (f32) -> ()
  }
  return
}
// -----
func.func @empty_range(%A: memref<256xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<256xf32>
    affine.store %x, %B[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<256xf32>
    affine.store %x, %A[%i floordiv 4] : memref<256xf32>
  }
  affine.for %i = 5 to 5 {
    %x = affine.load %A[%i] : memref<256xf32>
    "test.use"(%x) : (f32) -> ()
  }
  return
}
// -----
func.func @product(%A: memref<64x64xf32>, %B: memref<64x64xf32>, %C: memref<64x64xf32>) {
  affine.for %i = 0 to 64 step 8 {
    affine.for %j = 0 to 64 step 8 {
      affine.for %k = 0 to 64 step 8 {
        affine.for %x = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 8)>(%i) {
          affine.for %y = affine_map<(d0) -> (d0)>(%j) to affine_map<(d0) -> (d0 + 8)>(%j) {
            affine.for %z = affine_map<(d0) -> (d0)>(%k) to affine_map<(d0) -> (d0 + 8)>(%k) {
              %a = affine.load %A[%x, %z] : memref<64x64xf32>
              %b = affine.load %B[%z, %y] : memref<64x64xf32>
              %c = affine.load %C[%x, %y] : memref<64x64xf32>
              %p = arith.mulf %a, %b : f32
              %s = arith.addf %c, %p : f32
              affine.store %s, %C[%x, %y] : memref<64x64xf32>
            }
          }
        }
      }
    }
  }
  return
}
// -----
func.func @written(%A: memref<64xf32>, %x: f32) {
  affine.for %i = 0 to 64 {
    affine.store %x, %A[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @spaces(%A: memref<64xf32, 1>, %B: memref<64xf32>, %C: memref<64xf32, 0>) {
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i] : memref<64xf32, 1>
    %c = affine.load %C[%i] : memref<64xf32, 0>
    %s = arith.addf %a, %c : f32
    affine.store %s, %B[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @local() {
  affine.for %i = 0 to 64 step 2 {
    %m = memref.alloc() : memref<8xf32>
    affine.for %j = 0 to 8 {
      %a = affine.load %m[%j] : memref<8xf32>
      affine.store %a, %m[7 - %j] : memref<8xf32>
    }
  }
  return
}
// -----
func.func @dynamic(%A: memref<?xf32>, %B: memref<64xindex>, %n: index) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i + symbol(%n)] : memref<?xf32>
    %b = affine.load %B[0] : memref<64xindex>
    "test.use"(%a, %b) : (f32, index) -> ()
  }
  return
}
// -----
func.func @symbols(%A: memref<100x?xf32>, %n: index) {
  affine.for %i = 0 to 8 step 4 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%j * 3, %j + symbol(%n)] : memref<100x?xf32>
      "test.use"(%a) : (f32) -> ()
    }
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i + 5, %j + %i] : memref<100x?xf32>
      "test.use"(%a) : (f32) -> ()
    }
  }
  return
}
// -----
func.func @scalar(%A: memref<f32>, %B: memref<4xf32>) {
  %0 = affine.load %A[] : memref<f32>
  affine.store %0, %B[2] : memref<4xf32>
  affine.for %i = 0 to 4 step 2 {
    %a = affine.load %A[] : memref<f32>
    affine.store %a, %B[3] : memref<4xf32>
  }
  return
}
// -----
func.func @strides(%A: memref<4x8x16xf32>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 3 {
      affine.for %k = 0 to 5 {
        %a = affine.load %A[%i, %j, %k] : memref<4x8x16xf32>
        "test.use"(%a) : (f32) -> ()
      }
    }
  }
  return
}
