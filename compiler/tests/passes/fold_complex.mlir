// pipeline: builtin.module(canonicalize)

func.func @f(%a: complex<f32>, %b: complex<f32>, %r: f32, %i: f32, %s: i64) -> (complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>,complex<f32>, complex<f32>, complex<f32>) {
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %nzero = complex.constant [-0.0 : f32, 0.0 : f32] : complex<f32>
  %one = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %two = complex.constant [2.0 : f32, 3.0 : f32] : complex<f32>
  %s1 = complex.sub %a, %b : complex<f32>
  %0 = complex.add %s1, %b : complex<f32>
  %1 = complex.add %b, %s1 : complex<f32>
  %2 = complex.add %a, %zero : complex<f32>
  %3 = complex.add %a, %nzero : complex<f32>
  %4 = complex.add %zero, %a : complex<f32>
  %s2 = complex.add %a, %b : complex<f32>
  %5 = complex.sub %s2, %b : complex<f32>
  %6 = complex.sub %s2, %a : complex<f32>
  %7 = complex.sub %a, %zero : complex<f32>
  %8 = complex.mul %a, %one : complex<f32>
  %9 = complex.mul %one, %a : complex<f32>
  %10 = complex.div %a, %one : complex<f32>
  return %0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10 : complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>,complex<f32>, complex<f32>, complex<f32>
}

// -----

func.func @g(%a: complex<f32>, %b: complex<f32>, %r: f32, %i: f32, %s: i64) -> (complex<f32>, complex<f32>, complex<f32>, complex<f32>,f32,f32,f32,f32,complex<f32>,complex<f32>,f32,f32, i64, i64, complex<f32>, f64, complex<f32>, complex<f32>,complex<f32>) {
  %two = complex.constant [2.0 : f32, 3.0 : f32] : complex<f32>
  %one = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %n1 = complex.neg %a : complex<f32>
  %0 = complex.neg %n1 : complex<f32>
  %c1 = complex.conj %a : complex<f32>
  %1 = complex.conj %c1 : complex<f32>
  %e = complex.exp %a : complex<f32>
  %2 = complex.log %e : complex<f32>
  %l = complex.log %a : complex<f32>
  %3 = complex.exp %l : complex<f32>
  %4 = complex.re %two : complex<f32>
  %5 = complex.im %two : complex<f32>
  %c = complex.create %r, %i : complex<f32>
  %6 = complex.re %c : complex<f32>
  %7 = complex.im %c : complex<f32>
  %ra = complex.re %a : complex<f32>
  %ia = complex.im %a : complex<f32>
  %8 = complex.create %ra, %ia : complex<f32>
  %k = arith.constant 1.0 : f32
  %9 = complex.create %k, %k : complex<f32>
  %nc = complex.neg %c : complex<f32>
  %10 = complex.re %nc : complex<f32>
  %11 = complex.im %nc : complex<f32>
  %12 = complex.bitcast %a : complex<f32> to i64
  %b1 = complex.bitcast %s : i64 to complex<f32>
  %13 = complex.bitcast %b1 : complex<f32> to i64
  %b2 = complex.bitcast %12 : i64 to complex<f32>
  %14 = complex.bitcast %a : complex<f32> to complex<f32>
  %15 = arith.bitcast %12 : i64 to f64
  %16 = complex.add %two, %one : complex<f32>
  %17 = complex.mul %two, %one : complex<f32>
  %18 = complex.neg %two : complex<f32>
  return %0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%b2,%15,%16,%17,%18 : complex<f32>, complex<f32>, complex<f32>, complex<f32>,f32,f32,f32,f32,complex<f32>,complex<f32>,f32,f32, i64, i64, complex<f32>, f64, complex<f32>, complex<f32>,complex<f32>
}

// -----

func.func @h(%s: i64, %d: f64, %a: complex<f32>, %nr: f32) -> (complex<f32>, f64, complex<f32>, f32, f32, complex<f32>) {
  %0 = arith.bitcast %d : f64 to i64
  %1 = complex.bitcast %0 : i64 to complex<f32>
  %2 = complex.bitcast %d : f64 to complex<f32>
  %3 = complex.bitcast %2 : complex<f32> to f64
  %4 = complex.bitcast %3 : f64 to complex<f32>
  %n = complex.neg %a : complex<f32>
  %5 = complex.re %n : complex<f32>
  %cc = complex.conj %a : complex<f32>
  %6 = complex.im %cc : complex<f32>
  %i6 = complex.im %a : complex<f32>
  %r6 = complex.re %a : complex<f32>
  %7 = complex.create %i6, %r6 : complex<f32>
  return %1, %3, %4, %5, %6, %7 : complex<f32>, f64, complex<f32>, f32, f32, complex<f32>
}
