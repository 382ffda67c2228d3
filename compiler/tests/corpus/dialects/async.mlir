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
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
  %a = async.execute { "app.x"() : () -> () async.yield }
  %b = async.execute [%t, %a] { async.yield } 
  %c, %d = async.execute [%t] (%v as %x : !async.value<f32>) -> !async.value<f32> { async.yield %x : f32 }
  %e:3 = async.execute (%v as %x : !async.value<f32>) -> (!async.value<f32>, !async.value<i32>) attributes {foo} { %0 = "app.x"() : () -> i32 async.yield %x, %0 : f32, i32 }
  return
}
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
async.execute {}
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute [%v] {}
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute [%t {}
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute (%v as %x) {}
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute (%v as %x : f32) {}
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute (%v as %x : !async.value<i32>) {}
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute (%v : !async.value<f32>) {}
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute (%t as %x : !async.token, ) {}
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute () {}
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute [] {}
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute [] () -> () attributes {} {}
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute -> f32 { async.yield }
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a, %b = async.execute -> f32 { async.yield }
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a, %b = async.execute -> !async.value<f32> { }
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a, %b = async.execute -> !async.value<f32> { ^bb0(%x: f32): async.yield %x : f32 }
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute {foo} {}
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute attributes {operandSegmentSizes = 3} {}
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute attributes {operandSegmentSizes = array<i32: 1, 1>} {}
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute (%v as %v : !async.value<f32>) {}
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute (%v as %x#1 : !async.value<f32>) {}
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute { async.yield ^bb1: async.yield}
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute (%v as %x : !async.value<f32>) { ^bb0: async.yield }
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute %t (%v as %x : !async.value<f32>) { ^bb0: async.yield }
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute (%v as 3 : !async.value<f32>) { async.yield }
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = async.execute (%v %x : !async.value<f32>) { async.yield }
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = "async.execute"(%v) <{operandSegmentSizes = array<i32: 0, 1>}> ({ async.yield }) : (!async.value<f32>) -> !async.token
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = "async.execute"(%v) <{operandSegmentSizes = array<i32: 0, 1>}> ({ ^bb0(%x: i32): async.yield }) : (!async.value<f32>) -> !async.token
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = "async.execute"() <{operandSegmentSizes = array<i32: 0, 0>}> ({ ^bb0(%x: i32): async.yield }) : () -> !async.token
return }
// -----
func.func @f(%t: !async.token, %v: !async.value<f32>, %g : index) {
%a = "async.execute"(%t) <{operandSegmentSizes = array<i32: 0, 1>}> ({ ^bb0(%x: !async.token): async.yield }) : (!async.token) -> !async.token
return }
