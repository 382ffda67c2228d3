"""Kernels of gpu, their launches by name and in a region, and memory of the device."""

from mlir.dialects import arith, func, gpu
from mlir.ir import *

with Context() as ctx, Location.unknown():
    module = Module.create()
    module.operation.attributes["gpu.container_module"] = UnitAttr.get()
    index, f32, i32 = IndexType.get(), F32Type.get(), IntegerType.get_signless(32)
    memory = MemRefType.get([32], f32)
    token = gpu.AsyncTokenType.get()
    print(token, isinstance(token, gpu.AsyncTokenType), isinstance(index, gpu.AsyncTokenType))
    print(gpu.gpu_async_token() == token, type(token).__name__)
    with InsertionPoint(module.body):
        kernels = gpu.GPUModuleOp("kernels")
        block = kernels.bodyRegion.blocks.append()
        print(kernels.sym_name, kernels.targets, len(kernels.regions))
    with InsertionPoint(block):

        def body(op):
            print("body of", op.name.value, op.is_kernel, [str(one) for one in op.arguments])
            thread = gpu.thread_id(gpu.Dimension.x)
            size = gpu.BlockDimOp(gpu.Dimension.y, upper_bound=128)
            print(size.OPERATION_NAME, size.upper_bound, thread.type)
            gpu.barrier()
            value, valid = gpu.ShuffleOp(
                arith.constant(f32, 1.0), arith.constant(i32, 1), arith.constant(i32, 32), gpu.ShuffleMode.XOR
            ).results
            total = gpu.AllReduceOp(value, op=gpu.AllReduceOperation.ADD)
            print(total.OPERATION_NAME, total.value == value, valid.type)
            gpu.printf("%f\n", total)
            gpu.return_([])

        add = gpu.GPUFuncOp(
            FunctionType.get([memory, f32], []),
            "add",
            kernel=True,
            known_block_size=[32, 1, 1],
            body_builder=body,
        )
        print(add.entry_block == add.body.blocks[0], add.attributes["known_block_size"])
        helper = gpu.GPUFuncOp(TypeAttr.get(FunctionType.get([], [])), sym_name="helper")
        print(helper.is_kernel, helper.function_type)
        try:
            helper.entry_block
        except RuntimeError as error:
            print(str(error).split(".")[0])
        with InsertionPoint(helper.add_entry_block()):
            gpu.ReturnOp([])
        try:
            helper.add_entry_block()
        except RuntimeError as error:
            print(error)
        for wrong in ({"sym_name": 3}, {"sym_name": "g", "known_grid_size": 4}):
            try:
                gpu.GPUFuncOp(FunctionType.get([], []), **wrong)
            except ValueError as error:
                print(error)
        list(block)[-1].operation.erase()
    with InsertionPoint(module.body):

        @func.FuncOp.from_py_func(index, f32)
        def main(n, x):
            first = gpu.wait()
            second = gpu.WaitOp(token, [first])
            print(first.type, second.asyncDependencies[0] == first)
            device = gpu.AllocOp(memory, token, [second.asyncToken], [], [])
            print(device.memref.type, device.asyncToken.type, device.hostShared)
            launch = gpu.LaunchFuncOp(
                ["kernels", "add"], (n, 1, 1), (32, 1, 1), [device.memref, x], [device.asyncToken]
            )
            print(launch.kernel, launch.gridSizeX == n, launch.clusterSizeX, launch.asyncToken.type)
            gpu.launch_func(["kernels", "add"], (1, 1, 1), (32, 1, 1), [device.memref, x])
            inline = gpu.launch_((n, 1, 1), (n, 1, 1))
            with InsertionPoint(inline.body.blocks[0]):
                gpu.terminator()
            print(len(inline.body.blocks[0].arguments), inline.asyncToken)
            gpu.DeallocOp(None, [], device.memref)
            gpu.wait([launch.asyncToken])

    def show(op):
        print(op.name, [str(one.type) for one in op.operands], [str(one.type) for one in op.results])
        return WalkResult.ADVANCE

    module.operation.walk(show, WalkOrder.PRE_ORDER)
    print(module.operation.verify())
    print([str(one) for one in gpu.Dimension])
    launched = main.func_op.entry_block.operations
    try:
        gpu.GPUModuleOp("other", ip=InsertionPoint(module.body)).operation.verify()
    except MLIRError as error:
        print(error.error_diagnostics[0].message)
    print(type(launched[3]).__name__)
