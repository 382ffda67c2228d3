// Locations of operations.
"app.op"() : () -> () loc(unknown)
"app.op"() : () -> () loc("file.mlir":10:20)
"app.op"() : () -> () loc("name")
"app.op"() : () -> () loc("name"("file.mlir":1:2))
"app.op"() : () -> () loc("")

// -----
// File ranges.
"app.op"() : () -> () loc("f":1:2 to :3)
"app.op"() : () -> () loc("f":1:2 to 4:5)
"app.op"() : () -> () loc("f":1:2 to 1:5)

// -----
"app.op"() : () -> () loc("f":1:2 to :2)
"app.op"() : () -> () loc("f":1:2 to 1:2)
"app.op"() : () -> () loc("f":0:0)
"app.op"() : () -> () loc("f":1:0)

// -----
// Call sites.
"app.op"() : () -> () loc(callsite("callee" at "caller"))
"app.op"() : () -> () loc(callsite("f":1:2 at "g":3:4))
"app.op"() : () -> () loc(callsite(callsite("a" at "b") at callsite("c" at unknown)))

// -----
// Fused locations.
"app.op"() : () -> () loc(fused["a", "b"])
"app.op"() : () -> () loc(fused<"meta">["a", "b"])
"app.op"() : () -> () loc(fused<{k = 1 : i32}>["f":1:2, unknown])
"app.op"() : () -> () loc(fused["a"])
"app.op"() : () -> () loc(fused<i32>["a"])

// -----
// Fused locations drop duplicates and unknown ones, and flatten.
"app.op"() : () -> () loc(fused["a", "a"])
"app.op"() : () -> () loc(fused["a", unknown, "b"])
"app.op"() : () -> () loc(fused[unknown])
"app.op"() : () -> () loc(fused["a", fused["b", "c"]])
"app.op"() : () -> () loc(fused<"m">["a", fused<"m">["b", "c"]])
"app.op"() : () -> () loc(fused<"m">["a", fused<"n">["b", "c"]])

// -----
"app.op"() : () -> () loc(fused[])

// -----
"app.op"() : () -> () loc(fused<"m">[])

// -----
// Names with locations inside.
"app.op"() : () -> () loc("a"("b"("c")))
"app.op"() : () -> () loc("a"(unknown))
"app.op"() : () -> () loc("a"(callsite("b" at "c")))
"app.op"() : () -> () loc("quo\"te\n")

// -----
// Positions that have more than 32 bits.
"app.op"() : () -> () loc("f":4294967295:4294967295)

// -----
// Locations of block arguments.
"app.op"() ({
^bb0(%a: i32 loc("arg"), %b: f32 loc(unknown), %c: i1):
  "app.use"(%a, %b, %c) : (i32, f32, i1) -> () loc("use")
}) : () -> () loc("op")

// -----
"app.op"() ({
  "app.br"()[^bb1] : () -> () loc(unknown)
^bb1(%a: i32 loc("f":1:1)):
  "app.end"() : () -> () loc("f":1:1)
}) : () -> () loc(unknown)

