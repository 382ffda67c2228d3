"""The program `tvmlike-compile`: files from MLIR text, used from Python and from plain C."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import tvmlike
from tvmlike import native
from tvmlike._cli.compile import main

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.object", True) is None, reason="the library has no engine"
)
CC = os.environ.get("CC", "cc")
needs_clang = pytest.mark.skipif(shutil.which("clang") is None, reason="there is no clang")
needs_cc = pytest.mark.skipif(shutil.which(CC) is None, reason="there is no C compiler")

SCALE = """
func.func @scale(%a: f64, %x: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %x, %c0 : memref<?xf64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %0 = memref.load %x[%i] : memref<?xf64>
    %1 = arith.mulf %a, %0 : f64
    memref.store %1, %x[%i] : memref<?xf64>
    %2 = arith.addf %s, %1 : f64
    scf.yield %2 : f64
  }
  return %sum : f64
}
"""
PIPELINE = (
    "builtin.module(convert-scf-to-cf,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)"
)
USER = """
#include <stdint.h>
#include <stdio.h>

struct vector { double *allocated, *aligned; int64_t offset, size, stride; };
double _mlir_ciface_scale(double a, struct vector *x);

int main(void) {
  double data[] = {1, 2, 3};
  struct vector x = {data, data, 0, 3, 1};
  double sum = _mlir_ciface_scale(2, &x);
  printf("%g %g %g %g\\n", sum, data[0], data[1], data[2]);
  return 0;
}
"""


@pytest.fixture
def source(tmp_path):
    file = tmp_path / "scale.mlir"
    file.write_text(SCALE)
    return str(file)


@needs_cc
@pytest.mark.parametrize(
    "options",
    [[], ["--no-optimize"], ["--pipeline", PIPELINE], pytest.param(["--engine", "llvm"], marks=needs_clang)],
)
def test_a_library_has_its_functions(source, tmp_path, options, capsys):
    library = tmp_path / "libscale.so"
    assert main([source, "-o", str(library), *options]) == 0
    assert capsys.readouterr() == ("", "")
    x = np.array([1.0, 2.0, 3.0])
    assert native.open(library).scale(2.0, x) == 12.0
    assert x.tolist() == [2.0, 4.0, 6.0]
    assert sorted(os.listdir(tmp_path)) == ["libscale.so", "scale.mlir"]


@needs_cc
@pytest.mark.parametrize("ending", [".so", ".o"])
def test_c_calls_what_it_makes(source, tmp_path, ending):
    made, user, program = tmp_path / f"libscale{ending}", tmp_path / "user.c", tmp_path / "user"
    assert main([source, "-o", str(made)]) == 0
    user.write_text(USER)
    subprocess.run([CC, user, made, "-lm", "-o", program], check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    assert done.stdout == "12 2 4 6\n"


@needs_cc
@needs_cc
def test_bounds_are_checked_on_request(tmp_path):
    source, library = tmp_path / "get.mlir", tmp_path / "libget.so"
    source.write_text(
        """func.func @get(%x: memref<?xf64>, %i: index) -> f64 {
          %0 = memref.load %x[%i] : memref<?xf64>
          return %0 : f64
        }"""
    )
    assert main([str(source), "-o", str(library), "--bounds-checks"]) == 0
    call = "import sys, numpy as np; from tvmlike import native; f = native.open(sys.argv[1]).get"
    for place, status in [(1, 0), (2, -signal.SIGABRT)]:
        code = f"{call}; assert f(np.ones(2), {place}) == 1"
        command = [sys.executable, "-c", code, str(library)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stderr


def test_signatures_of_lowered_functions(tmp_path):
    source, library = tmp_path / "first.mlir", tmp_path / "libfirst.so"
    source.write_text(
        """llvm.func @_mlir_ciface_first(%d: !llvm.ptr) -> f64 {
          %0 = llvm.getelementptr %d[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, ptr, i64)>
          %1 = llvm.load %0 : !llvm.ptr -> !llvm.ptr
          %2 = llvm.load %1 : !llvm.ptr -> f64
          llvm.return %2 : f64
        }"""
    )
    assert main([str(source), "-o", str(library), "--signature", "first=(memref<?xf64>) -> f64"]) == 0
    assert native.open(library).first(np.array([2.5])) == 2.5


def test_llvm_ir_of_the_standard_input(tmp_path):
    made = tmp_path / "scale.ll"
    command = [sys.executable, "-c", "import sys; from tvmlike._cli.compile import main; sys.exit(main())"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([*command, "-", "-o", made], input=SCALE, text=True, check=True, env=environment)
    assert "define double @scale(double" in made.read_text()


@needs_cc
@needs_clang
@pytest.mark.skipif(shutil.which("objdump") is None, reason="there is no objdump")
def test_a_library_has_lines(tmp_path):
    source, made = tmp_path / "scale.mlir", tmp_path / "libscale.so"
    source.write_text(SCALE)
    assert main([str(source), "-g", "--engine", "llvm", "-o", str(made)]) == 0
    lines = subprocess.run(
        ["objdump", "--dwarf=decodedline", made], capture_output=True, text=True, check=True
    )
    found = {int(line) for line in re.findall(r"^scale\.mlir +(\d+) ", lines.stdout, re.M)}
    # In the loop a product, of which a read is a part, a store, and a sum.
    assert {9, 10, 11} <= found
    with native.open(made) as lib:
        assert lib.scale(2.0, np.ones(3)) == 6.0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["x.mlir", "-o", "x.exe"],
            "expected a name that ends with .so, .dylib, .dll, .o, .obj, .ll; got 'x.exe'",
        ),
        (["x.mlir", "-o", "x.so", "--signature", "f"], "expected NAME=TYPE; got 'f'"),
        (["x.mlir", "-o", "x.ll", "--signature", "f=() -> ()"], "LLVM IR has no signatures"),
        (
            ["x.mlir", "-o", "x.ll", "--bounds-checks"],
            "LLVM IR needs --pipeline with generate-runtime-verification",
        ),
        (["x.mlir"], "the following arguments are required: -o"),
        (["x.mlir", "-o", "x.o", "--engine", "gcc"], "invalid choice: 'gcc'"),
    ],
)
def test_wrong_command_lines(arguments, says, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "options", "says"),
    [
        (None, [], "x.mlir"),
        ("func.func @f(", [], 'x.mlir":1:13'),
        ('"odd.op"() : () -> ()', [], "odd"),
        (SCALE, ["--pipeline", "builtin.module(no-such-pass)"], "no-such-pass"),
        (SCALE, ["--signature", "scale=tensor<"], "the signature of `scale`: "),
        (SCALE, ["--signature", "scal=() -> ()"], "no such function; it has: scale"),
    ],
)
def test_errors_leave_no_file(tmp_path, text, options, says, capsys):
    source = tmp_path / "x.mlir"
    if text is not None:
        source.write_text(text)
    assert main([str(source), "-o", str(tmp_path / "x.so"), *options]) == 1
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith("tvmlike-compile: ")
    assert "Traceback" not in error
    assert says in error
    assert not Path(tmp_path, "x.so").exists()


@pytest.mark.parametrize("compiler", ["no-such-compiler", "false"])
def test_a_linker_that_fails(source, tmp_path, monkeypatch, capsys, compiler):
    monkeypatch.setenv("CC", compiler)
    assert main([source, "-o", str(tmp_path / "libscale.so")]) == 1
    assert compiler in capsys.readouterr().err
