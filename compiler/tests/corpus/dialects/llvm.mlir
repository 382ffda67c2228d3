llvm.func @f(%a: i32, %p: !llvm.ptr, %x: f32, %v: vector<4xi32>, %s: !llvm.struct<(i32, f32)>) -> i32 attributes {dso_local, passthrough = ["foo"]} {
  %0 = llvm.icmp "eq" %a, %a : i32
  %1 = llvm.fcmp "olt" %x, %x {fastmathFlags = #llvm.fastmath<fast>} : f32
  %b1 = llvm.fcmp "olt" %x, %x {foo} : f32
  %2 = llvm.alloca %a x f32 : (i32) -> !llvm.ptr
  %3 = llvm.alloca inalloca %a x f32 {alignment = 8 : i64} : (i32) -> !llvm.ptr
  %4 = llvm.getelementptr %p[%a, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<4 x i32>
  %5 = llvm.getelementptr inbounds|nuw %p[%a] {foo} : (!llvm.ptr, i32) -> !llvm.ptr, i32
  %6 = llvm.extractvalue %s[0] : !llvm.struct<(i32, f32)>
  %7 = llvm.insertvalue %a, %s[0] : !llvm.struct<(i32, f32)>
  %8 = llvm.shufflevector %v, %v [0, 1, -1, 2, 3] : vector<4xi32>
  %9 = llvm.call @g(%a) : (i32) -> i32
  %10 = llvm.call %p(%a) {foo} : !llvm.ptr, (i32) -> i32
  llvm.call fastcc tail @vararg(%a, %a) vararg(!llvm.func<void (i32, ...)>) : (i32, i32) -> ()
  %11 = llvm.call @g(%a) ["tag"(%a, %x : i32, f32), "t2"()] {fastmathFlags = #llvm.fastmath<fast>} : (i32 {llvm.noundef}) -> (i32 {llvm.noundef})
  %12 = llvm.call_intrinsic "llvm.foo"(%a, %x) ["tag"(%a : i32)] {foo} : (i32, f32 {llvm.noundef}) -> i32
  llvm.call_intrinsic "llvm.foo"() : () -> ()
  llvm.intr.assume %0 ["align"(%p, %a : !llvm.ptr, i32)] : i1
  llvm.intr.assume %0 : i1 {foo}
  "llvm.intr.memcpy"(%p, %p, %a) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
  %13 = llvm.mlir.constant(dense<1.0> : vector<4xf32>) : vector<4xf32>
  %14 = llvm.add %a, %a overflow<nsw, nuw> : i32
  %15 = llvm.load volatile %p atomic syncscope("a") acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  %16 = llvm.inline_asm has_side_effects asm_dialect = att "nop", "=r,r" %a : (i32) -> i32
  llvm.intr.ubsantrap <{failureKind = 3 : i8}> {foo}
  %17 = llvm.atomicrmw volatile add %p, %a syncscope("x") seq_cst {alignment = 4 : i64} : !llvm.ptr, i32
  %18 = llvm.cmpxchg weak %p, %a, %a acq_rel monotonic : !llvm.ptr, i32
  llvm.switch %a : i32, ^bb1 [ 1: ^bb2, 2: ^bb3(%a : i32) ] {branch_weights = array<i32: 1,2,3>}
^bb1:
  llvm.switch %a : i32, ^bb1 []
^bb2:
  llvm.cond_br %0 weights([1, 2]), ^bb2, ^bb3(%a : i32)
^bb3(%z: i32):
  llvm.return %z : i32
}
// -----
llvm.mlir.global internal constant @x(1 : i32) {addr_space = 0 : i32} : i32
llvm.mlir.global @s("abc")
llvm.mlir.global external hidden thread_local unnamed_addr constant @y() comdat(@c::@any) {alignment = 8 : i64, dso_local, section = "a"} : !llvm.array<4 x f32>
llvm.mlir.global private @z(dense<1.0> : tensor<4xf32>) {addr_space = 3 : i32} : !llvm.array<4 x f32>
llvm.mlir.global weak @q() : i32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  llvm.return %0 : i32
}
llvm.comdat @c {
  llvm.comdat_selector @any any
}
llvm.mlir.alias external @a {dso_local} : i32 {
  %0 = llvm.mlir.addressof @x : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.alias private hidden thread_local local_unnamed_addr @b : i32 {
  %0 = llvm.mlir.addressof @x : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.ifunc @i : !llvm.func<void ()>, !llvm.ptr @resolver
llvm.mlir.ifunc linkonce_odr hidden unnamed_addr @i2 : !llvm.func<void ()>, !llvm.ptr @resolver {dso_local}
llvm.func @resolver() -> !llvm.ptr {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
// -----
llvm.func @a()
llvm.func private @b(i32, ...) -> f32
llvm.func internal hidden unnamed_addr fastcc @c(%a: i32 {llvm.noundef}, %b: !llvm.ptr {llvm.align = 4 : i64}) -> (i32 {llvm.noundef}) vscale_range(1, 2) comdat(@k::@l) attributes {no_unwind, passthrough = ["x", ["y", "z"]]} {
  llvm.return %a : i32
}
llvm.func @d(...)
llvm.func @e() -> !llvm.struct<(i32, f32)> attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>}
llvm.func @f() attributes {target_features = #llvm.target_features<["+sse4.1", "+avx"]>, frame_pointer = #llvm.framePointerKind<all>, personality = @p}
llvm.func extern_weak @g()
llvm.func spir_funccc @h() -> i1 attributes {dso_local, sym_visibility = "private"}
// -----
llvm.func @p(...) -> i32
llvm.func @callee(i32) -> i32
llvm.func @inv(%a: i32, %p: !llvm.ptr) -> i32 attributes {personality = @p} {
  %n = llvm.mlir.zero : !llvm.ptr
  %0 = llvm.invoke @callee(%a) to ^bb1(%a : i32) unwind ^bb2 : (i32) -> i32
^bb1(%x: i32):
  %1 = llvm.invoke fastcc %p(%a) to ^bb3 unwind ^bb2 vararg(!llvm.func<i32 (...)>) ["t"()] {branch_weights = array<i32: 1, 2>} : !llvm.ptr, (i32 {llvm.noundef}) -> i32
^bb2:
  %l = llvm.landingpad cleanup (catch %n : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.resume %l : !llvm.struct<(ptr, i32)>
^bb3:
  llvm.return %x : i32
}
// -----
llvm.func @f(%p: !llvm.ptr, %i: i32, %j: i64) -> i32 {
  llvm.indirectbr %p : !llvm.ptr, [^bb1(%i : i32), ^bb2, ^bb1(%i : i32)]
^bb1(%x: i32):
  llvm.switch %j : i64, ^bb2 [
    -1: ^bb1(%i : i32),
    9223372036854775807: ^bb2
  ]
^bb2:
  llvm.switch %i : i32, ^bb1(%i : i32) [
    0: ^bb3(%i, %j : i32, i64)
  ]
^bb3(%y: i32, %z: i64):
  llvm.return %y : i32
}
// -----
llvm.func @g(%v: vector<4xi32>, %s: vector<[4]xi32>, %a: !llvm.array<2 x struct<(i32, array<3 x f32>)>>, %f: f32) {
  %0 = llvm.shufflevector %v, %v [3, 2, 1, 0] : vector<4xi32>
  %1 = llvm.shufflevector %s, %s [0, 0, 0, 0] : vector<[4]xi32>
  %2 = llvm.extractvalue %a[1, 1, 2] : !llvm.array<2 x struct<(i32, array<3 x f32>)>>
  %3 = llvm.insertvalue %f, %a[1, 1, 2] : !llvm.array<2 x struct<(i32, array<3 x f32>)>>
  %4 = llvm.extractvalue %a[1] {x} : !llvm.array<2 x struct<(i32, array<3 x f32>)>>
  %5 = llvm.icmp "slt" %v, %v : vector<4xi32>
  %6 = llvm.icmp "ult" %s, %s : vector<[4]xi32>
  %c = llvm.mlir.constant(1 : i64) : i64
  %7 = llvm.alloca %c x i32 {alignment = 0 : i64} : (i64) -> !llvm.ptr
  %8 = llvm.getelementptr inbounds %7[%c, 3] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<8 x i32>
  llvm.return
}
// -----
llvm.func @f(%a: i32) { %0 = llvm.icmp "foo" %a, %a : i32 }
// -----
llvm.func @f(%a: i32) { %0 = llvm.icmp eq %a, %a : i32 }
// -----
llvm.func @f(%a: i32) { %0 = llvm.icmp 1 %a, %a : i32 }
// -----
llvm.func @f(%a: i32) { %0 = llvm.icmp "eq" %a %a : i32 }
// -----
llvm.func @f(%a: i32) { %0 = llvm.icmp "eq" %a, %a : index }
// -----
llvm.func @f(%a: i32) { %0 = llvm.icmp "eq" %a, %a {predicate = 3 : i64} : i32 }
// -----
func.func @f(%a: index) { %0 = llvm.icmp "eq" %a, %a : index }
// -----
llvm.func @f(%a: i32) { %0 = llvm.alloca %a x i32 : (i32) }
// -----
llvm.func @f(%a: i32) { %0 = llvm.alloca %a x i32 : (i32) -> () }
// -----
llvm.func @f(%a: i32) { %0 = llvm.alloca %a x i32 : i32 }
// -----
llvm.func @f(%a: i32) { %0 = llvm.alloca %a x i32 {alignment = "a"} : (i32) -> !llvm.ptr }
// -----
llvm.func @f(%a: i32) { %0 = llvm.alloca %a y i32 {alignment = "a"} : (i32) -> !llvm.ptr }
// -----
llvm.func @f(%a: i32) { %0 = llvm.call @g(%a) : i32 }
// -----
llvm.func @f(%a: i32) { llvm.call @g(%a) : (i32) }
// -----
llvm.func @f(%a: i32) { llvm.call %a(%a) : (i32) -> () }
// -----
llvm.func @f(%a: i32) { llvm.call %a(%a) : i32 }
// -----
llvm.func @f(%a: i32) { llvm.call %a(%a) : !llvm.ptr, i32 }
// -----
llvm.func @f(%a: i32) { llvm.call @g(%a) : () -> () }
// -----
llvm.func @f(%a: i32) { llvm.call @g(%a) : (i32) -> (i32, i32) }
// -----
llvm.func @f(%a: i32) { llvm.call @g(%a) : (i32) -> !llvm.void }
// -----
llvm.func @f(%a: i32) { llvm.call @g(%a) : (f32) -> () }
// -----
llvm.func @f(%a: i32) { llvm.call foo @g(%a) : (i32) -> () }
// -----
llvm.func @f(%a: i32) { llvm.call @g %a : (i32) -> () }
// -----
llvm.func @f(%a: i32) { llvm.call @g(%a) vararg(i32) : (i32) -> () }
// -----
llvm.func @f(%a: i32) { llvm.call @g(%a) vararg(1) : (i32) -> () }
// -----
llvm.func @f(%a: i32) { llvm.call @g(%a) [foo] : (i32) -> () }
// -----
llvm.func @f(%a: i32) { llvm.call @g(%a) ["a"] : (i32) -> () }
// -----
llvm.func @f(%a: i32) { llvm.call @g(%a) ["a"(%a)] : (i32) -> () }
// -----
llvm.func @f(%a: i32) { llvm.call @g(%a) ["a"(%a : i32, i32)] : (i32) -> () }
// -----
llvm.func @f(%a: i32) { llvm.call @g(%a) [] : (i32) -> ()
llvm.return }
// -----
llvm.func @f(%a: i32) { llvm.call @g(%a) {callee = @h} : (i32) -> ()
llvm.return }
// -----
llvm.func @f(%a: i32) { llvm.call @g(%a) : (i32) -> () {foo} 
llvm.return }
// -----
llvm.func @f(%a: i32) -> (i32, i32)
// -----
llvm.func @f(%a: index)
// -----
llvm.func @f(index)
// -----
llvm.func @f() -> index
// -----
llvm.func @f() -> ()
// -----
llvm.func @f() -> !llvm.void
// -----
llvm.func @f(..., i32)
// -----
llvm.func @f(i32, ...,)
// -----
llvm.func @f(i32, ... ...)
// -----
llvm.func @f(i32, %a: i32)
// -----
llvm.func @f(%a: i32, i32)
// -----
llvm.func @f(%a: i32, ...) { llvm.return }
// -----
llvm.func foo @f()
// -----
llvm.func hidden private @f()
// -----
llvm.func @f() vscale_range(1)
// -----
llvm.func @f() vscale_range(a, b)
// -----
llvm.func @f() comdat(1)
// -----
llvm.func @f() comdat(@a) vscale_range(1, 2)
// -----
llvm.func @f() attributes {sym_name = "g"}
// -----
llvm.func @f() attributes {linkage = #llvm.linkage<private>}
// -----
llvm.func @f() attributes {CConv = 3}
// -----
llvm.func @f() {}
// -----
llvm.func @f() attributes {no_unwind = 1}
// -----
llvm.func @f() attributes {alignment = 1 : i32}
// -----
llvm.func "f"()
// -----
llvm.mlir.global @x : i32
// -----
llvm.mlir.global @x()
// -----
llvm.mlir.global @x(1)
// -----
llvm.mlir.global @x(1 : i32) : i32, i32
// -----
llvm.mlir.global private foo @x(1 : i32) : i32
// -----
llvm.mlir.global constant private @x(1 : i32) : i32
// -----
llvm.mlir.global @x(1 : i32) : i32 {}
// -----
llvm.mlir.global @x("abc") {
  llvm.return
}
// -----
llvm.mlir.global @x(1 : i32) {value = 2 : i32} : i32
// -----
llvm.mlir.alias @x
// -----
llvm.mlir.alias @x : i32
// -----
llvm.mlir.alias @x : i32 {}
// -----
llvm.func @f(%a: i32) { llvm.switch %a : i32, ^bb1 [a: ^bb1] 
^bb1: llvm.return }
// -----
llvm.func @f(%a: i32) { llvm.switch %a : i32, ^bb1 [1: ^bb1, b: ^bb1] 
^bb1: llvm.return }
// -----
llvm.func @f(%a: i32) { llvm.switch %a : i32, ^bb1 [1 ^bb1] 
^bb1: llvm.return }
// -----
llvm.func @f(%a: i32) { llvm.switch %a : i32, ^bb1 [1: ^bb1 
^bb1: llvm.return }
// -----
llvm.func @f(%a: i8) { llvm.switch %a : i8, ^bb1 [300: ^bb1] 
^bb1: llvm.return }
// -----
llvm.func @f(%a: i32) { llvm.switch %a : i32, ^bb1 [1: ^bb1(%a)] 
^bb1: llvm.return }
// -----
llvm.func @f(%a: i32) { %0 = llvm.extractvalue %a[0] : i32 }
// -----
llvm.func @f(%a: !llvm.array<2 x i32>) { %0 = llvm.extractvalue %a[2] : !llvm.array<2 x i32> }
// -----
llvm.func @f(%a: !llvm.array<2 x i32>) { %0 = llvm.extractvalue %a[-1] : !llvm.array<2 x i32> }
// -----
llvm.func @f(%a: !llvm.array<2 x i32>) { %0 = llvm.extractvalue %a[] : !llvm.array<2 x i32> }
// -----
llvm.func @f(%a: !llvm.struct<(i32)>) { %0 = llvm.extractvalue %a[1] : !llvm.struct<(i32)> }
// -----
llvm.func @f(%a: !llvm.struct<(i32)>) { %0 = llvm.extractvalue %a[0, 0] : !llvm.struct<(i32)> }
// -----
llvm.func @f(%a: !llvm.struct<(i32)>) { %0 = llvm.extractvalue %a : !llvm.struct<(i32)> }
// -----
llvm.func @f(%a: !llvm.struct<(i32)>, %b: f32) { %0 = llvm.insertvalue %b, %a[0] : !llvm.struct<(i32)> }
// -----
llvm.func @f(%a: !llvm.struct<(i32)>, %b: f32) { %0 = llvm.insertvalue %b, %a["a"] : !llvm.struct<(i32)> }
// -----
llvm.func @f(%a: vector<4xi32>) { %0 = llvm.shufflevector %a, %a [0, a] : vector<4xi32> }
// -----
llvm.func @f(%a: i1) { llvm.intr.assume %a ["align"(%a)] : i1 }
// -----
llvm.func @f(%a: i1) { llvm.intr.assume %a [] : i1
llvm.return }
// -----
llvm.func @f(%a: i1) { %0 = llvm.landingpad (foo %a : i1) : i1 }
// -----
llvm.func @f(%a: i1) { %0 = llvm.landingpad cleanup {x} : i1 }
// -----
llvm.func @f(%a: i1) { llvm.call_intrinsic @a() : () -> () }
// -----
llvm.func @f(%a: i1) { llvm.call_intrinsic "llvm.a" : () -> () }
// -----
llvm.func @f(%a: i1) { llvm.call_intrinsic "llvm.a"() : () }
// -----
llvm.func @f(%a: i1) { llvm.call_intrinsic "llvm.a"() : i32 }
// -----
llvm.func @f(%a: i1) { llvm.call_intrinsic "llvm.a"() : () -> (i32, i32) }
// -----
llvm.func @f(%p: !llvm.ptr) { llvm.indirectbr %p : !llvm.ptr, []  }
// -----
llvm.func @f(%p: !llvm.ptr) { llvm.indirectbr %p : !llvm.ptr, [^bb1
^bb1:
llvm.return }
// -----
llvm.func @f(%p: !llvm.ptr) { llvm.invoke @f(%p) to ^bb1 : (!llvm.ptr) -> ()
^bb1:
llvm.return }
// -----
llvm.func @f(%p: !llvm.ptr) { llvm.invoke @f(%p) to ^bb1() unwind ^bb1 : (!llvm.ptr) -> ()
^bb1:
llvm.return }
// -----
llvm.func @f(%p: !llvm.ptr) { llvm.invoke @f(%p) to ^bb1(%p) unwind ^bb1 : (!llvm.ptr) -> ()
^bb1:
llvm.return }
// -----
llvm.intr.ubsantrap
// -----
llvm.intr.ubsantrap {a}
// -----
llvm.intr.ubsantrap )
