// pipeline: builtin.module(canonicalize)
// pipeline: builtin.module(cse)
// pipeline: builtin.module(loop-invariant-code-motion)

// Memory that is not used, and reads whose results are not.
llvm.func @f(%p: !llvm.ptr, %n: i32) {
  %0 = llvm.alloca %n x i32 : (i32) -> !llvm.ptr
  %1 = llvm.alloca inalloca %n x i32 : (i32) -> !llvm.ptr
  %2 = llvm.load %p : !llvm.ptr -> i32
  %3 = llvm.load volatile %p : !llvm.ptr -> i32
  %4 = llvm.load %p atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  %5 = llvm.load %p atomic unordered {alignment = 4 : i64} : !llvm.ptr -> i32
  llvm.return
}
// -----
// What is between equal reads.
llvm.func @g(%p: !llvm.ptr, %n: i32) -> i32 {
  %5 = llvm.load %p : !llvm.ptr -> i32
  %6 = llvm.load %p : !llvm.ptr -> i32
  %s = llvm.add %5, %6 : i32
  llvm.store %s, %p : i32, !llvm.ptr
  %8 = llvm.load %p : !llvm.ptr -> i32
  %t = llvm.add %s, %8 : i32
  %9 = llvm.alloca %n x i32 : (i32) -> !llvm.ptr
  %10 = llvm.load %p : !llvm.ptr -> i32
  %u = llvm.add %t, %10 : i32
  llvm.intr.lifetime.start %9 : !llvm.ptr
  %11 = llvm.load %p : !llvm.ptr -> i32
  %v = llvm.add %u, %11 : i32
  %z = llvm.alloca %n x i32 : (i32) -> !llvm.ptr
  llvm.store %v, %z : i32, !llvm.ptr
  %12 = llvm.load volatile %z : !llvm.ptr -> i32
  %13 = llvm.load %p : !llvm.ptr -> i32
  %w = llvm.add %v, %13 : i32
  llvm.store %w, %z atomic unordered {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.return %w : i32
}
// -----
// Two allocations are not one.
llvm.func @h(%n: i32) -> i1 {
  %0 = llvm.alloca %n x i32 : (i32) -> !llvm.ptr
  %1 = llvm.alloca %n x i32 : (i32) -> !llvm.ptr
  %2 = llvm.icmp "eq" %0, %1 : !llvm.ptr
  llvm.return %2 : i1
}
// -----
// In a loop.
func.func @loop(%p: !llvm.ptr, %n: i32, %a: index, %b: index) {
  scf.for %i = %a to %b step %b {
    %0 = llvm.alloca %n x i32 : (i32) -> !llvm.ptr
    %1 = llvm.load %p : !llvm.ptr -> i32
    llvm.store %1, %0 : i32, !llvm.ptr
    %2 = llvm.add %n, %n : i32
    llvm.store %2, %0 : i32, !llvm.ptr
  }
  return
}
