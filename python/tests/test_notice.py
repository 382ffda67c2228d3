"""Events: Python callables that receive changes of registered names."""

from __future__ import annotations

import gc
import os
import threading
import weakref

import pytest
from conftest import plugin_path

import tvmlike


@pytest.fixture
def listen():
    """`listen(prefix)` returns the list that receives all events under a prefix."""
    numbers = []

    def begin(prefix):
        heard = []

        def hear(event, names):
            heard.append((event, [*names]))

        numbers.append(tvmlike.registry.subscribe(prefix, hear))
        return heard

    yield begin
    for number in numbers:
        tvmlike.registry.unsubscribe(number)


def test_events_name_the_changes(listen):
    heard = listen("ptnotice")
    tvmlike.register_func("ptnotice.f", len)
    tvmlike.register_func("ptnotices.f", len)
    tvmlike.register_func("ptnotice.f", max, override=True)
    with pytest.raises(ValueError, match="is already registered"):
        tvmlike.register_func("ptnotice.f", min)
    tvmlike.remove_global_func("ptnotice.f")
    tvmlike.remove_global_func("ptnotices.f")
    assert heard == [
        ("registered", ["ptnotice.f"]),
        ("overridden", ["ptnotice.f"]),
        ("removed", ["ptnotice.f"]),
    ]


def test_no_prefix_is_every_name(listen):
    heard = listen("")
    tvmlike.register_func("ptnotice_plain", len)
    tvmlike.remove_global_func("ptnotice_plain")
    assert heard == [("registered", ["ptnotice_plain"]), ("removed", ["ptnotice_plain"])]


def test_a_subscription_ends():
    heard = []
    number = tvmlike.registry.subscribe("ptnotice", lambda *told: heard.append(told))
    assert tvmlike.registry.unsubscribe(number) is None
    tvmlike.register_func("ptnotice.f", len)
    tvmlike.remove_global_func("ptnotice.f")
    assert heard == []
    with pytest.raises(ValueError, match=f"no subscription has the id {number}"):
        tvmlike.registry.unsubscribe(number)


def test_the_callable_is_kept_as_long_as_the_subscription():
    class Listener:
        def __call__(self, event, names):
            raise AssertionError

    listener = Listener()
    alive = weakref.ref(listener)
    number = tvmlike.registry.subscribe("ptnotice.nothing", listener)
    del listener
    gc.collect()
    assert alive() is not None
    tvmlike.registry.unsubscribe(number)
    gc.collect()
    assert alive() is None


def test_changes_by_a_subscriber_are_delivered_later(listen):
    def first(event, names):
        if event == "registered" and names[0] == "ptnotice.a":
            tvmlike.remove_global_func("ptnotice.a")
            tvmlike.register_func("ptnotice.b", len)

    number = tvmlike.registry.subscribe("ptnotice", first)
    heard = listen("ptnotice")
    tvmlike.register_func("ptnotice.a", len)
    tvmlike.registry.unsubscribe(number)
    tvmlike.remove_global_func("ptnotice.b")
    assert heard == [
        ("registered", ["ptnotice.a"]),
        ("removed", ["ptnotice.a"]),
        ("registered", ["ptnotice.b"]),
        ("removed", ["ptnotice.b"]),
    ]


def test_threads(listen):
    heard = listen("ptnotice.threads")

    def work(number):
        for _ in range(100):
            tvmlike.register_func(f"ptnotice.threads.f{number}", len)
            tvmlike.remove_global_func(f"ptnotice.threads.f{number}")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in range(4):
        events = [event for event, names in heard if names == [f"ptnotice.threads.f{number}"]]
        assert events == ["registered", "removed"] * 100


def test_one_that_fails_is_reported_and_the_change_stands(run_python):
    status, out, err = run_python(
        """
        def fails(event, names):
            raise KeyError("heard enough")
        tvmlike.registry.subscribe("ptnotice", fails)
        tvmlike.registry.subscribe("ptnotice", lambda event, names: print(event, *names))
        tvmlike.register_func("ptnotice.f", lambda: 42)
        print(tvmlike.ptnotice.f())
        """
    )
    assert (status, out) == (0, "registered ptnotice.f\n42\n")
    (line,) = err.splitlines()
    assert line.startswith("tvmlike: subscription ")
    assert 'to "ptnotice" failed when names were registered: KeyError' in line
    assert "heard enough" in line


@pytest.mark.skipif(not plugin_path().exists(), reason="the testing plugin is not built")
def test_loading_a_plugin_is_one_event(run_python):
    status, out, err = run_python(
        f"""
        tvmlike.unload_plugin("testing")
        told = []
        tvmlike.registry.subscribe("testing", lambda event, names: told.append((event, len(names))))
        tvmlike.load_plugin({os.fspath(plugin_path())!r})
        count = len(tvmlike.list_global_func_names("testing"))
        tvmlike.unload_plugin("testing")
        assert told == [("registered", count), ("removed", count)], told
        assert count > 20
        """
    )
    assert (status, out, err) == (0, "", "")


@pytest.mark.skipif(not plugin_path().exists(), reason="the testing plugin is not built")
def test_subscribers_of_an_unloaded_plugin_are_not_called(run_python):
    status, out, err = run_python(
        """
        number = tvmlike.registry.subscribe("ptnotice", testing.nop)
        own = tvmlike.registry.subscribe("ptnotice", lambda event, names: print(event, *names))
        tvmlike.unload_plugin("testing")
        tvmlike.register_func("ptnotice.f", lambda: 42)
        try:
            tvmlike.registry.unsubscribe(number)
        except ValueError as error:
            print(str(error).startswith("no subscription has the id"))
        tvmlike.registry.unsubscribe(own)
        """
    )
    assert (status, out, err) == (0, "registered ptnotice.f\nTrue\n", "")


def test_no_events_at_exit(run_python):
    status, out, err = run_python(
        """
        tvmlike.registry.subscribe("", lambda event, names: print(event))
        """
    )
    assert (status, out, err) == (0, "", "")
