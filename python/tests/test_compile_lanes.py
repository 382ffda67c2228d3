"""Vectors of the llvm dialect: engines, in memory and on disk, equal to the bit at edge values."""

from __future__ import annotations

import ctypes
import shutil

import pytest
from vector_programs import COUNTS, DTYPES, program_of, values

import tvmlike

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)

try:
    tvmlike.compile("llvm.func @f() { llvm.return }", engine="llvm")
    CLANG = ""
except Exception as error:
    CLANG = str(error)
# The bytes that a function may write.
ROOM = 512
needs_clang = pytest.mark.skipif(bool(CLANG), reason=CLANG or "-")


def is_equal(mine, theirs, result):
    """Whether bytes are equal, where NaNs equal each other."""
    element = result.rstrip(">)").rsplit("x", 1)[-1].split("<")[-1].strip()
    if element in ("f32", "f64"):
        a, b = mine.view(DTYPES[element]), theirs.view(DTYPES[element])
        nan = np.isnan(a) & np.isnan(b)
        return np.array_equal(np.where(nan, 0, a).view(np.uint8), np.where(nan, 0, b).view(np.uint8))
    return np.array_equal(mine, theirs)


def results_of(address_of, program):
    """What each function writes for several inputs."""
    kind = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
    for name, _, ty, second, _, inputs in program.cases:
        function = ctypes.cast(address_of(name), kind)
        first_of, second_of = inputs or (values, values)
        for seed in range(4):
            a, b = first_of(ty, seed), second_of(second, seed + 4)
            out = np.zeros(ROOM, np.uint8)
            # No access may need an alignment.
            memory = np.zeros(ROOM + 1, np.uint8)
            memory[1 : 1 + a.nbytes] = a.view(np.uint8)
            function(memory.ctypes.data + 1, b.ctypes.data, out.ctypes.data)
            yield out


def compare(mine, theirs, program):
    wrong = []
    pairs = zip(results_of(mine, program), results_of(theirs, program))
    cases = [case for case in program.cases for _ in range(4)]
    for (name, body, ty, _, result, _), (a, b) in zip(cases, pairs):
        if not is_equal(a, b, result):
            wrong.append((name, ty, result, body, a[:128].tolist(), b[:128].tolist()))
    assert not wrong, f"{len(wrong)} differ: {wrong[0]}"


@needs_clang
@pytest.mark.parametrize("count", COUNTS)
def test_engines_agree_on_vectors(count):
    program = program_of(count)
    text = "\n".join(program.text)
    theirs = tvmlike.compile(text, engine="llvm")
    for optimize in (True, False):
        mine = tvmlike.compile(text, optimize=optimize)
        compare(mine.address, theirs.address, program)


@needs_clang
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize("count", [4, 16])
def test_libraries_for_any_processor_agree(count, tmp_path):
    program = program_of(count)
    text = "\n".join(program.text)
    theirs = tvmlike.compile(text, engine="llvm")
    path = tmp_path / "libvectors.so"
    tvmlike.engine.library(text, path)
    library = ctypes.CDLL(str(path))
    compare(lambda name: library[name], theirs.address, program)


def test_many_lanes_are_put_into_a_vector():
    """As many as would take the whole stack, if each were looked through in a call of its own."""
    count = 200_000
    lines = [f"%v{n + 1} = llvm.insertelement %a, %v{n}[%z : i64] : vector<4xf32>" for n in range(count)]
    body = "\n".join(lines)
    lib = tvmlike.compile(f"""
        llvm.func @f(%a: f32) -> f32 {{
          %v0 = llvm.mlir.zero : vector<4xf32>
          %z = llvm.mlir.constant(0 : i64) : i64
          %o = llvm.mlir.constant(1 : i64) : i64
          {body}
          %r = llvm.extractelement %v{count}[%o : i64] : vector<4xf32>
          llvm.return %r : f32
        }}""")
    assert lib.f(2.0) == 0.0
