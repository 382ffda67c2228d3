// pipeline: builtin.module(convert-scf-to-cf,convert-to-llvm{filter-dialects=arith,func},convert-to-llvm{filter-dialects=memref,cf},reconcile-unrealized-casts)
func.func @saxpy(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = memref.load %y[%i] : memref<?xf32>
    %2 = arith.mulf %a, %0 : f32
    %3 = arith.addf %2, %1 : f32
    memref.store %3, %y[%i] : memref<?xf32>
  }
  return
}
func.func @matmul(%a: memref<?x?xf32, strided<[?, 1], offset: ?>>, %b: memref<64x32xf32>, %c: memref<?x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %m = memref.dim %a, %c0 : memref<?x?xf32, strided<[?, 1], offset: ?>>
  %k = memref.dim %a, %c1 : memref<?x?xf32, strided<[?, 1], offset: ?>>
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %c32 step %c1 {
      %s = scf.for %l = %c0 to %k step %c1 iter_args(%acc = %zero) -> (f32) {
        %0 = memref.load %a[%i, %l] : memref<?x?xf32, strided<[?, 1], offset: ?>>
        %1 = memref.load %b[%l, %j] : memref<64x32xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = arith.addf %acc, %2 : f32
        scf.yield %3 : f32
      }
      memref.store %s, %c[%i, %j] : memref<?x32xf32>
    }
  }
  return
}
func.func private @stencil(%in: memref<?x?xf64>, %out: memref<?x?xf64>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %in, %c0 : memref<?x?xf64>
  %m = memref.dim %in, %c1 : memref<?x?xf64>
  %n1 = arith.subi %n, %c1 : index
  %m1 = arith.subi %m, %c1 : index
  %q = arith.constant 0.25 : f64
  scf.for %i = %c1 to %n1 step %c1 {
    scf.for %j = %c1 to %m1 step %c1 {
      %im = arith.subi %i, %c1 : index
      %ip = arith.addi %i, %c1 : index
      %jm = arith.subi %j, %c1 : index
      %jp = arith.addi %j, %c1 : index
      %0 = memref.load %in[%im, %j] : memref<?x?xf64>
      %1 = memref.load %in[%ip, %j] : memref<?x?xf64>
      %2 = memref.load %in[%i, %jm] : memref<?x?xf64>
      %3 = memref.load %in[%i, %jp] : memref<?x?xf64>
      %4 = arith.addf %0, %1 : f64
      %5 = arith.addf %2, %3 : f64
      %6 = arith.addf %4, %5 : f64
      %7 = arith.mulf %6, %q : f64
      memref.store %7, %out[%i, %j] : memref<?x?xf64>
    }
  }
  return %n : index
}
func.func @softmax(%x: memref<?x128xf32>, %y: memref<?x128xf32>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %n = memref.dim %x, %c0 : memref<?x128xf32>
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %buf = memref.alloc() : memref<128xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %max = scf.for %j = %c0 to %c128 step %c1 iter_args(%m = %ninf) -> f32 {
      %v = memref.load %x[%i, %j] : memref<?x128xf32>
      %k = arith.maximumf %m, %v : f32
      scf.yield %k : f32
    }
    %sum = scf.for %j = %c0 to %c128 step %c1 iter_args(%s = %zero) -> f32 {
      %v = memref.load %x[%i, %j] : memref<?x128xf32>
      %d = arith.subf %v, %max : f32
      %e = math.exp %d : f32
      memref.store %e, %buf[%j] : memref<128xf32>
      %k = arith.addf %s, %e : f32
      scf.yield %k : f32
    }
    scf.for %j = %c0 to %c128 step %c1 {
      %e = memref.load %buf[%j] : memref<128xf32>
      %d = arith.divf %e, %sum : f32
      memref.store %d, %y[%i, %j] : memref<?x128xf32>
    }
  }
  memref.dealloc %buf : memref<128xf32>
  %r = call @stencil2(%y) : (memref<?x128xf32>) -> memref<?x128xf32>
  return
}
func.func private @stencil2(memref<?x128xf32>) -> memref<?x128xf32> attributes {llvm.emit_c_interface}
