"""Insertion points: where operations are created."""

import pytest
from mlir_api import ir


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as ctx, ir.Location.unknown():
        ctx.allow_unregistered_dialects = True
        yield ctx


@pytest.fixture
def body():
    module = ir.Module.parse('"test.a"() : () -> ()\n"test.b"() : () -> ()')
    yield module.body
    del module


def names(block):
    return [op.name for op in block.operations]


def test_at_the_end(body):
    point = ir.InsertionPoint(body)
    assert point.block == body
    assert point.ref_operation is None
    point.insert(ir.Operation.create("test.x"))
    assert names(body) == ["test.a", "test.b", "test.x"]


def test_before_and_after(body):
    first, second = body.operations
    point = ir.InsertionPoint(second)
    assert point.ref_operation == second
    point.insert(ir.Operation.create("test.x"))
    ir.InsertionPoint(beforeOperation=first).insert(ir.Operation.create("test.w"))
    ir.InsertionPoint.after(second).insert(ir.Operation.create("test.y"))
    ir.InsertionPoint.after(first).insert(ir.Operation.create("test.v"))
    assert names(body) == ["test.w", "test.a", "test.v", "test.x", "test.b", "test.y"]


def test_at_the_begin(body):
    ir.InsertionPoint.at_block_begin(body).insert(ir.Operation.create("test.x"))
    assert names(body) == ["test.x", "test.a", "test.b"]


def test_at_the_terminator():
    module = ir.Module.parse('"test.op"() ({ "test.a"() : () -> () }) : () -> ()')
    block = module.body.operations[0].regions[0].blocks[0]
    with pytest.raises(ValueError, match=r"Block has no terminator|Block does not have a terminator"):
        ir.InsertionPoint.at_block_terminator(block)


def test_current(body):
    with pytest.raises(ValueError, match="No current InsertionPoint"):
        ir.InsertionPoint.current
    with ir.InsertionPoint(body) as point:
        assert ir.InsertionPoint.current is point
        ir.Operation.create("test.x")
        with ir.InsertionPoint.at_block_begin(body):
            ir.Operation.create("test.y")
        ir.Operation.create("test.z")
    assert names(body) == ["test.y", "test.a", "test.b", "test.x", "test.z"]
    with pytest.raises(ValueError, match="No current InsertionPoint"):
        ir.InsertionPoint.current


def test_passed(body):
    ir.Operation.create("test.x", ip=ir.InsertionPoint.at_block_begin(body))
    with ir.InsertionPoint(body):
        ir.Operation.create("test.detached", ip=False)
        ir.Operation.create("test.y")
    assert names(body) == ["test.x", "test.a", "test.b", "test.y"]


def test_order_of_inserted_operations(body):
    point = ir.InsertionPoint(body.operations[0])
    with point:
        for name in ("test.x", "test.y"):
            ir.Operation.create(name)
    assert names(body) == ["test.x", "test.y", "test.a", "test.b"]


def test_an_inserted_operation_cannot_be_inserted_again(body):
    with pytest.raises(ValueError, match="Attempt to insert operation that is already attached"):
        ir.InsertionPoint(body).insert(body.operations[0])


def test_an_insertion_point_makes_its_context_current(body, context):
    point = ir.InsertionPoint(body)
    with ir.Context(), point:
        assert ir.Context.current is context


def test_a_location_of_an_outer_context_is_not_used():
    with ir.Context(), ir.Location.unknown(), ir.Context() as ctx:
        ctx.allow_unregistered_dialects = True
        with pytest.raises(RuntimeError, match="requires a Location"):
            ir.Operation.create("test.op")
        with pytest.raises(RuntimeError, match="requires a Location"):
            ir.Module.create()
        with ir.Location.unknown():
            assert ir.Operation.create("test.op").context == ctx
