// pipeline: builtin.module(math-extend-to-supported-types)
// pipeline: builtin.module(math-extend-to-supported-types{extra-types=f16})
// pipeline: builtin.module(math-extend-to-supported-types{extra-types=bf16,f64 target-type=f64})
// pipeline: builtin.module(math-extend-to-supported-types{target-type=i32})
// pipeline: builtin.module(math-extend-to-supported-types{extra-types=i8})
func.func @a(%x: f16, %v: vector<4xbf16>, %d: f64, %i: i32, %e: f8E5M2) -> (f16, vector<4xbf16>, f64, f16, f16, f16, f8E5M2) {
  %0 = math.sin %x fastmath<nnan> : f16
  %1 = math.exp %v : vector<4xbf16>
  %2 = math.exp %d : f64
  %3 = math.fma %x, %x, %x : f16
  %4 = math.fpowi %x, %i fastmath<fast> : f16, i32
  %5 = math.powf %x, %x : f16
  %6 = math.tanh %e : f8E5M2
  return %0, %1, %2, %3, %4, %5, %6 : f16, vector<4xbf16>, f64, f16, f16, f16, f8E5M2
}
func.func @b(%x: f16) -> (i1, f16, f16, f16) {
  %0 = math.isnan %x : f16
  %1 = math.clampf %x to [%x, %x] : f16
  %s, %c = math.sincos %x : f16
  return %0, %1, %s, %c : i1, f16, f16, f16
}
func.func @i(%x: i32, %b: bf16) -> (i32, bf16, bf16) {
  %0 = math.ctpop %x : i32
  %1 = math.absf %b : bf16
  %2 = math.erf %1 : bf16
  %3 = arith.addf %2, %2 : bf16
  return %0, %2, %3 : i32, bf16, bf16
}
