"""`tvmlike.execution_engine` and `tvmlike.runtime`, used as MLIR's own tests use theirs."""

from __future__ import annotations

import ctypes
import shutil
import subprocess

import pytest

import tvmlike
from tvmlike import ir
from tvmlike.execution_engine import ExecutionEngine
from tvmlike.runtime import (
    get_ranked_memref_descriptor,
    get_unranked_memref_descriptor,
    ranked_memref_to_numpy,
    unranked_memref_to_numpy,
)

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)

ADD = """
llvm.func @add(%a: f32, %b: f32) -> f32 attributes {llvm.emit_c_interface} {
  %0 = llvm.fadd %a, %b : f32
  llvm.return %0 : f32
}
llvm.func @_mlir_ciface_add(%a: f32, %b: f32) -> f32 {
  %0 = llvm.call @add(%a, %b) : (f32, f32) -> f32
  llvm.return %0 : f32
}
llvm.func @_mlir_ciface_fail(%a: i32) -> i32 {
  %0 = llvm.mlir.constant(0 : i32) : i32
  %1 = llvm.sdiv %a, %0 : i32
  llvm.return %1 : i32
}"""


def engine_of(text, **options):
    with ir.Context():
        return ExecutionEngine(ir.Module.parse(text), **options)


def test_invoke_takes_pointers():
    engine = engine_of(ADD)
    a, b, result = ctypes.c_float(1.5), ctypes.c_float(2.0), ctypes.c_float(-1)
    engine.invoke("add", ctypes.byref(a), ctypes.byref(b), ctypes.byref(result))
    assert result.value == 3.5
    assert engine.raw_lookup("add")
    assert engine.raw_lookup("nothing") is None
    pointers = (ctypes.c_void_p * 3)(*(ctypes.addressof(each) for each in (a, b, result)))
    a.value = 4.0
    engine.lookup("add")(pointers)
    assert result.value == 6.0
    with pytest.raises(RuntimeError, match="Unknown function nothing"):
        engine.invoke("nothing")


def test_a_trap_is_an_exception():
    one, result = ctypes.c_int32(1), ctypes.c_int32()
    with pytest.raises(ZeroDivisionError):
        engine_of(ADD).invoke("fail", ctypes.byref(one), ctypes.byref(result))


def test_descriptors_are_passed():
    text = """
    llvm.func @_mlir_ciface_double(%d: !llvm.ptr) {
      %0 = llvm.load %d : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
      %p = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
      %n = llvm.extractvalue %0[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
      %s = llvm.extractvalue %0[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
      %c0 = llvm.mlir.constant(0 : i64) : i64
      %c1 = llvm.mlir.constant(1 : i64) : i64
      llvm.br ^head(%c0 : i64)
    ^head(%i: i64):
      %1 = llvm.icmp "slt" %i, %n : i64
      llvm.cond_br %1, ^body, ^end
    ^body:
      %2 = llvm.mul %i, %s : i64
      %3 = llvm.getelementptr %p[%2] : (!llvm.ptr, i64) -> !llvm.ptr, f64
      %4 = llvm.load %3 : !llvm.ptr -> f64
      %5 = llvm.fadd %4, %4 : f64
      llvm.store %5, %3 : f64, !llvm.ptr
      %6 = llvm.add %i, %c1 : i64
      llvm.br ^head(%6 : i64)
    ^end:
      llvm.return
    }"""
    array = np.arange(6.0)
    descriptor = ctypes.pointer(ctypes.pointer(get_ranked_memref_descriptor(array[::2])))
    engine_of(text).invoke("double", descriptor)
    np.testing.assert_array_equal(array, [0, 1, 4, 3, 8, 5])


@pytest.mark.parametrize("dtype", ["float32", "int8", "complex64", "float16"])
@pytest.mark.parametrize("shape", [(), (3,), (2, 3, 4)])
def test_descriptors_come_back_as_arrays(dtype, shape):
    array = np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(dtype)
    view = array.T
    ranked = get_ranked_memref_descriptor(view)
    found = ranked_memref_to_numpy(ctypes.pointer(ranked))
    np.testing.assert_array_equal(found, view)
    assert np.shares_memory(found, array)
    assert found.dtype == array.dtype
    unranked = get_unranked_memref_descriptor(view)
    np.testing.assert_array_equal(unranked_memref_to_numpy(ctypes.pointer(unranked), array.dtype), view)


def test_strides_must_be_whole_elements():
    records = np.zeros(3, np.dtype([("a", "i1"), ("b", "f4")]))
    with pytest.raises(ValueError, match="not multiples of the item size 4"):
        get_ranked_memref_descriptor(records["b"])


def test_callbacks_can_be_registered_late():
    text = """
    llvm.func @_mlir_ciface_observe(i32) -> i32
    llvm.func @_mlir_ciface_f(%x: i32) -> i32 {
      %0 = llvm.call @_mlir_ciface_observe(%x) : (i32) -> i32
      llvm.return %0 : i32
    }"""
    engine = engine_of(text)

    @ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int32)
    def observe(x):
        return x + 1

    with pytest.raises(Exception, match="undefined symbols: observe; register"):
        engine.invoke("f")
    engine.register_runtime("observe", observe)
    x, result = ctypes.c_int32(41), ctypes.c_int32()
    engine.invoke("f", ctypes.byref(x), ctypes.byref(result))
    assert result.value == 42


def test_a_module_that_cannot_be_compiled_fails_at_once():
    with pytest.raises(RuntimeError, match="Failure while creating the ExecutionEngine"):
        engine_of("func.func @f(%a: tuple<f32>) -> tuple<f32> { return %a : tuple<f32> }")


@pytest.mark.skipif(shutil.which("nm") is None, reason="there is no nm")
def test_an_object_file_is_dumped(tmp_path):
    path = tmp_path / "module.o"
    engine_of(ADD).dump_to_object_file(path)
    done = subprocess.run(["nm", path], capture_output=True, text=True, check=True)
    assert " T add\n" in done.stdout
    assert " T _mlir_ciface_add\n" in done.stdout
