"""Unloading and reloading plugins in a running session: what is kept and what is released.

They load tests/plugins/lifecycle, built twice: the second version returns other results and has another
layout of its type. `TVMLIKE_LIFECYCLE_PLUGINS` names the two libraries; without it, cargo builds them.
"""

from __future__ import annotations

import copy
import gc
import inspect
import os
import pickle
import shutil
import subprocess
import sys
import threading
import time
import weakref

import pytest
from conftest import ROOT, SUFFIX

import tvmlike


@pytest.fixture(scope="session")
def generations(tmp_path_factory):
    """The paths of the two libraries."""
    chosen = os.environ.get("TVMLIKE_LIFECYCLE_PLUGINS")
    if chosen:
        return chosen.split(os.pathsep)
    if shutil.which("cargo") is None or not (ROOT / "Cargo.toml").exists():
        pytest.skip("the plugin cannot be built: there is no cargo, or no checkout")
    # The folder in which the Rust tests build it, too.
    target = ROOT / "target" / "plugins"
    environment = {name: value for name, value in os.environ.items() if name != "RUSTFLAGS"}
    built = []
    for number, more in enumerate(([], ["--features", "next"]), 1):
        command = ["cargo", "build", "--quiet", "--package", "tvmlike-lifecycle", "--target-dir", target]
        subprocess.run([*command, *more], cwd=ROOT, env=environment, check=True)
        copied = tmp_path_factory.mktemp("lifecycle") / f"{number}{SUFFIX}"
        shutil.copy(target / "debug" / f"libtvmlike_lifecycle{SUFFIX}", copied)
        built.append(os.fspath(copied))
    return built


class Plugin:
    """The loaded plugin, its file, and the output of its finish function."""

    def __init__(self, generations, path):
        self.generations = generations
        self.path = path
        self.finished = []
        self.put(1)
        self.described = tvmlike.load_plugin(path)
        self.watch()

    def put(self, generation):
        """Replaces the plugin's file by a library, as a build does."""
        fresh = f"{self.path}.new"
        shutil.copy(self.generations[generation - 1], fresh)
        os.replace(fresh, self.path)

    def watch(self):
        said = self.finished
        tvmlike.lifecycle.on_finish(lambda generation, _: said.append(str(generation)))

    def has_finished(self, *generations):
        """Whether these finish functions have run, in this order; they may run on another thread."""
        deadline = time.monotonic() + 30
        while len(self.finished) < len(generations) and time.monotonic() < deadline:
            time.sleep(0.001)
        return self.finished == list(generations)

    def reload(self, generation=2):
        self.put(generation)
        return tvmlike.reload_plugin("lifecycle")


@pytest.fixture
def plugin(generations, tmp_path):
    tvmlike.register_func("lifecycle_host.answer", lambda: "the host")
    loaded = Plugin(generations, tmp_path / f"liblifecycle{SUFFIX}")
    yield loaded
    if any(one["name"] == "lifecycle" for one in tvmlike.list_plugins()):
        tvmlike.unload_plugin("lifecycle")
    tvmlike.remove_global_func("lifecycle_host.answer")


def test_unloading_removes_names_and_finishes(plugin):
    assert tvmlike.lifecycle.generation() == "1"
    assert tvmlike.lifecycle_host.answer() == 7
    described = tvmlike.unload_plugin("lifecycle")
    assert plugin.has_finished("1")
    assert described["state"] == "finished"
    assert list(described["held_by"]) == []
    assert tvmlike.get_global_func("lifecycle.generation", allow_missing=True) is None
    assert tvmlike.list_global_func_names("lifecycle") == []
    assert not any(one["name"] == "lifecycle" for one in tvmlike.list_plugins())
    # The overridden function is restored.
    assert tvmlike.lifecycle_host.answer() == "the host"


def test_a_function_that_the_user_has_overridden_survives_reloads(plugin):
    tvmlike.register_func("lifecycle.count", lambda: "mine", override=True)
    try:
        for generation in (2, 1):
            plugin.reload(generation)
            assert tvmlike.lifecycle.generation() == str(generation)
            assert tvmlike.lifecycle.count() == "mine"
        tvmlike.register_func("lifecycle.count", lambda: "again", override=True)
        plugin.reload()
        assert tvmlike.lifecycle.count() == "again"
        assert plugin.has_finished("1")  # the override does not keep the old build
        tvmlike.unload_plugin("lifecycle", refuse_if_held=True)
        assert tvmlike.lifecycle.count() == "again"
    finally:
        tvmlike.remove_global_func("lifecycle.count")
    tvmlike.load_plugin(plugin.path)
    assert tvmlike.lifecycle.count() == 1


