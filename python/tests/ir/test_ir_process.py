"""The IR at the edges of a process: exit with live handles, forks, threads at exit, random calls."""

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from mlir_api import UPSTREAM, ir

import tvmlike

HERE = Path(__file__).parent
pytestmark = pytest.mark.skipif(UPSTREAM, reason="upstream crashes")

START = """
from tvmlike import ir
ctx = ir.Context()
ctx.allow_unregistered_dialects = True
module = ir.Module.parse('%0 = "p.a"() : () -> i32', ctx)
op = module.body.operations[0]
"""


def test_exit_with_live_handles(run_python):
    program = START + (
        "ctx.__enter__()\nir.Location.unknown().__enter__()\nir.InsertionPoint(op).__enter__()\n"
        "handler = ctx.attach_diagnostic_handler(lambda one: True)\n"
        "made = ir.Operation.create('p.b', operands=[op.result])\n"
        "uses, walk, state = op.result.uses, iter(module.body), ir.AsmState(op)\n"
        "cycle = [op]; cycle.append(cycle)\n"
        "class Late:\n"
        "    def __del__(self):\n        print(made.name, str(module).count('p.'))\n"
        "late = Late()\n"
    )
    status, out, err = run_python(program)
    assert (status, err) == (0, "")
    assert out in ("p.b 2\n", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_forked_process_has_a_copy(run_python):
    program = START + (
        "child = os.fork()\n"
        "if child == 0:\n"
        "    with ctx, ir.Location.unknown():\n"
        "        module.body.append(ir.Operation.create('p.child'))\n"
        "        other = ir.Module.parse('\"p.c\"() : () -> ()' * 1, ir.Context.current)\n"
        "    op.erase()\n"
        "    os._exit(len(module.body.operations))\n"
        "status = os.waitpid(child, 0)[1]\n"
        "print(os.WEXITSTATUS(status), os.WIFSIGNALED(status), module)\n"
    )
    status, out, err = run_python(program)
    assert (status, err) == (0, "")
    assert out == '1 False module {\n  %0 = "p.a"() : () -> i32\n}\n\n'


def test_exit_while_a_thread_works(run_python):
    program = START + (
        "import threading, time\n"
        "def work():\n"
        "    while True:\n"
        "        str(ir.Module.parse('\"p.x\"() : () -> ()', ctx))\n"
        "threading.Thread(target=work, daemon=True).start()\n"
        "time.sleep(0.05)\n"
    )
    status, _, err = run_python(program)
    assert (status, err) == (0, "")


def test_classes_of_a_program_are_ordinary_ones():
    class Named(ir.Context):
        def __init__(self, name):
            super().__init__()
            self.allow_unregistered_dialects = True
            names[id(self)] = name

    names = {}
    with Named("mine") as ctx, ir.Location.unknown():
        assert ir.Context.current is ctx
        made = ir.Operation.create("p.a")
        assert made.context is ctx
        assert names[id(made.context)] == "mine"

        class Width(ir.IntegerType):
            @property
            def double(self):
                return self.width * 2

        assert Width(ir.IntegerType.get_signless(4)).double == 8
        assert Width(ir.IntegerType.get_signless(4)) == ir.IntegerType.get_signless(4)
        with pytest.raises(ValueError, match="Cannot cast"):
            Width(ir.F32Type.get())


def test_handles_are_neither_copied_nor_pickled():
    with ir.Context() as ctx, ir.Location.unknown():
        module = ir.Module.create()
        for one in (
            ctx,
            module,
            module.body,
            ir.F32Type.get(),
            ir.UnitAttr.get(),
            ir.Location.current,
            module.operation,
        ):
            for act in (copy.copy, copy.deepcopy, pickle.dumps):
                with pytest.raises(TypeError, match="cannot pickle or copy"):
                    act(one)


def test_sizes_that_a_number_asks_for():
    most = 1 << 20
    with ir.Context():
        assert ir.AffineMap.get_identity(most).n_dims == most
        for ask in (
            lambda: ir.AffineMap.get_identity(most + 1),
            lambda: ir.AffineMap.get_minor_identity(2**32 - 1, 1),
            lambda: ir.AffineMap.get(2**32 - 1, 0, []),
            lambda: ir.AffineMap.get(0, 2**32 - 1, []),
            lambda: ir.IntegerSet.get_empty(2**32 - 1, 0),
            lambda: ir.IntegerSet.get(0, 2**32 - 1, [ir.AffineExpr.get_dim(0)], [True]),
            lambda: ir.StridedLayoutAttr.get_fully_dynamic(2**40),
            lambda: ir.AffineMap.get_identity(1).replace(
                ir.AffineExpr.get_dim(0), ir.AffineExpr.get_dim(0), 2**32 - 1, 0
            ),
        ):
            with pytest.raises(ValueError, match="exceeds the limit of 1048576"):
                ask()
        assert str(ir.AffineExpr.get_dim(2**32 - 1) + ir.AffineExpr.get_symbol(7)) == "d4294967295 + s7"


@pytest.mark.parametrize("arguments", [("1", "1500"), ("2", "500", "3")], ids=["one thread", "three threads"])
def test_random_calls(arguments):
    path = os.pathsep.join([os.fspath(HERE), *sys.path])
    command = [sys.executable, "-X", "faulthandler", HERE / "random_members.py", *arguments]
    done = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]


def test_no_module_of_the_package_has_the_name_of_a_function():
    # Once imported, it would hide the function.
    modules = {path.stem for path in Path(tvmlike.ir.__file__).parent.glob("*.py")}
    assert not modules & {name.removeprefix("ir.") for name in tvmlike.list_global_func_names("ir")}
