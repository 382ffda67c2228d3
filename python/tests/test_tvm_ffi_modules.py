"""Libraries for tvm-ffi that we open, and our plugins that tvm-ffi opens."""

from __future__ import annotations

import inspect
import json
import os
import shutil
import subprocess
import sys
import textwrap

import numpy as np
import pytest
from conftest import SUFFIX, plugin_path

import tvmlike

tvm_ffi = pytest.importorskip("tvm_ffi")

import tvmlike.tvm_ffi as neighbour  # noqa: E402

KERNELS = r"""
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/map.h>
#include <tvm/ffi/extra/c_env_api.h>

#include <chrono>
#include <thread>

namespace ffi = tvm::ffi;

void add_to(ffi::TensorView x, double value) {
  float* data = static_cast<float*>(x.data_ptr());
  for (int64_t i = 0; i < x.size(0); ++i) data[i] += static_cast<float>(value);
}
ffi::Any call(ffi::Function f, ffi::Any x) { return f(x); }
void fail(ffi::String message) { TVM_FFI_THROW(ValueError) << message; }
ffi::String caught(ffi::Function f) {
  try {
    f();
  } catch (const ffi::Error& error) {
    return error.kind() + ": " + error.message();
  }
  return "nothing";
}
ffi::Function adder(int64_t by) {
  return ffi::Function::FromTyped([by](int64_t x) { return x + by; });
}
int64_t total(ffi::Array<int64_t> values) {
  int64_t sum = 0;
  for (int64_t value : values) sum += value;
  return sum;
}
void wait_for_signal(int64_t most) {
  for (int64_t waited = 0; waited < most; ++waited) {
    if (TVMFFIEnvCheckSignals() != 0) throw ffi::EnvErrorAlreadySet();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}
ffi::Any value_of(ffi::Map<ffi::String, ffi::Any> map, ffi::String key) { return map[key]; }
"""


@pytest.fixture(scope="module")
def kernels(tmp_path_factory):
    """The path of a library that tvm-ffi has compiled."""
    if shutil.which("ninja") is None or shutil.which(os.environ.get("CXX", "c++")) is None:
        pytest.skip("tvm_ffi.cpp needs a C++ compiler and ninja")
    import tvm_ffi.cpp

    functions = ["add_to", "call", "fail", "caught", "adder", "total", "value_of", "wait_for_signal"]
    folder = tmp_path_factory.mktemp("kernels")
    return tvm_ffi.cpp.build_inline(
        name="pytest_kernels",
        cpp_sources=KERNELS,
        functions=functions,
        extra_cflags=["-DTVM_FFI_DLL_EXPORT_INCLUDE_METADATA=1"],
        build_directory=os.fspath(folder),
    )


@pytest.fixture(scope="module")
def exporting():
    """The plugin that also exports its functions for tvm-ffi."""
    path = plugin_path().with_name(f"libtvmlike_exporting{SUFFIX}")
    if not path.exists():
        pytest.skip(f"the exporting plugin is not built: {path} is missing")
    return path


@pytest.fixture
def namespace(request):
    """A namespace for the test; emptied afterwards."""
    chosen = f"pytest_module.{request.node.name}"
    yield chosen
    for name in tvmlike.list_global_func_names(chosen):
        tvmlike.remove_global_func(name)


def test_kernels_by_name(kernels, namespace):
    names = neighbour.load_module(kernels, namespace)
    assert names == sorted(names)
    assert tvmlike.list_global_func_names(namespace) == names

    def get(name):
        return tvmlike.get_global_func(f"{namespace}.{name}")

    array = np.zeros(4, dtype="float32")
    get("add_to")(array, 2.5)
    get("add_to")(tvmlike.from_dlpack(array), 1)
    assert array.tolist() == [3.5] * 4
    memory = bytes(16)
    with pytest.raises(BufferError, match="argument 1, converted to tvm-ffi: expected a writable tensor"):
        get("add_to")(np.frombuffer(memory, "float32"), 1)
    assert memory == bytes(16)
    assert get("call")(lambda x: x + 1, 41) == 42
    assert get("call")(tvmlike.tensor.sum, array) == 14.0
    assert get("adder")(3)(4) == 7
    assert get("total")([1, 2, 3]) == 6
    assert get("value_of")({"a": [1]}, "a")[0] == 1
    info = json.loads(tvmlike.registry.info(f"{namespace}.total"))
    assert os.path.samefile(info["owner"], kernels)


