// Results that are arrays, by who owns them. One line per head: generate.py reads the types from it.

memref.global "private" constant @table : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>

// Allocated by the function: the caller frees them.
func.func @new(%n: index, %x: f32) -> memref<?xf32> attributes {llvm.emit_c_interface} {
  %m = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%x : f32) outs(%m : memref<?xf32>)
  return %m : memref<?xf32>
}

func.func @new_aligned(%n: index, %x: f64) -> memref<?x3xf64> attributes {llvm.emit_c_interface} {
  %m = memref.alloc(%n) {alignment = 256} : memref<?x3xf64>
  linalg.fill ins(%x : f64) outs(%m : memref<?x3xf64>)
  return %m : memref<?x3xf64>
}

func.func @new_scalar(%x: i16) -> memref<i16> attributes {llvm.emit_c_interface} {
  %m = memref.alloc() : memref<i16>
  memref.store %x, %m[] : memref<i16>
  return %m : memref<i16>
}

// A view of what was allocated: what is freed is not where the elements are.
func.func @new_tail(%n: index, %x: i32) -> memref<?xi32, strided<[2], offset: 3>> attributes {llvm.emit_c_interface} {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %twice = arith.muli %n, %c2 : index
  %all = arith.addi %twice, %c3 : index
  %m = memref.alloc(%all) : memref<?xi32>
  linalg.fill ins(%x : i32) outs(%m : memref<?xi32>)
  %v = memref.subview %m[3] [%n] [2] : memref<?xi32> to memref<?xi32, strided<[2], offset: 3>>
  return %v : memref<?xi32, strided<[2], offset: 3>>
}

func.func @new_twice(%n: index, %x: f32) -> (memref<?xf32>, memref<?xf32>) attributes {llvm.emit_c_interface} {
  %m = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%x : f32) outs(%m : memref<?xf32>)
  return %m, %m : memref<?xf32>, memref<?xf32>
}

func.func @new_two(%n: index, %x: f32) -> (memref<?xf32>, i8, memref<?xf32>) attributes {llvm.emit_c_interface} {
  %c7 = arith.constant 7 : i8
  %m = memref.alloc(%n) : memref<?xf32>
  %k = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%x : f32) outs(%m : memref<?xf32>)
  linalg.fill ins(%x : f32) outs(%k : memref<?xf32>)
  return %m, %c7, %k : memref<?xf32>, i8, memref<?xf32>
}

// Arguments, or views of them: nobody frees them.
func.func @same(%a: memref<?xf32>) -> memref<?xf32> attributes {llvm.emit_c_interface} {
  return %a : memref<?xf32>
}

func.func @same_twice(%a: memref<?x?xi64>) -> (memref<?x?xi64>, memref<?x?xi64>) attributes {llvm.emit_c_interface} {
  return %a, %a : memref<?x?xi64>, memref<?x?xi64>
}

func.func @second(%a: memref<?xf32>, %b: memref<?xf32>) -> memref<?xf32> attributes {llvm.emit_c_interface} {
  return %b : memref<?xf32>
}

func.func @tail(%a: memref<?xf32>, %from: index, %n: index) -> memref<?xf32, strided<[1], offset: ?>> attributes {llvm.emit_c_interface} {
  %v = memref.subview %a[%from] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  return %v : memref<?xf32, strided<[1], offset: ?>>
}

func.func @transposed(%a: memref<2x3xf32>) -> memref<3x2xf32, strided<[1, 3]>> attributes {llvm.emit_c_interface} {
  %t = memref.transpose %a (i, j) -> (j, i) : memref<2x3xf32> to memref<3x2xf32, strided<[1, 3]>>
  return %t : memref<3x2xf32, strided<[1, 3]>>
}

func.func @new_and_same(%a: memref<?xf32>, %x: f32) -> (memref<?xf32>, memref<?xf32>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %m = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%x : f32) outs(%m : memref<?xf32>)
  return %m, %a : memref<?xf32>, memref<?xf32>
}

// The library's own.
func.func @shared() -> memref<4xf32> attributes {llvm.emit_c_interface} {
  %g = memref.get_global @table : memref<4xf32>
  return %g : memref<4xf32>
}

// Of any rank: descriptors on the heap, whoever owns the elements.
func.func @new_any(%n: index, %x: f32) -> memref<*xf32> attributes {llvm.emit_c_interface} {
  %m = memref.alloc(%n) : memref<?x2xf32>
  linalg.fill ins(%x : f32) outs(%m : memref<?x2xf32>)
  %u = memref.cast %m : memref<?x2xf32> to memref<*xf32>
  return %u : memref<*xf32>
}

