"""Clones, compares and hashes operations, and moves them between modules."""

from mlir.ir import (
    Context,
    InsertionPoint,
    IntegerAttr,
    IntegerType,
    Location,
    Module,
    StringAttr,
    UnitAttr,
)

TEXT = """
"t.outer"() ({
  %0 = "t.one"() {a = 1 : i32} : () -> i32
  %1 = "t.two"(%0, %0) : (i32, i32) -> i32
  "t.end"(%1) : (i32) -> ()
}) {name = "x"} : () -> ()
"""

with Context() as ctx, Location.unknown():
    ctx.allow_unregistered_dialects = True
    first, second = Module.parse(TEXT), Module.parse(TEXT)
    a, b = first.body.operations[0], second.body.operations[0]
    print(a == b, a == first.body.operations[0], a.is_structurally_equivalent(b))
    copy = a.operation.clone()
    print(copy.attached, copy == a.operation, copy)
    with InsertionPoint(first.body):
        placed = a.operation.clone()
    again = a.operation.clone(ip=InsertionPoint.at_block_begin(first.body))
    print(len(first.body.operations), placed.is_before_in_block(again), again.is_before_in_block(placed))
    again.attributes["name"] = StringAttr.get("changed")
    inner = placed.regions[0].blocks[0].operations
    inner[0].attributes["a"] = IntegerAttr.get(IntegerType.get_signless(32), 2)
    print(first)
    again.move_after(placed)
    inner[0].operation.clone(ip=InsertionPoint(inner[1]))
    print([op.attributes["name"].value for op in first.body.operations], len(inner))
    taken = again.detach_from_parent()
    print(taken.operation.attached, again.attached, len(first.body.operations))
    second.body.append(taken)
    copy.attributes["copy"] = UnitAttr.get()
    second.body.append(copy)
    copy.move_before(second.body.operations[0])
    print(second)
    try:
        copy.move_before(first.body.operations[0])
        print("moved to the other module:", len(first.body.operations), len(second.body.operations))
    except ValueError as error:
        print(error)
    taken.operation.erase()
    print(len(second.body.operations))
    print([str(op.name) for op in inner])
    print(
        len({a, first.body.operations[0], first.body.operations[1]}),
        hash(a) == hash(first.body.operations[0]),
    )
