// pipeline: builtin.module(canonicalize)
// What is put into vectors: parts, slices, elements.
func.func @whole(%a: vector<2x4xf32>, %b: vector<2x4xf32>, %z: vector<f32>, %s: f32) -> (vector<2x4xf32>, vector<f32>) {
  %0 = vector.insert %a, %b [] : vector<2x4xf32> into vector<2x4xf32>
  %1 = vector.insert %s, %z [] : f32 into vector<f32>
  return %0, %1 : vector<2x4xf32>, vector<f32>
}
// -----
func.func @positions(%a: vector<2x4xf32>, %s: f32, %i: index) -> (vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>) {
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %m = arith.constant -1 : index
  %0 = vector.insert %s, %a [%c1, %i] : f32 into vector<2x4xf32>
  %1 = vector.insert %s, %a [%c9, %c1] : f32 into vector<2x4xf32>
  %2 = vector.insert %s, %a [-1, 2] : f32 into vector<2x4xf32>
  %3 = vector.insert %s, %a [0, %m] : f32 into vector<2x4xf32>
  return %0, %1, %2, %3 : vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>
}
// -----
func.func @again(%a: vector<4xf32>, %s: f32, %t: f32, %i: index) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %0 = vector.insert %s, %a [1] : f32 into vector<4xf32>
  %1 = vector.insert %t, %0 [1] : f32 into vector<4xf32>
  %2 = vector.insert %s, %a [%i] : f32 into vector<4xf32>
  %3 = vector.insert %t, %2 [%i] : f32 into vector<4xf32>
  %4 = vector.insert %t, %2 [1] : f32 into vector<4xf32>
  return %1, %3, %4 : vector<4xf32>, vector<4xf32>, vector<4xf32>
}
// -----
func.func @constants() -> (vector<2x2xi8>, vector<2x2xi8>, vector<3xf16>, vector<2xi1>, vector<2xindex>) {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi8>
  %s = arith.constant 9 : i8
  %r = arith.constant dense<[7, 8]> : vector<2xi8>
  %h = arith.constant dense<1.0> : vector<3xf16>
  %n = arith.constant 0x7E01 : f16
  %b = arith.constant dense<false> : vector<2xi1>
  %t = arith.constant true
  %x = arith.constant dense<0> : vector<2xindex>
  %y = arith.constant 5 : index
  %0 = vector.insert %s, %a [1, 0] : i8 into vector<2x2xi8>
  %1 = vector.insert %r, %a [0] : vector<2xi8> into vector<2x2xi8>
  %2 = vector.insert %n, %h [1] : f16 into vector<3xf16>
  %3 = vector.insert %t, %b [1] : i1 into vector<2xi1>
  %4 = vector.insert %y, %x [0] : index into vector<2xindex>
  return %0, %1, %2, %3, %4 : vector<2x2xi8>, vector<2x2xi8>, vector<3xf16>, vector<2xi1>, vector<2xindex>
}
// -----
func.func @large(%v: vector<300xi8>) -> (vector<300xi8>, vector<300xi8>, vector<[4]xi8>) {
  %a = arith.constant dense<1> : vector<300xi8>
  %z = arith.constant dense<1> : vector<[4]xi8>
  %s = arith.constant 9 : i8
  %0 = vector.insert %s, %a [1] : i8 into vector<300xi8>
  %1 = vector.insert %s, %a [2] : i8 into vector<300xi8>
  %2 = arith.addi %1, %1 : vector<300xi8>
  %3 = vector.insert %s, %z [1] : i8 into vector<[4]xi8>
  return %0, %2, %3 : vector<300xi8>, vector<300xi8>, vector<[4]xi8>
}
// -----
func.func @fills(%a: vector<4xf32>, %b: vector<1x1x4xf32>, %s: f32, %v: vector<1xf32>) -> (vector<1x1x4xf32>, vector<1xf32>, vector<3xf32>, vector<2x3xf32>) {
  %0 = vector.insert %a, %b [0, 0] : vector<4xf32> into vector<1x1x4xf32>
  %1 = vector.insert %s, %v [0] : f32 into vector<1xf32>
  %2 = vector.broadcast %s : f32 to vector<3xf32>
  %3 = vector.insert %s, %2 [1] : f32 into vector<3xf32>
  %4 = vector.broadcast %s : f32 to vector<2x3xf32>
  %5 = vector.insert %2, %4 [1] : vector<3xf32> into vector<2x3xf32>
  return %0, %1, %3, %5 : vector<1x1x4xf32>, vector<1xf32>, vector<3xf32>, vector<2x3xf32>
}
// -----
func.func @all(%a: vector<2x2xf32>, %s: f32, %t: f32, %r: vector<2xf32>) -> vector<2x2xf32> {
  %0 = vector.insert %s, %a [0, 0] : f32 into vector<2x2xf32>
  %1 = vector.insert %r, %0 [1] : vector<2xf32> into vector<2x2xf32>
  %2 = vector.insert %t, %1 [0, 1] : f32 into vector<2x2xf32>
  %3 = vector.insert %t, %2 [1, 1] : f32 into vector<2x2xf32>
  return %3 : vector<2x2xf32>
}
// -----
func.func @not_all(%a: vector<2xf32>, %s: f32, %t: f32) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>) {
  %0 = vector.insert %s, %a [0] : f32 into vector<2xf32>
  %1 = vector.insert %t, %0 [1] : f32 into vector<2xf32>
  %2 = vector.insert %s, %a [1] : f32 into vector<2xf32>
  return %0, %1, %2 : vector<2xf32>, vector<2xf32>, vector<2xf32>
}
// -----
func.func @rows(%a: vector<2x2xf32>, %r: vector<2xf32>, %q: vector<2xf32>) -> vector<2x2xf32> {
  %0 = vector.insert %r, %a [0] : vector<2xf32> into vector<2x2xf32>
  %1 = vector.insert %q, %0 [1] : vector<2xf32> into vector<2x2xf32>
  return %1 : vector<2x2xf32>
}
// -----
func.func @slices(%a: vector<4x8xf32>, %b: vector<4x8xf32>, %s: f32) -> (vector<4x8xf32>, vector<4x8xf32>, vector<4x8xf32>) {
  %0 = vector.insert_strided_slice %b, %a {offsets = [0, 0], strides = [1, 1]} : vector<4x8xf32> into vector<4x8xf32>
  %1 = vector.extract_strided_slice %a {offsets = [1, 2], sizes = [2, 3], strides = [1, 1]} : vector<4x8xf32> to vector<2x3xf32>
  %2 = vector.insert_strided_slice %1, %a {offsets = [1, 2], strides = [1, 1]} : vector<2x3xf32> into vector<4x8xf32>
  %3 = vector.broadcast %s : f32 to vector<4x8xf32>
  %4 = vector.broadcast %s : f32 to vector<2xf32>
  %5 = vector.insert_strided_slice %4, %3 {offsets = [1, 2], strides = [1]} : vector<2xf32> into vector<4x8xf32>
  return %0, %2, %5 : vector<4x8xf32>, vector<4x8xf32>, vector<4x8xf32>
}
// -----
func.func @constant_slices() -> (vector<3x3xi8>, vector<3x3xi8>) {
  %a = arith.constant dense<0> : vector<3x3xi8>
  %b = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi8>
  %c = arith.constant dense<[5, 6]> : vector<2xi8>
  %0 = vector.insert_strided_slice %b, %a {offsets = [1, 0], strides = [1, 1]} : vector<2x2xi8> into vector<3x3xi8>
  %1 = vector.insert_strided_slice %c, %0 {offsets = [0, 1], strides = [1]} : vector<2xi8> into vector<3x3xi8>
  return %0, %1 : vector<3x3xi8>, vector<3x3xi8>
}
// -----
func.func @elements(%a: vector<2x2xf32>, %s: f32, %t: f32, %v: vector<2xf32>) -> (f32, f32, f32, f32, f32, f32, f32, vector<2x2xf32>, vector<3xf32>, vector<f32>, vector<2xf32>) {
  %0 = vector.from_elements %s, %t : vector<2xf32>
  %1:2 = vector.to_elements %0 : vector<2xf32>
  %2 = vector.broadcast %s : f32 to vector<2xf32>
  %3:2 = vector.to_elements %2 : vector<2xf32>
  %4 = vector.broadcast %v : vector<2xf32> to vector<3x2xf32>
  %5:6 = vector.to_elements %4 : vector<3x2xf32>
  %6:4 = vector.to_elements %a : vector<2x2xf32>
  %7 = vector.from_elements %6#0, %6#1, %6#2, %6#3 : vector<2x2xf32>
  %8 = vector.from_elements %s, %s, %s : vector<3xf32>
  %9 = vector.from_elements %t : vector<f32>
  %10 = vector.from_elements %6#1, %6#0 : vector<2xf32>
  return %1#0, %1#1, %3#0, %3#1, %5#3, %5#4, %6#2, %7, %8, %9, %10 : f32, f32, f32, f32, f32, f32, f32, vector<2x2xf32>, vector<3xf32>, vector<f32>, vector<2xf32>
}
// -----
func.func @stretched(%v: vector<2x1xf32>) -> (f32, f32, f32, f32) {
  %0 = vector.broadcast %v : vector<2x1xf32> to vector<2x2xf32>
  %1:4 = vector.to_elements %0 : vector<2x2xf32>
  return %1#0, %1#1, %1#2, %1#3 : f32, f32, f32, f32
}
// -----
func.func @constant_elements() -> (vector<2xi8>, vector<2xi64>, vector<2xf32>) {
  %a = arith.constant 1 : i8
  %b = arith.constant 2 : i8
  %c = llvm.mlir.constant(3 : index) : i64
  %p = ub.poison : f32
  %f = arith.constant 1.0 : f32
  %0 = vector.from_elements %a, %b : vector<2xi8>
  %1 = vector.from_elements %c, %c : vector<2xi64>
  %2 = vector.from_elements %p, %f : vector<2xf32>
  return %0, %1, %2 : vector<2xi8>, vector<2xi64>, vector<2xf32>
}
// -----
func.func @parts(%a: vector<2x3xf32>) -> (vector<3xf32>, vector<6xf32>, vector<3xf32>, vector<2xf32>) {
  %0 = vector.extract %a[1, 0] : f32 from vector<2x3xf32>
  %1 = vector.extract %a[1, 1] : f32 from vector<2x3xf32>
  %2 = vector.extract %a[1, 2] : f32 from vector<2x3xf32>
  %3 = vector.extract %a[0, 0] : f32 from vector<2x3xf32>
  %4 = vector.extract %a[0, 1] : f32 from vector<2x3xf32>
  %5 = vector.extract %a[0, 2] : f32 from vector<2x3xf32>
  %6 = vector.from_elements %0, %1, %2 : vector<3xf32>
  %7 = vector.from_elements %3, %4, %5, %0, %1, %2 : vector<6xf32>
  %8 = vector.from_elements %4, %5, %0 : vector<3xf32>
  %9 = vector.from_elements %0, %1 : vector<2xf32>
  return %6, %7, %8, %9 : vector<3xf32>, vector<6xf32>, vector<3xf32>, vector<2xf32>
}
