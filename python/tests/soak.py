"""Makes millions of mixed calls, some with errors and on several threads; the process must not grow.

    python python/tests/soak.py --calls 10000000

Prints a line after each tenth. The exit status is 1 if the resident memory has grown by more than `--most`
kilobytes since the warm-up, or if a Python or native object has leaked. It is a program and not a test,
because it runs for minutes.
"""

from __future__ import annotations

import argparse
import gc
import os
import resource
import sys
import threading
import time

import tvmlike

WARM_UP = 20
"""One part in so many of the calls is made before the memory is measured."""
TURNS = 10
THREADS = 4


class Fails(Exception):
    pass


def raises(*args):
    raise Fails("on purpose")


def nothing(*args):
    return None


def fails(call, *args):
    try:
        call(*args)
    except Exception:
        return
    raise AssertionError(f"{call!r}{args!r} did not fail")


def resident_kilobytes() -> int:
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize() // 1024


def cheap_steps(t):
    """Each function makes one call."""
    text, data, names = "text " * 30, bytes(200), ["a text of some length", 1, 2.5]
    point, counter = t.make_point(1.0, 2.0), t.counter(0)
    return [
        lambda: t.nop(),
        lambda: t.add3(1, 2, 3),
        lambda: t.add3(a=1, b=2, c=3),
        lambda: t.default(4),
        lambda: t.echo(2.5),
        lambda: t.echo(True),
        lambda: t.echo("short"),
        lambda: t.echo(text),
        lambda: t.str_len(text),
        lambda: t.echo(data),
        lambda: t.bytes_len(data),
        lambda: t.echo(names),
        lambda: t.sum((1, 2, 3)),
        lambda: t.echo({"k": names, "l": None})["k"],
        lambda: t.echo(point),
        lambda: t.point_x(point),
        lambda: t.make_point(1.0, 2.0),
        lambda: counter(),
        lambda: t.echo(tvmlike.Shape((1, 2, 3))),
        lambda: t.dtype(tvmlike.DataType("float32")),
        lambda: t.call(nothing, 1, text),
        lambda: t.call(lambda x: x, names),
        lambda: t.call(t.add3, 1, 2, 3),
        lambda: t.echo(object()),
        lambda: tvmlike.get_global_func("testing.nop")(),
        lambda: t.shape_of(tvmlike.zeros((2, 3))),
    ]


def array_steps(t):
    try:
        import numpy as np
    except ImportError:
        return []
    array, single = np.zeros((3, 4)), np.zeros(4, "float32")
    return [
        lambda: t.shape_of(array),
        lambda: t.echo(array).numpy(),
        lambda: t.echo(array[::2, ::-1]),
        lambda: t.sum_f32(single),
        lambda: np.from_dlpack(t.echo(array)),
        lambda: fails(t.sum_f32, array),
    ]


def failing_steps(t):
    """Errors of every origin; they are slower, so they are less frequent."""
    return [
        lambda: fails(t.add3, 1, 2, "x"),
        lambda: fails(t.add3, 1),
        lambda: fails(t.echo, 2**70),
        lambda: fails(t.echo, ["text", "\ud800"]),
        lambda: fails(t.call, raises, "x"),
        lambda: fails(t.call, t.call, raises, "x"),
        lambda: fails(t.call, lambda: 2**70),
        lambda: fails(t.map_get, {"k": 1}, "l"),
        lambda: t.swallow(raises),
        lambda: fails(t.call_in_thread, raises, 1),
        lambda: t.call_in_thread(nothing, "text"),
    ]


def work(t, calls: int) -> None:
    """Makes `count` calls."""
    often = cheap_steps(t) + array_steps(t)
    seldom = failing_steps(t)
    done = position = 0
    while done < calls:
        for _ in range(20):
            for step in often:
                step()
        seldom[position % len(seldom)]()
        position += 1
        done += 20 * len(often) + 1


def on_threads(t, calls: int) -> None:
    errors: list[BaseException] = []

    def run():
        try:
            work(t, calls // THREADS)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def turn(t, calls: int) -> None:
    """A fifth of the calls runs on several threads at once."""
    work(t, calls - calls // 5)
    on_threads(t, calls // 5)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--calls", type=int, default=10_000_000)
    parser.add_argument("--most", type=int, default=2048, help="kilobytes that the process may grow by")
    parser.add_argument(
        "--plugin", default=os.environ.get("TVMLIKE_TEST_PLUGIN"), help="libtvmlike_testing.so"
    )
    chosen = parser.parse_args()
    if not chosen.plugin:
        parser.error("--plugin, or TVMLIKE_TEST_PLUGIN, must name libtvmlike_testing.so")
    tvmlike.load_plugin(chosen.plugin)
    t = tvmlike.testing
    print(
        f"{chosen.calls} calls by the {tvmlike.ffi_path()} path, Python {sys.version.split()[0]}", flush=True
    )
    turn(t, max(chosen.calls // WARM_UP, 10_000))
    gc.collect()
    start, objects = resident_kilobytes(), len(gc.get_objects())
    began = time.perf_counter()
    for number in range(1, TURNS + 1):
        turn(t, chosen.calls // TURNS)
        gc.collect()
        seconds = time.perf_counter() - began
        grown, more = resident_kilobytes() - start, len(gc.get_objects()) - objects
        done = number * (chosen.calls // TURNS)
        print(f"{done:>10} calls {seconds:7.1f} s {grown:+7} KB {more:+5} objects", flush=True)
    if grown > chosen.most or more > 100:
        print(f"the process grew: {grown} KB (at most {chosen.most}), {more} objects (at most 100)")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
