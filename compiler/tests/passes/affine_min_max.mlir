// pipeline: builtin.module(func.func(affine-simplify-min-max))

func.func @apply(%a: index, %b: index) -> index {
  %c = affine.apply affine_map<(d0) -> (d0 + 4)>(%a)
  %0 = affine.min affine_map<(d0, d1) -> (d0, d1)>(%a, %c)
  return %0 : index
}

// -----

func.func @for(%a: index, %b: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = affine.min affine_map<(d0)[s0] -> (d0, 8, s0)>(%i)[%b]
    "test.use"(%0) : (index) -> ()
  }
  affine.for %i = 0 to 8 {
    %0 = affine.min affine_map<(d0) -> (d0, 8)>(%i)
    "test.use"(%0) : (index) -> ()
  }
  return
}

// -----

func.func @minsi(%a: index, %b: index) -> (index, index, index, index) {
  %c8 = arith.constant 8 : index
  %m = arith.minsi %a, %c8 : index
  %0 = affine.min affine_map<(d0) -> (d0, 9)>(%m)
  %m1 = arith.remsi %a, %c8 : index
  %1 = affine.min affine_map<(d0) -> (d0, 9)>(%m1)
  %m2 = arith.floordivsi %a, %c8 : index
  %2 = affine.min affine_map<(d0, d1) -> (d0, d1 floordiv 8 + 1)>(%m2, %a)
  %m3 = arith.muli %a, %c8 : index
  %3 = affine.min affine_map<(d0, d1) -> (d0, d1 * 8 + 1)>(%m3, %a)
  return %0, %1, %2, %3 : index, index, index, index
}

// -----

func.func @dim(%a: memref<?xf32>, %b: memref<8xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %d = memref.dim %a, %c0 : memref<?xf32>
  %0 = affine.min affine_map<(d0) -> (d0, -1)>(%d)
  %e = memref.dim %b, %c0 : memref<8xf32>
  %1 = affine.min affine_map<(d0) -> (d0, 9)>(%e)
  return %0, %1 : index, index
}

// -----

func.func @order(%a: index, %b: index) -> (index, index) {
  %0 = affine.min affine_map<(d0, d1) -> (d0, d1, d0 + 1, d1 + 2, 5)>(%a, %b)
  %1 = affine.max affine_map<(d0)[s0] -> (d0, s0, d0 + 1, s0 + 2, 5, d0 mod 4)>(%a)[%b]
  return %0, %1 : index, index
}

// -----

func.func @amin(%a: index, %b: index) -> (index, index, index) {
  %m = affine.min affine_map<(d0) -> (d0, 8)>(%a)
  %n = affine.apply affine_map<(d0) -> (d0 + 2)>(%m)
  %0 = affine.min affine_map<(d0) -> (d0, 8)>(%m)
  %1 = affine.min affine_map<(d0) -> (d0, 11)>(%n)
  return %0, %1, %n : index, index, index
}

// -----

func.func @select(%a: index, %b: i1) -> (index, index) {
  %c8 = arith.constant 8 : index
  %c3 = arith.constant 3 : index
  %c = arith.addi %a, %c3 : index
  %s = arith.select %b, %a, %c : index
  %0 = affine.min affine_map<(d0, d1) -> (d0 + 4, d1)>(%a, %s)
  %s1 = arith.select %b, %c8, %c3 : index
  %1 = affine.min affine_map<(d0) -> (d0, 9)>(%s1)
  return %0, %1 : index, index
}

// -----

func.func @ceildiv(%a: index, %b: index) -> (index, index, index, index, index, index) {
  %c8 = arith.constant 8 : index
  %m0 = arith.ceildivsi %a, %c8 : index
  %0 = affine.min affine_map<(d0, d1) -> (d0, d1 ceildiv 8 + 1)>(%m0, %a)
  %m2 = arith.subi %a, %c8 : index
  %2 = affine.min affine_map<(d0, d1) -> (d0, d1)>(%m2, %a)
  %m3 = arith.maxsi %a, %c8 : index
  %3 = affine.min affine_map<(d0)-> (d0, 3)>(%m3)
  %x, %y = affine.delinearize_index %a into (4, 8) : index, index
  %4 = affine.min affine_map<(d0)-> (d0, 9)>(%y)
  %z = affine.linearize_index disjoint [%y, %y] by (4, 8) : index
  %5 = affine.min affine_map<(d0)-> (d0, 900)>(%z)
  %6 = affine.max affine_map<(d0)-> (d0, 32)>(%x)
  return %0, %2, %3, %4, %5, %6 : index, index, index, index, index, index
}

