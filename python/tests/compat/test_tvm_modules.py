"""Modules of libtvm_runtime: libraries of compiled functions, loaded, called, imported; loaders by format."""

from __future__ import annotations

import ctypes
import gc
import os
import shutil
import struct
import subprocess
import sys
import textwrap
import threading

import pytest
from test_tvm_arrays import array_of, np, seen, tvm
from tvm_client import CPU, TVMError, library_file

import tvmlike

# Fixtures, which pytest uses by name.
__all__ = ["seen", "tvm"]

SOURCE = r"""
#include <stdint.h>
#include <stddef.h>
typedef union { int64_t v_int64; double v_float64; void* v_handle; const char* v_str; } Value;
int VALUE = 3;
#define F(name) int name(Value* args, int* codes, int n, Value* out, int* code, void* resource)
F(version) { out->v_int64 = VERSION; *code = 0; return 0; }
F(doubled) {
  int64_t* head = (int64_t*)args[0].v_handle;
  if (n != 1 || (codes[0] != 13 && codes[0] != 7)) return -1;
  *code = 4;
  float* data = (float*)((char*)head[0] + head[5]);
  for (int at = 0; at < 4; ++at) data[at] *= 2;
  return resource == NULL ? 0 : -1;
}
F(count) { static int64_t calls; out->v_int64 = ++calls; *code = 0; return 0; }
const char __tvm_main__[] = "version";
"""

THROWS = r"""
#include <stdexcept>
extern "C" int throws(void*, int*, int, void*, int*, void*) { throw std::out_of_range("too far"); }
"""

compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


def compiled(folder, name="kernels.so", version=1, source=SOURCE, language="c"):
    file = folder / name
    text = folder / f"{name}.{language}"
    text.write_text(source)
    command = [
        "c++" if language == "cc" else "cc",
        "-shared",
        "-fPIC",
        f"-DVERSION={version}",
        "-o",
        file,
        text,
    ]
    subprocess.run([os.fspath(part) for part in command], check=True)
    return file


def load(tvm, file, form=""):
    return tvm.call("runtime.ModuleLoadFromFile", os.fspath(file), form)


@compiler
def test_modules(tvm, tmp_path):
    module = load(tvm, compiled(tmp_path))
    assert module.code == 9
    assert tvm.call("runtime.ModuleGetTypeKey", module) == "library"
    assert tvm.call("runtime.ModuleImportsSize", module) == 0
    assert tvm.call("runtime.ModuleGetPropertyMask", module) == 3
    get = tvm.get("runtime.ModuleGetFunction")
    version = get(module, "version", False)
    assert version() == 1
    assert get(module, "__tvm_main__", False)() == 1
    assert get(module, "absent", True) is None
    # Functions of the C library, and symbols that are not code.
    assert get(module, "malloc", False) is None
    assert get(module, "VALUE", False) is None
    implements = tvm.get("runtime.ModuleImplementsFunction")
    assert implements(module, "doubled", False)
    assert not implements(module, "VALUE", True)
    for name in ("ModuleGetSource", "ModuleGetFormat"):
        more = () if name == "ModuleGetFormat" else ("",)
        with pytest.raises(TVMError, match=r"RuntimeError: .*Module\[library\] does not support"):
            tvm.call(f"runtime.{name}", module, *more)
    with pytest.raises(TVMError, match=r"Module\[library\] does not support SaveToFile"):
        tvm.call("runtime.ModuleSaveToFile", module, os.fspath(tmp_path / "x"), "")
    assert not (tmp_path / "x").exists()
    count = module.use_count
    assert count == 2
    del module
    gc.collect()
    assert version() == 1


@compiler
def test_each_load_has_its_own_variables(tvm, tmp_path):
    file = compiled(tmp_path)
    get = tvm.get("runtime.ModuleGetFunction")
    first, second = (get(load(tvm, file), "count", False) for _ in range(2))
    assert [first(), first(), second(), first()] == [1, 2, 1, 3]


@compiler
def test_a_library_can_be_rebuilt_while_its_code_is_in_use(tvm, tmp_path):
    file = compiled(tmp_path)
    get = tvm.get("runtime.ModuleGetFunction")
    version = get(load(tvm, file), "version", False)
    other = compiled(tmp_path, "other.so", 2).read_bytes()
    # The file is overwritten in place, as some tools do.
    with open(file, "r+b") as place:
        place.truncate(0)
        assert version() == 1
        place.write(other)
    assert version() == 1
    assert get(load(tvm, file), "version", False)() == 2
    file.unlink()
    assert version() == 1


