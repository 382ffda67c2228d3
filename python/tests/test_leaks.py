"""No leaks: memory, native objects, entries in internal tables."""

from __future__ import annotations

import gc
import pathlib
import resource
import sys
import tracemalloc
import weakref

import pytest

import tvmlike
from tvmlike import _backend, _callback, _dlpack, _handles

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


def resident() -> int:
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize()


class Own(Exception):
    pass


def raising(*args):
    raise Own("message " * 20)


def caught(call, *args):
    try:
        call(*args)
    except (Own, TypeError, OverflowError, ValueError, IndexError):
        pass


LONG = "text " * 200


def failing(testing):
    row = testing.Row([LONG, LONG])
    row.fails_at = 1
    return row


def filled(testing):
    table = testing.Table()
    table[LONG] = LONG
    return table


STEPS = {
    "ints": lambda t: t.add3(1, 2, 3),
    "text": lambda t: t.echo(LONG),
    "text with NULs": lambda t: t.echo(LONG + "\0"),
    "bytes": lambda t: t.echo(LONG.encode()),
    "many arguments": lambda t: t.call(lambda *a: None, *([LONG] * 20)),
    "array": lambda t: t.echo([LONG, [LONG], 1]),
    "array items": lambda t: [item for item in t.echo([LONG, [LONG]])],
    "map": lambda t: t.echo({LONG: [LONG]})[LONG],
    "map items": lambda t: list(t.echo({LONG: [LONG]}).items()),
    "map miss": lambda t: t.echo({LONG: 1}).get((1, 2)),
    "shape": lambda t: t.echo(tvmlike.Shape(range(100))),
    "python object": lambda t: t.echo(bytearray),
    "object": lambda t: t.make_point(1.0, 2.0),
    "function": lambda t: t.counter(0)(),
    "callable": lambda t: t.echo(lambda: LONG),
    "callback": lambda t: t.call(lambda x: [x, LONG], LONG),
    "native thread": lambda t: t.call_in_thread(lambda x: [x, LONG], LONG),
    "enumerations": lambda t: (t.next_color(t.Color.RED), t.allow(t.Access.READ), t.colors(2)),
    "member of another enumeration": lambda t: caught(t.next_color, t.Shade.LIGHT),
    "plain structs": lambda t: t.back({"name": LONG, "places": [{"x": 1, "file": pathlib.Path(LONG)}]}),
    "unknown field": lambda t: caught(t.back, {"name": LONG, "places": [{LONG: 1}]}),
    "sets": lambda t: t.common(set(range(50)), frozenset(range(50))),
    "paths": lambda t: t.sibling(pathlib.PurePath(LONG), LONG),
    "numbers": lambda t: t.weighted([1.5] * 50, [2] * 50),
    "sequence": lambda t: (
        list(t.Row([LONG] * 9)),
        t.Row([LONG])[0],
        t.Row([LONG, 1])[::-1],
        1 in t.Row([LONG, 1]),
    ),
    "sequence out of range": lambda t: (caught(t.Row([LONG]).__getitem__, 2), caught(t.Row([LONG]).index, 3)),
    "item that fails": lambda t: caught(list, failing(t)),
    "iterator left half-way": lambda t: next(iter(t.Row([LONG, LONG]))),
    "mapping": lambda t: (dict(filled(t)), LONG in filled(t), filled(t).get(1 * "x"), filled(t).pop(LONG)),
    "attributes of a class": lambda t: (t.Box.asked, t.Box.standard, caught(lambda: t.Box.broken)),
    "keyword-only": lambda t: (t.keyword_only(1, c=3), caught(t.keyword_only, 1, 2, 3), t.Box(1, height=2)),
    "native error": lambda t: caught(t.add3, LONG, 2, 3),
    "refused argument": lambda t: caught(t.echo, [LONG, 2**63]),
    "python error": lambda t: caught(t.call, raising, LONG),
    "python error through two": lambda t: caught(t.call, t.call, raising, LONG),
    "swallowed error": lambda t: t.swallow(raising),
    "refused result": lambda t: caught(t.call, lambda: [LONG, 2**63]),
    "look-up": lambda t: tvmlike.get_global_func("testing.add3"),
    "listing": lambda t: tvmlike.list_global_func_names(),
    "registration": lambda t: (
        tvmlike.register_func("pytest.leaks.f", lambda: LONG),
        tvmlike.register_func("pytest.leaks.f", lambda: LONG, override=True),
        tvmlike.remove_global_func("pytest.leaks.f"),
    ),
    "taken name": lambda t: caught(tvmlike.register_func, "tensor.add", lambda: LONG),
    "failing plugin": lambda t: caught(tvmlike.load_plugin, tvmlike.library_path()),
}


def numpy_steps():
    try:
        import numpy as np
    except ImportError:
        return {}
    array, fixed = np.zeros(1000), np.zeros(1000)
    fixed.flags.writeable = False
    old = type("Old", (), {"__array_interface__": array.__array_interface__})()
    return {
        "numpy": lambda t: t.echo(array),
        "numpy out": lambda t: t.echo(np.zeros(1000)).numpy(),
        "numpy read-only": lambda t: t.echo(fixed).numpy(),
        "new tensor": lambda t: tvmlike.tensor.add(array, array),
        "array interface": lambda t: t.echo(old),
        "lent": lambda t: np.from_dlpack(t.echo(array)),
        "lent and dropped": lambda t: t.echo(array).__dlpack__(),
        "lent, new, dropped": lambda t: t.echo(array).__dlpack__(max_version=(1, 0)),
        "copied": lambda t: t.echo(array).__dlpack__(copy=True),
        "refused array": lambda t: caught(t.echo, np.array([None])),
    }


