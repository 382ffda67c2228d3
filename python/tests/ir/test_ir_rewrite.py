"""Patterns of Python."""

from __future__ import annotations

import pytest

import tvmlike
from tvmlike import ir
from tvmlike.dialects import arith
from tvmlike.rewrite import (
    FrozenRewritePatternSet,
    GreedyRewriteConfig,
    GreedyRewriteStrictness,
    PatternRewriter,
    RewritePatternSet,
    apply_patterns_and_fold_greedily,
    walk_and_apply_patterns,
)

TEXT = """
func.func @f(%a: i64, %b: i64) -> i64 {
  %sum = arith.addi %a, %b : i64
  return %sum : i64
}
"""


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as context:
        context.allow_unregistered_dialects = True
        yield context


def to_muli(op, rewriter):
    with rewriter.ip:
        new = arith.MulIOp(op.operands[0], op.operands[1], loc=op.location)
    rewriter.replace_op(op, new.operation)


def frozen(*patterns):
    patterns_of = RewritePatternSet()
    for pattern in patterns:
        patterns_of.add(*pattern)
    made = patterns_of.freeze()
    assert isinstance(made, FrozenRewritePatternSet)
    return made


@pytest.mark.parametrize("apply", [apply_patterns_and_fold_greedily, walk_and_apply_patterns])
@pytest.mark.parametrize("root", [arith.AddIOp, "arith.addi"])
def test_a_function_is_a_pattern(apply, root):
    module = ir.Module.parse(TEXT)
    add = module.body.operations[0].regions[0].blocks[0].operations[0]
    apply(module, frozen((root, to_muli)))
    assert "arith.muli" in str(module)
    assert "arith.addi" not in str(module)
    with pytest.raises(Exception, match=r"pattern for arith.addi"):
        _ = add.name
    assert module.operation.verify()


def test_a_star_imports_all_names():
    names: dict[str, object] = {}
    exec("from tvmlike.rewrite import *\nfrom tvmlike.passmanager import *", names)
    for name in ("ConversionTarget", "GreedyRewriteConfig", "RewritePatternSet", "walk_and_apply_patterns"):
        assert names[name] is getattr(tvmlike.rewrite, name)
    assert names["PassManager"] is tvmlike.passmanager.PassManager


def test_true_means_no_match_and_benefits_decide_the_order():
    tried = []

    def never(op, rewriter):
        assert isinstance(rewriter, PatternRewriter)
        tried.append("never")
        return True

    module = ir.Module.parse(TEXT)
    apply_patterns_and_fold_greedily(
        module.operation, frozen(("arith.addi", to_muli, 1), ("arith.addi", never, 5))
    )
    assert tried == ["never"]
    assert "arith.muli" in str(module)


def test_an_answer_that_is_no_bool_is_refused():
    module = ir.Module.parse(TEXT)
    with pytest.raises(TypeError, match=r"the pattern for arith.addi: expected a bool or None .*, got str"):
        apply_patterns_and_fold_greedily(module.operation, frozen(("arith.addi", lambda *_: "no", 1)))


def test_values_replace_an_operation_and_erase_needs_no_uses():
    errors = []

    def replace(op, rewriter):
        with pytest.raises(ValueError, match=r"still has uses, in `func.return`") as caught:
            rewriter.erase_op(op)
        errors.append(caught)
        with pytest.raises(ValueError, match="expected 1 values"):
            rewriter.replace_op(op, [])
        rewriter.replace_op(op, [op.operands[0]])

    module = ir.Module.parse(TEXT)
    apply_patterns_and_fold_greedily(module, frozen(("arith.addi", replace)))
    assert len(errors) == 1
    assert "return %arg0" in str(module)


def test_what_a_pattern_raises_is_raised():
    def fail(op, rewriter):
        raise KeyError("no")

    module = ir.Module.parse(TEXT)
    with pytest.raises(KeyError, match="no"):
        apply_patterns_and_fold_greedily(module, frozen(("arith.addi", fail)))
    with pytest.raises(KeyError, match="no"):
        walk_and_apply_patterns(module, frozen(("arith.addi", fail)))


def test_a_rewrite_that_does_not_converge_is_an_error():
    def flip(op, rewriter):
        with rewriter.ip:
            new = arith.AddIOp(op.operands[1], op.operands[0], loc=op.location)
        rewriter.replace_op(op, new.operation)

    config = GreedyRewriteConfig()
    assert config.max_iterations == 10
    assert config.enable_folding
    assert config.strictness == GreedyRewriteStrictness.ANY_OP
    config.max_iterations = 3
    config.max_num_rewrites = 9
    module = ir.Module.parse(TEXT)
    with pytest.raises(
        RuntimeError, match="failed to converge within max_iterations = 3 and max_num_rewrites = 9;"
    ):
        apply_patterns_and_fold_greedily(module, frozen(("arith.addi", flip)), config)
    assert module.operation.verify()


def test_a_replacement_has_the_type_of_the_result():
    def widen(op, rewriter):
        with rewriter.ip:
            constant = arith.ConstantOp(ir.IndexType.get(), 1, loc=op.location)
        rewriter.replace_op(op, [constant.result])

    module = ir.Module.parse(TEXT)
    with pytest.raises(ValueError, match="value 0: expected the type of the result, i64, got index"):
        apply_patterns_and_fold_greedily(module, frozen(("arith.addi", widen)))


def test_a_pattern_that_erases_by_other_ways_does_no_harm():
    def erase_all(op, rewriter):
        for other in list(op.operation.block.operations):
            if other.name == "test.op":
                other.erase()

    module = ir.Module.parse("func.func @f() { " + '"test.op"() : () -> () ' * 20 + "return }")
    apply_patterns_and_fold_greedily(module, frozen(("test.op", erase_all)))
    assert "test.op" not in str(module)


def test_folds_run_without_patterns():
    module = ir.Module.parse(
        "func.func @f() -> i32 { %a = arith.constant 1 : i32 %b = arith.addi %a, %a : i32 return %b : i32 }"
    )
    apply_patterns_and_fold_greedily(module, RewritePatternSet().freeze())
    assert "arith.constant 2" in str(module)


def test_wrong_arguments_are_refused():
    module = ir.Module.parse(TEXT)
    patterns = RewritePatternSet()
    with pytest.raises(TypeError, match="the name or the class of an operation"):
        patterns.add(3, to_muli)
    with pytest.raises(TypeError, match="expected a callable"):
        patterns.add("arith.addi", 3)
    with pytest.raises(ValueError, match="from 0 to 65535"):
        patterns.add("arith.addi", to_muli, -1)
    add = module.body.operations[0].regions[0].blocks[0].operations[0]
    with pytest.raises(ValueError, match=r"isolated from above; 'arith.addi' is not"):
        apply_patterns_and_fold_greedily(add.operation, patterns.freeze())
    with ir.Context():
        other = ir.Module.parse(TEXT)
    with pytest.raises(ValueError, match="another context"):
        apply_patterns_and_fold_greedily(other, patterns.freeze())
