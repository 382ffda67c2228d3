// pipeline: builtin.module(func.func(affine-simplify-structures))
// pipeline: builtin.module(canonicalize)
func.func @sets(%n: index, %m: index) {
  affine.if affine_set<(d0) : (d0 - 2 >= 0, d0 - 1 >= 0, d0 * 2 - 9 >= 0)>(%n) {
    "test.a"() : () -> ()
  }
  affine.if affine_set<(d0) : (d0 - 2 >= 0, -d0 + 1 >= 0)>(%n) {
    "test.b"() : () -> ()
  } else {
    "test.c"() : () -> ()
  }
  affine.if affine_set<()[s0] : (3 >= 0, s0 floordiv 4 == 2, s0 mod 2 >= 0)>()[%n] {
    "test.d"() : () -> ()
  } else {
  }
  affine.if affine_set<(d0) : (0 == 0)>(%n) {
    "test.e"() : () -> ()
  }
  affine.if affine_set<(d0) : (1 == 0)>(%n) {
    "test.f"() : () -> ()
  }
  affine.if affine_set<(d0, d1)[s0] : (d0 * 2 == 0, d1 - s0 >= 0)>(%n, %n)[%m] {
    "test.g"() : () -> ()
  }
  return
}
// -----
func.func @results(%n: index, %x: f32, %y: f32) -> (f32, f32) {
  %a = affine.if affine_set<(d0) : (1 == 0)>(%n) -> f32 {
    affine.yield %x : f32
  } else {
    affine.yield %y : f32
  }
  %b = affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> f32 {
    affine.yield %x : f32
  } else {
    affine.yield %y : f32
  }
  return %a, %b : f32, f32
}
// -----
func.func @composed(%n: index) {
  affine.for %i = 0 to 10 {
    %j = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%i)[%n]
    %c = arith.constant 5 : index
    affine.if affine_set<(d0, d1, d2) : (d0 - 2 >= 0, d1 - d2 >= 0, d2 == 0)>(%j, %i, %c) {
      "test.a"(%j) : (index) -> ()
    }
  }
  return
}
// -----
func.func @semi(%n: index, %m: index) {
  affine.if affine_set<(d0)[s0, s1] : (d0 + s0 - s0 >= 0, d0 + s1 * 2 - s1 >= 0)>(%n)[%n, %m] {
    "test.a"() : () -> ()
  }
  return
}
