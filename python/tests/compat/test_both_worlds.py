"""The registry, arrays and errors are the same for tvmlike, TVM's library and DGL's.

The tests call the C functions of the two libraries without front ends. `TVMLIKE_TEST_COMPAT` is the folder of
the libraries; the default is `target/release`.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from pathlib import Path

import numpy as np
import pytest
from tvm_client import (
    CALLBACK,
    FLOAT,
    FUNCTION,
    INT,
    NDARRAY,
    OBJECT,
    STR,
    DLTensor,
    Value,
)

import tvmlike

HERE = Path(__file__).resolve().parent


class World:
    """One of the two libraries; `TVM` or `DGL` is the prefix of its functions."""

    def __init__(self, prefix: str, library: Path):
        self.prefix = prefix
        self.library = ctypes.CDLL(os.fspath(library))
        self.keeps: list[object] = []
        self.c("GetLastError").restype = ctypes.c_char_p

    def c(self, name: str):
        return getattr(self.library, self.prefix + name)

    def check(self, status: int) -> None:
        if status != 0:
            raise RuntimeError(self.c("GetLastError")().decode())

    def get(self, name: str) -> ctypes.c_void_p:
        handle = ctypes.c_void_p()
        self.check(self.c("FuncGetGlobal")(name.encode(), ctypes.byref(handle)))
        return handle

    def call(self, function, *args):
        """Calls a function, or the one registered under a name; returns (code, value)."""
        handle = self.get(function) if isinstance(function, str) else function
        values, codes = (Value * len(args))(), (ctypes.c_int * len(args))()
        for at, arg in enumerate(args):
            if isinstance(arg, tuple):
                codes[at], values[at].v_handle = arg
            elif isinstance(arg, str):
                codes[at], values[at].v_str = STR, arg.encode()
            elif isinstance(arg, float):
                codes[at], values[at].v_float64 = FLOAT, arg
            else:
                codes[at], values[at].v_int64 = INT, arg
        result, code = Value(), ctypes.c_int()
        count = ctypes.c_int(len(args))
        places = (ctypes.byref(result), ctypes.byref(code))
        try:
            self.check(self.c("FuncCall")(handle, values, codes, count, *places))
        finally:
            if isinstance(function, str):
                self.c("FuncFree")(handle)
        member = {INT: "v_int64", FLOAT: "v_float64", STR: "v_str"}.get(code.value, "v_handle")
        return code.value, getattr(result, member)

    def function(self, body) -> ctypes.c_void_p:
        """Creates a function of this library from a callback `body(values, codes, count, give)`."""

        def run(values, codes, count, ret, _):
            def give(member, value, code):
                result, code = Value(), ctypes.c_int(code)
                setattr(result, member, value)
                place = ctypes.c_void_p(ret)
                self.check(self.c("CFuncSetReturn")(place, ctypes.byref(result), ctypes.byref(code), 1))

            try:
                body(values, codes, count, give)
            except Exception as error:
                self.c("APISetLastError")(f"{type(error).__name__}: {error}".encode())
                return -1
            return 0

        callback = CALLBACK(run)
        self.keeps.append(callback)
        handle = ctypes.c_void_p()
        made = self.c("FuncCreateFromCFunc")(callback, None, None, ctypes.byref(handle))
        self.check(made)
        return handle

    def register(self, name: str, handle, override: bool = False) -> None:
        self.check(self.c("FuncRegisterGlobal")(name.encode(), handle, ctypes.c_int(override)))

    def names(self) -> list[str]:
        count, listed = ctypes.c_int(), ctypes.POINTER(ctypes.c_char_p)()
        self.check(self.c("FuncListGlobalNames")(ctypes.byref(count), ctypes.byref(listed)))
        return [listed[at].decode() for at in range(count.value)]

    def array(self, data: np.ndarray) -> ctypes.c_void_p:
        """Creates an array of float64 with these elements."""
        shape = (ctypes.c_int64 * data.ndim)(*data.shape)
        handle = ctypes.c_void_p()
        self.check(self.c("ArrayAlloc")(shape, data.ndim, 2, 64, 1, 1, 0, ctypes.byref(handle)))
        size = ctypes.c_size_t(data.nbytes)
        self.check(self.c("ArrayCopyFromBytes")(handle, ctypes.c_void_p(data.ctypes.data), size))
        return handle

    def numpy(self, handle) -> np.ndarray:
        """Copies an array's elements."""
        described = DLTensor.from_address(handle)
        copy = np.empty([described.shape[at] for at in range(described.ndim)])
        size = ctypes.c_size_t(copy.nbytes)
        place = ctypes.c_void_p(copy.ctypes.data)
        self.check(self.c("ArrayCopyToBytes")(ctypes.c_void_p(handle), place, size))
        return copy


