"""Times of calls, and of two sides in turns."""

from __future__ import annotations

import time
from statistics import median
from typing import Any, Callable

# The least time of a measurement, in seconds.
LEAST = 0.02


def seconds(function: Callable[..., Any], arguments: list[Any], count: int) -> float:
    start = time.perf_counter()
    for _ in range(count):
        function(*arguments)
    return (time.perf_counter() - start) / count


def ratio_of(turns: int, one: Callable[[], Any], two: Callable[[], Any]) -> tuple[float, float, float]:
    """The medians of two sides that are measured in turns, in seconds, and of the ratios."""
    counts = [max(1, int(LEAST / seconds(each, [], 3))) for each in (one, two)]
    a, b = [], []
    for turn in range(turns):
        sides = [(a, one, counts[0]), (b, two, counts[1])]
        for times, called, count in sides if turn % 2 else reversed(sides):
            times.append(seconds(called, [], count))
    return median(a), median(b), median(x / y for x, y in zip(a, b))
