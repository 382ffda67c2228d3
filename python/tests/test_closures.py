"""Python functions as C function pointers, and C functions that take them."""

from __future__ import annotations

import ctypes
import gc
import subprocess
import sys
import threading
import weakref
from typing import Any

import numpy as np
import pytest

import tvmlike

bind = tvmlike.get_global_func("native.bind")
closure = tvmlike.get_global_func("native.closure")
report_to = tvmlike.get_global_func("native.report_to")


def c_function(name: str, signature: str) -> Any:
    """A function of the C library."""
    address = ctypes.cast(getattr(ctypes.CDLL(None), name), ctypes.c_void_p).value
    return bind(ctypes.c_void_p(address), signature, name)


qsort = c_function("qsort", "void(start: ptr, count: size, size: size, compare: ptr)")
COMPARE = "i32(*const f64, *const f64)"


def test_a_python_function_compares() -> None:
    numbers = np.array([3.0, 1.0, 2.0])
    compare = closure(lambda a, b: (a > b) - (a < b), COMPARE)
    qsort(numbers, 3, 8, compare)
    assert numbers.tolist() == [1.0, 2.0, 3.0]
    # A closure object and its address can both be passed, also by keyword.
    numbers = np.array([3.0, 1.0, 2.0])
    qsort(size=8, start=numbers, compare=compare.pointer, count=3)
    assert numbers.tolist() == [1.0, 2.0, 3.0]
    assert repr(compare).startswith(f"Closure({COMPARE}, 0x")


def test_an_exception_keeps_its_identity() -> None:
    class Unordered(Exception):
        pass

    raised = Unordered("no order")

    def compare(a: float, b: float) -> int:
        raise raised

    with pytest.raises(Unordered) as caught:
        qsort(np.zeros(2), 2, 8, closure(compare, COMPARE))
    assert caught.value is raised


def test_structs_are_dicts_and_tuples() -> None:
    div = c_function("div", "{quot: i32, rem: i32}(i32, i32)")
    assert dict(div(17, 5)) == {"quot": 3, "rem": 2}
    seen = []

    def swap(point: Any) -> Any:
        seen.append(dict(point))
        return point["y"], point["x"]

    swapped = closure(swap, "{x: f64, y: f64}({x: f64, y: f64})")
    call = bind(swapped.pointer, "{f64, f64}({x: f64, y: f64})")
    assert list(call({"y": 2, "x": 1.5})) == [2.0, 1.5]
    assert list(call((1, 2))) == [2.0, 1.0]
    assert list(call([1, 2])) == [2.0, 1.0]
    assert seen[0] == {"x": 1.5, "y": 2.0}
    with pytest.raises(ValueError, match=r"argument 1: \{x: f64, y: f64\} has no field `z`"):
        call({"x": 1, "y": 2, "z": 3})


def test_text_and_variadics() -> None:
    buffer = np.zeros(32, np.uint8)
    snprintf = c_function("snprintf", "i32(*u8, size, cstr, ...)")
    written = snprintf(buffer, 32, "%s=%ld %.1f", "x", 5, 2.5)
    assert bytes(buffer[:written]) == b"x=5 2.5"
    getenv = c_function("getenv", "cstr(cstr)")
    assert getenv("TVMLIKE_NO_SUCH_VARIABLE") is None


def test_errno_is_an_os_error() -> None:
    chdir = c_function("chdir", "i32(path: cstr) errno raise")
    with pytest.raises(FileNotFoundError, match=r"\[Errno 2\] No such file or directory: '/no/such/folder'"):
        chdir("/no/such/folder")
    assert tvmlike.get_global_func("native.errno")() == 2


def test_memory_that_is_read_only() -> None:
    numbers = np.array([3.0, 1.0])
    numbers.flags.writeable = False
    with pytest.raises(ValueError, match="argument 1 `start`: the tensor is read-only"):
        qsort(numbers, 2, 8, None)
    sum_of = c_function("memcmp", "i32(*const void, *const void, size)")
    assert sum_of(numbers, numbers, 16) == 0


def test_callbacks_on_a_foreign_thread() -> None:
    create = c_function("pthread_create", "i32(*u64, ptr, ptr, ptr)")
    join = c_function("pthread_join", "i32(u64, ptr)")
    idents = []
    entry = closure(lambda argument: idents.append(threading.get_ident()), "ptr(ptr)")
    thread = np.zeros(1, np.uint64)
    assert create(thread, None, entry, None) == 0
    # The call releases the GIL, which the thread needs to end.
    assert join(int(thread[0]), None) == 0
    assert len(idents) == 1
    assert idents[0] != threading.get_ident()


