func.func @f(%d: index, %t: tensor<?x5xf32>, %s: index) {
  %0 = bufferization.alloc_tensor(%d) : tensor<?x5xf32>
  %1 = bufferization.alloc_tensor() copy(%t) : tensor<?x5xf32>
  %2 = bufferization.alloc_tensor() size_hint=%s : tensor<4x5xf32>
  %3 = bufferization.alloc_tensor(%d) {memory_space = 1 : i64, foo} : tensor<?x5xf32>
  %4 = bufferization.alloc_tensor() copy(%t) {memory_space = 3 : ui64} : tensor<?x5xf32>
  %5 = bufferization.alloc_tensor() copy(%t) size_hint=%s {memory_space = 3 : ui64} : tensor<?x5xf32>
  return
}
// -----
func.func @f(%d: index) {
  %0 = bufferization.alloc_tensor %d : tensor<?x5xf32>
}
// -----
func.func @f(%d: index) {
  %0 = bufferization.alloc_tensor(%d : tensor<?x5xf32>
}
// -----
func.func @f(%d: index) {
  %0 = bufferization.alloc_tensor(5) : tensor<?x5xf32>
}
// -----
func.func @f(%d: index) {
  %0 = bufferization.alloc_tensor(%d) : i32
}
// -----
func.func @f(%d: index) {
  %0 = bufferization.alloc_tensor(%d) : tensor<*xf32>
}
// -----
func.func @f(%d: i32) {
  %0 = bufferization.alloc_tensor(%d) : tensor<?xf32>
}
// -----
func.func @f(%d: index, %t: tensor<4xf32>) {
  %0 = bufferization.alloc_tensor(%d) copy(%t) : tensor<?xf32>
}
// -----
func.func @f(%d: index, %t: tensor<4xf32>) {
  %0 = bufferization.alloc_tensor() copy %t : tensor<4xf32>
}
// -----
func.func @f(%d: index, %t: tensor<4xf32>) {
  %0 = bufferization.alloc_tensor() copy(%t, %t) : tensor<4xf32>
}
// -----
func.func @f(%d: index, %t: tensor<4xf32>) {
  %0 = bufferization.alloc_tensor() copy() : tensor<4xf32>
}
// -----
func.func @f(%d: index, %t: tensor<4xf32>) {
  %0 = bufferization.alloc_tensor() size_hint : tensor<4xf32>
}
// -----
func.func @f(%d: index, %t: tensor<4xf32>) {
  %0 = bufferization.alloc_tensor() size_hint= : tensor<4xf32>
}
// -----
func.func @f(%d: index, %t: tensor<4xf32>) {
  %0 = bufferization.alloc_tensor() size_hint=%t : tensor<4xf32>
}
// -----
func.func @f(%d: index, %t: tensor<4xf32>) {
  %0 = bufferization.alloc_tensor() {memory_space = 1 : i32, operandSegmentSizes = array<i32: 0, 0, 0>} tensor<4xf32>
}
// -----
func.func @f(%d: index, %t: tensor<4xf32>) {
  %0 = bufferization.alloc_tensor() {operandSegmentSizes = array<i32: 0, 0, 1>} : tensor<4xf32>
}
// -----
func.func @f(%d: index, %t: tensor<4xf32>) {
  %0 = bufferization.alloc_tensor() size_hint=%d copy(%t) : tensor<4xf32>
}
// -----
func.func @f(%d: index, %t: tensor<4xf32>) {
  %0 = bufferization.alloc_tensor(%d, %d) : tensor<?xf32>
}
// -----
func.func @f(%d: index, %t: tensor<4xf32>) {
  %0 = bufferization.alloc_tensor() : tensor<4xf32>, tensor<4xf32>
}
// -----
func.func @f(%d: index, %t: tensor<4xf32>) {
  %0 = bufferization.alloc_tensor() :
}
// -----
func.func @f(%d: index, %t: tensor<4xf32>) {
  %0 = bufferization.alloc_tensor(%undef) : tensor<?xf32>
}
