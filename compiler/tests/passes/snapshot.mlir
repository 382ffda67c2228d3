// pipeline: builtin.module(snapshot-op-locations{filename=-},snapshot-op-locations{filename=- print-debuginfo=true})
// pipeline: builtin.module(snapshot-op-locations{filename=- tag=first},snapshot-op-locations{filename=- print-debuginfo=true print-local-scope=true})
// pipeline: builtin.module(func.func(snapshot-op-locations{filename=- print-op-generic=true tag=t},snapshot-op-locations{filename=- print-debuginfo=true pretty-debuginfo=true}))
// pipeline: builtin.module(snapshot-op-locations{filename=- print-op-generic=true print-debuginfo=true tag=a},snapshot-op-locations{filename=- tag=b},snapshot-op-locations{filename=- print-debuginfo=true})
// pipeline: builtin.module(snapshot-op-locations{filename=/no/such/folder/print-x})

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

#map = affine_map<(d0) -> (d0 + 1)>
module @m {
  func.func @g(%n: index, %s: memref<4xf32, #map>) {
    %0 = affine.apply #map(%n)
    affine.for %i = 0 to 4 {
      affine.for %j = #map(%i) to 8 {
        %1 = affine.load %s[%i] : memref<4xf32, #map>
      } {tag = "inner"}
    }
    "test.regions"() ({
      "test.first"() : () -> ()
    ^bb1:
      "test.second"() : () -> ()
    }, {
    }) : () -> () loc("there")
    return loc(unknown)
  }
  module @inner {
    func.func private @h() attributes {text = "two\nlines"}
  }
}
