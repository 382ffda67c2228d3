"""OpView and classes that inherit from it."""

import pytest
from mlir_api import UPSTREAM, ir


@pytest.fixture(autouse=True)
def x():
    with ir.Context() as ctx, ir.Location.unknown():
        ctx.allow_unregistered_dialects = True
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):
            yield ir.Operation.create("test.make", results=[ir.IntegerType.get_signless(32)]).result


class AddOp(ir.OpView):
    OPERATION_NAME = "test.add"
    _ODS_REGIONS = (0, True)

    def __init__(self, lhs, rhs, *, loc=None, ip=None):
        super().__init__(
            self.OPERATION_NAME,
            self._ODS_REGIONS,
            None,
            None,
            results=[lhs.type],
            operands=[lhs, rhs],
            attributes={"flag": ir.UnitAttr.get()},
            loc=loc,
            ip=ip,
        )

    @property
    def lhs(self):
        return self.operation.operands[0]


class RegionOp(ir.OpView):
    OPERATION_NAME = "test.region"
    _ODS_REGIONS = (1, True)


class SegmentsOp(ir.OpView):
    OPERATION_NAME = "test.segments"
    _ODS_REGIONS = (0, True)
    _ODS_OPERAND_SEGMENTS = (1, 0, -1)


def test_a_class_of_operations(x):
    add = AddOp(x, x)
    assert str(add).strip().endswith("{flag} : (i32, i32) -> i32")
    assert add.operation.name == "test.add"
    assert add.lhs == x
    assert isinstance(add, AddOp)
    assert isinstance(add, ir.OpView)
    assert len(add.results) == 1
    assert add.result == add.results[0]


def test_view_of_an_operation():
    op = ir.Operation.create("test.x")
    view = ir.OpView(op)
    assert view.operation == op
    assert view == op


def test_build_generic():
    made = RegionOp.build_generic(results=[], operands=[], attributes={"a": ir.UnitAttr.get()})
    assert len(made.regions) == 1
    assert "a" in made.attributes


@pytest.mark.skipif(UPSTREAM, reason="this version of upstream refuses the argument")
def test_number_of_regions():
    with pytest.raises(
        ValueError, match=r'Operation "test.region" requires a minimum of 1 regions|requires .* regions'
    ):
        RegionOp.build_generic(results=[], regions=0)
    with pytest.raises(
        ValueError, match=r'Operation "test.region" requires a maximum of 1 regions|requires .* regions'
    ):
        RegionOp.build_generic(results=[], regions=2)


def test_segments(x):
    made = SegmentsOp.build_generic(results=[], operands=[x, None, [x, x]])
    assert str(made.attributes["operandSegmentSizes"]) == "array<i32: 1, 0, 2>"
    assert len(made.operands) == 3
    with pytest.raises(ValueError, match=r"requires 3 ?operand segments but was provided 1"):
        SegmentsOp.build_generic(results=[], operands=[x])


def test_parse():
    made = RegionOp.parse('"test.region"() ({}) : () -> ()')
    assert made.operation.name == "test.region"
    with pytest.raises(ir.MLIRError, match=r"Expected a 'test.region' op, got: 'test.other'"):
        RegionOp.parse('"test.other"() : () -> ()')
