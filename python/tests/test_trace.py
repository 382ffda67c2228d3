"""The trace, and `tvmlike top`."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
import weakref

import pytest

import tvmlike


@pytest.fixture
def counts():
    """Traces during the test; returns the numbers of calls and errors of a name."""
    tvmlike.trace.start("pttrace")
    tvmlike.trace.reset()

    def read(name):
        for row in tvmlike.trace.read():
            if row["name"] == name:
                return row["calls"], row["errors"]
        return None

    yield read
    tvmlike.trace.stop()
    for name in tvmlike.list_global_func_names("pttrace"):
        tvmlike.remove_global_func(name)


def test_python_functions_are_counted(counts):
    held = tvmlike.register_func("pttrace.half", lambda x: x // 2 if x % 2 == 0 else 1 / 0)
    half = tvmlike.pttrace.half
    for x in range(10):
        if x % 2:
            with pytest.raises(ZeroDivisionError):
                half(x)
        else:
            assert half(x) == x // 2
    assert counts("pttrace.half") == (10, 5)
    held(2)  # the Python function itself is not a packed function
    assert counts("pttrace.half") == (10, 5)
    tvmlike.trace.stop()
    half(2)
    assert counts("pttrace.half") == (10, 5)


def test_native_functions_and_handles_from_before(counts):
    listing = tvmlike.get_global_func("registry.list")
    tvmlike.trace.start("registry.list")
    listing("pttrace")
    assert tvmlike.registry.list("pttrace") == []
    assert counts("registry.list") == (2, 0)
    (row,) = [row for row in tvmlike.trace.read() if row["name"] == "registry.list"]
    assert 0 < row["longest"] <= row["total"]
    assert sorted(row) == ["calls", "errors", "longest", "name", "total"]


def test_callbacks_nest(counts):
    def total(tree):
        return tree if isinstance(tree, int) else sum(tvmlike.array.map(tvmlike.pttrace.total, tree))

    tvmlike.register_func("pttrace.total", total)
    assert tvmlike.pttrace.total([1, [2, [3, [4]]], 5]) == 15
    assert counts("pttrace.total") == (9, 0)


def test_a_callable_keeps_its_identity(counts):
    def function():
        return 1

    tvmlike.register_func("pttrace.function", function)
    kept = tvmlike.array.map(lambda x: x, [tvmlike.pttrace.function])
    tvmlike.pttrace.function()
    assert counts("pttrace.function") == (1, 0)
    tvmlike.get_global_func("registry.list")
    gc.collect()
    # No PackedFunc exists for it now, so native code has the callable, as without a trace.
    assert kept[0] is function
    tvmlike.trace.stop()
    assert kept[0] is function


def test_nothing_is_kept_alive(counts):
    class Callable:
        def __call__(self):
            return self

    alive = []
    for _ in range(300):
        called = Callable()
        alive.append(weakref.ref(called))
        tvmlike.register_func("pttrace.gone", called)
        assert tvmlike.pttrace.gone() is called
        tvmlike.remove_global_func("pttrace.gone")
        del called
    tvmlike.get_global_func("registry.list")
    gc.collect()
    assert not any(one() for one in alive)
    assert counts("pttrace.gone") == (300, 0)


def _cycle():
    class Node:
        pass

    node = Node()
    tvmlike.register_func("pttrace.cycle", lambda: node)
    node.function = tvmlike.pttrace.cycle
    assert node.function() is node
    tvmlike.remove_global_func("pttrace.cycle")
    tvmlike.get_global_func("registry.list")
    return weakref.ref(node)


@pytest.mark.skipif(tvmlike.ffi_path() != "native", reason="the ctypes path collects no such cycles")
def test_cycles_through_a_traced_function_are_collected(counts):
    alive = _cycle()
    assert counts("pttrace.cycle") == (1, 0)
    gc.collect()
    assert alive() is None


def test_counts_of_threads_are_added(counts):
    tvmlike.register_func("pttrace.add", lambda a, b: a + b)

    def work():
        add = tvmlike.pttrace.add
        for x in range(500):
            assert add(x, 1) == x + 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts("pttrace.add") == (2000, 0)


def test_bad_arguments(counts):
    with pytest.raises(ValueError, match="expected a process id, got -1"):
        tvmlike.trace.read(-1)
    with pytest.raises(ValueError, match="process 999999999 is not traced"):
        tvmlike.trace.read(999_999_999)
    with pytest.raises(TypeError, match=r"trace\.start: argument 1 `prefix`"):
        tvmlike.trace.start(1)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_child_counts_for_itself(run_python):
    status, out, err = run_python(
        """
        def calls(name):
            return sum(row["calls"] for row in tvmlike.trace.read() if row["name"] == name)

        def fork_inside():
            child = os.fork()
            if child == 0:
                # Not traced until it starts a trace; then from zero, in a separate file.
                f(); f()
                assert tvmlike.trace.read() == []
                path = tvmlike.trace.start("ptfork")
                assert path.endswith(str(os.getpid()))
                f()
                assert calls("ptfork.f") == 1
                pids = {one["pid"] for one in tvmlike.trace.processes()}
                assert {os.getpid(), os.getppid()} <= pids
                tvmlike.trace.stop()
                return 0
            return child

        tvmlike.register_func("ptfork.f", lambda: 1)
        tvmlike.register_func("ptfork.fork", fork_inside)
        f = tvmlike.ptfork.f
        path = tvmlike.trace.start("ptfork")
        f()
        child = tvmlike.ptfork.fork()
        if child == 0:
            sys.exit(7)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        f()
        assert (calls("ptfork.f"), calls("ptfork.fork")) == (2, 1)
        assert os.path.exists(path)
        assert child not in {one["pid"] for one in tvmlike.trace.processes()}
        """
    )
    assert (status, out, err) == (0, "", "")


def test_the_file_is_removed_at_exit(run_python):
    status, path, err = run_python("print(tvmlike.trace.start(), end='')")
    assert (status, err) == (0, "")
    assert os.path.isdir(os.path.dirname(path))
    assert not os.path.exists(path)


def test_files_of_killed_processes_are_removed_by_the_next_reader(run_python):
    status, path, _ = run_python(
        """
        print(tvmlike.trace.start(), end="", flush=True)
        os.kill(os.getpid(), 9)
        """
    )
    assert status == -signal.SIGKILL
    assert os.path.exists(path)
    tvmlike.trace.processes()
    assert not os.path.exists(path)


def test_a_pipe_in_the_folder_does_not_block(run_python, tmp_path):
    folder = tmp_path / "tvmlike"
    folder.mkdir(mode=0o700)
    program = f"""
        os.mkfifo({os.fspath(folder)!r} + f"/trace-{{os.getppid()}}")
        print(len(tvmlike.trace.processes()))
    """
    assert run_python(program, env={"XDG_RUNTIME_DIR": str(tmp_path)}) == (0, "0\n", "")


def test_without_a_folder_there_is_no_file(run_python, tmp_path):
    shared = tmp_path / "shared"
    (shared / "tvmlike").mkdir(parents=True)
    (shared / "tvmlike").chmod(0o777)
    status, out, err = run_python(
        """
        print(tvmlike.trace.start("registry"))
        tvmlike.registry.list()
        print([row["calls"] for row in tvmlike.trace.read() if row["name"] == "registry.list"])
        try:
            tvmlike.trace.processes()
        except OSError as error:
            print("must be private to user" in str(error))
        """,
        env={"XDG_RUNTIME_DIR": str(shared)},
    )
    assert (status, out, err) == (0, "None\n[1]\nTrue\n", "")


# ---- top


@pytest.fixture
def top(tmp_path):
    """Runs `tvmlike top`: `top(*arguments)` returns (exit status, stdout, stderr)."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "XDG_RUNTIME_DIR": str(tmp_path),
    }

    def run(*arguments):
        done = subprocess.run(
            [sys.executable, "-m", "tvmlike", "top", *arguments],
            capture_output=True,
            text=True,
            timeout=120,
            env=environment,
            cwd=tmp_path,
        )
        return done.returncode, done.stdout, done.stderr

    run.environment = environment
    return run


