// pipeline: builtin.module(func.func(affine-loop-coalescing))
func.func @a(%n: index, %m: index, %s: index, %x: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c1 to %m step %s {
      "t.u"(%i, %j) : (index, index) -> ()
    }
  }
  scf.for %i = %c0 to %c10 step %c1 {
    scf.for %j = %c1 to %c10 step %s {
      scf.for %k = %n to %m step %c1 {
      "t.u"(%i, %j, %k) : (index, index, index) -> ()
      }
    }
  }
  scf.for %i = %c0 to %c10 step %c1 {
    scf.for %j = %c0 to %c10 step %c1 {
      "t.u"(%i, %j) : (index, index) -> ()
    }
  }
  scf.for %i = %c0 to %c10 step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      "t.u"(%i, %j) : (index, index) -> ()
    }
  }
  return
}
// -----
func.func @a(%n: index, %m: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c1 {
    scf.for %j = %c0 to %c10 step %c1 {
      scf.for %k = %c0 to %c10 step %c1 {
        "t.u"(%i, %j, %k) : (index, index, index) -> ()
      }
    }
  }
  return
}
// -----
func.func @b(%n: index, %m: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c1 step %c1 {
    scf.for %j = %c0 to %n step %c1 {
        "t.u"(%i, %j) : (index, index) -> ()
    }
  }
  scf.for %i = %c0 to %c1 step %c1 {
    scf.for %j = %c0 to %c1 step %c1 {
        "t.u"(%i, %j) : (index, index) -> ()
    }
  }
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c1 step %c1 {
    scf.for %k = %c0 to %m step %c1 {
        "t.u"(%i, %j, %k) : (index, index, index) -> ()
    }
    }
  }
  return
}
// -----
func.func @d(%n: index, %m: index, %s: index, %z: f32, %w: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z, %b = %w) -> (f32, f32) {
    %q:2 = scf.for %j = %c0 to %m step %c1 iter_args(%e = %a, %f = %b) -> (f32, f32) {
      %k = "t.u"(%i, %j, %b) : (index, index, f32) -> f32
      scf.yield %f, %k : f32, f32
    }
    scf.yield %q#0, %q#1 : f32, f32
  }
  %r2:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z, %b = %w) -> (f32, f32) {
    %q:2 = scf.for %j = %c0 to %m step %c1 iter_args(%e = %b, %f = %a) -> (f32, f32) {
      %k = "t.u"(%i, %j, %b) : (index, index, f32) -> f32
      scf.yield %f, %k : f32, f32
    }
    scf.yield %q#0, %q#1 : f32, f32
  }
  return %r#0, %r2#1 : f32, f32
}
// -----
func.func @e(%n: index, %m: index, %s: index, %z: f32, %w: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %t = 0 to 10 {
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %i step %c1 {
    scf.for %k = %c0 to %t step %c1 {
      scf.for %l = %c0 to %m step %c1 {
      "t.u"(%i, %j, %k, %l) : (index, index, index, index) -> ()
      }
    }
    }
  }
  }
  return
}
