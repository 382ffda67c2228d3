// pipeline: builtin.module(canonicalize{region-simplify=disabled})
// pipeline: builtin.module(canonicalize{region-simplify=disabled max-iterations=1})
// pipeline: builtin.module(canonicalize{max-iterations=1})
func.func @from_the_start(%a: i32) -> i32 {
  return %a : i32
^dead(%x: i32):
  %y = arith.addi %x, %x : i32
  cf.br ^other(%y : i32)
^other(%z: i32):
  cf.br ^dead(%z : i32)
}
// -----
func.func @after_a_fold(%a: i32) -> i32 {
  %t = arith.constant true
  cf.cond_br %t, ^one, ^two
^one:
  return %a : i32
^two:
  %y = arith.addi %a, %a : i32
  "test.use"(%y) : (i32) -> ()
  return %y : i32
}
// -----
func.func @nested(%c: i1, %a: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    scf.yield %a : i32
  ^dead:
    scf.yield %a : i32
  }
  return %r : i32
}
