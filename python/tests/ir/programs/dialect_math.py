"""Functions of math and complex over scalars, vectors and tensors, with their flags."""

from mlir.dialects import arith, complex, func, math
from mlir.ir import (
    ArrayAttr,
    Attribute,
    ComplexType,
    Context,
    F32Type,
    F64Type,
    InsertionPoint,
    IntegerType,
    Location,
    MLIRError,
    Module,
    RankedTensorType,
    VectorType,
)

with Context(), Location.unknown():
    module = Module.create()
    f32, i32 = F32Type.get(), IntegerType.get_signless(32)
    vector, tensor = VectorType.get([4], f32), RankedTensorType.get([-(2**63), 2], F64Type.get())
    with InsertionPoint(module.body):

        @func.FuncOp.from_py_func(f32, vector, tensor, i32)
        def functions(x, v, t, n):
            for make in (math.absf, math.ceil, math.cos, math.exp2, math.log1p, math.rsqrt, math.tanh):
                print(make(x).type, make(v).type, make(t).type)
            root = math.SqrtOp(x, fastmath=arith.FastMathFlags.fast)
            print(root.operand == x, root.fastmath, root.result.type)
            fused = math.FmaOp(x, root, x)
            print(fused.a == x, fused.b == root.result, fused.c == x, fused.OPERATION_NAME)
            print(math.atan2(x, fused).type, math.powf(v, v).type, math.ipowi(n, n).type)
            print(math.ctlz(n).owner.name, math.ctpop(n).owner.opview.operand == n)
            flags = arith.FastMathFlags.nnan | arith.FastMathFlags.contract
            print(str(flags), math.ExpOp(x, fastmath=flags).fastmath)
            inverse = math.copysign(fused.result, x)
            print(math.isnan(inverse).type, math.isfinite(v).type)
            print([str(one.type) for one in math.SincosOp(x).results])
            return inverse

        kind = ComplexType.get(f32)

        @func.FuncOp.from_py_func(f32, f32, kind)
        def numbers(re, im, z):
            made = complex.CreateOp(kind, re, im)
            print(made.real == re, made.imaginary == im, made.complex.type)
            parts = ArrayAttr.get([Attribute.parse("1.0 : f32"), Attribute.parse("-2.5 : f32")])
            one = complex.ConstantOp(kind, parts)
            print(one.value, one.complex.type)
            total = complex.AddOp(made.complex, z, fastmath=arith.FastMathFlags.nnan)
            print(total.lhs == made.complex, total.rhs == z, total.fastmath)
            product = complex.mul(total.result, one)
            print(complex.AbsOp(product).result.type, complex.re(product).type, complex.im(product).type)
            for make in (complex.conj, complex.exp, complex.neg, complex.sqrt):
                print(make(product).owner.name, make(product).type)
            print(complex.eq(product, z).type, complex.NotEqualOp(product, z).result.type)
            return complex.div(product, z)

    print(module)
    print(module.operation.verify())
    with InsertionPoint.at_block_begin(module.body.operations[0].entry_block):
        arguments = module.body.operations[0].arguments
        wrong = math.FmaOp(arguments[0], arguments[0], arguments[0], results=[i32])
    try:
        wrong.verify()
    except MLIRError as error:
        print(error.error_diagnostics[0].message)
    wrong.operation.erase()
    print(str(Module.parse(str(module))) == str(module))
