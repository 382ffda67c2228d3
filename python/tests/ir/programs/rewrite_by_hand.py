"""Constant folding, common subexpressions and dead code by hand: walking, replacing and erasing."""

from mlir.ir import Context, InsertionPoint, IntegerAttr, Location, Module, Operation, WalkOrder, WalkResult

TEXT = """
"r.func"() ({
^bb0(%x: i32):
  %0 = "r.const"() {value = 4 : i32} : () -> i32
  %1 = "r.const"() {value = 5 : i32} : () -> i32
  %2 = "r.add"(%0, %1) : (i32, i32) -> i32
  %3 = "r.add"(%0, %1) : (i32, i32) -> i32
  %4 = "r.mul"(%2, %x) : (i32, i32) -> i32
  %5 = "r.mul"(%3, %x) : (i32, i32) -> i32
  %6 = "r.add"(%4, %5) : (i32, i32) -> i32
  %7 = "r.mul"(%6, %6) : (i32, i32) -> i32
  "r.nest"() ({
    %8 = "r.add"(%1, %1) : (i32, i32) -> i32
    "r.keep"(%8) : (i32) -> ()
  }) : () -> ()
  "r.return"(%6) : (i32) -> ()
}) : () -> ()
"""


def constant_of(value):
    owner = value.owner
    if hasattr(owner, "attributes") and owner.name == "r.const":
        return owner.attributes["value"].value
    return None


def fold(op):
    if op.name not in ("r.add", "r.mul"):
        return WalkResult.ADVANCE
    values = [constant_of(operand) for operand in op.operands]
    if None in values:
        return WalkResult.ADVANCE
    result = sum(values) if op.name == "r.add" else values[0] * values[1]
    with InsertionPoint(op), op.location:
        ty = op.result.type
        made = Operation.create("r.const", results=[ty], attributes={"value": IntegerAttr.get(ty, result)})
    op.result.replace_all_uses_with(made.result)
    op.erase()
    return WalkResult.ADVANCE


def merge(block):
    known = {}
    for op in list(block.operations):
        if op.name == "r.const" or op.name in ("r.add", "r.mul"):
            key = (
                op.name,
                tuple(op.operands),
                str(op.attributes["value"]) if "value" in op.attributes else "",
            )
            if key in known:
                op.result.replace_all_uses_with(known[key].result)
                op.operation.erase()
            else:
                known[key] = op


def is_dead(op):
    return op.name.startswith(("r.const", "r.add", "r.mul")) and not list(op.result.uses)


with Context() as ctx, Location.unknown():
    ctx.allow_unregistered_dialects = True
    module = Module.parse(TEXT)
    body = module.body.operations[0].regions[0].blocks[0]
    module.operation.walk(fold)
    print("folded", module, sep="\n")
    merge(body)
    print("merged", module, sep="\n")
    again = True
    while again:
        again = False
        for op in reversed(list(body.operations)):
            if is_dead(op):
                op.operation.erase()
                again = True
    print("without dead code", module, sep="\n")
    print(module.operation.verify())
    counts = {}

    def count(op):
        counts[op.name] = counts.get(op.name, 0) + 1
        return WalkResult.SKIP if op.name == "r.nest" else WalkResult.ADVANCE

    module.operation.walk(count, WalkOrder.PRE_ORDER)
    print(sorted(counts.items()))
