"""Classes of values by their type, and operators on values, for test_dialects.py."""

import pytest

from tvmlike import ir
from tvmlike.dialects import arith, func


def casters():
    context.allow_unregistered_dialects = True
    f64, f16, i8 = ir.F64Type.get(), ir.F16Type.get(), ir.IntegerType.get_signless(8)
    parsed = ir.Module.parse("%0 = arith.constant 1.0 : f64\n%1 = arith.constant 1.0 : f16")
    block = parsed.body
    before = block.operations[0].result

    @ir.register_value_caster(ir.F64Type.static_typeid)
    class Double(ir.Value):
        __slots__ = ()

        def twice(self):
            return arith.addf(self, self)

    assert isinstance(before, Double)
    result, other = (op.result for op in block.operations)
    assert isinstance(result, Double)
    assert isinstance(result, ir.OpResult)
    assert type(result).__name__ == "Double"
    assert type(other) is ir.OpResult
    with ir.InsertionPoint(block):
        twice = result.twice()
        assert isinstance(twice, Double)
        assert type(arith.constant(i8, 1)) is ir.OpResult
        op = ir.Operation.create("app.op", operands=[twice], regions=1)
        assert isinstance(op.operands[0], Double)
        argument, half = op.regions[0].blocks.append(f64, f16).arguments
    assert isinstance(argument, Double)
    assert isinstance(argument, ir.BlockArgument)
    assert type(half) is ir.BlockArgument
    with pytest.raises(RuntimeError, match="Value caster is already registered"):
        ir.register_value_caster(f64.typeid)(Double)
    with pytest.raises(TypeError, match="expected a function or a class, got 4"):
        ir.register_value_caster(f16.typeid)(4)

    @ir.register_value_caster(f64.typeid, replace=True)
    class Other(ir.OpResult):
        pass

    assert isinstance(block.operations[0].result, Other)


def operators():
    from tvmlike.dialects import operators

    index, f32, i1 = ir.IndexType.get(), ir.F32Type.get(), ir.IntegerType.get_signless(1)
    module = ir.Module.create()
    with ir.InsertionPoint(module.body):

        @func.FuncOp.from_py_func(index, f32, i1)
        def compute(n, x, flag):
            assert isinstance(n, operators.ArithValue)
            total = 2 * n + 1 - n // 3
            scaled = -x / 2 + x % 1.5
            both = (total < n) & scaled.ne(0) | flag
            assert n == n
            assert hash(n) == hash(n)
            for wrong in (lambda: n + "text", lambda: x & x, lambda: n + 1.5):
                with pytest.raises(TypeError, match="unsupported operand"):
                    wrong()
            return total, scaled, both

    assert module.operation.verify()
    names = [op.operation.name for op in module.body.operations[0].entry_block]
    assert [name for name in names if name != "arith.constant"] == [
        f"arith.{name}" for name in "muli addi floordivsi subi negf divf remf addf cmpi cmpf andi ori".split()
    ] + ["func.return"]


with ir.Context() as context, ir.Location.unknown():
    casters()
    operators()
