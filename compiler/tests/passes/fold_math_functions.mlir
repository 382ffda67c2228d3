// pipeline: builtin.module(canonicalize)
func.func @acos(%x: f32) -> (f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>) {
  %a0 = arith.constant 1.0 : f32
  %r0 = math.acos %a0 : f32
  %b0 = arith.constant 1.0 : f64
  %s0 = math.acos %b0 : f64
  %a1 = arith.constant -0.0 : f32
  %r1 = math.acos %a1 : f32
  %b1 = arith.constant -0.0 : f64
  %s1 = math.acos %b1 : f64
  %a2 = arith.constant 0x7F800000 : f32
  %r2 = math.acos %a2 : f32
  %b2 = arith.constant 0x7FF0000000000000 : f64
  %s2 = math.acos %b2 : f64
  %a3 = arith.constant 0x7FC00000 : f32
  %r3 = math.acos %a3 : f32
  %b3 = arith.constant 0x7FF8000000000000 : f64
  %s3 = math.acos %b3 : f64
  %h = arith.constant 1.0 : f16
  %t = math.acos %h : f16
  %u = math.acos %x : f32
  %d = arith.constant dense<1.0> : vector<3xf32>
  %e = math.acos %d : vector<3xf32>
  return %r0, %s0, %r1, %s1, %r2, %s2, %r3, %s3, %t, %u, %e : f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>
}

// -----

func.func @asin(%x: f32) -> (f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>) {
  %a0 = arith.constant 0.0 : f32
  %r0 = math.asin %a0 : f32
  %b0 = arith.constant 0.0 : f64
  %s0 = math.asin %b0 : f64
  %a1 = arith.constant -0.0 : f32
  %r1 = math.asin %a1 : f32
  %b1 = arith.constant -0.0 : f64
  %s1 = math.asin %b1 : f64
  %a2 = arith.constant 0x7F800000 : f32
  %r2 = math.asin %a2 : f32
  %b2 = arith.constant 0x7FF0000000000000 : f64
  %s2 = math.asin %b2 : f64
  %a3 = arith.constant 0x7FC00000 : f32
  %r3 = math.asin %a3 : f32
  %b3 = arith.constant 0x7FF8000000000000 : f64
  %s3 = math.asin %b3 : f64
  %h = arith.constant 0.0 : f16
  %t = math.asin %h : f16
  %u = math.asin %x : f32
  %d = arith.constant dense<0.0> : vector<3xf32>
  %e = math.asin %d : vector<3xf32>
  return %r0, %s0, %r1, %s1, %r2, %s2, %r3, %s3, %t, %u, %e : f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>
}

// -----

func.func @atan(%x: f32) -> (f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>) {
  %a0 = arith.constant 0.0 : f32
  %r0 = math.atan %a0 : f32
  %b0 = arith.constant 0.0 : f64
  %s0 = math.atan %b0 : f64
  %a1 = arith.constant -0.0 : f32
  %r1 = math.atan %a1 : f32
  %b1 = arith.constant -0.0 : f64
  %s1 = math.atan %b1 : f64
  %a2 = arith.constant 0x7F800000 : f32
  %r2 = math.atan %a2 : f32
  %b2 = arith.constant 0x7FF0000000000000 : f64
  %s2 = math.atan %b2 : f64
  %a3 = arith.constant 0x7FC00000 : f32
  %r3 = math.atan %a3 : f32
  %b3 = arith.constant 0x7FF8000000000000 : f64
  %s3 = math.atan %b3 : f64
  %h = arith.constant 0.0 : f16
  %t = math.atan %h : f16
  %u = math.atan %x : f32
  %d = arith.constant dense<0.0> : vector<3xf32>
  %e = math.atan %d : vector<3xf32>
  return %r0, %s0, %r1, %s1, %r2, %s2, %r3, %s3, %t, %u, %e : f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>
}

// -----

