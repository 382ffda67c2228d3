// pipeline: builtin.module(test-pdl-bytecode-pass)

// Operands, types and attributes; one operation replaced by another.
module @patterns {
  pdl.pattern : benefit(1) {
    %ty = pdl.type
    %a = pdl.operand : %ty
    %b = pdl.operand
    %at = pdl.attribute
    %root = pdl.operation "test.add"(%a, %b : !pdl.value, !pdl.value) {"x" = %at} -> (%ty : !pdl.type)
    pdl.rewrite %root {
      %new = pdl.operation "test.mul"(%b, %a : !pdl.value, !pdl.value) {"y" = %at} -> (%ty : !pdl.type)
      pdl.replace %root with %new
    }
  }
}
module @ir {
  func.func @f(%a: i32, %b: i32, %c: f32) -> (i32, f32, i32, i32) {
    %0 = "test.add"(%a, %b) {x = 1 : i8} : (i32, i32) -> i32
    %1 = "test.add"(%a, %b) {x = 1 : i8} : (i32, i32) -> f32
    %2 = "test.add"(%a, %b) : (i32, i32) -> i32
    %3 = "test.add"(%a, %c) {x = unit, z} : (i32, f32) -> i32
    return %0, %1, %2, %3 : i32, f32, i32, i32
  }
}
// -----
// The same value twice, and constants.
module @patterns {
  pdl.pattern @same : benefit(1) {
    %i32 = pdl.type : i32
    %a = pdl.operand
    %zero = pdl.attribute = 0 : i32
    %root = pdl.operation "test.sub"(%a, %a : !pdl.value, !pdl.value) -> (%i32 : !pdl.type)
    pdl.rewrite %root {
      %new = pdl.operation "arith.constant" {"value" = %zero} -> (%i32 : !pdl.type)
      pdl.replace %root with %new
    }
  }
}
module @ir {
  func.func @f(%a: i32, %b: i32, %c: i64) -> (i32, i32, i64) {
    %0 = "test.sub"(%a, %b) : (i32, i32) -> i32
    %1 = "test.sub"(%b, %b) : (i32, i32) -> i32
    %2 = "test.sub"(%c, %c) : (i64, i64) -> i64
    return %0, %1, %2 : i32, i32, i64
  }
}
// -----
// Chains of operations, values as replacements, benefits.
module @patterns {
  pdl.pattern @one : benefit(1) {
    %op = pdl.operation "test.neg"
    pdl.rewrite %op {
      pdl.erase %op
    }
  }
  pdl.pattern @two : benefit(2) {
    %ty = pdl.type
    %x = pdl.operand
    %in = pdl.operation "test.neg"(%x : !pdl.value) -> (%ty : !pdl.type)
    %r = pdl.result 0 of %in
    %out = pdl.operation "test.neg"(%r : !pdl.value) -> (%ty : !pdl.type)
    pdl.rewrite %out {
      pdl.replace %out with (%x : !pdl.value)
    }
  }
}
module @ir {
  func.func @f(%a: i32) -> (i32, i32) {
    %0 = "test.neg"(%a) : (i32) -> i32
    %1 = "test.neg"(%0) : (i32) -> i32
    %2 = "test.neg"(%1) : (i32) -> i32
    %3 = "test.neg"(%2) : (i32) -> i32
    "test.neg"() : () -> ()
    return %2, %3 : i32, i32
  }
}
// -----
// Ranges of operands, types and results.
module @patterns {
  pdl.pattern @all : benefit(1) {
    %args = pdl.operands
    %types = pdl.types
    %root = pdl.operation "test.many"(%args : !pdl.range<value>) -> (%types : !pdl.range<type>)
    pdl.rewrite %root {
      %new = pdl.operation "test.more"(%args, %args : !pdl.range<value>, !pdl.range<value>) -> (%types : !pdl.range<type>)
      %rs = pdl.results of %new
      pdl.replace %root with (%rs : !pdl.range<value>)
    }
  }
  pdl.pattern @first : benefit(1) {
    %a = pdl.operand
    %args = pdl.operands
    %t = pdl.type
    %types = pdl.types
    %root = pdl.operation "test.first"(%a, %args : !pdl.value, !pdl.range<value>) -> (%t, %types : !pdl.type, !pdl.range<type>)
    pdl.rewrite %root {
      %all = pdl.range %args, %a : !pdl.range<value>, !pdl.value
      %ts = pdl.range %t, %types : !pdl.type, !pdl.range<type>
      %new = pdl.operation "test.last"(%all : !pdl.range<value>) -> (%ts : !pdl.range<type>)
      pdl.replace %root with %new
    }
  }
}
module @ir {
  func.func @f(%a: i32, %b: f32) -> (i32, f32, f32) {
    %0:2 = "test.many"(%a, %b) : (i32, f32) -> (i32, f32)
    "test.many"() : () -> ()
    %1 = "test.many"(%a) : (i32) -> f32
    "test.first"() : () -> ()
    %2 = "test.first"(%a) : (i32) -> f32
    %3:3 = "test.first"(%a, %b, %b) : (i32, f32, f32) -> (i32, f32, f32)
    return %3#0, %3#1, %2 : i32, f32, f32
  }
}
// -----
// Constant types, and types of operands.
module @patterns {
  pdl.pattern @all : benefit(1) {
    %two = pdl.types : [i32, i64]
    %t = pdl.types
    %args = pdl.operands : %two
    %root = pdl.operation "test.root"(%args : !pdl.range<value>) -> (%t : !pdl.range<type>)
    pdl.rewrite %root {
      %f = pdl.type : f16
      %new = pdl.operation "test.make" -> (%f : !pdl.type)
      %v = pdl.result 0 of %new
      pdl.operation "test.use"(%v, %args : !pdl.value, !pdl.range<value>)
      pdl.erase %root
    }
  }
}
module @ir {
  func.func @f(%a: i32, %b: i64) {
    "test.root"(%a, %b) : (i32, i64) -> ()
    "test.root"(%b, %a) : (i64, i32) -> ()
    "test.root"(%a) : (i32) -> ()
    return
  }
}
// -----
// Types from what is replaced, and inferred ones.
module @patterns {
  pdl.pattern @replaced : benefit(1) {
    %t = pdl.types
    %root = pdl.operation "test.a" -> (%t : !pdl.range<type>)
    pdl.rewrite %root {
      %new = pdl.operation "test.b"
      pdl.replace %root with %new
    }
  }
  pdl.pattern @inferred : benefit(1) {
    %a = pdl.operand
    %b = pdl.operand
    %t = pdl.type
    %root = pdl.operation "test.plus"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.rewrite %root {
      %sum = pdl.operation "arith.addi"(%b, %a : !pdl.value, !pdl.value)
      pdl.replace %root with %sum
    }
  }
}
module @ir {
  func.func @f(%a: i32) -> (i32, i64, i32) {
    %0:2 = "test.a"() : () -> (i32, i64)
    "test.a"() : () -> ()
    %1 = "test.plus"(%a, %0#0) : (i32, i32) -> i32
    return %0#0, %0#1, %1 : i32, i64, i32
  }
}
// -----
// Several roots: the users of a value.
module @patterns {
  pdl.pattern @fuse : benefit(1) {
    %t = pdl.type
    %x = pdl.operand
    %sin = pdl.operation "test.sin"(%x : !pdl.value) -> (%t : !pdl.type)
    %cos = pdl.operation "test.cos"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.rewrite %cos {
      %both = pdl.operation "test.sincos"(%x : !pdl.value) -> (%t, %t : !pdl.type, !pdl.type)
      %s = pdl.result 0 of %both
      %c = pdl.result 1 of %both
      pdl.replace %sin with (%s : !pdl.value)
      pdl.replace %cos with (%c : !pdl.value)
    }
  }
}
module @ir {
  func.func @f(%a: f32, %b: f32) {
    %0 = "test.cos"(%a) : (f32) -> f32
    %1 = "test.sin"(%a) : (f32) -> f32
    %2 = "test.cos"(%b) : (f32) -> f32
    "test.keep"(%0, %1, %2) : (f32, f32, f32) -> ()
    return
  }
}
// -----
// Any operation, and groups of operands by the sizes of their property.
module @patterns {
  pdl.pattern @grouped : benefit(3) {
    %a = pdl.operands
    %b = pdl.operands
    %root = pdl.operation "test.groups"(%a, %b : !pdl.range<value>, !pdl.range<value>)
    pdl.rewrite %root {
      %one = pdl.operation "test.one"(%a : !pdl.range<value>)
      %two = pdl.operation "test.two"(%b : !pdl.range<value>)
      pdl.erase %root
    }
  }
  pdl.pattern @any : benefit(1) {
    %u = pdl.attribute = unit
    %root = pdl.operation {"old" = %u}
    pdl.rewrite %root {
      pdl.operation "test.any"
      pdl.erase %root
    }
  }
}
module @ir {
  func.func @f(%a: i32, %b: i32) {
    "test.groups"(%a, %b, %b) : (i32, i32, i32) -> ()
    "test.else"(%a) {old} : (i32) -> ()
    "test.some"(%a) ({
      "test.inner"() {old} : () -> ()
    }) : (i32) -> ()
    return
  }
}
// -----
// Types of attributes, and results of what defines an operand.
module @patterns {
  pdl.pattern @typed : benefit(1) {
    %i64 = pdl.type : i64
    %at = pdl.attribute : %i64
    %t = pdl.types
    %def = pdl.operation {"v" = %at} -> (%t : !pdl.range<type>)
    %all = pdl.results of %def
    %root = pdl.operation "test.root"(%all : !pdl.range<value>)
    pdl.rewrite %root {
      %in = pdl.operation "test.new"(%all : !pdl.range<value>) {"w" = %at}
      pdl.erase %root
    }
  }
}
module @ir {
  func.func @f() {
    %0:2 = "test.def"() {v = 3 : i64} : () -> (i32, i64)
    %1:2 = "test.def"() {v = 3 : i32} : () -> (i32, i64)
    "test.root"(%0#0, %0#1) : (i32, i64) -> ()
    "test.root"(%0#0) : (i32) -> ()
    "test.root"(%0#1, %0#0) : (i64, i32) -> ()
    "test.root"(%1#0, %1#1) : (i32, i64) -> ()
    return
  }
}
// -----
// No patterns, or nothing to rewrite.
module @patterns {
}
func.func @f() {
  return
}
// -----
// An error: a part that nothing uses.
module @patterns {
  pdl.pattern : benefit(1) {
    %a = pdl.operand
    %root = pdl.operation "test.a"
    pdl.rewrite %root {
      pdl.erase %root
    }
  }
}
module @ir {
}
// -----
// Dead operations are erased, and folds happen beside the patterns.
module @patterns {
  pdl.pattern : benefit(0) {
    %root = pdl.operation "test.a"
    pdl.rewrite %root {
      %v = pdl.attribute = 4 : i32
      %new = pdl.operation "arith.constant" {"value" = %v}
      pdl.replace %root with %new
    }
  }
}
module @ir {
  func.func @dead(%a: i32) -> i32 {
    %0 = arith.addi %a, %a : i32
    %1 = "test.a"() : () -> i32
    %2 = arith.addi %1, %1 : i32
    return %2 : i32
  }
}
