"""Walks over operations."""

import pytest
from mlir_api import ir

TEXT = """\
"test.outer"() ({
  "test.inner"() ({
    "test.leaf"() : () -> ()
  }) : () -> ()
  "test.leaf"() : () -> ()
}) : () -> ()
"""


@pytest.fixture
def module():
    with ir.Context() as ctx, ir.Location.unknown():
        ctx.allow_unregistered_dialects = True
        yield ir.Module.parse(TEXT)


def walked(module, decide=lambda op: ir.WalkResult.ADVANCE, *order):
    names = []

    def callback(op):
        names.append(op.name)
        return decide(op)

    module.operation.walk(callback, *order)
    return names


def test_orders(module):
    post = ["test.leaf", "test.inner", "test.leaf", "test.outer", "builtin.module"]
    assert walked(module) == post
    assert walked(module, lambda op: ir.WalkResult.ADVANCE, ir.WalkOrder.POST_ORDER) == post
    assert walked(module, lambda op: ir.WalkResult.ADVANCE, ir.WalkOrder.PRE_ORDER) == [
        "builtin.module",
        "test.outer",
        "test.inner",
        "test.leaf",
        "test.leaf",
    ]


def test_callback_gets_operations(module):
    kinds = set()
    module.operation.walk(lambda op: kinds.add(type(op)) or ir.WalkResult.ADVANCE)
    assert kinds == {ir.Operation}


def test_interrupt(module):
    def decide(op):
        return ir.WalkResult.INTERRUPT if op.name == "test.inner" else ir.WalkResult.ADVANCE

    assert walked(module, decide) == ["test.leaf", "test.inner"]


def test_skip(module):
    def decide(op):
        return ir.WalkResult.SKIP if op.name == "test.inner" else ir.WalkResult.ADVANCE

    assert walked(module, decide, ir.WalkOrder.PRE_ORDER) == [
        "builtin.module",
        "test.outer",
        "test.inner",
        "test.leaf",
    ]


def test_an_exception_ends_the_walk(module):
    seen = []

    def callback(op):
        seen.append(op.name)
        raise ValueError("no more")

    with pytest.raises((ValueError, RuntimeError), match="no more"):
        module.operation.walk(callback)
    assert seen == ["test.leaf"]


def test_walk_of_one_class(module):
    seen = []
    module.operation.walk(lambda op: seen.append(op.name) or ir.WalkResult.ADVANCE, op_class=ir.OpView)
    assert seen == [] or len(seen) == 5


def test_operations_of_a_type(module):
    assert [op.name for op in ir.get_ops_of_type(module)] == [
        "test.leaf",
        "test.inner",
        "test.leaf",
        "test.outer",
        "builtin.module",
    ]


def test_parents_of_a_type(module):
    leaf = module.body.operations[0].regions[0].blocks[0].operations[1]
    assert ir.get_parent_of_type(leaf, ir.OpView) == module.body.operations[0]
    with pytest.raises(TypeError):
        ir.get_parent_of_type(leaf, int)
