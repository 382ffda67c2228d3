// Integers that do not fit.
"app.op"() {a = 256 : i8} : () -> ()

// -----
"app.op"() {a = -129 : i8} : () -> ()

// -----
"app.op"() {a = 128 : si8} : () -> ()

// -----
"app.op"() {a = -1 : ui8} : () -> ()

// -----
"app.op"() {a = 2 : i1} : () -> ()

// -----
"app.op"() {a = -9223372036854775809} : () -> ()

// -----
"app.op"() {a = 18446744073709551616} : () -> ()

// -----
"app.op"() {a = -00} : () -> ()

// -----
"app.op"() {a = -0} : () -> ()

// -----
"app.op"() {a = 0x10000000000000000} : () -> ()

// -----
"app.op"() {a = 9223372036854775808 : index} : () -> ()

// -----
"app.op"() {a = --1} : () -> ()

// -----
"app.op"() {a = +1} : () -> ()

// -----
"app.op"() {a = -} : () -> ()

// -----
"app.op"() {a = -true} : () -> ()

// -----
"app.op"() {a = -"x"} : () -> ()

// -----
"app.op"() {a = 0x} : () -> ()

// -----
"app.op"() {a = 1a} : () -> ()

// -----
"app.op"() {a = 1 : none} : () -> ()

// -----
"app.op"() {a = 1 : !app.t} : () -> ()

// -----
"app.op"() {a = 1 : tensor<2xi32>} : () -> ()

// -----
"app.op"() {a = 1 :} : () -> ()

// -----
"app.op"() {a = 1 : 2} : () -> ()

// -----
"app.op"() {a = true : i1} : () -> ()

// -----
// Floats.
"app.op"() {a = 1 : f32} : () -> ()

// -----
"app.op"() {a = -1 : f32} : () -> ()

// -----
"app.op"() {a = 1.0 : i32} : () -> ()

// -----
"app.op"() {a = 1.0 : index} : () -> ()

// -----
"app.op"() {a = 1.0 : none} : () -> ()

// -----
"app.op"() {a = -0x7F800000 : f32} : () -> ()

// -----
"app.op"() {a = 0x1FFFFFFFF : f32} : () -> ()

// -----
"app.op"() {a = 0x10000 : f16} : () -> ()

// -----
"app.op"() {a = 0x100 : f8E5M2} : () -> ()

// -----
"app.op"() {a = 0x40 : f6E3M2FN} : () -> ()

// -----
"app.op"() {a = .5} : () -> ()

// -----
"app.op"() {a = 1.0e} : () -> ()

// -----
"app.op"() {a = 1e5} : () -> ()

// -----
"app.op"() {a = 1.0.0} : () -> ()

// -----
"app.op"() {a = inf : f32} : () -> ()

// -----
"app.op"() {a = nan} : () -> ()

// -----
// Strings.
"app.op"() {a = "\q"} : () -> ()

// -----
"app.op"() {a = "\1"} : () -> ()

// -----
"app.op"() {a = "\1g"} : () -> ()

