"""Insertion points: before, after, at the beginning, at the terminator; as stacks; and what they refuse."""

from mlir.ir import Block, Context, InsertionPoint, Location, Module, Operation


def names(block):
    return " ".join(op.name.split(".")[1] for op in block)


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0].split(";")[0])


with Context() as ctx, Location.unknown():
    ctx.allow_unregistered_dialects = True
    module = Module.parse('"i.first"() : () -> ()\n"i.last"() : () -> ()')
    block = module.body
    first, last = block.operations
    InsertionPoint(last).insert(Operation.create("i.before"))
    InsertionPoint.after(first).insert(Operation.create("i.after"))
    InsertionPoint.at_block_begin(block).insert(Operation.create("i.begin"))
    InsertionPoint(block).insert(Operation.create("i.end"))
    InsertionPoint.after(block.operations[-1]).insert(Operation.create("i.tail"))
    print(names(block))
    point = InsertionPoint(last)
    print(point.block == block, point.ref_operation == last, InsertionPoint(block).ref_operation)
    with point:
        print(InsertionPoint.current.ref_operation == last)
        Operation.create("i.one")
        with InsertionPoint(block):
            Operation.create("i.two")
            outer = Operation.create("i.outer", regions=1)
            with InsertionPoint(Block.create_at_start(outer.regions[0])):
                Operation.create("i.inner")
        Operation.create("i.three")
        Operation.create("i.elsewhere", ip=InsertionPoint(first))
        loose = Operation.create("i.loose", ip=False)
    print(names(block), loose.attached)
    attempt(lambda: InsertionPoint.current)
    attempt(lambda: InsertionPoint.at_block_terminator(block))
    attempt(lambda: InsertionPoint(loose))
    with InsertionPoint(block) as entered:
        print(type(entered).__name__, len(block.operations))
    empty = Module.create()
    InsertionPoint.at_block_begin(empty.body).insert(loose)
    attempt(lambda: InsertionPoint(empty.body).insert(loose))
    print(empty, names(empty.body))
    with InsertionPoint.at_block_begin(empty.body):
        for at in range(3):
            Operation.create(f"i.number{at}")
    print(names(empty.body))
    for op in block:
        if op.name in ("i.one", "i.two", "i.three"):
            op.operation.erase()
    print(names(block))