_SCRIPT = """\
import sys
import tvmlike
from beside import values

assert __name__ == "__main__"
print(sys.argv[1:])
tvmlike.register_func("script.half", lambda x: x / 2 if x else 1 / 0)
tvmlike.register_func("script.idle", len)
for x in values:
    try:
        tvmlike.script.half(x)
    except ZeroDivisionError:
        pass
sys.exit(3)
"""


@pytest.fixture
def script(tmp_path):
    """A script with a module in the same folder."""
    folder = tmp_path / "scripts"
    folder.mkdir()
    (folder / "beside.py").write_text("values = [0, 1, 2, 3]\n")
    path = folder / "script.py"
    path.write_text(_SCRIPT)
    return str(path)


def test_top_runs_a_script(top, script):
    status, out, err = top("--prefix", "script", "--", script, "-x", "--once")
    assert (status, err) == (3, "")
    lines = out.splitlines()
    assert lines[0] == "['-x', '--once']"
    assert lines[1].endswith(f"  {script} -x --once  1 functions, 4 calls")
    assert lines[2].split() == ["FUNCTION", "CALLS", "CALLS/S", "ERRORS", "MEAN", "LONGEST", "TOTAL"]
    name, calls, _, errors, *_ = lines[3].split()
    assert (name, calls, errors) == ("script.half", "4", "1")
    assert len(lines) == 4


