// pipeline: builtin.module(remove-dead-values)
// pipeline: builtin.module(remove-dead-values{canonicalize=false})
func.func private @f(%a: i32, %b: i32) -> (i32, i32) {
  %c = arith.addi %a, %a : i32
  %d = arith.addi %b, %b : i32
  return %c, %d : i32, i32
}
func.func @g(%x: i32, %m: memref<i32>) {
  %0:2 = call @f(%x, %x) : (i32, i32) -> (i32, i32)
  memref.store %0#0, %m[] : memref<i32>
  return
}
// -----
func.func @h(%c: i1, %x: i32, %m: memref<i32>) {
  %0:2 = scf.if %c -> (i32, i32) {
    %1 = arith.addi %x, %x : i32
    scf.yield %1, %x : i32, i32
  } else { scf.yield %x, %x : i32, i32 }
  memref.store %0#0, %m[] : memref<i32>
  return
}
// -----
func.func @unused_if(%c: i1, %x: i32) {
  %0 = scf.if %c -> (i32) {
    %1 = arith.addi %x, %x : i32
    scf.yield %1 : i32
  } else { scf.yield %x : i32 }
  return
}
// -----
func.func @loop(%n: index, %m: memref<?xf32>, %a: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a, %z = %a) -> (f32, f32, f32) {
    %l = memref.load %m[%i] : memref<?xf32>
    %s = arith.addf %x, %l : f32
    %t = arith.addf %y, %z : f32
    scf.yield %s, %t, %s : f32, f32, f32
  }
  return %r#0 : f32
}
// -----
func.func @whole_loop(%n: index, %a: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (f32) {
    %s = arith.addf %x, %a : f32
    scf.yield %s : f32
  }
  return %a : f32
}
// -----
func.func @while(%a: i32, %b: i32, %m: memref<i32>) -> i32 {
  %r:2 = scf.while (%x = %a, %y = %b) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi slt, %x, %a : i32
    %d = arith.muli %y, %y : i32
    scf.condition(%c) %x, %d : i32, i32
  } do {
  ^bb0(%p: i32, %q: i32):
    %s = arith.addi %p, %p : i32
    %t = arith.addi %q, %q : i32
    scf.yield %s, %t : i32, i32
  }
  return %r#0 : i32
}
// -----
func.func @while_result_dead(%a: i32, %m: memref<i32>) {
  %r:2 = scf.while (%x = %a, %y = %a) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi slt, %x, %a : i32
    scf.condition(%c) %x, %y : i32, i32
  } do {
  ^bb0(%p: i32, %q: i32):
    memref.store %p, %m[] : memref<i32>
    %s = arith.addi %p, %q : i32
    scf.yield %s, %p : i32, i32
  }
  return
}
// -----
func.func @branches(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a, %b : i32, i32), ^bb2(%b : i32)
^bb1(%x: i32, %y: i32):
  %u = arith.addi %x, %x : i32
  cf.br ^bb2(%y : i32)