@compiler
def test_kernels_write_into_arrays_of_both_worlds(tvm, tmp_path, name):
    kernel = tvm.call("runtime.ModuleGetFunction", load(tvm, compiled(tmp_path)), "doubled", False)
    array = array_of(tvm, np.arange(4, dtype="float32"))
    kernel(array)
    assert np.frombuffer(array.read(16), "float32").tolist() == [0, 2, 4, 6]
    # Once registered, all front ends can call it.
    tvm.check(tvm.lib.TVMFuncRegisterGlobal(name.encode(), ctypes.c_void_p(kernel.address), 0))
    values = np.ones(4, "float32")
    tvmlike.get_global_func(name)(values)
    assert values.tolist() == [2, 2, 2, 2]
    with pytest.raises(TVMError):
        kernel(1)


@compiler
def test_a_module_is_an_object_for_all_front_ends(tvm, tmp_path, name, seen):
    module = load(tvm, compiled(tmp_path))
    back = tvm.call(name, module)
    assert back.address == module.address
    assert back.code == 9
    function = tvmlike.get_global_func("runtime.ModuleGetFunction")(seen[0], "version")
    assert function() == 1
    with pytest.raises(TypeError, match=r"runtime.ModuleGetTypeKey"):
        tvmlike.get_global_func("runtime.ModuleGetTypeKey")("text")


@compiler
def test_imports(tvm, tmp_path):
    first = load(tvm, compiled(tmp_path, "a.so", 1))
    second = load(tvm, compiled(tmp_path, "b.so", 2, "int nothing(void) { return 0; }"))
    importing = tvm.lib.TVMModImport
    tvm.check(importing(ctypes.c_void_p(second.address), ctypes.c_void_p(first.address)))
    with pytest.raises(TVMError, match=r"RuntimeError: .*cyclic"):
        tvm.check(importing(ctypes.c_void_p(first.address), ctypes.c_void_p(second.address)))
    get = tvm.get("runtime.ModuleGetFunction")
    assert get(second, "version", False) is None
    assert get(second, "version", True)() == 1
    assert tvm.call("runtime.ModuleGetImport", second, 0).address == first.address
    assert first.use_count == 2
    with pytest.raises(TVMError, match=r"IndexError"):
        tvm.call("runtime.ModuleGetImport", second, 1)
    tvm.call("runtime.ModuleClearImports", second)
    assert first.use_count == 1
    assert get(second, "version", True) is None


@compiler
def test_a_long_chain_of_imports(tvm, tmp_path):
    inner = load(tvm, compiled(tmp_path))
    make = tvm.get("runtime.SystemLib")
    for _ in range(2_000):
        outer = make()
        tvm.check(tvm.lib.TVMModImport(ctypes.c_void_p(outer.address), ctypes.c_void_p(inner.address)))
        inner = outer
    assert tvm.call("runtime.ModuleGetTypeKey", inner) == "system-lib"
    get = tvm.get("runtime.ModuleGetFunction")
    assert get(inner, "absent", True) is None
    assert get(inner, "version", True)() == 1


def test_formats(tvm, tmp_path):
    with pytest.raises(TVMError, match=r"OSError: .*Failed to load dynamic shared library .*absent.so"):
        load(tvm, tmp_path / "absent.so")
    with pytest.raises(TVMError, match=r"RuntimeError: .*Cannot deduce format of file"):
        load(tvm, tmp_path / "plain")
    with pytest.raises(
        TVMError,
        match=r"Loader for `\.xyz` files is not registered, resolved to \(runtime.module.loadfile_xyz\)",
    ):
        load(tvm, tmp_path / "a.xyz")
    with pytest.raises(TVMError, match=r"OSError"):
        load(tvm, tmp_path, "so")
    (tmp_path / "text.so").write_text("this is no library")
    with pytest.raises(TVMError, match=r"OSError: .*text.so"):
        load(tvm, tmp_path / "text.so")


