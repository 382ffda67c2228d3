wasmssa.func @f(%a: !wasmssa<local ref to i32>, %b: !wasmssa<local ref to f32>) -> i32 { %0 = wasmssa.local_get %a : ref to i32 wasmssa.return %0 : i32 }
// -----
wasmssa.func exported @f() { wasmssa.return }
// -----
wasmssa.func @f() attributes {a = 1} { wasmssa.return }
// -----
wasmssa.func @f(%a: !wasmssa<local ref to i32> {llvm.x}) -> (i32 {llvm.y}) { %0 = wasmssa.local_get %a : ref to i32 wasmssa.return %0 : i32 }
// -----
wasmssa.func nested @f() { wasmssa.return }
// -----
wasmssa.func exported exported @f() { wasmssa.return }
// -----
wasmssa.global @g i32 : { %0 = wasmssa.const 17 : i32 wasmssa.return %0 : i32 }
// -----
wasmssa.global exported @g i32 mutable : { %0 = wasmssa.const 17 : i32 wasmssa.return %0 : i32 }
// -----
wasmssa.global exported i32 mutable : { }
// -----
wasmssa.global nested @g i32 mutable : { }
// -----
wasmssa.global @g i32 : 
// -----
wasmssa.import_global "a" from "b" as @g : i32
// -----
wasmssa.import_global "a" from "b" as @g mutable : i32
// -----
wasmssa.import_global a from b as @g : i32
// -----
wasmssa.func @f(%a: !wasmssa<local ref to i32>) -> f32 { %c = wasmssa.local_get %a : ref to i32 wasmssa.if %c : { %0 = wasmssa.const 17.0 : f32 wasmssa.block_return %0 : f32 } > ^bb1 ^bb1: %1 = wasmssa.const 1.0 : f32 wasmssa.return %1 : f32 }
// -----
wasmssa.import_global "text"
// -----
wasmssa.import_global "text" foo "a" as @f : i32
// -----
wasmssa.import_global "text" "from" "a" as @f : i32
// -----
wasmssa.import_global "text" from "a" foo @f : i32
// -----
wasmssa.import_global "text" from "a" : i32
// -----
wasmssa.import_global "text" from a as @f : i32
// -----
wasmssa.import_global text from "a" as @f : i32
// -----
wasmssa.global "exported" @f i32 : { }
// -----
wasmssa.global "foo" @f i32 : { }
// -----
wasmssa.global  "exported" i32 : { }
// -----
wasmssa.func "foo" @f() { }
// -----
wasmssa.memory "exported" @f !wasmssa<limit[0:1]>
