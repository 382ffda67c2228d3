// pipeline: builtin.module(affine-loop-fusion)
// pipeline: builtin.module(func.func(affine-loop-fusion{maximal=true}))
// pipeline: builtin.module(affine-loop-fusion{mode=producer compute-tolerance=0.0})
// pipeline: builtin.module(affine-loop-fusion{mode=sibling})
// pipeline: builtin.module(affine-loop-fusion{fast-mem-space=3 local-buf-threshold=2})
func.func @one_element(%x: f32) {
  %m = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %m[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %v = affine.load %m[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @a_row_of_elements(%x: f32) {
  %m = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %m[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 4 {
      %v = affine.load %m[%i * 4 + %j] : memref<64xf32>
    }
    affine.for %j = 0 to 4 {
      %v = affine.load %m[%i * 4 + %j] : memref<64xf32>
    }
  }
  return
}
// -----
func.func @neighbours(%x: f32, %out: memref<62xf32>) {
  %m = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %m[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 62 {
    %a = affine.load %m[%i] : memref<64xf32>
    %b = affine.load %m[%i + 1] : memref<64xf32>
    %c = affine.load %m[%i + 2] : memref<64xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.addf %d, %c : f32
    affine.store %e, %out[%i] : memref<62xf32>
  }
  return
}
// -----
func.func @product(%a: memref<16x24xf32>, %b: memref<24x8xf32>, %out: memref<16x8xf32>) {
  %m = memref.alloc() : memref<16x8xf32>
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      affine.store %zero, %m[%i, %j] : memref<16x8xf32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 24 {
        %x = affine.load %a[%i, %k] : memref<16x24xf32>
        %y = affine.load %b[%k, %j] : memref<24x8xf32>
        %z = affine.load %m[%i, %j] : memref<16x8xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %m[%i, %j] : memref<16x8xf32>
      }
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %z = affine.load %m[%i, %j] : memref<16x8xf32>
      %s = arith.maximumf %z, %zero : f32
      affine.store %s, %out[%i, %j] : memref<16x8xf32>
    }
  }
  return
}
// -----
func.func @argument_stays(%x: f32, %m: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    affine.store %x, %m[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 32 {
    %v = affine.load %m[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @whole_argument(%x: f32, %m: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    affine.store %x, %m[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %v = affine.load %m[%i] : memref<64xf32>
  }
  return
}
// -----
func.func private @use(memref<64xf32>)
func.func @call_between(%x: f32) {
  %m = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %m[%i] : memref<64xf32>
  }
  func.call @use(%m) : (memref<64xf32>) -> ()
  affine.for %i = 0 to 64 {
    %v = affine.load %m[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @call_after(%x: f32) -> memref<64xf32> {
  %m = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %m[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %v = affine.load %m[%i] : memref<64xf32>
  }
  return %m : memref<64xf32>
}
// -----
func.func @two_users(%x: f32) {
  %m = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %m[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %v = affine.load %m[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %v = affine.load %m[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @chain(%x: f32, %out: memref<64xf32>) {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %a[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<64xf32>
    affine.store %v, %b[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %v = affine.load %b[%i] : memref<64xf32>
    affine.store %v, %out[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @two_producers(%x: f32, %out: memref<64xf32>) {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %a[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    affine.store %x, %b[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<64xf32>
    %w = affine.load %b[63 - %i] : memref<64xf32>
    %s = arith.addf %v, %w : f32
    affine.store %s, %out[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @recomputed_too_often(%x: f32, %in: memref<64xf32>, %out: memref<64x64xf32>) {
  %a = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %v = affine.load %in[%i] : memref<64xf32>
    %w = math.exp %v : f32
    %y = arith.mulf %w, %w : f32
    affine.store %y, %a[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %v = affine.load %a[%j] : memref<64xf32>
      affine.store %v, %out[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
// -----
func.func @own_earlier_iterations(%x: f32, %out: memref<64xf32>) {
  %a = memref.alloc() : memref<65xf32>
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<65xf32>
    %w = arith.addf %v, %x : f32
    affine.store %w, %a[%i + 1] : memref<65xf32>
  }
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<65xf32>
    affine.store %v, %out[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @sink_sequential(%x: f32, %out: memref<24xf32>) {
  %a = memref.alloc() : memref<16x24xf32>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 24 {
      affine.store %x, %a[%i, %j] : memref<16x24xf32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 24 {
      %v = affine.load %a[%i, %j] : memref<16x24xf32>
      %w = affine.load %out[%j] : memref<24xf32>
      %s = arith.addf %v, %w : f32
      affine.store %s, %out[%j] : memref<24xf32>
    }
  }
  return
}
// -----
func.func @siblings(%a: memref<16x24xf32>, %x: memref<24xf32>, %y: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 24 {
      %v = affine.load %a[%i, %j] : memref<16x24xf32>
      %w = affine.load %x[%j] : memref<24xf32>
      %s = arith.addf %v, %w : f32
      affine.store %s, %x[%j] : memref<24xf32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 24 {
      %v = affine.load %a[%i, %j] : memref<16x24xf32>
      %w = affine.load %y[%i] : memref<16xf32>
      %s = arith.addf %v, %w : f32
      affine.store %s, %y[%i] : memref<16xf32>
    }
  }
  return
}
// -----
func.func @sibling_reductions(%a: memref<16x24xf32>, %x: memref<16xf32>, %y: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    %r = affine.for %j = 0 to 24 iter_args(%s = %zero) -> (f32) {
      %v = affine.load %a[%i, %j] : memref<16x24xf32>
      %t = arith.addf %s, %v : f32
      affine.yield %t : f32
    }
    affine.store %r, %x[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    %r = affine.for %j = 0 to 24 iter_args(%s = %zero) -> (f32) {
      %v = affine.load %a[%i, %j] : memref<16x24xf32>
      %t = arith.mulf %s, %v : f32
      affine.yield %t : f32
    }
    %n = arith.negf %r : f32
    affine.store %n, %y[%i] : memref<16xf32>
  }
  return
}
// -----
func.func @symbols(%x: f32, %n: index, %out: memref<?xf32>) {
  %a = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.store %x, %a[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %v = affine.load %a[%i] : memref<?xf32>
    affine.store %v, %out[%i] : memref<?xf32>
  }
  return
}
// -----
func.func @choice(%x: f32, %n: index) {
  %a = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%i)[%n] {
      affine.store %x, %a[%i] : memref<64xf32>
    }
  }
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @inside_of_a_loop(%x: f32, %out: memref<8x64xf32>) {
  affine.for %o = 0 to 8 {
    %a = memref.alloc() : memref<64xf32>
    affine.for %i = 0 to 64 {
      affine.store %x, %a[%i] : memref<64xf32>
    }
    affine.for %i = 0 to 64 {
      %v = affine.load %a[%i] : memref<64xf32>
      affine.store %v, %out[%o, %i] : memref<8x64xf32>
    }
  }
  return
}
// -----
func.func @write_between(%x: f32) {
  %a = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %a[%i] : memref<64xf32>
  }
  affine.store %x, %a[3] : memref<64xf32>
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @value_between(%x: f32, %b: memref<64xf32>) {
  %a = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %a[%i] : memref<64xf32>
  }
  %y = affine.load %a[7] : memref<64xf32>
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<64xf32>
    %s = arith.addf %v, %y : f32
    affine.store %s, %b[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @allocation_between(%x: f32) {
  %a = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %a[%i] : memref<64xf32>
  }
  %b = memref.alloc() : memref<64xf32>
  %c = arith.constant 5 : index
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<64xf32>
    affine.store %v, %b[%c] : memref<64xf32>
  }
  memref.dealloc %a : memref<64xf32>
  return
}
// -----
func.func @steps(%x: f32) {
  %a = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 step 2 {
    affine.store %x, %a[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 step 2 {
    %v = affine.load %a[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @scalars(%x: f32) {
  %a = memref.alloc() : memref<f32>
  affine.for %i = 0 to 64 {
    affine.store %x, %a[] : memref<f32>
  }
  affine.for %i = 0 to 64 {
    %v = affine.load %a[] : memref<f32>
  }
  return
}
// -----
func.func @indices(%x: index) {
  %a = memref.alloc() : memref<64xindex>
  affine.for %i = 0 to 64 {
    affine.store %x, %a[%i] : memref<64xindex>
  }
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<64xindex>
  }
  return
}
// -----
func.func @layout(%x: f32) {
  %a = memref.alloc() : memref<8x8xf32, affine_map<(d0, d1) -> (d1, d0)>>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %x, %a[%i, %j] : memref<8x8xf32, affine_map<(d0, d1) -> (d1, d0)>>
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %v = affine.load %a[%i, %j] : memref<8x8xf32, affine_map<(d0, d1) -> (d1, d0)>>
    }
  }
  return
}
// -----
func.func @transposed(%x: f32, %out: memref<24x16xf32>) {
  %a = memref.alloc() : memref<16x24xf32>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 24 {
      affine.store %x, %a[%i, %j] : memref<16x24xf32>
    }
  }
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 16 {
      %v = affine.load %a[%j, %i] : memref<16x24xf32>
      affine.store %v, %out[%i, %j] : memref<24x16xf32>
    }
  }
  return
}
// -----
func.func @quotients(%x: f32, %out: memref<64xf32>) {
  %a = memref.alloc() : memref<8x8xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %a[%i floordiv 8, %i mod 8] : memref<8x8xf32>
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %v = affine.load %a[%i, %j] : memref<8x8xf32>
      affine.store %v, %out[%i * 8 + %j] : memref<64xf32>
    }
  }
  return
}
// -----
func.func @overwritten(%x: f32, %y: f32) {
  %a = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %a[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 32 {
    affine.store %y, %a[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @no_other(%x: f32) {
  %a = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %a[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @blocks(%c: i1, %x: f32) {
  %a = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %a[%i] : memref<64xf32>
  }
  cf.cond_br %c, ^one, ^two
^one:
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<64xf32>
  }
  cf.br ^two
^two:
  affine.for %i = 0 to 64 {
    affine.store %x, %a[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @in_scf(%x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %o = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<64xf32>
    affine.for %i = 0 to 64 {
      affine.store %x, %a[%i] : memref<64xf32>
    }
    affine.for %i = 0 to 64 {
      %v = affine.load %a[%i] : memref<64xf32>
    }
  }
  return
}
// -----
func.func @barrier(%x: f32) {
  %a = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %a[%i] : memref<64xf32>
  } {slice_fusion_barrier = true}
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @spaces(%x: f32) {
  %a = memref.alloc() : memref<1024xf32, 2>
  affine.for %i = 0 to 1024 {
    affine.store %x, %a[%i] : memref<1024xf32, 2>
  }
  affine.for %i = 0 to 1024 {
    %v = affine.load %a[%i] : memref<1024xf32, 2>
  }
  return
}
// -----
func.func @other_accesses(%x: f32, %k: index) {
  %a = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %a[%i] : memref<64xf32>
    memref.store %x, %a[%k] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<64xf32>
  }
  return
}
