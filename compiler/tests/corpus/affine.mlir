// Affine maps.
"app.op"() {a = affine_map<() -> ()>, b = affine_map<() -> (0)>, c = affine_map<(d0) -> (d0)>, d = affine_map<(d0, d1) -> (d1, d0)>, e = affine_map<()[s0] -> (s0)>, f = affine_map<(d0)[s0, s1] -> (d0 + s0, s1)>, g = affine_map<(d0) -> ()>, h = affine_map<(d0)[s0] -> ()>} : () -> ()

// -----
// Names are positions.
"app.op"() {a = affine_map<(i, j)[N] -> (j * N + i)>, b = affine_map<(x) -> (x)>, c = affine_map<(d1, d0) -> (d0, d1)>, d = affine_map<(s0)[d0] -> (s0 + d0)>} : () -> ()

// -----
// Keywords as names.
"app.op"() {a = affine_map<(i32, array)[index] -> (i32 + array * index)>} : () -> ()

// -----
// Constants fold.
"app.op"() {a = affine_map<() -> (1 + 2)>, b = affine_map<() -> (2 * 3)>, c = affine_map<() -> (7 floordiv 2)>, d = affine_map<() -> (7 ceildiv 2)>, e = affine_map<() -> (7 mod 4)>, f = affine_map<() -> (-7 floordiv 2)>, g = affine_map<() -> (-7 ceildiv 2)>, h = affine_map<() -> (-7 mod 4)>, i = affine_map<() -> (1 - 5)>, j = affine_map<() -> (-(3))>} : () -> ()

// -----
// Addition.
"app.op"() {a = affine_map<(d0) -> (d0 + 0)>, b = affine_map<(d0) -> (0 + d0)>, c = affine_map<(d0) -> (1 + d0)>, d = affine_map<(d0) -> (d0 + 1 + 2)>, e = affine_map<(d0) -> (1 + d0 + 2)>, f = affine_map<(d0) -> (d0 + d0)>, g = affine_map<(d0) -> (d0 - d0)>, h = affine_map<(d0, d1) -> (d0 + 1 + d1)>, i = affine_map<(d0, d1) -> (d0 + (d1 + 1))>, j = affine_map<(d0) -> (d0 + d0 * 2)>, k = affine_map<(d0) -> (d0 * 2 + d0)>, l = affine_map<(d0) -> (d0 * 2 + d0 * 3)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0, d1) -> (d0 + d1 - d0)>, b = affine_map<(d0, d1) -> (d1 + d0 + d1)>, c = affine_map<(d0)[s0] -> (s0 + d0)>, d = affine_map<(d0)[s0] -> (s0 + d0 + s0)>, e = affine_map<(d0, d1) -> (d0 - d1)>, f = affine_map<(d0) -> (-d0)>, g = affine_map<(d0) -> (-d0 + d0)>, h = affine_map<(d0) -> (5 - d0)>, i = affine_map<(d0) -> (d0 - 5)>, j = affine_map<(d0, d1) -> (d0 - (d1 - 1))>, k = affine_map<(d0, d1) -> (-(d0 + d1))>} : () -> ()

// -----
// Multiplication.
"app.op"() {a = affine_map<(d0) -> (d0 * 0)>, b = affine_map<(d0) -> (d0 * 1)>, c = affine_map<(d0) -> (2 * d0)>, d = affine_map<(d0) -> (d0 * 2 * 3)>, e = affine_map<(d0) -> (2 * d0 * 3)>, f = affine_map<(d0) -> ((d0 + 1) * 2)>, g = affine_map<(d0) -> (d0 * -1)>, h = affine_map<(d0) -> (d0 * -2 + 1)>, i = affine_map<(d0)[s0] -> (d0 * s0)>, j = affine_map<(d0)[s0] -> (s0 * d0)>, k = affine_map<(d0)[s0] -> (d0 * s0 * 2)>, l = affine_map<(d0)[s0] -> (d0 * 2 * s0)>, m = affine_map<()[s0, s1] -> (s1 * s0)>, n = affine_map<(d0)[s0] -> (d0 * (s0 + 1))>} : () -> ()

