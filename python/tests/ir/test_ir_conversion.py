"""Dialect conversions of Python."""

from __future__ import annotations

import random
import threading

import pytest

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
    apply_analysis_conversion,
    apply_full_conversion,
    apply_partial_conversion,
    apply_patterns_and_fold_greedily,
)

TEXT = """
func.func @f(%a: i32) {
  %0 = "test.make"(%a) : (i32) -> index
  "test.use"(%0) : (index) -> ()
  return
}
"""


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as context, ir.Location.unknown():
        context.allow_unregistered_dialects = True
        yield context


def body(module):
    return module.body.operations[0].regions[0].blocks[0].operations


def to_i64(ty):
    return ir.IntegerType.get_signless(64) if isinstance(ty, ir.IndexType) else None


def itself(ty):
    return ty


def cast(rewriter, ty, inputs, loc):
    with rewriter.ip:
        return ir.Operation.create("test.cast", results=[ty], operands=inputs, loc=loc).result


def converter(source=True, target=True):
    made = TypeConverter()
    made.add_conversion(itself)
    made.add_conversion(to_i64)
    if source:
        made.add_source_materialization(cast)
    if target:
        made.add_target_materialization(cast)
    return made


def rename(op, adaptor, type_converter, rewriter):
    """`test.NAME` becomes `new.NAME`, with converted types."""
    types = [type_converter.convert_type(result.type) for result in op.results]
    with rewriter.ip:
        new = ir.Operation.create(op.name.replace("test.", "new."), types, adaptor.operands)
    rewriter.replace_op(op, new)


def patterns(type_converter, **functions):
    made = RewritePatternSet()
    for name, function in functions.items():
        made.add_conversion(f"test.{name}", function, type_converter)
    return made.freeze()


def target(*illegal):
    made = ConversionTarget()
    made.add_illegal_op(*(f"test.{name}" for name in illegal))
    made.add_legal_dialect("new", "builtin", func._Dialect)
    return made


def unchanged(module, run, error, match):
    """Checks that a conversion fails and changes nothing."""
    text, hash_ = str(module), module.operation.structural_hash()
    operations = list(body(module))
    with pytest.raises(error, match=match):
        run()
    assert str(module) == text
    assert module.operation.structural_hash() == hash_
    assert [op.name for op in operations] == [op.name for op in body(module)]
    assert module.operation.verify()


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


def test_an_analysis_names_what_can_be_converted_and_changes_nothing():
    module = ir.Module.parse(TEXT)
    text, hash_ = str(module), module.operation.structural_hash()
    make, use, _ = list(body(module))

    def names(frozen):
        legal = apply_analysis_conversion(module, target("make", "use"), frozen)
        assert str(module) == text
        assert module.operation.structural_hash() == hash_
        assert all(op.operation == make.operation for op in legal if op.operation.name == "test.make")
        return [op.operation.name for op in legal]

    others = ["builtin.module", "func.func", "func.return"]
    assert names(patterns(converter())) == others
    some = ["builtin.module", "func.func", "test.make", "func.return"]
    assert names(patterns(converter(), make=rename)) == some
    assert names(patterns(converter(), make=rename, use=rename)) == [*some[:3], "test.use", some[3]]
    assert (make.operation.name, use.operation.name) == ("test.make", "test.use")
    # `test.use` keeps its type, and no materialization makes it.
    without = patterns(converter(source=False), make=rename)
    unchanged(
        module,
        lambda: apply_analysis_conversion(module, target("make"), without),
        ir.MLIRError,
        "analysis conversion failed",
    )

    def fails(*_):
        raise KeyError("pattern")

    unchanged(
        module,
        lambda: apply_analysis_conversion(module, target("make"), patterns(converter(), make=fails)),
        KeyError,
        "pattern",
    )


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


def test_everything_that_a_pattern_does_is_undone():
    module = ir.Module.parse("""
        func.func @f(%a: i32, %b: i32) {
          %0 = "test.first"(%a) : (i32) -> i32
          "test.second"(%0, %b) ({ ^bb0: "test.in"() : () -> () }, {}) {old} : (i32, i32) -> ()
          "test.third"(%0) : (i32) -> ()
          return
        }""")
    done = []

    def everything(op, adaptor, type_converter, rewriter):
        first, second, third = body(module)[0], body(module)[1], body(module)[2]
        second.attributes["new"] = ir.UnitAttr.get()
        del second.attributes["old"]
        second.operands[0] = second.operands[1]
        second.location = ir.Location.name("elsewhere")
        first.results[0].replace_all_uses_with(second.operands[1])
        third.operation.move_before(first.operation)
        second.regions[0].blocks[0].append_to(second.regions[1])
        block = second.regions[0].blocks.append(ir.IntegerType.get_signless(8))
        with ir.InsertionPoint(block):
            ir.Operation.create("new.inside", [], [block.arguments[0]])
        with rewriter.ip:
            first.operation.clone()
            parsed = ir.Operation.parse('"new.parsed"() ({ "new.in"() : () -> () }) : () -> ()')
            rewriter.ip.insert(parsed)
        rewriter.erase_op(third)
        rewriter.replace_op(first, [second.operands[1]])
        done.append(str(module))
        return False

    text = str(module)
    goal = target("first", "third", "second")
    frozen = patterns(converter(), first=everything)
    unchanged(
        module,
        lambda: apply_partial_conversion(module, goal, frozen),
        ir.MLIRError,
        "failed to legalize operation 'test.first' that was explicitly marked illegal",
    )
    assert len(done) == 1
    assert done[0] != text
    assert module.operation.get_asm(enable_debug_info=True).count("elsewhere") == 0