def test_signatures_of_kernels(kernels, namespace):
    neighbour.load_module(kernels, namespace)

    def signature(name):
        return str(inspect.signature(tvmlike.get_global_func(f"{namespace}.{name}")))

    assert signature("add_to") == "(arg0: Tensor, arg1: float, /) -> None"
    assert signature("adder") == "(arg0: int, /) -> PackedFunc"
    assert signature("total") == "(arg0: Array[int], /) -> int"
    assert signature("value_of") == "(arg0: Map[str, Any], arg1: str, /) -> Any"


def test_loading_another_build_of_a_library(kernels, exporting, namespace):
    first = neighbour.load_module(exporting, namespace)
    add = tvmlike.get_global_func(f"{namespace}.add")
    tvmlike.register_func(f"{namespace}.total", lambda values: "mine")
    with pytest.raises(ValueError, match="needs override"):
        neighbour.load_module(exporting, namespace)
    assert neighbour.load_module(exporting, namespace, override=True) == first
    assert tvmlike.get_global_func(f"{namespace}.add")(1, 2) == add(1, 2) == 3
    names = neighbour.load_module(kernels, namespace, override=True)
    assert f"{namespace}.total" in names
    assert tvmlike.get_global_func(f"{namespace}.total")([1, 2]) == 3
    assert set(tvmlike.list_global_func_names(namespace)) == {*first, *names}


def test_an_override_that_fails_changes_nothing(exporting):
    # The longest names of the library exceed the limit, the others do not.
    namespace = "n" * (1024 - len(".adder"))
    tvmlike.register_func(f"{namespace}.add", lambda: "mine")
    try:
        with pytest.raises(ValueError, match="must not exceed"):
            neighbour.load_module(exporting, namespace, override=True)
        assert tvmlike.list_global_func_names(namespace) == [f"{namespace}.add"]
        assert tvmlike.get_global_func(f"{namespace}.add")() == "mine"
    finally:
        tvmlike.remove_global_func(f"{namespace}.add")


def test_a_module_of_tvm_ffi(kernels, exporting):
    theirs = tvm_ffi.load_module(kernels)
    module = neighbour.from_tvm_ffi(theirs)
    assert isinstance(module, neighbour.Module)
    array = np.zeros(2, dtype="float32")
    module["add_to"](array, 1.5)
    module.add_to(array, 1)
    assert array.tolist() == [2.5, 2.5]
    assert module.get_function("call")(lambda x: x + 1, 41) == 42
    assert (module.kind, module.imports) == ("library", [])
    assert repr(module).startswith("<tvmlike.tvm_ffi.Module of kind 'library' at 0x")
    assert ("add_to" in module, "no" in module, 3 in module) == (True, False, False)
    assert module.implements_function("total")
    assert neighbour.to_tvm_ffi(module).same_as(theirs)
    with pytest.raises(KeyError, match="no"):
        module["no"]
    with pytest.raises(AttributeError, match="no function 'no'"):
        module.no
    with pytest.raises(TypeError, match="get_function: argument 1 `name`: expected str, got int"):
        module[3]
    other = neighbour.from_tvm_ffi(tvm_ffi.load_module(os.fspath(exporting)))
    other.import_module(module)
    assert [one.same_as(module) for one in other.imports] == [True]
    assert other.get_function("total", query_imports=True)([1, 2]) == 3
    assert not other.implements_function("total")
    with pytest.raises(TypeError, match="import_module: argument 1 `module`: expected Module, got Array"):
        other.import_module(tvmlike.convert([1]))
    with pytest.raises(BufferError):
        module.add_to(np.frombuffer(bytes(8), "float32"), 1)


STATUS = """
#include <tvm/ffi/c_api.h>
extern int PyGILState_Ensure(void);
extern void PyGILState_Release(int);
extern void PyErr_SetString(void*, const char*);
extern void* PyExc_LookupError;
TVM_FFI_DLL_EXPORT
int __tvm_ffi_status(void* self, const TVMFFIAny* args, int32_t n, TVMFFIAny* out) {
  (void)self; (void)n; (void)out;
  return (int)args[0].v_int64;
}
TVM_FFI_DLL_EXPORT
int __tvm_ffi_left(void* self, const TVMFFIAny* args, int32_t n, TVMFFIAny* out) {
  (void)self; (void)n; (void)out;
  int state = PyGILState_Ensure();
  PyErr_SetString(PyExc_LookupError, "left behind");
  PyGILState_Release(state);
  return (int)args[0].v_int64;
}
TVM_FFI_DLL_EXPORT
int __tvm_ffi_already_set(void* self, const TVMFFIAny* args, int32_t n, TVMFFIAny* out) {
  (void)self; (void)args; (void)n; (void)out;
  TVMFFIErrorSetRaisedFromCStr("EnvErrorAlreadySet", "");
  return -1;
}
"""


