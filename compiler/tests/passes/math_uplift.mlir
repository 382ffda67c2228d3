// pipeline: builtin.module(math-uplift-to-fma)
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  %1 = arith.addf %0, %c : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  %1 = arith.addf %c, %0 : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.addf %0, %c : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.addf %c, %0 : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : f32
  %1 = arith.addf %0, %c : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : f32
  %1 = arith.addf %c, %0 : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  %1 = arith.addf %0, %c fastmath<contract> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  %1 = arith.addf %c, %0 fastmath<contract> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.addf %0, %c fastmath<contract> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.addf %c, %0 fastmath<contract> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : f32
  %1 = arith.addf %0, %c fastmath<contract> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : f32
  %1 = arith.addf %c, %0 fastmath<contract> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  %1 = arith.addf %0, %c fastmath<fast> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  %1 = arith.addf %c, %0 fastmath<fast> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.addf %0, %c fastmath<fast> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.addf %c, %0 fastmath<fast> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : f32
  %1 = arith.addf %0, %c fastmath<fast> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : f32
  %1 = arith.addf %c, %0 fastmath<fast> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  %1 = arith.addf %0, %c fastmath<nnan,contract> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  %1 = arith.addf %c, %0 fastmath<nnan,contract> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.addf %0, %c fastmath<nnan,contract> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.addf %c, %0 fastmath<nnan,contract> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : f32
  %1 = arith.addf %0, %c fastmath<nnan,contract> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : f32
  %1 = arith.addf %c, %0 fastmath<nnan,contract> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  %1 = arith.addf %0, %c fastmath<reassoc> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  %1 = arith.addf %c, %0 fastmath<reassoc> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.addf %0, %c fastmath<reassoc> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.addf %c, %0 fastmath<reassoc> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : f32
  %1 = arith.addf %0, %c fastmath<reassoc> : f32
  return %1 : f32
}
// -----
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : f32
  %1 = arith.addf %c, %0 fastmath<reassoc> : f32
  return %1 : f32
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b : vector<4xf64>
  %1 = arith.addf %0, %c : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b : vector<4xf64>
  %1 = arith.addf %c, %0 : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b fastmath<contract> : vector<4xf64>
  %1 = arith.addf %0, %c : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b fastmath<contract> : vector<4xf64>
  %1 = arith.addf %c, %0 : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : vector<4xf64>
  %1 = arith.addf %0, %c : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : vector<4xf64>
  %1 = arith.addf %c, %0 : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b : vector<4xf64>
  %1 = arith.addf %0, %c fastmath<contract> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b : vector<4xf64>
  %1 = arith.addf %c, %0 fastmath<contract> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b fastmath<contract> : vector<4xf64>
  %1 = arith.addf %0, %c fastmath<contract> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b fastmath<contract> : vector<4xf64>
  %1 = arith.addf %c, %0 fastmath<contract> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : vector<4xf64>
  %1 = arith.addf %0, %c fastmath<contract> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : vector<4xf64>
  %1 = arith.addf %c, %0 fastmath<contract> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b : vector<4xf64>
  %1 = arith.addf %0, %c fastmath<fast> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b : vector<4xf64>
  %1 = arith.addf %c, %0 fastmath<fast> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b fastmath<contract> : vector<4xf64>
  %1 = arith.addf %0, %c fastmath<fast> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b fastmath<contract> : vector<4xf64>
  %1 = arith.addf %c, %0 fastmath<fast> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : vector<4xf64>
  %1 = arith.addf %0, %c fastmath<fast> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : vector<4xf64>
  %1 = arith.addf %c, %0 fastmath<fast> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b : vector<4xf64>
  %1 = arith.addf %0, %c fastmath<nnan,contract> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b : vector<4xf64>
  %1 = arith.addf %c, %0 fastmath<nnan,contract> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b fastmath<contract> : vector<4xf64>
  %1 = arith.addf %0, %c fastmath<nnan,contract> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b fastmath<contract> : vector<4xf64>
  %1 = arith.addf %c, %0 fastmath<nnan,contract> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : vector<4xf64>
  %1 = arith.addf %0, %c fastmath<nnan,contract> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : vector<4xf64>
  %1 = arith.addf %c, %0 fastmath<nnan,contract> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b : vector<4xf64>
  %1 = arith.addf %0, %c fastmath<reassoc> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b : vector<4xf64>
  %1 = arith.addf %c, %0 fastmath<reassoc> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b fastmath<contract> : vector<4xf64>
  %1 = arith.addf %0, %c fastmath<reassoc> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b fastmath<contract> : vector<4xf64>
  %1 = arith.addf %c, %0 fastmath<reassoc> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : vector<4xf64>
  %1 = arith.addf %0, %c fastmath<reassoc> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: vector<4xf64>, %b: vector<4xf64>, %c: vector<4xf64>) -> vector<4xf64> {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : vector<4xf64>
  %1 = arith.addf %c, %0 fastmath<reassoc> : vector<4xf64>
  return %1 : vector<4xf64>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b : tensor<2xf16>
  %1 = arith.addf %0, %c : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b : tensor<2xf16>
  %1 = arith.addf %c, %0 : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b fastmath<contract> : tensor<2xf16>
  %1 = arith.addf %0, %c : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b fastmath<contract> : tensor<2xf16>
  %1 = arith.addf %c, %0 : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : tensor<2xf16>
  %1 = arith.addf %0, %c : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : tensor<2xf16>
  %1 = arith.addf %c, %0 : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b : tensor<2xf16>
  %1 = arith.addf %0, %c fastmath<contract> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b : tensor<2xf16>
  %1 = arith.addf %c, %0 fastmath<contract> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b fastmath<contract> : tensor<2xf16>
  %1 = arith.addf %0, %c fastmath<contract> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b fastmath<contract> : tensor<2xf16>
  %1 = arith.addf %c, %0 fastmath<contract> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : tensor<2xf16>
  %1 = arith.addf %0, %c fastmath<contract> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : tensor<2xf16>
  %1 = arith.addf %c, %0 fastmath<contract> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b : tensor<2xf16>
  %1 = arith.addf %0, %c fastmath<fast> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b : tensor<2xf16>
  %1 = arith.addf %c, %0 fastmath<fast> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b fastmath<contract> : tensor<2xf16>
  %1 = arith.addf %0, %c fastmath<fast> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b fastmath<contract> : tensor<2xf16>
  %1 = arith.addf %c, %0 fastmath<fast> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : tensor<2xf16>
  %1 = arith.addf %0, %c fastmath<fast> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : tensor<2xf16>
  %1 = arith.addf %c, %0 fastmath<fast> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b : tensor<2xf16>
  %1 = arith.addf %0, %c fastmath<nnan,contract> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b : tensor<2xf16>
  %1 = arith.addf %c, %0 fastmath<nnan,contract> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b fastmath<contract> : tensor<2xf16>
  %1 = arith.addf %0, %c fastmath<nnan,contract> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b fastmath<contract> : tensor<2xf16>
  %1 = arith.addf %c, %0 fastmath<nnan,contract> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : tensor<2xf16>
  %1 = arith.addf %0, %c fastmath<nnan,contract> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : tensor<2xf16>
  %1 = arith.addf %c, %0 fastmath<nnan,contract> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b : tensor<2xf16>
  %1 = arith.addf %0, %c fastmath<reassoc> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b : tensor<2xf16>
  %1 = arith.addf %c, %0 fastmath<reassoc> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b fastmath<contract> : tensor<2xf16>
  %1 = arith.addf %0, %c fastmath<reassoc> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b fastmath<contract> : tensor<2xf16>
  %1 = arith.addf %c, %0 fastmath<reassoc> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : tensor<2xf16>
  %1 = arith.addf %0, %c fastmath<reassoc> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>) -> tensor<2xf16> {
  %0 = arith.mulf %a, %b fastmath<ninf,contract> : tensor<2xf16>
  %1 = arith.addf %c, %0 fastmath<reassoc> : tensor<2xf16>
  return %1 : tensor<2xf16>
}
// -----
func.func @f(%a: f32, %b: f32) -> (f32, f32) {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.mulf %b, %b fastmath<contract> : f32
  %2 = arith.addf %0, %1 fastmath<contract> : f32
  return %0, %2 : f32, f32
}
// -----
func.func @f(%a: f32, %b: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %2 = arith.addf %0, %0 fastmath<contract> : f32
  %3 = arith.subf %2, %0 fastmath<contract> : f32
  return %3 : f32
}
