"""Reference cycles through objects of the compiler that have functions, or facts, of Python."""

from __future__ import annotations

import gc
import weakref

import pytest

import tvmlike
from tvmlike import analysis, ir
from tvmlike.passmanager import PassManager
from tvmlike.rewrite import (
    ConversionTarget,
    PDLModule,
    RewritePatternSet,
    TypeConverter,
    apply_partial_conversion,
    apply_patterns_and_fold_greedily,
)

collected = pytest.mark.skipif(
    tvmlike.ffi_path() == "ctypes",
    reason="only the accelerator shows native objects to the garbage collector",
)
TEXT = """
func.func @f(%a: i32, %c: i1) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %0, %a : i32
  cf.cond_br %c, ^last(%0 : i32), ^last(%1 : i32)
^last(%2: i32):
  return %2 : i32
}
"""
PDL = """
pdl.pattern : benefit(1) {
  %type = pdl.type
  %x = pdl.operand : %type
  pdl.apply_native_constraint "never"(%type : !pdl.type)
  %sum = pdl.operation "arith.addi"(%x, %x : !pdl.value, !pdl.value) -> (%type : !pdl.type)
  pdl.rewrite %sum {
    pdl.apply_native_rewrite "nothing"(%x : !pdl.value)
  }
}
"""


class Owner:
    """Has native objects that call it."""

    native: object = None
    other: object = None

    def __init__(self):
        self.calls = 0

    def call(self, *arguments):
        """A pattern that does not match, a pass, a conversion of no type."""
        self.calls += 1
        return True

    def nothing(self, *arguments):
        self.calls += 1


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as context:
        yield context


def converter(owner):
    made = TypeConverter()
    made.add_conversion(owner.nothing)
    made.add_source_materialization(owner.nothing)
    made.add_target_materialization(owner.nothing)
    return made


def patterns(owner):
    made = RewritePatternSet()
    made.add("arith.addi", owner.call)
    return made


def conversions(owner):
    made = RewritePatternSet()
    made.add_conversion("arith.addi", owner.call, converter(owner))
    return made


def target(owner):
    made = ConversionTarget()
    made.add_dynamically_legal_op("arith.addi", callback=owner.call)
    made.mark_unknown_op_dynamically_legal(owner.call)
    return made


def pdl(owner):
    made = PDLModule(ir.Module.parse(PDL))
    made.register_constraint_function("never", owner.call)
    made.register_rewrite_function("nothing", owner.call)
    return made


def manager(owner):
    made = PassManager("builtin.module")
    made.add(owner.nothing, "nothing")
    made.enable_progress(owner.nothing)
    return made


def applied(frozen):
    """Patterns that were applied."""
    apply_patterns_and_fold_greedily(ir.Module.parse(TEXT), frozen)
    return frozen


def converted(owner):
    """Patterns and a target of a conversion that has run."""
    frozen = conversions(owner).freeze()
    owner.other = target(owner)
    apply_partial_conversion(ir.Module.parse(TEXT), owner.other, frozen)
    return frozen


def run(made):
    """A manager that has run."""
    made.run(ir.Module.parse(TEXT).operation)
    return made


def forward(owner):
    function = ir.Module.parse(TEXT).body.operations[0]
    return analysis.SparseForward(
        function, lambda op, facts: facts[:1], lambda fact, other: None, lambda value: owner
    )


def backward(owner):
    function = ir.Module.parse(TEXT).body.operations[0]
    return analysis.SparseBackward(
        function,
        lambda op, facts: [owner for _ in op.operands],
        lambda fact, other: None,
        lambda value: owner,
    )


def dense(owner):
    function = ir.Module.parse(TEXT).body.operations[0]
    return analysis.Dense(function, lambda op, state: state, lambda state, other: None, lambda block: owner)


