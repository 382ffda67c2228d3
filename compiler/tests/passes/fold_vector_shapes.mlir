// pipeline: builtin.module(canonicalize)
// Broadcasts, casts of shapes, transposes, slices and shuffles.
func.func @broadcasts(%a: vector<4xf32>, %s: f32, %b: vector<1x4xf32>) -> (vector<4xf32>, vector<2x3x4xf32>, vector<2x4xf32>, vector<1x2x4xf32>, vector<2x4xf32>) {
  %0 = vector.broadcast %a : vector<4xf32> to vector<4xf32>
  %1 = vector.broadcast %a : vector<4xf32> to vector<3x4xf32>
  %2 = vector.broadcast %1 : vector<3x4xf32> to vector<2x3x4xf32>
  %3 = vector.broadcast %s : f32 to vector<4xf32>
  %4 = vector.broadcast %3 : vector<4xf32> to vector<2x4xf32>
  %5 = vector.shape_cast %a : vector<4xf32> to vector<1x1x4xf32>
  %6 = vector.broadcast %5 : vector<1x1x4xf32> to vector<1x2x4xf32>
  %7 = vector.shape_cast %b : vector<1x4xf32> to vector<4xf32>
  %8 = vector.broadcast %7 : vector<4xf32> to vector<2x4xf32>
  return %0, %2, %4, %6, %8 : vector<4xf32>, vector<2x3x4xf32>, vector<2x4xf32>, vector<1x2x4xf32>, vector<2x4xf32>
}
// -----
func.func @constant_broadcasts() -> (vector<2xi8>, vector<2x3xf16>, vector<2x2xi1>, vector<[4]xi32>, vector<2x2xi8>, vector<2xf32>, vector<i8>) {
  %a = arith.constant 1 : i8
  %b = arith.constant 1.5 : f16
  %c = arith.constant dense<true> : vector<2xi1>
  %d = arith.constant 7 : i32
  %e = arith.constant dense<[1, 2]> : vector<2xi8>
  %p = ub.poison : f32
  %0 = vector.broadcast %a : i8 to vector<2xi8>
  %1 = vector.broadcast %b : f16 to vector<2x3xf16>
  %2 = vector.broadcast %c : vector<2xi1> to vector<2x2xi1>
  %3 = vector.broadcast %d : i32 to vector<[4]xi32>
  %4 = vector.broadcast %e : vector<2xi8> to vector<2x2xi8>
  %5 = vector.broadcast %p : f32 to vector<2xf32>
  %6 = vector.broadcast %a : i8 to vector<i8>
  return %0, %1, %2, %3, %4, %5, %6 : vector<2xi8>, vector<2x3xf16>, vector<2x2xi1>, vector<[4]xi32>, vector<2x2xi8>, vector<2xf32>, vector<i8>
}
// -----
func.func @shape_casts(%a: vector<4xf32>, %b: vector<2x3xf32>, %s: f32, %n: vector<[4]x1xf32>, %z: vector<f32>) -> (vector<4xf32>, vector<2x2xf32>, vector<1x2x3xf32>, vector<6xf32>, vector<4xf32>, vector<2x2xf32>, vector<8x4xf32>, vector<[4]xf32>, vector<1xf32>) {
  %0 = vector.shape_cast %a : vector<4xf32> to vector<4xf32>
  %1 = vector.shape_cast %a : vector<4xf32> to vector<1x4xf32>
  %2 = vector.shape_cast %1 : vector<1x4xf32> to vector<2x2xf32>
  %3 = vector.shape_cast %b : vector<2x3xf32> to vector<2x1x3xf32>
  %4 = vector.transpose %3, [1, 0, 2] : vector<2x1x3xf32> to vector<1x2x3xf32>
  %5 = vector.transpose %b, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %6 = vector.shape_cast %5 : vector<3x2xf32> to vector<6xf32>
  %7 = vector.broadcast %a : vector<4xf32> to vector<1x4xf32>
  %8 = vector.shape_cast %7 : vector<1x4xf32> to vector<4xf32>
  %9 = vector.broadcast %s : f32 to vector<4xf32>
  %10 = vector.shape_cast %9 : vector<4xf32> to vector<2x2xf32>
  %11 = vector.broadcast %a : vector<4xf32> to vector<2x4x4xf32>
  %12 = vector.shape_cast %11 : vector<2x4x4xf32> to vector<8x4xf32>
  %13 = vector.transpose %n, [1, 0] : vector<[4]x1xf32> to vector<1x[4]xf32>
  %14 = vector.shape_cast %13 : vector<1x[4]xf32> to vector<[4]xf32>
  %15 = vector.shape_cast %z : vector<f32> to vector<1xf32>
  return %0, %2, %4, %6, %8, %10, %12, %14, %15 : vector<4xf32>, vector<2x2xf32>, vector<1x2x3xf32>, vector<6xf32>, vector<4xf32>, vector<2x2xf32>, vector<8x4xf32>, vector<[4]xf32>, vector<1xf32>
}
// -----
func.func @constant_shapes() -> (vector<4xi8>, vector<2x2xf32>, vector<2x2xi8>, vector<3x2xi8>, vector<2x2xf32>, vector<2x[4]xi8>) {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi8>
  %b = arith.constant dense<1.0> : vector<4xf32>
  %p = ub.poison : vector<4xf32>
  %s = arith.constant dense<1> : vector<2x3xi8>
  %n = arith.constant dense<1> : vector<[4]x2xi8>
  %0 = vector.shape_cast %a : vector<2x2xi8> to vector<4xi8>
  %1 = vector.shape_cast %b : vector<4xf32> to vector<2x2xf32>
  %2 = vector.transpose %a, [1, 0] : vector<2x2xi8> to vector<2x2xi8>
  %3 = vector.transpose %s, [1, 0] : vector<2x3xi8> to vector<3x2xi8>
  %4 = vector.shape_cast %p : vector<4xf32> to vector<2x2xf32>
  %5 = vector.transpose %4, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
  %6 = vector.transpose %n, [1, 0] : vector<[4]x2xi8> to vector<2x[4]xi8>
  return %0, %1, %2, %3, %5, %6 : vector<4xi8>, vector<2x2xf32>, vector<2x2xi8>, vector<3x2xi8>, vector<2x2xf32>, vector<2x[4]xi8>
}
// -----
func.func @transposes(%a: vector<2x3xf32>, %o: vector<1x1xf32>, %s: f32, %t: f32, %b: vector<4x1x1x7xf32>, %c: vector<[1]x1xf32>) -> (vector<2x3xf32>, vector<1x1xf32>, vector<2x3xf32>, vector<3x2xf32>, vector<2x2xf32>, vector<3x2x4x6x5x7xf32>, vector<2x3x4x7x5x6xf32>, vector<1x[1]xf32>) {
  %0 = vector.transpose %a, [0, 1] : vector<2x3xf32> to vector<2x3xf32>
  %1 = vector.transpose %o, [1, 0] : vector<1x1xf32> to vector<1x1xf32>
  %2 = vector.transpose %a, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %3 = vector.transpose %2, [1, 0] : vector<3x2xf32> to vector<2x3xf32>
  %4 = vector.broadcast %s : f32 to vector<2x3xf32>
  %5 = vector.transpose %4, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %6 = vector.from_elements %s, %t, %t, %t : vector<2x2xf32>
  %7 = vector.transpose %6, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
  %8 = vector.broadcast %b : vector<4x1x1x7xf32> to vector<2x3x4x5x6x7xf32>
  %9 = vector.transpose %8, [1, 0, 2, 4, 3, 5] : vector<2x3x4x5x6x7xf32> to vector<3x2x4x6x5x7xf32>
  %10 = vector.transpose %8, [0, 1, 2, 5, 3, 4] : vector<2x3x4x5x6x7xf32> to vector<2x3x4x7x5x6xf32>
  %11 = vector.transpose %c, [1, 0] : vector<[1]x1xf32> to vector<1x[1]xf32>
  return %0, %1, %3, %5, %7, %9, %10, %11 : vector<2x3xf32>, vector<1x1xf32>, vector<2x3xf32>, vector<3x2xf32>, vector<2x2xf32>, vector<3x2x4x6x5x7xf32>, vector<2x3x4x7x5x6xf32>, vector<1x[1]xf32>
}
// -----
func.func @slices(%a: vector<4x8x16xf32>, %m: vector<8x1x1x2x8xi8>, %s: f32, %r: vector<1x8xf32>) -> (vector<4x8x16xf32>, vector<2x2x16xf32>, vector<1x1x1x1x8xi8>, vector<2xf32>, vector<2x4xf32>, vector<2x8xf32>, vector<1x2x16xf32>) {
  %0 = vector.extract_strided_slice %a {offsets = [0], sizes = [4], strides = [1]} : vector<4x8x16xf32> to vector<4x8x16xf32>
  %1 = vector.extract_strided_slice %a {offsets = [1, 2], sizes = [3, 4], strides = [1, 1]} : vector<4x8x16xf32> to vector<3x4x16xf32>
  %2 = vector.extract_strided_slice %1 {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<3x4x16xf32> to vector<2x2x16xf32>
  %3 = vector.extract_strided_slice %m {offsets = [0, 0, 0, 0, 0], sizes = [1, 1, 1, 1, 8], strides = [1, 1, 1, 1, 1]} : vector<8x1x1x2x8xi8> to vector<1x1x1x1x8xi8>
  %4 = vector.broadcast %s : f32 to vector<4xf32>
  %5 = vector.extract_strided_slice %4 {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %6 = vector.broadcast %r : vector<1x8xf32> to vector<4x8xf32>
  %7 = vector.extract_strided_slice %6 {offsets = [1, 3], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
  %8 = vector.extract_strided_slice %6 {offsets = [1], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  %9 = vector.extract_strided_slice %a {offsets = [1, 2], sizes = [1, 2], strides = [1, 1]} : vector<4x8x16xf32> to vector<1x2x16xf32>
  return %0, %2, %3, %5, %7, %8, %9 : vector<4x8x16xf32>, vector<2x2x16xf32>, vector<1x1x1x1x8xi8>, vector<2xf32>, vector<2x4xf32>, vector<2x8xf32>, vector<1x2x16xf32>
}
// -----
func.func @of_inserted(%a: vector<4x8xf32>, %b: vector<2x4xf32>, %c: vector<4x8xf32>) -> (vector<1x2xf32>, vector<1x3xf32>, vector<1x2xf32>) {
  %0 = vector.insert_strided_slice %b, %a {offsets = [1, 2], strides = [1, 1]} : vector<2x4xf32> into vector<4x8xf32>
  %1 = vector.extract_strided_slice %0 {offsets = [2, 3], sizes = [1, 2], strides = [1, 1]} : vector<4x8xf32> to vector<1x2xf32>
  %2 = vector.extract_strided_slice %0 {offsets = [2, 4], sizes = [1, 3], strides = [1, 1]} : vector<4x8xf32> to vector<1x3xf32>
  %3 = vector.extract_strided_slice %0 {offsets = [3, 4], sizes = [1, 2], strides = [1, 1]} : vector<4x8xf32> to vector<1x2xf32>
  return %1, %2, %3 : vector<1x2xf32>, vector<1x3xf32>, vector<1x2xf32>
}
// -----
func.func @constant_slices() -> (vector<2x1xi8>, vector<2xf32>, vector<1x3xi8>, vector<2xf32>) {
  %a = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi8>
  %b = arith.constant dense<1.0> : vector<4xf32>
  %p = ub.poison : vector<4xf32>
  %0 = vector.extract_strided_slice %a {offsets = [0, 1], sizes = [2, 1], strides = [1, 1]} : vector<2x3xi8> to vector<2x1xi8>
  %1 = vector.extract_strided_slice %b {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %2 = vector.extract_strided_slice %a {offsets = [1], sizes = [1], strides = [1]} : vector<2x3xi8> to vector<1x3xi8>
  %3 = vector.extract_strided_slice %p {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  return %0, %1, %2, %3 : vector<2x1xi8>, vector<2xf32>, vector<1x3xi8>, vector<2xf32>
}
// -----
func.func @shuffles(%a: vector<4xf32>, %b: vector<2xf32>, %s: f32, %z: vector<f32>, %y: vector<f32>, %m: vector<2x3xf32>) -> (vector<4xf32>, vector<2xf32>, vector<2xf32>, vector<8xf32>, vector<1xf32>, vector<1xf32>, vector<2x3xf32>) {
  %0 = vector.shuffle %a, %b [0, 1, 2, 3] : vector<4xf32>, vector<2xf32>
  %1 = vector.shuffle %a, %b [4, 5] : vector<4xf32>, vector<2xf32>
  %2 = vector.broadcast %s : f32 to vector<4xf32>
  %3 = vector.broadcast %s : f32 to vector<3xf32>
  %4 = vector.shuffle %2, %3 [0, 5] : vector<4xf32>, vector<3xf32>
  %5 = vector.shuffle %a, %2 [0, 4, 1, 5, 2, 6, 3, 7] : vector<4xf32>, vector<4xf32>
  %6 = vector.shuffle %z, %y [0] : vector<f32>, vector<f32>
  %7 = vector.shuffle %z, %y [1] : vector<f32>, vector<f32>
  %8 = vector.shuffle %m, %m [2, 3] : vector<2x3xf32>, vector<2x3xf32>
  return %0, %1, %4, %5, %6, %7, %8 : vector<4xf32>, vector<2xf32>, vector<2xf32>, vector<8xf32>, vector<1xf32>, vector<1xf32>, vector<2x3xf32>
}
// -----
func.func @constant_shuffles(%a: vector<2xi8>) -> (vector<4xi8>, vector<2xi8>, vector<2xi8>, vector<2xi8>, vector<2xi8>, vector<2x2xi8>) {
  %c = arith.constant dense<[1, 2]> : vector<2xi8>
  %d = arith.constant dense<[3, 4]> : vector<2xi8>
  %p = ub.poison : vector<2xi8>
  %m = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi8>
  %0 = vector.shuffle %c, %d [3, -1, 0, 2] : vector<2xi8>, vector<2xi8>
  %1 = vector.shuffle %c, %p [1, 2] : vector<2xi8>, vector<2xi8>
  %2 = vector.shuffle %p, %d [0, 3] : vector<2xi8>, vector<2xi8>
  %3 = vector.shuffle %p, %p [0, 3] : vector<2xi8>, vector<2xi8>
  %4 = vector.shuffle %c, %a [-1, -1] : vector<2xi8>, vector<2xi8>
  %5 = vector.shuffle %m, %m [1, 2] : vector<2x2xi8>, vector<2x2xi8>
  return %0, %1, %2, %3, %4, %5 : vector<4xi8>, vector<2xi8>, vector<2xi8>, vector<2xi8>, vector<2xi8>, vector<2x2xi8>
}
// -----
func.func @bitcasts(%a: vector<4xi16>, %b: vector<2x4xf16>) -> (vector<4xi16>, vector<4xi16>, vector<4xf16>, vector<2x2xf32>, vector<2xi32>, vector<2xf32>, vector<1xi64>, vector<2xi32>, vector<4xi8>, vector<2xi32>) {
  %0 = vector.bitcast %a : vector<4xi16> to vector<4xi16>
  %1 = vector.bitcast %a : vector<4xi16> to vector<2xi32>
  %2 = vector.bitcast %1 : vector<2xi32> to vector<4xi16>
  %3 = vector.bitcast %1 : vector<2xi32> to vector<4xf16>
  %4 = vector.bitcast %b : vector<2x4xf16> to vector<2x4xi16>
  %5 = vector.bitcast %4 : vector<2x4xi16> to vector<2x2xf32>
  %i = arith.constant dense<5> : vector<4xi16>
  %h = arith.constant dense<1.0> : vector<4xf16>
  %e = arith.constant dense<-3> : vector<8xi8>
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi16>
  %w = arith.constant dense<7> : vector<1xi32>
  %6 = vector.bitcast %i : vector<4xi16> to vector<2xi32>
  %7 = vector.bitcast %h : vector<4xf16> to vector<2xf32>
  %8 = vector.bitcast %e : vector<8xi8> to vector<1xi64>
  %9 = vector.bitcast %d : vector<4xi16> to vector<2xi32>
  %10 = vector.bitcast %w : vector<1xi32> to vector<4xi8>
  %11 = vector.bitcast %h : vector<4xf16> to vector<2xi32>
  return %0, %2, %3, %5, %6, %7, %8, %9, %10, %11 : vector<4xi16>, vector<4xi16>, vector<4xf16>, vector<2x2xf32>, vector<2xi32>, vector<2xf32>, vector<1xi64>, vector<2xi32>, vector<4xi8>, vector<2xi32>
}
// -----
func.func @steps(%a: vector<4xindex>) -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>) {
  %s = vector.step : vector<4xindex>
  %c3 = arith.constant dense<3> : vector<4xindex>
  %c4 = arith.constant dense<4> : vector<4xindex>
  %0 = arith.cmpi ult, %s, %c4 : vector<4xindex>
  %1 = arith.cmpi uge, %s, %c4 : vector<4xindex>
  %2 = arith.cmpi ule, %s, %c3 : vector<4xindex>
  %3 = arith.cmpi ugt, %s, %c3 : vector<4xindex>
  %4 = arith.cmpi eq, %s, %c4 : vector<4xindex>
  %5 = arith.cmpi ne, %s, %c4 : vector<4xindex>
  %6 = arith.cmpi ult, %s, %c3 : vector<4xindex>
  %7 = arith.cmpi slt, %s, %c4 : vector<4xindex>
  return %0, %1, %2, %3, %4, %5, %6, %7 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>
}
