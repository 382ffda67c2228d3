"""Operations with groups, successors and regions of several dialects, and classes of views."""

from mlir import ir
from mlir.dialects import arith, builtin, cf, func, math, memref, tensor

with ir.Context(), ir.Location.unknown():
    module = ir.Module.create()
    i32, index, f32 = ir.IntegerType.get_signless(32), ir.IndexType.get(), ir.F32Type.get()
    with ir.InsertionPoint(module.body):
        f = func.FuncOp("branches", ([ir.IntegerType.get_signless(1), i32], [i32]))
        entry = f.add_entry_block()
        left = entry.create_after(i32)
        right = left.create_after(i32)
        with ir.InsertionPoint(entry):
            flag, x = entry.arguments
            branch = cf.CondBranchOp(flag, [x], [x], left, right)
            print(branch.condition == flag, len(branch.trueDestOperands), len(branch.falseDestOperands))
            print(
                [len(block.arguments) for block in branch.successors],
                branch.attributes["operandSegmentSizes"],
            )
        with ir.InsertionPoint(left):
            cf.br(list(left.arguments), right)
        with ir.InsertionPoint(right):
            func.return_([right.arguments[0]])

        @func.FuncOp.from_py_func(index)
        def memory(size):
            dynamic = ir.ShapedType.get_dynamic_size()
            fixed = memref.AllocOp(ir.MemRefType.get([4], f32), [], [])
            growing = memref.alloc(ir.MemRefType.get([dynamic, 2], f32), [size], [])
            aligned = memref.AllocaOp(ir.MemRefType.get([4], f32), [], [], alignment=16)
            print(aligned.alignment, fixed.alignment, len(growing.owner.dynamicSizes))
            aligned.alignment = None
            print(aligned.alignment)
            value = memref.load(fixed, [size])
            print(value.type)
            memref.store(math.sqrt(value), fixed, [size])
            memref.StoreOp(value, growing, [size, size])
            print(memref.DimOp(growing, size).source == growing)
            empty = tensor.empty([4, size], f32)
            print(empty.type)
            square = memref.alloc(ir.MemRefType.get([10, 10], i32), [], [])
            print(memref.subview(square, [1, 1], [3, 3], [1, 1]).type)
            three = arith.constant(index, 3)
            print(memref.subview(square, [three, 1], [3, three], [1, 2]).type)
            print(memref.subview(square, [0, 0], [10, 10], [1, 1]).type)
            print(memref.subview(square, [0, 0], [4, 4], [2, 3]).type)
            given = memref.subview(square, [0, 0], [4, 4], [1, 1]).type
            kind = ir.Type.parse("memref<4x?xi32, strided<[10, ?], offset: ?>>")
            print(memref.subview(square, [size, 0], [4, size], [1, size], result_type=kind).type, given)
            try:
                memref.subview(square, [size, 0], [4, 4], [1, 1])
            except ValueError as error:
                print(error)
            memref.dealloc(fixed)

    print(module)
    print(module.operation.verify())

    inner = builtin.ModuleOp()
    print(inner.body, len(inner.regions))
    parsed = ir.Module.parse(
        """
        func.func @g(%a: f32) -> f32 {
          %0 = arith.negf %a : f32
          %1 = math.absf %0 : f32
          return %1 : f32
        }
        """
    )
    g = parsed.body.operations[0]
    print(type(g).__name__, isinstance(g, func.FuncOp), g.name, g.type)
    for op in g.entry_block:
        print(type(op).__name__, isinstance(op, arith.NegFOp), isinstance(op, ir.OpView), op.operands[0].type)
    negated = g.entry_block.operations[0]
    print(negated.operand == g.arguments[0], negated.fastmath, type(negated.operation).__name__)
    print(type(negated.operation.opview).__name__, type(negated.result.owner).__name__)
    print(ir.Context.current.dialects["func"].descriptor)
    for wrong in (
        lambda: arith.AddIOp(negated),
        lambda: arith.NotAnOperation,
    ):
        try:
            wrong()
        except Exception as error:
            print(type(error).__name__)
