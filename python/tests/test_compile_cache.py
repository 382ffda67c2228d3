"""The cache of compiled code: what hits, what misses, and what happens to bad files and folders."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading

import pytest

import tvmlike
from tvmlike import engine, ir

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)

try:
    tvmlike.compile("llvm.func @f() { llvm.return }", engine="llvm")
    CLANG = ""
except Exception as error:
    CLANG = str(error)
ENGINES = ["cranelift", pytest.param("llvm", marks=pytest.mark.skipif(bool(CLANG), reason=CLANG or "-"))]

TEXT = """
    memref.global @count : memref<i64> = dense<0>
    func.func @add(%a: i64, %b: i64) -> i64 {
      %0 = arith.addi %a, %b : i64
      return %0 : i64
    }
    func.func @next() -> i64 {
      %g = memref.get_global @count : memref<i64>
      %0 = memref.load %g[] : memref<i64>
      %c1 = arith.constant 1 : i64
      %1 = arith.addi %0, %c1 : i64
      memref.store %1, %g[] : memref<i64>
      return %1 : i64
    }
    func.func @fill(%x: memref<?xf64>, %v: f64) -> memref<?xf64> {
      linalg.fill ins(%v : f64) outs(%x : memref<?xf64>)
      return %x : memref<?xf64>
    }
    func.func @check(%c: i1) {
      cf.assert %c, "it is false"
      return
    }"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.delenv("TVMLIKE_CACHE", raising=False)
    engine.clear_cache()
    yield tmp_path / "cache"
    engine.clear_cache()


def files(folder):
    return sorted(file for file in folder.iterdir() if file.name.endswith(".code"))


def use(lib):
    """Everything of the module works."""
    assert lib.add(2, 3) == 5
    # Variables are those of one library.
    assert [lib.next(), lib.next()] == [1, 2]
    assert lib.fill(np.zeros(3), 1.5).numpy().tolist() == [1.5] * 3
    with pytest.raises(RuntimeError, match="check: aborted at -:20:7: it is false"):
        lib.check(False)
    with pytest.raises(TypeError, match="fill: argument 1"):
        lib.fill(np.zeros(3, np.float32), 1.5)


@pytest.mark.parametrize("name", ENGINES)
def test_code_comes_from_memory_and_from_disk(folder, name):
    for expected in (None, "memory", "disk", "memory"):
        if expected == "disk":
            engine.clear_cache()
        lib = tvmlike.compile(TEXT, cache=folder, engine=name)
        assert lib.cached == expected
        use(lib)
    assert len(files(folder)) == 1
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_what_changes_the_code_changes_the_key(folder):
    def origin(text=TEXT, **options):
        return tvmlike.compile(text, cache=folder, **options).cached

    assert origin() is None
    assert origin(TEXT + "\n") is None
    assert origin(optimize=False) is None
    assert origin(packed=True) is None
    assert origin(bounds_checks=True) is None
    lowered = "llvm.func @f(%a: i64) -> i64 { llvm.return %a : i64 }"
    assert origin(lowered) is None
    assert origin(lowered, pipeline="builtin.module(canonicalize)") is None
    assert origin(lowered, signatures={"f": "(index) -> index"}) is None
    assert origin(lowered, symbols={"unused": 1}) is None
    if not CLANG:
        assert origin(engine="llvm") is None
    # The namespace is not part of the code.
    assert origin(namespace="cached") == "memory"
    assert origin(TEXT, optimize=False) == "memory"


def test_modules_are_cached_with_their_locations(folder):
    def module(name):
        with ir.Context(), ir.Location.file(name, 1, 1):
            return ir.Module.parse("func.func @f(%a: f64) -> f64 { return %a : f64 }")

    assert tvmlike.compile(module("a"), cache=folder).cached is None
    lib = tvmlike.compile(module("a"), cache=folder)
    assert (lib.cached, lib.f(2.0)) == ("memory", 2.0)


def test_the_variable_switches_it_on(folder, monkeypatch):
    assert tvmlike.compile(TEXT).cached is None
    monkeypatch.setenv("TVMLIKE_CACHE", str(folder))
    assert [tvmlike.compile(TEXT).cached for _ in range(2)] == [None, "memory"]
    assert tvmlike.compile(TEXT, cache=False).cached is None
    assert tvmlike.compile(TEXT, cache=True).cached == "memory"
    monkeypatch.setenv("TVMLIKE_CACHE", "0")
    assert tvmlike.compile(TEXT).cached is None
    engine.clear_cache()
    monkeypatch.setenv("TVMLIKE_CACHE", "1")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "home"))
    assert tvmlike.compile(TEXT).cached is None
    assert len(files(folder / "home" / "tvmlike" / "compiled")) == 1