def test_the_module_goes_with_the_namespace(plugin):
    import tvmlike.lifecycle as held

    assert held is tvmlike.lifecycle
    tvmlike.unload_plugin("lifecycle")
    assert "tvmlike.lifecycle" not in sys.modules
    with pytest.raises(AttributeError, match="no attribute 'lifecycle'"):
        tvmlike.lifecycle
    with pytest.raises(ModuleNotFoundError):
        __import__("tvmlike.lifecycle")
    assert dir(held) == [name for name in dir(held) if name.startswith("__")]
    tvmlike.load_plugin(plugin.path)
    # An existing module object gets the names again.
    assert held.generation() == tvmlike.lifecycle.generation() == "1"


def test_lookups_do_not_hold_a_plugin(plugin):
    module = tvmlike.lifecycle
    for name in dir(module):
        getattr(module, name)
    counter = module.Counter()
    assert (counter.add(), counter.made_by(), inspect.signature(module.Counter)) is not None
    help_text = inspect.getdoc(module.Counter)
    assert help_text
    del counter
    tvmlike.unload_plugin("lifecycle")
    assert plugin.has_finished("1")


def test_an_enumeration_goes_with_its_plugin(plugin):
    phase = tvmlike.lifecycle.Phase
    assert tvmlike.lifecycle.phase(phase.BEGIN) is phase.BEGIN
    with pytest.raises(ValueError, match=r"2 is not a value of lifecycle.Phase; expected one of 1 \(BEGIN\)"):
        tvmlike.lifecycle.phase(2)
    tvmlike.unload_plugin("lifecycle")
    # A reference to a class does not keep the plugin.
    assert plugin.has_finished("1")
    assert repr(phase.BEGIN) == "<Phase.BEGIN: 1>"
    with pytest.raises(AttributeError):
        tvmlike.lifecycle.Phase
    with pytest.raises(pickle.PicklingError):
        pickle.dumps(phase.BEGIN)
    plugin.put(2)
    tvmlike.load_plugin(plugin.path)
    plugin.watch()
    fresh = tvmlike.lifecycle.Phase
    assert fresh is not phase
    assert tvmlike.lifecycle.phase(2) is fresh.END
    with pytest.raises(TypeError, match=r"argument 1 `phase`: expected lifecycle.Phase, got Phase"):
        tvmlike.lifecycle.phase(phase.BEGIN)


def test_an_object_keeps_the_plugin_loaded_and_usable(plugin):
    counter = tvmlike.lifecycle.Counter()
    cls = weakref.ref(type(counter))
    described = tvmlike.unload_plugin("lifecycle")
    assert described["state"] == "unloaded"
    assert list(described["held_by"]) == ["1 object of lifecycle.Counter"]
    assert (counter.add(), counter.add(), counter.count) == (1, 2, 2)
    assert counter.made_by() == "1"
    assert plugin.finished == []
    del counter
    gc.collect()
    assert cls() is None
    assert plugin.has_finished("1")


def test_an_object_that_comes_back_after_the_unloading(plugin):
    # Native code holds it; Python has neither the object nor its class.
    kept = tvmlike.Array([tvmlike.lifecycle.Counter()])
    tvmlike.unload_plugin("lifecycle")
    counter = kept[0]
    assert type(counter).__name__ == "Counter"
    assert counter.add() == 1
    assert type(kept[0]) is type(counter)
    del counter, kept
    gc.collect()
    assert plugin.has_finished("1")


def test_a_function_keeps_the_plugin_loaded_and_usable(plugin):
    generation = tvmlike.lifecycle.generation
    closure = tvmlike.lifecycle.closure
    made = closure(2)
    assert tvmlike.unload_plugin("lifecycle")["state"] == "unloaded"
    assert (generation(), closure(x=40)(2), made(3)) == ("1", 42, 5)
    # Its attributes are unchanged.
    assert generation.__doc__ == "Which build this is."
    assert str(inspect.signature(closure)).startswith("(x: int) -> ")
    with pytest.raises(TypeError, match="cannot pickle"):
        pickle.dumps(generation)
    del generation, closure, made
    assert plugin.has_finished("1")


