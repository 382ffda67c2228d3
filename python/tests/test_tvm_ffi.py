"""tvm-ffi in the same process: both packages, and their joined registries."""

from __future__ import annotations

import ctypes
import inspect
import os
import shutil
import subprocess
import sys
import textwrap
import threading

import pytest
from conftest import SUFFIX

import tvmlike

tvm_ffi = pytest.importorskip("tvm_ffi")

import tvmlike.tvm_ffi as neighbour  # noqa: E402


@pytest.fixture(autouse=True)
def joined(testing):
    """Joins both registries after loading the testing plugin."""
    return neighbour.join()


@pytest.fixture
def names(request):
    """Names for the test; removed on both sides afterwards."""
    taken = [f"pytest_ffi.{request.node.name.split('[')[0]}.{position}" for position in range(3)]
    yield taken
    for name in taken:
        if tvm_ffi.get_global_func(name, allow_missing=True) is not None:
            tvm_ffi.remove_global_func(name)
        if tvmlike.get_global_func(name, allow_missing=True) is not None:
            tvmlike.remove_global_func(name)


VERSION = tuple(int(part) for part in neighbour.version().split("."))


@pytest.fixture
def exporting():
    """A plugin whose names tvm-ffi does not have."""
    from conftest import plugin_path

    path = plugin_path().with_name(f"libtvmlike_exporting{SUFFIX}")
    if not path.exists():
        pytest.skip(f"the exporting plugin is not built: {path} is missing")
    return path


def run(program, *, plugin=False):
    """Runs a program in a new interpreter and returns its output."""
    from conftest import plugin_path

    text = textwrap.dedent(program)
    if plugin:
        text = f"import tvmlike\ntvmlike.load_plugin({os.fspath(plugin_path())!r})\n{text}"
    done = subprocess.run(
        [sys.executable, "-c", text],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("first", "second"), [("tvm_ffi", "tvmlike"), ("tvmlike", "tvm_ffi")])
@pytest.mark.parametrize("join", [False, True])
def test_both_orders_of_import(first, second, join):
    said = run(
        f"""
        import numpy as np
        import {first}, {second}
        import tvmlike.tvm_ffi as neighbour
        if {join}:
            neighbour.join()
        x = np.arange(3.0)
        t = tvm_ffi.from_dlpack(x)
        print(tvm_ffi.get_global_func("ffi.ArraySize")(tvm_ffi.convert([1, 2])), t.shape[0])
        print(tvmlike.tensor.sum(x), tvmlike.tensor.sum(t))
        for call in (lambda: tvmlike.tensor.sum(None), lambda: tvm_ffi.get_global_func("ffi.ArraySize")(1)):
            try:
                call()
            except TypeError as error:
                print("TypeError")
        """
    )
    assert said == "2 3\n3.0 3.0\nTypeError\nTypeError\n"


def test_we_define_no_names_of_tvm_ffi():
    ours = ctypes.CDLL(tvmlike.library_path())
    theirs = ctypes.CDLL(joined_library())
    assert theirs.TVMFFIGetVersion
    for name in ("TVMFFIGetVersion", "TVMFFIFunctionGetGlobal", "TVMFFIErrorSetRaised"):
        own = ctypes.cast(getattr(theirs, name), ctypes.c_void_p).value
        try:
            found = ctypes.cast(getattr(ours, name), ctypes.c_void_p).value
        except AttributeError:
            continue
        assert found == own  # the loader continued with tvm-ffi's library


def joined_library():
    return str(neighbour.join()["library"])


def test_the_result_of_join(joined):
    assert set(joined) == {"library", "version", "imported", "exported", "skipped"}
    assert os.path.exists(joined["library"])
    assert joined["version"].startswith("0.1.")


