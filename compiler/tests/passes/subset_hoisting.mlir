// pipeline: builtin.module(loop-invariant-subset-hoisting)
func.func @slice(%t: tensor<?x?xf32>, %n: index, %o: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<?x?xf32> {
    %x = tensor.extract_slice %a[%o, 0][1, 5][1, 1] : tensor<?x?xf32> to tensor<1x5xf32>
    %y = "test.f"(%x) : (tensor<1x5xf32>) -> tensor<1x5xf32>
    %z = tensor.insert_slice %y into %a[%o, 0][1, 5][1, 1] : tensor<1x5xf32> into tensor<?x?xf32>
    scf.yield %z : tensor<?x?xf32>
  }
  return %r : tensor<?x?xf32>
}
// -----
func.func @transfers(%t: tensor<?x?xf32>, %n: index, %o: index, %p: f32) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<?x?xf32> {
    %x = vector.transfer_read %a[%o, %c0], %p {in_bounds = [true]} : tensor<?x?xf32>, vector<5xf32>
    %y = "test.f"(%x) : (vector<5xf32>) -> vector<5xf32>
    %z = vector.transfer_write %y, %a[%o, %c0] {in_bounds = [true]} : vector<5xf32>, tensor<?x?xf32>
    %x2 = vector.transfer_read %z[%o, %c7], %p {in_bounds = [true]} : tensor<?x?xf32>, vector<5xf32>
    %y2 = "test.f"(%x2) : (vector<5xf32>) -> vector<5xf32>
    %z2 = vector.transfer_write %y2, %z[%o, %c7] {in_bounds = [true]} : vector<5xf32>, tensor<?x?xf32>
    scf.yield %z2 : tensor<?x?xf32>
  } {name = "x"}
  return %r : tensor<?x?xf32>
}
// -----
// Slices that overlap, that may, that are apart, and whose place changes.
func.func @places(%t: tensor<?xf32>, %u: tensor<?xf32>, %v: tensor<?xf32>, %w: tensor<?xf32>, %n: index, %o: index) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %o5 = arith.addi %o, %c5 : index
  %o4 = affine.apply affine_map<()[s0] -> (s0 + 4)>()[%o]
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %u, %c = %v, %d = %w) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
    %0 = tensor.extract_slice %a[%o][5][1] : tensor<?xf32> to tensor<5xf32>
    %1 = "test.f"(%0) : (tensor<5xf32>) -> tensor<5xf32>
    %2 = tensor.insert_slice %1 into %a[%o][5][1] : tensor<5xf32> into tensor<?xf32>
    %3 = tensor.extract_slice %2[%o4][5][1] : tensor<?xf32> to tensor<5xf32>
    %4 = "test.f"(%3) : (tensor<5xf32>) -> tensor<5xf32>
    %5 = tensor.insert_slice %4 into %2[%o4][5][1] : tensor<5xf32> into tensor<?xf32>
    %6 = tensor.extract_slice %b[%o][5][1] : tensor<?xf32> to tensor<5xf32>
    %7 = "test.f"(%6) : (tensor<5xf32>) -> tensor<5xf32>
    %8 = tensor.insert_slice %7 into %b[%o][5][1] : tensor<5xf32> into tensor<?xf32>
    %9 = tensor.extract_slice %8[%n][5][1] : tensor<?xf32> to tensor<5xf32>
    %10 = "test.f"(%9) : (tensor<5xf32>) -> tensor<5xf32>
    %11 = tensor.extract_slice %c[%o][5][1] : tensor<?xf32> to tensor<5xf32>
    %12 = tensor.extract_slice %c[%o5][3][2] : tensor<?xf32> to tensor<3xf32>
    %13 = "test.g"(%11, %12) : (tensor<5xf32>, tensor<3xf32>) -> tensor<5xf32>
    %14 = tensor.insert_slice %13 into %c[%o][5][1] : tensor<5xf32> into tensor<?xf32>
    %15 = tensor.extract_slice %d[%i][5][1] : tensor<?xf32> to tensor<5xf32>
    %16 = "test.f"(%15) : (tensor<5xf32>) -> tensor<5xf32>
    %17 = tensor.insert_slice %16 into %d[%i][5][1] : tensor<5xf32> into tensor<?xf32>
    scf.yield %5, %8, %14, %17 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  }
  return %r#0, %r#1, %r#2, %r#3 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
// -----
// Loops in loops.
func.func @nested(%t: tensor<?xf32>, %n: index, %o: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<?xf32> {
    %q = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> tensor<?xf32> {
      %0 = tensor.extract_slice %b[%i][5][1] : tensor<?xf32> to tensor<5xf32>
      %1 = "test.f"(%0) : (tensor<5xf32>) -> tensor<5xf32>
      %2 = tensor.insert_slice %1 into %b[%i][5][1] : tensor<5xf32> into tensor<?xf32>
      scf.yield %2 : tensor<?xf32>
    }
    scf.yield %q : tensor<?xf32>
  }
  %s = scf.for unsigned %i = %c0 to %n step %c1 iter_args(%a = %r) -> tensor<?xf32> {
    %q = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> tensor<?xf32> {
      %0 = tensor.extract_slice %b[0][5][1] : tensor<?xf32> to tensor<5xf32>
      %1 = tensor.extract_slice %0[1][2][1] : tensor<5xf32> to tensor<2xf32>
      %2 = "test.f"(%1) : (tensor<2xf32>) -> tensor<2xf32>
      %3 = tensor.insert_slice %2 into %0[1][2][1] : tensor<2xf32> into tensor<5xf32>
      %4 = tensor.insert_slice %3 into %b[0][5][1] : tensor<5xf32> into tensor<?xf32>
      scf.yield %4 : tensor<?xf32>
    }
    scf.yield %q : tensor<?xf32>
  }
  return %s : tensor<?xf32>
}
// -----
// Other uses of the tensor, and tensors that change places.
func.func @uses(%t: tensor<?xf32>, %u: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %u) -> (tensor<?xf32>, tensor<?xf32>) {
    %0 = tensor.extract_slice %a[0][5][1] : tensor<?xf32> to tensor<5xf32>
    %1 = "test.f"(%0, %a) : (tensor<5xf32>, tensor<?xf32>) -> tensor<5xf32>
    %2 = tensor.insert_slice %1 into %a[0][5][1] : tensor<5xf32> into tensor<?xf32>
    scf.yield %2, %b : tensor<?xf32>, tensor<?xf32>
  }
  %s:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %r#0, %b = %r#1) -> (tensor<?xf32>, tensor<?xf32>) {
    %0 = tensor.extract_slice %a[0][5][1] : tensor<?xf32> to tensor<5xf32>
    %1 = "test.f"(%0) : (tensor<5xf32>) -> tensor<5xf32>
    %2 = tensor.insert_slice %1 into %a[0][5][1] : tensor<5xf32> into tensor<?xf32>
    scf.yield %b, %2 : tensor<?xf32>, tensor<?xf32>
  }
  return %s#0, %s#1 : tensor<?xf32>, tensor<?xf32>
}
