func.func @f(%s: index) {
  %l:2 = affine.delinearize_index %s into (%s, 4) : index, index
  %ll = affine.linearize_index [%s, %s] by (3, %s) : index
  %l3 = affine.linearize_index disjoint [%s, %s] by (3) : index
  return
}
// -----
func.func @f(%s: index) {
  %l:2 = affine.delinearize_index %s into [%s, 4] : index, index
}
// -----
func.func @f(%s: index) {
  %l:2 = affine.delinearize_index %s into (%s, x) : index, index
}
