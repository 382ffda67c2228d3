"""A small builder of loops and conditions, with insertion points as a stack."""

from contextlib import contextmanager

from mlir import ir

CTX = ir.Context()
CTX.allow_unregistered_dialects = True


class Builder:
    def __init__(self):
        self.module = ir.Module.create(loc=ir.Location.file("builder.txt", 1, 1, context=CTX))
        self.index = ir.IndexType.get(CTX)

    def constant(self, value):
        attribute = ir.IntegerAttr.get(self.index, value)
        return ir.Operation.create("b.constant", results=[self.index], attributes={"value": attribute}).result

    @contextmanager
    def loop(self, low, high):
        op = ir.Operation.create("b.for", operands=[low, high], regions=1)
        body = ir.Block.create_at_start(op.regions[0], [self.index])
        with ir.InsertionPoint(body):
            yield body.arguments[0]
            ir.Operation.create("b.yield")

    @contextmanager
    def either(self, condition):
        op = ir.Operation.create("b.if", operands=[condition], regions=2)
        yes, no = (ir.Block.create_at_start(region) for region in op.regions)
        yield ir.InsertionPoint(yes), ir.InsertionPoint(no)
        for block in (yes, no):
            ir.Operation.create("b.yield", ip=ir.InsertionPoint(block))


with CTX, ir.Location.unknown():
    builder = Builder()
    with ir.InsertionPoint(builder.module.body):
        zero, ten = builder.constant(0), builder.constant(10)
        with builder.loop(zero, ten) as i:
            with builder.loop(i, ten) as j:
                ir.Operation.create("b.use", operands=[i, j])
            small = ir.Operation.create("b.less", results=[ir.IntegerType.get_signless(1)], operands=[i, ten])
            with builder.either(small.result) as (yes, no):
                with yes:
                    ir.Operation.create("b.then", operands=[i])
                with no, builder.loop(zero, i) as k:
                    ir.Operation.create("b.else", operands=[k])
        ir.Operation.create("b.done")
    print(builder.module)
    builder.module.operation.print(print_generic_op_form=True)
    print(builder.module.operation.verify())
    print(ir.Context.current is CTX, ir.Location.current)
    try:
        ir.InsertionPoint.current
    except ValueError as error:
        print(error)
