"""`threads=N`: threads run the iterations of parallel loops."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

import tvmlike

np = pytest.importorskip("numpy")

pytestmark = pytest.mark.skipif(
    tvmlike.get_global_func("engine.compile", True) is None, reason="the library has no engine"
)

LOOPS = """
    func.func @axpy(%a: f32, %x: memref<?x?x?xf32>, %y: memref<?x?x?xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %l = memref.dim %x, %c0 : memref<?x?x?xf32>
      %m = memref.dim %x, %c1 : memref<?x?x?xf32>
      %n = memref.dim %x, %c2 : memref<?x?x?xf32>
      scf.parallel (%i, %j, %k) = (%c0, %c0, %c0) to (%l, %m, %n) step (%c1, %c1, %c1) {
        %0 = memref.load %x[%i, %j, %k] : memref<?x?x?xf32>
        %1 = arith.mulf %a, %0 : f32
        %2 = memref.load %y[%i, %j, %k] : memref<?x?x?xf32>
        %3 = arith.addf %1, %2 : f32
        memref.store %3, %y[%i, %j, %k] : memref<?x?x?xf32>
      }
      return
    }
    func.func @count(%x: memref<?xi64>, %from: index, %to: index, %step: index) {
      %one = arith.constant 1 : i64
      scf.parallel (%i) = (%from) to (%to) step (%step) {
        %0 = memref.atomic_rmw addi %one, %x[%i] : (i64, memref<?xi64>) -> i64
      }
      return
    }
    func.func @divide(%x: memref<?xi32>, %y: memref<?xi32>) -> i32 {
      %c0 = arith.constant 0 : index
      %n = memref.dim %x, %c0 : memref<?xi32>
      scf.forall (%i) in (%n) {
        %0 = memref.load %x[%i] : memref<?xi32>
        %1 = memref.load %y[%i] : memref<?xi32>
        %2 = arith.divsi %0, %1 : i32
        memref.store %2, %x[%i] : memref<?xi32>
      }
      %7 = arith.constant 7 : i32
      return %7 : i32
    }
    func.func @rows(%x: memref<?x8xf64>, %sums: memref<?xf64>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %zero = arith.constant 0.0 : f64
      %n = memref.dim %sums, %c0 : memref<?xf64>
      scf.for %turn = %c0 to %c8 step %c1 {
        affine.parallel (%i) = (0) to (symbol(%n)) {
          %sum = scf.parallel (%j) = (%c0) to (%c8) step (%c1) init (%zero) -> f64 {
            %0 = memref.load %x[%i, %j] : memref<?x8xf64>
            scf.reduce(%0 : f64) {
            ^bb0(%a: f64, %b: f64):
              %1 = arith.addf %a, %b : f64
              scf.reduce.return %1 : f64
            }
          }
          memref.store %sum, %sums[%i] : memref<?xf64>
        }
      }
      return
    }
    func.func private @deep(%n: i64) -> i64 {
      %one = arith.constant 1 : i64
      %0 = func.call @deep(%n) : (i64) -> i64
      %1 = arith.addi %0, %one : i64
      return %1 : i64
    }
    func.func @recursion(%x: memref<?xi64>) {
      %c0 = arith.constant 0 : index
      %n = memref.dim %x, %c0 : memref<?xi64>
      scf.forall (%i) in (%n) {
        %0 = memref.load %x[%i] : memref<?xi64>
        %1 = func.call @deep(%0) : (i64) -> i64
        memref.store %1, %x[%i] : memref<?xi64>
      }
      return
    }"""


@pytest.fixture(scope="module", params=[2, 3, 0])
def lib(request):
    return tvmlike.compile(LOOPS, threads=request.param)


@pytest.mark.parametrize(
    "shape", [(0, 3, 4), (3, 0, 4), (3, 4, 0), (1, 1, 1), (1, 1, 900), (900, 1, 1), (7, 11, 13), (2, 200, 3)]
)
def test_each_iteration_runs_once(lib, shape):
    generator = np.random.default_rng(0)
    x, y = (generator.standard_normal(shape, np.float32) for _ in range(2))
    wanted = np.float32(2) * x + y
    lib.axpy(2, x, y)
    np.testing.assert_array_equal(y, wanted)


@pytest.mark.parametrize("bounds", [(0, 100, 1), (3, 98, 7), (5, 5, 1), (9, 2, 3), (99, 100, 50), (0, 1, 1)])
def test_bounds_are_those_of_the_loop(lib, bounds):
    x = np.zeros(100, np.int64)
    lib.count(x, *bounds)
    wanted = np.zeros(100, np.int64)
    wanted[slice(*bounds) if bounds[0] < bounds[1] else slice(0, 0)] = 1
    np.testing.assert_array_equal(x, wanted)


def test_loops_in_loops(lib):
    x = np.arange(80, dtype=np.float64).reshape(10, 8)
    sums = np.zeros(10)
    lib.rows(x, sums)
    np.testing.assert_array_equal(sums, x.sum(axis=1))


def test_operations_of_linalg_are_parallel():
    text = """
        func.func @batch(%a: memref<?x?x?xf64>, %b: memref<?x?x?xf64>, %c: memref<?x?x?xf64>) {
          linalg.batch_matmul ins(%a, %b : memref<?x?x?xf64>, memref<?x?x?xf64>) outs(%c : memref<?x?x?xf64>)
          return
        }"""
    generator = np.random.default_rng(0)
    a, b = generator.standard_normal((5, 6, 7)), generator.standard_normal((5, 7, 8))
    one, many = np.zeros((5, 6, 8)), np.zeros((5, 6, 8))
    tvmlike.compile(text).batch(a, b, one)
    tvmlike.compile(text, threads=3).batch(a, b, many)
    np.testing.assert_array_equal(one, many)
    np.testing.assert_allclose(many, a @ b)


@pytest.mark.parametrize("kind", ["memref", "tensor"])
def test_operations_of_linalg_run_on_several_threads(kind):
    """Each element waits for that of another thread: on one thread, the barrier breaks."""
    text = """
        func.func private @wait_for_another(f64) -> f64
        func.func @f(%a: KIND<2x1xf64>, %b: KIND<2x1xf64>) RESULT {
          OUT linalg.map ins(%a : KIND<2x1xf64>) outs(%b : KIND<2x1xf64>)
            (%x: f64, %y: f64) {
              %r = func.call @wait_for_another(%x) : (f64) -> f64
              linalg.yield %r : f64
            }
          return RETURN
        }"""
    over = {"RESULT": "-> KIND<2x1xf64>", "OUT": "%r =", "RETURN": "%r : KIND<2x1xf64>"}
    for word in over:
        text = text.replace(word, over[word] if kind == "tensor" else "")
    barrier, threads = threading.Barrier(2), set()

    @tvmlike.register_func("wait_for_another", override=True)
    def wait_for_another(x):
        barrier.wait(timeout=20)
        threads.add(threading.get_ident())
        return 2 * x

    lib = tvmlike.compile(text.replace("KIND", kind), threads=2)
    a, b = np.array([[1.0], [2.0]]), np.zeros((2, 1))
    result = lib.f(a, b)
    np.testing.assert_array_equal(b if kind == "memref" else result.numpy(), 2 * a)
    assert len(threads) == 2
    tvmlike.remove_global_func("wait_for_another")


def test_several_threads_run_iterations():
    """Iterations wait until another thread runs one, too."""
    threads = set()
    both = threading.Event()

    def observe(_):
        threads.add(threading.get_ident())
        if len(threads) > 1:
            both.set()
        both.wait(0.1)

    tvmlike.register_func("threads_observe", observe)
    try:
        lib = tvmlike.compile(
            """
            func.func private @threads_observe(index)
            func.func @f(%n: index) {
              scf.forall (%i) in (%n) {
                func.call @threads_observe(%i) : (index) -> ()
              }
              return
            }""",
            threads=2,
        )
        lib.f(100)
    finally:
        tvmlike.remove_global_func("threads_observe")
    assert len(threads) == 2


def test_the_first_error_is_raised(lib):
    x, y = np.arange(4000, dtype=np.int32), np.full(4000, 3, np.int32)
    assert lib.divide(x, y) == 7
    np.testing.assert_array_equal(x, np.arange(4000) // 3)
    y[1234] = 0
    with pytest.raises(ZeroDivisionError, match=r"^divide: integer division by zero at -:31:14$"):
        lib.divide(x, y)
    y[1234] = 1
    assert lib.divide(x, y) == 7


def test_a_recursion_without_an_end_is_an_error(lib):
    with pytest.raises(RecursionError, match="no stack is left"):
        lib.recursion(np.zeros(100, np.int64))


def test_an_exception_of_a_callback_ends_the_loop():
    calls = []

    def refuse(i):
        calls.append(i)
        raise KeyError(i)

    tvmlike.register_func("threads_refuse", refuse)
    try:
        lib = tvmlike.compile(
            """
            func.func private @threads_refuse(index)
            func.func @f(%n: index, %x: memref<1xi32>) {
              scf.forall (%i) in (%n) {
                func.call @threads_refuse(%i) : (index) -> ()
              }
              %c0 = arith.constant 0 : index
              %c7 = arith.constant 7 : i32
              memref.store %c7, %x[%c0] : memref<1xi32>
              return
            }""",
            threads=2,
        )
        x = np.zeros(1, np.int32)
        with pytest.raises(KeyError):
            lib.f(10_000, x)
        # What follows the loop does not run.
        assert x[0] == 0
        assert len(calls) < 10_000
    finally:
        tvmlike.remove_global_func("threads_refuse")


def test_calls_on_several_threads(lib):
    wrong = []

    def work(seed):
        generator = np.random.default_rng(seed)
        for _ in range(20):
            x, y = (generator.standard_normal((4, 5, 6), np.float32) for _ in range(2))
            wanted = np.float32(3) * x + y
            lib.axpy(3, x, y)
            if not np.array_equal(y, wanted):
                wrong.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_the_child_of_a_fork_has_threads_of_its_own(run_python):
    code, out, err = run_python(
        f'''
import os, numpy as np, tvmlike
lib = tvmlike.compile("""{LOOPS}""", threads=3)
def use():
    x = np.zeros(1000, np.int64)
    lib.count(x, 0, 1000, 1)
    return bool((x == 1).all())
assert use()
child = os.fork()
if child == 0:
    os._exit(0 if use() else 1)
_, status = os.waitpid(child, 0)
print(os.waitstatus_to_exitcode(status), use())
'''
    )
    assert (code, out.strip()) == (0, "0 True"), err


@pytest.mark.skipif(
    threading.current_thread() is not threading.main_thread(), reason="signals arrive on the main thread"
)
def test_ctrl_c_ends_a_loop():
    lib = tvmlike.compile(
        """
        func.func @forever(%x: memref<?xi64>) {
          %c0 = arith.constant 0 : index
          %true = arith.constant true
          %one = arith.constant 1 : i64
          %n = memref.dim %x, %c0 : memref<?xi64>
          scf.forall (%i) in (%n) {
            scf.while : () -> () {
              scf.condition(%true)
            } do {
              memref.store %one, %x[%i] : memref<?xi64>
              scf.yield
            }
          }
          return
        }""",
        threads=2,
        interruptible=True,
    )
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        lib.forever(np.zeros(8, np.int64))
    assert time.monotonic() - start < 60
    timer.join()


def test_a_loop_waits_for_no_other_loop():
    """All threads run iterations that wait until another loop has ended."""
    name = f"wait_for_others_{os.getpid()}"
    ended = threading.Event()
    tvmlike.register_func(name, lambda i: float(ended.wait(60)))
    try:
        lib = tvmlike.compile(
            f"""
            func.func private @{name}(index) -> f64
            func.func @waits(%x: memref<?xf64>) {{
              %c0 = arith.constant 0 : index
              %n = memref.dim %x, %c0 : memref<?xf64>
              scf.forall (%i) in (%n) {{
                %0 = func.call @{name}(%i) : (index) -> f64
                memref.store %0, %x[%i] : memref<?xf64>
              }}
              return
            }}
            func.func @fill(%x: memref<?xf64>, %v: f64) {{
              %c0 = arith.constant 0 : index
              %n = memref.dim %x, %c0 : memref<?xf64>
              scf.forall (%i) in (%n) {{
                memref.store %v, %x[%i] : memref<?xf64>
              }}
              return
            }}""",
            threads=2,
        )
        # As many callers as make all threads of the other tests wait.
        waiting = [np.zeros(8) for _ in range(16)]
        callers = [threading.Thread(target=lib.waits, args=(x,)) for x in waiting]
        for caller in callers:
            caller.start()
        x = np.zeros(8)
        for turn in range(20):
            lib.fill(x, float(turn))
            time.sleep(0.001)
        assert not ended.is_set()
        assert x[0] == 19.0
        ended.set()
        for caller in callers:
            caller.join()
        assert all((x == 1.0).all() for x in waiting)
    finally:
        ended.set()
        tvmlike.remove_global_func(name)


def test_functions_of_loops_are_no_functions_of_the_library():
    lib = tvmlike.compile(LOOPS, threads=2)
    assert sorted(lib.functions) == ["axpy", "count", "divide", "recursion", "rows"]
    assert not dict(lib.refused)


def test_what_cannot_run_on_threads_is_named():
    with pytest.raises(ValueError, match="add the pass convert-parallel-loops-to-threads to a pipeline"):
        tvmlike.compile(LOOPS, threads=2, pipeline="builtin.module(cse)")
    with pytest.raises(ValueError, match='the engine "llvm" runs parallel loops on one thread'):
        tvmlike.compile(LOOPS, threads=2, engine="llvm")
    with pytest.raises((OverflowError, TypeError, ValueError), match="threads"):
        tvmlike.compile(LOOPS, threads=-1)
    taken = "llvm.func @tvmlike_run_parallel(%x: i32) -> i32 { llvm.return %x : i32 }\n"
    with pytest.raises(tvmlike.ir.MLIRError, match="is that of the function that runs parallel loops"):
        tvmlike.compile(taken + LOOPS, threads=2)
