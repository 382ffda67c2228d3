module {
  emitc.func @f(%a: i32) -> i32 attributes {specifiers = ["static"]} { return %a : i32 }
  emitc.func private @g(i32) attributes {specifiers = ["extern"]}
  emitc.func @h() { emitc.return }
}
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>) {
  emitc.include "a.h"
  emitc.include <"a.h">
  emitc.for %i = %a to %b step %a : i32 {
  }
  emitc.for %i = %a to %b step %a : i32 {
    emitc.call_opaque "f"(%i) : (i32) -> ()
  } {foo}
  emitc.if %c { 
  }
  emitc.if %c { emitc.yield } else { }
  emitc.if %c { emitc.yield } else { emitc.if %c { } } {foo}
  %e = emitc.expression : () -> i32 { 
    %0 = emitc.call_opaque "x"() : () -> i32
    emitc.yield %0 : i32 }
  %e2 = emitc.expression %a, %b noinline : (i32, i32) -> i32 { 
    %0 = emitc.add %a, %b : (i32, i32) -> i32
    emitc.yield %0 : i32 }
  %e3 = emitc.expression %a noinline : (i32) -> i32 {
    %0 = emitc.add %a, %a : (i32, i32) -> i32
    emitc.yield %0 : i32 }
  emitc.do { emitc.call_opaque "f"() : () -> () } while {
    %r = emitc.expression %c : (i1) -> i1 { 
%0 = emitc.logical_not %c : i1 
    emitc.yield %0 : i1 }
    emitc.yield %r : i1
  }
  emitc.do {} while {
    %r = emitc.expression : () -> i1 { %0 = emitc.call_opaque "x"() : () -> i1 
    emitc.yield %0 : i1 }
    emitc.yield %r : i1
  } attributes {foo}
  emitc.switch %a : i32 
  case 2 { emitc.yield }
  case 5 { emitc.call_opaque "f"() : () -> () emitc.yield }
  default { }
  emitc.switch %a : i32 {foo} default { emitc.call_opaque "f"() : () -> () emitc.yield }
  return
}
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>) {
  emitc.do {} while {
    %r = emitc.expression : () -> i1 { %0 = emitc.call_opaque "x"() : () -> i1 
    emitc.yield %0 : i1 }
    emitc.yield %r : i1
  } 
  return
}
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>) {
  emitc.do {} while {
    %r = emitc.expression : () -> i1 { %0 = emitc.call_opaque "x"() : () -> i1 
    emitc.yield %0 : i1 }
    emitc.yield %r : i1
  } attributes {foo}
}
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>) {
  emitc.do {} while {
    %r = emitc.expression : () -> i1 { %0 = emitc.call_opaque "x"() : () -> i1 
    emitc.yield %0 : i1 }
    emitc.yield %r : i1
  } {foo}
}
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>) {
  emitc.do {} while {
    emitc.yield %c : i1
  } 
}
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>) {
  emitc.switch %a : i32 
  case 2 { emitc.yield }
  case 5 { emitc.call_opaque "f"() : () -> () emitc.yield }
  default { }
  emitc.switch %a : i32 {foo} default { emitc.call_opaque "f"() : () -> () emitc.yield }
  emitc.if %c { 
  }
  emitc.if %c { emitc.yield } else { }
  emitc.if %c { emitc.yield } else { emitc.if %c { } } {foo}
  emitc.if %c { emitc.yield {foo} } else { emitc.yield {foo} emitc.yield} {foo}
  emitc.include "a.h" 
  emitc.for %i = %a to %b step %a : i32 { emitc.yield }
  return
}
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.include
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.include <>
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.include <"x"
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.include <x>
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.include {foo}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.include "x" {foo}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.include "x" : i32
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.for %i = %a to %b step %a : i32 {}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.for %j = %a to %b step %a {}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.for %j = %i to %i step %i {}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.for %j = %a to %b step %c : i32 {}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.for %j : i32 = %a to %b step %c : i32 {}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.for %j = %a : i32 to %b step %c {}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.for %j#1 = %a to %b step %a : i32 {}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.for %j = %a to %b : i32 {}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.for %j = %a to %b step %a : i32 { ^bb0(%k: i32): }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.for %j = %a to %b step %a : i32 { emitc.yield ^bb1: }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.for %j = %a to %b step %a : i32 { emitc.yield } {foo} {bar}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.for %j = %a to %b step %a : i32 { "app.x"() : () -> () }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.for %j = %a to %b step %a : i32
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.for %j = %a to %b step %a : f32 {}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.for 3 = %a to %b step %a : f32 {}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.if %a {}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.if %c
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.if %c {} else
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.if %c {} elsee {}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.if %c -> i32 {}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.if {}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.if %c {^bb0(%j: i32): }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.if %c {emitc.yield ^bb0: emitc.yield }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.if %c {emitc.yield %a : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.do {}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.do {} while {}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.do {emitc.yield} while {}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.do {emitc.yield} while {emitc.yield}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.do {"app.x"() : () -> ()} while {emitc.yield %c : i1}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.do {^bb1(%j: i32):} while {emitc.yield %c : i1}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.do {} while {^bb1(%j: i32): emitc.yield %c : i1}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.do {} while {%r = emitc.expression : () -> i32 { %0 = emitc.literal "1" : i32 emitc.yield %0 : i32 } emitc.yield %r : i32}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.do {} while {%r = emitc.expression : () -> i1 { %0 = emitc.literal "1" : i1 emitc.yield %0 : i1 } emitc.yield %c : i1}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.do {} while {%r = emitc.literal "1" : i1 emitc.yield %r : i1}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.do {} while {%r = emitc.expression : () -> i1 { %0 = emitc.literal "1" : i1 emitc.yield %0 : i1 } %s = emitc.literal "1" : i1 emitc.yield %r : i1}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.do {} while {%r = emitc.expression : () -> i1 { %0 = emitc.literal "1" : i1 emitc.yield %0 : i1 } emitc.yield}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.do {} while {%r = emitc.expression : () -> i1 { %0 = emitc.literal "1" : i1 emitc.yield %0 : i1 } "app.x"(%r) : (i1) -> ()}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.do {} while {%r = emitc.expression : () -> i1 { %0 = emitc.literal "1" : i1 emitc.yield %0 : i1 }}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.do {} do {}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.do while {}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.do {} while {emitc.yield %c : i1 ^bb1: emitc.yield %c : i1}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
emitc.do {^bb1: ^bb2: } while {emitc.yield %c : i1 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> i32 { %0 = emitc.add %a, %b : (i32, i32) -> i32 emitc.yield %0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> i32 { ^bb0(%q: i32): %0 = emitc.add %q, %q : (i32, i32) -> i32 emitc.yield %0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : i32 -> i32 { %0 = emitc.add %a, %a : (i32, i32) -> i32 emitc.yield %0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> (i32, i32) { %0 = emitc.add %a, %a : (i32, i32) -> i32 emitc.yield %0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> () { %0 = emitc.add %a, %a : (i32, i32) -> i32 emitc.yield %0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32, i32) -> i32 { %0 = emitc.add %a, %a : (i32, i32) -> i32 emitc.yield %0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a, %a : (i32, i32) -> i32 { %0 = emitc.add %a, %a : (i32, i32) -> i32 emitc.yield %0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i1) -> i32 { %0 = emitc.add %a, %a : (i32, i32) -> i32 emitc.yield %0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression noinline %a : (i32) -> i32 { %0 = emitc.add %a, %a : (i32, i32) -> i32 emitc.yield %0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a noinline (i32) -> i32 { %0 = emitc.add %a, %a : (i32, i32) -> i32 emitc.yield %0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a {foo} : (i32) -> i32 { %0 = emitc.add %a, %a : (i32, i32) -> i32 emitc.yield %0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a noinline {foo} : (i32) -> i32 { %0 = emitc.add %a, %a : (i32, i32) -> i32 emitc.yield %0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a {do_not_inline} : (i32) -> i32 { %0 = emitc.add %a, %a : (i32, i32) -> i32 emitc.yield %0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a noinline {do_not_inline} : (i32) -> i32 { %0 = emitc.add %a, %a : (i32, i32) -> i32 emitc.yield %0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> i32
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> i32 {}
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> i32 { emitc.yield %a : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> i32 { emitc.yield }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> i32 { %0 = emitc.add %a, %a : (i32, i32) -> i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> i32 { %0 = emitc.add %a, %a : (i32, i32) -> i32 emitc.yield }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> i64 { %0 = emitc.add %a, %a : (i32, i32) -> i32 emitc.yield %0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> i32 { %1 = emitc.call_opaque "x"() : () -> i32 %0 = emitc.add %a, %a : (i32, i32) -> i32 emitc.yield %0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> i32 { %0 = emitc.add %a, %a : (i32, i32) -> i32 %1 = emitc.add %0, %0 : (i32, i32) -> i32 emitc.yield %1 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> i32 { %0:2 = emitc.call_opaque "x"() : () -> (i32, i32) emitc.yield %0#0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> i32 { %1 = emitc.literal "x" : i32 %0 = emitc.add %a, %1 : (i32, i32) -> i32 emitc.yield %0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> i32 { %1 = "app.x"() : () -> i32 %0 = emitc.add %a, %1 : (i32, i32) -> i32 emitc.yield %0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %v : (!emitc.lvalue<i32>) -> i32 { %0 = emitc.load %v : <i32> emitc.yield %0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> i32 { %0 = emitc.call_opaque "x"() : () -> (i32) emitc.call_opaque "x"() : () -> () emitc.yield %0 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> i32 { %0 = emitc.add %a, %a : (i32, i32) -> i32 %1 = emitc.add %a, %a : (i32, i32) -> i32 %2 = emitc.add %1, %0 : (i32, i32) -> i32 emitc.yield %2 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> i32 { %0 = emitc.add %a, %a : (i32, i32) -> i32 %1 = emitc.add %0, %a : (i32, i32) -> i32 %2 = emitc.add %a, %a : (i32, i32) -> i32 emitc.yield %2 : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> i32 { %0 = emitc.add %a, %a : (i32, i32) -> i32 emitc.yield %0 : i32 ^bb1: emitc.yield %a : i32 }
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a : (i32) -> i32 { %0 = emitc.add %a, %a : (i32, i32) -> i32 emitc.yield %0 : i32 } loc("x")
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %a, : (i32) -> i32 { %0 = emitc.add %a, %a : (i32, i32) -> i32 emitc.yield %0 : i32 } loc("x")
return }
// -----
func.func @f(%a: i32, %b: i32, %c: i1, %v: !emitc.lvalue<i32>, %i: index) {
%e = emitc.expression %c : (i1) -> i1 { %0 = emitc.logical_not %c : i1 emitc.yield %0 : i1 }
return }
