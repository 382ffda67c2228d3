"""Blocks and regions: create, arguments, successors, order."""

import pytest
from mlir_api import UPSTREAM, ir


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as ctx, ir.Location.unknown():
        ctx.allow_unregistered_dialects = True
        yield ctx


def i32():
    return ir.IntegerType.get_signless(32)


BRANCHES = """\
"test.op"() ({
^bb0(%a: i32, %b: f32):
  "test.br"()[^bb1, ^bb2] : () -> ()
^bb1:
  "test.br"()[^bb2] : () -> ()
^bb2:
  "test.end"() : () -> ()
}) : () -> ()
"""


@pytest.fixture
def blocks():
    module = ir.Module.parse(BRANCHES)
    region = module.body.operations[0].regions[0]
    return module, region


def test_block_list(blocks):
    _, region = blocks
    assert len(region.blocks) == 3
    assert region.blocks[-1] == region.blocks[2]
    assert [len(block.operations) for block in region.blocks] == [1, 1, 1]
    assert [block == region.blocks[at] for at, block in enumerate(region)] == [True] * 3
    with pytest.raises(IndexError, match="attempt to access out of bounds block"):
        region.blocks[3]


def test_arguments(blocks):
    _, region = blocks
    block = region.blocks[0]
    assert len(block.arguments) == 2
    assert [str(ty) for ty in block.arguments.types] == ["i32", "f32"]
    assert block.arguments[1].arg_number == 1
    assert block.arguments[1].owner == block
    assert list(block.arguments[1:]) == [block.arguments[1]]
    assert block.arguments + block.arguments[:1] == [*block.arguments, block.arguments[0]]
    with pytest.raises(IndexError):
        block.arguments[2]


def test_changing_arguments(blocks):
    _, region = blocks
    block = region.blocks[1]
    added = block.add_argument(i32(), ir.Location.name("arg"))
    assert isinstance(added, ir.BlockArgument)
    assert added.location == ir.Location.name("arg")
    added.set_type(ir.F32Type.get())
    assert added.type == ir.F32Type.get()
    added.set_location(ir.Location.name("new"))
    assert added.location == ir.Location.name("new")
    block.erase_argument(0)
    assert len(block.arguments) == 0


def test_owner_and_region(blocks):
    module, region = blocks
    block = region.blocks[0]
    assert block.owner == module.body.operations[0]
    assert block.region == region
    assert region.owner == module.body.operations[0]
    assert block != region.blocks[1]
    assert block != 1
    assert hash(block) == hash(region.blocks[0])


def test_successors_and_predecessors(blocks):
    _, region = blocks
    first, second, third = region.blocks
    assert list(first.successors) == [second, third]
    assert list(third.predecessors) == [first, second] or list(third.predecessors) == [second, first]
    assert len(third.predecessors) == 2
    assert len(first.predecessors) == 0
    assert third.predecessors[0] in (first, second)
    assert first.successors + second.successors == [second, third, third]
    assert len(third.predecessors + second.predecessors) == 3
    branch = first.operations[0]
    assert list(branch.successors) == [second, third]
    branch.successors[0] = third
    assert list(branch.successors) == [third, third]
    with pytest.raises(IndexError):
        branch.successors[2]


def test_operations(blocks):
    _, region = blocks
    block = region.blocks[0]
    assert len(block.operations) == 1
    assert block.operations[0].name == "test.br"
    assert block.operations[-1].name == "test.br"
    assert [op.name for op in block] == ["test.br"]
    assert [op.name for op in block.operations] == ["test.br"]
    with pytest.raises(IndexError, match="attempt to access out of bounds operation"):
        block.operations[1]


def test_print(blocks):
    _, region = blocks
    assert str(
        region.blocks[2]
    ).strip() == '^bb2:  // 2 preds: ^bb0, ^bb1\n  "test.end"() : () -> ()' or "test.end" in str(
        region.blocks[2]
    )


def test_create_blocks():
    op = ir.Operation.create("test.op", regions=1)
    region = op.regions[0]
    middle = ir.Block.create_at_start(region, [i32(), ir.F32Type.get()])
    first = middle.create_before(ir.F32Type.get())
    last = middle.create_after(i32(), arg_locs=[ir.Location.name("x")])
    assert list(region.blocks) == [first, middle, last]
    assert [str(ty) for ty in middle.arguments.types] == ["i32", "f32"]
    assert last.arguments[0].location == ir.Location.name("x")
    start = ir.Block.create_at_start(region, arg_types=[i32()], arg_locs=[ir.Location.name("y")])
    assert region.blocks[0] == start
    end = region.blocks.append(i32(), arg_locs=[ir.Location.name("z")])
    assert region.blocks[-1] == end
    with pytest.raises(ValueError, match=r"Expected 1 locations, got: 2|Expected .* locations"):
        ir.Block.create_at_start(region, [i32()], [ir.Location.unknown()] * 2)


def test_append_to():
    first = ir.Operation.create("test.first", regions=1)
    second = ir.Operation.create("test.second", regions=1)
    block = ir.Block.create_at_start(first.regions[0], [i32()])
    block.append(ir.Operation.create("test.inner"))
    block.append_to(second.regions[0])
    assert len(first.regions[0].blocks) == 0
    assert second.regions[0].blocks[0] == block
    if not UPSTREAM:  # upstream still returns the first one
        assert block.owner.name == "test.second"


def test_append_moves_an_operation():
    first = ir.Operation.create("test.first", regions=1)
    second = ir.Operation.create("test.second", regions=1)
    source = ir.Block.create_at_start(first.regions[0], [])
    target = ir.Block.create_at_start(second.regions[0], [])
    op = ir.Operation.create("test.inner")
    source.append(op)
    target.append(op)
    assert len(source.operations) == 0
    assert op.parent == second