@compiler
def test_a_truncated_library_is_an_error(tvm, tmp_path):
    whole = compiled(tmp_path).read_bytes()
    short = tmp_path / "short.so"
    short.write_bytes(whole[: len(whole) // 3])
    with pytest.raises(TVMError, match=r"OSError: .*short.so"):
        load(tvm, short)


@compiler
def test_a_loader_that_is_registered(tvm, tmp_path):
    module = load(tvm, compiled(tmp_path))
    asked = []

    def loader(file, form):
        asked.append((file, form))
        return module

    function = tvm.function(loader)
    tvm.check(
        tvm.lib.TVMFuncRegisterGlobal(b"runtime.module.loadfile_pytest", ctypes.c_void_p(function.address), 0)
    )
    try:
        assert load(tvm, "model.pytest").address == module.address
        assert load(tvm, "model", "pytest").address == module.address
        assert asked == [("model.pytest", ""), ("model", "pytest")]
        tvmlike.register_func("runtime.module.loadfile_pytest", lambda file, form: 3, override=True)
        with pytest.raises(TVMError, match=r"TypeError: .*no module"):
            load(tvm, "model.pytest")
    finally:
        tvmlike.remove_global_func("runtime.module.loadfile_pytest")


@compiler
@pytest.mark.skipif(shutil.which("c++") is None, reason="there is no C++ compiler")
@pytest.mark.skipif(sys.platform != "linux", reason="exceptions are caught on Linux")
def test_kernels_that_throw(tvm, tmp_path):
    module = load(tvm, compiled(tmp_path, "throws.so", source=THROWS, language="cc"))
    with pytest.raises(TVMError, match=r"too far"):
        tvm.call("runtime.ModuleGetFunction", module, "throws", False)()


@compiler
def test_modules_by_many_threads(tvm, tmp_path):
    module = load(tvm, compiled(tmp_path))
    failed = []

    def work():
        try:
            get = tvm.get("runtime.ModuleGetFunction")
            for _ in range(300):
                assert get(module, "version", False)() == 1
                assert load(tvm, tmp_path / "kernels.so").use_count == 1
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert module.use_count == 1


@pytest.mark.parametrize("rest", [(), (0, 1), (100, 0, 1), (100, 0, 1, 4096)])
def test_time_evaluator(tvm, name, rest):
    calls, before = [], []
    tvmlike.register_func(name, lambda *args: calls.append(args))
    tvmlike.register_func(f"{name}.before", lambda *args: before.append(args))
    try:
        evaluator = tvm.call("runtime.RPCTimeEvaluator", None, name, CPU, 0, 3, 4, 0, *rest, f"{name}.before")
        seconds = struct.unpack("@4d", evaluator(7, "x"))
    finally:
        tvmlike.remove_global_func(f"{name}.before")
    assert all(second >= 0 for second in seconds)
    # The first call is not measured.
    assert calls == [(7, "x")] * 13
    assert before == [(7, "x")] * 4


def test_time_evaluator_runs_for_the_given_time(tvm, name):
    calls = []
    tvmlike.register_func(name, lambda: calls.append(1))
    evaluator = tvm.call("runtime.RPCTimeEvaluator", None, name, CPU, 0, 1, 1, 20, 100, 0, 1, 0, "")
    (seconds,) = struct.unpack("@d", evaluator())
    # Only the last measurement takes 20 ms; earlier ones were shorter, with fewer calls.
    assert seconds * (len(calls) - 1) >= 0.02
    assert len(calls) > 2


def test_time_evaluator_rejects_bad_arguments(tvm, name):
    @tvmlike.register_func(name)
    def fail():
        raise ValueError("not today")

    make = tvm.get("runtime.RPCTimeEvaluator")
    with pytest.raises(TVMError, match="ValueError: not today"):
        make(None, name, CPU, 0, 1, 1, 0, "")()
    with pytest.raises(TVMError, match=r"RuntimeError: cannot measure pytest.nothing: no such function"):
        make(None, "pytest.nothing", CPU, 0, 1, 1, 0, "")
    with pytest.raises(TVMError, match="cuda:0"):
        make(None, name, 2, 0, 1, 1, 0, "")
    for number, repeat, least, rest in [
        (0, 1, 0, ()),
        (1, -1, 0, ()),
        (1, 2**40, 0, ()),
        (1, 1, -1, ()),
        (1, 1, 0, (-1, 1)),
        (1, 1, 0, (1, 0, 1, -1)),
    ]:
        with pytest.raises(TVMError, match="ValueError"):
            make(None, name, CPU, 0, number, repeat, least, *rest, "")
    with pytest.raises(TVMError, match="TypeError"):
        make(None, name, CPU, 0, 1, 1, 0, 1, 2, 3, 4, 5, "")
    with pytest.raises(TVMError, match="TypeError"):
        make(None, name, CPU, 0, 1, 1, 0, "x", 1, "")
    with pytest.raises(TVMError, match=r"pytest\.before\.absent"):
        make(None, name, CPU, 0, 1, 1, 0, "pytest.before.absent")
    tvmlike.register_func(name, lambda: None, override=True)
    with pytest.raises(TVMError, match="MemoryError"):
        make(None, name, CPU, 0, 1, 1, 0, 100, 0, 1, 2**60, "")()


def test_without_libtvmlike_every_call_is_an_error(tmp_path):
    shutil.copy(library_file(), tmp_path)
    program = """
        import ctypes, sys
        lib = ctypes.CDLL(sys.argv[1])
        lib.TVMGetLastError.restype = ctypes.c_char_p
        out = ctypes.c_void_p()
        assert lib.TVMArrayAlloc(None, 0, 0, 8, 1, 1, 0, ctypes.byref(out)) == -1
        assert b"libtvmlike" in lib.TVMGetLastError()
        assert lib.TVMStreamCreate(1, 0, ctypes.byref(out)) == -1
        assert lib.TVMModLoadFromFile(b"a.so", b"so", ctypes.byref(out)) == -1
        assert not out.value
    """
    env = {key: text for key, text in os.environ.items() if key != "TVMLIKE_LIBRARY_PATH"}
    file = tmp_path / library_file().name
    subprocess.run([sys.executable, "-c", textwrap.dedent(program), os.fspath(file)], env=env, check=True)
