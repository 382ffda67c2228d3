// pipeline: builtin.module(sroa)
// pipeline: builtin.module(any(sroa))
func.func @elements(%v: i32, %w: i32) -> i32 {
  %a = memref.alloca() : memref<2x2xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %v, %a[%c0, %c1] {nontemporal = true} : memref<2x2xi32>
  memref.store %w, %a[%c1, %c1] : memref<2x2xi32>
  %r = memref.load %a[%c0, %c1] : memref<2x2xi32>
  return %r : i32
}
// -----
func.func @not_split(%v: i32, %i: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %one = memref.alloca() : memref<1x1xi32>
  memref.store %v, %one[%c0, %c0] : memref<1x1xi32>
  %large = memref.alloca() : memref<17xi32>
  memref.store %v, %large[%c0] : memref<17xi32>
  %unknown = memref.alloca() : memref<4xi32>
  memref.store %v, %unknown[%i] : memref<4xi32>
  %outside = memref.alloca() : memref<4xi32>
  memref.store %v, %outside[%c5] : memref<4xi32>
  %dynamic = memref.alloca(%i) : memref<?xi32>
  memref.store %v, %dynamic[%c0] : memref<?xi32>
  %unused = memref.alloca() : memref<4xi32>
  %escapes = memref.alloca() : memref<4xi32>
  "test.use"(%escapes) : (memref<4xi32>) -> ()
  %r = memref.load %one[%c0, %c0] : memref<1x1xi32>
  %s = memref.load %large[%c0] : memref<17xi32>
  return %r, %s : i32, i32
}
// -----
func.func @space_and_alignment(%v: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %a = memref.alloca() {alignment = 64} : memref<3xi32, strided<[2], offset: 1>, 3>
  memref.store %v, %a[%c0] : memref<3xi32, strided<[2], offset: 1>, 3>
  %r = memref.load %a[%c0] : memref<3xi32, strided<[2], offset: 1>, 3>
  return %r : i32
}
// -----
func.func @nested(%v: i32, %c: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %a = memref.alloca() : memref<4xi32>
  scf.if %c {
    memref.store %v, %a[%c2] : memref<4xi32>
    %b = memref.alloca() : memref<2xi32>
    memref.store %v, %b[%c0] : memref<2xi32>
  }
  cf.cond_br %c, ^one, ^two
^one:
  memref.store %v, %a[%c0] : memref<4xi32>
  cf.br ^two
^two:
  %r = memref.load %a[%c0] : memref<4xi32>
  return %r : i32
}
// -----
llvm.func @fields(%v: i32) -> i32 {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.alloca %c1 x !llvm.struct<"s", (i32, i64, array<4 x i32>, f32)> {alignment = 8 : i64} : (i32) -> !llvm.ptr
  %g0 = llvm.getelementptr %a[0, 3] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<"s", (i32, i64, array<4 x i32>, f32)>
  %g1 = llvm.getelementptr inbounds %a[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<"s", (i32, i64, array<4 x i32>, f32)>
  %g2 = llvm.getelementptr inbounds|nuw %a[0, 2, 3] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<"s", (i32, i64, array<4 x i32>, f32)>
  %g3 = llvm.getelementptr %a[0, 2, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<"s", (i32, i64, array<4 x i32>, f32)>
  llvm.store %v, %g1 : i32, !llvm.ptr
  %l0 = llvm.load %g0 : !llvm.ptr -> f32
  %l2 = llvm.load %g2 : !llvm.ptr -> i32
  llvm.store %v, %g3 : i32, !llvm.ptr
  llvm.return %l2 : i32
}
// -----
llvm.func @first_field(%v: i32) -> i16 {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.alloca %c1 x !llvm.struct<(i32, i8)> : (i32) -> !llvm.ptr
  llvm.store %v, %a : i32, !llvm.ptr
  %r = llvm.load %a : !llvm.ptr -> i16
  %b = llvm.alloca %c1 x !llvm.struct<(i16, i8)> : (i32) -> !llvm.ptr
  llvm.store %v, %b : i32, !llvm.ptr
  %c = llvm.alloca %c1 x !llvm.struct<(i32, i8)> : (i32) -> !llvm.ptr
  llvm.store volatile %v, %c : i32, !llvm.ptr
  %d = llvm.alloca %c1 x !llvm.struct<(i32, i8)> : (i32) -> !llvm.ptr
  llvm.store %v, %d atomic monotonic {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.return %r : i16
}
// -----
llvm.func @padding(%v: i8) {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.alloca %c1 x !llvm.struct<(i8, i32)> : (i32) -> !llvm.ptr
  %p = llvm.getelementptr %a[1] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %v, %p : i8, !llvm.ptr
  %b = llvm.alloca %c1 x !llvm.struct<packed (i8, i32)> : (i32) -> !llvm.ptr
  %q = llvm.getelementptr %b[1] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %v, %q : i8, !llvm.ptr
  %c = llvm.alloca %c1 x !llvm.struct<(i8, i32)> : (i32) -> !llvm.ptr
  %r = llvm.getelementptr %c[6] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %v, %r : i8, !llvm.ptr
  %d = llvm.alloca %c1 x !llvm.struct<(i8, i32)> : (i32) -> !llvm.ptr
  %s = llvm.getelementptr %d[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %v, %s : i8, !llvm.ptr
  llvm.return
}
// -----
llvm.func @chains(%v: i32, %n: i32) {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.alloca %c1 x !llvm.array<3 x struct<(i32, i32)>> : (i32) -> !llvm.ptr
  %p = llvm.getelementptr %a[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<3 x struct<(i32, i32)>>
  %q = llvm.getelementptr %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32)>
  llvm.store %v, %q : i32, !llvm.ptr
  %b = llvm.alloca %c1 x !llvm.array<3 x struct<(i32, i32)>> : (i32) -> !llvm.ptr
  %r = llvm.getelementptr %b[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<3 x struct<(i32, i32)>>
  %s = llvm.getelementptr %r[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32)>
  llvm.store %v, %s : i32, !llvm.ptr
  %c = llvm.alloca %c1 x !llvm.array<3 x i32> : (i32) -> !llvm.ptr
  %t = llvm.getelementptr %c[0, %n] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<3 x i32>
  llvm.store %v, %t : i32, !llvm.ptr
  %d = llvm.alloca %c1 x !llvm.array<3 x i32> : (i32) -> !llvm.ptr
  %u = llvm.getelementptr %d[0, -1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<3 x i32>
  llvm.store %v, %u : i32, !llvm.ptr
  %e = llvm.alloca %c1 x !llvm.array<3 x i32> : (i32) -> !llvm.ptr
  %w = llvm.getelementptr %e[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<3 x i32>
  llvm.store %w, %e : !llvm.ptr, !llvm.ptr
  llvm.return
}
// -----
llvm.func @not_split(%v: i32, %n: i32) -> !llvm.ptr {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %a = llvm.alloca %n x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  llvm.store %v, %a : i32, !llvm.ptr
  %b = llvm.alloca %c2 x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  llvm.store %v, %b : i32, !llvm.ptr
  %c = llvm.alloca %c1 x !llvm.array<17 x i32> : (i32) -> !llvm.ptr
  llvm.store %v, %c : i32, !llvm.ptr
  %d = llvm.alloca %c1 x i32 : (i32) -> !llvm.ptr
  llvm.store %v, %d : i32, !llvm.ptr
  %e = llvm.alloca %c1 x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  %f = llvm.getelementptr %e[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32)>
  llvm.return %f : !llvm.ptr
}
// -----
llvm.func @droppable(%v: i32) -> i32 {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.alloca %c1 x !llvm.struct<(i32, i64)> : (i32) -> !llvm.ptr
  llvm.intr.lifetime.start %a : !llvm.ptr
  %b = llvm.bitcast %a : !llvm.ptr to !llvm.ptr
  llvm.intr.lifetime.start %b : !llvm.ptr
  %i = llvm.intr.invariant.start 12, %a : !llvm.ptr
  %l = llvm.intr.launder.invariant.group %a : !llvm.ptr
  %s = llvm.intr.strip.invariant.group %l : !llvm.ptr
  llvm.intr.lifetime.end %s : !llvm.ptr
  %z = llvm.getelementptr %a[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i64)>
  llvm.intr.lifetime.end %z : !llvm.ptr
  %r = llvm.load %a : !llvm.ptr -> i32
  llvm.intr.invariant.end %i, 12, %a : !llvm.ptr
  llvm.intr.lifetime.end %a : !llvm.ptr
  llvm.return %r : i32
}
// -----
llvm.func @not_droppable(%v: i32) -> i32 {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.alloca %c1 x !llvm.struct<(i32, i64)> : (i32) -> !llvm.ptr
  %b = llvm.bitcast %a : !llvm.ptr to !llvm.ptr
  %r = llvm.load %b : !llvm.ptr -> i32
  llvm.return %r : i32
}
// -----
llvm.func @copies(%q: !llvm.ptr) -> i32 {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.alloca %c1 x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  %n = llvm.mlir.constant(8 : i64) : i64
  "llvm.intr.memcpy"(%a, %q, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memcpy.inline"(%a, %q) <{isVolatile = false, len = 8 : i32}> : (!llvm.ptr, !llvm.ptr) -> ()
  "llvm.intr.memmove"(%a, %q, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %p = llvm.getelementptr %a[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32)>
  %r = llvm.load %p : !llvm.ptr -> i32
  %b = llvm.alloca %c1 x !llvm.array<1 x i64> : (i32) -> !llvm.ptr
  "llvm.intr.memcpy"(%q, %b, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %unread = llvm.alloca %c1 x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  "llvm.intr.memcpy"(%unread, %q, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %part = llvm.alloca %c1 x !llvm.struct<(i32, i32, i32)> : (i32) -> !llvm.ptr
  "llvm.intr.memcpy"(%part, %q, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %volatile = llvm.alloca %c1 x !llvm.struct<(i32, i32)> : (i32) -> !llvm.ptr
  "llvm.intr.memcpy"(%volatile, %q, %n) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return %r : i32
}
// -----
llvm.func @fillings(%v: i8, %m: i64) -> (i16) {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %n = llvm.mlir.constant(6 : i64) : i64
  %a = llvm.alloca %c1 x !llvm.struct<(i8, i16, i32)> : (i32) -> !llvm.ptr
  "llvm.intr.memset"(%a, %v, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  "llvm.intr.memset.inline"(%a, %v) <{isVolatile = false, len = 3 : i64}> : (!llvm.ptr, i8) -> ()
  %p = llvm.getelementptr %a[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, i16, i32)>
  %r = llvm.load %p : !llvm.ptr -> i16
  %q = llvm.getelementptr %a[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, i16, i32)>
  %s = llvm.load %q : !llvm.ptr -> i32
  %b = llvm.alloca %c1 x !llvm.struct<(i8, i16, i32)> : (i32) -> !llvm.ptr
  "llvm.intr.memset"(%b, %v, %m) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  %c = llvm.alloca %c1 x !llvm.array<4 x i8> : (i32) -> !llvm.ptr
  "llvm.intr.memset"(%c, %v, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  %d = llvm.alloca %c1 x !llvm.array<4 x struct<(i16, i16)>> : (i32) -> !llvm.ptr
  %t = llvm.getelementptr %d[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<4 x struct<(i16, i16)>>
  %c3 = llvm.mlir.constant(3 : i32) : i32
  "llvm.intr.memset"(%t, %v, %c3) <{isVolatile = false}> : (!llvm.ptr, i8, i32) -> ()
  llvm.return %r : i16
}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i64, dense<64> : vector<1xi64>>, #dlti.dl_entry<!llvm.ptr, dense<[32, 32, 32]> : vector<3xi64>>>} {
  llvm.func @layout(%v: i8) {
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %a = llvm.alloca %c1 x !llvm.struct<(i32, i64)> : (i32) -> !llvm.ptr
    %p = llvm.getelementptr %a[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %v, %p : i8, !llvm.ptr
    %b = llvm.alloca %c1 x !llvm.struct<(ptr, i32)> : (i32) -> !llvm.ptr
    %q = llvm.getelementptr %b[4] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.store %v, %q : i8, !llvm.ptr
    llvm.return
  }
}
// -----
llvm.func @empty() {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %b = llvm.alloca %c1 x !llvm.array<0 x i32> : (i32) -> !llvm.ptr
  llvm.intr.lifetime.start %b : !llvm.ptr
  %c = llvm.alloca %c1 x !llvm.struct<(vector<3xi16>, i128, f80, i1)> : (i32) -> !llvm.ptr
  %p = llvm.getelementptr %c[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(vector<3xi16>, i128, f80, i1)>
  %f = llvm.load %p : !llvm.ptr -> f80
  %q = llvm.getelementptr %c[0, 3] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(vector<3xi16>, i128, f80, i1)>
  %g = llvm.load %q : !llvm.ptr -> i1
  llvm.return
}
