"""Lines of code for debuggers: locations that are odd, nested deep, or have more parts than memory holds."""

from __future__ import annotations

import re

import pytest

import tvmlike

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.translate", True) is None, reason="the library has no engine"
)


def translated(aliases, location, function='"a.mlir":1:1'):
    return tvmlike.engine.translate(
        f"""{aliases}
        llvm.func @f(%a: i32) -> i32 {{
          llvm.return %a : i32 loc({location})
        }} loc({function})""",
        debug=True,
    )


def test_frames_of_nested_call_sites():
    inner = 'callsite("a.mlir":2:1 at "a.mlir":3:1)'
    outer = 'callsite("a.mlir":4:1 at "a.mlir":5:1)'
    text = translated("", f"callsite({inner} at {outer})")
    places = dict(re.findall(r"^!(\d+) = !DILocation\((.*)\)$", text, re.M))
    at, lines = re.search(r"ret i32 .*, !dbg !(\d+)", text)[1], []
    while at:
        lines.append(int(re.search(r"line: (\d+)", places[at])[1]))
        outer = re.search(r"inlinedAt: !(\d+)", places[at])
        at = outer and outer[1]
    assert lines == [2, 3, 4, 5]


@pytest.mark.parametrize("deep", [100_000, 1_000_000])
@pytest.mark.parametrize("part", ["callee", "caller"])
def test_deep_call_sites(part, deep):
    pair = ("{next}", '"b":1:{line}') if part == "callee" else ('"b":1:{line}', "{next}")
    lines = ['#l0 = loc("a.mlir":7:1)']
    for line in range(1, deep):
        callee, caller = (each.format(next=f"#l{line - 1}", line=line) for each in pair)
        lines.append(f"#l{line} = loc(callsite({callee} at {caller}))")
    text = translated("\n".join(lines), f"#l{deep - 1}")
    assert 0 < text.count("inlinedAt") <= 1000


@pytest.mark.parametrize("leaf", ["unknown", '"b.mlir":2:2'])
def test_locations_that_share_parts(leaf):
    """2^64 frames."""
    lines = [f"#l0 = loc({leaf})"]
    lines += [f"#l{each} = loc(callsite(#l{each - 1} at #l{each - 1}))" for each in range(1, 65)]
    assert "!DILocation" in translated("\n".join(lines), "#l64", "#l64") or leaf == "unknown"
    assert "!DILocation" in translated("\n".join(lines), "#l64")


@pytest.mark.parametrize("name", ["/", "folder/"])
def test_a_file_has_a_name(name):
    assert f'!DIFile(filename: "{name}", directory: "")' in translated("", "unknown", f'"{name}":1:1')
