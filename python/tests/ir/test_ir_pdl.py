"""Patterns of the pdl dialect."""

from __future__ import annotations

import re

import pytest

from tvmlike import ir
from tvmlike.dialects import arith, pdl
from tvmlike.rewrite import (
    ConversionTarget,
    GreedyRewriteConfig,
    PDLModule,
    apply_full_conversion,
    apply_partial_conversion,
    apply_patterns_and_fold_greedily,
)


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as context, ir.Location.unknown():
        context.allow_unregistered_dialects = True
        yield context


def read(text):
    """The patterns of a module; the module is gone afterwards."""
    return PDLModule(ir.Module.parse(text))


SWAP = """
pdl.pattern @swap : benefit(1) {
  %t = pdl.type
  %a = pdl.operand
  %b = pdl.operand
  %root = pdl.operation "test.add"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "test.sum"(%b, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
"""

IR = """
func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = "test.add"(%a, %b) : (i32, i32) -> i32
  return %0 : i32
}
"""


def test_text_is_a_pattern():
    module = ir.Module.parse(IR)
    add = module.body.operations[0].regions[0].blocks[0].operations[0]
    apply_patterns_and_fold_greedily(module, read(SWAP).freeze())
    assert '"test.sum"(%arg1, %arg0)' in str(module)
    with pytest.raises(Exception, match=r"@swap|pattern|erased"):
        _ = add.name
    other = ir.Module.parse(IR)
    apply_patterns_and_fold_greedily(other.operation, read(SWAP).freeze())
    assert str(other) == str(module)


FOLDS = """
pdl.pattern @fold : benefit(1) {
  %t = pdl.type : i32
  %a0 = pdl.attribute
  %a1 = pdl.attribute
  %c0 = pdl.operation "my.constant" {"value" = %a0} -> (%t : !pdl.type)
  %c1 = pdl.operation "my.constant" {"value" = %a1} -> (%t : !pdl.type)
  %v0 = pdl.result 0 of %c0
  %v1 = pdl.result 0 of %c1
  %root = pdl.operation "my.add"(%v0, %v1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %sum = pdl.apply_native_rewrite "sum"(%a0, %a1 : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %new = pdl.operation "my.constant" {"value" = %sum} -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
pdl.pattern @zero : benefit(1) {
  %t = pdl.type : i32
  %v0 = pdl.operand
  %v1 = pdl.operand
  %v = pdl.apply_native_constraint "has_zero"(%v0, %v1 : !pdl.value, !pdl.value) : !pdl.value
  %root = pdl.operation "my.add"(%v0, %v1 : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%v : !pdl.value)
  }
}
"""


def add_fold(rewriter, results, values):
    first, second = values
    results.append(ir.IntegerAttr.get(ir.IntegerType.get_signless(32), first.value + second.value))


def is_zero(value):
    owner = value.owner
    if not isinstance(owner, (ir.Operation, ir.OpView)):
        return False
    return owner.name == "my.constant" and owner.attributes["value"].value == 0


def has_zero(rewriter, results, values):
    first, second = values
    if is_zero(first):
        results.append(second)
        return False
    if is_zero(second):
        results.append(first)
        return False
    return True


def folding():
    patterns = read(FOLDS)
    patterns.register_rewrite_function("sum", add_fold)
    patterns.register_constraint_function("has_zero", has_zero)
    return patterns.freeze()


def test_constraints_and_rewrites_are_functions():
    module = ir.Module.parse("""
    func.func @f(%a: i32) -> (i32, i32, i32) {
      %c0 = "my.constant"() {value = 0 : i32} : () -> i32
      %c2 = "my.constant"() {value = 2 : i32} : () -> i32
      %c3 = "my.constant"() {value = 3 : i32} : () -> i32
      %0 = "my.add"(%c2, %c3) : (i32, i32) -> i32
      %1 = "my.add"(%a, %c0) : (i32, i32) -> i32
      %2 = "my.add"(%c0, %0) : (i32, i32) -> i32
      return %0, %1, %2 : i32, i32, i32
    }""")
    apply_patterns_and_fold_greedily(module, folding())
    text = str(module)
    assert "my.add" not in text
    assert text.count("value = 5 : i32") >= 1
    assert "%arg0, " in text.rpartition("return")[2]


def test_patterns_are_built_by_the_dialect():
    module = ir.Module.create()
    with ir.InsertionPoint(module.body):

        @pdl.pattern(benefit=1, sym_name="to_mul")
        def to_mul():
            ty = pdl.TypeOp()
            a, b = pdl.OperandOp(), pdl.OperandOp()
            root = pdl.OperationOp("test.add", args=[a, b], types=[ty])

            @pdl.rewrite(root)
            def change():
                new = pdl.OperationOp("arith.muli", args=[b, a])
                pdl.ReplaceOp(root, with_op=new)

    target = ir.Module.parse(IR)
    apply_patterns_and_fold_greedily(target, PDLModule(module).freeze())
    assert "arith.muli %arg1, %arg0 : i32" in str(target)


