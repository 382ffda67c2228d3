"""Cases of test_dgl.py: conversions of DGL's front ends, of arguments, in callbacks, and of results."""

from __future__ import annotations

import ctypes
import math

import numpy as np
import pytest
from dgl_boot import FRONT_END, DataType, Function, context, cython_only, func, ours

echo = func(lambda x: x)
kind = func(lambda x: type(x).__name__)
count = func(lambda *args: len(args))


@pytest.mark.parametrize("value", [0, 1, -1, 7, 2**31, -(2**31) - 1, 2**63 - 1, -(2**63)])
def test_an_int_of_64_bits(value):
    assert echo(value) == value
    assert type(echo(value)) is int


def test_an_int_that_is_too_large():
    if FRONT_END == "ctypes":
        # The front end truncates it before the library receives it.
        assert echo(2**64 + 5) == 5
    else:
        with pytest.raises(OverflowError):
            echo(2**64 + 5)


@pytest.mark.parametrize("value", [0.0, -0.0, 1.5, 1e308, 5e-324, math.inf, -math.inf])
def test_a_float(value):
    assert math.copysign(1.0, echo(value)) == math.copysign(1.0, value)
    assert echo(value) == value
    assert type(echo(value)) is float


def test_not_a_number():
    assert math.isnan(echo(math.nan))


def test_a_bool_becomes_an_int():
    assert echo(True) == 1
    assert kind(True) == "int"
    assert echo(False) == 0


@pytest.mark.parametrize(
    ("value", "seen"),
    [(np.float32(1.5), 1.5), (np.float64(2.25), 2.25), (np.float16(0.5), 0.5)],
)
def test_numpys_floats(value, seen):
    assert echo(value) == seen


@pytest.mark.parametrize("value", [np.int32(-3), np.int64(2**40), np.uint8(200)])
def test_numpys_ints(value):
    # The compiled front end treats them as general numbers, which become floats.
    assert echo(value) == value
    assert kind(value) == ("int" if FRONT_END == "ctypes" else "float")


def test_nothing():
    assert echo(None) is None
    assert kind(None) == "NoneType"
    assert func(lambda: None)() is None


TEXTS = ["", "a", "seven b", "eight by", "x" * 1000, "grüße", "日本語", "🦀", "new\nline\ttab"]


@pytest.mark.parametrize("text", TEXTS)
def test_text(text):
    assert echo(text) == text


def test_text_of_a_megabyte():
    assert echo("é" * 500_000) == "é" * 500_000


def test_text_results_do_not_overwrite_each_other():
    first, second = echo("first text, longer than a word"), echo("second text, longer than a word")
    assert (first, second) == ("first text, longer than a word", "second text, longer than a word")


@pytest.mark.parametrize("size", [1, 7, 8, 100, 65536])
def test_bytes(size):
    given = bytearray(range(256)) * (size // 256 + 1)
    given = given[:size]
    assert echo(given) == given
    assert type(echo(given)) is bytearray
    assert kind(given) == "bytearray"


def test_bytes_with_a_nul_inside():
    assert echo(bytearray(b"a\0b\0")) == bytearray(b"a\0b\0")


def test_bytes_are_borrowed_for_the_call_and_copied_if_kept():
    given = bytearray(b"0123456789")
    got = echo(given)
    given[0] = 0
    assert got == b"0123456789"


@pytest.mark.parametrize("device", [("cpu", 0), ("cpu", 3), ("gpu", 1), ("rocm", 2)])
def test_a_context(device):
    given = context(*device)
    got = echo(given)
    assert got == given
    assert (got.device_type, got.device_id) == (given.device_type, given.device_id)
    assert kind(given) == "DGLContext"


@pytest.mark.parametrize("name", ["int32", "float64", "uint8", "float32x4", "handle64"])
def test_a_dtype_is_passed_as_its_name(name):
    assert echo(DataType(name)) == repr(DataType(name))


def test_a_pointer():
    assert echo(ctypes.c_void_p(0x1234)).value == 0x1234
    assert kind(ctypes.c_void_p(5)) == "c_void_p"
    assert echo(ctypes.c_void_p(0)).value is None


def test_a_function_and_a_callable():
    double = func(lambda x: 2 * x)
    assert isinstance(echo(double), Function)
    assert echo(double)(21) == 42
    assert echo(lambda x: x + 1)(1) == 2
    assert echo(len.__class__)  # any callable, a class too
    assert func(lambda f, x: f(f(x)))(lambda x: 3 * x, 2) == 18


@pytest.mark.parametrize("value", [b"bytes", object()])
def test_unsupported_values_are_errors(value):
    with pytest.raises(TypeError, match="how to handle type"):
        echo(value)


@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, 7, 8, 9, 20, 255])
def test_any_number_of_arguments(n):
    assert count(*range(n)) == n
    assert func(lambda *args: sum(args))(*range(n)) == sum(range(n))


def test_thousands_of_arguments():
    assert count(*range(3000)) == 3000


def test_arguments_of_many_kinds_at_once():
    seen = func(lambda *args: " ".join(type(x).__name__ for x in args))
    got = seen(1, 2.5, "three", None, bytearray(b"5"), context("cpu"), ctypes.c_void_p(7), seen)
    assert got == "int float str NoneType bytearray DGLContext c_void_p Function"


@ours("an empty array has no address to copy from, and the front end asks memmove for it")
def test_bytes_of_no_length():
    assert echo(bytearray()) == bytearray()


@cython_only("cuts text at a NUL before it comes to the library")
def test_text_with_a_nul_ends_there():
    assert echo("a\0b") == "a"
