// Dense elements: splats.
"app.op"() {a = dense<1> : tensor<i32>, b = dense<1> : tensor<2xi32>, c = dense<-1> : tensor<2x3xi8>, d = dense<true> : tensor<4xi1>, e = dense<1.5> : vector<4xf32>, f = dense<7> : vector<2xindex>} : () -> ()

// -----
// Equal elements become a splat.
"app.op"() {a = dense<[1, 1]> : tensor<2xi32>, b = dense<[[2, 2], [2, 2]]> : tensor<2x2xi8>, c = dense<[true, true]> : tensor<2xi1>, d = dense<[1]> : tensor<1xi32>, e = dense<[[0.0]]> : tensor<1x1xf32>} : () -> ()

// -----
"app.op"() {a = dense<[0.0, -0.0]> : tensor<2xf32>, b = dense<[0x7FC00000, 0x7FC00000]> : tensor<2xf32>} : () -> ()

// -----
// Lists and nested lists.
"app.op"() {a = dense<[1, 2, 3]> : tensor<3xi32>, b = dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>, c = dense<[[[1, 2]], [[3, 4]], [[5, 6]]]> : tensor<3x1x2xi8>, d = dense<[[1], [2]]> : vector<2x1xi32>} : () -> ()

// -----
// i1.
"app.op"() {a = dense<[true, false, true]> : tensor<3xi1>, b = dense<[1, 0]> : tensor<2xi1>, c = dense<[true, false, true, false, true, false, true, false, true]> : tensor<9xi1>, d = dense<false> : tensor<3xi1>} : () -> ()

// -----
// Integers of many widths.
"app.op"() {a = dense<[1, -1]> : tensor<2xi4>, b = dense<[1, -1]> : tensor<2xi7>, c = dense<[1, -1]> : tensor<2xi17>, d = dense<[1, -1]> : tensor<2xi65>, e = dense<[1, -1]> : tensor<2xi128>, f = dense<[0, 255]> : tensor<2xui8>, g = dense<[-128, 127]> : tensor<2xsi8>, h = dense<[255, 1]> : tensor<2xi8>} : () -> ()

// -----
"app.op"() {a = dense<[1, -1]> : tensor<2xindex>, b = dense<[0x10, 0xFF]> : tensor<2xi16>, c = dense<0x10> : tensor<2xi32>} : () -> ()

// -----
// Floats.
"app.op"() {a = dense<[1.0, -2.5]> : tensor<2xf16>, b = dense<[1.0, 0.1]> : tensor<2xbf16>, c = dense<[1.0, 0.1]> : tensor<2xf32>, d = dense<[1.0, 0.1]> : tensor<2xf64>, e = dense<[1.0, 2.0]> : tensor<2xf8E4M3FN>, f = dense<[1.0, 2.0]> : tensor<2xf4E2M1FN>, g = dense<[1.0, 2.0]> : tensor<2xf6E3M2FN>, h = dense<[1.0, 2.0]> : tensor<2xtf32>} : () -> ()

// -----
"app.op"() {a = dense<[1.0, 2.0]> : tensor<2xf80>, b = dense<[1.0, 2.0]> : tensor<2xf128>, c = dense<1.0> : tensor<2xf80>} : () -> ()

// -----
"app.op"() {a = dense<0x7F800000> : tensor<2xf32>, b = dense<[0x7F800000, 1.0, 0xFF800000]> : tensor<3xf32>, c = dense<[0x3F800000, 0x40000000]> : tensor<2xf32>, d = dense<0x7E00> : tensor<f16>, e = dense<[1234567.0, 1.0]> : tensor<2xf64>} : () -> ()

// -----
// Complex.
"app.op"() {a = dense<(1.0, 2.0)> : tensor<complex<f32>>, b = dense<[(1.0, 2.0), (3.0, -4.0)]> : tensor<2xcomplex<f32>>, c = dense<(1, 2)> : tensor<2xcomplex<i32>>, d = dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i8>>, e = dense<[[(1.0, 0.0)], [(0.0, 1.0)]]> : tensor<2x1xcomplex<f64>>} : () -> ()

// -----
"app.op"() {a = dense<(true, false)> : tensor<2xcomplex<i1>>, b = dense<[(0x7F800000, 1.0), (1.0, 1.0)]> : tensor<2xcomplex<f32>>} : () -> ()

// -----
// Strings.
"app.op"() {a = dense<"a"> : tensor<2x!app.string>, b = dense<["a", "b c", "\"\0A"]> : tensor<3x!app.string>, c = dense<[["a", ""], ["b", "c"]]> : tensor<2x2x!app.string>} : () -> ()

// -----
"app.op"() {a = dense<["a", "a"]> : tensor<2x!app.string>, b = dense<"0x41"> : tensor<1x!app.string>} : () -> ()

// -----
// Hexadecimal strings: the raw little-endian bytes.
"app.op"() {a = dense<"0x01000000"> : tensor<i32>, b = dense<"0x0100000002000000"> : tensor<2xi32>, c = dense<"0x0000803F00000040"> : tensor<2xf32>, d = dense<"0x0100020003000400"> : tensor<2x2xi16>, e = dense<"0xFF"> : tensor<8xi1>} : () -> ()

// -----
// Bits: of one element, any that is set; of others, those behind the last one are kept.
"app.op"() {a = dense<"0xea"> : tensor<i1>, b = dense<"0x80"> : tensor<1xi1>, c = dense<"0x00"> : tensor<1xi1>, d = dense<"0x01"> : tensor<1x1xi1>, e = dense<"0x02"> : vector<1xui1>} : () -> ()

