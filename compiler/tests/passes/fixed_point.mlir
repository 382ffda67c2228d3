// pipeline: builtin.module(composite-fixed-point-pass)
// pipeline: builtin.module(composite-fixed-point-pass{pipeline=cse,func.func(cse)})
// pipeline: builtin.module(composite-fixed-point-pass{pipeline=any(cse) name=both})
// pipeline: builtin.module(func.func(composite-fixed-point-pass{pipeline=cse max-iterations=3}))

func.func @f(%a: i32) -> i32 {
  %b = arith.addi %a, %a : i32
  %c = arith.addi %a, %a : i32
  %d = arith.muli %b, %c : i32
  %e = arith.muli %b, %b : i32
  %f = arith.xori %d, %e : i32
  return %f : i32
}
