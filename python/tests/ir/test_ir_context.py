"""Contexts: what is current, registered dialects and operations, switches."""

import threading

import pytest
from mlir_api import UPSTREAM, ir


def test_a_context_is_current_while_it_is_entered():
    assert ir.Context.current is None
    with ir.Context() as outer:
        assert ir.Context.current is outer
        with ir.Context() as inner:
            assert ir.Context.current is inner
        assert ir.Context.current is outer
    assert ir.Context.current is None


def test_an_exception_leaves_the_context():
    with pytest.raises(KeyError), ir.Context():
        raise KeyError("x")
    assert ir.Context.current is None


def test_each_thread_has_its_own_context():
    seen = []
    with ir.Context():
        thread = threading.Thread(target=lambda: seen.append(ir.Context.current))
        thread.start()
        thread.join()
    assert seen == [None]


def test_a_location_makes_its_context_current():
    ctx = ir.Context()
    with ir.Location.unknown(ctx) as location:
        assert ir.Context.current is ctx
        assert ir.Location.current is location
    assert ir.Context.current is None
    assert ir.Location.current is None


def test_another_context_hides_location_and_insertion_point():
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):
            with ir.Context():
                assert ir.Location.current is None
                with pytest.raises(ValueError, match="No current InsertionPoint"):
                    ir.InsertionPoint.current
            assert ir.InsertionPoint.current.block == module.body


def test_the_same_context_keeps_location_and_insertion_point():
    with ir.Context() as ctx, ir.Location.name("here") as location, ctx:
        assert ir.Location.current == location


def test_a_thing_names_its_context():
    with ir.Context() as ctx, ir.Location.unknown():
        module = ir.Module.create()
        assert ir.IntegerType.get_signless(32).context is ctx
        assert ir.Attribute.parse("1 : i32").context is ctx
        assert ir.Location.unknown().context is ctx
        assert ir.AffineExpr.get_dim(0).context is ctx
        assert ir.AffineMap.get_identity(2).context is ctx
        assert module.context is ctx
        assert module.operation.context is ctx


def test_functions_need_a_context():
    with pytest.raises(RuntimeError, match="requires a Context"):
        ir.IntegerType.get_signless(32)
    with pytest.raises(RuntimeError, match="requires a Context"):
        ir.Location.unknown()
    with pytest.raises(RuntimeError, match="requires a Context"):
        ir.Type.parse("i32")


def test_functions_need_a_location():
    with ir.Context(), pytest.raises(RuntimeError, match="requires a Location"):
        ir.Module.create()


def test_a_context_can_be_passed():
    ctx = ir.Context()
    assert ir.IntegerType.get_signless(8, context=ctx).context is ctx
    assert ir.Type.parse("f32", ctx).context is ctx
    with ir.Context():
        assert ir.F32Type.get(ctx).context is ctx


def test_unregistered_operations_are_refused_by_default():
    with ir.Context() as ctx, ir.Location.unknown():
        assert ctx.allow_unregistered_dialects is False
        with pytest.raises(ir.MLIRError, match=r"allow-unregistered-dialect|unregistered|allowUnregistered"):
            ir.Module.parse('"custom.op"() : () -> ()')
        ctx.allow_unregistered_dialects = True
        assert ctx.allow_unregistered_dialects is True
        ir.Module.parse('"custom.op"() : () -> ()')


def test_registered_operations():
    ctx = ir.Context()
    assert ctx.is_registered_operation("builtin.module")
    assert ctx.is_registered_operation("builtin.unrealized_conversion_cast")
    assert not ctx.is_registered_operation("builtin.mouse")
    assert not ctx.is_registered_operation("nobody.knows")


def test_dialects():
    ctx = ir.Context()
    assert ctx.is_dialect_loaded("builtin")
    assert not ctx.is_dialect_loaded("nobody")
    assert ctx.get_dialect_descriptor("builtin").namespace == "builtin"
    with pytest.raises(ValueError, match="Dialect 'nobody' not found"):
        ctx.get_dialect_descriptor("nobody")
    assert ctx.dialects["builtin"].descriptor.namespace == "builtin"
    assert ctx.d.builtin.descriptor.namespace == "builtin"
    with pytest.raises(IndexError, match="Dialect 'nobody' not found"):
        ctx.dialects["nobody"]
    with pytest.raises(AttributeError, match="Dialect 'nobody' not found"):
        ctx.d.nobody
    ctx.load_all_available_dialects()
    ctx.append_dialect_registry(ir.DialectRegistry())


def test_switches():
    ctx = ir.Context()
    assert ctx.emit_error_diagnostics is False
    ctx.emit_error_diagnostics = True
    assert ctx.emit_error_diagnostics is True
    ctx.enable_multithreading(False)
    assert ctx.get_num_threads() == 1
    ctx.enable_multithreading(True)
    assert ctx.get_num_threads() >= 1


def test_contexts_with_arguments():
    assert ir.Context(load_on_create_dialects=["builtin"]).is_dialect_loaded("builtin")
    with pytest.raises((ValueError, IndexError), match="Dialect 'nobody' not found"):
        ir.Context(load_on_create_dialects=["nobody"])


def test_a_subclass_of_context():
    class Mine(ir.Context):
        def __init__(self):
            super().__init__()
            self.allow_unregistered_dialects = True

    with Mine() as ctx:
        assert isinstance(ctx, ir.Context)
        assert ir.Context.current is ctx
        assert type(ir.Type.parse("i1").context) is Mine


def test_thread_pools():
    pool = ir.ThreadPool()
    assert pool.get_max_concurrency() >= 1
    ctx = ir.Context()
    ctx.enable_multithreading(False)
    ctx.set_thread_pool(pool)
    assert ctx.get_num_threads() == pool.get_max_concurrency()
    if not UPSTREAM:
        assert ir.Context(thread_pool=pool).get_num_threads() == pool.get_max_concurrency()
    for wrong in (None, 2, "x"):
        with pytest.raises(TypeError):
            ctx.set_thread_pool(wrong)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("!a.b<c>", '`!"a"<"b<c>">` type created with unregistered dialect'),
        ("tensor<2x!a<1>>", '`!"a"<"1">` type created with unregistered dialect'),
        ("#a.b", '#"a"<"b"> : \'none\' attribute created with unregistered dialect'),
        ("[#a<1> : i8]", '#"a"<"1"> : \'i8\' attribute created with unregistered dialect'),
    ],
)
def test_symbols_of_unregistered_dialects(text, message):
    with ir.Context() as ctx:
        with pytest.raises(ir.MLIRError) as caught:
            ir.Attribute.parse(text)
        assert caught.value.error_diagnostics[0].message.startswith(message)
        ctx.allow_unregistered_dialects = True
        assert str(ir.Attribute.parse(text)) == text
