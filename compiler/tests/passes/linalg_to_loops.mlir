// pipeline: builtin.module(convert-linalg-to-loops)
// pipeline: builtin.module(convert-linalg-to-affine-loops)
// pipeline: builtin.module(convert-linalg-to-parallel-loops)
// pipeline: builtin.module(convert-linalg-to-loops,lower-affine,convert-scf-to-cf)
// Copies, fills, and sizes that are known or not.
func.func @copy(%a: memref<?x4xf32>, %b: memref<?x4xf32>) {
  linalg.copy ins(%a : memref<?x4xf32>) outs(%b : memref<?x4xf32>)
  return
}
func.func @scalar(%a: memref<f32>, %b: memref<f32>, %v: f32) {
  linalg.fill ins(%v : f32) outs(%a : memref<f32>)
  linalg.copy ins(%a : memref<f32>) outs(%b : memref<f32>)
  return
}
func.func @fill(%a: memref<?x?x3xi32, strided<[?, ?, 1], offset: ?>>, %v: i32) {
  linalg.fill ins(%v : i32) outs(%a : memref<?x?x3xi32, strided<[?, ?, 1], offset: ?>>)
  return
}
// -----
// Products.
func.func @products(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>, %s: memref<f32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  linalg.matvec ins(%a, %x : memref<?x?xf32>, memref<?xf32>) outs(%y : memref<?xf32>)
  linalg.vecmat ins(%x, %a : memref<?xf32>, memref<?x?xf32>) outs(%y : memref<?xf32>)
  linalg.dot ins(%x, %y : memref<?xf32>, memref<?xf32>) outs(%s : memref<f32>)
  return
}
func.func @batches(%a: memref<2x3x4xi8>, %b: memref<2x4x5xi8>, %c: memref<2x3x5xi32>, %d: memref<3x5xi32>) {
  linalg.batch_matmul ins(%a, %b : memref<2x3x4xi8>, memref<2x4x5xi8>) outs(%c : memref<2x3x5xi32>)
  linalg.batch_reduce_matmul ins(%a, %b : memref<2x3x4xi8>, memref<2x4x5xi8>) outs(%d : memref<3x5xi32>)
  return
}
func.func @transposed(%a: memref<?x?xf16>, %b: memref<?x?xf16>, %c: memref<?x?xf32>) {
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : memref<?x?xf16>, memref<?x?xf16>) outs(%c : memref<?x?xf32>)
  linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (n, m)>]
    ins(%a, %b : memref<?x?xf16>, memref<?x?xf16>) outs(%c : memref<?x?xf32>)
  return
}
func.func @unsigned(%a: memref<4x4xi8>, %b: memref<4x4xi8>, %c: memref<4x4xf32>) {
  linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : memref<4x4xi8>, memref<4x4xi8>) outs(%c : memref<4x4xf32>)
  return
}
func.func @tiled(%a: memref<?x?x8x4xf32>, %b: memref<?x?x8x4xf32>, %c: memref<?x?x8x8xf32>) {
  linalg.mmt4d ins(%a, %b : memref<?x?x8x4xf32>, memref<?x?x8x4xf32>) outs(%c : memref<?x?x8x8xf32>)
  return
}
// -----
// Convolutions and pooling.
func.func @conv(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>, %d: memref<?x?xf32>, %e: memref<?x?xf32>, %f: memref<?x?xf32>) {
  linalg.conv_1d ins(%a, %b : memref<?xf32>, memref<?xf32>) outs(%c : memref<?xf32>)
  linalg.conv_2d ins(%d, %e : memref<?x?xf32>, memref<?x?xf32>) outs(%f : memref<?x?xf32>)
  return
}
func.func @images(%a: memref<1x16x16x3xf32>, %b: memref<3x3x3x8xf32>, %c: memref<1x6x6x8xf32>) {
  linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
    ins(%a, %b : memref<1x16x16x3xf32>, memref<3x3x3x8xf32>) outs(%c : memref<1x6x6x8xf32>)
  return
}
func.func @quantized(%a: memref<?x?x?x?xi8>, %b: memref<?x?x?x?xi8>, %z: i32, %w: i32, %c: memref<?x?x?x?xi32>) {
  linalg.conv_2d_nhwc_hwcf_q ins(%a, %b, %z, %w : memref<?x?x?x?xi8>, memref<?x?x?x?xi8>, i32, i32) outs(%c : memref<?x?x?x?xi32>)
  return
}
func.func @depthwise(%a: memref<1x113x113x96xf32>, %b: memref<3x3x96xf32>, %c: memref<1x56x56x96xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<2> : vector<2xi64>}
    ins(%a, %b : memref<1x113x113x96xf32>, memref<3x3x96xf32>) outs(%c : memref<1x56x56x96xf32>)
  return
}
func.func @pool(%a: memref<?x?x?x?xf32>, %b: memref<3x3xf32>, %c: memref<?x?x?x?xf32>, %d: memref<?x?x?x?xi32>, %e: memref<?x?x?x?xi32>) {
  linalg.pooling_nhwc_max {strides = dense<[2, 3]> : tensor<2xi64>}
    ins(%a, %b : memref<?x?x?x?xf32>, memref<3x3xf32>) outs(%c : memref<?x?x?x?xf32>)
  linalg.pooling_nchw_sum ins(%a, %b : memref<?x?x?x?xf32>, memref<3x3xf32>) outs(%c : memref<?x?x?x?xf32>)
  linalg.pooling_nhwc_min_unsigned ins(%d, %b : memref<?x?x?x?xi32>, memref<3x3xf32>) outs(%e : memref<?x?x?x?xi32>)
  return
}
// -----
// Each element alone.
func.func @elements(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.add ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  linalg.exp ins(%a : memref<?x?xf32>) outs(%a : memref<?x?xf32>)
  linalg.reciprocal ins(%a : memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  linalg.max ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  linalg.elementwise kind=#linalg.elementwise_kind<sub> ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}
func.func @integers(%a: memref<8xi32>, %b: memref<8xi32>, %c: memref<8xi32>) {
  linalg.div ins(%a, %b : memref<8xi32>, memref<8xi32>) outs(%c : memref<8xi32>)
  linalg.div_unsigned ins(%a, %b : memref<8xi32>, memref<8xi32>) outs(%c : memref<8xi32>)
  linalg.min ins(%a, %b : memref<8xi32>, memref<8xi32>) outs(%c : memref<8xi32>)
  return
}
func.func @select(%p: memref<4x8xi1>, %a: memref<4x8xf32>, %b: memref<8x4xf32>, %c: memref<4x8xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<select>
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>]
    ins(%p, %a, %b : memref<4x8xi1>, memref<4x8xf32>, memref<8x4xf32>) outs(%c : memref<4x8xf32>)
  return
}
// -----
// Operations with a region of their own.
func.func @regions(%a: memref<4x?xf32>, %b: memref<4x?xf32>, %c: memref<4xf32>, %d: memref<?x4xf32>, %e: memref<4x?x7xf32>) {
  linalg.map ins(%a, %b : memref<4x?xf32>, memref<4x?xf32>) outs(%b : memref<4x?xf32>) (%x: f32, %y: f32, %z: f32) {
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %0, %z : f32
    linalg.yield %1 : f32
  }
  linalg.map { math.absf } ins(%a : memref<4x?xf32>) outs(%b : memref<4x?xf32>)
  linalg.reduce { arith.addf } ins(%a : memref<4x?xf32>) outs(%c : memref<4xf32>) dimensions = [1]
  linalg.reduce ins(%a, %b : memref<4x?xf32>, memref<4x?xf32>) outs(%c, %c : memref<4xf32>, memref<4xf32>) dimensions = [1]
    (%x: f32, %y: f32, %s: f32, %t: f32) {
      %0 = arith.addf %x, %s : f32
      %1 = arith.maximumf %y, %t : f32
      linalg.yield %0, %1 : f32, f32
    }
  linalg.transpose ins(%a : memref<4x?xf32>) outs(%d : memref<?x4xf32>) permutation = [1, 0]
  linalg.broadcast ins(%a : memref<4x?xf32>) outs(%e : memref<4x?x7xf32>) dimensions = [2]
  return
}
// -----
// Maps: permuted, constant, sums; scalars; indices.
#id = affine_map<(i, j) -> (i, j)>
#swap = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i, 0)>
#sum = affine_map<(i, j) -> (i + j)>
#scaled = affine_map<(i, j) -> (i * 2 + j * 3 + 1)>
#none = affine_map<(i, j) -> ()>
#three = affine_map<(i, j) -> (3)>
func.func @maps(%a: memref<?x?xf32>, %b: memref<?x1xf32>, %c: memref<?xf32>, %d: memref<?xf32>, %s: f32, %e: memref<f32>, %f: memref<?x?xf32>, %g: memref<8xf32>) {
  linalg.generic {indexing_maps = [#id, #row, #sum, #scaled, #none, #none, #three, #swap], iterator_types = ["parallel", "parallel"]}
    ins(%a, %b, %c, %d, %s, %e, %g : memref<?x?xf32>, memref<?x1xf32>, memref<?xf32>, memref<?xf32>, f32, memref<f32>, memref<8xf32>)
    outs(%f : memref<?x?xf32>) {
  ^bb0(%0: f32, %1: f32, %2: f32, %3: f32, %4: f32, %5: f32, %6: f32, %7: f32):
    %8 = arith.addf %0, %1 : f32
    %9 = arith.addf %2, %3 : f32
    %10 = arith.addf %4, %5 : f32
    %11 = arith.addf %6, %7 : f32
    %12 = arith.mulf %8, %9 : f32
    %13 = arith.mulf %10, %11 : f32
    %14 = arith.mulf %12, %13 : f32
    linalg.yield %14 : f32
  }
  return
}
func.func @indices(%a: memref<?x?xi32>, %m: memref<?x?xi32>, %k: index) {
  linalg.generic {indexing_maps = [#swap, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m : memref<?x?xi32>) outs(%a : memref<?x?xi32>) {
  ^bb0(%x: i32, %y: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %0 = affine.apply affine_map<(d0, d1)[s0] -> (d0 * 2 + d1 + s0)>(%i, %j)[%k]
    %1 = affine.apply affine_map<(d0, d1) -> (d0 + d1 floordiv 4)>(%0, %j)
    %2 = arith.index_cast %1 : index to i32
    %3 = arith.cmpi slt, %2, %x : i32
    %4 = scf.if %3 -> (i32) {
      scf.yield %2 : i32
    } else {
      %5 = memref.load %m[%i, %i] : memref<?x?xi32>
      scf.yield %5 : i32
    }
    linalg.yield %4 : i32
  }
  return
}
func.func @two(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xi32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%a : memref<?xf32>) outs(%b, %c : memref<?xf32>, memref<?xi32>) {
  ^bb0(%x: f32, %y: f32, %z: i32):
    %0 = arith.fptosi %x : f32 to i32
    linalg.yield %x, %0 : f32, i32
  }
  return
}
// -----
// What is on tensors, or no loops can be made of, stays.
func.func @tensors(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.copy ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @softmax(%a: memref<2x3xf32>, %b: memref<2x3xf32>) {
  linalg.softmax dimension(1) ins(%a : memref<2x3xf32>) outs(%b : memref<2x3xf32>)
  return
}
// -----
// In loops, of memory that is allocated, of views.
func.func @nested(%n: index, %m: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 2.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc(%n, %i) : memref<?x?xf32>
    linalg.fill ins(%v : f32) outs(%a : memref<?x?xf32>)
    %s = memref.subview %m[0, %i] [%n, 1] [1, 1] : memref<?x?xf32> to memref<?x1xf32, strided<[?, 1], offset: ?>>
    linalg.fill ins(%v : f32) outs(%s : memref<?x1xf32, strided<[?, 1], offset: ?>>)
    %t = memref.cast %a : memref<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
    linalg.exp ins(%t : memref<?x?xf32, strided<[?, ?], offset: ?>>) outs(%a : memref<?x?xf32>)
    memref.dealloc %a : memref<?x?xf32>
  }
  return
}
