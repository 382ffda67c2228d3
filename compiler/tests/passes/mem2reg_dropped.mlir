// pipeline: builtin.module(any(mem2reg))
// pipeline: builtin.module(any(sroa,mem2reg))

func.func @f(%a: i32) {
  %1 = llvm.alloca %a x i32 : (i32) -> !llvm.ptr
  %2 = llvm.addrspacecast %1 : !llvm.ptr to !llvm.ptr<1>
  return
}
func.func @g(%a: i32) {
  %1 = llvm.alloca %a x i32 : (i32) -> !llvm.ptr
  return
}
func.func @h(%a: i32) {
  %1 = llvm.alloca %a x i32 : (i32) -> !llvm.ptr
  %2 = llvm.load %1 : !llvm.ptr -> i32
  return
}
func.func @i(%a: i32) {
  %1 = llvm.alloca %a x i32 : (i32) -> !llvm.ptr
  %2 = llvm.getelementptr %1[%a] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  return
}
func.func @j(%a: i32) {
  %1 = llvm.alloca %a x i32 : (i32) -> !llvm.ptr
  llvm.intr.lifetime.start %1 : !llvm.ptr
  llvm.store %a, %1 : i32, !llvm.ptr
  llvm.intr.lifetime.end %1 : !llvm.ptr
  return
}
func.func @k(%a: i32) {
  %c = llvm.mlir.constant(2 : i32) : i32
  %1 = llvm.alloca %c x i32 : (i32) -> !llvm.ptr
  %2 = llvm.bitcast %1 : !llvm.ptr to !llvm.ptr
  return
}
func.func @l(%a: i32) {
  %c = llvm.mlir.constant(2 : i32) : i32
  %1 = llvm.alloca %c x i32 : (i32) -> !llvm.ptr
  %2 = llvm.addrspacecast %1 : !llvm.ptr to !llvm.ptr<1>
  llvm.store %a, %2 : i32, !llvm.ptr<1>
  return
}
func.func @chain(%a: i32) -> i32 {
  %c = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %c x i32 : (i32) -> !llvm.ptr
  %2 = llvm.addrspacecast %1 : !llvm.ptr to !llvm.ptr<1>
  %3 = llvm.addrspacecast %2 : !llvm.ptr<1> to !llvm.ptr
  llvm.intr.lifetime.start %3 : !llvm.ptr
  llvm.store %a, %1 : i32, !llvm.ptr
  %4 = llvm.load %1 : !llvm.ptr -> i32
  return %4 : i32
}
func.func @gep(%a: i32) -> i32 {
  %c = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %c x i32 : (i32) -> !llvm.ptr
  %2 = llvm.getelementptr %1[0] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.store %a, %1 : i32, !llvm.ptr
  %4 = llvm.load %1 : !llvm.ptr -> i32
  return %4 : i32
}
func.func @gep1(%a: i32) -> i32 {
  %c = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %c x i32 : (i32) -> !llvm.ptr
  %2 = llvm.getelementptr %1[1] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.store %a, %1 : i32, !llvm.ptr
  %4 = llvm.load %1 : !llvm.ptr -> i32
  return %4 : i32
}
func.func @group(%a: i32) -> i32 {
  %c = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %c x i32 : (i32) -> !llvm.ptr
  %2 = llvm.intr.launder.invariant.group %1 : !llvm.ptr
  %3 = llvm.intr.strip.invariant.group %2 : !llvm.ptr
  %5 = llvm.bitcast %3 : !llvm.ptr to !llvm.ptr
  llvm.store %a, %1 : i32, !llvm.ptr
  %4 = llvm.load %1 : !llvm.ptr -> i32
  return %4 : i32
}
func.func @inv(%a: i32) -> i32 {
  %c = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %c x i32 : (i32) -> !llvm.ptr
  llvm.store %a, %1 : i32, !llvm.ptr
  %2 = llvm.intr.invariant.start 4, %1 : !llvm.ptr
  %4 = llvm.load %1 : !llvm.ptr -> i32
  llvm.intr.invariant.end %2, 4, %1 : !llvm.ptr
  return %4 : i32
}
func.func @inv2(%a: i32) -> i32 {
  %c = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %c x i32 : (i32) -> !llvm.ptr
  %5 = llvm.bitcast %1 : !llvm.ptr to !llvm.ptr
  llvm.store %a, %1 : i32, !llvm.ptr
  %2 = llvm.intr.invariant.start 4, %5 : !llvm.ptr
  %4 = llvm.load %5 : !llvm.ptr -> i32
  return %4 : i32
}
func.func @kept(%a: i32) -> !llvm.ptr {
  %c = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %c x i32 : (i32) -> !llvm.ptr
  %5 = llvm.bitcast %1 : !llvm.ptr to !llvm.ptr
  llvm.store %a, %1 : i32, !llvm.ptr
  return %5 : !llvm.ptr
}
func.func @region(%a: i32, %b: i1) -> i32 {
  %c = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %c x i32 : (i32) -> !llvm.ptr
  llvm.store %a, %1 : i32, !llvm.ptr
  scf.if %b {
    %5 = llvm.bitcast %1 : !llvm.ptr to !llvm.ptr
    llvm.intr.lifetime.end %5 : !llvm.ptr
  }
  %4 = llvm.load %1 : !llvm.ptr -> i32
  return %4 : i32
}
func.func @chained_store(%a: !llvm.ptr) {
  %c = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %c x !llvm.ptr : (i32) -> !llvm.ptr
  %5 = llvm.bitcast %1 : !llvm.ptr to !llvm.ptr
  llvm.store %5, %1 : !llvm.ptr, !llvm.ptr
  return
}
func.func @dbg(%a: i32) -> i32 {
  %c = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %c x i32 : (i32) -> !llvm.ptr
  %5 = llvm.bitcast %1 : !llvm.ptr to !llvm.ptr
  %6 = builtin.unrealized_conversion_cast %5 : !llvm.ptr to i64
  llvm.store %a, %1 : i32, !llvm.ptr
  %4 = llvm.load %1 : !llvm.ptr -> i32
  return %4 : i32
}
