// pipeline: builtin.module(canonicalize)
func.func @moveif(%a: i32, %n: i32) -> i32 {
  %c = arith.constant 1 : i32
  %r:2 = scf.while (%x = %a) : (i32) -> (i32, i32) {
    %cond = arith.cmpi slt, %x, %n : i32
    %y = scf.if %cond -> i32 {
      %z = arith.addi %x, %c : i32
      %q = "t.op"(%z) : (i32) -> i32
      scf.yield %q : i32
    } else {
      scf.yield %x : i32
    }
    scf.condition(%cond) %y, %x : i32, i32
  } do {
  ^bb0(%u: i32, %v: i32):
    %w = arith.muli %u, %v : i32
    scf.yield %w : i32
  }
  return %r#1 : i32
}
// -----
func.func @moveif2(%a: i32, %n: i32) {
  %c = arith.constant 1 : i32
  scf.while (%x = %a) : (i32) -> () {
    %cond = arith.cmpi slt, %x, %n : i32
    scf.if %cond {
      "t.op"(%x) : (i32) -> ()
    }
    scf.condition(%cond)
  } do {
    %w = "t.b"() : () -> i32
    scf.yield %w : i32
  }
  return
}
// -----
func.func @truth(%a: i32) -> i1 {
  %r:2 = scf.while (%x = %a) : (i32) -> (i1, i32) {
    %cond = "t.c"(%x) : (i32) -> i1
    scf.condition(%cond) %cond, %x : i1, i32
  } do {
  ^bb0(%u: i1, %v: i32):
    "t.use"(%u) : (i1) -> ()
    scf.yield %v : i32
  }
  return %r#0 : i1
}
// -----
func.func @cmp(%a: i32, %n: i32) -> i32 {
  %r = scf.while (%x = %a) : (i32) -> i32 {
    %cond = arith.cmpi ne, %x, %n : i32
    scf.condition(%cond) %x : i32
  } do {
  ^bb0(%v: i32):
    %k = arith.cmpi ne, %v, %n : i32
    %k2 = arith.cmpi eq, %v, %n : i32
    "t.use"(%k, %k2) : (i1, i1) -> ()
    %w = "t.b"(%v) : (i32) -> i32
    scf.yield %w : i32
  }
  return %r : i32
}
// -----
func.func @unused(%a: i32, %b: i32) -> i32 {
  %r:3 = scf.while (%x = %a, %y = %b) : (i32, i32) -> (i32, i32, i32) {
    %cond = "t.c"(%x) : (i32) -> i1
    %z = "t.d"(%x) : (i32) -> i32
    scf.condition(%cond) %z, %x, %z : i32, i32, i32
  } do {
  ^bb0(%u: i32, %v: i32, %w: i32):
    %q = "t.b"(%v) : (i32) -> i32
    scf.yield %q, %w : i32, i32
  }
  return %r#1 : i32
}
// -----
func.func @thenouter(%a: i32, %n: i32) -> i32 {
  %r:2 = scf.while (%x = %a) : (i32) -> (i32, i32) {
    %cond = "t.c"(%x) : (i32) -> i1
    %y = scf.if %cond -> i32 {
      %z = "t.z"(%x) : (i32) -> i32
      scf.yield %n : i32
    } else {
      scf.yield %x : i32
    }
    scf.condition(%cond) %y, %x : i32, i32
  } do {
  ^bb0(%u: i32, %v: i32):
    %w = "t.b"(%u, %v) : (i32, i32) -> i32
    scf.yield %w : i32
  }
  return %r#0 : i32
}
// -----
func.func @align(%a: i32, %b: i32) -> (i32, i32) {
  %r:2 = scf.while (%x = %a, %y = %b) : (i32, i32) -> (i32, i32) {
    %cond = "t.c"(%x) : (i32) -> i1
    scf.condition(%cond) %y, %x : i32, i32
  } do {
  ^bb0(%u: i32, %v: i32):
    %w = "t.b"(%u, %v) : (i32, i32) -> i32
    scf.yield %w, %u : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}
// -----
func.func @elsecontent(%a: i32, %n: i32) {
  scf.while (%x = %a) : (i32) -> () {
    %cond = "t.c"(%x) : (i32) -> i1
    scf.if %cond {
      "t.z"(%x) : (i32) -> ()
    } else {
      "t.y"(%x) : (i32) -> ()
    }
    scf.condition(%cond) 
  } do {
    %w = "t.b"() : () -> (i32)
    scf.yield %w : i32
  }
  return
}
// -----
func.func @nested(%a: i32, %n: i32) {
  scf.while (%x = %a) : (i32) -> () {
    %cond, %d = "t.c"(%x) : (i32) -> (i1, i1)
    %l = "t.l"() : () -> index
    scf.if %cond {
      "t.z"(%x) : (i32) -> ()
      scf.if %d {
        "t.y"(%x, %l, %d) ({ "t.q"(%a, %cond) : (i32, i1) -> () }): (i32, index, i1) -> ()
      }
    }
    scf.condition(%cond) 
  } do {
    %w = "t.b"() : () -> (i32)
    scf.yield %w : i32
  }
  return
}
// -----
func.func @unusedres(%a: i32, %b: i32) -> i32 {
  %r:2 = scf.while (%x = %a, %y = %b) : (i32, i32) -> (i32, i32) {
    %cond = "t.c"(%x) : (i32) -> i1
    scf.condition(%cond) %y, %x : i32, i32
  } do {
  ^bb0(%u: i32, %v: i32):
    %w = "t.b"(%v) : (i32) -> i32
    scf.yield %w, %u : i32, i32
  }
  return %r#1 : i32
}
// -----
func.func @consttrue(%a: i32, %b: i32) -> i32 {
  %t = arith.constant false
  %r:2 = scf.while (%x = %a, %y = %b) : (i32, i32) -> (i32, i32) {
    "t.c"(%x) : (i32) -> ()
    scf.condition(%t) %y, %x : i32, i32
  } do {
  ^bb0(%u: i32, %v: i32):
    %w = "t.b"(%v) : (i32) -> i32
    scf.yield %w, %u : i32, i32
  }
  return %r#1 : i32
}
// -----
func.func @truthuse(%a: i32) {
  scf.while (%x = %a) : (i32) -> i1 {
    %cond = "t.c"(%x) : (i32) -> i1
    %z = arith.xori %cond, %cond : i1
    scf.condition(%cond) %cond : i1
  } do {
  ^bb0(%u: i1):
    "t.use"(%u) : (i1) -> ()
    %k = arith.constant 4 : i32
    scf.yield %k : i32
  }
  return
}
// -----
func.func @attributes(%a: i32, %b: i32) -> (i32, i32) {
  %r:2 = scf.while (%x = %a, %y = %b) : (i32, i32) -> (i32, i32) {
    %cond = "test.c"(%x) : (i32) -> i1
    scf.if %cond {
      "test.z"(%x) : (i32) -> ()
    }
    scf.condition(%cond) %y, %x : i32, i32
  } do {
  ^bb0(%u: i32, %v: i32):
    %w:2 = "test.b"(%u, %v) : (i32, i32) -> (i32, i32)
    scf.yield %w#0, %w#1 : i32, i32
  } attributes {test.kept}
  return %r#0, %r#1 : i32, i32
}