def test_joining_again_changes_nothing():
    before = tvmlike.list_global_func_names(), sorted(tvm_ffi.registry.list_global_func_names())
    functions = tvmlike.get_global_func("ffi.Array"), tvm_ffi.get_global_func("tensor.add")
    again = neighbour.join()
    assert (list(again["imported"]), list(again["exported"])) == ([], [])
    after = tvmlike.list_global_func_names(), sorted(tvm_ffi.registry.list_global_func_names())
    assert after == before
    assert tvmlike.get_global_func("ffi.Array") is functions[0]
    assert tvm_ffi.get_global_func("tensor.add").same_as(functions[1])


def test_their_functions_by_name():
    array = tvmlike.get_global_func("ffi.Array")(1, "two", 3.0)
    assert list(array) == [1, "two", 3.0]
    assert tvmlike.get_global_func("ffi.ArrayGetItem")(array, 1) == "two"
    assert tvmlike.ffi.ArraySize(array) == 3
    import json

    info = json.loads(tvmlike.registry.info("ffi.Array"))
    assert os.path.samefile(info["owner"], joined_library())


def test_our_functions_by_name(testing):
    assert tvm_ffi.get_global_func("testing.add3")(1, 2, 3) == 6
    with pytest.raises(TypeError, match=r"testing.add3: argument 2 `b`: expected i64, got str"):
        tvm_ffi.get_global_func("testing.add3")(1, "2", 3)


def test_signatures_of_their_functions():

    neighbour.join()

    def signature(name):
        return str(inspect.signature(tvmlike.get_global_func(name)))

    assert signature("ffi.ArrayGetItem") == "(arg0: Array[Any], arg1: int, /) -> Any"
    assert signature("testing.schema_arr_map_opt") == (
        "(arg0: Array[int | None], arg1: Map[str, Array[int]], arg2: str | None, /) -> Map[str, Array[int]]"
    )
    assert signature("testing.schema_id_variant_int_str") == "(arg0: int | str, /) -> int | str"
    assert signature("testing.schema_no_return") == "(arg0: int, /) -> None"
    assert signature("testing.schema_id_dltensor") == "(arg0: Tensor, /) -> Tensor"
    assert signature("testing.schema_packed") == "(*args)"
    assert signature("ffi.Array") == "(*args)"
    with pytest.raises(TypeError, match="schema_id_int"):
        tvmlike.get_global_func("testing.schema_id_int")("text")  # still checked by tvm-ffi


def test_signatures_of_our_functions(testing, names):
    def schema(name):
        metadata = tvm_ffi.get_global_func_metadata(name)
        return str(tvm_ffi.core.TypeSchema.from_json_str(metadata["type_schema"]))

    def greet(name: str, times: int = 1) -> str:
        return name * times

    tvmlike.register_func(names[0], greet)
    assert schema(names[0]) == "Callable[[str, int], str]"
    assert schema("testing.add3") == "Callable[[int, int, int], int]"
    assert schema("tensor.fill") == "Callable[[Tensor, float], None]"
    assert schema("testing.echo") == "Callable[..., Any]"
    tvmlike.register_func(names[0], lambda x: x, override=True)
    assert schema(names[0]) == "Callable[[Any], Any]"


def test_what_is_registered_later_here(names):
    tvmlike.register_func(names[0], lambda x: x + 1)
    theirs = tvm_ffi.get_global_func(names[0])
    assert theirs(1) == 2
    tvmlike.register_func(names[0], lambda x: x + 2, override=True)
    assert tvm_ffi.get_global_func(names[0])(1) == 3
    assert theirs(1) == 2  # existing handles are unchanged
    tvmlike.remove_global_func(names[0])
    assert tvm_ffi.get_global_func(names[0], allow_missing=True) is None


def test_what_is_registered_later_there(names):
    tvm_ffi.register_global_func(names[0], lambda x: x + 1)
    assert list(neighbour.join()["imported"]) == [names[0]]
    function = tvmlike.get_global_func(names[0])
    assert function(1) == 2
    tvm_ffi.register_global_func(names[0], lambda x: x + 2, override=True)
    neighbour.join()
    assert tvmlike.get_global_func(names[0])(1) == 3
    assert function(1) == 2
    tvm_ffi.remove_global_func(names[0])
    neighbour.join()
    assert tvmlike.get_global_func(names[0], allow_missing=True) is None


