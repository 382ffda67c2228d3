"""NumPy scalars behave like numbers."""

from __future__ import annotations

import pytest

import tvmlike

np = pytest.importorskip("numpy")


def same(testing, value, expected):
    got = testing.echo(value)
    assert type(got) is type(expected)
    assert got == expected


def test_bool(testing):
    assert testing.echo(np.bool_(True)) is True
    assert testing.echo(np.bool_(False)) is False


@pytest.mark.parametrize("name", "int8 int16 int32 int64 uint8 uint16 uint32 uint64".split())
def test_ints(testing, name):
    cls = getattr(np, name)
    info = np.iinfo(cls)
    for value in {int(info.min), 0, min(int(info.max), 2**63 - 1)}:
        same(testing, cls(value), value)


def test_uint64_beyond_int64_is_refused(testing):
    with pytest.raises(OverflowError, match=r"testing\.echo: argument 1 `x`: 9223372036854775808"):
        testing.echo(np.uint64(2**63))


@pytest.mark.parametrize("name", ["float16", "float32", "float64"])
def test_floats(testing, name):
    value = getattr(np, name)(0.1)
    same(testing, value, float(value))


@pytest.mark.parametrize("name", ["complex64", "complex128", "longdouble", "clongdouble"])
def test_errors_name_unsupported_scalars(testing, name):
    value = getattr(np, name)(1)
    with pytest.raises(TypeError, match=f"argument 1 `x`: .*{value.dtype.name}"):
        testing.echo(value)


def test_dates_and_records_are_refused(testing):
    for value in (np.datetime64("2020-01-01"), np.timedelta64(1, "s"), np.void(b"ab")):
        with pytest.raises(TypeError, match=value.dtype.name.split("[")[0]):
            testing.echo(value)


def test_text(testing):
    same(testing, np.str_("some longer text"), "some longer text")
    same(testing, np.bytes_(b"some longer bytes"), b"some longer bytes")


def test_ml_dtypes(testing):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    same(testing, ml_dtypes.bfloat16(1.5), 1.5)
    same(testing, ml_dtypes.float8_e4m3fn(0.5), 0.5)


def test_arrays_without_dimensions_stay_arrays(testing):
    assert isinstance(testing.echo(np.array(3)), tvmlike.Tensor)
