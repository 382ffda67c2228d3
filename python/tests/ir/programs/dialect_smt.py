"""Solvers of smt: types, terms, quantifiers, and functions as bodies."""

from mlir.dialects import smt
from mlir.ir import Context, InsertionPoint, IntegerAttr, IntegerType, Location, Module, Type

with Context(), Location.unknown():
    assertion = smt.assert_
    print(smt.bool_t(), smt.bv_t(8), smt.IntType.get(), smt.bv_t(8) == Type.parse("!smt.bv<8>"))
    print(type(smt.bool_t()).__name__, isinstance(smt.bv_t(4), smt.BitVectorType))
    print(smt.IntPredicate.ge, smt.BVCmpPredicate.ult, [int(one) for one in smt.IntPredicate])
    module = Module.create()
    with InsertionPoint(module.body):

        @smt.solver
        def plain():
            one = smt.constant(True)
            a = smt.declare_fun(smt.bool_t())
            print(one.type, a.type, a.owner.name)
            assertion(smt.and_([one, a]))
            assertion(smt.or_([smt.not_(one), smt.xor([a, one])]))
            smt.set_logic("QF_BV")
            smt.push(1)
            smt.reset()
            smt.pop(1)

        print(plain.name, len(plain.regions[0].blocks[0].operations))

        @smt.solver(results=[IntegerType.get_signless(32)])
        def decides():
            from mlir.dialects import arith

            x, y = (smt.declare_fun(smt.IntType.get(), name_prefix=name) for name in "xy")
            two = smt.int_constant(IntegerAttr.get(IntegerType.get_signed(64), 2))
            total = smt.int_add([x, y, two])
            assertion(smt.int_cmp(smt.IntPredicate.lt, total, smt.int_mul([x, y])))
            assertion(smt.eq([x, y]))
            assertion(smt.distinct([x, two]))
            chosen = smt.ite(smt.eq([x, two]), x, y)
            print(chosen.type, total.owner.opview.inputs[2] == two)
            check = smt.CheckOp([IntegerType.get_signless(32)])
            for region, value in zip(check.regions, (1, 0, -1)):
                with InsertionPoint(region.blocks.append()):
                    smt.yield_([arith.constant(IntegerType.get_signless(32), value)])
            print(len(check.results), check.satRegion == check.regions[0])
            return check.results[0]

        print(decides.type)
    print(module.operation.get_asm(print_generic_op_form=True))
    print(module.operation.verify())
