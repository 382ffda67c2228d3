"""Constants, sums and comparisons of arith, by class and by function."""

from mlir.dialects import arith
from mlir.ir import (
    Attribute,
    Context,
    F32Type,
    FloatAttr,
    IndexType,
    InsertionPoint,
    IntegerAttr,
    IntegerType,
    Location,
    Module,
)

with Context(), Location.unknown():
    module = Module.create()
    i32, f32 = IntegerType.get_signless(32), F32Type.get()
    with InsertionPoint(module.body):
        two = arith.ConstantOp(i32, 2)
        print(two.type, two.value, two.literal_value, two.OPERATION_NAME)
        half = arith.ConstantOp(f32, 0.5)
        print(half.literal_value, half.value)
        print(arith.ConstantOp.create_index(7).literal_value)
        print(arith.constant(IndexType.get(), 3))
        print(arith.ConstantOp(i32, IntegerAttr.get(i32, 9)).type)
        total = arith.AddIOp(two.result, two)
        print(total.lhs == two.result, total.rhs.owner.name, total.result.type)
        print(arith.addi(total.result, two))
        flagged = arith.addi(total.result, two, overflow_flags=arith.IntegerOverflowFlags.nsw)
        print(flagged.owner.overflowFlags)
        print(flagged)
        product = arith.MulFOp(half.result, half, fastmath=arith.FastMathFlags.fast)
        print(product.fastmath)
        print(arith.cmpi(arith.CmpIPredicate.slt, total, two))
        less = arith.CmpFOp(arith.CmpFPredicate.OLT, half, product)
        print(less.predicate, less.result.type)
        print(arith.select(less, total.result, two))
        print(arith.extsi(IntegerType.get_signless(64), total))
        print(arith.sitofp(f32, total))
        wide = arith.AddUIExtendedOp(i32, IntegerType.get_signless(1), two, two)
        print(len(wide.results), wide.sum.type, wide.overflow.type)
        low, high = arith.mulsi_extended(two.result, two)
        print(low.type, high.result_number)
    print(module)
    print(module.operation.verify())

    print([str(case) for case in arith.CmpIPredicate][:4], int(arith.CmpIPredicate.uge))
    print(arith.CmpIPredicate.eq == 0, arith.FastMathFlags.nnan | arith.FastMathFlags.ninf)
    print(Attribute.parse("#arith.fastmath<nnan,ninf>"))
    try:
        arith.ConstantOp(i32, Attribute.parse('"text"')).literal_value
    except Exception as error:
        print(type(error).__name__)
    print(FloatAttr.get(f32, 0.5) == half.value)
