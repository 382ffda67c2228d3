// pipeline: builtin.module(canonicalize)
func.func @reassoc(%x: i32, %y: i32, %v: vector<2xi32>) -> (i32,i32,i32,i32,i32,i32,i32,i32,i32,i32,i32,i32) {
  %c3 = arith.constant 3 : i32
  %c5 = arith.constant 5 : i32
  %m1 = arith.constant -1 : i32
  %a0 = arith.subi %x, %c3 overflow<nsw> : i32
  %a1 = arith.addi %a0, %c5 overflow<nsw,nuw> : i32
  %b0 = arith.subi %c3, %x overflow<nsw> : i32
  %b1 = arith.addi %b0, %c5 overflow<nsw> : i32
  %c0 = arith.muli %y, %m1 overflow<nsw> : i32
  %c1 = arith.addi %x, %c0 overflow<nsw> : i32
  %d1 = arith.addi %c0, %x overflow<nsw> : i32
  %e0 = arith.addi %x, %c3 overflow<nsw> : i32
  %e1 = arith.subi %e0, %c5 overflow<nsw> : i32
  %f1 = arith.subi %c5, %e0 overflow<nsw> : i32
  %g1 = arith.subi %a0, %c5 overflow<nsw> : i32
  %h1 = arith.subi %b0, %c5 overflow<nsw> : i32
  %i1 = arith.subi %c5, %a0 overflow<nsw> : i32
  %j1 = arith.subi %c5, %b0 overflow<nsw> : i32
  %k0 = arith.subi %x, %y overflow<nsw> : i32
  %k1 = arith.subi %k0, %x overflow<nsw> : i32
  %l0 = arith.muli %x, %c3 overflow<nsw> : i32
  %l1 = arith.muli %l0, %c5 overflow<nsw> : i32
  return %a1,%b1,%c1,%d1,%e1,%f1,%g1,%h1,%i1,%j1,%k1,%l1 : i32,i32,i32,i32,i32,i32,i32,i32,i32,i32,i32,i32
}
// -----
func.func @vec(%x: vector<2xi32>) -> (vector<2xi32>,vector<2xi32>,vector<2xi32>,vector<2xi32>) {
  %c3 = arith.constant dense<3> : vector<2xi32>
  %c5 = arith.constant dense<[3,4]> : vector<2xi32>
  %m1 = arith.constant dense<-1> : vector<2xi32>
  %a0 = arith.addi %x, %c3 : vector<2xi32>
  %a1 = arith.addi %a0, %c3 : vector<2xi32>
  %b0 = arith.muli %x, %m1 : vector<2xi32>
  %b1 = arith.addi %x, %b0 : vector<2xi32>
  %d1 = arith.addi %a0, %c5 : vector<2xi32>
  %e0 = arith.muli %x, %c3 : vector<2xi32>
  %e1 = arith.muli %e0, %c3 : vector<2xi32>
  return %a1, %b1, %d1, %e1 : vector<2xi32>,vector<2xi32>,vector<2xi32>,vector<2xi32>
}
// -----
func.func @ext(%x: i32, %y: i32,%b: i1) -> (i32,i1,i32,i32,i32,i32,i32,i32,i32,i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a:2 = arith.addui_extended %x, %c0 : i32, i1
  %b1:2 = arith.addui_extended %x, %y : i32, i1
  %c:2 = arith.mulsi_extended %x, %c1 : i32
  %d:2 = arith.mulsi_extended %x, %y : i32
  %e:2 = arith.mului_extended %x, %y : i32
  %f:2 = arith.mului_extended %x, %c1 : i32
  %g:2 = arith.mulsi_extended %x, %c0 : i32
  return %a#0,%a#1,%b1#0,%c#0,%c#1,%d#0,%e#0,%f#0,%f#1,%g#1: i32,i1,i32,i32,i32,i32,i32,i32,i32,i32
}
// -----
func.func @ext2(%v: vector<2xi32>) -> (vector<2xi32>,vector<2xi32>,vector<2xi32>,vector<2xi1>,vector<2xi32>,vector<2xi1>,vector<2xi32>,vector<2xi32>) {
  %c1 = arith.constant dense<1> : vector<2xi32>
  %c2 = arith.constant dense<[1,-5]> : vector<2xi32>
  %c3 = arith.constant dense<[7,-3]> : vector<2xi32>
  %c0 = arith.constant dense<0> : vector<2xi32>
  %c:2 = arith.mulsi_extended %v, %c1 : vector<2xi32>
  %d:2 = arith.addui_extended %v, %c0 : vector<2xi32>, vector<2xi1>
  %e:2 = arith.addui_extended %c2, %c3 : vector<2xi32>, vector<2xi1>
  %f:2 = arith.mulsi_extended %c2, %c3 : vector<2xi32>
  return %c#0,%c#1,%d#0,%d#1,%e#0,%e#1,%f#0,%f#1 : vector<2xi32>,vector<2xi32>,vector<2xi32>,vector<2xi1>,vector<2xi32>,vector<2xi1>,vector<2xi32>,vector<2xi32>
}
// -----
func.func @extcmp(%x: i8, %y: i8, %v: vector<2xi8>, %z: i16) -> (i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1) {
  %a = arith.extui %x : i8 to i32
  %b = arith.extui %y : i8 to i32
  %sa = arith.extsi %x : i8 to i32
  %sb = arith.extsi %y : i8 to i32
  %0 = arith.cmpi eq, %a, %b : i32
  %1 = arith.cmpi slt, %a, %b : i32
  %2 = arith.cmpi sle, %a, %b : i32
  %3 = arith.cmpi sgt, %a, %b : i32
  %4 = arith.cmpi sge, %a, %b : i32
  %5 = arith.cmpi ult, %a, %b : i32
  %6 = arith.cmpi slt, %sa, %sb : i32
  %7 = arith.cmpi ult, %sa, %sb : i32
  %8 = arith.cmpi ne, %sa, %sb : i32
  %9 = arith.cmpi ult, %sa, %b : i32
  %zz = arith.extui %z : i16 to i32
  %10 = arith.cmpi ult, %a, %zz : i32
  return %0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10: i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1
}
// -----
func.func @cmp0(%x: i1, %v: vector<2xi1>,%q: i32) -> (i1,i1,i1,i1,i1,vector<2xi1>,i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %m1 = arith.constant -1 : i32
  %e = arith.extui %x : i1 to i32
  %s = arith.extsi %x : i1 to i32
  %0 = arith.cmpi ne, %e, %c0 : i32
  %1 = arith.cmpi eq, %e, %c1 : i32
  %2 = arith.cmpi ne, %s, %c0 : i32
  %3 = arith.cmpi eq, %s, %m1 : i32
  %4 = arith.cmpi eq, %s, %c1 : i32
  %ev = arith.extui %v : vector<2xi1> to vector<2xi32>
  %cv = arith.constant dense<0> : vector<2xi32>
  %5 = arith.cmpi ne, %ev, %cv : vector<2xi32>
  %6 = arith.cmpi slt, %c1, %q : i32
  return %0,%1,%2,%3,%4,%5,%6 : i1,i1,i1,i1,i1,vector<2xi1>,i1
}
// -----
func.func @notcmp(%x: i32,%y:i32) -> i1 {
  %t = arith.constant true
  %0 = arith.cmpi slt, %x, %y : i32
  %1 = arith.xori %0, %t : i1
  return %1 : i1
}
// -----
func.func @notcmpv(%x: vector<2xi32>,%y:vector<2xi32>) -> vector<2xi1> {
  %t = arith.constant dense<true> : vector<2xi1>
  %0 = arith.cmpi slt, %x, %y : vector<2xi32>
  %1 = arith.xori %0, %t : vector<2xi1>
  return %1 : vector<2xi1>
}
// -----
func.func @logic(%x: i8, %y: i8,%z: i8) -> (i32,i32,i32,i32,i8,i8,i8,i8,i8,i8) {
  %m1 = arith.constant -1 : i8
  %a = arith.extui %x : i8 to i32
  %b = arith.extui %y : i8 to i32
  %sa = arith.extsi %x : i8 to i32
  %sb = arith.extsi %y : i8 to i32
  %0 = arith.andi %a, %b : i32
  %1 = arith.ori %sa, %sb : i32
  %2 = arith.xori %a, %b : i32
  %3 = arith.xori %sa, %sb : i32
  %nx = arith.xori %x, %m1 : i8
  %4 = arith.andi %x, %nx : i8
  %5 = arith.ori %nx, %x : i8
  %6 = arith.andi %x, %y : i8
  %7 = arith.andi %6, %y : i8
  %8 = arith.xori %x, %y : i8
  %9 = arith.xori %y, %8 : i8
  %10 = arith.ori %x, %y : i8
  %11 = arith.ori %10, %y : i8
  %12 = arith.andi %6, %z : i8
  return %0,%1,%2,%3,%4,%5,%7,%9,%11,%12 : i32,i32,i32,i32,i8,i8,i8,i8,i8,i8
}
// -----
func.func @div(%a: i32, %b: i32) -> (i32,i32,i32,i32,i32,i32,i32) {
  %m = arith.muli %a, %b overflow<nuw> : i32
  %n = arith.muli %a, %b overflow<nsw> : i32
  %0 = arith.divui %m, %b : i32
  %1 = arith.divui %n, %b : i32
  %2 = arith.divsi %n, %a : i32
  %3 = arith.divsi %m, %a : i32
  %4 = arith.ceildivui %m, %a : i32
  %5 = arith.remui %m, %a : i32
  %6 = arith.floordivsi %n, %a : i32
  return %0,%1,%2,%3,%4,%5,%6 : i32,i32,i32,i32,i32,i32,i32
}
// -----
func.func @trunc(%x: i32, %y: i64) -> (i8,i32,i16,i48,i48,i16,i16,i32,i32,i8) {
  %c = arith.constant 16 : i32
  %c2 = arith.constant 20 : i32
  %a = arith.extsi %x : i32 to i64
  %b = arith.extui %x : i32 to i64
  %0 = arith.trunci %a : i64 to i8
  %1 = arith.trunci %b : i64 to i32
  %2 = arith.trunci %y : i64 to i32
  %3 = arith.trunci %2 : i32 to i16
  %4 = arith.trunci %a : i64 to i48
  %5 = arith.trunci %b overflow<nsw> : i64 to i48
  %6 = arith.shrsi %x, %c : i32
  %7 = arith.trunci %6 : i32 to i16
  %8 = arith.shrsi %x, %c2 : i32
  %9 = arith.trunci %8 : i32 to i16
  %e1 = arith.extui %x : i32 to i64
  %e2 = arith.extui %x : i32 to i64
  %m = arith.muli %e1, %e2 : i64
  %c32 = arith.constant 32 : i64
  %s = arith.shrui %m, %c32 : i64
  %t = arith.trunci %s : i64 to i32
  %f1 = arith.extsi %x : i32 to i64
  %m2 = arith.muli %f1, %f1 : i64
  %s2 = arith.shrui %m2, %c32 : i64
  %t2 = arith.trunci %s2 : i64 to i32
  %tt = arith.trunci %a overflow<nsw> : i64 to i8
  return %0,%1,%3,%4,%5,%7,%9,%t,%t2,%tt : i8,i32,i16,i48,i48,i16,i16,i32,i32,i8
}
// -----
func.func @divs() -> (vector<2xi8>,vector<2xi8>,vector<2xi8>,vector<2xi8>,vector<2xi8>,vector<2xi8>,vector<2xi8>,vector<2xi8>,vector<2xi8>) {
  %a = arith.constant dense<[-128, 4]> : vector<2xi8>
  %b = arith.constant dense<[-1, 2]> : vector<2xi8>
  %c = arith.constant dense<[0, 2]> : vector<2xi8>
  %d = arith.constant dense<[9, 2]> : vector<2xi8>
  %e = arith.constant dense<[2, 9]> : vector<2xi8>
  %0 = arith.floordivsi %a, %b : vector<2xi8>
  %1 = arith.floordivsi %a, %c : vector<2xi8>
  %2 = arith.divsi %a, %b : vector<2xi8>
  %3 = arith.remsi %a, %b : vector<2xi8>
  %4 = arith.remsi %a, %c : vector<2xi8>
  %5 = arith.shli %a, %d : vector<2xi8>
  %6 = arith.shrui %a, %d : vector<2xi8>
  %7 = arith.shrsi %a, %d : vector<2xi8>
  %8 = arith.shrsi %a, %e : vector<2xi8>
  return %0,%1,%2,%3,%4,%5,%6,%7,%8: vector<2xi8>,vector<2xi8>,vector<2xi8>,vector<2xi8>,vector<2xi8>,vector<2xi8>,vector<2xi8>,vector<2xi8>,vector<2xi8>
}
// -----
func.func @poison(%x: i32,%c: i1) -> (i32,i32,i32,i1,i32,i64,i32,i32,i32,f32,i32,i32) {
  %p = ub.poison : i32
  %pb = ub.poison : i1
  %c3 = arith.constant 3 : i32
  %0 = arith.addi %x, %p : i32
  %1 = arith.divsi %x, %p : i32
  %2 = arith.addi %c3, %p : i32
  %3 = arith.cmpi slt, %x, %p : i32
  %4 = arith.select %pb, %x, %c3 : i32
  %5 = arith.extui %p : i32 to i64
  %6 = arith.select %c, %p, %x : i32
  %8:2 = arith.mulsi_extended %c3, %p : i32
  %9 = arith.bitcast %p : i32 to f32
  %10 = arith.andi %x, %p : i32
  %11 = arith.maxsi %p, %p : i32
  return %0,%1,%2,%3,%4,%5,%6,%8#0,%8#1,%9,%10,%11: i32,i32,i32,i1,i32,i64,i32,i32,i32,f32,i32,i32
}
// -----
func.func @selects(%c: i1,%d: i1,%x: i32,%y: i32, %z: i32, %p: i1, %q: i1) -> (i32,i32,i32,i32,i32,i32,i32,i32,i32,i1,i32,i32) {
  %t = arith.constant true
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %0 = arith.select %c, %x, %y : i32
  %1 = arith.select %c, %z, %0 : i32
  %2 = arith.select %c, %0, %z : i32
  %n = arith.xori %c, %t : i1
  %3 = arith.select %n, %x, %y : i32
  %4 = arith.select %d, %0, %y : i32
  %5 = arith.select %d, %0, %x : i32
  %6 = arith.select %d, %x, %0 : i32
  %7 = arith.select %d, %y, %0 : i32
  %8 = arith.select %c, %c1, %c0 : i32
  %9 = arith.select %c, %c0, %c1 : i32
  %10 = arith.select %c, %p, %q : i1
  %e = arith.cmpi eq, %x, %y : i32
  %11 = arith.select %e, %x, %y : i32
  %e2 = arith.cmpi ne, %x, %y : i32
  %12 = arith.select %e2, %y, %x : i32
  return %1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12:i32,i32,i32,i32,i32,i32,i32,i32,i32,i1,i32,i32
}
// -----
func.func @selvec(%c: vector<2xi1>,%d: i1,%x: vector<2xi32>,%p: vector<2xi1>, %q: vector<2xi1>) -> (vector<2xi32>,vector<2xi32>,vector<2xi1>,vector<2xi1>,vector<2xi32>,vector<2xi32>,vector<2xi32>) {
  %c1 = arith.constant dense<1> : vector<2xi32>
  %c0 = arith.constant dense<0> : vector<2xi32>
  %0 = arith.select %c, %c1, %c0 : vector<2xi1>, vector<2xi32>
  %1 = arith.select %d, %c1, %c0 : vector<2xi32>
  %2 = arith.select %c, %p, %q : vector<2xi1>, vector<2xi1>
  %3 = arith.select %d, %p, %q : vector<2xi1>
  %k = arith.constant dense<[true,false]> : vector<2xi1>
  %4 = arith.select %k, %c1, %c0 : vector<2xi1>, vector<2xi32>
  %5 = arith.select %k, %x, %c0 : vector<2xi1>, vector<2xi32>
  %tt = arith.constant dense<true> : vector<2xi1>
  %6 = arith.select %tt, %x, %c0 : vector<2xi1>, vector<2xi32>
  return %0,%1,%2,%3,%4,%5,%6 : vector<2xi32>,vector<2xi32>,vector<2xi1>,vector<2xi1>,vector<2xi32>,vector<2xi32>,vector<2xi32>
}
// -----
func.func @casts(%x: i8,%y: i32, %i: index) -> (i64,i64,i64,index,i8,i64,index,f32,f32,f32,index,index) {
  %a = arith.extui %x : i8 to i16
  %0 = arith.extui %a : i16 to i64
  %b = arith.extsi %x : i8 to i16
  %1 = arith.extsi %b : i16 to i64
  %2 = arith.extsi %a : i16 to i64
  %3 = arith.index_cast %b : i16 to index
  %4 = arith.index_cast %x : i8 to index
  %5 = arith.index_cast %4 : index to i8
  %6 = arith.index_cast %4 : index to i64
  %7 = arith.index_castui %a : i16 to index
  %8 = arith.sitofp %b : i16 to f32
  %9 = arith.uitofp %a : i16 to f32
  %10 = arith.sitofp %a : i16 to f32
  %11 = arith.index_cast %a : i16 to index
  %12 = arith.index_castui %b : i16 to index
  return %0,%1,%2,%3,%5,%6,%7,%8,%9,%10,%11,%12:i64,i64,i64,index,i8,i64,index,f32,f32,f32,index,index
}
// -----
func.func @sub(%x: i32) -> (i32,i32,i32,i32,i32) {
  %c3 = arith.constant 3 : i32
  %c5 = arith.constant 5 : i32
  %m7 = arith.constant -7 : i32
  %e0 = arith.addi %x, %c5 overflow<nsw,nuw> : i32
  %e1 = arith.subi %e0, %c3 overflow<nsw,nuw> : i32
  %f1 = arith.subi %e0, %m7 overflow<nsw,nuw> : i32
  %s = arith.subi %x, %c5 overflow<nsw,nuw> : i32
  %g1 = arith.addi %s, %c3 overflow<nsw,nuw> : i32
  %h1 = arith.addi %e0, %m7 overflow<nsw,nuw> : i32
  %s2 = arith.subi %c5, %x overflow<nsw,nuw> : i32
  %j1 = arith.subi %c3, %s2 overflow<nsw,nuw> : i32
  return %e1,%f1,%g1,%h1,%j1:i32,i32,i32,i32,i32
}
// -----
func.func @ic(%x: i1,%y: i1, %i: index) -> (i1,i1,i1,i1,i1,i1) {
  %t = arith.constant true
  %f = arith.constant false
  %0 = arith.cmpi eq, %x, %t : i1
  %1 = arith.cmpi ne, %x, %f : i1
  %2 = arith.cmpi ne, %x, %t : i1
  %3 = arith.cmpi eq, %x, %f : i1
  %4 = arith.cmpi eq, %x, %y : i1
  %5 = arith.cmpi ult, %x, %f : i1
  return %0,%1,%2,%3,%4,%5:i1,i1,i1,i1,i1,i1
}
// -----
func.func @ic2(%x: i32, %y: index) -> (i1,i1,i1,i1,i32,i32,i32,i32,i32,i32,i32,i32) {
  %c0 = arith.constant 0 : i32
  %max = arith.constant 2147483647 : i32
  %min = arith.constant -2147483648 : i32
  %m1 = arith.constant -1 : i32
  %0 = arith.cmpi ult, %x, %c0 : i32
  %1 = arith.cmpi uge, %x, %c0 : i32
  %2 = arith.cmpi sgt, %x, %max : i32
  %3 = arith.cmpi sge, %c0, %x : i32
  %4 = arith.maxsi %x, %max : i32
  %5 = arith.maxsi %x, %min : i32
  %6 = arith.minsi %x, %max : i32
  %7 = arith.minsi %x, %min : i32
  %8 = arith.maxui %x, %m1 : i32
  %9 = arith.maxui %x, %c0 : i32
  %10 = arith.minui %x, %m1 : i32
  %11 = arith.minui %x, %c0 : i32
  return %0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11 : i1,i1,i1,i1,i32,i32,i32,i32,i32,i32,i32,i32
}
// -----
func.func @shifts(%x: i32, %y: i32) -> (i32,i32,i32,i32,i32,i32,i32,i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c40 = arith.constant 40 : i32
  %0 = arith.shli %x, %c0 : i32
  %1 = arith.shli %c0, %x : i32
  %2 = arith.shli %x, %c40 : i32
  %a = arith.shli %x, %c4 : i32
  %3 = arith.shrui %a, %c4 : i32
  %4 = arith.shli %a, %c4 : i32
  %5 = arith.divui %c0, %x : i32
  %6 = arith.remsi %x, %c1 : i32
  %7 = arith.divui %x, %x : i32
  %8 = arith.remui %x, %x : i32
  return %1,%2,%3,%4,%5,%6,%7,%8 : i32,i32,i32,i32,i32,i32,i32,i32
}
// -----
func.func @s1(%c: i1,%d: i1,%x: i32,%y: i32) -> i32 {
  %0 = arith.select %c, %x, %y : i32
  %4 = arith.select %d, %0, %y : i32
  return %4 : i32
}
// -----
func.func @s2(%c: i1,%d: i1,%x: i32,%y: i32) -> i32 {
  %0 = arith.select %c, %y, %x : i32
  %4 = arith.select %d, %0, %y : i32
  return %4 : i32
}
// -----
func.func @s3(%c: i1,%d: i1,%x: i32,%y: i32) -> i32 {
  %0 = arith.select %c, %x, %y : i32
  %4 = arith.select %d, %x, %0 : i32
  return %4 : i32
}
// -----
func.func @s4(%c: i1,%d: i1,%x: i1,%y: i1) -> i1 {
  %0 = arith.select %c, %x, %y : i1
  %4 = arith.select %d, %0, %y : i1
  return %4 : i1
}
// -----
func.func @s5(%c: vector<2xi1>,%x: vector<2xi32>,%y: vector<2xi32>) -> (vector<2xi32>,vector<2xi32>) {
  %t = arith.constant dense<true> : vector<2xi1>
  %n = arith.xori %c, %t : vector<2xi1>
  %0 = arith.select %n, %x, %y : vector<2xi1>, vector<2xi32>
  %1 = arith.select %c, %0, %y : vector<2xi1>, vector<2xi32>
  return %0,%1 : vector<2xi32>,vector<2xi32>
}
// -----
func.func @s6(%c: i1,%x: i1) -> (i1,i1,i1,i1,i1,index,index) {
  %t = arith.constant true
  %f = arith.constant false
  %0 = arith.select %c, %t, %f : i1
  %1 = arith.select %c, %f, %t : i1
  %2 = arith.select %c, %x, %f : i1
  %3 = arith.select %c, %t, %x : i1
  %4 = arith.select %c, %f, %x : i1
  %i1 = arith.constant 1 : index
  %i0 = arith.constant 0 : index
  %5 = arith.select %c, %i1, %i0 : index
  %6 = arith.select %c, %i0, %i1 : index
  return %0,%1,%2,%3,%4,%5,%6 : i1,i1,i1,i1,i1,index,index
}
// -----
func.func @p(%x: i32) -> (i1,i1,i1,i1,vector<2xi1>,i32,i1) {
  %p = ub.poison : i32
  %c = arith.constant 3 : i32
  %0 = arith.cmpi slt, %p, %x : i32
  %1 = arith.cmpi slt, %p, %c : i32
  %2 = arith.cmpi slt, %c, %p : i32
  %3 = arith.cmpi slt, %p, %p : i32
  %pv = ub.poison : vector<2xi32>
  %cv = arith.constant dense<4> : vector<2xi32>
  %4 = arith.cmpi eq, %cv, %pv : vector<2xi32>
  %pb = ub.poison : i1
  %5 = arith.select %pb, %x, %x : i32
  %pf = ub.poison : f32
  %cf = arith.constant 3.0 : f32
  %6 = arith.cmpf oeq, %cf, %pf : f32
  return %0,%1,%2,%3,%4,%5,%6 : i1,i1,i1,i1,vector<2xi1>,i32,i1
}
// -----
func.func @sh(%x: i32,%y: vector<2xi32>) -> (i16,vector<2xi16>,i8,i16) {
  %c = arith.constant 16 : i32
  %0 = arith.shrsi %x, %c : i32
  %1 = arith.trunci %0 overflow<nsw>: i32 to i16
  %cv = arith.constant dense<16> : vector<2xi32>
  %2 = arith.shrsi %y, %cv : vector<2xi32>
  %3 = arith.trunci %2 : vector<2xi32> to vector<2xi16>
  %c24 = arith.constant 24 : i32
  %4 = arith.shrsi %x, %c24 : i32
  %5 = arith.trunci %4 : i32 to i8
  %c8 = arith.constant 8 : i32
  %6 = arith.shrsi %x, %c8 : i32
  %7 = arith.trunci %6 : i32 to i16
  return %1,%3,%5,%7:i16,vector<2xi16>,i8,i16
}
// -----
func.func @vadd(%x: i32) -> (vector<2xi32>,i1,i32) {
  %a = arith.constant dense<[3,4]> : vector<2xi32>
  %0 = arith.addi %a, %a : vector<2xi32>
  %p = ub.poison : i32
  %c3 = arith.constant 3 : i32
  %r, %o = arith.addui_extended %c3, %c3 : i32, i1
  %l, %h = arith.mulsi_extended %p, %c3 : i32
  return %0, %o, %l : vector<2xi32>, i1, i32
}
// -----
func.func @one_bit(%a: i1, %v: vector<4xi1>, %s: vector<[4]xi1>, %t: tensor<2xi1>) -> (i1, i1, vector<4xi1>, vector<4xi1>, vector<[4]xi1>, vector<[4]xi1>, tensor<2xi1>, tensor<2xi1>) {
  %c = arith.constant true
  %vc = arith.constant dense<true> : vector<4xi1>
  %sc = arith.constant dense<true> : vector<[4]xi1>
  %tc = arith.constant dense<true> : tensor<2xi1>
  %0:2 = arith.mulsi_extended %a, %c : i1
  %1:2 = arith.mulsi_extended %v, %vc : vector<4xi1>
  %2:2 = arith.mulsi_extended %s, %sc : vector<[4]xi1>
  %3:2 = arith.mulsi_extended %t, %tc : tensor<2xi1>
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1 : i1, i1, vector<4xi1>, vector<4xi1>, vector<[4]xi1>, vector<[4]xi1>, tensor<2xi1>, tensor<2xi1>
}
