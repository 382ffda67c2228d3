"""Text that native code keeps, returns, or drops on threads without Python."""

from __future__ import annotations

import sys
import time

import pytest

import tvmlike

LONG = [
    "ASCII text of some length " * 4,
    "Текст из двух байтов " * 5,
    "with a NUL\0 inside of it",
    "y" * 100_000,
]


def fresh(text):
    """A new str with the same text."""
    return "".join([text[:1], text[1:]])


def references(text):
    return sys.getrefcount(text)


@pytest.mark.parametrize("text", LONG, ids=["ascii", "cyrillic", "nul", "long"])
def test_text_is_released_after_each_call(testing, text):
    text = fresh(text)
    before = references(text)
    for _ in range(50):
        assert testing.str_len(text) == len(text.encode())
        assert testing.echo(text) == text
        assert list(testing.echo([text, text])) == [text, text]
        assert testing.call(lambda given: given, text) == text
    assert references(text) == before


@pytest.mark.parametrize("text", LONG, ids=["ascii", "cyrillic", "nul", "long"])
def test_text_that_native_code_keeps(testing, text):
    copied = fresh(text)
    testing.hold(text)
    before = references(text)
    # Other strings reuse the memory that was borrowed for the call.
    for other in ("another text of some length", "и ещё один такой же", "z" * 90_000):
        assert testing.echo(other) == other
    assert testing.held() == copied
    assert testing.held() == copied
    testing.release()
    assert references(text) <= before


def test_kept_text_outlives_its_str(testing):
    testing.hold(fresh("a text without a reference in Python"))
    junk = [fresh("b text without a reference in Python") for _ in range(100)]
    assert testing.held() == "a text without a reference in Python"
    testing.release()
    assert len(junk) == 100


def test_a_container_keeps_its_text(testing):
    array = tvmlike.Array([fresh("the first of the texts"), fresh("der zweite, für Umlaute")])
    table = tvmlike.convert({fresh("a key of some length"): fresh("a value of some length")})
    junk = [fresh("the fifth of the texts") for _ in range(100)]
    assert list(array) == ["the first of the texts", "der zweite, für Umlaute"]
    assert dict(table) == {"a key of some length": "a value of some length"}
    assert testing.echo(array)[1] == "der zweite, für Umlaute"
    assert len(junk) == 100


def test_a_native_thread_drops_text_while_the_lock_is_held(testing):
    text = fresh("a text that is dropped on another thread")
    before = references(text)
    for _ in range(200):
        testing.drop_in_thread(text)
        testing.drop_in_thread([text, text])
    deadline = time.monotonic() + 60
    while references(text) != before and time.monotonic() < deadline:
        time.sleep(0.001)
    assert references(text) == before
    assert text == "a text that is dropped on another thread"


def test_subclasses_of_str(testing):
    class Text(str):
        def __str__(self):
            return "something else entirely"

    text = Text("the text that it really is")
    got = testing.echo(text)
    assert type(got) is str
    assert got == "the text that it really is"
    assert testing.str_len(text) == 26


def test_the_same_str_comes_back(testing):
    if tvmlike.ffi_path() != "native":
        pytest.skip("the ctypes path copies")
    text = fresh("x" * 1_000_000)
    assert testing.echo(text) is text
    testing.hold(text)
    assert testing.held() is text
    testing.release()


def test_long_results(testing):
    for count in (1, 8, 4095, 4096, 4097, 60_000):
        assert testing.repeat("é", count) == "é" * count
        assert testing.repeat("a\0", count) == "a\0" * count


def test_the_end_of_the_interpreter(testing, run_python):
    status, out, err = run_python("""
        import threading
        text = "".join(["a text ", "that stays"])
        testing.hold(text)
        kept = testing.echo([text, {"a key of some length": text}])
        def drop():
            while True:
                testing.drop_in_thread(text)
        threading.Thread(target=drop, daemon=True).start()
        testing.drop_in_thread(text)
    """)
    assert (status, out, err) == (0, "", "")