// -----

func.func @dims(%a: memref<?xf32>, %t: tensor<?x4xf32>, %n: index) -> (index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %d = memref.dim %a, %c0 : memref<?xf32>
  %e = tensor.dim %t, %c0 : tensor<?x4xf32>
  %0 = affine.min affine_map<(d0, d1) -> (d0, d1, -1)>(%d, %e)
  %al = memref.alloc(%n) : memref<?xf32>
  %f = memref.dim %al, %c0 : memref<?xf32>
  %1 = affine.min affine_map<(d0, d1) -> (d0, d1 + 1)>(%f, %n)
  %s = memref.subview %a[0][%n][1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  %g = memref.dim %s, %c0 : memref<?xf32, strided<[1]>>
  %2 = affine.min affine_map<(d0, d1) -> (d0, d1 + 1)>(%g, %n)
  %v = vector.vscale
  %3 = affine.min affine_map<(d0) -> (d0, 0)>(%v)
  %em = tensor.empty(%n) : tensor<?xf32>
  %ca = tensor.cast %em : tensor<?xf32> to tensor<?xf32>
  %h = tensor.dim %ca, %c0 : tensor<?xf32>
  %4 = affine.min affine_map<(d0, d1) -> (d0, d1 + 1)>(%h, %n)
  return %0, %1, %2, %3, %4 : index, index, index, index, index
}

// -----

func.func @scf(%a: index, %b: i1, %c8 : index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%x = %a) -> index {
    %0 = affine.min affine_map<(d0, d1) -> (d0, d1 + 1)>(%x, %a)
    "test.use"(%0) : (index) -> ()
    scf.yield %x : index
  }
  %0 = affine.min affine_map<(d0, d1) -> (d0, d1 + 1)>(%r, %a)
  %q = scf.if %b -> index { scf.yield %c1 : index } else { scf.yield %c5 : index }
  %1 = affine.min affine_map<(d0) -> (d0, 9)>(%q)
  scf.forall (%i, %j) in (4, 8) {
    %2 = affine.min affine_map<(d0) -> (d0, 9)>(%i)
    "test.use"(%2) : (index) -> ()
  }
  scf.parallel (%i) = (%c0) to (%c5) step (%c1) {
    %2 = affine.min affine_map<(d0) -> (d0, 9)>(%i)
    "test.use"(%2) : (index) -> ()
  }
  affine.parallel (%i) = (0) to (5) {
    %2 = affine.min affine_map<(d0) -> (d0, 9)>(%i)
    "test.use"(%2) : (index) -> ()
  }
  return %0, %1 : index, index
}

// -----

