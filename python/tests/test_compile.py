"""`tvmlike.compile`: modules become functions that take arrays."""

from __future__ import annotations

import gc
import inspect
import re
import shutil
import subprocess
import sys
import threading
import weakref
from pathlib import Path

import pytest

import tvmlike
from tvmlike import engine, ir, native

np = pytest.importorskip("numpy")

KERNELS = Path(__file__).resolve().parents[2] / "compiler" / "tests" / "engine"

pytestmark = pytest.mark.skipif(
    sys.platform != "linux"
    or not KERNELS.is_dir()
    or tvmlike.get_global_func("engine.compile", True) is None,
    reason="not Linux, the library has no engine, or the package lies outside its checkout",
)


@pytest.fixture(scope="module")
def signatures():
    from tvmlike._mlir_signatures import signatures_of_file

    entries = signatures_of_file(KERNELS / "kernels.mlir")["functions"]
    found = {entry["symbol"]: entry["signature"] for entry in entries}
    return {**found, "observe": "(index, memref<?xf32>) -> f32"}


@pytest.fixture(scope="module")
def lowered():
    return (KERNELS / "kernels.llvm.mlir").read_text()


@pytest.fixture(scope="module")
def kernels(lowered, signatures):
    tvmlike.register_func("observe", lambda i, x: float(np.from_dlpack(x)[i]) * 2, override=True)
    yield tvmlike.compile(lowered, signatures=signatures)
    if tvmlike.get_global_func("observe", True) is not None:
        tvmlike.remove_global_func("observe")


ADD = """
llvm.func @add(%a: f64, %b: f64) -> f64 {
  %0 = llvm.fadd %a, %b : f64
  llvm.return %0 : f64
}"""


def test_signatures_name_functions_of_the_module():
    with pytest.raises(
        ValueError, match="a signature of `ad`, but the module has no such function; it has: add"
    ):
        tvmlike.compile(ADD, signatures={"ad": "(f64, f64) -> f64"})
    with pytest.raises(ValueError, match="the signature of `add`: "):
        tvmlike.compile(ADD, signatures={"add": "(f64"})


def test_text_becomes_functions():
    lib = tvmlike.compile(ADD)
    assert lib.add(1.5, 2) == 3.5
    assert lib["add"] is lib.functions["add"] or lib["add"](1, 1) == 2.0
    assert list(lib) == ["add"]
    assert "add" in lib
    assert len(lib) == 1
    assert "add" in dir(lib)
    assert str(inspect.signature(lib.add)).count("float") == 3
    with pytest.raises(TypeError, match="add: argument 1"):
        lib.add("1", 2)
    assert repr(lib) == "<engine.Library, 1 functions>"


def test_modules_become_functions_and_do_not_change():
    with ir.Context():
        module = ir.Module.parse(ADD)
        before = str(module)
        assert tvmlike.compile(module).add(1, 2) == 3.0
        assert tvmlike.compile(module.operation).add(1, 2) == 3.0
        assert str(module) == before
        assert module.operation.verify()


def test_kernels_take_arrays(kernels):
    rng = np.random.default_rng(1)
    x, y = rng.random(1000, np.float32), rng.random(1000, np.float32)
    expected = np.float32(2.5) * x + y
    kernels.saxpy(2.5, x, y)
    np.testing.assert_array_equal(y, expected)
    strided = rng.random((50, 4), np.float32)
    out = np.zeros((50, 3), np.float32)
    kernels.saxpy_strided(2.0, strided[::-1, 1], out[:, 2])
    np.testing.assert_array_equal(out[:, 2], 2 * strided[::-1, 1])
    assert not out[:, :2].any()

    a, b = rng.random((17, 9), np.float32), rng.random((9, 23), np.float32)
    for name in ("matmul", "matmul_ikj"):
        c = np.zeros((17, 23), np.float32)
        kernels[name](a, b, c)
        np.testing.assert_allclose(c, a @ b, rtol=1e-5)

    image, blurred = rng.random((20, 30), np.float32), np.zeros((20, 30), np.float32)
    kernels.stencil(image, blurred)
    inner = (
        image[1:-1, 1:-1] + image[:-2, 1:-1] + image[2:, 1:-1] + image[1:-1, :-2] + image[1:-1, 2:]
    ) * np.float32(0.2)
    np.testing.assert_allclose(blurred[1:-1, 1:-1], inner, rtol=1e-6)

    assert kernels.sum(np.arange(10, dtype=np.float32)) == 45.0
    assert kernels.sum_i64(np.arange(10**5)) == 10**5 * (10**5 - 1) // 2
    probabilities = np.zeros(1000, np.float32)
    kernels.softmax(x, probabilities)
    powers = np.exp(x - x.max())
    np.testing.assert_allclose(probabilities, powers / powers.sum(), rtol=1e-4)
    assert kernels.collatz(27) == 111


