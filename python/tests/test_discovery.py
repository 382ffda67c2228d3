"""Discovery of plugins by the entry points of installed packages and by TVMLIKE_PLUGIN_PATH."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
import textwrap

import pytest
from conftest import SUFFIX, plugin_path

import tvmlike

PLUGIN = plugin_path()


@pytest.fixture(autouse=True)
def built():
    if not PLUGIN.exists():
        pytest.skip(f"the testing plugin is not built: {PLUGIN} is missing")


@pytest.fixture
def site(tmp_path):
    """A folder of installed packages: `site(namespace, says, name)` installs one with the code `says`."""
    folder = tmp_path / "site"
    folder.mkdir()

    def install(namespace, says, name="some_plugin", entry=None):
        (folder / f"{name}.py").write_text(textwrap.dedent(says))
        about = folder / f"{name}-1.2.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: 1.2\n"
        )
        entry = entry or f"{name}:library"
        (about / "entry_points.txt").write_text(f"[tvmlike.plugins]\n{namespace} = {entry}\n")
        return folder

    install.folder = folder
    return install


SAYS = f"def library():\n    return {os.fspath(PLUGIN)!r}\n"


@pytest.fixture
def run(tmp_path, site):
    """Runs a program, or the command line, with these packages installed."""

    def run(program, *arguments, path=None, folder=None, options=()):
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([os.fspath(site.folder), *sys.path])}
        env.pop("TVMLIKE_PLUGIN_PATH", None)
        if path is not None:
            env["TVMLIKE_PLUGIN_PATH"] = os.pathsep.join(map(os.fspath, path))
        what = ["-m", "tvmlike"] if program is None else ["-c", textwrap.dedent(program)]
        return subprocess.run(
            [sys.executable, *options, *what, *map(os.fspath, arguments)],
            capture_output=True,
            text=True,
            env=env,
            cwd=folder or tmp_path,
            timeout=300,
        )

    return run


def printed(done):
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout.splitlines()


def test_discovery_runs_only_for_missing_names(site, run):
    site("testing", "raise SystemExit('it was imported')")
    program = """
        import sys, tvmlike
        tvmlike.runtime.version(); tvmlike.tensor.sum
        hasattr(tvmlike, "__path__"); hasattr(tvmlike, "_nothing")
        print("importlib.metadata" in sys.modules, "some_plugin" in sys.modules, tvmlike.list_plugins())
    """
    assert printed(run(program)) == ["False False []"]


@pytest.mark.parametrize(
    "use",
    [
        "import tvmlike.testing as t; print(t.add3(1, 2, 3))",
        "from tvmlike import testing; print(testing.add3(1, 2, 3))",
        "from tvmlike.testing import add3; print(add3(1, 2, 3))",
        "import tvmlike; print(tvmlike.testing.add3(1, 2, 3))",
        "import tvmlike; print(tvmlike.get_global_func('testing.add3')(1, 2, 3))",
        "import tvmlike; print(tvmlike.load_plugins() and tvmlike.testing.add3(1, 2, 3))",
    ],
)
def test_an_installed_package_fills_its_namespace(site, run, use):
    site("testing", SAYS)
    assert printed(run(use)) == ["6"]


def test_a_path_instead_of_a_function(site, run):
    site(
        "testing",
        f"import pathlib\nLIBRARY = pathlib.Path({os.fspath(PLUGIN)!r})",
        entry="some_plugin:LIBRARY",
    )
    assert printed(run("import tvmlike.testing as t; print(t.add3(1, 2, 3))")) == ["6"]


def test_a_package_that_fills_its_own_module(site, run):
    site("testing", f"import tvmlike\n{SAYS}\ntvmlike._init_api('testing', __name__)")
    program = """
        import some_plugin, tvmlike
        print(tvmlike.list_plugins())
        print(some_plugin.add3(1, 2, 3), some_plugin.Counter is tvmlike.testing.Counter)
        print(hasattr(some_plugin, "nothing"))
    """
    assert printed(run(program)) == ["[]", "6 True", "False"]


def test_a_package_that_loads_its_plugin_itself(site, run):
    site("testing", f"import tvmlike\n{SAYS}\ntvmlike.load_plugin(library())\ntvmlike.testing.add3(1, 2, 3)")
    assert printed(run("import tvmlike.testing as t; print(t.add3(1, 2, 3))")) == ["6"]


def test_a_package_that_uses_its_namespace_during_discovery(site, run):
    site("testing", f"import tvmlike\nEARLY = hasattr(tvmlike, 'testing')\n{SAYS}")
    assert printed(
        run("import tvmlike; print(tvmlike.testing.add3(1, 2, 3), __import__('some_plugin').EARLY)")
    ) == ["6 False"]


def test_unpickling_loads_the_plugin(site, run, tmp_path):
    site("testing", SAYS)
    made = (
        "import pickle, tvmlike; t = tvmlike.testing; print(pickle.dumps((t.Point(1.0, 2.0), t.add3)).hex())"
    )
    (dumped,) = printed(run(made))
    load = f"import pickle; p, f = pickle.loads(bytes.fromhex({dumped!r})); print(p.x, p.y, f(1, 2, 3))"
    assert printed(run(load)) == ["1.0 2.0 6"]


def test_many_threads_miss_a_name_at_once(site, run):
    site("testing", f"import time\ntime.sleep(0.2)\n{SAYS}")
    program = """
        import threading, tvmlike
        start, got = threading.Barrier(8), []
        def miss():
            start.wait()
            got.append(tvmlike.testing.add3(1, 2, 3))
        threads = [threading.Thread(target=miss) for _ in range(8)]
        [thread.start() for thread in threads]; [thread.join() for thread in threads]
        print(got, len(tvmlike.list_plugins()))
    """
    assert printed(run(program)) == [f"{[6] * 8} 1"]


def test_plugins_installed_later_are_found(site, run):
    program = f"""
        import importlib, pathlib, sys, tvmlike
        print(hasattr(tvmlike, "testing"))
        site = pathlib.Path({os.fspath(site.folder)!r})
        (site / "late.py").write_text({SAYS!r})
        about = site / "late-1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\\nName: late\\nVersion: 1\\n")
        (about / "entry_points.txt").write_text("[tvmlike.plugins]\\ntesting = late:library\\n")
        importlib.invalidate_caches()
        print(tvmlike.testing.add3(1, 2, 3))
    """
    assert printed(run(program)) == ["False", "6"]


def test_an_unloaded_plugin_is_not_discovered_again(site, run):
    site("testing", SAYS)
    program = """
        import tvmlike
        tvmlike.testing
        tvmlike.unload_plugin("testing")
        print(hasattr(tvmlike, "testing"), tvmlike.list_plugins())
        print([plugin["name"] for plugin in tvmlike.load_plugins()], tvmlike.testing.add3(1, 2, 3))
        print(tvmlike.load_plugins())
    """
    assert printed(run(program)) == ["False []", "['testing'] 6", "[]"]


def test_the_path_names_files_and_folders(run, tmp_path):
    folder = tmp_path / "plugins"
    folder.mkdir()
    (folder / f"libtesting{SUFFIX}").symlink_to(PLUGIN.resolve())
    (folder / f".hidden{SUFFIX}").write_text("nothing")
    (folder / "notes.txt").write_text("nothing")
    for path in ([folder], [folder / f"libtesting{SUFFIX}"]):
        assert printed(run("import tvmlike.testing as t; print(t.add3(1, 2, 3))", path=path)) == ["6"]
        program = "import tvmlike; print([p['name'] for p in tvmlike.load_plugins()])"
        assert printed(run(program, path=path)) == ["['testing']"]


def test_a_file_is_not_loaded_for_another_namespace(run):
    # From the name libtvmlike_testing, discovery cannot know that it registers `testing`.
    program = "import tvmlike; print(hasattr(tvmlike, 'testing'), tvmlike.list_plugins())"
    assert printed(run(program, path=[PLUGIN])) == ["False []"]


def test_the_current_folder_is_not_searched(run, tmp_path):
    here = tmp_path / "here"
    here.mkdir()
    shutil.copy(PLUGIN, here / f"libtesting{SUFFIX}")
    program = """
        import warnings, tvmlike
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            print(hasattr(tvmlike, "testing"), tvmlike.load_plugins())
        print(*sorted(str(one.message) for one in told), sep="\\n")
    """
    assert printed(run(program, folder=here)) == ["False []", ""]
    relative = printed(run(program, folder=here, path=["", ".", f"libtesting{SUFFIX}"]))
    where = "is ignored: relative path: expected an absolute path"
    assert relative == [
        "False []",
        "TVMLIKE_PLUGIN_PATH ('') is ignored: empty entry: expected an absolute path",
        f"TVMLIKE_PLUGIN_PATH ('.') {where}",
        f"TVMLIKE_PLUGIN_PATH ('libtesting{SUFFIX}') {where}",
    ]


def test_files_come_before_installed_packages(site, run, tmp_path):
    site("testing", SAYS)
    mine = shutil.copy(PLUGIN, tmp_path / f"testing{SUFFIX}")
    program = """
        import warnings, tvmlike
        warnings.simplefilter("ignore")
        print(tvmlike.testing.add3(1, 2, 3), [str(plugin["path"]) for plugin in tvmlike.list_plugins()])
        print(tvmlike.load_plugins())
    """
    assert printed(run(program, path=[mine])) == [f"6 {[os.fspath(mine)]}", "[]"]
    found = json.loads(run(None, "doctor", "--json", path=[mine]).stdout)["found_plugins"]
    assert [one["problem"] for one in found] == [
        None,
        f"a plugin for 'testing' is already loaded, from {mine}",
    ]


def test_the_load_error_of_a_plugin_is_shown(site, run, tmp_path):
    broken = tmp_path / f"broken{SUFFIX}"
    broken.write_text("not a library")
    site("ours", f"def library():\n    return {os.fspath(broken)!r}\n")
    why = rf"some-plugin 1.2 (some_plugin:library) cannot be loaded: OSError: cannot load plugin {broken}: "
    for use, error in (
        ("import tvmlike.ours", "ImportError: cannot import tvmlike.ours: "),
        ("import tvmlike.ours.deeper", "ImportError: cannot import tvmlike.ours: "),
        ("from tvmlike import ours", "ImportError: cannot import tvmlike.ours: "),
        ("import tvmlike; tvmlike.ours", "AttributeError: module 'tvmlike' has no attribute 'ours'"),
        (
            "import tvmlike; tvmlike.get_global_func('ours.f')",
            "ValueError: no function 'ours.f' is registered",
        ),
    ):
        done = run(use)
        last = done.stderr.strip().splitlines()[-1]
        assert done.returncode == 1
        assert last.startswith(error)
        assert why in last
    assert printed(
        run("import tvmlike; print(hasattr(tvmlike, 'ours'), tvmlike.runtime.version() != '')")
    ) == ["False True"]


@pytest.mark.parametrize(
    ("says", "entry", "why"),
    [
        ("raise ValueError('no luck')", None, "ValueError: no luck"),
        ("import nothing_of_this_name", None, "ModuleNotFoundError: No module named 'nothing_of_this_name'"),
        ("", None, "AttributeError: module 'some_plugin' has no attribute 'library'"),
        ("", "some_plugin", "TypeError: entry point 'some_plugin': expected the path of a library"),
        ("def library(): return 3", None, "got int"),
        ("def library(): return 'lib.so'", None, "expected an absolute path, got 'lib.so'"),
        ("def library(): return '/nowhere/lib.so'", None, "FileNotFoundError: "),
    ],
)
def test_invalid_entry_points_are_reported(site, run, says, entry, why):
    site("ours", says, entry=entry)
    program = """
        import warnings, tvmlike
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            print(tvmlike.load_plugins())
        print(*(one.message for one in told))
        import tvmlike.ours
    """
    done = run(program)
    assert done.stdout.startswith("[]\nthe plugin of some-plugin 1.2 (")
    assert why in done.stdout
    assert done.stderr.strip().splitlines()[-1].startswith("ImportError: cannot import tvmlike.ours: ")
    assert why in done.stderr


def test_a_broken_plugin_does_not_affect_others(site, run):
    site("broken", "raise ValueError('no luck')", name="broken_plugin")
    site("testing", SAYS)
    program = """
        import warnings, tvmlike
        warnings.simplefilter("ignore")
        print([str(plugin["name"]) for plugin in tvmlike.load_plugins()])
    """
    assert printed(run(program)) == ["['testing']"]


def of_another_machine(path):
    """Changes the machine type of a copied library."""
    data = bytearray(PLUGIN.read_bytes())
    data[18:20] = struct.pack("<H", 183)  # aarch64
    path.write_bytes(data)


def compiled(folder, name, text):
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    source, library = folder / f"{name}.c", folder / f"{name}{SUFFIX}"
    source.write_text(text)
    include = ["-I", tvmlike.include_dir()]
    subprocess.run([compiler, "-shared", "-fPIC", *include, source, "-o", library], check=True)
    return library


@pytest.mark.skipif(sys.platform != "linux", reason="the files are changed as ELF has them")
def test_doctor_lists_plugins_and_load_errors(site, run, tmp_path):
    site("testing", SAYS)
    other = tmp_path / f"other{SUFFIX}"
    of_another_machine(other)
    plain = compiled(tmp_path, "plain", "int something(void) { return 1; }\n")
    taken = compiled(
        tmp_path,
        "taken",
        """
        #include <tvmlike/plugin.h>
        static int version(const TVMLikeCall *call) { return tvmlike_return_int(call, 1); }
        static const TVMLikePluginFunction functions[] = {{"runtime.version", version, NULL, "Taken."}};
        TVMLIKE_PLUGIN("taken", "1.0", functions)
        """,
    )
    version = compiled(
        tmp_path,
        "version",
        """
        #include <tvmlike/c_api.h>
        int tvmlike_plugin_init_v1(const TVMLikeHost *host, TVMLikePlugin *plugin) {
          (void)host; plugin->major = 99; plugin->minor = 0; return 0;
        }
        """,
    )
    path = [other, plain, taken, version, tmp_path / "missing.so", "here"]
    done = run(None, "doctor", "--json", path=path)
    assert done.returncode == 1
    report = json.loads(done.stdout)
    found = {one["namespace"]: one for one in report["found_plugins"]}
    assert set(found) == {"other", "plain", "taken", "version", "missing", None, "testing"}
    assert found["testing"]["problem"] is None
    assert os.path.samefile(found["testing"]["path"], PLUGIN)
    assert found["testing"]["source"] == "some-plugin 1.2 (some_plugin:library)"
    for name, why in (
        ("other", f"cannot load plugin {other}: wrong architecture: the library is for aarch64, "),
        ("plain", "does not export tvmlike_plugin_init_v1"),
        ("taken", "runtime.version"),
        ("version", "99.0"),
        ("missing", "No such file or directory"),
    ):
        assert why in found[name]["problem"], name
        assert any(why in problem for problem in report["problems"]), name
    assert "relative" in found[None]["problem"]
    # The doctor's own process has loaded nothing.
    assert report["plugins"] == []
    shown = run(None, "doctor", path=path).stdout
    assert f"testing: some-plugin 1.2 (some_plugin:library), {PLUGIN}" in shown
    assert "problem: the plugin " in shown


def test_doctor_survives_a_plugin_that_ends_the_process(site, run, tmp_path):
    site("testing", SAYS)
    start = "#include <stdlib.h>\n__attribute__((constructor)) static void start(void) { %s; }\n"
    aborts = compiled(tmp_path, "aborts", start % "abort()")
    exits = compiled(tmp_path, "exits", start % "_Exit(7)")
    done = run(None, "doctor", "--json", path=[aborts, exits])
    found = {one["namespace"]: one["problem"] for one in json.loads(done.stdout)["found_plugins"]}
    assert found == {
        "aborts": "ends the process by SIGABRT when it is loaded",
        "exits": "ends the process with status 7 when it is loaded",
        "testing": None,
    }


def test_the_plugin_list_contains_discovered_ones(site, run, tmp_path):
    site("testing", SAYS)
    assert run(None, "plugins").stdout.splitlines() == [
        "no plugins are loaded",
        "found, not loaded: testing  some-plugin 1.2 (some_plugin:library)",
    ]
    (found,) = json.loads(run(None, "plugins", "--json").stdout)
    assert (found["state"], found["namespace"], found["problem"]) == ("found", "testing", None)
    assert run(None, "plugins", "--load").stdout.startswith("testing 1.0  ")
    (loaded,) = json.loads(run(None, "plugins", "--load", "--json").stdout)
    assert (loaded["state"], loaded["name"]) == ("loaded", "testing")
    broken = tmp_path / f"broken{SUFFIX}"
    broken.write_text("not a library")
    done = run(None, "plugins", "--load", path=[broken, "x"])
    assert f"found, not loaded: broken  {broken}: OSError: " in done.stdout
    assert "found, not loaded: TVMLIKE_PLUGIN_PATH ('x'): relative path" in done.stdout
    assert done.stderr == ""


def test_the_command_line_finds_what_is_installed(site, run):
    site("testing", SAYS)
    assert run(None, "call", "testing.add3", "1", "2", "3").stdout.strip() == "6"
