// pipeline: builtin.module(canonicalize)
func.func private @ext(i32) -> ()
func.func @br(%c: i1,%a: i32,%b: i32) -> i32 {
  cf.br ^bb1(%a : i32)
^bb1(%x: i32):
  cf.cond_br %c, ^bb2(%x: i32), ^bb3
^bb2(%y: i32):
  cf.br ^bb4(%y: i32)
^bb3:
  cf.br ^bb4(%b: i32)
^bb4(%z: i32):
  return %z : i32
}
// -----
func.func @cond(%a: i32) -> i32 {
  %t = arith.constant true
  cf.cond_br %t, ^bb1(%a: i32), ^bb2
^bb1(%x: i32):
  "test.a"() : () -> ()
  return %x : i32
^bb2:
  return %a : i32
}
// -----
func.func @same(%c: i1,%a: i32,%b: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a: i32), ^bb1(%b:i32)
^bb1(%x: i32):
  "test.a"() : () -> ()
  return %x : i32
}
// -----
func.func @selfcond(%c: i1,%a: i32,%b: i32) -> (i32,i1) {
  cf.cond_br %c, ^bb1(%a: i32), ^bb2
^bb1(%x: i32):
  "test.a"(%c) : (i1) -> ()
  cf.cond_br %c, ^bb3, ^bb2
^bb3:
  "test.b"(%c) : (i1) -> ()
  return %a,%c : i32,i1
^bb2:
  "test.c"(%c) : (i1) -> ()
  return %b,%c : i32,i1
}
// -----
func.func @onlypred(%c: i1) -> i1 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %c : i1
^bb2:
  "test.c"(%c) : (i1) -> ()
  return %c : i1
}
// -----
func.func @sw(%f: i32,%a: i32,%b: i32) -> i32 {
  %c = arith.constant 42 : i32
  cf.switch %c : i32, [
    default: ^bb1(%a : i32),
    42: ^bb2(%b: i32)
  ]
^bb1(%x: i32):
  "test.a"() : () -> ()
  return %x : i32
^bb2(%y: i32):
  "test.b"() : () -> ()
  return %y : i32
}
// -----
func.func @sw2(%f: i32,%a: i32,%b: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1(%a : i32),
    42: ^bb2(%b: i32),
    43: ^bb1(%a: i32),
    44: ^bb3
  ]
^bb3:
  cf.switch %f : i32, [
    default: ^bb1(%b : i32),
    42: ^bb2(%b: i32),
    44: ^bb4
  ]
^bb4:
  "test.d"() : () -> ()
  return %f : i32
^bb1(%x: i32):
  "test.a"() : () -> ()
  return %x : i32
^bb2(%y: i32):
  "test.b"() : () -> ()
  cf.switch %f : i32, [
    default: ^bb4,
    42: ^bb1(%y: i32),
    50: ^bb3
  ]
}
// -----
func.func @sw3(%f: i32,%a: i32,%b: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1(%a : i32)
  ]
^bb1(%x: i32):
  cf.switch %f : i32, [
    default: ^bb2(%a : i32),
    1: ^bb2(%a: i32)
  ]
^bb2(%y: i32):
  cf.switch %f : i32, [
    default: ^bb2(%f : i32),
    1: ^bb3(%a: i32),
    2: ^bb5
  ]
^bb3(%z: i32):
  cf.br ^bb4(%z: i32)
^bb4(%w: i32):
  return %w : i32
^bb5:
  cf.switch %f : i32, [
    default: ^bb4(%f : i32),
    1: ^bb3(%a: i32),
    2: ^bb4(%b: i32)
  ]
}
// -----
func.func @as(%c: i1) {
  %t = arith.constant true
  %f = arith.constant false
  cf.assert %t, "x"
  cf.assert %f, "y"
  cf.assert %c, "z"
  return
}
// -----
func.func @loop(%c: i1) {
  cf.br ^bb1
^bb1:
  cf.br ^bb1
}
// -----
func.func @condloop(%c: i1, %x: i32) {
  cf.cond_br %c, ^bb1(%x: i32), ^bb2
^bb1(%a: i32):
  "test.a"() : () -> ()
  cf.br ^bb3(%a: i32)
^bb2:
  cf.br ^bb3(%x: i32)
^bb3(%b: i32):
  cf.cond_br %c, ^bb4(%b: i32), ^bb5(%x: i32)
^bb4(%d: i32):
  cf.br ^bb5(%d: i32)
^bb5(%e: i32):
  cf.cond_br %c, ^bb5(%e: i32), ^bb6
^bb6:
  return
}
// -----
func.func @callind(%x: i32) -> i32 {
  %f = func.constant @callee : (i32) -> i32
  %r = func.call_indirect %f(%x) : (i32) -> i32
  return %r : i32
}
func.func private @callee(i32) -> i32
// -----
func.func @cycle(%c: i1,%x: i32) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb3
^bb3:
  cf.br ^bb4
^bb4:
  cf.br ^bb3
^bb2:
  return
}
// -----
func.func @weights(%c: i1,%x: i32) {
  cf.cond_br %c weights([1,2]), ^bb1, ^bb2
^bb1:
  cf.br ^bb3
^bb2:
  "test.x"() : () -> ()
  cf.br ^bb3
^bb3:
  "test.y"() : () -> ()
  return
}
// -----
func.func @unr(%c: i1,%x: i32) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  ub.unreachable
^bb2:
  "test.y"() : () -> ()
  return
}
// -----
func.func @swdup(%c: i1,%x: i32,%p: i32) {
  cf.switch %x : i32, [
    default: ^bb1,
    1: ^bb2,
    2: ^bb2
  ]
^bb1:
  cf.switch %x : i32, [
    default: ^bb2,
    1: ^bb3,
    3: ^bb3
  ]
^bb2:
  "test.y"() : () -> ()
  return
^bb3:
  "test.z"() : () -> ()
  cf.switch %x : i32, [
    default: ^bb2,
    7: ^bb3
  ]
}
// -----
func.func @swone(%c: i1,%x: i32,%p: i32) {
  cf.switch %x : i32, [
    default: ^bb1,
    1: ^bb2,
    2: ^bb3
  ]
^bb1:
  "test.z"() : () -> ()
  return
^bb2:
  cf.switch %x : i32, [
    default: ^bb3,
    1: ^bb4,
    3: ^bb3
  ]
^bb3:
  "test.y"() : () -> ()
  cf.switch %x : i32, [
    default: ^bb1,
    5: ^bb4,
    3: ^bb1
  ]
^bb4:
  "test.y"() : () -> ()
  return
}
// -----
func.func @asv(%c: i1,%x: i32,%p: i32) -> i1 {
  cf.assert %c, "a"
  cf.assert %c, "a"
  %p1 = ub.poison : i1
  cf.assert %p1, "a"
  cf.cond_br %p1, ^bb1, ^bb2
^bb1:
  return %p1 : i1
^bb2:
  return %c : i1
}