COLLECTED = {
    "converter": converter,
    "patterns": patterns,
    "conversions": conversions,
    "target": target,
    "pdl": pdl,
    "manager": manager,
    "frozen": lambda owner: patterns(owner).freeze(),
    "frozen pdl": lambda owner: pdl(owner).freeze(),
    "applied": lambda owner: applied(patterns(owner).freeze()),
    "applied pdl": lambda owner: applied(pdl(owner).freeze()),
    "converted": converted,
    "run": lambda owner: run(manager(owner)),
    "forward": forward,
    "backward": backward,
    "dense": dense,
}


@collected
@pytest.mark.parametrize("make", COLLECTED.values(), ids=COLLECTED)
def test_a_cycle_is_collected(make):
    def cycle():
        owner = Owner()
        owner.native = make(owner)
        return weakref.ref(owner)

    gc.collect()
    alive = cycle()
    assert alive() is not None, "the cycle was freed before the collection"
    gc.collect()
    assert alive() is None


def set_and_frozen(owner):
    owner.native = patterns(owner)
    owner.other = owner.native.freeze()


def module_and_frozen(owner):
    owner.native = pdl(owner)
    owner.other = owner.native.freeze()


def converter_in_patterns(owner):
    owner.native = converter(owner)
    owner.other = RewritePatternSet()
    owner.other.add_conversion("arith.addi", lambda *arguments: True, owner.native)


def drop(owner):
    owner.native = None


def detach(owner):
    owner.native.detach()


def handler(owner):
    owner.other = ir.Context()
    owner.native = owner.other.attach_diagnostic_handler(owner.nothing)


KEPT = {
    "set and frozen set": (set_and_frozen, drop),
    "module and frozen set": (module_and_frozen, drop),
    "converter and patterns": (converter_in_patterns, drop),
    "diagnostic handler": (handler, detach),
}


@collected
@pytest.mark.parametrize(("make", "end"), KEPT.values(), ids=KEPT)
def test_a_cycle_that_the_program_must_break(make, end):
    def cycle():
        owner = Owner()
        make(owner)
        return weakref.ref(owner)

    gc.collect()
    alive = cycle()
    gc.collect()
    # If this fails, docs/python.md and this list can be shorter.
    assert alive() is not None
    end(alive())
    gc.collect()
    assert alive() is None


@pytest.mark.parametrize(
    "make", [converter, patterns, target, pdl, manager, forward], ids=lambda make: make.__name__
)
def test_a_cycle_that_was_broken_needs_no_collection(make):
    owner = Owner()
    owner.native = make(owner)
    owner.native = None
    alive = weakref.ref(owner)
    gc.disable()
    try:
        del owner
        assert alive() is None
    finally:
        gc.enable()


def test_what_runs_is_not_collected():
    seen = []

    def collect(op, pass_):
        gc.collect()
        seen.append(made.__name__)

    def made():
        manager = PassManager("builtin.module")
        manager.add(collect)
        made.manager = manager
        manager.add(collect)
        return manager

    module = ir.Module.parse(TEXT)
    # The call alone refers to the manager.
    made().run(module.operation)
    assert seen == ["made", "made"]


def test_the_answers_of_an_analysis_are_those_of_its_functions():
    function = ir.Module.parse(TEXT).body.operations[0]
    facts = {}

    def anything(value):
        return facts.setdefault(value, Owner())

    found = analysis.SparseForward(function, lambda op, given: given[-1:], lambda fact, other: None, anything)
    entry = function.regions[0].blocks[0]
    first, second = entry.operations[0], entry.operations[1]
    gc.collect()
    assert found.fact(entry.arguments[0]) is facts[entry.arguments[0]]
    assert found.fact(entry.arguments[1]) is facts[entry.arguments[1]]
    assert found.fact(first.results[0]) is found.fact(second.results[0]) is facts[entry.arguments[0]]
    states = iter("abcdefgh")
    dense = analysis.Dense(
        function, lambda op, state: next(states), lambda state, other: None, lambda block: "start"
    )
    assert (dense.before(first), dense.after(first)) == ("start", "a")
    assert (dense.before(second), dense.after(second)) == ("a", "b")
