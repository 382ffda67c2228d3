// pipeline: builtin.module(inline{default-pipeline=})
// pipeline: builtin.module(inline{default-pipeline=cse inlining-threshold=100})
// pipeline: builtin.module(inline{op-pipelines=func.func(cse) max-iterations=1})
// pipeline: builtin.module(inline{default-pipeline=},symbol-dce)

func.func private @ext(i32) -> i32
func.func @id(%a: i32) -> i32 { return %a : i32 }
func.func private @two(%a: i32) -> i32 { %x = call @id(%a) : (i32) -> i32
  %y = call @id(%x) : (i32) -> i32
  %z = arith.addi %x, %y : i32
  return %z : i32 }
func.func @cond(%a: i32, %c: i1) -> i32 { cf.cond_br %c, ^a, ^b
 ^a: return %a : i32
 ^b: %x = call @ext(%a) : (i32) -> i32
  return %x : i32 }
func.func @rec(%a: i32, %c: i1) -> i32 { cf.cond_br %c, ^a, ^b
 ^a: return %a : i32
 ^b: %x = call @rec(%a, %c) : (i32, i1) -> i32
  return %x : i32 }
func.func @main(%a: i32, %c: i1) -> i32 { %x = call @two(%a) : (i32) -> i32
 %y = call @cond(%x, %c) : (i32, i1) -> i32
 %z = scf.if %c -> i32 {
   %k = func.call @cond(%x, %c) : (i32, i1) -> i32
   %r = func.call @two(%k) : (i32) -> i32
   scf.yield %r : i32 } else { scf.yield %y: i32 }
  %w = call @rec(%z, %c) : (i32, i1) -> i32
  return %w : i32 }
func.func @indirect(%a: i32) -> i32 { 
  %f = func.constant @id : (i32) -> i32
  %r = func.call_indirect %f(%a) : (i32) -> i32
  return %r : i32 }
func.func @noinl(%a: i32) -> i32 { 
  %r = func.call @id(%a) {no_inline} : (i32) -> i32
  return %r : i32 }
func.func private @ni(%a: i32) -> i32 attributes {no_inline} { 
  return %a : i32 }
func.func @noinl2(%a: i32) -> i32 { 
  %r = func.call @ni(%a)  : (i32) -> i32
  return %r : i32 }

// -----

// Functions that call each other, and one that is called once.
func.func private @once(%a: i32) -> i32 {
  %b = arith.muli %a, %a : i32
  return %b : i32
}
func.func private @even(%a: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^more, ^end
^more:
  %r = call @odd(%a, %c) : (i32, i1) -> i32
  return %r : i32
^end:
  return %a : i32
}
func.func private @odd(%a: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^more, ^end
^more:
  %r = call @even(%a, %c) : (i32, i1) -> i32
  return %r : i32
^end:
  %s = call @once(%a) : (i32) -> i32
  return %s : i32
}
func.func @main(%a: i32, %c: i1) -> i32 {
  %r = call @even(%a, %c) : (i32, i1) -> i32
  return %r : i32
}

// -----

// What cannot be inlined: an operation that is not known, a type that differs, a nested reference.
func.func private @unknown() {
  "foo.bar"() : () -> ()
  return
}
func.func private @loop(%n: index) {
  %0 = arith.constant 0 : index
  scf.for %i = %0 to %n step %n {
    func.call @unknown() : () -> ()
  }
  return
}
func.func @main(%n: index) {
  call @loop(%n) : (index) -> ()
  call @loop(%n) : (index) -> ()
  "foo.region"() ({
    func.call @loop(%n) : (index) -> ()
  }) : () -> ()
  return
}
func.func private @never() {
  return
}

// -----

// A circle of three, and one that leaves it.
func.func @a(%x: i32, %c: i1) -> i32 {
  %leaf = call @leaf(%x) : (i32) -> i32
  %r = call @b(%leaf, %c) : (i32, i1) -> i32
  %s = call @a(%r, %c) : (i32, i1) -> i32
  return %s : i32
}
func.func @b(%x: i32, %c: i1) -> i32 {
  %r = call @c(%x, %c) : (i32, i1) -> i32
  return %r : i32
}
func.func @c(%x: i32, %c: i1) -> i32 {
  %r = call @a(%x, %c) : (i32, i1) -> i32
  %s = call @b(%r, %c) : (i32, i1) -> i32
  return %s : i32
}
func.func private @leaf(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
func.func @f(%x: i32, %c: i1) -> i32 {
  %r = call @c(%x, %c) : (i32, i1) -> i32
  return %r : i32
}
