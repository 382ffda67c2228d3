"""Libraries on disk that programs use without tvmlike: what they need is in them."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess

import pytest

import tvmlike
from tvmlike import engine
from tvmlike.runtime import get_ranked_memref_descriptor

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)


def library(tmp_path, text, **options):
    path = tmp_path / "libkernels.so"
    try:
        engine.library(text, str(path), **options)
    except Exception as error:
        if "no clang" in str(error) or "C compiler" in str(error):
            pytest.skip(str(error))
        raise
    # All symbols are looked up now.
    return ctypes.CDLL(str(path), mode=1 | 2)


def call(function, *arrays):
    descriptors = [get_ranked_memref_descriptor(array) for array in arrays]
    function(*[ctypes.byref(descriptor) for descriptor in descriptors])


def strided(rank, element):
    unknown = "x".join("?" * rank)
    strides = ", ".join("?" * rank)
    return f"memref<{unknown}x{element}, strided<[{strides}], offset: ?>>"


@pytest.mark.parametrize("name", ["cranelift", "llvm"])
def test_copies_of_strided_memory(tmp_path, name):
    functions = "".join(
        f"""
        func.func @f{rank}{element}(%a: {strided(rank, element)}, %b: {strided(rank, element)}) {{
          memref.copy %a, %b : {strided(rank, element)} to {strided(rank, element)}
          return
        }}"""
        for rank in (1, 2, 3)
        for element in ("f32", "i8")
    )
    lib = library(tmp_path, functions, engine=name)
    rng = np.random.default_rng(5)
    for element, dtype in (("f32", np.float32), ("i8", np.int8)):
        base = (100 * rng.standard_normal(4000)).astype(dtype)
        cube = base[: 7 * 8 * 9].reshape(7, 8, 9)
        plane = base[: 30 * 20].reshape(30, 20)
        sources = [base[5:20:3], base[40:20:-2], base[:0], base[3:4]]
        sources += [
            plane[::3, 2::5],
            plane.T[1:4],
            plane[:, ::-1],
            plane[2:9, 3:8],
            plane[:0, ::2],
            plane[:, :0],
        ]
        sources += [cube.transpose(2, 0, 1)[::4], cube[1:3, ::2, 2:7], cube[..., ::-3], cube[:, :0], cube]
        sources += [np.broadcast_to(base[:6], (3, 2, 6)), np.broadcast_to(base[:3, None], (3, 4))]
        for source in sources:
            room = np.zeros([2 * size + 1 for size in source.shape], dtype)
            for target in (
                np.zeros(source.shape, dtype),
                room[tuple(slice(1, None, 2) for _ in source.shape)],
                np.zeros(source.shape[::-1], dtype).T,
            ):
                call(lib[f"_mlir_ciface_f{source.ndim}{element}"], source, target)
                np.testing.assert_array_equal(target, source)
            written = room[tuple(slice(1, None, 2) for _ in source.shape)].copy()
            room[tuple(slice(1, None, 2) for _ in source.shape)] = 0
            assert not room.any()
            np.testing.assert_array_equal(written, source)


def test_functions_over_tensors_are_used_from_c(tmp_path):
    lib = library(
        tmp_path,
        """
        func.func @f(%a: tensor<?x?xf32>, %b: memref<?x?xf32>) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %m = tensor.dim %a, %c0 : tensor<?x?xf32>
          %n = tensor.dim %a, %c1 : tensor<?x?xf32>
          %s = tensor.concat dim(1) %a, %a : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
          bufferization.materialize_in_destination %s in restrict writable %b
            : (tensor<?x?xf32>, memref<?x?xf32>) -> ()
          return
        }""",
    )
    a, b = np.arange(6, dtype=np.float32).reshape(2, 3), np.zeros((2, 6), np.float32)
    call(lib["_mlir_ciface_f"], a, b)
    np.testing.assert_array_equal(b, np.hstack([a, a]))


def test_llvm_ir_needs_nothing_of_mlir(tmp_path):
    clang = os.environ.get("TVMLIKE_CLANG") or shutil.which("clang-22") or shutil.which("clang")
    if clang is None:
        pytest.skip("no clang")
    text = engine.translate(f"""
      func.func @f(%a: {strided(2, "f32")}, %b: {strided(2, "f32")}) {{
        memref.copy %a, %b : {strided(2, "f32")} to {strided(2, "f32")}
        return
      }}""")
    assert "define internal void @memrefCopy(" in text
    source, path = tmp_path / "kernels.ll", tmp_path / "libkernels.so"
    source.write_text(text)
    # A symbol that nothing defines is an error.
    command = [clang, "-O2", "-shared", "-fPIC", str(source), "-o", str(path), "-lm", "-Wl,-z,defs"]
    subprocess.run(command, check=True)
    base, target = np.arange(600, dtype=np.float32).reshape(30, 20), np.zeros((4, 10), np.float32)
    call(ctypes.CDLL(str(path))["_mlir_ciface_f"], base[::8, 1::2], target)
    np.testing.assert_array_equal(target, base[::8, 1::2])
