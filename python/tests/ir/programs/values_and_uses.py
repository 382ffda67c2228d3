"""Values: their uses, owners, types and names; replacing all uses, or all but some."""

from mlir.ir import (
    BlockArgument,
    Context,
    F32Type,
    IntegerType,
    Location,
    Module,
    OpResult,
    Value,
)

TEXT = """
"u.region"() ({
^bb0(%a: i32, %b: i32):
  %0:2 = "u.split"(%a) : (i32) -> (i32, f32)
  "u.one"(%0#0, %a, %0#0) : (i32, i32, i32) -> ()
  "u.two"(%0#0, %b) : (i32, i32) -> ()
  "u.three"(%0#1) : (f32) -> ()
}) : () -> ()
"""


def uses(value):
    return sorted((use.owner.name, use.operand_number) for use in value.uses)


with Context() as ctx, Location.unknown():
    ctx.allow_unregistered_dialects = True
    module = Module.parse(TEXT)
    block = module.body.operations[0].regions[0].blocks[0]
    a, b = block.arguments
    split, one, two, three = block.operations
    x, y = split.results
    for value in (a, b, x, y):
        print(
            value.get_name(),
            value.type,
            uses(value),
            value.owner == (block if value in (a, b) else split),
            type(value).__name__ != "",
        )
    print(
        isinstance(a, BlockArgument),
        isinstance(x, OpResult),
        BlockArgument(a).arg_number,
        OpResult(y).result_number,
    )
    print(
        Value(x) == x,
        x == y,
        a == block.arguments[0],
        hash(a) == hash(block.arguments[0]),
        len({a, b, x, y, one.operands[1]}),
    )
    for wrong, cls in ((a, OpResult), (x, BlockArgument)):
        try:
            cls(wrong)
        except ValueError as error:
            print(str(error).split(" (from")[0])
    print(x.replace_all_uses_except(b, [two.operation]), uses(x), uses(b))
    x.replace_all_uses_except(a, two.operation)
    b.replace_all_uses_with(x)
    print(uses(x), uses(b))
    one.operation.replace_uses_of_with(a, b)
    one.operands[2] = b
    print(module)
    y.set_type(IntegerType.get_signless(64))
    a.set_type(F32Type.get())
    print(
        y.type,
        [str(argument.type) for argument in block.arguments],
        [str(ty) for ty in split.results.types],
        x.context is ctx,
    )
    print(
        [operand.owner.name for operand in two.op_operands],
        two.op_operands[1].operand_number,
        len(two.op_operands),
    )
    print(
        len(one.operands),
        [str(value.type) for value in one.operands[1:]],
        one.operands[-1] == one.operands[2],
    )
    joined = one.operands + two.operands
    print(
        len(joined),
        joined[3] == x,
        len(split.results[1:]),
        split.results[::-1][0] == y,
        split.results.owner == split,
    )
    print(x.maybe_downcast() == x, a.location, str(x), str(a), sep="\n")
    print(a, repr(three.operands[0] == y))
    try:
        one.operands[3]
    except IndexError:
        print("no fourth operand")
    print(len(list(y.uses)), [use.operand_number for use in y.uses], next(y.uses).owner == three)