^bb2(%z: i32):
  return %a : i32
}
// -----
func.func @branches_live(%c: i1, %a: i32, %b: i32) -> i32 {
  %d = arith.addi %a, %b : i32
  cf.cond_br %c, ^bb1(%d, %b : i32, i32), ^bb2(%b : i32)
^bb1(%x: i32, %y: i32):
  cf.br ^bb2(%y : i32)
^bb2(%z: i32):
  return %z : i32
}
// -----
func.func private @only_declared(%a: i32) -> i32
func.func private @not_called(%a: i32, %b: i32) -> (i32, i32) {
  %d = arith.addi %b, %b : i32
  return %d, %b : i32, i32
}
func.func private @recursive(%a: i32, %b: i32) -> (i32, i32) {
  %0:2 = call @recursive(%b, %a) : (i32, i32) -> (i32, i32)
  return %0#1, %a : i32, i32
}
func.func @top(%a: i32) -> i32 {
  %0 = call @only_declared(%a) : (i32) -> i32
  %1:2 = call @recursive(%a, %a) : (i32, i32) -> (i32, i32)
  return %1#0 : i32
}
// -----
func.func @regions(%x: i32, %i: index, %m: memref<i32>) {
  %0 = scf.execute_region -> i32 {
    %1 = arith.addi %x, %x : i32
    memref.store %1, %m[] : memref<i32>
    scf.yield %x : i32
  }
  %2 = scf.index_switch %i -> i32
  case 1 {
    memref.store %x, %m[] : memref<i32>
    scf.yield %x : i32
  }
  default {
    %3 = arith.addi %x, %x : i32
    scf.yield %3 : i32
  }
  scf.parallel (%j) = (%i) to (%i) step (%i) {
    %4 = arith.addi %x, %x : i32
    scf.reduce
  }
  return
}
// -----
module @inner {
  memref.global "private" @g : memref<2xi32> = dense<1>
  func.func private @dead() {
    %0 = memref.get_global @g : memref<2xi32>
    return
  }
}
// -----
func.func @unregistered(%a: i32) {
  %0 = arith.addi %a, %a : i32
  %1 = "test.op"(%0) : (i32) -> i32
  %2 = arith.addi %1, %1 : i32
  "test.region"() ({
    %3 = arith.addi %a, %a : i32
    "test.end"() : () -> ()
  }) : () -> ()
  return
}
// -----
func.func @unregistered_loop(%a: i32, %n: index, %c1: index) -> i32 {
  %r:2 = scf.for %i = %n to %n step %c1 iter_args(%x = %a, %y = %a) -> (i32, i32) {
    %1 = "test.op"(%y) : (i32) -> i32
    scf.yield %1, %y : i32, i32
  }
  return %r#1 : i32
}
// -----
func.func private @args(%a: i32 {llvm.noundef}, %b: i32 {llvm.signext}, %c: i32 {llvm.zeroext}) -> (i32 {llvm.noundef}, i32 {llvm.signext}) {
  return %b, %c : i32, i32
}
func.func @uses_args(%a: i32) -> i32 {
  %0:2 = call @args(%a, %a, %a) : (i32, i32, i32) -> (i32, i32)
  return %0#1 : i32
}
// -----
func.func @nested(%c: i1, %d: i1, %x: i32, %m: memref<i32>) -> i32 {
  %0:2 = scf.if %c -> (i32, i32) {
    %1:2 = scf.if %d -> (i32, i32) {
      %2 = arith.addi %x, %x : i32
      scf.yield %2, %2 : i32, i32
    } else {
      %3 = arith.muli %x, %x : i32
      scf.yield %3, %x : i32, i32
    }
    scf.yield %1#0, %1#1 : i32, i32
  } else {
    %4 = arith.subi %x, %x : i32
    memref.store %x, %m[] : memref<i32>
    scf.yield %x, %4 : i32, i32
  }
  return %0#1 : i32
}
// -----
func.func @empty_module_case() {
  return
}
// -----
func.func @affine(%m: memref<10xf32>, %a: f32) -> f32 {
  %r:2 = affine.for %i = 0 to 10 iter_args(%x = %a, %y = %a) -> (f32, f32) {
    %l = affine.load %m[%i] : memref<10xf32>
    %s = arith.addf %x, %l : f32
    %t = arith.addf %y, %l : f32
    affine.yield %s, %t : f32, f32
  }
  return %r#0 : f32
}
// -----
func.func @switch(%f: i32, %a: i32, %b: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1(%a : i32),
    1: ^bb2(%b, %a : i32, i32)
  ]
^bb1(%x: i32):
  return %x : i32
