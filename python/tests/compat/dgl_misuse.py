"""Cases of test_dgl.py: invalid arguments of the C functions, most of which crash DGL's own library."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from dgl_boot import LIB, REPORTS, DGLError, array, base, ctypes_types, empty, func, generic, internal, ours

pytestmark = ours("does not look at what it is given")
NULL = ctypes.c_void_p(0)
out = ctypes.c_void_p()
number = ctypes.c_int()


def fails(function, *args, match="NULL"):
    LIB.DGLAPISetLastError(b"")
    with pytest.raises(DGLError, match=match):
        base.check_call(function(*args))


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("DGLFuncGetGlobal", 2),
        ("DGLFuncRegisterGlobal", 3),
        ("DGLFuncListGlobalNames", 2),
        ("DGLFuncCall", 6),
        ("DGLFuncCreateFromCFunc", 4),
        ("DGLCFuncSetReturn", 4),
        ("DGLCbArgToReturn", 2),
        ("DGLObjectGetTypeIndex", 2),
        ("DGLObjectTypeKey2Index", 2),
        ("DGLObjectGetAttr", 5),
        ("DGLObjectListAttrNames", 3),
        ("DGLArrayAlloc", 8),
        ("DGLArrayAllocSharedMem", 8),
        ("DGLArrayCopyFromBytes", 3),
        ("DGLArrayCopyToBytes", 3),
        ("DGLArrayCopyFromTo", 2),
        ("DGLArrayFromDLPack", 2),
        ("DGLArrayToDLPack", 3),
        ("DGLArrayPinData", 2),
        ("DGLArrayUnpinData", 2),
        ("DGLArrayRecordStream", 2),
        ("DGLModLoadFromFile", 3),
        ("DGLModImport", 2),
        ("DGLModGetFunction", 4),
        ("DGLStreamCreate", 3),
        ("DGLGetStream", 3),
        ("DGLExtTypeFree", 2),
        ("DGLLoadTensorAdapter", 1),
    ],
)
def test_null_pointers_are_errors(name, count):
    assert getattr(LIB, name)(*[NULL] * count) == -1
    assert LIB.DGLGetLastError() != b""


@pytest.mark.parametrize("name", ["DGLFuncFree", "DGLObjectFree", "DGLArrayFree", "DGLModFree"])
def test_freeing_null_is_allowed(name):
    assert getattr(LIB, name)(NULL) == 0


def test_freeing_a_null_managed_tensor():
    LIB.DGLDLManagedTensorCallDeleter.restype = None
    LIB.DGLDLManagedTensorCallDeleter(NULL)


def test_the_last_error_of_a_new_thread_is_empty():
    import threading

    seen = []
    thread = threading.Thread(target=lambda: seen.append(LIB.DGLGetLastError()))
    thread.start()
    thread.join()
    assert seen == [b""]
    LIB.DGLAPISetLastError(b"set by hand")
    assert b"set by hand" in LIB.DGLGetLastError()


def test_an_object_in_place_of_a_function():
    given = generic.convert_to_object([1])
    places = (ctypes.byref(out), ctypes.byref(number))
    fails(LIB.DGLFuncCall, given.handle, None, None, 0, *places, match="function")
    fails(LIB.DGLFuncRegisterGlobal, b"test_dgl.object", given.handle, 0, match="function")


def test_negative_counts_are_errors():
    echo = func(lambda *x: None)
    for count in (-1, -(2**31), 2**31 - 1):
        fails(
            LIB.DGLFuncCall,
            echo.handle,
            (ctypes.c_int64 * 1)(),
            (ctypes.c_int * 1)(),
            count,
            ctypes.byref(out),
            ctypes.byref(number),
            match="arguments",
        )


def test_invalid_utf8_names_are_errors():
    f = func(lambda: 1)
    fails(LIB.DGLFuncRegisterGlobal, b"bad\xff", f.handle, 0, match="UTF-8")
    assert LIB.DGLFuncGetGlobal(b"bad\xff", ctypes.byref(out)) in (0, -1)
    assert not out.value


def test_invalid_utf8_text_is_an_error():
    codes = (ctypes.c_int * 1)(ctypes_types.TypeCode.STR)
    text = ctypes.c_char_p(b"\xff\xfe")
    echo, length = func(lambda x: x), internal._ListSize
    for function in (echo, length) if REPORTS else (length,):
        with pytest.raises((DGLError, UnicodeDecodeError)):
            base.check_call(
                LIB.DGLFuncCall(
                    function.handle, ctypes.byref(text), codes, 1, ctypes.byref(out), ctypes.byref(number)
                )
            )


def test_copies_from_and_to_null_are_errors():
    made = array(np.arange(4))
    for copy in (LIB.DGLArrayCopyFromBytes, LIB.DGLArrayCopyToBytes):
        fails(copy, made.handle, NULL, ctypes.c_size_t(32))
    nothing = empty((0,))
    for copy in (LIB.DGLArrayCopyFromBytes, LIB.DGLArrayCopyToBytes):
        base.check_call(copy(nothing.handle, NULL, ctypes.c_size_t(0)))


@pytest.mark.parametrize("ndim", [-1, -(2**31), 2**31 - 1])
def test_invalid_dimensions_are_errors(ndim):
    shape = (ctypes.c_int64 * 1)(3)
    fails(LIB.DGLArrayAlloc, shape, ndim, 2, 32, 1, 1, 0, ctypes.byref(out), match="dimension|rank")
    shared = LIB.DGLArrayAllocSharedMem
    fails(shared, b"/test_dgl_none", shape, ndim, 2, 32, 1, True, ctypes.byref(out), match="dimension|rank")


def test_invalid_alignments_are_errors():
    made = array(np.arange(4))
    for alignment in (-1, 3, 2**30 + 1):
        fails(LIB.DGLArrayToDLPack, made.handle, ctypes.byref(out), alignment, match="alignment")


def test_a_null_module_is_an_error():
    given = generic.convert_to_object([1])
    fails(LIB.DGLModGetFunction, given.handle, b"f", 0, ctypes.byref(out), match="(?i)module")
    fails(LIB.DGLModLoadFromFile, b"/nowhere/at/all.so", b"", ctypes.byref(out), match="nowhere")
    fails(LIB.DGLModLoadFromFile, b"/nowhere/at/all.xyz", b"", ctypes.byref(out), match="xyz")


def test_streams_of_a_cpu_are_null():
    stream = ctypes.c_void_p(5)
    for function in (LIB.DGLStreamCreate, LIB.DGLGetStream):
        base.check_call(function(1, 0, ctypes.byref(stream)))
        assert stream.value is None
        stream.value = 5
    base.check_call(LIB.DGLStreamFree(1, 0, NULL))
    base.check_call(LIB.DGLSetStream(1, 0, NULL))
    base.check_call(LIB.DGLSynchronize(1, 0, NULL))
    base.check_call(LIB.DGLStreamStreamSynchronize(1, 0, NULL, NULL))
    for device in (2, 99, -1):
        for function in (LIB.DGLStreamCreate, LIB.DGLGetStream):
            fails(function, device, 0, ctypes.byref(stream), match="not built")
        fails(LIB.DGLSynchronize, device, 0, NULL, match="not built")
        fails(LIB.DGLSetStream, device, 0, NULL, match="not built")