def test_a_function_makes_and_replaces_operations():
    patterns = read("""
    pdl.pattern @external : benefit(1) {
      %args = pdl.operands
      %types = pdl.types
      %root = pdl.operation "test.add"(%args : !pdl.range<value>) -> (%types : !pdl.range<type>)
      pdl.rewrite %root with "make"(%args, %types : !pdl.range<value>, !pdl.range<type>)
    }""")
    seen = []

    def make(rewriter, results, values):
        root, args, types = values
        seen.append((root.name, len(args), [str(ty) for ty in types]))
        with rewriter.ip:
            new = arith.AddIOp(args[0], args[1], loc=root.location)
        rewriter.replace_op(root, new.operation)

    patterns.register_rewrite_function("make", make)
    module = ir.Module.parse(IR)
    apply_patterns_and_fold_greedily(module, patterns.freeze())
    assert seen == [("test.add", 2, ["i32"])]
    assert "arith.addi %arg0, %arg1" in str(module)


def test_actions_after_what_was_erased():
    patterns = read("""
    pdl.pattern : benefit(1) {
      %root = pdl.operation "test.old"
      pdl.rewrite %root {
        pdl.erase %root
        pdl.operation "test.new"
      }
    }
    pdl.pattern : benefit(1) {
      %root = pdl.operation "test.gone"
      pdl.rewrite %root {
        pdl.apply_native_rewrite "erase"(%root : !pdl.operation)
        pdl.operation "test.there"
      }
    }
    pdl.pattern : benefit(1) {
      %root = pdl.operation "test.twice"
      pdl.rewrite %root {
        pdl.apply_native_rewrite "erase"(%root : !pdl.operation)
        pdl.erase %root
      }
    }""")

    def erase(rewriter, results, values):
        rewriter.erase_op(values[0])

    patterns.register_rewrite_function("erase", erase)
    frozen = patterns.freeze()
    module = ir.Module.parse(
        "\n".join(f'"{name}"() : () -> ()' for name in ("a.a", "test.old", "test.gone", "b.b"))
    )
    apply_patterns_and_fold_greedily(module, frozen)
    assert [op.name for op in module.body.operations] == ["a.a", "test.new", "test.there", "b.b"]
    module = ir.Module.parse('"test.twice"() : () -> ()')
    with pytest.raises(RuntimeError, match=r"absent or was erased"):
        apply_patterns_and_fold_greedily(module, frozen)
    assert module.operation.verify()


def test_a_conversion_applies_patterns():
    target = ConversionTarget()
    target.add_illegal_op("test.add")
    target.add_legal_op("test.sum", "func.func", "func.return", "builtin.module")
    module = ir.Module.parse(IR)
    apply_full_conversion(module, target, read(SWAP).freeze())
    assert '"test.sum"(%arg1, %arg0)' in str(module)


def test_a_failed_conversion_changes_nothing():
    target = ConversionTarget()
    target.add_illegal_op("my.add", "my.other")
    target.add_legal_op("my.constant")
    text = """
    func.func @f(%a: i32) -> i32 {
      %c0 = "my.constant"() {value = 0 : i32} : () -> i32
      %0 = "my.add"(%a, %c0) : (i32, i32) -> i32
      "my.other"() : () -> ()
      return %0 : i32
    }"""
    module = ir.Module.parse(text)
    before = str(module)
    with pytest.raises(ir.MLIRError, match=r"partial conversion failed"):
        apply_partial_conversion(module, target, folding())
    assert str(module) == before
    module = ir.Module.parse(text.replace('"my.other"() : () -> ()', ""))
    apply_partial_conversion(module, target, folding())
    assert "return %arg0" in str(module)


def test_functions_that_are_not_registered_or_wrong():
    with pytest.raises(ValueError, match=r"@fold: the rewrite function 'sum' is not registered"):
        read(FOLDS).freeze()
    with pytest.raises(TypeError, match=r"argument 2 `fn`: expected a callable, got int"):
        read(FOLDS).register_rewrite_function("sum", 1)
    module = ir.Module.parse("""
    %c = "my.constant"() {value = 1 : i32} : () -> i32
    %0 = "my.add"(%c, %c) : (i32, i32) -> i32
    "test.use"(%0) : (i32) -> ()""")
    before = str(module)

    def frozen(function):
        patterns = read(FOLDS)
        patterns.register_rewrite_function("sum", function)
        patterns.register_constraint_function("has_zero", has_zero)
        return patterns.freeze()

    def raises(rewriter, results, values):
        raise LookupError("not today")

    with pytest.raises(LookupError, match=r"not today"):
        apply_patterns_and_fold_greedily(module, frozen(raises))
    with pytest.raises(RuntimeError, match=r"@fold: the function 'sum' returned 0 results, expected 1"):
        apply_patterns_and_fold_greedily(module, frozen(lambda *given: None))

    def wrong(rewriter, results, values):
        results.append("x")

    with pytest.raises(Exception, match=r"expected"):
        apply_patterns_and_fold_greedily(module, frozen(wrong))
    assert str(module) == before
    # A rewrite that fails has not matched.
    apply_patterns_and_fold_greedily(module, frozen(lambda *given: True))
    assert str(module) == before


