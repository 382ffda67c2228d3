// pipeline: builtin.module(symbol-dce)
// pipeline: builtin.module(builtin.module(symbol-dce))
// pipeline: builtin.module(symbol-privatize)
// pipeline: builtin.module(symbol-privatize{exclude=live,n})
// pipeline: builtin.module(symbol-privatize{exclude=live},symbol-dce)
// pipeline: builtin.module(strip-debuginfo)

module @top {
  func.func private @dead() {
    return
  }
  func.func @live() {
    call @used() : () -> ()
    return
  }
  func.func private @used() {
    return
  }
  func.func nested @n() {
    return
  }
  module @inner attributes {sym_visibility = "private"} {
    func.func @x() {
      return
    }
    func.func nested @y() {
      return
    }
  }
  module @inner2 {
    func.func @x() {
      return
    }
    func.func nested @y() {
      return
    }
    func.func private @z() {
      return
    }
  }
  module {
    func.func @x() {
      return
    }
    func.func nested @y() {
      return
    }
    func.func private @z() {
      return
    }
  }
  "test.user"() {a = @inner2::@z} : () -> ()
}

// -----

// A symbol that only another dead one uses, circles, references that name nothing, references in attributes of functions.
func.func private @a() {
  call @b() : () -> ()
  return
}
func.func private @b() {
  call @a() : () -> ()
  return
}
func.func private @c() attributes {test.ref = [@d, {x = @e}]} {
  return
}
func.func private @d()
func.func private @e()
func.func @f() {
  "test.user"() {refs = [@c, @missing, @m::@missing]} : () -> ()
  return
}
module @m {
  func.func private @g() {
    return
  }
}
memref.global "private" @h : memref<i32>

// -----

// A region that could be a symbol table.
func.func private @a() {
  return
}
"foo.region"() ({
  func.func private @b() {
    return
  }
}) : () -> ()

// -----

module @a attributes {sym_visibility = "nested"} {
  module @b {
    func.func nested @c() {
      return
    }
    func.func private @d() {
      return
    }
    func.func @e() {
      call @d() : () -> ()
      return
    }
  }
  func.func @g() {
    "test.user"() {a = @b::@c} : () -> ()
    return
  }
}
