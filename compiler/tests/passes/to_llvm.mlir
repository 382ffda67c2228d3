// pipeline: builtin.module(convert-scf-to-cf,convert-to-llvm)
// pipeline: builtin.module(convert-scf-to-cf,convert-arith-to-llvm,convert-index-to-llvm,convert-math-to-llvm,convert-ub-to-llvm,finalize-memref-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)
// pipeline: builtin.module(convert-ub-to-llvm)
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
// -----
func.func @f(%c: i1) -> (index, vector<2x3xf32>) {
  %0 = ub.poison : index
  %1 = ub.poison : vector<2x3xf32>
  %2 = arith.addi %0, %0 : index
  cf.cond_br %c, ^a, ^b
^a:
  return %2, %1 : index, vector<2x3xf32>
^b:
  ub.unreachable
}
// -----
func.func private @ext(memref<?xf32>, index) -> memref<?xf32> attributes {llvm.emit_c_interface}
func.func private @ext2(%a: memref<*xf32>) -> (f32, memref<2x3xf32, 1>)
func.func @two(%a: i32 {foo.bar = 1: i32}, %b: memref<?x?xf32>) -> (i32 {llvm.zeroext}, index) attributes {llvm.emit_c_interface, foo, llvm.linkage = #llvm.linkage<internal>} {
  %c = arith.constant 1 : index
  return %a, %c : i32, index
}
func.func @m(%a: memref<?xf32>) -> memref<?xf32> attributes {llvm.emit_c_interface} {
  %i = arith.constant 1 : index
  %r = call @ext(%a, %i) {x} : (memref<?xf32>, index) -> memref<?xf32>
  %u = memref.cast %r : memref<?xf32> to memref<*xf32>
  %x:2 = call @ext2(%u) : (memref<*xf32>) -> (f32, memref<2x3xf32, 1>)
  return %r : memref<?xf32>
}
func.func private @callee(%f: (i32) -> i32, %v: i32) -> i32 attributes {no_inline} {
  %k = func.constant @other : (i32) -> i32
  %r = call_indirect %f(%v) : (i32) -> i32
  return %r : i32
}
func.func @other(%v: i32) -> i32 { return %v : i32 }
func.func @none() { call @none() : () -> () 
 return }
