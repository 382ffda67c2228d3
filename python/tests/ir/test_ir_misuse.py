"""Programs that misuse the API. Upstream's bindings crash or read freed memory; here it is an error."""

import gc

import pytest
from mlir_api import UPSTREAM, ir

pytestmark = pytest.mark.skipif(UPSTREAM, reason="upstream crashes")


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as ctx, ir.Location.unknown():
        ctx.allow_unregistered_dialects = True
        yield ctx


def i32():
    return ir.IntegerType.get_signless(32)


TEXT = """\
"test.outer"() ({
^bb0(%a: i32):
  %0 = "test.make"(%a) : (i32) -> i32
  "test.use"(%0) : (i32) -> ()
}) : () -> ()
"""


def test_an_operation_keeps_its_module_alive():
    use = ir.Module.parse(TEXT).body.operations[0].regions[0].blocks[0].operations[1]
    gc.collect()
    assert use.operands[0].owner.name == "test.make"
    assert use.parent.name == "test.outer"


def test_everything_keeps_its_module_alive():
    block = ir.Module.parse(TEXT).body.operations[0].regions[0].blocks[0]
    argument, operations, region = block.arguments[0], block.operations, block.region
    uses = argument.uses
    del block
    gc.collect()
    assert str(argument.type) == "i32"
    assert len(operations) == 2
    assert region.owner.name == "test.outer"
    assert next(uses).owner.name == "test.make"


def test_an_erased_operation():
    module = ir.Module.parse('"test.a"() {x} : () -> ()')
    op = module.body.operations[0]
    attributes, results = op.attributes, op.results
    op.erase()
    for use in (
        lambda: op.name,
        lambda: str(op),
        lambda: op.attributes["x"],
        lambda: attributes["x"],
        lambda: len(results),
        lambda: op.erase(),
        lambda: op.clone(),
        lambda: op.move_before(op),
        lambda: ir.InsertionPoint(op),
        lambda: module.body.append(op),
        lambda: op.walk(lambda op: ir.WalkResult.ADVANCE),
        lambda: op.verify(),
    ):
        with pytest.raises(RuntimeError, match=r"operation `test.a` .*erased"):
            use()


def test_values_of_an_erased_operation():
    module = ir.Module.parse('%0 = "test.a"() : () -> i32')
    op = module.body.operations[0]
    value = op.result
    op.erase()
    with pytest.raises(RuntimeError, match=r"result 0 of `test.a` .*erased"):
        value.type
    with pytest.raises(RuntimeError, match="erased"):
        ir.Operation.create("test.b", operands=[value])
    with pytest.raises(RuntimeError, match="erased"):
        list(value.uses)


def test_parts_of_an_erased_operation():
    module = ir.Module.parse(TEXT)
    outer = module.body.operations[0]
    region = outer.regions[0]
    block = region.blocks[0]
    argument, inner = block.arguments[0], block.operations[0]
    outer.erase()
    for use in (
        lambda: len(region.blocks),
        lambda: len(block.operations),
        lambda: block.owner,
        lambda: argument.type,
        lambda: inner.name,
        lambda: list(block),
        lambda: block.append(ir.Operation.create("test.x")),
        lambda: ir.InsertionPoint(block).insert(ir.Operation.create("test.x")),
    ):
        with pytest.raises(RuntimeError, match="erased"):
            use()


def test_an_operation_whose_results_are_used():
    module = ir.Module.parse('%0 = "test.a"() : () -> i32\n"test.b"(%0) : (i32) -> ()')
    with pytest.raises(ValueError, match="use"):
        module.body.operations[0].erase()
    assert len(module.body.operations) == 2


def test_users_of_a_dropped_detached_operation():
    module = ir.Module.create()
    make = ir.Operation.create("test.make", results=[i32()])
    module.body.append(ir.Operation.create("test.use", operands=[make.result]))
    del make
    gc.collect()
    assert str(module.body.operations[0].operands[0].type) == "i32"


def test_indices_out_of_range():
    module = ir.Module.parse(TEXT)
    use = module.body.operations[0].regions[0].blocks[0].operations[1]
    with pytest.raises(IndexError):
        use.operands[1] = use.operands[0]
    with pytest.raises(IndexError):
        use.attributes[0]
    with pytest.raises(IndexError):
        ir.TupleType.get_tuple([i32()]).get_type(1)
    with pytest.raises(IndexError):
        ir.Type.parse("tensor<2xf32>").get_dim_size(1)
    with pytest.raises(IndexError):
        use.parent.regions[0].blocks[0].erase_argument(1)


def test_used_arguments_cannot_be_erased():
    block = ir.Module.parse(TEXT).body.operations[0].regions[0].blocks[0]
    with pytest.raises(ValueError, match="use"):
        block.erase_argument(0)


def test_an_operation_cannot_be_moved_into_itself():
    outer = ir.Module.parse(TEXT).body.operations[0]
    block = outer.regions[0].blocks[0]
    for move in (
        lambda: block.append(outer),
        lambda: outer.move_before(block.operations[0]),
        lambda: outer.move_after(block.operations[0]),
        lambda: block.append_to(block.region),
    ):
        try:
            move()
        except ValueError:
            pass
    assert outer.regions[0].blocks[0].owner == outer