@pytest.mark.parametrize("name", ENGINES)
def test_damaged_files_are_replaced(folder, name):
    small = "func.func @add(%a: i64, %b: i64) -> i64 { %0 = arith.addi %a, %b : i64\n return %0 : i64 }"
    tvmlike.compile(small, cache=folder, engine=name)
    (file,) = files(folder)
    good = file.read_bytes()
    damaged = [
        b"",
        good[:-1],
        good[: len(good) // 2],
        good + b"x",
        bytes(len(good)),
        b"tvmlikeC" + b"\xff" * 64,
    ]
    for at in range(0, len(good), max(1, len(good) // 10)):
        damaged.append(good[:at] + bytes([good[at] ^ 0x10]) + good[at + 1 :])
    for bytes_ in damaged if name == "cranelift" else damaged[:3]:
        engine.clear_cache()
        file.write_bytes(bytes_)
        lib = tvmlike.compile(small, cache=folder, engine=name)
        assert (lib.cached, lib.add(1, 2)) == (None, 3)
        assert file.read_bytes() == good or name == "llvm"
    # The file of another key under this name, as two keys with one hash would have it.
    tvmlike.compile(small + "\n", cache=folder, engine=name)
    other = next(each for each in files(folder) if each != file)
    file.write_bytes(other.read_bytes())
    engine.clear_cache()
    assert tvmlike.compile(small, cache=folder, engine=name).cached is None


def test_folders_that_cannot_be_used(folder, tmp_path):
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    with pytest.raises(PermissionError, match="directory must not be writable for other users"):
        tvmlike.compile(TEXT, cache=folder)
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(PermissionError, match="not a directory"):
        tvmlike.compile(TEXT, cache=file)
    # One that cannot be made: the code is in memory only.
    assert [tvmlike.compile(TEXT, cache="/proc/none/cache").cached for _ in range(2)] == [None, "memory"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root can write everywhere")
def test_a_folder_for_reading(folder):
    tvmlike.compile(TEXT, cache=folder)
    folder.chmod(0o500)
    try:
        engine.clear_cache()
        assert tvmlike.compile(TEXT, cache=folder).cached == "disk"
        assert tvmlike.compile(TEXT + " ", cache=folder).cached is None
    finally:
        folder.chmod(0o700)


def test_declarations_depend_on_the_registry(folder):
    text = """
        func.func private @cached_callback(i64) -> i64
        func.func @f(%a: i64) -> i64 {
          %0 = call @cached_callback(%a) : (i64) -> i64
          return %0 : i64
        }"""
    with pytest.raises(ir.MLIRError, match="undefined symbols: cached_callback"):
        tvmlike.compile(text, cache=folder)
    for factor in (10, 20):
        tvmlike.register_func("cached_callback", lambda n, factor=factor: n * factor)
        try:
            lib = tvmlike.compile(text, cache=folder)
        finally:
            tvmlike.remove_global_func("cached_callback")
        assert lib.f(3) == 3 * factor
        assert lib.cached == (None if factor == 10 else "memory")
    with pytest.raises(ir.MLIRError, match="undefined symbols: cached_callback"):
        tvmlike.compile(text, cache=folder)


def test_errors_are_not_cached(folder):
    for _ in range(2):
        with pytest.raises(ir.MLIRError, match="expected"):
            tvmlike.compile("func.func @f() {", cache=folder)
    assert files(folder) == []


PROCESS = """
import sys, tvmlike
for n in range(12):
    add = f"%0 = arith.constant {n % 4} : i64\\n %1 = arith.addi %a, %0 : i64"
    text = f"func.func @f(%a: i64) -> i64 {{ {add}\\n return %1 : i64 }}"
    if n >= 4:
        tvmlike.engine.clear_cache()
    lib = tvmlike.compile(text, cache=sys.argv[1])
    assert lib.f(1) == 1 + n % 4
    assert n < 4 or lib.cached == "disk", (n, lib.cached)
"""


def test_processes_and_threads_share_a_folder(folder):
    command = [sys.executable, "-c", PROCESS, str(folder)]
    running = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    outcomes, failures = [process.communicate() for process in running], []
    assert [process.returncode for process in running] == [0, 0, 0], outcomes
    assert len(files(folder)) == 4
    assert len(list(folder.iterdir())) == 4

    def work(index):
        try:
            for turn in range(5):
                lib = tvmlike.compile(TEXT + " " * ((index + turn) % 3), cache=folder)
                assert lib.add(index, turn) == index + turn
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(index,)) for index in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
