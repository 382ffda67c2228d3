"""Times one expression: calls in a plain loop, without what the loop itself costs.

The clock is the thread's processor time. Nothing here waits or uses another thread, so on an idle machine it
is the wall clock's; on a busy one a call of milliseconds is not charged for the time in which others ran.
"""

from __future__ import annotations

import gc
import itertools
import statistics
import time
from typing import Any, Callable

from case import Code

ROUNDS = 7

Loop = Callable[[int], float]

_LOOP = """
def loop(count, {names}):
    steps = repeat(None, count)
    start = clock()
    for _ in steps:
        {body}
    return clock() - start
"""
_CAUGHT = "try:\n            {expression}\n        except catches:\n            pass"


def _compiled(body: str, names: dict[str, Any]) -> Loop:
    # The names become parameters with defaults: local variables, as in a user's function.
    taken = {**names, "repeat": itertools.repeat, "clock": time.thread_time}
    source = _LOOP.format(body=body, names=", ".join(f"{name}={name}" for name in taken))
    scope = dict(taken)
    exec(source, scope)
    return scope["loop"]


class Timer:
    """One expression, ready to be timed. Every turn uses the same loop, which the interpreter has adapted."""

    def __init__(self, code: Code) -> None:
        self._code = code
        body, names = code.expression, code.names
        if code.catches is not None:
            body, names = _CAUGHT.format(expression=body), {**names, "catches": code.catches}
        self._loop = _compiled(body, names)
        self._empty = _compiled("pass", {})

    def once(self) -> Any:
        """What one call gives: the result, or the exception that it is to raise."""
        scope = dict(self._code.names)
        try:
            if self._code.answer is None:
                return eval(self._code.expression, scope)
            exec(self._code.expression, scope)
            return eval(self._code.answer, scope)
        except Exception as error:
            if self._code.catches is not None and isinstance(error, self._code.catches):
                return error
            raise

    def count_for(self, seconds: float) -> int:
        """How many calls take about so long."""
        count = 1
        while True:
            taken = self._loop(count)
            if taken > seconds / 4:
                return max(1, round(count * seconds / taken))
            count *= 2

    def nanoseconds(self, count: int) -> float:
        """The time of one call: the middle one of some rounds, so that an interruption spoils one only.

        Another process ran just before: caches are warmed first.
        """
        count = max(1, count // ROUNDS)
        self._loop(count)
        gc.collect()
        gc.disable()
        try:
            # Without the collector, as timeit does it: its runs would be charged to whom they happen to hit.
            rounds = [(self._empty(count), self._loop(count)) for _ in range(ROUNDS)]
        finally:
            gc.enable()
        empty, full = (statistics.median(times) for times in zip(*rounds))
        return (full - empty) / count * 1e9
