// No operands, one, several; no results, one, several.
"app.a"() : () -> ()
%0 = "app.b"() : () -> i32
%1:2 = "app.c"(%0) : (i32) -> (i32, f32)
%2:3 = "app.d"(%1#1, %1#0, %0) : (f32, i32, i32) -> (i1, i1, i1)
"app.e"(%2#2, %2#0, %2#1, %2#1) : (i1, i1, i1, i1) -> ()

// -----
// A name for some of the results.
%a:2, %b, %c:3 = "app.many"() : () -> (i1, i2, i3, i4, i5, i6)
"app.use"(%a#0, %a#1, %b, %c#0, %c#2) : (i1, i2, i3, i4, i6) -> ()

// -----
%a, %b = "app.two"() : () -> (i1, i2)
"app.use"(%b, %a) : (i2, i1) -> ()

// -----
%a:1 = "app.one"() : () -> i1
"app.use"(%a#0, %a) : (i1, i1) -> ()

// -----
// Names of values.
%0 = "app.a"() : () -> i1
%named = "app.a"() : () -> i1
%_ = "app.a"() : () -> i1
%a.b = "app.a"() : () -> i1
%a-b = "app.a"() : () -> i1
%a$b = "app.a"() : () -> i1
%100 = "app.a"() : () -> i1
%007 = "app.a"() : () -> i1
%-a = "app.a"() : () -> i1
%arg0 = "app.a"() : () -> i1
"app.use"(%0, %named, %_, %a.b, %a-b, %a$b, %100, %007, %-a, %arg0) : (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) -> ()

// -----
// Names of operations.
"a"() : () -> ()
"a.b.c.d"() : () -> ()
"a b"() : () -> ()
"A-9_$.x"() : () -> ()
"1"() : () -> ()
"a\"b\\"() : () -> ()
"ä.ö"() : () -> ()
".a"() : () -> ()
"a."() : () -> ()

// -----
// Results without names are dropped from the text when there are none.
"app.result"() : () -> i32
"app.results"() : () -> (i32, i32)

// -----
// Forward references.
"app.graph"() ({
  %0 = "app.a"(%1) : (i32) -> i32
  %1 = "app.b"(%0) : (i32) -> i32
  "app.end"() : () -> ()
}) : () -> ()

// -----
"app.use"(%later#1, %later#0) : (f32, i32) -> ()
%later:2 = "app.def"() : () -> (i32, f32)

// -----
"app.self"(%a) : (i32) -> i32
%a = "app.self"(%a) : (i32) -> i32

// -----
// Regions.
"app.empty"() ({
}) : () -> ()
"app.two"() ({
}, {
}) : () -> ()
"app.one"() ({
  "app.end"() : () -> ()
}) : () -> ()
"app.three"() ({
  "app.end"() : () -> ()
}, {
}, {
  "app.end"() : () -> ()
}) : () -> ()

// -----
// A block without operations.
"app.region"() ({
^bb0:
}) : () -> ()

// -----
"app.region"() ({
^bb0(%a: i32):
}) : () -> ()

// -----
"app.region"() ({
^entry:
  "app.end"() : () -> ()
}) : () -> ()

// -----
"app.region"() ({
  "app.end"() : () -> ()
^second:
  "app.end"() : () -> ()
^third:
  "app.end"() : () -> ()
}) : () -> ()

// -----
// Arguments of the entry block and of others.
"app.region"() ({
^bb0(%a: i32, %b: f32):
  %c = "app.op"(%a, %b) : (i32, f32) -> i1
  "app.br"(%a)[^bb1] : (i32) -> ()
^bb1(%d: i32, %e: tensor<2xf32>):
  "app.use"(%d, %e, %c) : (i32, tensor<2xf32>, i1) -> ()
}) : () -> ()

// -----
"app.region"() ({
^bb0():
  "app.end"() : () -> ()
}) : () -> ()

// -----
// Successors.
"app.region"() ({
  "app.br"()[^a] : () -> ()
^a:
  "app.br"()[^b, ^c] : () -> ()
^b:
  "app.br"()[^c, ^b, ^a] : () -> ()
^c:
  "app.br"()[^c, ^c] : () -> ()
^d:
  "app.end"() : () -> ()
}) : () -> ()

// -----
// Successors with operands, attributes, properties, regions at once.
"app.region"() ({
^bb0(%a: i1):
  %r:2 = "app.all"(%a, %a)[^bb1, ^bb2] <{p = 1 : i8}> ({
    "app.inner"() : () -> ()
  }, {
  ^bb0(%x: i2):
    "app.inner"(%x, %a) : (i2, i1) -> ()
  }) {attr = "v"} : (i1, i1) -> (i3, i4)
^bb1:
  "app.end"() : () -> ()
^bb2:
  "app.end"() : () -> ()
}) : () -> ()

// -----
// Blocks are numbered in each region; the order in the text counts.
"app.region"() ({
^x:
  "app.inner"() ({
  ^x:
    "app.br"()[^y] : () -> ()
  ^y:
    "app.end"() : () -> ()
  }) : () -> ()
  "app.br"()[^z] : () -> ()
^y:
  "app.br"()[^z] : () -> ()
^z:
  "app.br"()[^y] : () -> ()
}) : () -> ()

// -----
// Values from outside a region.
%0 = "app.def"() : () -> i32
"app.region"() ({
  "app.use"(%0) : (i32) -> ()
  "app.region"() ({
    %1 = "app.use"(%0) : (i32) -> i32
    "app.use"(%1) : (i32) -> ()
  }) : () -> ()
}) : () -> ()

// -----
// Names can be used again in sibling regions.
"app.region"() ({
  %a = "app.def"() : () -> i32
  "app.use"(%a) : (i32) -> ()
}, {
  %a = "app.def"() : () -> f32
  "app.use"(%a) : (f32) -> ()
}) : () -> ()
%a = "app.def"() : () -> i1

// -----
// Numbering over several nested regions.
%0 = "app.def"() : () -> i32
"app.a"() ({
^bb0(%x: i32):
  %1 = "app.def"() : () -> i32
  "app.b"() ({
  ^bb0(%y: i32):
    %2:2 = "app.def"(%y) : (i32) -> (i32, i32)
  }, {
  ^bb0(%y: i32, %z: i32):
    %2 = "app.def"(%z) : (i32) -> i32
    "app.br"()[^bb1] : () -> ()
  ^bb1(%w: i32):
    %3 = "app.def"(%w) : (i32) -> i32
  }) : () -> ()
  %4 = "app.def"() : () -> i32
}) : () -> ()
%5 = "app.def"() : () -> i32
"app.c"() ({
^bb0(%x: i32):
  %1 = "app.def"(%x, %5) : (i32, i32) -> i32
}) : () -> ()

// -----
// Values that dominate by the order of blocks.
"app.region"() ({
  %0 = "app.def"() : () -> i32
  "app.br"()[^bb1, ^bb2] : () -> ()
^bb1:
  "app.use"(%0) : (i32) -> ()
  "app.br"()[^bb2] : () -> ()
^bb2:
  "app.use"(%0) : (i32) -> ()
}) : () -> ()

// -----
// A definition in a block whose text comes later.
"app.region"() ({
  "app.br"()[^bb2] : () -> ()
^bb1:
  "app.use"(%0) : (i32) -> ()
  "app.end"() : () -> ()
^bb2:
  %0 = "app.def"() : () -> i32
  "app.br"()[^bb1] : () -> ()
}) : () -> ()

// -----
// Unreachable blocks may use anything.
"app.region"() ({
  "app.end"() : () -> ()
^bb1:
  "app.use"(%0) : (i32) -> ()
  %0 = "app.def"() : () -> i32
  "app.br"()[^bb1] : () -> ()
}) : () -> ()

// -----
// Comments and white space.
// A comment.
"app.op"() // after an operation
  {a = 1 // inside a dictionary
  , b} // before the colon
  : () // inside the type
  -> ()
	"app.tab"() : () -> ()
// The last line has no end.

// -----
"app.op"() {a = "// not a comment", b = #app.a<// a comment?
>} : () -> ()

// -----
// Several operations in one line.
"app.a"() : () -> () "app.b"() : () -> () %0 = "app.c"() : () -> i1 "app.d"(%0) : (i1) -> ()

// -----
// Types of results in parentheses.
%0 = "app.a"() : () -> (i32)
%1 = "app.a"() : () -> ((i32) -> i32)
%2 = "app.a"() : () -> ((i32) -> (i32, i32))

// -----
// Deep nesting.
"app.r"() ({
  "app.r"() ({
    "app.r"() ({
      "app.r"() ({
        "app.r"() ({
          "app.r"() ({
            "app.r"() ({
              "app.r"() ({
              ^bb0(%a: i32):
                "app.use"(%a) : (i32) -> ()
              }) : () -> ()
            }) : () -> ()
          }) : () -> ()
        }) : () -> ()
      }) : () -> ()
    }) : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
// Symbols are plain attributes of unregistered operations.
"app.func"() ({
  "app.end"() : () -> ()
}) {sym_name = "f", sym_visibility = "private", function_type = () -> ()} : () -> ()
"app.call"() {callee = @f} : () -> ()

// -----
// One result that no operation uses, among many.
%0:100 = "app.many"() : () -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1)
"app.use"(%0#99, %0#0) : (i1, i1) -> ()

// -----
// A value with several users, and operands of one operation twice.
%0 = "app.def"() : () -> i32
%1:2 = "app.use"(%0, %0) : (i32, i32) -> (i32, i32)
"app.use"(%0) : (i32) -> ()
"app.region"() ({
^bb0(%a: i32, %b: i32):
  %2 = "app.use"(%0, %a, %1#0) : (i32, i32, i32) -> i32
  "app.use"(%2, %a) : (i32, i32) -> ()
}) : () -> ()

// -----
// The order of the users of values that are used before they are defined.
"app.use"(%a, %b) : (i32, i32) -> ()
"app.use2"(%a) : (i32) -> ()
%a = "app.def"(%b) : (i32) -> i32
%b = "app.def"(%a) : (i32) -> i32
"app.last"(%a, %a, %b) : (i32, i32, i32) -> ()

// -----
// Users in other blocks and regions, with several results.
"app.op"() ({
^bb0(%t: i1):
}) : () -> ()
"app.r"() ({
  "app.br"()[^bb1, ^bb2]: () -> ()
^bb1:
  %0 = "app.use"(%y) : (i32) -> i32
  "app.br"()[^bb1]: () -> ()
^bb2(%x: i32):
  "app.use"(%x, %x) : (i32, i32) -> ()
}) : () -> ()
%y = "app.def"() ({
  %1 = "app.i"() : () -> i32
  %2 = "app.i"() : () -> i32
  "app.use"(%1, %1, %2) : (i32, i32, i32) -> ()
}): () -> i32
%z:2 = "app.use2"(%y, %y) : (i32, i32) -> (i32, i32)
%q:2 = "app.use2"(%z#0, %z#0) : (i32, i32) -> (i32, i32)
"app.use2"(%z#0, %z#1, %y) {a = 1} : (i32, i32, i32) -> ()
