module {
  ml_program.func private @f(%a: i32) -> i32 { ml_program.return %a : i32 }
  ml_program.subgraph private @g(%a: i32) -> i32 { ml_program.output %a : i32 }
  ml_program.func @h(%a: i32 {a.b}) -> i32 attributes {q} { ml_program.return %a : i32 }
  ml_program.func @i(i32)
}
