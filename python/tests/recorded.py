"""Registers Python functions with given signature records, as a C library would."""

from __future__ import annotations

import ctypes
import json

import tvmlike


class ByteArray(ctypes.Structure):
    _fields_ = [("data", ctypes.c_char_p), ("size", ctypes.c_size_t)]


class Registration(ctypes.Structure):
    _fields_ = [
        ("name", ByteArray),
        ("function", ctypes.c_void_p),
        ("describe", ctypes.c_void_p),
        ("describe_context", ctypes.c_void_p),
        ("record", ByteArray),
        ("file", ByteArray),
        ("line", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
    ]


def _text(text):
    data = text.encode()
    return ByteArray(data, len(data))


def register_recorded(name, record, function=lambda *args: list(args)):
    """Registers `function` under a name; the record is a dict, or text that is passed unchanged."""
    library = ctypes.CDLL(tvmlike.library_path())
    packed = tvmlike.PackedFunc(function)
    registration = Registration(
        name=_text(name),
        function=packed._handle,
        record=_text(record if isinstance(record, str) else json.dumps(record)),
    )
    owner = _text("a test")
    assert library.TVMLikeFuncRegisterGlobal(ctypes.byref(registration), ctypes.byref(owner)) == 0
    return tvmlike.get_global_func(name)