def test_a_module_is_lowered(kernels):
    text = (KERNELS / "kernels.mlir").read_text()
    lib = tvmlike.compile(text)
    assert set(lib) == set(kernels)
    x, y = np.arange(5, dtype=np.float32), np.ones(5, np.float32)
    lib.saxpy(2.0, x, y)
    np.testing.assert_array_equal(y, 2 * x + 1)
    probabilities = [np.zeros(100, np.float32) for _ in range(2)]
    logits = np.random.default_rng(3).random(100, np.float32)
    for made, out in zip((lib, kernels), probabilities):
        made.softmax(logits, out)
    np.testing.assert_array_equal(*probabilities)
    assert lib.each(x) == 20.0
    assert lib.collatz(27) == 111
    np.testing.assert_array_equal(np.asarray(lib.new(2, 0.5)), [0.5, 0.5])
    with pytest.raises(RuntimeError, match=r"checked: aborted at .*:[0-9]+"):
        lib.checked(np.zeros(4), 4)
    with pytest.raises(ValueError, match="no such option nothing"):
        tvmlike.compile(text, "builtin.module(canonicalize{nothing=1})")


def test_affine_loops_and_views_are_lowered():
    lib = tvmlike.compile("""
        func.func @f(%x: memref<8x8xf64>, %n: index, %d: i64) -> (f64, i64) {
          %zero = arith.constant 0.0 : f64
          %v = memref.subview %x[2, 1] [4, 3] [1, 2]
            : memref<8x8xf64> to memref<4x3xf64, strided<[8, 2], offset: 17>>
          %r = affine.for %i = 0 to 4 iter_args(%a = %zero) -> f64 {
            %s = affine.for %j = 0 to 3 iter_args(%b = %a) -> f64 {
              %e = affine.load %v[%i, %j] : memref<4x3xf64, strided<[8, 2], offset: 17>>
              %t = arith.addf %b, %e : f64
              affine.yield %t : f64
            }
            affine.yield %s : f64
          }
          %m = arith.constant -7 : i64
          %q = arith.floordivsi %m, %d : i64
          return %r, %q : f64, i64
        }""")
    x = np.random.default_rng(4).random((8, 8))
    total, quotient = lib.f(x, 3, 2)
    np.testing.assert_allclose(total, x[2:6, 1:6:2].sum())
    assert quotient == -4
    assert lib.refused == {}


def test_results_are_owned_by_the_caller(kernels):
    made = np.asarray(kernels.new(5, 1.5))
    np.testing.assert_array_equal(made, np.full(5, 1.5, np.float32))
    assert kernels.divide(-17, 5) == (-3, -2)


def test_floats_of_16_bits(kernels):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    rng = np.random.default_rng(2)
    x, y = rng.random(50).astype(np.float16), rng.random(50).astype(ml_dtypes.bfloat16)
    a, b = np.float16(0), ml_dtypes.bfloat16(0)
    for v, w in zip(x, y):
        a, b = np.float16(a + v), ml_dtypes.bfloat16(b + w)
    assert kernels.halves(x, y) == (float(a), float(b))


def test_declarations_are_registered_functions(kernels):
    assert kernels.each(np.arange(4, dtype=np.float32)) == 12.0


