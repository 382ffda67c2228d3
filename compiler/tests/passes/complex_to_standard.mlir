// pipeline: builtin.module(convert-complex-to-standard)
// pipeline: builtin.module(convert-complex-to-standard{complex-range=basic})
// pipeline: builtin.module(convert-complex-to-libm)
func.func @abs(%a: complex<f32>) -> f32 {
  %0 = complex.abs %a : complex<f32>
  return %0 : f32
}
// -----
func.func @angle(%a: complex<f32>) -> f32 {
  %0 = complex.angle %a : complex<f32>
  return %0 : f32
}
// -----
func.func @conj(%a: complex<f32>) -> complex<f32> {
  %0 = complex.conj %a : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @cos(%a: complex<f32>) -> complex<f32> {
  %0 = complex.cos %a : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @exp(%a: complex<f32>) -> complex<f32> {
  %0 = complex.exp %a : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @expm1(%a: complex<f32>) -> complex<f32> {
  %0 = complex.expm1 %a : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @log(%a: complex<f32>) -> complex<f32> {
  %0 = complex.log %a : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @log1p(%a: complex<f32>) -> complex<f32> {
  %0 = complex.log1p %a : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @neg(%a: complex<f32>) -> complex<f32> {
  %0 = complex.neg %a : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @rsqrt(%a: complex<f32>) -> complex<f32> {
  %0 = complex.rsqrt %a : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @sign(%a: complex<f32>) -> complex<f32> {
  %0 = complex.sign %a : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @sin(%a: complex<f32>) -> complex<f32> {
  %0 = complex.sin %a : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @sqrt(%a: complex<f32>) -> complex<f32> {
  %0 = complex.sqrt %a : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @tan(%a: complex<f32>) -> complex<f32> {
  %0 = complex.tan %a : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @tanh(%a: complex<f32>) -> complex<f32> {
  %0 = complex.tanh %a : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @add(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.add %a, %b : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @atan2(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.atan2 %a, %b : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @div(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.div %a, %b : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @mul(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.mul %a, %b : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @pow(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.pow %a, %b : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @sub(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.sub %a, %b : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @powi(%a: complex<f32>, %b: i32) -> complex<f32> {
  %0 = complex.powi %a, %b : complex<f32>, i32
  return %0 : complex<f32>
}
// -----
func.func @abs(%a: complex<f32>) -> f32 {
  %0 = complex.abs %a fastmath<nnan,contract> : complex<f32>
  return %0 : f32
}
// -----
func.func @angle(%a: complex<f32>) -> f32 {
  %0 = complex.angle %a fastmath<nnan,contract> : complex<f32>
  return %0 : f32
}
// -----
func.func @conj(%a: complex<f32>) -> complex<f32> {
  %0 = complex.conj %a fastmath<nnan,contract> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @cos(%a: complex<f32>) -> complex<f32> {
  %0 = complex.cos %a fastmath<nnan,contract> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @exp(%a: complex<f32>) -> complex<f32> {
  %0 = complex.exp %a fastmath<nnan,contract> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @expm1(%a: complex<f32>) -> complex<f32> {
  %0 = complex.expm1 %a fastmath<nnan,contract> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @log(%a: complex<f32>) -> complex<f32> {
  %0 = complex.log %a fastmath<nnan,contract> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @log1p(%a: complex<f32>) -> complex<f32> {
  %0 = complex.log1p %a fastmath<nnan,contract> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @neg(%a: complex<f32>) -> complex<f32> {
  %0 = complex.neg %a fastmath<nnan,contract> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @rsqrt(%a: complex<f32>) -> complex<f32> {
  %0 = complex.rsqrt %a fastmath<nnan,contract> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @sign(%a: complex<f32>) -> complex<f32> {
  %0 = complex.sign %a fastmath<nnan,contract> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @sin(%a: complex<f32>) -> complex<f32> {
  %0 = complex.sin %a fastmath<nnan,contract> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @sqrt(%a: complex<f32>) -> complex<f32> {
  %0 = complex.sqrt %a fastmath<nnan,contract> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @tan(%a: complex<f32>) -> complex<f32> {
  %0 = complex.tan %a fastmath<nnan,contract> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @tanh(%a: complex<f32>) -> complex<f32> {
  %0 = complex.tanh %a fastmath<nnan,contract> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @add(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.add %a, %b fastmath<nnan,contract> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @atan2(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.atan2 %a, %b fastmath<nnan,contract> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @div(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.div %a, %b fastmath<nnan,contract> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @mul(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.mul %a, %b fastmath<nnan,contract> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @pow(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.pow %a, %b fastmath<nnan,contract> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @sub(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.sub %a, %b fastmath<nnan,contract> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @powi(%a: complex<f32>, %b: i32) -> complex<f32> {
  %0 = complex.powi %a, %b fastmath<nnan,contract> : complex<f32>, i32
  return %0 : complex<f32>
}
// -----
func.func @abs(%a: complex<f32>) -> f32 {
  %0 = complex.abs %a fastmath<fast> : complex<f32>
  return %0 : f32
}
// -----
func.func @angle(%a: complex<f32>) -> f32 {
  %0 = complex.angle %a fastmath<fast> : complex<f32>
  return %0 : f32
}
// -----
func.func @conj(%a: complex<f32>) -> complex<f32> {
  %0 = complex.conj %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @cos(%a: complex<f32>) -> complex<f32> {
  %0 = complex.cos %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @exp(%a: complex<f32>) -> complex<f32> {
  %0 = complex.exp %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @expm1(%a: complex<f32>) -> complex<f32> {
  %0 = complex.expm1 %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @log(%a: complex<f32>) -> complex<f32> {
  %0 = complex.log %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @log1p(%a: complex<f32>) -> complex<f32> {
  %0 = complex.log1p %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @neg(%a: complex<f32>) -> complex<f32> {
  %0 = complex.neg %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @rsqrt(%a: complex<f32>) -> complex<f32> {
  %0 = complex.rsqrt %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @sign(%a: complex<f32>) -> complex<f32> {
  %0 = complex.sign %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @sin(%a: complex<f32>) -> complex<f32> {
  %0 = complex.sin %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @sqrt(%a: complex<f32>) -> complex<f32> {
  %0 = complex.sqrt %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @tan(%a: complex<f32>) -> complex<f32> {
  %0 = complex.tan %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @tanh(%a: complex<f32>) -> complex<f32> {
  %0 = complex.tanh %a fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @add(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.add %a, %b fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @atan2(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.atan2 %a, %b fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @div(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.div %a, %b fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @mul(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.mul %a, %b fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @pow(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.pow %a, %b fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @sub(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.sub %a, %b fastmath<fast> : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @powi(%a: complex<f32>, %b: i32) -> complex<f32> {
  %0 = complex.powi %a, %b fastmath<fast> : complex<f32>, i32
  return %0 : complex<f32>
}
// -----
func.func @eq(%a: complex<f64>, %b: complex<f64>) -> i1 {
  %0 = complex.eq %a, %b : complex<f64>
  return %0 : i1
}
// -----
func.func @neq(%a: complex<f64>, %b: complex<f64>) -> i1 {
  %0 = complex.neq %a, %b : complex<f64>
  return %0 : i1
}
// -----
func.func @abs_f16(%a: complex<f16>) -> f16 {
  %0 = complex.abs %a : complex<f16>
  return %0 : f16
}
// -----
func.func @angle_f16(%a: complex<f16>) -> f16 {
  %0 = complex.angle %a : complex<f16>
  return %0 : f16
}
// -----
func.func @conj_f16(%a: complex<f16>) -> complex<f16> {
  %0 = complex.conj %a : complex<f16>
  return %0 : complex<f16>
}
// -----
func.func @cos_f16(%a: complex<f16>) -> complex<f16> {
  %0 = complex.cos %a : complex<f16>
  return %0 : complex<f16>
}
// -----
func.func @exp_f16(%a: complex<f16>) -> complex<f16> {
  %0 = complex.exp %a : complex<f16>
  return %0 : complex<f16>
}
// -----
func.func @expm1_f16(%a: complex<f16>) -> complex<f16> {
  %0 = complex.expm1 %a : complex<f16>
  return %0 : complex<f16>
}
// -----
func.func @log_f16(%a: complex<f16>) -> complex<f16> {
  %0 = complex.log %a : complex<f16>
  return %0 : complex<f16>
}
// -----
func.func @log1p_f16(%a: complex<f16>) -> complex<f16> {
  %0 = complex.log1p %a : complex<f16>
  return %0 : complex<f16>
}
// -----
func.func @neg_f16(%a: complex<f16>) -> complex<f16> {
  %0 = complex.neg %a : complex<f16>
  return %0 : complex<f16>
}
// -----
func.func @rsqrt_f16(%a: complex<f16>) -> complex<f16> {
  %0 = complex.rsqrt %a : complex<f16>
  return %0 : complex<f16>
}
// -----
func.func @sign_f16(%a: complex<f16>) -> complex<f16> {
  %0 = complex.sign %a : complex<f16>
  return %0 : complex<f16>
}
// -----
func.func @sin_f16(%a: complex<f16>) -> complex<f16> {
  %0 = complex.sin %a : complex<f16>
  return %0 : complex<f16>
}
// -----
func.func @sqrt_f16(%a: complex<f16>) -> complex<f16> {
  %0 = complex.sqrt %a : complex<f16>
  return %0 : complex<f16>
}
// -----
func.func @tan_f16(%a: complex<f16>) -> complex<f16> {
  %0 = complex.tan %a : complex<f16>
  return %0 : complex<f16>
}
// -----
func.func @tanh_f16(%a: complex<f16>) -> complex<f16> {
  %0 = complex.tanh %a : complex<f16>
  return %0 : complex<f16>
}
// -----
func.func @abs_f64(%a: complex<f64>) -> f64 {
  %0 = complex.abs %a : complex<f64>
  return %0 : f64
}
// -----
func.func @angle_f64(%a: complex<f64>) -> f64 {
  %0 = complex.angle %a : complex<f64>
  return %0 : f64
}
// -----
func.func @conj_f64(%a: complex<f64>) -> complex<f64> {
  %0 = complex.conj %a : complex<f64>
  return %0 : complex<f64>
}
// -----
func.func @cos_f64(%a: complex<f64>) -> complex<f64> {
  %0 = complex.cos %a : complex<f64>
  return %0 : complex<f64>
}
// -----
func.func @exp_f64(%a: complex<f64>) -> complex<f64> {
  %0 = complex.exp %a : complex<f64>
  return %0 : complex<f64>
}
// -----
func.func @expm1_f64(%a: complex<f64>) -> complex<f64> {
  %0 = complex.expm1 %a : complex<f64>
  return %0 : complex<f64>
}
// -----
func.func @log_f64(%a: complex<f64>) -> complex<f64> {
  %0 = complex.log %a : complex<f64>
  return %0 : complex<f64>
}
// -----
func.func @log1p_f64(%a: complex<f64>) -> complex<f64> {
  %0 = complex.log1p %a : complex<f64>
  return %0 : complex<f64>
}
// -----
func.func @neg_f64(%a: complex<f64>) -> complex<f64> {
  %0 = complex.neg %a : complex<f64>
  return %0 : complex<f64>
}
// -----
func.func @rsqrt_f64(%a: complex<f64>) -> complex<f64> {
  %0 = complex.rsqrt %a : complex<f64>
  return %0 : complex<f64>
}
// -----
func.func @sign_f64(%a: complex<f64>) -> complex<f64> {
  %0 = complex.sign %a : complex<f64>
  return %0 : complex<f64>
}
// -----
func.func @sin_f64(%a: complex<f64>) -> complex<f64> {
  %0 = complex.sin %a : complex<f64>
  return %0 : complex<f64>
}
// -----
func.func @sqrt_f64(%a: complex<f64>) -> complex<f64> {
  %0 = complex.sqrt %a : complex<f64>
  return %0 : complex<f64>
}
// -----
func.func @tan_f64(%a: complex<f64>) -> complex<f64> {
  %0 = complex.tan %a : complex<f64>
  return %0 : complex<f64>
}
// -----
func.func @tanh_f64(%a: complex<f64>) -> complex<f64> {
  %0 = complex.tanh %a : complex<f64>
  return %0 : complex<f64>
}
// -----
func.func @abs_bf16(%a: complex<bf16>) -> bf16 {
  %0 = complex.abs %a : complex<bf16>
  return %0 : bf16
}
// -----
func.func @angle_bf16(%a: complex<bf16>) -> bf16 {
  %0 = complex.angle %a : complex<bf16>
  return %0 : bf16
}
// -----
func.func @conj_bf16(%a: complex<bf16>) -> complex<bf16> {
  %0 = complex.conj %a : complex<bf16>
  return %0 : complex<bf16>
}
// -----
func.func @cos_bf16(%a: complex<bf16>) -> complex<bf16> {
  %0 = complex.cos %a : complex<bf16>
  return %0 : complex<bf16>
}
// -----
func.func @exp_bf16(%a: complex<bf16>) -> complex<bf16> {
  %0 = complex.exp %a : complex<bf16>
  return %0 : complex<bf16>
}
// -----
func.func @expm1_bf16(%a: complex<bf16>) -> complex<bf16> {
  %0 = complex.expm1 %a : complex<bf16>
  return %0 : complex<bf16>
}
// -----
func.func @log_bf16(%a: complex<bf16>) -> complex<bf16> {
  %0 = complex.log %a : complex<bf16>
  return %0 : complex<bf16>
}
// -----
func.func @log1p_bf16(%a: complex<bf16>) -> complex<bf16> {
  %0 = complex.log1p %a : complex<bf16>
  return %0 : complex<bf16>
}
// -----
func.func @neg_bf16(%a: complex<bf16>) -> complex<bf16> {
  %0 = complex.neg %a : complex<bf16>
  return %0 : complex<bf16>
}
// -----
func.func @rsqrt_bf16(%a: complex<bf16>) -> complex<bf16> {
  %0 = complex.rsqrt %a : complex<bf16>
  return %0 : complex<bf16>
}
// -----
func.func @sign_bf16(%a: complex<bf16>) -> complex<bf16> {
  %0 = complex.sign %a : complex<bf16>
  return %0 : complex<bf16>
}
// -----
func.func @sin_bf16(%a: complex<bf16>) -> complex<bf16> {
  %0 = complex.sin %a : complex<bf16>
  return %0 : complex<bf16>
}
// -----
func.func @sqrt_bf16(%a: complex<bf16>) -> complex<bf16> {
  %0 = complex.sqrt %a : complex<bf16>
  return %0 : complex<bf16>
}
// -----
func.func @tan_bf16(%a: complex<bf16>) -> complex<bf16> {
  %0 = complex.tan %a : complex<bf16>
  return %0 : complex<bf16>
}
// -----
func.func @tanh_bf16(%a: complex<bf16>) -> complex<bf16> {
  %0 = complex.tanh %a : complex<bf16>
  return %0 : complex<bf16>
}
// -----
func.func @abs_f80(%a: complex<f80>) -> f80 {
  %0 = complex.abs %a : complex<f80>
  return %0 : f80
}
// -----
func.func @angle_f80(%a: complex<f80>) -> f80 {
  %0 = complex.angle %a : complex<f80>
  return %0 : f80
}
// -----
func.func @conj_f80(%a: complex<f80>) -> complex<f80> {
  %0 = complex.conj %a : complex<f80>
  return %0 : complex<f80>
}
// -----
func.func @cos_f80(%a: complex<f80>) -> complex<f80> {
  %0 = complex.cos %a : complex<f80>
  return %0 : complex<f80>
}
// -----
func.func @exp_f80(%a: complex<f80>) -> complex<f80> {
  %0 = complex.exp %a : complex<f80>
  return %0 : complex<f80>
}
// -----
func.func @expm1_f80(%a: complex<f80>) -> complex<f80> {
  %0 = complex.expm1 %a : complex<f80>
  return %0 : complex<f80>
}
// -----
func.func @log_f80(%a: complex<f80>) -> complex<f80> {
  %0 = complex.log %a : complex<f80>
  return %0 : complex<f80>
}
// -----
func.func @log1p_f80(%a: complex<f80>) -> complex<f80> {
  %0 = complex.log1p %a : complex<f80>
  return %0 : complex<f80>
}
// -----
func.func @neg_f80(%a: complex<f80>) -> complex<f80> {
  %0 = complex.neg %a : complex<f80>
  return %0 : complex<f80>
}
// -----
func.func @rsqrt_f80(%a: complex<f80>) -> complex<f80> {
  %0 = complex.rsqrt %a : complex<f80>
  return %0 : complex<f80>
}
// -----
func.func @sign_f80(%a: complex<f80>) -> complex<f80> {
  %0 = complex.sign %a : complex<f80>
  return %0 : complex<f80>
}
// -----
func.func @sin_f80(%a: complex<f80>) -> complex<f80> {
  %0 = complex.sin %a : complex<f80>
  return %0 : complex<f80>
}
// -----
func.func @sqrt_f80(%a: complex<f80>) -> complex<f80> {
  %0 = complex.sqrt %a : complex<f80>
  return %0 : complex<f80>
}
// -----
func.func @tan_f80(%a: complex<f80>) -> complex<f80> {
  %0 = complex.tan %a : complex<f80>
  return %0 : complex<f80>
}
// -----
func.func @tanh_f80(%a: complex<f80>) -> complex<f80> {
  %0 = complex.tanh %a : complex<f80>
  return %0 : complex<f80>
}
// -----
func.func @abs_f128(%a: complex<f128>) -> f128 {
  %0 = complex.abs %a : complex<f128>
  return %0 : f128
}
// -----
func.func @angle_f128(%a: complex<f128>) -> f128 {
  %0 = complex.angle %a : complex<f128>
  return %0 : f128
}
// -----
func.func @conj_f128(%a: complex<f128>) -> complex<f128> {
  %0 = complex.conj %a : complex<f128>
  return %0 : complex<f128>
}
// -----
func.func @cos_f128(%a: complex<f128>) -> complex<f128> {
  %0 = complex.cos %a : complex<f128>
  return %0 : complex<f128>
}
// -----
func.func @exp_f128(%a: complex<f128>) -> complex<f128> {
  %0 = complex.exp %a : complex<f128>
  return %0 : complex<f128>
}
// -----
func.func @expm1_f128(%a: complex<f128>) -> complex<f128> {
  %0 = complex.expm1 %a : complex<f128>
  return %0 : complex<f128>
}
// -----
func.func @log_f128(%a: complex<f128>) -> complex<f128> {
  %0 = complex.log %a : complex<f128>
  return %0 : complex<f128>
}
// -----
func.func @log1p_f128(%a: complex<f128>) -> complex<f128> {
  %0 = complex.log1p %a : complex<f128>
  return %0 : complex<f128>
}
// -----
func.func @neg_f128(%a: complex<f128>) -> complex<f128> {
  %0 = complex.neg %a : complex<f128>
  return %0 : complex<f128>
}
// -----
func.func @rsqrt_f128(%a: complex<f128>) -> complex<f128> {
  %0 = complex.rsqrt %a : complex<f128>
  return %0 : complex<f128>
}
// -----
func.func @sign_f128(%a: complex<f128>) -> complex<f128> {
  %0 = complex.sign %a : complex<f128>
  return %0 : complex<f128>
}
// -----
func.func @sin_f128(%a: complex<f128>) -> complex<f128> {
  %0 = complex.sin %a : complex<f128>
  return %0 : complex<f128>
}
// -----
func.func @sqrt_f128(%a: complex<f128>) -> complex<f128> {
  %0 = complex.sqrt %a : complex<f128>
  return %0 : complex<f128>
}
// -----
func.func @tan_f128(%a: complex<f128>) -> complex<f128> {
  %0 = complex.tan %a : complex<f128>
  return %0 : complex<f128>
}
// -----
func.func @tanh_f128(%a: complex<f128>) -> complex<f128> {
  %0 = complex.tanh %a : complex<f128>
  return %0 : complex<f128>
}
// -----
func.func @other(%a: complex<f32>, %x: f32) -> (f64, f32, complex<f32>, complex<f32>) {
  %0 = complex.bitcast %a : complex<f32> to f64
  %1 = complex.re %a : complex<f32>
  %2 = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %3 = complex.create %x, %1 : complex<f32>
  return %0, %1, %2, %3 : f64, f32, complex<f32>, complex<f32>
}
// -----
func.func @foo(%a: complex<f32>, %b: i64) -> complex<f32> {
  %0 = complex.powi %a, %b : complex<f32>, i64
  %1 = complex.exp %0 {foo} : complex<f32>
  return %1 : complex<f32>
}
