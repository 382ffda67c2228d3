"""`tvmlike.compile` of functions over tensors: results, arguments that stay, and memory that is freed."""

from __future__ import annotations

import ctypes
import os
import random

import pytest
from test_compile_tensors import LAYER, TENSOR, random_body

import tvmlike
from tvmlike import ir, native

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)


class Memory:
    """Counts what compiled code allocates and frees."""

    def __init__(self):
        libc = ctypes.CDLL(None)
        libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
        libc.free.argtypes = [ctypes.c_void_p]
        self.libc, self.allocated, self.freed, self.live = libc, 0, 0, set()
        self.symbols = {
            "malloc": native.closure(self.malloc, "ptr(i64)"),
            "free": native.closure(self.free, "void(ptr)"),
        }

    def malloc(self, size):
        address = self.libc.malloc(size)
        self.allocated += 1
        self.live.add(address)
        return address

    def free(self, address):
        address = getattr(address, "value", address)
        assert address in self.live, "freed twice, or not allocated here"
        self.live.remove(address)
        self.freed += 1
        self.libc.free(address)


def results(found):
    """The arrays that a function returned."""
    found = found if isinstance(found, (list, tuple, tvmlike.Array)) else [found]
    return [np.array(np.from_dlpack(each)) for each in found]


def test_a_layer_from_text():
    rng = np.random.default_rng(1)
    x, w, b = (rng.standard_normal(shape).astype(np.float32) for shape in ((5, 8), (8, 4), (4,)))
    memory = Memory()
    lib = tvmlike.compile(LAYER, symbols=memory.symbols)
    (got,) = results(lib.layer(x, w, b))
    np.testing.assert_allclose(got, np.maximum(x @ w + b, 0), rtol=1e-5, atol=1e-6)
    assert (memory.allocated, memory.freed) == (1, 0)


@pytest.mark.parametrize("options", [{"bounds_checks": True}, {"optimize": False}, {"threads": 2}])
def test_options_of_the_default_passes(options):
    rng = np.random.default_rng(2)
    x, w, b = (rng.standard_normal(shape).astype(np.float32) for shape in ((5, 8), (8, 4), (4,)))
    lib = tvmlike.compile(LAYER, **options)
    (got,) = results(lib.layer(x, w, b))
    np.testing.assert_allclose(got, np.maximum(x @ w + b, 0), rtol=1e-5, atol=1e-6)


def test_arrays_with_gaps_are_copied():
    lib = tvmlike.compile("""
        func.func @f(%a: tensor<?x3xf32>, %b: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
          %0 = arith.subf %a, %b : tensor<?x3xf32>
          return %0, %a : tensor<?x3xf32>, tensor<?x3xf32>
        }""")
    numbers = np.arange(60, dtype=np.float32)
    views = [
        numbers[:12].reshape(3, 4).T,
        numbers[:24].reshape(4, 6)[:, ::2],
        numbers[:12].reshape(4, 3)[::-1, ::-1],
        np.broadcast_to(numbers[:3], (4, 3)),
        np.broadcast_to(numbers[:4, None], (4, 3)),
        numbers[:12].reshape(4, 3),
    ]
    views = [view for view in views if view.shape == (4, 3)]
    assert len(views) == 6
    for a in views:
        for b in views:
            difference, same = results(lib.f(a, b))
            np.testing.assert_array_equal(difference, a - b)
            np.testing.assert_array_equal(same, a)
    empty = np.zeros((0, 6), np.float32)[:, ::2]
    assert results(lib.f(empty, empty))[0].shape == (0, 3)
    with pytest.raises(TypeError, match="got an array of float64"):
        lib.f(views[0], views[1].astype(np.float64).T.copy().T)
    with pytest.raises(ValueError, match="size mismatch in dimension 1"):
        lib.f(views[0], numbers[:16].reshape(4, 4).T)


def test_arrays_with_gaps_that_are_written_are_refused_with_the_remedy():
    lib = tvmlike.compile(f"""
        func.func @f(%a: {TENSOR} {{bufferization.writable = true}}, %b: {TENSOR}) -> {TENSOR} {{
          return %a : {TENSOR}
        }}
        func.func @g(%a: memref<8xf32> {{llvm.readonly}}) {{
          return
        }}""")
    strided = np.zeros(16, np.float32)[::2]
    with pytest.raises(ValueError, match=r"argument 1.*np\.ascontiguousarray"):
        lib.f(strided, strided)
    with pytest.raises(ValueError, match=r"np\.ascontiguousarray"):
        lib.g(strided)
    lib.f(np.ascontiguousarray(strided), strided)


