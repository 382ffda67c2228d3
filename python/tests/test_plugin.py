"""Loading plugins, and errors."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import SUFFIX, plugin_path

import tvmlike


@pytest.fixture
def unchanged():
    """Checks that the test leaves the registry unchanged."""
    before = tvmlike.list_global_func_names()
    loaded = list(tvmlike.plugin.list())
    yield
    assert tvmlike.list_global_func_names() == before
    assert list(tvmlike.plugin.list()) == loaded


def test_info_of_a_plugin(testing):
    described = next(each for each in tvmlike.list_plugins() if each["name"] == "testing")
    assert {"id", "name", "version", "path", "functions", "types", "state", "held_by"} <= set(described)
    assert described["state"] == "loaded"
    assert "testing.add3" in described["functions"]
    assert "testing.Counter" in described["types"]
    assert set(described["functions"]) <= set(tvmlike.list_global_func_names())
    assert os.path.samefile(described["path"], plugin_path())
    assert described == tvmlike.plugin.info("testing")


def test_info_lists_the_holders(testing):
    counter = testing.Counter()
    held = list(tvmlike.plugin.info("testing")["held_by"])
    assert any(one.endswith(" of testing.Counter") for one in held), held
    assert tvmlike.plugin.owner("testing.Counter")["name"] == "testing"
    del counter


def test_loaded_twice(testing, unchanged):
    with pytest.raises(ValueError, match="testing is already loaded"):
        tvmlike.load_plugin(plugin_path())


def test_a_copy_under_another_name(testing, unchanged, tmp_path):
    copy = tmp_path / f"libcopy{SUFFIX}"
    shutil.copy(plugin_path(), copy)
    with pytest.raises(ValueError, match="testing"):
        tvmlike.load_plugin(copy)


def test_a_path_that_is_not_there(unchanged, tmp_path):
    path = tmp_path / "nowhere.so"
    for given in (path, os.fspath(path), os.fsencode(path)):
        with pytest.raises(FileNotFoundError, match=r"cannot load plugin.*nowhere\.so") as caught:
            tvmlike.load_plugin(given)
        assert caught.value.errno == errno.ENOENT
        assert caught.value.filename == os.fspath(given)
    with pytest.raises(NotADirectoryError, match="cannot load plugin"):
        tvmlike.load_plugin(os.path.join(__file__, "x.so"))


def test_invalid_paths_are_errors(unchanged):
    with pytest.raises(ValueError, match="load_plugin: the path is empty"):
        tvmlike.load_plugin("")
    for bad in (None, 3, ["x"]):
        with pytest.raises(TypeError, match="load_plugin: argument 1 `path`: expected a path, got"):
            tvmlike.load_plugin(bad)


def test_a_folder(unchanged, tmp_path):
    with pytest.raises(OSError, match="cannot load"):
        tvmlike.load_plugin(tmp_path)


def test_a_text_file(unchanged, tmp_path):
    text = tmp_path / "text.so"
    text.write_text("not a library")
    with pytest.raises(OSError, match=r"text\.so"):
        tvmlike.load_plugin(text)


@pytest.mark.parametrize("size", [0, 10, 100])
def test_a_truncated_library_is_an_error(unchanged, tmp_path, size):
    part = tmp_path / "part.so"
    part.write_bytes(Path(tvmlike.library_path()).read_bytes()[:size])
    with pytest.raises(OSError, match=r"part\.so"):
        tvmlike.load_plugin(part)


@pytest.mark.skipif(sys.platform != "linux", reason="the mappings are read from /proc")
def test_the_folder_of_private_copies(run_python, compiled, tmp_path):
    if os.environ.get("TVMLIKE_FFI") == "ctypes":
        pytest.skip("it does not depend on the call path")
    names = ("one", "two")
    plugins = [compiled(name, COPIED, "-I", tvmlike.include_dir(), f'-DNAME="{name}"') for name in names]
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    # That of a process in another PID namespace: no process here has its number.
    other = temporary / f"tvmlike-plugins-{os.geteuid()}-99999999-abc"
    other.mkdir(mode=0o700)
    lock = os.open(other / "lock", os.O_CREAT | os.O_RDWR)
    fcntl.flock(lock, fcntl.LOCK_SH)
    program = f"""
        import glob, shutil
        first, second = {[os.fspath(plugin) for plugin in plugins]!r}
        tvmlike.load_plugin(first)
        own, = glob.glob({os.fspath(temporary)!r} + f"/tvmlike-plugins-*-{{os.getpid()}}-*")
        shutil.rmtree(own)  # as programs that clean up do
        tvmlike.load_plugin(second)
        with open("/proc/self/maps") as lines:
            mapped = [line.split()[-1] for line in lines if "libtwo" in line]
        print(bool(mapped), all(path.startswith(os.environ["TMPDIR"]) for path in mapped))
        print(tvmlike.two.twice(4))
    """
    env = {"TMPDIR": os.fspath(temporary)}
    assert run_python(program, env=env) == (0, "True True\n8\n", "")
    assert other.exists()
    os.close(lock)
    assert run_python(program, env=env)[0] == 0
    assert not other.exists()
    assert list(temporary.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is Linux's")
def test_a_load_is_refused_before_the_limit_of_mappings(compiled):
    plugin = compiled("mapped", COPIED, "-I", tvmlike.include_dir(), '-DNAME="mapped"')
    limit = int(Path("/proc/sys/vm/max_map_count").read_text())
    if limit > 100_000:
        pytest.skip("this system allows too many mappings for a test")
    program = f"""
