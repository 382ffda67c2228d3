// pipeline: builtin.module(int-range-optimizations)
// pipeline: builtin.module(arith-unsigned-when-equivalent)
// pipeline: builtin.module(arith-int-range-narrowing{int-bitwidths-supported=1,8,16,24,32})
// pipeline: builtin.module(arith-int-range-narrowing)

func.func @constants(%a: i32, %n: index, %v: vector<4xi8>) -> (i1, i1, i32, vector<4xi1>) {
  %c10 = arith.constant 10 : i32
  %c12 = arith.constant 12 : i32
  %0 = arith.remui %a, %c10 : i32
  %1 = arith.cmpi ult, %0, %c10 : i32
  %2 = arith.cmpi eq, %0, %c12 : i32
  %3 = arith.shrui %0, %c10 : i32
  %4 = arith.remsi %0, %c12 : i32
  %5 = arith.addi %3, %4 : i32
  %7 = arith.constant dense<7> : vector<4xi8>
  %8 = arith.andi %v, %7 : vector<4xi8>
  %9 = arith.cmpi sge, %7, %8 : vector<4xi8>
  return %1, %2, %5, %9 : i1, i1, i32, vector<4xi1>
}
// -----
func.func @loops(%n: index, %m: memref<?x8xf32>) -> index {
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %k = arith.remui %n, %c3 : index
  affine.for %i = 2 to 9 {
    %0 = arith.cmpi slt, %i, %c100 : index
    "test.use"(%0) : (i1) -> ()
  }
  scf.parallel (%i, %j) = (%c1, %c3) to (%c3, %n) step (%c1, %k) {
    %0 = arith.cmpi sgt, %j, %i : index
    %1 = arith.remsi %j, %c3 : index
    "test.use"(%0, %1) : (i1, index) -> ()
  }
  scf.forall (%i, %j) = (1, %c3) to (%c3, 5) step (1, %k) {
    %0 = arith.remsi %i, %c3 : index
    %1 = arith.floordivsi %j, %c1 : index
    "test.use"(%0, %1) : (index, index) -> ()
  }
  scf.for %i = %c3 to %k step %c1 {
    %0 = arith.cmpi sgt, %i, %c1 : index
    "test.use"(%0) : (i1) -> ()
  }
  %a = memref.dim %m, %c1 : memref<?x8xf32>
  %b = memref.dim %m, %k : memref<?x8xf32>
  %d = arith.ceildivsi %b, %a : index
  %e = affine.apply affine_map<(d0)[s0] -> (d0 mod 7 + s0 floordiv 3 - d0 ceildiv 5)>(%k)[%a]
  %f = arith.maxsi %d, %e : index
  %w:2 = scf.while (%x = %k) : (index) -> (index, index) {
    %0 = arith.cmpi slt, %x, %c3 : index
    scf.condition(%0) %x, %c3 : index, index
  } do {
  ^bb0(%x: index, %y: index):
    %1 = arith.addi %x, %y : index
    scf.yield %1 : index
  }
  %g = arith.addi %f, %w#1 : index
  return %g : index
}
// -----
func.func private @callee(%a: i32) -> i32 {
  %c5 = arith.constant 5 : i32
  %0 = arith.divsi %a, %c5 : i32
  return %0 : i32
}
func.func @calls(%a: i32, %c: i1) -> (i32, i1) {
  %c5 = arith.constant 5 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.remui %a, %c5 : i32
  %1 = func.call @callee(%0) : (i32) -> i32
  cf.cond_br %c, ^a(%0 : i32), ^a(%c3 : i32)
^a(%x: i32):
  %2 = func.call @callee(%x) : (i32) -> i32
  %3 = arith.cmpi sle, %x, %c5 : i32
  %4 = arith.minsi %1, %2 : i32
  return %4, %3 : i32, i1
}
// -----
func.func @narrow(%a: i64, %b: index, %v: vector<2xi64>) -> (i64, i1, index, vector<2xi64>, i64) {
  %c10 = arith.constant 10 : i64
  %cm3 = arith.constant -3 : i64
  %0 = arith.remui %a, %c10 : i64
  %1 = arith.addi %0, %cm3 : i64
  %2 = arith.muli %1, %1 overflow<nsw> {test.kept} : i64
  %3 = arith.cmpi slt, %2, %0 : i64
  %4 = arith.index_cast %2 : i64 to index
  %c7 = arith.constant 7 : index
  %5 = arith.andi %b, %c7 : index
  %6 = arith.addi %4, %5 : index
  %7 = arith.constant dense<[1, 200]> : vector<2xi64>
  %8 = arith.andi %v, %7 : vector<2xi64>
  %9 = arith.addi %8, %7 : vector<2xi64>
  %10 = arith.select %3, %0, %1 : i64
  %11 = arith.index_castui %5 : index to i64
  %12 = arith.index_castui %11 : i64 to index
  %13 = arith.index_cast %12 : index to i64
  %14 = arith.addi %10, %13 : i64
  return %2, %3, %6, %9, %14 : i64, i1, index, vector<2xi64>, i64
}
// -----
func.func @index(%a: index, %b: index) -> (index, i1, i1, index) {
  %c3 = index.constant 3
  %big = index.constant 5000000000
  %0 = index.remu %a, %c3
  %1 = index.mul %0, %big
  %2 = index.cmp slt(%0, %c3)
  %3 = index.cmp ult(%0, %big)
  %4 = index.sizeof
  %5 = index.shru %0, %4
  %6 = index.casts %5 : index to i8
  %7 = index.castu %6 : i8 to index
  return %1, %2, %3, %7 : index, i1, i1, index
}
// -----
// The body of a loop whose condition is false is never executed; nothing follows one whose condition is true.
func.func @known_conditions(%b: i32) -> (i32, i32) {
  %k = arith.constant 3 : i32
  %false = arith.constant false
  %true = arith.constant true
  %r = scf.while (%a = %k) : (i32) -> i32 {
    scf.condition(%false) %a : i32
  } do {
  ^bb0(%x : i32):
    %y = arith.addi %k, %x : i32
    "test.use"(%y) : (i32) -> ()
    scf.yield %b : i32
  }
  %s:2 = scf.while (%a = %k, %e = %b) : (i32, i32) -> (i32, i32) {
    scf.condition(%true) %a, %e : i32, i32
  } do {
  ^bb0(%x : i32, %f : i32):
    %y = arith.addi %k, %x : i32
    "test.use"(%y) : (i32) -> ()
    scf.yield %x, %f : i32, i32
  }
  return %r, %s#0 : i32, i32
}
// -----
func.func @known_by_range(%n: index, %x: index) {
  %c3 = arith.constant 3 : index
  %c0 = arith.constant 0 : index
  %0 = arith.andi %n, %c3 : index
  %1 = arith.cmpi ule, %c0, %x : index
  %2 = scf.if %1 -> (index) {
    scf.yield %0 : index
  } else {
    %6 = arith.andi %n, %c3 : index
    %7 = arith.cmpi sle, %6, %c3 : index
    "test.use"(%7) : (i1) -> ()
    scf.yield %x : index
  }
  %3 = arith.cmpi eq, %x, %x : index
  %4 = arith.select %3, %0, %x : index
  %5 = arith.cmpi sle, %2, %c3 : index
  "test.use"(%5, %4) : (i1, index) -> ()
  return
}
// -----
func.func @same_operands(%a: i32, %v: vector<[4]xi32>) -> (i32, vector<[4]xi32>) {
  %c7 = arith.constant 7 : i32
  %x = arith.andi %a, %c7 : i32
  %0 = arith.addi %x, %x : i32
  %w7 = arith.constant dense<7> : vector<[4]xi32>
  %w = arith.andi %v, %w7 : vector<[4]xi32>
  %1 = arith.muli %w, %w : vector<[4]xi32>
  return %0, %1 : i32, vector<[4]xi32>
}
