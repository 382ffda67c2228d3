"""MLIR's memref convention: compiled kernels that are called with arrays of NumPy and others."""

from __future__ import annotations

import ctypes
import gc
import inspect
import os
import platform
import shutil
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

import tvmlike
from tvmlike import native

np = pytest.importorskip("numpy")

KERNELS = Path(__file__).resolve().parents[2] / "tests" / "kernels"

pytestmark = pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"), reason="the assembly is for x86-64 Linux"
)

DTYPES = {
    "i1": "bool",
    "i8": "int8",
    "i16": "int16",
    "i32": "int32",
    "i64": "int64",
    "si16": "int16",
    "ui8": "uint8",
    "ui64": "uint64",
    "index": "int64",
    "f16": "float16",
    "f32": "float32",
    "f64": "float64",
    "complex_f32": "complex64",
    "complex_f64": "complex128",
}


def types(name):
    lines = (KERNELS / f"{name}.txt").read_text().splitlines()
    return dict(line.split("\t")[:2] for line in lines)


@pytest.fixture(scope="module")
def assembled(tmp_path_factory):
    """Opens a library that is compiled from sources in tests/kernels."""
    compiler = os.environ.get("CC") or shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")

    def opened(*sources, **options):
        path = tmp_path_factory.mktemp("kernels") / f"lib{sources[0].split('.')[0]}.so"
        files = [KERNELS / source for source in sources]
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", path, *files], check=True, timeout=120)
        return native.open(path, **options)

    return opened


@pytest.fixture(scope="module")
def results(assembled):
    return assembled("results.s", "ciface.c")


@pytest.fixture(scope="module")
def matrix(assembled):
    return assembled("matrix.s")


@pytest.fixture(params=["ciface", "expanded"])
def bind(request, results):
    """Binds each entry of a kernel in results.mlir."""
    known = types("results")

    def bound(name, ty=None):
        return results.bind(name, ty or known[name], convention=request.param)

    return bound


def numbers(dtype, shape):
    count = int(np.prod(shape, dtype=int))
    return (np.arange(count) % 2 == 0 if dtype == "bool" else np.arange(count)).astype(dtype).reshape(shape)


@pytest.mark.parametrize("convention", ["ciface", "expanded"])
@pytest.mark.parametrize("element", DTYPES)
def test_element_types(matrix, element, convention):
    dtype = DTYPES[element]
    a = numbers(dtype, (4, 6))
    for layout, arrays in (
        ("identity", [a, a[:2], a[1:2]]),
        ("strided", [a, a.T, a[::-1], a[:, ::2], a[::2, ::-3], np.broadcast_to(a[0], (3, 6)), a[:0]]),
    ):
        name = f"copy2_{layout}_{element}"
        copy = matrix.bind(name, types("matrix")[name], convention=convention)
        for array in arrays:
            into = np.zeros(array.shape, dtype)
            copy(array, into)
            np.testing.assert_array_equal(into, array)


def test_bfloat16(bind, matrix):
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    copy = matrix.bind("copy2_strided_bf16", types("matrix")["copy2_strided_bf16"])
    a = np.arange(6, dtype=bfloat16).reshape(2, 3)
    into = np.zeros((3, 2), bfloat16)
    copy(a.T, into)
    np.testing.assert_array_equal(into, a.T)
    # 256 + 1 has nine significant bits, and bfloat16 has eight.
    assert bind("add_bf16")(256.0, 1.0) == 256.0


def test_a_signature_is_the_functions(bind):
    tail = bind("tail")
    assert list(inspect.signature(tail).parameters) == ["a", "from_", "n"]
    a = np.arange(5, dtype=np.float32)
    assert np.asarray(tail(a, n=2, from_=1)).tolist() == [1.0, 2.0]


def test_a_result_lives_as_long_as_it_is_used(bind):
    made = np.asarray(bind("new")(1000, 2.5))
    gc.collect()
    assert made.tolist() == [2.5] * 1000
    made[0] = 1.0
    for name in ("new_aligned", "new_tail", "new_any"):
        x = 7 if name == "new_tail" else 0.5
        array = np.asarray(bind(name)(3, x))
        assert array.flat[0] == x
    first, second = bind("new_twice")(3, 1.0)
    second = np.asarray(second)
    del first
    gc.collect()
    assert second.tolist() == [1.0] * 3


