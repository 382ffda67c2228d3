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

// -----

// The type of one value is read as its class, without `!async.value`.
module {
  %0 = "app.source"() : () -> !async.value<tensor<4xf32>>
  %1 = async.runtime.load %0 : <tensor<4xf32>>
  %2 = async.runtime.load %0 : !async.value<tensor<4xf32>>
}

// -----

module {
  %0 = "app.source"() : () -> !async.value<f32>
  %1 = async.runtime.load %0 : !async.token
}