func.func @steps(%n: index, %st: index, %t: tensor<*xf32>, %t2: tensor<?x4xf32>, %m2: memref<?x4xf32>, %lin: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c4 {
    %0 = affine.min affine_map<(d0) -> (d0, 9)>(%i)
    "test.use"(%0) {a=1} : (index) -> ()
  }
  scf.for %i = %n to %c10 step %c4 {
    %0 = affine.max affine_map<(d0)[s0] -> (d0, s0 + (10 - s0) floordiv 4 * 4, 0)>(%i)[%n]
    "test.use"(%0) {a=2} : (index) -> ()
  }
  scf.for %i = %n to %c10 step %st {
    %0 = affine.max affine_map<(d0)[s0] -> (d0, s0, 10)>(%i)[%n]
    "test.use"(%0) {a=3} : (index) -> ()
  }
  scf.forall (%i) = (0) to (10) step (4) {
    %0 = affine.min affine_map<(d0) -> (d0, 9)>(%i)
    "test.use"(%0) {a=4} : (index) -> ()
  }
  %r2 = memref.rank %m2 : memref<?x4xf32>
  %x2 = affine.min affine_map<(d0) -> (d0, 3)>(%r2)
  %p = tensor.pad %t2 low[1, 1] high[%n, 2] { ^bb0(%a: index, %b: index): %f = arith.constant 1.0 : f32  tensor.yield %f : f32 } : tensor<?x4xf32> to tensor<?x7xf32>
  %d = tensor.dim %p, %c0 : tensor<?x7xf32>
  %d0 = tensor.dim %t2, %c0 : tensor<?x4xf32>
  %x3 = affine.min affine_map<(d0, d1, d2) -> (d0, d1 + d2 + 2)>(%d, %d0, %n)
  %e = memref.expand_shape %m2 [[0, 1], [2]] output_shape [%n, 4, 4] : memref<?x4xf32> into memref<?x4x4xf32>
  %ed = memref.dim %e, %c0 : memref<?x4x4xf32>
  %x4 = affine.min affine_map<(d0, d1) -> (d0, d1 + 1)>(%ed, %n)
  %cl = memref.collapse_shape %m2 [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  %cd = memref.dim %cl, %c0 : memref<?xf32>
  %md = memref.dim %m2, %c0 : memref<?x4xf32>
  %x5 = affine.min affine_map<(d0, d1) -> (d0, d1 * 4 + 1)>(%cd, %md)
  %x6 = affine.min affine_map<(d0, d1) -> (d0, -d1)>(%cd, %md)
  %ms = memref.cast %m2 : memref<?x4xf32> to memref<?x?xf32>
  %c1 = arith.constant 1 : index
  %md1 = memref.dim %ms, %c1 : memref<?x?xf32>
  %x7 = affine.min affine_map<(d0) -> (d0, 5)>(%md1)
  "test.use"(%x2, %x3, %x4, %x5, %x6, %x7) : (index, index, index, index,index, index) -> ()
  %ee = tensor.empty(%n) : tensor<?x4xf32>
  %es = tensor.extract_slice %t2[0, 0] [%n, 4] [1, 1] : tensor<?x4xf32> to tensor<?x4xf32>
  %esd = tensor.dim %es, %c0 : tensor<?x4xf32>
  %y1 = affine.min affine_map<(d0, d1) -> (d0, d1 + 1)>(%esd, %n)
  %in = tensor.insert_slice %ee into %t2[0, 0] [%n, 4] [1, 1] : tensor<?x4xf32> into tensor<?x4xf32>
  %ind = tensor.dim %in, %c0 : tensor<?x4xf32>
  %y2 = affine.min affine_map<(d0, d1) -> (d0, d1 + 1)>(%ind, %d0)
  %em = tensor.empty(%n) : tensor<?x4xf32>
  %f = arith.constant 1.0 : f32
  %fi = linalg.fill ins(%f : f32) outs(%em : tensor<?x4xf32>) -> tensor<?x4xf32>
  %fid = tensor.dim %fi, %c0 : tensor<?x4xf32>
  %y3 = affine.min affine_map<(d0, d1) -> (d0, d1 + 1)>(%fid, %n)
  %ab = arith.addf %em, %em : tensor<?x4xf32>
  %abd = tensor.dim %ab, %c0 : tensor<?x4xf32>
  %y4 = affine.min affine_map<(d0, d1) -> (d0, d1 + 1)>(%abd, %n)
  %mr = bufferization.to_buffer %em : tensor<?x4xf32> to memref<?x4xf32>
  %mrd = memref.dim %mr, %c0 : memref<?x4xf32>
  %y5 = affine.min affine_map<(d0, d1) -> (d0, d1 + 1)>(%mrd, %n)
  %gi = gpu.thread_id x
  %y6 = affine.min affine_map<(d0) -> (d0, 5000000)>(%gi)
  "test.use"(%y1, %y2, %y3, %y4, %y5, %y6) : (index, index, index, index, index,index) -> ()
  %q:2 = affine.delinearize_index %lin into (4, 8) : index, index
  %q2:2 = affine.delinearize_index %lin into (8) : index, index
  %q3:2 = affine.delinearize_index %lin into (%n, 8) : index, index
  %z1 = affine.min affine_map<(d0) -> (d0, 8)>(%q#0)
  %z2 = affine.min affine_map<(d0) -> (d0, 8)>(%q#1)
  %z3 = affine.min affine_map<(d0) -> (d0, 8)>(%q2#1)
  %z4 = affine.min affine_map<(d0, d1) -> (d0, d1)>(%q3#0, %n)
  %z5 = affine.min affine_map<(d0, d1) -> (d0, d1 floordiv 8 + 1)>(%q2#0, %lin)
  %z6 = affine.max affine_map<(d0) -> (d0, -1)>(%q3#0)
  "test.use"(%z1, %z2, %z3, %z4, %z5, %z6) : (index, index, index, index, index,index) -> ()
  %l1 = affine.linearize_index [%n, %lin] by (4, 8) : index
  %l2 = affine.linearize_index disjoint [%n, %lin] by (4, 8) : index
  %l3 = affine.linearize_index disjoint [%n, %lin] by (8) : index
  %w1 = affine.min affine_map<(d0) -> (d0, 32)>(%l1)
  %w2 = affine.min affine_map<(d0) -> (d0, 32)>(%l2)
  %w3 = affine.min affine_map<(d0) -> (d0, 32)>(%l3)
  %w4 = affine.min affine_map<(d0, d1, d2) -> (d0, d1 * 8 + d2 + 1)>(%l3, %n, %lin)
  %w5 = affine.max affine_map<(d0) -> (d0, -1)>(%l2)
  "test.use"(%w1, %w2, %w3, %w4, %w5) : (index, index, index, index, index) -> ()
  return
}

// -----

func.func @a(%n: index, %x: index) -> (index, index, index) {
  %c32 = arith.constant 32 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %a = affine.max affine_map<(d0) -> (d0, 1)>(%n)
  %m = affine.min affine_map<(d0) -> (d0, 128)>(%a)
  %r = affine.apply affine_map<(d0) -> (d0 ceildiv 128)>(%m)
  %r2 = affine.apply affine_map<(d0)[s0] -> (d0 ceildiv 128 + d0 ceildiv s0)>(%m)[%a]
  %r3 = affine.apply affine_map<(d0) -> ((d0 + 127) floordiv 128)>(%m)
  return %r, %r2, %r3: index, index, index
}

// -----

func.func @repeated(%a: index, %b: index) -> (index, index, index) {
  %c4 = arith.constant 4 : index
  %0 = affine.min affine_map<(d0, d1, d2)[s0] -> (d0 + s0, d1 + 5, d2 + 4, d0)>(%a, %a, %b)[%c4]
  %1 = affine.max affine_map<(d0, d1, d2)[s0] -> (d0 + s0, d1 + 5, d2 + 4, d0)>(%a, %a, %b)[%c4]
  %2 = affine.min affine_map<(d0) -> (d0)>(%a)
  return %0, %1, %2 : index, index, index
}

// -----

func.func @equal(%a: index, %b: index) -> (index, index) {
  %c = arith.addi %a, %b : index
  %0 = affine.min affine_map<(d0, d1, d2) -> (d0, d1 + d2)>(%c, %a, %b)
  %1 = affine.max affine_map<(d0, d1, d2) -> (d1 + d2, d0)>(%c, %a, %b)
  return %0, %1 : index, index
}

// -----

func.func @chains(%a: index, %b: index, %c: index) -> (index, index) {
  %0 = affine.min affine_map<(d0, d1, d2) -> (d0, d1, d2, d1 + 1, d0 + 1, d2 - 1)>(%a, %b, %c)
  %1 = affine.max affine_map<(d0, d1, d2) -> (d0, d1, d2, d1 + 1, d0 + 1, d2 - 1, d0 floordiv 2, d0 ceildiv 2)>(%a, %b, %c)
  return %0, %1 : index, index
}

// -----

func.func @semi(%a: index, %b: index) -> (index, index) {
  %0 = affine.min affine_map<(d0)[s0] -> (d0 floordiv s0, d0 floordiv s0 + 1)>(%a)[%b]
  %1 = affine.max affine_map<(d0)[s0] -> (d0 mod s0, 4, 3)>(%a)[%b]
  return %0, %1 : index, index
}

// -----

func.func @many(%a: index, %b: index) -> index {
  %0 = affine.min affine_map<(d0)[s0] -> (d0 mod 3, s0 mod 5, d0 floordiv 7, s0 floordiv 9, d0 ceildiv 3, s0 mod 7, d0 mod 11, s0 floordiv 13, d0, s0 + d0)>(%a)[%b]
  return %0 : index
}

// -----

func.func @tiles(%n: index, %m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c8 {
    %0 = affine.min affine_map<(d0) -> (-d0 + 64, 8)>(%i)
    %1 = affine.apply affine_map<(d0) -> (d0 ceildiv 8)>(%0)
    "test.use"(%0, %1) : (index, index) -> ()
  }
  scf.for %i = %c0 to %n step %c8 {
    %0 = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 8)>(%i)[%n]
    %1 = affine.apply affine_map<(d0) -> (d0 ceildiv 8)>(%0)
    %2 = affine.apply affine_map<(d0)[s0] -> (d0 ceildiv 8 + s0)>(%0)[%n]
    %3 = affine.max affine_map<(d0) -> (d0, 0)>(%0)
    "test.use"(%0, %1, %2, %3) : (index, index, index, index) -> ()
  }
  return
}

// -----

func.func @applied(%a: index, %b: index) -> (index, index) {
  %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%a)
  %1 = affine.apply affine_map<(d0) -> (d0 * 2)>(%0)
  %2 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%1, %b)
  %3 = affine.min affine_map<(d0, d1) -> (d0, d1 + 3)>(%2, %0)
  return %2, %3 : index, index
}

// -----

func.func @positive(%a: index, %b: index, %c: index) -> (index, index, index, index) {
  %p = affine.max affine_map<(d0) -> (d0, 1)>(%a)
  %q = affine.max affine_map<(d0) -> (d0, 1)>(%b)
  %m = affine.min affine_map<(d0, d1) -> (d0, d1)>(%p, %q)
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 ceildiv s0)>(%m)[%p]
  %1 = affine.apply affine_map<(d0)[s0] -> ((d0 + s0 - 1) floordiv s0)>(%m)[%q]
  %2 = affine.apply affine_map<(d0)[s0] -> (d0 ceildiv s0)>(%m)[%c]
  %n = affine.min affine_map<(d0, d1) -> (d0, d1)>(%p, %c)
  %3 = affine.apply affine_map<(d0)[s0] -> (d0 ceildiv s0)>(%n)[%p]
  return %0, %1, %2, %3 : index, index, index, index
}

// -----

func.func @nested(%n: index, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    scf.for %j = %i to %c9 step %c1 {
      %0 = affine.min affine_map<(d0, d1) -> (d0, d1)>(%i, %j)
      %1 = affine.max affine_map<(d0, d1) -> (d0, d1, 10)>(%i, %j)
      %2 = affine.max affine_map<(d0, d1) -> (d0 - d1, -1)>(%j, %i)
      "test.use"(%0, %1, %2) : (index, index, index) -> ()
    }
  }
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%x = %t) -> tensor<?xf32> {
    %d = tensor.dim %x, %c0 : tensor<?xf32>
    %e = tensor.dim %t, %c0 : tensor<?xf32>
    %0 = affine.min affine_map<(d0, d1) -> (d0, d1 + 1)>(%d, %e)
    "test.use"(%0) : (index) -> ()
    scf.yield %x : tensor<?xf32>
  }
  %f = tensor.dim %r, %c0 : tensor<?xf32>
  %g = tensor.dim %t, %c0 : tensor<?xf32>
  %1 = affine.min affine_map<(d0, d1) -> (d0, d1 + 1)>(%f, %g)
  "test.use"(%1) : (index) -> ()
  return
}

// -----

func.func @counts(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%x = %n) -> index {
    %y = arith.addi %x, %c1 : index
    scf.yield %y : index
  }
  %1 = affine.min affine_map<(d0, d1) -> (d0, d1 + 1)>(%r, %n)
  "test.use"(%1) : (index) -> ()
  return
}

