"""Several threads: a context for each, or one for all without locks, which is an error and never a race."""

import sys
import threading

import pytest
from mlir_api import UPSTREAM, ir

pytestmark = pytest.mark.skipif(UPSTREAM, reason="upstream's contexts must not be shared")


def run(count, work):
    errors = []

    def guarded(number):
        try:
            work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors


def test_a_context_for_each_thread():
    def work(number):
        with ir.Context() as ctx, ir.Location.unknown():
            ctx.allow_unregistered_dialects = True
            module = ir.Module.create()
            with ir.InsertionPoint(module.body):
                for at in range(200):
                    ir.Operation.create(f"test.op{at}")
            assert len(module.body.operations) == 200

    assert run(4, work) == []


def test_one_context_in_several_threads():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ir.Context() as ctx:
            ctx.allow_unregistered_dialects = True
            module = ir.Module.parse('"test.a"() : () -> ()')

        def work(number):
            with ctx, ir.Location.unknown():
                for _at in range(300):
                    op = ir.Operation.create("test.op", attributes={"n": ir.UnitAttr.get()}, ip=False)
                    module.body.append(op)
                    assert op.name == "test.op"
                    op.erase()

        for error in run(4, work):
            assert isinstance(error, RuntimeError)
            assert "thread" in str(error)
        assert str(module) == 'module {\n  "test.a"() : () -> ()\n}\n'
    finally:
        sys.setswitchinterval(before)