def test_a_returned_argument(bind):
    class Watched(np.ndarray):
        pass

    a = np.arange(4, dtype=np.float32).view(Watched)
    gone = weakref.ref(a)
    back = bind("same")(a)
    view = np.asarray(back)
    view[0] = 9.0
    assert a[0] == 9.0
    del a, back
    gc.collect()
    assert gone() is not None
    assert view.tolist() == [9.0, 1.0, 2.0, 3.0]
    del view
    gc.collect()
    assert gone() is None
    # An array of 2 dimensions, and the memory of a slice of it.
    b = np.arange(6, dtype=np.int64).reshape(2, 3)
    one, two = bind("same_twice")(b)
    np.asarray(one)[0, 0] = 50
    assert (b[0, 0], np.asarray(two)[0, 0]) == (50, 50)


def is_mapped(address):
    lines = Path("/proc/self/maps").read_text().splitlines()
    ranges = ([int(end, 16) for end in line.split()[0].split("-")] for line in lines)
    return any(start <= address < end for start, end in ranges)


def test_a_global_belongs_to_the_library(assembled):
    library = assembled("results.s", "ciface.c")
    table = library.bind("shared", "() -> memref<4xf32>")()
    library.close()
    del library
    gc.collect()
    # The library stays mapped while its memory is in use.
    array = np.asarray(table)
    assert array.tolist() == [1.0, 2.0, 3.0, 4.0]
    assert not array.flags.writeable
    address = array.ctypes.data
    assert is_mapped(address)
    del array, table
    gc.collect()
    assert not is_mapped(address)


def test_memory_that_the_library_owns(results):
    mine = results.bind("table_of_mine", "() -> memref<?xf32>", results="borrowed")
    for _ in range(3):
        assert np.asarray(mine()).tolist() == [1.0, 2.0, 3.0, 4.0]


def test_strided_copies(bind):
    a = np.arange(12, dtype=np.float32).reshape(3, 4)
    into = np.zeros((4, 6), np.float32)
    bind("copy_strided")(a.T, into[:, ::2])
    np.testing.assert_array_equal(into[:, ::2], a.T)
    assert not into[:, 1::2].any()


@pytest.mark.parametrize(
    ("array", "error", "message"),
    [
        (np.zeros(3), TypeError, r"`a`: expected memref<\?xf32>, got an array of float64"),
        (
            np.zeros((2, 2), "f4"),
            ValueError,
            r"expected 1 dimensions for memref<\?xf32>, got 2 \(shape \[2, 2\]\)",
        ),
        (np.zeros(4, "f4")[::2], ValueError, r"C order without gaps .* pass np.ascontiguousarray"),
        (np.zeros(4, "f4")[::-1], ValueError, r"C order without gaps"),
        (np.frombuffer(bytes(8), "f4"), ValueError, "read-only array, but the function may write"),
        (np.frombuffer(bytearray(9), "f4", 2, 1), ValueError, "aligned to 4 bytes"),
        ([1.0], TypeError, "expected an array"),
        (None, TypeError, "expected an array for .*, got None"),
    ],
    ids=["dtype", "rank", "gaps", "backwards", "read-only", "unaligned", "list", "None"],
)
def test_unsuitable_arrays_are_errors(bind, array, error, message):
    with pytest.raises(error, match=message):
        bind("same")(array)


def test_strides_that_no_element_count_expresses(results):
    pairs = np.zeros(4, np.dtype([("x", "f4"), ("y", "i1")]))
    copy = results.bind("copy_1_4", "(memref<?xf32, strided<[?]>>, memref<?xf32>) -> ()")
    with pytest.raises((ValueError, TypeError, BufferError)):
        copy(pairs["x"], np.zeros(4, "f4"))


def test_arrays_that_must_not_overlap(results):
    ty = "(%from: memref<?xf32> {llvm.readonly}, %into: memref<?xf32> {llvm.noalias}) -> ()"
    copy = results.bind("copy_1_4", ty)
    a = np.arange(6, dtype=np.float32)
    with pytest.raises(
        ValueError, match=r"argument 2 `into`: .* overlaps that of argument 1 `from`; pass a copy"
    ):
        copy(a[:4], a[2:])
    copy(a[:3], a[3:])
    assert a.tolist() == [0.0, 1.0, 2.0, 0.0, 1.0, 2.0]


