// pipeline: builtin.module(convert-cf-to-llvm)
// pipeline: builtin.module(convert-arith-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts)
func.func @f(%c: i1, %n: index, %i: i32) {
  cf.cond_br %c weights([1,2]), ^a(%n : index), ^a(%n : index)
^a(%x: index):
  cf.switch %i : i32, [default: ^b, 1: ^a(%x : index), 2: ^c(%i, %n : i32, index)]
^b:
  cf.assert %c, "msg"
  cf.br ^d
^c(%k: i32, %w: index):
  cf.assert %c, "msg"
  cf.assert %c, "other"
  cf.br ^a(%w : index) {foo}
^d:
  cf.cond_br %c, ^a(%n : index), ^d  {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
}
// -----
func.func @f(%c: i1, %m: memref<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = arith.addi %c0, %c1 : index
  cf.cond_br %c, ^a(%n : index), ^b
^a(%x: index):
  %v = memref.load %m[%x] : memref<?xf32>
  %y = arith.addi %x, %n : index
  return %y : index
^b:
  return %s : index
^unreach:
  %q = arith.addi %n, %n : index
  return %q: index
}
