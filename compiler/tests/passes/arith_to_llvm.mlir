// pipeline: builtin.module(convert-arith-to-llvm)
// pipeline: builtin.module(convert-arith-to-llvm{index-bitwidth=32},reconcile-unrealized-casts)
func.func @f(%a: i32, %b: i32, %x: f32, %y: f32, %i: index, %v: vector<4xi32>, %w: vector<2x3xf32>, %c: i1, %vi: vector<4xindex>) {
  %0 = arith.addi %a, %b overflow<nsw, nuw> {foo} : i32
  %1 = arith.addf %x, %y fastmath<nnan,reassoc> : f32
  %2 = arith.addi %v, %v : vector<4xi32>
  %3 = arith.addf %w, %w : vector<2x3xf32>
  %4 = arith.shrsi %a, %b exact : i32
  %5 = arith.divsi %a, %b exact: i32
  %6 = arith.extui %a : i32 to i64
  %7 = arith.index_cast %i : index to i32
  %8 = arith.index_castui %a : i32 to index
  %9 = arith.index_cast %i : index to i64
  %10 = arith.index_cast %v : vector<4xi32> to vector<4xindex>
  %11, %o = arith.addui_extended %a, %b : i32, i1
  %12:2 = arith.mulsi_extended %a, %b : i32
  %13:2 = arith.mului_extended %v, %v : vector<4xi32>
  %14 = arith.cmpi slt, %i, %i : index
  %15 = arith.cmpf ugt, %x, %y fastmath<fast>: f32
  %16 = arith.cmpf ugt, %w, %w : vector<2x3xf32>
  %17 = arith.constant dense<1.0> : vector<2x3xf32>
  %18 = arith.constant dense<1> : vector<3xindex>
  %19 = arith.constant 1.0 : f8E4M3FN
  %20 = arith.constant 1.0 : bf16
  %21 = arith.select %c, %w, %w : vector<2x3xf32>
  %22 = arith.truncf %x : f32 to f16
  %23 = arith.truncf %x to_nearest_even : f32 to f16
  %24 = arith.trunci %a overflow<nsw>: i32 to i8
  %25 = arith.negf %x : f32
  %26 = arith.maximumf %x, %y : f32
  %27 = arith.bitcast %x : f32 to i32
  %28 = arith.fptosi %x : f32 to i32
  %29 = arith.minsi %vi, %vi : vector<4xindex>
  %30 = arith.constant true
  %31 = arith.constant -5 : i8
  %32 = arith.ceildivsi %a, %b : i32
  %35 = arith.constant dense<[[1,2],[3,4]]> : vector<2x2xi64>
  %36 = arith.remf %x, %y : f32
  %37 = arith.constant dense<2.0> : vector<4xf8E5M2>
  %38 = arith.extf %x : f32 to f64
  %40 = arith.addi %c, %c : i1
  return
}
// -----
func.func @f(%a: i32, %b: i32, %x: f32, %y: f32, %i: index, %j: index, %c: i1, %w: vector<2x3xf32>, %v: vector<4xi32>) {
  %1 = arith.ceildivui %a, %b : i32
  %2 = arith.floordivsi %i, %j : index
  %3 = arith.ceildivsi %v, %v : vector<4xi32>
  %4 = arith.select %c, %w, %w : vector<2x3xf32>
  return
}
func.func @g(%a: i1, %b: vector<2x3xf32>, %w: vector<2x3xf32>, %bb: vector<2x3xi1>, %m: memref<2xi32>, %n: memref<2xi32>,%z: vector<f32>, %i: index, %j: index, %f: f32) -> vector<2x3xf32> {
  %4 = arith.select %a, %w, %b : vector<2x3xf32>
  %5 = arith.select %bb, %w, %b : vector<2x3xi1>, vector<2x3xf32>
  %6 = arith.select %a, %m, %n : memref<2xi32>
  %7 = arith.addf %z, %z : vector<f32>
  %8 = arith.select %a, %i, %j : index
  %9 = arith.truncf %f fastmath<nnan> : f32 to f16
  %10 = arith.truncf %w : vector<2x3xf32> to vector<2x3xf16>
  %11 = arith.extf %9 : f16 to f32
  %12 = arith.bitcast %f : f32 to f32
  %13 = arith.bitcast %w : vector<2x3xf32> to vector<2x3xi32>
  %14 = arith.minui %i, %j {attr = 1 : i32} : index
  %15 = arith.cmpi ult, %i, %j {attr = 1 : i32} : index
  return %4 : vector<2x3xf32>
}
// -----
func.func @f(%c: i1, %m: memref<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = arith.addi %c0, %c1 : index
  cf.cond_br %c, ^a(%n : index), ^b
^a(%x: index):
  %v = memref.load %m[%x] : memref<?xf32>
  %y = arith.addi %x, %n : index
  return %y : index
^b:
  return %s : index
^unreach:
  %q = arith.addi %n, %n : index
  return %q: index
}
