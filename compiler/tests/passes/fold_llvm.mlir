// pipeline: builtin.module(canonicalize)
// Casts, addresses, comparisons and constants of llvm; parts of structures and arrays.
llvm.func @f() -> i32
llvm.mlir.global internal @g(1 : i32) : i32
llvm.func @icmp(%a: i32, %p: !llvm.ptr, %x: i64) -> (!llvm.struct<(i1, i1, i1, i1, i1, i1)>) {
  %0 = llvm.icmp "eq" %a, %a : i32
  %1 = llvm.icmp "ne" %a, %a : i32
  %z = llvm.mlir.zero : !llvm.ptr
  %al = llvm.mlir.constant(1 : i32) : i32
  %q = llvm.alloca %al x i32 : (i32) -> !llvm.ptr
  %2 = llvm.icmp "eq" %q, %z : !llvm.ptr
  %3 = llvm.icmp "ne" %q, %z : !llvm.ptr
  %4 = llvm.icmp "eq" %z, %q : !llvm.ptr
  %5 = llvm.icmp "slt" %a, %a : i32
  %u = llvm.mlir.undef : !llvm.struct<(i1, i1, i1, i1, i1, i1)>
  %s0 = llvm.insertvalue %0, %u[0] : !llvm.struct<(i1, i1, i1, i1, i1, i1)>
  %s1 = llvm.insertvalue %1, %s0[1] : !llvm.struct<(i1, i1, i1, i1, i1, i1)>
  %s2 = llvm.insertvalue %2, %s1[2] : !llvm.struct<(i1, i1, i1, i1, i1, i1)>
  %s3 = llvm.insertvalue %3, %s2[3] : !llvm.struct<(i1, i1, i1, i1, i1, i1)>
  %s4 = llvm.insertvalue %4, %s3[4] : !llvm.struct<(i1, i1, i1, i1, i1, i1)>
  %s5 = llvm.insertvalue %5, %s4[5] : !llvm.struct<(i1, i1, i1, i1, i1, i1)>
  llvm.return %s5 : !llvm.struct<(i1, i1, i1, i1, i1, i1)>
}
llvm.func @gep(%p: !llvm.ptr, %i: i64) -> !llvm.array<6 x ptr> {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c5 = llvm.mlir.constant(5 : i64) : i64
  %big = llvm.mlir.constant(5000000000 : i64) : i64
  %0 = llvm.getelementptr %p[%c0] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %1 = llvm.getelementptr %p[%c5] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %2 = llvm.getelementptr inbounds %p[%big, %c5] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<9 x i32>
  %3 = llvm.getelementptr %p[0] : (!llvm.ptr) -> !llvm.ptr, i32
  %4 = llvm.getelementptr %p[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<9 x i32>
  %5 = llvm.getelementptr %p[%c0, 3, %i] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<9 x array<2 x i32>>
  %u = llvm.mlir.poison : !llvm.array<6 x ptr>
  %s0 = llvm.insertvalue %0, %u[0] : !llvm.array<6 x ptr>
  %s1 = llvm.insertvalue %1, %s0[1] : !llvm.array<6 x ptr>
  %s2 = llvm.insertvalue %2, %s1[2] : !llvm.array<6 x ptr>
  %s3 = llvm.insertvalue %3, %s2[3] : !llvm.array<6 x ptr>
  %s4 = llvm.insertvalue %4, %s3[4] : !llvm.array<6 x ptr>
  %s5 = llvm.insertvalue %5, %s4[5] : !llvm.array<6 x ptr>
  llvm.return %s5 : !llvm.array<6 x ptr>
}
llvm.func @use(...)
llvm.func @arith(%a: i32, %v: vector<4xi32>, %p: !llvm.ptr) {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c0b = llvm.mlir.constant(0 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c9 = llvm.mlir.constant(9 : i32) : i32
  %c40 = llvm.mlir.constant(40 : i32) : i32
  %0 = llvm.or %a, %c0 : i32
  %1 = llvm.or %c3, %c9 : i32
  %2 = llvm.shl %a, %c0 : i32
  %3 = llvm.shl %c3, %c9 : i32
  %4 = llvm.shl %c3, %c40 : i32
  %5 = llvm.zext %c3 : i32 to i64
  %n = llvm.mlir.constant(-3 : i8) : i8
  %6 = llvm.zext nneg %n : i8 to i32
  %7 = llvm.or %c0, %a : i32
  %8 = llvm.or disjoint %c3, %c3 : i32
  %9 = llvm.or %c3, %a : i32
  %10 = llvm.zext %a : i32 to i64
  %11 = llvm.zext %10 : i64 to i128
  llvm.call @use(%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%11,%c0b) vararg(!llvm.func<void (...)>) : (i32,i32,i32,i32,i32,i64,i32,i32,i32,i32,i128,i32) -> ()
  %d0 = llvm.mlir.constant(dense<0> : vector<4xi32>) : vector<4xi32>
  %d1 = llvm.mlir.constant(dense<[1,2,3,4]> : vector<4xi32>) : vector<4xi32>
  %20 = llvm.or %v, %d0 : vector<4xi32>
  %21 = llvm.shl %d1, %d1 : vector<4xi32>
  %22 = llvm.zext %d1 : vector<4xi32> to vector<4xi64>
  %23 = llvm.or %d1, %d1 : vector<4xi32>
  %24 = llvm.shufflevector %d1, %d0 [0, 1] : vector<4xi32>
  %25 = llvm.shufflevector %v, %d0 [0, 1, 2, 3] : vector<4xi32>
  %26 = llvm.shufflevector %d0, %d0 [0, 5] : vector<4xi32>
  %27 = llvm.icmp "eq" %v, %v : vector<4xi32>
  llvm.call @use(%20,%21,%22,%23,%24,%25,%26,%27) vararg(!llvm.func<void (...)>) : (vector<4xi32>, vector<4xi32>, vector<4xi64>, vector<4xi32>, vector<2xi32>, vector<4xi32>, vector<2xi32>, vector<4xi1>) -> ()
  %30 = llvm.bitcast %a : i32 to i32
  %31 = llvm.bitcast %a : i32 to f32
  %32 = llvm.bitcast %31 : f32 to i32
  %33 = llvm.bitcast %31 : f32 to vector<2xi16>
  %34 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<3>
  %35 = llvm.addrspacecast %34 : !llvm.ptr<3> to !llvm.ptr
  %36 = llvm.addrspacecast %34 : !llvm.ptr<3> to !llvm.ptr<1>
  llvm.call @use(%30,%31,%32,%33,%34,%35,%36) vararg(!llvm.func<void (...)>) : (i32, f32, i32, vector<2xi16>, !llvm.ptr<3>, !llvm.ptr, !llvm.ptr<1>) -> ()
  %40 = llvm.mlir.addressof @g : !llvm.ptr
  %41 = llvm.mlir.addressof @g : !llvm.ptr
  %42 = llvm.mlir.undef : i32
  %43 = llvm.mlir.undef : i32
  %44 = llvm.mlir.zero : i32
  %45 = llvm.mlir.zero : i32
  %46 = llvm.mlir.poison : i32
  %47 = llvm.mlir.poison : i32
  %48 = llvm.mlir.zero : !llvm.ptr
  %49 = llvm.add %44, %45 : i32
  llvm.call @use(%40,%41,%42,%43,%44,%45,%46,%47,%48,%49) vararg(!llvm.func<void (...)>) : (!llvm.ptr, !llvm.ptr, i32,i32,i32,i32,i32,i32,!llvm.ptr, i32) -> ()
  llvm.return
}
// -----
llvm.func @f(%i: i32) -> (!llvm.struct<(i32, i32, i32, i32)>) {
  %u = llvm.mlir.undef : !llvm.struct<(i32, i32)>
  %z = llvm.mlir.zero : !llvm.struct<(i32, i32)>
  %p = llvm.mlir.poison : !llvm.struct<(i32, i32)>
  %c = llvm.mlir.constant(dense<[1, 2]> : tensor<2xi32>) : !llvm.array<2 x i32>
  %0 = llvm.extractvalue %u[0] : !llvm.struct<(i32, i32)>
  %1 = llvm.extractvalue %z[0] : !llvm.struct<(i32, i32)>
  %2 = llvm.extractvalue %p[0] : !llvm.struct<(i32, i32)>
  %3 = llvm.extractvalue %c[1] : !llvm.array<2 x i32>
  %s = llvm.mlir.undef : !llvm.struct<(i32, i32, i32, i32)>
  %a = llvm.insertvalue %0, %s[0] : !llvm.struct<(i32, i32, i32, i32)>
  %b = llvm.insertvalue %1, %a[1] : !llvm.struct<(i32, i32, i32, i32)>
  %d = llvm.insertvalue %2, %b[2] : !llvm.struct<(i32, i32, i32, i32)>
  %e = llvm.insertvalue %3, %d[3] : !llvm.struct<(i32, i32, i32, i32)>
  llvm.return %e : !llvm.struct<(i32, i32, i32, i32)>
}
// -----
llvm.func @taken(%s: !llvm.struct<(i32, struct<(i32, i32)>)>, %a: i32, %n: !llvm.struct<(i32, i32)>) -> !llvm.array<7 x i32> {
  %0 = llvm.extractvalue %s[1] : !llvm.struct<(i32, struct<(i32, i32)>)>
  %1 = llvm.extractvalue %0[1] : !llvm.struct<(i32, i32)>
  %2 = llvm.insertvalue %a, %s[1, 0] : !llvm.struct<(i32, struct<(i32, i32)>)>
  %3 = llvm.extractvalue %2[1, 0] : !llvm.struct<(i32, struct<(i32, i32)>)>
  %4 = llvm.extractvalue %2[1, 1] : !llvm.struct<(i32, struct<(i32, i32)>)>
  %5 = llvm.extractvalue %2[1] : !llvm.struct<(i32, struct<(i32, i32)>)>
  %6 = llvm.extractvalue %5[0] : !llvm.struct<(i32, i32)>
  %7 = llvm.insertvalue %a, %n[0] : !llvm.struct<(i32, i32)>
  %8 = llvm.insertvalue %7, %2[1] : !llvm.struct<(i32, struct<(i32, i32)>)>
  %9 = llvm.extractvalue %8[1, 0] : !llvm.struct<(i32, struct<(i32, i32)>)>
  %10 = llvm.extractvalue %8[1, 1] : !llvm.struct<(i32, struct<(i32, i32)>)>
  %11 = llvm.extractvalue %8[0] : !llvm.struct<(i32, struct<(i32, i32)>)>
  %u = llvm.mlir.undef : !llvm.array<7 x i32>
  %12 = llvm.insertvalue %1, %u[0] : !llvm.array<7 x i32>
  %13 = llvm.insertvalue %3, %12[1] : !llvm.array<7 x i32>
  %14 = llvm.insertvalue %4, %13[2] : !llvm.array<7 x i32>
  %15 = llvm.insertvalue %6, %14[3] : !llvm.array<7 x i32>
  %16 = llvm.insertvalue %9, %15[4] : !llvm.array<7 x i32>
  %17 = llvm.insertvalue %10, %16[5] : !llvm.array<7 x i32>
  %18 = llvm.insertvalue %11, %17[6] : !llvm.array<7 x i32>
  llvm.return %18 : !llvm.array<7 x i32>
}
// -----
llvm.func @arrays() -> !llvm.array<4 x i32> {
  %c = llvm.mlir.constant(dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>) : !llvm.array<2 x array<2 x i32>>
  %s = llvm.mlir.constant(dense<7> : tensor<2x2xi32>) : !llvm.array<2 x array<2 x i32>>
  %z = llvm.mlir.zero : !llvm.array<2 x i32>
  %0 = llvm.extractvalue %c[1, 0] : !llvm.array<2 x array<2 x i32>>
  %1 = llvm.extractvalue %s[1, 0] : !llvm.array<2 x array<2 x i32>>
  %2 = llvm.extractvalue %z[1] : !llvm.array<2 x i32>
  %u = llvm.mlir.undef : !llvm.array<4 x i32>
  %3 = llvm.insertvalue %0, %u[0] : !llvm.array<4 x i32>
  %4 = llvm.insertvalue %1, %3[1] : !llvm.array<4 x i32>
  %5 = llvm.insertvalue %2, %4[2] : !llvm.array<4 x i32>
  llvm.return %5 : !llvm.array<4 x i32>
}
// -----
llvm.func @lanes(%a: vector<1xi32>, %b: vector<4xi32>, %n: vector<[1]xi32>) -> !llvm.struct<(vector<1xi32>, vector<1xi32>, vector<[1]xi32>)> {
  %0 = llvm.shufflevector %a, %a [0] : vector<1xi32>
  %1 = llvm.shufflevector %b, %b [0] : vector<4xi32>
  %2 = llvm.shufflevector %n, %n [0] : vector<[1]xi32>
  %u = llvm.mlir.undef : !llvm.struct<(vector<1xi32>, vector<1xi32>, vector<[1]xi32>)>
  %3 = llvm.insertvalue %0, %u[0] : !llvm.struct<(vector<1xi32>, vector<1xi32>, vector<[1]xi32>)>
  %4 = llvm.insertvalue %1, %3[1] : !llvm.struct<(vector<1xi32>, vector<1xi32>, vector<[1]xi32>)>
  %5 = llvm.insertvalue %2, %4[2] : !llvm.struct<(vector<1xi32>, vector<1xi32>, vector<[1]xi32>)>
  llvm.return %5 : !llvm.struct<(vector<1xi32>, vector<1xi32>, vector<[1]xi32>)>
}
// -----
llvm.func @widths(%i: i64) -> !llvm.struct<(i64, i64, i8, i1)> {
  %x = llvm.mlir.constant(3 : index) : i64
  %y = llvm.mlir.constant(8 : i64) : i64
  %b = llvm.mlir.constant(-1 : i8) : i8
  %t = llvm.mlir.constant(true) : i1
  %0 = llvm.or %x, %y : i64
  %1 = llvm.zext %t : i1 to i64
  %2 = llvm.shl %b, %b : i8
  %3 = llvm.or %t, %t : i1
  %u = llvm.mlir.undef : !llvm.struct<(i64, i64, i8, i1)>
  %4 = llvm.insertvalue %0, %u[0] : !llvm.struct<(i64, i64, i8, i1)>
  %5 = llvm.insertvalue %1, %4[1] : !llvm.struct<(i64, i64, i8, i1)>
  %6 = llvm.insertvalue %2, %5[2] : !llvm.struct<(i64, i64, i8, i1)>
  %7 = llvm.insertvalue %3, %6[3] : !llvm.struct<(i64, i64, i8, i1)>
  llvm.return %7 : !llvm.struct<(i64, i64, i8, i1)>
}