def test_contexts_do_not_mix(context):
    module = ir.Module.parse(TEXT)
    with ir.Context() as other, ir.Location.unknown():
        other.allow_unregistered_dialects = True
        make = ir.Operation.create("test.make", results=[i32()])
        theirs = (i32(), ir.UnitAttr.get(), ir.Location.unknown(), ir.AffineExpr.get_dim(0))
    ty, attribute, location, expr = theirs
    for use in (
        lambda: ir.FunctionType.get([ty], []),
        lambda: ir.ArrayAttr.get([attribute]),
        lambda: ir.Location.fused([location, ir.Location.unknown()]),
        lambda: ir.AffineMap.get(1, 0, [expr]),
        lambda: ir.AffineExpr.get_dim(0) + expr,
        lambda: ir.RankedTensorType.get([2], i32(), attribute),
        lambda: ir.Operation.create("test.x", results=[ty]),
        lambda: ir.Operation.create("test.x", operands=[make.result]),
        lambda: ir.Operation.create("test.x", attributes={"a": attribute}),
        lambda: module.body.append(make),
        lambda: module.body.operations[0].attributes.__setitem__("a", attribute),
        lambda: module.body.operations[0].move_before(make),
    ):
        with pytest.raises(ValueError, match="another context"):
            use()
    assert make.name == "test.make"


def test_a_callback_may_erase_what_it_visits():
    module = ir.Module.parse('"test.a"() : () -> ()\n"test.b"() : () -> ()\n"test.c"() : () -> ()')

    def visit(op):
        if op.name != "builtin.module":
            op.erase()
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    assert len(module.body.operations) == 0


def test_a_callback_may_erase_what_is_inside():
    module = ir.Module.parse(TEXT)
    seen = []

    def visit(op):
        seen.append(op.name)
        if op.name == "test.outer":
            for inner in reversed(list(op.regions[0].blocks[0].operations)):
                inner.erase()
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    assert seen == ["builtin.module", "test.outer"]


def test_a_callback_that_erases_the_next_operation_ends_the_walk():
    module = ir.Module.parse('"test.a"() : () -> ()\n"test.b"() : () -> ()')

    def visit(op):
        if op.name == "test.a":
            module.body.operations[1].erase()
        return ir.WalkResult.ADVANCE

    with pytest.raises(RuntimeError, match=r"operation `test.b` .*erased"):
        module.operation.walk(visit)
    assert len(module.body.operations) == 1


def test_an_iterator_survives_the_erasure_of_the_present_operation():
    module = ir.Module.parse('"test.a"() : () -> ()\n"test.b"() : () -> ()\n"test.c"() : () -> ()')
    for op in module.body.operations:
        op.erase()
    assert len(module.body.operations) == 0


def test_handlers_may_use_the_context(context):
    seen = []

    def handler(diagnostic):
        seen.append(str(ir.Module.parse('"test.a"() : () -> ()').body.operations[0]))
        return True

    with context.attach_diagnostic_handler(handler):
        ir.Location.unknown().emit_error("x")
    assert seen == ['"test.a"() : () -> ()']


def test_a_handler_outlives_its_context():
    ctx = ir.Context()
    handler = ctx.attach_diagnostic_handler(lambda d: True)
    del ctx
    gc.collect()
    handler.detach()


def test_a_context_lives_as_long_as_its_handles():
    def make():
        with ir.Context(), ir.Location.name("x"):
            return ir.Type.parse("tensor<2xf32>"), ir.Attribute.parse("[1, 2]"), ir.Location.current

    ty, attribute, location = make()
    gc.collect()
    assert (str(ty), len(attribute), location.name_str) == ("tensor<2xf32>", 2, "x")


def test_a_detached_operation_can_be_dropped_in_any_order():
    outer = ir.Operation.create("test.outer", regions=1)
    block = ir.Block.create_at_start(outer.regions[0], [])
    inner = ir.Operation.create("test.inner")
    block.append(inner)
    del outer, block
    gc.collect()
    assert inner.parent.name == "test.outer"
    inner.detach_from_parent()
    gc.collect()
    assert inner.name == "test.inner"
    assert not inner.attached


def test_a_detached_operation_outlives_its_module():
    module = ir.Module.parse('"test.a"() : () -> ()')
    op = module.body.operations[0]
    op.detach_from_parent()
    del module
    gc.collect()
    assert op.name == "test.a"


def test_scopes_that_overlap():
    first, second = ir.Context(), ir.Context()
    first.__enter__()
    second.__enter__()
    with pytest.raises(RuntimeError, match="scope"):
        first.__exit__(None, None, None)
    second.__exit__(None, None, None)
    first.__exit__(None, None, None)


@pytest.mark.parametrize("wrong", [None, 1, "x", object()])
def test_wrong_arguments(wrong):
    module = ir.Module.parse(TEXT)
    for use in (
        lambda: module.body.append(wrong),
        lambda: ir.InsertionPoint(wrong),
        lambda: ir.SymbolTable(wrong),
        lambda: module.operation.walk(wrong),
        lambda: ir.Type(wrong),
        lambda: ir.Operation.create("x", results=[wrong]),
        lambda: ir.RankedTensorType.get([2], wrong),
    ):
        with pytest.raises((TypeError, ValueError)):
            use()


def test_names_that_are_no_names():
    for name in ("", "a\0b", "x" * 100_000):
        assert ir.Operation.create(name).name == name


def test_huge_numbers():
    with pytest.raises(OverflowError):
        ir.IntegerType.get_signless(2**40)
    with pytest.raises(ValueError, match="integer bitwidth"):
        ir.IntegerType.get_signless(2**25)
    with pytest.raises((ValueError, OverflowError)):
        ir.RankedTensorType.get([2**63], i32())
    with pytest.raises(ValueError, match=r"."):
        ir.IntegerAttr.get(ir.IntegerType.get_signless(8), 2**70)


def test_broken_text():
    for text in ("module {", '"a', "%0 =", "#x = #x", "dense<1> : tensor<", "{-#", "((((", "!!", "^bb0:"):
        with pytest.raises(ir.MLIRError):
            ir.Module.parse(text)
    with pytest.raises(ir.MLIRError):
        ir.Module.parse(b'"a"() {b = "\xff} : () -> ()')