func.func @cos(%x: f32) -> (f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>) {
  %a0 = arith.constant 0.0 : f32
  %r0 = math.cos %a0 : f32
  %b0 = arith.constant 0.0 : f64
  %s0 = math.cos %b0 : f64
  %a1 = arith.constant -0.0 : f32
  %r1 = math.cos %a1 : f32
  %b1 = arith.constant -0.0 : f64
  %s1 = math.cos %b1 : f64
  %a2 = arith.constant 0x7F800000 : f32
  %r2 = math.cos %a2 : f32
  %b2 = arith.constant 0x7FF0000000000000 : f64
  %s2 = math.cos %b2 : f64
  %a3 = arith.constant 0x7FC00000 : f32
  %r3 = math.cos %a3 : f32
  %b3 = arith.constant 0x7FF8000000000000 : f64
  %s3 = math.cos %b3 : f64
  %h = arith.constant 0.0 : f16
  %t = math.cos %h : f16
  %u = math.cos %x : f32
  %d = arith.constant dense<0.0> : vector<3xf32>
  %e = math.cos %d : vector<3xf32>
  return %r0, %s0, %r1, %s1, %r2, %s2, %r3, %s3, %t, %u, %e : f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>
}

// -----

func.func @cosh(%x: f32) -> (f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>) {
  %a0 = arith.constant 0.0 : f32
  %r0 = math.cosh %a0 : f32
  %b0 = arith.constant 0.0 : f64
  %s0 = math.cosh %b0 : f64
  %a1 = arith.constant -0.0 : f32
  %r1 = math.cosh %a1 : f32
  %b1 = arith.constant -0.0 : f64
  %s1 = math.cosh %b1 : f64
  %a2 = arith.constant 0x7F800000 : f32
  %r2 = math.cosh %a2 : f32
  %b2 = arith.constant 0x7FF0000000000000 : f64
  %s2 = math.cosh %b2 : f64
  %a3 = arith.constant 0x7FC00000 : f32
  %r3 = math.cosh %a3 : f32
  %b3 = arith.constant 0x7FF8000000000000 : f64
  %s3 = math.cosh %b3 : f64
  %h = arith.constant 0.0 : f16
  %t = math.cosh %h : f16
  %u = math.cosh %x : f32
  %d = arith.constant dense<0.0> : vector<3xf32>
  %e = math.cosh %d : vector<3xf32>
  return %r0, %s0, %r1, %s1, %r2, %s2, %r3, %s3, %t, %u, %e : f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>
}

// -----

func.func @exp(%x: f32) -> (f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>) {
  %a0 = arith.constant 0.0 : f32
  %r0 = math.exp %a0 : f32
  %b0 = arith.constant 0.0 : f64
  %s0 = math.exp %b0 : f64
  %a1 = arith.constant -0.0 : f32
  %r1 = math.exp %a1 : f32
  %b1 = arith.constant -0.0 : f64
  %s1 = math.exp %b1 : f64
  %a2 = arith.constant 0x7F800000 : f32
  %r2 = math.exp %a2 : f32
  %b2 = arith.constant 0x7FF0000000000000 : f64
  %s2 = math.exp %b2 : f64
  %a3 = arith.constant 0x7FC00000 : f32
  %r3 = math.exp %a3 : f32
  %b3 = arith.constant 0x7FF8000000000000 : f64
  %s3 = math.exp %b3 : f64
  %h = arith.constant 0.0 : f16
  %t = math.exp %h : f16
  %u = math.exp %x : f32
  %d = arith.constant dense<0.0> : vector<3xf32>
  %e = math.exp %d : vector<3xf32>
  return %r0, %s0, %r1, %s1, %r2, %s2, %r3, %s3, %t, %u, %e : f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>
}

// -----

