// pipeline: builtin.module(arith-expand)
// pipeline: builtin.module(arith-expand{include-bf16=true})
// pipeline: builtin.module(arith-expand,convert-to-llvm)
func.func @f(%a: i32, %b: i32, %x: f32, %y: f32, %v: vector<4xi32>, %w: vector<4xf32>, %bf: bf16, %h: f16) -> (i32, i32, f32, f32, f32, f32, i32, bf16, f32) {
  %0 = arith.ceildivsi %a, %b : i32
  %1 = arith.floordivsi %v, %v : vector<4xi32>
  %2 = arith.ceildivui %a, %b : i32
  %3 = arith.maximumf %x, %y : f32
  %4 = arith.minimumf %w, %w : vector<4xf32>
  %5 = arith.maxnumf %x, %y : f32
  %6 = arith.minnumf %x, %y fastmath<nnan> : f32
  %7 = arith.maxsi %a, %b : i32
  %8 = arith.truncf %x : f32 to bf16
  %9 = arith.extf %bf : bf16 to f32
  %m = arith.minimumf %x, %y : f32
  return %0, %2, %3, %5, %6, %m, %7, %8, %9 : i32, i32, f32, f32, f32, f32, i32, bf16, f32
}
