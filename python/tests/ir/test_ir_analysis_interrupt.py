"""Analyses that take long: signals are handled while they run."""

from __future__ import annotations

import signal
import textwrap

import pytest

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no interval timers")

PROGRAM = """
    import signal
    from tvmlike import ir
    from tvmlike.analysis import IntegerRanges

    SUMS = "".join(f"%{n} = arith.addi %c, %c : i32 " for n in range(50_000))
    outcomes = []

    def handle(*arguments):
        # The context is in use where the signal comes while the analysis runs.
        try:
            module.operation.attributes["n"] = ir.UnitAttr.get()
        except RuntimeError:
            raise KeyboardInterrupt from None

    with ir.Context() as context, ir.Location.unknown():
        module = ir.Module.parse("func.func @f() { %c = arith.constant 1 : i32 " + SUMS + " return }")
        value = module.body.operations[0].regions[0].blocks[0].operations[0].result
        signal.signal(signal.SIGALRM, handle)
        for _ in range(100):
            ranges = IntegerRanges(module.operation)
            signal.setitimer(signal.ITIMER_REAL, 0.001)
            try:
                ranges.range(value)
            except KeyboardInterrupt:
                print("interrupted")
                break
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        print(ranges.range(value).constant_value)
"""


def test_a_signal_ends_the_analysis_of_ranges(run_python):
    assert run_python(textwrap.dedent(PROGRAM)) == (0, "interrupted\n1\n", "")
