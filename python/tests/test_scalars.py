"""Numbers, bools, None and pointers as arguments and results."""

from __future__ import annotations

import ctypes
import enum
import math

import pytest


def same(testing, value, expected=None):
    """Passes a value through native code and checks the value and type of the result."""
    expected = value if expected is None else expected
    got = testing.echo(value)
    assert type(got) is type(expected)
    assert got == expected


def test_none(testing):
    assert testing.echo(None) is None


@pytest.mark.parametrize("value", [True, False])
def test_bools_stay_bools(testing, value):
    assert testing.echo(value) is value


@pytest.mark.parametrize("value", [0, 1, -1, 2**31, -(2**31) - 1, 2**53 + 1, 2**63 - 1, -(2**63)])
def test_ints_are_exact(testing, value):
    same(testing, value)


@pytest.mark.parametrize("value", [2**63, -(2**63) - 1, 2**64, 10**400])
def test_ints_beyond_64_bits_are_refused(testing, value):
    with pytest.raises(OverflowError, match=r"testing\.add3: argument 2 `b`: .*out of range"):
        testing.add3(1, value, 3)
    with pytest.raises(OverflowError, match=r"argument 1 `x`: item 1: "):
        testing.echo([0, value])


def test_a_refused_int_leaves_nothing_behind(testing):
    for _ in range(3):
        with pytest.raises(OverflowError):
            testing.add3("x", 1.5, 2**63)
        assert testing.add3(1, 2, 3) == 6


@pytest.mark.parametrize("value", [0.0, -0.0, 1.5, 5e-324, 1.7976931348623157e308, math.inf, -math.inf])
def test_floats_are_exact(testing, value):
    same(testing, value)
    assert math.copysign(1, testing.echo(value)) == math.copysign(1, value)
    assert testing.echo([value])[0] == value


def test_nan(testing):
    assert math.isnan(testing.echo(math.nan))


def test_floats_are_not_ints_and_ints_are_not_truncated(testing):
    with pytest.raises(TypeError, match="got float"):
        testing.add3(1, 2, 3.0)
    with pytest.raises(OverflowError, match="300"):
        testing.narrow_u8(300)
    with pytest.raises(OverflowError, match="out of range"):
        testing.narrow_f32(1e300)
    assert testing.narrow_f32(1.5) == 1.5


def test_subclasses_of_numbers_convert_like_their_bases(testing):
    class Level(enum.IntEnum):
        HIGH = 3

    class Word(str, enum.Enum):
        LONG = "a long word indeed"
        SHORT = "ab"

    class Half(float):
        pass

    class Index:
        def __index__(self):
            return 7

    assert testing.add3(Level.HIGH, 0, 0) == 3
    same(testing, Level.HIGH, 3)
    same(testing, Word.LONG, "a long word indeed")
    same(testing, Word.SHORT, "ab")
    same(testing, Half(1.5), 1.5)
    same(testing, Index(), 7)


def test_an_index_that_fails_is_the_callers_error(testing):
    class Broken:
        def __index__(self):
            raise KeyError("no index")

    class TooLarge:
        def __index__(self):
            return 2**64

    with pytest.raises(KeyError, match="no index"):
        testing.echo(Broken())
    with pytest.raises(OverflowError, match="argument 1"):
        testing.echo(TooLarge())


@pytest.mark.parametrize("address", [0, 1, 2**47, 2**63, 2**64 - 1])
def test_pointers(testing, address):
    got = testing.echo(ctypes.c_void_p(address))
    assert type(got) is ctypes.c_void_p
    assert (got.value or 0) == address
