"""Modules filled from the registry."""

from __future__ import annotations

import ctypes
import gc
import importlib
import sys
import threading
import types
import weakref

import pytest

import tvmlike


@pytest.fixture
def module():
    made = types.ModuleType("pytest_ns_module")
    sys.modules[made.__name__] = made
    yield made
    for name in [name for name in sys.modules if name.startswith(made.__name__)]:
        del sys.modules[name]


@pytest.fixture
def functions():
    """Functions that return their own name, removed afterwards."""
    registered = []

    def register(*names):
        for name in names:
            tvmlike.register_func(name, lambda name=name: name)
            registered.append(name)

    yield register
    for name in registered:
        if tvmlike.get_global_func(name, allow_missing=True) is not None:
            tvmlike.remove_global_func(name)


def test_a_module_is_filled(module, functions):
    functions("ptns.f", "ptns.sub.g", "ptnsx.f")
    tvmlike._init_api("ptns", module.__name__)
    assert module.f() == "ptns.f"
    assert "f" in dir(module)
    assert "sub" not in dir(module)
    assert not hasattr(module, "sub")


def test_a_prefix_ends_at_a_dot(module, functions):
    functions("ptns.f", "ptnsx.only")
    tvmlike._init_api("ptns", module.__name__)
    assert "only" not in dir(module)
    assert "x" not in dir(module)
    with pytest.raises(AttributeError):
        module.only


def test_later_names_appear_and_removed_names_disappear(module, functions):
    tvmlike._init_api("ptns", module.__name__)
    assert not hasattr(module, "late")
    functions("ptns.late")
    held = module.late
    assert held() == "ptns.late"
    assert "late" in dir(module)
    tvmlike.remove_global_func("ptns.late")
    assert not hasattr(module, "late")
    assert "late" not in dir(module)
    assert held() == "ptns.late"


def test_an_override_is_seen(module, functions):
    functions("ptns.f")
    tvmlike._init_api("ptns", module.__name__)
    assert module.f() == "ptns.f"
    tvmlike.register_func("ptns.f", lambda: "new", override=True)
    assert module.f() == "new"


def test_missing_names_are_in_the_error(module):
    tvmlike._init_api("ptns", module.__name__)
    with pytest.raises(AttributeError, match=r"pytest_ns_module.*ptns\.nothing.*'ptns'"):
        module.nothing


def test_the_modules_own_definitions_take_precedence(module, functions):
    functions("ptns.f", "ptns.g")
    module.f = 42
    tvmlike._init_api("ptns", module.__name__)
    assert module.f == 42
    assert module.g() == "ptns.g"


def test_an_existing_getattr_is_called_last(module, functions):
    functions("ptns.f")
    module.__getattr__ = lambda name: f"own {name}"
    module.__dir__ = lambda: ["own"]
    tvmlike._init_api("ptns", module.__name__)
    assert module.f() == "ptns.f"
    assert module.other == "own other"
    assert dir(module) == ["f", "own"]


def test_submodules_on_request(module, functions):
    functions("ptns.f", "ptns.sub.g", "ptns.sub.deep.h")
    tvmlike._init_api("ptns", module.__name__, submodules=True)
    assert module.sub.g() == "ptns.sub.g"
    assert module.sub.deep.h() == "ptns.sub.deep.h"
    assert isinstance(module.sub, types.ModuleType)
    assert module.sub is module.sub
    assert {"f", "sub"} <= set(dir(module))
    assert {"g", "deep"} <= set(dir(module.sub))
    assert importlib.import_module("pytest_ns_module.sub") is module.sub
    with pytest.raises(AttributeError, match=r"pytest_ns_module\.sub.*ptns\.sub\.nothing"):
        module.sub.nothing


def test_without_a_target_the_module_is_named_as_the_namespace(module, functions):
    functions(f"{module.__name__}.f")
    tvmlike._init_api(module.__name__)
    assert module.f() == f"{module.__name__}.f"


