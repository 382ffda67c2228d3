// pipeline: builtin.module(convert-linalg-to-loops)
func.func @random(%a: memref<?x4xf32>, %low: f64, %high: f64, %seed: i32) {
  linalg.fill_rng_2d ins(%low, %high, %seed : f64, f64, i32) outs(%a : memref<?x4xf32>)
  return
}
