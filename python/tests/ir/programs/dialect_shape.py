"""Shapes as values and as witnesses, by shape."""

from mlir.dialects import func, shape
from mlir.ir import (
    Attribute,
    Context,
    F32Type,
    IndexType,
    InsertionPoint,
    Location,
    Module,
    RankedTensorType,
    Type,
)

with Context(), Location.unknown():
    module = Module.create()
    index, dynamic = IndexType.get(), -(2**63)
    extents = RankedTensorType.get([dynamic], index)
    any_shape, witness = Type.parse("!shape.shape"), Type.parse("!shape.witness")
    with InsertionPoint(module.body):

        @func.FuncOp.from_py_func(RankedTensorType.get([dynamic, 4], F32Type.get()), index)
        def shapes(t, i):
            of = shape.ShapeOfOp(t)
            print(of.arg == t, of.result.type)
            fixed = shape.ConstShapeOp(Attribute.parse("dense<[1, 2]> : tensor<2xindex>"))
            print(fixed.shape, fixed.result.type)
            both = shape.broadcast(extents, [of, fixed])
            print(both.type, len(both.owner.operands))
            size = shape.ConstSizeOp(5)
            print(size.value, size.result.type, shape.SizeToIndexOp(size).result.type)
            print(shape.get_extent(both, i).type, shape.num_elements(both).type, shape.rank(both).type)
            ok = shape.cstr_eq([of, both])
            print(ok.type == witness, shape.CstrBroadcastableOp([of, fixed]).result.type)
            all_ok = shape.AssumingAllOp([ok, shape.const_witness(True)])
            print(len(all_ok.inputs), all_ok.result.type)
            assuming = shape.AssumingOp([index], all_ok)
            with InsertionPoint(assuming.doRegion.blocks.append()):
                shape.AssumingYieldOp([i])
            print(assuming.witness == all_ok.result, assuming.results_[0].type)
            total = shape.ReduceOp([index], both, [i])
            block = total.region.blocks.append(index, index, index)
            with InsertionPoint(block):
                shape.YieldOp([block.arguments[2]])
            print(total.shape == both, len(total.initVals), total.result[0].type)
            print(shape.shape_eq([of, both]).type, shape.is_broadcastable([of, both]).type)
            return total.results[0]

    print(module.operation.get_asm(print_generic_op_form=True))
    print(module.operation.verify())
    print(any_shape, str(Module.parse(str(module))) == str(module))
