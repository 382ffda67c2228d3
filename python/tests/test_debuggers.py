"""Files and lines of compiled code, as gdb, binutils and perf see them."""

from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
import sys

import numpy as np
import pytest

import tvmlike

HAS_ENGINE = tvmlike.get_global_func("engine.compile", True) is not None
pytestmark = [
    pytest.mark.skipif(not HAS_ENGINE, reason="the library has no engine"),
    pytest.mark.skipif(
        sys.platform != "linux" or os.uname().machine != "x86_64", reason="lines are for x86-64 Linux"
    ),
]

KERNEL = """\
func.func @sum(%x: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %x, %c0 : memref<?xf64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %0 = memref.load %x[%i] : memref<?xf64>
    %1 = arith.mulf %0, %0 : f64
    %2 = arith.addf %s, %1 : f64
    scf.yield %2 : f64
  }
  return %sum : f64
}
"""
PROGRAM = """
import pathlib
import numpy as np, tvmlike
lib = tvmlike.compile(pathlib.Path("kernel.mlir"), debug=True)
print(lib.sum(np.arange(4.0)))
"""


def needed(name):
    return pytest.mark.skipif(shutil.which(name) is None, reason=f"{name} is not installed")


@needed("gdb")
def test_gdb_stops_at_a_line(tmp_path):
    (tmp_path / "kernel.mlir").write_text(KERNEL)
    (tmp_path / "program.py").write_text(PROGRAM)
    commands = ["set breakpoint pending on", "break kernel.mlir:9", "run", "backtrace 4", "step", "delete"]
    done = subprocess.run(
        ["gdb", "-nx", "-batch", *(part for each in [*commands, "continue"] for part in ("-ex", each))]
        + ["--args", sys.executable, "program.py"],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if "ptrace: Operation not permitted" in done.stderr:
        pytest.skip("this machine lets no debugger work")
    assert re.search(r"hit Breakpoint 1, sum \(\) at kernel.mlir:9\n9\t +%2 = arith.addf", done.stdout)
    assert re.search(r"#0 .*sum \(\) at kernel.mlir:9\n#1 .* in _mlir_ciface_sum \(\)", done.stdout)
    # The entry that a trap returns to is in the way, and shows what called it.
    assert re.search(r"#2 .* in entry of _mlir_ciface_sum \(\)\n#3 .* in tvmlike_enter", done.stdout)
    # The loop, or the next of the iterations that are done in one.
    assert re.search(r"^(6\t +%sum = scf.for|7\t +%0 = memref.load|8\t +%1 = arith.mulf)", done.stdout, re.M)
    assert "14.0" in done.stdout


@needed("addr2line")
@needed("nm")
@pytest.mark.parametrize("suffix", [".o", ".so"])
def test_libraries_on_disk_have_lines(tmp_path, suffix):
    file, made = tmp_path / "kernel.mlir", tmp_path / f"libkernel{suffix}"
    file.write_text(KERNEL)
    script = "from tvmlike._cli.compile import main; main()"
    subprocess.run([sys.executable, "-c", script, "-g", file, "-o", made], check=True)
    symbols = subprocess.run(["nm", made], check=True, capture_output=True, text=True).stdout
    start = int(re.search(r"^(\w+) T sum$", symbols, re.M)[1], 16)
    places = subprocess.run(
        ["addr2line", "-f", "-e", made, *(hex(start + offset) for offset in range(120))],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    assert places[:2] == ["sum", f"{file}:1"]
    found = {int(place.rpartition(":")[2]) for place in places[1::2] if place.startswith(f"{file}:")}
    assert {1, 6, 7, 8, 9} <= found <= set(range(1, 13))


def records(path):
    """The functions of a jitdump file: names, code, lines."""
    data = path.read_bytes()
    magic, version, head, machine, _, process = struct.unpack_from("<6I", data)
    assert (magic, version, machine) == (0x4A695444, 1, 62)
    assert path.name == f"jit-{process}.dump"
    at, lines, found = head, [], []
    while at < len(data):
        kind, size, time = struct.unpack_from("<IIQ", data, at)
        assert time > 0
        body, at = data[at + 16 : at + size], at + size
        if kind == 2:
            address, count = struct.unpack_from("<QQ", body)
            place, lines = 16, []
            for _ in range(count):
                where, line, column = struct.unpack_from("<QII", body, place)
                end = body.index(0, place + 16)
                lines.append((where - address, body[place + 16 : end].decode(), line, column))
                place = end + 1
            assert place == len(body)
        else:
            assert kind == 0
            pid, _, _, _, length, number = struct.unpack_from("<IIQQQQ", body)
            name, code = body[40 : len(body) - length].rstrip(b"\0").decode(), body[len(body) - length :]
            assert (pid, number) == (process, len(found))
            found.append((name, code, lines))
            lines = []
    return found


def dumped(tmp_path, monkeypatch, text, **options):
    monkeypatch.setenv("TVMLIKE_JITDUMP", str(tmp_path))
    path = tmp_path / f"jit-{os.getpid()}.dump"
    before = len(records(path)) if path.exists() else 0
    lib = tvmlike.compile(text, **{"debug": True, **options})
    return lib, records(path)[before:]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder of this process: the file stays open."""
    return tmp_path_factory.mktemp("jitdump")


def test_perf_gets_code_and_lines(folder, monkeypatch):
    lib, functions = dumped(folder, monkeypatch, KERNEL)
    by_name = {name: (code, lines) for name, code, lines in functions}
    code, lines = by_name["sum"]
    # `push rbp`
    assert code[0] == 0x55
    assert lines[0] == (0, "-", 1, 1)
    assert {line for _, _, line, _ in lines} >= {1, 6, 7, 8, 9}
    assert [offset for offset, *_ in lines] == sorted(offset for offset, *_ in lines)
    assert lib.sum(np.arange(4.0)) == 14


def test_code_without_lines_has_names(folder, monkeypatch):
    _, functions = dumped(folder, monkeypatch, KERNEL, debug=False)
    assert {name: lines for name, _, lines in functions}["sum"] == []


def test_code_from_the_cache_has_lines(folder, monkeypatch, tmp_path):
    text = KERNEL.replace("@sum", "@kept")
    _, first = dumped(folder, monkeypatch, text, cache=tmp_path)
    tvmlike.engine.clear_cache()
    lib, again = dumped(folder, monkeypatch, text, cache=tmp_path)
    assert lib.cached == "disk"
    assert [(name, lines) for name, _, lines in first] == [(name, lines) for name, _, lines in again]


LINES = """
llvm.func @f(%a: i32, %b: i32) -> i32 {{
  %0 = llvm.mul %a, %b : i32 loc({one})
  %1 = llvm.xor %0, %a : i32 loc({two})
  llvm.return %1 : i32 loc("x.mlir":12:5)
}} loc({function})"""


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ('"x.mlir":10:3', '"y.mlir":7:9', [("x.mlir", 10, 3), ("y.mlir", 7, 9)]),
        # The innermost place.
        (
            'callsite("c.mlir":1:2 at "x.mlir":11:3)',
            '"n"("y.mlir":7:9)',
            [("c.mlir", 1, 2), ("y.mlir", 7, 9)],
        ),
        ('fused["a.mlir":1:2, "b.mlir":3:4]', "unknown", [("a.mlir", 1, 2), ("x.mlir", 0, 0)]),
        # No format can tell NUL in a name.
        ('"":1:2', '"a\\00b":3:4', [("-", 1, 2), ("a?b", 3, 4)]),
        ('"/":4294967295:4294967295', '"d/":0:0', [("/", 4294967295, 4294967295), ("d/", 0, 0)]),
    ],
)
def test_places_of_instructions(folder, monkeypatch, one, two, expected):
    text = LINES.format(one=one, two=two, function='"x.mlir":9:1')
    lib, [(name, _, lines)] = dumped(folder, monkeypatch, text, signatures={"f": "(i32, i32) -> i32"})
    assert name == "f"
    assert [line[1:] for line in lines] == [("x.mlir", 9, 1), *expected, ("x.mlir", 12, 5)]
    assert lib.f(6, 7) == 42 ^ 6


def test_a_function_of_no_file_has_no_lines(folder, monkeypatch):
    text = LINES.format(one='"x.mlir":10:3', two="unknown", function="unknown")
    _, [(_, _, lines)] = dumped(folder, monkeypatch, text, signatures={"f": "(i32, i32) -> i32"})
    assert lines == []


def test_a_folder_that_is_missing(tmp_path, monkeypatch):
    missing = tmp_path / "none"
    monkeypatch.setenv("TVMLIKE_JITDUMP", str(missing))
    script = "import tvmlike; tvmlike.compile('func.func @f() { return }')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"TVMLIKE_JITDUMP={missing}: No such file or directory" in done.stderr


def test_a_forked_process_has_its_own_file(folder, monkeypatch):
    dumped(folder, monkeypatch, KERNEL)
    child = os.fork()
    if child == 0:
        try:
            tvmlike.compile(KERNEL.replace("@sum", "@forked"), debug=True)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    assert {name for name, *_ in records(folder / f"jit-{child}.dump")} >= {"forked"}
    assert "forked" not in {name for name, *_ in records(folder / f"jit-{os.getpid()}.dump")}


def test_libraries_are_dropped_in_any_order():
    """Debuggers read a list of them."""
    made = [tvmlike.compile(KERNEL, debug=True) for _ in range(6)]
    for index in (2, 0, 3, 1):
        made[index] = None
        assert [lib.sum(np.ones(3)) for lib in made if lib] == [3.0] * sum(lib is not None for lib in made)


@needed("perf")
def test_perf_shows_lines(tmp_path):
    (tmp_path / "kernel.mlir").write_text(KERNEL)
    # Half a second of it.
    loop = "import time\nx, end = np.ones(100_000), time.perf_counter() + 0.5\n"
    loop += "while time.perf_counter() < end:\n    lib.sum(x)\n"
    (tmp_path / "program.py").write_text(PROGRAM + loop)
    record = [
        "perf",
        "record",
        "-q",
        "-k",
        "mono",
        "-e",
        "cpu-clock",
        "-o",
        "raw",
        sys.executable,
        "program.py",
    ]
    environment = {**os.environ, "TVMLIKE_JITDUMP": "."}
    done = subprocess.run(record, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"perf does not work here: {done.stderr[:200]}")
    subprocess.run(["perf", "inject", "--jit", "-i", "raw", "-o", "known"], cwd=tmp_path, check=True)
    report = ["perf", "report", "--stdio", "-i", "known", "--sort", "sym,srcline"]
    shown = subprocess.run(report, cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    # A processor names an instruction behind the one that it waited for, but the loop has nothing else.
    lines = re.findall(r"\] sum +kernel\.mlir:(\d+)", shown)
    assert lines, shown
    assert int(lines[0]) in range(6, 10)
