// pipeline: builtin.module(canonicalize)
func.func @min(%a: index, %b: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 100 {
    %0 = affine.min affine_map<(d0) -> (d0, 200)>(%i)
    %1 = affine.min affine_map<(d0)[s0] -> (d0, s0, 200)>(%i)[%b]
    %2 = affine.max affine_map<(d0)[s0] -> (d0, d0 + 4, -1, 7)>(%i)[%b]
    %3 = affine.min affine_map<(d0)[s0] -> (-d0 + s0, s0 + 4)>(%i)[%b]
    "test.use"(%0, %1, %2, %3) : (index, index, index, index) -> ()
    %4 = affine.min affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%b]
    %5 = affine.min affine_map<(d0)[s0] -> (d0 + s0, d0 + s0, 4 * d0, d0 * 4)>(%i)[%b]
    %q = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%i)[%b]
    %6 = affine.max affine_map<(d0)[s0] -> (s0, d0 + 1)>(%i)[%q]
    "test.use"(%4, %5, %6) : (index, index, index) -> ()
    %7 = affine.min affine_map<(d0)[s0] -> (d0 + s0, s0 * 3)>(%i)[%b]
    %8 = affine.min affine_map<(d0)[s0] -> (d0, s0, 5)>(%7)[%b]
    %9 = affine.min affine_map<(d0)[s0] -> (d0 + 1, s0, 5)>(%7)[%b]
    %10 = affine.max affine_map<(d0)[s0] -> (d0, s0, 5)>(%7)[%b]
    %11 = affine.min affine_map<(d0, d1)[s0] -> (d0, s0, 5, d1)>(%7, %8)[%7]
    "test.use"(%8, %9, %10, %11) : (index, index, index, index) -> ()
    %12 = affine.max affine_map<(d0)[s0] -> (s0, d0)>(%a)[%b]
    %13 = affine.max affine_map<(d0)[s0] -> (d0, s0)>(%a)[%b]
    %14 = affine.max affine_map<(d0, d1) -> (d0 + d1, d1 + d0, d0 * 3 + d1, d0 floordiv 3, d0 mod 3, d1, d0, d0 + 1, -d0, 3)>(%a, %i)
    "test.use"(%12, %13, %14) : (index, index, index) -> ()
  }
  return
}
// -----
func.func @mem(%a: index, %b: index, %m: memref<8xindex>, %k: memref<?xindex>) -> index {
  %c = memref.cast %m : memref<8xindex> to memref<?xindex>
  %q = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%a)[%b]
  %c3 = arith.constant 3 : index
  affine.store %a, %c[%q + 1] : memref<?xindex>
  affine.store %a, %c[%c3 + 1] : memref<?xindex>
  %0 = affine.load %c[%q + %c3] : memref<?xindex>
  affine.prefetch %c[%q + symbol(%a)], read, locality<3>, data : memref<?xindex>
  affine.prefetch %k[%q + symbol(%a)], read, locality<3>, data : memref<?xindex>
  affine.for %i = 0 to 8 {
    %1 = affine.load %k[%i + %i + symbol(%a) + symbol(%a)] : memref<?xindex>
    affine.store %1, %k[%i + symbol(%b)] {test.a} : memref<?xindex>
  }
  return %0 : index
}
// -----
func.func @par(%a: index, %b: index, %m: memref<8xindex>) {
  %q = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%a)[%b]
  %c3 = arith.constant 3 : index
  affine.parallel (%i, %j) = (%q, max(%q, %c3)) to (min(%a + %q, %b), %c3 + %q) step (2, 3) {
    affine.store %i, %m[%j] : memref<8xindex>
  }
  affine.parallel (%i, %j) = (0, max(%a, 3)) to (4, 7) {
    affine.store %i, %m[%j] : memref<8xindex>
  }
  affine.parallel (%i, %j) = (0, 0) to (symbol(%b), symbol(%b)) {
  }
  %r = affine.parallel (%i, %j) = (0, 0) to (symbol(%q), symbol(%a) + symbol(%a)) reduce ("addi") -> i32 {
    %v = "test.op"(%i) : (index) -> i32
    affine.yield %v : i32
  }
  "test.use"(%r) : (i32) -> ()
  return
}
// -----
func.func @vec(%a: index, %b: index, %m: memref<8xf32>) -> vector<4xf32> {
  %c = memref.cast %m : memref<8xf32> to memref<?xf32>
  %q = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%a)[%b]
  %0 = affine.vector_load %c[%q + 1] : memref<?xf32>, vector<4xf32>
  affine.vector_store %0, %c[%q + symbol(%a)] : memref<?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @kept(%a: index, %b: index, %m: memref<8xindex>) -> (index, index) {
  %0 = affine.min affine_map<(d0)[s0] -> (d0 floordiv 2, s0, 5)>(%a)[%b]
  %1 = affine.max affine_map<(d0)[s0] -> (9223372036854775807, -9223372036854775807, d0 - 9223372036854775807)>(%a)[%b]
  return %0, %1 : index, index
}
// -----
func.func @chain(%a: index, %b: index, %c: index) -> (index, index) {
  %0 = affine.min affine_map<(d0, d1) -> (d0, d1)>(%a, %b)
  %1 = affine.min affine_map<(d0, d1)[s0] -> (d0, d1, s0 * 2)>(%0, %c)[%0]
  %2 = affine.min affine_map<(d0, d1) -> (d0, d1, d0)>(%1, %0)
  %3 = affine.max affine_map<(d0, d1) -> (d0, d1, d0)>(%2, %0)
  return %2, %3 : index, index
}
// -----
func.func @nothing(%a: index, %m: memref<8xindex>) {
  affine.parallel () = () to () {
    affine.store %a, %m[%a] : memref<8xindex>
  }
  affine.prefetch %m[%a + %a], write, locality<0>, instr : memref<8xindex>
  return
}
