"""Registering, getting, listing and removing functions."""

from __future__ import annotations

import functools
import json
import sys
import threading

import pytest

import tvmlike


def test_a_function_comes_back_by_name(name):
    def add(a, b):
        return a + b

    assert tvmlike.register_func(name, add) is add
    assert tvmlike.get_global_func(name)(1, 2) == 3
    assert name in tvmlike.list_global_func_names()


def test_as_a_decorator_with_a_name(name):
    @tvmlike.register_func(name)
    def half(x):
        return x / 2

    assert half(3) == 1.5
    assert tvmlike.get_global_func(name)(3) == 1.5


def test_as_a_decorator_without_a_name():
    @tvmlike.register_func
    def registered_under_its_own_name():
        return 42

    try:
        assert tvmlike.get_global_func("registered_under_its_own_name")() == 42
        assert registered_under_its_own_name() == 42
    finally:
        tvmlike.remove_global_func("registered_under_its_own_name")


def test_a_packed_func_can_be_registered(name):
    tvmlike.register_func(name, tvmlike.runtime.version)
    assert tvmlike.get_global_func(name)() == tvmlike.__version__


def test_a_taken_name_is_an_error_unless_override_is_set(name):
    def first():
        return 1

    def second():
        return 2

    tvmlike.register_func(name, first)
    with pytest.raises(ValueError, match="taken") as caught:
        tvmlike.register_func(name, second)
    assert name in str(caught.value)
    assert tvmlike.get_global_func(name)() == 1
    tvmlike.register_func(name, second, override=True)
    assert tvmlike.get_global_func(name)() == 2


def test_override_as_a_decorator(name):
    tvmlike.register_func(name, lambda: 1)

    @tvmlike.register_func(name, override=True)
    def again():
        return 2

    assert tvmlike.get_global_func(name)() == 2


def test_the_error_for_a_taken_name_says_where_both_are(name):
    def first():
        pass

    tvmlike.register_func(name, first)
    with pytest.raises(ValueError, match="python") as caught:
        tvmlike.register_func(name, first)
    place = f"{__file__}:{first.__code__.co_firstlineno}"
    assert str(caught.value).count(place) == 2


def test_removal_leaves_handles_valid(name):
    tvmlike.register_func(name, lambda x: x + 1)
    held = tvmlike.get_global_func(name)
    tvmlike.remove_global_func(name)
    assert tvmlike.get_global_func(name, allow_missing=True) is None
    assert name not in tvmlike.list_global_func_names()
    assert held(1) == 2


def test_removing_a_missing_name_is_an_error():
    with pytest.raises(ValueError, match=r"pytest\.no\.such\.name"):
        tvmlike.remove_global_func("pytest.no.such.name")


def test_getting_a_missing_name():
    assert tvmlike.get_global_func("pytest.no.such.name", allow_missing=True) is None
    with pytest.raises(ValueError, match=r"pytest\.no\.such\.name"):
        tvmlike.get_global_func("pytest.no.such.name")
    with pytest.raises(ValueError, match=r"close to it: .*tensor\.add"):
        tvmlike.get_global_func("tensor.ad")


def test_a_prefix_ends_at_a_dot():
    names = ["pytestir.f", "pytestir.sub.g", "pytestirx.f", "pytestir"]
    for each in names:
        tvmlike.register_func(each, lambda: None)
    try:
        assert tvmlike.list_global_func_names("pytestir") == ["pytestir.f", "pytestir.sub.g"]
        assert tvmlike.list_global_func_names("pytestir.") == ["pytestir.f", "pytestir.sub.g"]
        assert tvmlike.list_global_func_names("pytesti") == []
        everything = tvmlike.list_global_func_names()
        assert set(names) <= set(everything)
        assert everything == sorted(everything)
        assert tvmlike.list_global_func_names(None) == everything == tvmlike.list_global_func_names("")
    finally:
        for each in names:
            tvmlike.remove_global_func(each)


