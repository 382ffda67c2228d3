"""Allocations that cannot be made: sizes that overflow, negative sizes, no memory."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tvmlike
from tvmlike import ir
from tvmlike.passmanager import PassManager

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)
np = pytest.importorskip("numpy")

SIZES = "a size is negative, or the sizes need more memory than can be addressed"
MEMORY = "out of memory"


def allocating(shape, element, kind="alloc"):
    """A function that allocates, and returns the count of the dynamic sizes' product."""
    names = [f"%n{index}" for index in range(shape.count("?"))]
    arguments = ", ".join(f"{name}: index" for name in names)
    free = f"memref.dealloc %0 : memref<{shape}{element}>" if kind == "alloc" else ""
    return f"""
      func.func @f({arguments}) -> index {{
        %0 = memref.{kind}({", ".join(names)}) : memref<{shape}{element}>
        %1 = memref.extract_aligned_pointer_as_index %0 : memref<{shape}{element}> -> index
        {free}
        return %1 : index
      }}"""


ENGINES = ["cranelift", "llvm"]


def compiled(text, engine):
    try:
        return tvmlike.compile(text, engine=engine).f
    except tvmlike.ir.MLIRError as error:
        if "no clang" in str(error):
            pytest.skip(str(error))
        raise


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("shape", "element", "sizes", "error"),
    [
        ("?x", "f32", [3], None),
        ("?x", "f32", [0], None),
        ("?x", "f32", [-1], SIZES),
        ("?x", "f32", [-(2**63)], SIZES),
        ("?x", "f32", [2**63 - 1], SIZES),
        # 2^62 bytes and a little more.
        ("?x", "f32", [2**60], MEMORY),
        ("?x", "f32", [2**60 + 1], SIZES),
        ("?x", "i1", [2**62], MEMORY),
        ("?x", "i1", [2**62 + 1], SIZES),
        ("?x", "complex<f64>", [2**58], MEMORY),
        ("?x", "complex<f64>", [2**58 + 1], SIZES),
        ("?x", "vector<3xf32>", [2**58], MEMORY),
        ("?x", "vector<3xf32>", [2**58 + 1], SIZES),
        # Products that are small again modulo 2^64.
        ("?x?x", "i8", [2**32, 2**32], SIZES),
        ("?x?x", "f32", [2**62, 4], SIZES),
        ("?x?x", "f32", [-1, -1], SIZES),
        ("?x?x", "f32", [-1, 1], SIZES),
        ("?x?x?x", "f32", [2**40, 2**40, 0], SIZES),
        ("?x?x?x", "f32", [2**22, 2**22, 2**22], SIZES),
        ("?x?x?x", "f32", [3, 4, 5], None),
        ("?x?x", "f32", [-1, 0], None),
        # Known sizes count, too.
        ("?x1048576x", "f32", [2**40], MEMORY),
        ("?x1048576x", "f32", [2**40 + 1], SIZES),
        ("?x0x", "f32", [2**40], None),
        ("1048576x1048576x1048576x", "f32", [], MEMORY),
        ("1048576x1048576x1048576x8x", "f32", [], SIZES),
    ],
)
def test_sizes(engine, shape, element, sizes, error):
    f = compiled(allocating(shape, element), engine)
    if error is None:
        assert f(*sizes) != 0
        return
    with pytest.raises(RuntimeError, match=f"memref.alloc: {error}"):
        f(*sizes)


@pytest.mark.parametrize("engine", ENGINES)
def test_memory_on_the_stack(engine):
    f = compiled(allocating("?x", "f32", "alloca"), engine)
    assert f(3) != 0
    for size in (-1, -100_000_000, 2**61, 2**63 - 1):
        with pytest.raises(RuntimeError, match=f"memref.alloca: {SIZES}"):
            f(size)


@pytest.mark.parametrize("sizes", [(-1, 2), (2**62, 4), (2**40, 2**40), (2**31, 2**28)])
def test_tensors(sizes):
    f = tvmlike.compile("""
      func.func @f(%n: index, %m: index, %v: f32) -> tensor<?x?xf32> {
        %0 = tensor.empty(%n, %m) : tensor<?x?xf32>
        %1 = linalg.fill ins(%v : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
        return %1 : tensor<?x?xf32>
      }""").f
    with pytest.raises(RuntimeError, match=r"f: aborted at -:3:14: memref\.alloc: "):
        f(*sizes, 1.0)
    assert f(2, 3, 1.0).numpy().tolist() == [[1.0] * 3] * 2


def test_a_library_on_disk_says_what_failed(tmp_path):
    """Its assertions end the process."""
    library, program = tmp_path / "libf.so", tmp_path / "program.py"
    made = tvmlike.engine.object(allocating("?x", "f32"))
    (tmp_path / "f.o").write_bytes(bytes(made))
    try:
        subprocess.run(["cc", "-shared", tmp_path / "f.o", "-o", library], check=True)
    except FileNotFoundError:
        pytest.skip("no C compiler is installed")
    program.write_text(
        f"import ctypes\nf = ctypes.CDLL({str(library)!r}).f\n"
        "f.argtypes, f.restype = [ctypes.c_int64], ctypes.c_int64\n"
        "assert f(3) != 0\nprint('small', flush=True)\nf(-1)\n"
    )
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split("\n")[0]) == (-6, "small")
    assert SIZES in done.stdout


def test_the_pass_by_itself():
    with ir.Context():
        module = ir.Module.parse(allocating("?x?x", "f32"))
        PassManager.parse("builtin.module(check-allocations)").run(module.operation)
        assert module.operation.verify()
        names = [op.name for op in module.body.operations[0].regions[0].blocks[0].operations]
    assert names.count("cf.assert") == 2
    assert names.index("cf.assert") < names.index("memref.alloc")


@pytest.mark.parametrize("size", [0, 2, 5, 9])
def test_memory_grows_and_shrinks(size):
    lib = tvmlike.compile("""
        func.func @f(%n: index, %x: memref<5xi32>, %y: memref<5xi32>) -> index {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c5 = arith.constant 5 : index
          %a = memref.alloc(%c5) : memref<?xi32>
          scf.for %i = %c0 to %c5 step %c1 {
            %0 = memref.load %x[%i] : memref<5xi32>
            memref.store %0, %a[%i] : memref<?xi32>
          }
          %b = memref.realloc %a(%n) : memref<?xi32> to memref<?xi32>
          %d = memref.dim %b, %c0 : memref<?xi32>
          %m = arith.minsi %d, %c5 : index
          scf.for %i = %c0 to %m step %c1 {
            %0 = memref.load %b[%i] : memref<?xi32>
            memref.store %0, %y[%i] : memref<5xi32>
          }
          memref.dealloc %b : memref<?xi32>
          return %d : index
        }""")
    x, y = np.arange(1, 6, dtype=np.int32), np.zeros(5, np.int32)
    assert lib.f(size, x, y) == size
    wanted = np.zeros(5, np.int32)
    wanted[: min(size, 5)] = x[: min(size, 5)]
    np.testing.assert_array_equal(y, wanted)
