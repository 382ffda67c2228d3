"""`bounds_checks=True`: an access outside of a memref is an error with the operation and its location."""

from __future__ import annotations

import pytest

import tvmlike

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)


CHECKED = """
    func.func @get(%x: memref<?x4xf32>, %i: index, %j: index) -> f32 {
      %0 = memref.load %x[%i, %j] : memref<?x4xf32>
      return %0 : f32
    }
    func.func @put(%x: memref<?xf32>, %i: index, %v: f32) {
      affine.for %k = 0 to 2 {
        affine.store %v, %x[symbol(%i) + %k] : memref<?xf32>
      }
      return
    }
    func.func @part(%x: memref<?xf32>, %o: index, %n: index, %s: index) -> f32 {
      %0 = memref.subview %x[%o] [%n] [%s] : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
      %c0 = arith.constant 0 : index
      %1 = memref.load %0[%c0] : memref<?xf32, strided<[?], offset: ?>>
      return %1 : f32
    }
    func.func @sum(%x: memref<?xf32>, %y: memref<?xf32>) {
      linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
          iterator_types = ["parallel"]} ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) {
      ^bb0(%a: f32, %b: f32):
        %0 = arith.addf %a, %b : f32
        linalg.yield %0 : f32
      }
      return
    }"""


@pytest.fixture(scope="module")
def checked():
    return tvmlike.compile(CHECKED, bounds_checks=True)


@pytest.mark.parametrize("place", [(-1, 0), (2, 0), (0, -1), (0, 4), (2**62, 0)])
def test_indices_are_checked(checked, place, capfd):
    x = np.arange(8, dtype=np.float32).reshape(2, 4)
    assert checked.get(x, 1, 3) == 7.0
    with pytest.raises(RuntimeError) as caught:
        checked.get(x, *place)
    assert str(caught.value) == (
        "get: aborted at -:3:12: ERROR: Runtime op verification failed\n"
        "%0 = memref.load %arg0[%arg1, %arg2] : memref<?x4xf32>\n^ out-of-bounds access\n"
        'Location: loc("-":3:12)'
    )
    assert capfd.readouterr().out == ""


def test_a_store_outside_changes_nothing_behind_it(checked):
    memory = np.zeros(8, np.float32)
    with pytest.raises(RuntimeError, match=r"put: aborted at [^\n]*\nmemref\.store"):
        checked.put(memory[:4], 3, 1.0)
    assert memory.tolist() == [0, 0, 0, 1, 0, 0, 0, 0]
    checked.put(memory, 6, 2.0)
    assert memory.tolist() == [0, 0, 0, 1, 0, 0, 2, 2]


def test_views_are_checked(checked):
    x = np.arange(8, dtype=np.float32)
    assert checked.part(x, 1, 3, 3) == 1.0
    for offset, size, stride in [(8, 1, 1), (-1, 1, 1), (1, 3, 4), (0, 9, 1), (7, 2, 1), (1, 2, -2)]:
        with pytest.raises(RuntimeError, match=r"memref\.subview(.|\n)*out-of-bounds"):
            checked.part(x, offset, size, stride)
    with pytest.raises(RuntimeError, match=r"memref\.load(.|\n)*out-of-bounds access"):
        checked.part(x, 8, 0, 1)


def test_sizes_of_linalg_are_checked(checked):
    x, y = np.ones(4, np.float32), np.ones(8, np.float32)
    checked.sum(x, y[:4])
    assert y.tolist() == [2] * 4 + [1] * 4
    for operands in ((x, y), (y, x)):
        with pytest.raises(RuntimeError, match=r"sum: aborted at .*sizes of the operands do not fit"):
            checked.sum(*operands)


SIZES = """
    func.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x5xf32>) {
      linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x5xf32>)
      return
    }
    func.func @conv(%x: memref<?xf32>, %w: memref<?xf32>, %o: memref<?xf32>) {
      linalg.conv_1d ins(%x, %w : memref<?xf32>, memref<?xf32>) outs(%o : memref<?xf32>)
      return
    }
    func.func @add(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
      %0 = arith.addf %a, %b : tensor<?x?xf32>
      return %0 : tensor<?x?xf32>
    }
    """


