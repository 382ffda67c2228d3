// pipeline: builtin.module(affine-expand-index-ops)
// pipeline: builtin.module(affine-expand-index-ops-as-affine)
func.func @linear(%i: index, %j: index, %k: index, %n: index) -> (index, index, index, index) {
  %0 = affine.linearize_index [%i, %j, %k] by (3, %n, 5) : index
  %1 = affine.linearize_index disjoint [%i, %j, %k] by (%n, 5) : index
  %2 = affine.linearize_index [%i] by (3) : index
  %3 = affine.linearize_index [%i, %j] by (%n, %n) : index
  return %0, %1, %2, %3 : index, index, index, index
}
// -----
func.func @split(%i: index, %n: index) -> (index, index, index, index, index, index) {
  %0:2 = affine.delinearize_index %i into (4, %n) : index, index
  %1:3 = affine.delinearize_index %i into (4, 6) : index, index, index
  %2 = affine.delinearize_index %i into (5) : index
  return %0#0, %0#1, %1#0, %1#1, %1#2, %2 : index, index, index, index, index, index
}
// -----
func.func @loops(%n: index, %m: index) {
  affine.for %i = 0 to 10 {
    scf.for %j = %n to %m step %n {
      %0 = affine.linearize_index [%j, %n, %i, %m] by (2, 3, 4) : index
      %1:2 = affine.delinearize_index %0 into (%n) : index, index
      "test.use"(%1#0, %1#1) : (index, index) -> ()
    }
  }
  return
}
