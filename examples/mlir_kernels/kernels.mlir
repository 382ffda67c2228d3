// Kernels as a compiler for numbers would end in them. What each function takes and gives is all that a caller needs:
// regenerate.py puts it into the library itself, beside the code.

// y := a x + y.
func.func @axpy(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %xi = memref.load %x[%i] : memref<?xf32>
    %yi = memref.load %y[%i] : memref<?xf32>
    %ax = arith.mulf %a, %xi : f32
    %sum = arith.addf %ax, %yi : f32
    memref.store %sum, %y[%i] : memref<?xf32>
  }
  return
}

// The product of two matrices of any strides, as a new matrix.
func.func @matmul(%a: memref<?x?xf64, strided<[?, ?], offset: ?>>, %b: memref<?x?xf64, strided<[?, ?], offset: ?>>) -> memref<?x?xf64> attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %rows = memref.dim %a, %c0 : memref<?x?xf64, strided<[?, ?], offset: ?>>
  %columns = memref.dim %b, %c1 : memref<?x?xf64, strided<[?, ?], offset: ?>>
  %c = memref.alloc(%rows, %columns) : memref<?x?xf64>
  linalg.fill ins(%zero : f64) outs(%c : memref<?x?xf64>)
  linalg.matmul ins(%a, %b : memref<?x?xf64, strided<[?, ?], offset: ?>>, memref<?x?xf64, strided<[?, ?], offset: ?>>) outs(%c : memref<?x?xf64>)
  return %c : memref<?x?xf64>
}

// The smallest and the largest element, and where they are: four results of three types.
func.func @extremes(%x: memref<?xf32>) -> (f32, index, f32, index) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %first = memref.load %x[%c0] : memref<?xf32>
  %r:4 = scf.for %i = %c1 to %n step %c1 iter_args(%low = %first, %at = %c0, %high = %first, %to = %c0) -> (f32, index, f32, index) {
    %e = memref.load %x[%i] : memref<?xf32>
    %less = arith.cmpf olt, %e, %low : f32
    %more = arith.cmpf ogt, %e, %high : f32
    %low2 = arith.select %less, %e, %low : f32
    %at2 = arith.select %less, %i, %at : index
    %high2 = arith.select %more, %e, %high : f32
    %to2 = arith.select %more, %i, %to : index
    scf.yield %low2, %at2, %high2, %to2 : f32, index, f32, index
  }
  return %r#0, %r#1, %r#2, %r#3 : f32, index, f32, index
}

// Every other row: a view of the argument's own memory, no copy.
func.func @every_other(%m: memref<?x?xi32, strided<[?, ?], offset: ?>>) -> memref<?x?xi32, strided<[?, ?], offset: ?>> attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %rows = memref.dim %m, %c0 : memref<?x?xi32, strided<[?, ?], offset: ?>>
  %columns = memref.dim %m, %c1 : memref<?x?xi32, strided<[?, ?], offset: ?>>
  %half = arith.ceildivui %rows, %c2 : index
  %v = memref.subview %m[0, 0] [%half, %columns] [2, 1] : memref<?x?xi32, strided<[?, ?], offset: ?>> to memref<?x?xi32, strided<[?, ?], offset: ?>>
  return %v : memref<?x?xi32, strided<[?, ?], offset: ?>>
}

// Sums in bfloat16, which rounds after each step: the host supplies the rounding where the C library has none.
func.func @sum_bf16(%x: memref<?xbf16>) -> bf16 attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : bf16
  %n = memref.dim %x, %c0 : memref<?xbf16>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> bf16 {
    %e = memref.load %x[%i] : memref<?xbf16>
    %t = arith.addf %s, %e : bf16
    scf.yield %t : bf16
  }
  return %sum : bf16
}

// Copies between strided arrays: `memref.copy` is a call of the host's memrefCopy.
func.func @transpose_into(%a: memref<?x?xf32, strided<[?, ?], offset: ?>>, %b: memref<?x?xf32, strided<[?, ?], offset: ?>>) attributes {llvm.emit_c_interface} {
  %t = memref.transpose %a (i, j) -> (j, i) : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  memref.copy %t, %b : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return
}

func.func private @callback(f64, index) -> f64 attributes {llvm.emit_c_interface}

// Replaces each element by what a function of the host's makes of it and of its position.
func.func @map_in_place(%x: memref<?xf64>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %e = memref.load %x[%i] : memref<?xf64>
    %r = func.call @callback(%e, %i) : (f64, index) -> f64
    memref.store %r, %x[%i] : memref<?xf64>
  }
  return
}

// The square of a complex number.
func.func @square(%z: complex<f64>) -> complex<f64> attributes {llvm.emit_c_interface} {
  %r = complex.mul %z, %z : complex<f64>
  return %r : complex<f64>
}
