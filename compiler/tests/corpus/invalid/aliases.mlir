// Names.
#a.b = 1

// -----
!a.b = i32

// -----
#a = 1
#a = 2

// -----
!a = i1
!a = i2

// -----
#a 1

// -----
#a =

// -----
#a = b

// -----
!a =

// -----
!a = 1

// -----
!a i32

// -----
# = 1

// -----
// An alias that stands for itself, and a ring.
#a = #a

// -----
!a = !a

// -----
#a = [#b]
#b = [#a]

// -----
!a = tuple<!b>
!b = tuple<!a>

// -----
#a = loc(#a)
"app.op"() : () -> () loc(#a)

// -----
#a = loc(fused[#b])
#b = loc(fused[#a])
"app.op"() : () -> () loc(#a)

// -----
// Used before its definition.
"app.op"() {a = #a} : () -> ()
#a = 1

// -----
"app.op"() : () -> (!a)
!a = i32

// -----
#a = [#b]
#b = 1
"app.op"() {a = #a} : () -> ()

// -----
// A type where an attribute belongs, and the other way round.
#a = 1
"app.op"() : () -> (#a)

// -----
!a = i32
"app.op"() : () -> () loc(!a)

// -----
// Inside an operation.
"app.region"() ({
  #a = 1
}) : () -> ()

// -----
module {
  !a = i32
}

// -----
"app.op"() {a = #here} : () -> () loc(fused[#here, #there])
#there = loc("there")
#here = loc("here"(#there))
