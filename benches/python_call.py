"""Calls from Python by ctypes: ours with three ints against a bare foreign function with the same arguments.

Both are measured in turns in one process; the ratio is the median of the turns' ratios.

    python benches/python_call.py LIBRARY_WITH_ADD3 PLUGIN

LIBRARY_WITH_ADD3 exports `int64_t bare_add3(int64_t, int64_t, int64_t)`; PLUGIN is the testing plugin.
"""

from __future__ import annotations

import ctypes
import statistics
import sys
import time
from typing import Any, Callable

import tvmlike

CALLS = 20_000
TURNS = 25


def time_of(function: Callable[..., Any], calls: range) -> float:
    start = time.perf_counter()
    for i in calls:
        function(i, 2, 3)
    return (time.perf_counter() - start) / len(calls) * 1e9


def main() -> None:
    library = ctypes.CDLL(sys.argv[1])
    bare = library.bare_add3
    bare.argtypes = [ctypes.c_int64] * 3
    bare.restype = ctypes.c_int64
    tvmlike.load_plugin(sys.argv[2])
    ours = tvmlike.get_global_func("testing.add3")
    assert bare(40, 1, 1) == ours(40, 1, 1) == 42
    calls = range(CALLS)
    times: dict[str, list[float]] = {"bare": [], "ours": []}
    for turn in range(TURNS + 1):
        for name, function in (("bare", bare), ("ours", ours)):
            taken = time_of(function, calls)
            # The first turn warms up.
            if turn:
                times[name].append(taken)
    ratio = statistics.median(o / b for o, b in zip(times["ours"], times["bare"]))
    print("\nA call with three ints from Python, by ctypes")
    print("| case | ns (median) | ratio | goal |\n|---|---:|---:|---:|")
    bare_time, our_time = (statistics.median(times[name]) for name in ("bare", "ours"))
    missed = "" if ratio <= 2 else " missed"
    print(f"| bare ctypes call of a C function | {bare_time:.0f} | 1.00 | |")
    print(f"| tvmlike, checks included | {our_time:.0f} | {ratio:.2f} | ≤ 2{missed} |")


if __name__ == "__main__":
    main()
