"""Interpreter exit while native code holds Python objects: no output, and the right exit status."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
import time

import pytest
from conftest import plugin_path

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
def test_with_references_in_native_code(run_python, testing, held):
    quiet(run_python(f"testing.hold({held})"))


def test_with_an_array_in_native_code(run_python, testing):
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


def test_exit_while_daemon_threads_register(run_python):
    program = """
        import itertools, threading, time
        def work(number):
            for at in itertools.count():
                tvmlike.register_func(f"t{number}.f{at}", lambda: None)
                if at % 2:
                    tvmlike.remove_global_func(f"t{number}.f{at}")
                else:
                    tvmlike.register_func(f"t{number}.f{at}", lambda: None, override=True)
        for number in range(4):
            threading.Thread(target=work, args=(number,), daemon=True).start()
        time.sleep(0.02)
    """
    for _ in range(3):
        quiet(run_python(program))


TICKING = """
    #include <pthread.h>
    #include <stdatomic.h>
    #include <stdio.h>
    #include <unistd.h>
    #include <tvmlike/plugin.h>
    static const TVMLikeHost *host;
    static TVMLikeObjectHandle callback;
    static atomic_int stop, called, refused;
    static pthread_t thread;
    static void *tick(void *unused) {
      while (!stop) {
        TVMLikeValue result = tvmlike_none();
        atomic_fetch_add(tvmlike_invoke(callback, NULL, 0, &result) == 0 ? &called : &refused, 1);
        tvmlike_value_free(host, &result);
        usleep(1000);
      }
      return unused;
    }
    static int start(const TVMLikeCall *call) {
      if (tvmlike_arity(call, 1) || tvmlike_arg_function(call, 0, &callback)) return -1;
      host = call->host;
      host->object_retain(callback);
      return pthread_create(&thread, NULL, tick, NULL);
    }
    static void finish(void *unused) {
      (void)unused;
      if (NAME[0] == 's') sleep(1000);
      stop = 1;
      pthread_join(thread, NULL);
      printf("called: %d, refused: %d\\n", called > 0, refused > 0);
    }
    static const TVMLikePluginFunction functions[] = {{NAME ".start", start, NULL, "", 0}};
    TVMLIKE_PLUGIN_WITH_FINISH(NAME, "1.0", functions, finish)
"""


def test_finish_joins_a_thread_that_calls_python(run_python, compiled):
    ticking = compiled("ticking", TICKING, "-I", tvmlike.include_dir(), '-DNAME="ticking"', "-pthread")
    program = f"""
        import time
        tvmlike.load_plugin({os.fspath(ticking)!r})
        tvmlike.ticking.start(lambda: None)
        time.sleep(0.05)
    """
    for _ in range(2):
        quiet(run_python(program), "called: 1, refused: 1\n")


def test_all_finish_functions_share_five_seconds(run_python, compiled):
    if os.environ.get("TVMLIKE_FFI") == "ctypes":
        pytest.skip("it does not depend on the call path")
    slow = compiled("slow", TICKING, "-I", tvmlike.include_dir(), '-DNAME="slow"', "-pthread")
    program = f"""
        tvmlike.load_plugin({os.fspath(slow)!r})
        tvmlike.unload_plugin("slow")  # its finish goes on
        tvmlike.load_plugin({os.fspath(slow)!r})
    """
    begin = time.monotonic()
    status, out, err = run_python(program)
    assert (status, out) == (0, "")
    assert err.count("plugin slow runs: the 5 seconds for all of them are over") <= 1
    # One second of `unload_plugin`, five at the end; more on a loaded machine.
    assert 5 < time.monotonic() - begin < 15


LATE = """
    #include <stdio.h>
    #include <tvmlike/c_api.h>
    static TVMFunctionHandle held[16];
    static int count;
    int hold(const char* name) { return TVMFuncGetGlobal(name, &held[count++]); }
    __attribute__((destructor)) static void end(void) {
      for (int i = 0; i < count; ++i) {
        TVMLikeValue result = {0};
        int status = TVMLikeFuncCall(held[i], 0, 0, &result);
        puts(status == -1 ? "refused" : "called");
        printf("released: %d\\n", TVMFuncFree(held[i]));
      }
      printf("interrupt: %d\\n", TVMLikeCheckInterrupt());
    }
