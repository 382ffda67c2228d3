"""Errors and interrupts of libtvm_runtime: Python exceptions through its functions, and through tvmlike's."""

from __future__ import annotations

import ctypes
import gc
import sys
from pathlib import Path

import pytest
from tvm_client import CALLBACK, STR, Client, Value

import tvmlike


class Mine(LookupError):
    """A class that is not registered."""


@pytest.fixture(scope="module")
def tvm():
    client = Client.load()
    lib = client.lib
    lib.TVMGetLastPythonError.restype = ctypes.c_void_p
    lib.TVMGetLastBacktrace.restype = ctypes.c_char_p
    lib.TVMGetLastError.restype = ctypes.c_char_p
    return client


def last_exception(tvm):
    """The error that a front end fetches and raises again."""
    address = tvm.lib.TVMGetLastPythonError()
    return None if address is None else ctypes.cast(ctypes.c_void_p(address), ctypes.py_object).value


def call(tvm, name, *texts):
    """Calls a function with texts; returns the status."""
    handle = ctypes.c_void_p()
    assert tvm.lib.TVMFuncGetGlobal(name.encode(), ctypes.byref(handle)) == 0
    assert handle
    values = (Value * len(texts))(*(Value(v_str=text.encode()) for text in texts))
    codes = (ctypes.c_int * len(texts))(*([STR] * len(texts)))
    result, code = Value(), ctypes.c_int()
    status = tvm.lib.TVMFuncCall(handle, values, codes, len(texts), ctypes.byref(result), ctypes.byref(code))
    tvm.lib.TVMFuncFree(handle)
    return status


@pytest.fixture
def raises():
    """Registers a function in tvmlike that raises its argument."""
    names = []

    def register(error):
        name = f"test.errors.f{len(names)}"

        def fail(*_):
            raise error

        tvmlike.register_func(name, fail, override=True)
        names.append(name)
        return name

    yield register
    for name in names:
        tvmlike.remove_global_func(name)


@pytest.mark.parametrize(
    "error", [KeyError("k"), ValueError("v"), Mine("of its own class"), KeyboardInterrupt()]
)
def test_an_exception_of_tvmlike_is_the_same_object_for_tvm(tvm, raises, error):
    assert call(tvm, raises(error), "x") == -1
    assert last_exception(tvm) is error
    kind = type(error).__name__
    assert tvm.lib.TVMGetLastError().startswith(kind.encode() + b": " + str(error).encode())
    assert tvm.lib.TVMGetLastBacktrace() is None
    tvm.lib.TVMDropLastPythonError()
    assert last_exception(tvm) is None
    assert tvm.lib.TVMGetLastError() == b""


@pytest.mark.parametrize("error", [KeyError("k"), Mine("of its own class"), UnicodeError("\udcff")])
def test_an_exception_of_tvm_is_the_same_object_for_tvmlike(tvm, error):
    def fail(*_):
        tvm.lib.TVMAPISetLastPythonError(ctypes.py_object(error))
        return -1

    callback = CALLBACK(fail)
    handle = ctypes.c_void_p()
    assert tvm.lib.TVMFuncCreateFromCFunc(callback, None, None, ctypes.byref(handle)) == 0
    assert tvm.lib.TVMFuncRegisterGlobal(b"test.errors.tvm", handle, 1) == 0
    tvm.lib.TVMFuncFree(handle)
    with pytest.raises(type(error)) as caught:
        tvmlike.get_global_func("test.errors.tvm")()
    assert caught.value is error
    tvmlike.remove_global_func("test.errors.tvm")


class NoName(type):
    """Classes whose name cannot be read."""

    @property
    def __name__(cls):
        raise RuntimeError("no name")


class Unnamed(Exception, metaclass=NoName):
    """One of them."""


