// An operation that has no form of its own.
app.op

// -----
app.op : () -> ()

// -----
foo

// -----
foo.bar %0

// -----
// A registered dialect does not allow unknown operations.
"builtin.unknown"() : () -> ()

// -----
builtin.unknown

// -----
// No name.
"" () : () -> ()

// -----
""() : () -> ()

// -----
// Parts are missing.
"app.op"

// -----
"app.op" : () -> ()

// -----
"app.op"(

// -----
"app.op"()

// -----
"app.op"() :

// -----
"app.op"() : ()

// -----
"app.op"() : () ->

// -----
"app.op"() : i32

// -----
"app.op"() : () -> (i32

// -----
"app.op"() : (i32 -> ()

// -----
"app.op"() : () -> (,)

// -----
"app.op"() : () -> (i32,)

// -----
"app.op"() : () - > ()

// -----
"app.op"() -> ()

// -----
"app.op"() : () -> () ->

// -----
"app.op"() : () -> () loc

// -----
"app.op"() {a = 1 : () -> ()

// -----
"app.op"() {a = } : () -> ()

// -----
"app.op"() {= 1} : () -> ()

// -----
"app.op"() {a 1} : () -> ()

// -----
"app.op"() {a,} : () -> ()

// -----
"app.op"() {,} : () -> ()

// -----
"app.op"() {a = 1, a = 2} : () -> ()

// -----
"app.op"() {a, "a" = 2} : () -> ()

// -----
"app.op"() {1 = 2} : () -> ()

// -----
"app.op"() {%a = 2} : () -> ()

// -----
"app.op"() {"" = 2} : () -> ()

// -----
"app.op"() {a = {b = 1, b = 2}} : () -> ()

// -----
"app.op"() {@a = 2} : () -> ()

// -----
// Properties.
"app.op"() <{a = 1} : () -> ()

// -----
"app.op"() <{a = 1>} : () -> ()

// -----
"app.op"() <a = 1> : () -> ()

// -----
"app.op"() <{a = 1, a = 2}> : () -> ()

// -----
"app.op"() <> : () -> ()

// -----
"app.op"() {a} <{b}> : () -> ()

// -----
// Regions.
"app.op"() ({) : () -> ()

// -----
"app.op"() ({}

// -----
"app.op"() ({ : () -> ()

// -----
"app.op"() ({}, ) : () -> ()

// -----
"app.op"() () : () -> ()

// -----
"app.op"() ({}) ({}) : () -> ()

// -----
"app.op"() ({} {}) : () -> ()

// -----
}

// -----
"app.op"() : () -> ()
}

// -----
"app.region"() ({
  "app.op"() : () -> ()

// -----
// Blocks.
"app.region"() ({
^a:
  "app.end"() : () -> ()
^a:
  "app.end"() : () -> ()
}) : () -> ()

// -----
"app.region"() ({
^:
  "app.end"() : () -> ()
}) : () -> ()

// -----
"app.region"() ({
^a
  "app.end"() : () -> ()
}) : () -> ()

// -----
"app.region"() ({
^a(%x: i32:
  "app.end"() : () -> ()
}) : () -> ()

// -----
"app.region"() ({
^a(%x):
  "app.end"() : () -> ()
}) : () -> ()

// -----
"app.region"() ({
^a(i32):
  "app.end"() : () -> ()
}) : () -> ()

// -----
"app.region"() ({
^a(%x: 1):
  "app.end"() : () -> ()
}) : () -> ()

// -----
"app.region"() ({
^a(%x: i32,):
  "app.end"() : () -> ()
}) : () -> ()

// -----
^a:
"app.op"() : () -> ()

// -----
"app.region"() ({
  "app.end"() : () -> ()
^bb1:
}) : () -> ()

// -----
"app.region"() ({
^bb0:
^bb1:
  "app.end"() : () -> ()
}) : () -> ()

// -----
// Successors.
"app.region"() ({
  "app.br"()[^nowhere] : () -> ()
}) : () -> ()

// -----
"app.region"() ({
  "app.br"()[^a, ^b] : () -> ()
^a:
  "app.end"() : () -> ()
}) : () -> ()

// -----
"app.region"() ({
  "app.br"()[] : () -> ()
}) : () -> ()

// -----
"app.region"() ({
  "app.br"()[%a] : () -> ()
}) : () -> ()

// -----
"app.region"() ({
  "app.br"()[^a : () -> ()
^a:
  "app.end"() : () -> ()
}) : () -> ()

// -----
"app.region"() ({
  "app.br"()[^a,] : () -> ()
^a:
  "app.end"() : () -> ()
}) : () -> ()

// -----
"app.region"() ({
^a:
  "app.br"()[^a] : () -> ()
}) : () -> ()

// -----
"app.region"() ({
  "app.br"()[^b] : () -> ()
  "app.op"() : () -> ()
^b:
  "app.end"() : () -> ()
}) : () -> ()

// -----
"app.region"() ({
^a:
  "app.region"() ({
    "app.br"()[^b] : () -> ()
  }) : () -> ()
  "app.br"()[^b] : () -> ()
^b:
  "app.end"() : () -> ()
}) : () -> ()

// -----
"app.br"()[^a] : () -> ()

// -----
// The module.
module @ {
}

// -----
module name {
}

// -----
module

// -----
module {

// -----
module @a @b {
}

// -----
module attributes {
}

// -----
module attributes {a} attributes {b} {
}

// -----
module attributes {app.a, app.a} {
}

// -----
module {
  "app.op"() : () -> ()
^bb1:
  "app.op"() : () -> ()
}

// -----
module {
^bb0(%a: i32):
  "app.op"() : () -> ()
}

// -----
"builtin.module"() ({
^bb0(%a: i32):
  "app.op"() : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
}) : () -> ()

// -----
"builtin.module"() : () -> ()

// -----
"builtin.module"() ({
^bb0:
}, {
^bb0:
}) : () -> ()

// -----
%0 = "builtin.module"() ({
^bb0:
}) : () -> i32

// -----
%0 = "app.def"() : () -> i32
"builtin.module"(%0) ({
^bb0:
}) : (i32) -> ()

// -----
"builtin.module"() <{sym_name = 1}> ({
^bb0:
}) : () -> ()

// -----
"builtin.module"() ({
^bb0:
}) {sym_name = 1} : () -> ()

// -----
module attributes {a} {
}

// -----
module attributes {sym_name = 1} {
}

// -----
// Symbols.
module @a {
}
module @a {
}

// -----
module {
  "app.func"() {sym_name = "f"} : () -> ()
  "app.func"() {sym_name = "f"} : () -> ()
}

// -----
"builtin.unrealized_conversion_cast"() : () -> ()

// -----
%0 = "app.def"() : () -> i32
builtin.unrealized_conversion_cast %0 : i32 to

// -----
// Characters that begin nothing.
"app.op"() : () -> () ;

// -----
&

// -----
'a'

// -----
"app.op"() : () -> () / comment

// -----
/* comment */

// -----
-

// -----
1

// -----
{}

// -----
"not closed

// -----
"app.op"() {a = "not closed} : () -> ()

// -----
"app.op"() : () -> () ä
