tosa.variable @v = dense<1.0> : tensor<2xf32>
// -----
tosa.variable @v : tensor<2x?xf32>
// -----
tosa.variable @v {a} : tensor<f32>
// -----
tosa.variable @v : tensor<*xf32>
// -----
tosa.variable @v = 1.0 : f32
// -----
tosa.variable @v = unit
// -----
tosa.variable @v
// -----
tosa.variable @v = dense<1.0> : vector<2xf32>
// -----
tosa.variable @v : memref<2xf32>
// -----
"tosa.variable"() <{sym_name = "v", type = f32, var_shape = dense<2> : tensor<1xindex>, initial_value = dense<1.0> : tensor<2xf32>}> : () -> ()
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f {a = unit, axis = 1 : i32, nan_mode = #tosa.nan_mode<IGNORE>} : (tensor<4x4xf32>) -> tensor<4xi32>
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f {a = unit, axis = 1 : i32, nan_mode = WHAT} : (tensor<4x4xf32>) -> tensor<4xi32>
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f {a = WHAT} : (tensor<4x4xf32>) -> tensor<4xi32>
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f {a = IGNORE, axis = 1 : i32} : (tensor<4x4xf32>) -> tensor<4xi32>
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f {nan_mode = IGNORE, mode = BILINEAR, axis = 1 : i32} : (tensor<4x4xf32>) -> tensor<4xi32>
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f {rounding_mode = IGNORE, mode = BILINEAR, axis = 1 : i32} : (tensor<4x4xf32>) -> tensor<4xi32>
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f {rounding_mode = SINGLE_ROUND, axis = 1 : i32} : (tensor<4x4xf32>) -> tensor<4xi32>
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f {axis = 1 : i32, axis = 2} : (tensor<4x4xf32>) -> tensor<4xi32>
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f {axis} : (tensor<4x4xf32>) -> tensor<4xi32>
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f {"axis" = 1 : i32} : (tensor<4x4xf32>) -> tensor<4xi32>
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f {axis = 1 : i32 } -> tensor<4xi32>
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f {axis = 1 : i32 } : i32
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f, %f {axis = 1 : i32 } : (tensor<4x4xf32>) -> tensor<4xi32>
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f {axis = 1 : i32 } : (tensor<4x4xf32>, i32) -> tensor<4xi32>
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax {axis = 1 : i32 } : () -> tensor<4xi32>
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f {axis = 1 : i32, } : (tensor<4x4xf32>) -> tensor<4xi32>
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f {3 = 1 : i32 } : (tensor<4x4xf32>) -> tensor<4xi32>
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f {axis = 1 : i32 b} : (tensor<4x4xf32>) -> tensor<4xi32>
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f : (tensor<4x4xf32>) -> tensor<4xi32>
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f {} : (tensor<4x4xf32>) -> tensor<4xi32>
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4:2 = tosa.argmax %f {axis = 1 : i32} : (tensor<4x4xf32>) -> (tensor<4xi32>, i32)
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f {axis = 1 : i64} : (tensor<4x4xf32>) -> (tensor<4xi32>)
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f {axis = 1 : i32, nan_mode} : (tensor<4x4xf32>) -> (tensor<4xi32>)
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f attributes {axis = 1 : i32, nan_mode = IGNORE} : (tensor<4x4xf32>) -> (tensor<4xi32>)
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax (%f) {axis = 1 : i32, nan_mode = IGNORE} : (tensor<4x4xf32>) -> (tensor<4xi32>)
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.argmax %f, {axis = 1 : i32, nan_mode = IGNORE} : (tensor<4x4xf32>) -> (tensor<4xi32>)
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.maximum %f, %f {nan_mode = true} : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>)
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.maximum %f, %f {nan_mode = PROPAGATE} : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>)
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.maximum %f, %f {foo = dense<1> : tensor<i32>, bar.a = IGNORE} : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>)
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.maximum %f, %f {foo = dense<1> : tensor<i32>, bar.a = i32} : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>)
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.maximum %f, %f {nan_mode = IGNORE : i32} : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>)
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4, %5 = tosa.cast_to_block_scaled %f {block_size = BLOCK_SIZE_32} : (tensor<4x4xf32>) -> (tensor<4x4xf8E5M2>, tensor<4x1xf8E8M0FNU>)
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4, %5 = tosa.cast_to_block_scaled %f {block_size = #tosa.block_size<BLOCK_SIZE_32>} : (tensor<4x4xf32>) -> (tensor<4x4xf8E5M2>, tensor<4x1xf8E8M0FNU>)
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4, %5 = tosa.cast_to_block_scaled %f {mode = NEAREST_NEIGHBOR} : (tensor<4x4xf32>) -> (tensor<4x4xf8E5M2>, tensor<4x1xf8E8M0FNU>)
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4, %5 = tosa.cast_to_block_scaled %f {mode = FOO} : (tensor<4x4xf32>) -> (tensor<4x4xf8E5M2>, tensor<4x1xf8E8M0FNU>)
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4, %5 = tosa.cast_to_block_scaled %f {rounding_mode = FOO} : (tensor<4x4xf32>) -> (tensor<4x4xf8E5M2>, tensor<4x1xf8E8M0FNU>)
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4, %5 = tosa.cast_to_block_scaled %f {block_size = FOO} : (tensor<4x4xf32>) -> (tensor<4x4xf8E5M2>, tensor<4x1xf8E8M0FNU>)
// -----
%f = "app.source"() : () -> tensor<4x4xf32>
%4 = tosa.maximum %f, %f {nan_mode = IGNORE : () -> () 
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
%0 = tosa.cond_if %b : tensor<i1> -> tensor<4xi32> {
  tosa.yield %i : tensor<4xi32>
} else {
  tosa.yield %i : tensor<4xi32>
}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
%0 = tosa.cond_if %b -> tensor<4xi32> {
  tosa.yield %i : tensor<4xi32>
} else {
  tosa.yield %i : tensor<4xi32>
}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
%0 = tosa.cond_if %b -> (tensor<4xi32>) {
  tosa.yield %i : tensor<4xi32>
} else {
  tosa.yield %i : tensor<4xi32>
}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
%0 = tosa.cond_if %b (%a = %i) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  tosa.yield %i : tensor<4xi32>
} else {
  tosa.yield %i : tensor<4xi32>
}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
%0 = tosa.cond_if %b (%a = %i) : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  tosa.yield %a : tensor<4xi32>
} else {
  tosa.yield %i : tensor<4xi32>
}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
%0 = tosa.cond_if %b (%a = %i) : tensor<i1> () -> tensor<4xi32> {
  tosa.yield %i : tensor<4xi32>
} else {
  tosa.yield %i : tensor<4xi32>
}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
%0 = tosa.cond_if %b (%a = %i) : tensor<i1> -> tensor<4xi32> {
  tosa.yield %i : tensor<4xi32>
} else {
  tosa.yield %i : tensor<4xi32>
}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
%0 = tosa.cond_if %b (%a = %i) : (tensor<4xi32>) -> tensor<4xi32> {
  tosa.yield %i : tensor<4xi32>
} else {
  tosa.yield %i : tensor<4xi32>
}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
%0 = tosa.cond_if %b : tensor<i1> (tensor<4xi32>) -> tensor<4xi32> {
  tosa.yield %i : tensor<4xi32>
} else {
  tosa.yield %i : tensor<4xi32>
}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
tosa.cond_if %b : tensor<i1> () -> () {
  tosa.yield
}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
tosa.cond_if %b : tensor<i1>  {
}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
tosa.cond_if %b : tensor<i1> -> () {
}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
tosa.cond_if %b : i32 -> () {
} else {
}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
tosa.cond_if %b : tensor<i1> -> i32 {
} attributes {b}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
tosa.cond_if %b : tensor<i1> -> () {
} {b}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
tosa.cond_if %b  () : tensor<i1> () -> () {
} {b}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
tosa.cond_if  () : tensor<i1> () -> () {
} {b}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
tosa.cond_if %b (3) : tensor<i1> () -> () {
} {b}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
tosa.cond_if %b (%a = %i) : tensor<i1> i32 -> () {
} {b}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
tosa.cond_if %b : tensor<i1> -> () {
^bb(%x : tensor<4xi32>):
  tosa.yield
} else {
^bb(%x : tensor<4xi32>):
  tosa.yield
}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
tosa.cond_if %b : tensor<i1> -> () {
^bb(%x : tensor<4xi32>):
  tosa.yield
} else {
^bb(%x : tensor<4xi32>):
  tosa.yield
} {b} 
%0 = tosa.while_loop (%a = %i) : (tensor<4xi32>) -> tensor<4xi32> { tosa.yield } do { tosa.yield } attributes {b}
// -----
%b, %i = "app.source"() : () -> (tensor<i1>, tensor<4xi32>)
tosa.while_loop (%a = %i) : () -> tensor<4xi32> { tosa.yield } do { tosa.yield } attributes {b}
// -----
tosa.while_loop : i32 { tosa.yield } do { tosa.yield } attributes {b}
// -----
tosa.while_loop : () -> () { tosa.yield } { tosa.yield } attributes {b}
// -----
tosa.while_loop : () -> () { } do { }
// -----
tosa.while_loop : () -> () { } do { } {b}
// -----
%i, %f, %i8, %b, %s = "app.source"() : () -> (tensor<4xi32>, tensor<4x4x4x4xf32>, tensor<4xi8>, tensor<i1>, tensor<1xi8>)
%0 = "tosa.apply_scale"(%i, %i, %i8) <{rounding_mode = #tosa.rounding_mode<SINGLE_ROUND>}> : (tensor<4xi32>, tensor<4xi32>, tensor<4xi8>) -> tensor<4xi32>
%00 = "tosa.apply_scale"(%i, %i, %i8) <{rounding_mode = #tosa.rounding_mode<DOUBLE_ROUND>}> {foo = 1}: (tensor<4xi32>, tensor<4xi32>, tensor<4xi8>) -> tensor<4xi32>
%1 = "tosa.argmax"(%f) <{axis = 1 : i32}> : (tensor<4x4x4x4xf32>) -> tensor<4x4x4xi32>
%2 = "tosa.argmax"(%f) <{axis = 1 : i32, nan_mode = #tosa.nan_mode<IGNORE>}> {a} : (tensor<4x4x4x4xf32>) -> tensor<4x4x4xi32>
%3 = "tosa.clamp"(%f) <{min_val = 1.0 : f32, max_val = 2.0 : f32}> : (tensor<4x4x4x4xf32>) -> tensor<4x4x4x4xf32>
%33 = "tosa.clamp"(%f) <{min_val = 1.0 : f32, max_val = 2.0 : f32, nan_mode = #tosa.nan_mode<IGNORE>}> : (tensor<4x4x4x4xf32>) -> tensor<4x4x4x4xf32>
%4 = "tosa.max_pool2d"(%f) <{kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, pad = array<i64: 0,0,0,0>, nan_mode = #tosa.nan_mode<IGNORE>}> : (tensor<4x4x4x4xf32>) -> tensor<4x4x4x4xf32>
%5 = "tosa.maximum"(%f, %f) <{nan_mode = #tosa.nan_mode<IGNORE>}>: (tensor<4x4x4x4xf32>, tensor<4x4x4x4xf32>) -> tensor<4x4x4x4xf32>
%55 = "tosa.maximum"(%f, %f) : (tensor<4x4x4x4xf32>, tensor<4x4x4x4xf32>) -> tensor<4x4x4x4xf32>
%6 = "tosa.reduce_max"(%f) <{axis = 1 : i32, nan_mode = #tosa.nan_mode<IGNORE>}>: (tensor<4x4x4x4xf32>) -> tensor<4x1x4x4xf32>
%7 = "tosa.reduce_max"(%f) <{axis = 1 : i32}>: (tensor<4x4x4x4xf32>) -> tensor<4x1x4x4xf32>
%8 = "tosa.rescale"(%i, %i, %i8, %i, %i) <{scale32 = true, rounding_mode = #tosa.rounding_mode<SINGLE_ROUND>, per_channel = false, input_unsigned = false, output_unsigned = false}> : (tensor<4xi32>, tensor<4xi32>, tensor<4xi8>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
%ss = "app.source"() : () -> !tosa.shape<4>
%9 = "tosa.resize"(%f, %ss, %ss, %ss) <{mode = #tosa.resize_mode<BILINEAR>}> : (tensor<4x4x4x4xf32>, !tosa.shape<4>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<4x4x4x4xf32>
%10 = "tosa.cond_if"(%b, %i) ({
^bb0(%a : tensor<4xi32>):
 "tosa.yield"(%a) : (tensor<4xi32>) -> ()
}, {
^bb0(%a : tensor<4xi32>):
 "tosa.yield"(%a) : (tensor<4xi32>) -> ()
}) {foo = 2}: (tensor<i1>, tensor<4xi32>) -> tensor<4xi32>
"tosa.cond_if"(%b) ({
 "tosa.yield"() : () -> ()
}, {
 "tosa.yield"() : () -> ()
}) : (tensor<i1>) -> ()
"tosa.cond_if"(%b) ({
 "tosa.yield"() : () -> ()
}, {
}) : (tensor<i1>) -> ()
%12 = "tosa.cond_if"(%b) ({
 "tosa.yield"(%i) : (tensor<4xi32>) -> ()
}, {
 "tosa.yield"(%i) : (tensor<4xi32>) -> ()
}) : (tensor<i1>) -> (tensor<4xi32>)
%110:2 = "tosa.cond_if"(%b, %i, %i) ({
^bb0(%a : tensor<4xi32>, %x : tensor<4xi32>):
 "tosa.yield"(%a, %x) : (tensor<4xi32>,tensor<4xi32>) -> ()
}, {
^bb0(%a : tensor<4xi32>, %x : tensor<4xi32>):
 "tosa.yield"(%a, %x) : (tensor<4xi32>,tensor<4xi32>) -> ()
}) {foo = 2}: (tensor<i1>, tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
%11 = "tosa.while_loop"(%i) ({
^bb0(%a : tensor<4xi32>):
 "tosa.yield"(%b) : (tensor<i1>) -> ()
}, {
^bb0(%a : tensor<4xi32>):
 "tosa.yield"(%a) : (tensor<4xi32>) -> ()
}) {bar}: (tensor<4xi32>) -> tensor<4xi32>
"tosa.while_loop"() ({
 "tosa.yield"(%b) : (tensor<i1>) -> ()
}, {
 "tosa.yield"() : () -> ()
}) {bar}: () -> ()
"tosa.while_loop"() ({
}, {
}) {bar}: () -> ()
