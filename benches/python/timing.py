"""Times one expression in a plain loop, without the time of the loop itself.

The clock is the thread's processor time. Nothing here waits or uses another thread, so on an idle machine
this equals the wall clock; on a busy one, the time of other processes is not counted.
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
    # Names become parameters with defaults: local variables, as in a user's function.
    taken = {**names, "repeat": itertools.repeat, "clock": time.thread_time}
    source = _LOOP.format(body=body, names=", ".join(f"{name}={name}" for name in taken))
    scope = dict(taken)
    exec(source, scope)
    return scope["loop"]


class Timer:
    """One expression to time. Every turn uses the same loop, which the interpreter has specialized."""

    def __init__(self, code: Code) -> None:
        self._code = code
        body, names = code.expression, code.names
        if code.catches is not None:
            body, names = _CAUGHT.format(expression=body), {**names, "catches": code.catches}
        self._loop = _compiled(body, names)
        self._empty = _compiled("pass", {})

    def once(self) -> Any:
        """Returns the result of one call, or the exception if it must raise one."""
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
        """Returns the number of calls that take about `seconds`."""
        count = 1
        while True:
            taken = self._loop(count)
            if taken > seconds / 4:
                return max(1, round(count * seconds / taken))
            count *= 2

    def nanoseconds(self, count: int) -> float:
        """Returns the time of one call: the median of several rounds, so that an interruption affects only
        one.

        Another process ran just before, so the caches are warmed first.
        """
        count = max(1, count // ROUNDS)
        self._loop(count)
        gc.collect()
        gc.disable()
        try:
            # With the garbage collector off, as in timeit: its runs would be counted in arbitrary rounds.
            rounds = [(self._empty(count), self._loop(count)) for _ in range(ROUNDS)]
        finally:
            gc.enable()
        empty, full = (statistics.median(times) for times in zip(*rounds))
        return (full - empty) / count * 1e9
