// pipeline: builtin.module(canonicalize)
// Parts of vectors: of poison, constants, other parts, and what puts vectors together.
func.func @nothing(%a: vector<2x4xf32>, %z: vector<f32>) -> (vector<2x4xf32>, f32) {
  %0 = vector.extract %a[] : vector<2x4xf32> from vector<2x4xf32>
  %1 = vector.extract %z[] : f32 from vector<f32>
  return %0, %1 : vector<2x4xf32>, f32
}
// -----
func.func @poison(%a: vector<2x4xf32>, %i: index) -> (f32, f32, vector<4xf32>, f32) {
  %p = ub.poison : vector<2x4xf32>
  %0 = vector.extract %p[1, 2] : f32 from vector<2x4xf32>
  %1 = vector.extract %a[-1, 2] : f32 from vector<2x4xf32>
  %2 = vector.extract %a[-1] : vector<4xf32> from vector<2x4xf32>
  %3 = vector.extract %a[%i, -1] : f32 from vector<2x4xf32>
  return %0, %1, %2, %3 : f32, f32, vector<4xf32>, f32
}
// -----
func.func @dynamic_poison(%a: vector<4xf32>, %v: f32) -> (f32, f32, f32) {
  %m = arith.constant -1 : index
  %c = arith.constant dense<3.0> : vector<4xf32>
  %b = vector.broadcast %v : f32 to vector<4xf32>
  %0 = vector.extract %c[%m] : f32 from vector<4xf32>
  %1 = vector.extract %b[%m] : f32 from vector<4xf32>
  %2 = vector.extract %a[%m] : f32 from vector<4xf32>
  return %0, %1, %2 : f32, f32, f32
}
// -----
func.func @constant_indices(%a: vector<2x4xf32>, %i: index) -> (f32, f32, f32, vector<4xf32>) {
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c-2 = arith.constant -2 : index
  %0 = vector.extract %a[%c1, %i] : f32 from vector<2x4xf32>
  %1 = vector.extract %a[%c9, %c1] : f32 from vector<2x4xf32>
  %2 = vector.extract %a[0, %c-2] : f32 from vector<2x4xf32>
  %3 = vector.extract %a[%c1] : vector<4xf32> from vector<2x4xf32>
  return %0, %1, %2, %3 : f32, f32, f32, vector<4xf32>
}
// -----
func.func @constants(%i: index) -> (i8, vector<3xi8>, f16, vector<2x2xi1>, i1, complex<f32>, index, vector<[4]xf32>, f32) {
  %a = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi8>
  %h = arith.constant dense<[1.5, 0x7E01, -0.0]> : vector<3xf16>
  %b = arith.constant dense<[[[true, false], [false, true]], [[true, true], [false, false]]]> : vector<2x2x2xi1>
  %x = arith.constant dense<7> : vector<4xindex>
  %s = arith.constant dense<2.0> : vector<3x[4]xf32>
  %0 = vector.extract %a[1, 2] : i8 from vector<2x3xi8>
  %1 = vector.extract %a[1] : vector<3xi8> from vector<2x3xi8>
  %2 = vector.extract %h[1] : f16 from vector<3xf16>
  %3 = vector.extract %b[1] : vector<2x2xi1> from vector<2x2x2xi1>
  %4 = vector.extract %b[0, 1, 1] : i1 from vector<2x2x2xi1>
  %z = arith.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %zi = arith.constant 1 : index
  %5 = tensor.extract %z[%zi] : tensor<2xcomplex<f32>>
  %6 = vector.extract %x[%i] : index from vector<4xindex>
  %7 = vector.extract %s[1] : vector<[4]xf32> from vector<3x[4]xf32>
  %8 = vector.extract %s[1, 2] : f32 from vector<3x[4]xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i8, vector<3xi8>, f16, vector<2x2xi1>, i1, complex<f32>, index, vector<[4]xf32>, f32
}
// -----
func.func @of_dynamic(%i: index) -> (i8, vector<3xi8>) {
  %a = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi8>
  %0 = vector.extract %a[1, %i] : i8 from vector<2x3xi8>
  %1 = vector.extract %a[%i] : vector<3xi8> from vector<2x3xi8>
  return %0, %1 : i8, vector<3xi8>
}
// -----
func.func @of_extract(%a: vector<2x3x4x5xf32>, %i: index) -> (f32, f32, vector<5xf32>) {
  %0 = vector.extract %a[1, 2] : vector<4x5xf32> from vector<2x3x4x5xf32>
  %1 = vector.extract %0[3] : vector<5xf32> from vector<4x5xf32>
  %2 = vector.extract %1[4] : f32 from vector<5xf32>
  %3 = vector.extract %1[%i] : f32 from vector<5xf32>
  %4 = vector.extract %a[%i, 0] : vector<4x5xf32> from vector<2x3x4x5xf32>
  %5 = vector.extract %4[1] : vector<5xf32> from vector<4x5xf32>
  return %2, %3, %5 : f32, f32, vector<5xf32>
}
// -----
func.func @of_insert(%a: vector<2x4xf32>, %b: vector<4xf32>, %s: f32, %i: index) -> (vector<4xf32>, f32, f32, vector<4xf32>, f32, f32, f32) {
  %0 = vector.insert %b, %a [1] : vector<4xf32> into vector<2x4xf32>
  %1 = vector.extract %0[1] : vector<4xf32> from vector<2x4xf32>
  %2 = vector.extract %0[1, 2] : f32 from vector<2x4xf32>
  %3 = vector.extract %0[0, 2] : f32 from vector<2x4xf32>
  %4 = vector.insert %s, %0 [0, 3] : f32 into vector<2x4xf32>
  %5 = vector.extract %4[0] : vector<4xf32> from vector<2x4xf32>
  %6 = vector.extract %4[1, 3] : f32 from vector<2x4xf32>
  %7 = vector.insert %s, %a [0, %i] : f32 into vector<2x4xf32>
  %8 = vector.extract %7[0, 1] : f32 from vector<2x4xf32>
  %9 = vector.extract %7[1, 1] : f32 from vector<2x4xf32>
  return %1, %2, %3, %5, %6, %8, %9 : vector<4xf32>, f32, f32, vector<4xf32>, f32, f32, f32
}
// -----
func.func @of_transposed(%a: vector<2x3x4xf32>, %b: vector<3xf32>, %s: f32) -> (f32, vector<4xf32>, vector<3xf32>, vector<3xf32>, f32, vector<2x3xf32>) {
  %0 = vector.transpose %a, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
  %1 = vector.extract %0[2, 1, 3] : f32 from vector<3x2x4xf32>
  %2 = vector.extract %0[2, 1] : vector<4xf32> from vector<3x2x4xf32>
  %3 = vector.transpose %a, [2, 0, 1] : vector<2x3x4xf32> to vector<4x2x3xf32>
  %4 = vector.extract %3[3, 1] : vector<3xf32> from vector<4x2x3xf32>
  %5 = vector.insert %b, %3 [2, 0] : vector<3xf32> into vector<4x2x3xf32>
  %6 = vector.extract %5[2, 0] : vector<3xf32> from vector<4x2x3xf32>
  %7 = vector.transpose %5, [2, 1, 0] : vector<4x2x3xf32> to vector<3x2x4xf32>
  %8 = vector.extract %7[1, 0, 2] : f32 from vector<3x2x4xf32>
  %9 = vector.extract %3[3] : vector<2x3xf32> from vector<4x2x3xf32>
  return %1, %2, %4, %6, %8, %9 : f32, vector<4xf32>, vector<3xf32>, vector<3xf32>, f32, vector<2x3xf32>
}
// -----
func.func @of_broadcast(%a: vector<1x4xf32>, %b: vector<3x1xf32>, %s: f32, %i: index, %z: vector<f32>, %n: vector<[4]xf32>) -> (vector<4xf32>, vector<4xf32>, f32, vector<2xf32>, f32, f32, vector<1x4xf32>, f32, vector<[4]xf32>, vector<5xf32>) {
  %0 = vector.broadcast %a : vector<1x4xf32> to vector<2x3x4xf32>
  %1 = vector.extract %0[1, 2] : vector<4xf32> from vector<2x3x4xf32>
  %2 = vector.extract %0[%i, %i] : vector<4xf32> from vector<2x3x4xf32>
  %3 = vector.extract %0[1, 2, %i] : f32 from vector<2x3x4xf32>
  %4 = vector.broadcast %b : vector<3x1xf32> to vector<5x3x2xf32>
  %5 = vector.extract %4[%i, %i] : vector<2xf32> from vector<5x3x2xf32>
  %6 = vector.extract %4[0, %i, 1] : f32 from vector<5x3x2xf32>
  %7 = vector.broadcast %s : f32 to vector<2x5xf32>
  %8 = vector.extract %7[%i, 1] : f32 from vector<2x5xf32>
  %9 = vector.broadcast %a : vector<1x4xf32> to vector<6x1x4xf32>
  %10 = vector.extract %9[3] : vector<1x4xf32> from vector<6x1x4xf32>
  %11 = vector.broadcast %z : vector<f32> to vector<3xf32>
  %12 = vector.extract %11[1] : f32 from vector<3xf32>
  %13 = vector.broadcast %n : vector<[4]xf32> to vector<2x[4]xf32>
  %14 = vector.extract %13[1] : vector<[4]xf32> from vector<2x[4]xf32>
  %15 = vector.extract %7[%i] : vector<5xf32> from vector<2x5xf32>
  return %1, %2, %3, %5, %6, %8, %10, %12, %14, %15 : vector<4xf32>, vector<4xf32>, f32, vector<2xf32>, f32, f32, vector<1x4xf32>, f32, vector<[4]xf32>, vector<5xf32>
}
// -----
func.func @of_shape_cast(%a: vector<2x6xf32>, %b: vector<12xf32>, %i: index, %c: vector<3x4xf32>) -> (f32, vector<2xf32>, f32, vector<6xf32>, vector<4xf32>, f32, vector<12xf32>) {
  %0 = vector.shape_cast %a : vector<2x6xf32> to vector<3x4xf32>
  %1 = vector.extract %0[2, 1] : f32 from vector<3x4xf32>
  %2 = vector.shape_cast %b : vector<12xf32> to vector<2x3x2xf32>
  %3 = vector.extract %2[1, 2] : vector<2xf32> from vector<2x3x2xf32>
  %4 = vector.extract %2[%i, 2, 1] : f32 from vector<2x3x2xf32>
  %5 = vector.shape_cast %a : vector<2x6xf32> to vector<1x2x6xf32>
  %6 = vector.extract %5[0, 1] : vector<6xf32> from vector<1x2x6xf32>
  %7 = vector.shape_cast %c : vector<3x4xf32> to vector<3x1x4xf32>
  %8 = vector.extract %7[2, 0] : vector<4xf32> from vector<3x1x4xf32>
  %9 = vector.extract %5[%i, 1, %i] : f32 from vector<1x2x6xf32>
  %10 = vector.shape_cast %c : vector<3x4xf32> to vector<1x12xf32>
  %11 = vector.extract %10[0] : vector<12xf32> from vector<1x12xf32>
  return %1, %3, %4, %6, %8, %9, %11 : f32, vector<2xf32>, f32, vector<6xf32>, vector<4xf32>, f32, vector<12xf32>
}
// -----
func.func @of_shuffle(%a: vector<4xf32>, %b: vector<3xf32>, %i: index, %m: vector<2x4xf32>) -> (f32, f32, f32, f32, vector<4xf32>) {
  %0 = vector.shuffle %a, %b [0, 6, -1] : vector<4xf32>, vector<3xf32>
  %1 = vector.extract %0[0] : f32 from vector<3xf32>
  %2 = vector.extract %0[1] : f32 from vector<3xf32>
  %3 = vector.extract %0[2] : f32 from vector<3xf32>
  %4 = vector.extract %0[%i] : f32 from vector<3xf32>
  %5 = vector.shuffle %m, %m [0, 3] : vector<2x4xf32>, vector<2x4xf32>
  %6 = vector.extract %5[1] : vector<4xf32> from vector<2x4xf32>
  return %1, %2, %3, %4, %6 : f32, f32, f32, f32, vector<4xf32>
}
// -----
func.func @of_slices(%a: vector<4x8xf32>, %s: vector<2x8xf32>, %t: vector<2x3xf32>) -> (f32, vector<8xf32>, f32, f32, vector<8xf32>, f32, vector<8xf32>, vector<3xf32>) {
  %0 = vector.extract_strided_slice %a {offsets = [1, 2], sizes = [2, 3], strides = [1, 1]} : vector<4x8xf32> to vector<2x3xf32>
  %1 = vector.extract %0[1, 2] : f32 from vector<2x3xf32>
  %2 = vector.extract_strided_slice %a {offsets = [1, 0], sizes = [2, 8], strides = [1, 1]} : vector<4x8xf32> to vector<2x8xf32>
  %3 = vector.extract %2[1] : vector<8xf32> from vector<2x8xf32>
  %4 = vector.insert_strided_slice %s, %a {offsets = [1, 0], strides = [1, 1]} : vector<2x8xf32> into vector<4x8xf32>
  %5 = vector.extract %4[2, 3] : f32 from vector<4x8xf32>
  %6 = vector.extract %4[0, 3] : f32 from vector<4x8xf32>
  %7 = vector.extract %4[2] : vector<8xf32> from vector<4x8xf32>
  %8 = vector.insert_strided_slice %t, %4 {offsets = [2, 4], strides = [1, 1]} : vector<2x3xf32> into vector<4x8xf32>
  %9 = vector.extract %8[2, 1] : f32 from vector<4x8xf32>
  %10 = vector.extract %8[2] : vector<8xf32> from vector<4x8xf32>
  %11 = vector.extract %0[1] : vector<3xf32> from vector<2x3xf32>
  return %1, %3, %5, %6, %7, %9, %10, %11 : f32, vector<8xf32>, f32, f32, vector<8xf32>, f32, vector<8xf32>, vector<3xf32>
}
// -----
func.func @of_elements(%a: f32, %b: f32, %c: f32, %d: f32, %i: index) -> (f32, vector<2xf32>, f32, f32) {
  %0 = vector.from_elements %a, %b, %c, %d : vector<2x2xf32>
  %1 = vector.extract %0[1, 0] : f32 from vector<2x2xf32>
  %2 = vector.extract %0[1] : vector<2xf32> from vector<2x2xf32>
  %3 = vector.extract %0[1, %i] : f32 from vector<2x2xf32>
  %4 = vector.from_elements %c : vector<f32>
  %5 = vector.extract %4[] : f32 from vector<f32>
  return %1, %2, %3, %5 : f32, vector<2xf32>, f32, f32
}
// -----
func.func @of_mask(%n: index, %m: index, %i: index) -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, i1) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = vector.create_mask %c2, %n : vector<3x4xi1>
  %1 = vector.extract %0[1] : vector<4xi1> from vector<3x4xi1>
  %2 = vector.extract %0[2] : vector<4xi1> from vector<3x4xi1>
  %3 = vector.extract %0[%i] : vector<4xi1> from vector<3x4xi1>
  %4 = vector.create_mask %m, %n : vector<3x4xi1>
  %5 = vector.extract %4[1] : vector<4xi1> from vector<3x4xi1>
  %6 = vector.create_mask %c3, %n : vector<3x4xi1>
  %7 = vector.extract %6[%i] : vector<4xi1> from vector<3x4xi1>
  %8 = vector.extract %6[1, 1] : i1 from vector<3x4xi1>
  return %1, %2, %3, %5, %7, %8 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, i1
}
