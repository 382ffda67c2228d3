// pipeline: builtin.module(canonicalize)
func.func @shapes(%m: memref<2x3x?xf32>, %n: memref<6x?xf32>, %s: index) -> (memref<2x3x?xf32>, memref<6x?xf32>, memref<2x3x?xf32>, memref<?xf32>, index) {
  %c = memref.collapse_shape %m [[0, 1], [2]] : memref<2x3x?xf32> into memref<6x?xf32>
  %e = memref.expand_shape %c [[0, 1], [2]] output_shape [2, 3, %s] : memref<6x?xf32> into memref<2x3x?xf32>
  %f = memref.expand_shape %n [[0, 1], [2]] output_shape [2, 3, %s] : memref<6x?xf32> into memref<2x3x?xf32>
  %g = memref.collapse_shape %f [[0, 1], [2]] : memref<2x3x?xf32> into memref<6x?xf32>
  %h = memref.collapse_shape %m [[0, 1, 2]] : memref<2x3x?xf32> into memref<?xf32>
  %i = memref.collapse_shape %c [[0, 1]] : memref<6x?xf32> into memref<?xf32>
  %one = arith.constant 2 : index
  %d = memref.dim %e, %one : memref<2x3x?xf32>
  return %e, %g, %f, %i, %d : memref<2x3x?xf32>, memref<6x?xf32>, memref<2x3x?xf32>, memref<?xf32>, index
}
// -----
func.func @expanded_twice(%m: memref<24xf32>, %u: memref<1x1x4xf32>) -> (memref<2x3x4xf32>, memref<4xf32>, memref<24xf32>) {
  %a = memref.expand_shape %m [[0, 1]] output_shape [6, 4] : memref<24xf32> into memref<6x4xf32>
  %b = memref.expand_shape %a [[0, 1], [2]] output_shape [2, 3, 4] : memref<6x4xf32> into memref<2x3x4xf32>
  %c = memref.collapse_shape %u [[0, 1, 2]] : memref<1x1x4xf32> into memref<4xf32>
  %d = memref.collapse_shape %b [[0, 1, 2]] : memref<2x3x4xf32> into memref<24xf32>
  return %b, %c, %d : memref<2x3x4xf32>, memref<4xf32>, memref<24xf32>
}
// -----
func.func @cast_then_collapse(%m: memref<2x3xf32>) -> memref<?xf32> {
  %a = memref.cast %m : memref<2x3xf32> to memref<?x3xf32>
  %b = memref.collapse_shape %a [[0, 1]] : memref<?x3xf32> into memref<?xf32>
  return %b : memref<?xf32>
}
// -----
func.func @two_dynamic(%m: memref<?x?xf32>, %n: memref<?xf32>, %i: index, %j: index) -> (memref<?x?xf32>, memref<?xf32>) {
  %a = memref.collapse_shape %m [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  %b = memref.expand_shape %a [[0, 1]] output_shape [%i, %j] : memref<?xf32> into memref<?x?xf32>
  %c = memref.expand_shape %n [[0, 1]] output_shape [%i, %j] : memref<?xf32> into memref<?x?xf32>
  %d = memref.collapse_shape %c [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  return %b, %d : memref<?x?xf32>, memref<?xf32>
}
// -----
func.func @two_dynamic_in_two_groups(%m: memref<?x2x?x3xf32>, %i: index, %j: index) -> memref<?x2x?x3xf32> {
  %a = memref.collapse_shape %m [[0, 1], [2, 3]] : memref<?x2x?x3xf32> into memref<?x?xf32>
  %b = memref.expand_shape %a [[0, 1], [2, 3]] output_shape [%i, 2, %j, 3] : memref<?x?xf32> into memref<?x2x?x3xf32>
  return %b : memref<?x2x?x3xf32>
}
// -----
func.func @collapse_of_expand(%m: memref<?x6x?xf32>, %n: memref<?x6xf32>, %i: index, %j: index, %k: index) -> (memref<?x?xf32>, memref<?x?xf32>, memref<?x2x3xf32>, memref<?x6xf32>) {
  %a = memref.expand_shape %m [[0, 1], [2, 3], [4]] output_shape [%i, 4, 2, 3, %j] : memref<?x6x?xf32> into memref<?x4x2x3x?xf32>
  %b = memref.collapse_shape %a [[0, 1], [2, 3, 4]] : memref<?x4x2x3x?xf32> into memref<?x?xf32>
  %c = memref.collapse_shape %a [[0, 1, 2, 3], [4]] : memref<?x4x2x3x?xf32> into memref<?x?xf32>
  %d = memref.expand_shape %n [[0, 1], [2, 3]] output_shape [%i, %j, 2, 3] : memref<?x6xf32> into memref<?x?x2x3xf32>
  %e = memref.collapse_shape %d [[0, 1], [2], [3]] : memref<?x?x2x3xf32> into memref<?x2x3xf32>
  %f = memref.expand_shape %n [[0, 1, 2], [3]] output_shape [%i, %j, %k, 6] : memref<?x6xf32> into memref<?x?x?x6xf32>
  %g = memref.collapse_shape %f [[0, 1, 2], [3]] : memref<?x?x?x6xf32> into memref<?x6xf32>
  return %b, %c, %e, %g : memref<?x?xf32>, memref<?x?xf32>, memref<?x2x3xf32>, memref<?x6xf32>
}
// -----
func.func @products(%n: memref<?x6xf32>, %i: index, %j: index, %k: index) -> (memref<?x?x6xf32>, memref<?x2x3xf32>, memref<?x?x?x6xf32>) {
  %c2 = arith.constant 2 : index
  %a = memref.expand_shape %n [[0, 1, 2, 3], [4]] output_shape [%i, %j, 5, %k, 6] : memref<?x6xf32> into memref<?x?x5x?x6xf32>
  %b = memref.collapse_shape %a [[0, 1, 2], [3], [4]] : memref<?x?x5x?x6xf32> into memref<?x?x6xf32>
  %c = memref.expand_shape %n [[0, 1], [2, 3]] output_shape [%i, %c2, 2, 3] : memref<?x6xf32> into memref<?x?x2x3xf32>
  %d = memref.collapse_shape %c [[0, 1], [2], [3]] : memref<?x?x2x3xf32> into memref<?x2x3xf32>
  %e = memref.collapse_shape %a [[0], [1, 2], [3], [4]] : memref<?x?x5x?x6xf32> into memref<?x?x?x6xf32>
  return %b, %d, %e : memref<?x?x6xf32>, memref<?x2x3xf32>, memref<?x?x?x6xf32>
}
// -----
func.func @crossing(%m: memref<6x4xf32>) -> memref<2x12xf32> {
  %a = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 3, 4] : memref<6x4xf32> into memref<2x3x4xf32>
  %b = memref.collapse_shape %a [[0], [1, 2]] : memref<2x3x4xf32> into memref<2x12xf32>
  return %b : memref<2x12xf32>
}
// -----
func.func @scalars(%m: memref<1x1xf32>, %n: memref<f32>) -> (memref<f32>, memref<1x1x1xf32>, memref<1xf32>, memref<1x1x1xf32>) {
  %a = memref.collapse_shape %m [[0, 1]] : memref<1x1xf32> into memref<1xf32>
  %b = memref.collapse_shape %a [] : memref<1xf32> into memref<f32>
  %c = memref.expand_shape %n [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  %d = memref.expand_shape %c [[0, 1], [2]] output_shape [1, 1, 1] : memref<1x1xf32> into memref<1x1x1xf32>
  %e = memref.collapse_shape %d [[0, 1, 2]] : memref<1x1x1xf32> into memref<1xf32>
  %f = memref.expand_shape %b [] output_shape [1, 1, 1] : memref<f32> into memref<1x1x1xf32>
  return %b, %d, %e, %f : memref<f32>, memref<1x1x1xf32>, memref<1xf32>, memref<1x1x1xf32>
}
// -----
func.func @scalar_between(%m: memref<1x1x1xf32>) -> (memref<1xf32>, memref<1x1x1x1xf32>) {
  %b = memref.collapse_shape %m [] : memref<1x1x1xf32> into memref<f32>
  %c = memref.expand_shape %b [] output_shape [1] : memref<f32> into memref<1xf32>
  %d = memref.expand_shape %b [] output_shape [1, 1, 1, 1] : memref<f32> into memref<1x1x1x1xf32>
  return %c, %d : memref<1xf32>, memref<1x1x1x1xf32>
}
// -----
func.func @expand_of_collapse(%m: memref<2x3x4x?xf32>, %i: index, %j: index) -> (memref<6x4x?xf32>, memref<2x12x?xf32>, memref<4x6x?xf32>, memref<24x?xf32>) {
  %a = memref.collapse_shape %m [[0, 1, 2], [3]] : memref<2x3x4x?xf32> into memref<24x?xf32>
  %b = memref.expand_shape %a [[0, 1], [2]] output_shape [6, 4, %i] : memref<24x?xf32> into memref<6x4x?xf32>
  %c = memref.expand_shape %a [[0, 1], [2]] output_shape [2, 12, %i] : memref<24x?xf32> into memref<2x12x?xf32>
  %d = memref.expand_shape %a [[0, 1], [2]] output_shape [4, 6, %i] : memref<24x?xf32> into memref<4x6x?xf32>
  return %b, %c, %d, %a : memref<6x4x?xf32>, memref<2x12x?xf32>, memref<4x6x?xf32>, memref<24x?xf32>
}
// -----
func.func @expand_of_collapse_dynamic(%m: memref<?x2x3x5xf32>, %n: memref<2x?x6xf32>, %u: memref<1x?x1xf32>, %i: index, %j: index) -> (memref<?x15xf32>, memref<?x6xf32>, memref<?x1xf32>, memref<?x2x15xf32>, memref<?x3x?xf32>) {
  %a = memref.collapse_shape %m [[0, 1, 2, 3]] : memref<?x2x3x5xf32> into memref<?xf32>
  %b = memref.expand_shape %a [[0, 1]] output_shape [%i, 15] : memref<?xf32> into memref<?x15xf32>
  %c = memref.collapse_shape %n [[0, 1, 2]] : memref<2x?x6xf32> into memref<?xf32>
  %d = memref.expand_shape %c [[0, 1]] output_shape [%i, 6] : memref<?xf32> into memref<?x6xf32>
  %e = memref.collapse_shape %u [[0, 1, 2]] : memref<1x?x1xf32> into memref<?xf32>
  %f = memref.expand_shape %e [[0, 1]] output_shape [%i, 1] : memref<?xf32> into memref<?x1xf32>
  %g = memref.expand_shape %a [[0, 1, 2]] output_shape [%i, 2, 15] : memref<?xf32> into memref<?x2x15xf32>
  %h = memref.expand_shape %c [[0, 1, 2]] output_shape [%i, 3, %j] : memref<?xf32> into memref<?x3x?xf32>
  return %b, %d, %f, %g, %h : memref<?x15xf32>, memref<?x6xf32>, memref<?x1xf32>, memref<?x2x15xf32>, memref<?x3x?xf32>
}
// -----
func.func @expand_more(%m: memref<?x6xf32>, %n: memref<4x6xf32>, %i: index, %j: index) -> (memref<?x2x3xf32>, memref<?x?x6xf32>, memref<2x2x6xf32>, memref<4x1x6x1xf32>, memref<2x3x4xf32>) {
  %a = memref.collapse_shape %m [[0, 1]] : memref<?x6xf32> into memref<?xf32>
  %b = memref.expand_shape %a [[0, 1, 2]] output_shape [%i, 2, 3] : memref<?xf32> into memref<?x2x3xf32>
  %c = memref.expand_shape %a [[0, 1, 2]] output_shape [%i, %j, 6] : memref<?xf32> into memref<?x?x6xf32>
  %d = memref.collapse_shape %n [[0, 1]] : memref<4x6xf32> into memref<24xf32>
  %e = memref.expand_shape %d [[0, 1, 2]] output_shape [2, 2, 6] : memref<24xf32> into memref<2x2x6xf32>
  %f = memref.expand_shape %d [[0, 1, 2, 3]] output_shape [4, 1, 6, 1] : memref<24xf32> into memref<4x1x6x1xf32>
  %g = memref.expand_shape %d [[0, 1, 2]] output_shape [2, 3, 4] : memref<24xf32> into memref<2x3x4xf32>
  return %b, %c, %e, %f, %g : memref<?x2x3xf32>, memref<?x?x6xf32>, memref<2x2x6xf32>, memref<4x1x6x1xf32>, memref<2x3x4xf32>
}
// -----
func.func @layouts(%m: memref<6x4xf32, strided<[8, 1], offset: 2>>, %n: memref<2x3x4xf32, strided<[24, 8, 1], offset: ?>>) -> (memref<2x3x2x2xf32, strided<[24, 8, 2, 1], offset: 2>>, memref<6x4xf32, strided<[8, 1], offset: ?>>, memref<3x2x4xf32, strided<[16, 8, 1], offset: ?>>) {
  %a = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 3, 4] : memref<6x4xf32, strided<[8, 1], offset: 2>> into memref<2x3x4xf32, strided<[24, 8, 1], offset: 2>>
  %b = memref.expand_shape %a [[0], [1], [2, 3]] output_shape [2, 3, 2, 2] : memref<2x3x4xf32, strided<[24, 8, 1], offset: 2>> into memref<2x3x2x2xf32, strided<[24, 8, 2, 1], offset: 2>>
  %c = memref.collapse_shape %n [[0, 1], [2]] : memref<2x3x4xf32, strided<[24, 8, 1], offset: ?>> into memref<6x4xf32, strided<[8, 1], offset: ?>>
  %d = memref.expand_shape %c [[0, 1], [2]] output_shape [3, 2, 4] : memref<6x4xf32, strided<[8, 1], offset: ?>> into memref<3x2x4xf32, strided<[16, 8, 1], offset: ?>>
  return %b, %c, %d : memref<2x3x2x2xf32, strided<[24, 8, 2, 1], offset: 2>>, memref<6x4xf32, strided<[8, 1], offset: ?>>, memref<3x2x4xf32, strided<[16, 8, 1], offset: ?>>
}
// -----
func.func @casts(%m: memref<6x4xf32>, %l: memref<2x3x4xf32, strided<[24, 8, 1], offset: 4>>, %u: memref<*xf32>, %w: memref<?x?xf32>) -> (memref<?xf32>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?xf32>, memref<24xf32>) {
  %a = memref.cast %m : memref<6x4xf32> to memref<?x?xf32>
  %b = memref.collapse_shape %a [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  %c = memref.cast %l : memref<2x3x4xf32, strided<[24, 8, 1], offset: 4>> to memref<?x?x4xf32, strided<[?, ?, ?], offset: ?>>
  %d = memref.collapse_shape %c [[0, 1], [2]] : memref<?x?x4xf32, strided<[?, ?, ?], offset: ?>> into memref<?x4xf32, strided<[?, ?], offset: ?>>
  %dd = memref.cast %d : memref<?x4xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %e = memref.cast %u : memref<*xf32> to memref<?x?xf32>
  %f = memref.collapse_shape %e [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  %g = memref.cast %w : memref<?x?xf32> to memref<6x4xf32>
  %h = memref.collapse_shape %g [[0, 1]] : memref<6x4xf32> into memref<24xf32>
  return %b, %dd, %f, %h : memref<?xf32>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?xf32>, memref<24xf32>
}
// -----
func.func @expanded_casts(%m: memref<6x4xf32>, %n: memref<?x4xf32>, %l: memref<6x4xf32, strided<[8, 1], offset: 2>>, %s: index) -> (memref<?x3x?xf32>, memref<?x3x?xf32>, memref<?x3x?xf32>, memref<?x3x4xf32>, memref<?x3x4xf32, strided<[?, ?, ?], offset: ?>>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %a = memref.cast %m : memref<6x4xf32> to memref<?x?xf32>
  %b = memref.expand_shape %a [[0, 1], [2]] output_shape [%c2, 3, %c4] : memref<?x?xf32> into memref<?x3x?xf32>
  %c = memref.expand_shape %a [[0, 1], [2]] output_shape [%s, 3, %c4] : memref<?x?xf32> into memref<?x3x?xf32>
  %d = memref.cast %n : memref<?x4xf32> to memref<?x?xf32>
  %e = memref.expand_shape %d [[0, 1], [2]] output_shape [%s, 3, 4] : memref<?x?xf32> into memref<?x3x?xf32>
  %f = memref.cast %m : memref<6x4xf32> to memref<?x4xf32>
  %g = memref.expand_shape %f [[0, 1], [2]] output_shape [2, 3, 4] : memref<?x4xf32> into memref<?x3x4xf32>
  %h = memref.cast %l : memref<6x4xf32, strided<[8, 1], offset: 2>> to memref<?x4xf32, strided<[?, ?], offset: ?>>
  %i = memref.expand_shape %h [[0, 1], [2]] output_shape [%c2, 3, 4] : memref<?x4xf32, strided<[?, ?], offset: ?>> into memref<?x3x4xf32, strided<[?, ?, ?], offset: ?>>
  return %b, %c, %e, %g, %i : memref<?x3x?xf32>, memref<?x3x?xf32>, memref<?x3x?xf32>, memref<?x3x4xf32>, memref<?x3x4xf32, strided<[?, ?, ?], offset: ?>>
}
// -----
func.func @size_of_reshaped(%m: memref<*xf32>, %s: memref<2xindex>, %t: memref<2xi32>, %i: index, %x: index) -> (index, index, index) {
  %c1 = arith.constant 1 : index
  %a = memref.reshape %m(%s) : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
  memref.store %x, %s[%c1] : memref<2xindex>
  %b = memref.dim %a, %c1 : memref<?x?xf32>
  %c = memref.reshape %m(%t) : (memref<*xf32>, memref<2xi32>) -> memref<?x?xf32>
  %d = memref.dim %c, %i : memref<?x?xf32>
  %e = arith.addi %i, %x : index
  %f = memref.dim %c, %e : memref<?x?xf32>
  return %b, %d, %f : index, index, index
}
// -----
func.func @size_of_reshaped_in_regions(%m: memref<?xf32>, %s: memref<2xindex>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.reshape %m(%s) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %b = memref.dim %a, %i : memref<?x?xf32>
    %c = memref.dim %a, %c1 : memref<?x?xf32>
    %d = memref.reshape %m(%s) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
    %e = memref.dim %d, %n : memref<?x?xf32>
    scf.if %p {
      %f = memref.dim %d, %i : memref<?x?xf32>
      %g = memref.dim %d, %n : memref<?x?xf32>
      "test.use"(%f, %g) : (index, index) -> ()
    }
    "test.use"(%b, %c, %e) : (index, index, index) -> ()
  }
  return
}
