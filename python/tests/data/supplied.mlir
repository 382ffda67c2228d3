// A library that uses what it does not have: a function of the host, bf16's conversion, MLIR's copy and allocation.
//
//   mlir-opt supplied.mlir --convert-scf-to-cf --expand-strided-metadata --lower-affine --convert-arith-to-llvm \
//       --convert-index-to-llvm --finalize-memref-to-llvm=use-generic-functions=1 --convert-cf-to-llvm \
//       --convert-func-to-llvm --reconcile-unrealized-casts \
//     | mlir-translate --mlir-to-llvmir \
//     | clang -O2 -fno-vectorize -fno-unroll-loops -fPIC -S -fno-asynchronous-unwind-tables -x ir -

func.func private @observe(i32) -> i32 attributes {llvm.emit_c_interface}

func.func @add_bf16(%a: memref<?xbf16>, %b: memref<?xbf16>, %out: memref<?xbf16>) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = memref.dim %a, %zero : memref<?xbf16>
  scf.for %i = %zero to %n step %one {
    %x = memref.load %a[%i] : memref<?xbf16>
    %y = memref.load %b[%i] : memref<?xbf16>
    %sum = arith.addf %x, %y : bf16
    memref.store %sum, %out[%i] : memref<?xbf16>
  }
  return
}

func.func @copy_transposed(%from: memref<?x?xf32, strided<[?, ?], offset: ?>>, %to: memref<?x?xf32, strided<[?, ?], offset: ?>>) attributes {llvm.emit_c_interface} {
  memref.copy %from, %to : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return
}

func.func @observed_twice(%x: i32) -> i32 attributes {llvm.emit_c_interface} {
  %first = func.call @observe(%x) : (i32) -> i32
  %second = func.call @observe(%first) : (i32) -> i32
  return %second : i32
}

func.func @iota(%n: index) -> memref<?xi64> attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %made = memref.alloc(%n) : memref<?xi64>
  scf.for %i = %zero to %n step %one {
    %value = arith.index_cast %i : index to i64
    memref.store %value, %made[%i] : memref<?xi64>
  }
  return %made : memref<?xi64>
}
