// pipeline: builtin.module(remove-dead-values)
// pipeline: builtin.module(remove-dead-values{canonicalize=false})
func.func @dead_loads(%m: memref<4xf32>, %i: index) -> index {
  %0 = memref.load %m[%i] : memref<4xf32>
  %1 = arith.addf %0, %0 : f32
  %2 = memref.load %m[%i] : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloca() : memref<4xf32>
  %3 = memref.load %a[%i] : memref<4xf32>
  return %i : index
}
// -----
func.func @scope(%m: memref<4xf32>, %i: index, %x: f32) -> f32 {
  %r = memref.alloca_scope -> (f32) {
    %a = memref.alloca() : memref<4xf32>
    memref.store %x, %a[%i] : memref<4xf32>
    %v = memref.load %a[%i] : memref<4xf32>
    memref.alloca_scope.return %v : f32
  }
  return %x : f32
}
// -----
func.func @scope_live(%m: memref<4xf32>, %i: index, %x: f32) -> f32 {
  %r:2 = memref.alloca_scope -> (f32, f32) {
    %a = memref.alloca() : memref<4xf32>
    memref.store %x, %a[%i] : memref<4xf32>
    %v = memref.load %a[%i] : memref<4xf32>
    %w = arith.addf %v, %v : f32
    memref.alloca_scope.return %v, %w : f32, f32
  }
  return %r#0 : f32
}
// -----
func.func @scope_pure(%i: index, %x: f32) -> f32 {
  %r = memref.alloca_scope -> (f32) {
    %w = arith.addf %x, %x : f32
    memref.alloca_scope.return %w : f32
  }
  memref.alloca_scope {
    %w = arith.addf %x, %x : f32
    memref.alloca_scope.return
  }
  return %x : f32
}
// -----
func.func @unreached2(%i: index, %x: f32, %m: memref<4xf32>, %c: i1) -> f32 {
  cf.br ^bb2(%x, %x : f32, f32)
^bb1(%a: f32):
  %0 = arith.addf %a, %x : f32
  cf.cond_br %c, ^bb2(%0, %a : f32, f32), ^bb1(%0 : f32)
^bb2(%b: f32, %d: f32):
  memref.store %b, %m[%i] : memref<4xf32>
  %1 = memref.load %m[%i] : memref<4xf32>
  return %1 : f32
}
// -----
func.func @nested(%c: i1, %x: f32, %m: memref<4xf32>, %i: index) {
  %r = scf.if %c -> f32 {
    %l = memref.load %m[%i] : memref<4xf32>
    scf.yield %l : f32
  } else {
    %q = memref.alloca_scope -> (f32) {
      %a = memref.alloca() : memref<4xf32>
      %v = memref.load %a[%i] : memref<4xf32>
      memref.alloca_scope.return %v : f32
    }
    scf.yield %q : f32
  }
  return
}
// -----
func.func @scope2(%m: memref<4xf32>, %i: index, %x: f32) -> f32 {
  %r = memref.alloca_scope -> (f32) {
    %a = memref.alloca() : memref<4xf32>
    memref.store %x, %a[%i] : memref<4xf32>
    %b = memref.alloca() : memref<4xf32>
    %c = memref.alloc() : memref<4xf32>
    memref.store %x, %b[%i] : memref<4xf32>
    memref.store %x, %m[%i] : memref<4xf32>
    memref.store %x, %c[%i] : memref<4xf32>
    memref.alloca_scope.return %x : f32
  }
  "test.foo"() : () -> ()
  return %x : f32
}
// -----
func.func @scope3(%m: memref<4xf32>, %i: index, %x: f32) -> f32 {
  "test.foo"() : () -> ()
  %r = memref.alloca_scope -> (f32) {
    %a = memref.alloca() : memref<4xf32>
    memref.store %x, %a[%i] : memref<4xf32>
    %b = memref.alloca() : memref<4xf32>
    %c = memref.alloc() : memref<4xf32>
    %d = memref.alloc() : memref<4xf32>
    memref.store %x, %b[%i] : memref<4xf32>
    memref.store %x, %m[%i] : memref<4xf32>
    memref.store %x, %c[%i] : memref<4xf32>
    memref.alloca_scope.return %x : f32
  }
  return %x : f32
}
// -----
func.func @scope3(%m: memref<?xi32>, %i: index, %x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  "test.foo"() : () -> ()
  %r = memref.alloca_scope -> (i32) {
    %a = memref.alloc() : memref<4xi32>
    memref.store %x, %a[%i] : memref<4xi32>
    %s = arith.addi %x, %c1 : i32
    %t = arith.addi %s, %c2 : i32
    memref.store %t, %m[%i] : memref<?xi32>
    memref.alloca_scope.return %x : i32
  }
  return %x : i32
}
// -----
func.func @scope4(%m: memref<?xi32>, %i: index, %x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %a = memref.alloc() : memref<4xi32>
  memref.store %x, %a[%i] : memref<4xi32>
    %s = arith.addi %x, %c1 : i32
    %t = arith.addi %s, %c2 : i32
  "test.foo"() : () -> ()
  %r = memref.alloca_scope -> (i32) {
    memref.store %t, %m[%i] : memref<?xi32>
    memref.alloca_scope.return %x : i32
  }
  return %x : i32
}
// -----
func.func @scope5(%m: memref<?xi32>, %i: index, %x: i32, %c: i1) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %t = arith.constant true
  "test.foo"() : () -> ()
  scf.if %t {
    %a = memref.alloc() : memref<4xi32>
    memref.store %x, %a[%i] : memref<4xi32>
    %s = arith.addi %x, %c1 : i32
    %t2 = arith.addi %s, %c2 : i32
    memref.store %t2, %m[%i] : memref<?xi32>
  }
  return %x : i32
}
// -----
func.func @scope6(%m: memref<?xi32>, %i: index, %x: i32, %c: i1) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  scf.execute_region {
    %a = memref.alloc() : memref<4xi32>
    memref.store %x, %a[%i] : memref<4xi32>
    %s = arith.addi %x, %c1 : i32
    %t2 = arith.addi %s, %c2 : i32
    memref.store %t2, %m[%i] : memref<?xi32>
    scf.yield
  }
  return %x : i32
}