def test_numbers(bind):
    add = bind("add_i8")
    assert add(100, 100) == -56
    with pytest.raises(OverflowError, match="300 is out of range for i8"):
        add(300, 0)
    assert bind("less")(1, 2) is True


def test_pytorch(bind):
    torch = pytest.importorskip("torch")
    a = torch.arange(4, dtype=torch.float32)
    back = torch.from_dlpack(bind("same")(a))
    back[0] = 5.0
    assert a[0] == 5.0
    assert bind("sum_any")(torch.ones(3, 4, dtype=torch.float64).T) == 12.0


NEW = "(memref<?xf32, strided<[?], offset: ?>>, i8) -> (memref<?xf32>, i1)"
ANY = "(index) -> (memref<*xf32>, memref<2xf64>)"


@pytest.fixture
def exported(assembled):
    """A library whose calls to host functions call a Python function."""

    def make(callable, name="sum", **options):
        types_of = {"sum": "(%a: memref<?xf32>, %x: f32) -> f32", "new": NEW, "any": ANY}
        closures = {
            f"_mlir_ciface_host_{each}": tvmlike.memref.export(callable, ty, **options)
            for each, ty in types_of.items()
        }
        opened = assembled("results.s", imports=closures)
        return opened.bind(f"calls_{name}", types("results")[f"calls_{name}"])

    return make


CARELESS = """
#include <stdint.h>
typedef struct { float *allocated, *aligned; int64_t offset, sizes[1], strides[1]; } Memref;
typedef struct { int64_t rank; void *descriptor; } Unranked;
typedef struct { double number; Memref array; } Both;
void _mlir_ciface_nothing(Memref *result, Memref *x) {}
void _mlir_ciface_addresses(Memref *result, Memref *x) {
  result->allocated = x->allocated;
  result->aligned = x->aligned;
}
void _mlir_ciface_unranked(Unranked *result) {}
void _mlir_ciface_number(Both *result) { result->number = 1; }
void _mlir_ciface_view(Memref *result, Memref *x, int64_t offset, int64_t size, int64_t stride) {
  *result = *x;
  result->offset += offset;
  result->sizes[0] = size;
  result->strides[0] = stride;
}
"""


def test_results_that_compiled_code_did_not_write_are_errors(compiled):
    library = native.open(compiled("careless", CARELESS))
    x = np.arange(4, dtype="float32")
    for name in ("nothing", "addresses"):
        with pytest.raises(ValueError, match=rf"{name}: .*did not write the memref<\?xf32> that it returns"):
            library.bind(name, "(memref<?xf32>) -> memref<?xf32>")(x)
    with pytest.raises(ValueError, match=r"unranked: .*did not write the memref<\*xf32> that it returns"):
        library.bind("unranked", "() -> memref<*xf32>")()
    with pytest.raises(ValueError, match=r"number: result 2: .*did not write the memref<\?xf32> that it"):
        library.bind("number", "() -> (f64, memref<?xf32>)")()

    strided = "memref<?xf32, strided<[?], offset: ?>>"
    view = library.bind("view", f"(memref<?xf32>, i64, i64, i64) -> {strided}")
    assert view(x, 1, 3, 1).numpy().tolist() == [1, 2, 3]
    assert view(x, 3, 4, -1).numpy().tolist() == [3, 2, 1, 0]
    assert view(x, 9, 0, 1).shape == (0,)
    assert view(x[1:3], 1, 2, 0).numpy().tolist() == [2, 2]
    for array, *place in ((x, 1, 4, 1), (x, -1, 2, 1), (x, 0, 3, 2), (x[:2], 0, 3, 1), (x[2:], -1, 1, 1)):
        with pytest.raises(ValueError, match=r"a view of argument 1 that reaches beyond its memory"):
            view(array, *place)


def test_compiled_code_calls_python(exported):
    seen = []

    def total(a, x):
        array = np.asarray(a)
        seen.append((array.tolist(), array.ctypes.data))
        array[0] = 7.0
        return float(array.sum()) + x

    calls = exported(total)
    a = np.array([1.0, 2.0], np.float32)
    assert calls(a, 0.5) == 19.0
    assert seen == [([1.0, 2.0], a.ctypes.data)]
    assert a.tolist() == [7.0, 2.0]


def test_an_exception_comes_through_compiled_code(exported):
    def fails(a, x):
        raise LookupError("not today")

    with pytest.raises(LookupError, match="not today"):
        exported(fails)(np.zeros(2, np.float32), 1.0)
    with pytest.raises(
        TypeError, match=r"exported function .*: the result: the value: expected f32, got str"
    ):
        exported(lambda a, x: "text")(np.zeros(2, np.float32), 1.0)


