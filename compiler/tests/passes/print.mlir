// pipeline: builtin.module(print-op-stats)
// pipeline: builtin.module(print-op-stats{json=true},print-ir{label=second})
// pipeline: builtin.module(func.func(print-op-stats,print-ir),cse,print-ir)

module @m {
  func.func @f(%a: i32) -> i32 {
    %0 = arith.addi %a, %a : i32
    %1 = arith.addi %a, %a : i32
    %2 = arith.muli %0, %1 : i32
    "foo.bar"() : () -> ()
    return %2 : i32
  }
}

// -----

module {
}
