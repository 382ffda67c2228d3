// pipeline: builtin.module(view-op-graph)
// pipeline: builtin.module(view-op-graph{max-label-len=5 print-control-flow-edges=true})
// pipeline: builtin.module(view-op-graph{print-attrs=false print-data-flow-edges=false print-result-types=false})
// pipeline: builtin.module(view-op-graph{max-label-len=200 print-control-flow-edges=true print-data-flow-edges=false})

func.func @f(%a: i32, %c: i1) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1:2 = scf.if %c -> (i32, i32) {
    scf.yield %0, %0 : i32, i32
  } else {
    %2 = arith.muli %a, %a : i32
    scf.yield %2, %0 : i32, i32
  }
  scf.if %c {
    func.call @g() : () -> ()
  }
  cf.br ^bb1(%1#0 : i32)
^bb1(%x: i32):
  return %x : i32
}
func.func private @g()

// -----

memref.global "private" constant @c : memref<4x5xf32> = dense<[[1.0,2.0,3.0,4.0,5.0],[1.0,2.0,3.0,4.0,5.0],[1.0,2.0,3.0,4.0,5.0],[1.0,2.0,3.0,4.0,5.0]]>
func.func @g(%a: memref<?xf32>, %n: index) attributes {x = [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17], "a{b" = "q|\\n<>\22"} {
  %c = arith.constant dense<1.0> : vector<10x10xf32>
  %m = memref.alloca(%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %d = arith.constant dense<[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]> : tensor<16xi8>
  %e = arith.constant dense<[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]> : tensor<17xi8>
  "test.x"(%n) ({ "test.y"(%n)[^bb1] : (index) -> () ^bb1: "test.z"() {u = unit} : () -> () }) {"x y" = 1 : i64} : (index) -> ()
  %l:2 = scf.for %i = %n to %n step %n iter_args(%u = %n, %v = %n) -> (index, index) { scf.yield %v, %u : index, index }
  return
}

// -----

func.func @one(%a: i32) -> i32 { return %a : i32 }
func.func @two(%c: i1, %t: tensor<2xi32>) -> (tensor<2xi32>, complex<f32>) {
  %0 = arith.constant sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>
  %1 = complex.constant [1.0, 2.0] : complex<f32>
  %2 = scf.if %c -> (tensor<2xi32>) { scf.yield %t : tensor<2xi32> } else {
    %3 = arith.addi %t, %t : tensor<2xi32>
    scf.yield %3 : tensor<2xi32>
  }
  cf.cond_br %c, ^bb1(%2 : tensor<2xi32>), ^bb2
^bb1(%x: tensor<2xi32>):
  return %x, %1 : tensor<2xi32>, complex<f32>
^bb2:
  %4:2 = func.call @two(%c, %t) : (i1, tensor<2xi32>) -> (tensor<2xi32>, complex<f32>)
  return %t, %1 : tensor<2xi32>, complex<f32>
}