def test_libraries_on_disk_copy_arrays_with_gaps(tmp_path):
    path = tmp_path / "libstrided.so"
    tvmlike.engine.library(f"func.func @f(%a: {TENSOR}) -> {TENSOR} {{ return %a : {TENSOR} }}", str(path))
    strided = np.arange(16, dtype=np.float32)[::2]
    np.testing.assert_array_equal(results(native.open(str(path)).f(strided))[0], strided)


def test_memrefs_beside_tensors():
    lib = tvmlike.compile("""
        func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>) -> (memref<4xf32>, tensor<f32>) {
          %c0 = arith.constant 0 : index
          %b = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
          memref.copy %b, %m : memref<4xf32> to memref<4xf32>
          %e = tensor.extract %t[%c0] : tensor<4xf32>
          %s = tensor.from_elements %e : tensor<f32>
          return %m, %s : memref<4xf32>, tensor<f32>
        }""")
    a, m = np.arange(4, dtype=np.float32) + 1, np.zeros(4, np.float32)
    copy, first = results(lib.f(a, m))
    np.testing.assert_array_equal(m, a)
    np.testing.assert_array_equal(copy, a)
    assert first == 1.0


def test_memory_can_be_freed_by_hand():
    memory = Memory()
    lib = tvmlike.compile(
        """
        func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>) -> tensor<4xf32> {
          %a = memref.alloc() : memref<4xf32>
          memref.copy %m, %a : memref<4xf32> to memref<4xf32>
          memref.copy %a, %m : memref<4xf32> to memref<4xf32>
          memref.dealloc %a : memref<4xf32>
          return %t : tensor<4xf32>
        }""",
        symbols=memory.symbols,
    )
    a = np.arange(4, dtype=np.float32)
    (got,) = results(lib.f(a, np.zeros(4, np.float32)))
    np.testing.assert_array_equal(got, a)
    assert (memory.allocated, memory.freed) == (2, 1)


def test_a_module_stays_as_it_is():
    with ir.Context():
        module = ir.Module.parse(LAYER)
        before = str(module)
        tvmlike.compile(module)
        assert str(module) == before


def test_arguments_are_not_written_and_can_be_read_only():
    lib = tvmlike.compile(f"""
        func.func @set(%a: {TENSOR}, %i: index, %v: f32) -> {TENSOR} {{
          %0 = tensor.insert %v into %a[%i] : {TENSOR}
          return %0 : {TENSOR}
        }}""")
    a = np.zeros(8, np.float32)
    a.flags.writeable = False
    (got,) = results(lib.set(a, 3, 2.0))
    assert got[3] == 2.0
    np.testing.assert_array_equal(a, np.zeros(8))


def test_a_writable_argument_is_written():
    lib = tvmlike.compile(f"""
        func.func @set(%a: {TENSOR} {{bufferization.writable = true}}, %i: index, %v: f32) -> {TENSOR} {{
          %0 = tensor.insert %v into %a[%i] : {TENSOR}
          return %0 : {TENSOR}
        }}""")
    a = np.zeros(8, np.float32)
    result = lib.set(a, 3, 2.0)
    assert a[3] == 2.0
    a[4] = 1.0
    assert results(result)[0][4] == 0.0, "the result has memory of its own"


def test_a_writable_argument_shares_no_memory_with_others():
    lib = tvmlike.compile(f"""
        func.func @f(
            %a: {TENSOR} {{bufferization.writable = true, llvm.readonly}}, %b: {TENSOR}
        ) -> {TENSOR} {{
          %c0 = arith.constant 0 : index
          %v = arith.constant 3.0 : f32
          %0 = tensor.insert %v into %a[%c0] : {TENSOR}
          return %b : {TENSOR}
        }}""")
    a = np.zeros(8, np.float32)
    with pytest.raises(ValueError, match=r"its memory overlaps that of argument 2; pass a copy"):
        lib.f(a, a)
    (got,) = results(lib.f(a, a.copy()))
    assert (a[0], got[0]) == (3.0, 0.0)
    a.flags.writeable = False
    with pytest.raises(ValueError, match="got a read-only array"):
        lib.f(a, a.copy())