def test_unloading_during_a_call(plugin):
    def unload():
        assert tvmlike.unload_plugin("lifecycle")["state"] == "unloaded"
        assert plugin.finished == []
        return "went on"

    assert tvmlike.lifecycle.during(unload) == "went on"
    gc.collect()
    assert plugin.has_finished("1")


def test_refused_while_held(plugin):
    counter = tvmlike.lifecycle.Counter()
    cls = tvmlike.lifecycle.Counter
    with pytest.raises(RuntimeError, match=r"still in use by 1 object of lifecycle\.Counter"):
        tvmlike.unload_plugin("lifecycle", refuse_if_held=True)
    assert tvmlike.lifecycle.Counter is cls
    assert isinstance(counter, cls)
    assert tvmlike.lifecycle.generation() == "1"
    del counter, cls
    # Python's caches do not count as use.
    assert tvmlike.unload_plugin("lifecycle", refuse_if_held=True)["state"] == "finished"


def test_reloading_brings_the_new_code(plugin):
    described = plugin.reload()
    assert (described["name"], described["version"], described["state"]) == ("lifecycle", "2", "loaded")
    assert plugin.has_finished("1")
    assert tvmlike.lifecycle.generation() == "2"
    assert tvmlike.lifecycle.Counter().made_by() == "2"
    assert not hasattr(tvmlike.lifecycle, "only_first")


def test_old_functions_keep_the_old_code(plugin):
    old = tvmlike.lifecycle.generation
    plugin.reload()
    new = tvmlike.lifecycle.generation
    assert (old(), new()) == ("1", "2")
    assert old is not new
    assert old != new
    del old
    assert plugin.has_finished("1")


def test_old_objects_and_new_ones_are_of_two_classes(plugin):
    lifecycle = tvmlike.lifecycle
    old, old_class = lifecycle.Counter(), lifecycle.Counter
    plugin.reload()
    new, new_class = lifecycle.Counter(), lifecycle.Counter
    assert old_class is not new_class
    assert type(old) is old_class
    assert type(new) is new_class
    assert not isinstance(old, new_class)
    assert not isinstance(new, old_class)
    assert (old.made_by(), new.made_by()) == ("1", "2")
    assert (old.type_key, new.type_key) == ("lifecycle.Counter", "lifecycle.Counter")
    assert old.type_index != new.type_index
    assert new.label == 1000
    assert not hasattr(old, "label")
    # The old class creates old objects, which the new code rejects.
    assert old_class().made_by() == "1"
    with pytest.raises(TypeError, match="lifecycle"):
        lifecycle.read(old)
    assert lifecycle.read(new) == 0
    del old, old_class
    gc.collect()
    assert plugin.has_finished("1")


def test_a_subclass_stays_with_the_code_it_was_made_for(plugin):
    class Mine(tvmlike.lifecycle.Counter):
        def add(self):
            return 10 * super().add()

    before = Mine()
    plugin.reload()
    assert before.add() == 10
    after = Mine()
    assert (after.add(), after.made_by()) == (10, "1")

    class Renewed(tvmlike.lifecycle.Counter):
        pass

    assert Renewed().made_by() == "2"


def test_a_registered_class_goes_with_the_type_it_inherits_from(plugin, registered):
    @registered("lifecycle.Counter")
    class Shown(tvmlike.Object):
        def __repr__(self):
            return f"counted {self.count}"

    old = tvmlike.lifecycle.Counter()
    assert (type(old), repr(old)) == (Shown, "counted 0")
    plugin.reload()
    assert repr(old) == "counted 0"
    assert type(tvmlike.lifecycle.Counter()) is not Shown

    @registered("lifecycle.Counter")
    class ShownAgain(tvmlike.Object):
        def __repr__(self):
            return f"counted {self.count} with the label {self.label}"

    assert repr(tvmlike.lifecycle.Counter()) == "counted 0 with the label 1000"
    assert repr(old) == "counted 0"


def test_a_refused_unloading_leaves_registered_classes(plugin, registered):
    @registered("lifecycle.Counter")
    class Shown(tvmlike.Object):
        pass

    counter = tvmlike.lifecycle.Counter()
    with pytest.raises(RuntimeError, match="still in use by"):
        tvmlike.unload_plugin("lifecycle", refuse_if_held=True)
    assert type(tvmlike.lifecycle.Counter()) is Shown is type(counter)


