"""Texts of many kinds, parsed and printed twice: the second text equals the first."""

from mlir.ir import Context, Module, Operation

TEXTS = {
    "empty": "",
    "nested": "module @a { module @b { module @c {} } }",
    "attributes": '"z.a"() {a = -1 : i64, b = 1.0e+10 : f64, c = 0xFF800000 : f32, d = [[], {}], e = @x::@"y z", f = "\\01\\FFq"} : () -> ()',
    "properties": '"z.p"() <{p = array<i64: 1, 2>, q = unit}> : () -> ()',
    "results": '%a, %b:2, %c = "z.r"() : () -> (i1, i2, i3, i4)\n"z.u"(%c, %b#1, %a) : (i4, i3, i1) -> ()',
    "successors": '"z.s"() ({\n  "z.br"()[^b, ^b] : () -> ()\n^b:\n  "z.br"()[^c] : () -> ()\n^c:\n  "z.e"() : () -> ()\n}) : () -> ()',
    "arguments": '"z.f"() ({\n^bb0(%x: i32, %y: tensor<?xf32>):\n  "z.g"(%y, %x) : (tensor<?xf32>, i32) -> ()\n}) : () -> ()',
    "forward": '"z.o"() ({\n  "z.use"(%late) : (i32) -> ()\n  %late = "z.def"() : () -> i32\n}) : () -> ()',
    "aliases": '!t = tensor<2x!z.opaque<"x">>\n#m = affine_map<(d0)[s0] -> (d0 floordiv s0)>\n%0 = "z.a"() {m = #m} : () -> !t',
    "dialect types": '"z.t"() {a = #z.attr<[1, {2}], "s">, b = !z.type<x * y -> z>, c = #z<"raw">} : () -> !z.pretty',
    "dense": '"z.d"() {a = dense<[[1.5, -2.0]]> : tensor<1x2xf16>, b = dense<true> : vector<4xi1>, c = dense<"0xDEADBEEF"> : tensor<2xi16>} : () -> ()',
    "sparse": '"z.x"() {a = sparse<[[0, 1], [2, 3]], [1, 2]> : tensor<4x5xi32>, b = sparse<0, 1.0> : tensor<1xf64>} : () -> ()',
    "sets": '"z.i"() {s = affine_set<(d0, d1)[s0] : (d0 - d1 + s0 >= 0, d0 mod 4 == 0)>} : () -> ()',
    "memrefs": '"z.m"() : () -> (memref<2x?xf32, strided<[?, 1], offset: ?>>, memref<4xi8, affine_map<(d0) -> (d0 * 2)>, 3>, memref<*xf32, "s">)',
    "types": '"z.y"() : () -> (vector<[4]x2xbf16>, tuple<>, complex<i3>, (i1) -> ((i2) -> i3), none, index, f8E4M3FNUZ, tensor<f32, #z.e>)',
    "locations": '"z.l"() : () -> () loc(fused<#z.meta>["a"("f":1:2), callsite("g" at "h":3:4 to 5:6), unknown])',
    "resources": 'module attributes {z.r = dense_resource<blob> : tensor<2xi8>} {}\n{-#\n  dialect_resources: {\n    builtin: {\n      blob: "0x010000000102"\n    }\n  }\n#-}',
}

with Context() as ctx:
    ctx.allow_unregistered_dialects = True
    for name, text in TEXTS.items():
        for generic in (False, True):
            options = {"print_generic_op_form": generic, "enable_debug_info": name == "locations"}
            first = Module.parse(text).operation.get_asm(**options)
            second = Module.parse(first).operation.get_asm(**options)
            print(f"== {name}, generic {generic}, stable {first == second}")
            print(first)
    one = Operation.parse('"z.one"() ({\n  "z.two"() : () -> ()\n}) : () -> ()')
    print(one, str(Operation.parse(str(one))) == str(one))
