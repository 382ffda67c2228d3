// pipeline: builtin.module(convert-func-to-llvm)
// pipeline: builtin.module(convert-func-to-llvm{use-bare-ptr-memref-call-conv=true})
// pipeline: builtin.module(convert-arith-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)
func.func private @ext(memref<?xf32>, index) -> memref<?xf32> attributes {llvm.emit_c_interface}
func.func private @ext2(%a: memref<*xf32>) -> (f32, memref<2x3xf32, 1>)
func.func @two(%a: i32 {foo.bar = 1: i32}, %b: memref<?x?xf32>) -> (i32 {llvm.zeroext}, index) attributes {llvm.emit_c_interface, foo, llvm.linkage = #llvm.linkage<internal>} {
  %c = arith.constant 1 : index
  return %a, %c : i32, index
}
func.func @m(%a: memref<?xf32>) -> memref<?xf32> attributes {llvm.emit_c_interface} {
  %i = arith.constant 1 : index
  %r = call @ext(%a, %i) {x} : (memref<?xf32>, index) -> memref<?xf32>
  %u = memref.cast %r : memref<?xf32> to memref<*xf32>
  %x:2 = call @ext2(%u) : (memref<*xf32>) -> (f32, memref<2x3xf32, 1>)
  return %r : memref<?xf32>
}
func.func private @callee(%f: (i32) -> i32, %v: i32) -> i32 attributes {no_inline} {
  %k = func.constant @other : (i32) -> i32
  %r = call_indirect %f(%v) : (i32) -> i32
  return %r : i32
}
func.func @other(%v: i32) -> i32 { return %v : i32 }
func.func @none() { call @none() : () -> () 
 return }
func.func @un(%v: memref<*xf32>) -> memref<*xf32> { return %v : memref<*xf32> }
// -----
func.func private @ext(memref<2xf32>) -> memref<2xf32>
func.func @m(%a: memref<2xf32>, %b: memref<2x3xf32>) -> (memref<2xf32>, i32) {
  %r = call @ext(%a) : (memref<2xf32>) -> memref<2xf32>
  %i = arith.constant 1 : i32
  %s = arith.constant 1 : index
  %v = memref.load %a[%s] : memref<2xf32>
  return %r, %i : memref<2xf32>, i32
}
func.func @d(%a: memref<?xf32>) { return }
// -----
func.func private @callee(%f: (i32) -> i32, %v: i32) -> i32 attributes {no_inline} {
  return %v : i32
}
func.func private @callee2(%f: (i32) -> i32 {llvm.noundef}, %v: i32) -> (i32 {llvm.signext}) attributes {no_inline, llvm.emit_c_interface, llvm.readnone, llvm.varargs=true, passthrough=["x"]} {
  return %v : i32
}
func.func private @ciface(%a : memref<2xf32> {llvm.noundef, foo.bar}, %b: memref<?x?xf32> {llvm.noalias}) -> (memref<2xf32>, i32) attributes {llvm.emit_c_interface} {
  %i = arith.constant 1 : i32
  return %a, %i : memref<2xf32>, i32
}
func.func @x(%a: complex<f32>, %b: vector<2x2xf32>, %c: tensor<f32>) -> i32 {
   %i = arith.constant 1 : i32
  return %i : i32
}
func.func @y(%a: memref<?xf32>) {
  func.call @y(%a) : (memref<?xf32>) -> ()
  %r:2 = func.call @ciface2(%a) : (memref<?xf32>) -> (index, memref<*xi32>)
  return
}
func.func private @ciface2(memref<?xf32> {llvm.noundef}) -> (index, memref<*xi32>) attributes {llvm.emit_c_interface}
