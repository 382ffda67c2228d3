// pipeline: builtin.module(convert-math-to-libm)
// pipeline: builtin.module(math-expand-ops)
// pipeline: builtin.module(math-expand-ops{ops=tanh,ceil,powf,clampf})
// pipeline: builtin.module(func.func(math-expand-ops{ops=roundeven,rsqrt}))
func.func @f0(%a0: f32) -> f32 {
  %0 = math.absf %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.absf %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.absf %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.absf %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.absf %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.absf %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.acos %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.acos %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.acos %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.acos %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.acos %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.acos %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.acosh %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.acosh %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.acosh %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.acosh %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.acosh %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.acosh %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.asin %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.asin %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.asin %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.asin %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.asin %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.asin %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.asinh %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.asinh %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.asinh %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.asinh %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.asinh %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.asinh %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.atan %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.atan %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.atan %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.atan %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.atan %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.atan %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.atanh %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.atanh %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.atanh %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.atanh %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.atanh %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.atanh %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.cbrt %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.cbrt %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.cbrt %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.cbrt %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.cbrt %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.cbrt %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.ceil %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.ceil %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.ceil %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.ceil %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.ceil %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.ceil %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.cos %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.cos %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.cos %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.cos %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.cos %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.cos %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.cosh %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.cosh %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.cosh %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.cosh %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.cosh %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.cosh %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.erf %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.erf %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.erf %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.erf %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.erf %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.erf %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.erfc %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.erfc %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.erfc %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.erfc %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.erfc %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.erfc %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.exp %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.exp %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.exp %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.exp %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.exp %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.exp %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.exp2 %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.exp2 %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.exp2 %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.exp2 %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.exp2 %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.exp2 %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.expm1 %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.expm1 %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.expm1 %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.expm1 %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.expm1 %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.expm1 %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.floor %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.floor %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.floor %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.floor %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.floor %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.floor %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.log %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.log %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.log %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.log %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.log %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.log %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.log10 %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.log10 %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.log10 %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.log10 %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.log10 %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.log10 %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.log1p %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.log1p %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.log1p %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.log1p %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.log1p %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.log1p %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.log2 %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.log2 %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.log2 %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.log2 %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.log2 %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.log2 %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.round %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.round %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.round %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.round %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.round %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.round %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.roundeven %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.roundeven %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.roundeven %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.roundeven %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.roundeven %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.roundeven %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.rsqrt %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.rsqrt %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.rsqrt %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.rsqrt %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.rsqrt %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.rsqrt %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.sin %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.sin %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.sin %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.sin %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.sin %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.sin %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.sinh %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.sinh %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.sinh %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.sinh %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.sinh %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.sinh %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.sqrt %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.sqrt %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.sqrt %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.sqrt %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.sqrt %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.sqrt %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.tan %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.tan %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.tan %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.tan %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.tan %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.tan %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.tanh %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.tanh %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.tanh %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.tanh %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.tanh %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.tanh %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32) -> f32 {
  %0 = math.trunc %a0 : f32
  return %0 : f32
}
func.func @f1(%a0: f64) -> f64 {
  %0 = math.trunc %a0 : f64
  return %0 : f64
}
func.func @f2(%a0: f16) -> f16 {
  %0 = math.trunc %a0 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16) -> bf16 {
  %0 = math.trunc %a0 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>) -> vector<2xf32> {
  %0 = math.trunc %a0 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.trunc %a0 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32, %a1: f32) -> f32 {
  %0 = math.atan2 %a0, %a1 : f32
  return %0 : f32
}
func.func @f1(%a0: f64, %a1: f64) -> f64 {
  %0 = math.atan2 %a0, %a1 : f64
  return %0 : f64
}
func.func @f2(%a0: f16, %a1: f16) -> f16 {
  %0 = math.atan2 %a0, %a1 fastmath<fast> : f16
  return %0 : f16
}
func.func @f3(%a0: bf16, %a1: bf16) -> bf16 {
  %0 = math.atan2 %a0, %a1 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>, %a1: vector<2xf32>) -> vector<2xf32> {
  %0 = math.atan2 %a0, %a1 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>, %a1: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.atan2 %a0, %a1 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32, %a1: f32) -> f32 {
  %0 = math.powf %a0, %a1 : f32
  return %0 : f32
}
func.func @f1(%a0: f64, %a1: f64) -> f64 {
  %0 = math.powf %a0, %a1 : f64
  return %0 : f64
}
func.func @f2(%a0: f16, %a1: f16) -> f16 {
  %0 = math.powf %a0, %a1 fastmath<fast> : f16
  return %0 : f16
}
func.func @f3(%a0: bf16, %a1: bf16) -> bf16 {
  %0 = math.powf %a0, %a1 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>, %a1: vector<2xf32>) -> vector<2xf32> {
  %0 = math.powf %a0, %a1 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>, %a1: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.powf %a0, %a1 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f0(%a0: f32, %a1: f32, %a2: f32) -> f32 {
  %0 = math.fma %a0, %a1, %a2 : f32
  return %0 : f32
}
func.func @f1(%a0: f64, %a1: f64, %a2: f64) -> f64 {
  %0 = math.fma %a0, %a1, %a2 fastmath<contract> : f64
  return %0 : f64
}
func.func @f2(%a0: f16, %a1: f16, %a2: f16) -> f16 {
  %0 = math.fma %a0, %a1, %a2 : f16
  return %0 : f16
}
func.func @f3(%a0: bf16, %a1: bf16, %a2: bf16) -> bf16 {
  %0 = math.fma %a0, %a1, %a2 : bf16
  return %0 : bf16
}
func.func @f4(%a0: vector<2xf32>, %a1: vector<2xf32>, %a2: vector<2xf32>) -> vector<2xf32> {
  %0 = math.fma %a0, %a1, %a2 : vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @f5(%a0: vector<2x2xf16>, %a1: vector<2x2xf16>, %a2: vector<2x2xf16>) -> vector<2x2xf16> {
  %0 = math.fma %a0, %a1, %a2 : vector<2x2xf16>
  return %0 : vector<2x2xf16>
}
// -----
func.func @f(%a0: f80) -> f80 {
  %0 = math.erf %a0 : f80
  return %0 : f80
}
// -----
func.func @f(%a0: f80) -> f80 {
  %0 = math.round %a0 : f80
  return %0 : f80
}
// -----
func.func @f(%a0: f80) -> f80 {
  %0 = math.ceil %a0 : f80
  return %0 : f80
}
// -----
func.func @f(%a0: f80) -> f80 {
  %0 = math.sinh %a0 : f80
  return %0 : f80
}
// -----
func.func @f(%a0: f80) -> f80 {
  %0 = math.rsqrt %a0 : f80
  return %0 : f80
}
// -----
func.func @f(%a0: f128) -> f128 {
  %0 = math.erf %a0 : f128
  return %0 : f128
}
// -----
func.func @f(%a0: f128) -> f128 {
  %0 = math.round %a0 : f128
  return %0 : f128
}
// -----
func.func @f(%a0: f128) -> f128 {
  %0 = math.ceil %a0 : f128
  return %0 : f128
}
// -----
func.func @f(%a0: f128) -> f128 {
  %0 = math.sinh %a0 : f128
  return %0 : f128
}
// -----
func.func @f(%a0: f128) -> f128 {
  %0 = math.rsqrt %a0 : f128
  return %0 : f128
}
// -----
func.func @f(%a0: f8E5M2) -> f8E5M2 {
  %0 = math.erf %a0 : f8E5M2
  return %0 : f8E5M2
}
// -----
func.func @f(%a0: f8E5M2) -> f8E5M2 {
  %0 = math.round %a0 : f8E5M2
  return %0 : f8E5M2
}
// -----
func.func @f(%a0: f8E5M2) -> f8E5M2 {
  %0 = math.ceil %a0 : f8E5M2
  return %0 : f8E5M2
}
// -----
func.func @f(%a0: f8E5M2) -> f8E5M2 {
  %0 = math.sinh %a0 : f8E5M2
  return %0 : f8E5M2
}
// -----
func.func @f(%a0: f8E5M2) -> f8E5M2 {
  %0 = math.rsqrt %a0 : f8E5M2
  return %0 : f8E5M2
}
// -----
func.func @f(%a0: tensor<3xf32>) -> tensor<3xf32> {
  %0 = math.erf %a0 : tensor<3xf32>
  return %0 : tensor<3xf32>
}
// -----
func.func @f(%a0: tensor<3xf32>) -> tensor<3xf32> {
  %0 = math.round %a0 : tensor<3xf32>
  return %0 : tensor<3xf32>
}
// -----
func.func @f(%a0: tensor<3xf32>) -> tensor<3xf32> {
  %0 = math.roundeven %a0 : tensor<3xf32>
  return %0 : tensor<3xf32>
}
// -----
func.func @f(%a0: tensor<3xf32>) -> tensor<3xf32> {
  %0 = math.ceil %a0 : tensor<3xf32>
  return %0 : tensor<3xf32>
}
// -----
func.func @f(%a0: tensor<3xf32>) -> tensor<3xf32> {
  %0 = math.sinh %a0 : tensor<3xf32>
  return %0 : tensor<3xf32>
}
// -----
func.func @f(%a0: tensor<3xf32>) -> tensor<3xf32> {
  %0 = math.rsqrt %a0 : tensor<3xf32>
  return %0 : tensor<3xf32>
}
// -----
func.func @f(%a0: vector<f32>) -> vector<f32> {
  %0 = math.erf %a0 : vector<f32>
  return %0 : vector<f32>
}
// -----
func.func @f(%a0: vector<f32>) -> vector<f32> {
  %0 = math.round %a0 : vector<f32>
  return %0 : vector<f32>
}
// -----
func.func @f(%a0: vector<f32>) -> vector<f32> {
  %0 = math.roundeven %a0 : vector<f32>
  return %0 : vector<f32>
}
// -----
func.func @f(%a0: vector<f32>) -> vector<f32> {
  %0 = math.ceil %a0 : vector<f32>
  return %0 : vector<f32>
}
// -----
func.func @f(%a0: vector<f32>) -> vector<f32> {
  %0 = math.sinh %a0 : vector<f32>
  return %0 : vector<f32>
}
// -----
func.func @f(%a0: vector<f32>) -> vector<f32> {
  %0 = math.rsqrt %a0 : vector<f32>
  return %0 : vector<f32>
}
// -----
func.func @f(%a0: vector<0xf32>) -> vector<0xf32> {
  %0 = math.erf %a0 : vector<0xf32>
  return %0 : vector<0xf32>
}
// -----
func.func @f(%a0: vector<0xf32>) -> vector<0xf32> {
  %0 = math.round %a0 : vector<0xf32>
  return %0 : vector<0xf32>
}
// -----
func.func @f(%a0: vector<0xf32>) -> vector<0xf32> {
  %0 = math.roundeven %a0 : vector<0xf32>
  return %0 : vector<0xf32>
}
// -----
func.func @f(%a0: vector<0xf32>) -> vector<0xf32> {
  %0 = math.ceil %a0 : vector<0xf32>
  return %0 : vector<0xf32>
}
// -----
func.func @f(%a0: vector<0xf32>) -> vector<0xf32> {
  %0 = math.sinh %a0 : vector<0xf32>
  return %0 : vector<0xf32>
}
// -----
func.func @f(%a0: vector<0xf32>) -> vector<0xf32> {
  %0 = math.rsqrt %a0 : vector<0xf32>
  return %0 : vector<0xf32>
}
// -----
func.func @f(%a0: vector<[2]xf32>) -> vector<[2]xf32> {
  %0 = math.erf %a0 : vector<[2]xf32>
  return %0 : vector<[2]xf32>
}
// -----
func.func @f(%a0: vector<[2]xf32>) -> vector<[2]xf32> {
  %0 = math.round %a0 : vector<[2]xf32>
  return %0 : vector<[2]xf32>
}
// -----
func.func @f(%a0: vector<[2]xf32>) -> vector<[2]xf32> {
  %0 = math.roundeven %a0 : vector<[2]xf32>
  return %0 : vector<[2]xf32>
}
// -----
func.func @f(%a0: vector<[2]xf32>) -> vector<[2]xf32> {
  %0 = math.ceil %a0 : vector<[2]xf32>
  return %0 : vector<[2]xf32>
}
// -----
func.func @f(%a0: vector<[2]xf32>) -> vector<[2]xf32> {
  %0 = math.sinh %a0 : vector<[2]xf32>
  return %0 : vector<[2]xf32>
}
// -----
func.func @f(%a0: vector<[2]xf32>) -> vector<[2]xf32> {
  %0 = math.rsqrt %a0 : vector<[2]xf32>
  return %0 : vector<[2]xf32>
}
// -----
func.func @f(%a0: vector<1x3x2xf64>) -> vector<1x3x2xf64> {
  %0 = math.erf %a0 : vector<1x3x2xf64>
  return %0 : vector<1x3x2xf64>
}
// -----
func.func @f(%a0: vector<1x3x2xf64>) -> vector<1x3x2xf64> {
  %0 = math.round %a0 : vector<1x3x2xf64>
  return %0 : vector<1x3x2xf64>
}
// -----
func.func @f(%a0: vector<1x3x2xf64>) -> vector<1x3x2xf64> {
  %0 = math.roundeven %a0 : vector<1x3x2xf64>
  return %0 : vector<1x3x2xf64>
}
// -----
func.func @f(%a0: vector<1x3x2xf64>) -> vector<1x3x2xf64> {
  %0 = math.ceil %a0 : vector<1x3x2xf64>
  return %0 : vector<1x3x2xf64>
}
// -----
func.func @f(%a0: vector<1x3x2xf64>) -> vector<1x3x2xf64> {
  %0 = math.sinh %a0 : vector<1x3x2xf64>
  return %0 : vector<1x3x2xf64>
}
// -----
func.func @f(%a0: vector<1x3x2xf64>) -> vector<1x3x2xf64> {
  %0 = math.rsqrt %a0 : vector<1x3x2xf64>
  return %0 : vector<1x3x2xf64>
}
// -----
func.func @f(%a0: f32, %a1: f32) -> f32 {
  %0 = math.copysign %a0, %a1 : f32
  return %0 : f32
}
// -----
func.func @f(%a0: i1) -> i1 {
  %0 = math.ctlz %a0 : i1
  return %0 : i1
}
// -----
func.func @f(%a0: i7) -> i7 {
  %0 = math.ctlz %a0 : i7
  return %0 : i7
}
// -----
func.func @f(%a0: i8) -> i8 {
  %0 = math.ctlz %a0 : i8
  return %0 : i8
}
// -----
func.func @f(%a0: i32) -> i32 {
  %0 = math.ctlz %a0 : i32
  return %0 : i32
}
// -----
func.func @f(%a0: i64) -> i64 {
  %0 = math.ctlz %a0 : i64
  return %0 : i64
}
// -----
func.func @f(%a0: i65) -> i65 {
  %0 = math.ctlz %a0 : i65
  return %0 : i65
}
// -----
func.func @f(%a0: vector<3xi16>) -> vector<3xi16> {
  %0 = math.ctlz %a0 : vector<3xi16>
  return %0 : vector<3xi16>
}
// -----
func.func @f(%a0: tensor<2xi32>) -> tensor<2xi32> {
  %0 = math.ctlz %a0 : tensor<2xi32>
  return %0 : tensor<2xi32>
}
// -----
func.func @f(%a0: i32) -> i32 {
  %0 = math.cttz %a0 : i32
  return %0 : i32
}
// -----
func.func @f(%a0: i32) -> i32 {
  %0 = math.ctpop %a0 : i32
  return %0 : i32
}
// -----
func.func @f(%a0: i32) -> i32 {
  %0 = math.absi %a0 : i32
  return %0 : i32
}
// -----
func.func @f(%a0: i32, %a1: i32) -> i32 {
  %0 = math.ipowi %a0, %a1 : i32
  return %0 : i32
}
// -----
func.func @f(%a: f32, %b: i32) -> f32 {
  %0 = math.fpowi %a, %b : f32, i32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant 0 : i32
  %0 = math.fpowi %a, %b fastmath<fast> : f32, i32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant 1 : i32
  %0 = math.fpowi %a, %b fastmath<fast> : f32, i32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant -1 : i32
  %0 = math.fpowi %a, %b fastmath<fast> : f32, i32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant 2 : i32
  %0 = math.fpowi %a, %b fastmath<fast> : f32, i32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant -2 : i32
  %0 = math.fpowi %a, %b fastmath<fast> : f32, i32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant 3 : i32
  %0 = math.fpowi %a, %b fastmath<fast> : f32, i32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant 7 : i32
  %0 = math.fpowi %a, %b fastmath<fast> : f32, i32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant -8 : i32
  %0 = math.fpowi %a, %b fastmath<fast> : f32, i32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant 100 : i32
  %0 = math.fpowi %a, %b fastmath<fast> : f32, i32
  return %0 : f32
}
// -----
func.func @f(%a: f64, %b: i64) -> f64 {
  %0 = math.fpowi %a, %b : f64, i64
  return %0 : f64
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant 0 : i64
  %0 = math.fpowi %a, %b fastmath<fast> : f64, i64
  return %0 : f64
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant 1 : i64
  %0 = math.fpowi %a, %b fastmath<fast> : f64, i64
  return %0 : f64
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant -1 : i64
  %0 = math.fpowi %a, %b fastmath<fast> : f64, i64
  return %0 : f64
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant 2 : i64
  %0 = math.fpowi %a, %b fastmath<fast> : f64, i64
  return %0 : f64
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant -2 : i64
  %0 = math.fpowi %a, %b fastmath<fast> : f64, i64
  return %0 : f64
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant 3 : i64
  %0 = math.fpowi %a, %b fastmath<fast> : f64, i64
  return %0 : f64
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant 7 : i64
  %0 = math.fpowi %a, %b fastmath<fast> : f64, i64
  return %0 : f64
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant -8 : i64
  %0 = math.fpowi %a, %b fastmath<fast> : f64, i64
  return %0 : f64
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant 100 : i64
  %0 = math.fpowi %a, %b fastmath<fast> : f64, i64
  return %0 : f64
}
// -----
func.func @f(%a: vector<2xf32>, %b: vector<2xi32>) -> vector<2xf32> {
  %0 = math.fpowi %a, %b : vector<2xf32>, vector<2xi32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<0> : vector<2xi32>
  %0 = math.fpowi %a, %b fastmath<fast> : vector<2xf32>, vector<2xi32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<1> : vector<2xi32>
  %0 = math.fpowi %a, %b fastmath<fast> : vector<2xf32>, vector<2xi32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<-1> : vector<2xi32>
  %0 = math.fpowi %a, %b fastmath<fast> : vector<2xf32>, vector<2xi32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<2> : vector<2xi32>
  %0 = math.fpowi %a, %b fastmath<fast> : vector<2xf32>, vector<2xi32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<-2> : vector<2xi32>
  %0 = math.fpowi %a, %b fastmath<fast> : vector<2xf32>, vector<2xi32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<3> : vector<2xi32>
  %0 = math.fpowi %a, %b fastmath<fast> : vector<2xf32>, vector<2xi32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<7> : vector<2xi32>
  %0 = math.fpowi %a, %b fastmath<fast> : vector<2xf32>, vector<2xi32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<-8> : vector<2xi32>
  %0 = math.fpowi %a, %b fastmath<fast> : vector<2xf32>, vector<2xi32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<100> : vector<2xi32>
  %0 = math.fpowi %a, %b fastmath<fast> : vector<2xf32>, vector<2xi32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: f16, %b: i8) -> f16 {
  %0 = math.fpowi %a, %b : f16, i8
  return %0 : f16
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant 0 : i8
  %0 = math.fpowi %a, %b fastmath<fast> : f16, i8
  return %0 : f16
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant 1 : i8
  %0 = math.fpowi %a, %b fastmath<fast> : f16, i8
  return %0 : f16
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant -1 : i8
  %0 = math.fpowi %a, %b fastmath<fast> : f16, i8
  return %0 : f16
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant 2 : i8
  %0 = math.fpowi %a, %b fastmath<fast> : f16, i8
  return %0 : f16
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant -2 : i8
  %0 = math.fpowi %a, %b fastmath<fast> : f16, i8
  return %0 : f16
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant 3 : i8
  %0 = math.fpowi %a, %b fastmath<fast> : f16, i8
  return %0 : f16
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant 7 : i8
  %0 = math.fpowi %a, %b fastmath<fast> : f16, i8
  return %0 : f16
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant -8 : i8
  %0 = math.fpowi %a, %b fastmath<fast> : f16, i8
  return %0 : f16
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant 100 : i8
  %0 = math.fpowi %a, %b fastmath<fast> : f16, i8
  return %0 : f16
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant 0.0 : f32
  %0 = math.powf %a, %b : f32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant -0.0 : f32
  %0 = math.powf %a, %b : f32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant 1.0 : f32
  %0 = math.powf %a, %b : f32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant -1.0 : f32
  %0 = math.powf %a, %b : f32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant 0.5 : f32
  %0 = math.powf %a, %b : f32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant -0.5 : f32
  %0 = math.powf %a, %b : f32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant 2.0 : f32
  %0 = math.powf %a, %b : f32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant -2.0 : f32
  %0 = math.powf %a, %b : f32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant 3.0 : f32
  %0 = math.powf %a, %b : f32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant -3.0 : f32
  %0 = math.powf %a, %b : f32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant 4.0 : f32
  %0 = math.powf %a, %b : f32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant 0.25 : f32
  %0 = math.powf %a, %b : f32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant 0x7F800000 : f32
  %0 = math.powf %a, %b : f32
  return %0 : f32
}
// -----
func.func @f(%a: f32) -> f32 {
  %b = arith.constant 0x7FC00000 : f32
  %0 = math.powf %a, %b : f32
  return %0 : f32
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant 0.0 : f64
  %0 = math.powf %a, %b : f64
  return %0 : f64
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant -0.0 : f64
  %0 = math.powf %a, %b : f64
  return %0 : f64
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant 1.0 : f64
  %0 = math.powf %a, %b : f64
  return %0 : f64
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant -1.0 : f64
  %0 = math.powf %a, %b : f64
  return %0 : f64
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant 0.5 : f64
  %0 = math.powf %a, %b : f64
  return %0 : f64
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant -0.5 : f64
  %0 = math.powf %a, %b : f64
  return %0 : f64
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant 2.0 : f64
  %0 = math.powf %a, %b : f64
  return %0 : f64
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant -2.0 : f64
  %0 = math.powf %a, %b : f64
  return %0 : f64
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant 3.0 : f64
  %0 = math.powf %a, %b : f64
  return %0 : f64
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant -3.0 : f64
  %0 = math.powf %a, %b : f64
  return %0 : f64
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant 4.0 : f64
  %0 = math.powf %a, %b : f64
  return %0 : f64
}
// -----
func.func @f(%a: f64) -> f64 {
  %b = arith.constant 0.25 : f64
  %0 = math.powf %a, %b : f64
  return %0 : f64
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant 0.0 : f16
  %0 = math.powf %a, %b : f16
  return %0 : f16
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant -0.0 : f16
  %0 = math.powf %a, %b : f16
  return %0 : f16
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant 1.0 : f16
  %0 = math.powf %a, %b : f16
  return %0 : f16
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant -1.0 : f16
  %0 = math.powf %a, %b : f16
  return %0 : f16
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant 0.5 : f16
  %0 = math.powf %a, %b : f16
  return %0 : f16
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant -0.5 : f16
  %0 = math.powf %a, %b : f16
  return %0 : f16
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant 2.0 : f16
  %0 = math.powf %a, %b : f16
  return %0 : f16
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant -2.0 : f16
  %0 = math.powf %a, %b : f16
  return %0 : f16
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant 3.0 : f16
  %0 = math.powf %a, %b : f16
  return %0 : f16
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant -3.0 : f16
  %0 = math.powf %a, %b : f16
  return %0 : f16
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant 4.0 : f16
  %0 = math.powf %a, %b : f16
  return %0 : f16
}
// -----
func.func @f(%a: f16) -> f16 {
  %b = arith.constant 0.25 : f16
  %0 = math.powf %a, %b : f16
  return %0 : f16
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<0.0> : vector<2xf32>
  %0 = math.powf %a, %b : vector<2xf32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<-0.0> : vector<2xf32>
  %0 = math.powf %a, %b : vector<2xf32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<1.0> : vector<2xf32>
  %0 = math.powf %a, %b : vector<2xf32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<-1.0> : vector<2xf32>
  %0 = math.powf %a, %b : vector<2xf32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<0.5> : vector<2xf32>
  %0 = math.powf %a, %b : vector<2xf32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<-0.5> : vector<2xf32>
  %0 = math.powf %a, %b : vector<2xf32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<2.0> : vector<2xf32>
  %0 = math.powf %a, %b : vector<2xf32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<-2.0> : vector<2xf32>
  %0 = math.powf %a, %b : vector<2xf32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<3.0> : vector<2xf32>
  %0 = math.powf %a, %b : vector<2xf32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<-3.0> : vector<2xf32>
  %0 = math.powf %a, %b : vector<2xf32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<4.0> : vector<2xf32>
  %0 = math.powf %a, %b : vector<2xf32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<0.25> : vector<2xf32>
  %0 = math.powf %a, %b : vector<2xf32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: vector<2xf32>) -> vector<2xf32> {
  %b = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %0 = math.powf %a, %b : vector<2xf32>
  return %0 : vector<2xf32>
}
// -----
func.func @f(%a: f32) -> i1 {
  %0 = math.isnan %a : f32
  return %0 : i1
}
// -----
func.func @f(%a: f32) -> i1 {
  %0 = math.isinf %a : f32
  return %0 : i1
}
// -----
func.func @f(%a: f32) -> i1 {
  %0 = math.isfinite %a : f32
  return %0 : i1
}
// -----
func.func @f(%a: f32) -> i1 {
  %0 = math.isnormal %a : f32
  return %0 : i1
}
// -----
func.func @f(%a: f32) -> (f32, f32) {
  %0, %1 = math.sincos %a : f32
  return %0, %1 : f32, f32
}
// -----
func.func @erff(%a: f32) -> f32 {
  %0 = math.erf %a : f32
  return %0 : f32
}
// -----
func.func private @sinf(f32) -> f32
func.func @f(%a0: f32) -> f32 {
  %0 = math.sin %a0 : f32
  return %0 : f32
}
// -----
func.func @sinf() {
  return
}
func.func @f(%a0: f32) -> f32 {
  %0 = math.sin %a0 : f32
  return %0 : f32
}
// -----
module {
func.func @f(%a0: f32) -> f32 {
  %0 = math.sin %a0 : f32
  return %0 : f32
}
module @m {
func.func @f(%a0: f32) -> f32 {
  %0 = math.sin %a0 : f32
  return %0 : f32
}
}
}
// -----
func.func @f(%a: f32, %c: i1) -> f32 {
  %0 = scf.if %c -> f32 {
    %1 = math.sin %a : f32
    scf.yield %1 : f32
  } else {
    %2 = math.cos %a : f32
    %3 = math.sin %2 : f32
    scf.yield %3 : f32
  }
  return %0 : f32
}
// -----
func.func @f() -> f32 {
  %c = arith.constant 2.0 : f32
  %0 = math.sqrt %c : f32
  %1 = math.sinh %0 : f32
  return %1 : f32
}
