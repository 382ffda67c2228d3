"""Parallel loops, switches and while loops of scf, with the blocks that their classes make."""

from mlir.dialects import arith, func, scf, tensor
from mlir.ir import (
    ArrayAttr,
    Attribute,
    Context,
    F32Type,
    IndexType,
    InsertionPoint,
    IntegerType,
    Location,
    Module,
    RankedTensorType,
)

with Context(), Location.unknown():
    module = Module.create()
    index, i32, f32 = IndexType.get(), IntegerType.get_signless(32), F32Type.get()
    kind = RankedTensorType.get([8, 8], f32)
    with InsertionPoint(module.body):

        @func.FuncOp.from_py_func(index, kind)
        def parallel(size, filled):
            empty = tensor.empty([8, 8], f32)
            loop = scf.ForallOp([0, size], [8, 8], [1, 2], [empty])
            print(loop.rank, list(loop.staticLowerBound), list(loop.staticUpperBound), list(loop.staticStep))
            print(len(loop.dynamicLowerBound), len(loop.dynamicUpperBound), loop.outputs[0] == empty)
            print([str(one.type) for one in loop.induction_variables], len(loop.inner_iter_args))
            with InsertionPoint(loop.body):
                row = tensor.extract_slice(
                    RankedTensorType.get([1, 1], f32),
                    filled,
                    loop.induction_variables,
                    [],
                    [],
                    [-(2**63), -(2**63)],
                    [1, 1],
                    [1, 1],
                )
            end = loop.terminator()
            print(end == loop.terminator(), len(loop.body.operations))
            with InsertionPoint(end.block):
                tensor.parallel_insert_slice(
                    row,
                    loop.inner_iter_args[0],
                    loop.induction_variables,
                    [],
                    [],
                    [-(2**63), -(2**63)],
                    [1, 1],
                    [1, 1],
                )
            return loop.results[0]

        @func.FuncOp.from_py_func(index)
        def mapped(size):
            threads = ArrayAttr.get([Attribute.parse("#gpu.thread<x>")])
            loop = scf.ForallOp([0], [size], [1], mapping=threads)
            loop.terminator()
            print(loop.mapping, loop.rank, len(loop.results))
            try:
                scf.ForallOp([0, 1], [size], [1])
            except AssertionError as error:
                print(error)

        @func.FuncOp.from_py_func(index)
        def switched(value):
            def case(op, at, number):
                print("case", at, number, op.case_block(at) == InsertionPoint.current.block)
                scf.yield_([arith.constant(i32, number * 10)])

            def default(op):
                print("default", op.default_block == InsertionPoint.current.block)
                scf.yield_([arith.constant(i32, -1)])

            made = scf.IndexSwitchOp([i32], value, [1, 3, 8], case, default)
            print(made.cases, len(made.case_regions), len(made.case_blocks))
            print(made.case_region(1) == made.regions[2], made.default_region == made.regions[0])
            same = scf.index_switch([i32], made.arg, range(2), case, default)
            return arith.addi(made.results[0], same)

        @func.FuncOp.from_py_func(i32)
        def counted(start):
            loop = scf.WhileOp([i32], [start])
            before = loop.before.blocks.append(i32)
            after = loop.after.blocks.append(i32)
            with InsertionPoint(before):
                ten = arith.constant(i32, 10)
                less = arith.cmpi(arith.CmpIPredicate.slt, before.arguments[0], ten)
                scf.condition(less, before.arguments)
            with InsertionPoint(after):
                one = arith.constant(i32, 1)
                scf.yield_([arith.addi(after.arguments[0], one)])
            print(loop.inits[0] == start, len(loop.regions), type(before.operations[2]).__name__)
            return loop.results[0]

        @func.FuncOp.from_py_func(IntegerType.get_signless(1))
        def region(flag):
            chosen = scf.IfOp(flag, [i32], has_else=True)
            for block, value in ((chosen.then_block, 1), (chosen.else_block, 2)):
                with InsertionPoint(block):
                    scf.YieldOp([arith.constant(i32, value)])
            inner = scf.ExecuteRegionOp([i32])
            with InsertionPoint(inner.region.blocks.append()):
                scf.yield_(chosen.results)
            return inner.result

    print(module)
    print(module.operation.verify())
    print(str(Module.parse(str(module))) == str(module))