// -----
"app.op"() {a = dense<"0x03"> : tensor<2xi1>, b = dense<"0x07"> : tensor<2xi1>, c = dense<"0x80"> : tensor<2xi1>, d = dense<"0xea"> : tensor<2xi1>, e = dense<"0x7f"> : tensor<7xi1>, f = dense<"0x80"> : tensor<7xi1>} : () -> ()

// -----
"app.op"() {a = dense<"0xff01"> : tensor<9xi1>, b = dense<"0xff03"> : tensor<9xi1>, c = dense<"0xffff"> : tensor<9xi1>, d = dense<"0xffff"> : tensor<16xi1>, e = dense<"0x0000"> : tensor<15xi1>, f = dense<"0x0080"> : tensor<15xi1>, g = dense<"0xffff01"> : tensor<17xi1>, h = dense<"0xffff81"> : tensor<17xi1>} : () -> ()

// -----
// Bits of other signedness.
"app.op"() {a = dense<true> : tensor<ui1>, b = dense<-1> : tensor<si1>, c = dense<[true, false]> : vector<2xsi1>, d = dense<[1, 0]> : tensor<2xui1>, e = sparse<[[0], [1]], [-1, false]> : tensor<2xsi1>, f = dense<(true, false)> : tensor<complex<ui1>>} : () -> ()

// -----
// Elements without bits.
"app.op"() {a = dense<0> : tensor<2xi0>, b = dense<[[0], [0]]> : tensor<2x1xsi0>, c = dense<"0x"> : tensor<2xui0>, e = dense<0> : tensor<0xi0>, f = dense<> : tensor<1x0xi0>, g = dense<0> : tensor<200xi0>, h = sparse<[[0], [1]], [0, 0]> : tensor<2xi0>, i = dense<0> : tensor<1x1xi0>} : () -> ()

// -----
// Numbers of 80 bits that hardware does not make.
"app.op"() {a = dense<"0x01010101010101010100"> : tensor<f80>, b = dense<"0x00000000000000800000010000000000008000800000000000000080ff7f"> : tensor<3xf80>} : () -> ()

// -----
"app.op"() {a = dense<"0x05"> : tensor<8xi1>, b = dense<"0x0105"> : tensor<9xi1>, c = dense<"0x01"> : tensor<4xi8>, d = dense<"0x00"> : tensor<3xi1>} : () -> ()

// -----
"app.op"() {a = dense<"0x0000803F0000004000004040000080400000A0400000C040"> : tensor<3xcomplex<f32>>, b = dense<"0x0102"> : tensor<2xui8>, c = dense<"0x0100000000000000FFFFFFFFFFFFFFFF"> : tensor<2xindex>} : () -> ()

// -----
"app.op"() {a = dense<"0x0403020108070605"> : tensor<2xi32>, b = dense<"0xabcd"> : tensor<1xi16>, c = dense<"0x7f00"> : tensor<2xi4>} : () -> ()

// -----
// Empty shapes.
"app.op"() {a = dense<> : tensor<0xi32>, b = dense<> : tensor<2x0xf32>, c = dense<> : tensor<0x2xi1>, d = dense<[]> : tensor<0xi32>} : () -> ()

// -----
"app.op"() {a = dense<> : tensor<0x!app.string>} : () -> ()

// -----
"app.op"() {a = dense<1> : tensor<0xi32>} : () -> ()

// -----
// Vectors and tensors with an encoding.
"app.op"() {a = dense<[1, 2]> : vector<2xi32>, b = dense<3.0> : vector<f32>, c = dense<[1, 2]> : tensor<2xi32, "e">, d = dense<2> : vector<[4]xi32>} : () -> ()

// -----
// More than 100 elements print as a hexadecimal string; splats do not.
"app.op"() {a = dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99]> : tensor<100xi8>} : () -> ()

// -----
"app.op"() {a = dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100]> : tensor<101xi16>, b = dense<1> : tensor<1000xi16>} : () -> ()

// -----
"app.op"() {a = dense<"0x000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F000102030405060708090A0B0C0D0E0F"> : tensor<112xi8>, b = dense<"0x55AA55AA55AA55AA55AA55AA55AA55AA"> : tensor<128xi1>, c = dense<"0x55AA55AA55AA55AA55AA55AA55AA55AA"> : tensor<127xi1>} : () -> ()

// -----
// Elements with dimensions of one element each.
"app.op"() {a = dense<[[[1]]]> : tensor<1x1x1xi32>, b = dense<[[[1], [2]]]> : tensor<1x2x1xi32>} : () -> ()

// -----
// Sparse elements.
"app.op"() {a = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>, b = sparse<[0], [5.0]> : tensor<4xf32>, c = sparse<0, 1> : tensor<4xi32>, d = sparse<[[0, 0], [1, 2]], 3> : tensor<3x4xi32>} : () -> ()

// -----
"app.op"() {a = sparse<[[0], [1]], [true, false]> : tensor<4xi1>, b = sparse<[[1, 1]], "s"> : tensor<2x2x!app.s>, c = sparse<[[0, 1]], [(1.0, 2.0)]> : tensor<2x2xcomplex<f32>>, d = sparse<[[0, 0]], [-1]> : vector<2x2xi8>} : () -> ()

// -----
"app.op"() {a = sparse<> : tensor<4xi32>, b = sparse<> : tensor<2x2xf32>} : () -> ()

// -----
"app.op"() {a = sparse<[], []> : tensor<4xi32>} : () -> ()

// -----
// In containers the type stays.
"app.op"() {a = [dense<1> : tensor<2xi32>, array<i64: 1>], b = {c = dense<[1.0, 2.0]> : tensor<2xf64>}} : () -> ()