@pytest.mark.parametrize(
    ("bad", "text"),
    [("a\0b", "a name must not contain NUL"), ("\ud800", "a name must not contain a lone surrogate")],
)
def test_bad_names_are_refused_alike_everywhere(bad, text):
    for call in (
        lambda: tvmlike.register_func(bad, print),
        lambda: tvmlike.remove_global_func(bad),
        lambda: tvmlike.list_global_func_names(bad),
        lambda: tvmlike.get_global_func(bad),
        lambda: tvmlike.get_global_func(bad, allow_missing=True),
    ):
        with pytest.raises(ValueError, match=text):
            call()


def test_a_callable_without_a_name():
    with pytest.raises(TypeError, match=r"register_func: functools\.partial.*has no __name__"):
        tvmlike.register_func(functools.partial(print))


def test_none_is_not_a_function(name):
    with pytest.raises(TypeError, match="expected a callable, got None"):
        tvmlike.register_func(name, None)
    with pytest.raises(TypeError, match="expected the name before the function"):
        tvmlike.register_func(print, name)
    assert tvmlike.get_global_func(name, allow_missing=True) is None


@pytest.mark.parametrize("bad", ["", "a\0b", "\ud800"])
def test_invalid_names_are_errors(bad):
    before = tvmlike.list_global_func_names()
    with pytest.raises(ValueError, match="name"):
        tvmlike.register_func(bad, lambda: None)
    with pytest.raises(ValueError, match=r"name|registered"):
        tvmlike.get_global_func(bad)
    with pytest.raises(ValueError, match=r"name|registered"):
        tvmlike.remove_global_func(bad)
    assert tvmlike.list_global_func_names() == before


@pytest.mark.parametrize("bad", [None, 3, b"bytes", ["x"]])
def test_names_of_a_wrong_type(bad):
    with pytest.raises(TypeError, match="name"):
        tvmlike.register_func(bad, lambda: None)
    with pytest.raises(TypeError, match="name"):
        tvmlike.get_global_func(bad)
    with pytest.raises(TypeError, match="name"):
        tvmlike.remove_global_func(bad)


def test_other_values_than_callables_are_errors(name):
    with pytest.raises(TypeError, match="expected a callable, got"):
        tvmlike.register_func(name, 3)
    with pytest.raises(TypeError, match="expected a callable, got"):
        tvmlike.register_func(name)("text")
    with pytest.raises(TypeError, match="prefix"):
        tvmlike.list_global_func_names(3)
    assert tvmlike.get_global_func(name, allow_missing=True) is None


def test_the_registry_contains_doc_and_location(name):
    def documented(x):
        """Doc with "quotes" and more than ASCII: é."""

    tvmlike.register_func(name, documented)
    info = json.loads(tvmlike.registry.info(name))
    assert info["name"] == name
    assert info["doc"] == documented.__doc__
    assert info["file"] == __file__
    assert info["line"] == documented.__code__.co_firstlineno
    assert tvmlike.get_global_func(name).__doc__ == documented.__doc__


def test_registering_while_others_look_up():
    names = [f"pytestrace.f{position}" for position in range(200)]
    stop = threading.Event()
    seen: list[BaseException] = []

    def look():
        while not stop.is_set():
            for each in names:
                function = tvmlike.get_global_func(each, allow_missing=True)
                try:
                    if function is not None and function(20) != 21:
                        raise AssertionError(each)
                    tvmlike.list_global_func_names("pytestrace")
                except BaseException as error:
                    seen.append(error)
                    return

    threads = [threading.Thread(target=look) for _ in range(3)]
    # Each call by ctypes releases the GIL, so a round takes ten times as long, and interleaves more steps.
    rounds = 3 if tvmlike.ffi_path() == "native" else 1
    interval = sys.getswitchinterval()
    # Threads take turns more often, so that more of their steps interleave in less time.
    sys.setswitchinterval(1e-4)
    try:
        for thread in threads:
            thread.start()
        for _ in range(rounds):
            for each in names:
                tvmlike.register_func(each, lambda x: x + 1)
            for each in names:
                tvmlike.register_func(each, lambda x: x + 1, override=True)
            for each in names:
                tvmlike.remove_global_func(each)
    finally:
        sys.setswitchinterval(interval)
        stop.set()
    for thread in threads:
        thread.join()
    assert seen == []
    assert tvmlike.list_global_func_names("pytestrace") == []
