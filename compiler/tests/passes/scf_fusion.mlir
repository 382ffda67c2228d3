// pipeline: builtin.module(func.func(scf-parallel-loop-fusion))
// pipeline: builtin.module(scf-parallel-loop-fusion)

func.func @empty() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.parallel (%i, %j) = (%c1, %c1) to (%c2, %c2) step (%c1, %c1) {
    "test.a"(%i) : (index) -> ()
    scf.reduce
  }
  scf.parallel (%i, %j) = (%c1, %c1) to (%c2, %c2) step (%c1, %c1) {
    "test.b"(%j) : (index) -> ()
    scf.reduce
  }
  scf.parallel (%i, %j) = (%c1, %c1) to (%c2, %c2) step (%c1, %c1) {
    scf.reduce
  }
  return
}
// -----
func.func @same_element(%A: memref<2x2xf32>, %B: memref<2x2xf32>, %C: memref<2x2xf32>) {
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = memref.alloc() : memref<2x2xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
    %b = memref.load %B[%i, %j] : memref<2x2xf32>
    %c = memref.load %C[%i, %j] : memref<2x2xf32>
    %s = arith.addf %b, %c : f32
    memref.store %s, %sum[%i, %j] : memref<2x2xf32>
    scf.reduce
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
    %s = memref.load %sum[%i, %j] : memref<2x2xf32>
    memref.store %s, %sum[%i, %j] : memref<2x2xf32>
    scf.reduce
  }
  memref.dealloc %sum : memref<2x2xf32>
  return
}
// -----
func.func @other_element() {
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<2x2xf32>
  %n = memref.alloc() : memref<2x2xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
    %s = memref.load %n[%i, %j] : memref<2x2xf32>
    memref.store %s, %m[%i, %j] : memref<2x2xf32>
    scf.reduce
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
    %s = memref.load %m[%j, %i] : memref<2x2xf32>
    memref.store %s, %n[%i, %j] : memref<2x2xf32>
    scf.reduce
  }
  return
}
// -----
// Arguments can alias, allocations cannot.
func.func @aliases(%A: memref<4xf32>, %B: memref<4xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xf32>
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    memref.store %f, %A[%i] : memref<4xf32>
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %s = memref.load %B[%i] : memref<4xf32>
    memref.store %s, %m[%i] : memref<4xf32>
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %s = memref.load %m[%i] : memref<4xf32>
    memref.store %s, %m[%i] : memref<4xf32>
    scf.reduce
  }
  return
}
// -----
// Effects and uses between the loops, other bounds, loops in loops.
func.func @between(%f: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    scf.reduce
  }
  "test.effect"() : () -> ()
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    scf.reduce
  }
  %x = arith.addi %n, %c1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      "test.in"(%j) : (index) -> ()
      scf.reduce
    }
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      "test.in2"(%j) : (index) -> ()
      scf.reduce
    }
    scf.reduce
  }
  return
}
// -----
// Results and reductions.
func.func @results(%A: memref<4xf32>, %f: f32) -> (f32, f32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0 : i32
  %0 = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%f) -> f32 {
    %v = memref.load %A[%i] : memref<4xf32>
    scf.reduce(%v : f32) {
    ^bb0(%l: f32, %r: f32):
      %s = arith.addf %l, %r : f32
      scf.reduce.return %s : f32
    }
  }
  %1:2 = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%f, %z) -> (f32, i32) {
    %v = memref.load %A[%i] : memref<4xf32>
    %w = arith.index_cast %i : index to i32
    scf.reduce(%v, %w : f32, i32) {
    ^bb0(%l: f32, %r: f32):
      %s = arith.mulf %l, %r : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%l: i32, %r: i32):
      %s = arith.muli %l, %r : i32
      scf.reduce.return %s : i32
    }
  }
  return %0, %1#0, %1#1 : f32, f32, i32
}
// -----
func.func @result_between(%A: memref<4xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%f) -> f32 {
    %v = memref.load %A[%i] : memref<4xf32>
    scf.reduce(%v : f32) {
    ^bb0(%l: f32, %r: f32):
      %s = arith.addf %l, %r : f32
      scf.reduce.return %s : f32
    }
  }
  %g = arith.addf %0, %0 : f32
  %1 = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%f) -> f32 {
    %v = memref.load %A[%i] : memref<4xf32>
    scf.reduce(%v : f32) {
    ^bb0(%l: f32, %r: f32):
      %s = arith.addf %l, %r : f32
      scf.reduce.return %s : f32
    }
  }
  %h = arith.addf %1, %g : f32
  return %h : f32
}
// -----
func.func @one_with_results(%A: memref<4xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    "test.a"(%i) : (index) -> ()
    scf.reduce
  }
  %1 = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%f) -> f32 {
    %v = memref.load %A[%i] : memref<4xf32>
    scf.reduce(%v : f32) {
    ^bb0(%l: f32, %r: f32):
      %s = arith.addf %l, %r : f32
      scf.reduce.return %s : f32
    }
  }
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    "test.b"(%i) : (index) -> ()
    scf.reduce
  }
  return %1 : f32
}
// -----
// Indices that are computed alike, or not.
func.func @computed(%f: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<8xf32>
  %q = memref.alloc() : memref<8xf32>
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %x = arith.addi %i, %c1 : index
    memref.store %f, %m[%x] : memref<8xf32>
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %x = arith.addi %i, %c1 : index
    %v = memref.load %m[%x] : memref<8xf32>
    memref.store %v, %q[%x] : memref<8xf32>
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %x = arith.addi %i, %n : index
    %v = memref.load %q[%x] : memref<8xf32>
    "test.use"(%v) : (f32) -> ()
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %v = memref.load %m[%c0] : memref<8xf32>
    memref.store %v, %m[%i] : memref<8xf32>
    memref.store %v, %m[%c1] : memref<8xf32>
    scf.reduce
  }
  return
}
// -----
// Views of the same memory.
func.func @views(%f: f32, %A: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = memref.subview %A[0][4][1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    memref.store %f, %s[%i] : memref<4xf32, strided<[1]>>
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %v = memref.load %A[%i] : memref<8xf32>
    "test.use"(%v) : (f32) -> ()
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %t = memref.subview %A[0][4][1] : memref<8xf32> to memref<4xf32, strided<[1]>>
    %v = memref.load %t[%i] : memref<4xf32, strided<[1]>>
    "test.use"(%v) : (f32) -> ()
    scf.reduce
  }
  return
}
