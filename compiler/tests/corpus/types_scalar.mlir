// Integer widths, signedness, index and none.
"app.op"() : () -> (i1)
"app.op"() : () -> (i2, i3, i7, i8, i16, i31, i32, i33, i63, i64, i65, i127, i128, i129)
"app.op"() : () -> (si1, si2, si8, si32, si64, si128, ui1, ui2, ui8, ui32, ui64, ui128)

// -----
"app.op"() : () -> (i1000, i65536, i16777214, i16777215, si16777215, ui16777215)

// -----
"app.op"() : () -> (i001, si08, ui0064)

// -----
"app.op"() : () -> (index)
"app.op"() : () -> none
"app.op"() : () -> (none, index, none)

// -----
"app.op"() {a = i1, b = si8, c = ui64, d = index, e = none, f = i16777215} : () -> ()

// -----
// Every float type.
"app.op"() : () -> (f16, bf16, tf32, f32, f64, f80, f128)

// -----
"app.op"() : () -> (f8E5M2, f8E4M3, f8E4M3FN, f8E5M2FNUZ, f8E4M3FNUZ, f8E4M3B11FNUZ, f8E3M4, f8E8M0FNU)

// -----
"app.op"() : () -> (f6E3M2FN, f6E2M3FN, f4E2M1FN)

// -----
"app.op"() {a = f16, b = bf16, c = tf32, d = f32, e = f64, f = f80, g = f128, h = f8E5M2, i = f8E8M0FNU, j = f4E2M1FN} : () -> ()

// -----
// Complex types.
"app.op"() : () -> (complex<f32>, complex<f64>, complex<bf16>, complex<i1>, complex<i32>, complex<si8>, complex<ui7>, complex<f8E5M2>)

// -----
"app.op"() : () -> complex < f32 >

// -----
// Tuples.
"app.op"() : () -> (tuple<>, tuple<i1>, tuple<i1, f32>, tuple<tuple<>, tuple<tuple<i1>, none>>)

// -----
"app.op"() : () -> (tuple<() -> ()>, tuple<(i1) -> i2, tensor<2xf32>>, tuple<!app.thing, memref<2xf32>>)

// -----
// Functions.
"app.op"() {a = () -> (), b = (i1) -> (), c = () -> i1, d = () -> (i1), e = (i1, i2) -> (i3, i4)} : () -> ()

// -----
"app.op"() {a = () -> (() -> ()), b = (() -> ()) -> (), c = () -> ((i1) -> i2), d = ((i1) -> i2, i3) -> (i4, () -> i5)} : () -> ()

// -----
%0 = "app.op"() : () -> (() -> ())
%1 = "app.op"() : () -> ((i1) -> (i2, i3))
%2:2 = "app.op"(%0, %1) : (() -> (), (i1) -> (i2, i3)) -> (() -> (), i1)
"app.op"(%2#0) : (() -> ()) -> ()
