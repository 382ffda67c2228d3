"""Builds a control-flow graph, prints its edges, and moves and extends blocks."""

from mlir.ir import (
    Block,
    Context,
    FunctionType,
    InsertionPoint,
    IntegerType,
    Location,
    Module,
    Operation,
    StringAttr,
    TypeAttr,
)


def edges(region):
    names = {block: f"b{at}" for at, block in enumerate(region.blocks)}
    for block, name in names.items():
        after = [names[one] for one in block.successors]
        before = sorted(names[one] for one in block.predecessors)
        print(f"{name}: args={len(block.arguments)} -> {after} <- {before}")


with Context() as ctx, Location.unknown() as loc:
    ctx.allow_unregistered_dialects = True
    i1, i32 = IntegerType.get_signless(1), IntegerType.get_signless(32)
    module = Module.create()
    with InsertionPoint(module.body):
        function = Operation.create(
            "app.graph",
            attributes={
                "name": StringAttr.get("f"),
                "type": TypeAttr.get(FunctionType.get([i1, i32], [i32])),
            },
            regions=1,
        )
    region = function.regions[0]
    entry = region.blocks.append(i1, i32)
    left = entry.create_after(i32)
    right = left.create_after(i32, arg_locs=[loc])
    join = Block.create_at_start(Operation.create("other.op", regions=1, ip=False).regions[0], [i32])
    join.append_to(region)
    with InsertionPoint(entry):
        Operation.create("app.cond", operands=list(entry.arguments), successors=[left, right])
    for block, text in ((left, "left"), (right, "right")):
        with InsertionPoint(block):
            made = Operation.create("app.work", results=[i32], operands=[block.arguments[0]])
            made.attributes["side"] = StringAttr.get(text)
            Operation.create("app.br", operands=[made.result], successors=[join])
    with InsertionPoint(join):
        Operation.create("app.return", operands=join.arguments)
    print(module)
    edges(region)
    before = join.create_before(i32, i1)
    with InsertionPoint(before):
        Operation.create("app.br", operands=[before.arguments[0]], successors=[join])
    left.operations[1].successors[0] = before
    extra = join.add_argument(i1, Location.name("extra"))
    print(extra, extra.arg_number, extra.owner == join, [str(one) for one in join.arguments.types])
    extra.set_type(i32)
    join.erase_argument(1)
    edges(region)
    print(module)
    print(
        entry.owner == function, join.region == region, module.body.owner == module.operation, left == right
    )
    print(left)
    print(len(region.blocks), [len(block.operations) for block in region], len(left.operations[0].successors))
