"""Cases of test_tvm_frontend.py: functions, callbacks, errors."""

from __future__ import annotations

import gc
import os
import threading
import weakref
from pathlib import Path

import numpy as np
import pytest
import tvm
from tvm._ffi import registry
from tvm._ffi.base import _FFI_MODE, _LIB

convert = tvm.runtime.convert


def test_it_is_our_library_and_the_form_that_was_asked_for():
    names = registry.list_global_func_names()
    assert "registry.list" in names or any(name.startswith("tensor.") for name in names)
    assert Path(_LIB._name).resolve().parent == Path(os.environ["TVMLIKE_LIBRARY_PATH"])
    assert os.environ["TVM_FFI"] == _FFI_MODE
    module = tvm._ffi._ctypes.packed_func if _FFI_MODE == "ctypes" else tvm._ffi._cy3.core
    assert issubclass(tvm.runtime.PackedFunc, module.PackedFuncBase)


@pytest.fixture
def name(request):
    chosen = f"frontend.{request.node.name}"
    yield chosen
    if tvm.get_global_func(chosen, allow_missing=True) is not None:
        registry.remove_global_func(chosen)


def test_register_and_get(name):
    @tvm.register_func(name)
    def given(*args):
        return list(args) == [10, 10.0, "hello"]

    assert tvm.get_global_func(name)(10, 10.0, "hello")
    assert name in registry.list_global_func_names()
    with pytest.raises((ValueError, tvm.TVMError), match="registered"):
        tvm.register_func(name, lambda: None)
    assert tvm.get_global_func(name)(10, 10.0, "hello")
    tvm.register_func(name, lambda: 7, override=True)
    assert tvm.get_global_func(name)() == 7
    registry.remove_global_func(name)
    assert tvm.get_global_func(name, allow_missing=True) is None
    with pytest.raises(ValueError, match="Cannot find"):
        tvm.get_global_func(name)


@pytest.mark.parametrize(
    "value",
    [0, -1, 2**62, -(2**63), 1.5, float("inf"), "", "text", "gr\u00fcn", None, "x" * 10_000],
    ids=lambda value: str(value)[:12],
)
def test_values_come_back(value):
    got = convert(lambda x: x)(value)
    assert got == value
    assert type(got) is type(value)


def test_values_that_become_others():
    echo = convert(lambda x: x)
    assert echo(True) == 1
    assert echo(bytearray(b"a\0b")) == bytearray(b"a\0b")
    assert echo(bytearray()) == bytearray()
    assert echo(tvm.cpu(3)) == tvm.cpu(3)
    assert echo(np.int32(5)) == 5
    assert echo(np.float64(2.5)) == 2.5
    # Data types are text to front ends.
    assert echo(tvm.DataType("float32x4")) == "float32x4"


def test_many_arguments():
    assert convert(lambda *args: sum(args))(*range(200)) == sum(range(200))


def test_a_function_as_argument_and_result():
    twice = convert(lambda f: convert(lambda x: f(f(x))))
    assert twice(lambda x: x * 3)(2) == 18
    add_ten = convert(lambda x: x + 10)
    same = convert(lambda f: f)(add_ten)
    assert isinstance(same, tvm.runtime.PackedFunc)
    assert same(1) == 11


def test_a_callback_dies_with_its_last_handle():
    class Callback:
        def __call__(self):
            return 1

    callback = Callback()
    gone = weakref.ref(callback)
    function = convert(callback)
    again = convert(lambda f: f)(function)
    del callback, function
    gc.collect()
    assert gone() is not None
    assert again() == 1
    del again
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("kind", [ValueError, TypeError, AttributeError, KeyError, IndexError])
def test_an_exception_keeps_its_class(kind):
    def fail():
        raise kind("what went wrong")

    with pytest.raises(kind, match="what went wrong"):
        convert(fail)()


def test_an_exception_through_several_callbacks():
    def innermost():
        raise ValueError("deep down")

    inner = convert(innermost)
    middle = convert(lambda: inner())
    with pytest.raises(ValueError, match="deep down"):
        convert(lambda: middle())()
    assert convert(lambda: 1)() == 1


def test_a_class_of_the_front_end():
    with pytest.raises(tvm.error.OpNotImplemented):
        convert(raising(tvm.error.OpNotImplemented("no such operator")))()
    with pytest.raises(tvm.TVMError):
        convert(raising(tvm.TVMError("as TVM")))()


def raising(error):
    def fail():
        raise error

    return fail


def test_errors_of_our_functions_have_their_class():
    api = tvm.runtime._ffi_api
    with pytest.raises(TypeError, match="argument 1 `array`: expected Array, got str"):
        api.ArraySize("text")
    with pytest.raises(TypeError, match="expected 2 arguments, got 0"):
        api.ArrayGetItem()
    with pytest.raises(IndexError, match="out of range"):
        api.ArrayGetItem(convert(["x"]), 1)


def test_a_moved_object():
    array = convert(["x"])
    assert convert(len)(array._move()) == 1
    assert array.handle is None or array.handle.value is None


def test_threads():
    function = convert(lambda x: x + 1)
    results = []

    def work():
        for number in range(200):
            results.append(function(number) == number + 1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 800


def test_modules_that_cannot_be_loaded(tmp_path):
    for suffix in (".so", ".nope"):
        path = tmp_path / f"module{suffix}"
        path.write_text("no library")
        with pytest.raises(Exception, match=r"module\.so|loadfile_nope"):
            tvm.runtime.load_module(str(path))
    assert tvm.runtime.enabled("cpu")
    assert not tvm.runtime.enabled("cuda")