def elements(tensor: tvmlike.Tensor, count: int) -> np.ndarray:
    """A view of a float64 tensor's memory. NumPy 1 can only read arrays from DLPack."""
    address = np.from_dlpack(tensor).ctypes.data
    return np.ctypeslib.as_array((ctypes.c_double * count).from_address(address))


def world(prefix: str, name: str) -> World:
    suffix = ".dylib" if sys.platform == "darwin" else ".so"
    folder = Path(os.environ.get("TVMLIKE_TEST_COMPAT") or HERE.parents[2] / "target" / "release")
    path = folder / f"{name}{suffix}"
    if not path.exists():
        pytest.skip(f"{name} is not built: it is not in {folder}")
    return World(prefix, path)


@pytest.fixture(scope="module")
def tvm():
    return world("TVM", "libtvm_runtime")


@pytest.fixture(scope="module")
def dgl():
    return world("DGL", "libdgl")


@pytest.fixture
def worlds(tvm, dgl):
    return [tvm, dgl]


@pytest.fixture
def name(request):
    chosen = f"both_worlds.{request.node.name}"
    yield chosen
    if tvmlike.get_global_func(chosen, allow_missing=True) is not None:
        tvmlike.remove_global_func(chosen)


def add(values, codes, count, give):
    assert list(codes[0:count]) == [INT, INT]
    give("v_int64", values[0].v_int64 + values[1].v_int64, INT)


def test_a_function_of_rust(worlds):
    for each in worlds:
        assert each.call("runtime.version") == (STR, tvmlike.runtime.version().encode())


def test_a_function_of_tvmlike(worlds, name):
    tvmlike.register_func(name, lambda x, y: x - y)
    for each in worlds:
        assert each.call(name, 44, 2) == (INT, 42)
        assert each.call(name, 1.5, 1.0) == (FLOAT, 0.5)


def test_a_function_of_either_library(worlds, name):
    for each in worlds:
        handle = each.function(add)
        each.register(name, handle, override=True)
        each.c("FuncFree")(handle)
        assert tvmlike.get_global_func(name)(40, 2) == 42
        for other in worlds:
            assert other.call(name, 40, 2) == (INT, 42)


def test_all_libraries_share_the_names(worlds, name):
    tvmlike.register_func(name, lambda: None)
    listed = tvmlike.list_global_func_names()
    assert name in listed
    assert [each.names() for each in worlds] == [listed, listed]
    for each in worlds:
        with pytest.raises(RuntimeError, match=r"both_worlds.*already registered"):
            each.register(name, each.function(add))
    with pytest.raises(ValueError, match="already registered"):
        tvmlike.register_func(name, lambda: 1)


def test_an_array_of_either_library_is_a_tensor(worlds, name):
    data = np.arange(6.0).reshape(2, 3)
    seen = []

    def look(x):
        seen.append(x)
        view = x.numpy()
        view[0, 0] = 100
        return view.ctypes.data

    tvmlike.register_func(name, look)
    for each in worlds:
        array = each.array(data)
        address = DLTensor.from_address(array.value).data
        assert each.call(name, (NDARRAY, array.value)) == (INT, address)
        each.c("ArrayFree")(array)
        tensor = seen.pop()
        assert isinstance(tensor, tvmlike.Tensor)
        # It lives as long as it is referenced.
        gc.collect()
        assert tensor.numpy().tolist() == [[100, 1, 2], [3, 4, 5]]


def test_a_tensor_is_an_array_of_either_library(worlds, name):
    tensor = tvmlike.zeros((2, 2), "float64")
    tensor.numpy()[:] = 7
    tvmlike.register_func(name, lambda: tensor)
    for each in worlds:
        code, handle = each.call(name)
        assert code == NDARRAY
        assert DLTensor.from_address(handle).data == tensor.numpy().ctypes.data
        assert each.numpy(handle).tolist() == [[7, 7], [7, 7]]
        each.c("ArrayFree")(ctypes.c_void_p(handle))