def test_what_cannot_be_undone_is_refused():
    module = ir.Module.parse(TEXT)
    other = ir.Module.parse(TEXT)
    kept = []

    def misuse(op, adaptor, type_converter, rewriter):
        kept.append(rewriter)
        for change in (
            lambda: op.operation.erase(),
            lambda: op.detach_from_parent(),
            lambda: op.operation.clone(ip=False),
            lambda: ir.Operation.create("new.op", ip=False),
            lambda: op.results[0].set_type(ir.IntegerType.get_signless(1)),
            lambda: body(other)[0].attributes.__setitem__("x", ir.UnitAttr.get()),
            lambda: ir.Operation.create("new.op", ip=ir.InsertionPoint(body(other)[0])),
            lambda: body(other)[0].operation.move_before(op.operation),
            lambda: PassManager.parse("builtin.module(cse)").run(module),
            lambda: apply_partial_conversion(module, target("make"), patterns(type_converter)),
        ):
            with pytest.raises(RuntimeError, match="while a conversion runs"):
                change()
        with pytest.raises(ValueError, match="expected 1 values"):
            rewriter.replace_op(op, [])
        with pytest.raises(ValueError, match="is a result of the operation itself"):
            rewriter.replace_op(op, [op.results[0]])
        with pytest.raises(ValueError, match="is in no block"):
            rewriter.erase_op(module.operation)
        thread = threading.Thread(target=from_another_thread, args=(rewriter, op))
        thread.start()
        thread.join()
        rename(op, adaptor, type_converter, rewriter)
        with pytest.raises(ValueError, match="was replaced or erased in this conversion"):
            rewriter.erase_op(op)

    def from_another_thread(rewriter, op):
        with pytest.raises(ValueError, match="does not run on this thread") as caught:
            rewriter.erase_op(op)
        kept.append(caught)
        with pytest.raises(RuntimeError, match="while a conversion runs"):
            op.attributes["x"] = ir.UnitAttr.get(op.context)

    apply_partial_conversion(module, target("make"), patterns(converter(), make=misuse))
    assert len(kept) == 2
    assert str(other) == str(ir.Module.parse(TEXT))
    with pytest.raises(ValueError, match="does not run on this thread now"):
        kept[0].erase_op(body(module)[0])


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


NESTED = """
func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = "test.one"(%a, %b) {x} : (i32, i32) -> i32
  %1 = "test.loop"(%0) ({
  ^bb0(%i: i32):
    %2 = "test.one"(%i, %a) : (i32, i32) -> i32
    "test.end"(%2) : (i32) -> ()
  }) : (i32) -> i32
  %3 = "test.one"(%1, %0) : (i32, i32) -> i32
  return %3 : i32
}
"""


def change(rng, op, rewriter):
    """Does something that a pattern may do, at random."""
    block = op.operation.block
    values = [*block.arguments, *op.operands]
    other = rng.choice(list(block.operations))
    i32 = ir.IntegerType.get_signless(32)
    kind = rng.randrange(11)
    if kind == 0:
        with rewriter.ip:
            ir.Operation.create("new.op", [i32], [rng.choice(values)], regions=rng.randrange(2))
    elif kind == 1:
        other.attributes["x" if rng.randrange(2) else "y"] = ir.UnitAttr.get()
    elif kind == 2 and "x" in other.attributes:
        del other.attributes["x"]
    elif kind == 3 and len(other.operands):
        other.operands[0] = rng.choice(values)
    elif kind == 4:
        other.location = ir.Location.name(str(rng.random()))
    elif kind == 5 and other.name != "func.return":
        other.operation.move_before(op.operation)
    elif kind == 6 and len(other.regions):
        made = other.regions[0].blocks.append(i32)
        with ir.InsertionPoint(made):
            ir.Operation.create("new.in", [], [made.arguments[0]])
    elif kind == 7 and len(other.results):
        other.results[0].replace_all_uses_with(rng.choice(values))
    elif kind == 8 and len(other.results) and other.operation != op.operation:
        rewriter.replace_op(other, [rng.choice(values)])
    elif kind == 9:
        with rewriter.ip:
            other.operation.clone()
    elif kind == 10 and len(other.regions) and len(other.regions[0].blocks):
        with rewriter.ip:
            new = ir.Operation.create("new.loop", [i32], other.operands, regions=1)
        other.regions[0].blocks[0].append_to(new.regions[0])


@pytest.mark.parametrize("seed", range(40))
def test_random_changes_are_undone(seed):
    rng = random.Random(seed)
    module = ir.Module.parse(NESTED)
    done = []

    def convert(op, adaptor, type_converter, rewriter):
        for _ in range(rng.randrange(1, 8)):
            try:
                change(rng, op, rewriter)
            except (ValueError, RuntimeError) as error:
                # Changes that make no sense after others are refused, and change nothing.
                done.append(str(error))
            else:
                done.append("")
        end = rng.randrange(4)
        if end == 0:
            raise KeyError("ended")
        if end == 1:
            return True
        if "was replaced" not in str(done[-1:]):
            rename(op, adaptor, type_converter, rewriter)
        return False

    asm = module.operation.get_asm(enable_debug_info=True)
    kept = list(body(module))
    goal = target("one", "loop", "end")
    goal.add_legal_dialect("test")
    frozen = patterns(converter(), one=convert, loop=convert)
    try:
        apply_full_conversion(module, goal, frozen)
    except (ir.MLIRError, KeyError):
        assert module.operation.get_asm(enable_debug_info=True) == asm
        assert [op.name for op in kept] == [op.name for op in body(module)]
        assert module.operation.verify()
    else:
        # Nothing converts `test.end`; what has it was replaced.
        assert "test.end" not in str(module)
    assert done
