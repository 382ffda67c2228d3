// pipeline: builtin.module(convert-vector-to-llvm)
func.func @s1(%a: vector<4x8x16xf32>) -> vector<2x2x4xf32> {
  %0 = vector.extract_strided_slice %a {offsets = [0, 2, 4], sizes = [2, 2, 4], strides = [1, 1, 1]} : vector<4x8x16xf32> to vector<2x2x4xf32>
  return %0 : vector<2x2x4xf32>
}
// -----
func.func @s2(%a: vector<4x8x16xf32>) -> vector<2x2x16xf32> {
  %0 = vector.extract_strided_slice %a {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x8x16xf32> to vector<2x2x16xf32>
  return %0 : vector<2x2x16xf32>
}
// -----
func.func @s3(%a: vector<2x2x4xf32>, %b: vector<4x8x16xf32>) -> vector<4x8x16xf32> {
  %0 = vector.insert_strided_slice %a, %b {offsets = [0, 2, 4], strides = [1, 1, 1]} : vector<2x2x4xf32> into vector<4x8x16xf32>
  return %0 : vector<4x8x16xf32>
}
// -----
func.func @s4(%a: vector<2x4xf32>, %b: vector<3x8x16xf32>) -> vector<3x8x16xf32> {
  %0 = vector.insert_strided_slice %a, %b {offsets = [1, 2, 4], strides = [1, 1]} : vector<2x4xf32> into vector<3x8x16xf32>
  return %0 : vector<3x8x16xf32>
}
// -----
func.func @te(%a: vector<3xf32>, %b: vector<2x2xi8>, %c: vector<f64>) -> (f32, i8, f64) {
  %0:3 = vector.to_elements %a : vector<3xf32>
  %1:4 = vector.to_elements %b : vector<2x2xi8>
  %2 = vector.to_elements %c : vector<f64>
  return %0#1, %1#2, %2 : f32, i8, f64
}
// -----
func.func @scan(%a: vector<2x3xi32>, %i: vector<2xi32>, %j: vector<3xi32>) -> (vector<2x3xi32>, vector<3xi32>, vector<2x3xi32>, vector<2xi32>) {
  %0:2 = vector.scan <add>, %a, %j {inclusive = true, reduction_dim = 0 : i64} : vector<2x3xi32>, vector<3xi32>
  %1:2 = vector.scan <mul>, %a, %i {inclusive = false, reduction_dim = 1 : i64} : vector<2x3xi32>, vector<2xi32>
  return %0#0, %0#1, %1#0, %1#1 : vector<2x3xi32>, vector<3xi32>, vector<2x3xi32>, vector<2xi32>
}
// -----
func.func @scan1(%a: vector<3xf32>, %i: vector<f32>) -> (vector<3xf32>, vector<f32>) {
  %0:2 = vector.scan <add>, %a, %i {inclusive = true, reduction_dim = 0 : i64} : vector<3xf32>, vector<f32>
  return %0#0, %0#1 : vector<3xf32>, vector<f32>
}
// -----
func.func @a(%a: vector<2x3xf32>) -> vector<3x2xf32> {
  %0 = vector.shape_cast %a : vector<2x3xf32> to vector<3x2xf32>
  return %0 : vector<3x2xf32>
}
// -----
func.func @b(%a: vector<f32>) -> vector<1xf32> {
  %0 = vector.shape_cast %a : vector<f32> to vector<1xf32>
  return %0 : vector<1xf32>
}
// -----
func.func @c(%a: vector<1x1xf32>) -> vector<f32> {
  %0 = vector.shape_cast %a : vector<1x1xf32> to vector<f32>
  return %0 : vector<f32>
}
// -----
func.func @f(%e: vector<1x2x1xf32>) -> vector<2xf32> {
  %4 = vector.shape_cast %e : vector<1x2x1xf32> to vector<2xf32>
  return %4 : vector<2xf32>
}
// -----
func.func @g(%a: vector<4x3xi32>) -> vector<2x6xi32> {
  %4 = vector.shape_cast %a : vector<4x3xi32> to vector<2x6xi32>
  return %4 : vector<2x6xi32>
}
// -----
func.func @e(%a: vector<4x6xf32>) -> vector<6x4xf32> {
  %0 = vector.shape_cast %a : vector<4x6xf32> to vector<6x4xf32>
  return %0 : vector<6x4xf32>
}
