"""Values by the casters of their types: functions and classes, and casters that replace others."""

from mlir.ir import (
    Context,
    F32Type,
    Float8E4M3FNType,
    Float8E5M2Type,
    FloatTF32Type,
    InsertionPoint,
    Location,
    Module,
    Operation,
    OpResult,
    Value,
    register_value_caster,
)

with Context() as context, Location.unknown():
    context.allow_unregistered_dialects = True
    called, classes, replaced, f32 = (
        one.get() for one in (Float8E5M2Type, Float8E4M3FNType, FloatTF32Type, F32Type)
    )

    @register_value_caster(Float8E5M2Type.static_typeid)
    def tagged(value):
        print("called with a value of type", value.type, isinstance(value, Value))
        return "tagged", value

    @register_value_caster(classes.typeid)
    class Number(Value):
        def __init__(self, value):
            super().__init__(value)
            self.notes = [str(value.type)]

        def twice(self):
            return Operation.create("app.twice", results=[self.type], operands=[self]).result

    class Plain(Value):
        def name(self):
            return self.get_name()

    print(register_value_caster(replaced.typeid)(Plain) is Plain)
    module = Module.create()
    with InsertionPoint(module.body):
        op = Operation.create("app.op", results=[called, classes, replaced, f32], regions=1)
        tag, value = op.results[0]
        print(tag, value.type, value.owner == op)
        number = op.results[1]
        print(type(number).__name__, number.notes, number.twice().notes, isinstance(number, Value))
        print(isinstance(op.results[2], Plain), op.results[2].name(), type(op.results[3]) is OpResult)
        print([type(one).__name__ for one in op.results])
        user = Operation.create("app.use", operands=[value, number, op.results[2]])
        print(type(user.operands[0]).__name__, isinstance(user.operands[1], Number))
        block = op.regions[0].blocks.append(called, classes, f32)
        print(block.arguments[0][0], isinstance(block.arguments[1], Number), block.arguments[1].notes)
        block.arguments[1].notes.append("kept by nobody")
        print(block.arguments[1].notes, block.arguments[1] == block.arguments[1])

        for again in (tagged, Number):
            try:
                register_value_caster(called.typeid)(again)
            except RuntimeError as error:
                print(str(error).partition(":")[0])

        @register_value_caster(replaced.typeid, replace=True)
        class Other(Value):
            pass

        print(type(op.results[2]).__name__, isinstance(op.results[2], Plain))

        register_value_caster(called.typeid, replace=True)(lambda value: value)
        print(isinstance(op.results[0], Value), op.results[0].owner == op)
    print(module)
