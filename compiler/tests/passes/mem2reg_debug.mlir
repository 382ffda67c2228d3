// pipeline: builtin.module(any(mem2reg))

#file = #llvm.di_file<"a.c" in "">
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#cu = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #file, isOptimized = false, emissionKind = Full>
#sp = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #cu, scope = #file, name = "f", file = #file, subprogramFlags = Definition>
#v = #llvm.di_local_variable<scope = #sp, name = "x", file=#file, type = #int>
#w = #llvm.di_local_variable<scope = #sp, name = "y", file=#file, type = #int>
#u = #llvm.di_local_variable<scope = #sp, name = "z", file=#file, type = #int>
llvm.func @declared(%a: i32, %b: i1) -> i32 {
  %c = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %c x i32 : (i32) -> !llvm.ptr
  llvm.intr.dbg.declare #v = %1 : !llvm.ptr
  llvm.store %a, %1 : i32, !llvm.ptr
  llvm.cond_br %b, ^x, ^y
^x:
  llvm.store %c, %1 : i32, !llvm.ptr
  llvm.br ^y
^y:
  %4 = llvm.load %1 : !llvm.ptr -> i32
  llvm.return %4 : i32
}
llvm.func @declared_cast(%a: i32, %b: i1) -> i32 {
  %c = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %c x i32 : (i32) -> !llvm.ptr
  %2 = llvm.addrspacecast %1 : !llvm.ptr to !llvm.ptr<1>
  llvm.intr.dbg.declare #v = %2 : !llvm.ptr<1>
  llvm.store %a, %1 : i32, !llvm.ptr
  %4 = llvm.load %1 : !llvm.ptr -> i32
  llvm.return %4 : i32
}
llvm.func @valued(%a: i32, %b: i1) -> i32 {
  %c = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %c x i32 : (i32) -> !llvm.ptr
  llvm.intr.dbg.value #v = %1 : !llvm.ptr
  llvm.store %a, %1 : i32, !llvm.ptr
  llvm.intr.dbg.value #v = %a : i32
  %4 = llvm.load %1 : !llvm.ptr -> i32
  llvm.return %4 : i32
}
llvm.func @unused(%a: i32, %b: i1) {
  %c = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %c x i32 : (i32) -> !llvm.ptr
  llvm.intr.dbg.declare #v = %1 : !llvm.ptr
  llvm.return
}
llvm.func @declared_often(%a: i32, %b: i32, %c: i1) -> i32 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.intr.dbg.declare #v = %1 : !llvm.ptr
  llvm.intr.dbg.declare #w = %1 : !llvm.ptr
  %2 = llvm.getelementptr %1[0] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.intr.dbg.declare #u = %2 : !llvm.ptr
  llvm.store %a, %1 : i32, !llvm.ptr
  llvm.cond_br %c, ^x, ^y
^x:
  llvm.store %b, %1 : i32, !llvm.ptr
  llvm.br ^y
^y:
  llvm.intr.dbg.declare #u = %1 : !llvm.ptr
  %3 = llvm.load %1 : !llvm.ptr -> i32
  llvm.return %3 : i32
^z:
  llvm.intr.dbg.declare #v = %1 : !llvm.ptr
  llvm.store %b, %1 : i32, !llvm.ptr
  llvm.br ^y
}
llvm.func @declared_backwards(%a: i32, %b: i32) -> i32 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.store %a, %1 : i32, !llvm.ptr
  llvm.br ^z
^x:
  llvm.intr.dbg.declare #v = %1 : !llvm.ptr
  %2 = llvm.load %1 : !llvm.ptr -> i32
  llvm.return %2 : i32
^y:
  llvm.intr.dbg.declare #w = %1 : !llvm.ptr
  llvm.br ^x
^z:
  llvm.intr.dbg.declare #u = %1 : !llvm.ptr
  llvm.store %b, %1 : i32, !llvm.ptr
  llvm.br ^y
}
func.func @declared_inside(%a: i32, %c: i1) -> i32 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.store %a, %1 : i32, !llvm.ptr
  llvm.intr.dbg.declare #v = %1 : !llvm.ptr
  scf.if %c {
    llvm.intr.dbg.declare #w = %1 : !llvm.ptr
  }
  llvm.intr.dbg.declare #u = %1 : !llvm.ptr
  %2 = llvm.load %1 : !llvm.ptr -> i32
  return %2 : i32
}