@pytest.mark.parametrize("threads", [1, 2])
def test_sizes_that_fit_by_default(threads):
    lib = tvmlike.compile(SIZES, threads=threads)

    def ones(*shape):
        return np.ones(shape, np.float32)

    fitting = [
        (lib.matmul, ones(4, 6), ones(6, 5), ones(4, 5)),
        (lib.matmul, ones(0, 6), ones(6, 5), ones(0, 5)),
        (lib.conv, ones(10), ones(3), ones(8)),
        # More than the window reads.
        (lib.conv, ones(11), ones(3), ones(8)),
        (lib.conv, ones(0), ones(0), ones(0)),
        (lib.add, ones(4, 6), ones(4, 6)),
        (lib.add, ones(0, 3), ones(0, 3)),
    ]
    wrong = [
        (lib.matmul, ones(4, 6), ones(5, 5), ones(4, 5)),
        (lib.matmul, ones(4, 6), ones(6, 4), ones(4, 5)),
        (lib.matmul, ones(4, 6), ones(6, 5), ones(3, 5)),
        (lib.conv, ones(9), ones(3), ones(8)),
        (lib.add, ones(4, 6), ones(2, 3)),
        (lib.add, ones(4, 6), ones(4, 7)),
    ]
    for function, *arrays in fitting:
        function(*arrays)
    for function, *arrays in wrong:
        before = [array.copy() for array in arrays]
        with pytest.raises(RuntimeError, match="sizes of the operands do not fit each other"):
            function(*arrays)
        for array, old in zip(arrays, before):
            np.testing.assert_array_equal(array, old)


def test_bounds_checks_need_memrefs():
    with pytest.raises(ValueError, match="add the pass generate-runtime-verification to a pipeline"):
        tvmlike.compile(CHECKED, bounds_checks=True, pipeline="builtin.module(cse)")
    with pytest.raises(ValueError, match="bounds_checks: the module is of the llvm dialect"):
        tvmlike.compile("llvm.func @f() { llvm.return }", bounds_checks=True)


def test_messages_of_many_assertions_have_their_own_names():
    checks = "".join(
        f"""
        %n{i} = arith.constant {i} : index
        %c{i} = arith.cmpi ne, %i, %n{i} : index
        cf.assert %c{i}, "the number is {i}" """
        for i in range(120)
    )
    lib = tvmlike.compile(
        f"""
        llvm.mlir.global internal constant @assert_msg_1("mine")
        func.func @f(%i: index) {{ {checks}
          return
        }}
        func.func @g(%i: index) {{
          %c0 = arith.constant 0 : index
          %0 = arith.cmpi ne, %i, %c0 : index
          cf.assert %0, "none"
          return
        }}"""
    )
    lib.f(120)
    for i in (0, 1, 2, 77, 119):
        with pytest.raises(RuntimeError, match=rf"^f: aborted at .*: the number is {i}$"):
            lib.f(i)
    with pytest.raises(RuntimeError, match=r"^g: aborted at .*: none$"):
        lib.g(0)


def test_an_assertion_in_a_thread_names_the_function_and_the_place():
    lib = tvmlike.compile(
        """
        func.func @all_positive(%x: memref<?xi32>) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %zero = arith.constant 0 : i32
          %n = memref.dim %x, %c0 : memref<?xi32>
          scf.parallel (%i) = (%c0) to (%n) step (%c1) {
            %0 = memref.load %x[%i] : memref<?xi32>
            %1 = arith.cmpi sgt, %0, %zero : i32
            cf.assert %1, "not positive"
          }
          return
        }""",
        threads=2,
    )
    x = np.ones(5000, np.int32)
    lib.all_positive(x)
    x[4321] = 0
    with pytest.raises(RuntimeError, match=r"^all_positive: aborted at -:10:13: not positive$"):
        lib.all_positive(x)