def test_patterns_that_are_invalid():
    with pytest.raises(ir.MLIRError, match=r"expected a bindable user when defined in the matcher body"):
        read("""pdl.pattern : benefit(1) {
          %a = pdl.operand
          %r = pdl.operation
          pdl.rewrite %r { pdl.erase %r }
        }""")
    with pytest.raises(ir.MLIRError, match=r"must have inferable or constrained result types"):
        read("""pdl.pattern : benefit(1) {
          %a = pdl.operand
          %r = pdl.operation "test.a"(%a : !pdl.value)
          pdl.rewrite %r {
            %t = pdl.type
            pdl.operation "arith.extsi"(%a : !pdl.value) -> (%t : !pdl.type)
          }
        }""")
    unknown = """pdl.pattern : benefit(1) {
      %r = pdl.operation "test.a"
      pdl.rewrite %r { pdl.operation "test.unknown" }
    }"""
    module = ir.Module.parse(unknown)
    ir.Context.current.allow_unregistered_dialects = False
    with pytest.raises(ValueError, match=r"makes the operation `test.unknown`, which isn't known"):
        PDLModule(module)
    with pytest.raises(TypeError, match=r"PDLModule"):
        PDLModule(3)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("pdl.erase %root", r"erases `test.add`, of which a result has uses"),
        ('%n = pdl.operation "test.n"\npdl.replace %root with %n', None),
        ("pdl.replace %root with (%a, %b : !pdl.value, !pdl.value)", r"has 1 results, with 2 values"),
        ('%n = pdl.operation "arith.constant"\npdl.replace %root with %n', None),
        ('%n = pdl.operation "arith.cmpi"(%a, %b : !pdl.value, !pdl.value)\npdl.replace %root with %n', None),
        ('%n = pdl.operation "arith.addi"(%a : !pdl.value)\npdl.replace %root with %n', None),
    ],
)
def test_rewrites_that_are_impossible(body, message):
    text = SWAP.split("pdl.rewrite")[0] + "pdl.rewrite %root {" + body + "} }"
    module = ir.Module.parse(IR)
    try:
        apply_patterns_and_fold_greedily(module, read(text).freeze())
    except (RuntimeError, ir.MLIRError, ValueError) as error:
        assert message is None or re.search(message, str(error)), error
    else:
        assert message is None


def test_patterns_that_never_end():
    patterns = read("""pdl.pattern : benefit(1) {
      %root = pdl.operation "test.a"
      pdl.rewrite %root {
        %new = pdl.operation "test.a"
        pdl.replace %root with %new
      }
    }""")
    config = GreedyRewriteConfig()
    config.max_num_rewrites = 100
    module = ir.Module.parse('"test.a"() : () -> ()')
    limits = r"failed to converge within max_iterations = 10 and max_num_rewrites = 100; if"
    with pytest.raises(RuntimeError, match=limits):
        apply_patterns_and_fold_greedily(module, patterns.freeze(), config)
    assert module.operation.verify()
    # Without a limit, one iteration would not end.
    endless = r"failed to converge: \d+ rewrites in one iteration, the last one of 'test.a'; if"
    with pytest.raises(RuntimeError, match=endless):
        apply_patterns_and_fold_greedily(module, patterns.freeze())
    assert module.operation.verify()


def test_patterns_that_make_what_does_not_verify():
    patterns = read("""pdl.pattern : benefit(1) {
      %type = pdl.type
      %x = pdl.operand : %type
      %root = pdl.operation "arith.addi"(%x, %x : !pdl.value, !pdl.value) -> (%type : !pdl.type)
      pdl.rewrite %root {
        %new = pdl.operation "arith.addi"(%x : !pdl.value) -> (%type : !pdl.type)
        pdl.replace %root with %new
      }
    }""")
    module = ir.Module.parse("func.func @f(%a: i64) -> i64 { %0 = arith.addi %a, %a : i64 return %0 : i64 }")
    with pytest.raises(
        ir.MLIRError, match=r"(?s)a pattern panicked: .*'arith.addi' op expected 2 operands, but found 1"
    ):
        apply_patterns_and_fold_greedily(module, patterns.freeze())


def test_another_context():
    frozen = read(SWAP).freeze()
    with ir.Context() as other:
        other.allow_unregistered_dialects = True
        module = ir.Module.parse(IR)
    with pytest.raises(ValueError, match=r"context"):
        apply_patterns_and_fold_greedily(module, frozen)
