"""Analyses, and what mlir-opt 22 prints about the same modules. Skipped where it is not installed."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from analysis_texts import FLOW, LOOPS, MEMORY, every, parse

from tvmlike import analysis

COMPILER = Path(__file__).parents[3] / "compiler" / "tests"
MLIR_OPT = shutil.which("mlir-opt-22")
if MLIR_OPT is None or not COMPILER.is_dir():
    pytest.skip("mlir-opt 22 is not installed, or the checkout is not here", allow_module_level=True)


def blocks_in(operation):
    """The blocks in an operation, each before those in it."""
    for region in operation.regions:
        for block in region:
            yield block
            for op in block:
                yield from blocks_in(op.operation)


def mlir_opt(text, pipeline, *flags):
    """What mlir-opt prints about a module on both streams."""
    command = [MLIR_OPT, "--allow-unregistered-dialect", "--mlir-disable-threading", *flags]
    command.append(f"--pass-pipeline=builtin.module({pipeline})")
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)
    if done.returncode < 0:
        pytest.skip("mlir-opt crashes: its dominance does not know blocks that are not reached")
    assert done.returncode == 0, done.stderr
    # A list ends with a backspace.
    return done.stdout, done.stderr.replace("\b", "")


def random_texts(name, count):
    sys.path.insert(0, str(COMPILER))
    try:
        import pass_random
    finally:
        sys.path.remove(str(COMPILER))
    make = next(each.make for each in pass_random.GENERATORS if each.name == name)
    return [make(seed) for seed in range(1, count + 1)]


def tagged(text):
    """A function in which `test.reflect_bounds` follows each value, with its number; and the values."""
    lines, names, types = [], [], {}
    for line in text.splitlines():
        lines.append(line)
        match = re.match(r"\s*(%\w+) = ([\w.]+) .*?(\w+)\)?$", line)
        if not match or "{" in line:
            continue
        name, op, ty = match.groups()
        ty = "i1" if op.endswith("cmpi") or op == "index.cmp" or ty in ("true", "false") else ty
        ty = "index" if op.startswith("index.") and op != "index.cmp" else ty
        types[name] = ty
        lines.append(f"%t{len(names)} = test.reflect_bounds {{tag = {len(names)} : i32}} {name} : {ty}")
        names.append(name)
    return "\n".join(lines) + "\n", names


@pytest.mark.parametrize("name", ["ranges", "index_ranges"])
def test_ranges_are_those_of_mlir(name):
    compared = 0
    texts = random_texts(name, 25)
    separator = "// -----\n"
    joined = separator.join(tagged(text)[0] for text in texts)
    printed, _ = mlir_opt(joined, "int-range-optimizations", "--split-input-file")
    parts = printed.split(separator)
    assert len(parts) == len(texts)
    for text, out in zip(texts, parts):
        names = tagged(text)[1]
        module = parse(text)
        ranges = analysis.IntegerRanges(module.operation)
        values = [result for op in every(module.operation) if not len(op.regions) for result in op.results]
        assert len(values) == len(names)
        for line in out.splitlines():
            if "test.reflect_bounds" not in line:
                continue
            fields = dict(re.findall(r"(\w+) = (-?\d+|true|false)", line))
            found = ranges.range(values[int(fields["tag"])])
            if "umin" not in fields:
                assert found is None, f"{line}\n{text}"
                continue
            bits = {"true": "-1", "false": "0"}
            wanted = [int(bits.get(fields[key], fields[key])) for key in ("umin", "umax", "smin", "smax")]
            mask = (1 << found.width) - 1
            got = [found.umin, found.umax, found.smin, found.smax]
            assert [each & mask for each in got] == [each & mask for each in wanted], f"{line}\n{text}"
            compared += 1
    assert compared > 50


@pytest.mark.parametrize("text", [FLOW, *random_texts("blocks", 3), *random_texts("loops", 2)])
def test_liveness_is_that_of_mlir(text):
    module = parse(text)
    _, printed = mlir_opt(text, "func.func(test-print-liveness)")
    parts = printed.split("Testing : ")[1:]
    functions = [op for op in module.body.operations if len(op.regions[0].blocks)]
    parts = [part for part in parts if "- Block:" in part]
    assert len(parts) == len(functions)
    for part, function in zip(parts, functions):
        blocks = list(blocks_in(function.operation))
        names, number = {}, 0
        for at, block in enumerate(blocks):
            for index, argument in enumerate(block.arguments):
                names[argument] = f"arg{index}@{at}"
                number += 1
            for op in block.operations:
                for result in op.results:
                    names[result] = f"val_{number}"
                    number += 1
        liveness = analysis.Liveness(function.operation)
        for at, block in enumerate(part.split("// - Block: ")[1:]):
            live = {key: set(values.split()) for key, values in re.findall(r"--- (Live\w+):(.*)", block)}
            assert {names[value] for value in liveness.live_in(blocks[at])} == live["LiveIn"]
            assert {names[value] for value in liveness.live_out(blocks[at])} == live["LiveOut"]
            current = re.findall(r"\[([^\[\]=]*)\]$", block.partition("BeginCurrentlyLive")[2], re.MULTILINE)
            ops = [op.operation for op in blocks[at].operations if not len(op.regions)]
            if len(ops) == len(list(blocks[at].operations)):
                got = [{names[value] for value in liveness.currently_live_values(op)} for op in ops]
                # An empty set is not printed.
                assert [each for each in got if each] == [set(each.split()) for each in current]


@pytest.mark.parametrize("text", [FLOW, *random_texts("blocks", 3), *random_texts("loops", 2)])
def test_dominance_is_that_of_mlir(text):
    module = parse(text)
    _, printed = mlir_opt(text, "func.func(test-print-dominance)")
    functions = [op for op in module.body.operations if len(op.regions[0].blocks)]
    parts = [part for part in printed.split("Testing : ")[1:] if "Nearest(0" in part]
    for part, function in zip(parts, functions):
        blocks = [*blocks_in(function.operation), module.body]
        before, _, after = part.partition("--- PostDominanceInfo ---")
        after = after.partition("--- ")[0]
        dominance = analysis.DominanceInfo(module.operation)
        post = analysis.PostDominanceInfo(module.operation)
        for info, lines in ((dominance, before), (post, after)):
            found = re.findall(r"Nearest\((\d+), (\d+)\) = (.*)", lines)
            assert len(found) == len(blocks) ** 2
            for one, other, nearest in found:
                got = info.find_nearest_common_dominator(blocks[int(one)], blocks[int(other)])
                wanted = blocks[int(nearest)] if nearest.isdigit() else None
                assert got == wanted, (one, other, nearest)


@pytest.mark.parametrize("text", [FLOW, *random_texts("calls", 3)])
def test_the_call_graph_is_that_of_mlir(text):
    module = parse(text)
    _, printed = mlir_opt(text, "test-print-callgraph")
    calls = analysis.CallGraph(module.operation)
    name = re.compile(r'sym_name = "(\w+)"')
    wanted = {}
    for node in printed.partition("-- SCCs --")[0].split("- Node : ")[1:]:
        head, *edges = node.splitlines()
        if name.search(head):
            callees = {name.search(edge).group(1) for edge in edges if name.search(edge)}
            wanted[name.search(head).group(1)] = sorted(callees)
    label = lambda op: op.attributes["sym_name"].value  # noqa: E731
    assert {label(op): sorted(map(label, calls.callees(op))) for op in calls.nodes} == wanted


@pytest.mark.parametrize("text", [FLOW, LOOPS, *random_texts("blocks", 4)])
def test_natural_loops_are_those_of_mlir(text):
    module = parse(text)
    _, printed = mlir_opt(text, "func.func(test-cfg-loop-info)")
    wanted = set()
    for depth, blocks in re.findall(r"Loop at depth (\d+) containing: (.*)", printed):
        wanted.add((int(depth), frozenset(blocks.split(","))))
    got = set()
    for function in module.body.operations:
        order = list(function.regions[0].blocks)
        for loop in analysis.natural_loops(function.regions[0]) if order else []:
            marks = (("header", [loop.header]), ("latch", loop.latches), ("exiting", loop.exiting_blocks))
            names = [
                f"^bb{order.index(block)}" + "".join(f"<{mark}>" for mark, held in marks if block in held)
                for block in loop.blocks
            ]
            got.add((loop.depth, frozenset(names)))
    assert got == wanted


def test_aliases_are_those_of_mlir():
    module = parse(MEMORY)
    _, printed = mlir_opt(MEMORY, "func.func(test-alias-analysis)")
    values = {}
    for op in every(module.operation):
        if "test.ptr" in op.attributes:
            values[f"{op.attributes['test.ptr'].value}#0"] = op.results[0]
    pairs = re.findall(r"(\S+) <-> (\S+): (\w+)", printed)
    assert len(pairs) == len(values) * (len(values) - 1) // 2
    words = {
        analysis.AliasResult.NO_ALIAS: "NoAlias",
        analysis.AliasResult.MAY_ALIAS: "MayAlias",
        analysis.AliasResult.MUST_ALIAS: "MustAlias",
    }
    for one, other, result in pairs:
        assert words[analysis.alias(values[one], values[other])] == result, (one, other)


def test_effects_are_those_of_mlir():
    _, printed = mlir_opt(MEMORY, "test-side-effects")
    module = parse(MEMORY)
    wanted: dict[int, list[str]] = {}
    for line, text in re.findall(r"^<stdin>:(\d+):\d+: remark: (.*)$", printed, re.MULTILINE):
        wanted.setdefault(int(line), []).append(text)
    got: dict[int, list[str]] = {}
    for op in every(module.operation):
        effects = analysis.memory_effects(op)
        if effects is None:
            continue
        line = int(re.search(r":(\d+):\d+", str(op.location)).group(1))
        texts = got.setdefault(line, [])
        texts.extend(describe(op, effect) for effect in effects)
        if not effects:
            texts.append("operation has no memory effects")
    assert {line: texts for line, texts in got.items() if line in wanted} == wanted


def describe(op, effect):
    """An effect in the words of mlir-opt."""
    kind = effect.kind.name.lower()
    value = effect.value
    if value in list(op.results):
        place = f"on op result {list(op.results).index(value)}, "
    elif value is not None:
        place = f"on op operand {list(op.operands).index(value)}, "
    else:
        place = ""
    return f"found an instance of '{kind}' {place}on resource '{effect.resource}'"
