"""Operations on tensors and on complex numbers by class and function: tosa and complex."""

from mlir.dialects import arith, complex, func, tosa
from mlir.ir import (
    ArrayAttr,
    ComplexType,
    Context,
    F32Type,
    FloatAttr,
    InsertionPoint,
    IntegerType,
    Location,
    Module,
    RankedTensorType,
)

with Context(), Location.unknown():
    module = Module.create()
    f32, i32 = F32Type.get(), IntegerType.get_signless(32)
    tensor = RankedTensorType.get([2, 3], f32)
    number = ComplexType.get(f32)
    with InsertionPoint(module.body):

        @func.FuncOp.from_py_func(tensor, tensor)
        def tensors(a, b):
            total = tosa.add(tensor, a, b)
            print(total.type, total.owner.name, tosa.AddOp(tensor, a, b).input1 == a)
            print(tosa.tanh(tensor, total).type, tosa.NegateOp.OPERATION_NAME)
            limited = tosa.ClampOp(tensor, total, FloatAttr.get(f32, 0.0), FloatAttr.get(f32, 6.0))
            print(limited.min_val, limited.max_val, limited.nan_mode)
            flags = RankedTensorType.get([2, 3], IntegerType.get_signless(1))
            same = tosa.cast(flags, a)
            print(tosa.SelectOp(tensor, same, a, b).operands[1] == a, tosa.logical_not(flags, same).type)
            turned = tosa.TransposeOp(RankedTensorType.get([3, 2], f32), a, [1, 0])
            print(turned.perms)
            print(tosa.cast(RankedTensorType.get([2, 3], i32), a).type)
            return limited

        @func.FuncOp.from_py_func(number, f32)
        def numbers(x, real):
            made = complex.create_(number, real, real)
            print(made.type, made.owner.name)
            print(complex.re(made).type, complex.ImOp(made).imaginary.type)
            product = complex.mul(made, complex.AddOp(x, made))
            print(product.owner.opview.lhs == made, product.owner.opview.fastmath)
            fast = complex.DivOp(product, x, fastmath=arith.FastMathFlags.nnan | arith.FastMathFlags.ninf)
            print(fast.fastmath, complex.abs(fast).type, complex.eq(x, made).type)
            constant = complex.ConstantOp(
                number, ArrayAttr.get([FloatAttr.get(f32, 1), FloatAttr.get(f32, -1)])
            )
            print(constant.value, constant.complex.type)
            return complex.exp(complex.conj(constant.complex))

    print(module.operation.get_asm(print_generic_op_form=True))
    print(module.operation.verify())
