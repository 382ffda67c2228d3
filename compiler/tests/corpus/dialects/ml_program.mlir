module {
  ml_program.func private @f(%a: i32) -> i32 { ml_program.return %a : i32 }
  ml_program.subgraph private @g(%a: i32) -> i32 { ml_program.output %a : i32 }
  ml_program.func @h(%a: i32 {a.b}) -> i32 attributes {q} { ml_program.return %a : i32 }
  ml_program.func @i(i32)
}
// -----
ml_program.global private mutable @g : i32
ml_program.subgraph @f() -> (i32, !ml_program.token) { %0, %t = ml_program.global_load_graph @g ordering(() -> !ml_program.token) : i32  ml_program.output %0, %t : i32, !ml_program.token }
// -----
ml_program.global private mutable @g : i32
ml_program.subgraph @f(%a: !ml_program.token) -> (i32, !ml_program.token) { %0, %t = ml_program.global_load_graph @g ordering(%a, %a -> !ml_program.token) : i32  ml_program.output %0, %t : i32, !ml_program.token }
// -----
ml_program.global private mutable @g : i32
ml_program.subgraph @f(%a: !ml_program.token) -> (i32, !ml_program.token) { %0, %t = ml_program.global_load_graph @g ordering(%a, %a) : i32  ml_program.output %0, %t : i32, !ml_program.token }
// -----
ml_program.global private mutable @g : i32
ml_program.subgraph @f(%a: !ml_program.token, %v: i32) -> (!ml_program.token) { %0= ml_program.global_store_graph @g = %v ordering(%a -> !ml_program.token) : i32  ml_program.output %0 : !ml_program.token }
