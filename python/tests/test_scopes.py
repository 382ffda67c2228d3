"""Current objects, which implicit parameters take."""

from __future__ import annotations

import gc
import inspect
import threading
import weakref

import pytest

import tvmlike


def test_an_implicit_parameter_takes_the_current_object(testing):
    a, b = testing.Context("a"), testing.Context("b")
    with a as entered:
        assert entered is a
        assert testing.make_in("op") == "op in a"
        with b, testing.Position(3):
            assert testing.make_in("op") == "op in b at 3"
            assert testing.make_in("op", a) == "op in a at 3"
            assert testing.make_in(what="op", context=a, place=testing.Position(4)) == "op in a at 4"
            assert testing.make_in("op", None, place=None) == "op in b at 3"
        assert testing.make_in("op") == "op in a"
        assert b.beside() == "b beside a"
        assert b.beside(other=b) == "b beside b"


def test_without_one_the_error_says_what_to_do(testing):
    with pytest.raises(RuntimeError) as caught:
        testing.make_in("op")
    text = str(caught.value)
    assert text.startswith(
        "testing.make_in: argument 2 `context`: expected testing.Context, got none, "
        "and no testing.Context is current on this thread"
    )
    assert "pass `context`" in text
    assert "`with`" in text
    with testing.Position(1), pytest.raises(RuntimeError, match=r"Context\.beside: argument 1 `other`"):
        testing.Context("a").beside()
    with pytest.raises(TypeError, match=r"argument 2 `context`: expected testing\.Context, got str"):
        testing.make_in("op", "a")


def test_current(testing):
    a = testing.Context("a")
    assert testing.Context.current is None
    with a:
        assert testing.Context.current is a
        assert a.current is a
        assert testing.Position.current is None
    assert testing.Context.current is None


def test_scopes_end_with_exceptions(testing):
    with pytest.raises(ZeroDivisionError), testing.Context("a"):
        1 / 0
    assert testing.Context.current is None


def test_scopes_end_in_reverse_order(testing):
    a, b = testing.Context("a"), testing.Context("b")
    with pytest.raises(RuntimeError, match=r"cannot end the scope of this testing\.Context: no scope"):
        a.__exit__(None, None, None)
    a.__enter__()
    b.__enter__()
    with pytest.raises(RuntimeError, match=r"belongs to another testing\.Context; end scopes in reverse"):
        a.__exit__(None, None, None)
    assert testing.Context.current is b
    b.__exit__(None, None, None)
    a.__exit__(None, None, None)
    assert testing.Context.current is None


def test_scopes_of_generators_that_overlap(testing):
    def inside(context):
        with context:
            yield testing.make_in("op")

    first, second = inside(testing.Context("a")), inside(testing.Context("b"))
    assert (next(first), next(second)) == ("op in a", "op in b")
    with pytest.raises(RuntimeError, match="in reverse order"):
        first.close()
    assert testing.make_in("op") == "op in b"
    second.close()
    testing.Context.current.__exit__(None, None, None)  # ends what `first` could not end


def test_the_same_object_twice(testing):
    a = testing.Context("a")
    with a, a:
        assert testing.make_in("op") == "op in a"
    assert testing.Context.current is None


def test_each_thread_has_its_own(testing):
    seen = []

    def look():
        seen.append(testing.Context.current)
        with testing.Context("b"):
            seen.append(testing.make_in("op"))

    with testing.Context("a"):
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
        assert testing.make_in("op") == "op in a"
    assert seen == [None, "op in b"]


def test_native_code_sets_the_current_object(testing):
    a = testing.Context("a")
    assert testing.call_in(a, lambda: testing.make_in("op")) == "op in a"

    def fail():
        raise KeyError("x")

    with pytest.raises(KeyError):
        testing.call_in(a, fail)
    assert testing.Context.current is None


def test_a_subclass_is_one_of_the_type(testing):
    class Mine(testing.Context):
        pass

    mine = Mine("mine")
    with mine:
        assert testing.Context.current is mine
        assert testing.make_in("op") == "op in mine"


def test_a_scope_keeps_its_object(testing):
    a = testing.Context("a")
    a.__enter__()
    gone = weakref.ref(a)
    handle = a._handle
    del a
    gc.collect()
    assert gone() is None
    assert testing.make_in("op") == "op in a"
    again = testing.Context.current
    assert again._handle == handle
    again.__exit__(None, None, None)


def test_signatures(testing):
    assert str(inspect.signature(testing.make_in)) == (
        "(what: str, context: testing.Context | None = None, *, place: testing.Position | None = None) -> str"
    )
    import json

    record = json.loads(tvmlike.registry.info("testing.make_in"))
    assert record["implicit"] == ["context", "place"]
