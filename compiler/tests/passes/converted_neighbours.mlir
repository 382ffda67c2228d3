// pipeline: builtin.module(convert-math-to-funcs)
// pipeline: builtin.module(convert-math-to-funcs{convert-ctlz=true min-width-of-fpowi-exponent=33})
// pipeline: builtin.module(expand-realloc)
// pipeline: builtin.module(canonicalize)
func.func @constants() -> (i32, f32, i32, f32, i32) {
  %a = arith.constant 3 : i32
  %b = arith.constant 2 : i32
  %x = arith.constant 2.0 : f32
  %0 = math.ipowi %a, %b : i32
  %1 = math.fpowi %x, %b : f32, i32
  %2 = math.ctlz %a : i32
  %3 = math.absf %x : f32
  %4 = arith.addi %a, %b : i32
  return %0, %1, %2, %3, %4 : i32, f32, i32, f32, i32
}
// -----
func.func @neighbours(%m: memref<4xf32>, %t: tensor<4xf32>, %v: vector<4xf32>, %i: index) -> (memref<8xf32>, index, f32, vector<4xf32>, index, i32, i64) {
  %0 = memref.realloc %m : memref<4xf32> to memref<8xf32>
  %c0 = arith.constant 0 : index
  %1 = tensor.dim %t, %c0 : tensor<4xf32>
  %2 = memref.dim %m, %c0 : memref<4xf32>
  %3 = vector.extract %v[1] : f32 from vector<4xf32>
  %4 = vector.shape_cast %v : vector<4xf32> to vector<4xf32>
  %5 = affine.apply affine_map<(d0) -> (d0 + 0)>(%i)
  %6 = index.constant 4
  %7 = index.add %6, %6
  %true = arith.constant true
  %8 = scf.if %true -> i32 {
    %x = arith.constant 3 : i32
    scf.yield %x : i32
  } else {
    %x = arith.constant 4 : i32
    scf.yield %x : i32
  }
  %9 = affine.max affine_map<() -> (3, 5)>()
  %10 = arith.index_cast %9 : index to i64
  return %0, %7, %3, %4, %5, %8, %10 : memref<8xf32>, index, f32, vector<4xf32>, index, i32, i64
}
// -----
func.func @casts(%m: memref<4xf32>, %a: i32, %b: i64, %n: index) -> (i32, memref<?xf32>, i64, vector<4xf32>) {
  %0 = builtin.unrealized_conversion_cast %a : i32 to f32
  %1 = builtin.unrealized_conversion_cast %0 : f32 to i32
  %2 = math.ipowi %1, %a : i32
  %3 = memref.cast %m : memref<4xf32> to memref<?xf32>
  %4 = memref.realloc %3(%n) : memref<?xf32> to memref<?xf32>
  %5 = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %6 = complex.re %5 : complex<f32>
  %7 = vector.broadcast %6 : f32 to vector<4xf32>
  %8 = llvm.mlir.constant(3 : i64) : i64
  %9 = llvm.add %8, %b : i64
  %10 = llvm.mlir.zero : i64
  %11 = llvm.or %9, %10 : i64
  return %2, %4, %11, %7 : i32, memref<?xf32>, i64, vector<4xf32>
}
// -----
func.func @unreached(%m: memref<4xf32>, %a: i32) -> (memref<8xf32>, i32) {
  %0 = memref.realloc %m : memref<4xf32> to memref<8xf32>
  return %0, %a : memref<8xf32>, i32
^bb1(%x: i32, %y: memref<8xf32>):
  %1 = math.ipowi %x, %a : i32
  %2 = memref.realloc %m : memref<4xf32> to memref<8xf32>
  return %2, %1 : memref<8xf32>, i32
}
// -----
func.func @index(%a: index) -> (index, index) {
  %0 = math.ipowi %a, %a : index
  %1 = math.ctlz %a : index
  return %0, %1 : index, index
}
// -----
func.func @casts_of_several(%a: i32, %b: i32) -> (i32, i32, i32, i32) {
  %0, %1, %5 = builtin.unrealized_conversion_cast %a, %b : i32, i32 to f32, f32, f32
  %2, %3 = builtin.unrealized_conversion_cast %0, %1, %5 : f32, f32, f32 to i32, i32
  %4 = builtin.unrealized_conversion_cast %a : i32 to i32
  %6, %7 = builtin.unrealized_conversion_cast %1, %0, %5 : f32, f32, f32 to i32, i32
  return %2, %3, %4, %6 : i32, i32, i32, i32
}
// -----
func.func @inside(%m: memref<4xf32>, %c: i1, %a: i32) -> i32 {
  %z = arith.constant 0 : i32
  %r = affine.for %i = 0 to 4 iter_args(%s = %z) -> i32 {
    %x = math.ipowi %a, %s : i32
    %0 = memref.realloc %m : memref<4xf32> to memref<8xf32>
    %k = arith.constant 1 : i32
    %f = shape.const_size 4
    %p = arith.muli %x, %k : i32
    affine.yield %p : i32
  }
  %q = affine.for %i = 0 to 0 iter_args(%s = %z) -> i32 {
    affine.yield %a : i32
  }
  %t = arith.addi %r, %q : i32
  return %t : i32
}
