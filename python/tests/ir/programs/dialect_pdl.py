"""Patterns of pdl, by the classes of their operations."""

from mlir.dialects import pdl
from mlir.ir import (
    Attribute,
    Context,
    F32Type,
    InsertionPoint,
    IntegerAttr,
    IntegerType,
    Location,
    Module,
    StringAttr,
    TypeAttr,
)

with Context(), Location.unknown():
    module = Module.create()
    i32 = IntegerType.get_signless(32)
    kinds = (
        pdl.AttributeType.get(),
        pdl.OperationType.get(),
        pdl.TypeType.get(),
        pdl.ValueType.get(),
        pdl.RangeType.get(pdl.ValueType.get()),
    )
    for kind in kinds:
        print(kind, type(kind).__name__, isinstance(kind, pdl.RangeType), isinstance(kind, pdl.ValueType))
    print(pdl.RangeType.get(pdl.TypeType.get()).element_type, pdl.op_t())
    with InsertionPoint(module.body):
        first = pdl.PatternOp(1, "constants")
        print(first.benefit, first.sym_name, len(first.body.operations))
        with InsertionPoint(first.body):
            kind = pdl.TypeOp(TypeAttr.get(i32))
            other = pdl.TypeOp()
            print(kind.constantType, other.constantType, kind.result.type)
            value = pdl.AttributeOp(value=Attribute.parse("7 : i32"))
            free = pdl.AttributeOp(other)
            print(value.value, value.valueType, free.valueType == other.result)
            operand = pdl.OperandOp(kind)
            many = pdl.OperandsOp()
            print(operand.valueType == kind.result, many.valueType, many.result.type)
            root = pdl.OperationOp("my.op", [operand, many], {"axis": value, "mode": free}, [kind])
            print(root.opName, len(root.operandValues), root.attributeValueNames, len(root.typeValues))
            result = pdl.ResultOp(root, 0)
            print(result.index, result.parent == root.result, result.val.type)
            rewrite = pdl.RewriteOp(root)
            print(rewrite.root == root.result, rewrite.name, len(rewrite.externalArgs))
            with InsertionPoint(rewrite.add_body()):
                made = pdl.OperationOp("my.new", [operand], types=[kind])
                pdl.ReplaceOp(root, with_op=made)
                pdl.ReplaceOp(root, with_values=[pdl.ResultOp(made, 0)]).operation.erase()
        second = pdl.PatternOp(IntegerAttr.get(IntegerType.get_signless(16), 3))
        with InsertionPoint(second.body):
            any_types = pdl.TypesOp()
            two = pdl.TypesOp([i32, F32Type.get()])
            print(any_types.constantTypes, two.constantTypes, two.result.type)
            root = pdl.OperationOp(types=[two])
            results = pdl.ResultsOp(pdl.RangeType.get(pdl.ValueType.get()), root)
            pdl.ApplyNativeConstraintOp([], "is_fine", [root, results])
            matched = pdl.OperationOp(StringAttr.get("my.use"), results)
            pdl.RewriteOp(matched, "rewriter", [root])
        print(second.sym_name, len(second.body.operations))
    print(module.operation.get_asm(print_generic_op_form=True))
    print(module.operation.verify())
    found = module.body.operations[0].body.operations
    print([type(op).__name__ for op in found])
    print(str(Module.parse(str(module))) == str(module))
