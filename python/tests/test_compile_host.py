"""What the host supplies to compiled code: functions that print; failed assertions of both engines."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tvmlike
from tvmlike import native

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)

try:
    tvmlike.compile("llvm.func @f() { llvm.return }", engine="llvm")
    CLANG = ""
except Exception as error:
    CLANG = str(error)
needs_clang = pytest.mark.skipif(bool(CLANG), reason=CLANG or "-")
ENGINES = ["cranelift", pytest.param("llvm", marks=needs_clang)]


def mlir_library(name):
    """A library of MLIR's that prints, where there is one."""
    found = sorted(Path("/usr/lib").glob(f"llvm-*/lib/lib{name}.so"))
    return ctypes.CDLL(str(found[-1])) if found else None


ELEMENTS = {
    "I8": ("i8", np.int8),
    "I16": ("i16", np.int16),
    "I32": ("i32", np.int32),
    "I64": ("i64", np.int64),
    "Ind": ("index", np.int64),
    "F16": ("f16", np.float16),
    "F32": ("f32", np.float32),
    "F64": ("f64", np.float64),
    "C32": ("complex<f32>", np.complex64),
    "C64": ("complex<f64>", np.complex128),
}
SHAPES = [(), (1,), (3,), (2, 3), (1, 1), (2, 2, 2), (1, 2, 1, 2), (2, 2, 1, 2, 2)]


def printing(name, element, rank, entry="{llvm.emit_c_interface}"):
    """A function that prints an array of a rank."""
    dynamic = "?x" * rank
    strides = f", strided<[{', '.join('?' * rank)}], offset: ?>" if rank else ""
    return f"""
        func.func private @{name}(memref<*x{element}>) attributes {entry}
        func.func @show(%x: memref<{dynamic}{element}{strides}>) {{
          %0 = memref.cast %x : memref<{dynamic}{element}{strides}> to memref<*x{element}>
          call @{name}(%0) : (memref<*x{element}>) -> ()
          return
        }}"""


def without_addresses(text):
    return re.sub(rb"base@ = (0x[0-9a-f]+|\(nil\))", b"base@ =", text)


def arrays(dtype, shape):
    """An array of a shape with edge values, and a view of one."""
    count = int(np.prod(shape))
    values = np.arange(count) * 1.5 - 2
    with np.errstate(all="ignore"):
        if np.issubdtype(dtype, np.floating):
            values[: min(count, 4)] = [1e-7, -np.inf, 1 / 3, 123456789.0][: min(count, 4)]
        if dtype == np.int8:
            values = values + 70
        array = values.astype(dtype).reshape(shape)
    yield array
    if len(shape) > 1:
        yield array.T


@pytest.mark.parametrize("name", ELEMENTS)
def test_memrefs_are_printed_as_mlir_prints_them(name, capfdbinary):
    theirs = mlir_library("mlir_runner_utils")
    if theirs is None:
        pytest.skip("MLIR's runner library is not installed")
    element, dtype = ELEMENTS[name]
    for function in [f"printMemref{name}", f"printMemrefShape{name}"]:
        entry = getattr(theirs, f"_mlir_ciface_{function}", None)
        if entry is None:
            continue
        symbol = {f"_mlir_ciface_{function}": ctypes.cast(entry, ctypes.c_void_p).value}
        for shape in SHAPES:
            text = printing(function, element, len(shape))
            ours = tvmlike.compile(text)
            other = tvmlike.compile(text, symbols=symbol)
            for array in arrays(dtype, shape):
                ours.show(array)
                printed = without_addresses(capfdbinary.readouterr().out)
                other.show(array)
                assert printed == without_addresses(capfdbinary.readouterr().out)
                assert printed.startswith(b"Unranked Memref base@ = rank = ")