def test_names_of_both_are_unchanged(names):
    tvm_ffi.register_global_func(names[0], lambda: "theirs")
    tvmlike.register_func(names[0], lambda: "ours")
    again = neighbour.join()
    assert names[0] in again["skipped"]
    assert tvmlike.get_global_func(names[0])() == "ours"
    assert tvm_ffi.get_global_func(names[0])() == "theirs"
    tvmlike.remove_global_func(names[0])
    assert tvm_ffi.get_global_func(names[0])() == "theirs"
    neighbour.join()
    assert tvmlike.get_global_func(names[0])() == "theirs"


def test_functions_of_others_are_unchanged(names):
    tvmlike.register_func(names[0], lambda: "ours")
    assert tvm_ffi.get_global_func(names[0])() == "ours"
    tvm_ffi.register_global_func(names[0], lambda: "theirs", override=True)
    tvmlike.register_func(names[0], lambda: "ours again", override=True)
    assert tvm_ffi.get_global_func(names[0])() == "theirs"
    tvmlike.remove_global_func(names[0])
    assert tvm_ffi.get_global_func(names[0])() == "theirs"
    # and the other way round
    tvm_ffi.register_global_func(names[1], lambda: "theirs")
    neighbour.join()
    tvmlike.register_func(names[1], lambda: "ours", override=True)
    tvm_ffi.remove_global_func(names[1])
    neighbour.join()
    assert tvmlike.get_global_func(names[1])() == "ours"
    assert tvm_ffi.get_global_func(names[1])() == "ours"


def test_a_plugin_that_is_loaded_later(exporting):
    said = run(
        f"""
        import tvmlike, tvm_ffi
        import tvmlike.tvm_ffi as neighbour
        neighbour.join()
        print(tvm_ffi.get_global_func("exporting.add", allow_missing=True))
        tvmlike.load_plugin({os.fspath(exporting)!r})
        add = tvm_ffi.get_global_func("exporting.add")
        print(add(1, 2))
        tvmlike.unload_plugin("exporting")
        print(tvm_ffi.get_global_func("exporting.add", allow_missing=True), add(3, 4))
        """
    )
    assert said == "None\n3\nNone 7\n"


def test_without_following():
    said = run(
        """
        import tvm_ffi
        import tvmlike.tvm_ffi as neighbour
        print(len(neighbour.join(follow=False)["exported"]) > 10)
        tvmlike.register_func("pytest_ffi.later", lambda: 1)
        print(tvm_ffi.get_global_func("pytest_ffi.later", allow_missing=True))
        print(list(neighbour.join(follow=False)["exported"]))
        print(tvm_ffi.get_global_func("pytest_ffi.later")())
        """,
        plugin=True,
    )
    assert said == "True\nNone\n['pytest_ffi.later']\n1\n"


def test_leaving(exporting):
    said = run(
        f"""
        import tvmlike, tvm_ffi
        import tvmlike.tvm_ffi as neighbour
        neighbour.leave()  # nothing is joined
        ours, theirs = tvmlike.list_global_func_names(), sorted(tvm_ffi.registry.list_global_func_names())
        neighbour.join()
        tvmlike.load_plugin({os.fspath(exporting)!r})
        try:
            tvmlike.unload_plugin("exporting", refuse_if_held=True)
        except RuntimeError as error:
            print(str(error)[:36])
        add = tvm_ffi.get_global_func("exporting.add")
        neighbour.leave()
        print(add(1, 2), tvm_ffi.get_global_func("exporting.add", allow_missing=True))
        del add
        tvmlike.unload_plugin("exporting", refuse_if_held=True)
        tvmlike.register_func("pytest_ffi.alone", lambda: 1)
        print(set(tvmlike.list_global_func_names()) ^ set(ours))
        print(sorted(tvm_ffi.registry.list_global_func_names()) == theirs)
        print(sorted(neighbour.join()["exported"]) == sorted([*ours, "pytest_ffi.alone"]))
        """
    )
    assert said.splitlines() == [
        "plugin exporting is still in use by ",
        "3 None",
        "{'pytest_ffi.alone'}",
        "True",
        "True",
    ]


