// pipeline: builtin.module(canonicalize,cse)
// pipeline: builtin.module( canonicalize , func.func( cse ) )
// pipeline: any(cse)
// pipeline: builtin.module(any(cse))
// pipeline: func.func(cse)
// pipeline: builtin.module()
// pipeline: builtin.module(func.func(cse),func.func(canonicalize{top-down=false}))
// pipeline: builtin.module(canonicalize{region-simplify=disabled max-iterations=1})
// pipeline: builtin.module(func.func(cse
// pipeline: builtin.module(cse))
// pipeline: builtin.module(cse,)
// pipeline: builtin.module(nothing)
// pipeline: builtin.module(func.func(cse)cse)
// pipeline: builtin.module(canonicalize{max-iterations=3)
// pipeline: builtin.module(canonicalize{bar=1})
// pipeline: builtin.module(arith.addi(cse))
// pipeline: cse

func.func @f(%arg0: i32) -> i32 {
  %0 = arith.constant 1 : i32
  %1 = arith.constant 1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