import mmap, tvmlike
# Neighbours of one kind would become one mapping.
held = [mmap.mmap(-1, 4096, prot=1 + at % 2 * 2) for at in range({limit} * 9 // 10)]
try:
    tvmlike.load_plugin({os.fspath(plugin)!r})
except OSError as error:
    print(error)
"""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=env, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert f"cannot load plugin {plugin}: the process has " in done.stdout
    assert f"memory mappings, and the system allows {limit};" in done.stdout


COPIED = """
#include <tvmlike/plugin.h>
static int twice(const TVMLikeCall *call) {
  int64_t number;
  if (tvmlike_arity(call, 1) || tvmlike_arg_int(call, 0, &number)) return -1;
  return tvmlike_return_int(call, 2 * number);
}
static const TVMLikePluginFunction functions[] = {{NAME ".twice", twice, NULL, "", 0}};
TVMLIKE_PLUGIN(NAME, "1.0", functions)
"""

LABELLED = """
#include <stdlib.h>
#include <tvmlike/plugin.h>
int tvmlike_plugin_init_v1(const TVMLikeHost *host, TVMLikePlugin *plugin) {
  int status = tvmlike_plugin_handshake(host, plugin, "labelled", "1.0");
  TVMLikeByteArray *label = getenv("LABEL_VERSION") ? &plugin->version : &plugin->name;
  label->data = getenv("LABEL_LABEL");
  label->size = strlen(label->data) + 1 - atoi(getenv("LABEL_CUT"));
  return status;
}
"""


def test_names_and_versions_that_are_no_labels(compiled, unchanged, monkeypatch):
    library = compiled("labelled", LABELLED, "-I", tvmlike.include_dir())
    for label, cut, why in (
        ("x" * 2**20, 1, "must not exceed 255 bytes, got 1048576"),
        ("a", 0, r"must not contain control characters, got \"a\\x00\""),
        ("\x1b[31mred", 1, r"must not contain control characters, got \"\\x1b"),
        ("\udcff", 1, r"must be UTF-8, got \"\\xff\""),
    ):
        monkeypatch.setenv("LABEL_LABEL", label)
        monkeypatch.setenv("LABEL_CUT", str(cut))
        for what in ("name", "version"):
            if what == "version":
                monkeypatch.setenv("LABEL_VERSION", "1")
            with pytest.raises(ValueError, match=f"cannot load plugin .*labelled.*: its {what} {why}"):
                tvmlike.load_plugin(library)
            monkeypatch.delenv("LABEL_VERSION", raising=False)


@pytest.mark.skipif(sys.platform != "linux", reason="the files are Linux's")
@pytest.mark.parametrize("path", ["/proc/kmsg", "/proc/self/status", "pipe"])
def test_files_that_are_not_regular_do_not_block(path, tmp_path, unchanged):
    if path == "pipe":
        path = os.fspath(tmp_path / "libpipe.so")
        os.mkfifo(path)
    with pytest.raises(OSError, match=r"truncated file: it has only 0 |not a file|denied|permitted"):
        tvmlike.load_plugin(path)


def test_a_library_that_is_no_plugin(unchanged):
    with pytest.raises(ValueError, match="not a tvmlike plugin"):
        tvmlike.load_plugin(tvmlike.library_path())


def test_paths_of_every_kind(unchanged, tmp_path):
    for path in (tmp_path / "x", os.fspath(tmp_path / "x"), os.fsencode(tmp_path / "x")):
        with pytest.raises(OSError, match="cannot load"):
            tvmlike.load_plugin(path)
    with pytest.raises(ValueError, match="NUL"):
        tvmlike.load_plugin("a\0b")
    with pytest.raises(TypeError):
        tvmlike.load_plugin(3)
