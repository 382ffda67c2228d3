// pipeline: builtin.module(cse)
// pipeline: builtin.module(func.func(cse))

func.func @simple(%arg0: i32) -> (i32, i32) {
  %0 = arith.constant 1 : i32
  %1 = arith.constant 1 : i32
  %2 = arith.addi %arg0, %0 : i32
  %3 = arith.addi %1, %arg0 : i32
  return %2, %3 : i32, i32
}
// -----
func.func @dead_chain(%arg0: i32) {
  %0 = arith.addi %arg0, %arg0 : i32
  %1 = arith.muli %0, %0 : i32
  return
}
// -----
func.func @reads(%m: memref<4xi32>, %i: index, %v: i32) -> (i32, i32, i32) {
  %0 = memref.load %m[%i] : memref<4xi32>
  %1 = memref.load %m[%i] : memref<4xi32>
  memref.store %v, %m[%i] : memref<4xi32>
  %2 = memref.load %m[%i] : memref<4xi32>
  return %0, %1, %2 : i32, i32, i32
}
// -----
func.func @reads_around_a_branch(%m: memref<4xi32>, %i: index, %c: i1) -> (i32, i32) {
  %0 = memref.load %m[%i] : memref<4xi32>
  scf.if %c {
    %x = arith.addi %i, %i : index
    "test.sink"(%x) : (index) -> ()
  }
  %1 = memref.load %m[%i] : memref<4xi32>
  return %0, %1 : i32, i32
}
// -----
func.func @reads_around_a_pure_branch(%m: memref<4xi32>, %i: index, %c: i1) -> (i32, i32, index) {
  %0 = memref.load %m[%i] : memref<4xi32>
  %r = scf.if %c -> index {
    %x = arith.addi %i, %i : index
    scf.yield %x : index
  } else {
    scf.yield %i : index
  }
  %1 = memref.load %m[%i] : memref<4xi32>
  return %0, %1, %r : i32, i32, index
}
// -----
func.func @dominators(%c: i1, %a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %a, %a : i32
  cf.br ^bb3(%1, %2 : i32, i32)
^bb2:
  %3 = arith.muli %a, %a : i32
  cf.br ^bb3(%3, %3 : i32, i32)
^bb3(%4: i32, %5: i32):
  %6 = arith.muli %a, %a : i32
  %7 = arith.addi %4, %5 : i32
  %8 = arith.addi %7, %6 : i32
  return %8 : i32
}
// -----
func.func @regions(%c: i1, %a: i32) -> (i32, i32) {
  %0 = scf.if %c -> i32 {
    %x = arith.addi %a, %a : i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  %1 = scf.if %c -> i32 {
    %x = arith.addi %a, %a : i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  return %0, %1 : i32, i32
}
// -----
func.func @not_through_isolation(%a: i32) -> i32 {
  %c = arith.constant 1 : i32
  %m = builtin.module {
    func.func private @g() -> i32 {
      %c1 = arith.constant 1 : i32
      return %c1 : i32
    }
  }
  return %c : i32
}
// -----
func.func @unregistered(%a: i32) -> (i32, i32) {
  %0 = "test.op"(%a) : (i32) -> i32
  %1 = "test.op"(%a) : (i32) -> i32
  return %0, %1 : i32, i32
}
// -----
%0 = arith.constant 1 : i32
%1 = arith.constant 1 : i32
"test.use"(%0, %1) : (i32, i32) -> ()
// -----
// An allocation that nothing uses keeps nothing around it alive; a store does.
func.func @allocation(%c: i1, %i: index, %v: i32) {
  scf.if %c {
    %m = memref.alloc(%i) : memref<?xi32>
  }
  scf.if %c {
    %m = memref.alloc(%i) : memref<?xi32>
    memref.store %v, %m[%i] : memref<?xi32>
  }
  return
}