def test_compiled_code_continues_after_an_exception(exported, monkeypatch):
    """The caller copies, reads and frees arrays that the function has not created."""

    def two(n):
        if n < 0:
            raise LookupError("not today")
        return np.ones((n, 2), np.float32), np.array([1.0, 2.0])

    calls = exported(two, "any")
    array, x = calls(3)
    assert (np.asarray(array).tolist(), x) == ([[1.0, 1.0]] * 3, 2.0)
    with pytest.raises(LookupError, match="not today"):
        calls(-1)
    reported = []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: reported.append(str(what.exc_value)))
    array, x = exported(two, "any", on_error="report")(-1)
    assert (np.asarray(array).shape, x) == ((0,), 0.0)
    assert reported == ["not today"]


def test_an_array_that_is_kept_is_a_copy(exported):
    kept = []

    def keeps(a, x):
        kept.append(a)
        return x

    calls = exported(keeps)
    a = np.array([1.0, 2.0], np.float32)
    with pytest.raises(BufferError, match="the function kept argument 1 `a`, whose memory is borrowed"):
        calls(a, 1.0)
    a[:] = 0.0
    assert np.asarray(kept[0]).tolist() == [1.0, 2.0]


def test_a_copy_may_be_kept(exported):
    kept = []

    def doubles(a, x):
        array = np.asarray(a)
        array *= 2
        kept.append(array)
        return x

    a = np.array([1.0, 2.0], np.float32)
    assert exported(doubles, copy=True)(a, 0.5) == 1.0
    assert a.tolist() == [2.0, 4.0]
    a[:] = 0.0
    assert kept[0].tolist() == [2.0, 4.0]


@pytest.mark.skipif(
    tvmlike.ffi_path() != "native",
    reason="only the accelerator shows native objects to the garbage collector",
)
def test_a_cycle_through_a_closure_is_collected():
    class Owner:
        def __init__(self):
            self.closure = tvmlike.memref.export(self.total, "(memref<?xf32>) -> f32")

        def total(self, a):
            return float(np.asarray(a).sum())

    gone = weakref.ref(Owner())
    gc.collect()
    assert gone() is None


def test_results_of_python(exported):
    def doubled(a, n):
        return np.asarray(a) * np.float32(n), n > 1

    calls = exported(doubled, "new")
    assert tuple(calls(np.array([1.0, 2.0], np.float32), 3)) == (9.0, True)
    # Calls the pointer as compiled code would.
    closure = tvmlike.memref.export(doubled, NEW)
    again = tvmlike.memref.bind(closure.pointer, NEW)
    array, flag = again(np.arange(6, dtype=np.float32), 1)
    assert (np.asarray(array).tolist(), flag) == ([0.0, 1.0, 2.0, 3.0, 4.0, 5.0], False)
    array, flag = again(np.arange(6, dtype=np.float32)[::-2], 2)
    assert (np.asarray(array).tolist(), flag) == ([10.0, 6.0, 2.0], True)


def test_addresses(results):
    address = ctypes.c_void_p(ctypes.cast(results.address("_mlir_ciface_new"), ctypes.c_void_p).value)
    new = tvmlike.memref.bind(address, "func.func @new(%n: index, %x: f32) -> memref<?xf32>")
    assert np.asarray(new(2, 1.5)).tolist() == [1.5, 1.5]
    with pytest.raises(TypeError, match=r"^new: argument 1 `n`: expected i64, got str"):
        new("2", 1.5)


def test_invalid_types_are_errors(results):
    with pytest.raises(ValueError, match=r":1:9: unknown type `float`") as caught:
        tvmlike.memref.record("(memref<float>) -> ()")
    assert str(caught.value).splitlines()[-1].strip() == "^"
    with pytest.raises(NotImplementedError, match="unsupported `tensor` type"):
        results.bind("new", "(tensor<4xf32>) -> ()")
    with pytest.raises(ValueError, match="no _mlir_ciface_ entry"):
        results.bind("memrefCopy", "(i64, i64, i64) -> ()", convention="ciface")
    with pytest.raises(ValueError, match="unknown memref convention"):
        results.bind("new", "(index, f32) -> memref<?xf32>", convention="fast")
