// pipeline: builtin.module(arith-expand{include-f8e8m0=true include-f4e2m1=true})
// pipeline: builtin.module(arith-expand{include-f8e8m0=true})
// pipeline: builtin.module(arith-expand{include-f4e2m1=true include-bf16=true})
// pipeline: builtin.module(arith-expand)
// Conversions of floats of 8 and 4 bits, and those with a scale.
func.func @ext_e8_f32(%a: f8E8M0FNU) -> f32 {
  %0 = arith.extf %a : f8E8M0FNU to f32
  return %0 : f32
}
// -----
func.func @ext_e8_bf16(%a: f8E8M0FNU) -> bf16 {
  %0 = arith.extf %a : f8E8M0FNU to bf16
  return %0 : bf16
}
// -----
func.func @ext_e8_f64(%a: f8E8M0FNU) -> f64 {
  %0 = arith.extf %a : f8E8M0FNU to f64
  return %0 : f64
}
// -----
func.func @ext_e8_f16(%a: vector<4xf8E8M0FNU>) -> vector<4xf16> {
  %0 = arith.extf %a : vector<4xf8E8M0FNU> to vector<4xf16>
  return %0 : vector<4xf16>
}
// -----
func.func @trunc_e8_f32(%a: f32) -> f8E8M0FNU {
  %0 = arith.truncf %a : f32 to f8E8M0FNU
  return %0 : f8E8M0FNU
}
// -----
func.func @trunc_e8_f64(%a: f64) -> f8E8M0FNU {
  %0 = arith.truncf %a : f64 to f8E8M0FNU
  return %0 : f8E8M0FNU
}
// -----
func.func @trunc_e8_f16(%a: f16) -> f8E8M0FNU {
  %0 = arith.truncf %a fastmath<nnan> : f16 to f8E8M0FNU
  return %0 : f8E8M0FNU
}
// -----
func.func @trunc_e8_bf16(%a: tensor<4xbf16>) -> tensor<4xf8E8M0FNU> {
  %0 = arith.truncf %a : tensor<4xbf16> to tensor<4xf8E8M0FNU>
  return %0 : tensor<4xf8E8M0FNU>
}
// -----
func.func @e4(%a: f4E2M1FN) -> f32 {
  %0 = arith.extf %a : f4E2M1FN to f32
  return %0 : f32
}
// -----
func.func @e4_f16(%a: vector<[4]xf4E2M1FN>) -> vector<[4]xf16> {
  %0 = arith.extf %a : vector<[4]xf4E2M1FN> to vector<[4]xf16>
  return %0 : vector<[4]xf16>
}
// -----
func.func @t4(%a: f32) -> f4E2M1FN {
  %0 = arith.truncf %a : f32 to f4E2M1FN
  return %0 : f4E2M1FN
}
// -----
func.func @t4_f16(%a: vector<2xf16>) -> vector<2xf4E2M1FN> {
  %0 = arith.truncf %a : vector<2xf16> to vector<2xf4E2M1FN>
  return %0 : vector<2xf4E2M1FN>
}
// -----
func.func @scaling_extf(%a: f8E5M2, %s: f8E8M0FNU) -> f32 {
  %0 = arith.scaling_extf %a, %s : f8E5M2, f8E8M0FNU to f32
  return %0 : f32
}
// -----
func.func @scaling_extf_f32(%a: vector<4xf4E2M1FN>, %s: vector<4xf32>) -> vector<4xf16> {
  %0 = arith.scaling_extf %a, %s fastmath<fast> : vector<4xf4E2M1FN>, vector<4xf32> to vector<4xf16>
  return %0 : vector<4xf16>
}
// -----
func.func @scaling_truncf(%a: f32, %s: f8E8M0FNU) -> f4E2M1FN {
  %0 = arith.scaling_truncf %a, %s : f32, f8E8M0FNU to f4E2M1FN
  return %0 : f4E2M1FN
}
// -----
func.func @scaling_truncf16(%a: f16, %s: f16) -> f8E5M2 {
  %0 = arith.scaling_truncf %a, %s to_nearest_even fastmath<contract> : f16, f16 to f8E5M2
  return %0 : f8E5M2
}
// -----
func.func @e1(%a: f64) -> f8E8M0FNU {
  %0 = arith.truncf %a downward fastmath<fast> : f64 to f8E8M0FNU
  return %0 : f8E8M0FNU
}
// -----
func.func @e2(%a: f16) -> f8E8M0FNU {
  %0 = arith.truncf %a downward fastmath<fast> : f16 to f8E8M0FNU
  return %0 : f8E8M0FNU
}
// -----
func.func @e3(%a: f8E8M0FNU) -> f64 {
  %0 = arith.extf %a fastmath<fast> : f8E8M0FNU to f64
  return %0 : f64
}
// -----
func.func @e4_fast(%a: f8E8M0FNU) -> f16 {
  %0 = arith.extf %a fastmath<fast> : f8E8M0FNU to f16
  return %0 : f16
}
// -----
func.func @e5(%a: f4E2M1FN) -> f16 {
  %0 = arith.extf %a fastmath<fast> : f4E2M1FN to f16
  return %0 : f16
}
// -----
func.func @e6(%a: f16) -> f4E2M1FN {
  %0 = arith.truncf %a upward fastmath<fast> : f16 to f4E2M1FN
  return %0 : f4E2M1FN
}
// -----
func.func @e7(%a: f8E4M3FN) -> f4E2M1FN {
  %0 = arith.truncf %a : f8E4M3FN to f4E2M1FN
  return %0 : f4E2M1FN
}
// -----
func.func @e8(%a: f4E2M1FN) -> f8E4M3FN {
  %0 = arith.extf %a : f4E2M1FN to f8E4M3FN
  return %0 : f8E4M3FN
}
// -----
func.func @s1(%a: vector<4xf4E2M1FN>, %s: vector<4xf8E5M2>) -> vector<4xf16> {
  %0 = arith.scaling_extf %a, %s fastmath<fast> : vector<4xf4E2M1FN>, vector<4xf8E5M2> to vector<4xf16>
  return %0 : vector<4xf16>
}
// -----
func.func @s2(%a: f64, %s: f64) -> f8E5M2 {
  %0 = arith.scaling_truncf %a, %s upward : f64, f64 to f8E5M2
  return %0 : f8E5M2
}
// -----
func.func @s3(%a: bf16, %s: f8E4M3FN) -> f8E5M2 {
  %0 = arith.scaling_truncf %a, %s upward : bf16, f8E4M3FN to f8E5M2
  return %0 : f8E5M2
}
// -----
func.func @s4(%a: bf16, %s: f8E8M0FNU) -> f8E5M2 {
  %0 = arith.scaling_truncf %a, %s fastmath<fast> : bf16, f8E8M0FNU to f8E5M2
  return %0 : f8E5M2
}