def test_a_status_without_an_error(tmp_path, namespace):
    neighbour.load_module(compiled(STATUS, tmp_path), namespace)

    def get(name):
        return tvmlike.get_global_func(f"{namespace}.{name}")

    assert get("status")(0) is None
    for status in (-1, -2, 3):
        with pytest.raises(
            RuntimeError, match=f"returned the status {status}, but raised no error"
        ) as caught:
            get("status")(status)
        assert "must set its error before it returns" in str(caught.value)
    for status in (-1, -2):
        with pytest.raises(LookupError, match=r"^left behind$"):
            get("left")(status)
    with pytest.raises(RuntimeError, match="EnvErrorAlreadySet, but left no exception in the interpreter"):
        get("already_set")()
    assert get("status")(0) is None


def test_errors_of_kernels(kernels, namespace):
    neighbour.load_module(kernels, namespace)

    def get(name):
        return tvmlike.get_global_func(f"{namespace}.{name}")

    with pytest.raises(ValueError, match="what it says") as caught:
        get("fail")("what it says")
    assert "fail" in caught.value.backtrace
    with pytest.raises(TypeError, match=r"Mismatched number of arguments|Expected 1"):
        get("fail")()

    class Mine(Exception):
        pass

    raised = Mine("mine")

    def raises(*args):
        raise raised

    # Through C++, which may catch it.
    with pytest.raises(Mine) as through:
        get("call")(raises, 1)
    assert through.value is raised
    assert get("caught")(raises) == "Mine: mine"
    assert get("caught")(lambda: None) == "nothing"


def test_signals_in_kernels(kernels, namespace):
    """If a signal handler raises during a kernel, the call raises that exception."""
    import signal

    neighbour.load_module(kernels, namespace)

    class Mine(Exception):
        pass

    raised = Mine("mine")

    def handler(number, frame):
        raise raised

    def interrupted():
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        tvmlike.get_global_func(f"{namespace}.wait_for_signal")(60_000)

    before = signal.signal(signal.SIGALRM, handler)
    try:
        with pytest.raises(Mine) as caught:
            interrupted()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert caught.value is raised


def test_taken_names_are_errors(kernels, namespace):
    tvmlike.register_func(f"{namespace}.fail", lambda: "mine")
    with pytest.raises(ValueError, match=r"\.fail.* is already registered"):
        neighbour.load_module(kernels, namespace)
    assert tvmlike.list_global_func_names(namespace) == [f"{namespace}.fail"]


def test_invalid_libraries_are_errors(tmp_path, namespace):
    with pytest.raises(OSError, match=r"tvm_ffi.load_module: /no/such/file"):
        neighbour.load_module("/no/such/file.so", namespace)
    text = tmp_path / "text.so"
    text.write_text("not a library")
    with pytest.raises(OSError, match=r"text\.so"):
        neighbour.load_module(text, namespace)
    with pytest.raises(ValueError, match="exports no function for tvm-ffi"):
        neighbour.load_module(tvmlike.library_path(), namespace)
    with pytest.raises(TypeError, match="load_module: argument 1 `path`: expected a path, got None"):
        neighbour.load_module(None, namespace)
    with pytest.raises(
        TypeError, match="load_module: argument 2 `namespace`: expected a non-empty str, got ''"
    ):
        neighbour.load_module(text, "")


FILLED = """
#include <tvm/ffi/c_api.h>
void* __tvm_ffi__library_ctx = 0;
TVM_FFI_DLL_EXPORT
int __tvm_ffi_is_filled(void* self, const TVMFFIAny* args, int32_t n, TVMFFIAny* out) {
  (void)self; (void)args; (void)n;
  out->type_index = kTVMFFIBool;
  out->v_int64 = __tvm_ffi__library_ctx != 0;
  return 0;
}
"""


