// Locations.
"app.op"() : () -> () loc(

// -----
"app.op"() : () -> () loc()

// -----
"app.op"() : () -> () loc(somewhere)

// -----
"app.op"() : () -> () loc(1)

// -----
"app.op"() : () -> () loc("f":1:)

// -----
"app.op"() : () -> () loc("f":a:b)

// -----
"app.op"() : () -> () loc("f":-1:2)

// -----
"app.op"() : () -> () loc("f":99999999999999999999:1)

// -----
"app.op"() : () -> () loc("f":1:2 to)

// -----
"app.op"() : () -> () loc("f":1:2 to 3)

// -----
"app.op"() : () -> () loc("f":1:2 to :)

// -----
"app.op"() : () -> () loc("f":1:2 3:4)

// -----
"app.op"() : () -> () loc(callsite("a"))

// -----
"app.op"() : () -> () loc(callsite("a" "b"))

// -----
"app.op"() : () -> () loc(callsite("a" at))

// -----
"app.op"() : () -> () loc(callsite "a" at "b")

// -----
"app.op"() : () -> () loc(fused)

// -----
"app.op"() : () -> () loc(fused["a")

// -----
"app.op"() : () -> () loc(fused["a",])

// -----
"app.op"() : () -> () loc(fused<>["a"])

// -----
"app.op"() : () -> () loc(fused<"m"["a"])

// -----
"app.op"() : () -> () loc(fused<"m">)

// -----
"app.op"() : () -> () loc("a"())

// -----
"app.op"() : () -> () loc("a"("b")

// -----
"app.op"() : () -> () loc("a" "b")

// -----
"app.op"() : () -> () loc("open)

// -----
"app.op"() : () -> () loc "a"

// -----
"app.op"() : () -> () loc(#undefined)

// -----
#a = 1 : i32
"app.op"() : () -> () loc(#a)

// -----
"app.op"() : () -> () loc(#late)
#late = 1 : i32

// -----
"app.op"() {a = loc(1)} : () -> ()

// -----
"app.op"() {a = loc("a"} : () -> ()

// -----
"app.region"() ({
^bb0(%a: i32 loc(x)):
  "app.end"() : () -> ()
}) : () -> ()

// -----
"app.op"() : () -> () loc(unknown) loc(unknown)
