// Strings.
"app.op"() {a = "", b = "a", c = "with space", d = "\"quoted\"", e = "back\\slash", f = "tab\tnewline\n", g = "\00\01\1F\7F\80\FF", h = "\22\5C\0A\09"} : () -> ()

// -----
"app.op"() {a = "\c3\a4", b = "ä", c = "日本", d = "\e6\97\a5", e = "'`/%{}<>"} : () -> ()

// -----
// Strings with a type.
"app.op"() {a = "x" : i32, b = "x" : none, c = "x" : !app.t, d = "" : index, e = ["x" : f32, "y"]} : () -> ()

// -----
// Symbol references.
"app.op"() {a = @a, b = @"a", c = @"a b", d = @a::@b, e = @a::@b::@c, f = @"a::b", g = @"", h = @a::@"x y"::@z} : () -> ()

// -----
"app.op"() {a = @_a, b = @a.b, c = @a$b, d = @"a-b", e = @a1, f = @"1", g = @"-a", h = @"$a", i = @".a", j = @"\22", k = @"ä"} : () -> ()

// -----
"app.op"() {a = @"@a", b = @"\00", c = @A_9$.} : () -> ()

// -----
// Arrays.
"app.op"() {a = [], b = [1], c = [1, "a", @b, i32, unit, [], [[]], {}, {x}], d = [[1, 2], [3, 4]]} : () -> ()

// -----
// Dictionaries sort their keys.
"app.op"() {z = 1, a = 2, M = 3, _x = 4, b.c = 5, "quoted key" = 6, "a1" = 7, a0 = 8} : () -> ()

// -----
"app.op"() {d = {}, e = {z, y, x = 1}, "f g" = {"h i" = {"j" = 1}}} : () -> ()

// -----
"app.op"() {"1" = 2, "a.b" = 3, "a-b" = 4, "a$b" = 5, "true" = 6, "unit" = 7, "i32" = 8, "ä" = 9} : () -> ()

// -----
// Keywords are attribute names.
"app.op"() {true, false = 1, unit, i32 = 2, array = 3, dense = 4, loc = 5, f32 = 6, none = 7, index, affine_map, memref, x} : () -> ()

// -----
// The unit attribute.
"app.op"() {a, b = unit, c = [unit], d = {e}, f = [unit, unit]} : () -> ()

// -----
// Types as attributes.
"app.op"() {a = i32, b = tensor<2xf32>, c = () -> (), d = (i32) -> i32, e = !app.t, f = [i1, f32], g = none} : () -> ()

// -----
"app.op"() {a = vector<2xi1>, b = memref<2xf32, 1>, c = tuple<i1, i2>, d = complex<f32>, e = index} : () -> ()

// -----
// Empty lists of attributes vanish.
"app.op"() {} : () -> ()
"app.op"() <{}> : () -> ()
"app.op"() <{}> {} : () -> ()

// -----
// Properties.
"app.op"() <{a = 1, b}> : () -> ()
"app.op"() <{z = 1, a = "x"}> {y = 2, b} : () -> ()

// -----
"app.op"() <{nested = {a = [1, 2], b = {c}}}> : () -> ()

// -----
// A property and an attribute of one name.
"app.op"() <{a = 1}> {a = 2} : () -> ()

// -----
// Distinct attributes.
"app.op"() {a = distinct[0]<42 : i32>, b = distinct[0]<42 : i32>, c = distinct[1]<42 : i32>} : () -> ()

// -----
"app.op"() {a = distinct[7]<"x">, b = distinct[3]<unit>, c = [distinct[7]<"x">, distinct[100]<@f>]} : () -> ()

// -----
"app.op"() {a = distinct[0]<>} : () -> ()

// -----
"app.op"() {a = distinct[0]<i32>, b = distinct[1]<#app.a<b>>, c = distinct[2]<distinct[3]<1>>} : () -> ()

// -----
// Locations as attributes.
"app.op"() {a = loc(unknown), b = loc("f":1:2), c = loc("n"), d = loc(callsite("a" at "b"))} : () -> ()

// -----
"app.op"() {a = loc(fused["a", "f":1:1]), b = loc(fused<"meta">["x"]), c = [loc(unknown), loc("a"("b":3:4))]} : () -> ()

// -----
// Strided layouts.
"app.op"() {a = strided<[]>, b = strided<[1]>, c = strided<[1, ?]>, d = strided<[?], offset: ?>, e = strided<[4, 1], offset: 3>, f = strided<[1], offset: 0>, g = strided<[-1], offset: -1>} : () -> ()

// -----
// Vector types do not need spaces in attribute lists.
"app.op"(){a=1:i32,b="x",c=[1,2],d=@a::@b,e={f=1}}:()->()
