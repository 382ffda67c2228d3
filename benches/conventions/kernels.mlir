// The functions that the benchmark calls. MLIR and LLVM 22 compile them to kernels.s for x86-64:
//
//   mlir-opt kernels.mlir --convert-scf-to-cf --expand-strided-metadata --lower-affine --convert-arith-to-llvm
//     --convert-index-to-llvm --finalize-memref-to-llvm --convert-cf-to-llvm --convert-func-to-llvm
//     --reconcile-unrealized-casts | mlir-translate --mlir-to-llvmir |
//     clang -O2 -fPIC -fno-addrsig -S -x ir - -o kernels.s

// Adds a * x to y.
func.func @axpy(%x: memref<?xf32>, %y: memref<?xf32>, %a: f32) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %length = memref.dim %x, %zero : memref<?xf32>
  scf.for %i = %zero to %length step %one {
    %xi = memref.load %x[%i] : memref<?xf32>
    %yi = memref.load %y[%i] : memref<?xf32>
    %product = arith.mulf %a, %xi : f32
    %sum = arith.addf %product, %yi : f32
    memref.store %sum, %y[%i] : memref<?xf32>
  }
  return
}

func.func @add3(%a: i32, %b: i32, %c: i32) -> i32 {
  %ab = arith.addi %a, %b : i32
  %abc = arith.addi %ab, %c : i32
  return %abc : i32
}
