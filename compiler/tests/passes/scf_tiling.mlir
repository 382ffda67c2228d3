// pipeline: builtin.module(scf-parallel-loop-tiling)
// pipeline: builtin.module(scf-parallel-loop-tiling{parallel-loop-tile-sizes=4,2})
// pipeline: builtin.module(scf-parallel-loop-tiling{parallel-loop-tile-sizes=4,2 no-min-max-bounds=true})
// pipeline: builtin.module(func.func(scf-parallel-loop-tiling{parallel-loop-tile-sizes=3,1,5,7}))
// pipeline: builtin.module(scf-parallel-loop-tiling{parallel-loop-tile-sizes=-4,-2})
// pipeline: builtin.module(scf-parallel-loop-tiling{parallel-loop-tile-sizes=4,0})
func.func @par(%n: index, %m: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %s) { "test.use"(%i, %j) : (index, index) -> () 
    scf.parallel (%k) = (%c0) to (%c8) step (%c1) { "test.use"(%i, %k) : (index, index) -> () }
  }
  return
}
// -----
func.func @par2(%n: index, %m: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i, %j) = (%c0, %c1) to (%c8, %c7) step (%c2, %c1) { "test.use"(%i, %j) : (index, index) -> () } {attr = 1 : i32}
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init(%c0) -> index { 
    scf.reduce(%i : index) {
      ^bb0(%a: index, %b: index):
      %c = arith.addi %a, %b : index
      scf.reduce.return %c : index
    }
  }
  return
}
// -----
func.func @par(%n: index, %m: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i, %j, %k) = (%c0, %s, %c0) to (%n, %c8, %c8) step (%c1, %c1, %s) { "test.use"(%i, %j) : (index, index) -> () 
  } {x = 1 : i32}
  return
}
// -----
func.func @bad(%bb: i1, %n: index, %m: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.parallel (%i, %j) = (%c0, %c1) to (%c9, %c9) step (%c1, %c1) { "test.use"(%i, %j) : (index, index) -> () 
  scf.for %kk = %c0 to %n step %c1 {
     scf.parallel (%k) = (%i) to (%n) step (%c1) { "test.use"(%k) : (index) -> () 
       scf.if %bb { scf.parallel (%l) = (%i) to (%n) step (%c1) { "test.use"(%l) : (index) -> () } }
 } } }
  return
}
// -----
func.func @zero() {
  scf.parallel () = () to () step () { "test.use"() : () -> () }
  return
}
// -----
func.func @bad(%n: index, %m: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c5 = arith.constant 5 : index
  %cm = arith.constant -3 : index
  scf.parallel (%i, %j) = (%c8, %c1) to (%c0, %c0) step (%c1, %c1) { "test.use"(%i, %j) : (index, index) -> () }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c0, %cm) step (%c5, %c5) { "test.use"(%i, %j) : (index, index) -> () }
  scf.parallel (%i, %j) = (%c0, %cm) to (%c8, %c5) step (%c8, %c8) { "test.use"(%i, %j) : (index, index) -> () }
  return
}