def test_an_exception_of_a_callback_comes_out(lowered, signatures):
    class Odd(Exception):
        pass

    def fail(i, x):
        raise Odd(i)

    tvmlike.register_func("observe", fail, override=True)
    try:
        with pytest.raises(Odd):
            tvmlike.compile(lowered, signatures=signatures).each(np.ones(2, np.float32))
    finally:
        tvmlike.remove_global_func("observe")


def test_arrays_are_checked(kernels):
    with pytest.raises(TypeError, match="saxpy: argument 2"):
        kernels.saxpy(1.0, np.zeros(2), np.zeros(2, np.float32))
    with pytest.raises(ValueError, match="saxpy: argument 2"):
        kernels.saxpy(1.0, np.zeros(4, np.float32)[::2], np.zeros(2, np.float32))


def test_traps_are_exceptions(kernels):
    with pytest.raises(ZeroDivisionError, match=r"divide: integer division by zero at .*:[0-9]+:[0-9]+"):
        kernels.divide(1, 0)
    with pytest.raises(OverflowError, match="divide: integer overflow in a division"):
        kernels.divide(-(2**63), -1)
    assert kernels.divide(7, 2) == (3, 1)
    values = np.arange(4.0)
    assert kernels.checked(values, 3) == 3.0
    with pytest.raises(RuntimeError, match="checked: aborted"):
        kernels.checked(values, 4)


def test_an_assertion_has_its_message(capfd):
    lib = tvmlike.compile("""
        func.func @positive(%n: i64) -> i64 {
          %c0 = arith.constant 0 : i64
          %holds = arith.cmpi sgt, %n, %c0 : i64
          cf.assert %holds, "n must be \\22positive\\22"
          return %n : i64
        }""")
    assert lib.positive(1) == 1
    with pytest.raises(RuntimeError, match=r'^positive: aborted at -:5:11: n must be "positive"$'):
        lib.positive(0)
    assert capfd.readouterr().out == ""


def test_sizes_are_read_from_descriptors():
    text = engine.translate(
        """
        func.func @fill(%x: memref<?x?xi8>, %v: i8) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %n = memref.dim %x, %c1 : memref<?x?xi8>
          scf.for %i = %c0 to %n step %c1 {
            memref.store %v, %x[%c0, %i] : memref<?x?xi8>
          }
          return
        }"""
    )
    assert "extractvalue" in text
    assert "alloca" not in text


def test_traps_on_threads(kernels):
    caught = []

    def work():
        for _ in range(200):
            try:
                kernels.divide(1, 0)
            except ZeroDivisionError:
                caught.append(kernels.divide(9, 2))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert caught == [(4, 1)] * 800


def test_a_recursion_without_an_end_is_an_error():
    lib = tvmlike.compile("""
        func.func @depth(%n: i64) -> i64 {
          %c0 = arith.constant 0 : i64
          %c1 = arith.constant 1 : i64
          %is_last = arith.cmpi eq, %n, %c0 : i64
          %r = scf.if %is_last -> i64 {
            scf.yield %c0 : i64
          } else {
            %m = arith.subi %n, %c1 : i64
            %d = func.call @depth(%m) : (i64) -> i64
            %e = arith.addi %d, %c1 : i64
            scf.yield %e : i64
          }
          return %r : i64
        }""")
    caught = []

    def work():
        for _ in range(3):
            try:
                lib.depth(-1)
            except RecursionError as error:
                caught.append(str(error).startswith("depth: no stack is left"))
            assert lib.depth(1000) == 1000

    work()
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert caught == [True] * 6


def test_an_undefined_declaration_is_named_as_the_module_names_it():
    text = """
        func.func private @nobody(memref<?xf32>) attributes {llvm.emit_c_interface}
        func.func @f(%x: memref<?xf32>) {
          func.call @nobody(%x) : (memref<?xf32>) -> ()
          return
        }"""
    with pytest.raises(ir.MLIRError, match="undefined symbols: nobody; register functions"):
        tvmlike.compile(text)


def test_a_namespace_registers_the_functions():
    with tvmlike.compile(ADD, namespace="compiled_here") as lib:
        assert lib.namespace == "compiled_here"
        assert tvmlike.compiled_here.add(1, 2) == 3.0
        function = tvmlike.get_global_func("compiled_here.add")
        with pytest.raises(Exception, match=r"compiled_here.add"):
            tvmlike.compile(ADD, namespace="compiled_here")
    assert tvmlike.get_global_func("compiled_here.add", True) is None
    assert function(2, 3) == 5.0, "a function keeps its code"


