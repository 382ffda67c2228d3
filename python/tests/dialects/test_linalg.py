"""The dialect linalg: operations whose bodies follow from their names, and those that functions fill."""

import pytest

from tvmlike import ir
from tvmlike.dialects import arith, func, linalg, tensor


@pytest.fixture
def module():
    with ir.Context(), ir.Location.unknown():
        made = ir.Module.create()
        with ir.InsertionPoint(made.body):
            yield made


def tensor_type(*shape, element=None):
    return ir.RankedTensorType.get(shape, element or ir.F32Type.get())


def generic(op):
    return op.operation.get_asm(print_generic_op_form=True)


def test_products_have_the_maps_and_bodies_of_their_names(module):
    half = ir.F16Type.get()

    @func.FuncOp.from_py_func(tensor_type(4, 8, element=half), tensor_type(8, 6), tensor_type(4, 6))
    def f(a, b, c):
        product = linalg.matmul(a, b, outs=[c])
        assert isinstance(product, ir.Value)
        text = generic(product.owner)
        assert '"arith.extf"' in text
        cast = linalg.matmul(a, b, outs=[c], cast=linalg.TypeFn.cast_unsigned)
        assert "{cast = #linalg.type_fn<cast_unsigned>} ins" in str(cast.owner)
        dims = [ir.AffineDimExpr.get(number) for number in range(3)]
        maps = [ir.AffineMap.get(3, 0, [dims[i], dims[j]]) for i, j in ((0, 2), (2, 1), (0, 1))]
        assert "indexing_maps" not in str(linalg.matmul(a, b, outs=[c], indexing_maps=maps).owner)
        contracted = linalg.contract(a, b, outs=[product], indexing_maps=maps)
        assert str(contracted.owner).startswith("%3 = linalg.contract indexing_maps = [affine_map<")

    assert module.operation.verify()


def test_named_operations(module):
    image, kernel = tensor_type(1, 8, 8, 3), tensor_type(3, 3, 3, 5)

    @func.FuncOp.from_py_func(image, kernel, tensor_type(1, 6, 6, 5), tensor_type(1, 3, 3, 5))
    def f(image, kernel, out, small):
        assert "strides" not in str(linalg.conv_2d_nhwc_hwcf(image, kernel, outs=[out]).owner)
        strided = linalg.conv_2d_nhwc_hwcf(image, kernel, outs=[small], strides=[2, 2])
        assert "{strides = dense<2> : tensor<2xi64>}" in str(strided.owner)
        filled = linalg.fill(arith.constant(ir.F32Type.get(), 1.0), outs=[out])
        assert "{cast = #linalg.type_fn<cast_signed>}" in str(linalg.copy(filled, outs=[out]).owner)
        assert '"math.exp"' in generic(linalg.exp(out, outs=[out]).owner)

    assert module.operation.verify()


def test_memrefs_give_no_results(module):
    matrix = ir.MemRefType.get([4, 4], ir.F32Type.get())

    @func.FuncOp.from_py_func(matrix)
    def f(m):
        assert linalg.matmul(m, m, outs=[m]).name == "linalg.matmul"
        assert len(linalg.exp(m, outs=[m])) == 0

    assert module.operation.verify()


def test_elementwise_transpose_and_broadcast(module):
    kinds = linalg.ElementwiseKind

    @func.FuncOp.from_py_func(tensor_type(4, 6), tensor_type(6, 4), tensor_type(6))
    def f(a, b, v):
        assert " kind=#linalg.elementwise_kind<exp> ins" in str(
            linalg.elementwise(a, outs=[a], kind=kinds.exp).owner
        )
        identity = ir.AffineMap.get_identity(2)
        row = ir.AffineMap.get(2, 0, [ir.AffineDimExpr.get(1)])
        scaled = linalg.elementwise(a, v, outs=[a], kind=kinds.mul, indexing_maps=[identity, row, identity])
        assert "indexing_maps" in str(scaled.owner)
        transposed = linalg.transpose(a, outs=[b], permutation=[1, 0])
        assert str(transposed).startswith("%transposed = linalg.transpose ins(%arg0 : tensor<4x6xf32>)")
        assert "dimensions = [0]" in str(linalg.broadcast(v, outs=[a], dimensions=[0]))
        with pytest.raises(ValueError, match="outs must have length 1, got 2"):
            linalg.transpose(a, outs=[b, b], permutation=[1, 0])

    assert module.operation.verify()


def test_functions_as_bodies(module):
    f32 = ir.F32Type.get()
    matrix, vector = tensor_type(4, 6), tensor_type(6)

    @func.FuncOp.from_py_func(matrix, vector)
    def f(a, v):
        identity = ir.AffineMap.get_identity(2)
        parallel = linalg.IteratorType.parallel

        @linalg.generic([a], [a], [identity, identity], [parallel, parallel])
        def total(x, y):
            return arith.addf(x, y)

        assert total.type == matrix
        assert 'iterator_types = ["parallel", "parallel"]' in str(total.owner)

        @linalg.reduce(result=[vector], inputs=[a], inits=[v], dimensions=[0])
        def reduced(x: f32, y: f32):
            return arith.addf(x, y)

        assert reduced.type == vector

        @linalg.map(result=[matrix], inputs=[a, a], init=a)
        def mapped(x: f32, y: f32, out: f32):
            return arith.mulf(x, y)

        assert str(mapped.owner).startswith("%mapped = linalg.map { arith.mulf } ins(%arg0, %arg0")
        with pytest.raises(ValueError, match="each parameter needs a type"):
            linalg.map(result=[matrix], inputs=[a], init=a)(lambda x: x)
        module.body.operations[0].regions[0].blocks[0].operations[3].erase()

    assert module.operation.verify()


def test_packing(module):
    @func.FuncOp.from_py_func(tensor_type(4, 16))
    def f(a):
        packed = linalg.pack(a, tensor.empty([2, 4, 2, 4], ir.F32Type.get()), [0, 1], [2, 4])
        assert "inner_tiles = [2, 4] into" in str(packed.owner)
        assert linalg.unpack(packed, a, [0, 1], [2, 4]).type == a.type

    assert module.operation.verify()


def test_bodies_that_do_not_follow_are_errors(module):
    i32 = ir.IntegerType.get_signless(32)

    @func.FuncOp.from_py_func(tensor_type(4, element=i32))
    def f(a):
        product = linalg.dot(a, a, outs=[tensor.empty([], i32)])
        with pytest.raises(ValueError, match=r"'linalg\.dot' has a body already"):
            linalg.fill_builtin_region(product.owner)
        with pytest.raises(ValueError, match=r"'arith\.constant' has no body"):
            linalg.fill_builtin_region(arith.constant(i32, 1).owner)
        with pytest.raises(ValueError, match="unsupported non numeric type"):
            linalg.exp(a, outs=[a])
