"""Dialect conversions of Python."""

from __future__ import annotations

import pytest
from conversions import TEXT, body, converter, itself, patterns, rename, target, unchanged

from tvmlike import ir
from tvmlike.dialects import arith, func
from tvmlike.passmanager import PassManager
from tvmlike.rewrite import (
    ConversionConfig,
    ConversionPatternRewriter,
    ConversionTarget,
    DialectConversionFoldingMode,
    RewritePatternSet,
    TypeConverter,
    apply_full_conversion,
    apply_partial_conversion,
    apply_patterns_and_fold_greedily,
)


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as context, ir.Location.unknown():
        context.allow_unregistered_dialects = True
        yield context


def test_operations_and_types_are_converted():
    module = ir.Module.parse(TEXT)
    make = body(module)[0]
    seen = []

    def use(op, adaptor, type_converter, rewriter):
        assert isinstance(rewriter, ConversionPatternRewriter)
        assert isinstance(type_converter, TypeConverter)
        seen.append((str(op.operands[0].type), str(adaptor.operands[0].type)))
        rename(op, adaptor, type_converter, rewriter)

    frozen = patterns(converter(), make=rename, use=use)
    apply_full_conversion(module, target("make", "use"), frozen)
    assert '"new.make"(%arg0) : (i32) -> i64' in str(module)
    assert '"new.use"(%0) : (i64) -> ()' in str(module)
    assert "test." not in str(module)
    assert seen == [("index", "i64")]
    with pytest.raises(Exception, match=r"the operation `test.make` was erased by a conversion"):
        _ = make.name


def test_materializations_join_what_is_converted_with_the_rest():
    module = ir.Module.parse(TEXT)
    apply_partial_conversion(module.operation, target("make"), patterns(converter(), make=rename))
    assert '%1 = "test.cast"(%0) : (i64) -> index' in str(module)
    module = ir.Module.parse(TEXT)
    apply_partial_conversion(module.operation, target("use"), patterns(converter(), use=rename))
    assert '%1 = "test.cast"(%0) : (index) -> i64' in str(module)
    module = ir.Module.parse(TEXT)
    frozen = patterns(converter(source=False), make=rename)
    unchanged(
        module,
        lambda: apply_partial_conversion(module, target("make"), frozen),
        ir.MLIRError,
        "unresolved materialization from .*i64.* to .*index",
    )
    config = ConversionConfig()
    assert config.build_materializations
    config.build_materializations = False
    apply_partial_conversion(module, target("make"), frozen, config)
    assert "builtin.unrealized_conversion_cast %0 : i64 to index" in str(module)


def test_one_value_becomes_several():
    module = ir.Module.parse(TEXT)
    two = TypeConverter()
    two.add_conversion(itself)
    i32 = ir.IntegerType.get_signless(32)
    two.add_conversion(lambda ty: [i32, i32] if isinstance(ty, ir.IndexType) else None)
    assert two.convert_type(ir.IndexType.get()) is None

    def make(op, adaptor, type_converter, rewriter):
        with rewriter.ip:
            low, high = ir.Operation.create("new.make", [i32, i32], adaptor.operands).results
        rewriter.replace_op(op, [[low, high]])

    def use(op, adaptor, type_converter, rewriter):
        ((low, high),) = adaptor.operands
        with rewriter.ip:
            ir.Operation.create("new.use", [], [low, high])
        rewriter.erase_op(op)

    apply_full_conversion(module, target("make", "use"), patterns(two, make=make, use=use))
    assert '"new.use"(%0#0, %0#1) : (i32, i32) -> ()' in str(module)


def test_regions_move_and_their_arguments_are_converted():
    module = ir.Module.parse("""
        func.func @f() {
          "test.loop"() ({ ^bb0(%i: index): "test.use"(%i) : (index) -> () }) : () -> ()
          return
        }""")

    def loop(op, adaptor, type_converter, rewriter):
        with rewriter.ip:
            new = ir.Operation.create("new.loop", regions=1)
        new.attributes["moved"] = ir.UnitAttr.get()
        op.regions[0].blocks[0].append_to(new.regions[0])
        rewriter.convert_region_types(new.regions[0], type_converter)
        rewriter.erase_op(op)

    frozen = patterns(converter(), loop=loop, use=rename)
    goal, without_use = target("loop", "use"), patterns(converter(), loop=loop)
    unchanged(
        module,
        lambda: apply_full_conversion(module, goal, without_use),
        ir.MLIRError,
        r"failed to legalize operation 'test.use'",
    )
    apply_full_conversion(module, target("loop", "use"), frozen)
    assert "^bb0(%arg0: i64)" in str(module)
    assert '"new.use"(%arg0) : (i64) -> ()' in str(module)
    assert "{moved}" in str(module)


