"""Functions with the names of those that lowered code calls."""

from __future__ import annotations

import pytest

import tvmlike

np = pytest.importorskip("numpy")

pytestmark = [
    pytest.mark.skipif(
        tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
    ),
    pytest.mark.skipif(tvmlike.ffi_path() == "ctypes", reason="it does not depend on the call path"),
]

COPY = """
  func.func @f(%a: memref<4x4xf32, strided<[8, 1]>>, %b: memref<4x4xf32, strided<[16, 1]>>) {
    memref.copy %a, %b : memref<4x4xf32, strided<[8, 1]>> to memref<4x4xf32, strided<[16, 1]>>
    return
  }
"""
MEMORY = """
  func.func @f(%i: index) -> f32 {
    %m = memref.alloc(%i) : memref<?xf32>
    %v = memref.load %m[%i] : memref<?xf32>
    memref.dealloc %m : memref<?xf32>
    return %v : f32
  }
"""
CASES = {
    "function": ("func.func @malloc(%a: i32) -> i32 { return %a : i32 }", MEMORY, "ptr (i64)", "i32 (i32)"),
    "later": (MEMORY, "func.func @malloc(%a: i32) -> i32 { return %a : i32 }", "ptr (i64)", "i32 (i32)"),
    "declaration": ("llvm.func @free(i64)", MEMORY, "void (ptr)", "void (i64)"),
    "copy": ("llvm.func @memrefCopy(i64, !llvm.ptr)", COPY, "void (i64, ptr, ptr)", "void (i64, ptr)"),
    "copied": (
        "func.func @memrefCopy(%a: f32) -> f32 { return %a : f32 }",
        COPY,
        "void (i64, ptr, ptr)",
        "f32 (f32)",
    ),
}


@pytest.mark.parametrize("engine", [None, "llvm"])
@pytest.mark.parametrize("case", CASES)
def test_the_error_names_what_clashes(engine, case):
    first, second, expected, got = CASES[case]
    with pytest.raises(tvmlike.ir.MLIRError) as caught:
        tvmlike.compile(first + second, **({} if engine is None else {"engine": engine}))
    message = str(caught.value)
    assert "redefinition of reserved function '" in message
    assert f"expected an 'llvm.func' of type '!llvm.func<{expected}>'; rename the symbol" in message
    if case != "later":
        assert f"of different type '!llvm.func<{got}>' is prohibited" in message


def test_a_function_of_the_right_type_is_called():
    lib = tvmlike.compile(
        """
      llvm.func @memrefCopy(%size: i64, %from: !llvm.ptr, %to: !llvm.ptr) { llvm.return }
    """
        + COPY
    )
    a = np.arange(32, dtype=np.float32).reshape(4, 8)[:, :4]
    b = np.zeros((4, 16), np.float32)[:, :4]
    lib.f(a, b)
    assert not b.any()
