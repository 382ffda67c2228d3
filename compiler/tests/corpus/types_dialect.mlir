// Types of unknown dialects are kept verbatim.
"app.op"() : () -> (!app.a, !app.a<b>, !app<a>, !app<"a">, !app.a.b, !app.a.b<c>)

// -----
"app.op"() : () -> (!app.a<>, !app.a< >, !app.a< b  ,   c >, !app.a<b<c<d>>>, !app.a<(b)[c]{d}>)

// -----
// Brackets and arrows inside strings do not count.
"app.op"() : () -> (!app.a<"<">, !app.a<">>">, !app.a<"(">, !app.a<"\"<">, !app.a<"a\\">)

// -----
// An arrow is not a closing bracket.
"app.op"() : () -> (!app.a<() -> ()>, !app.a<x -> y>, !app.a<a<b> -> c>)

// -----
"app.op"() : () -> (!app.a<1, 2.5, 0x10, -3, @sym, #attr, %val, ^bb, :=::, *&|/?!~>)

// -----
// A line break inside is kept.
"app.op"() : () -> (!app.a<b,
    c>)

// -----
"app.op"() : () -> (!app<"a b">, !app<a b c>, !app<a, b>)

// -----
// A dialect name without a body, and with digits, dollars, dashes and underscores.
"app.op"() : () -> (!app_2.a, !app$x.a, !_app.a, !app.a_b$c, !app.a1)

// -----
"app.op"() {a = #app.a, b = #app.a<b>, c = #app<a>, d = #app<"a">, e = #app.a.b<c>} : () -> ()

// -----
"app.op"() {a = #app.a<>, b = #app.a< b  ,   c >, c = #app.a<b<c<d>>>, d = #app.a<(b)[c]{d}>} : () -> ()

// -----
"app.op"() {a = #app.a<"<">, b = #app.a<">>">, c = #app.a<() -> ()>, d = #app.a<"\"<">, e = #app<"a b">} : () -> ()

// -----
// A typed attribute of a dialect.
"app.op"() {a = #app.a : i32, b = #app.a<b> : tensor<2xf32>, c = #app<"x"> : none, d = #app<"x"> : !app.t} : () -> ()

// -----
// Nested in other types and attributes.
"app.op"() {a = [#app.a, !app.b], b = {c = #app.d<e>}, f = (!app.a<(i1) -> i2>) -> !app<"b">} : () -> ()

// -----
// The short form needs a name of letters, digits, dots and underscores that begins with a letter.
"app.op"() {a = !app<a.b>, b = !app<_a>, c = !app<a_b>, d = !app<a1.2>, e = !app<A>, f = !app<a<b>c>, g = !app<a<b> >, h = !app< a>, i = !app<a<b>>, j = !app<a(b)>, k = !app<1a>, l = !app<a.<b>>, m = !app<a<b><c>>, n = !app<a$b>, o = !app.a.b.c<d>, p = !app<a<"b>">>, r = !app<a<->>>, s = !app<é>, t = #app<_a>, u = #app<a_b>} : () -> ()
