shape.func @f(%a: !shape.shape) -> !shape.shape { return %a : !shape.shape }
shape.func private @g(!shape.shape) -> !shape.shape
// -----
func.func @f(%w: !shape.witness, %s: !shape.shape, %i: !shape.size, %e: tensor<?xindex>, %x: index) {
  %0 = shape.assuming %w -> index { 
    shape.assuming_yield %x : index
  }
  %1:2 = shape.assuming %w -> (index, !shape.size) {
    shape.assuming_yield %x, %i : index, !shape.size
  } {a = 1}
  shape.assuming %w { shape.assuming_yield }
  shape.assuming %w { }
  %2 = shape.const_shape [1, 2, 3] : !shape.shape
  %3 = shape.const_shape [] : tensor<0xindex>
  %4 = shape.const_shape {a = 2} [1, 2] : tensor<2xindex>
  %6 = shape.reduce(%s, %i) : !shape.shape -> !shape.size {
  ^bb0(%k: index, %d: !shape.size, %acc: !shape.size):
    shape.yield %acc : !shape.size
  }
  %7 = shape.reduce(%e, %x) : tensor<?xindex> -> index {
  ^bb0(%k: index, %d: index, %acc: index):
    shape.yield %acc : index
  } {b = 1}
  %8 = "shape.debug_print"(%s) : (!shape.shape) -> !shape.shape
  %9, %10 = "shape.split_at"(%s, %i) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
  return
}
// -----
shape.function_library @lib {
  shape.func @g(%a: !shape.value_shape) -> !shape.shape {
    %0 = shape.shape_of %a : !shape.value_shape -> !shape.shape
    shape.return %0 : !shape.shape
  }
} mapping { test.x = @g, "a b.c" = @g, test.z = @lib::@g }
shape.function_library @lib2 attributes {q = 1} {
^bb0:
} mapping {}
module { shape.function_library @lib2 { 
  func.func private @f()
} mapping {} }
"shape.function_library"() <{mapping = {x = 1}, sym_name = "lib3", sym_visibility = "private"}> ({ ^bb0: }) : () -> ()
// -----
func.func @g(%s: !shape.shape) {
  "shape.const_shape"() <{shape = dense<[1, 2]> : tensor<2xindex>}> : () -> !shape.shape
  "shape.const_shape"() <{shape = dense<1> : tensor<3xindex>}> : () -> !shape.shape
  shape.const_shape [1, 2 : i64, 3 : index, -4] : !shape.shape
  shape.const_shape [1, 1] : !shape.shape
  shape.const_shape {q} [] : !shape.shape
  return
}
// -----
func.func @f(%w: !shape.witness) { shape.assuming %w -> i32 { } return }
// -----
func.func @f(%w: i32) { shape.assuming %w { } return }
// -----
func.func @f(%w: !shape.witness) { shape.assuming %w -> (i32, ) { } return }
// -----
func.func @f(%w: !shape.witness) { shape.assuming %w -> () { } {x} return }
// -----
func.func @f(%w: !shape.witness) { shape.assuming { } return }
// -----
func.func @f(%w: !shape.witness) { shape.assuming %w return }
// -----
func.func @f() { %0 = shape.const_shape [1, a] : !shape.shape return }
// -----
func.func @f() { %0 = shape.const_shape [1, 2 : i64] : !shape.shape return }
// -----
func.func @f() { %0 = shape.const_shape [1, 2 : index] : !shape.shape return }
// -----
func.func @f() { %0 = shape.const_shape 1 : !shape.shape return }
// -----
func.func @f() { %0 = shape.const_shape [1] return }
// -----
func.func @f() { %0 = shape.const_shape [1] : i32 return }
// -----
func.func @f() { %0 = shape.const_shape [1] : tensor<2xindex> return }
// -----
func.func @f() { %0 = shape.const_shape [-1] : tensor<1xindex> return }
// -----
func.func @f() { %0 = shape.const_shape [99999999999999999999] : tensor<1xindex> return }
// -----
func.func @f() { %0 = shape.const_shape {shape = 1} [1] : tensor<1xindex> return }
// -----
func.func @f(%s: !shape.shape, %i: !shape.size) { %0 = shape.reduce(%s) : !shape.shape { ^bb0(%k: index, %d: !shape.size): } return }
// -----
func.func @f(%s: !shape.shape, %i: !shape.size) { %0 = shape.reduce(%s, %i) : !shape.shape { ^bb0(%k: index, %d: !shape.size, %a: !shape.size): } return }
// -----
func.func @f(%s: !shape.shape, %i: !shape.size) { %0 = shape.reduce(%s, %i) -> !shape.size { ^bb0(%k: index, %d: !shape.size, %a: !shape.size): } return }
// -----
func.func @f(%s: !shape.shape, %i: !shape.size) { %0 = shape.reduce(%s, %i, %i) : !shape.shape -> !shape.size { ^bb0(%k: index, %d: !shape.size, %a: !shape.size): } return }
// -----
func.func @f(%s: i32, %i: !shape.size) { %0 = shape.reduce(%s, %i) : i32 -> !shape.size { ^bb0(%k: index, %d: !shape.size, %a: !shape.size): } return }
// -----
func.func @f(%s: !shape.shape, %i: !shape.size) { %0:2 = shape.reduce(%s, %i, %i) : !shape.shape -> (!shape.size, !shape.size) { ^bb0(%k: index, %d: !shape.size, %a: !shape.size, %b: !shape.size): shape.yield %a, %b : !shape.size, !shape.size } return }
// -----
shape.function_library @lib { }
// -----
shape.function_library @lib { } mapping 1
// -----
shape.function_library @lib { } mapping { a = 1 }
// -----
shape.function_library @lib mapping { a = @g }
// -----
shape.function_library { } mapping { a = @g }
// -----
shape.function_library @lib attributes {mapping = {}} { } mapping { a = @g }
// -----
shape.function_library @lib {x} { } mapping { a = @g }
// -----
shape.function_library @lib { } mapping { a }
// -----
shape.function_library @lib { } mapping { a = @a, a = @a }
// -----
shape.function_library @lib { ^bb0(%a: i32): } mapping { }
// -----
shape.function_library @lib attributes {sym_visibility = "private"} { } mapping { }
