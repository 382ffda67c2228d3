"""Data types and devices."""

from __future__ import annotations

import copy
import pickle

import pytest

from tvmlike import DataType, Device, cpu, device

NAMES = [
    ("int8", 0, 8, 1),
    ("int4", 0, 4, 1),
    ("uint64", 1, 64, 1),
    ("uint1", 1, 1, 1),
    ("float16", 2, 16, 1),
    ("float32", 2, 32, 1),
    ("float64", 2, 64, 1),
    ("handle", 3, 64, 1),
    ("bfloat16", 4, 16, 1),
    ("complex64", 5, 64, 1),
    ("bool", 6, 8, 1),
    ("float8_e3m4", 7, 8, 1),
    ("float8_e4m3", 8, 8, 1),
    ("float8_e4m3b11fnuz", 9, 8, 1),
    ("float8_e4m3fn", 10, 8, 1),
    ("float8_e4m3fnuz", 11, 8, 1),
    ("float8_e5m2", 12, 8, 1),
    ("float8_e5m2fnuz", 13, 8, 1),
    ("float8_e8m0fnu", 14, 8, 1),
    ("float6_e2m3fn", 15, 6, 1),
    ("float6_e3m2fn", 16, 6, 1),
    ("float4_e2m1fn", 17, 4, 1),
    ("int32x4", 0, 32, 4),
    ("float4_e2m1fnx2", 17, 4, 2),
    ("boolx8", 6, 8, 8),
    ("float32x65535", 2, 32, 65535),
]


@pytest.mark.parametrize(("name", "code", "bits", "lanes"), NAMES)
def test_data_types(testing, name, code, bits, lanes):
    dtype = DataType(name)
    assert dtype == name
    assert (dtype.type_code, dtype.bits, dtype.lanes) == (code, bits, lanes)
    for function in (testing.echo, testing.dtype):
        got = function(dtype)
        assert type(got) is DataType
        assert got == name
        assert (got.type_code, got.bits, got.lanes) == (code, bits, lanes)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "float",
        "int",
        "int3",
        "int08",
        "int+8",
        "float32x",
        "float32x0",
        "float32x65536",
        "float32x1x2",
        "x4",
    ]
    + ["Float32", "float32 ", "bfloat8", "float8", "float32x٣", "custom"],
)
def test_invalid_data_types_are_errors(name):
    with pytest.raises(ValueError, match="is not a data type"):
        DataType(name)


def test_a_string_is_not_a_data_type_by_itself(testing):
    assert type(testing.echo("float32")) is str


def test_data_types_are_passed_as_strings():
    dtype = DataType("float32x4")
    assert {dtype: 1}["float32x4"] == 1
    assert repr(dtype) == "DataType('float32x4')"
    assert str(dtype) == "float32x4"
    assert dtype.itemsize == 16
    assert DataType(dtype) is dtype
    for again in (pickle.loads(pickle.dumps(dtype)), copy.deepcopy(dtype)):
        assert type(again) is DataType
        assert (again, again.lanes) == ("float32x4", 4)
    with pytest.raises(TypeError, match="expected a name or a NumPy dtype"):
        DataType(3)


def test_numpy_dtypes(testing):
    np = pytest.importorskip("numpy")
    for name in "bool int8 uint16 int32 int64 float16 float32 float64 complex64 complex128".split():
        for given in (np.dtype(name), np.dtype(name).type):
            got = testing.echo(given)
            assert type(got) is DataType
            assert got == name
        assert np.dtype(DataType(name)) == np.dtype(name)
    assert DataType(np.float32) == "float32"


def test_numpy_dtypes_that_have_no_counterpart_are_named(testing):
    np = pytest.importorskip("numpy")
    for dtype, named in (
        (">f4", ">f4"),
        ("O", "object"),
        ("U3", "str"),
        ("M8[s]", "datetime64"),
        ("V3", "void"),
    ):
        with pytest.raises(TypeError, match=rf"testing\.echo: argument 1 `x`: .*{named}"):
            testing.echo(np.dtype(dtype))
        with pytest.raises(TypeError, match=named):
            DataType(np.dtype(dtype))
    with pytest.raises(TypeError, match="long double"):
        testing.echo(np.longdouble)
    # An abstract class is not a data type: like any other class, it is a callable.
    assert testing.echo(np.floating) is np.floating


def test_ml_dtypes(testing):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    import numpy as np

    for name in ("bfloat16", "float8_e4m3fn", "float8_e5m2"):
        for given in (getattr(ml_dtypes, name), np.dtype(getattr(ml_dtypes, name))):
            assert testing.echo(given) == name


@pytest.mark.parametrize(
    ("name", "device_type", "index"),
    [("cpu:0", 1, 0), ("cuda:1", 2, 1), ("rocm:7", 10, 7), ("metal:0", 8, 0), ("cuda_managed:0", 13, 0)],
)
def test_devices(testing, name, device_type, index):
    where = device(name)
    assert (where.device_type, where.index, str(where)) == (device_type, index, name)
    for function in (testing.echo, testing.device):
        got = function(where)
        assert type(got) is Device
        assert got == where
        assert hash(got) == hash(where)


def test_every_form_of_a_device():
    assert cpu() == device("cpu") == device("cpu:0") == Device(1) == Device(1, 0)
    assert device("cuda", 1) == device("cuda:1") != device("cuda:0")
    assert device(cpu()) == cpu()
    assert repr(device("cuda:1")) == "Device('cuda:1')"
    assert pickle.loads(pickle.dumps(device("cuda:1"))) == device("cuda:1")
    assert cpu() != "cpu:0"
    with pytest.raises(AttributeError, match="Device is immutable"):
        cpu().index = 3


@pytest.mark.parametrize("name", ["", "gpu", "cpu:", "cpu:-1", "cpu:x", "cuda:1:2", "CPU"])
def test_invalid_devices_are_errors(name):
    with pytest.raises(ValueError, match="is not a device"):
        device(name)


def test_devices_out_of_range():
    for pair in ((-1, 0), (1, -1), (2**31, 0), (1, 2**31)):
        with pytest.raises(ValueError, match="is not a device"):
            Device(*pair)
