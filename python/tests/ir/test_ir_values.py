"""Values: types, owners, uses, replacement."""

import pytest
from mlir_api import ir


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as ctx, ir.Location.unknown():
        ctx.allow_unregistered_dialects = True
        yield ctx


TEXT = """\
"test.op"() ({
^bb0(%a: i32):
  %0:2 = "test.make"(%a) : (i32) -> (i32, f32)
  "test.use"(%0#0, %0#1) : (i32, f32) -> ()
  "test.use"(%0#0, %a) : (i32, i32) -> ()
}) : () -> ()
"""


@pytest.fixture
def block():
    module = ir.Module.parse(TEXT)
    block = module.body.operations[0].regions[0].blocks[0]
    yield block
    del module


def test_results(block):
    make = block.operations[0]
    first, second = make.results
    assert isinstance(first, ir.OpResult)
    assert isinstance(first, ir.Value)
    assert first.result_number == 0
    assert second.result_number == 1
    assert first.owner == make
    assert str(second.type) == "f32"
    assert isinstance(second.type, ir.F32Type)
    assert ir.Value(first) == first
    assert ir.OpResult(first) == first
    assert type(ir.Value(first).maybe_downcast()) is ir.OpResult
    with pytest.raises(ValueError, match="Cannot cast value to BlockArgument"):
        ir.BlockArgument(first)


def test_arguments(block):
    argument = block.arguments[0]
    assert isinstance(argument, ir.BlockArgument)
    assert argument.owner == block
    assert argument.arg_number == 0
    assert type(argument.maybe_downcast()) is ir.BlockArgument
    with pytest.raises(ValueError, match="Cannot cast value to OpResult"):
        ir.OpResult(argument)


def test_print(block):
    assert str(block.arguments[0]) == "BlockArgument(<block argument> of type 'i32' at index: 0)"
    assert str(block.operations[0].results[0]).startswith('OpResult(%0:2 = "test.make"')


def test_equality_and_hash(block):
    make = block.operations[0]
    assert make.results[0] == block.operations[0].results[0]
    assert make.results[0] != make.results[1]
    assert make.results[0] != 0
    assert hash(make.results[0]) == hash(block.operations[0].results[0])
    assert len({make.results[0], make.results[1], block.operations[0].results[0]}) == 2


def test_uses(block):
    make, one, two = block.operations
    uses = list(make.results[0].uses)
    assert {use.owner.operation for use in uses} == {one.operation, two.operation}
    assert all(use.operand_number == 0 for use in uses)
    assert sorted(use.operand_number for use in block.arguments[0].uses) == [0, 1]
    assert next(iter(make.results[1].uses)).owner == one


def test_location(block):
    assert isinstance(block.operations[0].results[0].location, ir.FileLineColLoc)
    assert isinstance(block.arguments[0].location, ir.FileLineColLoc)


def test_set_type(block):
    result = block.operations[0].results[1]
    result.set_type(ir.IndexType.get())
    assert result.type == ir.IndexType.get()


def test_replace_all_uses(block):
    make, one, _two = block.operations
    make.results[0].replace_all_uses_with(block.arguments[0])
    assert list(make.results[0].uses) == []
    assert one.operands[0] == block.arguments[0]


def test_replace_all_uses_except(block):
    make, one, two = block.operations
    make.results[0].replace_all_uses_except(block.arguments[0], one.operation)
    assert one.operands[0] == make.results[0]
    assert two.operands[0] == block.arguments[0]
    block.arguments[0].replace_all_uses_except(make.results[0], [make.operation])
    assert make.operands[0] == block.arguments[0]
    assert list(two.operands) == [make.results[0]] * 2


def test_context(block, context):
    assert block.arguments[0].context is context


def test_dump_prints_to_stderr(block, capfd):
    block.arguments[0].dump()
    assert "block argument" in capfd.readouterr().err