def test_only_public_functions_are_those_of_the_library():
    """Others are made to free memory."""
    lib = tvmlike.compile(f"""
        func.func private @pick(%a: {TENSOR}, %i: index) -> f32 {{
          %0 = tensor.extract %a[%i] : {TENSOR}
          return %0 : f32
        }}
        func.func private @twice(%x: f32) -> f32 {{
          %0 = arith.addf %x, %x : f32
          return %0 : f32
        }}
        func.func @f(%a: {TENSOR}, %b: {TENSOR}, %c: i1, %i: index) -> ({TENSOR}, f32) {{
          %0 = arith.select %c, %a, %b : {TENSOR}
          %1 = func.call @pick(%0, %i) : ({TENSOR}, index) -> f32
          %2 = func.call @twice(%1) : (f32) -> f32
          return %0, %2 : {TENSOR}, f32
        }}""")
    assert list(lib.functions) == ["f"]
    assert not dict(lib.refused)
    a = np.arange(8, dtype=np.float32)
    first, second = lib.f(a, a + 1, False, 2)
    np.testing.assert_array_equal(np.from_dlpack(first), a + 1)
    assert second == 6.0


def test_results_share_no_memory():
    """An argument, the same value twice, a part and a constant are returned as copies."""
    lib = tvmlike.compile(f"""
        func.func @f(%a: {TENSOR}) -> ({TENSOR}, {TENSOR}, tensor<4xf32>, tensor<2xf32>) {{
          %s = tensor.extract_slice %a[2] [4] [1] : {TENSOR} to tensor<4xf32>
          %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
          return %a, %a, %s, %c : {TENSOR}, {TENSOR}, tensor<4xf32>, tensor<2xf32>
        }}""")
    a = np.arange(8, dtype=np.float32)
    found = lib.f(a)
    arrays = [np.from_dlpack(each) for each in found]
    for index, array in enumerate(arrays):
        for other in [a, *arrays[:index]]:
            assert not np.shares_memory(array, other)
    del found
    np.testing.assert_array_equal(arrays[0], a)
    np.testing.assert_array_equal(arrays[1], a)
    np.testing.assert_array_equal(arrays[2], a[2:6])
    np.testing.assert_array_equal(arrays[3], [1.0, 2.0])


def test_calls_return_owners():
    """A private function returns its argument or new memory; the caller frees what it does not return."""
    memory = Memory()
    lib = tvmlike.compile(
        f"""
        func.func private @pick(%a: {TENSOR}, %c: i1, %v: f32) -> {TENSOR} {{
          %0 = scf.if %c -> {TENSOR} {{
            scf.yield %a : {TENSOR}
          }} else {{
            %e = tensor.empty() : {TENSOR}
            %f = linalg.fill ins(%v : f32) outs(%e : {TENSOR}) -> {TENSOR}
            scf.yield %f : {TENSOR}
          }}
          return %0 : {TENSOR}
        }}
        func.func @first(%a: {TENSOR}, %c: i1, %v: f32) -> f32 {{
          %i = arith.constant 0 : index
          %0 = call @pick(%a, %c, %v) : ({TENSOR}, i1, f32) -> {TENSOR}
          %1 = tensor.extract %0[%i] : {TENSOR}
          return %1 : f32
        }}
        func.func @both(%a: {TENSOR}, %c: i1, %v: f32) -> {TENSOR} {{
          %0 = call @pick(%a, %c, %v) : ({TENSOR}, i1, f32) -> {TENSOR}
          return %0 : {TENSOR}
        }}""",
        symbols=memory.symbols,
    )
    a = np.arange(8, dtype=np.float32) + 1
    for condition, wanted in ((True, 1.0), (False, 5.0)):
        assert lib.first(a, condition, 5.0) == wanted
        assert not memory.live
        (got,) = results(lib.both(a, condition, 5.0))
        assert got[0] == wanted
        # The result was freed by the runtime, with the C library.
        assert len(memory.live) == 1
        memory.live.clear()


def test_recursion_and_loops_free_each_iteration():
    memory = Memory()
    lib = tvmlike.compile(
        f"""
        func.func @grow(%a: {TENSOR}, %n: index) -> {TENSOR} {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> ({TENSOR}) {{
            %e = tensor.empty() : {TENSOR}
            %y = linalg.add ins(%x, %x : {TENSOR}, {TENSOR}) outs(%e : {TENSOR}) -> {TENSOR}
            scf.yield %y : {TENSOR}
          }}
          return %r : {TENSOR}
        }}""",
        symbols=memory.symbols,
    )
    a = np.ones(8, np.float32)
    (got,) = results(lib.grow(a, 10))
    np.testing.assert_array_equal(got, a * 1024)
    assert len(memory.live) == 1, "only the result is left"
    assert memory.allocated - memory.freed == 1


