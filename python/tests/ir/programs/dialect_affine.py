"""Loops, conditions and memory accesses of affine, by the helpers of the dialect."""

from mlir.dialects import affine, arith, func
from mlir.ir import (
    AffineConstantExpr,
    AffineDimExpr,
    AffineMap,
    AffineMapAttr,
    AffineSymbolExpr,
    Context,
    F32Type,
    IndexType,
    InsertionPoint,
    IntegerSet,
    Location,
    MemRefType,
    Module,
)

with Context(), Location.unknown():
    module = Module.create()
    index, f32 = IndexType.get(), F32Type.get()
    identity = AffineMapAttr.get(AffineMap.get_identity(1))
    with InsertionPoint(module.body):

        @func.FuncOp.from_py_func(MemRefType.get([64], f32), index, index, f32)
        def loops(memory, lower, upper, zero):
            loop = affine.AffineForOp(0, 64, 2)
            print(loop.induction_variable.type, len(loop.inner_iter_args), len(loop.body.arguments))
            with InsertionPoint(loop.body):
                value = affine.load(f32, memory, [loop.induction_variable], identity)
                affine.store(value, memory, [loop.induction_variable], identity)
                affine.AffineYieldOp([])

            for i in affine.for_(lower, upper):
                affine.store(zero, memory, [i], identity)
                affine.yield_([])

            for i, total in affine.for_(0, 8, iter_args=[zero]):
                value = affine.load(f32, memory, [i], identity)
                affine.yield_([arith.addf(total, value)])

            for i, (a, b) in affine.for_(lower, 8, 1, iter_args=[zero, zero]):
                print(i.type, a.type, b == a)
                affine.yield_([b, a])

            d0, s0 = AffineDimExpr.get(0), AffineSymbolExpr.get(0)
            both = AffineMap.get(1, 1, [d0 + s0, AffineConstantExpr.get(32)])
            one = AffineMap.get(0, 0, [AffineConstantExpr.get(1)])
            loop = affine.AffineForOp(one, both, 4, [zero], upper_bound_operands=[lower, upper])
            print(loop.lowerBoundMap, loop.upperBoundMap, loop.step, len(loop.results))
            with InsertionPoint(loop.body):
                affine.AffineYieldOp(loop.inner_iter_args)

            inside = IntegerSet.get(1, 1, [d0 - s0, d0 - 4], [False, True])
            chosen = affine.AffineIfOp(inside, [f32], cond_operands=[lower, upper], has_else=True)
            for block in (chosen.then_block, chosen.else_block):
                with InsertionPoint(block):
                    affine.AffineYieldOp([zero])
            print(len(chosen.results), chosen.condition)
            plain = affine.AffineIfOp(IntegerSet.get_empty(0, 0))
            print(plain.else_block, len(plain.then_block.operations))
            with InsertionPoint(plain.then_block):
                affine.AffineYieldOp([])

            for make in (
                lambda: affine.AffineForOp(both, 8),
                lambda: affine.AffineForOp(0, "8"),
                lambda: affine.AffineForOp(lower, 8, lower_bound_operands=[lower]),
                lambda: affine.AffineIfOp(inside, cond_operands=[lower]),
            ):
                try:
                    make()
                except ValueError as error:
                    print(error)

    print(module)
    print(module.operation.verify())
    first = module.body.operations[0].entry_block.operations[0]
    print(isinstance(first, affine.AffineForOp), first.body.arguments[0] == first.induction_variable)