func.func @exp2(%x: f32) -> (f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>) {
  %a0 = arith.constant 3.0 : f32
  %r0 = math.exp2 %a0 : f32
  %b0 = arith.constant 3.0 : f64
  %s0 = math.exp2 %b0 : f64
  %a1 = arith.constant -0.0 : f32
  %r1 = math.exp2 %a1 : f32
  %b1 = arith.constant -0.0 : f64
  %s1 = math.exp2 %b1 : f64
  %a2 = arith.constant 0x7F800000 : f32
  %r2 = math.exp2 %a2 : f32
  %b2 = arith.constant 0x7FF0000000000000 : f64
  %s2 = math.exp2 %b2 : f64
  %a3 = arith.constant 0x7FC00000 : f32
  %r3 = math.exp2 %a3 : f32
  %b3 = arith.constant 0x7FF8000000000000 : f64
  %s3 = math.exp2 %b3 : f64
  %h = arith.constant 3.0 : f16
  %t = math.exp2 %h : f16
  %u = math.exp2 %x : f32
  %d = arith.constant dense<3.0> : vector<3xf32>
  %e = math.exp2 %d : vector<3xf32>
  return %r0, %s0, %r1, %s1, %r2, %s2, %r3, %s3, %t, %u, %e : f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>
}

// -----

func.func @expm1(%x: f32) -> (f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>) {
  %a0 = arith.constant 0.0 : f32
  %r0 = math.expm1 %a0 : f32
  %b0 = arith.constant 0.0 : f64
  %s0 = math.expm1 %b0 : f64
  %a1 = arith.constant -0.0 : f32
  %r1 = math.expm1 %a1 : f32
  %b1 = arith.constant -0.0 : f64
  %s1 = math.expm1 %b1 : f64
  %a2 = arith.constant 0x7F800000 : f32
  %r2 = math.expm1 %a2 : f32
  %b2 = arith.constant 0x7FF0000000000000 : f64
  %s2 = math.expm1 %b2 : f64
  %a3 = arith.constant 0x7FC00000 : f32
  %r3 = math.expm1 %a3 : f32
  %b3 = arith.constant 0x7FF8000000000000 : f64
  %s3 = math.expm1 %b3 : f64
  %h = arith.constant 0.0 : f16
  %t = math.expm1 %h : f16
  %u = math.expm1 %x : f32
  %d = arith.constant dense<0.0> : vector<3xf32>
  %e = math.expm1 %d : vector<3xf32>
  return %r0, %s0, %r1, %s1, %r2, %s2, %r3, %s3, %t, %u, %e : f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>
}

// -----

func.func @log(%x: f32) -> (f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>) {
  %a0 = arith.constant 1.0 : f32
  %r0 = math.log %a0 : f32
  %b0 = arith.constant 1.0 : f64
  %s0 = math.log %b0 : f64
  %a1 = arith.constant -0.0 : f32
  %r1 = math.log %a1 : f32
  %b1 = arith.constant -0.0 : f64
  %s1 = math.log %b1 : f64
  %a2 = arith.constant 0x7F800000 : f32
  %r2 = math.log %a2 : f32
  %b2 = arith.constant 0x7FF0000000000000 : f64
  %s2 = math.log %b2 : f64
  %a3 = arith.constant 0x7FC00000 : f32
  %r3 = math.log %a3 : f32
  %b3 = arith.constant 0x7FF8000000000000 : f64
  %s3 = math.log %b3 : f64
  %h = arith.constant 1.0 : f16
  %t = math.log %h : f16
  %u = math.log %x : f32
  %d = arith.constant dense<1.0> : vector<3xf32>
  %e = math.log %d : vector<3xf32>
  return %r0, %s0, %r1, %s1, %r2, %s2, %r3, %s3, %t, %u, %e : f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>
}

// -----

func.func @log10(%x: f32) -> (f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>) {
  %a0 = arith.constant 1.0 : f32
  %r0 = math.log10 %a0 : f32
  %b0 = arith.constant 1.0 : f64
  %s0 = math.log10 %b0 : f64
  %a1 = arith.constant -0.0 : f32
  %r1 = math.log10 %a1 : f32
  %b1 = arith.constant -0.0 : f64
  %s1 = math.log10 %b1 : f64
  %a2 = arith.constant 0x7F800000 : f32
  %r2 = math.log10 %a2 : f32
  %b2 = arith.constant 0x7FF0000000000000 : f64
  %s2 = math.log10 %b2 : f64
  %a3 = arith.constant 0x7FC00000 : f32
  %r3 = math.log10 %a3 : f32
  %b3 = arith.constant 0x7FF8000000000000 : f64
  %s3 = math.log10 %b3 : f64
  %h = arith.constant 1.0 : f16
  %t = math.log10 %h : f16
  %u = math.log10 %x : f32
  %d = arith.constant dense<1.0> : vector<3xf32>
  %e = math.log10 %d : vector<3xf32>
  return %r0, %s0, %r1, %s1, %r2, %s2, %r3, %s3, %t, %u, %e : f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>
}

