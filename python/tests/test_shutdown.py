"""The end of the interpreter while native code holds Python things: quiet, and with the right status."""

from __future__ import annotations

import shutil
import subprocess

import pytest

import tvmlike


def quiet(outcome, printed="", status=0):
    assert outcome == (status, printed, "")


def test_with_a_registered_function(run_python):
    quiet(run_python("tvmlike.register_func('at.exit', lambda: None)"))


def test_with_objects_in_globals(run_python, testing):
    quiet(
        run_python("""
        function = tvmlike.PackedFunc(lambda: None)
        array = tvmlike.Array([function, {"a": object()}, "a string that is an object"])
        tensor = tvmlike.zeros((3,))
        counter = testing.counter(1)
        point = testing.make_point(1.0, 2.0)
        """)
    )


@pytest.mark.parametrize(
    "held",
    [
        "lambda: None",
        "object()",
        "[lambda: None]",
        "{'k': object()}",
        "tvmlike.zeros((3,))",
        "ValueError('x')",
    ],
)
def test_with_native_code_holding_on(run_python, testing, held):
    quiet(run_python(f"testing.hold({held})"))


def test_with_an_array_in_native_hands(run_python, testing):
    pytest.importorskip("numpy")
    quiet(
        run_python("""
        import numpy as np
        class Interface:
            def __init__(self, array):
                self.__array_interface__ = array.__array_interface__
                self.array = array
        testing.hold([np.zeros(1000), Interface(np.zeros(1000))])
        capsule = tvmlike.zeros((3,)).__dlpack__()
        """)
    )


def test_with_a_cycle_through_native_code(run_python, testing):
    quiet(
        run_python("""
        class Node: pass
        node = Node()
        node.function = tvmlike.PackedFunc(lambda: node)
        node.array = tvmlike.Array([node])
        testing.hold(node)
        """)
    )


def test_calls_from_atexit(run_python, testing):
    quiet(
        run_python("""
        import atexit
        atexit.register(lambda: print(testing.call(lambda x: x + 1, 1), tvmlike.Array([1])))
        """),
        "2 Array([1])\n",
    )


def test_calls_from_a_destructor_at_the_end(run_python, testing):
    quiet(
        run_python("""
        class Last:
            def __del__(self, call=testing.call, print=print):
                print(call(len, "four"))
        last = Last()
        """),
        "4\n",
    )


def test_an_uncaught_error_is_printed_once(run_python, testing):
    status, out, err = run_python("testing.add3(1, 2, 'x')")
    assert status == 1
    assert out == ""
    assert err.count("Traceback") == 1
    assert err.rstrip().endswith("TypeError: testing.add3: argument 3 `c`: expected i64, got str")
    assert "in testing.add3" in err


def test_an_uncaught_error_of_a_callback(run_python, testing):
    status, out, err = run_python("testing.call(lambda: 1 // 0)")
    assert (status, out) == (1, "")
    assert err.count("Traceback") == 1
    assert err.rstrip().endswith(
        "ZeroDivisionError: integer division or modulo by zero"
    ) or err.rstrip().endswith("ZeroDivisionError: integer division by zero")


@pytest.mark.parametrize(
    "work",
    [
        "testing.call_n(lambda x: started.set(), 100)",
        "testing.call(testing.call, testing.call_n, lambda x: started.set(), 100)",
        "testing.call_in_thread(lambda x: started.set(), 100)",
        "testing.call(lambda: (started.set(), time.sleep(0.01)))",
        "started.set() or testing.add3(1, 2, 3)",
    ],
)
def test_exit_with_other_threads_in_native_code(run_python, testing, work):
    for _ in range(3):
        quiet(
            run_python(f"""
            import threading, time
            started = threading.Event()
            def work():
                while True:
                    {work}
            for _ in range(3):
                threading.Thread(target=work, daemon=True).start()
            started.wait()
            """)
        )


def test_native_code_that_lets_go_after_the_interpreter(run_python, testing, tmp_path):
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    source, library = tmp_path / "late.c", tmp_path / "liblate.so"
    source.write_text("""
        #include <stdio.h>
        #include <tvmlike/c_api.h>
        static TVMFunctionHandle held;
        int hold(const char* name) { return TVMFuncGetGlobal(name, &held); }
        __attribute__((destructor)) static void let_go(void) {
          printf("let go: %d\\n", TVMFuncFree(held));
        }
    """)
    folder = tvmlike.include_dir()
    command = [compiler, "-shared", "-fPIC", "-I", folder, source, "-o", library, tvmlike.library_path()]
    subprocess.run(command, check=True)
    quiet(
        run_python(f"""
        import ctypes
        tvmlike.register_func("late.f", lambda: None)
        assert ctypes.CDLL({str(library)!r}).hold(b"late.f") == 0
        tvmlike.remove_global_func("late.f")
        """),
        "let go: 0\n",
    )


def test_fork(run_python, testing):
    quiet(
        run_python("""
        assert testing.call(lambda x: x, 1) == 1
        child = os.fork()
        if child == 0:
            try:
                ok = testing.call(lambda x: x + 1, 1) == 2 and testing.echo([1, "a"]) == [1, "a"]
                tvmlike.register_func("in.child", len)
            finally:
                os._exit(0 if ok else 1)
        _, status = os.waitpid(child, 0)
        print(status, tvmlike.get_global_func("in.child", allow_missing=True))
        """),
        "0 None\n",
    )
