// pipeline: builtin.module(convert-index-to-llvm)
// pipeline: builtin.module(convert-index-to-llvm{index-bitwidth=32})
func.func @f(%a: index, %b: index) -> index {
  %0 = index.add %a, %b
  %1 = index.ceildivs %0, %b
  %2 = index.ceildivu %1, %b
  %3 = index.floordivs %2, %b
  %4 = index.casts %3 : index to i32
  %5 = index.castu %4 : i32 to index
  %6 = index.cmp slt(%5, %a)
  %7 = index.constant 42
  %8 = index.maxs %7, %5
  %9 = index.bool.constant true
  %10 = index.sizeof
  %11 = index.casts %3 : index to i64
  %12 = index.shl %10, %8
  %13 = index.casts %a : index to i128
  return %12 : index
}