func.func @same_any(%a: memref<*xf32>) -> memref<*xf32> attributes {llvm.emit_c_interface} {
  return %a : memref<*xf32>
}

func.func @shared_any() -> (i32, memref<*xf32>) attributes {llvm.emit_c_interface} {
  %c = arith.constant 5 : i32
  %g = memref.get_global @table : memref<4xf32>
  %u = memref.cast %g : memref<4xf32> to memref<*xf32>
  return %c, %u : i32, memref<*xf32>
}

func.func @rank(%a: memref<*xi8>) -> index attributes {llvm.emit_c_interface} {
  %r = memref.rank %a : memref<*xi8>
  return %r : index
}

func.func @sum_any(%a: memref<*xf64>) -> f64 attributes {llvm.emit_c_interface} {
  %m = memref.cast %a : memref<*xf64> to memref<?x?xf64, strided<[?, ?], offset: ?>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %rows = memref.dim %m, %c0 : memref<?x?xf64, strided<[?, ?], offset: ?>>
  %columns = memref.dim %m, %c1 : memref<?x?xf64, strided<[?, ?], offset: ?>>
  %sum = scf.for %i = %c0 to %rows step %c1 iter_args(%s = %zero) -> f64 {
    %row = scf.for %j = %c0 to %columns step %c1 iter_args(%t = %s) -> f64 {
      %e = memref.load %m[%i, %j] : memref<?x?xf64, strided<[?, ?], offset: ?>>
      %n = arith.addf %t, %e : f64
      scf.yield %n : f64
    }
    scf.yield %row : f64
  }
  return %sum : f64
}

// What needs functions of the host: memrefCopy, and __truncsfbf2 where libgcc has none.
func.func @copy_strided(%a: memref<?x?xf32, strided<[?, ?], offset: ?>>, %b: memref<?x?xf32, strided<[?, ?], offset: ?>>) attributes {llvm.emit_c_interface} {
  memref.copy %a, %b : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return
}

func.func @add_bf16(%a: bf16, %b: bf16) -> bf16 attributes {llvm.emit_c_interface} {
  %c = arith.addf %a, %b : bf16
  return %c : bf16
}

// Arithmetic on narrow integers, whose registers hold more than the result.
func.func @add_i8(%a: i8, %b: i8) -> i8 attributes {llvm.emit_c_interface} {
  %c = arith.addi %a, %b : i8
  return %c : i8
}

func.func @less(%a: i64, %b: i64) -> i1 attributes {llvm.emit_c_interface} {
  %c = arith.cmpi slt, %a, %b : i64
  return %c : i1
}

// Calls of the host's functions, by their C form.
func.func private @host_sum(memref<?xf32>, f32) -> f32 attributes {llvm.emit_c_interface}
func.func private @host_new(memref<?xf32, strided<[?], offset: ?>>, i8) -> (memref<?xf32>, i1) attributes {llvm.emit_c_interface}

func.func @calls_sum(%a: memref<?xf32>, %x: f32) -> f32 attributes {llvm.emit_c_interface} {
  %s = func.call @host_sum(%a, %x) : (memref<?xf32>, f32) -> f32
  %t = arith.addf %s, %s : f32
  return %t : f32
}

// Frees what the host gives.
func.func @calls_new(%a: memref<?xf32>, %n: i8) -> (f32, i1) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %v = memref.cast %a : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  %m, %flag = func.call @host_new(%v, %n) : (memref<?xf32, strided<[?], offset: ?>>, i8) -> (memref<?xf32>, i1)
  %size = memref.dim %m, %c0 : memref<?xf32>
  %sum = scf.for %i = %c0 to %size step %c1 iter_args(%s = %zero) -> f32 {
    %e = memref.load %m[%i] : memref<?xf32>
    %n2 = arith.addf %s, %e : f32
    scf.yield %n2 : f32
  }
  memref.dealloc %m : memref<?xf32>
  return %sum, %flag : f32, i1
}

// Returns one of the arrays that the host gives, reads and frees the other.
func.func private @host_any(index) -> (memref<*xf32>, memref<2xf64>) attributes {llvm.emit_c_interface}

func.func @calls_any(%n: index) -> (memref<*xf32>, f64) attributes {llvm.emit_c_interface} {
  %c1 = arith.constant 1 : index
  %any, %two = func.call @host_any(%n) : (index) -> (memref<*xf32>, memref<2xf64>)
  %x = memref.load %two[%c1] : memref<2xf64>
  memref.dealloc %two : memref<2xf64>
  return %any, %x : memref<*xf32>, f64
}
