"""The lists of operations, blocks, regions, values and types as Python's sequences, and iterators while changing."""

from collections.abc import Mapping, Sequence

from mlir.ir import Context, Location, Module, OpAdaptor, ThreadPool

TEXT = """
%0:3 = "c.three"() : () -> (i1, i2, i3)
"c.user"(%0#0, %0#1, %0#2) ({
^bb0(%a: i4, %b: i5):
  "c.br"()[^bb1] : () -> ()
^bb1:
  "c.end"() : () -> ()
}, {
}) {x, y = 1 : i8} : (i1, i2, i3) -> ()
"""

with Context() as ctx, Location.unknown():
    ctx.allow_unregistered_dialects = True
    module = Module.parse(TEXT)
    three, user = module.body.operations
    region = user.regions[0]
    entry, last = region.blocks
    lists = {
        "results": three.results,
        "operands": user.operands,
        "op_operands": user.op_operands,
        "regions": user.regions,
        "blocks": region.blocks,
        "operations": module.body.operations,
        "arguments": entry.arguments,
        "successors": entry.operations[0].successors,
        "block successors": entry.successors,
        "predecessors": last.predecessors,
    }
    for name, one in lists.items():
        first = one[0] if name != "op_operands" else one[0].owner
        print(
            name,
            len(one),
            isinstance(one, Sequence),
            sum(1 for _ in one),
            type(one[-1]).__name__ != "",
            first in list(one),
        )
        for index in (len(one), -len(one) - 1):
            try:
                one[index]
                print("  found", index)
            except IndexError:
                pass
    print(isinstance(user.attributes, Mapping), isinstance(user.attributes, Sequence))
    for name in ("results", "operands", "arguments"):
        one = lists[name]
        print(
            name,
            [str(value.type) for value in one[1:]],
            [str(value.type) for value in one[::-1]],
            len(one[5:]),
            len(one + one),
        )
        print(" ", [str(ty) for ty in one.types] if hasattr(one, "types") else "-", one[:1][0] == one[0])
    print(
        [block == other for block, other in zip(region, region.blocks)],
        [op.name for op in entry],
        len(list(user.regions[1])),
    )
    names = []
    for op in module.body.operations:
        names.append(op.name)
        if op.name == "c.user":
            op.operation.erase()
    print(names, len(module.body.operations))
    a, b, c = three.results
    print(a.type, b.type, c.type, *[value.get_name() for value in (a, b, c)])
    adaptor = OpAdaptor([c, a], three.attributes)
    print(len(adaptor.operands), adaptor.operands[0] == c, len(adaptor.attributes))
    adaptor = OpAdaptor([], three.opview)
    print(adaptor.operands, "x" in adaptor.attributes)
    pool = ThreadPool()
    print(pool.get_max_concurrency() >= 1)
    ctx.set_thread_pool(pool)
    print(ctx.get_num_threads() == pool.get_max_concurrency())
    ctx.enable_multithreading(False)
    print(ctx.get_num_threads())
