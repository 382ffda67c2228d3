"""What a failed conversion undoes, and what it refuses because it cannot."""

from __future__ import annotations

import random
import threading

import pytest
from conversions import TEXT, body, converter, patterns, rename, target, unchanged

from tvmlike import ir
from tvmlike.passmanager import PassManager
from tvmlike.rewrite import (
    apply_full_conversion,
    apply_partial_conversion,
)


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as context, ir.Location.unknown():
        context.allow_unregistered_dialects = True
        yield context


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
