module {
  emitc.func @f(%a: i32) -> i32 attributes {specifiers = ["static"]} { return %a : i32 }
  emitc.func private @g(i32) attributes {specifiers = ["extern"]}
  emitc.func @h() { emitc.return }
}
