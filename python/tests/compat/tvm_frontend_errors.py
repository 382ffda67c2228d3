"""Cases of test_tvm_frontend.py: exceptions that pass through native code."""

from __future__ import annotations

import gc
import threading
import traceback
import weakref

import pytest
import tvm

convert = tvm.runtime.convert
LIBRARY = tvm._ffi.base._LIB
#: Front ends from 0.14 on hand the exception itself over; those before, its text.
AS_OBJECTS = hasattr(tvm._ffi.base, "raise_last_ffi_error")
as_objects = pytest.mark.skipif(not AS_OBJECTS, reason="this version passes the text of exceptions")
as_text = pytest.mark.skipif(AS_OBJECTS, reason="this version passes exceptions")


class OfAUser(Exception):
    """A class that is not registered."""


def raising(error):
    def fail():
        raise error

    return convert(fail)


def nested():
    """A function that fails at the end of three callbacks."""

    def innermost():
        raise ValueError("the reason")

    inner = convert(innermost)

    def between():
        return inner()

    outer = convert(between)

    def outermost():
        return outer()

    return convert(outermost)


@as_objects
def test_the_object_keeps_its_identity():
    error = OfAUser("two", 2)
    fails = raising(error)
    for calls in (fails, convert(lambda: fails()), convert(lambda: convert(lambda f: f())(fails))):
        with pytest.raises(OfAUser) as caught:
            calls()
        assert caught.value is error


@as_objects
def test_frames_are_in_call_order():
    with pytest.raises(ValueError, match=r"^the reason$") as caught:
        nested()()
    frames = traceback.extract_tb(caught.value.__traceback__)
    own = [frame.name for frame in frames if frame.filename == __file__]
    assert own == ["test_frames_are_in_call_order", "outermost", "between", "innermost"]


@as_text
def test_lines_are_in_call_order():
    with pytest.raises(ValueError, match="the reason") as caught:
        nested()()
    text = str(caught.value)
    places = [text.index(f"in {name}") for name in ("outermost", "between", "innermost")]
    assert places == sorted(places)


@as_objects
def test_the_exception_is_not_kept_alive():
    made = []

    def fail():
        error = OfAUser("held")
        made.append(weakref.ref(error))
        raise error

    with pytest.raises(OfAUser):
        convert(fail)()
    gc.collect()
    assert made[0]() is None


@as_objects
def test_the_library_releases_the_exception():
    with pytest.raises(OfAUser):
        raising(OfAUser())()
    assert not LIBRARY.TVMGetLastPythonError()


def test_an_error_that_was_caught_is_forgotten():
    fails = raising(KeyError("the first"))

    def catches():
        with pytest.raises(KeyError):
            fails()
        raise IndexError("the second")

    with pytest.raises(IndexError, match="the second") as caught:
        convert(catches)()
    assert "the first" not in str(caught.value)
    assert convert(lambda: 1)() == 1
    with pytest.raises(TypeError, match="expected Array"):
        tvm.runtime._ffi_api.ArraySize(1)


@pytest.mark.parametrize("error", [OfAUser("odd"), ZeroDivisionError("odd"), OverflowError("odd")])
def test_other_classes(error):
    with pytest.raises(type(error) if AS_OBJECTS else tvm.TVMError, match="odd"):
        raising(error)()


def test_a_registered_class():
    @tvm.error.register_error
    class Registered(RuntimeError):
        pass

    # Its text begins with its module's name, under which it is not registered.
    with pytest.raises(Registered if AS_OBJECTS else tvm.TVMError, match="mine"):
        raising(Registered("mine"))()


def test_threads_see_their_own():
    wrong = []

    def work(number):
        fails = raising(ValueError(f"of thread {number}"))
        for _ in range(50):
            try:
                fails()
            except ValueError as error:
                if f"of thread {number}" not in str(error):
                    wrong.append(str(error))
            else:
                wrong.append("no error")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
