// pipeline: builtin.module(loop-invariant-code-motion)

func.func @f(%a: tensor<8xf32>, %m: memref<4x?xf32>, %u: memref<*xf32>, %v: f32, %i: index, %n: index, %d: i32, %t: tensor<?x4xf32>, %tu: tensor<*xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %z = llvm.mlir.constant(0 : i32) : i32
  %m1 = llvm.mlir.constant(-1 : i32) : i32
  %m2 = llvm.mlir.constant(7 : i32) : i32
  %am1 = arith.constant -1 : i32
  %am2 = arith.constant 7 : i32
  scf.for %k = %i to %n step %i {
    %0 = memref.dim %m, %c1 : memref<4x?xf32>
    %1 = memref.dim %m, %i : memref<4x?xf32>
    %2 = memref.dim %m, %c3 : memref<4x?xf32>
    %3 = memref.dim %u, %c1 : memref<*xf32>
    %4 = tensor.dim %t, %c0 : tensor<?x4xf32>
    %5 = tensor.dim %t, %i : tensor<?x4xf32>
    %6 = tensor.dim %t, %c3 : tensor<?x4xf32>
    %7 = tensor.dim %tu, %c1 : tensor<*xf32>
    %8 = llvm.sdiv %d, %z : i32
    %9 = llvm.sdiv %d, %m1 : i32
    %10 = llvm.sdiv %d, %m2 : i32
    %11 = llvm.sdiv %d, %d : i32
    %12 = llvm.udiv %d, %z : i32
    %13 = llvm.udiv %d, %m1 : i32
    %14 = llvm.udiv %d, %m2 : i32
    %15 = llvm.udiv %d, %d : i32
    %16 = llvm.sdiv %d, %am1 : i32
    %17 = llvm.sdiv %d, %am2 : i32
    %18 = arith.floordivsi %d, %d : i32
    %19 = arith.remsi %d, %d : i32
    "test.use"(%18, %19) : (i32, i32) -> ()
    "test.use"(%0,%1,%2,%3,%4,%5,%6,%7) : (index,index,index,index,index,index,index,index) -> ()
    "test.use"(%8,%9,%10,%11,%12,%13,%14,%15,%16,%17) : (i32,i32,i32,i32,i32,i32,i32,i32,i32,i32) -> ()
  }
  return
}
func.func @g(%a: tensor<8xf32>, %m: memref<8xf32>, %v: f32, %i: index, %n: index) {
  scf.for %k = %i to %n step %i {
    %f = linalg.fill ins(%v : f32) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    linalg.fill ins(%v : f32) outs(%m : memref<8xf32>)
    %e = linalg.exp ins(%a : tensor<8xf32>) outs(%f : tensor<8xf32>) -> tensor<8xf32>
    %e0 = tensor.empty() : tensor<8xf32>
    %mm = linalg.map { math.sqrt } ins(%a : tensor<8xf32>) outs(%e0 : tensor<8xf32>)
    %mn = linalg.map ins(%a : tensor<8xf32>) outs(%e0 : tensor<8xf32>) (%x: f32, %o: f32) { %q = "test.op"(%x) : (f32) -> f32
      linalg.yield %q : f32 }
    %g = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) {
    ^bb0(%x: f32, %o: f32):
      linalg.yield %x : f32
    } -> tensor<8xf32>
    %s = linalg.softmax dimension(0) ins(%a : tensor<8xf32>) outs(%e0 : tensor<8xf32>) -> tensor<8xf32>
    %p = tensor.empty() : tensor<4x2xf32>
    %pk = linalg.pack %a inner_dims_pos = [0] inner_tiles = [2] into %p : tensor<8xf32> -> tensor<4x2xf32>
    %un = linalg.unpack %pk inner_dims_pos = [0] inner_tiles = [2] into %a : tensor<4x2xf32> -> tensor<8xf32>
    "test.use"(%f,%e,%mm,%mn,%g,%s,%un) : (tensor<8xf32>,tensor<8xf32>,tensor<8xf32>,tensor<8xf32>,tensor<8xf32>,tensor<8xf32>,tensor<8xf32>) -> ()
  }
  return
}
func.func @tiles(%t: index, %a: tensor<8xf32>, %d: tensor<?x2xf32>, %d4: tensor<4x2xf32>, %dd: tensor<?x?xf32>, %v: f32, %i: index, %n: index) {
  %c2 = arith.constant 2 : index
  scf.for %k = %i to %n step %i {
    %0 = linalg.pack %a padding_value(%v : f32) inner_dims_pos = [0] inner_tiles = [2] into %d : tensor<8xf32> -> tensor<?x2xf32>
    %1 = linalg.pack %a padding_value(%v : f32) inner_dims_pos = [0] inner_tiles = [%t] into %dd : tensor<8xf32> -> tensor<?x?xf32>
    %2 = linalg.pack %a padding_value(%v : f32) inner_dims_pos = [0] inner_tiles = [%c2] into %dd : tensor<8xf32> -> tensor<?x?xf32>
    %3 = linalg.pack %a padding_value(%v : f32) inner_dims_pos = [0] inner_tiles = [2] into %d4 : tensor<8xf32> -> tensor<4x2xf32>
    %4 = linalg.unpack %dd inner_dims_pos = [0] inner_tiles = [%t] into %a : tensor<?x?xf32> -> tensor<8xf32>
    %5 = linalg.unpack %d inner_dims_pos = [0] inner_tiles = [2] into %a : tensor<?x2xf32> -> tensor<8xf32>
    %6 = linalg.pack %a inner_dims_pos = [0] inner_tiles = [2] into %d : tensor<8xf32> -> tensor<?x2xf32>
    %7 = linalg.pack %a inner_dims_pos = [0] inner_tiles = [%t] into %dd : tensor<8xf32> -> tensor<?x?xf32>
    %8 = linalg.pack %a inner_dims_pos = [0] inner_tiles = [%c2] into %dd : tensor<8xf32> -> tensor<?x?xf32>
    "test.use"(%6, %7, %8) : (tensor<?x2xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> ()
    "test.use"(%0, %1, %2, %3, %4, %5) : (tensor<?x2xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<4x2xf32>, tensor<8xf32>, tensor<8xf32>) -> ()
  }
  return
}
func.func @transfers(%m: memref<8xf32>, %a: tensor<8xf32>, %v: f32, %w: vector<4xf32>, %i: index, %n: index) {
  scf.for %k = %i to %n step %i {
    %0 = vector.transfer_read %m[%i], %v : memref<8xf32>, vector<4xf32>
    %1 = vector.transfer_read %a[%i], %v : tensor<8xf32>, vector<4xf32>
    %2 = vector.transfer_write %w, %a[%i] : vector<4xf32>, tensor<8xf32>
    "test.use"(%0, %1, %2) : (vector<4xf32>, vector<4xf32>, tensor<8xf32>) -> ()
  }
  return
}
func.func @h(%a: memref<8xf32>, %v: i32, %i: index, %n: index) {
  scf.for %k = %i to %n step %i {
    %r = affine.for %j = 0 to %n iter_args(%x = %v) -> i32 { %y = arith.addi %v, %v : i32
     affine.yield %y : i32 }
    %r2 = affine.for %j = 0 to %n step 2 iter_args(%x = %v) -> i32 { %y = arith.addi %v, %v : i32
     affine.yield %y : i32 }
    "test.use"(%r, %r2) : (i32,i32) -> ()
    %b0 = gpu.subgroup_broadcast %v, first_active_lane : i32
    %b1 = gpu.subgroup_broadcast %v, specific_lane %v : i32
    %b2 = gpu.subgroup_broadcast %v, specific_lane %r : i32
    "test.use"(%b0,%b1,%b2) : (i32,i32,i32) -> ()
  }
  return
}
#sp = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @l(%a: tensor<?xf32, #sp>, %i: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  scf.for %k = %i to %n step %i {
    %b0 = sparse_tensor.lvl %a, %c0 : tensor<?xf32, #sp>
    %b2 = sparse_tensor.lvl %a, %i : tensor<?xf32, #sp>
    "test.use"(%b0,%b2) : (index,index) -> ()
  }
  return
}
