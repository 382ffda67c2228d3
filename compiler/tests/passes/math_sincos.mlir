// pipeline: builtin.module(math-sincos-fusion)
func.func @many(%x: f32) -> (f32, f32) {
  %0 = math.sin %x : f32
  %1 = math.cos %x : f32
  return %0, %1 : f32, f32
}
// -----
func.func @order(%x: f32) -> (f32, f32) {
  %1 = math.cos %x : f32
  %0 = math.sin %x : f32
  return %0, %1 : f32, f32
}
// -----
func.func @flags(%x: f32) -> (f32, f32, f32) {
  %1 = math.cos %x fastmath<fast> : f32
  %0 = math.sin %x : f32
  %2 = math.cos %x : f32
  return %0, %1, %2 : f32, f32, f32
}
// -----
func.func @twice(%x: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %0 = math.sin %x fastmath<nnan> : vector<4xf32>
  %1 = math.sin %x fastmath<nnan>: vector<4xf32>
  %2 = math.cos %x fastmath<nnan>: vector<4xf32>
  %3 = math.cos %x fastmath<nnan>: vector<4xf32>
  return %0, %1, %2, %3 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}
// -----
func.func @two(%x: f32, %y: f32) -> (f32, f32, f32, f32) {
  %0 = math.cos %x : f32
  %1 = math.cos %y : f32
  %2 = math.sin %y : f32
  %3 = math.sin %x : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
