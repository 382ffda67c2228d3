"""Branches, switches and assertions of cf between the blocks of a function."""

from mlir.dialects import arith, cf, func
from mlir.ir import (
    Context,
    InsertionPoint,
    IntegerType,
    Location,
    MLIRError,
    Module,
    StringAttr,
)

with Context(), Location.unknown():
    module = Module.create()
    i1, i32 = IntegerType.get_signless(1), IntegerType.get_signless(32)
    with InsertionPoint(module.body):
        f = func.FuncOp("choose", ([i1, i32], [i32]))
        entry = f.add_entry_block()
        left = entry.create_after(i32)
        right = left.create_after(i32)
        last = right.create_after()
    flag, number = entry.arguments
    with InsertionPoint(entry):
        cf.AssertOp(flag, "the flag must be set")
        made = cf.CondBranchOp(flag, [number], [number], left, right, branch_weights=[3, 7])
    print(made.condition == flag, [str(one.type) for one in made.trueDestOperands])
    print(len(made.falseDestOperands), made.branch_weights)
    print([block == other for block, other in zip(made.successors, (left, right))])
    made.branch_weights = None
    print(made.branch_weights, made.operation.name)
    with InsertionPoint(left):
        jump = cf.BranchOp(left.arguments, right)
        print(jump.destOperands[0] == left.arguments[0], len(jump.successors))
    with InsertionPoint(right):
        func.return_(right.arguments)
    with InsertionPoint(last):
        assertion = cf.AssertOp(arith.constant(i1, 1), StringAttr.get("text"))
        print(assertion.msg, assertion.arg.type)
        func.return_([number])
    for predecessor in right.predecessors:
        print(predecessor in (left, entry))
    print(module)
    print(module.operation.verify())
    parsed = Module.parse(
        """
        func.func @switched(%flag: i32, %a: i32) -> i32 {
          cf.switch %flag : i32, [default: ^bb1(%a : i32), 42: ^bb2, 43: ^bb1(%flag : i32)]
        ^bb1(%0: i32):
          return %0 : i32
        ^bb2:
          return %a : i32
        }
        """
    )
    switch = parsed.body.operations[0].entry_block.operations[0]
    print(type(switch).__name__, isinstance(switch, cf.SwitchOp), switch.flag.type)
    print([value.type == i32 for value in switch.defaultOperands], len(switch.caseOperands))
    print(switch.case_values, switch.case_operand_segments, len(switch.successors))
    print(parsed)
    with InsertionPoint.at_block_begin(entry):
        wrong = cf.BranchOp([flag], left)
    try:
        module.operation.verify()
    except MLIRError as error:
        print(error.error_diagnostics[0].message)
    wrong.operation.erase()
    print(module.operation.verify())