@pytest.mark.parametrize("engine", ENGINES)
def test_memrefs_are_printed(engine, capfd):
    lib = tvmlike.compile(printing("printMemrefF32", "f32", 2), engine=engine)
    lib.show(np.array([[1.0, -2.5], [1 / 3, np.nan]], np.float32))
    assert re.sub("0x[0-9a-f]+", "P", capfd.readouterr().out) == (
        "Unranked Memref base@ = P rank = 2 offset = 0 sizes = [2, 2] strides = [2, 1] data = \n"
        "[[1,   -2.5], \n"
        " [0.333333,   nan]]\n"
    )
    # An empty memref has no elements; the older name is called with the parts of a descriptor.
    lib = tvmlike.compile(printing("print_memref_f64", "f64", 1, "{}"), engine=engine)
    lib.show(np.zeros(0))
    assert capfd.readouterr().out.endswith("data = \n[]\n")


SCALARS = """
    func.func private @printI64(i64)
    func.func private @printU64(i64)
    func.func private @printF32(f32)
    func.func private @printF64(f64)
    func.func private @printOpen()
    func.func private @printClose()
    func.func private @printComma()
    func.func private @printNewline()
    func.func @show(%i: i64, %f: f32, %d: f64) {
      call @printOpen() : () -> ()
      call @printI64(%i) : (i64) -> ()
      call @printComma() : () -> ()
      call @printU64(%i) : (i64) -> ()
      call @printComma() : () -> ()
      call @printF32(%f) : (f32) -> ()
      call @printComma() : () -> ()
      call @printF64(%d) : (f64) -> ()
      call @printClose() : () -> ()
      call @printNewline() : () -> ()
      return
    }"""


@pytest.mark.parametrize("engine", ENGINES)
def test_numbers_are_printed_as_mlir_prints_them(engine, capfd):
    ours = tvmlike.compile(SCALARS, engine=engine)
    theirs = mlir_library("mlir_c_runner_utils")
    other = None
    if theirs is not None:
        names = re.findall(r"private @(\w+)", SCALARS)
        symbols = {name: ctypes.cast(getattr(theirs, name), ctypes.c_void_p).value for name in names}
        other = tvmlike.compile(SCALARS, symbols=symbols)
    for values in [(-1, 1 / 3, 1e-7), (7, float("nan"), 1e300), (2**62, -0.0, float("-inf"))]:
        ours.show(*values)
        printed = capfd.readouterr().out
        assert printed.startswith(f"( {values[0]}, ")
        if other is not None:
            other.show(*values)
            # What it prints can wait in the buffer of C.
            ctypes.CDLL(None).fflush(None)
            assert capfd.readouterr().out == printed


def test_a_registered_function_takes_precedence(capfd):
    seen = []
    tvmlike.register_func("printMemrefI64", lambda x: seen.append(np.from_dlpack(x).tolist()))
    try:
        tvmlike.compile(printing("printMemrefI64", "i64", 1, "{}")).show(np.arange(3))
    finally:
        tvmlike.remove_global_func("printMemrefI64")
    assert seen == [[0, 1, 2]]
    assert capfd.readouterr().out == ""


CHECKED = """
    func.func private @callback(i64) -> i64
    func.func @inner(%n: i64) -> i64 {
      %c0 = arith.constant 0 : i64
      %holds = arith.cmpi sgt, %n, %c0 : i64
      cf.assert %holds, "n must be \\22positive\\22"
      return %n : i64
    }
    func.func @outer(%n: i64) -> i64 {
      %0 = call @callback(%n) : (i64) -> i64
      %1 = call @inner(%0) : (i64) -> i64
      return %1 : i64
    }
    func.func @pair(%n: i64, %x: memref<?xf64>) -> (i64, f64) {
      %0 = call @inner(%n) : (i64) -> i64
      %c0 = arith.constant 0 : index
      %1 = memref.load %x[%c0] : memref<?xf64>
      return %0, %1 : i64, f64
    }"""


