// pipeline: builtin.module(convert-vector-to-llvm)
func.func @load(%m: memref<?xf32>, %i: index) -> vector<4xf32> {
  %0 = vector.load %m[%i] : memref<?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @store(%m: memref<?x8xf32>, %i: index, %v: vector<4xf32>) {
  vector.store %v, %m[%i, %i] : memref<?x8xf32>, vector<4xf32>
  return
}
// -----
func.func @bc(%s: f32) -> vector<4xf32> {
  %0 = vector.broadcast %s : f32 to vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @bc2(%s: f32) -> vector<2x4xf32> {
  %0 = vector.broadcast %s : f32 to vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @bc3(%s: vector<4xf32>) -> vector<2x4xf32> {
  %0 = vector.broadcast %s : vector<4xf32> to vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @ext(%v: vector<4xf32>, %i: index) -> (f32, f32) {
  %0 = vector.extract %v[2] : f32 from vector<4xf32>
  %1 = vector.extract %v[%i] : f32 from vector<4xf32>
  return %0, %1 : f32, f32
}
// -----
func.func @ext2(%v: vector<2x4xf32>) -> (f32, vector<4xf32>) {
  %0 = vector.extract %v[1, 2] : f32 from vector<2x4xf32>
  %1 = vector.extract %v[1] : vector<4xf32> from vector<2x4xf32>
  return %0, %1 : f32, vector<4xf32>
}
// -----
func.func @ins(%v: vector<4xf32>, %s: f32, %i: index, %w: vector<2x4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<2x4xf32>, vector<2x4xf32>) {
  %0 = vector.insert %s, %v[2] : f32 into vector<4xf32>
  %1 = vector.insert %s, %v[%i] : f32 into vector<4xf32>
  %2 = vector.insert %v, %w[1] : vector<4xf32> into vector<2x4xf32>
  %3 = vector.insert %s, %w[1, 2] : f32 into vector<2x4xf32>
  return %0, %1, %2, %3 : vector<4xf32>, vector<4xf32>, vector<2x4xf32>, vector<2x4xf32>
}
// -----
func.func @fma(%v: vector<4xf32>, %w: vector<2x4xf32>) -> (vector<4xf32>, vector<2x4xf32>) {
  %0 = vector.fma %v, %v, %v : vector<4xf32>
  %1 = vector.fma %w, %w, %w : vector<2x4xf32>
  return %0, %1 : vector<4xf32>, vector<2x4xf32>
}
// -----
func.func @red(%v: vector<4xf32>, %i: vector<4xi32>, %a: f32, %b: i32) -> (f32, f32, f32, f32, i32, i32, i32, i32) {
  %0 = vector.reduction <add>, %v : vector<4xf32> into f32
  %1 = vector.reduction <add>, %v, %a : vector<4xf32> into f32
  %2 = vector.reduction <mul>, %v : vector<4xf32> into f32
  %3 = vector.reduction <maximumf>, %v, %a : vector<4xf32> into f32
  %4 = vector.reduction <add>, %i : vector<4xi32> into i32
  %5 = vector.reduction <maxsi>, %i, %b : vector<4xi32> into i32
  %6 = vector.reduction <xor>, %i : vector<4xi32> into i32
  %7 = vector.reduction <minui>, %i, %b : vector<4xi32> into i32
  return %0, %1, %2, %3, %4, %5, %6, %7 : f32, f32, f32, f32, i32, i32, i32, i32
}
// -----
func.func @shuf(%v: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.shuffle %v, %v [0, 5, 2, 7] : vector<4xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @tr(%m: memref<?xf32>, %i: index) -> vector<4xf32> {
  %c = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i], %c {in_bounds = [true]} : memref<?xf32>, vector<4xf32>
  vector.transfer_write %0, %m[%i] {in_bounds = [true]} : vector<4xf32>, memref<?xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @trm(%m: memref<?xf32>, %i: index) -> vector<4xf32> {
  %c = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i], %c : memref<?xf32>, vector<4xf32>
  vector.transfer_write %0, %m[%i] : vector<4xf32>, memref<?xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @bit(%v: vector<4xf32>) -> vector<4xi32> {
  %0 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  return %0 : vector<4xi32>
}
// -----
func.func @step() -> vector<4xindex> {
  %0 = vector.step : vector<4xindex>
  return %0 : vector<4xindex>
}
// -----
func.func @masked(%m: memref<?xf32>, %i: index, %k: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.maskedload %m[%i], %k, %p : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i], %k, %0 : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @cm(%i: index) -> vector<4xi1> {
  %0 = vector.create_mask %i : vector<4xi1>
  %1 = vector.constant_mask [3] : vector<4xi1>
  %2 = arith.andi %0, %1 : vector<4xi1>
  return %2 : vector<4xi1>
}
// -----
func.func @fe(%s: f32, %t: f32) -> vector<2xf32> {
  %0 = vector.from_elements %s, %t : vector<2xf32>
  %1:2 = vector.to_elements %0 : vector<2xf32>
  %2 = vector.from_elements %1#1, %1#0 : vector<2xf32>
  return %2 : vector<2xf32>
}
// -----
func.func @ess(%v: vector<8xf32>, %w: vector<4xf32>) -> (vector<2xf32>, vector<8xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [2], sizes = [2], strides = [1]} : vector<8xf32> to vector<2xf32>
  %1 = vector.insert_strided_slice %w, %v {offsets = [1], strides = [1]} : vector<4xf32> into vector<8xf32>
  return %0, %1 : vector<2xf32>, vector<8xf32>
}
// -----
func.func @transpose(%v: vector<2x4xf32>) -> vector<4x2xf32> {
  %0 = vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  return %0 : vector<4x2xf32>
}
// -----
func.func @mr(%v: vector<2x4xf32>, %a: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.multi_reduction <add>, %v, %a [1] : vector<2x4xf32> to vector<2xf32>
  return %0 : vector<2xf32>
}
// -----
func.func @outer(%v: vector<4xf32>, %a: vector<2xf32>) -> vector<2x4xf32> {
  %0 = vector.outerproduct %a, %v : vector<2xf32>, vector<4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @gather(%m: memref<?xf32>, %i: index, %ix: vector<4xi32>, %k: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.gather %m[%i][%ix], %k, %p : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i][%ix], %k, %0 : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @bc1(%s: f32) -> (vector<1xf32>, vector<f32>, vector<1x1xf32>) {
  %0 = vector.broadcast %s : f32 to vector<1xf32>
  %1 = vector.broadcast %s : f32 to vector<f32>
  %2 = vector.broadcast %s : f32 to vector<1x1xf32>
  return %0, %1, %2 : vector<1xf32>, vector<f32>, vector<1x1xf32>
}
// -----
func.func @bci(%s: index, %t: i1) -> (vector<4xindex>, vector<4xi1>) {
  %0 = vector.broadcast %s : index to vector<4xindex>
  %1 = vector.broadcast %t : i1 to vector<4xi1>
  return %0, %1 : vector<4xindex>, vector<4xi1>
}
// -----
func.func @red(%i: vector<4xi32>, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32, i32, i32) {
  %0 = vector.reduction <add>, %i, %b : vector<4xi32> into i32
  %1 = vector.reduction <mul>, %i, %b : vector<4xi32> into i32
  %2 = vector.reduction <and>, %i, %b : vector<4xi32> into i32
  %3 = vector.reduction <or>, %i, %b : vector<4xi32> into i32
  %4 = vector.reduction <xor>, %i, %b : vector<4xi32> into i32
  %5 = vector.reduction <minsi>, %i, %b : vector<4xi32> into i32
  %6 = vector.reduction <maxui>, %i, %b : vector<4xi32> into i32
  %7 = vector.reduction <minsi>, %i : vector<4xi32> into i32
  %8 = vector.reduction <mul>, %i : vector<4xi32> into i32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i32, i32, i32, i32, i32, i32, i32, i32, i32
}
// -----
func.func @redf(%v: vector<4xf32>, %a: f32) -> (f32, f32, f32, f32, f32, f32, f32) {
  %0 = vector.reduction <mul>, %v, %a fastmath<fast> : vector<4xf32> into f32
  %1 = vector.reduction <minnumf>, %v, %a fastmath<nnan> : vector<4xf32> into f32
  %2 = vector.reduction <maxnumf>, %v : vector<4xf32> into f32
  %3 = vector.reduction <minimumf>, %v : vector<4xf32> into f32
  %4 = vector.reduction <maxnumf>, %v, %a : vector<4xf32> into f32
  %5 = vector.reduction <minimumf>, %v, %a : vector<4xf32> into f32
  %6 = vector.reduction <add>, %v fastmath<reassoc> : vector<4xf32> into f32
  return %0, %1, %2, %3, %4, %5, %6 : f32, f32, f32, f32, f32, f32, f32
}
// -----
func.func @bit(%v: vector<2x4xf32>, %w: vector<4xf32>) -> (vector<2x4xi32>, vector<8xi16>) {
  %0 = vector.bitcast %v : vector<2x4xf32> to vector<2x4xi32>
  %1 = vector.bitcast %w : vector<4xf32> to vector<8xi16>
  return %0, %1 : vector<2x4xi32>, vector<8xi16>
}
// -----
func.func @te(%v: vector<2xf32>) -> (f32, f32) {
  %1:2 = vector.to_elements %v : vector<2xf32>
  return %1#1, %1#0 : f32, f32
}
// -----
func.func @te1(%v: vector<3xf32>) -> (f32) {
  %1:3 = vector.to_elements %v : vector<3xf32>
  return %1#1 : f32
}
// -----
func.func @fe2(%s: f32) -> vector<2x2xf32> {
  %2 = vector.from_elements %s, %s, %s, %s : vector<2x2xf32>
  return %2 : vector<2x2xf32>
}
// -----
func.func @shuf(%v: vector<4xf32>, %w: vector<2xf32>, %a: vector<2x4xf32>) -> (vector<3xf32>, vector<3x4xf32>, vector<2xf32>) {
  %0 = vector.shuffle %v, %w [0, 5, 2] : vector<4xf32>, vector<2xf32>
  %1 = vector.shuffle %a, %a [0, 3, 1] : vector<2x4xf32>, vector<2x4xf32>
  %2 = vector.shuffle %v, %v [0, 5] : vector<4xf32>, vector<4xf32>
  return %0, %1, %2 : vector<3xf32>, vector<3x4xf32>, vector<2xf32>
}
// -----
func.func @load1(%m: memref<8xindex>, %i: index, %n: memref<4x?xf64, strided<[?, 1], offset: ?>>) -> (vector<4xindex>, vector<4xf64>) {
  %0 = vector.load %m[%i] {nontemporal = true} : memref<8xindex>, vector<4xindex>
  %1 = vector.load %n[%i, %i] {alignment = 32} : memref<4x?xf64, strided<[?, 1], offset: ?>>, vector<4xf64>
  vector.store %1, %n[%i, %i] {nontemporal = true} : memref<4x?xf64, strided<[?, 1], offset: ?>>, vector<4xf64>
  return %0, %1 : vector<4xindex>, vector<4xf64>
}
// -----
func.func @load2(%m: memref<8x8xf32>, %i: index) -> (vector<2x4xf32>) {
  %0 = vector.load %m[%i, %i] : memref<8x8xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @load0(%m: memref<8xf32>, %i: index) -> (vector<f32>) {
  %0 = vector.load %m[%i] : memref<8xf32>, vector<f32>
  return %0 : vector<f32>
}
// -----
func.func @ext0(%m: vector<f32>, %v: vector<1xf32>, %w: vector<2x3x4xf32>, %i: index) -> (f32, f32, vector<3x4xf32>, f32) {
  %0 = vector.extract %m[] : f32 from vector<f32>
  %1 = vector.extract %v[0] : f32 from vector<1xf32>
  %2 = vector.extract %w[1] : vector<3x4xf32> from vector<2x3x4xf32>
  %3 = vector.extract %w[1, 2, %i] : f32 from vector<2x3x4xf32>
  return %0, %1, %2, %3 : f32, f32, vector<3x4xf32>, f32
}
// -----
func.func @ext3(%w: vector<2x3x4xf32>, %i: index) -> (f32) {
  %3 = vector.extract %w[1, %i, 3] : f32 from vector<2x3x4xf32>
  return %3 : f32
}
// -----
func.func @ins0(%m: vector<f32>, %s: f32, %w: vector<2x3x4xf32>, %u: vector<3x4xf32>, %i: index) -> (vector<f32>, vector<2x3x4xf32>, vector<2x3x4xf32>) {
  %0 = vector.insert %s, %m[] : f32 into vector<f32>
  %1 = vector.insert %u, %w[1] : vector<3x4xf32> into vector<2x3x4xf32>
  %2 = vector.insert %s, %w[1, 2, %i] : f32 into vector<2x3x4xf32>
  return %0, %1, %2 : vector<f32>, vector<2x3x4xf32>, vector<2x3x4xf32>
}
// -----
func.func @flat(%m: memref<2x4xf32>) -> memref<vector<2x4xf32>> {
  %0 = vector.type_cast %m : memref<2x4xf32> to memref<vector<2x4xf32>>
  return %0 : memref<vector<2x4xf32>>
}
// -----
func.func @slices(%v: vector<8xf32>, %n: memref<4x8xf32>, %i: index) -> vector<4xf32> {
  %0 = vector.extract_strided_slice %v {offsets = [4], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
  %c = arith.constant 1.0 : f32
  %1 = vector.transfer_read %n[%i, %i], %c {in_bounds = [true]} : memref<4x8xf32>, vector<4xf32>
  %2 = arith.addf %0, %1 : vector<4xf32>
  vector.transfer_write %2, %n[%i, %i] {in_bounds = [true]} : vector<4xf32>, memref<4x8xf32>
  return %2 : vector<4xf32>
}
// -----
func.func @masked_transfer(%n: memref<?x?xf32>, %i: index, %k: vector<4xi1>, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %n[%i, %i], %p, %k {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  vector.transfer_write %0, %n[%i, %i], %k {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @both_masks(%n: memref<?xf32>, %i: index, %k: vector<4xi1>, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %n[%i], %p, %k : memref<?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @strided(%n: memref<?xf32, strided<[2]>>, %i: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %n[%i], %p {in_bounds = [true]} : memref<?xf32, strided<[2]>>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @outer_acc(%v: vector<4xf32>, %a: vector<2xf32>, %b: vector<2x4xf32>, %i: vector<2xi32>, %j: vector<3xi32>, %c: vector<2x3xi32>) -> (vector<2x4xf32>, vector<2x3xi32>, vector<2x3xi32>) {
  %0 = vector.outerproduct %a, %v, %b : vector<2xf32>, vector<4xf32>
  %1 = vector.outerproduct %i, %j, %c : vector<2xi32>, vector<3xi32>
  %2 = vector.outerproduct %i, %j : vector<2xi32>, vector<3xi32>
  return %0, %1, %2 : vector<2x4xf32>, vector<2x3xi32>, vector<2x3xi32>
}
// -----
func.func @deep(%v: vector<4xf32>, %w: vector<2x3x4xf32>, %s: f32) -> (vector<2x3x4xf32>, vector<2x3x4xf32>, vector<3x2x4xf32>, vector<2x3x4xf32>) {
  %0 = vector.broadcast %v : vector<4xf32> to vector<2x3x4xf32>
  %1 = vector.fma %w, %w, %w : vector<2x3x4xf32>
  %2 = vector.transpose %w, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
  %3 = vector.broadcast %s : f32 to vector<2x3x4xf32>
  return %0, %1, %2, %3 : vector<2x3x4xf32>, vector<2x3x4xf32>, vector<3x2x4xf32>, vector<2x3x4xf32>
}
// -----
func.func @loop(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %p = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c4 {
    %0 = vector.transfer_read %x[%i], %p : memref<?xf32>, vector<4xf32>
    %1 = arith.mulf %0, %0 : vector<4xf32>
    vector.transfer_write %1, %y[%i] : vector<4xf32>, memref<?xf32>
  }
  return
}
// -----
func.func @a(%v: vector<2x4xf32>) -> vector<8xf32> {
  %0 = vector.shape_cast %v : vector<2x4xf32> to vector<8xf32>
  return %0 : vector<8xf32>
}
// -----
func.func @b(%v: vector<2x4xf32>) -> vector<4x2xf32> {
  %0 = vector.shape_cast %v : vector<2x4xf32> to vector<4x2xf32>
  return %0 : vector<4x2xf32>
}
// -----
func.func @c(%v: vector<4xf32>) -> vector<1x4xf32> {
  %0 = vector.shape_cast %v : vector<4xf32> to vector<1x4xf32>
  return %0 : vector<1x4xf32>
}
// -----
func.func @d(%v: vector<2x3x4xf32>) -> vector<6x4xf32> {
  %0 = vector.shape_cast %v : vector<2x3x4xf32> to vector<6x4xf32>
  return %0 : vector<6x4xf32>
}
// -----
func.func @unused(%v: vector<2xf32>) {
  %0:2 = vector.to_elements %v : vector<2xf32>
  return
}
// -----
func.func @z(%m: memref<?x?xf32>, %i: index, %p: f32) -> vector<f32> {
  %0 = vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<f32>
  return %0 : vector<f32>
}
// -----
func.func @w(%m: memref<?x?xf32>, %i: index, %p: vector<f32>) {
  vector.transfer_write %p, %m[%i, %i] : vector<f32>, memref<?x?xf32>
  return
}
// -----
func.func @b(%p: vector<f32>) -> vector<4xf32> {
  %0 = vector.broadcast %p : vector<f32> to vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @b2(%p: vector<f32>) -> vector<2x4xf32> {
  %0 = vector.broadcast %p : vector<f32> to vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @t(%p: vector<1x4xf32>) -> vector<4x1xf32> {
  %0 = vector.transpose %p, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
  return %0 : vector<4x1xf32>
}
// -----
func.func @t1(%p: vector<1x1x4xi1>) -> vector<1x1x4xi1> {
  %0 = vector.transpose %p, [1, 0, 2] : vector<1x1x4xi1> to vector<1x1x4xi1>
  return %0 : vector<1x1x4xi1>
}
// -----
func.func @t2(%p: vector<2x1x4xf32>) -> vector<1x2x4xf32> {
  %0 = vector.transpose %p, [1, 0, 2] : vector<2x1x4xf32> to vector<1x2x4xf32>
  return %0 : vector<1x2x4xf32>
}
// -----
func.func @t3(%p: vector<2x1x4xf32>) -> vector<1x4x2xf32> {
  %0 = vector.transpose %p, [1, 2, 0] : vector<2x1x4xf32> to vector<1x4x2xf32>
  return %0 : vector<1x4x2xf32>
}
// -----
func.func @t4(%p: vector<4x1xf32>) -> vector<1x4xf32> {
  %0 = vector.transpose %p, [1, 0] : vector<4x1xf32> to vector<1x4xf32>
  return %0 : vector<1x4xf32>
}
// -----
func.func @t5(%p: vector<1x1x4xf32>) -> vector<4x1x1xf32> {
  %0 = vector.transpose %p, [2, 0, 1] : vector<1x1x4xf32> to vector<4x1x1xf32>
  return %0 : vector<4x1x1xf32>
}
// -----
func.func @t6(%p: vector<1x3x1xi1>) -> vector<1x1x3xi1> {
  %0 = vector.transpose %p, [0, 2, 1] : vector<1x3x1xi1> to vector<1x1x3xi1>
  return %0 : vector<1x1x3xi1>
}
// -----
func.func @m2(%a: index, %b: index) -> vector<2x4xi1> {
  %0 = vector.create_mask %a, %b : vector<2x4xi1>
  return %0 : vector<2x4xi1>
}
// -----
func.func @m3(%a: index, %b: index) -> vector<2x1x2xi1> {
  %0 = vector.create_mask %a, %b, %a : vector<2x1x2xi1>
  return %0 : vector<2x1x2xi1>
}
// -----
func.func @c2() -> vector<3x4xi1> {
  %0 = vector.constant_mask [2, 3] : vector<3x4xi1>
  return %0 : vector<3x4xi1>
}
// -----
func.func @c3() -> vector<2x2x2xi1> {
  %0 = vector.constant_mask [1, 2, 1] : vector<2x2x2xi1>
  return %0 : vector<2x2x2xi1>
}
// -----
func.func @c2all() -> vector<2x2xi1> {
  %0 = vector.constant_mask [2, 2] : vector<2x2xi1>
  return %0 : vector<2x2xi1>
}
// -----
func.func @c2none() -> vector<2x2xi1> {
  %0 = vector.constant_mask [0, 0] : vector<2x2xi1>
  return %0 : vector<2x2xi1>
}
// -----
func.func @stretch_f(%a: vector<1xf32>) -> vector<3xf32> {
  %0 = vector.broadcast %a : vector<1xf32> to vector<3xf32>
  return %0 : vector<3xf32>
}
// -----
func.func @stretch_g(%a: vector<2x1xf32>) -> vector<2x3xf32> {
  %0 = vector.broadcast %a : vector<2x1xf32> to vector<2x3xf32>
  return %0 : vector<2x3xf32>
}
// -----
func.func @stretch_h(%a: vector<1x1xf32>) -> vector<4x2x3xf32> {
  %0 = vector.broadcast %a : vector<1x1xf32> to vector<4x2x3xf32>
  return %0 : vector<4x2x3xf32>
}
// -----
func.func @stretch_i(%a: vector<2x1x3xf32>) -> vector<2x2x3xf32> {
  %0 = vector.broadcast %a : vector<2x1x3xf32> to vector<2x2x3xf32>
  return %0 : vector<2x2x3xf32>
}
// -----
func.func @stretch_j(%a: vector<f32>) -> vector<3xf32> {
  %0 = vector.broadcast %a : vector<f32> to vector<3xf32>
  return %0 : vector<3xf32>
}