def test_a_class_without_a_name_leaves_no_error_in_the_interpreter(tvm):
    error = Unnamed("what it says")
    tvm.lib.TVMAPISetLastPythonError(ctypes.py_object(error))
    assert last_exception(tvm) is error
    tvm.lib.TVMGetLastError.restype = ctypes.c_char_p
    assert tvm.lib.TVMGetLastError() == b"RuntimeError: what it says"
    tvm.lib.TVMAPISetLastError(None)


def test_every_reference_is_released(tvm):
    error = Mine("counted")
    before = sys.getrefcount(error)
    for _ in range(3):
        tvm.lib.TVMAPISetLastPythonError(ctypes.py_object(error))
        assert sys.getrefcount(error) == before + 1
        assert last_exception(tvm) is error
    tvm.lib.TVMAPISetLastError(b"ValueError: in its place")
    gc.collect()
    assert sys.getrefcount(error) == before
    tvm.lib.TVMAPISetLastError(None)


def test_text_of_a_traceback_has_its_kind_for_tvmlike(tvm):
    text = (
        "Traceback (most recent call last):\n"
        '  File "a.py", line 1, in f\n    g()\n'
        '  File "b.py", line 2, in g\n    raise KeyError("k")\n'
        "KeyError: 'k'\n"
    )

    def fail(*_):
        tvm.lib.TVMAPISetLastError(text.encode())
        return -1

    callback = CALLBACK(fail)
    handle = ctypes.c_void_p()
    assert tvm.lib.TVMFuncCreateFromCFunc(callback, None, None, ctypes.byref(handle)) == 0
    assert tvm.lib.TVMFuncRegisterGlobal(b"test.errors.text", handle, 1) == 0
    tvm.lib.TVMFuncFree(handle)
    with pytest.raises(KeyError, match="'k'") as caught:
        tvmlike.get_global_func("test.errors.text")()
    assert 'File "b.py", line 2, in g' in caught.value.backtrace
    tvmlike.remove_global_func("test.errors.text")


INTERRUPTED = """
import ctypes, signal
sys.path.insert(0, {folder!r})
from tvm_client import INT, Client, Value
tvm = Client.load()
tvm.lib.TVMGetLastPythonError.restype = ctypes.c_void_p
names = ["PyErr_CheckSignals", "PyGILState_Ensure", "PyGILState_Release"]
if {knows_exceptions}:
    names += ["Py_IncRef", "Py_DecRef"]
for name in names:
    address = ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p)
    assert tvm.lib.TVMBackendRegisterEnvCAPI(name.encode(), address) == 0
handle = ctypes.c_void_p()
assert tvm.lib.TVMFuncGetGlobal(b"testing.wait_ms", ctypes.byref(handle)) == 0
args = Value(v_int64=600000), ctypes.c_int(INT), 1, Value(), ctypes.c_int()
args = [handle, *(arg if isinstance(arg, int) else ctypes.byref(arg) for arg in args)]
# Not from a thread: the second call holds the interpreter's lock.
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.3)
"""

AS_AN_ERROR = """
assert tvm.lib.TVMFuncCall(*args) == -1
error = ctypes.cast(ctypes.c_void_p(tvm.lib.TVMGetLastPythonError()), ctypes.py_object).value
assert type(error) is KeyboardInterrupt, error
"""

IN_THE_INTERPRETER = """
call = ctypes.PyDLL(tvm.lib._name).TVMFuncCall
try:
    call(*args)
except KeyboardInterrupt:
    sys.exit()
sys.exit("it was not interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the signal is POSIX's")
@pytest.mark.parametrize(
    ("knows_exceptions", "then"),
    [(True, AS_AN_ERROR), (False, IN_THE_INTERPRETER)],
    ids=["error", "interpreter"],
)
def test_a_long_call_is_interrupted(tvm, testing, run_python, knows_exceptions, then):
    folder = str(Path(__file__).parent)
    status, _, errors = run_python(
        INTERRUPTED.format(folder=folder, knows_exceptions=knows_exceptions) + then
    )
    assert status == 0, errors