def test_without_tvm_ffi_in_the_process():
    said = run(
        """
        import tvmlike
        for call in (lambda: tvmlike.get_global_func("tvm_ffi.join")(),
                     lambda: tvmlike.get_global_func("tvm_ffi.join")("/no/such/library.so")):
            try:
                call()
            except RuntimeError as error:
                print(error)
        """
    )
    lines = said.splitlines()
    assert lines[0].startswith("tvm-ffi is not in this process: no library libtvm_ffi")
    assert lines[1] == "tvm-ffi is not in this process: no library /no/such/library.so is loaded"


@pytest.mark.parametrize("found", ["0.1.7", "0.2.9"])
def test_other_versions_are_refused(found, tmp_path):
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        pytest.skip("there is no C compiler")
    source = tmp_path / "other.c"
    numbers = found.replace(".", ", ")
    source.write_text(
        f"""
        typedef struct {{ unsigned major, minor, patch; }} Version;
        void TVMFFIGetVersion(Version* out) {{ Version version = {{{numbers}}}; *out = version; }}
        """
    )
    library = tmp_path / f"libother{SUFFIX}"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source], check=True)
    said = run(
        f"""
        import ctypes, tvmlike
        other = ctypes.CDLL({os.fspath(library)!r})
        for name in ("tvm_ffi.join", "tvm_ffi.version"):
            try:
                tvmlike.get_global_func(name)({os.fspath(library)!r})
            except RuntimeError as error:
                print(error)
        """
    )
    refused = f"{library} is tvm-ffi {found}; tvmlike needs 0.1.8 or newer, below 0.2"
    assert said.splitlines() == [refused] * 2


def test_where_the_package_is_not_installed():
    said = run(
        """
        import sys
        sys.modules["tvm_ffi"] = None
        import tvmlike.tvm_ffi
        try:
            tvmlike.tvm_ffi.join()
        except ImportError as error:
            print(error.name, error)
        """
    )
    assert said.startswith("tvm_ffi cannot import tvm_ffi (package apache-tvm-ffi)")


def test_names_from_many_threads():
    count, each = 4, 100
    failed = []

    def register(number):
        try:
            for position in range(each):
                name = f"pytest_ffi.threads.{number}_{position}"
                tvmlike.register_func(name, lambda at=(number, position): at[0] * 1000 + at[1])
                if position % 2:
                    tvmlike.remove_global_func(name)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=register, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    neighbour.join()
    for number in range(count):
        for position in range(each):
            name = f"pytest_ffi.threads.{number}_{position}"
            found = tvm_ffi.get_global_func(name, allow_missing=True)
            assert (found is None) == bool(position % 2)
            if found is not None:
                assert found() == number * 1000 + position
                tvmlike.remove_global_func(name)
                assert tvm_ffi.get_global_func(name, allow_missing=True) is None


@pytest.mark.skipif(VERSION < (0, 1, 15), reason="the guide shows what newer versions print")
def test_the_guide(tmp_path):
    from conftest import plugin_path
    from test_docs import SESSIONS, blocks

    (tmp_path / "libtvmlike_testing.so").symlink_to(plugin_path().resolve())
    found = [
        (line, words[1:], text)
        for line, words, text in blocks("tvm_ffi.md")
        if words[0] == "python" and "tvm_ffi" in words
    ]
    assert len(found) > 3
    (tmp_path / "sessions.py").write_text(f"BLOCKS = {found!r}\n{SESSIONS}", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "sessions.py", "tvm_ffi.md"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
