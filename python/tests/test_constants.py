"""Constants and names agree in Rust's tables, the C headers, C++, Python and the compatibility ABIs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tvmlike import DataType, Device, _abi

ROOT = Path(__file__).resolve().parents[2]
HEADERS = ROOT / "ffi" / "include" / "tvmlike"
DEFINITIONS = {
    name: int(value, 0)
    for header in HEADERS.glob("*.h")
    for name, value in re.findall(
        r"^#define (\w+) (-?\w+)$", header.read_text(encoding="utf-8"), re.MULTILINE
    )
    if re.fullmatch(r"-?(0x)?[0-9a-fA-F]+", value)
}
DLPACK = dict(re.findall(r"kDL(\w+) = (\d+)U?", (HEADERS / "dlpack.h").read_text(encoding="utf-8")))
CPP = (HEADERS / "names.hpp").read_text(encoding="utf-8")


def cpp_rows(table):
    """Returns the rows of a table in names.hpp: the name and the numbers after it."""
    body = CPP.split(f"{table}[] = {{", 1)[1].split("};\n", 1)[0]
    return [
        (name, [int(number) for number in re.findall(r"\d+", rest)])
        for name, rest in re.findall(r'\{"(\w+)", (.*)\},', body)
    ]


def plain(name):
    return name.replace("_", "").lower()


def test_python_has_the_constants_of_the_c_headers():
    mine = {name: value for name, value in vars(_abi).items() if f"TVMLIKE_{name}" in DEFINITIONS}
    assert len(mine) > 40
    assert mine == {name: DEFINITIONS[f"TVMLIKE_{name}"] for name in mine}
    expected = r"TVMLIKE_(REGISTER|MEMBER|ABI)_\w+"
    assert {name for name in DEFINITIONS if re.fullmatch(expected, name)} == {
        f"TVMLIKE_{name}" for name in mine if re.fullmatch(expected, f"TVMLIKE_{name}")
    }


def test_python_has_all_type_indices():
    text = (ROOT / "runtime/abi/src/type_index.rs").read_text(encoding="utf-8")
    rust = {name: int(value) for name, value in re.findall(r"pub const TVMLIKE_(\w+): i32 = (\d+);", text)}
    assert len(rust) == 28
    assert {name: getattr(_abi, name) for name in rust} == rust
    assert {name: DEFINITIONS[f"TVMLIKE_{name}"] for name in rust} == rust


@pytest.mark.parametrize("name", _abi.DTYPES)
def test_rust_reads_every_data_type_as_python_does(testing, name):
    code, bits = _abi.DTYPES[name]
    of_rust, of_python = testing.dtype(name), DataType(name)
    for dtype in (of_rust, of_python):
        assert (dtype, dtype.type_code, dtype.bits, dtype.lanes) == (name, code, bits, 1)


def test_cpp_has_the_data_types_of_python():
    types = {name: (code, bits) for name, (code, bits) in cpp_rows("kNamedTypes")}
    for name, (code, *widths) in cpp_rows("kTypeFamilies"):
        assert _abi.DTYPE_FAMILIES[code] == name
        types.update((f"{name}{bits}", (code, bits)) for bits in widths)
    assert types == _abi.DTYPES


@pytest.mark.parametrize("name", _abi.DEVICES)
def test_rust_reads_every_device_as_python_does(testing, name):
    for device in (testing.device(name), Device(name)):
        assert (device.name, device.device_type, device.index) == (name, _abi.DEVICES[name], 0)


def test_cpp_has_the_devices_of_python():
    assert {name: number for name, (number,) in cpp_rows("kNamedDevices")} == _abi.DEVICES


def test_names_have_the_numbers_of_dlpack():
    codes = {plain(name): code for name, (code, _) in _abi.DTYPES.items()}
    codes.update((plain(name), code) for code, name in _abi.DTYPE_FAMILIES.items())
    codes["opaquehandle"] = codes.pop("handle")
    devices = {plain(name): number for name, number in _abi.DEVICES.items()}
    known = {plain(name): int(number) for name, number in DLPACK.items()}
    assert len(known) > 30
    assert {name: (codes | devices)[name] for name in known} == known


def test_the_compatibility_headers_have_the_classic_type_codes():
    dgl = {name[8:]: value for name, value in DEFINITIONS.items() if name.startswith("DGL_ARG_")}
    classic = {name[12:]: value for name, value in DEFINITIONS.items() if name.startswith("TVMLIKE_ARG_")}
    assert len(classic) == 16
    assert sorted(classic.values()) == list(range(16))
    assert dgl == {
        name: value for name, value in classic.items() if name not in ("OBJECT_RVALUE_REF", "BOOL")
    }
    text = (HEADERS / "tvm_runtime.h").read_text(encoding="utf-8")
    spelled = re.findall(r"k\w+ = TVMLIKE_ARG_(\w+)", text)
    assert set(spelled) == set(classic) - {"UINT"}
