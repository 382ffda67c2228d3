// pipeline: builtin.module(convert-vector-to-llvm{vector-contract-lowering=outerproduct})
// pipeline: builtin.module(convert-vector-to-llvm{vector-contract-lowering=parallelarith})
#a = affine_map<(i, k) -> (i, k)>
#b = affine_map<(i, k) -> (k)>
#c = affine_map<(i, k) -> (i)>
#d = affine_map<(i, k) -> (k, i)>
func.func @mv(%a: vector<2x3xi32>, %at: vector<3x2xi32>, %b: vector<3xi32>, %c: vector<2xi32>) -> (vector<2xi32>, vector<2xi32>, vector<2xi32>, vector<2xi32>) {
  %0 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<2x3xi32>, vector<3xi32> into vector<2xi32>
  %1 = vector.contract {indexing_maps = [#d, #b, #c], iterator_types = ["parallel", "reduction"]} %at, %b, %c : vector<3x2xi32>, vector<3xi32> into vector<2xi32>
  %2 = vector.contract {indexing_maps = [#b, #a, #c], iterator_types = ["parallel", "reduction"]} %b, %a, %c : vector<3xi32>, vector<2x3xi32> into vector<2xi32>
  %3 = vector.contract {indexing_maps = [#b, #d, #c], iterator_types = ["parallel", "reduction"]} %b, %at, %c : vector<3xi32>, vector<3x2xi32> into vector<2xi32>
  return %0, %1, %2, %3 : vector<2xi32>, vector<2xi32>, vector<2xi32>, vector<2xi32>
}
// -----
#a = affine_map<(k, i) -> (i, k)>
#b = affine_map<(k, i) -> (k)>
#c = affine_map<(k, i) -> (i)>
#d = affine_map<(k, i) -> (k, i)>
func.func @tmv(%a: vector<2x3xf64>, %at: vector<3x2xf64>, %b: vector<3xf64>, %c: vector<2xf64>) -> (vector<2xf64>, vector<2xf64>, vector<2xf64>, vector<2xf64>) {
  %0 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["reduction", "parallel"]} %a, %b, %c : vector<2x3xf64>, vector<3xf64> into vector<2xf64>
  %1 = vector.contract {indexing_maps = [#d, #b, #c], iterator_types = ["reduction", "parallel"]} %at, %b, %c : vector<3x2xf64>, vector<3xf64> into vector<2xf64>
  %2 = vector.contract {indexing_maps = [#b, #a, #c], iterator_types = ["reduction", "parallel"]} %b, %a, %c : vector<3xf64>, vector<2x3xf64> into vector<2xf64>
  %3 = vector.contract {indexing_maps = [#b, #d, #c], iterator_types = ["reduction", "parallel"]} %b, %at, %c : vector<3xf64>, vector<3x2xf64> into vector<2xf64>
  return %0, %1, %2, %3 : vector<2xf64>, vector<2xf64>, vector<2xf64>, vector<2xf64>
}
// -----
func.func @batch(%a: vector<2x2x3xf32>, %b: vector<2x3x2xf32>, %c: vector<2x2x2xf32>) -> vector<2x2x2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, k, j)>, affine_map<(b, i, j, k) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x2x3xf32>, vector<2x3x2xf32> into vector<2x2x2xf32>
  return %0 : vector<2x2x2xf32>
}
// -----
func.func @full(%a: vector<2x3xf32>, %b: vector<3x2xf32>, %c: f32) -> f32 {
  %0 = vector.contract {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3x2xf32> into f32
  return %0 : f32
}
// -----
func.func @mixed(%a: vector<2x3xf16>, %b: vector<3x2xf16>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf16>, vector<3x2xf16> into vector<2x2xf32>
  return %0 : vector<2x2xf32>
}
// -----
func.func @maxi(%a: vector<2x3xi32>, %b: vector<3x2xi32>, %c: vector<2x2xi32>) -> vector<2x2xi32> {
  %0 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxsi>} %a, %b, %c : vector<2x3xi32>, vector<3x2xi32> into vector<2x2xi32>
  return %0 : vector<2x2xi32>
}
// -----
func.func @unit(%a: vector<1x2xf32>, %b: vector<3x1xf32>, %c: vector<3x2xf32>) -> vector<3x2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (j, i)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<1x2xf32>, vector<3x1xf32> into vector<3x2xf32>
  return %0 : vector<3x2xf32>
}
// -----
func.func @ijflip(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(j, i, k) -> (i, k)>, affine_map<(j, i, k) -> (k, j)>, affine_map<(j, i, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @mr(%v: vector<2x4xf32>, %a: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.multi_reduction <add>, %v, %a [1] : vector<2x4xf32> to vector<2xf32>
  return %0 : vector<2xf32>
}
// -----
func.func @scan(%v: vector<2x4xf32>, %a: vector<2xf32>) -> (vector<2x4xf32>, vector<2xf32>) {
  %0:2 = vector.scan <add>, %v, %a {inclusive = false, reduction_dim = 1 : i64} : vector<2x4xf32>, vector<2xf32>
  return %0#0, %0#1 : vector<2x4xf32>, vector<2xf32>
}
// -----
func.func @il(%a: vector<4xf32>, %b: vector<4xf32>, %c: vector<2x4xi32>) -> (vector<8xf32>, vector<2x8xi32>) {
  %0 = vector.interleave %a, %b : vector<4xf32> -> vector<8xf32>
  %1 = vector.interleave %c, %c : vector<2x4xi32> -> vector<2x8xi32>
  return %0, %1 : vector<8xf32>, vector<2x8xi32>
}
// -----
func.func @dl(%a: vector<4xf32>, %c: vector<2x4xi32>) -> (vector<2xf32>, vector<2xf32>, vector<2x2xi32>, vector<2x2xi32>) {
  %0, %1 = vector.deinterleave %a : vector<4xf32> -> vector<2xf32>
  %2, %3 = vector.deinterleave %c : vector<2x4xi32> -> vector<2x2xi32>
  return %0, %1, %2, %3 : vector<2xf32>, vector<2xf32>, vector<2x2xi32>, vector<2x2xi32>
}
// -----
func.func @pr(%a: f32, %b: f64, %i: i32, %j: i1, %k: index, %u: ui8, %s: si16, %bf: bf16, %h: f16, %w: i64, %ww: i3) {
  vector.print %a : f32
  vector.print %b : f64
  vector.print %i : i32
  vector.print %j : i1
  vector.print %k : index
  vector.print %u : ui8
  vector.print %s : si16
  vector.print %bf : bf16
  vector.print %h : f16
  vector.print %w : i64
  vector.print %ww : i3
  vector.print str "hello\n"
  vector.print punctuation <comma>
  vector.print punctuation <open>
  vector.print punctuation <close>
  vector.print punctuation <newline>
  vector.print punctuation <no_punctuation>
  vector.print %a : f32 punctuation <comma>
  return
}
// -----
func.func @bad(%v: i65) {
  vector.print %v : i65
  return
}
// -----
#m = {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
func.func @mm(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = vector.contract #m %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
#m = {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
func.func @dot(%a: vector<3xf32>, %b: vector<3xf32>, %c: f32) -> f32 {
  %0 = vector.contract #m %a, %b, %c : vector<3xf32>, vector<3xf32> into f32
  return %0 : f32
}
// -----
#m = {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
func.func @mv(%a: vector<2x3xi32>, %b: vector<3xi32>, %c: vector<2xi32>) -> vector<2xi32> {
  %0 = vector.contract #m %a, %b, %c : vector<2x3xi32>, vector<3xi32> into vector<2xi32>
  return %0 : vector<2xi32>
}
// -----
func.func @op(%v: vector<4xf32>, %a: vector<2xf32>, %b: vector<2x4xf32>, %s: f32) -> (vector<2x4xf32>, vector<4xf32>, vector<2x4xf32>) {
  %0 = vector.outerproduct %a, %v, %b {kind = #vector.kind<maximumf>} : vector<2xf32>, vector<4xf32>
  %1 = vector.outerproduct %v, %s : vector<4xf32>, f32
  %2 = vector.outerproduct %a, %v, %b {kind = #vector.kind<mul>} : vector<2xf32>, vector<4xf32>
  return %0, %1, %2 : vector<2x4xf32>, vector<4xf32>, vector<2x4xf32>
}
// -----
func.func @mask2(%m: memref<?xf32>, %i: index, %k: vector<4xi1>, %a: f32) -> vector<4xf32> {
  %0 = vector.mask %k { vector.transfer_read %m[%i], %a {in_bounds = [true]} : memref<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %k { vector.transfer_write %0, %m[%i] {in_bounds = [true]} : vector<4xf32>, memref<?xf32> } : vector<4xi1>
  return %0 : vector<4xf32>
}
// -----
func.func @exp(%m: memref<?xf32>, %i: index, %k: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.expandload %m[%i], %k, %p : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i], %k, %0 : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @vs() -> index {
  %0 = vector.vscale
  return %0 : index
}
// -----
func.func @bit(%v: vector<2x4xf32>, %w: vector<f32>) -> (vector<2x8xi16>, vector<i32>) {
  %0 = vector.bitcast %v : vector<2x4xf32> to vector<2x8xi16>
  %1 = vector.bitcast %w : vector<f32> to vector<i32>
  return %0, %1 : vector<2x8xi16>, vector<i32>
}
// -----
func.func @ma(%a: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.shuffle %a, %a [0, 5, -1, 3] : vector<4xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @il1(%a: vector<1xf32>, %b: vector<f32>) -> (vector<2xf32>, vector<2xf32>) {
  %0 = vector.interleave %a, %a : vector<1xf32> -> vector<2xf32>
  %1 = vector.interleave %b, %b : vector<f32> -> vector<2xf32>
  return %0, %1 : vector<2xf32>, vector<2xf32>
}
// -----
func.func @il3(%a: vector<2x1x2xi8>) -> (vector<2x1x4xi8>, vector<2x1x1xi8>, vector<2x1x1xi8>) {
  %0 = vector.interleave %a, %a : vector<2x1x2xi8> -> vector<2x1x4xi8>
  %1, %2 = vector.deinterleave %a : vector<2x1x2xi8> -> vector<2x1x1xi8>
  return %0, %1, %2 : vector<2x1x4xi8>, vector<2x1x1xi8>, vector<2x1x1xi8>
}
// -----
func.func @il_index(%a: vector<2xindex>) -> vector<4xindex> {
  %0 = vector.interleave %a, %a : vector<2xindex> -> vector<4xindex>
  return %0 : vector<4xindex>
}
// -----
func.func @two_texts(%a: i8) {
  vector.print str "a"
  vector.print str "b"
  vector.print %a : i8 punctuation <no_punctuation>
  vector.print str ""
  return
}
// -----
func.func @other_types(%b: i65, %c: vector<2xf32>) {
  vector.print %c : vector<2xf32>
  return
}
// -----
llvm.func @printI64(i64)
func.func @declared(%a: i64, %b: ui64, %c: si1, %d: ui1) {
  vector.print %a : i64
  vector.print %b : ui64
  vector.print %c : si1
  vector.print %d : ui1 punctuation <close>
  return
}
// -----
module @inner {
  module {
    func.func @nested(%a: i64) {
      vector.print %a : i64
      return
    }
  }
}
// -----
func.func @kinds(%i: vector<2xi32>, %j: vector<3xi32>, %c: vector<2x3xi32>) -> (vector<2x3xi32>, vector<2x3xi32>, vector<2x3xi32>, vector<2x3xi32>, vector<2x3xi32>) {
  %0 = vector.outerproduct %i, %j, %c {kind = #vector.kind<xor>} : vector<2xi32>, vector<3xi32>
  %1 = vector.outerproduct %i, %j, %c {kind = #vector.kind<minui>} : vector<2xi32>, vector<3xi32>
  %2 = vector.outerproduct %i, %j, %c {kind = #vector.kind<mul>} : vector<2xi32>, vector<3xi32>
  %3 = vector.outerproduct %i, %j, %c {kind = #vector.kind<and>} : vector<2xi32>, vector<3xi32>
  %4 = vector.outerproduct %i, %j, %c {kind = #vector.kind<maxsi>} : vector<2xi32>, vector<3xi32>
  return %0, %1, %2, %3, %4 : vector<2x3xi32>, vector<2x3xi32>, vector<2x3xi32>, vector<2x3xi32>, vector<2x3xi32>
}
// -----
func.func @axpy(%v: vector<4xf32>, %a: f32, %b: vector<4xf32>, %i: vector<2xi32>, %j: i32) -> (vector<4xf32>, vector<4xf32>, vector<2xi32>, vector<4xf32>) {
  %0 = vector.outerproduct %v, %a, %b : vector<4xf32>, f32
  %1 = vector.outerproduct %v, %a, %b {kind = #vector.kind<minnumf>} : vector<4xf32>, f32
  %2 = vector.outerproduct %i, %j, %i : vector<2xi32>, i32
  %3 = vector.outerproduct %v, %a : vector<4xf32>, f32
  return %0, %1, %2, %3 : vector<4xf32>, vector<4xf32>, vector<2xi32>, vector<4xf32>
}
// -----
func.func @masked_outer(%v: vector<4xf32>, %a: vector<2xf32>, %b: vector<2x4xf32>, %m: vector<2x4xi1>) -> vector<2x4xf32> {
  %0 = vector.mask %m { vector.outerproduct %a, %v, %b : vector<2xf32>, vector<4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
// -----
func.func @aligned(%m: memref<?xf32>, %i: index, %k: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.expandload %m[%i], %k, %p {alignment = 16 : i64} : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%i], %k, %0 {alignment = 16 : i64} : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return %0 : vector<4xf32>
}
