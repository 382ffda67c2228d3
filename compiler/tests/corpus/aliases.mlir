// Aliases of attributes.
#one = 1 : i32
#list = [#one, "x"]
"app.op"() {a = #one, b = #list} : () -> ()

// -----
// Aliases of types.
!t = i32
!f = (!t, f32) -> !t
%0 = "app.op"() : () -> !t
"app.use"(%0) {f = !f} : (!t) -> ()

// -----
!tuple = tuple<i32, f32>
!nested = tuple<!tuple, !tuple>
%0 = "app.op"() : () -> !nested

// -----
// Aliases of maps and sets, used in types.
#id = affine_map<(d0, d1) -> (d1, d0)>
#in = affine_set<(d0) : (d0 >= 0)>
!m = memref<2x3xf32, #id>
"app.op"() {a = #id, b = #in, c = !m} : () -> !m

// -----
// An alias can stand for an alias.
#a = 1 : i8
#b = #a
"app.op"() {b = #b} : () -> ()

// -----
// Aliases with digits, dots in the names of those that are not aliases.
#a1 = 1
#a_b = 2
#a$c = 3
!t1 = i1
"app.op"() {a = #a1, b = #a_b, c = #a$c, d = !t1, e = #dialect.attr, f = !dialect.type} : () -> ()

// -----
// Aliases between operations.
"app.first"() : () -> ()
#later = "x"
"app.second"() {a = #later} : () -> ()
!late = i7
"app.third"() {a = !late} : () -> ()

// -----
// Locations: aliases that come later.
"app.op"() : () -> () loc(#here)
#here = loc("file":1:2)

// -----
#here = loc("file":1:2)
"app.op"() : () -> () loc(#here)
"app.op"() : () -> () loc(#here)

// -----
// Unused aliases vanish.
#unused = affine_map<(d0) -> (d0 + 1)>
!unused = i32
"app.op"() : () -> ()

// -----
// Maps nested in attributes and in types get aliases in order of use.
"app.op"() {a = [affine_map<(d0) -> (d0 + 3)>, affine_map<(d0) -> (d0 + 1)>], b = {c = affine_map<(d0) -> (d0 + 2)>}} : () -> ()

// -----
%0 = "app.first"() : () -> memref<2x2xf32, affine_map<(d0, d1) -> (d1, d0)>>
"app.second"() {a = affine_map<(d0) -> (d0)>} : () -> ()
"app.third"() {a = affine_map<(d0, d1) -> (d1, d0)>} : () -> ()

// -----
"app.outer"() ({
  "app.inner"() {a = affine_map<(d0) -> (d0 + 1)>} : () -> ()
}) {b = affine_map<(d0) -> (d0 + 2)>} : () -> ()

// -----
"app.outer"() <{p = affine_map<(d0) -> (d0 + 3)>}> ({
^bb0(%a: memref<2x2xf32, affine_map<(d0, d1) -> (d1, d0)>>):
  "app.inner"(%a) {a = affine_map<(d0) -> (d0 + 1)>} : (memref<2x2xf32, affine_map<(d0, d1) -> (d1, d0)>>) -> ()
}) {b = affine_map<(d0) -> (d0 + 2)>} : () -> (tensor<2xf32, affine_map<(d0) -> (d0 + 4)>>)

// -----
// Sets and maps are numbered apart.
"app.op"() {a = affine_set<(d0) : (d0 == 0)>, b = affine_map<(d0) -> (d0)>, c = affine_set<(d0) : (d0 >= 0)>, d = affine_map<(d0) -> (d0 + 1)>} : () -> ()

// -----
// An alias of a name that the printer uses.
#map = 1 : i32
#map1 = "x"
"app.op"() {a = #map, b = #map1, c = affine_map<(d0) -> (d0)>} : () -> ()

// -----
// Distinct attributes with locations and maps.
"app.op"() {a = distinct[5]<affine_map<(d0) -> (d0)>>, b = affine_map<(d0) -> (d0)>} : () -> () loc("x")

// -----
#d = distinct[0]<"a">
#e = distinct[1]<"a">
"app.op"() {a = #d, b = #e, c = #d} : () -> ()

// -----
// A function type inside an alias.
!fn = () -> ()
%0 = "app.op"() : () -> (!fn)
"app.op"(%0) : (!fn) -> ()

// -----
// Long tuples get aliases; one of 16 elements does not.
"app.op"() : () -> (tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1>)
"app.op"() {b = affine_map<(d0) -> (d0)>, a = tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1>} : () -> (tuple<i2, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1>)
"app.op"() : () -> (tuple<tuple<memref<2x2xf32, affine_map<(d0, d1) -> (d1, d0)>>, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1>>)

// -----
// Every kind of alias at once, in two depths.
"app.op"() ({
^bb0(%t: tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1>):
  "app.x"() : () -> ()
}) {a = affine_map<(d0) -> (d0)>, b = distinct[0]<affine_map<(d0) -> (d0 + 1)>>, c = affine_set<(d0) : (d0 >= 0)>, d = distinct[1]<"x">, e = tuple<i9, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1>, f = loc("x"), g = loc("y"("z")), h = loc(fused<affine_map<(d0) -> (d0 + 2)>>["x"])} : () -> ()

// -----
// Properties of unregistered operations make no aliases, and use those that others make.
"app.op"() <{p = affine_map<(d0) -> (d0)>, t = memref<2x2xf32, affine_map<(d0, d1) -> (d1, d0)>>}> {q = affine_map<(d0) -> (d0)>} : () -> ()
module @a attributes {app.x = affine_map<(d0) -> (d0 + 9)>} {
}

// -----
// Distinct attributes whose value is the unit have no alias and take a number when they are printed.
"app.op"() {z = distinct[9]<1>, a = distinct[4]<2>, b = [distinct[1]<unit>, distinct[4]<2>]} : () -> ()
"app.op"() {a = distinct[1]<>, b = distinct[3]<distinct[9]<1>>, c = distinct[11]<unit>} : () -> ()
