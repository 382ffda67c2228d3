// pipeline: builtin.module(func.func(lower-vector-multi-reduction))
// pipeline: builtin.module(func.func(lower-vector-multi-reduction{lowering-strategy=inner-reduction}))
func.func @mr(%v: vector<2x3xf32>, %a: vector<2xf32>, %b: vector<3xf32>) -> (vector<2xf32>, vector<3xf32>) {
  %0 = vector.multi_reduction <add>, %v, %a [1] : vector<2x3xf32> to vector<2xf32>
  %1 = vector.multi_reduction <mul>, %v, %b [0] : vector<2x3xf32> to vector<3xf32>
  return %0, %1 : vector<2xf32>, vector<3xf32>
}
// -----
func.func @all(%v: vector<2x3xi32>, %a: i32) -> i32 {
  %0 = vector.multi_reduction <xor>, %v, %a [0, 1] : vector<2x3xi32> to i32
  return %0 : i32
}
// -----
func.func @one(%v: vector<3xf32>, %a: f32) -> f32 {
  %0 = vector.multi_reduction <maximumf>, %v, %a [0] : vector<3xf32> to f32
  return %0 : f32
}
// -----
func.func @three(%v: vector<2x3x4xi32>, %a: vector<2x4xi32>, %b: vector<3xi32>) -> (vector<2x4xi32>, vector<3xi32>) {
  %0 = vector.multi_reduction <minui>, %v, %a [1] : vector<2x3x4xi32> to vector<2x4xi32>
  %1 = vector.multi_reduction <add>, %v, %b [0, 2] : vector<2x3x4xi32> to vector<3xi32>
  return %0, %1 : vector<2x4xi32>, vector<3xi32>
}
// -----
func.func @unit(%v: vector<1x3x1xf32>, %a: vector<3xf32>, %b: vector<1x1xf32>) -> (vector<3xf32>, vector<1x1xf32>) {
  %0 = vector.multi_reduction <add>, %v, %a [0, 2] : vector<1x3x1xf32> to vector<3xf32>
  %1 = vector.multi_reduction <add>, %v, %b [1] : vector<1x3x1xf32> to vector<1x1xf32>
  return %0, %1 : vector<3xf32>, vector<1x1xf32>
}
// -----
func.func @masked(%v: vector<2x3x4xi32>, %a: vector<2x4xi32>, %m: vector<2x3x4xi1>) -> vector<2x4xi32> {
  %0 = vector.mask %m { vector.multi_reduction <add>, %v, %a [1] : vector<2x3x4xi32> to vector<2x4xi32> } : vector<2x3x4xi1> -> vector<2x4xi32>
  return %0 : vector<2x4xi32>
}
// -----
func.func @masked1(%v: vector<3xf32>, %a: f32, %m: vector<3xi1>) -> f32 {
  %0 = vector.mask %m { vector.multi_reduction <add>, %v, %a [0] : vector<3xf32> to f32 } : vector<3xi1> -> f32
  return %0 : f32
}
// -----
func.func @masked2(%v: vector<3x2xf32>, %a: f32, %m: vector<3x2xi1>) -> f32 {
  %0 = vector.mask %m { vector.multi_reduction <add>, %v, %a [0, 1] : vector<3x2xf32> to f32 } : vector<3x2xi1> -> f32
  return %0 : f32
}
// -----
func.func @inloop(%v: vector<3x2xindex>, %a: vector<2xindex>, %n: index) -> vector<2xindex> {
  %0 = scf.for %i = %n to %n step %n iter_args(%x = %a) -> vector<2xindex> {
    %1 = vector.multi_reduction <add>, %v, %x [0] : vector<3x2xindex> to vector<2xindex>
    scf.yield %1 : vector<2xindex>
  }
  return %0 : vector<2xindex>
}
// -----
func.func @all(%v: vector<2x3x4xi32>, %a: i32, %b: vector<4xi32>, %c: vector<2xi32>) -> (i32, vector<4xi32>, vector<2xi32>) {
  %0 = vector.multi_reduction <xor>, %v, %a [0, 1, 2] : vector<2x3x4xi32> to i32
  %1 = vector.multi_reduction <add>, %v, %b [0, 1] : vector<2x3x4xi32> to vector<4xi32>
  %2 = vector.multi_reduction <add>, %v, %c [1, 2] : vector<2x3x4xi32> to vector<2xi32>
  return %0, %1, %2 : i32, vector<4xi32>, vector<2xi32>
}
// -----
func.func @four(%v: vector<2x1x3x2xi32>, %a: vector<1x2xi32>, %b: vector<2x3xi32>, %c: vector<2x1x3xi32>) -> (vector<1x2xi32>, vector<2x3xi32>, vector<2x1x3xi32>) {
  %0 = vector.multi_reduction <add>, %v, %a [0, 2] : vector<2x1x3x2xi32> to vector<1x2xi32>
  %1 = vector.multi_reduction <and>, %v, %b [1, 3] : vector<2x1x3x2xi32> to vector<2x3xi32>
  %2 = vector.multi_reduction <maxui>, %v, %c [3] : vector<2x1x3x2xi32> to vector<2x1x3xi32>
  return %0, %1, %2 : vector<1x2xi32>, vector<2x3xi32>, vector<2x1x3xi32>
}
// -----
func.func @kinds(%v: vector<2x2xf64>, %a: vector<2xf64>) -> (vector<2xf64>, vector<2xf64>, vector<2xf64>) {
  %0 = vector.multi_reduction <minnumf>, %v, %a [0] : vector<2x2xf64> to vector<2xf64>
  %1 = vector.multi_reduction <maxnumf>, %v, %0 [1] : vector<2x2xf64> to vector<2xf64>
  %2 = vector.multi_reduction <minimumf>, %v, %1 [0] : vector<2x2xf64> to vector<2xf64>
  return %0, %1, %2 : vector<2xf64>, vector<2xf64>, vector<2xf64>
}
// -----
func.func @masked_rows(%v: vector<2x3xf32>, %a: vector<2xf32>, %m: vector<2x3xi1>) -> vector<2xf32> {
  %0 = vector.mask %m { vector.multi_reduction <mul>, %v, %a [1] : vector<2x3xf32> to vector<2xf32> } : vector<2x3xi1> -> vector<2xf32>
  return %0 : vector<2xf32>
}
