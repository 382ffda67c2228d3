"""Libraries of compiled code: opening, binding, closing, and imports."""

from __future__ import annotations

import ctypes
import doctest
import gc
import importlib
import math
import os
import platform
import shutil
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest

import tvmlike
from tvmlike import native

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it is there on Linux")

SOURCE = """
    #include <errno.h>
    static int calls;
    int table[3] = {7, 8, 9};
    int count(void) { return ++calls; }
    double scale(double x, double factor) { return x * factor; }
    int close(int x) { return -x; }
    int bind(int x) { return 2 * x; }
    int fail(int with) { errno = with; return -1; }
"""


def is_mapped(name):
    return name in Path("/proc/self/maps").read_text()


@pytest.fixture
def library(compiled):
    with native.open(compiled("things", SOURCE)) as opened:
        yield opened


def test_a_function_of_the_system():
    libm = native.open("libm.so.6" if os.name == "posix" and Path("/proc").exists() else "libm.dylib")
    cosine = libm.bind("cos", "f64(x: f64)")
    assert cosine(0.0) == 1.0
    assert cosine(x=math.pi) == -1.0
    with pytest.raises(TypeError, match="cos: argument 1 `x`: expected f64, got str"):
        cosine("0")


def test_bound_functions_are_attributes_and_items(library):
    assert (len(library), list(library), "scale" in library) == (0, [], False)
    scale = library.bind("scale", "f64(f64, f64)")
    assert library.scale is scale
    assert library["scale"] is scale
    assert (len(library), list(library), "scale" in library) == (1, ["scale"], True)
    assert "scale" in dir(library)
    assert library.bind("scale", "f64(f64, f64)") is scale
    tripled = library.bind("scale", "f64(x: f64, factor: f64)", name="by_name", doc="Scales.")
    assert tripled(factor=3.0, x=2.0) == 6.0
    assert library.by_name is tripled
    assert library.functions == {"scale": scale, "by_name": tripled}


def test_attributes_of_the_class_take_precedence_over_symbols(library):
    library.bind("close", "i32(i32)")
    library.bind("bind", "i32(i32)")
    assert (library["close"](3), library["bind"](3)) == (-3, 6)
    library.close()
    assert repr(library).endswith(", 0 bound, closed>")


def test_unbound_names_are_errors(library):
    with pytest.raises(AttributeError, match=r"things.*function 'scale' is not bound; call bind\('scale'"):
        library.scale
    with pytest.raises(KeyError, match="function 'scale' is not bound"):
        library["scale"]


@linux_only
def test_symbols(library):
    assert list(library.symbols()) == ["bind", "close", "count", "fail", "scale"]
    assert list(library.symbols(data=True)) == ["bind", "close", "count", "fail", "scale", "table"]
    address = library.address("table")
    assert list(ctypes.cast(address, ctypes.POINTER(ctypes.c_int * 3)).contents) == [7, 8, 9]
    with pytest.raises(AttributeError, match="has no symbol `scael`; close to it: `scale`"):
        library.bind("scael", "f64(f64, f64)")
    with pytest.raises(TypeError, match="the symbol `table` is data, not a function"):
        library.bind("table", "i32()")
    with pytest.raises(NotImplementedError, match="the process: cannot list its symbols"):
        native.open().symbols()


@pytest.mark.parametrize(
    ("signature", "words", "said"),
    [
        ("f64(f65)", {}, "unknown type `f65`"),
        ("f64(f64, f64)", {"convention": "ciface"}, 'convention "ciface" does not apply to the C signature'),
        ("f64(f64, f64)", {"results": "borrowed"}, "a C function returns no arrays"),
        ("(f64, f64) -> f64", {"convention": "c"}, 'convention "c" does not apply to the MLIR signature'),
        ("(f64, f64) -> f64", {"convention": "cface"}, "unknown memref convention"),
        ("(f64, f64) -> f64", {"convention": "ciface"}, "_mlir_ciface_"),
        ("(f64, f64) -> f64", {"results": "mine"}, "unknown ownership of results"),
        ("func.func @other(f64, f64) -> f64", {}, "the signature names the symbol `other`"),
    ],
)
def test_invalid_bindings_are_errors(library, signature, words, said):
    with pytest.raises(ValueError, match="things") as caught:
        library.bind("scale", signature, **words)
    assert said in str(caught.value)
    assert len(library) == 0