// -----

func.func @log1p(%x: f32) -> (f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>) {
  %a0 = arith.constant 0.0 : f32
  %r0 = math.log1p %a0 : f32
  %b0 = arith.constant 0.0 : f64
  %s0 = math.log1p %b0 : f64
  %a1 = arith.constant -0.0 : f32
  %r1 = math.log1p %a1 : f32
  %b1 = arith.constant -0.0 : f64
  %s1 = math.log1p %b1 : f64
  %a2 = arith.constant 0x7F800000 : f32
  %r2 = math.log1p %a2 : f32
  %b2 = arith.constant 0x7FF0000000000000 : f64
  %s2 = math.log1p %b2 : f64
  %a3 = arith.constant 0x7FC00000 : f32
  %r3 = math.log1p %a3 : f32
  %b3 = arith.constant 0x7FF8000000000000 : f64
  %s3 = math.log1p %b3 : f64
  %h = arith.constant 0.0 : f16
  %t = math.log1p %h : f16
  %u = math.log1p %x : f32
  %d = arith.constant dense<0.0> : vector<3xf32>
  %e = math.log1p %d : vector<3xf32>
  return %r0, %s0, %r1, %s1, %r2, %s2, %r3, %s3, %t, %u, %e : f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>
}

// -----

func.func @log2(%x: f32) -> (f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>) {
  %a0 = arith.constant 8.0 : f32
  %r0 = math.log2 %a0 : f32
  %b0 = arith.constant 8.0 : f64
  %s0 = math.log2 %b0 : f64
  %a1 = arith.constant -0.0 : f32
  %r1 = math.log2 %a1 : f32
  %b1 = arith.constant -0.0 : f64
  %s1 = math.log2 %b1 : f64
  %a2 = arith.constant 0x7F800000 : f32
  %r2 = math.log2 %a2 : f32
  %b2 = arith.constant 0x7FF0000000000000 : f64
  %s2 = math.log2 %b2 : f64
  %a3 = arith.constant 0x7FC00000 : f32
  %r3 = math.log2 %a3 : f32
  %b3 = arith.constant 0x7FF8000000000000 : f64
  %s3 = math.log2 %b3 : f64
  %h = arith.constant 8.0 : f16
  %t = math.log2 %h : f16
  %u = math.log2 %x : f32
  %d = arith.constant dense<8.0> : vector<3xf32>
  %e = math.log2 %d : vector<3xf32>
  return %r0, %s0, %r1, %s1, %r2, %s2, %r3, %s3, %t, %u, %e : f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>
}

// -----

func.func @sin(%x: f32) -> (f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>) {
  %a0 = arith.constant 0.0 : f32
  %r0 = math.sin %a0 : f32
  %b0 = arith.constant 0.0 : f64
  %s0 = math.sin %b0 : f64
  %a1 = arith.constant -0.0 : f32
  %r1 = math.sin %a1 : f32
  %b1 = arith.constant -0.0 : f64
  %s1 = math.sin %b1 : f64
  %a2 = arith.constant 0x7F800000 : f32
  %r2 = math.sin %a2 : f32
  %b2 = arith.constant 0x7FF0000000000000 : f64
  %s2 = math.sin %b2 : f64
  %a3 = arith.constant 0x7FC00000 : f32
  %r3 = math.sin %a3 : f32
  %b3 = arith.constant 0x7FF8000000000000 : f64
  %s3 = math.sin %b3 : f64
  %h = arith.constant 0.0 : f16
  %t = math.sin %h : f16
  %u = math.sin %x : f32
  %d = arith.constant dense<0.0> : vector<3xf32>
  %e = math.sin %d : vector<3xf32>
  return %r0, %s0, %r1, %s1, %r2, %s2, %r3, %s3, %t, %u, %e : f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>
}

