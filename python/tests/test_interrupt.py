"""Ctrl-C, and other exceptions of signal handlers, in native code that checks for interrupts."""

from __future__ import annotations

import textwrap

import pytest

pytestmark = pytest.mark.usefixtures("testing")

START = """
    import signal, threading, warnings
    warnings.simplefilter("ignore", DeprecationWarning)  # that a process with threads forks

    def soon(number, ms=100):
        # From another process: while a function keeps the GIL, no other thread of this one runs.
        # The shell starts it in the background and does not wait for it.
        os.system(f"(sleep {ms / 1000}; kill -{int(number)} {os.getpid()}) &")

    class Own(Exception):
        pass

    own = Own("of the handler")

    def raising(number, frame):
        raise own
"""


@pytest.fixture
def interrupted(run_python):
    """Runs a program, checks its exit status and stderr, and returns its output."""

    def run(program):
        status, out, err = run_python(textwrap.dedent(START) + textwrap.dedent(program))
        assert (status, err) == (0, "")
        return out.split()

    return run


@pytest.mark.parametrize("function", ["wait_ms", "spin_ms"])
def test_ctrl_c(interrupted, function):
    program = f"""
        soon(signal.SIGINT)
        try:
            testing.{function}(60_000)
        except KeyboardInterrupt as error:
            print("interrupted", type(error) is KeyboardInterrupt, error.args)
        testing.{function}(1)
        print("again")
    """
    assert interrupted(program) == ["interrupted", "True", "()", "again"]


def test_an_exception_of_a_handler_keeps_its_identity(interrupted):
    program = """
        import traceback
        signal.signal(signal.SIGUSR1, raising)
        soon(signal.SIGUSR1)
        try:
            testing.wait_ms(60_000)
        except Own as error:
            print(error is own, error.__context__, error.__cause__)
            print([entry.name for entry in traceback.extract_tb(error.__traceback__)][-2:])
    """
    assert interrupted(program) == ["True", "None", "None", "['testing.wait_ms',", "'raising']"]


def test_a_handler_that_returns_does_not_end_the_call(interrupted):
    program = """
        seen = []
        signal.signal(signal.SIGUSR1, lambda *args: seen.append(1))
        soon(signal.SIGUSR1, 20)
        while not seen:
            assert testing.wait_ms(100) is None
        print(len(seen))
    """
    assert interrupted(program) == ["1"]


def test_a_handler_that_calls_native_code_that_polls(interrupted):
    program = """
        depth = 0
        def handler(number, frame):
            global depth
            depth += 1
            if depth == 20:
                raise own
            os.kill(os.getpid(), signal.SIGUSR1)
            testing.wait_ms(10_000)
        signal.signal(signal.SIGUSR1, handler)
        soon(signal.SIGUSR1)
        try:
            testing.wait_ms(60_000)
        except Own as error:
            print(depth, error is own)
        testing.wait_ms(1)
    """
    assert interrupted(program) == ["20", "True"]


def test_many_signals_one_after_the_other(interrupted):
    program = """
        signal.signal(signal.SIGALRM, raising)
        caught = 0
        for _ in range(200):
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.002)
                testing.wait_ms(60_000)
            except Own as error:
                caught += error is own
        print(caught)
    """
    assert interrupted(program) == ["200"]


def test_only_the_main_thread_is_interrupted(interrupted):
    program = """
        outcomes = {}
        def wait():
            try:
                testing.wait_ms(400)
                outcomes["thread"] = "finished"
            except BaseException as error:
                outcomes["thread"] = repr(error)
        thread = threading.Thread(target=wait)
        thread.start()
        soon(signal.SIGINT, 50)
        try:
            testing.wait_ms(60_000)
        except KeyboardInterrupt:
            outcomes["main"] = "interrupted"
        thread.join()
        print(outcomes["main"], outcomes["thread"])
    """
    assert interrupted(program) == ["interrupted", "finished"]


def test_in_a_callback_of_a_call(interrupted):
    program = """
        soon(signal.SIGINT)
        try:
            testing.call(testing.call, lambda: testing.wait_ms(60_000))
        except KeyboardInterrupt:
            print("interrupted")
    """
    assert interrupted(program) == ["interrupted"]


def test_uncaught(run_python):
    program = """
        soon(2)
        testing.wait_ms(60_000)
    """
    start = textwrap.dedent(START).replace("soon(2)", "soon(signal.SIGINT)")
    status, out, err = run_python(start + textwrap.dedent(program))
    assert status in (-2, 130)
    assert out == ""
    assert err.rstrip().endswith("KeyboardInterrupt")
    assert err.count("Traceback") == 1


def test_in_the_child_of_a_fork_from_another_thread(interrupted):
    program = """
        def work():
            child = os.fork()
            if child == 0:
                # The thread that forks is the main thread of the child.
                soon(signal.SIGINT)
                try:
                    testing.wait_ms(60_000)
                    os._exit(1)
                except KeyboardInterrupt:
                    os._exit(7)
            print(os.WEXITSTATUS(os.waitpid(child, 0)[1]))
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    """
    assert interrupted(program) == ["7"]


def test_where_another_thread_imports_the_package(run_python, testing):
    # `run_python` imports on the main thread, so this is a program within the program.
    program = """
        import subprocess
        inner = '''
        import os, signal, threading
        def work():
            import tvmlike
            tvmlike.load_plugin(PLUGIN)
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        import tvmlike
        os.system(f"(sleep 0.1; kill -INT {os.getpid()}) &")
        try:
            tvmlike.testing.wait_ms(60_000)
        except KeyboardInterrupt:
            print("interrupted")
        '''
        import textwrap
        inner = textwrap.dedent(inner).replace("PLUGIN", repr(plugin))
        print(subprocess.run([sys.executable, "-c", inner], timeout=60, capture_output=True, text=True))
    """
    from conftest import plugin_path

    status, out, err = run_python(f"plugin = {str(plugin_path())!r}\n" + textwrap.dedent(program))
    assert (status, err) == (0, "")
    assert "returncode=0, stdout='interrupted\\n', stderr=''" in out