def test_a_closed_library_is_an_error():
    lib = tvmlike.compile(ADD)
    add = lib.add
    lib.close()
    lib.close()
    assert add(1, 2) == 3.0
    with pytest.raises(AttributeError, match="no public function 'add'"):
        _ = lib.add
    with pytest.raises(ValueError, match="was closed"):
        lib.address("add")
    assert repr(lib) == "<engine.Library, 0 functions, closed>"


def test_code_is_freed_with_its_last_function():
    lib = tvmlike.compile(ADD)
    address = int(getattr(lib.address("add"), "value", lib.address("add")))

    def is_mapped():
        for line in Path("/proc/self/maps").read_text().splitlines():
            start, end = (int(part, 16) for part in line.split()[0].split("-"))
            if start <= address < end and "x" in line.split()[1]:
                return True
        return False

    add = lib.add
    assert is_mapped()
    gone = weakref.ref(lib)
    del lib
    gc.collect()
    assert gone() is None
    assert is_mapped()
    assert add(1, 1) == 2.0
    del add
    gc.collect()
    assert not is_mapped()


def test_what_is_wrong_is_named():
    with pytest.raises(ir.MLIRError, match="undefined symbols: nobody_has_this") as info:
        tvmlike.compile(
            "llvm.func @nobody_has_this()"
            "llvm.func @f() { llvm.call @nobody_has_this() : () -> () llvm.return }"
        )
    assert "register functions with these names" in str(info.value)
    with pytest.raises(
        ir.MLIRError, match=r":1:18: 'gpu.barrier': no pass of the pipeline lowers this operation"
    ):
        tvmlike.compile("func.func @f() { gpu.barrier return }")
    for ty in (
        "tuple<i32>",
        "none",
        'memref<2xi32, "near">',
        "memref<?x?xi32, affine_map<(d0, d1) -> (d1, d0)>>",
    ):
        message = f":1:1: 'func.func': the type '{re.escape(ty)}' has no lowering: replace it by numbers"
        with pytest.raises(ir.MLIRError, match=message):
            tvmlike.compile(f"func.func @f(%a: {ty}) {{ return }}")
    with pytest.raises(ValueError, match='unknown engine "gcc"; supported: cranelift, llvm'):
        tvmlike.compile(ADD, engine="gcc")
    with pytest.raises(ir.MLIRError, match="Unable to parse module"):
        tvmlike.compile("llvm.func @f(")
    lib = tvmlike.compile("llvm.func @f(%p: !llvm.ptr) { llvm.return }")
    with pytest.raises(AttributeError, match=r"function 'f' cannot be called: .*`signatures`"):
        _ = lib.f
    with pytest.raises(AttributeError, match="no public symbol `g`; it has: f"):
        lib.address("g")
    with pytest.raises(TypeError, match='expected a pointer for "g", got a function'):
        tvmlike.compile("llvm.func @g()", symbols={"g": len})


def test_symbols_are_pointers():
    text = """
    llvm.func @twice(i32) -> i32
    llvm.func @f(%x: i32) -> i32 {
      %0 = llvm.call @twice(%x) : (i32) -> i32
      llvm.return %0 : i32
    }"""
    pointer = native.closure(lambda x: 2 * x, "i32(i32)")
    lib = tvmlike.compile(text, symbols={"twice": pointer})
    del pointer
    gc.collect()
    assert lib.f(4) == 8


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_a_library_on_disk_has_its_signatures(tmp_path, lowered, signatures):
    path = tmp_path / "libkernels.so"
    text = lowered.replace("llvm.func private @observe", "llvm.func internal @observe")
    engine.library(text, path, signatures={k: v for k, v in signatures.items() if k != "observe"})
    assert '"saxpy"' in native.signatures_of(str(path))
    imports = {"_mlir_ciface_observe": native.closure(lambda *_: 1.0, "f32(i64, ptr)")}
    with native.open(path, imports=imports) as lib:
        y = np.ones(3, np.float32)
        lib.saxpy(2.0, np.ones(3, np.float32), y)
        np.testing.assert_array_equal(y, np.full(3, 3, np.float32))
        assert lib.each(np.ones(3, np.float32)) == 3.0
        np.testing.assert_array_equal(np.asarray(lib.new(2, 0.5)), [0.5, 0.5])
        assert lib.divide(7, 2) == (3, 1)


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_an_object_is_linked_into_a_c_program(tmp_path):
    (tmp_path / "add.o").write_bytes(engine.object(ADD))
    (tmp_path / "main.c").write_text(
        "#include <stdio.h>\ndouble add(double, double);\n"
        'int main(void) { printf("%g\\n", add(1.5, 2)); return 0; }\n'
    )
    program = tmp_path / "main"
    subprocess.run(["cc", tmp_path / "main.c", tmp_path / "add.o", "-o", program], check=True)
    assert subprocess.run([program], capture_output=True, check=True).stdout == b"3.5\n"