def test_top_as_json(top, script):
    status, out, err = top("--json", "--", script)
    assert (status, err) == (3, "[]\n")
    found = json.loads(out)
    (half,) = [row for row in found["functions"] if row["name"] == "script.half"]
    assert (half["calls"], half["errors"]) == (4, 1)
    assert 0 < half["longest"] <= half["total"]
    assert half["mean"] == half["total"] / 4
    assert not any(row["name"].startswith("trace.") for row in found["functions"])


_TRACED = """\
import sys
import tvmlike
tvmlike.register_func("traced.f", lambda: None)
tvmlike.register_func("traced.g", lambda: None)
tvmlike.trace.start("traced")
for _ in range(5):
    tvmlike.traced.f()
tvmlike.traced.g()
print("ready", flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def traced(top):
    """A traced process that waits."""
    process = subprocess.Popen(
        [sys.executable, "-c", _TRACED],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=top.environment,
    )
    assert process.stdout.readline() == "ready\n"
    yield process
    if process.poll() is None:
        process.kill()
    process.stdin.close()
    process.stdout.close()
    process.wait()


def test_top_shows_a_process(top, traced):
    for arguments in (["--once"], ["--once", str(traced.pid)]):
        status, out, err = top(*arguments)
        assert (status, err) == (0, "")
        lines = out.splitlines()
        assert lines[0].startswith(f"{traced.pid}  ")
        assert lines[0].endswith("2 functions, 6 calls")
    found = json.loads(top("--json", "--sort", "calls", str(traced.pid))[1])
    assert found["pid"] == traced.pid
    assert [(row["name"], row["calls"]) for row in found["functions"]] == [("traced.f", 5), ("traced.g", 1)]
    found = json.loads(top("--json", "--prefix", "traced.g", str(traced.pid))[1])
    assert [row["name"] for row in found["functions"]] == ["traced.g"]


def test_top_runs_until_the_process_ends(top, traced):
    watching = subprocess.Popen(
        [sys.executable, "-m", "tvmlike", "top", str(traced.pid), "--interval", "0.05"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=top.environment,
    )
    # Two tables, one after the other, because the output is not a terminal.
    text = ""
    while text.count("FUNCTION") < 2:
        text += watching.stdout.readline()
    traced.stdin.write("\n")
    traced.stdin.flush()
    rest, err = watching.communicate(timeout=60)
    assert (watching.returncode, err) == (0, "")
    assert "\x1b" not in text + rest


def test_top_reports_missing_arguments(top, traced):
    status, out, err = top(str(os.getpid()))
    assert (status, out) == (1, "")
    assert f"process {os.getpid()} is not traced" in err
    status, out, err = top("no_such_script.py")
    assert (status, out) == (1, "")
    assert "'no_such_script.py' is neither a script nor a PID" in err
    status, out, err = top("--interval", "0")
    assert status == 2
    assert "expected 0.05 to 3600 seconds, got '0'" in err


def test_top_without_a_traced_process(top):
    status, out, err = top()
    assert (status, out) == (1, "")
    assert "no process is traced" in err


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_top_on_a_terminal(top, traced):
    import pty

    ours, theirs = pty.openpty()
    watching = subprocess.Popen(
        [sys.executable, "-m", "tvmlike", "top", "--interval", "0.05"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**top.environment, "TERM": "xterm"},
    )
    os.close(theirs)
    seen = b""
    deadline = time.monotonic() + 60
    while seen.count(b"traced.f") < 2 and time.monotonic() < deadline:
        seen += os.read(ours, 4096)
    os.write(ours, b"q")
    while True:
        try:
            more = os.read(ours, 4096)
        except OSError:
            break
        if not more:
            break
        seen += more
    os.close(ours)
    assert watching.wait(60) == 0
    # It uses the terminal's alternate screen and leaves the normal one unchanged.
    assert seen.startswith(b"\x1b[?1049h")
    assert seen.rstrip().endswith(b"\x1b[?1049l")


@pytest.mark.parametrize(
    ("nanoseconds", "text"),
    [(0, "0 ns"), (7.4, "7 ns"), (999, "999 ns"), (999.6, "1.00 us"), (12_000, "12.0 us"), (99_960, "100 us")]
    + [(123_456_789, "123 ms"), (59_900_000_000, "59.9 s"), (3_600e9, "3600 s")],
)
def test_times_as_text(nanoseconds, text):
    from tvmlike._cli.top import time_text

    assert time_text(nanoseconds) == text
