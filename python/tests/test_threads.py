"""Threads: concurrent use of frames, tables and modules."""

from __future__ import annotations

import ctypes
import os
import sys
import threading

import pytest

import tvmlike


@pytest.fixture
def quick_switches():
    """Makes the interpreter switch threads as often as possible."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def together(*workers):
    """Runs each function on a new thread and raises the first error."""
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


def test_results_of_threads_are_separate(testing, quick_switches):
    def work(seed):
        def run():
            text = f"thread {seed} has a longer text"
            for position in range(500):
                assert testing.add3(seed, position, 0) == seed + position
                assert testing.echo(text) == text
                assert testing.echo([seed, text, 1.5]) == [seed, text, 1.5]

        return run

    together(*map(work, range(6)))


def test_errors_of_threads_are_separate(testing, quick_switches):
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


@pytest.mark.parametrize("long", ["read", "the same in a callback"])
def test_long_functions_release_the_lock(testing, long):
    read = tvmlike.native.open().bind("read", "isize(i32, *u8, size)")
    source, sink = os.pipe()
    got = bytearray(1)

    def wait():
        if long == "read":
            read(source, got, 1)
        else:
            testing.call(lambda: read(source, got, 1))

    waiting = threading.Thread(target=wait, daemon=True)
    waiting.start()
    # If the other thread kept the GIL, this would end only after it.
    for number in range(1000):
        assert testing.call(lambda x: x + 1, number) == number + 1
    assert waiting.is_alive()
    os.write(sink, b"x")
    waiting.join(60)
    assert got == b"x"
    os.close(source)
    os.close(sink)


def test_the_lock_is_held_again_after_a_long_function(testing, quick_switches):
    seen = []

    def work():
        for _ in range(20):
            testing.wait_ms(1)
            seen.append(testing.echo([1, "a text that is long"]))

    together(*[work] * 8)
    assert seen == [[1, "a text that is long"]] * 160


def test_many_native_threads_call_back_at_once(testing, quick_switches):
    counted = []

    def callback(number):
        counted.append(number)
        return testing.call(lambda x: x, number)

    def work():
        assert testing.call_in_threads(callback, 6, 50) == 300

    together(work, work)
    assert len(counted) == 600
    assert sorted(set(counted)) == list(range(50))


def test_an_exception_on_a_native_thread_arrives_as_the_same_object(testing):
    error = KeyError("why")

    def fails(x):
        raise error

    def run():
        for _ in range(50):
            with pytest.raises(KeyError) as caught:
                testing.call_in_thread(fails, 1)
            assert caught.value is error
            error.__traceback__ = None

    run()
    assert testing.call_in_threads(fails, 4, 10) == 0


def test_a_raised_error_stays_on_its_thread(testing):
    library = ctypes.PyDLL(tvmlike.library_path())
    library.TVMGetLastError.restype = ctypes.c_char_p
    function = tvmlike.PackedFunc(lambda: 1 // 0)
    outcomes = []

    def fails():
        result = (ctypes.c_int64 * 2)()
        outcomes.append(library.TVMLikeFuncCall(ctypes.c_void_p(function._handle), None, 0, result))
        outcomes.append(library.TVMGetLastError())

    thread = threading.Thread(target=fails)
    thread.start()
    thread.join()
    assert outcomes[0] == -1
    assert outcomes[1].startswith(b"ZeroDivisionError: ")
    assert not library.TVMGetLastError().startswith(b"ZeroDivisionError: ")
    assert testing.add3(1, 2, 3) == 6


def test_a_thread_that_c_made(testing):
    """A thread that Python has never seen."""
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "pthread_create"):
        pytest.skip("the C library has no threads of its own")
    library = ctypes.CDLL(tvmlike.library_path())
    seen = []

    def callback():
        seen.append(threading.get_ident())
        assert testing.call(lambda x: x + 1, 1) == 2

    function = tvmlike.PackedFunc(callback)

    class Result(ctypes.Structure):
        _fields_ = [("words", ctypes.c_int64 * 2)]

    place = Result()

    @ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
    def run(handle):
        status = library.TVMLikeFuncCall(ctypes.c_void_p(handle), None, 0, ctypes.byref(place))
        seen.append(status)

    for _ in range(20):
        thread = ctypes.c_ulong()
        handle = ctypes.c_void_p(function._handle)
        assert libc.pthread_create(ctypes.byref(thread), None, run, handle) == 0
        assert libc.pthread_join(thread, None) == 0
    assert len(seen) == 40
    assert set(seen[1::2]) == {0}
    assert threading.get_ident() not in seen


def test_a_function_freed_while_others_call_it(testing, quick_switches):
    def work():
        for _ in range(30):
            counter = testing.counter(0)

            def call(counter=counter):
                for _ in range(30):
                    try:
                        counter()
                    except ValueError as error:
                        assert "freed" in str(error)
                        return

            threads = [threading.Thread(target=call) for _ in range(3)]
            for thread in threads:
                thread.start()
            counter._free()
            for thread in threads:
                thread.join()

    together(work, work)
