"""Data-flow analyses whose rules are Python functions."""

from __future__ import annotations

import gc
import random

import pytest

from tvmlike import analysis, ir

LOOP = """
func.func @f(%a: i32, %c: i1, %m: memref<4xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.addi %a, %a : i32
  %r = scf.if %c -> i32 {
    memref.store %x, %m[%c0] : memref<4xi32>
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%v = %r) -> i32 {
    %y = arith.muli %v, %a : i32
    memref.store %y, %m[%c1] : memref<4xi32>
    scf.yield %y : i32
  }
  %dead = arith.subi %a, %a : i32
  return %s : i32
}
"""


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as context, ir.Location.unknown():
        context.allow_unregistered_dialects = True
        yield context


def function(text):
    """The function of a module, and its operations by name."""
    module = ir.Module.parse(text)
    found = {}

    def visit(op):
        found.setdefault(op.operation.name, []).append(op.operation)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    return module.body.operations[0].operation, found


def union(state, other):
    joined = sorted({*state, *other})
    return None if joined == list(state) else joined


def nothing(_):
    return []


def stored(op, state):
    """Adds the operation that made the value that is stored."""
    if op.operation.name != "memref.store":
        return list(state)
    return sorted({*state, op.operation.operands[0].owner.name})


def test_states_flow_forward_through_regions():
    root, ops = function(LOOP)
    found = analysis.Dense(root, stored, union, nothing)

    def around(name):
        return list(found.before(ops[name][0])), list(found.after(ops[name][0]))

    assert around("scf.if") == ([], ["arith.addi"])
    # Also from the iteration before.
    assert around("arith.muli") == (["arith.addi", "arith.muli"],) * 2
    assert around("scf.for") == (["arith.addi"], ["arith.addi", "arith.muli"])
    assert around("func.return") == (["arith.addi", "arith.muli"],) * 2
    # What is analyzed is entered in a way that is not known.
    assert found.before(root) is None


def test_states_flow_backward_through_regions():
    root, ops = function(LOOP)
    found = analysis.Dense(root, stored, union, nothing, backward=True)

    def around(name):
        return list(found.before(ops[name][0])), list(found.after(ops[name][0]))

    assert around("arith.constant") == (["arith.addi", "arith.muli"],) * 2
    assert around("scf.if") == (["arith.addi", "arith.muli"], ["arith.muli"])
    assert around("scf.for") == (["arith.muli"], [])
    assert around("arith.muli") == (["arith.muli"],) * 2
    assert around("func.return") == ([], [])


def test_nothing_reaches_what_is_behind_an_endless_loop_but_its_start_is_known():
    text = """
    func.func @f(%c: i1) {
      cf.br ^bb1
    ^bb1:
      %0 = arith.xori %c, %c : i1
      cf.br ^bb1
    ^bb2:
      "test.never"() : () -> ()
      return
    }"""
    root, ops = function(text)
    forward = analysis.Dense(root, stored, union, nothing)
    assert forward.after(ops["arith.xori"][0]) is not None
    assert forward.before(ops["test.never"][0]) is None
    backward = analysis.Dense(
        root, stored, union, lambda block: [str(block.operations[0].name)], backward=True
    )
    assert list(backward.after(ops["arith.xori"][0])) == ["arith.xori"]


def random_blocks(rng):
    """A function with blocks that branch to each other and use what dominates them."""
    count = rng.randrange(2, 7)
    lines = ["func.func @f(%a: i32, %c: i1) -> i32 {", "  %v = arith.addi %a, %a : i32", "  cf.br ^bb0"]
    for number in range(count):
        lines.append(f"^bb{number}:")
        values = ["%a", "%v"]
        for at in range(rng.randrange(3)):
            one, other = rng.choice(values), rng.choice(values)
            lines.append(f"  %x{number}_{at} = arith.muli {one}, {other} : i32")
            values.append(f"%x{number}_{at}")
        one, other = rng.randrange(count), rng.randrange(count)
        end = [
            f"cf.cond_br %c, ^bb{one}, ^bb{other}",
            f"cf.br ^bb{one}",
            f"return {rng.choice(values)} : i32",
        ]
        lines.append("  " + (end[2] if number == count - 1 else rng.choice(end)))
    return "\n".join([*lines, "}"])