def test_memory_stays_flat():
    import resource

    def use(count):
        for _ in range(count):
            assert tvmlike.compile(ADD).add(1, 2) == 3.0
        gc.collect()

    def resident():
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

    use(100)
    before = resident()
    use(300)
    assert resident() - before < 4 << 20


TOY = """
dialect toy
constraint Float "floating-point" float
operation twice format="$x attr-dict `:` type($x)"
  operand x Float
  result y Float
  trait Pure
  trait SameOperandsAndResultType
"""


def test_a_context_that_is_used_again_has_the_dialects_of_today():
    """Contexts of texts are used again, but not after a dialect was defined anew."""
    text = """
        func.func @f(%x: f32) -> f32 {
          %0 = toy.twice %x : f32
          return %x : f32
        }"""
    pipeline = "builtin.module(canonicalize,convert-func-to-llvm)"
    tvmlike.register_func("ir.dialect.toy", lambda: TOY)
    try:
        for _ in range(3):
            assert tvmlike.compile(text, pipeline).f(2.0) == 2.0
        tvmlike.register_func(
            "ir.dialect.toy",
            lambda: TOY.replace('"floating-point" float', '"of 64 bits" signless(64)'),
            override=True,
        )
        with pytest.raises(ir.MLIRError, match="operand #0 must be of 64 bits"):
            tvmlike.compile(text, pipeline)
    finally:
        tvmlike.remove_global_func("ir.dialect.toy")
    with pytest.raises(ir.MLIRError, match="toy"):
        tvmlike.compile(text, pipeline)


def test_texts_have_nothing_to_do_with_each_other():
    wrong = ["func.func @f() {", "func.func @add() { return }\nfunc.func @add() { return }", ADD + "}"]
    outcomes = []

    def compile_many():
        for number in range(20):
            with pytest.raises(Exception, match="Unable to parse"):
                tvmlike.compile(wrong[number % len(wrong)])
            lib = tvmlike.compile(ADD.replace("@add", f"@add{number}"))
            outcomes.append(list(lib.functions) == [f"add{number}"] and lib[f"add{number}"](1, 2) == 3.0)

    threads = [threading.Thread(target=compile_many) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == [True] * 60


def test_translate_returns_llvm_ir():
    text = engine.translate(ADD)
    assert "define double @add(double %" in text
    assert "fadd double" in text


def test_a_file_is_compiled(tmp_path):
    file = tmp_path / "twice.mlir"
    file.write_text(
        "func.func @twice(%x: f64) -> f64 {\n  %0 = arith.addf %x, %x : f64\n  return %0 : f64\n}\n"
    )
    assert tvmlike.compile(file).twice(21.0) == 42.0
    assert tvmlike.engine.object(file)[:4] == b"\x7fELF"
    file.write_text("func.func @f(%x: f64) {\n  test.unknown\n  return\n}\n")
    with pytest.raises(tvmlike.ir.MLIRError, match=r"twice\.mlir"):
        tvmlike.compile(file)
    with pytest.raises(tvmlike.ir.MLIRError, match=r"none\.mlir"):
        tvmlike.compile(tmp_path / "none.mlir")
