// pipeline: builtin.module(mem2reg)
// pipeline: builtin.module(any(mem2reg{region-simplify=false}))
func.func @straight(%a: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  %r = memref.load %m[] : memref<i32>
  memref.store %r, %m[] : memref<i32>
  %s = memref.load %m[] : memref<i32>
  return %s : i32
}
// -----
func.func @merge(%c: i1, %a: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  cf.cond_br %c, ^a, ^b
^a:
  %c5 = arith.constant 5 : i32
  memref.store %c5, %m[] : memref<i32>
  cf.br ^b
^b:
  %r = memref.load %m[] : memref<i32>
  return %r : i32
}
// -----
func.func @loop(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %i = memref.alloca() : memref<i32>
  %sum = memref.alloca() : memref<i32>
  memref.store %zero, %i[] : memref<i32>
  memref.store %zero, %sum[] : memref<i32>
  cf.br ^head
^head:
  %0 = memref.load %i[] : memref<i32>
  %1 = arith.cmpi slt, %0, %n : i32
  cf.cond_br %1, ^body, ^end
^body:
  %2 = memref.load %sum[] : memref<i32>
  %3 = memref.load %i[] : memref<i32>
  %4 = arith.addi %2, %3 : i32
  memref.store %4, %sum[] : memref<i32>
  %5 = arith.addi %3, %one : i32
  memref.store %5, %i[] : memref<i32>
  cf.br ^head
^end:
  %6 = memref.load %sum[] : memref<i32>
  return %6 : i32
}
// -----
func.func @not_written(%c: i1, %a: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  cf.cond_br %c, ^a, ^b
^a:
  memref.store %a, %m[] : memref<i32>
  cf.br ^b
^b:
  %r = memref.load %m[] : memref<i32>
  return %r : i32
}
// -----
func.func @unreachable(%c: i1, %a: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  cf.cond_br %c, ^a, ^b
^a:
  %c5 = arith.constant 5 : i32
  memref.store %c5, %m[] : memref<i32>
  cf.br ^b
^b:
  %r = memref.load %m[] : memref<i32>
  return %r : i32
^u:
  %x = memref.load %m[] : memref<i32>
  memref.store %x, %m[] : memref<i32>
  cf.br ^b
}
// -----
func.func @nested(%c: i1, %a: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  scf.if %c {
    %c5 = arith.constant 5 : i32
    memref.store %c5, %m[] : memref<i32>
  }
  %r = memref.load %m[] : memref<i32>
  return %r : i32
}
// -----
func.func @inside(%c: i1, %a: i32) -> i32 {
  %r = scf.if %c -> i32 {
    %m = memref.alloca() : memref<i32>
    memref.store %a, %m[] : memref<i32>
    %x = memref.load %m[] : memref<i32>
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}
// -----
func.func private @take(memref<i32>)
func.func @escapes(%a: i32) {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  func.call @take(%m) : (memref<i32>) -> ()
  return
}
// -----
func.func @itself(%a: memref<i32>) {
  %m = memref.alloca() : memref<memref<i32>>
  memref.store %a, %m[] : memref<memref<i32>>
  return
}
// -----
func.func @shapes(%a: i32, %i: index) -> (i32, i32) {
  %one = memref.alloca() : memref<1x1xi32>
  %two = memref.alloca() : memref<2xi32>
  %unused = memref.alloca() : memref<i32>
  memref.store %a, %one[%i, %i] : memref<1x1xi32>
  memref.store %a, %two[%i] : memref<2xi32>
  %0 = memref.load %one[%i, %i] : memref<1x1xi32>
  %1 = memref.load %two[%i] : memref<2xi32>
  return %0, %1 : i32, i32
}
// -----
func.func @switch(%flag: i32, %a: i32, %b: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  cf.switch %flag : i32, [
    default: ^one,
    7: ^two(%a : i32),
    8: ^two(%b : i32)
  ]
^one:
  memref.store %a, %m[] : memref<i32>
  cf.br ^two(%b : i32)
^two(%x: i32):
  %r = memref.load %m[] : memref<i32>
  %s = arith.addi %r, %x : i32
  return %s : i32
}
// -----
llvm.func @pointers(%a: i32, %c: i1) -> i32 {
  %1 = llvm.mlir.constant(1 : i32) : i32
  %2 = llvm.mlir.constant(2 : i32) : i32
  %p = llvm.alloca %1 x i32 : (i32) -> !llvm.ptr
  %q = llvm.alloca %2 x i32 : (i32) -> !llvm.ptr
  %v = llvm.alloca %1 x i32 : (i32) -> !llvm.ptr
  llvm.intr.lifetime.start %p : !llvm.ptr
  llvm.store %a, %p : i32, !llvm.ptr
  llvm.store %a, %q : i32, !llvm.ptr
  llvm.store volatile %a, %v : i32, !llvm.ptr
  llvm.cond_br %c, ^a, ^b
^a:
  llvm.store %1, %p : i32, !llvm.ptr
  llvm.br ^b
^b:
  %r = llvm.load %p : !llvm.ptr -> i32
  llvm.intr.lifetime.end %p : !llvm.ptr
  llvm.return %r : i32
}
// -----
llvm.func @escaping_pointer(%a: !llvm.ptr) -> i32 {
  %1 = llvm.mlir.constant(1 : i32) : i32
  %p = llvm.alloca %1 x i32 : (i32) -> !llvm.ptr
  %n = llvm.alloca %1 x i32 : (i32) -> !llvm.ptr
  llvm.store %p, %a : !llvm.ptr, !llvm.ptr
  %r = llvm.load %n : !llvm.ptr -> i32
  llvm.return %r : i32
}
