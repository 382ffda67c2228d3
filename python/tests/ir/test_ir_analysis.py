"""Analyses from Python."""

from __future__ import annotations

import pytest
from analysis_texts import FLOW, LOOPS, MEMORY, every, parse

from tvmlike import analysis, ir


def test_ranges_of_integers():
    module = parse("""
        func.func @f(%a: i32, %b: i128, %n: index) {
          %c10 = arith.constant 10 : i32
          %0 = arith.remui %a, %c10 : i32
          %1 = arith.subi %0, %c10 : i32
          %2 = arith.addi %b, %b : i128
          %c1 = arith.constant 1 : index
          scf.for %i = %c1 to %n step %c1 { %3 = arith.addi %i, %c1 : index }
          return
        }""")
    ranges = analysis.IntegerRanges(module.operation)
    function = module.body.operations[0]
    ops = list(function.regions[0].blocks[0].operations)
    rem = ranges.range(ops[1].result)
    assert (rem.umin, rem.umax, rem.smin, rem.smax, rem.width) == (0, 9, 0, 9, 32)
    assert str(rem) == "unsigned : [0, 9] signed : [0, 9]"
    assert rem.constant_value is None
    assert ranges.range(ops[0].result).constant_value == 10
    difference = ranges.range(ops[2].result)
    assert (difference.smin, difference.smax) == (-10, -1)
    wide = ranges.range(ops[3].result)
    assert (wide.umax, wide.smin) == (2**128 - 1, -(2**127))
    variable = every(module.operation, "scf.for")[0].regions[0].blocks[0].arguments[0]
    assert (ranges.range(variable).smin, ranges.range(variable).smax) == (1, 2**63 - 2)


def test_an_analysis_follows_the_ir():
    module = parse("func.func @f(%a: i32) -> i32 { %c = arith.constant 7 : i32 return %c : i32 }")
    ranges = analysis.IntegerRanges(module.operation)
    constant = every(module.operation, "arith.constant")[0]
    assert ranges.range(constant.result).constant_value == 7
    with module.context:
        constant.attributes["value"] = ir.IntegerAttr.get(ir.IntegerType.get_signless(32), 8)
    assert ranges.range(constant.result).constant_value == 8
    result = constant.result
    every(module.operation, "func.return")[0].erase()
    constant.erase()
    with pytest.raises(RuntimeError, match="erased"):
        ranges.range(result)


def test_values_and_blocks_of_other_contexts_are_errors():
    module, other = parse(FLOW), parse(FLOW)
    value = every(other.operation, "arith.constant")[0].result
    with pytest.raises(ValueError, match="context"):
        analysis.IntegerRanges(module.operation).range(value)
    with pytest.raises(ValueError, match="context"):
        analysis.Liveness(module.operation).live_in(value.owner.block)
    with pytest.raises(ValueError, match="context"):
        analysis.alias(value, every(module.operation, "arith.constant")[0].result)


def test_liveness_dominance_and_calls():
    module = parse(FLOW)
    g, h = module.body.operations[0], module.body.operations[1]
    entry, a, b, c, d = g.regions[0].blocks
    constant = every(g.operation, "arith.constant")[0]
    liveness = analysis.Liveness(g.operation)
    assert constant.result in liveness.live_out(entry)
    assert constant.result in liveness.live_in(a)
    assert liveness.live_in(entry) == []
    addition = every(g.operation, "arith.addi")[0]
    branch = a.operations[1]
    assert not liveness.is_dead_after(addition.result, addition)
    assert liveness.is_dead_after(addition.result, branch.operation)
    assert [op.name for op in liveness.resolve_liveness(addition.result)] == ["arith.addi", "cf.br"]
    assert addition.result in liveness.currently_live_values(branch.operation)

    dominance = analysis.DominanceInfo(module.operation)
    assert dominance.properly_dominates(constant.result, addition)
    assert not dominance.properly_dominates(addition, constant)
    assert dominance.dominates(addition, addition)
    assert dominance.find_nearest_common_dominator(a, b) == entry
    assert dominance.block_properly_dominates(c, d)
    assert dominance.is_reachable_from_entry(d)
    after = analysis.PostDominanceInfo(module.operation)
    assert after.find_nearest_common_dominator(a, b) == c
    assert after.block_properly_post_dominates(d, entry)
    assert after.properly_post_dominates(d.operations[0].operation, constant)

    calls = analysis.CallGraph(module.operation)
    assert calls.nodes == [g.operation, h.operation]
    assert calls.callees(g.operation) == [h.operation]
    assert calls.callees(h.operation) == [h.operation]
    assert calls.components == [[h.operation], [g.operation]]
    first, _, declared = every(module.operation, "func.call")
    assert calls.resolve_callable(first) == h.operation
    assert calls.resolve_callable(declared) is None
    with pytest.raises(ValueError, match="not in the call graph"):
        calls.callees(constant)


def test_loops_effects_and_aliases():
    g = parse(LOOPS).body.operations[0]
    outer, inner = analysis.natural_loops(g.regions[0])
    _, a, b, c, d = g.regions[0].blocks
    assert outer.header == a
    assert outer.blocks == [a, b, c]
    assert outer.latches == outer.exiting_blocks == [c]
    assert outer.exit_blocks == [d]
    assert outer.parent_loop is None
    assert outer.contains(b)
    assert not outer.contains(d)
    assert inner.blocks == [b]
    assert inner.depth == 2
    assert inner.parent_loop.header == a

    module = parse(MEMORY)
    alloc = every(module.operation, "memref.alloc")[0]
    alloca = every(module.operation, "memref.alloca")[0]
    load = every(module.operation, "memref.load")[0]
    (effect,) = analysis.memory_effects(alloc)
    assert effect.kind == analysis.EffectKind.ALLOCATE
    assert effect.value == alloc.result
    assert effect.resource == "<Default>"
    assert analysis.memory_effects(module.operation) is None
    assert len(analysis.memory_effects(every(module.operation, "memref.copy")[0])) == 2
    assert not analysis.is_pure(load)
    assert analysis.is_pure(every(module.operation, "arith.select")[0])
    assert analysis.alias(alloc.result, alloca.result) == analysis.AliasResult.NO_ALIAS
    cast = every(module.operation, "memref.cast")[0]
    assert analysis.alias(cast.result, alloc.result) == analysis.AliasResult.MUST_ALIAS
