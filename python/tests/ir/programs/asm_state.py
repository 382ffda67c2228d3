"""Names of values by a state that is used for several prints, and by options."""

import io

from mlir.ir import AsmState, Context, Location, Module, NameLoc

TEXT = """
#map = affine_map<(d0) -> (d0 + 1)>
%0:2 = "s.pair"() {m = #map} : () -> (i32, i32)
%1 = "s.use"(%0#1) : (i32) -> i32
"s.loop"(%1) ({
^bb0(%i: i32, %j: index):
  %2 = "s.inner"(%i, %0#0) {m = #map} : (i32, i32) -> i32
  "s.branch"(%2)[^bb1] : (i32) -> ()
^bb1:
  "s.end"() : () -> ()
}) : (i32) -> ()
"""

with Context() as ctx, Location.unknown():
    ctx.allow_unregistered_dialects = True
    module = Module.parse(TEXT)
    pair, use, loop = module.body.operations
    block = loop.regions[0].blocks[0]
    inner = block.operations[0]
    state, local = AsmState(module.operation), AsmState(inner, use_local_scope=True)
    of_value = AsmState(block.arguments[0])
    for value in (
        pair.results[0],
        pair.results[1],
        use.result,
        block.arguments[0],
        block.arguments[1],
        inner.result,
    ):
        print(
            value.get_name(),
            value.get_name(True),
            value.get_name(state),
            value.get_name(of_value),
            value.get_name(use_local_scope=True),
        )
    print(inner.result.get_name(local), inner.operands[0].get_name(local))
    out = io.StringIO()
    for op in (inner, loop, module.operation):
        op.print(state, file=out)
        out.write("|\n")
    inner.print(state=local, file=out)
    print(out.getvalue())
    binary = io.BytesIO()
    inner.print(AsmState(module.operation), file=binary, binary=True)
    print(binary.getvalue())
    binary = io.BytesIO()
    loop.print(file=binary, binary=True, print_generic_op_form=True, use_local_scope=True)
    print(binary.getvalue()[:40])
    inner.print(use_local_scope=True)
    block.arguments[0].set_location(Location.name("row"))
    inner.location = NameLoc.get("sum")
    print(inner.get_asm(use_name_loc_as_prefix=True, use_local_scope=True))
    print(module.operation.get_asm(use_name_loc_as_prefix=True))
    print(block.arguments[0].get_name(use_name_loc_as_prefix=True), inner.result.get_name(False, True))
    print(block, str(block.arguments[0]), str(inner.result), sep="\n")
