// pipeline: builtin.module(canonicalize)
func.func @pad(%t: tensor<4x?xf32>, %x: f32, %y: f32, %n: index) -> (tensor<6x?xf32>, tensor<6x?xf32>, tensor<6x8xf32>) {
  %c2 = arith.constant 2 : index
  %0 = linalg.fill {foo} ins(%x : f32) outs(%t : tensor<4x?xf32>) -> tensor<4x?xf32>
  %1 = tensor.pad %0 low[1, %n] high[1, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<6x?xf32>
  %2 = tensor.pad %0 low[1, %n] high[1, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %y : f32
  } : tensor<4x?xf32> to tensor<6x?xf32>
  %3 = tensor.pad %0 low[1, %n] high[1, %c2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<6x8xf32>
  return %1, %2, %3 : tensor<6x?xf32>, tensor<6x?xf32>, tensor<6x8xf32>
}
// -----
func.func @constant_pad(%t: tensor<4x4xf32>) -> (tensor<6x7xf32>, tensor<6x7xf32>) {
  %z = arith.constant 0.0 : f32
  %o = arith.constant 1.0 : f32
  %0 = linalg.fill ins(%z : f32) outs(%t : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = tensor.pad %0 low[1, 1] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<4x4xf32> to tensor<6x7xf32>
  %2 = tensor.pad %0 low[1, 1] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %o : f32
  } : tensor<4x4xf32> to tensor<6x7xf32>
  return %1, %2 : tensor<6x7xf32>, tensor<6x7xf32>
}
// -----
func.func @pack(%t: tensor<16x32xf32>, %d: tensor<4x4x4x8xf32>, %u: tensor<15x32xf32>, %n: tensor<?x32xf32>, %m: tensor<?x4x4x8xf32>) -> (tensor<4x4x4x8xf32>, tensor<4x4x4x8xf32>, tensor<4x4x4x8xf32>, tensor<?x4x4x8xf32>) {
  %z = arith.constant 0.0 : f32
  %o = arith.constant 1.0 : f32
  %0 = linalg.fill ins(%z : f32) outs(%t : tensor<16x32xf32>) -> tensor<16x32xf32>
  %1 = linalg.pack %0 inner_dims_pos = [0, 1] inner_tiles = [4, 8] into %d : tensor<16x32xf32> -> tensor<4x4x4x8xf32>
  %2 = linalg.fill ins(%z : f32) outs(%u : tensor<15x32xf32>) -> tensor<15x32xf32>
  %3 = linalg.pack %2 padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 8] into %d : tensor<15x32xf32> -> tensor<4x4x4x8xf32>
  %4 = linalg.pack %2 padding_value(%o : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 8] into %d : tensor<15x32xf32> -> tensor<4x4x4x8xf32>
  %5 = linalg.fill ins(%z : f32) outs(%n : tensor<?x32xf32>) -> tensor<?x32xf32>
  %6 = linalg.pack %5 padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 8] into %m : tensor<?x32xf32> -> tensor<?x4x4x8xf32>
  return %1, %3, %4, %6 : tensor<4x4x4x8xf32>, tensor<4x4x4x8xf32>, tensor<4x4x4x8xf32>, tensor<?x4x4x8xf32>
}
// -----
func.func @insert(%t: tensor<4x?xf32>, %x: f32, %y: f32, %n: index, %d: tensor<16x16xf32>, %h: index) -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
  %0 = linalg.fill ins(%x : f32) outs(%d : tensor<16x16xf32>) -> tensor<16x16xf32>
  %1 = tensor.pad %t low[1, 2] high[1, %h] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<6x8xf32>
  %2 = tensor.insert_slice %1 into %0[%n, 0] [6, 8] [1, 1] : tensor<6x8xf32> into tensor<16x16xf32>
  %3 = tensor.insert_slice %1 into %2[0, 8] [6, 8] [1, 1] : tensor<6x8xf32> into tensor<16x16xf32>
  %4 = tensor.insert_slice %1 into %0[0, 0] [6, 8] [1, 1] : tensor<6x8xf32> into tensor<16x16xf32>
  %5 = tensor.insert_slice %1 into %4[8, 0] [6, 8] [1, 1] : tensor<6x8xf32> into tensor<16x16xf32>
  %6 = tensor.insert_slice %1 into %4[3, 0] [6, 8] [1, 1] : tensor<6x8xf32> into tensor<16x16xf32>
  return %3, %5, %6 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
}
// -----
func.func @pack_once(%t: tensor<16x32xf32>, %d: tensor<4x4x4x8xf32>, %e: tensor<4x4x4x8xf32>, %f: tensor<4x4x4x8xf32>, %u: tensor<15x32xf32>, %x: f32, %k: tensor<15xi32>, %h: tensor<4x4xi32>) -> (tensor<4x4x4x8xf32>, tensor<4x4x4x8xf32>, tensor<4x4x4x8xf32>, tensor<4x4xi32>) {
  %z = arith.constant 0.0 : f32
  %o = arith.constant 1.0 : f32
  %i = arith.constant 7 : i32
  %j = arith.constant 7 : i32
  %0 = linalg.fill {foo} ins(%z : f32) outs(%t : tensor<16x32xf32>) -> tensor<16x32xf32>
  %1 = linalg.pack %0 inner_dims_pos = [0, 1] inner_tiles = [4, 8] into %d {bar} : tensor<16x32xf32> -> tensor<4x4x4x8xf32>
  %2 = linalg.fill ins(%z : f32) outs(%u : tensor<15x32xf32>) -> tensor<15x32xf32>
  %3 = linalg.pack %2 padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 8] into %e : tensor<15x32xf32> -> tensor<4x4x4x8xf32>
  %4 = linalg.pack %2 padding_value(%o : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 8] into %f : tensor<15x32xf32> -> tensor<4x4x4x8xf32>
  %5 = linalg.fill ins(%i : i32) outs(%k : tensor<15xi32>) -> tensor<15xi32>
  %6 = linalg.pack %5 padding_value(%j : i32) inner_dims_pos = [0] inner_tiles = [4] into %h : tensor<15xi32> -> tensor<4x4xi32>
  return %1, %3, %4, %6 : tensor<4x4x4x8xf32>, tensor<4x4x4x8xf32>, tensor<4x4x4x8xf32>, tensor<4x4xi32>
}
// -----
func.func @inserted_in_loop(%t: tensor<4x4xf32>, %d: tensor<16x16xf32>, %m: index) -> tensor<16x16xf32> {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = linalg.fill ins(%z : f32) outs(%d : tensor<16x16xf32>) -> tensor<16x16xf32>
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%a = %d) -> tensor<16x16xf32> {
    %1 = tensor.pad %t low[1, %i] high[1, 2] {
    ^bb0(%p: index, %q: index):
      tensor.yield %z : f32
    } : tensor<4x4xf32> to tensor<6x8xf32>
    %2 = tensor.insert_slice %1 into %0[%c1, 2] [6, 8] [1, 1] : tensor<6x8xf32> into tensor<16x16xf32>
    scf.yield %2 : tensor<16x16xf32>
  }
  return %r : tensor<16x16xf32>
}
// -----
func.func @other_ranks(%t: tensor<4x4xf32>, %d: tensor<3x16x16xf32>, %x: f32, %e: tensor<?x?xf32>) -> (tensor<3x16x16xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = linalg.fill ins(%x : f32) outs(%d : tensor<3x16x16xf32>) -> tensor<3x16x16xf32>
  %1 = tensor.pad %t low[1, 1] high[1, 2] {
  ^bb0(%p: index, %q: index):
    tensor.yield %x : f32
  } : tensor<4x4xf32> to tensor<6x7xf32>
  %2 = tensor.insert_slice %1 into %0[0, 0, 0] [1, 6, 7] [1, 1, 1] : tensor<6x7xf32> into tensor<3x16x16xf32>
  %3 = linalg.fill ins(%x : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = tensor.pad %3 nofold low[1, 1] high[1, 2] {
  ^bb0(%p: index, %q: index):
    tensor.yield %x : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %5 = tensor.pad %3 low[0, 0] high[0, 2] {
  ^bb0(%p: index, %q: index):
    %s = arith.addi %p, %q : index
    %u = arith.index_cast %s : index to i32
    %y = arith.sitofp %u : i32 to f32
    tensor.yield %y : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %2, %4, %5 : tensor<3x16x16xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}
