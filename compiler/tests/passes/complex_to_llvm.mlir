// pipeline: builtin.module(convert-complex-to-llvm)
// pipeline: builtin.module(convert-complex-to-llvm{complex-range=improved})
// pipeline: builtin.module(convert-complex-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)
// pipeline: builtin.module(convert-to-llvm{filter-dialects=complex,func})
func.func @all(%r: f32, %i: f32, %a: complex<f32>, %b: complex<f32>) -> (complex<f32>, f32, f32, f32, complex<f32>, complex<f32>, complex<f32>, complex<f32>) {
  %c = complex.create %r, %i : complex<f32>
  %0 = complex.re %a : complex<f32>
  %1 = complex.im %a : complex<f32>
  %2 = complex.abs %a fastmath<nnan> : complex<f32>
  %3 = complex.add %a, %b fastmath<contract> : complex<f32>
  %4 = complex.sub %a, %b : complex<f32>
  %5 = complex.mul %a, %b : complex<f32>
  %6 = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  return %c, %0, %1, %2, %3, %4, %5, %6 : complex<f32>, f32, f32, f32, complex<f32>, complex<f32>, complex<f32>, complex<f32>
}
// -----
func.func @div(%a: complex<f64>, %b: complex<f64>) -> (complex<f64>, complex<f64>) {
  %0 = complex.div %a, %b fastmath<nnan,contract> : complex<f64>
  %1 = complex.div %b, %a : complex<f64>
  return %0, %1 : complex<f64>, complex<f64>
}
// -----
func.func @half(%a: complex<f16>, %b: complex<bf16>, %c: complex<f16>) -> (complex<f16>, f16, bf16) {
  %0 = complex.div %a, %c : complex<f16>
  %1 = complex.abs %0 : complex<f16>
  %2 = complex.mul %b, %b fastmath<fast> : complex<bf16>
  %3 = complex.re %2 : complex<bf16>
  return %0, %1, %3 : complex<f16>, f16, bf16
}
// -----
func.func @not_lowered(%a: complex<f32>) -> complex<f32> {
  %0 = complex.exp %a : complex<f32>
  return %0 : complex<f32>
}
// -----
func.func @loop(%a: complex<f32>, %n: index) -> complex<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> complex<f32> {
    %1 = complex.mul %s, %a : complex<f32>
    scf.yield %1 : complex<f32>
  }
  return %0 : complex<f32>
}