// -----
"app.op"() {a = "open

// -----
"app.op"() {a = "line
break"} : () -> ()

// -----
"app.op"() {a = "\"} : () -> ()

// -----
"app.op"() {a = "x" : } : () -> ()

// -----
// Symbols.
"app.op"() {a = @} : () -> ()

// -----
"app.op"() {a = @1} : () -> ()

// -----
"app.op"() {a = @-a} : () -> ()

// -----
"app.op"() {a = @"} : () -> ()

// -----
"app.op"() {a = @a::b} : () -> ()

// -----
"app.op"() {a = @a::} : () -> ()

// -----
"app.op"() {a = @a:@b} : () -> ()

// -----
// Arrays and dictionaries.
"app.op"() {a = [1, 2} : () -> ()

// -----
"app.op"() {a = [1 2]} : () -> ()

// -----
"app.op"() {a = [,]} : () -> ()

// -----
"app.op"() {a = [1,]} : () -> ()

// -----
"app.op"() {a = {b = 1, b = 2}} : () -> ()

// -----
"app.op"() {a = {b = 1} : () -> ()

// -----
"app.op"() {a = {1}} : () -> ()

// -----
// Words that begin no attribute.
"app.op"() {a = b} : () -> ()

// -----
"app.op"() {a = %b} : () -> ()

// -----
"app.op"() {a = ^b} : () -> ()

// -----
"app.op"() {a = <1>} : () -> ()

// -----
"app.op"() {a = opaque<"app", "0x1234"> : tensor<2xf32>} : () -> ()

// -----
"app.op"() {a = opaque<"app", "0x1234">} : () -> ()

// -----
"app.op"() {a = graph () -> ()} : () -> ()

// -----
"app.op"() {a = #undefined} : () -> ()

// -----
"app.op"() {a = #} : () -> ()

// -----
"app.op"() {a = # app.a} : () -> ()

// -----
"app.op"() {a = #app.a<} : () -> ()

// -----
"app.op"() {a = #app.a<(>)>} : () -> ()

// -----
"app.op"() {a = #app.a : } : () -> ()

// -----
"app.op"() {a = #builtin.int<1>} : () -> ()

// -----
// Dense arrays.
"app.op"() {a = array<>} : () -> ()

// -----
"app.op"() {a = array<i32: >} : () -> ()

// -----
"app.op"() {a = array<i32 1>} : () -> ()

// -----
"app.op"() {a = array<i32: 1.0>} : () -> ()

// -----
"app.op"() {a = array<f32: 1>} : () -> ()

// -----
"app.op"() {a = array<i8: 256>} : () -> ()

// -----
"app.op"() {a = array<i8: -129>} : () -> ()

// -----
"app.op"() {a = array<i1: 1>} : () -> ()

// -----
"app.op"() {a = array<i4: 1>} : () -> ()

// -----
"app.op"() {a = array<none: 1>} : () -> ()

// -----
"app.op"() {a = array<tensor<2xi32>: 1>} : () -> ()

// -----
"app.op"() {a = array<i32: 1,>} : () -> ()

// -----
"app.op"() {a = array<i32: "x">} : () -> ()

// -----
"app.op"() {a = array<i32: 1} : () -> ()

// -----
"app.op"() {a = array<i32: true>} : () -> ()

// -----
"app.op"() {a = array<i32> : i32} : () -> ()

// -----
"app.op"() {a = array<f6E3M2FN: 1.0>} : () -> ()

// -----
// Strided layouts.
"app.op"() {a = strided<>} : () -> ()

// -----
"app.op"() {a = strided<[1], offset: >} : () -> ()

// -----
"app.op"() {a = strided<[1,]>} : () -> ()

// -----
// Distinct attributes.
"app.op"() {a = distinct[0]<1>, b = distinct[0]<2>} : () -> ()

// -----
"app.op"() {a = distinct<1>} : () -> ()

// -----
"app.op"() {a = distinct[]<1>} : () -> ()

// -----
"app.op"() {a = distinct[-1]<1>} : () -> ()

// -----
"app.op"() {a = distinct[99999999999999999999]<1>} : () -> ()

// -----
"app.op"() {a = distinct[0]<1} : () -> ()

// -----
"app.op"() {a = distinct[0]} : () -> ()

// -----
// Affine maps and sets.
"app.op"() {a = affine_map<(d0)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> d0>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (d1)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0, d0) -> (d0)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0)[d0] -> (d0)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0, d1) -> (d0 * d1)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0, d1) -> (d0 floordiv d1)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0, d1) -> (d0 ceildiv d1)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0, d1) -> (d0 mod d1)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (d0 +)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (+ d0)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> ((d0)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (d0))>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (d0,)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (d0 / 2)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (d0 % 2)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (1.0)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (9223372036854775808)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (99999999999999999999)>} : () -> ()

// -----
"app.op"() {a = affine_map<(1) -> (1)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0 -> (d0)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0)[s0 -> (d0)>} : () -> ()

// -----
"app.op"() {a = affine_map<d0 -> d0>} : () -> ()

// -----
"app.op"() {a = affine_map} : () -> ()

// -----
"app.op"() {a = affine_map<>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) : (d0 >= 0)>} : () -> ()

// -----
"app.op"() {a = affine_set<(d0) -> (d0)>} : () -> ()

// -----
"app.op"() {a = affine_set<(d0) : (d0)>} : () -> ()

// -----
"app.op"() {a = affine_set<(d0) : (d0 > 0)>} : () -> ()

// -----
"app.op"() {a = affine_set<(d0) : (d0 <= )>} : () -> ()

// -----
"app.op"() {a = affine_set<(d0) : (d0 = 0)>} : () -> ()

// -----
"app.op"() {a = affine_set<(d0) : d0 >= 0>} : () -> ()

// -----
"app.op"() {a = affine_set<(d0) : (d0 < 0)>} : () -> ()

// -----
"app.op"() {a = array<i1: 1, 0>} : () -> ()

// -----
"app.op"() {a = array<f32: 1, 2>} : () -> ()
