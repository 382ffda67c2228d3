// pipeline: builtin.module(canonicalize)
func.func @idx(%x: index,%y: index) -> (index,index,index,index,index,index,index,index,index,index,index,i1,index,index,index,index,index,index,index,index) {
  %c0 = index.constant 0
  %c1 = index.constant 1
  %c3 = index.constant 3
  %cm = index.constant -1
  %big = index.constant 5000000000
  %0 = index.add %x, %c0
  %1 = index.add %c3, %x
  %b1 = index.add %1, %c3
  %2 = index.sub %x, %c0
  %3 = index.mul %x, %c1
  %4 = index.mul %x, %c0
  %5 = index.add %big, %c3
  %6 = index.divs %big, %c3
  %7 = index.divs %c3, %cm
  %8 = index.and %x, %c0
  %9 = index.sub %x, %x
  %10 = index.cmp eq(%x, %x)
  %11 = index.maxs %x, %x
  %12 = index.shl %c3, %c1
  %13 = index.shrs %big, %c3
  %14 = index.or %c3, %c1
  %15 = index.xor %c3, %c1
  %16 = index.divu %x, %c1
  %17 = index.ceildivs %c3, %cm
  return %0,%1,%b1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%x : index,index,index,index,index,index,index,index,index,index,index,i1,index,index,index,index,index,index,index,index
}
// -----
func.func @idx2(%x: index,%y: index,%i: i32) -> (i1,i1,i1,i1,i32,i64,index,index,i1,index,index,index,i1) {
  %c0 = index.constant 0
  %c3 = index.constant 3
  %big = index.constant 5000000000
  %0 = index.cmp slt(%c3, %x)
  %1 = index.cmp slt(%c3, %big)
  %s = index.sub %x, %y
  %2 = index.cmp eq(%s, %c0)
  %m = index.maxu %x, %c3
  %3 = index.cmp ult(%m, %c3)
  %4 = index.casts %c3 : index to i32
  %5 = index.castu %big : index to i64
  %6 = index.casts %i : i32 to index
  %7 = index.sizeof
  %8 = index.bool.constant true
  %9 = index.mins %x, %c3
  %10 = index.mins %9, %c3
  %11 = index.maxu %big, %c3
  %12 = index.cmp ult(%big, %c3)
  return %0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12 : i1,i1,i1,i1,i32,i64,index,index,i1,index,index,index,i1
}
// -----
func.func @assoc(%x: index,%y: index) -> (index,index,index,index,index,index,index,index) {
  %c0 = index.constant 7
  %c3 = index.constant 3
  %0 = index.add %x, %c0
  %1 = index.add %0, %c3
  %2 = index.mul %x, %c0
  %3 = index.mul %2, %c3
  %4 = index.and %x, %c0
  %5 = index.and %4, %c3
  %6 = index.xor %x, %c0
  %7 = index.xor %6, %c3
  %8 = index.or %x, %c0
  %9 = index.or %8, %c3
  %10 = index.maxs %x, %c0
  %11 = index.maxs %10, %c3
  %12 = index.minu %x, %c0
  %13 = index.minu %12, %c3
  %14 = index.sub %x, %c0
  %15 = index.sub %14, %c3
  return %1,%3,%5,%7,%9,%11,%13,%15 : index,index,index,index,index,index,index,index
}
// -----
func.func @cmps(%x: index,%y: index) -> (i1,i1,i1,i1,i1,i1,index,index,i1,index,index,index,i1,i1) {
  %c0 = index.constant 0
  %s = index.sub %x, %y
  %0 = index.cmp slt(%s, %c0)
  %1 = index.cmp slt(%c0, %s)
  %2 = index.cmp ult(%c0, %s)
  %3 = index.cmp ne(%c0, %s)
  %c5 = index.constant 5
  %m = index.mins %x, %c5
  %4 = index.cmp sgt(%m, %c5)
  %5 = index.cmp slt(%m, %c5)
  %6 = index.divs %x, %c0
  %c1 = index.constant 1
  %7 = index.rems %x, %c1
  %8 = index.cmp ne(%x, %x)
  %9 = index.divu %x, %c1
  %10 = index.shl %x, %c0
  %11 = index.shrs %x, %c0
  %i1c = arith.constant true
  %12 = index.casts %i1c : i1 to index
  %13 = index.castu %i1c : i1 to index
  %14 = index.casts %12 : index to i32
  %15 = index.casts %x : index to i64
  %16 = index.casts %15 : i64 to index
  %17 = index.casts %c5 : index to i1
  %18 = index.xor %x, %x
  %19 = index.and %x, %x
  return %0,%1,%2,%3,%4,%5,%6,%7,%8,%16,%12,%13,%17,%8 :i1,i1,i1,i1,i1,i1,index,index,i1,index,index,index,i1,i1
}
// -----
func.func @neutral_constants(%x: index) -> (index, index, index, index) {
  %c31 = index.constant 31
  %dead = index.add %x, %x
  %a = index.constant -9
  %c0 = index.constant 0
  %c1 = index.constant 1
  %0 = index.add %a, %c0
  %b = index.constant -10
  %1 = index.sub %b, %c0
  %c = index.constant -11
  %2 = index.mul %c, %c1
  return %0, %1, %2, %c31 : index, index, index, index
}

// -----

func.func @rest(%x: index) -> (index, index, index, index, index, index, index, index) {
  %c0 = index.constant 0
  %c1 = index.constant 1
  %c7 = index.constant 7
  %c-7 = index.constant -7
  %c64 = index.constant 64
  %0 = index.ceildivu %c7, %c1
  %1 = index.ceildivu %c-7, %c7
  %2 = index.ceildivu %x, %c0
  %3 = index.floordivs %c-7, %c7
  %4 = index.floordivs %c7, %c0
  %5 = index.shru %c-7, %c1
  %6 = index.shru %c7, %c64
  %7 = index.shru %x, %c0
  return %0, %1, %2, %3, %4, %5, %6, %7 : index, index, index, index, index, index, index, index
}