def test_a_function_type_of_mlir(library):
    assert library.bind("scale", "(f64, f64) -> f64")(2.0, 4.0) == 8.0
    assert library.bind("scale", "func.func @scale(%x: f64, %by: f64) -> f64")(by=3.0, x=5.0) == 15.0


@linux_only
def test_code_stays_mapped_while_it_is_in_use(compiled):
    opened = native.open(compiled("leaves", SOURCE))
    count = opened.bind("count", "i32()")
    opened.close()
    del opened
    assert count() == 1
    assert is_mapped("libleaves")
    del count
    gc.collect()
    assert not is_mapped("libleaves")


@linux_only
def test_a_call_that_runs_keeps_the_code(compiled):
    source = "void waits(void (*call)(void)) { call(); call(); }"
    opened = native.open(compiled("waits", source))
    begun, go_on = threading.Event(), threading.Event()
    calls = []

    def called():
        calls.append(is_mapped("libwaits"))
        begun.set()
        go_on.wait(60)

    pointer = native.closure(called, "void()")
    thread = threading.Thread(target=opened.bind("waits", "void(ptr)"), args=(pointer,))
    thread.start()
    begun.wait(60)
    opened.close()
    del opened
    gc.collect()
    go_on.set()
    thread.join(60)
    assert calls == [True, True]
    del thread
    gc.collect()
    assert not is_mapped("libwaits")


def test_using_a_closed_library_is_an_error(library):
    count = library.bind("count", "i32()")
    library.close()
    library.close()
    with pytest.raises(ValueError, match="was closed: open it again"):
        library.bind("count", "i32()")
    with pytest.raises(ValueError, match="was closed"):
        library.address("count")
    with pytest.raises(AttributeError, match="function 'count' is not bound"):
        library.count
    assert (count(), count()) == (1, 2)


@linux_only
def test_a_library_can_be_rebuilt(compiled):
    old = native.open(compiled("anew", "int version(void) { return 1; }"))
    assert native.open(old.path).bind("version", "i32()")() == 1
    new = native.open(compiled("anew", "int version(void) { return 2; }"))
    assert new.path == old.path
    assert (old.bind("version", "i32()")(), new.bind("version", "i32()")()) == (1, 2)
    Path(old.path).write_bytes(b"")
    assert new.version() == 2
    with pytest.raises(OSError, match="libanew"):
        native.open(new.path)


def test_paths(compiled, tmp_path, monkeypatch):
    path = compiled("paths", SOURCE)
    monkeypatch.chdir(path.parent)
    for given in (path, os.fspath(path), os.fsencode(path), f"./{path.name}", Path(path.name)):
        assert native.open(given).bind("count", "i32()")() > 0
    with pytest.raises(OSError, match=rf"the file in the current folder is \./{path.name}"):
        native.open(path.name)
    with pytest.raises(OSError, match="No such file or directory"):
        native.open(tmp_path / "absent.so")
    with pytest.raises(TypeError, match=r"native\.open: argument 1 `path`: expected a path"):
        native.open(3)
    with pytest.raises(ValueError, match="is not a path"):
        native.open("")


@linux_only
def test_a_file_that_is_no_library(compiled, tmp_path):
    whole = compiled("whole", SOURCE).read_bytes()
    cut = tmp_path / "cut.so"
    cut.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(OSError, match="truncated file: it has only"):
        native.open(cut)
    other = bytearray(whole)
    other[18] = 62 if whole[18] == 183 else 183
    cut.write_bytes(other)
    with pytest.raises(OSError, match="wrong architecture: the library is for "):
        native.open(cut)


@linux_only
def test_other_paths_are_not_read_as_files(tmp_path):
    os.mkfifo(tmp_path / "pipe.so")
    for path in (tmp_path / "pipe.so", "/dev/zero"):
        with pytest.raises(OSError, match="it is not a regular file"):
            native.open(path)
        assert native.signatures_of(os.fspath(path)) is None
    with pytest.raises(OSError, match="it is a directory"):
        native.open(tmp_path)