def test_the_package_name_in_front_is_not_part_of_the_prefix(functions):
    functions("ptown.f")
    own = types.ModuleType("tvmlike.ptown")
    sys.modules["tvmlike.ptown"] = own
    try:
        tvmlike._init_api("tvmlike.ptown")
        assert own.f() == "ptown.f"
    finally:
        del sys.modules["tvmlike.ptown"]


def test_an_unknown_target_is_named():
    with pytest.raises(ModuleNotFoundError, match="no_such_module_here") as caught:
        tvmlike._init_api("ptns", "no_such_module_here")
    assert caught.value.name == "no_such_module_here"


def test_the_error_for_a_missing_module_names_the_remedy(functions):
    functions("ptmissing.f")
    with pytest.raises(ModuleNotFoundError) as caught:
        tvmlike._init_api("ptmissing", "ptmissing")
    text = str(caught.value)
    assert "Import or create it first" in text
    assert "`_init_api('ptmissing', __name__)`" in text
    assert "`tvmlike.ptmissing`" in text
    assert tvmlike.ptmissing.f() == "ptmissing.f"


@pytest.mark.parametrize("bad", [None, 3, b"ir", tvmlike])
def test_arguments_of_a_wrong_type(module, bad):
    with pytest.raises(TypeError, match="_init_api: argument 1 `namespace`: expected str, got"):
        tvmlike._init_api(bad, module.__name__)
    if bad is not None:
        with pytest.raises(TypeError, match="_init_api: argument 2 `target_module_name`: expected str, got"):
            tvmlike._init_api("ptns", bad)


def test_names_that_are_not_functions(module):
    tvmlike._init_api("ptns", module.__name__, submodules=True)
    for owner in (module, tvmlike):
        for bad in ("\ud800", "a\0b"):
            assert not hasattr(owner, bad)


def test_the_package_has_only_documented_names(run_python):
    status, out, err = run_python(
        """
        import re, types
        kept = {name for name in vars(tvmlike) if not name.startswith("_")}
        kept -= {"testing"}  # was looked up above, and is a namespace of the registry
        modules = {name for name in kept if isinstance(getattr(tvmlike, name), types.ModuleType)}
        modules -= set(tvmlike.__all__)
        print(sorted(kept - modules - set(tvmlike.__all__)))
        sentence = re.search(r"its modules (.*?), of which", tvmlike.__doc__, re.DOTALL).group(1)
        print(sorted(modules ^ set(re.findall("`(.*?)`", sentence))))
        """
    )
    assert (status, out, err) == (0, "[]\n[]\n", "")


@pytest.mark.parametrize("namespace", ["quick", "TYPE_CHECKING", "lib", "registry", "tensor"])
def test_namespaces_with_the_name_of_a_package_module(functions, namespace):
    functions(f"{namespace}.ptf")
    assert getattr(tvmlike, namespace).ptf() == f"{namespace}.ptf"


def test_the_packages_own_namespaces(functions):
    assert tvmlike.tensor.add.__qualname__ == "tensor.add"
    assert "add" in dir(tvmlike.tensor)
    assert tvmlike.registry.list("runtime") == ["runtime.version"]
    assert tvmlike.plugin.load.__qualname__ == "plugin.load"
    functions("ptroot.sub.f")
    assert tvmlike.ptroot.sub.f() == "ptroot.sub.f"
    assert "ptroot" in dir(tvmlike)
    with pytest.raises(AttributeError, match="no_such_thing"):
        tvmlike.no_such_thing


def _remove_as_c_does(name):
    """Removes a name by C, without the package's Python code."""
    from tvmlike._library import lib, span

    assert lib.TVMLikeFuncRemoveGlobal(ctypes.byref(span(name.encode()))) == 0


def test_a_cached_attribute_is_removed_with_its_name(module, functions):
    functions("ptns.f", "ptns.g")
    tvmlike._init_api("ptns", module.__name__)
    assert module.f() == module.f() == "ptns.f"
    assert module.g() == "ptns.g"
    _remove_as_c_does("ptns.f")
    assert not hasattr(module, "f")
    thread = threading.Thread(target=_remove_as_c_does, args=("ptns.g",))
    thread.start()
    thread.join()
    assert not hasattr(module, "g")
    assert "g" not in dir(module)