// -----
// floordiv, ceildiv, mod.
"app.op"() {a = affine_map<(d0) -> (d0 floordiv 1)>, b = affine_map<(d0) -> (d0 floordiv 2)>, c = affine_map<(d0) -> (d0 * 4 floordiv 2)>, d = affine_map<(d0) -> ((d0 * 4 + 1) floordiv 2)>, e = affine_map<(d0) -> ((d0 * 4 + 8) floordiv 4)>, f = affine_map<(d0) -> (d0 floordiv 2 floordiv 3)>, g = affine_map<(d0)[s0] -> (d0 floordiv s0)>, h = affine_map<(d0) -> ((d0 + 4) floordiv 4)>, i = affine_map<(d0, d1) -> ((d0 * 8 + d1) floordiv 8)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (d0 ceildiv 1)>, b = affine_map<(d0) -> (d0 ceildiv 2)>, c = affine_map<(d0) -> (d0 * 4 ceildiv 2)>, d = affine_map<(d0) -> ((d0 * 4 + 1) ceildiv 2)>, e = affine_map<(d0)[s0] -> (d0 ceildiv s0)>, f = affine_map<(d0) -> (0 ceildiv 3 + d0)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0) -> (d0 mod 1)>, b = affine_map<(d0) -> (d0 mod 2)>, c = affine_map<(d0) -> (d0 * 4 mod 2)>, d = affine_map<(d0) -> ((d0 * 4 + 1) mod 2)>, e = affine_map<(d0) -> (d0 mod 4 mod 2)>, f = affine_map<(d0)[s0] -> (d0 mod s0)>, g = affine_map<(d0) -> ((d0 * 4 + d0) mod 4)>, h = affine_map<(d0) -> (d0 mod 4 mod 8)>, i = affine_map<(d0, d1) -> ((d0 * 8 + d1) mod 8)>, j = affine_map<(d0, d1) -> ((d0 + d1 * 8) mod 8)>} : () -> ()

// -----
// An expression minus its own quotient is the remainder.
"app.op"() {a = affine_map<(d0) -> (d0 - d0 floordiv 4 * 4)>, b = affine_map<(d0) -> (d0 - (d0 floordiv 4) * 4)>, c = affine_map<(d0) -> (d0 + (d0 floordiv 4) * -4)>, d = affine_map<(d0)[s0] -> (d0 - (d0 floordiv s0) * s0)>, e = affine_map<(d0, d1) -> (d0 + d1 - (d0 + d1) floordiv 8 * 8)>, f = affine_map<(d0) -> ((d0 floordiv 4) * -4 + d0)>} : () -> ()

// -----
// Precedence and parentheses in the printed form.
"app.op"() {a = affine_map<(d0, d1) -> ((d0 + d1) * 2)>, b = affine_map<(d0, d1) -> (d0 + d1 * 2)>, c = affine_map<(d0, d1) -> ((d0 + d1) floordiv 2)>, d = affine_map<(d0, d1) -> (d0 floordiv 2 + d1 mod 3)>, e = affine_map<(d0) -> ((d0 floordiv 2) mod 3)>, f = affine_map<(d0) -> ((d0 mod 3) * 2)>, g = affine_map<(d0) -> ((d0 mod 3) floordiv 2)>, h = affine_map<(d0) -> (-(d0 mod 3))>, i = affine_map<(d0, d1) -> (d0 - d1 floordiv 2)>, j = affine_map<(d0, d1) -> (d0 - d1 * 3)>, k = affine_map<(d0, d1, d2) -> (d0 + d1 + d2)>, l = affine_map<(d0, d1, d2) -> (d0 + (d1 + d2))>, m = affine_map<(d0, d1, d2) -> (d0 - (d1 + d2))>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0, d1, d2) -> (((d0 * 3 + d1) * 5 + d2) mod 7)>, b = affine_map<(d0)[s0] -> ((d0 + s0) * -1)>, c = affine_map<(d0) -> ((d0 + 1) * -1)>, d = affine_map<(d0) -> ((d0 - 1) * 3 - 2)>, e = affine_map<(d0) -> (d0 + -1)>, f = affine_map<(d0, d1) -> (d0 * -1 + d1)>, g = affine_map<(d0, d1) -> (d0 + d1 * -1)>, h = affine_map<(d0, d1) -> (d0 + d1 * -3)>, i = affine_map<(d0, d1) -> (d0 * -3 + d1 * -1 - 4)>} : () -> ()

// -----
// Large constants.
"app.op"() {a = affine_map<(d0) -> (d0 + 9223372036854775807)>, b = affine_map<(d0) -> (d0 * -9223372036854775807)>, c = affine_map<() -> (9223372036854775807)>, d = affine_map<(d0) -> (d0 mod 9223372036854775807)>} : () -> ()

// -----
// Integer sets.
"app.op"() {a = affine_set<() : ()>, b = affine_set<(d0) : (d0 >= 0)>, c = affine_set<(d0) : (d0 == 0)>, d = affine_set<(d0)[s0] : (d0 >= 0, s0 - d0 - 1 >= 0)>, e = affine_set<(d0, d1) : (d0 - d1 == 0, d0 >= 0)>, f = affine_set<() : (0 == 0)>, g = affine_set<() : (1 == 0)>} : () -> ()

// -----
// Both sides of a constraint.
"app.op"() {a = affine_set<(d0, d1) : (d0 >= d1)>, b = affine_set<(d0, d1) : (d0 == d1)>, c = affine_set<(d0) : (d0 <= 5)>, d = affine_set<(d0)[s0] : (d0 * 2 >= s0 + 1)>} : () -> ()

// -----
// The same map is one alias.
"app.op"() {a = affine_map<(i) -> (i + 1)>, b = affine_map<(j) -> (1 + j)>} : () -> ()
"app.op"() {a = affine_map<(i) -> (i + 1)>, b = affine_set<(j) : (j >= 0)>, c = affine_map<(d0) -> (d0)>} : () -> ()

