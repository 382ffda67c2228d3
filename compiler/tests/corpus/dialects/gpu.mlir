module attributes {gpu.container_module} {
  func.func @g(%s: index, %m: memref<4xf32>, %i: i32) {
    gpu.wait
    gpu.wait {foo}
    %t0 = gpu.wait async
    %t1 = gpu.wait async [%t0, %t0]
    %t2 = gpu.memcpy async %m, %m : memref<4xf32>, memref<4xf32>
    gpu.memcpy [%t2] %m, %m : memref<4xf32>, memref<4xf32>
    %mem, %t3 = gpu.alloc async [%t0] host_shared (%s) : memref<?xf32>
    %mem2 = gpu.alloc () : memref<4xf32>
    gpu.launch_func @k::@f blocks in (%s, %s, %s) threads in (%s, %s, %s) args(%i : i32)
    gpu.launch_func @k::@f blocks in (%s, %s, %s) threads in (%s, %s, %s)
    gpu.launch_func @k::@f blocks in (%i, %i, %i) threads in (%i, %i, %i) : i32 args(%i : i32, %s : index)
    %t4 = gpu.launch_func async [%t0] @k::@f clusters in (%s, %s, %s) blocks in (%s, %s, %s) threads in (%s, %s, %s) dynamic_shared_memory_size %i args(%i : i32) {foo}
    %r = gpu.all_reduce add %i uniform {} : (i32) -> i32
    %r2 = gpu.all_reduce %i {
    ^bb(%a: i32, %b: i32):
      gpu.yield %a : i32
    } : (i32) -> i32
    %r1 = gpu.subgroup_reduce minsi %i cluster(size = 4, stride = 2) : (i32) -> i32
    return
  }
}
// -----
gpu.wait async
// -----
%0 = gpu.wait async [%0
// -----
%0 = gpu.wait async [1]