def test_late_calls_are_reported() -> None:
    seen: list[tuple[str, str, str]] = []
    before = report_to(lambda error, place: seen.append((type(error).__name__, str(error), place)))
    try:
        fails = closure(lambda: 1 // 0, "void()", on_error="report")
        call = bind(fails.pointer, "void()")
        call()
        assert [kind for kind, _, _ in seen] == ["ZeroDivisionError"]
        assert seen[0][2] == "the closure void()"
        assert not fails.closed
        fails.close()
        assert fails.closed
        call()
        call()
        assert [kind for kind, _, _ in seen] == ["ZeroDivisionError", "RuntimeError"]
        assert "was called after it was closed" in seen[1][1]
        gone = closure(lambda: 7, "i32()")
        late = bind(gone.pointer, "i32()")
        assert late() == 7
        del gone
        assert late() == 0
    finally:
        report_to(before)


@pytest.mark.skipif(tvmlike.ffi_path() != "native", reason="the ctypes path collects no such cycles")
def test_a_cycle_through_a_closure_is_collected() -> None:
    class Owner:
        def __init__(self) -> None:
            self.closure = closure(self.called, "i32()")

        def called(self) -> int:
            return 1

    owner = Owner()
    gone = weakref.ref(owner)
    del owner
    gc.collect()
    assert gone() is None


def test_a_closure_in_use_is_not_collected() -> None:
    class Owner:
        def called(self) -> int:
            gc.collect()
            return 5

    owner = Owner()
    kept = closure(owner.called, "i32()")
    gone = weakref.ref(owner)
    del owner
    gc.collect()
    assert bind(kept.pointer, "i32()")() == 5
    assert gone() is not None
    kept.close()
    assert gone() is None


AT_EXIT = """
import ctypes, tvmlike
bind = tvmlike.get_global_func("native.bind")
closure = tvmlike.get_global_func("native.closure")
address = ctypes.cast(ctypes.CDLL(None).on_exit, ctypes.c_void_p)
kept = closure(lambda status, argument: print("not any more"), "void(i32, ptr)")
assert bind(address, "i32(ptr, ptr)")(kept, None) == 0
"""


@pytest.mark.skipif(sys.platform != "linux", reason="on_exit is of glibc")
@pytest.mark.parametrize("end", ["", "kept.close()", "del kept"])
def test_c_calls_a_closure_after_the_interpreter_has_ended(end: str) -> None:
    ran = subprocess.run([sys.executable, "-c", AT_EXIT + end], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "not any more" not in ran.stdout
    assert "error ignored in the closure void(i32, ptr)" in ran.stderr


def test_reports_go_to_sys_unraisablehook(monkeypatch: pytest.MonkeyPatch) -> None:
    caught: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", caught.append)
    fails = tvmlike.native.closure(lambda: 1 // 0, "void()", on_error="report")
    bind(fails.pointer, "void()")()
    (unraisable,) = caught
    assert unraisable.exc_type is ZeroDivisionError
    assert isinstance(unraisable.exc_value, ZeroDivisionError)
    assert unraisable.exc_traceback.tb_frame.f_code.co_name == "<lambda>"
    assert unraisable.err_msg == "Exception ignored in the closure void()"


@pytest.mark.parametrize("named_before", [False, True])
def test_reports_are_printed_like_unraisable_exceptions(run_python: Any, named_before: bool) -> None:
    status, printed, errors = run_python(f"""
        report_to = tvmlike.get_global_func("native.report_to")
        if {named_before}:
            report_to(lambda error, place: print("named:", error, "in", place))
        def fails():
            raise KeyError("why")
        fails = tvmlike.native.closure(fails, "void()", on_error="report")
        tvmlike.native.bind(fails.pointer, "void()")()
        fails.close()
        tvmlike.native.bind(fails.pointer, "void()")()
        tvmlike.keep = fails  # until the end
        """)
    assert status == 0
    if named_before:
        assert printed.startswith("named: 'why' in the closure void()\nnamed: the closure void() was called")
        assert errors == ""
        return
    assert printed == ""
    assert errors.startswith("Exception ignored in the closure void():\nTraceback (most recent call last):\n")
    assert "KeyError: 'why'\nException ignored in the closure void():\n" in errors
