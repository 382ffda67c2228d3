"""Many threads use the registry while a plugin is loaded, reloaded and unloaded.

They register, override, remove, list and look up names, and call functions of Python and of all versions of
the plugin. In the end, no event is missing and no reference has leaked.

The test runs for three seconds, or TVMLIKE_STRESS_SECONDS, in a new interpreter.
"""

from __future__ import annotations

import os

import pytest
from conftest import plugin_path

pytestmark = pytest.mark.usefixtures("testing")

PROGRAM = """
    import gc, random, threading, time

    NAMES = 8
    # Libraries are never unmapped, and a process cannot have any number of mappings.
    BETWEEN_LOADS = 0.01
    plugin = sys.argv[1]
    stop = threading.Event()
    failures, counts, alive = [], {"loads": 0, "calls": 0, "found": 0}, set()
    guard = threading.Lock()

    def count(what, more=1):
        with guard:
            counts[what] += more

    class Numbered:
        def __init__(self, number):
            self.number = number
            alive.add(id(self))

        def __call__(self, x):
            return self.number + x

        def __del__(self):
            alive.discard(id(self))
            # Called under a lock of the registry, this would deadlock.
            tvmlike.get_global_func("stress.shared.0", allow_missing=True)

    def register(name, number, override=False):
        # Without a variable of this frame, what is registered belongs to the registry alone.
        tvmlike.register_func(name, Numbered(number), override=override)

    def refused(error, *reasons):
        if not any(reason in str(error) for reason in reasons):
            raise error

    def own_names(prefix, dice):
        turn = 0
        while not stop.is_set():
            turn += 1
            name = f"{prefix}.f{turn % NAMES}"
            assert tvmlike.get_global_func(name, allow_missing=True) is None
            register(name, turn)
            first = tvmlike.get_global_func(name)
            assert first(1) == turn + 1
            try:
                register(name, -1)
            except ValueError as error:
                refused(error, "is already registered")
            else:
                raise AssertionError(f"{name} was registered twice")
            register(name, -turn, override=True)
            assert tvmlike.get_global_func(name)(1) == 1 - turn
            assert list(tvmlike.list_global_func_names(prefix)) == [name]
            tvmlike.remove_global_func(name)
            assert first(1) == turn + 1

    shared = [0] * NAMES

    def shared_names(dice):
        while not stop.is_set():
            at, what = dice.randrange(NAMES), dice.randrange(3)
            name, change = f"stress.shared.{at}", 0
            try:
                if what == 0:
                    register(name, at)
                    change = 1
                elif what == 1:
                    tvmlike.remove_global_func(name)
                    change = -1
                else:
                    function = tvmlike.get_global_func(name, allow_missing=True)
                    if function is not None:
                        assert function(1) == at + 1
                        count("found")
            except ValueError as error:
                refused(error, "is already registered", "no packed function")
            with guard:
                shared[at] += change

    def look(dice):
        while not stop.is_set():
            names = list(tvmlike.list_global_func_names("stress"))
            assert names == sorted(set(names)), names
            for described in tvmlike.plugin.list():
                assert described["state"] in ("loaded", "unloaded", "finished")

    def use_plugin(dice):
        functions, points = [], []
        while not stop.is_set():
            function = tvmlike.get_global_func("testing.make_point", allow_missing=True)
            if function is not None:
                functions.append(function)
            for _ in range(dice.randrange(20)):
                if functions:
                    # Of any generation, loaded or not.
                    points.append(dice.choice(functions)(1.0, 2.0))
                    assert points[-1].x == 1.0
                    count("calls")
            if dice.randrange(4) == 0:
                functions.clear()
            if dice.randrange(4) == 0:
                points.clear()

    def come_and_go(dice):
        while not stop.is_set():
            what = dice.randrange(4)
            try:
                if what == 0:
                    tvmlike.load_plugin(plugin)
                    count("loads")
                elif what == 1:
                    tvmlike.reload_plugin("testing")
                    count("loads")
                else:
                    tvmlike.unload_plugin("testing", refuse_if_held=what == 2)
            except (ValueError, RuntimeError) as error:
                busy = ("already loaded", "being loaded", "being reloaded")
                gone = ("no plugin is named", "no packed function")
                refused(error, *busy, *gone, "is still in use by", "is already registered")
            time.sleep(BETWEEN_LOADS)

    def begin(work, *args):
        def run():
            try:
                work(*args)
            except BaseException as error:
                failures.append(f"{work.__name__}: {type(error).__name__}: {error}")
                stop.set()

        thread = threading.Thread(target=run)
        thread.start()
        return thread

    del testing
    threads = [begin(look, random.Random(0))]
    for seed in (1, 2):
        threads.append(begin(own_names, f"stress.own{seed}", random.Random(seed)))
        for work in (shared_names, use_plugin, come_and_go):
            threads.append(begin(work, random.Random(10 * seed)))
    for _ in range(20):
        stop.wait(float(os.environ.get("TVMLIKE_STRESS_SECONDS", "3")))
        # A machine with other work may not have run each kind of thread by then.
        if failures or (counts["loads"] and counts["calls"] and counts["found"]):
            break
    stop.set()
    for thread in threads:
        thread.join()
    assert not failures, failures

    if "testing" in [described["name"] for described in tvmlike.plugin.list()]:
        tvmlike.unload_plugin("testing")
    gc.collect()
    assert counts["loads"] and counts["calls"] and counts["found"], counts
    described = tvmlike.plugin.info("testing")
    assert described["state"] == "finished", (described["state"], list(described["held_by"]))
    assert not list(tvmlike.list_global_func_names("testing"))
    left = [name for name in tvmlike.list_global_func_names("stress")]
    assert left == [f"stress.shared.{at}" for at in range(NAMES) if shared[at]], (left, shared)
    assert len(alive) == len(left), (len(alive), left)
    for name in left:
        tvmlike.remove_global_func(name)
    gc.collect()
    assert not alive
    print(counts)
"""


def test_everything_at_once(run_python):
    status, out, err = run_python(PROGRAM.replace("sys.argv[1]", repr(os.fspath(plugin_path()))))
    assert status == 0, out + err
    assert "loads" in out