func.func @un(%v: memref<*xf32>) -> memref<*xf32> { return %v : memref<*xf32> }
// -----
memref.global "private" constant @g : memref<2xf32> = dense<[1.0, 2.0]>
memref.global @h : memref<2xf32>
memref.global "private" @un : memref<4xi8> = uninitialized {alignment = 16}
func.func @alloc(%n: index) {
  %0 = memref.alloc() : memref<2x3xf32>
  %1 = memref.alloc(%n) : memref<?x3xf32>
  %2 = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
  %3 = memref.alloca(%n) : memref<?xf32>
  %4 = memref.alloca() {alignment = 32 : i64} : memref<2xf64>
  memref.dealloc %1 : memref<?x3xf32>
  %5 = memref.get_global @g : memref<2xf32>
  %6 = memref.cast %0 : memref<2x3xf32> to memref<?x?xf32>
  %7 = memref.cast %6 : memref<?x?xf32> to memref<*xf32>
  %8 = memref.cast %7 : memref<*xf32> to memref<2x3xf32>
  %9 = memref.dim %6, %n : memref<?x?xf32>
  %c0 = arith.constant 0 : index
  %10 = memref.dim %6, %c0 : memref<?x?xf32>
  %11 = memref.dim %7, %c0 : memref<*xf32>
  %12 = memref.rank %7 : memref<*xf32>
  memref.dealloc %7 : memref<*xf32>
  return
}
func.func @ls(%m: memref<?x?xf32>, %s: memref<4x5xf32, strided<[?, 2], offset: ?>>, %i: index, %z: memref<f32>, %st: memref<4x5xf32>) {
  %0 = memref.load %m[%i, %i] : memref<?x?xf32>
  memref.store %0, %s[%i, %i] : memref<4x5xf32, strided<[?, 2], offset: ?>>
  %1 = memref.load %z[] : memref<f32>
  memref.store %1, %st[%i, %i] {nontemporal = true} : memref<4x5xf32>
  memref.copy %m, %m : memref<?x?xf32> to memref<?x?xf32>
  memref.copy %s, %st : memref<4x5xf32, strided<[?, 2], offset: ?>> to memref<4x5xf32>
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<?x?xf32>
  %2 = memref.atomic_rmw addf %0, %m[%i, %i] : (f32, memref<?x?xf32>) -> f32
  %b, %o, %sz:2, %str:2 = memref.extract_strided_metadata %s : memref<4x5xf32, strided<[?, 2], offset: ?>> -> memref<f32>, index, index, index, index, index
  %p = memref.extract_aligned_pointer_as_index %m : memref<?x?xf32> -> index
  %r = memref.reinterpret_cast %b to offset: [%o], sizes: [%i, 3], strides: [%i, 1] : memref<f32> to memref<?x3xf32, strided<[?, 1], offset: ?>>
  %as = memref.assume_alignment %m, 16 : memref<?x?xf32>
  %tr = memref.transpose %m (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, strided<[1, ?]>>
  %v = memref.alloc() : memref<100xi8>
  %vw = memref.view %v[%i][%i] : memref<100xi8> to memref<?x4xf32>
  %msc = memref.memory_space_cast %m : memref<?x?xf32> to memref<?x?xf32, 1>
  return
}
// -----
func.func @f(%a: index, %b: index) -> index {
  %0 = index.add %a, %b
  %1 = index.ceildivs %0, %b
  %2 = index.ceildivu %1, %b
  %3 = index.floordivs %2, %b
  %4 = index.casts %3 : index to i32
  %5 = index.castu %4 : i32 to index
  %6 = index.cmp slt(%5, %a)
  %7 = index.constant 42
  %8 = index.maxs %7, %5
  %9 = index.bool.constant true
  %10 = index.sizeof
  %11 = index.casts %3 : index to i64
  %12 = index.shl %10, %8
  %13 = index.casts %a : index to i128
  return %12 : index
}
// -----
func.func @f(%n: index, %s: f32, %c: i1) -> (f32, f32) {
  %q = memref.alloc(%n) : memref<?xf32>
  %z = arith.constant 0.0 : f32
  %v = scf.parallel (%i, %j) = (%n, %n) to (%n, %n) step (%n, %n) init (%z) -> f32 {
    scf.reduce(%s : f32) { ^bb0(%a: f32, %b: f32): 
       %w = arith.addf %a, %b : f32
       scf.reduce.return %w : f32 }
  }
  %x, %y = scf.while (%a = %n) : (index) -> (index, f32) {
    scf.condition(%c) %a, %s : index, f32
  } do { ^bb0(%b: index, %g: f32):
    scf.yield %b : index
  }
  %e = scf.execute_region -> f32 { cf.cond_br %c, ^bb1, ^bb2
    ^bb1: scf.yield %s: f32
    ^bb2: scf.yield %z : f32}
  %is = scf.index_switch %n -> f32 case 1 { scf.yield %z : f32} case 2 { scf.yield %s : f32 } default { scf.yield %e : f32 }
  return %y, %is : f32, f32
}
func.func @g(%n: index, %s: f32, %c: i1, %q: memref<?xf32>) {
  scf.forall (%i, %j) in (%n, 3) { memref.store %s, %q[%i] : memref<?xf32> 
  }
  scf.while (%a = %n) : (index) -> (index) {
    scf.condition(%c) %a : index
  } do { ^bb0(%b: index):
    scf.yield %b : index
  }
  scf.if %c { }
  scf.for unsigned %i = %n to %n step %n { } {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
  return
}