@linux_only
def test_thread_local_symbols_are_data_and_versions_are_ignored(compiled, tmp_path):
    (tmp_path / "versions").write_text("V1 { global: old; }; V2 { global: *; } V1;")
    source = "__thread int own = 3; int old(void) { return 1; } int add(int x) { return x + 1; }"
    with native.open(compiled("own", source, f"-Wl,--version-script={tmp_path}/versions")) as library:
        assert list(library.symbols(True)) == ["add", "old", "own"]
        assert list(library.symbols()) == ["add", "old"]
        with pytest.raises(TypeError, match="the symbol `own` is data, not a function"):
            library.bind("own", "i32()")


@linux_only
def test_nothing_is_run_from_the_temporary_folder(compiled, tmp_path):
    path, noexec = compiled("elsewhere", SOURCE), tmp_path / "noexec"
    noexec.mkdir()
    program = (
        "from tvmlike import native; import pathlib, sys; library = native.open(sys.argv[1]); "
        "mapped = pathlib.Path('/proc/self/maps').read_text(); "
        "print(library.bind('count', 'i32()')(), 'noexec' in mapped)"
    )
    mount = f'mount -t tmpfs -o noexec none "{noexec}" || exit 77; exec "$@"'
    if shutil.which("unshare") is None:
        pytest.skip("there is no unshare")
    done = subprocess.run(
        ["unshare", "-Urm", "sh", "-c", mount, "sh", sys.executable, "-c", program, os.fspath(path)],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TMPDIR": os.fspath(noexec)},
    )
    if done.returncode == 77 or "unshare" in done.stderr:
        pytest.skip(f"nothing can be mounted here: {done.stderr}")
    assert (done.returncode, done.stdout, done.stderr) == (0, "1 False\n", "")


USES = """
    int supplied(int);
    extern int weights[2];
    int direct(int x) { return supplied(x) + 1; }
    int weighed(int x) { return x * weights[0] + weights[1]; }
"""


@linux_only
def test_imports_apply_to_one_library_only(compiled):
    np = pytest.importorskip("numpy")
    path = compiled("uses", USES)
    weights = np.array([10, 3], np.int32)

    @native.closure("i32(i32)")
    def tenfold(x):
        return 10 * x

    first = native.open(path, imports={"supplied": tenfold, "weights": weights})
    second = native.open(
        path, imports={"supplied": native.closure(lambda x: -x, "i32(i32)"), "weights": weights}
    )
    direct = first.bind("direct", "i32(i32)")
    assert (direct(4), second.bind("direct", "i32(i32)")(4)) == (41, -3)
    # The array's own memory.
    weights[1] = 5
    assert first.bind("weighed", "i32(i32)")(2) == 25
    del tenfold
    gc.collect()
    assert direct(5) == 51, "the library keeps what it was given"


@linux_only
def test_an_exception_in_an_import(compiled):
    def refuse(x):
        raise LookupError(f"not {x}")

    opened = native.open(
        compiled("refused", "int supplied(int); int direct(int x) { return supplied(x) + 1; }"),
        imports={"supplied": native.closure(refuse, "i32(i32)")},
    )
    with pytest.raises(LookupError, match="not 3"):
        opened.bind("direct", "i32(i32)")(3)


@linux_only
def test_invalid_imports_are_errors(compiled):
    with pytest.raises(TypeError, match=r"make a pointer with native\.closure\(function, signature\)"):
        native.open(compiled("plain", USES), imports={"supplied": lambda x: x})
    with pytest.raises(TypeError, match="argument 3 `imports`: expected a dict, got list"):
        native.open(compiled("plain", USES), imports=["supplied"])
    path = compiled("needs", USES)
    with pytest.raises(OSError, match=r'or supply it: imports=\{"(supplied|weights)": \.\.\.\}'):
        native.open(path)
    with pytest.raises(
        ValueError, match="`suplied` cannot be supplied: the library does not need it; close to it"
    ):
        native.open(path, imports={"suplied": native.closure(abs, "i32(i32)")})
    with pytest.raises(
        TypeError, match=r'native\.open: argument 3 `imports`: the value for "supplied": expected'
    ):
        native.open(path, imports={"supplied": "abs"})
    with pytest.raises(ValueError, match="the address is NULL"):
        native.open(path, imports={"supplied": 0})
    with pytest.raises(ValueError, match="imports need the path of a library, not the process itself"):
        native.open(imports={"supplied": 1})


