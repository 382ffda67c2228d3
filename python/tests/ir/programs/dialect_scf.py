"""Loops and conditions."""

from mlir.dialects import arith, func, scf
from mlir.ir import (
    Context,
    F32Type,
    IndexType,
    InsertionPoint,
    IntegerType,
    Location,
    Module,
)

with Context(), Location.unknown():
    module = Module.create()
    index, f32, i1 = IndexType.get(), F32Type.get(), IntegerType.get_signless(1)
    with InsertionPoint(module.body):

        @func.FuncOp.from_py_func(index, index, index)
        def simple(lower, upper, step):
            loop = scf.ForOp(lower, upper, step)
            with InsertionPoint(loop.body):
                scf.YieldOp([])
            print(loop.induction_variable.type, len(loop.inner_iter_args), loop.lowerBound == lower)
            print(loop.step.arg_number, list(loop.initArgs), len(loop.results_))

        @func.FuncOp.from_py_func(index, f32, results=[f32])
        def carried(upper, first):
            zero = arith.ConstantOp(index, 0)
            one = arith.ConstantOp(index, 1)
            loop = scf.ForOp(zero, upper, one, [first])
            with InsertionPoint(loop.body):
                total = arith.addf(loop.inner_iter_args[0], loop.inner_iter_args[0])
                scf.YieldOp([total])
            func.ReturnOp(loop.results)

        @func.FuncOp.from_py_func(f32)
        def pythonic(first):
            for i in scf.for_(0, 10, 2):
                print(i.type)
                scf.yield_([])
            for _, value, result in scf.for_(4, iter_args=[first]):
                print(result.type)
                scf.yield_([arith.addf(value, value)])
            for _, values, results in scf.for_(4, iter_args=[first, first]):
                print(len(values), len(results))
                scf.yield_([values[1], values[0]])

        @func.FuncOp.from_py_func(i1)
        def conditions(flag):
            only = scf.IfOp(flag)
            with InsertionPoint(only.then_block):
                scf.YieldOp([])
            print(only.else_block is None, len(only.results_))
            both = scf.IfOp(flag, [index, i1], has_else=True)
            with InsertionPoint(both.then_block):
                scf.yield_([arith.constant(index, 1), flag])
            with InsertionPoint(both.else_block):
                scf.yield_([arith.constant(index, 2), flag])
            print(both.condition == flag, both.results.types)
            return both.results

    print(module)
    print(module.operation.verify())
    for op in conditions.func_op.entry_block:
        print(type(op).__name__, isinstance(op, scf.IfOp))