@pytest.mark.parametrize("seed", range(30))
def test_liveness_as_a_dense_analysis_is_that_of_the_library(seed):
    text = random_blocks(random.Random(seed))
    root, _ = function(text)

    def transfer(op, live):
        results = {value.get_name() for value in op.operation.results}
        return sorted(({*live} - results) | {value.get_name() for value in op.operation.operands})

    found = analysis.Dense(root, transfer, union, nothing, backward=True)
    expected = analysis.Liveness(root)
    for block in root.regions[0].blocks:
        state = found.before(block.operations[0])
        live = {value.get_name() for value in expected.live_in(block)}
        arguments = {value.get_name() for value in block.arguments}
        assert {*state} - arguments == live, text


def test_facts_flow_forward():
    root, ops = function(LOOP)

    def of_argument(op, facts):
        return [any(facts)] * len(op.operation.results)

    found = analysis.SparseForward(
        root, of_argument, lambda one, other: None if one or not other else True, lambda value: True
    )
    assert found.fact(ops["arith.constant"][0].result) is False
    assert found.fact(ops["scf.for"][0].result) is True
    assert found.fact(ops["arith.muli"][0].result) is True


def test_facts_flow_into_private_functions_and_past_dead_blocks():
    text = """
    func.func @main() -> i32 {
      %0 = arith.constant 20 : i32
      %1 = func.call @twice(%0) : (i32) -> i32
      return %1 : i32
    ^dead:
      %2 = arith.constant 1 : i32
      return %2 : i32
    }
    func.func private @twice(%a: i32) -> i32 {
      %0 = arith.addi %a, %a : i32
      return %0 : i32
    }"""
    root, ops = function(text)
    module = root.parent

    def numbers(op, facts):
        if op.operation.name == "arith.constant":
            return [[op.operation.attributes["value"].value]]
        if op.operation.name == "arith.addi":
            return [sorted({one + other for one in facts[0] for other in facts[1]})]
        return None

    found = analysis.SparseForward(module, numbers, union, lambda value: ["anything"])
    assert list(found.fact(ops["func.call"][0].result)) == [40]
    assert found.fact(ops["arith.constant"][1].result) is None


def test_facts_flow_backward():
    root, ops = function(LOOP)

    def needed(op, facts):
        every = op.operation.name == "memref.store" or any(facts)
        return [True if every else None] * len(op.operation.operands)

    found = analysis.SparseBackward(root, needed, lambda one, other: None, lambda value: True)
    assert found.fact(ops["arith.subi"][0].result) is None
    assert found.fact(ops["arith.subi"][0].operands[0]) is True
    assert found.fact(ops["arith.addi"][0].result) is True
    assert found.fact(ops["arith.muli"][0].result) is True
    assert found.fact(ops["scf.for"][0].result) is True


def test_facts_flow_backward_through_blocks():
    text = """
    func.func @f(%a: i32, %b: i32, %c: i1) -> i32 {
      cf.cond_br %c, ^bb1(%a, %b : i32, i32), ^bb1(%b, %a : i32, i32)
    ^bb1(%x: i32, %y: i32):
      %0 = "test.one"(%x) : (i32) -> i32
      cf.br ^bb2(%y, %0 : i32, i32)
    ^bb2(%z: i32, %w: i32):
      return %w : i32
    }"""
    root, _ = function(text)

    def names(op, facts):
        return [[*(facts[0] or []), op.operation.name]] * len(op.operation.operands)

    found = analysis.SparseBackward(root, names, union, lambda value: ["end"])
    blocks = root.regions[0].blocks
    facts = [[found.fact(value) for value in block.arguments] for block in blocks]
    assert [[fact and list(fact) for fact in row] for row in facts] == [
        [["end", "test.one"], ["end", "test.one"], ["end"]],
        [["end", "test.one"], None],
        [None, ["end"]],
    ]


CLASSES = [analysis.Dense, analysis.SparseForward, analysis.SparseBackward]


@pytest.mark.parametrize("cls", CLASSES)
def test_an_answer_after_a_change_is_refused(cls):
    root, ops = function(LOOP)
    found = cls(root, lambda op, given: list(given) if cls is analysis.Dense else None, union, nothing)
    ops["arith.subi"][0].erase()
    asks = [found.before, found.after] if cls is analysis.Dense else [found.fact]
    about = ops["scf.if"][0] if cls is analysis.Dense else ops["scf.if"][0].result
    for ask in asks:
        with pytest.raises(
            RuntimeError, match="changed after the data-flow analysis; make the analysis again"
        ):
            ask(about)


