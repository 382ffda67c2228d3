"""Operations for NVIDIA's and AMD's GPUs by class and function: nvvm, rocdl and amdgpu."""

from mlir.dialects import amdgpu, arith, func, nvvm, rocdl
from mlir.ir import (
    Context,
    F16Type,
    F32Type,
    InsertionPoint,
    IntegerType,
    Location,
    Module,
    Type,
    VectorType,
)

with Context(), Location.unknown():
    module = Module.create()
    i1, i32, i64 = (IntegerType.get_signless(width) for width in (1, 32, 64))
    f32, f16 = F32Type.get(), F16Type.get()
    pointer = Type.parse("!llvm.ptr")
    shared = Type.parse("!llvm.ptr<3>")
    with InsertionPoint(module.body):

        @func.FuncOp.from_py_func(i32, f32, shared, i1)
        def nvidia(n, x, barrier, flag):
            print(nvvm.ShflKind.idx, nvvm.VoteSyncKind.ballot)
            nvvm.cp_async_commit_group()
            nvvm.CpAsyncWaitGroupOp(2)
            nvvm.mbarrier_inval(barrier)
            nvvm.fence_mbarrier_init()
            print([str(one) for one in nvvm.MMALayout])

        @func.FuncOp.from_py_func(i32, f32, VectorType.get([4], f32), VectorType.get([4], f16))
        def amd(n, x, v, h):
            print(rocdl.workitem_id_x(i32).type, rocdl.workgroup_id_y(i32).owner.name)
            rocdl.s_barrier()
            print(rocdl.ballot(i64, arith.constant(i1, 1)).type)
            amdgpu.lds_barrier()
            swizzled = amdgpu.swizzle_bitmode(n, 31, 0, 1)
            print(swizzled.type, [str(one) for one in amdgpu.DPPPerm][:3], amdgpu.MFMAPermB.none)

    print(module)
    print(module.operation.verify())
    print(str(Module.parse(str(module))) == str(module))
