"""Strings and bytes as arguments and results: unchanged, or an error."""

from __future__ import annotations

import pytest

TEXTS = [
    "",
    "a",
    "1234567",
    "12345678",
    "x" * 100,
    "y" * 100_000,
    "é",
    "é" * 3,
    "é" * 4,
    "日本語のテキスト",
    "\U0001f600",
    "a\0b",
    "\0",
    "\0" * 20,
    "ends with a NUL, which counts\0",
    "\0begins with one",
]


@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_strings_come_back(testing, text):
    got = testing.echo(text)
    assert type(got) is str
    assert got == text
    assert testing.echo([text])[0] == text
    assert testing.call(lambda x: x + "!", text) == text + "!"


@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_native_code_sees_the_same_length(testing, text):
    assert testing.str_len(text) == len(text.encode())


@pytest.mark.parametrize("text", ["\ud800", "longer text with \udfff in it", "\udc80" * 9])
def test_lone_surrogates_are_refused(testing, text):
    with pytest.raises(ValueError, match=r"testing\.echo: argument 1 `x`: .*surrogate"):
        testing.echo(text)
    with pytest.raises(ValueError, match=r"item 0: .*surrogate"):
        testing.echo([text])


BYTES = [b"", b"a", b"1234567", b"12345678", b"\0", b"\0" * 30, bytes(range(256)), b"x" * 100_000]


@pytest.mark.parametrize("data", BYTES, ids=lambda data: f"{len(data)} bytes")
def test_bytes_come_back(testing, data):
    for given in (data, bytearray(data), memoryview(data)):
        got = testing.echo(given)
        assert type(got) is bytes
        assert got == data
        assert testing.bytes_len(given) == len(data)
    assert testing.echo([data])[0] == data


def test_a_memoryview_with_gaps(testing):
    assert testing.echo(memoryview(b"0123456789abcdefgh")[::2]) == b"02468aceg"


def test_text_and_bytes_are_distinct(testing):
    with pytest.raises(TypeError, match="expected str, got bytes"):
        testing.str_len(b"text")
    with pytest.raises(TypeError, match="expected str, got bytes"):
        testing.str_len(b"longer than a small one")
    with pytest.raises(TypeError, match="expected bytes, got str"):
        testing.bytes_len("text")


def test_native_strings(testing):
    assert testing.repeat("ab", 3) == "ababab"
    assert testing.repeat("ab", 4) == "abababab"
    assert testing.repeat("é", 1000) == "é" * 1000
    assert testing.repeat("", 5) == ""


def test_subclasses_with_overridden_methods(testing):
    class Loud(str):
        def encode(self, *args):
            raise AssertionError("not asked")

        def __str__(self):
            return "something else"

    assert testing.echo(Loud("quiet words here")) == "quiet words here"
