// A value is defined twice.
%a = "app.def"() : () -> i32
%a = "app.def"() : () -> i32

// -----
// A value is defined twice in nested regions.
%a = "app.def"() : () -> i32
"app.region"() ({
  %a = "app.def"() : () -> i32
}) : () -> ()

// -----
// An argument has the name of a value outside.
%a = "app.def"() : () -> i32
"app.region"() ({
^bb0(%a: i32):
  "app.end"() : () -> ()
}) : () -> ()

// -----
// Two arguments of one name.
"app.region"() ({
^bb0(%a: i32, %a: i32):
  "app.end"() : () -> ()
}) : () -> ()

// -----
// Two results of one name.
%a, %a = "app.def"() : () -> (i32, i32)

// -----
// No definition.
"app.use"(%a) : (i32) -> ()

// -----
"app.region"() ({
  "app.use"(%a) : (i32) -> ()
}) : () -> ()

// -----
// Two names without a definition.
"app.use"(%a, %b) : (i32, f32) -> ()

// -----
// A definition in a sibling region.
"app.region"() ({
  %a = "app.def"() : () -> i32
}, {
  "app.use"(%a) : (i32) -> ()
}) : () -> ()

// -----
// A definition inside a region is used after it.
"app.region"() ({
  %a = "app.def"() : () -> i32
}) : () -> ()
"app.use"(%a) : (i32) -> ()

// -----
// Another type at the use.
%a = "app.def"() : () -> i32
"app.use"(%a) : (f32) -> ()

// -----
// Another type at the use before the definition.
"app.use"(%a) : (f32) -> ()
%a = "app.def"() : () -> i32

// -----
// Two forward uses with different types.
"app.use"(%a) : (f32) -> ()
"app.use"(%a) : (i32) -> ()
%a = "app.def"() : () -> i32

// -----
// An index beyond the results.
%a = "app.def"() : () -> i32
"app.use"(%a#1) : (i32) -> ()

// -----
%a:2 = "app.def"() : () -> (i32, i32)
"app.use"(%a#2) : (i32) -> ()

// -----
// An index beyond the results, before the definition.
"app.use"(%a#2) : (i32) -> ()
%a:2 = "app.def"() : () -> (i32, i32)

// -----
// Too many names.
%a, %b = "app.def"() : () -> i32

// -----
// Too few names.
%a = "app.def"() : () -> (i32, i32)

// -----
// Names for no result.
%a = "app.def"() : () -> ()

// -----
%a:2 = "app.def"() : () -> ()

// -----
%a:3 = "app.def"() : () -> (i32, i32)

// -----
%a:0 = "app.def"() : () -> i32

// -----
%a: = "app.def"() : () -> i32

// -----
%a:b = "app.def"() : () -> i32

// -----
// A result number of an argument.
"app.region"() ({
^bb0(%a: i32):
  "app.use"(%a#1) : (i32) -> ()
}) : () -> ()

// -----
// A result number in a definition.
%a#0 = "app.def"() : () -> i32

// -----
// No name.
% = "app.def"() : () -> i32

// -----
"app.use"(%) : (i32) -> ()

// -----
%a "app.def"() : () -> i32

// -----
%a, = "app.def"() : () -> i32

// -----
%a =

// -----
"app.use"(%a#) : (i32) -> ()

// -----
"app.use"(%a#b) : (i32) -> ()

// -----
// More operands than types, and fewer.
%a = "app.def"() : () -> i32
"app.use"(%a) : () -> ()

// -----
%a = "app.def"() : () -> i32
"app.use"(%a) : (i32, i32) -> ()

// -----
"app.use"() : (i32) -> ()

// -----
// Something else than a value as operand.
"app.use"(1) : (i32) -> ()

// -----
"app.use"(@a) : (i32) -> ()

// -----
%a = "app.def"() : () -> i32
"app.use"(%a,) : (i32) -> ()

// -----
%a = "app.def"() : () -> i32
"app.use"(%a %a) : (i32, i32) -> ()

// -----
%a = "app.def"() : () -> i32
"app.use"(%a : (i32) -> ()

// -----
// A use before the definition in one block of a region that has several blocks.
"app.region"() ({
  "app.use"(%a) : (i32) -> ()
  %a = "app.def"() : () -> i32
  "app.br"()[^bb1] : () -> ()
^bb1:
  "app.end"() : () -> ()
}) : () -> ()

// -----
// A definition in a block that does not dominate the use.
"app.region"() ({
  "app.br"()[^bb1, ^bb2] : () -> ()
^bb1:
  %a = "app.def"() : () -> i32
  "app.br"()[^bb2] : () -> ()
^bb2:
  "app.use"(%a) : (i32) -> ()
}) : () -> ()

// -----
// An argument of a block that does not dominate the use.
"app.region"() ({
  "app.br"()[^bb1, ^bb2] : () -> ()
^bb1(%a: i32):
  "app.br"()[^bb2] : () -> ()
^bb2:
  "app.use"(%a) : (i32) -> ()
}) : () -> ()

// -----
// A module is isolated from the values above it.
%a = "app.def"() : () -> i32
module {
  "app.use"(%a) : (i32) -> ()
}

// -----
"app.region"() ({
^bb0(%a: i32):
  "builtin.module"() ({
    "app.use"(%a) : (i32) -> ()
  }) : () -> ()
}) : () -> ()

// -----
// A number too large for a result.
%a = "app.def"() : () -> i32
"app.use"(%a#99999999999999999999) : (i32) -> ()

// -----
%a:99999999999999999999 = "app.def"() : () -> i32