// -----

func.func @select_sizes(%c: i1, %t: tensor<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %s = arith.select %c, %t, %t : tensor<?xf32>
  %d = tensor.dim %s, %c0 : tensor<?xf32>
  %e = tensor.dim %t, %c0 : tensor<?xf32>
  %0 = affine.min affine_map<(d0, d1) -> (d0, d1 + 1)>(%d, %e)
  return %0 : index
}

// -----

func.func @dropped(%m: memref<8x?x4xf32>, %n: index, %k: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.subview %m[0, 0, 0] [1, %n, %k] [1, 1, 1] : memref<8x?x4xf32> to memref<?x?xf32, strided<[4, 1]>>
  %d = memref.dim %s, %c0 : memref<?x?xf32, strided<[4, 1]>>
  %e = memref.dim %s, %c1 : memref<?x?xf32, strided<[4, 1]>>
  %0 = affine.min affine_map<(d0, d1) -> (d0, d1 + 1)>(%d, %n)
  %1 = affine.min affine_map<(d0, d1) -> (d0, d1 + 1)>(%e, %k)
  return %0, %1 : index, index
}

// -----

func.func @known(%n: index) -> (index, index) {
  %c3 = arith.constant 3 : index
  %0 = affine.min affine_map<(d0)[s0] -> (d0, s0 * 2)>(%c3)[%c3]
  %1 = affine.max affine_map<(d0) -> (d0 + 1, 17)>(%c3)
  return %0, %1 : index, index
}

// -----

func.func private @declared(index) -> index