// -----
// Aliases for locations.
#loc = loc("f":1:2)
#loc1 = loc("n"(#loc))
"app.op"() : () -> () loc(#loc)
"app.op"() : () -> () loc(#loc1)
"app.op"() : () -> () loc(#late)
#late = loc(callsite(#loc at #loc1))

// -----
// Locations and attributes that are locations share the numbers.
"app.op"() {a = loc("x"), b = [loc("y")]} : () -> () loc("x")
"app.op"() {a = loc("z")} : () -> () loc("z")

// -----
// A module with a location.
module attributes {app.a} {
  "app.op"() : () -> () loc("op")
} loc("module")

// -----
module {
} loc(unknown)

// -----
module @a {
  module @b {
    "app.op"() : () -> () loc("x")
  } loc("inner")
} loc("outer")

// -----
// Metadata of fused locations gets aliases itself.
"app.op"() : () -> () loc(fused<affine_map<(d0) -> (d0)>>["a"])
"app.op"() {m = affine_map<(d0) -> (d0)>} : () -> () loc(fused<#app.scope<x>>["a"])
"app.op"() : () -> () loc(fused<distinct[0]<"scope">>["a"])

// -----
// Locations without an entry: the place in the file.
"app.op"() : () -> ()
  "app.op"() : () -> ()
%0 =
  "app.op"() : () -> i32
"app.region"() ({
^bb0(%a: i32):
  "app.use"(%a) : (i32) -> ()
}) : () -> ()

// -----
// Names as prefixes of values.
%0 = "app.op"() : () -> i32 loc("alpha")
%1 = "app.op"() : () -> i32 loc("alpha")
%2:2 = "app.op"() : () -> (i32, i32) loc("pair")
%3 = "app.op"() : () -> i32 loc("beta"("f":1:2))
%4 = "app.op"() : () -> i32 loc(fused["gamma", "delta"])
%5 = "app.op"() : () -> i32 loc(callsite("callee" at "caller"))
%6 = "app.op"() : () -> i32 loc("f":1:2)
"app.use"(%0, %1, %2#0, %2#1, %3, %4, %5, %6) : (i32, i32, i32, i32, i32, i32, i32, i32) -> ()

// -----
%0 = "app.op"() : () -> i32 loc("with space")
%1 = "app.op"() : () -> i32 loc("1")
%2 = "app.op"() : () -> i32 loc("a-b.c$d")
%3 = "app.op"() : () -> i32 loc("ä")
%4 = "app.op"() : () -> i32 loc("_")
%5 = "app.op"() : () -> i32 loc("1a")
%6 = "app.op"() : () -> i32 loc("arg0")
%7 = "app.op"() : () -> i32 loc("")
%8 = "app.op"() : () -> i32 loc("-")

// -----
"app.region"() ({
^bb0(%a: i32 loc("first"), %b: i32 loc("first"), %c: i32):
  %0 = "app.op"(%a) : (i32) -> i32 loc("first")
  "app.inner"() ({
    %1 = "app.op"(%0) : (i32) -> i32 loc("first")
  ^bb1(%d: i32 loc("first")):
    %2 = "app.op"(%d) : (i32) -> i32 loc("second")
  }) : () -> ()
  %3 = "app.op"(%a) : (i32) -> i32 loc("second")
}) : () -> ()

// -----
// Parts of the locations of arguments have aliases, the locations themselves none.
"app.op"() ({
^bb0(%a: i32 loc(fused["x", "y"]), %b: i32 loc(callsite("n" at "f":1:2)), %c: i32 loc(fused<#app.s>["q"("r")])):
  "app.op"() : () -> () loc(callsite("n" at "f":1:2))
  "app.op"() : () -> () loc(callsite("n" at "m"))
  "app.op"() : () -> () loc(callsite("f":1:2 at "m"))
  "app.op"() : () -> () loc(callsite("f":1:2 at "g":3:4))
  "app.op"() : () -> () loc(callsite("n"("z") at "g":3:4))
}) : () -> () loc("op")

// -----
// Names that conflict, in one region and in nested ones.
%0 = "app.a"() : () -> i32 loc("x")
%1 = "app.a"() : () -> i32 loc("x")
%2 = "app.a"() : () -> i32 loc("y")
%3 = "app.a"() : () -> i32 loc("y")
%4 = "app.a"() : () -> i32 loc("x_0")
%5 = "app.a"() : () -> i32 loc("x")
"app.r"() ({
  %6 = "app.a"() : () -> i32 loc("x")
  %7 = "app.a"() : () -> i32 loc("inner")
}) : () -> ()
"app.r"() ({
  %6 = "app.a"() : () -> i32 loc("x")
  %7 = "app.a"() : () -> i32 loc("inner")
  %8 = "app.a"() : () -> i32 loc("a b/c")
  %9 = "app.a"() : () -> i32 loc("\01\FF")
  %10 = "app.a"() : () -> i32 loc("arg3")
  %11 = "app.a"() : () -> i32 loc("12")
  %12 = "app.a"() : () -> i32 loc(callsite(callsite("deep" at "b") at "c"))
  %13 = "app.a"() : () -> i32 loc(fused["f":1:1, "second"])
  %14 = "app.a"() : () -> i32 loc(fused[callsite("cs" at "b"), "second"])
  %15 = "app.a"() : () -> i32 loc(callsite(fused["fu", "b"] at "c"))
  %16 = "app.a"() : () -> i32 loc(callsite("f":1:1 at "c"))
}) : () -> ()

// -----
// Names in metadata that is a location, but not in other metadata.
%0 = "app.a"() : () -> i1 loc(fused<{a = [loc("q1")]}>["f":1:1])
%1 = "app.a"() : () -> i1 loc(fused<loc("q2")>["b"])
%2 = "app.a"() : () -> i1 loc(fused<loc("f":1:1)>["f":1:1, callsite("f":1:1 at "q3")])
%3 = "app.a"() : () -> i1 loc(fused<distinct[0]<loc("q4")>>["f":1:1])
%4 = "app.a"() : () -> i1 loc(callsite(fused<loc("q6")>["f":1:1] at "q7"))
%5 = "app.a"() : () -> i1 loc(callsite("" at "q8"))
%6 = "app.a"() : () -> i1 loc(fused<loc("")>["f":1:1])
%7 = "app.a"() : () -> i1 loc(callsite("f":1:1 to 2:3 at "z1"))
%8 = "app.a"() : () -> i1 loc(fused["z4"("g")])
