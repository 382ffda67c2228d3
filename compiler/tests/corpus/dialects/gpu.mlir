module attributes {gpu.container_module} {
  func.func @g(%s: index, %m: memref<4xf32>, %i: i32) {
    gpu.wait
    gpu.wait {foo}
    %t0 = gpu.wait async
    %t1 = gpu.wait async [%t0, %t0]
    %t2 = gpu.memcpy async %m, %m : memref<4xf32>, memref<4xf32>
    gpu.memcpy [%t2] %m, %m : memref<4xf32>, memref<4xf32>
    %mem, %t3 = gpu.alloc async [%t0] host_shared (%s) : memref<?xf32>
    %mem2 = gpu.alloc () : memref<4xf32>
    gpu.launch_func @k::@f blocks in (%s, %s, %s) threads in (%s, %s, %s) args(%i : i32)
    gpu.launch_func @k::@f blocks in (%s, %s, %s) threads in (%s, %s, %s)
    gpu.launch_func @k::@f blocks in (%i, %i, %i) threads in (%i, %i, %i) : i32 args(%i : i32, %s : index)
    %t4 = gpu.launch_func async [%t0] @k::@f clusters in (%s, %s, %s) blocks in (%s, %s, %s) threads in (%s, %s, %s) dynamic_shared_memory_size %i args(%i : i32) {foo}
    %r = gpu.all_reduce add %i uniform {} : (i32) -> i32
    %r2 = gpu.all_reduce %i {
    ^bb(%a: i32, %b: i32):
      gpu.yield %a : i32
    } : (i32) -> i32
    %r1 = gpu.subgroup_reduce minsi %i cluster(size = 4, stride = 2) : (i32) -> i32
    return
  }
}
// -----
gpu.wait async
// -----
%0 = gpu.wait async [%0
// -----
%0 = gpu.wait async [1]
// -----
gpu.module @m {
  gpu.func @f(%a: i32, %b: f32 {gpu.x}) workgroup(%c: memref<4xf32, #gpu.address_space<workgroup>> {foo.x = 1 : i32}) private(%d: memref<2xi32, 5>) kernel attributes {foo = 1} {
    gpu.return
  }
  gpu.func @g() -> i32
  gpu.func @h(i32, f32 {gpu.x}) -> (i32 {gpu.y}, i32)
  gpu.func @e() workgroup() private() kernel {gpu.return}
  gpu.func @i() kernel attributes {known_block_size = array<i32: 1,2,3>} {gpu.return}
  gpu.func @k() attributes {gpu.kernel} {gpu.return}
  gpu.func @j(%a : i32 loc("x")) { ^bb0: gpu.return}
}
// -----
gpu.module @m {
  gpu.func @j(%a : i32 loc("x")) {  gpu.return }
  gpu.func private @p() { gpu.return }
}
// -----
gpu.module @m {
  gpu.func @j() workgroup(%a: i32) { gpu.return }
}
// -----
gpu.module @m {
  gpu.func @j(i32) workgroup(%a: memref<2xi32,3>)
}
// -----
gpu.module @m {
  gpu.func @j(i32, ...) 
}
// -----
gpu.module @m {
  gpu.func @j(i32) { gpu.return }
}
// -----
gpu.module @m {
  gpu.func @j(%a: i32) {foo} { gpu.return }
}
// -----
gpu.module @m {
  gpu.func @j(%a: i32) attributes {function_type = i32} { gpu.return }
}
// -----
gpu.module @m {
  gpu.func @j(%a: i32) attributes {workgroup_attributions = 4} { gpu.return }
}
// -----
gpu.module @m {
  gpu.func @j(%a: i32) attributes {workgroup_attributions = 1 : i64} { gpu.return }
}
// -----
gpu.module @m {
  gpu.func @j(%a: i32) kernel attributes {gpu.kernel} { gpu.return }
}
// -----
gpu.module @m {
  gpu.func @j(%a: i32) kernel attributes {gpu.kernel = 3, sym_name = "x"} { gpu.return }
}
// -----
gpu.module @m {
  gpu.func 3(%a: i32) 
}
// -----
gpu.module @m {
  gpu.func @f(%a: i32) {}
}
// -----
gpu.module @m {
  gpu.func @f(%a: i32) workgroup
}
// -----
gpu.module @m {
  gpu.func @f(%a: i32) workgroup(i32)
}
// -----
gpu.module @m {
  gpu.func @f(%a: i32) workgroup(%b : i32, ) { gpu.return }
}
// -----
gpu.module @m {
  gpu.func @f(%a: i32) private(%b : i32 {foo.bar}) workgroup(%c : i32) { gpu.return }
}
// -----
gpu.module @m {
  gpu.func @f(%a: i32) kernel private(%b : i32 {foo.bar}) { gpu.return }
}
// -----
gpu.module @m {
  gpu.func @f(%a: i32) 
  kernel 
}
// -----
gpu.module @m {
  gpu.func @f(%a: i32, %b: f32 {gpu.x}) workgroup(%c: memref<4xf32, #gpu.address_space<workgroup>> {foo.x = 1 : i32}) private(%d: memref<2xi32, 5>, %e: memref<2xi8, 5> {foo.bar}) kernel attributes {foo = 1} {
    gpu.return
  }
  gpu.func @e() workgroup() private() kernel {gpu.return}
  gpu.func @e1() workgroup(%d: memref<2xi32, 3>) private() kernel {gpu.return}
  gpu.func @e2() private(%d: memref<2xi32, 3>) kernel {gpu.return}
  gpu.func @i() kernel attributes {known_block_size = array<i32: 1,2,3>} {gpu.return}
  gpu.func @k() attributes {gpu.kernel, sym_visibility="private"} {gpu.return}
  gpu.func @l(%a : i32 loc("x")) {  gpu.return }
  gpu.func @r(%a : i32 loc("x")) -> (i32 {gpu.y}, f32) {  %0 = "app.x"() : () -> f32 gpu.return %a, %0 : i32, f32 }
  gpu.func @"r 2"(%a : i32 loc("x")) -> i32 {  gpu.return %a : i32}
  gpu.func @c(%a : i32 loc("x")) {  gpu.return 
  ^bb1: cf.br ^bb1
  ^bb2: cf.br ^bb1}
}
// -----
gpu.module @m {
  "gpu.func"() <{function_type = () -> ()}> ({ 
^bb0(%arg0: i32):
  "gpu.return"() : () -> ()
}) {sym_name = "j", workgroup_attributions = 1 : i64} : () -> ()
}
// -----
gpu.module @m {
  "gpu.func"() <{function_type = (i32) -> ()}> ({ 
^bb0(%arg0: i32, %b: memref<2xi32, 3>):
  "gpu.return"() : () -> ()
}) {sym_name = "j", workgroup_attributions = 1 : i32} : () -> ()
}
// -----
gpu.module @m {
  "gpu.func"() <{function_type = (i32) -> ()}> ({ 
^bb0(%arg0: i32, %b: memref<2xi32, 3>):
  "gpu.return"() : () -> ()
}) {sym_name = "j", workgroup_attributions = 1 : i64} : () -> ()
}
// -----
gpu.module @m {
  "gpu.func"() <{function_type = (i32) -> ()}> ({ 
^bb0(%arg0: i32, %b: memref<2xi32, 3>):
  "gpu.return"() : () -> ()
}) {sym_name = "j", workgroup_attributions = 1 : i64, gpu.kernel=3} : () -> ()
}
// -----
gpu.module @m {
  "gpu.func"() <{function_type = (i32) -> ()}> ({ 
^bb0(%arg0: i32, %b: memref<2xi32, 3>):
  "gpu.return"() : () -> ()
}) {sym_name = "j", workgroup_attributions = 2 : i64, gpu.kernel=3} : () -> ()
}
// -----
gpu.module @m {
  "gpu.func"() <{function_type = (i32) -> ()}> ({ 
^bb0(%arg0: i32, %b: memref<2xi32, 3>):
  "gpu.return"() : () -> ()
}) {sym_name = "j"} : () -> ()
}
// -----
gpu.module @m {
  "gpu.func"() <{function_type = (i32) -> ()}> ({ 
}) {sym_name = "j"} : () -> ()
}
// -----
gpu.module @m {
  "gpu.func"() <{function_type = (i32) -> (), workgroup_attrib_attrs=[{foo.x}]}> ({ 
^bb0(%arg0: i32, %b: memref<2xi32, 3>):
  "gpu.return"() : () -> ()
}) {sym_name = "j", workgroup_attributions = 1 : i64, gpu.kernel} : () -> ()
}
// -----
gpu.module @m {
  "gpu.func"() <{function_type = (i32) -> (), workgroup_attrib_attrs=[{foo.x},{foo.y}]}> ({ 
^bb0(%arg0: i32, %b: memref<2xi32, 3>):
  "gpu.return"() : () -> ()
}) {sym_name = "j", workgroup_attributions = 0 : i64, gpu.kernel} : () -> ()
}
// -----
gpu.module @m {
  "gpu.func"() <{function_type = (i32) -> (i32), private_attrib_attrs=[{foo.x},{foo.y}]}> ({ 
^bb0(%arg0: i32, %b: memref<2xi32, 3>):
  "gpu.return"(%arg0) : (i32) -> ()
}) {sym_name = "j", workgroup_attributions = 0 : i64, gpu.kernel} : () -> ()
}
// -----
gpu.module @m {
  "gpu.func"() <{function_type = (i32) -> (), private_attrib_attrs=[{foo.x},{foo.y}]}> ({ 
^bb0(%arg0: i32, %b: memref<2xi32, #gpu.address_space<workgroup>>):
  "gpu.return"(%arg0) : (i32) -> ()
}) {sym_name = "j", workgroup_attributions = 0 : i64, gpu.kernel} : () -> ()
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[32] {
    "app.x"() : () -> ()
  }
  %r = gpu.warp_execute_on_lane_0(%l)[32] -> (vector<1xf32>) {
    %0 = "app.x"() : () -> (vector<32xf32>)
    gpu.yield %0 : vector<32xf32>
  }
  %r2:2 = gpu.warp_execute_on_lane_0(%l)[32] args(%v : vector<4xf32>) -> (vector<1xf32>, index) {
    ^bb0(%x: vector<128xf32>):
    %0:2 = "app.x"() : () -> (vector<32xf32>, index)
    gpu.yield %0#0, %0#1 : vector<32xf32>, index
  } {foo}
  gpu.warp_execute_on_lane_0(%l)[32] args(%v, %a : vector<4xf32>, f32) -> () {
    ^bb0(%x: vector<128xf32>, %y: f32):
     gpu.yield
  }
  gpu.warp_execute_on_lane_0(%l)[32] -> () {
  }
  return
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[%l] { }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4xf32>) {
  gpu.warp_execute_on_lane_0(%a)[32] { }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[32] args(%v: vector<4xf32>) { }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[32] args() { }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[32] args(%v, %v: vector<4xf32>) { }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[32] args(%v: vector<4xf32>) { ^bb0(%x: vector<4xf32>): }
  return
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[32] args(%v: vector<4xf32>) { ^bb0(%x: vector<127xf32>): }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[32] args(%v: vector<4xf32>) { ^bb0(%x: vector<128xf32>, %y: i32): }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[32] args(%v: vector<4xf32>) { ^bb0(%x: f32): }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[8] args(%v: vector<4x4xf32>) { ^bb0(%x: vector<16x8xf32>): }
  return
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[8] args(%v: vector<4x4xf32>) { ^bb0(%x: vector<16x9xf32>): }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[8] args(%v: vector<4x4xf32>) { ^bb0(%x: vector<16x4xf32>): }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[8] args(%v: vector<4x4xf32>) { ^bb0(%x: vector<16x8xi32>): }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[8] args(%v: vector<4x4xf32>) { ^bb0(%x: vector<32xf32>): }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[8] -> (f32) { gpu.yield }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[8] -> (f32) { gpu.yield %v : vector<4x4xf32> }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[8] { gpu.yield %v : vector<4x4xf32> }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[8] -> (f32) { }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[8] -> (vector<4xf32>) { gpu.yield %v : vector<4x4xf32> }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[8] -> (vector<2x1xf32>) { gpu.yield %v : vector<4x4xf32> }
  return
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[8] -> (vector<2x3xf32>) { gpu.yield %v : vector<4x4xf32> }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[0] -> (vector<4x4xf32>) { gpu.yield %v : vector<4x4xf32> }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[-8] -> (vector<4x4xf32>) { gpu.yield %v : vector<4x4xf32> }
  return
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[-8] -> (vector<4x2xf32>) { gpu.yield %v : vector<4x4xf32> }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[2] -> (vector<4x[2]xf32>) { gpu.yield %v : vector<4x4xf32> }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0 %l[2] -> (vector<4x[2]xf32>) { gpu.yield %v : vector<4x4xf32> }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l, %l)[2] { gpu.yield %v : vector<4x4xf32> }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l) { gpu.yield %v : vector<4x4xf32> }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[2] {foo} { gpu.yield %v : vector<4x4xf32> }
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[2] { gpu.yield } {warp_size = 3}
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[2] args(%a) { gpu.yield } 
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[2] -> f32 { gpu.yield %a : f32 } 
  return
}
// -----
func.func @f(%l: index, %a: f32, %v: vector<4x4xf32>) {
  gpu.warp_execute_on_lane_0(%l)[2] -> f32 { gpu.yield %a : f32 ^bb1: gpu.yield %a : f32 } 
}
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {
 "app.use"(%bx, %tz, %sz) : (index, index, index) -> ()
 gpu.terminator }
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) dynamic_shared_memory_size %m module(@a) function(@b) { gpu.terminator } {foo = 1}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
%u = gpu.launch async blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
%u = gpu.launch async [%t] blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch clusters(%cx, %cy, %cz) in (%dx = %s, %dy=%s, %dz=%s) blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
%u = gpu.launch async [%t] clusters(%cx, %cy, %cz) in (%dx = %s, %dy=%s, %dz=%s) blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) workgroup(%a: memref<32xf32, 3>) private(%b: memref<1xf32, 5>) {
"app.use"(%bx, %cz, %dz, %a) : (index, index, index, memref<32xf32,3>) -> () gpu.terminator }
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch async [%t] blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) workgroup() private(%b: memref<1xf32, 5>) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) workgroup(%b: memref<1xf32, 5>,%c: memref<1xf32, 5>) { gpu.terminator ^bb1: gpu.terminator }
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) module(@x) dynamic_shared_memory_size %m {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) module(@x) private(%e : memref<4xi32,5>) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) function(@x) workgroup(%e : memref<4xi32,3>) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) workgroup(%e : memref<4xi32,3>) module(@x) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) function(@x) module(@y) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) dynamic_shared_memory_size 4 {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) module(@x) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) function(@x) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) dynamic_shared_memory_size %m function(@x) workgroup(%e : memref<4xi32,3>) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) module(@x::@y) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) module(x) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) function(3) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) workgroup(%b: i32) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) private(%b: memref<4xi32,3>) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) private(%b: memref<4xi32, #gpu.address_space<workgroup>>) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) workgroup(%b: memref<4xi32, #gpu.address_space<private>>) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) private(%b: memref<4xi32>) workgroup(%b: i32) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch async blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %m, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) (%gx = %s, %gy = %s, %gz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy : %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gx = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks %bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx#1, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx#1 = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s#1, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch {}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) attributes {foo} {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {foo} {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator} {foo} {bar}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) dynamic_shared_memory_size %s {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) dynamic_shared_memory_size %m, %m {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) [%m] {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator} {module = @x}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) module(@x) {gpu.terminator} {module = @x}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator} {module = 3}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator} {workgroup_attributions = 3}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) workgroup(%z: memref<4xi32,3> {foo.x}) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) { "app.x"() : () -> () }
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) { ^bb0: gpu.terminator }
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) { gpu.terminator ^bb1: "app.x"() : () -> () }
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) { gpu.terminator ^bb1: func.return }
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch async [%m] blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
%u:2 = gpu.launch async blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%s, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch block(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) thread(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s, %gw = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index, %m: i32, %t: !gpu.async.token) {
gpu.launch clusters(%cx, %cy, %cz) in (%dx = %s, %dy=%s, %dz=%s) clusters blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%sx = %s, %sy = %s, %sz = %s) {gpu.terminator}
return }
// -----
func.func @f(%s: index) { gpu.launch_func @k::@f blocks in (%s, %s, %s) threads in (%s, %s, %s) return }
// -----
module attributes {gpu.container_module} { func.func @f(%s: index) { gpu.launch_func @k::@f blocks in (%s, %s, %s) threads in (%s, %s, %s) return } }
// -----
module attributes {gpu.container_module} { 
 gpu.module @k { }
func.func @f(%s: index) { gpu.launch_func @k::@f blocks in (%s, %s, %s) threads in (%s, %s, %s) return } }
// -----
module attributes {gpu.container_module} { 
 gpu.module @k { gpu.func @f() { gpu.return } }
func.func @f(%s: index) { gpu.launch_func @k::@f blocks in (%s, %s, %s) threads in (%s, %s, %s) return } }
// -----
module attributes {gpu.container_module} { 
 gpu.module @k { gpu.func @f() kernel { gpu.return } }
func.func @f(%s: index) { gpu.launch_func @k::@f blocks in (%s, %s, %s) threads in (%s, %s, %s) return } }
// -----
module attributes {gpu.container_module} { 
 gpu.module @k { gpu.func @f(%x: i32) kernel { gpu.return } }
func.func @f(%s: index) { gpu.launch_func @k::@f blocks in (%s, %s, %s) threads in (%s, %s, %s) return } }
// -----
module attributes {gpu.container_module} { 
 gpu.module @k { gpu.func @f(%x: i32) kernel { gpu.return } }
func.func @f(%s: index) { gpu.launch_func @k::@f blocks in (%s, %s, %s) threads in (%s, %s, %s) args(%s : index) return } }
// -----
module attributes {gpu.container_module} { 
 module @k { func.func @f(%x: i32)  { return } }
func.func @f(%s: index) { gpu.launch_func @k::@f blocks in (%s, %s, %s) threads in (%s, %s, %s) args(%s : index) return } }
// -----
module attributes {gpu.container_module} { 
 gpu.module @k { llvm.func @f(%x: i32) { llvm.return } }
func.func @f(%s: index) { gpu.launch_func @k::@f blocks in (%s, %s, %s) threads in (%s, %s, %s) args(%s : index) return } }
// -----
module attributes {gpu.container_module} { 
 gpu.module @k { llvm.func @f(%x: i32) attributes {gpu.kernel} { llvm.return } }
func.func @f(%s: index) { gpu.launch_func @k::@f blocks in (%s, %s, %s) threads in (%s, %s, %s) args(%s : index) return } }
// -----
module attributes {gpu.container_module} { 
func.func @k() { return }
func.func @f(%s: index) { gpu.launch_func @k blocks in (%s, %s, %s) threads in (%s, %s, %s) return } }
// -----
module attributes {gpu.container_module} { 
func.func @k() { return }
func.func @f(%s: index) { gpu.launch_func @k::@b blocks in (%s, %s, %s) threads in (%s, %s, %s) return } }
// -----
module attributes {gpu.container_module} { 
gpu.binary @k [#gpu.object<#nvvm.target, "x">]
func.func @f(%s: index) { gpu.launch_func @k::@b blocks in (%s, %s, %s) threads in (%s, %s, %s) return } }
// -----
module attributes {gpu.container_module = 3} { 
func.func @f(%s: index) { gpu.launch_func @k::@b blocks in (%s, %s, %s) threads in (%s, %s, %s) return } }
// -----
"app.x"() ({ func.func @f(%s: index) { gpu.launch_func @k::@b blocks in (%s, %s, %s) threads in (%s, %s, %s) return } }) : () -> ()
// -----
module attributes {gpu.container_module} { module {
func.func @f(%s: index) { gpu.launch_func @k::@b blocks in (%s, %s, %s) threads in (%s, %s, %s) return } } }
// -----
module attributes {gpu.container_module} { module attributes {gpu.container_module} { gpu.module @k {gpu.func @b() kernel { gpu.return }}
func.func @f(%s: index) { gpu.launch_func @k::@b blocks in (%s, %s, %s) threads in (%s, %s, %s) return } } }
// -----
module attributes {gpu.container_module} { 
gpu.module @k {gpu.func @b() kernel { gpu.return }}
func.func @f(%s: index) { %i = arith.constant 1 : i32
 "gpu.launch_func"(%s, %s, %s, %s, %s, %s, %s, %i, %s) <{kernel = @k::@b, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0>}> : (index,index,index,index,index,index,index,i32,index) -> ()
return } }
// -----
module attributes {gpu.container_module} { 
gpu.module @k {gpu.func @b() kernel { gpu.return }}
func.func @f(%s: index) { %i = arith.constant 1 : i32
 "gpu.launch_func"(%s, %s, %s, %s, %s, %s, %s) <{kernel = @k::@b, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0>}> : (index,index,index,index,index,index,index) -> ()
return } }
// -----
gpu.module @a <#gpu.select_object> { }
// -----
gpu.module @a [] { }
// -----
gpu.module @a [#nvvm.target] { }
// -----
gpu.module @a <#gpu.select_object> [#nvvm.target, 3] { }
// -----
gpu.module @a <#gpu.select_object> [#nvvm.target] { }
// -----
"gpu.module"() <{sym_name = "a", targets = []}> ({^bb0: }) : () -> ()
// -----
"gpu.module"() <{sym_name = "a", offloadingHandler = 3}> ({^bb0: }) : () -> ()
// -----
"gpu.module"() <{sym_name = "a", offloadingHandler = #gpu.select_object}> ({^bb0: }) : () -> ()
// -----
gpu.binary @k []
// -----
gpu.binary @k
// -----
gpu.binary @k [3]
// -----
gpu.binary @k 3
// -----
gpu.binary @k <3> [#gpu.object<#nvvm.target, "x">]
// -----
gpu.binary @k <#gpu.select_object [#gpu.object<#nvvm.target, "x">]
// -----
gpu.binary @k [#gpu.object<#nvvm.target, "x" : i32>]
// -----
gpu.binary @k [#gpu.object<#nvvm.target, "x">] {foo}
// -----
gpu.binary @k 3
// -----
gpu.binary @k 3.0
