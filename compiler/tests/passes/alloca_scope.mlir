// pipeline: builtin.module(canonicalize)
func.func @scope(%n: index) {
  memref.alloca_scope {
    "t.a"() : () -> ()
    memref.alloca_scope.return
  }
  return
}
// -----
func.func @scope2(%n: index) -> i32 {
  %r = memref.alloca_scope -> (i32) {
    %m = memref.alloca(%n) : memref<?xi32>
    "t.a"(%m) : (memref<?xi32>) -> ()
    %v = "t.v"() : () -> i32
    memref.alloca_scope.return %v : i32
  }
  return %r : i32
}
// -----
func.func @scope3(%n: index, %c: i1) {
  scf.for %i = %n to %n step %n {
    memref.alloca_scope {
      %m = memref.alloca(%n) : memref<?xi32>
      "t.a"(%m) : (memref<?xi32>) -> ()
      scf.if %c {
         %m2 = memref.alloca() : memref<8xi32>
         "t.a"(%m2) : (memref<8xi32>) -> ()
      }
    }
  }
  return
}
// -----
func.func @scope4(%c: i1) {
  memref.alloca_scope {
    scf.if %c {
      memref.alloca_scope {
        %m2 = memref.alloca() : memref<8xi32>
        "t.a"(%m2) : (memref<8xi32>) -> ()
      }
    }
    "t.b"() : () -> ()
  }
  return
}
// -----
func.func @several_blocks(%c: i1) {
  memref.alloca_scope {
    %m = memref.alloca() : memref<8xi32>
    "test.a"(%m) : (memref<8xi32>) -> ()
  }
  cf.br ^end
^end:
  memref.alloca_scope {
    %m = memref.alloca() : memref<8xi32>
    "test.a"(%m) : (memref<8xi32>) -> ()
  }
  return
}
// -----
func.func @hoisted(%c: i1, %n: index) {
  scf.if %c {
    scf.if %c {
      memref.alloca_scope {
        %k = arith.addi %n, %n : index
        %m = memref.alloca(%n) : memref<?xi32>
        %p = memref.alloca(%k) : memref<?xi32>
        "test.a"(%m, %p) : (memref<?xi32>, memref<?xi32>) -> ()
      }
    }
  }
  return
}
// -----
func.func @in_loop(%n: index, %x: i32) {
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    memref.alloca_scope {
      %m = memref.alloca(%i) : memref<?xi32>
      memref.store %x, %m[%n] : memref<?xi32>
    }
  }
  affine.for %i = 0 to 10 {
    memref.alloca_scope {
      %m = memref.alloca(%n) : memref<?xi32>
      affine.store %x, %m[%i] : memref<?xi32>
    }
  }
  return
}
