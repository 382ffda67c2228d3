"""Cases of test_dgl.py: functions of extensions, and classes with their own handle and type code."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from dgl_boot import LIB, DGLError, array, base, ctypes_types, func, function, ndarray, ours

echo = func(lambda x: x)
Code = ctypes_types.TypeCode
DATA_TYPE = 5


class Value(ctypes.Union):
    _fields_ = (("v_int64", ctypes.c_int64), ("v_handle", ctypes.c_void_p), ("v_str", ctypes.c_char_p))


def call(handle, *args):
    """Calls the C function with arguments (member, value, code)."""
    values, codes = (Value * len(args))(), (ctypes.c_int * len(args))()
    for at, (member, value, code) in enumerate(args):
        setattr(values[at], member, value)
        codes[at] = code
    result, code = Value(), ctypes.c_int()
    count = ctypes.c_int(len(args))
    status = LIB.DGLFuncCall(handle, values, codes, count, ctypes.byref(result), ctypes.byref(code))
    base.check_call(status)
    return result, code.value


def test_functions_of_an_extension():
    double = func(lambda x: 2 * x)
    declarer = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)

    @declarer
    def declare(register):
        # A function handle is lent to the one that registers, as a number of names would be in C.
        for name in (b"ext.double", b"ext.same"):
            call(
                ctypes.c_void_p(register),
                ("v_str", name, Code.STR),
                ("v_handle", double.handle.value, Code.FUNC_HANDLE),
            )
        return 0

    found = function.extract_ext_funcs(declare)
    assert sorted(found) == ["ext.double", "ext.same"]
    assert found["ext.double"](4) == 8


def test_an_extension_that_fails():
    fails = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(lambda register: 3)
    with pytest.raises(RuntimeError, match="cannot initialize"):
        function.extract_ext_funcs(fails)


def test_a_class_that_is_an_array_by_its_handle():
    class Lending:
        _dgl_tcode = Code.ARRAY_HANDLE

        def __init__(self, owner):
            self.owner = owner

        @property
        def _dgl_handle(self):
            return ctypes.cast(self.owner.handle, ctypes.c_void_p).value

    ndarray.register_extension(Lending)
    owner = array(np.arange(4))
    assert func(lambda x: int(x.asnumpy().sum()))(Lending(owner)) == 6


def test_a_class_that_is_a_pointer():
    class Pointing:
        _dgl_tcode = Code.HANDLE
        _dgl_handle = 0x1234

    ndarray.register_extension(Pointing)
    assert echo(Pointing()).value == 0x1234


@ours("ends the process")
def test_a_custom_type_code_must_be_registered():
    class Foreign:
        _dgl_tcode = 21
        _dgl_handle = 0x5678

    ndarray.register_extension(Foreign, lambda handle: handle)
    with pytest.raises(DGLError):
        echo(Foreign())
    handle = ctypes.c_void_p(0x5678)
    with pytest.raises(DGLError, match="not registered"):
        ndarray.free_extension_handle(handle, 21)


@ours("ends the process")
def test_reserved_type_codes_are_errors():
    class Wrong:
        _dgl_tcode = Code.INT
        _dgl_handle = 1

    with pytest.raises(ValueError, match="buildin"):
        ndarray.register_extension(Wrong, lambda handle: handle)
    for code in (-1, 0, 15, 128, 2**31 - 1):
        with pytest.raises(DGLError):
            ndarray.free_extension_handle(ctypes.c_void_p(1), code)


@ours("reads what is not there")
def test_invalid_type_codes_are_errors():
    for code in (-1, 14, 15, 99, 2**31 - 1, -(2**31)):
        with pytest.raises(DGLError, match=r"type code|not registered"):
            call(echo.handle, ("v_int64", 5, code))


@ours("hands an unsigned number to front ends that know no such code")
def test_an_unsigned_number_comes_to_a_callback_as_a_number():
    result, code = call(echo.handle, ("v_int64", 7, Code.UINT))
    assert (result.v_int64, code) == (7, Code.INT)


@ours("hands a data type to front ends that know no such code")
def test_a_data_type_comes_to_a_callback_as_its_name():
    packed = 2 | 32 << 8 | 4 << 16
    result, code = call(echo.handle, ("v_int64", packed, DATA_TYPE))
    assert (result.v_str, code) == (b"float32x4", Code.STR)