def test_a_reload_that_fails_changes_nothing(plugin):
    counter, cls = tvmlike.lifecycle.Counter(), tvmlike.lifecycle.Counter
    fresh = plugin.path.with_name("wrong.so")
    fresh.write_text("not a library")
    os.replace(fresh, plugin.path)
    with pytest.raises(OSError, match="cannot load"):
        tvmlike.reload_plugin("lifecycle")
    assert tvmlike.lifecycle.generation() == "1"
    assert tvmlike.lifecycle.Counter is cls
    assert isinstance(counter, cls)
    assert plugin.finished == []


def test_many_reloads(plugin):
    for generation in (2, 1, 2, 1, 2, 1):
        counter = tvmlike.lifecycle.Counter()
        plugin.reload(generation)
        plugin.watch()
        assert counter.add() == 1
        assert tvmlike.lifecycle.Counter().made_by() == str(generation)
        del counter
    gc.collect()
    # The last one is still loaded.
    assert plugin.has_finished("1", "2", "1", "2", "1", "2")


def test_unloading_by_the_packed_function(plugin):
    cls = weakref.ref(tvmlike.lifecycle.Counter)
    tvmlike.plugin.unload("lifecycle")
    assert tvmlike.get_global_func("lifecycle.generation", allow_missing=True) is None
    assert not hasattr(tvmlike.lifecycle, "Counter")
    gc.collect()
    assert cls() is None
    assert plugin.has_finished("1")


def test_a_class_is_found_by_its_current_key_only(plugin):
    old = tvmlike.lifecycle.Counter
    tvmlike.unload_plugin("lifecycle")
    tvmlike.load_plugin(plugin.path)
    assert tvmlike.lifecycle.Counter is not old
    assert tvmlike.lifecycle.Counter().made_by() == "1"


def test_what_is_no_plugin(plugin):
    for function in (tvmlike.unload_plugin, tvmlike.reload_plugin):
        with pytest.raises(ValueError, match=r"nothing_like_it.*loaded: .*lifecycle"):
            function("nothing_like_it")
        with pytest.raises(TypeError, match="argument 1 `name`: expected str, got None"):
            function(None)
    tvmlike.unload_plugin("lifecycle")
    with pytest.raises(ValueError, match="lifecycle"):
        tvmlike.unload_plugin("lifecycle")


def test_copies_of_objects_of_an_unloaded_plugin(plugin):
    counter = tvmlike.lifecycle.Counter()
    plugin.reload()
    with pytest.raises(TypeError, match="cannot pickle or copy"):
        copy.copy(counter)


def test_pickles_name_the_type_by_its_key(run_python):
    program = """
        import copy, pickle

        class Mine(testing.Counter):
            pass

        before, old, mine = pickle.dumps(testing.Counter(2)), testing.Counter(5), Mine(3)
        tvmlike.reload_plugin("testing")
        for restored, step in (
            (pickle.loads(before), 2), (pickle.loads(pickle.dumps(old)), 5), (copy.copy(old), 5)
        ):
            assert type(restored) is testing.Counter is not type(old)
            assert restored.step == step
        try:
            pickle.loads(pickle.dumps(mine))
        except TypeError as error:
            print(error)
        tvmlike.unload_plugin("testing")
        try:
            pickle.loads(before)
        except ValueError as error:
            print(error)
    """
    status, out, err = run_python(program)
    assert (status, err) == (0, "")
    refused, unknown = out.splitlines()
    assert refused.startswith(
        "cannot unpickle Mine: it inherits from a class of testing.Counter whose plugin"
    )
    assert unknown.startswith("cannot unpickle testing.Counter: the type is not registered")


def test_names_are_never_missing_during_a_reload(plugin):
    answers, stop = set(), threading.Event()

    def call():
        while not stop.is_set():
            answers.add(tvmlike.lifecycle.generation())
            answers.add(tvmlike.get_global_func("lifecycle.generation")())

    threads = [threading.Thread(target=call) for _ in range(4)]
    failed = []
    before, threading.excepthook = threading.excepthook, failed.append
    try:
        for thread in threads:
            thread.start()
        for generation in (2, 1, 2, 1):
            plugin.reload(generation)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
        threading.excepthook = before
    assert failed == []
    assert answers == {"1", "2"}


