"""Child processes: by fork, while other threads run, and by multiprocessing."""

from __future__ import annotations

import sys
import textwrap

import pytest

pytestmark = [
    pytest.mark.usefixtures("testing"),
    pytest.mark.skipif(sys.platform == "win32", reason="there is no fork"),
]

START = """
    import threading, time, warnings
    warnings.simplefilter("ignore", DeprecationWarning)  # that a process with threads forks

    def in_child(work):
        child = os.fork()
        if child == 0:
            status = 1
            try:
                status = 0 if work() else 2
            finally:
                os._exit(status)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                return os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)
            time.sleep(0.002)
        os.kill(child, 9)
        os.waitpid(child, 0)
        return "hangs"

    def everything():
        assert testing.add3(1, 2, 3) == 6
        assert testing.echo([1, "a", {"k": 2.5}]) == [1, "a", {"k": 2.5}]
        assert testing.call(lambda x: x + 1, 1) == 2
        assert testing.call_in_thread(lambda x: x + 1, 1) == 2
        assert testing.wait_ms(1) is None
        tvmlike.register_func("in.child", len)
        assert tvmlike.get_global_func("in.child")("four") == 4
        tvmlike.remove_global_func("in.child")
        try:
            testing.call(lambda: 1 // 0)
        except ZeroDivisionError:
            return True
"""


@pytest.fixture
def run(run_python):
    def run(program):
        status, out, err = run_python(textwrap.dedent(START) + textwrap.dedent(program))
        assert (status, err) == (0, "")
        return out.split()

    return run


def test_use_in_the_child(run):
    assert run("assert everything(); print(in_child(everything))") == ["0"]


# Not with threads that native code starts: if the fork happens while such a thread creates its thread state,
# CPython itself can hang in the child (`_PyThreadState_DeleteExcept` waits for a lock that is never
# released).
@pytest.mark.parametrize(
    "work",
    [
        "testing.wait_ms(1)",
        "testing.call(lambda: time.sleep(0.001))",
        "testing.call_n(lambda x: x, 100)",
        "testing.echo(['a long text', [1]])",
        "tvmlike.get_global_func('testing.nop')()",
        "tvmlike.register_func(name, len); tvmlike.remove_global_func(name)",
    ],
)
def test_with_other_threads_at_work(run, work):
    program = f"""
    everything()  # a module that a thread imports while another one forks stays locked in the child
    stop = threading.Event()
    def work(name):
        while not stop.is_set():
            {work}
    threads = [threading.Thread(target=work, args=(f"fork.f{{i}}",)) for i in range(2)]
    for thread in threads:
        thread.start()
    outcomes = [in_child(everything) for _ in range(15)]
    stop.set()
    for thread in threads:
        thread.join()
    print(set(outcomes))
    """
    assert run(program) == ["{0}"]


def test_in_a_callback(run):
    # The child returns from the callback and the call of its parent, and exits normally.
    program = """
    parent = os.getpid()
    child = testing.call(testing.call, os.fork)
    if child == 0:
        status = 0 if everything() else 1
        thread = threading.Thread(target=testing.call, args=(lambda: time.sleep(0.01),), daemon=True)
        thread.start()
        sys.exit(status)
    print(os.WEXITSTATUS(os.waitpid(child, 0)[1]), os.getpid() == parent)
    """
    assert run(program) == ["0", "True"]


def test_on_another_thread(run):
    program = """
    def work():
        print(testing.call(in_child, everything))
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    """
    assert run(program) == ["0"]


def test_objects_and_callbacks_of_the_parent(run):
    program = """
    class Counted:
        alive = 0
        def __init__(self):
            Counted.alive += 1
        def __del__(self):
            Counted.alive -= 1
    array, function = tvmlike.Array([Counted()]), tvmlike.PackedFunc(lambda x: x * 2)
    testing.hold([Counted()])
    def work():
        global array
        assert function(21) == 42
        assert type(array[0]) is Counted
        del array
        testing.release()
        return Counted.alive == 0
    print(in_child(work), Counted.alive, function(4), type(array[0]) is Counted)
    """
    assert run(program) == ["0", "2", "8", "True"]


@pytest.mark.parametrize("method", ["spawn", "fork", "forkserver"])
def test_multiprocessing(run_python, testing, tmp_path, method):
    from conftest import plugin_path

    program = tmp_path / "program.py"
    program.write_text(
        textwrap.dedent(f"""
        import multiprocessing, warnings
        import tvmlike
        warnings.simplefilter("ignore", DeprecationWarning)
        tvmlike.load_plugin({str(plugin_path())!r})

        def work(x):
            return tvmlike.testing.call(lambda y: y + 1, x), tvmlike.ffi_path()

        if __name__ == "__main__":
            with multiprocessing.get_context({method!r}).Pool(2) as pool:
                results = pool.map(work, range(20))
            assert [result for result, _ in results] == list(range(1, 21))
            assert {{path for _, path in results}} == {{tvmlike.ffi_path()}}
            print("done")
    """)
    )
    command = [sys.executable, str(program)]
    status, out, err = run_python(f"import subprocess; sys.exit(subprocess.call({command!r}))")
    assert (status, out, err) == (0, "done\n", "")


def test_a_fork_waits_for_imports_of_other_threads(run_python, tmp_path):
    (tmp_path / "slow_to_import.py").write_text("import time; time.sleep(0.3); done = 7")
    program = f"""
        import threading, time, warnings
        warnings.simplefilter("ignore", DeprecationWarning)  # that a process with threads forks
        sys.path.append({str(tmp_path)!r})
        thread = threading.Thread(target=__import__, args=("slow_to_import",))
        thread.start()
        while "slow_to_import" not in sys.modules:
            time.sleep(0.001)
        child = os.fork()
        if child == 0:
            import slow_to_import
            os._exit(slow_to_import.done)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """
    assert run_python(program) == (0, "7\n", "")


def test_a_fork_does_not_wait_for_ever_for_an_import(run_python, tmp_path):
    (tmp_path / "waits.py").write_text("import sys; sys.forked.wait()")
    program = f"""
        import threading, time, warnings
        warnings.simplefilter("ignore", DeprecationWarning)
        sys.path.append({str(tmp_path)!r})
        sys.forked = threading.Event()
        thread = threading.Thread(target=__import__, args=("waits",))
        thread.start()
        while "waits" not in sys.modules:
            time.sleep(0.001)
        before = time.monotonic()
        child = os.fork()
        if child == 0:
            os._exit(7)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), time.monotonic() - before < 60)
        sys.forked.set()
    """
    assert run_python(program) == (0, "7 True\n", "")