"""


@pytest.fixture(scope="module")
def late_library(tmp_path_factory):
    """A C library that calls and releases functions at process exit, after the interpreter has ended."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    folder = tmp_path_factory.mktemp("late")
    source, library = folder / "late.c", folder / "liblate.so"
    source.write_text(LATE)
    include = ["-I", tvmlike.include_dir()]
    subprocess.run(
        [compiler, "-shared", "-fPIC", *include, source, "-o", library, tvmlike.library_path()], check=True
    )
    return library


@pytest.mark.parametrize("made", ["lambda: None", "[].append", "type('Own', (), {'__call__': len})()"])
def test_native_code_calls_and_releases_after_the_interpreter(run_python, testing, late_library, made):
    program = f"""
        import ctypes
        tvmlike.register_func("late.f", {made})
        assert ctypes.CDLL({str(late_library)!r}).hold(b"late.f") == 0
        tvmlike.remove_global_func("late.f")
    """
    # The reason of the error is lost: the thread-local variables were destroyed before.
    quiet(run_python(program), "refused\nreleased: 0\ninterrupt: 0\n")


@pytest.mark.parametrize(
    "call", ["testing.call(end)", "testing.call_in_thread(end, 3)", "testing.call_n(end, 3)"]
)
def test_sys_exit_in_a_callback(run_python, testing, call):
    quiet(run_python(f"end = lambda *args: sys.exit(5)\n{call}"), status=5)


def test_an_immediate_exit_in_a_callback(run_python, testing):
    quiet(run_python("testing.call(testing.call, lambda: os._exit(6))"), status=6)
    quiet(run_python("testing.call_in_thread(lambda x: os._exit(7), 1)"), status=7)


def test_an_exit_while_threads_wait_in_native_code(run_python, testing):
    program = """
        import threading
        for _ in range(4):
            threading.Thread(target=testing.wait_ms, args=(100_000,), daemon=True).start()
            nested = testing.call_in_thread
            threading.Thread(target=nested, args=(testing.wait_ms, 100_000), daemon=True).start()
        testing.wait_ms(20)
        sys.exit(3)
    """
    quiet(run_python(program), status=3)


@pytest.mark.parametrize("ms", [0, 5, 20, 60])
def test_callbacks_that_come_while_the_interpreter_ends(run_python, testing, ms):
    program = f"""
        import atexit, time
        for step in range(40):
            testing.call_later(lambda: [object() for _ in range(100)], {ms} + step % 20)
        atexit.register(time.sleep, 0.01)
    """
    quiet(run_python(program))


def test_atexit_functions_from_before_the_import(run_python, testing):
    program = f"""
        import atexit

        def late():
            print("late", testing.call(len, "four"))
            try:
                testing.call(lambda: 1 // 0)
            except ZeroDivisionError:
                print("fails as before")

        atexit.register(late)
        import tvmlike
        tvmlike.load_plugin({os.fspath(plugin_path())!r})
        testing = tvmlike.testing
        atexit.register(lambda: print("early", testing.call(len, "four")))
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    quiet((done.returncode, done.stdout, done.stderr), "early 4\nlate 4\nfails as before\n")


def test_objects_that_outlive_the_package(run_python, testing):
    program = """
        import builtins, threading
        kept = [tvmlike.Array([lambda: kept]), testing.make_point(1.0, 2.0), tvmlike.zeros((2,))]
        builtins.kept = sys.kept = kept
        local = threading.local()
        local.kept = kept
        kept.append(kept)
        for name in [name for name in sys.modules if name.startswith("tvmlike")]:
            del sys.modules[name]
    """
    quiet(run_python(program))


def test_an_error_in_a_global(run_python, testing):
    program = """
        try:
            testing.call(testing.call, lambda: 1 // 0)
        except ZeroDivisionError as error:
            kept = error
    """
    quiet(run_python(program))


def test_cycles_that_nobody_has_collected(run_python, testing):
    program = """
        import gc
        gc.disable()
        for _ in range(100):
            cycle = []
            cycle.append(tvmlike.PackedFunc(lambda cycle=cycle: cycle))
            cycle.append(tvmlike.Array([cycle]))
    """
    quiet(run_python(program))