def test_arrays_are_shared_between_the_libraries(tvm, dgl):
    data = np.arange(4.0)
    for maker, taker in ((tvm, dgl), (dgl, tvm)):
        seen = []

        def look(values, codes, count, give, seen=seen, taker=taker):
            assert codes[0] == NDARRAY
            seen.append(taker.numpy(values[0].v_handle).tolist())
            give("v_handle", values[0].v_handle, NDARRAY)

        function = taker.function(look)
        array = maker.array(data)
        code, handle = maker.call(function, (NDARRAY, array.value))
        # The same object, with another reference.
        assert (code, handle) == (NDARRAY, array.value)
        assert seen == [data.tolist()]
        maker.c("ArrayFree")(array)
        assert taker.numpy(handle).tolist() == data.tolist()
        taker.c("ArrayFree")(ctypes.c_void_p(handle))
        taker.c("FuncFree")(function)


def test_a_list_of_dgls_holds_plain_values(dgl, name):
    seen = []
    tvmlike.register_func(name, seen.append)
    boxed = [dgl.call("_Value", x)[1] for x in (1, 2.5, "three")]
    code, handle = dgl.call("_List", *((OBJECT, x) for x in boxed))
    assert code == OBJECT
    dgl.call(name, (OBJECT, handle))
    assert list(seen[0]) == [1, 2.5, "three"]
    for each in (*boxed, handle):
        dgl.c("ObjectFree")(ctypes.c_void_p(each))


def test_a_list_of_tvmlikes_is_one_of_dgls(dgl, name):
    tvmlike.register_func(name, lambda: [10, "x", [1]])
    code, handle = dgl.call(name)
    assert code == OBJECT
    given = (OBJECT, handle)
    assert dgl.call("_ListSize", given) == (INT, 3)
    for at, wanted in ((0, (INT, 10)), (1, (STR, b"x"))):
        _, item = dgl.call("_ListGetItem", given, at)
        assert dgl.call("_ValueGet", (OBJECT, item)) == wanted
        dgl.c("ObjectFree")(ctypes.c_void_p(item))
    _, inner = dgl.call("_ListGetItem", given, 2)
    assert dgl.call("_ListSize", (OBJECT, inner)) == (INT, 1)
    dgl.c("ObjectFree")(ctypes.c_void_p(inner))
    dgl.c("ObjectFree")(ctypes.c_void_p(handle))


def test_an_exception_of_tvmlikes_is_an_error_of_its_kind(worlds, name):
    def fails():
        raise KeyError("not there")

    tvmlike.register_func(name, fails)
    for each in worlds:
        with pytest.raises(RuntimeError, match=r"KeyError.*not there"):
            each.call(name)


def test_an_error_of_either_library_is_an_exception_of_its_kind(worlds, name):
    def fails(*_):
        raise IndexError("beyond the end")

    for each in worlds:
        each.register(name, each.function(fails), override=True)
        with pytest.raises(IndexError, match="beyond the end"):
            tvmlike.get_global_func(name)()
        for other in worlds:
            with pytest.raises(RuntimeError, match="IndexError: beyond the end"):
                other.call(name)


def test_a_traceback_of_dgls_is_an_exception_of_its_kind(dgl, name):
    text = (
        "Traceback (most recent call last):\n"
        '  File "elsewhere.py", line 3, in run\n'
        "    compute()\n"
        "ZeroDivisionError: by nothing: at all\n"
        "and a second line\n"
    )

    def run(values, codes, count, ret, resource):
        dgl.c("APISetLastError")(text.encode())
        return -1

    callback = CALLBACK(run)
    dgl.keeps.append(callback)
    handle = ctypes.c_void_p()
    dgl.check(dgl.c("FuncCreateFromCFunc")(callback, None, None, ctypes.byref(handle)))
    dgl.register(name, handle)
    dgl.c("FuncFree")(handle)
    with pytest.raises(ZeroDivisionError, match="by nothing: at all\nand a second line"):
        tvmlike.get_global_func(name)()
    with pytest.raises(RuntimeError) as caught:
        dgl.call(name)
    assert str(caught.value) == text


def test_function_handles_are_shared_between_the_libraries(tvm, dgl):
    function = tvm.function(add)
    assert dgl.call(function, 1, 2) == (INT, 3)
    doubled = dgl.function(lambda values, codes, count, give: give("v_int64", 2 * values[0].v_int64, INT))
    assert tvm.call("_TestPythonCallback", (FUNCTION, doubled.value), 21) == (INT, 42)
    tvm.c("FuncFree")(function)
    dgl.c("FuncFree")(doubled)