def test_errno(library):
    fail = library.bind("fail", "i32(i32) errno raise")
    with pytest.raises(FileNotFoundError, match=r"\[Errno 2\]"):
        fail(2)
    assert native.errno() == 2
    library.bind("fail", "i32(i32) errno", name="kept")(17)
    assert native.errno() == 17


def test_signatures_put_together():
    assert native.signature("f64", "f64", exponent="f64") == "f64(f64, exponent: f64)"
    assert native.signature(None) == "void()"
    assert native.signature(bool, str, float, variadic=True, errno=True) == "bool(cstr, f64, ...) errno"
    assert native.signature("i32", errno="raise") == "i32() errno raise"
    point = {"x": "f64", "tag": ["u8", 16]}
    assert native.signature(point, ("i32", point)) == (
        "{x: f64, tag: [16 x u8]}({i32, {x: f64, tag: [16 x u8]}})"
    )
    with pytest.raises(TypeError, match="int is ambiguous"):
        native.signature(int)
    with pytest.raises(TypeError, match="<class 'bytes'> is not a C type"):
        native.signature("f64", bytes)
    with pytest.raises(ValueError, match="errno: expected True, False or 'raise'"):
        native.signature("f64", errno="always")


def test_closures_as_decorators():
    @native.closure("i32(i32)")
    def double(x):
        return 2 * x

    assert isinstance(double, native.Closure)
    assert native.bind(double.pointer, "i32(i32)")(21) == 42
    assert native.bind(native.closure(lambda x: x + 1, "i32(i32)").pointer, "i32(i32)") is not None
    with pytest.raises(TypeError, match="expected the function before the signature"):
        native.closure("i32(i32)", "i32(i32)")
    with pytest.raises(TypeError, match="missing the signature"):
        native.closure(len)


@linux_only
def test_many_threads_open_and_close_one_file(compiled):
    path = compiled("shared", SOURCE)
    failed = []

    def work():
        try:
            for _ in range(50):
                with native.open(path) as opened:
                    assert opened.bind("scale", "f64(f64, f64)")(2.0, 3.0) == 6.0
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    gc.collect()
    assert not is_mapped("libshared")


LOUD = """
    int observe(int);
    int count(void) { return 7; }
    __attribute__((destructor)) static void end(void) { observe(1); }
"""


@linux_only
def test_destructors_call_back_while_others_open_bind_and_drop(compiled, run_python):
    # In a separate process, which can be killed if threads deadlock.
    program = f"""
        import gc, pathlib, threading
        from tvmlike import native
        path, ended = {os.fspath(compiled("loud", LOUD))!r}, []
        observe = native.closure(lambda x: ended.append(x) or 0, "i32(i32)")

        def work(how):
            for _ in range(60):
                library = native.open(path, imports={{"observe": observe}})
                count = library.bind("count", "i32()")
                assert library.address("count") is not None
                if how:
                    library.close()
                del library  # the last function closes it, and this thread holds the interpreter's lock
                assert count() == 7
                del count

        threads = [threading.Thread(target=work, args=(how % 2,)) for how in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        gc.collect()
        print(len(ended), "libloud" in pathlib.Path("/proc/self/maps").read_text())
    """
    assert run_python(program) == (0, "360 False\n", "")


THREADED = """
    #include <pthread.h>
    static volatile long turns;
    static void *turn(void *unused) { for (;;) turns++; return unused; }
    int start(void) { pthread_t thread; return pthread_create(&thread, 0, turn, 0); }
    long counted(void) { return turns; }
"""


@linux_only
def test_threads_of_a_library_survive_the_interpreter(compiled, run_python):
    program = f"""
        from tvmlike import native
        library = native.open({os.fspath(compiled("threaded", THREADED, "-pthread"))!r})
        assert library.bind("start", "i32()")() == 0
        counted = library.bind("counted", "i64()")
        while counted() == 0:
            pass
    """
    assert run_python(program) == (0, "", "")


