"""Structured operations: products, convolutions, and bodies that are functions."""

from mlir.dialects import arith, func, linalg, tensor
from mlir.ir import (
    AffineDimExpr,
    AffineMap,
    Context,
    F16Type,
    F32Type,
    F64Type,
    InsertionPoint,
    IntegerType,
    Location,
    MemRefType,
    Module,
    RankedTensorType,
)

with Context(), Location.unknown():
    f16, f32, f64 = F16Type.get(), F32Type.get(), F64Type.get()
    i8, i32 = IntegerType.get_signless(8), IntegerType.get_signless(32)
    shaped = RankedTensorType.get
    d0, d1, d2 = (AffineDimExpr.get(number) for number in range(3))
    usual = [AffineMap.get(3, 0, dims) for dims in ([d0, d2], [d2, d1], [d0, d1])]
    transposed = [AffineMap.get(3, 0, [d2, d0]), *usual[1:]]
    module = Module.create()
    with InsertionPoint(module.body):

        @func.FuncOp.from_py_func(
            shaped((4, 8), f16), shaped((8, 16), f32), shaped((4, 16), f32), shaped((16, 4), f32)
        )
        def products(a, b, c, t):
            first = linalg.matmul(a, b, outs=[c])
            linalg.matmul(a, b, outs=[first], cast=linalg.TypeFn.cast_unsigned)
            linalg.matmul(t, t, outs=[tensor.empty([4, 4], f32)], indexing_maps=transposed)
            linalg.contract(a, b, outs=[c], indexing_maps=usual)
            linalg.transpose(c, outs=[t], permutation=[1, 0])
            linalg.copy(c, outs=[linalg.fill(arith.constant(f32, 1.0), outs=[c])])

        print(products.func_op.operation.get_asm(print_generic_op_form=True))

        @func.FuncOp.from_py_func(shaped((4, 16), f32), shaped((16,), f32))
        def functions(c, v):
            identity = AffineMap.get_identity(2)
            parallel = linalg.IteratorType.parallel

            @linalg.generic([c], [c], [identity, identity], [parallel, parallel])
            def total(x, y):
                return arith.addf(x, y)

            @linalg.reduce(result=[v.type], inputs=[c], inits=[v], dimensions=[0])
            def reduced(x: f32, y: f32):
                return arith.addf(x, y)

            @linalg.map(result=[c.type], inputs=[c, c], init=c)
            def mapped(x: f32, y: f32, out: f32):
                return arith.mulf(x, y)

            linalg.broadcast(reduced, outs=[c], dimensions=[0])
            packed = linalg.pack(total, tensor.empty([2, 4, 2, 4], f32), [0, 1], [2, 4])
            return linalg.unpack(packed, mapped, [0, 1], [2, 4])

        image, kernel, weights = shaped((1, 8, 8, 3), f32), shaped((3, 3), f32), shaped((3, 3, 3, 5), f32)

        @func.FuncOp.from_py_func(
            image, weights, shaped((1, 6, 6, 5), f32), shaped((1, 3, 3, 5), f32), kernel
        )
        def convolutions(x, w, out, small, k):
            linalg.conv_2d_nhwc_hwcf(x, w, outs=[out])
            linalg.conv_2d_nhwc_hwcf(x, w, outs=[small], strides=[2, 2], dilations=[1, 1])
            pooled = tensor.empty([1, 6, 6, 3], f32)
            linalg.pooling_nhwc_sum(x, k, outs=[pooled])
            linalg.pooling_nhwc_max(x, k, outs=[pooled], strides=[1, 1])

        @func.FuncOp.from_py_func(
            shaped((1, 8, 8, 3), i8), shaped((3, 3, 3, 5), i8), shaped((1, 6, 6, 5), i32), i32
        )
        def quantized(x, w, out, zero):
            linalg.conv_2d_nhwc_hwcf_q(x, w, zero, zero, outs=[out])

        matrix = MemRefType.get([4, 4], f32)

        @func.FuncOp.from_py_func(matrix, MemRefType.get([4], f32), f32)
        def buffers(a, v, value):
            linalg.matmul(a, a, outs=[a])
            linalg.fill(value, outs=[a])
            linalg.matvec(a, v, outs=[v])
            seed = arith.constant(i32, 7)
            bounds = [arith.constant(f64, bound) for bound in (0.0, 1.0)]
            linalg.fill_rng_2d(*bounds, seed, outs=[a])

    print(module.operation.verify())
    print(module)