def test_blocks_leave_an_operation_before_it_is_replaced():
    inside = '"test.use"() : () -> ()'
    module = ir.Module.parse(f'func.func @f() {{ "test.loop"() ({{ {inside} }}) : () -> () return }}')

    def loop(op, adaptor, type_converter, rewriter):
        with rewriter.ip:
            new = ir.Operation.create("new.loop", regions=1)
        rewriter.erase_op(op)
        with pytest.raises(ValueError, match="move what is in it before"):
            op.regions[0].blocks[0].append_to(new.regions[0])

    apply_partial_conversion(module, target("loop"), patterns(converter(), loop=loop))
    assert "test.use" not in str(module)


def test_legality_is_decided_by_operation_by_dialect_and_by_functions():
    module = ir.Module.parse("""
        func.func @f() {
          "test.a"() {keep} : () -> ()
          "test.a"() : () -> ()
          "test.b"() : () -> ()
          "test.outer"() ({ "test.a"() : () -> () }) : () -> ()
          return
        }""")
    goal = ConversionTarget()
    goal.add_legal_dialect("new", arith)
    goal.add_legal_op("func.func", func.ReturnOp, "builtin.module", "test.outer")
    goal.add_illegal_dialect("test")
    goal.add_dynamically_legal_op("test.a", callback=lambda op: "keep" in op.attributes)
    goal.mark_op_recursively_legal("test.outer")
    apply_full_conversion(module, goal, patterns(converter(), a=rename, b=rename))
    names = [op.name for op in body(module)]
    assert names == ["test.a", "new.a", "new.b", "test.outer", "func.return"]
    assert body(module)[3].regions[0].blocks[0].operations[0].name == "test.a"
    goal = ConversionTarget()
    goal.add_dynamically_legal_dialect("test", callback=lambda op: op.name == "test.outer")
    goal.mark_unknown_op_dynamically_legal(lambda op: op.operation.name != "new.b")
    again = RewritePatternSet()
    again.add("new.b", lambda op, rewriter: rewriter.erase_op(op))
    again.add("test.a", lambda op, rewriter: rewriter.erase_op(op))
    apply_full_conversion(module, goal, again.freeze())
    assert [op.name for op in body(module)] == ["new.a", "test.outer", "func.return"]


@pytest.mark.parametrize("where", ["pattern", "legality", "rule", "source"])
def test_what_a_callback_raises_arrives_and_the_ir_is_unchanged(where):
    def fail(*_):
        raise KeyError(where)

    def converted_and_fails(op, adaptor, type_converter, rewriter):
        rename(op, adaptor, type_converter, rewriter)
        if where == "pattern":
            fail()

    module = ir.Module.parse(TEXT)
    types = converter(source=where != "source")
    goal = target("make")
    if where == "legality":
        goal.add_dynamically_legal_op("test.use", callback=fail)
    if where == "rule":
        types.add_conversion(fail)
    if where == "source":
        types.add_source_materialization(fail)
    frozen = patterns(types, make=converted_and_fails)
    unchanged(module, lambda: apply_partial_conversion(module, goal, frozen), KeyError, where)
    # The context can be used afterwards.
    body(module)[0].attributes["after"] = ir.UnitAttr.get()
    assert "after" in str(module)


def test_a_conversion_that_does_not_end_by_itself_is_ended():
    module = ir.Module.parse(TEXT)
    calls = []

    def again(op, adaptor, type_converter, rewriter):
        calls.append(op)
        with rewriter.ip:
            new = ir.Operation.create(op.name, [op.results[0].type], adaptor.operands)
        rewriter.replace_op(op, new)

    frozen = patterns(converter(), make=again)
    unchanged(
        module,
        lambda: apply_partial_conversion(module, target("make"), frozen),
        ir.MLIRError,
        "failed to legalize operation 'test.make'",
    )
    assert len(calls) == 1
    nothing = patterns(converter(), make=lambda *_: None)
    unchanged(
        module,
        lambda: apply_full_conversion(module, target("make"), nothing),
        ir.MLIRError,
        "full conversion failed",
    )