def test_a_plugin_that_native_code_loads_and_unloads(generations):
    program = """
import gc, sys, weakref, tvmlike
tvmlike.register_func("lifecycle_host.answer", lambda: 0)
tvmlike.plugin.load(sys.argv[1])
cls = weakref.ref(tvmlike.lifecycle.Counter)
generation = tvmlike.lifecycle.generation
tvmlike.plugin.unload("lifecycle")
gc.collect()
print(cls(), generation(), tvmlike.plugin.info("lifecycle")["state"])
del generation
print(tvmlike.plugin.info("lifecycle")["state"])
"""
    done = subprocess.run(
        [sys.executable, "-c", program, generations[0]],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert (done.stdout.split(), done.stderr) == (["None", "1", "unloaded", "finished"], "")


def test_a_kept_function_creates_valid_objects(run_python):
    program = """
        import gc
        make_point = testing.make_point
        tvmlike.unload_plugin("testing")
        for _ in range(2):
            point = make_point(1.0, 2.0)
            print(type(point).__name__, point.x)
            del point
            gc.collect()
        print(tvmlike.plugin.info("testing")["state"])
        del make_point
        print(tvmlike.plugin.info("testing")["state"])
    """
    status, out, err = run_python(program)
    assert (status, err) == (0, "")
    assert out.splitlines() == ["Point 1.0", "Point 1.0", "unloaded", "finished"]


def test_a_refinement_goes_with_its_plugin(plugin, testing):
    earlier = testing.Operation.of("x")
    tvmlike.lifecycle.refine("lifecycle.Op", "testing.Operation")
    refined = testing.Operation.of("y")
    cls = tvmlike.lifecycle.Op
    assert type(refined) is cls
    assert isinstance(earlier, cls)
    assert tvmlike.unload_plugin("lifecycle")["state"] == "unloaded"
    # New results have the class from before the plugin; existing objects stay usable.
    assert type(testing.Operation.of("z")) is testing.Operation
    assert (type(refined), refined.made_by(), refined.operands) == (cls, "1", 0)
    with pytest.raises(ValueError, match=r"no type is registered as|lifecycle\.Op"):
        testing.remove_class("lifecycle.Op")
    assert plugin.finished == []
    del cls, refined, earlier
    gc.collect()
    assert plugin.has_finished("1")


def test_a_refinement_is_reloaded(plugin):
    lifecycle = tvmlike.lifecycle
    assert [type(lifecycle.number(value)).__name__ for value in (1, 10)] == ["Number", "Big"]
    old = lifecycle.number(100)
    old_class = type(old)
    plugin.reload()
    new = lifecycle.number(1000)
    assert (type(new), type(new) is old_class) == (lifecycle.Big, False)
    assert (old.digits(), new.digits(), type(old) is old_class) == (3, 4, True)
    assert not isinstance(old, lifecycle.Big)
    assert type(lifecycle.number(1)) is lifecycle.Number
    del old, old_class
    gc.collect()
    assert plugin.has_finished("1")


def test_a_reloaded_plugin_creates_its_classes_again(plugin, testing):
    lifecycle = tvmlike.lifecycle
    lifecycle.refine("lifecycle.Op", "testing.Operation")
    assert testing.Operation.of("y").made_by() == "1"
    plugin.reload()
    assert type(testing.Operation.of("y")) is testing.Operation
    assert not hasattr(lifecycle, "Op")
    lifecycle.refine("lifecycle.Op", "testing.Operation")
    assert testing.Operation.of("y").made_by() == "2"
    assert plugin.has_finished("1")
    tvmlike.unload_plugin("lifecycle")
    assert type(testing.Operation.of("y")) is testing.Operation


def test_objects_of_pools_keep_the_plugin(plugin):
    kept = [tvmlike.lifecycle.pooled(f"{number}") for number in range(100)]
    orphan = tvmlike.lifecycle.orphan("alone")
    assert [one.text for one in kept] == [f"{number}" for number in range(100)]
    described = tvmlike.unload_plugin("lifecycle")
    assert list(described["held_by"]) == ["101 objects of lifecycle.Pooled"]
    del kept
    assert plugin.finished == []
    assert orphan.text == "alone"
    del orphan
    gc.collect()
    assert plugin.has_finished("1")