^bb2(%y: i32, %z: i32):
  return %y : i32
}
// -----
func.func @generic(%a: memref<4xf32>, %b: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.addf %x, %x : f32
    linalg.yield %z : f32
  }
  return
}
// -----
func.func @poisoned(%c: i1, %x: i32, %m: memref<i32>) {
  %p = ub.poison : i32
  %0:2 = scf.if %c -> (i32, i32) {
    %1 = arith.addi %x, %x : i32
    scf.yield %1, %p : i32, i32
  } else { 
    %q = ub.poison : i32
    scf.yield %x, %q : i32, i32 }
  memref.store %0#0, %m[] : memref<i32>
  return
}
// -----
func.func @known(%x: i32, %m: memref<i32>) -> i32 {
  %t = arith.constant true
  %y = arith.addi %x, %x : i32
  %r = scf.if %t -> i32 {
    memref.store %x, %m[] : memref<i32>
    scf.yield %x : i32
  } else {
    memref.store %y, %m[] : memref<i32>
    %z = arith.muli %x, %x : i32
    scf.yield %z : i32
  }
  return %r : i32
}
// -----
func.func private @callee(%x: i32) -> i32 {
  return %x : i32
}
func.func private @caller(%x: i32) -> i32 {
  %0 = call @callee(%x) : (i32) -> i32
  return %0 : i32
}
func.func private @twice(%x: i32, %y: i32) -> (i32, i32) {
  %0 = call @callee(%x) : (i32) -> i32
  return %0, %y : i32, i32
}
func.func @top(%x: i32) -> i32 {
  %0:2 = call @twice(%x, %x) : (i32, i32) -> (i32, i32)
  return %0#1 : i32
}
// -----
func.func private @ext(i32) -> i32
func.func @top(%x: i32) {
  %y = arith.addi %x, %x : i32
  %0 = call @ext(%y) : (i32) -> i32
  %1 = call @nothing(%y) : (i32) -> i32
  return
}
func.func private @nothing(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
// -----
func.func private @multi(%c: i1, %x: i32) -> (i32, i32) {
  cf.cond_br %c, ^a, ^b
^a:
  %y = arith.addi %x, %x : i32
  return %y, %x : i32, i32
^b:
  %z = arith.muli %x, %x : i32
  return %x, %z : i32, i32
}
func.func @top(%c: i1, %x: i32) -> i32 {
  %0:2 = call @multi(%c, %x) : (i1, i32) -> (i32, i32)
  return %0#1 : i32
}
// -----
func.func @while2(%a: i32, %b: i32, %m: memref<i32>) -> i32 {
  %r:2 = scf.while (%x = %a) : (i32) -> (i32, i32) {
    %c = arith.cmpi slt, %x, %a : i32
    %d = arith.muli %x, %x : i32
    scf.condition(%c) %x, %d : i32, i32
  } do {
  ^bb0(%p: i32, %q: i32):
    memref.store %q, %m[] : memref<i32>
    scf.yield %b : i32
  }
  return %r#0 : i32
}
// -----
llvm.func internal @lf(%a: i32, %b: i32) -> i32 {
  llvm.return %a : i32
}
llvm.func @lg(%a: i32) -> i32 {
  %0 = llvm.call @lf(%a, %a) : (i32, i32) -> i32
  llvm.return %0 : i32
}
// -----
llvm.func @br(%c: i1, %a: i32, %b: i32) {
  llvm.cond_br %c, ^bb1(%a : i32), ^bb2(%b: i32)
^bb1(%x: i32):
  llvm.br ^bb2(%x : i32)
^bb2(%y: i32):
  llvm.return
}
// -----
func.func @generic(%a: tensor<4xf32>, %b: tensor<4xf32>, %m: memref<f32>, %v : f32) -> tensor<4xf32> {
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%b, %b : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %y2: f32):
    %z = arith.addf %x, %x : f32
    %w = arith.mulf %x, %x : f32
    linalg.yield %z, %w : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %r#1 : tensor<4xf32>
}
// -----
func.func @gen(%n: index, %v: f32) -> tensor<?xf32> {
  %t = tensor.generate %n {
  ^bb0(%i: index):
    %z = arith.addf %v, %v : f32
    %w = arith.addf %v, %v : f32
    tensor.yield %z : f32
  } : tensor<?xf32>
  return %t : tensor<?xf32>
}
// -----
func.func private @f(%x: i32) -> i32 {
  %w = arith.addi %x, %x : i32
  "test.op"(%x) : (i32) -> ()
  return %w : i32
}
// -----
func.func @ind(%n: index, %c0: index, %m: memref<?xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  %u = arith.addi %n, %c1 : index
  scf.for %i = %c0 to %u step %c1 {
    memref.store %v, %m[%i] : memref<?xf32>
    scf.for %j = %c0 to %u step %c1 {
    }
  }
  return
}
// -----
func.func @bypass(%m: memref<f32>, %x: f32, %c: i1, %d: i1) -> f32 {
  %r = scf.if %c -> f32 {
    scf.yield %x : f32
  } else {
    %k = arith.xori %c, %d : i1
    scf.if %k { memref.store %x, %m[] : memref<f32> }
    scf.yield %x : f32
  }
  return %x : f32
}
// -----
func.func private @self(%x: i32, %y: i32) -> i32 {
  %0 = func.call @self(%y, %x) : (i32, i32) -> i32
  return %0 : i32
}
// -----
func.func private @noreturn(%x: i32, %y: i32) -> i32 {
  cf.br ^a(%x : i32)
^a(%z: i32):
  cf.br ^a(%y : i32)
}
func.func @t(%x: i32) { 
  %0 = func.call @noreturn(%x, %x) : (i32, i32) -> i32
  return
}
// -----
func.func private @ret_only_dead(%x: i32, %m: memref<i32>) -> i32 {
  memref.store %x, %m[] : memref<i32>
  %y = arith.muli %x, %x : i32
  return %y : i32
}
func.func @t(%x: i32, %m: memref<i32>) { 
  %0 = func.call @ret_only_dead(%x, %m) : (i32, memref<i32>) -> i32
  %1 = func.call @ret_only_dead(%x, %m) : (i32, memref<i32>) -> i32
  return
}
// -----
func.func @bcycle(%c: i1, %a: i32) -> i32 {
  %k = arith.addi %a, %a : i32
  cf.br ^bb1(%k : i32)
^bb1(%x: i32):
  %y = arith.addi %x, %x : i32
  cf.cond_br %c, ^bb1(%y : i32), ^bb2
^bb2:
  return %a : i32
}
// -----
func.func @same(%c: i1, %a: i32) -> i32 {
  %k = arith.addi %a, %a : i32
  cf.cond_br %c, ^bb1(%k, %a : i32, i32), ^bb1(%k, %k : i32, i32)
^bb1(%x: i32, %z: i32):
  %y = arith.addi %x, %x : i32
  return %z : i32
}
// -----
module @m {
func.func nested @pub(%x: i32) -> i32 { return %x : i32 }
func.func @t(%a: i32) {
  %y = arith.addi %a, %a : i32
  %r = call @pub(%y) : (i32) -> i32
  return
}
}
// -----
func.func @f(%x: i32, %m: memref<i32>, %c: i1) -> i32 {
  %false = arith.constant false
  %u = arith.addi %x, %x : i32
  scf.if %false {
  %w = arith.addi %x, %x : i32
  "test.op"(%x) : (i32) -> ()
  "test.op"(%u) : (i32) -> ()
  "test.op"() : () -> ()
  %k = "test.op"() : () -> i32
  }
  %r = scf.if %false -> i32 {
    "test.op"(%u) : (i32) -> ()
    scf.yield %u : i32
  } else { 
    %k = "test.op"() : () -> i32
    scf.yield %k : i32 }
  cf.cond_br %false, ^a(%u : i32), ^b
^a(%j: i32):
  "test.op"(%u) : (i32) -> ()
  "test.op"(%j) : (i32) -> ()
  cf.br ^b
^b:
  return %r : i32
}
// -----
func.func @f(%m: memref<i32>, %c: i1, %n: index, %a: i32) {
  %v0 = memref.load %m[] : memref<i32>
  %x = memref.alloc() : memref<i32>
  %y = memref.alloca() : memref<i32>
  scf.if %c { %v1 = memref.load %m[] : memref<i32> }
  %z = memref.alloc() : memref<i32>
  memref.store %a, %z[] : memref<i32>
  %w = scf.if %c -> i32 { %v1 = memref.load %m[] : memref<i32>
    scf.yield %v1 : i32 } else { scf.yield %a : i32 }
  %d = arith.divsi %a, %a : i32
  scf.for %i = %n to %n step %n { %v1 = memref.load %m[] : memref<i32> }
  %r = scf.while (%p = %a) : (i32) -> i32 { scf.condition(%c) %p : i32 } do { ^bb0(%p: i32): %v5 = memref.load %m[] : memref<i32>
   scf.yield %p : i32 }
  %at = memref.atomic_rmw addi %a, %m[] : (i32, memref<i32>) -> i32
  %c1 = memref.generic_atomic_rmw %z[] : memref<i32> { ^bb0(%q: i32): memref.atomic_yield %q : i32 }
  return
}
// -----
func.func @g(%m: memref<i32>, %c: i1, %n: index, %a: i32) {
  "test.region"() ({ %v0 = memref.load %m[] : memref<i32>
     "test.e"() : () -> () }) : () -> ()
  scf.if %c { %v1 = memref.load %m[] : memref<i32>
      "test.op"() : () -> () }
  %lp = llvm.mlir.zero : !llvm.ptr
  %l = llvm.load %lp : !llvm.ptr -> i32
  %l2 = llvm.load volatile %lp : !llvm.ptr -> i32
  return
}
// -----
// The body of a loop that is never executed needs nothing.
func.func @false_condition(%b: i32) -> (i32, i32) {
  %k = arith.constant 3 : i32
  %false = arith.constant false
  %r = scf.while (%a = %k) : (i32) -> i32 {
    scf.condition(%false) %a : i32
  } do {
  ^bb0(%x : i32):
    %y = arith.addi %k, %k : i32
    "test.use"(%y) : (i32) -> ()
    scf.yield %b : i32
  }
  %s:2 = scf.while (%a = %k) : (i32) -> (i32, i32) {
    scf.condition(%false) %a, %b : i32, i32
  } do {
  ^bb0(%x : i32, %z : i32):
    %y = arith.addi %k, %b : i32
    "test.use"(%y, %z) : (i32, i32) -> ()
    scf.yield %b : i32
  }
  return %r, %s#0 : i32, i32
}
// -----
func.func @casts_back(%a: memref<4xf32>) -> (memref<4xf32>, memref<?xf32>) {
  %0 = memref.cast %a : memref<4xf32> to memref<?xf32>
  %1 = memref.cast %0 : memref<?xf32> to memref<4xf32>
  %2 = memref.cast %1 : memref<4xf32> to memref<?xf32>
  return %1, %2 : memref<4xf32>, memref<?xf32>
}
// -----
func.func @not_executed(%a: i32, %c: i1, %n: index) {
  %true = arith.constant true
  %x = arith.xori %c, %c : i1
  %u = "test.op"() : () -> i1
  scf.if %true {
  } else {
    scf.for %i = %n to %n step %n {
      scf.if %c {
        "test.op"(%a) : (i32) -> ()
      }
    }
    scf.while : () -> () {
      scf.condition(%u)
    } do {
      "test.op"(%a) : (i32) -> ()
      scf.yield
    }
    scf.index_switch %n
    case 1 {
      "test.op"() : () -> ()
      scf.yield
    }
    default {
    }
    scf.if %x {
      "test.op"(%a) : (i32) -> ()
    }
  }
  scf.if %x {
    "test.op"(%a) : (i32) -> ()
  }
  return
}
