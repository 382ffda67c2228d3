"""Walks: orders, skipping, interrupting, erasing on the way, one class of operations, and errors in the function."""

from mlir.ir import Context, Location, Module, OpView, WalkOrder, WalkResult

TEXT = """
"w.a"() ({
  "w.b"() ({
    "w.c"() : () -> ()
  }, {
    "w.d"() : () -> ()
    "w.e"() : () -> ()
  }) : () -> ()
  "w.f"() : () -> ()
}) : () -> ()
"w.g"() : () -> ()
"""


class Leaf(OpView):
    OPERATION_NAME = "w.d"


def names(module, order, decide=None):
    seen = []

    def visit(op):
        seen.append(op.name.split(".")[1])
        return decide(op) if decide else WalkResult.ADVANCE

    module.operation.walk(visit, order)
    return " ".join(seen)


with Context() as ctx, Location.unknown():
    ctx.allow_unregistered_dialects = True
    module = Module.parse(TEXT)
    for order in (WalkOrder.PRE_ORDER, WalkOrder.POST_ORDER):
        print(order.name, names(module, order))
        print(
            " stop at d:",
            names(module, order, lambda op: WalkResult.INTERRUPT if op.name == "w.d" else WalkResult.ADVANCE),
        )
    print(
        "skip b:",
        names(
            module,
            WalkOrder.PRE_ORDER,
            lambda op: WalkResult.SKIP if op.name == "w.b" else WalkResult.ADVANCE,
        ),
    )
    print(module.body.operations[0].walk(lambda op: WalkResult.ADVANCE))
    depths = {}

    def depth(op):
        parent, count = op.parent, 0
        while parent is not None:
            parent, count = parent.parent, count + 1
        depths[op.name] = count
        return WalkResult.ADVANCE

    module.operation.walk(depth)
    print(sorted(depths.items()))

    def fail(op):
        raise LookupError(f"at {op.name}")

    try:
        module.operation.walk(fail)
    except Exception as error:
        print("at w.c" in str(error))

    def erase(op):
        if op.name in ("w.c", "w.e", "w.g"):
            op.erase()
        return WalkResult.ADVANCE

    module.operation.walk(erase)
    print(names(module, WalkOrder.PRE_ORDER))
    print(module)
    for op in module.body.operations[0].regions[0].blocks[0]:
        print(op.name, len(op.regions), [len(block.operations) for region in op.regions for block in region])