STEPS.update(numpy_steps())


def tables() -> tuple[int, ...]:
    """The sizes of internal tables: callables that native code holds, borrowed memory, Python objects of
    native ones.
    """
    alive = len(_handles._alive) if _backend.native is None else _backend.native.alive()
    return len(_callback._callables), len(_dlpack._exported), len(_dlpack.lent), alive


@pytest.mark.parametrize("step", STEPS)
def test_memory_stays_constant(testing, step):
    run = STEPS[step]
    # A library that is no plugin is opened anew by each attempt, which takes ten milliseconds.
    rounds = {"failing plugin": 40, "native thread": 200, "listing": 200}.get(step, 400)
    for _ in range(rounds):
        run(testing)
    gc.collect()
    entries = tables()
    grown = []
    tracemalloc.start()
    try:
        # Caches grow now and then, a leak in each repetition: the first one without growth is enough.
        while len(grown) < 6 and not (grown and grown[-1] < 10 * rounds):
            traced, _ = tracemalloc.get_traced_memory()
            for _ in range(rounds):
                run(testing)
            gc.collect()
            grown.append(tracemalloc.get_traced_memory()[0] - traced)
    finally:
        tracemalloc.stop()
    # Leaking the smallest object would cost 16 bytes in every round.
    assert grown[-1] < 10 * rounds, [f"{each / rounds:.1f} bytes a round" for each in grown]
    # One unused capsule may wait for the next tensor.
    assert all(now <= before + 1 for now, before in zip(tables(), entries))


def test_native_memory_stays_constant(testing):
    steps = [run for name, run in STEPS.items() if name not in ("failing plugin", "native thread", "listing")]

    def rounds(count):
        for _ in range(count):
            for run in steps:
                run(testing)
        gc.collect()

    rounds(150)
    before = resident()
    rounds(450)
    grown = resident() - before
    # Each step moves at least a kilobyte in most of its shapes: losing one per round would be 450 KB and
    # more.
    assert grown < 300_000, f"{grown} bytes"


@pytest.mark.skipif(_backend.native is not None, reason="the accelerator has no frames of its own")
def test_frames_do_not_leak(testing):
    for _ in range(100):
        caught(testing.add3, 1, 2, "x")
        testing.call(testing.call, testing.call, lambda: None)
    # The largest number in use at once, by the threads of all tests.
    assert len(testing.add3._frames) < 10
    assert len(testing.call._frames) < 30


class BadArray:
    @property
    def __dlpack__(self):
        raise Own


class Job:
    """Keeps the error of the call that it is an argument of."""

    def run(self, *args):
        raise Own

    def keep(self, call, *args):
        try:
            call(*args)
        except Exception as error:
            self.error = error

    def __hash__(self):
        return 1

    def __eq__(self, other):
        raise Own


JOBS = {
    "argument": lambda t, job: job.keep(t.call, job.run),
    "with more arguments": lambda t, job: job.keep(t.call, job.run, LONG, 1.5),
    "many arguments": lambda t, job: job.keep(t.call, job.run, *([LONG] * 20)),
    "nested": lambda t, job: job.keep(t.call, t.call, t.call, job.run),
    # In lambdas, so that only the frame of the call itself refers to the native function.
    "itself": lambda t, job: job.keep(lambda: tvmlike.PackedFunc(job.run)()),
    "made before": lambda t, job: job.keep(lambda: t.call(tvmlike.PackedFunc(job.run))),
    "native error": lambda t, job: job.keep(t.add3, 1, 2, job.run),
    "then one out of range": lambda t, job: job.keep(t.call, job.run, 2**63),
    "then a refused one": lambda t, job: job.keep(t.call, job.run, "\ud800"),
    "then a failing one": lambda t, job: job.keep(t.call, job.run, BadArray()),
    "in a list": lambda t, job: job.keep(t.call, [job.run, 2**63]),
    "in a list that fails": lambda t, job: job.keep(t.call, [job.run, BadArray()]),
    "in a dict": lambda t, job: job.keep(t.call, {"a": job.run, "b": 2**63}),
    "a key": lambda t, job: job.keep(tvmlike.Map({"a": {1: 1}}).__getitem__, job.run),
    "in a result": lambda t, job: job.keep(t.call, lambda: [job.run, 2**63]),
    "in a result that fails": lambda t, job: job.keep(t.call, lambda: (job.run, BadArray())),
    "convert": lambda t, job: job.keep(tvmlike.convert, [job.run, 2**63]),
    "object that is compared": lambda t, job: job.keep(t.echo({(1,): 1}).__getitem__, job),
}


@pytest.mark.parametrize("way", JOBS)
def test_a_callback_that_keeps_its_error_is_freed(testing, way):
    # The first use of a class subscribes to changes of the registry.
    JOBS[way](testing, Job())
    entries = tables()
    alive = []
    for _ in range(200):
        job = Job()
        alive.append(weakref.ref(job))
        JOBS[way](testing, job)
        assert isinstance(job.error, Exception)
    del job
    gc.collect()
    assert sum(each() is not None for each in alive) == 0
    assert tables()[0] <= entries[0]
