%0 = smt.constant true
%1 = smt.constant false
%2 = smt.declare_fun "text" : !smt.int
%3 = smt.declare_fun : !smt.int
%4 = smt.declare_fun "a b" : !smt.int
// -----
smt.solver() : () -> () {
  %a = smt.declare_fun : !smt.bv<8>
  %f = smt.declare_fun : !smt.func<(!smt.int, !smt.bv<8>) !smt.bool>
  %i = smt.int.constant 5
  %j = smt.int.constant -5 {x}
  %0 = smt.apply_func %f(%i, %a) {y} : !smt.func<(!smt.int, !smt.bv<8>) !smt.bool>
  %1 = smt.bv.concat %a, %a {x} : !smt.bv<8>, !smt.bv<8>
  %3 = smt.bv.repeat 2 times %a : !smt.bv<8>
  %4 = smt.bv.repeat 1 times %a {q} : !smt.bv<8>
  %5 = smt.eq %a, %a {x} : !smt.bv<8>
  %6 = smt.distinct %a, %a, %a : !smt.bv<8>
  %7 = smt.eq %a : !smt.bv<8>
}
// -----
smt.solver() : () -> () {
  smt.int.constant 15
  smt.int.constant 8
  smt.int.constant 7
  smt.int.constant -9
  smt.int.constant -8
  smt.int.constant -16
  smt.int.constant 16
  smt.int.constant 0xf
  smt.int.constant 0x10
  smt.int.constant -0xf
  smt.int.constant 007
  smt.int.constant 00
  smt.int.constant -0
  smt.int.constant 255
  smt.int.constant 99999999999999999999999999
  smt.int.constant -99999999999999999999999999
  "smt.int.constant"() <{value = 5 : i128}> : () -> !smt.int
  "smt.int.constant"() <{value = 200 : i8}> : () -> !smt.int
  "smt.int.constant"() <{value = 5 : index}> : () -> !smt.int
}
// -----
smt.solver() : () -> () { %a = smt.declare_fun : !smt.bv<8> smt.int.constant x }
// -----
smt.solver() : () -> () { %a = smt.declare_fun : !smt.bv<8> smt.int.constant {x} 5 }
// -----
smt.solver() : () -> () { %a = smt.declare_fun : !smt.bv<8> smt.bv.repeat 0 times %a : !smt.bv<8> }
// -----
smt.solver() : () -> () { %a = smt.declare_fun : !smt.bv<8> smt.bv.repeat -1 times %a : !smt.bv<8> }
// -----
smt.solver() : () -> () { %a = smt.declare_fun : !smt.bv<8> smt.bv.repeat 2 times %a : !smt.int }
// -----
smt.solver() : () -> () { %a = smt.declare_fun : !smt.bv<8> smt.bv.repeat 999999999999999999999999 times %a : !smt.bv<8> }
// -----
smt.solver() : () -> () { %a = smt.declare_fun : !smt.bv<8> smt.bv.repeat x times %a : !smt.bv<8> }
// -----
smt.solver() : () -> () { %a = smt.declare_fun : !smt.bv<8> smt.bv.repeat 2 time %a : !smt.bv<8> }
// -----
smt.solver() : () -> () { %a = smt.declare_fun : !smt.bv<8> smt.eq %a, %a : !smt.bv<9> }
// -----
smt.solver() : () -> () { %a = smt.declare_fun : !smt.bv<8> smt.eq %a, %a }
// -----
smt.solver() : () -> () { %a = smt.declare_fun : !smt.bv<8> smt.bv.concat %a, %a : !smt.bv<8>, !smt.int }
// -----
smt.solver() : () -> () { %a = smt.declare_fun : !smt.bv<8> %f = smt.declare_fun : !smt.func<(!smt.bv<8>) !smt.bool> smt.apply_func %f(%a, %a) : !smt.func<(!smt.bv<8>) !smt.bool> }
// -----
smt.solver() : () -> () { %a = smt.declare_fun : !smt.bv<8> %f = smt.declare_fun : !smt.func<(!smt.int) !smt.bool> smt.apply_func %f(%a) : !smt.func<(!smt.int) !smt.bool> }
// -----
smt.solver() : () -> () { %a = smt.declare_fun : !smt.bv<8> %i = smt.declare_fun : !smt.int smt.bv.repeat 2 times %i : !smt.int }
