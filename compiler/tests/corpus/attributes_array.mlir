// Dense arrays.
"app.op"() {a = array<i1>, b = array<i8>, c = array<i16>, d = array<i32>, e = array<i64>, f = array<f32>, g = array<f64>} : () -> ()

// -----
"app.op"() {a = array<i1: true>, b = array<i1: true, false, true>, c = array<i8: 1, -1, 127, -128>, d = array<i16: 1, 2>, e = array<i32: 1, 2, 3>, f = array<i64: 9223372036854775807, -9223372036854775808>} : () -> ()

// -----
"app.op"() {a = array<f32: 1.0, -2.5>, b = array<f64: 0.1, 1.0e100>, c = array<f16: 1.0>, d = array<bf16: 0.1>, e = array<f32: 0x7F800000>, f = array<f64: 1234567.0>, g = array<f8E5M2: 1.0, 2.0>} : () -> ()

// -----
"app.op"() {a = array<i32:1,2>, b = array < i8 : 3 >} : () -> ()

// -----
"app.op"() {a = array<ui1: true, false>, b = array<si1: true>, c = array<ui1>} : () -> ()

// -----
"app.op"() {a = array<si8: -1>, b = array<ui8: 255>} : () -> ()

// -----
"app.op"() {a = array<i8: 255>} : () -> ()

// -----
"app.op"() {a = array<i64: 0x10, -0x10>} : () -> ()

// -----
"app.op"() {a = array<i128: 1, -1>, b = array<i24: 5, -5>} : () -> ()
