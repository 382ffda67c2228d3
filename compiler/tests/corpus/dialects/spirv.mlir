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
// -----
func.func @f(%p: !spirv.ptr<f32, Function>) { %0 = spirv.Load "Function" %p : f32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>) { %0 = spirv.Load "Function" %p ["Volatile"] : f32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>) { %0 = spirv.Load "Function" %p ["Volatile", 4] : f32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>) { %0 = spirv.Load "Function" %p ["Aligned", 4] : f32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>) { %0 = spirv.Load "Function" %p ["Aligned"] : f32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>) { %0 = spirv.Load "Function" %p ["Aligned", 4 : i64] : f32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>) { %0 = spirv.Load "Function" %p ["Aligned|Volatile", 4] : f32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>) { %0 = spirv.Load "Function" %p ["Foo", 4] : f32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>) { %0 = spirv.Load "Function" %p [Volatile] : f32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>) { %0 = spirv.Load "Function" %p : i32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>) { %0 = spirv.Load "Uniform" %p : f32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>) { %0 = spirv.Load "Foo" %p : f32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>) { %0 = spirv.Load Function %p : f32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>) { %0 = spirv.Load %p : f32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>) { %0 = spirv.Load "Function" %p {foo = 1} : f32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>) { %0 = spirv.Load "Function" %p ["None"] : f32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>) { %0 = spirv.Load "Function" %p [] : f32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>, %v: f32) { spirv.Store "Function" %p, %v : f32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>, %v: f32) { spirv.Store "Function" %p, %v ["Aligned", 4] : f32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>, %v: f32) { spirv.Store "Function" %p, %v ["Volatile"] {a} : f32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>, %v: f32) { spirv.Store "Function" %p, %v : i32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>, %v: f32) { spirv.Store "Function" %p %v : f32 return }
// -----
func.func @f(%p: !spirv.ptr<f32, Function>, %v: f32) { spirv.Store "Function" %p, %v, %v : f32 return }
// -----
func.func @f() { %0 = spirv.Variable : !spirv.ptr<f32, Function> return }
// -----
func.func @f(%v: f32) { %0 = spirv.Variable init(%v) : !spirv.ptr<f32, Function> return }
// -----
func.func @f() { %0 = spirv.Variable bind(1, 2) : !spirv.ptr<f32, Function> return }
// -----
func.func @f() { %0 = spirv.Variable built_in("GlobalInvocationId") : !spirv.ptr<f32, Function> return }
// -----
func.func @f() { %0 = spirv.Variable {a = 1} : !spirv.ptr<f32, Function> return }
// -----
func.func @f() { %0 = spirv.Variable : !spirv.ptr<f32, Uniform> return }
// -----
func.func @f() { %0 = spirv.Variable : f32 return }
// -----
func.func @f(%v: i32) { %0 = spirv.Variable init(%v) : !spirv.ptr<f32, Function> return }
// -----
func.func @f(%v: i32) { %0 = spirv.Variable init %v : !spirv.ptr<f32, Function> return }
// -----
func.func @f(%a: !spirv.array<4xf32>) { %0 = spirv.CompositeExtract %a[1 : i32] : !spirv.array<4xf32> return }
// -----
func.func @f(%a: !spirv.array<4xf32>) { %0 = spirv.CompositeExtract %a[4 : i32] : !spirv.array<4xf32> return }
// -----
func.func @f(%a: !spirv.array<4xf32>) { %0 = spirv.CompositeExtract %a[1 : i64] : !spirv.array<4xf32> return }
// -----
func.func @f(%a: !spirv.array<4xf32>) { %0 = spirv.CompositeExtract %a[] : !spirv.array<4xf32> return }
// -----
func.func @f(%a: !spirv.array<4xf32>) { %0 = spirv.CompositeExtract %a[1 : i32, 2 : i32] : !spirv.array<4xf32> return }
// -----
func.func @f(%a: !spirv.array<4xf32>) { %0 = spirv.CompositeExtract %a 1 : !spirv.array<4xf32> return }
// -----
func.func @f(%a: !spirv.array<4xf32>) { %0 = spirv.CompositeExtract %a[x] : !spirv.array<4xf32> return }
// -----
func.func @f(%a: !spirv.array<4xf32>) { %0 = spirv.CompositeExtract %a["x"] : !spirv.array<4xf32> return }
// -----
func.func @f(%a: !spirv.array<4xf32>) { %0 = spirv.CompositeExtract %a[1 : i32] {b} : !spirv.array<4xf32> return }
// -----
func.func @f(%a: !spirv.array<4xf32>) { %0 = spirv.CompositeExtract %a[-1 : i32] : !spirv.array<4xf32> return }
// -----
func.func @f(%a: f32) { %0 = spirv.CompositeExtract %a[1 : i32] : f32 return }
// -----
func.func @f(%a: vector<4xf32>) { %0 = spirv.CompositeExtract %a[1 : i32] : vector<4xf32> return }
// -----
func.func @f(%a: vector<4xf32>) { %0 = spirv.CompositeExtract %a[4 : i32] : vector<4xf32> return }
// -----
func.func @f(%a: !spirv.struct<(f32, !spirv.array<4xi32>)>) { %0 = spirv.CompositeExtract %a[1 : i32, 3 : i32] : !spirv.struct<(f32, !spirv.array<4xi32>)> return }
// -----
func.func @f(%a: !spirv.struct<(f32, !spirv.array<4xi32>)>) { %0 = spirv.CompositeExtract %a[2 : i32, 3 : i32] : !spirv.struct<(f32, !spirv.array<4xi32>)> return }
// -----
func.func @f(%a: !spirv.rtarray<f32>) { %0 = spirv.CompositeExtract %a[100 : i32] : !spirv.rtarray<f32> return }
// -----
func.func @f(%a: !spirv.matrix<3xvector<3xf32>>) { %0 = spirv.CompositeExtract %a[1 : i32, 2 : i32] : !spirv.matrix<3xvector<3xf32>> return }
// -----
func.func @f(%a: !spirv.matrix<3xvector<3xf32>>) { %0 = spirv.CompositeExtract %a[3 : i32, 2 : i32] : !spirv.matrix<3xvector<3xf32>> return }
// -----
func.func @f(%a: !spirv.coopmatrix<4x4xf32, Subgroup, MatrixA>) { %0 = spirv.CompositeExtract %a[3 : i32] : !spirv.coopmatrix<4x4xf32, Subgroup, MatrixA> return }
// -----
func.func @f(%a: !spirv.array<4xf32>, %b: f32) { %0 = spirv.CompositeInsert %b, %a[1 : i32] : f32 into !spirv.array<4xf32> return }
// -----
func.func @f(%a: !spirv.array<4xf32>, %b: i32) { %0 = spirv.CompositeInsert %b, %a[1 : i32] : i32 into !spirv.array<4xf32> return }
// -----
func.func @f(%a: !spirv.array<4xf32>, %b: f32) { %0 = spirv.CompositeInsert %b, %a[5 : i32] : f32 into !spirv.array<4xf32> return }
// -----
func.func @f(%a: !spirv.array<4xf32>, %b: f32) { %0 = spirv.CompositeInsert %b, %a[] {x} : f32 into !spirv.array<4xf32> return }
// -----
func.func @f(%a: !spirv.array<4xf32>, %b: f32) { %0 = spirv.CompositeInsert %b, %a[0 : i32] {x} : f32 to !spirv.array<4xf32> return }
// -----
func.func @f(%a: i32, %b: i32) { %0 = spirv.IAddCarry %a, %b : !spirv.struct<(i32, i32)> return }
// -----
func.func @f(%a: i32, %b: i32) { %0 = spirv.IAddCarry %a, %b {x} : !spirv.struct<(i32, i32)> return }
// -----
func.func @f(%a: i32, %b: i32) { %0 = spirv.IAddCarry %a : !spirv.struct<(i32, i32)> return }
// -----
func.func @f(%a: i32, %b: i32) { %0 = spirv.IAddCarry %a, %b : i32 return }
// -----
func.func @f(%a: i32, %b: i32) { %0 = spirv.IAddCarry %a, %b : !spirv.struct<(i32, i32, i32)> return }
// -----
func.func @f(%a: i32, %b: i32) { %0 = spirv.IAddCarry %a, %b : !spirv.struct<(i32, i64)> return }
// -----
func.func @f(%a: i32, %b: i32) { %0 = spirv.SMulExtended %a, %b : !spirv.struct<(i32, i32)> return }
// -----
func.func @f(%a: i32, %b: i32) { %0 = spirv.UMulExtended %a, %b : !spirv.struct<(i32, i32)> return }
// -----
func.func @f(%a: i32, %b: i32) { %0 = spirv.ISubBorrow %a, %b : !spirv.struct<(i32, i32)> return }
// -----
func.func @f(%a: !spirv.ptr<f32, Function>, %b: !spirv.ptr<f32, Uniform>) { spirv.CopyMemory "Function" %a, "Uniform" %b : f32 return }
// -----
func.func @f(%a: !spirv.ptr<f32, Function>, %b: !spirv.ptr<f32, Uniform>) { spirv.CopyMemory "Function" %a, "Uniform" %b ["Aligned", 4] : f32 return }
// -----
func.func @f(%a: !spirv.ptr<f32, Function>, %b: !spirv.ptr<f32, Uniform>) { spirv.CopyMemory "Function" %a, "Uniform" %b ["Aligned", 4], ["Volatile"] : f32 return }
// -----
func.func @f(%a: !spirv.ptr<f32, Function>, %b: !spirv.ptr<f32, Uniform>) { spirv.CopyMemory "Function" %a, "Uniform" %b ["Aligned", 4], ["Aligned", 8] {x} : f32 return }
// -----
func.func @f(%a: !spirv.ptr<f32, Function>, %b: !spirv.ptr<f32, Uniform>) { spirv.CopyMemory "Function" %a, "Uniform" %b ["Aligned", 4], : f32 return }
// -----
spirv.module Logical GLSL450 { spirv.ExecutionMode @f "LocalSize", 1, 2, 3 }
// -----
spirv.module Logical GLSL450 { spirv.ExecutionMode @f "ContractionOff" }
// -----
spirv.module Logical GLSL450 { spirv.ExecutionMode @f "Foo" }
// -----
spirv.module Logical GLSL450 { spirv.ExecutionMode @f "LocalSize", 1, a }
// -----
spirv.module Logical GLSL450 { spirv.ExecutionMode @f "LocalSize", 1 : i64 }
// -----
spirv.module Logical GLSL450 { spirv.ExecutionMode f "LocalSize" }
// -----
spirv.module Logical GLSL450 { spirv.ExecutionMode @f "LocalSize" {x} }
// -----
spirv.module Logical GLSL450 { spirv.ExecutionMode @f "LocalSize", }
// -----
spirv.module Logical GLSL450 { spirv.func @f() "None" { spirv.Return } }
// -----
spirv.module Logical GLSL450 { spirv.func @f(%a: i32) -> i32 "Inline|Pure" attributes {a = 1} { spirv.ReturnValue %a : i32 } }
// -----
spirv.module Logical GLSL450 { spirv.func @f(%a: i32 {x}) -> (i32 {y}) "None" { spirv.ReturnValue %a : i32 } }
// -----
spirv.module Logical GLSL450 { spirv.func @f(i32) -> i32 "None" }
// -----
spirv.module Logical GLSL450 { spirv.func private @f(i32) -> i32 "None" }
// -----
spirv.module Logical GLSL450 { spirv.func @f() "Foo" { spirv.Return } }
// -----
spirv.module Logical GLSL450 { spirv.func @f() { spirv.Return } }
// -----
spirv.module Logical GLSL450 { spirv.func @f() None { spirv.Return } }
// -----
spirv.module Logical GLSL450 { spirv.func @f() -> (i32, i32) "None" { spirv.Return } }
// -----
spirv.module Logical GLSL450 { spirv.func @f(...) "None" { spirv.Return } }
// -----
spirv.module Logical GLSL450 { spirv.func @f() "None" {} }
// -----
spirv.module Logical GLSL450 { spirv.func @f() "None" attributes {sym_name = "b"} { spirv.Return } }
// -----
spirv.module Logical GLSL450 { spirv.func @f() "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "a", linkage_type = <Import>>} }
// -----
spirv.module Logical GLSL450 { spirv.func @f() "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "a", linkage_type = <Import>>} {spirv.Return} }
// -----
spirv.module Logical GLSL450 { spirv.func @f() "None" attributes {linkage_attributes = #spirv.linkage_attributes<linkage_name = "a", linkage_type = <Export>>} }
// -----
spirv.module Logical GLSL450 { spirv.func @f() -> i32 "None" { spirv.Return } }
// -----
spirv.module Logical GLSL450 { spirv.func @f(%a: i64) -> i32 "None" { spirv.ReturnValue %a : i64 } }
// -----
spirv.module Logical GLSL450 { spirv.func @f(%a: i64) "None" { spirv.ReturnValue %a : i64 } }
// -----
spirv.module Logical GLSL450 { spirv.func @f(%a: index) "None" { spirv.Return } }
// -----
func.func @f(%s: i32) { spirv.Switch %s : i32, [ default: ^bb1, 0: ^bb2, 1: ^bb3] ^bb1: return ^bb2: return ^bb3: return }
// -----
func.func @f(%s: i32) { spirv.Switch %s : i32, [ default: ^bb1(%s : i32), 0: ^bb2(%s, %s : i32, i32) ] ^bb1(%a: i32): return ^bb2(%b: i32, %c: i32): return }
// -----
func.func @f(%s: i32) { spirv.Switch %s : i32, [ default: ^bb1 ] {x} ^bb1: return }
// -----
func.func @f(%s: i32) { spirv.Switch %s : i32, [ 0: ^bb1 ] ^bb1: return }
// -----
func.func @f(%s: i32) { spirv.Switch %s : i32, [ default: ^bb1, a: ^bb1 ] ^bb1: return }
// -----
func.func @f(%s: f32) { spirv.Switch %s : f32, [ default: ^bb1 ] ^bb1: return }
// -----
func.func @f(%s: i32) { spirv.Switch %s : i32, [ default: ^bb1, -1: ^bb1 ] ^bb1: return }
// -----
func.func @f(%s: i32) { spirv.Switch %s : i64, [ default: ^bb1, -1: ^bb1 ] ^bb1: return }
// -----
func.func @f(%s: i32) { spirv.Switch %s : i32 [ default: ^bb1 ] ^bb1: return }
// -----
func.func @f(%s: i32) { spirv.Switch %s : i32, [ default: ^bb1, 4294967296: ^bb1 ] ^bb1: return }
// -----
func.func @f(%a: !spirv.ptr<f32, Function>, %b: !spirv.ptr<f32, Uniform>) { spirv.CopyMemory "Function" %a, "Uniform" %b ["Aligned", 4] : f32 return }
// -----
func.func @f(%a: !spirv.ptr<f32, Function>, %b: !spirv.ptr<f32, Uniform>) { spirv.CopyMemory "Function" %a, "Uniform" %b, : f32 return }
// -----
func.func @f(%a: !spirv.ptr<f32, Function>, %b: !spirv.ptr<f32, Uniform>) { spirv.CopyMemory "Function" %a, "Uniform" %b, ["Volatile"] : f32 return }
// -----
func.func @f(%a: !spirv.ptr<f32, Function>, %b: !spirv.ptr<f32, Uniform>) { spirv.CopyMemory "Function" %a, "Uniform" %b ["Volatile"] {x} : f32 return }
// -----
func.func @f(%a: !spirv.ptr<f32, Function>, %b: !spirv.ptr<f32, Uniform>) { spirv.CopyMemory "Function" %a, "Uniform" %b {x} : f32 return }
// -----
func.func @f(%a: i32, %b: i32) { %0 = spirv.IAddCarry {x} %a, %b : !spirv.struct<(i32, i32)> return }
// -----
func.func @f(%a: vector<4xf32>, %b: f32) { %0 = spirv.CompositeInsert %b [1 : i32] : f32 into vector<4xf32> return }
// -----
func.func @f(%s: i32) { spirv.Switch %s : i32, [ default: ^bb1 ] ^bb1: return }
// -----
func.func @f(%s: i32) { spirv.Switch %s : i32, [ default: ^bb1, 0: ^bb1 ] {x} ^bb1: return }
// -----
func.func @f(%s: i16) { spirv.Switch %s : i16, [ default: ^bb1, 3: ^bb1 ] ^bb1: return }
// -----
func.func @f(%i: !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba32f>, %c: vector<2xi32>) { %0 = spirv.ImageRead %i, %c : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba32f>, vector<2xi32> -> vector<4xf32> return }
// -----
func.func @f(%i: !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba32f>, %c: vector<2xi32>, %t: vector<4xf32>) { spirv.ImageWrite %i, %c, %t : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba32f>, vector<2xi32>, vector<4xf32> return }
// -----
func.func @f(%i: !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba32f>, %c: vector<2xsi32>) { %0 = spirv.ImageFetch %i, %c : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba32f>, vector<2xsi32> -> vector<4xf32> return }
// -----
func.func @f(%i: !spirv.sampled_image<!spirv.image<f32, Dim2D, IsDepth, NonArrayed, SingleSampled, NeedSampler, Rgba32f>>, %c: vector<4xf32>, %d: f32) { %0 = spirv.ImageDrefGather %i, %c, %d : !spirv.sampled_image<!spirv.image<f32, Dim2D, IsDepth, NonArrayed, SingleSampled, NeedSampler, Rgba32f>>, vector<4xf32>, f32 -> vector<4xf32> return }
// -----
func.func @f(%i: !spirv.sampled_image<!spirv.image<f32, Dim2D, IsDepth, NonArrayed, SingleSampled, NeedSampler, Rgba32f>>, %c: vector<4xf32>, %d: f32) { %0 = spirv.ImageDrefGather %i, %c, %d ["Bias"], %d : !spirv.sampled_image<!spirv.image<f32, Dim2D, IsDepth, NonArrayed, SingleSampled, NeedSampler, Rgba32f>>, vector<4xf32>, f32, f32 -> vector<4xf32> return }
// -----
func.func @f(%i: !spirv.sampled_image<!spirv.image<f32, Dim2D, IsDepth, NonArrayed, SingleSampled, NeedSampler, Rgba32f>>, %c: vector<4xf32>, %d: f32) { %0 = spirv.ImageSampleExplicitLod %i, %c ["Lod"], %d : !spirv.sampled_image<!spirv.image<f32, Dim2D, IsDepth, NonArrayed, SingleSampled, NeedSampler, Rgba32f>>, vector<4xf32>, f32 -> vector<4xf32> return }
// -----
func.func @f(%p: !spirv.ptr<i32, StorageBuffer>, %v: i32) { spirv.INTEL.SubgroupBlockWrite "StorageBuffer" %p, %v : i32 return }
// -----
func.func @f(%p: !spirv.ptr<i32, StorageBuffer>, %v: i32) { spirv.INTEL.SubgroupBlockWrite %p, %v : i32 return }
// -----
spirv.module Logical Vulkan { spirv.ARM.Graph @g(%a: !spirv.arm.tensor<2xi8> {llvm.x}) -> (!spirv.arm.tensor<2xi8> {llvm.y}) attributes {entry_point = true, foo = 1 : i32} { spirv.ARM.GraphOutputs %a : !spirv.arm.tensor<2xi8> } spirv.ARM.GraphEntryPoint @g, @a, @b }
// -----
spirv.module Logical Vulkan { spirv.ARM.Graph @g() -> (!spirv.arm.tensor<2xi8>, !spirv.arm.tensor<2xi8>) spirv.ARM.GraphEntryPoint @g spirv.ARM.Graph @h(!spirv.arm.tensor<2xi8> {llvm.x}) -> !spirv.arm.tensor<2xi8> }
// -----
spirv.module Logical Vulkan { spirv.ARM.Graph private @g() -> !spirv.arm.tensor<2xi8> }
// -----
spirv.module Logical Vulkan { spirv.ARM.Graph @g(%a: !spirv.arm.tensor<2xi8>, ...) -> !spirv.arm.tensor<2xi8> { spirv.ARM.GraphOutputs %a : !spirv.arm.tensor<2xi8> } }
// -----
spirv.module Logical Vulkan { spirv.ARM.Graph @g(%a: !spirv.arm.tensor<2xi8>) -> !spirv.arm.tensor<2xi8> attributes {sym_name = "x"} { spirv.ARM.GraphOutputs %a : !spirv.arm.tensor<2xi8> } }
// -----
spirv.module Logical Vulkan { spirv.ARM.Graph @g(%a: !spirv.arm.tensor<2xi8>) -> !spirv.arm.tensor<2xi8> { } }
// -----
spirv.module Logical Vulkan { spirv.ARM.GraphEntryPoint @g {a} }
// -----
func.func @f(%a: f32, %b: f32) { %0 = spirv.SNegate  : i32 return }
// -----
func.func @f(%a: f32, %b: f32) { %0 = spirv.FNegate %a, %b : f32 return }
// -----
func.func @f(%a: f32, %b: f32) { %0 = spirv.FNegate : f32 return }
// -----
func.func @f(%a: !spirv.matrix<3 x vector<3xf32>>, %b: f32) { %0 = spirv.Transpose %a, %a : !spirv.matrix<3 x vector<3xf32>> -> !spirv.matrix<3 x vector<3xf32>> return }
// -----
func.func @f(%a: !spirv.matrix<3 x vector<3xf32>>, %b: f32) { %0 = spirv.Transpose : !spirv.matrix<3 x vector<3xf32>> -> !spirv.matrix<3 x vector<3xf32>> return }
// -----
func.func @f(%a: f32, %b: f32) { %0 = spirv.FAdd %a : f32 return }
// -----
func.func @f(%a: i1) { 
  spirv.BranchConditional %a, ^bb1(%a, %a : i1), ^bb1(%a : i1)
^bb1(%b: i1):
 return }
// -----
func.func @f(%a: i1) { 
  spirv.BranchConditional %a, ^bb1(%a, %a : i1 x), ^bb1(%a : i1)
^bb1(%b: i1):
 return }
// -----
func.func @f(%a: i1) { 
  spirv.BranchConditional %a, ^bb1(%a x), ^bb1(%a : i1)
^bb1(%b: i1):
 return }
// -----
func.func @f(%a: i1) { 
  spirv.BranchConditional %a, ^bb1(%c : i1 x), ^bb1(%a : i1)
^bb1(%b: i1):
 return }
// -----
func.func @f(%a: i1) { 
  spirv.BranchConditional %a, ^bb1(%a : i32 x), ^bb1(%a : i1)
^bb1(%b: i1):
 return }
// -----
func.func @f(%a: i1) { 
  spirv.Branch ^bb1(%a, %a : i1 x)
^bb1(%b: i1):
 return }
// -----
func.func @f(%a: i1) { 
  spirv.Branch ^bb1()
^bb1:
 return }
// -----
func.func @f(%a: i1) { 
  spirv.BranchConditional %a, ^bb1(), ^bb1
^bb1:
 return }
