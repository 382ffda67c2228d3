// pipeline: builtin.module(arith-emulate-unsupported-floats)
// pipeline: builtin.module(arith-emulate-unsupported-floats{source-types=bf16,f8E5M2 target-type=f32})
// pipeline: builtin.module(arith-emulate-unsupported-floats{source-types=bf16,f32 target-type=f64})
// pipeline: builtin.module(arith-emulate-unsupported-floats{source-types=bf16 target-type=x})
// pipeline: builtin.module(arith-emulate-unsupported-floats{source-types=i32 target-type=f32})
// pipeline: builtin.module(arith-emulate-unsupported-floats{source-types=f64,f32 target-type=f32})
func.func @vectors(%v: vector<[4]xbf16>, %w: vector<2x3xbf16>, %i: vector<4xi32>, %c: i1) -> vector<[4]xbf16> {
  %0 = arith.mulf %v, %v : vector<[4]xbf16>
  %1 = arith.divf %w, %w : vector<2x3xbf16>
  %2 = vector.fma %w, %1, %w : vector<2x3xbf16>
  %3 = arith.sitofp %i : vector<4xi32> to vector<4xbf16>
  %4 = vector.reduction <add>, %3 : vector<4xbf16> into bf16
  %5 = arith.fptoui %3 : vector<4xbf16> to vector<4xi8>
  %6 = vector.broadcast %4 : bf16 to vector<[4]xbf16>
  %7 = arith.minnumf %6, %0 : vector<[4]xbf16>
  "test.use"(%2, %5) : (vector<2x3xbf16>, vector<4xi8>) -> ()
  return %7 : vector<[4]xbf16>
}
// -----
func.func @f(%a: bf16, %b: bf16, %c: f32, %v: vector<4xf8E5M2>) -> bf16 {
  %0 = arith.addf %a, %b : bf16
  %1 = arith.mulf %0, %b fastmath<fast> : bf16
  %2 = arith.cmpf olt, %1, %0 : bf16
  %3 = arith.select %2, %1, %0 : bf16
  %4 = arith.negf %3 : bf16
  %5 = arith.extf %4 : bf16 to f32
  %6 = arith.truncf %5 : f32 to bf16
  %7 = arith.maximumf %6, %4 : bf16
  %8 = arith.constant 1.0 : bf16
  %9 = arith.addf %8, %7 : bf16
  %w = arith.addf %v, %v : vector<4xf8E5M2>
  %x = arith.addf %c, %c : f32
  %y = arith.bitcast %9 : bf16 to i16
  %z = arith.sitofp %y : i16 to bf16
  %q = arith.divf %z, %9 : bf16
  %r = arith.remf %q, %9 : bf16
  %s = arith.fptosi %r : bf16 to i32
  "test.op"(%w) ({ ^bb0(%i: bf16):
     %t = arith.subf %i, %i : bf16
     "test.end"(%t) : (bf16) -> ()
  }): (vector<4xf8E5M2>) -> ()
  return %r : bf16
}
// -----
func.func @g(%a: f64, %b: tensor<3xbf16>) -> bf16 {
  %0 = arith.addf %a, %a : f64
  %1 = arith.addf %b, %b : tensor<3xbf16>
  %2 = arith.truncf %0 : f64 to bf16
  %3 = math.exp %2 : bf16
  %4 = arith.addf %3, %2 : bf16
  return %4 : bf16
}
