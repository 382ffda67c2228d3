// pipeline: builtin.module(convert-scf-to-cf)
// pipeline: builtin.module(func.func(convert-scf-to-cf))
func.func @f(%n: index, %s: f32, %c: i1) -> f32 {
  %q = memref.alloc(%n) : memref<?xf32>
  %v = scf.for %i = %n to %n step %n iter_args(%x = %s) -> f32 {
    %y = scf.if %c -> f32 { scf.yield %x : f32 } else { scf.yield %s : f32 }
    scf.yield %y : f32
  }
  return %v : f32
}
// -----
func.func @f(%n: index, %s: f32, %c: i1) -> (f32, f32) {
  %q = memref.alloc(%n) : memref<?xf32>
  %z = arith.constant 0.0 : f32
  %v = scf.parallel (%i, %j) = (%n, %n) to (%n, %n) step (%n, %n) init (%z) -> f32 {
    scf.reduce(%s : f32) { ^bb0(%a: f32, %b: f32): 
       %w = arith.addf %a, %b : f32
       scf.reduce.return %w : f32 }
  }
  %x, %y = scf.while (%a = %n) : (index) -> (index, f32) {
    scf.condition(%c) %a, %s : index, f32
  } do { ^bb0(%b: index, %g: f32):
    scf.yield %b : index
  }
  %e = scf.execute_region -> f32 { cf.cond_br %c, ^bb1, ^bb2
    ^bb1: scf.yield %s: f32
    ^bb2: scf.yield %z : f32}
  %is = scf.index_switch %n -> f32 case 1 { scf.yield %z : f32} case 2 { scf.yield %s : f32 } default { scf.yield %e : f32 }
  return %y, %is : f32, f32
}
func.func @g(%n: index, %s: f32, %c: i1, %q: memref<?xf32>) {
  scf.forall (%i, %j) in (%n, 3) { memref.store %s, %q[%i] : memref<?xf32> 
  }
  scf.while (%a = %n) : (index) -> (index) {
    scf.condition(%c) %a : index
  } do { ^bb0(%b: index):
    scf.yield %b : index
  }
  scf.if %c { }
  scf.for unsigned %i = %n to %n step %n { } {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
  return
}
