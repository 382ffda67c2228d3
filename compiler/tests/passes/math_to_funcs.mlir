// pipeline: builtin.module(convert-math-to-funcs)
// pipeline: builtin.module(convert-math-to-funcs{convert-ctlz=true min-width-of-fpowi-exponent=17})
// pipeline: builtin.module(convert-math-to-funcs{min-width-of-fpowi-exponent=33})
func.func @ip(%a: i32, %b: i32, %v: vector<4xi64>, %w: vector<4xi64>, %x: i8, %y: i8) -> (i32, vector<4xi64>, i8) {
  %0 = math.ipowi %a, %b : i32
  %1 = math.ipowi %v, %w : vector<4xi64>
  %2 = math.ipowi %x, %y : i8
  return %0, %1, %2 : i32, vector<4xi64>, i8
}
func.func @fp(%a: f32, %b: i32, %v: vector<2x2xf64>, %w: vector<2x2xi64>, %x: f16, %y: i8) -> (f32, vector<2x2xf64>, f16) {
  %0 = math.fpowi %a, %b : f32, i32
  %1 = math.fpowi %v, %w : vector<2x2xf64>, vector<2x2xi64>
  %2 = math.fpowi %x, %y : f16, i8
  return %0, %1, %2 : f32, vector<2x2xf64>, f16
}
func.func @ctlz(%a: i32, %i: index, %v: vector<4xi8>) -> (i32, vector<4xi8>) {
  %0 = math.ctlz %a : i32
  %1 = math.ctlz %v : vector<4xi8>
  return %0, %1 : i32, vector<4xi8>
}
// -----
func.func @ip(%a: index, %b: index, %v: vector<f32>, %w: vector<i32>) -> (index, vector<f32>) {
  %0 = math.ipowi %a, %b : index
  %1 = math.fpowi %v, %w : vector<f32>, vector<i32>
  return %0, %1 : index, vector<f32>
}
// -----
func.func @one(%a: i1, %v: bf16, %x: i37, %y: f64, %z: i64, %q: i128) -> (i1, bf16, i37, f64, i37, i128) {
  %0 = math.ipowi %a, %a : i1
  %1 = math.fpowi %v, %a fastmath<fast> : bf16, i1
  %2 = math.ipowi %x, %x : i37
  %3 = math.fpowi %y, %z : f64, i64
  %4 = math.ctlz %x : i37
  %5 = math.ipowi %q, %q : i128
  %6 = math.fpowi %y, %q : f64, i128
  return %0, %1, %2, %3, %4, %5 : i1, bf16, i37, f64, i37, i128
}
func.func @inner(%b: i64, %c: i1) -> i64 {
  %r = scf.if %c -> i64 {
    %0 = math.ipowi %b, %b : i64
    scf.yield %0 : i64
  } else {
    %v = arith.constant dense<2> : vector<2x2xi64>
    %w = math.ipowi %v, %v : vector<2x2xi64>
    %e = vector.extract %w[0, 1] : i64 from vector<2x2xi64>
    scf.yield %e : i64
  }
  return %r : i64
}
// -----
func.func @tensors(%t: tensor<4xi32>) -> tensor<4xi32> {
  %2 = math.ipowi %t, %t : tensor<4xi32>
  return %2 : tensor<4xi32>
}