def compiled(text, folder):
    """Compiles a C library that includes tvm-ffi's headers and links its library."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        pytest.skip("there is no C compiler")
    source, library = folder / "source.c", folder / f"libsource{SUFFIX}"
    source.write_text(text)
    folders = [tvm_ffi.libinfo.find_include_path(), tvm_ffi.libinfo.find_dlpack_include_path()]
    options = [option for folder in folders for option in ("-I", folder)]
    linked = tvm_ffi.libinfo.find_libtvm_ffi()
    command = [compiler, "-shared", "-fPIC", "-o", library, source, *options, linked]
    subprocess.run(list(map(os.fspath, command)), check=True)
    return library


def test_places_that_their_loader_fills_in(tmp_path, namespace):
    library = compiled(FILLED, tmp_path)
    assert neighbour.load_module(library, namespace) == [f"{namespace}.is_filled"]
    assert tvmlike.get_global_func(f"{namespace}.is_filled")() is True


def run_alone(program, *arguments):
    """Runs a program in an interpreter without tvmlike."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program), *map(os.fspath, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def test_our_plugin_without_a_host(exporting):
    said, complained = run_alone(
        """
        import sys, numpy as np, tvm_ffi
        module = tvm_ffi.load_module(sys.argv[1])
        x = np.zeros(2, dtype="float32")
        t = tvm_ffi.from_dlpack(x)
        module.raise_by(t, 2.5)
        print(x.tolist(), module.add(2), module.add(2, 3), module.echo(t).same_as(t))
        print(module.apply(lambda v: v * 2, 21), module.adder(3)(4))
        print(sorted(module.keys({"a": 1, "b": 2})), module.table()["adder"](1))
        counter = module.counter()
        print(module.count(counter), module.count(module.echo(counter)))
        error = ValueError("mine")
        def raises(x):
            raise error
        for call in (lambda: module.fail("ValueError", "no"), lambda: module.add("x"), module.panic,
                     lambda: module.apply(raises, 1)):
            try:
                call()
            except Exception as caught:
                print(type(caught).__name__, caught)
        print([name for name in sys.modules if name.startswith("tvmlike")])
        """,
        exporting,
    )
    assert said.splitlines() == [
        "[2.5, 2.5] 3 5 True",
        "42 7",
        "['a', 'b'] 2",
        "1 2",
        "ValueError no",
        "TypeError exporting.add: argument 1 `a`: expected i64, got str",
        "RuntimeError exporting.panic panicked: on purpose",
        "ValueError mine",
        "[]",
    ]
    assert "panicked" not in complained


def test_the_description_of_our_plugin(exporting):
    said, _ = run_alone(
        """
        import sys, tvm_ffi
        module = tvm_ffi.load_module(sys.argv[1])
        for name in ("add", "raise_by", "keys", "counter"):
            schema = tvm_ffi.core.TypeSchema.from_json_str(module.get_function_metadata(name)["type_schema"])
            print(schema, "|", module.get_function_doc(name))
        """,
        exporting,
    )
    # Newer versions show maps and functions without parameters in other words.
    assert said.splitlines()[:2] == [
        "Callable[[int, int], int] | The sum of two numbers.",
        "Callable[[Tensor, float], None] | Adds to every element of a tensor, in place.",
    ]
    assert "The keys of a map." in said
    assert "tvmlike.Object" in said or "Callable[..., Any]" in said


def test_objects_outlive_their_module(exporting):
    said, _ = run_alone(
        """
        import gc, sys, tvm_ffi
        module = tvm_ffi.load_module(sys.argv[1], keep_module_alive=False)
        made = module.adder(3), module.table(), module.counter()
        try:
            module.fail("ValueError", "no")
        except ValueError as caught:
            error = caught
        del module
        gc.collect()
        print(made[0](4), made[1]["adder"](1), error)
        del made, error
        gc.collect()
        print("done")
        """,
        exporting,
    )
    assert said == "7 2 no\ndone\n"


def test_our_plugin_opened_by_both(exporting, namespace):
    neighbour.join()
    module = tvm_ffi.load_module(os.fspath(exporting))
    assert module.add(1, 2) == 3
    with pytest.raises(KeyError, match="no"):
        module.fail("KeyError", "no")
    tvmlike.load_plugin(exporting)
    assert tvmlike.exporting.add(1, 2) == 3
    assert tvm_ffi.get_global_func("exporting.add")(1, 2) == 3
    # Opened by its symbols, it is another library.
    names = neighbour.load_module(exporting, namespace)
    assert f"{namespace}.keys" in names
    assert tvmlike.get_global_func(f"{namespace}.apply")(lambda x: x + 1, 1) == 2
    with pytest.raises(ValueError, match="no") as caught:
        tvmlike.get_global_func(f"{namespace}.fail")("ValueError", "no")
    assert isinstance(caught.value.__cause__, KeyError)
