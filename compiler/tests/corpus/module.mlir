// The module's own form.
module {
}

// -----
module @name {
}

// -----
module @"a name" {
}

// -----
module attributes {app.a = 1, app.b} {
}

// -----
module @name attributes {app.a = 1 : i32, app.b} {
  "app.op"() : () -> ()
}

// -----
builtin.module @full {
}

// -----
// The generic form.
"builtin.module"() ({
^bb0:
}) : () -> ()

// -----
"builtin.module"() ({
  "app.op"() : () -> ()
}) : () -> ()

// -----
"builtin.module"() <{sym_name = "m"}> ({
  "app.op"() : () -> ()
}) {app.a = 1} : () -> ()

// -----
"builtin.module"() ({
^bb0:
  "app.op"() : () -> ()
}) {sym_name = "attribute"} : () -> ()

// -----
"builtin.module"() <{sym_name = "m", sym_visibility = "private"}> ({
^bb0:
}) : () -> ()

// -----
// Visibility and names as attributes.
module attributes {sym_name = "m"} {
}

// -----
module @m attributes {sym_visibility = "private"} {
}

// -----
// Nested modules.
module {
  module @a {
    "app.op"() : () -> ()
  }
  module @b {
    module @c attributes {app.x} {
    }
  }
}

// -----
module @outer {
  "app.op"() ({
    module @inner {
    }
  }) : () -> ()
}

// -----
// Without a module around it.
"app.op"() : () -> ()

// -----
// Several modules at the top are wrapped.
module @a {
}
module @b {
}

// -----
// Aliases around a module.
#a = 1 : i32
!t = i32
module attributes {app.a = #a} {
  "app.op"() : () -> !t
}
#b = 2

// -----
// Numbering restarts in the module's own form and does not in the generic one.
module {
  %0 = "app.def"() : () -> i32
  module @a {
    %1 = "app.def"() : () -> i32
    "app.region"() ({
    ^bb0(%x: i32):
      %2 = "app.def"() : () -> i32
    }) : () -> ()
  }
  module @b {
    %1 = "app.def"() : () -> i32
    "app.region"() ({
    ^bb0(%x: i32):
      %2 = "app.def"() : () -> i32
    }) : () -> ()
  }
  %3 = "app.def"() : () -> i32
}

// -----
// The conversion cast of builtin.
%0 = "app.def"() : () -> i32
%1 = "builtin.unrealized_conversion_cast"(%0) : (i32) -> i64

// -----
%0 = "app.def"() : () -> i32
%1:2 = builtin.unrealized_conversion_cast %0 : i32 to i64, f32
%2 = builtin.unrealized_conversion_cast %1#0, %1#1 : i64, f32 to i8 {a = 1}

// -----
%0 = builtin.unrealized_conversion_cast to i8

// -----
%0:2 = builtin.unrealized_conversion_cast to i8, f32
%1 = builtin.unrealized_conversion_cast %0#0, %0#1 : i8, f32 to index {a = 1}

// -----
module attributes {app.layout = #app.l, other.x = {y = [1]}} {
}

// -----
module attributes {} {
}

// -----
// Symbols in a module.
module {
  "app.func"() {sym_name = "f"} : () -> ()
  module @g {
  }
  "app.func"() {sym_name = "h"} : () -> ()
}

// -----
// Modules inside regions of other operations.
%0 = "app.def"() : () -> i32
module @a {
  %1 = "app.def"() : () -> i32
  "app.r"() ({
  ^bb0(%b: i32):
    %2 = "app.def"() : () -> i32
    module @c {
      %3 = "app.def"() : () -> i32
      "app.r"() ({
      ^bb0(%x: i32):
        %4 = "app.use"(%x, %3) : (i32, i32) -> i32
        "app.end"() : () -> ()
      }) : () -> ()
    }
  }) : () -> ()
}
module @b {
  %1 = "app.def"() : () -> i32
  "app.r"() ({
  ^bb0(%b: i32):
    %2 = "app.def"() : () -> i32
  }) : () -> ()
}