def test_a_callback_gets_and_returns_arrays():
    name = f"tensor_callback_{os.getpid()}"
    tvmlike.register_func(name, lambda x: np.from_dlpack(x) * 2)
    try:
        memory = Memory()
        lib = tvmlike.compile(
            f"""
            func.func private @{name}(tensor<2xf64>) -> tensor<2xf64>
            func.func @f(%x: tensor<2xf64>) -> tensor<2xf64> {{
              %0 = call @{name}(%x) : (tensor<2xf64>) -> tensor<2xf64>
              return %0 : tensor<2xf64>
            }}"""
        )
        x = np.array([1.0, 2.0])
        (got,) = results(lib.f(x))
        np.testing.assert_array_equal(got, [2.0, 4.0])
        assert not memory.live
    finally:
        tvmlike.remove_global_func(name)


def test_random_functions_leak_nothing():
    """Equal to the same functions with copies before each write, without memory left or freed twice."""
    from test_compile_tensors import LOOPS, compiled

    numbers = np.arange(16, dtype=np.float32) ** 2
    for seed in range(200 if os.environ.get("TVMLIKE_TEST_ALL") else 20):
        rng = random.Random(seed)
        known = ["%a", "%b"]
        lines = random_body(rng, known, 2)
        returned = [rng.choice(known[-3:]), rng.choice(known)]
        arguments = "%v: f32, %i: index, %j: index, %n: index, %s: index, %c: i1"
        text = f"""
          func.func @f(%a: {TENSOR}, %b: {TENSOR}, {arguments}) -> ({TENSOR}, {TENSOR}) {{
            {chr(10).join(lines)}
            return {", ".join(returned)} : {TENSOR}, {TENSOR}
          }}"""
        memory = Memory()
        lib = tvmlike.compile(text, symbols=memory.symbols)
        copied = compiled(text, f"{LOOPS} copy-before-write=true")
        for choice in (False, True):
            first, second = numbers[:8].copy(), numbers[8:].copy()
            found = lib.f(first, second, 0.5, 1, 3, 4, 1, choice)
            # A value that is returned twice is there once.
            places = {np.from_dlpack(each).ctypes.data for each in found}
            got = results(found)
            np.testing.assert_array_equal(first, numbers[:8], err_msg=text)
            np.testing.assert_array_equal(second, numbers[8:], err_msg=text)
            wanted = results(copied.f(first.copy(), second.copy(), 0.5, 1, 3, 4, 1, choice))
            np.testing.assert_array_equal(got, wanted, err_msg=text)
            assert len(memory.live) == len(places), text
            memory.live.clear()


def test_operations_on_elements():
    text = """
      func.func @f(%a: tensor<?x6xf32>, %b: tensor<?x6xf32>) -> (tensor<?x6xf32>, tensor<?x6xi32>) {
        %two = arith.constant dense<2.0> : tensor<6xf32>
        %e = tensor.empty() : tensor<6xf32>
        %0 = arith.mulf %a, %b : tensor<?x6xf32>
        %1 = math.tanh %0 : tensor<?x6xf32>
        %2 = arith.cmpf ogt, %1, %b : tensor<?x6xf32>
        %3 = arith.select %2, %1, %b : tensor<?x6xi1>, tensor<?x6xf32>
        %4 = arith.extui %2 : tensor<?x6xi1> to tensor<?x6xi32>
        return %3, %4 : tensor<?x6xf32>, tensor<?x6xi32>
      }"""
    memory = Memory()
    lib = tvmlike.compile(text, symbols=memory.symbols)
    rng = np.random.default_rng(3)
    for rows in (0, 1, 5):
        a, b = rng.standard_normal((rows, 6), np.float32), rng.standard_normal((rows, 6), np.float32)
        before = a.copy(), b.copy()
        chosen, flags = lib.f(a, b)
        tanh = np.tanh(a * b)
        np.testing.assert_allclose(chosen.numpy(), np.maximum(tanh, b), rtol=1e-6)
        np.testing.assert_array_equal(flags.numpy(), (tanh > b).astype(np.int32))
        np.testing.assert_array_equal(before, (a, b))
        del chosen, flags
    # Callers free the results.
    assert memory.allocated - memory.freed == 6


@pytest.mark.parametrize("threads", [1, 2])
def test_chains_of_operations_on_elements(threads):
    steps = "\n".join(f"%{i + 1} = math.sqrt %{i} : tensor<64x64xf64>" for i in range(40))
    text = f"""
      func.func @f(%a: tensor<64x64xf64>) -> tensor<64x64xf64> {{
        %0 = arith.mulf %a, %a : tensor<64x64xf64>
        {steps}
        return %40 : tensor<64x64xf64>
      }}"""
    a = np.random.default_rng(1).random((64, 64)) * 100
    expected = a * a
    for _ in range(40):
        expected = np.sqrt(expected)
    np.testing.assert_array_equal(tvmlike.compile(text, threads=threads).f(a).numpy(), expected)
