// Kernels that the engine runs. `kernels.llvm.mlir` is what mlir-opt 22 makes of them: see record.py.

func.func @saxpy(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %xi = memref.load %x[%i] : memref<?xf32>
    %yi = memref.load %y[%i] : memref<?xf32>
    %m = arith.mulf %a, %xi : f32
    %s = arith.addf %m, %yi : f32
    memref.store %s, %y[%i] : memref<?xf32>
  }
  return
}

func.func @saxpy_strided(%a: f32, %x: memref<?xf32, strided<[?], offset: ?>>, %y: memref<?xf32, strided<[?], offset: ?>>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32, strided<[?], offset: ?>>
  scf.for %i = %c0 to %n step %c1 {
    %xi = memref.load %x[%i] : memref<?xf32, strided<[?], offset: ?>>
    %yi = memref.load %y[%i] : memref<?xf32, strided<[?], offset: ?>>
    %m = arith.mulf %a, %xi : f32
    %s = arith.addf %m, %yi : f32
    memref.store %s, %y[%i] : memref<?xf32, strided<[?], offset: ?>>
  }
  return
}

func.func @stencil(%in: memref<?x?xf32>, %out: memref<?x?xf32>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %fifth = arith.constant 0.2 : f32
  %h = memref.dim %in, %c0 : memref<?x?xf32>
  %w = memref.dim %in, %c1 : memref<?x?xf32>
  %h1 = arith.subi %h, %c1 : index
  %w1 = arith.subi %w, %c1 : index
  scf.for %i = %c1 to %h1 step %c1 {
    %up = arith.subi %i, %c1 : index
    %down = arith.addi %i, %c1 : index
    scf.for %j = %c1 to %w1 step %c1 {
      %left = arith.subi %j, %c1 : index
      %right = arith.addi %j, %c1 : index
      %a = memref.load %in[%i, %j] : memref<?x?xf32>
      %b = memref.load %in[%up, %j] : memref<?x?xf32>
      %c = memref.load %in[%down, %j] : memref<?x?xf32>
      %d = memref.load %in[%i, %left] : memref<?x?xf32>
      %e = memref.load %in[%i, %right] : memref<?x?xf32>
      %ab = arith.addf %a, %b : f32
      %cd = arith.addf %c, %d : f32
      %abcd = arith.addf %ab, %cd : f32
      %all = arith.addf %abcd, %e : f32
      %r = arith.mulf %all, %fifth : f32
      memref.store %r, %out[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

func.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf32>
  %k = memref.dim %a, %c1 : memref<?x?xf32>
  %n = memref.dim %b, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      scf.for %l = %c0 to %k step %c1 {
        %x = memref.load %a[%i, %l] : memref<?x?xf32>
        %y = memref.load %b[%l, %j] : memref<?x?xf32>
        %z = memref.load %c[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        memref.store %s, %c[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

func.func @matmul_ikj(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf32>
  %k = memref.dim %a, %c1 : memref<?x?xf32>
  %n = memref.dim %b, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %l = %c0 to %k step %c1 {
      %x = memref.load %a[%i, %l] : memref<?x?xf32>
      scf.for %j = %c0 to %n step %c1 {
        %y = memref.load %b[%l, %j] : memref<?x?xf32>
        %z = memref.load %c[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        memref.store %s, %c[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

func.func @sum(%x: memref<?xf32>) -> f32 attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %x, %c0 : memref<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    %s = arith.addf %acc, %v : f32
    scf.yield %s : f32
  }
  return %r : f32
}

func.func @sum_i64(%x: memref<?xi64>) -> i64 attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %n = memref.dim %x, %c0 : memref<?xi64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> i64 {
    %v = memref.load %x[%i] : memref<?xi64>
    %s = arith.addi %acc, %v : i64
    scf.yield %s : i64
  }
  return %r : i64
}

func.func @softmax(%x: memref<?xf32>, %y: memref<?xf32>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %n = memref.dim %x, %c0 : memref<?xf32>
  %max = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %low) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    %m = arith.maximumf %acc, %v : f32
    scf.yield %m : f32
  }
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    %d = arith.subf %v, %max : f32
    %e = math.exp %d : f32
    memref.store %e, %y[%i] : memref<?xf32>
    %s = arith.addf %acc, %e : f32
    scf.yield %s : f32
  }
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %y[%i] : memref<?xf32>
    %q = arith.divf %v, %sum : f32
    memref.store %q, %y[%i] : memref<?xf32>
  }
  return
}

func.func @new(%n: index, %x: f32) -> memref<?xf32> attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc(%n) : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return %m : memref<?xf32>
}

func.func @divide(%a: i64, %b: i64) -> (i64, i64) attributes {llvm.emit_c_interface} {
  %q = arith.divsi %a, %b : i64
  %r = arith.remsi %a, %b : i64
  return %q, %r : i64, i64
}

func.func @checked(%x: memref<4xf64>, %i: index) -> f64 attributes {llvm.emit_c_interface} {
  %c4 = arith.constant 4 : index
  %inside = arith.cmpi ult, %i, %c4 : index
  cf.assert %inside, "index out of range"
  %v = memref.load %x[%i] : memref<4xf64>
  return %v : f64
}

func.func @collatz(%start: i64) -> i64 attributes {llvm.emit_c_interface} {
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %zero = arith.constant 0 : i64
  %r:2 = scf.while (%n = %start, %steps = %zero) : (i64, i64) -> (i64, i64) {
    %more = arith.cmpi sgt, %n, %c1 : i64
    scf.condition(%more) %n, %steps : i64, i64
  } do {
  ^bb0(%n: i64, %steps: i64):
    %rest = arith.remui %n, %c2 : i64
    %even = arith.cmpi eq, %rest, %zero : i64
    %next = scf.if %even -> i64 {
      %half = arith.divui %n, %c2 : i64
      scf.yield %half : i64
    } else {
      %triple = arith.muli %n, %c3 : i64
      %up = arith.addi %triple, %c1 : i64
      scf.yield %up : i64
    }
    %count = arith.addi %steps, %c1 : i64
    scf.yield %next, %count : i64, i64
  }
  return %r#1 : i64
}

func.func @halves(%x: memref<?xf16>, %y: memref<?xbf16>) -> (f16, bf16) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0.0 : f16
  %b0 = arith.constant 0.0 : bf16
  %n = memref.dim %x, %c0 : memref<?xf16>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %a0, %b = %b0) -> (f16, bf16) {
    %v = memref.load %x[%i] : memref<?xf16>
    %w = memref.load %y[%i] : memref<?xbf16>
    %s = arith.addf %a, %v : f16
    %t = arith.addf %b, %w : bf16
    scf.yield %s, %t : f16, bf16
  }
  return %r#0, %r#1 : f16, bf16
}

func.func private @observe(%i: index, %x: memref<?xf32>) -> f32 attributes {llvm.emit_c_interface}

func.func @each(%x: memref<?xf32>) -> f32 attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %x, %c0 : memref<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %v = func.call @observe(%i, %x) : (index, memref<?xf32>) -> f32
    %s = arith.addf %acc, %v : f32
    scf.yield %s : f32
  }
  return %r : f32
}
