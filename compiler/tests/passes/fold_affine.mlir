// pipeline: builtin.module(canonicalize)
// pipeline: builtin.module(lower-affine)
func.func @f(%a: index, %b: index) -> (index, index, index, index, index) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant -4 : index
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%c3)[%c4]
  %1 = affine.apply affine_map<(d0)[s0] -> (s0)>(%a)[%b]
  %2 = affine.apply affine_map<(d0, d1) -> (d1)>(%a, %b)
  %3 = affine.apply affine_map<(d0) -> (d0 mod 3)>(%c4)
  %4 = affine.apply affine_map<()[s0] -> (s0 floordiv 3 - s0 ceildiv 2)>()[%c4]
  return %0, %1, %2, %3, %4 : index, index, index, index, index
}