// -----
// Symbols and dimensions order the operands of sums and products.
"app.op"() {a = affine_map<(d0, d1)[s0, s1] -> (s1 + d1 + s0 + d0)>, b = affine_map<(d0)[s0, s1] -> (s1 * s0 * d0)>, c = affine_map<(d0)[s0] -> (3 + s0 + d0)>, d = affine_map<(d0, d1) -> (d1 * 2 + d0 * 2)>, e = affine_map<(d0, d1) -> (d1 + d0)>, f = affine_map<(d0)[s0] -> (s0 * 2 + d0)>} : () -> ()

// -----
"app.op"() {a = affine_map<(d0, d1) -> (d0 + 2 + d1 + 3)>, b = affine_map<(d0, d1) -> ((d0 + 2) + (d1 + 3))>, c = affine_map<(d0) -> (2 * (3 * d0))>, d = affine_map<(d0, d1) -> ((d0 * 2) + (d1 * 4) floordiv 2)>, e = affine_map<(d0, d1) -> ((d0 * 2 + d1 * 4) floordiv 2)>, f = affine_map<(d0, d1) -> ((d0 * 2 + d1 * 4) mod 2)>, g = affine_map<(d0, d1) -> ((d0 * 2 + d1 * 4) ceildiv 2)>} : () -> ()

// -----
// The order of operands, and where constants and symbols go.
"app.op"() {a = affine_map<(d0, d1)[s0, s1] -> (s0 + d0, s1 + s0, s0 * d1, d1 + d0, (d1 + 1) + d0, d0 + (1 + d1), s1 * (d0 * s0), d0 * s1 * s0, 2 * s0 * d0, d0 * (2 * s0))>} : () -> ()

// -----
// Sums of multiples of one expression.
"app.op"() {a = affine_map<(d0, d1)[s0, s1] -> (d0 * 2 + d1 + d0, d0 + d1 * 2 + d1, d0 + d1 + d0 * 3, (d0 + d1) + (d0 + d1), d0 floordiv 2 + d0 floordiv 2, d0 * 2 - d0, d0 mod 4 + 1 + 2, (d0 + 1) * 2 + 3, d0 * s0 + d0 * s0, d0 * s0 + d0 * 2)>} : () -> ()

// -----
// Quotients and remainders of products and sums.
"app.op"() {a = affine_map<(d0, d1)[s0, s1] -> ((d0 * 6) floordiv 4, (d0 * 6) floordiv 3, (d0 * 6) mod 4, (d0 * 6 + d1 * 3) floordiv 3, (d0 * 6 + d1) floordiv 3, (d1 + d0 * 6) floordiv 3, (d0 * 6 + 7) floordiv 3, (d0 + 7) floordiv 3, (d0 * 6 + 7) ceildiv 3, (d0 * 6) ceildiv 3, (d0 * s0) floordiv s0, d0 * s0 mod s0, (d0 * 6 + 7) mod 3, (d0 + 7) mod 3, (d0 mod 4) mod 4, (d0 mod 8) mod 4, (d0 mod 4) floordiv 4, (d0 floordiv 2) ceildiv 3)>} : () -> ()

// -----
// Negative divisors, zero, and one.
"app.op"() {a = affine_map<(d0, d1)[s0, s1] -> (d0 floordiv -1, d0 ceildiv -1, d0 floordiv -2, 0 floordiv 5, 0 mod 5, 0 floordiv s0, s0 floordiv s0, s0 mod s0, d0 mod -1, d0 * 0 + 1, 0 - d0, -1 * d0, -(-d0), d0 - -1, d0 * -1 * -1, -d0 - d1, -(d0 * 2), -(d0 + 1), - 5 + d0)>} : () -> ()

// -----
// Remainders that are written out.
"app.op"() {a = affine_map<(d0, d1)[s0, s1] -> ((d0 + d1) - (d0 + d1) floordiv 4 * 4, d0 - 4 * (d0 floordiv 4), d0 - (d0 floordiv 4) * 3, d0 + 1 - ((d0 + 1) floordiv 4) * 4, -4 * (d0 floordiv 4) + d0, d1 + d0 - (d0 floordiv 4) * 4, d0 * 2 - (d0 * 2) floordiv 4 * 4)>} : () -> ()

// -----
// Differences in the printed form.
"app.op"() {a = affine_map<(d0, d1)[s0, s1] -> (d0 - d1 floordiv 2, d0 - (d1 + s0), d0 - d1 * s0, d0 - (-d1), d0 + (-3) * d1 + s0, d0 - s0 * 2 - 5, -s0, -s0 + d0, s0 - d0, (d0 - d1) * -1, (d0 + d1) * -2, d0 * -1 - 3, (d0 mod 3) * -1, -d0 mod 3, (-d0) floordiv 2)>} : () -> ()

// -----
// Constraints with constants on either side.
"app.op"() {a = affine_set<(d0)[s0] : (0 <= d0, d0 <= s0, 5 >= d0, d0 == 5, 1 <= 2, 3 >= 4, 1 == 1, 0 >= 0, d0 - 1 >= 0)>} : () -> ()