@pytest.mark.parametrize("cls", CLASSES)
def test_rules_that_raise_or_change_the_ir_end_the_analysis(cls):
    root, _ = function(LOOP)
    text = str(root)

    def raises(*_):
        raise KeyError("rule")

    for rules in ((raises, union, nothing), (stored, union, raises)):
        with pytest.raises(KeyError, match="rule"):
            cls(root, *rules)

    def edits(op, _):
        op.operation.attributes["changed"] = ir.UnitAttr.get()

    with pytest.raises(RuntimeError, match="cannot change the context"):
        cls(root, edits, union, nothing)
    assert str(root) == text


def test_rules_that_do_not_converge_end_the_analysis():
    root, _ = function(LOOP)
    with pytest.raises(RuntimeError, match="changed 10000 times; `join` must return None"):
        analysis.Dense(root, lambda op, state: state, lambda one, other: [len(one)], nothing)


def test_a_wrong_number_of_facts_is_an_error():
    root, _ = function(LOOP)
    for cls, what in ((analysis.SparseForward, "result"), (analysis.SparseBackward, "operand")):
        with pytest.raises(ValueError, match=f"one for each {what}, or None, got 9"):
            cls(root, lambda op, facts: [1] * 9, union, nothing)
    with pytest.raises(TypeError):
        analysis.SparseForward(root, lambda op, facts: 5, union, nothing)


def test_states_are_any_values():
    root, ops = function(LOOP)

    class State:
        pass

    state = State()
    found = analysis.Dense(root, lambda op, given: given, lambda one, other: None, lambda block: state)
    assert found.after(ops["func.return"][0]) is state


def test_an_analysis_changes_nothing():
    root, ops = function(LOOP)
    result, op = ops["arith.addi"][0].result, ops["arith.addi"][0]
    dense = analysis.Dense(root, stored, union, nothing)
    forward = analysis.SparseForward(root, lambda op, facts: None, union, nothing)
    again = analysis.SparseForward(root, lambda op, facts: None, union, nothing)
    assert [list(each) for each in (dense.before(op), forward.fact(result), again.fact(result))] == [[]] * 3


@pytest.mark.parametrize("cls", CLASSES)
def test_changes_elsewhere_do_not_count(cls):
    root, ops = function(LOOP)
    found = cls(root, lambda op, given: list(given) if cls is analysis.Dense else None, union, nothing)
    ask = found.before if cls is analysis.Dense else found.fact
    about = ops["scf.if"][0] if cls is analysis.Dense else ops["scf.if"][0].result
    assert ask(about) is not None
    other = ir.Module.parse(LOOP)
    assert ask(about) is not None
    del other
    gc.collect()
    assert ask(about) is not None
    # An operation that is like the one before, but another one.
    one = ops["arith.subi"][0]
    with ir.InsertionPoint(one):
        one.clone()
    one.erase()
    with pytest.raises(RuntimeError, match="make the analysis again"):
        ask(about)


def test_many_branches_in_a_block_are_visited_once_or_twice():
    count = 200
    branch = "scf.if %c { memref.store %x, %m[] : memref<f32> } else { memref.store %x, %m[] : memref<f32> }"
    text = f"func.func @f(%c: i1, %x: f32, %m: memref<f32>) {{ {branch * count} return }}"
    root, _ = function(text)
    visits = []

    def transfer(op, state):
        visits.append(op)
        return state + 1

    found = analysis.Dense(root, transfer, lambda one, other: other if other > one else None, lambda block: 0)
    end = root.regions[0].blocks[0].operations[-1]
    assert found.before(end) == 2 * count
    assert len(visits) < 8 * count


def test_what_is_outside_of_a_loop_can_be_anything():
    _, ops = function(LOOP)
    loop, y = ops["scf.for"][0], ops["arith.muli"][0].result
    forward = analysis.SparseForward(loop, lambda op, facts: None, union, lambda value: ["any"])
    assert list(forward.fact(y)) == ["any"]
    assert analysis.IntegerRanges(loop).range(y) is not None
    backward = analysis.SparseBackward(
        loop,
        lambda op, facts: [next(filter(None, facts), None)] * len(op.operation.operands),
        union,
        lambda value: ["any"],
    )
    assert list(backward.fact(y)) == ["any"]


def test_regions_in_dead_blocks_have_no_states():
    text = """
    func.func @f() {
      return
    ^dead:
      "test.region"() ({
        "test.inner"() : () -> ()
      }) : () -> ()
      return
    }"""
    root, ops = function(text)
    found = analysis.Dense(root, stored, union, nothing)
    assert [found.before(ops[name][0]) for name in ("test.region", "test.inner")] == [None, None]
