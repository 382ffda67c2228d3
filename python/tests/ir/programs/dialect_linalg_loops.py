"""What the loops of structured operations are for: contractions and convolutions of linalg."""

from mlir.dialects import arith, func, linalg
from mlir.ir import (
    AffineDimExpr,
    AffineMap,
    Context,
    F32Type,
    InsertionPoint,
    Location,
    Module,
    RankedTensorType,
)

CONTRACTION = ("batch", "m", "n", "k")
CONVOLUTION = (
    "batch",
    "output_image",
    "output_channel",
    "filter_loop",
    "input_channel",
    "depth",
    "strides",
    "dilations",
)


def show(found, names):
    print(None if found is None else [(name, str(getattr(found, name))) for name in names])


def describe(value):
    op = value.owner
    print(op.name, linalg.isa_contraction_op(op), linalg.isa_convolution_op(op))
    show(linalg.infer_contraction_dimensions(op), CONTRACTION)
    show(linalg.infer_convolution_dimensions(op), CONVOLUTION)
    print(linalg.get_indexing_maps(op))


with Context(), Location.unknown():
    f32 = F32Type.get()

    def tensor(*shape):
        return RankedTensorType.get(shape, f32)

    module = Module.create()
    with InsertionPoint(module.body):

        @func.FuncOp.from_py_func(
            tensor(4, 8), tensor(8, 6), tensor(4, 6), tensor(3, 4, 8), tensor(3, 8, 6), tensor(3, 4, 6)
        )
        def products(a, b, c, x, y, z):
            product = linalg.matmul(a, b, outs=[c])
            describe(product)
            describe(linalg.batch_matmul(x, y, outs=[z]))
            describe(linalg.fill(arith.constant(f32, 0.0), outs=[c]))
            m, n, k = (AffineDimExpr.get(at) for at in range(3))
            maps = [AffineMap.get(3, 0, results) for results in ([m, k], [k, n], [m, n])]

            @linalg.generic(
                [a, b], [c], maps, [linalg.IteratorType.parallel] * 2 + [linalg.IteratorType.reduction]
            )
            def total(lhs, rhs, out):
                return arith.addf(arith.mulf(rhs, lhs), out)

            describe(total)

            @linalg.generic(
                [a, b], [c], maps, [linalg.IteratorType.parallel] * 2 + [linalg.IteratorType.reduction]
            )
            def other(lhs, rhs, out):
                return arith.addf(arith.addf(lhs, rhs), out)

            describe(other)
            show(linalg.infer_contraction_dimensions_from_maps(maps), CONTRACTION)
            show(linalg.infer_contraction_dimensions_from_maps(maps[:2]), CONTRACTION)

        @func.FuncOp.from_py_func(
            tensor(1, 8, 8, 3),
            tensor(3, 3, 3, 5),
            tensor(1, 6, 6, 5),
            tensor(1, 3, 3, 5),
            tensor(3, 3, 3),
            tensor(1, 6, 6, 3),
        )
        def images(image, kernel, out, small, deep, each):
            describe(linalg.conv_2d_nhwc_hwcf(image, kernel, outs=[out]))
            describe(linalg.conv_2d_nhwc_hwcf(image, kernel, outs=[small], strides=[2, 2]))
            describe(linalg.depthwise_conv_2d_nhwc_hwc(image, deep, outs=[each]))

        @func.FuncOp.from_py_func(tensor(1, 8, 8, 3), tensor(3, 3), tensor(1, 6, 6, 3))
        def pools(image, window, out):
            describe(linalg.pooling_nhwc_max(image, window, outs=[out]))

    d0, d1, d2, d3 = (AffineDimExpr.get(at) for at in range(4))
    maps = [
        AffineMap.get(4, 0, [d0 * 2 + d2, d1 + d3 * 3]),
        AffineMap.get(4, 0, [d2, d3]),
        AffineMap.get(4, 0, [d0, d1]),
    ]
    show(linalg.infer_convolution_dimensions_from_maps(maps), CONVOLUTION)
    show(linalg.infer_convolution_dimensions_from_maps(maps[1:]), CONVOLUTION)
    print(module.operation.verify())
