async.func @f(%a: i32) -> !async.token {
  return
}
// -----
async.func private @g(i32) -> (!async.token, !async.value<i32>)
// -----
async.func @h() {
  async.return
}
// -----
async.func @k(%a: i32 {x.y}) -> (!async.token {x.z}) attributes {u} {
  async.return
}
