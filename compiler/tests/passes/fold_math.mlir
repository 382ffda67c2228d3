// pipeline: builtin.module(canonicalize)
func.func @absf() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16, bf16, f64, f16, bf16) {
  %c0 = arith.constant 0.0 : f32
  %r0 = math.absf %c0 : f32
  %c1 = arith.constant -0.0 : f32
  %r1 = math.absf %c1 : f32
  %c2 = arith.constant 0.5 : f32
  %r2 = math.absf %c2 : f32
  %c3 = arith.constant -0.75 : f32
  %r3 = math.absf %c3 : f32
  %c4 = arith.constant 2.5 : f32
  %r4 = math.absf %c4 : f32
  %c5 = arith.constant -2.5 : f32
  %r5 = math.absf %c5 : f32
  %c6 = arith.constant 10.0 : f32
  %r6 = math.absf %c6 : f32
  %c7 = arith.constant 0x7F800000 : f32
  %r7 = math.absf %c7 : f32
  %c8 = arith.constant 0xFF800000 : f32
  %r8 = math.absf %c8 : f32
  %c9 = arith.constant 0x7FC00000 : f32
  %r9 = math.absf %c9 : f32
  %c10 = arith.constant 1.0e-40 : f32
  %r10 = math.absf %c10 : f32
  %d0f64 = arith.constant 0.3 : f64
  %s0f64 = math.absf %d0f64 : f64
  %d0f16 = arith.constant 0.3 : f16
  %s0f16 = math.absf %d0f16 : f16
  %d0bf16 = arith.constant 0.3 : bf16
  %s0bf16 = math.absf %d0bf16 : bf16
  %d1f64 = arith.constant -0.3 : f64
  %s1f64 = math.absf %d1f64 : f64
  %d1f16 = arith.constant -0.3 : f16
  %s1f16 = math.absf %d1f16 : f16
  %d1bf16 = arith.constant -0.3 : bf16
  %s1bf16 = math.absf %d1bf16 : bf16
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %s0f64, %s0f16, %s0bf16, %s1f64, %s1f16, %s1bf16 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16, bf16, f64, f16, bf16
}
// -----
func.func @cbrt() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16, bf16, f64, f16, bf16) {
  %c0 = arith.constant 0.0 : f32
  %r0 = math.cbrt %c0 : f32
  %c1 = arith.constant -0.0 : f32
  %r1 = math.cbrt %c1 : f32
  %c2 = arith.constant 0.5 : f32
  %r2 = math.cbrt %c2 : f32
  %c3 = arith.constant -0.75 : f32
  %r3 = math.cbrt %c3 : f32
  %c4 = arith.constant 2.5 : f32
  %r4 = math.cbrt %c4 : f32
  %c5 = arith.constant -2.5 : f32
  %r5 = math.cbrt %c5 : f32
  %c6 = arith.constant 10.0 : f32
  %r6 = math.cbrt %c6 : f32
  %c7 = arith.constant 0x7F800000 : f32
  %r7 = math.cbrt %c7 : f32
  %c8 = arith.constant 0xFF800000 : f32
  %r8 = math.cbrt %c8 : f32
  %c9 = arith.constant 0x7FC00000 : f32
  %r9 = math.cbrt %c9 : f32
  %c10 = arith.constant 1.0e-40 : f32
  %r10 = math.cbrt %c10 : f32
  %d0f64 = arith.constant 0.3 : f64
  %s0f64 = math.cbrt %d0f64 : f64
  %d0f16 = arith.constant 0.3 : f16
  %s0f16 = math.cbrt %d0f16 : f16
  %d0bf16 = arith.constant 0.3 : bf16
  %s0bf16 = math.cbrt %d0bf16 : bf16
  %d1f64 = arith.constant -0.3 : f64
  %s1f64 = math.cbrt %d1f64 : f64
  %d1f16 = arith.constant -0.3 : f16
  %s1f16 = math.cbrt %d1f16 : f16
  %d1bf16 = arith.constant -0.3 : bf16
  %s1bf16 = math.cbrt %d1bf16 : bf16
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %s0f64, %s0f16, %s0bf16, %s1f64, %s1f16, %s1bf16 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16, bf16, f64, f16, bf16
}
// -----
func.func @ceil() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16, bf16, f64, f16, bf16) {
  %c0 = arith.constant 0.0 : f32
  %r0 = math.ceil %c0 : f32
  %c1 = arith.constant -0.0 : f32
  %r1 = math.ceil %c1 : f32
  %c2 = arith.constant 0.5 : f32
  %r2 = math.ceil %c2 : f32
  %c3 = arith.constant -0.75 : f32
  %r3 = math.ceil %c3 : f32
  %c4 = arith.constant 2.5 : f32
  %r4 = math.ceil %c4 : f32
  %c5 = arith.constant -2.5 : f32
  %r5 = math.ceil %c5 : f32
  %c6 = arith.constant 10.0 : f32
  %r6 = math.ceil %c6 : f32
  %c7 = arith.constant 0x7F800000 : f32
  %r7 = math.ceil %c7 : f32
  %c8 = arith.constant 0xFF800000 : f32
  %r8 = math.ceil %c8 : f32
  %c9 = arith.constant 0x7FC00000 : f32
  %r9 = math.ceil %c9 : f32
  %c10 = arith.constant 1.0e-40 : f32
  %r10 = math.ceil %c10 : f32
  %d0f64 = arith.constant 0.3 : f64
  %s0f64 = math.ceil %d0f64 : f64
  %d0f16 = arith.constant 0.3 : f16
  %s0f16 = math.ceil %d0f16 : f16
  %d0bf16 = arith.constant 0.3 : bf16
  %s0bf16 = math.ceil %d0bf16 : bf16
  %d1f64 = arith.constant -0.3 : f64
  %s1f64 = math.ceil %d1f64 : f64
  %d1f16 = arith.constant -0.3 : f16
  %s1f16 = math.ceil %d1f16 : f16
  %d1bf16 = arith.constant -0.3 : bf16
  %s1bf16 = math.ceil %d1bf16 : bf16
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %s0f64, %s0f16, %s0bf16, %s1f64, %s1f16, %s1bf16 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16, bf16, f64, f16, bf16
}
// -----
func.func @floor() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16, bf16, f64, f16, bf16) {
  %c0 = arith.constant 0.0 : f32
  %r0 = math.floor %c0 : f32
  %c1 = arith.constant -0.0 : f32
  %r1 = math.floor %c1 : f32
  %c2 = arith.constant 0.5 : f32
  %r2 = math.floor %c2 : f32
  %c3 = arith.constant -0.75 : f32
  %r3 = math.floor %c3 : f32
  %c4 = arith.constant 2.5 : f32
  %r4 = math.floor %c4 : f32
  %c5 = arith.constant -2.5 : f32
  %r5 = math.floor %c5 : f32
  %c6 = arith.constant 10.0 : f32
  %r6 = math.floor %c6 : f32
  %c7 = arith.constant 0x7F800000 : f32
  %r7 = math.floor %c7 : f32
  %c8 = arith.constant 0xFF800000 : f32
  %r8 = math.floor %c8 : f32
  %c9 = arith.constant 0x7FC00000 : f32
  %r9 = math.floor %c9 : f32
  %c10 = arith.constant 1.0e-40 : f32
  %r10 = math.floor %c10 : f32
  %d0f64 = arith.constant 0.3 : f64
  %s0f64 = math.floor %d0f64 : f64
  %d0f16 = arith.constant 0.3 : f16
  %s0f16 = math.floor %d0f16 : f16
  %d0bf16 = arith.constant 0.3 : bf16
  %s0bf16 = math.floor %d0bf16 : bf16
  %d1f64 = arith.constant -0.3 : f64
  %s1f64 = math.floor %d1f64 : f64
  %d1f16 = arith.constant -0.3 : f16
  %s1f16 = math.floor %d1f16 : f16
  %d1bf16 = arith.constant -0.3 : bf16
  %s1bf16 = math.floor %d1bf16 : bf16
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %s0f64, %s0f16, %s0bf16, %s1f64, %s1f16, %s1bf16 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16, bf16, f64, f16, bf16
}
// -----
func.func @isfinite() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %c0 = arith.constant 0.0 : f32
  %r0 = math.isfinite %c0 : f32
  %c1 = arith.constant -0.0 : f32
  %r1 = math.isfinite %c1 : f32
  %c2 = arith.constant 0.5 : f32
  %r2 = math.isfinite %c2 : f32
  %c3 = arith.constant -0.75 : f32
  %r3 = math.isfinite %c3 : f32
  %c4 = arith.constant 2.5 : f32
  %r4 = math.isfinite %c4 : f32
  %c5 = arith.constant -2.5 : f32
  %r5 = math.isfinite %c5 : f32
  %c6 = arith.constant 10.0 : f32
  %r6 = math.isfinite %c6 : f32
  %c7 = arith.constant 0x7F800000 : f32
  %r7 = math.isfinite %c7 : f32
  %c8 = arith.constant 0xFF800000 : f32
  %r8 = math.isfinite %c8 : f32
  %c9 = arith.constant 0x7FC00000 : f32
  %r9 = math.isfinite %c9 : f32
  %c10 = arith.constant 1.0e-40 : f32
  %r10 = math.isfinite %c10 : f32
  %d0f64 = arith.constant 0.3 : f64
  %s0f64 = math.isfinite %d0f64 : f64
  %d0f16 = arith.constant 0.3 : f16
  %s0f16 = math.isfinite %d0f16 : f16
  %d0bf16 = arith.constant 0.3 : bf16
  %s0bf16 = math.isfinite %d0bf16 : bf16
  %d1f64 = arith.constant -0.3 : f64
  %s1f64 = math.isfinite %d1f64 : f64
  %d1f16 = arith.constant -0.3 : f16
  %s1f16 = math.isfinite %d1f16 : f16
  %d1bf16 = arith.constant -0.3 : bf16
  %s1bf16 = math.isfinite %d1bf16 : bf16
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %s0f64, %s0f16, %s0bf16, %s1f64, %s1f16, %s1bf16 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}
// -----
func.func @isinf() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %c0 = arith.constant 0.0 : f32
  %r0 = math.isinf %c0 : f32
  %c1 = arith.constant -0.0 : f32
  %r1 = math.isinf %c1 : f32
  %c2 = arith.constant 0.5 : f32
  %r2 = math.isinf %c2 : f32
  %c3 = arith.constant -0.75 : f32
  %r3 = math.isinf %c3 : f32
  %c4 = arith.constant 2.5 : f32
  %r4 = math.isinf %c4 : f32
  %c5 = arith.constant -2.5 : f32
  %r5 = math.isinf %c5 : f32
  %c6 = arith.constant 10.0 : f32
  %r6 = math.isinf %c6 : f32
  %c7 = arith.constant 0x7F800000 : f32
  %r7 = math.isinf %c7 : f32
  %c8 = arith.constant 0xFF800000 : f32
  %r8 = math.isinf %c8 : f32
  %c9 = arith.constant 0x7FC00000 : f32
  %r9 = math.isinf %c9 : f32
  %c10 = arith.constant 1.0e-40 : f32
  %r10 = math.isinf %c10 : f32
  %d0f64 = arith.constant 0.3 : f64
  %s0f64 = math.isinf %d0f64 : f64
  %d0f16 = arith.constant 0.3 : f16
  %s0f16 = math.isinf %d0f16 : f16
  %d0bf16 = arith.constant 0.3 : bf16
  %s0bf16 = math.isinf %d0bf16 : bf16
  %d1f64 = arith.constant -0.3 : f64
  %s1f64 = math.isinf %d1f64 : f64
  %d1f16 = arith.constant -0.3 : f16
  %s1f16 = math.isinf %d1f16 : f16
  %d1bf16 = arith.constant -0.3 : bf16
  %s1bf16 = math.isinf %d1bf16 : bf16
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %s0f64, %s0f16, %s0bf16, %s1f64, %s1f16, %s1bf16 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}
// -----
func.func @isnan() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %c0 = arith.constant 0.0 : f32
  %r0 = math.isnan %c0 : f32
  %c1 = arith.constant -0.0 : f32
  %r1 = math.isnan %c1 : f32
  %c2 = arith.constant 0.5 : f32
  %r2 = math.isnan %c2 : f32
  %c3 = arith.constant -0.75 : f32
  %r3 = math.isnan %c3 : f32
  %c4 = arith.constant 2.5 : f32
  %r4 = math.isnan %c4 : f32
  %c5 = arith.constant -2.5 : f32
  %r5 = math.isnan %c5 : f32
  %c6 = arith.constant 10.0 : f32
  %r6 = math.isnan %c6 : f32
  %c7 = arith.constant 0x7F800000 : f32
  %r7 = math.isnan %c7 : f32
  %c8 = arith.constant 0xFF800000 : f32
  %r8 = math.isnan %c8 : f32
  %c9 = arith.constant 0x7FC00000 : f32
  %r9 = math.isnan %c9 : f32
  %c10 = arith.constant 1.0e-40 : f32
  %r10 = math.isnan %c10 : f32
  %d0f64 = arith.constant 0.3 : f64
  %s0f64 = math.isnan %d0f64 : f64
  %d0f16 = arith.constant 0.3 : f16
  %s0f16 = math.isnan %d0f16 : f16
  %d0bf16 = arith.constant 0.3 : bf16
  %s0bf16 = math.isnan %d0bf16 : bf16
  %d1f64 = arith.constant -0.3 : f64
  %s1f64 = math.isnan %d1f64 : f64
  %d1f16 = arith.constant -0.3 : f16
  %s1f16 = math.isnan %d1f16 : f16
  %d1bf16 = arith.constant -0.3 : bf16
  %s1bf16 = math.isnan %d1bf16 : bf16
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %s0f64, %s0f16, %s0bf16, %s1f64, %s1f16, %s1bf16 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}
// -----
func.func @isnormal() -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %c0 = arith.constant 0.0 : f32
  %r0 = math.isnormal %c0 : f32
  %c1 = arith.constant -0.0 : f32
  %r1 = math.isnormal %c1 : f32
  %c2 = arith.constant 0.5 : f32
  %r2 = math.isnormal %c2 : f32
  %c3 = arith.constant -0.75 : f32
  %r3 = math.isnormal %c3 : f32
  %c4 = arith.constant 2.5 : f32
  %r4 = math.isnormal %c4 : f32
  %c5 = arith.constant -2.5 : f32
  %r5 = math.isnormal %c5 : f32
  %c6 = arith.constant 10.0 : f32
  %r6 = math.isnormal %c6 : f32
  %c7 = arith.constant 0x7F800000 : f32
  %r7 = math.isnormal %c7 : f32
  %c8 = arith.constant 0xFF800000 : f32
  %r8 = math.isnormal %c8 : f32
  %c9 = arith.constant 0x7FC00000 : f32
  %r9 = math.isnormal %c9 : f32
  %c10 = arith.constant 1.0e-40 : f32
  %r10 = math.isnormal %c10 : f32
  %d0f64 = arith.constant 0.3 : f64
  %s0f64 = math.isnormal %d0f64 : f64
  %d0f16 = arith.constant 0.3 : f16
  %s0f16 = math.isnormal %d0f16 : f16
  %d0bf16 = arith.constant 0.3 : bf16
  %s0bf16 = math.isnormal %d0bf16 : bf16
  %d1f64 = arith.constant -0.3 : f64
  %s1f64 = math.isnormal %d1f64 : f64
  %d1f16 = arith.constant -0.3 : f16
  %s1f16 = math.isnormal %d1f16 : f16
  %d1bf16 = arith.constant -0.3 : bf16
  %s1bf16 = math.isnormal %d1bf16 : bf16
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %s0f64, %s0f16, %s0bf16, %s1f64, %s1f16, %s1bf16 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}
// -----
func.func @round() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16, bf16, f64, f16, bf16) {
  %c0 = arith.constant 0.0 : f32
  %r0 = math.round %c0 : f32
  %c1 = arith.constant -0.0 : f32
  %r1 = math.round %c1 : f32
  %c2 = arith.constant 0.5 : f32
  %r2 = math.round %c2 : f32
  %c3 = arith.constant -0.75 : f32
  %r3 = math.round %c3 : f32
  %c4 = arith.constant 2.5 : f32
  %r4 = math.round %c4 : f32
  %c5 = arith.constant -2.5 : f32
  %r5 = math.round %c5 : f32
  %c6 = arith.constant 10.0 : f32
  %r6 = math.round %c6 : f32
  %c7 = arith.constant 0x7F800000 : f32
  %r7 = math.round %c7 : f32
  %c8 = arith.constant 0xFF800000 : f32
  %r8 = math.round %c8 : f32
  %c9 = arith.constant 0x7FC00000 : f32
  %r9 = math.round %c9 : f32
  %c10 = arith.constant 1.0e-40 : f32
  %r10 = math.round %c10 : f32
  %d0f64 = arith.constant 0.3 : f64
  %s0f64 = math.round %d0f64 : f64
  %d0f16 = arith.constant 0.3 : f16
  %s0f16 = math.round %d0f16 : f16
  %d0bf16 = arith.constant 0.3 : bf16
  %s0bf16 = math.round %d0bf16 : bf16
  %d1f64 = arith.constant -0.3 : f64
  %s1f64 = math.round %d1f64 : f64
  %d1f16 = arith.constant -0.3 : f16
  %s1f16 = math.round %d1f16 : f16
  %d1bf16 = arith.constant -0.3 : bf16
  %s1bf16 = math.round %d1bf16 : bf16
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %s0f64, %s0f16, %s0bf16, %s1f64, %s1f16, %s1bf16 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16, bf16, f64, f16, bf16
}
// -----
func.func @roundeven() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16, bf16, f64, f16, bf16) {
  %c0 = arith.constant 0.0 : f32
  %r0 = math.roundeven %c0 : f32
  %c1 = arith.constant -0.0 : f32
  %r1 = math.roundeven %c1 : f32
  %c2 = arith.constant 0.5 : f32
  %r2 = math.roundeven %c2 : f32
  %c3 = arith.constant -0.75 : f32
  %r3 = math.roundeven %c3 : f32
  %c4 = arith.constant 2.5 : f32
  %r4 = math.roundeven %c4 : f32
  %c5 = arith.constant -2.5 : f32
  %r5 = math.roundeven %c5 : f32
  %c6 = arith.constant 10.0 : f32
  %r6 = math.roundeven %c6 : f32
  %c7 = arith.constant 0x7F800000 : f32
  %r7 = math.roundeven %c7 : f32
  %c8 = arith.constant 0xFF800000 : f32
  %r8 = math.roundeven %c8 : f32
  %c9 = arith.constant 0x7FC00000 : f32
  %r9 = math.roundeven %c9 : f32
  %c10 = arith.constant 1.0e-40 : f32
  %r10 = math.roundeven %c10 : f32
  %d0f64 = arith.constant 0.3 : f64
  %s0f64 = math.roundeven %d0f64 : f64
  %d0f16 = arith.constant 0.3 : f16
  %s0f16 = math.roundeven %d0f16 : f16
  %d0bf16 = arith.constant 0.3 : bf16
  %s0bf16 = math.roundeven %d0bf16 : bf16
  %d1f64 = arith.constant -0.3 : f64
  %s1f64 = math.roundeven %d1f64 : f64
  %d1f16 = arith.constant -0.3 : f16
  %s1f16 = math.roundeven %d1f16 : f16
  %d1bf16 = arith.constant -0.3 : bf16
  %s1bf16 = math.roundeven %d1bf16 : bf16
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %s0f64, %s0f16, %s0bf16, %s1f64, %s1f16, %s1bf16 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16, bf16, f64, f16, bf16
}
// -----
func.func @rsqrt() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16, bf16, f64, f16, bf16) {
  %c0 = arith.constant 0.0 : f32
  %r0 = math.rsqrt %c0 : f32
  %c1 = arith.constant -0.0 : f32
  %r1 = math.rsqrt %c1 : f32
  %c2 = arith.constant 0.5 : f32
  %r2 = math.rsqrt %c2 : f32
  %c3 = arith.constant -0.75 : f32
  %r3 = math.rsqrt %c3 : f32
  %c4 = arith.constant 2.5 : f32
  %r4 = math.rsqrt %c4 : f32
  %c5 = arith.constant -2.5 : f32
  %r5 = math.rsqrt %c5 : f32
  %c6 = arith.constant 10.0 : f32
  %r6 = math.rsqrt %c6 : f32
  %c7 = arith.constant 0x7F800000 : f32
  %r7 = math.rsqrt %c7 : f32
  %c8 = arith.constant 0xFF800000 : f32
  %r8 = math.rsqrt %c8 : f32
  %c9 = arith.constant 0x7FC00000 : f32
  %r9 = math.rsqrt %c9 : f32
  %c10 = arith.constant 1.0e-40 : f32
  %r10 = math.rsqrt %c10 : f32
  %d0f64 = arith.constant 0.3 : f64
  %s0f64 = math.rsqrt %d0f64 : f64
  %d0f16 = arith.constant 0.3 : f16
  %s0f16 = math.rsqrt %d0f16 : f16
  %d0bf16 = arith.constant 0.3 : bf16
  %s0bf16 = math.rsqrt %d0bf16 : bf16
  %d1f64 = arith.constant -0.3 : f64
  %s1f64 = math.rsqrt %d1f64 : f64
  %d1f16 = arith.constant -0.3 : f16
  %s1f16 = math.rsqrt %d1f16 : f16
  %d1bf16 = arith.constant -0.3 : bf16
  %s1bf16 = math.rsqrt %d1bf16 : bf16
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %s0f64, %s0f16, %s0bf16, %s1f64, %s1f16, %s1bf16 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16, bf16, f64, f16, bf16
}
// -----
func.func @sqrt() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16, bf16, f64, f16, bf16) {
  %c0 = arith.constant 0.0 : f32
  %r0 = math.sqrt %c0 : f32
  %c1 = arith.constant -0.0 : f32
  %r1 = math.sqrt %c1 : f32
  %c2 = arith.constant 0.5 : f32
  %r2 = math.sqrt %c2 : f32
  %c3 = arith.constant -0.75 : f32
  %r3 = math.sqrt %c3 : f32
  %c4 = arith.constant 2.5 : f32
  %r4 = math.sqrt %c4 : f32
  %c5 = arith.constant -2.5 : f32
  %r5 = math.sqrt %c5 : f32
  %c6 = arith.constant 10.0 : f32
  %r6 = math.sqrt %c6 : f32
  %c7 = arith.constant 0x7F800000 : f32
  %r7 = math.sqrt %c7 : f32
  %c8 = arith.constant 0xFF800000 : f32
  %r8 = math.sqrt %c8 : f32
  %c9 = arith.constant 0x7FC00000 : f32
  %r9 = math.sqrt %c9 : f32
  %c10 = arith.constant 1.0e-40 : f32
  %r10 = math.sqrt %c10 : f32
  %d0f64 = arith.constant 0.3 : f64
  %s0f64 = math.sqrt %d0f64 : f64
  %d0f16 = arith.constant 0.3 : f16
  %s0f16 = math.sqrt %d0f16 : f16
  %d0bf16 = arith.constant 0.3 : bf16
  %s0bf16 = math.sqrt %d0bf16 : bf16
  %d1f64 = arith.constant -0.3 : f64
  %s1f64 = math.sqrt %d1f64 : f64
  %d1f16 = arith.constant -0.3 : f16
  %s1f16 = math.sqrt %d1f16 : f16
  %d1bf16 = arith.constant -0.3 : bf16
  %s1bf16 = math.sqrt %d1bf16 : bf16
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %s0f64, %s0f16, %s0bf16, %s1f64, %s1f16, %s1bf16 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16, bf16, f64, f16, bf16
}
// -----
func.func @trunc() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16, bf16, f64, f16, bf16) {
  %c0 = arith.constant 0.0 : f32
  %r0 = math.trunc %c0 : f32
  %c1 = arith.constant -0.0 : f32
  %r1 = math.trunc %c1 : f32
  %c2 = arith.constant 0.5 : f32
  %r2 = math.trunc %c2 : f32
  %c3 = arith.constant -0.75 : f32
  %r3 = math.trunc %c3 : f32
  %c4 = arith.constant 2.5 : f32
  %r4 = math.trunc %c4 : f32
  %c5 = arith.constant -2.5 : f32
  %r5 = math.trunc %c5 : f32
  %c6 = arith.constant 10.0 : f32
  %r6 = math.trunc %c6 : f32
  %c7 = arith.constant 0x7F800000 : f32
  %r7 = math.trunc %c7 : f32
  %c8 = arith.constant 0xFF800000 : f32
  %r8 = math.trunc %c8 : f32
  %c9 = arith.constant 0x7FC00000 : f32
  %r9 = math.trunc %c9 : f32
  %c10 = arith.constant 1.0e-40 : f32
  %r10 = math.trunc %c10 : f32
  %d0f64 = arith.constant 0.3 : f64
  %s0f64 = math.trunc %d0f64 : f64
  %d0f16 = arith.constant 0.3 : f16
  %s0f16 = math.trunc %d0f16 : f16
  %d0bf16 = arith.constant 0.3 : bf16
  %s0bf16 = math.trunc %d0bf16 : bf16
  %d1f64 = arith.constant -0.3 : f64
  %s1f64 = math.trunc %d1f64 : f64
  %d1f16 = arith.constant -0.3 : f16
  %s1f16 = math.trunc %d1f16 : f16
  %d1bf16 = arith.constant -0.3 : bf16
  %s1bf16 = math.trunc %d1bf16 : bf16
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %s0f64, %s0f16, %s0bf16, %s1f64, %s1f16, %s1bf16 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f64, f16, bf16, f64, f16, bf16
}
// -----
func.func @copysign() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %a0 = arith.constant 2.0 : f32
  %b0 = arith.constant 1.0 : f32
  %r0 = math.copysign %a0, %b0 : f32
  %a1 = arith.constant 2.0 : f32
  %b1 = arith.constant 0.5 : f32
  %r1 = math.copysign %a1, %b1 : f32
  %a2 = arith.constant 2.0 : f32
  %b2 = arith.constant 2.0 : f32
  %r2 = math.copysign %a2, %b2 : f32
  %a3 = arith.constant 2.0 : f32
  %b3 = arith.constant -1.0 : f32
  %r3 = math.copysign %a3, %b3 : f32
  %a4 = arith.constant 2.0 : f32
  %b4 = arith.constant 0.0 : f32
  %r4 = math.copysign %a4, %b4 : f32
  %a5 = arith.constant 2.0 : f32
  %b5 = arith.constant 3.0 : f32
  %r5 = math.copysign %a5, %b5 : f32
  %a6 = arith.constant -0.5 : f32
  %b6 = arith.constant 1.0 : f32
  %r6 = math.copysign %a6, %b6 : f32
  %a7 = arith.constant -0.5 : f32
  %b7 = arith.constant 0.5 : f32
  %r7 = math.copysign %a7, %b7 : f32
  %a8 = arith.constant -0.5 : f32
  %b8 = arith.constant 2.0 : f32
  %r8 = math.copysign %a8, %b8 : f32
  %a9 = arith.constant -0.5 : f32
  %b9 = arith.constant -1.0 : f32
  %r9 = math.copysign %a9, %b9 : f32
  %a10 = arith.constant -0.5 : f32
  %b10 = arith.constant 0.0 : f32
  %r10 = math.copysign %a10, %b10 : f32
  %a11 = arith.constant -0.5 : f32
  %b11 = arith.constant 3.0 : f32
  %r11 = math.copysign %a11, %b11 : f32
  %a12 = arith.constant 0.0 : f32
  %b12 = arith.constant 1.0 : f32
  %r12 = math.copysign %a12, %b12 : f32
  %a13 = arith.constant 0.0 : f32
  %b13 = arith.constant 0.5 : f32
  %r13 = math.copysign %a13, %b13 : f32
  %a14 = arith.constant 0.0 : f32
  %b14 = arith.constant 2.0 : f32
  %r14 = math.copysign %a14, %b14 : f32
  %a15 = arith.constant 0.0 : f32
  %b15 = arith.constant -1.0 : f32
  %r15 = math.copysign %a15, %b15 : f32
  %a16 = arith.constant 0.0 : f32
  %b16 = arith.constant 0.0 : f32
  %r16 = math.copysign %a16, %b16 : f32
  %a17 = arith.constant 0.0 : f32
  %b17 = arith.constant 3.0 : f32
  %r17 = math.copysign %a17, %b17 : f32
  %a18 = arith.constant 0x7F800000 : f32
  %b18 = arith.constant 1.0 : f32
  %r18 = math.copysign %a18, %b18 : f32
  %a19 = arith.constant 0x7F800000 : f32
  %b19 = arith.constant 0.5 : f32
  %r19 = math.copysign %a19, %b19 : f32
  %a20 = arith.constant 0x7F800000 : f32
  %b20 = arith.constant 2.0 : f32
  %r20 = math.copysign %a20, %b20 : f32
  %a21 = arith.constant 0x7F800000 : f32
  %b21 = arith.constant -1.0 : f32
  %r21 = math.copysign %a21, %b21 : f32
  %a22 = arith.constant 0x7F800000 : f32
  %b22 = arith.constant 0.0 : f32
  %r22 = math.copysign %a22, %b22 : f32
  %a23 = arith.constant 0x7F800000 : f32
  %b23 = arith.constant 3.0 : f32
  %r23 = math.copysign %a23, %b23 : f32
  %a24 = arith.constant -8.0 : f32
  %b24 = arith.constant 1.0 : f32
  %r24 = math.copysign %a24, %b24 : f32
  %a25 = arith.constant -8.0 : f32
  %b25 = arith.constant 0.5 : f32
  %r25 = math.copysign %a25, %b25 : f32
  %a26 = arith.constant -8.0 : f32
  %b26 = arith.constant 2.0 : f32
  %r26 = math.copysign %a26, %b26 : f32
  %a27 = arith.constant -8.0 : f32
  %b27 = arith.constant -1.0 : f32
  %r27 = math.copysign %a27, %b27 : f32
  %a28 = arith.constant -8.0 : f32
  %b28 = arith.constant 0.0 : f32
  %r28 = math.copysign %a28, %b28 : f32
  %a29 = arith.constant -8.0 : f32
  %b29 = arith.constant 3.0 : f32
  %r29 = math.copysign %a29, %b29 : f32
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
}
// -----
func.func @absi() -> (i8, i8, i8, i8, i8, i64, i64, i64, i64, i64, i65, i65, i65, i65, i65) {
  %a0 = arith.constant 0 : i8
  %r0 = math.absi %a0 : i8
  %a1 = arith.constant 1 : i8
  %r1 = math.absi %a1 : i8
  %a2 = arith.constant -1 : i8
  %r2 = math.absi %a2 : i8
  %a3 = arith.constant 7 : i8
  %r3 = math.absi %a3 : i8
  %a4 = arith.constant -128 : i8
  %r4 = math.absi %a4 : i8
  %a5 = arith.constant 0 : i64
  %r5 = math.absi %a5 : i64
  %a6 = arith.constant 1 : i64
  %r6 = math.absi %a6 : i64
  %a7 = arith.constant -1 : i64
  %r7 = math.absi %a7 : i64
  %a8 = arith.constant 7 : i64
  %r8 = math.absi %a8 : i64
  %a9 = arith.constant -128 : i64
  %r9 = math.absi %a9 : i64
  %a10 = arith.constant 0 : i65
  %r10 = math.absi %a10 : i65
  %a11 = arith.constant 1 : i65
  %r11 = math.absi %a11 : i65
  %a12 = arith.constant -1 : i65
  %r12 = math.absi %a12 : i65
  %a13 = arith.constant 7 : i65
  %r13 = math.absi %a13 : i65
  %a14 = arith.constant -128 : i65
  %r14 = math.absi %a14 : i65
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14 : i8, i8, i8, i8, i8, i64, i64, i64, i64, i64, i65, i65, i65, i65, i65
}
// -----
func.func @ctlz() -> (i8, i8, i8, i8, i8, i64, i64, i64, i64, i64, i65, i65, i65, i65, i65) {
  %a0 = arith.constant 0 : i8
  %r0 = math.ctlz %a0 : i8
  %a1 = arith.constant 1 : i8
  %r1 = math.ctlz %a1 : i8
  %a2 = arith.constant -1 : i8
  %r2 = math.ctlz %a2 : i8
  %a3 = arith.constant 7 : i8
  %r3 = math.ctlz %a3 : i8
  %a4 = arith.constant -128 : i8
  %r4 = math.ctlz %a4 : i8
  %a5 = arith.constant 0 : i64
  %r5 = math.ctlz %a5 : i64
  %a6 = arith.constant 1 : i64
  %r6 = math.ctlz %a6 : i64
  %a7 = arith.constant -1 : i64
  %r7 = math.ctlz %a7 : i64
  %a8 = arith.constant 7 : i64
  %r8 = math.ctlz %a8 : i64
  %a9 = arith.constant -128 : i64
  %r9 = math.ctlz %a9 : i64
  %a10 = arith.constant 0 : i65
  %r10 = math.ctlz %a10 : i65
  %a11 = arith.constant 1 : i65
  %r11 = math.ctlz %a11 : i65
  %a12 = arith.constant -1 : i65
  %r12 = math.ctlz %a12 : i65
  %a13 = arith.constant 7 : i65
  %r13 = math.ctlz %a13 : i65
  %a14 = arith.constant -128 : i65
  %r14 = math.ctlz %a14 : i65
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14 : i8, i8, i8, i8, i8, i64, i64, i64, i64, i64, i65, i65, i65, i65, i65
}
// -----
func.func @cttz() -> (i8, i8, i8, i8, i8, i64, i64, i64, i64, i64, i65, i65, i65, i65, i65) {
  %a0 = arith.constant 0 : i8
  %r0 = math.cttz %a0 : i8
  %a1 = arith.constant 1 : i8
  %r1 = math.cttz %a1 : i8
  %a2 = arith.constant -1 : i8
  %r2 = math.cttz %a2 : i8
  %a3 = arith.constant 7 : i8
  %r3 = math.cttz %a3 : i8
  %a4 = arith.constant -128 : i8
  %r4 = math.cttz %a4 : i8
  %a5 = arith.constant 0 : i64
  %r5 = math.cttz %a5 : i64
  %a6 = arith.constant 1 : i64
  %r6 = math.cttz %a6 : i64
  %a7 = arith.constant -1 : i64
  %r7 = math.cttz %a7 : i64
  %a8 = arith.constant 7 : i64
  %r8 = math.cttz %a8 : i64
  %a9 = arith.constant -128 : i64
  %r9 = math.cttz %a9 : i64
  %a10 = arith.constant 0 : i65
  %r10 = math.cttz %a10 : i65
  %a11 = arith.constant 1 : i65
  %r11 = math.cttz %a11 : i65
  %a12 = arith.constant -1 : i65
  %r12 = math.cttz %a12 : i65
  %a13 = arith.constant 7 : i65
  %r13 = math.cttz %a13 : i65
  %a14 = arith.constant -128 : i65
  %r14 = math.cttz %a14 : i65
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14 : i8, i8, i8, i8, i8, i64, i64, i64, i64, i64, i65, i65, i65, i65, i65
}
// -----
func.func @ctpop() -> (i8, i8, i8, i8, i8, i64, i64, i64, i64, i64, i65, i65, i65, i65, i65) {
  %a0 = arith.constant 0 : i8
  %r0 = math.ctpop %a0 : i8
  %a1 = arith.constant 1 : i8
  %r1 = math.ctpop %a1 : i8
  %a2 = arith.constant -1 : i8
  %r2 = math.ctpop %a2 : i8
  %a3 = arith.constant 7 : i8
  %r3 = math.ctpop %a3 : i8
  %a4 = arith.constant -128 : i8
  %r4 = math.ctpop %a4 : i8
  %a5 = arith.constant 0 : i64
  %r5 = math.ctpop %a5 : i64
  %a6 = arith.constant 1 : i64
  %r6 = math.ctpop %a6 : i64
  %a7 = arith.constant -1 : i64
  %r7 = math.ctpop %a7 : i64
  %a8 = arith.constant 7 : i64
  %r8 = math.ctpop %a8 : i64
  %a9 = arith.constant -128 : i64
  %r9 = math.ctpop %a9 : i64
  %a10 = arith.constant 0 : i65
  %r10 = math.ctpop %a10 : i65
  %a11 = arith.constant 1 : i65
  %r11 = math.ctpop %a11 : i65
  %a12 = arith.constant -1 : i65
  %r12 = math.ctpop %a12 : i65
  %a13 = arith.constant 7 : i65
  %r13 = math.ctpop %a13 : i65
  %a14 = arith.constant -128 : i65
  %r14 = math.ctpop %a14 : i65
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14 : i8, i8, i8, i8, i8, i64, i64, i64, i64, i64, i65, i65, i65, i65, i65
}
// -----
func.func @more(%x: f32, %i: i32, %v: vector<2xf32>) -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, vector<2xf32>, i32) {
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %f2 = arith.constant 2.0 : f32
  %f1 = arith.constant 1.0 : f32
  %h = arith.constant 0.5 : f32
  %0 = math.powf %x, %f2 : f32
  %1 = math.powf %x, %f1 : f32
  %2 = math.powf %x, %h : f32
  %3 = math.fpowi %x, %c2 : f32, i32
  %4 = math.fma %f2, %f2, %f1 : f32
  %5 = math.fpowi %f2, %c2 : f32, i32
  %a = math.absf %x : f32
  %6 = math.absf %a : f32
  %b = math.floor %x : f32
  %7 = math.ceil %b : f32
  %8 = math.clampf %f1 to [%h, %f2] : f32
  %cv = arith.constant dense<[1.5, -2.5]> : vector<2xf32>
  %9 = math.floor %cv : vector<2xf32>
  %10 = math.ipowi %c2, %c3 : i32
  return %0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10 : f32, f32, f32, f32, f32, f32, f32, f32, f32, vector<2xf32>, i32
}
// -----
func.func @poison(%x: f32) -> (f32, f32) {
  %p = ub.poison : f32
  %0 = math.sqrt %p : f32
  %1 = math.atan2 %x, %p : f32
  return %0, %1 : f32, f32
}
// -----
func.func @acosh() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %c0 = arith.constant 0.0 : f32
  %r0 = math.acosh %c0 : f32
  %c1 = arith.constant -0.0 : f32
  %r1 = math.acosh %c1 : f32
  %c2 = arith.constant 0.3 : f32
  %r2 = math.acosh %c2 : f32
  %c3 = arith.constant -0.7 : f32
  %r3 = math.acosh %c3 : f32
  %c4 = arith.constant 1.0 : f32
  %r4 = math.acosh %c4 : f32
  %c5 = arith.constant 2.5 : f32
  %r5 = math.acosh %c5 : f32
  %c6 = arith.constant -3.25 : f32
  %r6 = math.acosh %c6 : f32
  %c7 = arith.constant 1.0e-40 : f32
  %r7 = math.acosh %c7 : f32
  %c8 = arith.constant 30.0 : f32
  %r8 = math.acosh %c8 : f32
  %c9 = arith.constant 0x7F800000 : f32
  %r9 = math.acosh %c9 : f32
  %c10 = arith.constant 0xFF800000 : f32
  %r10 = math.acosh %c10 : f32
  %c11 = arith.constant 0x7FC00000 : f32
  %r11 = math.acosh %c11 : f32
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
}
// -----
func.func @acosh() -> (f64, f64, f64, f64, f64, f64) {
  %c0 = arith.constant 0.0 : f64
  %r0 = math.acosh %c0 : f64
  %c1 = arith.constant 0.1 : f64
  %r1 = math.acosh %c1 : f64
  %c2 = arith.constant -0.55 : f64
  %r2 = math.acosh %c2 : f64
  %c3 = arith.constant 1.0 : f64
  %r3 = math.acosh %c3 : f64
  %c4 = arith.constant 7.5 : f64
  %r4 = math.acosh %c4 : f64
  %c5 = arith.constant 0x7FF0000000000000 : f64
  %r5 = math.acosh %c5 : f64
  return %r0, %r1, %r2, %r3, %r4, %r5 : f64, f64, f64, f64, f64, f64
}
// -----
func.func @asinh() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %c0 = arith.constant 0.0 : f32
  %r0 = math.asinh %c0 : f32
  %c1 = arith.constant -0.0 : f32
  %r1 = math.asinh %c1 : f32
  %c2 = arith.constant 0.3 : f32
  %r2 = math.asinh %c2 : f32
  %c3 = arith.constant -0.7 : f32
  %r3 = math.asinh %c3 : f32
  %c4 = arith.constant 1.0 : f32
  %r4 = math.asinh %c4 : f32
  %c5 = arith.constant 2.5 : f32
  %r5 = math.asinh %c5 : f32
  %c6 = arith.constant -3.25 : f32
  %r6 = math.asinh %c6 : f32
  %c7 = arith.constant 1.0e-40 : f32
  %r7 = math.asinh %c7 : f32
  %c8 = arith.constant 30.0 : f32
  %r8 = math.asinh %c8 : f32
  %c9 = arith.constant 0x7F800000 : f32
  %r9 = math.asinh %c9 : f32
  %c10 = arith.constant 0xFF800000 : f32
  %r10 = math.asinh %c10 : f32
  %c11 = arith.constant 0x7FC00000 : f32
  %r11 = math.asinh %c11 : f32
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
}
// -----
func.func @asinh() -> (f64, f64, f64, f64, f64, f64) {
  %c0 = arith.constant 0.0 : f64
  %r0 = math.asinh %c0 : f64
  %c1 = arith.constant 0.1 : f64
  %r1 = math.asinh %c1 : f64
  %c2 = arith.constant -0.55 : f64
  %r2 = math.asinh %c2 : f64
  %c3 = arith.constant 1.0 : f64
  %r3 = math.asinh %c3 : f64
  %c4 = arith.constant 7.5 : f64
  %r4 = math.asinh %c4 : f64
  %c5 = arith.constant 0x7FF0000000000000 : f64
  %r5 = math.asinh %c5 : f64
  return %r0, %r1, %r2, %r3, %r4, %r5 : f64, f64, f64, f64, f64, f64
}
// -----
func.func @atanh() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %c0 = arith.constant 0.0 : f32
  %r0 = math.atanh %c0 : f32
  %c1 = arith.constant -0.0 : f32
  %r1 = math.atanh %c1 : f32
  %c2 = arith.constant 0.3 : f32
  %r2 = math.atanh %c2 : f32
  %c3 = arith.constant -0.7 : f32
  %r3 = math.atanh %c3 : f32
  %c4 = arith.constant 1.0 : f32
  %r4 = math.atanh %c4 : f32
  %c5 = arith.constant 2.5 : f32
  %r5 = math.atanh %c5 : f32
  %c6 = arith.constant -3.25 : f32
  %r6 = math.atanh %c6 : f32
  %c7 = arith.constant 1.0e-40 : f32
  %r7 = math.atanh %c7 : f32
  %c8 = arith.constant 30.0 : f32
  %r8 = math.atanh %c8 : f32
  %c9 = arith.constant 0x7F800000 : f32
  %r9 = math.atanh %c9 : f32
  %c10 = arith.constant 0xFF800000 : f32
  %r10 = math.atanh %c10 : f32
  %c11 = arith.constant 0x7FC00000 : f32
  %r11 = math.atanh %c11 : f32
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
}
// -----
func.func @atanh() -> (f64, f64, f64, f64, f64, f64) {
  %c0 = arith.constant 0.0 : f64
  %r0 = math.atanh %c0 : f64
  %c1 = arith.constant 0.1 : f64
  %r1 = math.atanh %c1 : f64
  %c2 = arith.constant -0.55 : f64
  %r2 = math.atanh %c2 : f64
  %c3 = arith.constant 1.0 : f64
  %r3 = math.atanh %c3 : f64
  %c4 = arith.constant 7.5 : f64
  %r4 = math.atanh %c4 : f64
  %c5 = arith.constant 0x7FF0000000000000 : f64
  %r5 = math.atanh %c5 : f64
  return %r0, %r1, %r2, %r3, %r4, %r5 : f64, f64, f64, f64, f64, f64
}
// -----
func.func @erf() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %c0 = arith.constant 0.0 : f32
  %r0 = math.erf %c0 : f32
  %c1 = arith.constant -0.0 : f32
  %r1 = math.erf %c1 : f32
  %c2 = arith.constant 0.3 : f32
  %r2 = math.erf %c2 : f32
  %c3 = arith.constant -0.7 : f32
  %r3 = math.erf %c3 : f32
  %c4 = arith.constant 1.0 : f32
  %r4 = math.erf %c4 : f32
  %c5 = arith.constant 2.5 : f32
  %r5 = math.erf %c5 : f32
  %c6 = arith.constant -3.25 : f32
  %r6 = math.erf %c6 : f32
  %c7 = arith.constant 1.0e-40 : f32
  %r7 = math.erf %c7 : f32
  %c8 = arith.constant 30.0 : f32
  %r8 = math.erf %c8 : f32
  %c9 = arith.constant 0x7F800000 : f32
  %r9 = math.erf %c9 : f32
  %c10 = arith.constant 0xFF800000 : f32
  %r10 = math.erf %c10 : f32
  %c11 = arith.constant 0x7FC00000 : f32
  %r11 = math.erf %c11 : f32
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
}
// -----
func.func @erf() -> (f64, f64, f64, f64, f64, f64) {
  %c0 = arith.constant 0.0 : f64
  %r0 = math.erf %c0 : f64
  %c1 = arith.constant 0.1 : f64
  %r1 = math.erf %c1 : f64
  %c2 = arith.constant -0.55 : f64
  %r2 = math.erf %c2 : f64
  %c3 = arith.constant 1.0 : f64
  %r3 = math.erf %c3 : f64
  %c4 = arith.constant 7.5 : f64
  %r4 = math.erf %c4 : f64
  %c5 = arith.constant 0x7FF0000000000000 : f64
  %r5 = math.erf %c5 : f64
  return %r0, %r1, %r2, %r3, %r4, %r5 : f64, f64, f64, f64, f64, f64
}
// -----
func.func @erfc() -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %c0 = arith.constant 0.0 : f32
  %r0 = math.erfc %c0 : f32
  %c1 = arith.constant -0.0 : f32
  %r1 = math.erfc %c1 : f32
  %c2 = arith.constant 0.3 : f32
  %r2 = math.erfc %c2 : f32
  %c3 = arith.constant -0.7 : f32
  %r3 = math.erfc %c3 : f32
  %c4 = arith.constant 1.0 : f32
  %r4 = math.erfc %c4 : f32
  %c5 = arith.constant 2.5 : f32
  %r5 = math.erfc %c5 : f32
  %c6 = arith.constant -3.25 : f32
  %r6 = math.erfc %c6 : f32
  %c7 = arith.constant 1.0e-40 : f32
  %r7 = math.erfc %c7 : f32
  %c8 = arith.constant 30.0 : f32
  %r8 = math.erfc %c8 : f32
  %c9 = arith.constant 0x7F800000 : f32
  %r9 = math.erfc %c9 : f32
  %c10 = arith.constant 0xFF800000 : f32
  %r10 = math.erfc %c10 : f32
  %c11 = arith.constant 0x7FC00000 : f32
  %r11 = math.erfc %c11 : f32
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
}
// -----
func.func @erfc() -> (f64, f64, f64, f64, f64, f64) {
  %c0 = arith.constant 0.0 : f64
  %r0 = math.erfc %c0 : f64
  %c1 = arith.constant 0.1 : f64
  %r1 = math.erfc %c1 : f64
  %c2 = arith.constant -0.55 : f64
  %r2 = math.erfc %c2 : f64
  %c3 = arith.constant 1.0 : f64
  %r3 = math.erfc %c3 : f64
  %c4 = arith.constant 7.5 : f64
  %r4 = math.erfc %c4 : f64
  %c5 = arith.constant 0x7FF0000000000000 : f64
  %r5 = math.erfc %c5 : f64
  return %r0, %r1, %r2, %r3, %r4, %r5 : f64, f64, f64, f64, f64, f64
}
