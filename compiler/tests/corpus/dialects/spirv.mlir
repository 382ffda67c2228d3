"spirv.module"() <{addressing_model = #spirv.addressing_model<Logical>, memory_model = #spirv.memory_model<GLSL450>}> ({
  "app.region"() ({
  ^bb0(%f : f32, %b : i1, %i : i32):
    %0 = "spirv.GL.FClamp"(%f, %f, %f) : (f32, f32, f32) -> f32
    %1 = "spirv.GL.Fma"(%f, %f, %f) {foo = 1} : (f32, f32, f32) -> f32
    %2 = "spirv.GL.SClamp"(%i, %i, %i) : (i32, i32, i32) -> i32
    %5 = "spirv.Constant"() <{value = 3 : i32}> : () -> i32
    %6 = "spirv.Constant"() <{value = dense<3> : vector<2xi32>}> : () -> vector<2xi32>
    %66 = "spirv.Constant"() <{value = true}> : () -> i1
    %7 = "spirv.Constant"() <{value = [3.0 : f32, 4.0 : f32]}> : () -> !spirv.array<2 x f32>
    %77 = "spirv.Constant"() <{value = dense<3> : tensor<2xi32>}> : () -> !spirv.array<2 x i32>
    "spirv.mlir.selection"() <{selection_control = #spirv.selection_control<None>}> ({
      "spirv.mlir.merge"() : () -> ()
    }) : () -> ()
    "spirv.mlir.selection"() <{selection_control = #spirv.selection_control<Flatten>}> ({
    ^bb0:
      "spirv.BranchConditional"(%b, %i)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
    ^bb1(%x : i32):
      "spirv.BranchConditional"(%b, %i)[^bb1, ^bb2] <{branch_weights = [1 : i32, 2 : i32], operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
    ^bb2:
      "spirv.mlir.merge"() : () -> ()
    }) : () -> ()
    %r = "spirv.mlir.selection"() <{selection_control = #spirv.selection_control<Flatten>}> ({
      "spirv.mlir.merge"(%i) : (i32) -> ()
    }) : () -> i32
    "spirv.mlir.loop"() <{loop_control = #spirv.loop_control<None>}> ({
    }) : () -> ()
    %l:2 = "spirv.mlir.loop"() <{loop_control = #spirv.loop_control<Unroll>}> ({
    ^bb0:
      "spirv.mlir.merge"(%i, %i) : (i32, i32) -> ()
    }) : () -> (i32, i32)
    "spirv.Return"() : () -> ()
  }) : () -> ()
  "spirv.EntryPoint"() <{execution_model = #spirv.execution_model<GLCompute>, fn = @f, interface = []}> : () -> ()
  "spirv.EntryPoint"() <{execution_model = #spirv.execution_model<GLCompute>, fn = @f, interface = [@a, @b]}> : () -> ()
  "spirv.SpecConstant"() <{sym_name = "s", default_value = 3 : i32}> : () -> ()
  "spirv.SpecConstant"() <{sym_name = "s2", default_value = 3.0 : f32}> {spec_id = 5 : i32} : () -> ()
  "spirv.SpecConstantComposite"() <{sym_name = "s3", type = vector<2xi32>, constituents = [@s, @s]}> : () -> ()
  "spirv.EXT.SpecConstantCompositeReplicate"() <{sym_name = "s4", type = vector<2xi32>, constituent = @s}> : () -> ()
  "spirv.GlobalVariable"() <{sym_name = "g", type = !spirv.ptr<f32, Input>}> : () -> ()
  "spirv.GlobalVariable"() <{sym_name = "g", type = !spirv.ptr<f32, Input>, binding = 1 : i32, descriptor_set = 2 : i32, location = 4 : i32, initializer = @f}> {foo = 1} : () -> ()
}) : () -> ()
"spirv.module"() <{addressing_model = #spirv.addressing_model<Logical>, memory_model = #spirv.memory_model<GLSL450>, sym_name = "n", vce_triple = #spirv.vce<v1.0, [Shader], []>}> ({
}) {a} : () -> ()
// -----
spirv.module Logicaal GLSL450 { }
// -----
spirv.module Logical GLSL451 { }
// -----
spirv.module Logical { }
// -----
spirv.module "Logical" GLSL450 { }
// -----
spirv.module @a Logical GLSL450 requires 3 { }
// -----
spirv.module @a Logical GLSL450 {a} { }
// -----
spirv.module Logical GLSL450 {
spirv.EntryPoint GLCompute @f
}
// -----
spirv.module Logical GLSL450 {
spirv.EntryPoint "GLCompute2" @f
}
// -----
spirv.module Logical GLSL450 {
spirv.EntryPoint "GLCompute" 
}
// -----
spirv.module Logical GLSL450 {
spirv.EntryPoint "GLCompute" @a @b
}
// -----
spirv.module Logical GLSL450 {
spirv.EntryPoint "GLCompute" @a, 3
}
// -----
spirv.module Logical GLSL450 {
spirv.SpecConstant @a spec_id = 3
}
// -----
spirv.module Logical GLSL450 {
spirv.SpecConstant @a spec_id("a") = 3
}
// -----
spirv.module Logical GLSL450 {
spirv.SpecConstantComposite @a (@b, 3) : i32
}
// -----
spirv.module Logical GLSL450 {
spirv.SpecConstantComposite @a () : i32
}
// -----
spirv.module Logical GLSL450 {
spirv.SpecConstantComposite @a spec_id(4) (@b) : i32
}
// -----
spirv.module Logical GLSL450 {
spirv.SpecConstantComposite @a (@b) : 
}
// -----
spirv.module Logical GLSL450 {
spirv.EXT.SpecConstantCompositeReplicate @a (@b, @c) : i32
}
// -----
spirv.module Logical GLSL450 {
spirv.GlobalVariable @a : i32
}
// -----
spirv.module Logical GLSL450 {
spirv.GlobalVariable @a bind(1) : i32
}
// -----
spirv.module Logical GLSL450 {
spirv.GlobalVariable @a built_in("a") bind(1, 2) : !spirv.ptr<f32, Input>
}
// -----
spirv.module Logical GLSL450 {
spirv.GlobalVariable @a bind(1, 2) initializer(@b) : !spirv.ptr<f32, Input>
}
// -----
spirv.module Logical GLSL450 {
spirv.GlobalVariable @a initializer(3) : !spirv.ptr<f32, Input>
}
// -----
spirv.module Logical GLSL450 {
spirv.GlobalVariable @a built_in(3) : !spirv.ptr<f32, Input>
}
// -----
spirv.module Logical GLSL450 {
spirv.GlobalVariable : !spirv.ptr<f32, Input>
}
// -----
func.func @f(%f : f32, %b : i1) {
 spirv.BranchConditional %b [1], ^a, ^a
^a:
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 spirv.BranchConditional %b [1, "a"], ^a, ^a
^a:
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 spirv.BranchConditional %b, ^a ^a
^a:
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 spirv.BranchConditional %b, ^a(%f : f32), ^a(%f : f32)
^a(%x : f32):
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 spirv.BranchConditional %b, ^a(%f), ^a(%f : f32)
^a(%x : f32):
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 spirv.BranchConditional %f, ^a(%f : f32), ^a(%f : f32)
^a(%x : f32):
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 spirv.BranchConditional %b, ^a, ^a {a}
^a:
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 spirv.mlir.selection control(Foo) { spirv.mlir.merge }
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 spirv.mlir.selection control(Flatten|DontFlatten) { spirv.mlir.merge }
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 spirv.mlir.selection control("Flatten") { spirv.mlir.merge }
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 spirv.mlir.selection control { spirv.mlir.merge }
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 spirv.mlir.selection -> (f32) { spirv.mlir.merge %f : f32 }
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 spirv.mlir.selection -> { spirv.mlir.merge %f : f32 }
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 %0 = spirv.mlir.loop -> f32 { spirv.mlir.merge %f : f32 } {a}
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 %0 = spirv.GL.FClamp %f, %f : f32
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 %0 = spirv.GL.FClamp %f, %f, %f, %f : f32
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 %0 = spirv.GL.FClamp %f, %f, %b : f32
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 %0 = spirv.GL.Fma(%f, %f, %f) : (f32, f32, f32) -> f32
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 %0 = spirv.GL.Fma %f, %f, %f 
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 %0 = spirv.Constant "a"
 %1 = spirv.Constant @a
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 %0 = spirv.Constant [1, 2]
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 %0 = spirv.Constant dense<1> : tensor<3xi32>
 spirv.Return
}
// -----
func.func @f(%f : f32, %b : i1) {
 %0 = spirv.Constant 3 : si8
 %1 = spirv.Constant -3 : i64
 %2 = spirv.Constant 0xFFFFFFFFFFFFFFFF : ui64
 %3 = spirv.Constant 1.0 : f32
 %4 = spirv.Constant false
 %5 = spirv.Constant dense<1.0> : vector<2x3xf32>
 %6 = spirv.Constant 3 : i32 {a}
 spirv.Return
}