// -----

func.func @sinh(%x: f32) -> (f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>) {
  %a0 = arith.constant 0.0 : f32
  %r0 = math.sinh %a0 : f32
  %b0 = arith.constant 0.0 : f64
  %s0 = math.sinh %b0 : f64
  %a1 = arith.constant -0.0 : f32
  %r1 = math.sinh %a1 : f32
  %b1 = arith.constant -0.0 : f64
  %s1 = math.sinh %b1 : f64
  %a2 = arith.constant 0x7F800000 : f32
  %r2 = math.sinh %a2 : f32
  %b2 = arith.constant 0x7FF0000000000000 : f64
  %s2 = math.sinh %b2 : f64
  %a3 = arith.constant 0x7FC00000 : f32
  %r3 = math.sinh %a3 : f32
  %b3 = arith.constant 0x7FF8000000000000 : f64
  %s3 = math.sinh %b3 : f64
  %h = arith.constant 0.0 : f16
  %t = math.sinh %h : f16
  %u = math.sinh %x : f32
  %d = arith.constant dense<0.0> : vector<3xf32>
  %e = math.sinh %d : vector<3xf32>
  return %r0, %s0, %r1, %s1, %r2, %s2, %r3, %s3, %t, %u, %e : f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>
}

// -----

func.func @tan(%x: f32) -> (f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>) {
  %a0 = arith.constant 0.0 : f32
  %r0 = math.tan %a0 : f32
  %b0 = arith.constant 0.0 : f64
  %s0 = math.tan %b0 : f64
  %a1 = arith.constant -0.0 : f32
  %r1 = math.tan %a1 : f32
  %b1 = arith.constant -0.0 : f64
  %s1 = math.tan %b1 : f64
  %a2 = arith.constant 0x7F800000 : f32
  %r2 = math.tan %a2 : f32
  %b2 = arith.constant 0x7FF0000000000000 : f64
  %s2 = math.tan %b2 : f64
  %a3 = arith.constant 0x7FC00000 : f32
  %r3 = math.tan %a3 : f32
  %b3 = arith.constant 0x7FF8000000000000 : f64
  %s3 = math.tan %b3 : f64
  %h = arith.constant 0.0 : f16
  %t = math.tan %h : f16
  %u = math.tan %x : f32
  %d = arith.constant dense<0.0> : vector<3xf32>
  %e = math.tan %d : vector<3xf32>
  return %r0, %s0, %r1, %s1, %r2, %s2, %r3, %s3, %t, %u, %e : f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>
}

// -----

func.func @tanh(%x: f32) -> (f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>) {
  %a0 = arith.constant 0.0 : f32
  %r0 = math.tanh %a0 : f32
  %b0 = arith.constant 0.0 : f64
  %s0 = math.tanh %b0 : f64
  %a1 = arith.constant -0.0 : f32
  %r1 = math.tanh %a1 : f32
  %b1 = arith.constant -0.0 : f64
  %s1 = math.tanh %b1 : f64
  %a2 = arith.constant 0x7F800000 : f32
  %r2 = math.tanh %a2 : f32
  %b2 = arith.constant 0x7FF0000000000000 : f64
  %s2 = math.tanh %b2 : f64
  %a3 = arith.constant 0x7FC00000 : f32
  %r3 = math.tanh %a3 : f32
  %b3 = arith.constant 0x7FF8000000000000 : f64
  %s3 = math.tanh %b3 : f64
  %h = arith.constant 0.0 : f16
  %t = math.tanh %h : f16
  %u = math.tanh %x : f32
  %d = arith.constant dense<0.0> : vector<3xf32>
  %e = math.tanh %d : vector<3xf32>
  return %r0, %s0, %r1, %s1, %r2, %s2, %r3, %s3, %t, %u, %e : f32, f64, f32, f64, f32, f64, f32, f64, f16, f32, vector<3xf32>
}