def _replace_on_another_thread(name):
    """Simulates another thread between two steps of this one; notifies the package before it returns."""

    def work():
        _remove_as_c_does(name)
        tvmlike.register_func(name, lambda: "replaced")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


@pytest.mark.parametrize("window", ["looked up", "about to be kept", "found missing"])
def test_a_change_by_another_thread_while_a_name_is_read(module, functions, monkeypatch, window):
    from tvmlike import namespace

    if window == "about to be kept" and tvmlike.ffi_path() == "ctypes":
        pytest.skip("nothing is kept on the ctypes path")
    functions("ptns.f")
    tvmlike._init_api("ptns", module.__name__)
    left = [True]

    def change():
        if left and left.pop():
            _replace_on_another_thread("ptns.f")

    look_up = namespace._function
    if window == "looked up":

        def slow(name):
            found = look_up(name)
            change()
            return found

        monkeypatch.setattr(namespace, "_function", slow)
    elif window == "about to be kept":

        class Slow(list):
            def append(self, entry):
                super().append(entry)
                change()

        monkeypatch.setattr(namespace, "_kept", Slow(namespace._kept))
    else:
        _remove_as_c_does("ptns.f")

        def register(name):
            if left and left.pop():
                tvmlike.register_func(name, lambda: "replaced")
            return ""

        monkeypatch.setattr(tvmlike._hooks, "why_missing", register)
    try:
        old = module.f()
    except AttributeError:
        assert window == "found missing"
    else:
        assert old == "ptns.f"  # the function that was found is valid
    assert not left
    assert module.f() == "replaced"


def test_a_missing_name_is_found_after_its_registration(module):
    tvmlike._init_api("ptns", module.__name__)
    register = tvmlike.get_global_func("registry.info")  # any function; registered under a new name below
    for _ in range(3):
        with pytest.raises(AttributeError, match=r"ptns\.miss"):
            module.miss
    tvmlike.register_func("ptns.miss", register)
    try:
        assert module.miss is register
    finally:
        _remove_as_c_does("ptns.miss")
    with pytest.raises(AttributeError, match=r"ptns\.miss"):
        module.miss


def test_a_missing_plugin_is_looked_for_when_the_variable_changes(module, monkeypatch, tmp_path):
    tvmlike._init_api("ptns", module.__name__)
    for _ in range(2):
        assert not hasattr(module, "miss")
    library = tmp_path / "libptns.so"
    library.write_bytes(b"no library")
    monkeypatch.setenv("TVMLIKE_PLUGIN_PATH", str(library))
    with pytest.raises(AttributeError, match=r"libptns\.so"):
        module.miss


def test_an_attribute_of_the_module_itself_outlives_changes(module, functions):
    functions("ptns.f", "ptns.g")
    tvmlike._init_api("ptns", module.__name__)
    assert module.f() == "ptns.f"
    module.f = 42
    tvmlike.remove_global_func("ptns.f")
    tvmlike.remove_global_func("ptns.g")
    assert module.f == 42


def test_a_function_with_a_builtins_name_does_not_hide_the_builtin_from_code(module, functions):
    functions("ptns.len")
    exec("def count(items): return len(items)", vars(module))
    tvmlike._init_api("ptns", module.__name__)
    assert module.len() == "ptns.len"
    assert module.count([1, 2]) == 2


def test_a_function_comes_before_a_class_that_was_read(testing):
    assert isinstance(testing.Point, type)
    function = tvmlike.get_global_func("registry.info")
    tvmlike.register_func("testing.Point", function)
    try:
        assert testing.Point is function
    finally:
        tvmlike.remove_global_func("testing.Point")
    assert isinstance(testing.Point, type)


def test_cached_attributes_do_not_hold_a_plugin(module, functions):
    functions("ptns.f")
    tvmlike._init_api("ptns", module.__name__)
    alive = weakref.ref(module.f)
    gc.collect()
    tvmlike.remove_global_func("ptns.f")
    gc.collect()
    function = alive()
    assert function is None
