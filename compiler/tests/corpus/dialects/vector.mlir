func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  %1 = vector.contract {x = 1, indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %a, %b, %c {y} : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  %2 = vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<4xf32>
  %3 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>, x} : memref<?x?xf32>, vector<4xf32>
  %4 = vector.transfer_read %m[%i, %i], %p, %mk {in_bounds = [false]} : memref<?x?xf32>, vector<4xf32>
  vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<?x?xf32>
  %5 = vector.transfer_write %v, %t[%i, %i], %mk {in_bounds = [true], x} : vector<4xf32>, tensor<?x?xf32>
  %6 = vector.outerproduct %v, %w : vector<4xf32>, vector<6xf32>
  %7 = vector.outerproduct %v, %w, %c {kind = #vector.kind<maxnumf>, y} : vector<4xf32>, vector<6xf32>
  %8 = vector.outerproduct %v, %p : vector<4xf32>, f32
  %9 = vector.mask %mk { vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %10 = vector.mask %mk, %v { vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<4xf32> } {x} : vector<4xi1> -> vector<4xf32>
  vector.mask %mk { vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<?x?xf32> } : vector<4xi1>
  vector.mask %mk { } : vector<4xi1>
  %11 = vector.mask %mk { vector.yield %v : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %12 = vector.mask %mk { %y = vector.reduction <add>, %v : vector<4xf32> into f32 vector.yield %y : f32 } : vector<4xi1> -> f32
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>]} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "window"]} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = 3} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = []} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract #undefined %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract 3 %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract [] %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c, %ma, %mb : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c, %ma : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c, : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c, %ma, %mb, %mk : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into f32
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> to f32
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c vector<4x5xf32>, vector<5x6xf32> into f32
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c {kind = #vector.kind<mul>} : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c {kind = #vector.kind<mul>} : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} {x} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = 3, iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], another = affine_map<(d0) -> (d0)>} %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  #tr %a, %b, %c
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %p, %p, %p : f32, f32 into f32
  return
}
// -----
#trait = {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  %0 = vector.contract #trait %a, %b, %c : vector<4x5xf32>, vector<5x6xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %v, %w : vector<4xf32>, vector<6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %v, %w {kind = #vector.kind<mul>} : vector<4xf32>, vector<6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %v, %w {x} : vector<4xf32>, vector<6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %v, %w, %c : vector<4xf32>, vector<6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %v, %w, %c {x} : vector<4xf32>, vector<6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %v : vector<4xf32>, vector<6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct : vector<4xf32>, vector<6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %v, %w, %c, %c : vector<4xf32>, vector<6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %p, %w : f32, vector<6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %v, %p : vector<4xf32>, f32
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %v, %i : vector<4xf32>, index
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %s, %v : vector<[4]xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %s, %s : vector<[4]xf32>, vector<[4]xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %v, %s : vector<4xf32>, vector<[4]xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %a, %v : vector<4x5xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %v, %a : vector<4xf32>, vector<4x5xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %v, %vi : vector<4xf32>, vector<4xi32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %v, %w : vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %v, %w vector<4xf32>, vector<6xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %v, %p, %v : vector<4xf32>, f32
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %v, %p, %c : vector<4xf32>, f32
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.outerproduct %v, %t : vector<4xf32>, tensor<?x?xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i], %p : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[], %p : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i] : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m, %p : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p, %mk : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p, %mk, %mk : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p, : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i] %p : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p {in_bounds = [true, false]} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p {in_bounds = []} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p {in_bounds = 3} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d1)>} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (0)>} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p, %mk {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p, %mk {permutation_map = affine_map<(d0, d1) -> (d0, d1)>} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p, %mx {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<2x4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<2x4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p, %mk {permutation_map = affine_map<(d0, d1) -> (d1, 0)>} : memref<?x?xf32>, vector<4x2xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<4xf32>, f32
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p : f32, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p : memref<*xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %v[%i, %i], %p : vector<4xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, f32
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<2x3x4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d0, d1, 0)>} : memref<?x?xf32>, vector<2x3x4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %q[%i], %v : memref<?xvector<4xf32>>, vector<1x4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %q[%i], %v : memref<?xvector<4xf32>>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %q[%i], %v, %mk : memref<?xvector<4xf32>>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %q[%i], %v : memref<?xvector<4xf32>>, vector<2x1x4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %z[], %p : memref<f32>, vector<1xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %z[], %p : memref<f32>, vector<f32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %z[], %p : memref<f32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %z[], %p {permutation_map = affine_map<() -> (0)>} : memref<f32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %t[%i, %i], %p : tensor<?x?xf32>, vector<[4]xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %t[%i, %i], %p : tensor<?x?xf32>, vector<4x[4]xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %i : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %p], %p : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p {x = 2} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p {operandSegmentSizes = array<i32: 1>} : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_read %m[%i, %i], %p, %mk : memref<?x?xf32>, vector<2x4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %v %m[%i, %i] : vector<4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %v, %m : vector<4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %v, %m[%i, %i], %mk : vector<4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %v, %m[%i, %i], %mk, %mk : vector<4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [false], permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(d0, d1) -> (0)>} : vector<4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %v, %m[%i, %i] : memref<?x?xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, f32
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %v, %m[%i, %i] : f32, f32
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %v, %m[%i, %i] : vector<4xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %v, %t[%i, %i] : vector<4xf32>, tensor<?x?xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %v, %t[%i, %i] : vector<4xf32>, tensor<*xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %v, %t[%i, %i] {x} : vector<4xf32>, tensor<?x?xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %x, %m[%i, %i], %mx {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<2x4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %v, %q[%i] : vector<4xf32>, memref<?xvector<4xf32>>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %v, %q[%i], %mk : vector<4xf32>, memref<?xvector<4xf32>>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %x, %z[] : vector<2x4xf32>, memref<f32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %v, %z[] : vector<4xf32>, memref<f32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %a, %m[%i, %i], %ma : vector<4x5xf32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %a, %m[%i, %i], %ma {in_bounds = [true, true]} : vector<4x5xf32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.transfer_write %v, %m[%i, %i], %ma : vector<4xf32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.from_elements %p, %p : vector<2xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.from_elements %p {x} : vector<f32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.from_elements : vector<2xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.from_elements %p, %p : vector<3xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.from_elements %p : f32
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.from_elements %p, %p, %p, %p : vector<2x2xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.from_elements %p, %i : vector<2xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.from_elements %p, : vector<2xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.from_elements %p : vector<[1]xf32>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.from_elements %p, %p
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk { %y = vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk, %p { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk, %p { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk { vector.reduction <add>, %v : vector<4xf32> into f32 vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk { return } : vector<4xi1>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk { } {x} : vector<4xi1> -> f32
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask { } : vector<4xi1>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk, { } : vector<4xi1>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk, %v, %v { } : vector<4xi1>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk : vector<4xi1>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk { }
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk { } : f32
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk { vector.yield } : vector<4xi1>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk { vector.yield %v : vector<4xf32> } : vector<4xi1> -> (vector<4xf32>)
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk { ^bb0(%y: f32): vector.yield } : vector<4xi1>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk { ^bb0: vector.yield ^bb1: vector.yield } : vector<4xi1>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk { "app.op"() : () -> () } : vector<4xi1>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk { "app.op"() ({ "app.in"() : () -> () }) : () -> () } : vector<4xi1>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk { scf.for %k = %i to %i step %i { } } : vector<4xi1>
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk { vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<?x?xf32> } : vector<4xi1> loc("m")
  return
}
// -----
func.func @f(%a: vector<4x5xf32>, %b: vector<5x6xf32>, %c: vector<4x6xf32>, %m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<4xf32>, %mk: vector<4xi1>, %t: tensor<?x?xf32>, %w: vector<6xf32>, %q: memref<?xvector<4xf32>>, %z: memref<f32>, %s: vector<[4]xf32>, %ma: vector<4x5xi1>, %mb: vector<5x6xi1>, %vi: vector<4xi32>, %x: vector<2x4xf32>, %mx: vector<4x2xi1>) {
  vector.mask %mk { vector.reduction <add>, %v : vector<4xf32> into f32 } -> f32 : vector<4xi1>
  return
}
// -----
module {
  "app.region"() ({
    %0:3 = "app.source"() : () -> (vector<4xf32>, vector<4xi1>, f32)
    %1 = vector.mask %0#1, %0#2 { vector.reduction <add>, %0#0, %0#2 fastmath<nnan> {a = affine_map<(d0) -> (d0)>} : vector<4xf32> into f32 } {b = affine_map<(d0) -> (d0, 1)>} : vector<4xi1> -> f32
  }) : () -> ()
}