@linux_only
def test_no_reference_or_file_leaks(compiled):
    path = compiled("leftover", SOURCE)
    program = f"""
        import glob, os, tempfile
        from tvmlike import native
        opened = native.open({os.fspath(path)!r})
        pattern = os.path.join(tempfile.gettempdir(), f"tvmlike-plugins-*-{{os.getpid()}}-*")
        found = glob.glob(pattern)
        assert any(glob.glob(os.path.join(folder, "*", "libleftover.so")) for folder in found), found
        opened.close()
        assert not any(glob.glob(os.path.join(folder, "*", "libleftover.so")) for folder in found), found
        native.open({os.fspath(path)!r})
        print(found[0])
    """
    # Without a plugin, whose private copies would be in the folder too.
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert not Path(done.stdout.strip()).exists()


@linux_only
def test_a_child_is_forked_while_other_threads_map_and_unmap(compiled, run_python):
    path = compiled("forked", SOURCE)
    program = f"""
        import threading, warnings
        from tvmlike import native
        warnings.simplefilter("ignore", DeprecationWarning)  # that a process with threads forks
        path, done = {os.fspath(path)!r}, threading.Event()

        def work():
            while not done.is_set():
                native.open(path).close()

        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads:
            thread.start()
        for _ in range(60):
            child = os.fork()
            if child == 0:
                os._exit(native.open(path).bind("close", "i32(i32)")(-7))
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            if status != 7:
                break
        done.set()
        print(status)
    """
    assert run_python(program) == (0, "7\n", "")


@linux_only
@pytest.mark.skipif(platform.machine() != "x86_64", reason="the assembly is for x86-64")
def test_runtime_functions_for_mlir_are_supplied(tmp_path):
    """See data/supplied.mlir."""
    np, ml_dtypes = pytest.importorskip("numpy"), pytest.importorskip("ml_dtypes")
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        pytest.skip("there is no C compiler")
    path = tmp_path / "libsupplied.so"
    source = Path(__file__).parent / "data" / "supplied_x86_64.s"
    subprocess.run([compiler, "-shared", "-o", path, source], check=True)
    with pytest.raises(OSError, match=r'or supply it: imports=\{"_mlir_ciface_observe": \.\.\.\}'):
        native.open(path)
    seen = []

    @native.closure("i32(i32)")
    def observe(x):
        seen.append(x)
        return x + 5

    library = native.open(path, imports={"_mlir_ciface_observe": observe})
    assert library.bind("observed_twice", "(i32) -> i32")(1) == 11
    assert seen == [1, 6]

    vector = "memref<?xbf16>"
    add = library.bind(
        "add_bf16", f"({vector} {{llvm.readonly}}, {vector} {{llvm.readonly}}, {vector}) -> ()"
    )
    # From 256 on, bf16 has no odd numbers: 256 + 1 is a tie and rounds to the even neighbour.
    x = np.array([1.5, -2.25, 256, 258, 3e38], ml_dtypes.bfloat16)
    y = np.array([0.25, 2.25, 1, 1, 3e38], ml_dtypes.bfloat16)
    out = np.zeros_like(x)
    add(x, y, out)
    assert out.astype(np.float32).tolist() == [1.75, 0, 256, 260, float("inf")]

    strided = "memref<?x?xf32, strided<[?, ?], offset: ?>>"
    copy = library.bind("copy_transposed", f"({strided}, {strided}) -> ()")
    source_array = np.arange(12, dtype=np.float32).reshape(3, 4)
    target = np.zeros((4, 6), np.float32)
    copy(source_array.T[::-1], target[:, ::2])
    assert (target[:, ::2] == source_array.T[::-1]).all()
    assert (target[:, 1::2] == 0).all()

    made = library.bind("iota", "(index) -> memref<?xi64>")(5)
    assert np.asarray(made).tolist() == [0, 1, 2, 3, 4]


@linux_only
@pytest.mark.parametrize("module", ["tvmlike.native", "tvmlike._native_signature"])
def test_docstring_examples_run(module):
    found = doctest.testmod(
        importlib.import_module(module), extraglobs={"tvmlike": tvmlike}, optionflags=doctest.ELLIPSIS
    )
    assert (found.failed, found.attempted > 2) == (0, True)
