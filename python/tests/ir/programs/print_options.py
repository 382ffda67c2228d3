"""Every option of printing, on one module with locations, aliases, regions and elements."""

from itertools import combinations

from mlir.ir import Context, Module

TEXT = """
#layout = strided<[2, 1], offset: 4>
!pair = tuple<i32, f32>
#here = loc("here")
module @p {
  %0 = "p.make"() <{fixed = 1 : i8}> {w = dense<[1, 2, 3, 4]> : tensor<4xi8>, z} : () -> !pair loc("src.py":3:7)
  "p.loop"(%0) ({
  ^bb0(%i: index loc("i"), %m: memref<2x2xf32, #layout> loc(#here)):
    %1 = "p.load"(%m, %i) : (memref<2x2xf32, #layout>, index) -> f32 loc("load"("src.py":4:1))
    "p.next"(%1)[^bb1] : (f32) -> () loc(callsite("f" at #here))
  ^bb1:
    "p.end"() : () -> () loc(fused<"why">["a", #here])
  }) : (!pair) -> () loc(unknown)
} loc(#here)
"""

OPTIONS = {
    "enable_debug_info": True,
    "pretty_debug_info": True,
    "print_generic_op_form": True,
    "use_local_scope": True,
    "use_name_loc_as_prefix": True,
    "assume_verified": True,
    "skip_regions": True,
    "large_elements_limit": 2,
}

with Context() as ctx:
    ctx.allow_unregistered_dialects = True
    module = Module.parse(TEXT)
    print(module)
    for name, value in OPTIONS.items():
        print("==", name)
        print(module.operation.get_asm(**{name: value}))
    loop = module.body.operations[1]
    for names in combinations(OPTIONS, 2):
        print("==", *names)
        print(loop.get_asm(**{name: OPTIONS[name] for name in names}))
    again = Module.parse(module.operation.get_asm(enable_debug_info=True))
    print(again.operation.get_asm(enable_debug_info=True) == module.operation.get_asm(enable_debug_info=True))
