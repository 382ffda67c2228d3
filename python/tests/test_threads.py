"""Threads: frames, tables and modules under many hands."""

from __future__ import annotations

import sys
import threading

import pytest

import tvmlike


@pytest.fixture
def quick_switches():
    """Lets threads take turns as often as the interpreter can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def together(*workers):
    """Runs functions on threads of their own and raises the first error that one of them had."""
    errors: list[BaseException] = []

    def guarded(worker):
        try:
            worker()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive()
    if errors:
        raise errors[0]


def test_results_do_not_mix(testing, quick_switches):
    def work(seed):
        def run():
            text = f"thread {seed} has a longer text"
            for position in range(500):
                assert testing.add3(seed, position, 0) == seed + position
                assert testing.echo(text) == text
                assert testing.echo([seed, text, 1.5]) == [seed, text, 1.5]

        return run

    together(*map(work, range(6)))


def test_errors_do_not_mix(testing, quick_switches):
    def work(seed):
        error = ValueError(f"of thread {seed}")

        def fails():
            raise error

        def run():
            for _ in range(200):
                with pytest.raises(ValueError, match=f"of thread {seed}") as caught:
                    testing.call(fails)
                assert caught.value is error

        return run

    together(*map(work, range(6)))


def test_native_threads_and_python_threads(testing):
    def run():
        for number in range(30):
            assert testing.call_in_thread(lambda x: testing.add3(x, 1, 1), number) == number + 2

    together(*[run] * 4)


def test_a_module_while_the_registry_changes(testing, quick_switches):
    stop = threading.Event()

    def change():
        for _ in range(200):
            tvmlike.register_func("pytestmod.f", lambda: 1)
            tvmlike.remove_global_func("pytestmod.f")
        stop.set()

    def look():
        while not stop.is_set():
            function = getattr(tvmlike.testing, "nop", None)
            assert function is not None
            assert function() is None
            maybe = tvmlike.get_global_func("pytestmod.f", allow_missing=True)
            assert maybe is None or maybe() == 1

    together(change, look, look)


def test_objects_dropped_on_other_threads(testing, quick_switches):
    def work():
        for _ in range(100):
            made = [testing.make_point(1.0, 2.0), testing.counter(0), tvmlike.Array([object()])]
            dropper = threading.Thread(target=made.clear)
            dropper.start()
            dropper.join()

    together(work, work)