@pytest.mark.parametrize("optimize", [True, False])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_failed_assertion_raises(engine, optimize, capfd):
    def callback(n):
        if n == 5:
            # A failure in a call from a callback ends that call alone.
            with pytest.raises(RuntimeError, match="inner: aborted"):
                lib.inner(-5)
            return 5
        if n == 6:
            return lib.inner(-6)
        return n

    tvmlike.register_func("callback", callback)
    try:
        lib = tvmlike.compile(CHECKED, engine=engine, optimize=optimize)
    finally:
        tvmlike.remove_global_func("callback")
    message = r'^inner: aborted at -:6:7: n must be "positive"$'
    for _ in range(3):
        assert lib.inner(1) == 1
        with pytest.raises(RuntimeError, match=message):
            lib.inner(0)
        assert lib.pair(2, np.array([0.5])) == (2, 0.5)
        with pytest.raises(RuntimeError, match=message):
            lib.pair(-1, np.array([0.5]))
        assert lib.outer(5) == 5
        for n in (-7, 6):
            with pytest.raises(RuntimeError, match=message):
                lib.outer(n)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_failed_assertion_of_a_file_is_seen_behind_a_pipe(engine, tmp_path):
    from tvmlike import engine as engines

    text = CHECKED.replace("func.func private @callback(i64) -> i64", "").split("func.func @outer")[0]
    path = tmp_path / "libchecked.so"
    engines.library(text, path, engine=engine)
    assert native.open(str(path), signatures={"inner": "(i64) -> i64"}).inner(3) == 3
    program = f"import ctypes; ctypes.CDLL({str(path)!r}).inner(ctypes.c_int64(0))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert done.stdout == 'n must be "positive"\n'


def test_a_library_on_disk_gets_the_functions_that_print(tmp_path, capfd):
    from tvmlike import engine as engines

    path = tmp_path / "libshow.so"
    engines.library(printing("printMemrefF64", "f64", 1), path)
    native.open(os.fspath(path)).show(np.array([0.5, 2]))
    assert capfd.readouterr().out.endswith("data = \n[0.5,  2]\n")


@pytest.mark.parametrize("engine", ENGINES)
def test_names_of_the_c_library_can_be_those_of_functions(engine, tmp_path):
    from tvmlike import engine as engines

    text = """
        func.func @div(%a: f64, %b: f64) -> f64 attributes {llvm.emit_c_interface} {
          %0 = arith.divf %a, %b : f64
          return %0 : f64
        }
        func.func @half(%a: f64) -> f64 {
          %two = arith.constant 2.0 : f64
          %0 = call @div(%a, %two) : (f64, f64) -> f64
          return %0 : f64
        }"""
    path = tmp_path / "libdiv.so"
    engines.library(text, path, engine=engine)
    signatures = {"div": "(f64, f64) -> f64", "half": "(f64) -> f64"}
    for lib in (tvmlike.compile(text, engine=engine), native.open(str(path), signatures=signatures)):
        assert (lib.div(1.0, 4.0), lib.half(3.0)) == (0.25, 1.5)


@pytest.mark.parametrize("threads", [1, 2])
def test_kernels_with_names_of_the_c_library(threads):
    """Code calls the C library's functions, not those of the module."""
    lib = tvmlike.compile(
        """
        func.func @exp(%x: memref<?xf64>) {
          %c0 = arith.constant 0 : index
          %n = memref.dim %x, %c0 : memref<?xf64>
          scf.forall (%i) in (%n) {
            %0 = memref.load %x[%i] : memref<?xf64>
            %1 = math.exp %0 : f64
            memref.store %1, %x[%i] : memref<?xf64>
          }
          return
        }
        func.func @fmod(%a: f64, %b: f64) -> f64 {
          %0 = arith.remf %a, %b : f64
          return %0 : f64
        }
        func.func @memcpy(%a: memref<4xf64>, %b: memref<4xf64>) {
          memref.copy %a, %b : memref<4xf64> to memref<4xf64>
          return
        }""",
        threads=threads,
    )
    x = np.array([0.0, 1.0, 2.0, 3.0])
    y = x.copy()
    lib.exp(x)
    np.testing.assert_allclose(x, np.exp(y), rtol=1e-15)
    lib.memcpy(x, y)
    np.testing.assert_array_equal(x, y)
    assert lib.fmod(7.5, 2.0) == 1.5


def test_files_refuse_names_of_the_c_library():
    text = "func.func @exp(%a: f64) -> f64 { %0 = math.exp %a : f64\n return %0 : f64 }"
    with pytest.raises(tvmlike.ir.MLIRError, match="the function 'exp' has the name of one of the C library"):
        tvmlike.engine.object(text)
