func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 {
    %0 = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]
    %1 = affine.load %m[%i + 1, symbol(%n) * 2 + %i] : memref<?x?xf32>
    affine.store %1, %m[%i mod 3, -%i - %n] {x = 1 : i32} : memref<?x?xf32>
    affine.dma_start %m[%i, %i], %m[%i + 2, %i], %m[%i, %i floordiv 2], %n : memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>
    affine.dma_start %m[%i, %i], %m[%i, %i], %z[], %n, %n, %n : memref<?x?xf32>, memref<?x?xf32>, memref<f32>
    affine.dma_wait %m[%i, 3], %n : memref<?x?xf32>
    affine.prefetch %m[%i, %i + 1], write, locality<2>, instr {y} : memref<?x?xf32>
    %2 = affine.vector_load %m[%i, 0] : memref<?x?xf32>, vector<4xf32>
    affine.vector_store %2, %m[%i, 0] {y} : memref<?x?xf32>, vector<4xf32>
    %3 = affine.min affine_map<(d0)[s0] -> (d0, s0)>(%i)[%n] {y}
    %4 = affine.max affine_map<() -> (5)>()
  }
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 0)>(%n)[%n] {
  } else {
  } {z}
  %r = affine.for %i = max affine_map<(d0)[s0] -> (d0, s0)>(%n)[%n] to min affine_map<(d0) -> (d0, 4)>(%n) step 3 iter_args(%x = %v) -> f32 {
    %q = affine.if affine_set<() : (1 == 0)>() -> f32 { affine.yield %x : f32 } else { affine.yield %v : f32 }
    affine.yield %q : f32
  } {y}
  affine.for %i = max %n to min %n step 1 { }
  affine.for %i loc("here") = -3 to 7 : i32 { affine.yield }
  affine.parallel (%i, %j) = (0, max(%n, %n + 1)) to (symbol(%n), min(10, symbol(%n))) step (1, 2) {
    affine.load %m[%i, %j] : memref<?x?xf32>
  }
  %p:2 = affine.parallel (%i) = (0) to (10) reduce ("addf", "maxnumf") -> (f32, f32) {
    affine.yield %v, %v : f32, f32
  } {q}
  affine.parallel () = () to () { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.apply affine_map<(d0) -> (d0)>(%n)
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.apply affine_map<(d0) -> (d0)>(%n) {x}
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.apply affine_map<(d0) -> (d0)>(%n, %n)
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.apply affine_map<(d0) -> (d0)>()[%n]
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.apply affine_map<(d0)[s0] -> (d0)>(%n)
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.apply affine_map<() -> ()>()
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  %a:2 = affine.apply affine_map<(d0) -> (d0, 2)>(%n)
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.apply affine_set<(d0) : (d0 == 0)>(%n)
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.apply affine_map<(d0) -> (d0)> %n
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.apply affine_map<(d0) -> (d0)>(%v)
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.apply affine_map<(d0) -> (d0)>(%n) {map = 1}
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.apply affine_map<(d0) -> (d0)>(%n)[]
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.apply 1(%n)
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.apply (d0) -> (d0)(%n)
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.apply #undefined(%n)
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.apply affine_map<(d0) -> (d0)>(%n %n)
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.apply affine_map<(d0) -> (d0)>(%n
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.apply affine_map<(d0)[s0, s1] -> (d0 + s0 + s1)>(%n)[%n, %n]
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.min affine_map<(d0) -> (d0)>(%n, %n)
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.min affine_map<(d0) -> (d0)>()[%n, %n]
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.min affine_map<() -> ()>()
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.min affine_map<(d0)[s0] -> (d0 - s0, 7)>(%n)[%n] : index
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.min affine_map<(d0)[s0] -> (d0 - s0, 7)>(%v)[%n]
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.min 3(%n)
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.min affine_map<(d0) -> (d0)>[%n]
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.max affine_map<(d0) -> (d0)>(%n, %n)
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.max affine_map<(d0) -> (d0)>()[%n, %n]
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.max affine_map<() -> ()>()
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.max affine_map<(d0)[s0] -> (d0 - s0, 7)>(%n)[%n] : index
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.max affine_map<(d0)[s0] -> (d0 - s0, 7)>(%v)[%n]
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.max 3(%n)
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.max affine_map<(d0) -> (d0)>[%n]
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n, %n] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n, %n, %n] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[symbol(%n), %n] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n, symbol(%n)] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[symbol(%n), symbol(%n) + 1] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n + %n, %n - %n * 2] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n * %n, 0] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n mod %n, 0] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n ceildiv 4, %n floordiv 3] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n * symbol(%n), 0] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[2 * symbol(%n), -1] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[symbol(%n, 0] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[symbol %n, 0] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[symbol(n), 0] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[d0, 0] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%v, 0] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[(%n + 1) * 2, (0)] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n +, 0] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[+ %n, 0] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n 0] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n, ] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%undefined, 0] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n, %n] : memref<*xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n, %n] : tensor<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n, %n] : memref<?x?xf64>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n, %n] : i32
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m(%n, %n) : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n, %n] memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n, %n] {map = 1} : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n, %n] {a = affine_map<(d0) -> (d0)>} : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %z[] : memref<f32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load [] : memref<f32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n#0, 0] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n#1, 0] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[-%n, - -%n] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n + symbol(%n) - 4, 9223372036854775807] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[9223372036854775808, 0] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[() , 0] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n - (%n - 1), %n - (-2)] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.load %m[%n * 2 * 3, (%n mod 4) floordiv 2] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.store %v, %m[%n, %n] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.store %v, %m[%n] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.store %v, %m[symbol(%n), 0] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.store %v, %m[%n, 0] : memref<?x?xi32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.store %v, %m[%n, 0] : vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.store %v %m[%n, %n] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.store %v, %m : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.store %v, %m[0, 0] {a} : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.store %v, %m[0, 0], %n : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.vector_load %m[%n, 0] : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.vector_load %m[0, 0] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.vector_load %m[0, 0] : memref<?x?xf32>, f32
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.vector_load %m[0, 0] : memref<?x?xf32>, vector<2x[4]xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.vector_load %m[0] : memref<?x?xf32> vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.vector_load %m[0] : tensor<4xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.vector_store %w, %m[%n, 0] : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.vector_store %w, %m[0, 0] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.vector_store %w, %m[0, 0] : memref<?x?xf32>, f32
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.vector_store %w, %m[0, 0] : memref<?x?xf32>, vector<2xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.vector_store %w, %m[symbol(%n)] : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.prefetch %m[%n, 0], read, locality<3>, data : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.prefetch %m[%n, 0], write, locality<0>, instr : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.prefetch %m[%n, 0], rw, locality<3>, data : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.prefetch %m[%n, 0], read, locality<3>, cache : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.prefetch %m[%n, 0], read, locality<4>, data : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.prefetch %m[%n, 0], read, locality<1 : i64>, data : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.prefetch %m[%n, 0], read, locality(1), data : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.prefetch %m[%n, 0], read, data : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.prefetch %m[%n, 0] read, locality<3>, data : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.prefetch %m[%n, 0], read, locality<3>, data {a = 2} : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.prefetch %m[%n, 0], read, locality<x>, data : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.prefetch %m[%n, 0], "read", locality<3>, data : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.prefetch %m[0, symbol(%n)], read, locality<3>, data {isWrite} : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.prefetch %m[%n, 0], read, locality<true>, data : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.dma_start %m[0, 0], %m[%n, 1], %z[], %n : memref<?x?xf32>, memref<?x?xf32>, memref<f32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.dma_start %m[0, 0], %m[%n, 1], %z[], %n, %n, %n : memref<?x?xf32>, memref<?x?xf32>, memref<f32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.dma_start %m[0, 0], %m[%n, 1], %z[], %n, %n : memref<?x?xf32>, memref<?x?xf32>, memref<f32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.dma_start %m[0, 0], %m[%n, 1], %z[], %n, %n, %n, %n : memref<?x?xf32>, memref<?x?xf32>, memref<f32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.dma_start %m[0, 0], %m[%n, 1], %z[], %n : memref<f32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.dma_start %m[0, 0], %m[%n, 1], %z[], %n, : memref<?x?xf32>, memref<?x?xf32>, memref<f32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.dma_start %m[0, 0], %m[%n, 1], %z, %n : memref<?x?xf32>, memref<?x?xf32>, memref<f32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.dma_start %m[0, 0], %m[%n, 1], %n : memref<?x?xf32>, memref<?x?xf32>, memref<f32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.dma_start %m[symbol(%n), %n], %m[%n, symbol(%n)], %z[], %n : memref<?x?xf32>, memref<?x?xf32>, memref<f32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.dma_start %m[0, 0], %m[%n, 1], %z[], %n {a} : memref<?x?xf32>, memref<?x?xf32>, memref<f32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.dma_start %m[0, 0], %m[%n, 1], %z[], %v : memref<?x?xf32>, memref<?x?xf32>, memref<f32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.dma_start %n[0, 0], %m[%n, 1], %z[], %n : index, memref<?x?xf32>, memref<f32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.dma_wait %m[0, %n], %n : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.dma_wait %m[0, %n] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.dma_wait %m[0, %n], %n, %n : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.dma_wait %m[0, %n], %v : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.dma_wait %z[], %n : memref<f32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.dma_wait %m[0, %n], %n {x} : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.dma_wait %n[], %n : index
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%n)[%n] { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%n)[%n] { affine.yield } else { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%n) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%n, %n) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%n)[%n, %n] { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.if affine_map<(d0) -> (d0)>(%n) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%n)[%v] { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%n)[%n]
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%n)[%n] -> f32 { affine.yield %v : f32 } else { affine.yield %v : f32 }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%n)[%n] -> (f32, f32) { affine.yield %v, %v : f32, f32 } else { affine.yield %v, %v : f32, f32 }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%n)[%n] -> () { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%n)[%n] { } else
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%n)[%n] { } {x, condition = 2}
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%n)[%n] { } else { } {x}
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.if affine_set<() : ()>() { %a = affine.apply affine_map<() -> (1)>() }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.if #set(%n) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%n)[%n] { ^bb0(%i: index): affine.yield }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%n)[%n] { ^bb0: affine.yield ^bb1: affine.yield }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%n)[%n] -> (() -> ()) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.if 1 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = %n to %n { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 step 2 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 step 0 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 step -1 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 step 2 : i32 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 step %n { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 step "x" { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 10 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i 0 to 10 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for i = 0 to 10 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i#0 = 0 to 10 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = affine_map<(d0)[s0] -> (d0, s0)>(%n)[%n] to 10 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to affine_map<(d0)[s0] -> (d0, s0)>(%n)[%n] { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = max affine_map<(d0)[s0] -> (d0, s0)>(%n)[%n] to min affine_map<(d0)[s0] -> (d0, s0)>(%n)[%n] { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = min affine_map<(d0)[s0] -> (d0, s0)>(%n)[%n] to 10 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = max affine_map<(d0) -> (d0)>(%n) to min affine_map<(d0) -> (d0)>(%n) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = max 0 to min 3 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = affine_map<() -> ()>() to max affine_map<() -> ()>() { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = max affine_map<() -> ()>() to min affine_map<() -> ()>() { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = affine_map<(d0) -> (d0)>() to 10 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = affine_map<(d0) -> (d0)>(%n, %n) to 10 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = affine_map<()[s0] -> (s0)>() to 10 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = affine_map<()[s0] -> (s0)>()[%n] to affine_map<()[s0] -> (s0 + 1)>()[%n] { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = %n, %n to 10 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = %v to 10 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = "a" to 10 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 1.0 to 10 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 1 : i8 to 10 : i64 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = true to 10 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 18446744073709551616 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 iter_args(%x = %v) -> f32 { affine.yield %x : f32 }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 iter_args(%x = %v, %y = %n) -> (f32, index) { affine.yield %x, %y : f32, index }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 iter_args(%x = %v) -> (f32, f32) { affine.yield %x : f32 }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 iter_args(%x = %v) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 iter_args() -> () { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 iter_args(%x) -> f32 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 iter_args(%x = %n) -> f32 { affine.yield %x : f32 }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 iter_args(%x = %v, %y = %v) -> f32 { affine.yield %x : f32 }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 iter_args(%i = %v) -> f32 { affine.yield %i : f32 }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %n = 0 to 10 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 { } {x, step = 3}
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 { } {x}
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 { affine.yield } {lowerBoundMap}
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 { ^bb0(%j: index): affine.yield }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 attributes {x} { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 { affine.for %j = %i to affine_map<(d0) -> (d0 + 4)>(%i) { affine.load %m[%i, %j] : memref<?x?xf32> } }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 { return }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = -9223372036854775808 to 9223372036854775807 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.for %i = 0 to 10 step 9223372036854775808 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0) to (10) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i, %j) = (0, %n) to (%n + 1, symbol(%n)) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (max(0, %n)) to (min(10, %n * 2, symbol(%n))) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (min(0, %n)) to (10) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0) to (max(1, 2)) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel () = () to () { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = () to () { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (max()) to (10) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0) to (10) step (2) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0) to (10) step (%n) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0) to (10) step () { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0) to (10) step (1, 1) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0) to (10) step (-1) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0) to (10) step 2 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0) to (10) reduce ("addf") -> f32 { affine.yield %v : f32 }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0) to (10) reduce ("foo") -> f32 { affine.yield %v : f32 }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0) to (10) reduce (addf) -> f32 { affine.yield %v : f32 }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0) to (10) reduce () -> f32 { affine.yield %v : f32 }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0) to (10) reduce ("addf" : i32) -> f32 { affine.yield %v : f32 }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0) to (10) reduce ("addf", "mulf") -> (f32, f32) { affine.yield %v, %v : f32, f32 }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0) to (10) reduce ("addf") { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0) to (10) -> f32 { affine.yield %v : f32 }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0) to (10) { } {x}
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0) to (10) { } {steps}
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i, %i) = (0, 0) to (10, 10) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel %i = 0 to 10 { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) (0) to (10) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0) (10) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0, ) to (10) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (%v) to (10) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (d0) to (10) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i, %j) = (%n + %n, symbol(%n)) to (max(1), 10) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i, %j) = (max(%n, symbol(%n)), symbol(%n)) to (min(3, %n, symbol(%n)), 10) { affine.load %m[%i, %j] : memref<?x?xf32> }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i) = (0) to (10) step (1 + 1) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i loc("x")) = (0) to (10) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.parallel (%i: index) = (0) to (10) { }
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  %l:2 = affine.delinearize_index %n into (%n, 4) : index, index
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.linearize_index [%n, %n] by (3, %n) : index
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.linearize_index disjoint [%n, %n] by (3) : index
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  %l:2 = affine.delinearize_index %n into [%n, 4] : index, index
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  %l:2 = affine.delinearize_index %n into (%n, x) : index, index
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.linearize_index disjoint [] by () : index
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.linearize_index [%n] by () {x} : index
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.yield %v : f32
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.yield
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  affine.yield {x} %v : f32
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  %c:2 = "test.pair"() : () -> (index, index)
  affine.load %m[%c#1, 0] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  %c:2 = "test.pair"() : () -> (index, index)
  affine.load %m[%c#0, %n] : memref<?x?xf32>
  return
}
// -----
func.func @f(%m: memref<?x?xf32>, %n: index, %v: f32, %w: vector<4xf32>, %z: memref<f32>) {
  %c = arith.constant 3 : index
  affine.parallel (%i, %j) = (%c, %n + %c) to (%n, symbol(%c)) {
  affine.store %v, %m[%i + symbol(%c), %j] : memref<?x?xf32>
  }
  return
}
