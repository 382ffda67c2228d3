"""Functions as the bodies of operations: modules, launches, generated tensors and patterns."""

from mlir.dialects import arith, builtin, func, gpu, pdl, tensor
from mlir.ir import (
    Context,
    F32Type,
    IndexType,
    InsertionPoint,
    IntegerType,
    Location,
    Module,
    RankedTensorType,
    StringAttr,
    UnitAttr,
)

with Context(), Location.unknown():
    module = Module.create()
    index, f32 = IndexType.get(), F32Type.get()
    with InsertionPoint(module.body):

        @builtin.module
        def plain():
            print(arith.constant(f32, 1.0).type)

        print(type(plain).__name__, plain.name)

        @builtin.module(sym_name="inner", attrs={"app.mark": UnitAttr.get(), "app.text": StringAttr.get("x")})
        def inner():
            func.FuncOp("empty", ([], []), visibility="private")

        print(inner.attributes["sym_name"], "app.mark" in inner.attributes)

        @func.FuncOp.from_py_func(index, f32)
        def body(n, value):
            dynamic = RankedTensorType.get_dynamic_size()

            @tensor.generate(RankedTensorType.get([4, dynamic], f32), dynamic_extents=[n])
            def filled(i: index, j: index):
                return value

            print(filled.type, filled.owner.name)

            @gpu.launch(grid_size=[1, 2, n], block_size=(4, 1, 1))
            def kernel(bx, by, bz, tx, ty, tz, *sizes):
                print(bx.type, len(sizes))
                arith.addi(bx, tx)

            print(type(kernel).__name__, [str(op.name) for op in kernel.regions[0].blocks[0].operations])

        @pdl.pattern(benefit=1, sym_name="swap")
        def swap():
            value = pdl.OperandOp()
            root = pdl.OperationOp("app.first", [value])

            @pdl.rewrite(root)
            def rewrite():
                pdl.ReplaceOp(root, with_values=[value])

            print(rewrite.name, len(rewrite.regions[0].blocks[0].operations))

        print(swap.name, swap.attributes["benefit"], pdl.op_t() == pdl.OperationType.get())
        for wrong in (
            lambda: tensor.generate(RankedTensorType.get([4], f32), dynamic_extents=[])(lambda i: i),
            lambda: pdl.rewrite(None)(lambda x: None),
        ):
            try:
                wrong()
            except ValueError:
                print("refused")
        list(module.body.operations)[-1].erase()
    print(Module.create())
    print(IntegerType.get_signless(1))
