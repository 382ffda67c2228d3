"""Progress of pipelines, and Ctrl-C within functions of Python that pipelines and rewrites call."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sysconfig
import textwrap
from pathlib import Path

import pytest

import tvmlike
from tvmlike import ir
from tvmlike.passmanager import PassManager

TEXT = """
func.func @f() { return }
func.func private @unused() { return }
func.func @g() { return }
"""


@pytest.fixture
def module():
    with ir.Context():
        yield ir.Module.parse(TEXT)


def test_a_callback_gets_each_run_of_a_pass(module):
    manager = PassManager.parse("builtin.module(symbol-dce,func.func(cse,canonicalize),cse)")
    seen = []

    def callback(name, operation, index, total):
        seen.append((name, operation.name, index, total))

    manager.enable_progress(callback)
    manager.run(module.operation)
    # At first, three functions are there.
    assert seen == [
        ("symbol-dce", "builtin.module", 0, 8),
        ("cse", "func.func", 1, 6),
        ("canonicalize", "func.func", 2, 6),
        ("cse", "func.func", 3, 6),
        ("canonicalize", "func.func", 4, 6),
        ("cse", "builtin.module", 5, 6),
    ]
    manager.enable_progress(None)
    manager.run(module.operation)
    assert len(seen) == 6


def test_a_callback_can_read_and_change_the_ir(module):
    manager = PassManager.parse("builtin.module(cse,func.func(cse))")
    names = []

    def callback(name, operation, index, total):
        names.append(str(operation).partition("(")[0].split()[-1])
        operation.attributes["test.seen"] = ir.UnitAttr.get(operation.context)

    manager.enable_progress(callback)
    manager.run(module.operation)
    assert names[1:] == ["@f", "@unused", "@g"]
    assert str(module).count("attributes {test.seen}") >= 3

    def erase(name, operation, index, total):
        if operation.name == "func.func":
            operation.erase()

    manager.enable_progress(erase)
    with pytest.raises(ir.MLIRError, match="erased"):
        manager.run(module.operation)


def test_what_a_callback_raises_ends_the_run(module):
    manager = PassManager.parse("builtin.module(cse,canonicalize)")

    def callback(name, operation, index, total):
        if index == 1:
            raise LookupError(name)

    manager.enable_progress(callback)
    with pytest.raises(LookupError, match="canonicalize"):
        manager.run(module.operation)
    manager.enable_progress(None)
    manager.run(module.operation)


SIGNALS = """
    import os, signal, sys
    from tvmlike import ir
    from tvmlike.passmanager import PassManager
    from tvmlike.rewrite import RewritePatternSet, apply_patterns_and_fold_greedily, walk_and_apply_patterns

    TEXT = 'func.func @f(%a: i64) -> i64 { %0 = arith.addi %a, %a : i64 return %0 : i64 }'
    visits = 0

    def send():
        # The handler of Python runs here, or in the native code that runs afterwards.
        os.kill(os.getpid(), signal.SIGINT)

    def in_pattern(op, rewriter):
        send()
        return True

    def in_pass(op, own):
        send()

    def in_progress(*arguments):
        send()

    def endless(op, rewriter):
        # A rewrite that goes on: the operation is another one each time.
        global visits
        visits += 1
        op.attributes["n"] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), visits)
        if visits % 3 == 0:
            send()

    def rewrite(apply, pattern):
        patterns = RewritePatternSet()
        patterns.add("arith.addi", pattern)
        apply(module, patterns.freeze())

    def passes(function=None):
        manager = PassManager()
        if function:
            manager.add(function)
        else:
            manager.add("cse,cse")
            manager.enable_progress(in_progress)
        manager.run(module.operation)

    for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT):
        for act in (
            lambda: rewrite(apply_patterns_and_fold_greedily, in_pattern),
            lambda: rewrite(walk_and_apply_patterns, in_pattern),
            lambda: rewrite(apply_patterns_and_fold_greedily, endless),
            lambda: passes(in_pass),
            lambda: passes(),
        ):
            with ir.Context():
                module = ir.Module.parse(TEXT)
                try:
                    act()
                except KeyboardInterrupt:
                    pass
                else:
                    print("not interrupted")
                str(module)
    print("done")
"""


def test_ctrl_c_in_a_function_of_python_ends_the_run(run_python):
    program = textwrap.dedent(SIGNALS).replace("COUNT", "10")
    assert run_python(program) == (0, "done\n", "")


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals")
def test_a_bar_on_a_terminal():
    program = shutil.which("tvmlike-opt", path=str(Path(tvmlike.library_path()).parent))
    program = program or shutil.which("tvmlike-opt", path=sysconfig.get_path("scripts"))
    if program is None:
        pytest.skip("tvmlike-opt is not built")
    passes = "cse," * 400 + "cse"
    command = [program, "--progress", f"--pass-pipeline=builtin.module(func.func({passes}))"]
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=theirs) as run:
        os.close(theirs)
        out, _ = run.communicate(TEXT.encode(), timeout=60)
        shown = b""
        while True:
            try:
                part = os.read(ours, 1 << 16)
            except OSError:
                break
            if not part:
                break
            shown += part
        os.close(ours)
    assert run.returncode == 0
    assert b"func.func @g()" in out
    assert b"/1203" in shown
    quiet = subprocess.run(command, input=TEXT.encode(), capture_output=True, timeout=60, check=True)
    assert quiet.stderr == b""
