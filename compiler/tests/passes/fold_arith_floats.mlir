// pipeline: builtin.module(canonicalize)
func.func @floats(%x: f32,%y: f32,%z: f64,%h: f16,%i: i32) -> (f32,f32,f32,f32,f32,f16,f16,f32,f32,f16,f32,f32,f32,f32,f32) {
  %c0 = arith.constant 0.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %nx = arith.negf %x : f32
  %ny = arith.negf %y : f32
  %0 = arith.mulf %nx, %ny fastmath<fast> : f32
  %1 = arith.divf %nx, %ny : f32
  %2 = arith.mulf %x, %c0 fastmath<nnan,nsz> : f32
  %3 = arith.addf %nx, %y : f32
  %4 = arith.subf %y, %nx : f32
  %e = arith.extf %h : f16 to f32
  %5 = arith.truncf %e : f32 to f16
  %e2 = arith.extf %h : f16 to f64
  %t2 = arith.truncf %e2 : f64 to f32
  %t3 = arith.truncf %e2 : f64 to f16
  %tr = arith.truncf %x fastmath<contract> : f32 to f16
  %6 = arith.extf %tr fastmath<contract> : f16 to f32
  %si = arith.sitofp %i : i32 to f32
  %7 = arith.truncf %si : f32 to f16
  %8 = arith.maximumf %x, %ninf : f32
  %9 = arith.minimumf %x, %inf : f32
  %10 = arith.maxnumf %x, %nan : f32
  %11 = arith.minnumf %x, %x : f32
  %12 = arith.maximumf %x, %nan : f32
  return %0,%1,%2,%3,%4,%5,%t3,%t2,%6,%7,%8,%9,%10,%11,%12: f32,f32,f32,f32,f32,f16,f16,f32,f32,f16,f32,f32,f32,f32,f32
}
// -----
func.func @cmpf(%i: i32,%u: i8,%x: f32) -> (i1,i1,i1,i1,i1,i1,i1) {
  %c = arith.constant 3.5 : f32
  %d = arith.constant 300.0 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %a = arith.sitofp %u : i8 to f32
  %0 = arith.cmpf ogt, %a, %c : f32
  %1 = arith.cmpf ogt, %a, %d : f32
  %2 = arith.cmpf oeq, %a, %c : f32
  %b = arith.uitofp %u : i8 to f32
  %3 = arith.cmpf ule, %b, %c : f32
  %4 = arith.cmpf ule, %x, %nan : f32
  %5 = arith.cmpf ole, %x, %nan : f32
  %6 = arith.cmpf oeq, %x, %x : f32
  return %0,%1,%2,%3,%4,%5,%6:i1,i1,i1,i1,i1,i1,i1
}
// -----
func.func @f(%x: f32, %v: vector<2xf32>) -> (f32,f32,f32,f32,f32,vector<2xf32>,vector<2xi1>,f32) {
  %nan = arith.constant 0x7FC00000 : f32
  %snan = arith.constant 0x7F800001 : f32
  %c = arith.constant 3.0 : f32
  %0 = arith.maximumf %c, %snan : f32
  %1 = arith.maxnumf %c, %snan : f32
  %2 = arith.minnumf %snan, %c : f32
  %3 = arith.minimumf %snan, %nan : f32
  %4 = arith.addf %snan, %c : f32
  %n = arith.constant dense<0x7FC00000> : vector<2xf32>
  %5 = arith.maxnumf %v, %n : vector<2xf32>
  %6 = arith.cmpf ult, %v, %n : vector<2xf32>
  %7 = arith.negf %snan : f32
  return %0,%1,%2,%3,%4,%5,%6,%7:f32,f32,f32,f32,f32,vector<2xf32>,vector<2xi1>,f32
}
// -----
func.func @g(%x: f32) -> (f32,f32,f32,f32,f32,f32,i32,i32,f16,f64,f32,i32,vector<2xi32>) {
  %z = arith.constant 0.0 : f32
  %nz = arith.constant -0.0 : f32
  %c1 = arith.constant 1.0 : f32
  %0 = arith.addf %x, %z : f32
  %1 = arith.addf %x, %nz : f32
  %2 = arith.subf %x, %z : f32
  %3 = arith.subf %x, %nz : f32
  %4 = arith.divf %c1, %z : f32
  %5 = arith.remf %c1, %z : f32
  %big = arith.constant 1.0e20 : f32
  %6 = arith.fptosi %big : f32 to i32
  %m = arith.constant -1.5 : f32
  %7 = arith.fptoui %m : f32 to i32
  %third = arith.constant 0.333333343 : f32
  %8 = arith.truncf %third : f32 to f16
  %9 = arith.extf %third : f32 to f64
  %ci = arith.constant 16777217 : i32
  %10 = arith.sitofp %ci : i32 to f32
  %11 = arith.bitcast %c1 : f32 to i32
  %vf = arith.constant dense<[1.0,2.0]> : vector<2xf32>
  %12 = arith.bitcast %vf : vector<2xf32> to vector<2xi32>
  return %0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12:f32,f32,f32,f32,f32,f32,i32,i32,f16,f64,f32,i32,vector<2xi32>
}
// -----
func.func @h(%i: i32,%x: f32, %h: f16, %d: f64,%u: i8) -> (f16,f32,f16,f32,f16,f16,f32,f32,f16,bf16,f16,i32,i16) {
  %si = arith.sitofp %i : i32 to f32
  %0 = arith.truncf %si : f32 to f16
  %ui = arith.uitofp %i : i32 to f64
  %1 = arith.truncf %ui : f64 to f32
  %2 = arith.truncf %si downward : f32 to f16
  %3 = arith.truncf %d : f64 to f32
  %4 = arith.truncf %3 : f32 to f16
  %c = arith.constant 0.333333343 : f32
  %5 = arith.truncf %c upward : f32 to f16
  %cc = arith.truncf %d fastmath<contract> : f64 to f32
  %6 = arith.extf %cc : f32 to f64
  %7 = arith.truncf %6 : f64 to f32
  %8 = arith.extf %h : f16 to f32
  %9 = arith.truncf %8 : f32 to bf16
  %10 = arith.truncf %8 downward : f32 to f16
  %b = arith.bitcast %x : f32 to i32
  %b2 = arith.bitcast %b : i32 to f32
  %b3 = arith.bitcast %b2 : f32 to i32
  %t = arith.bitcast %h : f16 to i16
  return %0,%1,%2,%3,%4,%5,%7,%b2,%10,%9,%5,%b3,%t:f16,f32,f16,f32,f16,f16,f32,f32,f16,bf16,f16,i32,i16
}
// -----
func.func @hh(%i: i32,%u: i8) -> (f16) {
  %ui = arith.uitofp %i : i32 to f64
  %1 = arith.truncf %ui : f64 to f16
  return %1 : f16
}
// -----
func.func @mul(%x: f32,%v: vector<2xf32>) -> (f32,f32,f32,vector<2xf32>,f32) {
  %z = arith.constant 0.0 : f32
  %nz = arith.constant -0.0 : f32
  %0 = arith.mulf %x, %nz fastmath<nnan,nsz> : f32
  %1 = arith.mulf %x, %nz fastmath<nnan> : f32
  %2 = arith.mulf %nz, %x fastmath<fast> : f32
  %vz = arith.constant dense<0.0> : vector<2xf32>
  %3 = arith.mulf %v, %vz fastmath<fast> : vector<2xf32>
  %4 = arith.divf %z, %x fastmath<fast> : f32
  return %0,%1,%2,%3,%4 : f32,f32,f32,vector<2xf32>,f32
}
// -----
func.func @neg(%x: f32,%y: f32,%v: vector<2xf32>) -> (f32,f32) {
  %nx = arith.negf %x fastmath<nnan> : f32
  %ny = arith.negf %y : f32
  %0 = arith.mulf %nx, %ny fastmath<nnan>: f32
  %1 = arith.divf %nx, %ny fastmath<ninf>: f32
  return %0,%1 : f32,f32
}
// -----
func.func @a(%x: f32,%i: i8,%v: vector<2xi8>) -> (i1,i1,i1,i1,i1,vector<2xi1>) {
  %c = arith.constant 3.0 : f32
  %d = arith.constant 4.0 : f32
  %0 = arith.cmpf true, %x, %c : f32
  %1 = arith.cmpf false, %x, %x : f32
  %2 = arith.cmpf true, %c, %d : f32
  %s = arith.sitofp %i : i8 to f32
  %3 = arith.cmpf ord, %s, %c : f32
  %4 = arith.cmpf uno, %c, %s : f32
  %sv = arith.sitofp %v : vector<2xi8> to vector<2xf32>
  %cv = arith.constant dense<3.0> : vector<2xf32>
  %5 = arith.cmpf oeq, %sv, %cv : vector<2xf32>
  return %0,%1,%2,%3,%4,%5:i1,i1,i1,i1,i1,vector<2xi1>
}
// -----
func.func @b(%x: i64) -> (i1,i1,i1) {
  %c = arith.constant 3.0e7 : f32
  %s = arith.sitofp %x : i64 to f32
  %2 = arith.cmpf oeq, %s, %c : f32
  %d = arith.constant 3.0 : f32
  %3 = arith.cmpf oeq, %s, %d : f32
  %e = arith.constant 0x7F800000 : f32
  %4 = arith.cmpf oeq, %s, %e : f32
  return %2,%3,%4:i1,i1,i1
}
// -----
func.func @bc(%x: vector<2xf32>,%y: i64) -> (vector<2xi32>,vector<2xi8>,i32,vector<2xi64>,f32,i64,index,i32) {
  %p = ub.poison : vector<2xf32>
  %0 = arith.bitcast %p : vector<2xf32> to vector<2xi32>
  %s = arith.constant dense<3.0> : vector<2xf8E4M3FN>
  %1 = arith.bitcast %s : vector<2xf8E4M3FN> to vector<2xi8>
  %c = arith.constant 70000 : i64
  %2 = arith.trunci %c overflow<nsw> : i64 to i32
  %cv = arith.constant dense<[1,-1]> : vector<2xi8>
  %3 = arith.extui %cv : vector<2xi8> to vector<2xi64>
  %4 = arith.uitofp %c : i64 to f32
  %i = arith.constant -5 : index
  %5 = arith.index_cast %i : index to i64
  %ci = arith.constant -7 : i32
  %6 = arith.index_castui %ci : i32 to index
  %m = arith.constant 4294967295 : index
  %7 = arith.index_cast %m : index to i32
  return %0,%1,%2,%3,%4,%5,%6,%7: vector<2xi32>,vector<2xi8>,i32,vector<2xi64>,f32,i64,index,i32
}
// -----
func.func @nans() -> (f8E4M3FN, f8E4M3FN, f8E4M3FNUZ, f8E5M2, f8E5M2, vector<2xbf16>, f32, f80, f32, f32, f64, f128) {
  %0 = arith.constant 0x7E00 : f16
  %1 = arith.constant 0x7E01 : f16
  %2 = arith.constant dense<[0x7FC00000, 0xFFC00000]> : vector<2xf32>
  %3 = arith.constant 0xFFC00000 : f32
  %4 = arith.constant 0xFF : f8E4M3FN
  %5 = arith.constant 0x80 : f8E5M2FNUZ
  %6 = arith.constant 0x7F : f8E3M4
  %a = arith.truncf %0 : f16 to f8E4M3FN
  %b = arith.truncf %3 : f32 to f8E4M3FN
  %c = arith.truncf %0 : f16 to f8E4M3FNUZ
  %d = arith.truncf %0 : f16 to f8E5M2
  %e = arith.truncf %1 : f16 to f8E5M2
  %f = arith.truncf %2 : vector<2xf32> to vector<2xbf16>
  %g = arith.extf %1 : f16 to f32
  %h = arith.extf %1 : f16 to f80
  %i = arith.extf %4 : f8E4M3FN to f32
  %j = arith.extf %5 : f8E5M2FNUZ to f32
  %k = arith.extf %6 : f8E3M4 to f64
  %l = arith.extf %3 : f32 to f128
  return %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k, %l : f8E4M3FN, f8E4M3FN, f8E4M3FNUZ, f8E5M2, f8E5M2, vector<2xbf16>, f32, f80, f32, f32, f64, f128
}