def test_something_true_means_no_match_and_benefits_decide():
    module = ir.Module.parse(TEXT)
    tried = []

    def no(op, adaptor, type_converter, rewriter):
        tried.append(op.name)
        rename(op, adaptor, type_converter, rewriter)
        return True

    made = RewritePatternSet()
    made.add_conversion("test.make", rename, converter())
    made.add_conversion("test.make", no, converter(), benefit=7)
    apply_partial_conversion(module, target("make"), made.freeze())
    assert tried == ["test.make"]
    assert str(module).count("new.make") == 1


def test_folding_has_modes():
    def text(mode):
        module = ir.Module.parse("""
            func.func @f() -> i32 {
              %a = arith.constant 1 : i32
              %b = arith.addi %a, %a : i32
              return %b : i32
            }""")
        config = ConversionConfig()
        assert config.folding_mode == DialectConversionFoldingMode.BEFORE_PATTERNS
        config.folding_mode = mode
        goal = ConversionTarget()
        goal.add_illegal_op(arith.AddIOp)
        goal.add_legal_op(arith.ConstantOp, arith.MulIOp)
        made = RewritePatternSet()

        def to_muli(op, adaptor, _, rewriter):
            with rewriter.ip:
                new = arith.MulIOp(adaptor.lhs, adaptor.rhs)
            assert adaptor.overflowFlags == op.overflowFlags
            rewriter.replace_op(op, new.operation)

        made.add_conversion(arith.AddIOp, to_muli, converter())
        apply_partial_conversion(module, goal, made.freeze(), config)
        return str(module)

    assert "arith.constant 2" in text(DialectConversionFoldingMode.BEFORE_PATTERNS)
    assert "arith.muli" in text(DialectConversionFoldingMode.AFTER_PATTERNS)
    assert "arith.muli" in text(DialectConversionFoldingMode.NEVER)


def test_a_pass_runs_a_conversion():
    module = ir.Module.parse(TEXT)

    def lower(op, pass_):
        apply_partial_conversion(op, target("make", "use"), patterns(converter(), make=rename, use=rename))

    manager = PassManager("builtin.module")
    manager.add(lower, "Lower", argument="lower")
    make = body(module)[0]
    manager.run(module.operation)
    assert "test." not in str(module)
    with pytest.raises(Exception, match="erased by lower"):
        _ = make.name


def test_wrong_arguments_are_refused():
    module = ir.Module.parse(TEXT)
    made = RewritePatternSet()
    with pytest.raises(TypeError, match="the name or the class of an operation"):
        made.add_conversion(3, rename, converter())
    with pytest.raises(TypeError, match="expected a callable"):
        made.add_conversion("test.make", 3, converter())
    with pytest.raises(TypeError, match="the name or the class of a dialect"):
        ConversionTarget().add_legal_dialect(3)
    with pytest.raises(TypeError, match="operation 1: expected the name"):
        ConversionTarget().add_illegal_op("a.b", None)
    frozen = patterns(converter(), make=rename)
    with pytest.raises(ValueError, match=r"pattern for test.make is not applied by this driver"):
        apply_patterns_and_fold_greedily(module, frozen)
    with ir.Context() as other:
        other.allow_unregistered_dialects = True
        foreign = ir.Module.parse(TEXT)
        goal = ConversionTarget()
    with pytest.raises(ValueError, match="operation belongs to another context"):
        apply_partial_conversion(foreign, target("make"), frozen)
    with pytest.raises(ValueError, match="target belongs to another context"):
        apply_partial_conversion(module, goal, frozen)
    value = body(foreign)[0].results[0]
    bad = patterns(converter(), make=lambda op, adaptor, types, rewriter: rewriter.replace_op(op, [value]))
    unchanged(
        module,
        lambda: apply_partial_conversion(module, target("make"), bad),
        ValueError,
        "value belongs to another context",
    )
    strange = TypeConverter()
    strange.add_conversion(lambda ty: value.type)
    unchanged(
        module,
        lambda: apply_partial_conversion(module, target("make"), patterns(strange, make=rename)),
        ValueError,
        "the type index belongs to another context",
    )
