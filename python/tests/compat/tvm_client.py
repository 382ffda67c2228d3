"""A small client of libtvm_runtime: its C functions by ctypes, with values as TVM's front ends send them."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path
from typing import Any, Callable

import pytest

INT, FLOAT, OPAQUE, NULL, DEVICE, DL_TENSOR = 0, 2, 3, 4, 6, 7
OBJECT, MODULE, FUNCTION, STR, BYTES, NDARRAY, MOVED, BOOL = 8, 9, 10, 11, 12, 13, 14, 15

CPU = 1
HEADER = 24
"""Bytes of an object before its `DLTensor`."""


class Device(ctypes.Structure):
    """A device by its numbers."""

    _fields_ = [("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32)]


class DataType(ctypes.Structure):
    """A data type by DLPack's numbers."""

    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class DLTensor(ctypes.Structure):
    """The first fields of an array."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", Device),
        ("ndim", ctypes.c_int32),
        ("dtype", DataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class ByteArray(ctypes.Structure):
    """Borrowed bytes."""

    _fields_ = [("data", ctypes.c_char_p), ("size", ctypes.c_size_t)]


class Value(ctypes.Union):
    """A classic value."""

    _fields_ = [
        ("v_int64", ctypes.c_int64),
        ("v_float64", ctypes.c_double),
        ("v_handle", ctypes.c_void_p),
        ("v_str", ctypes.c_char_p),
        ("v_device", Device),
    ]


class TVMError(Exception):
    """A failed call, with the text of the last error."""


def library_file() -> Path:
    """The path of libtvm_runtime; skips the test if there is none."""
    name = "libtvm_runtime.dylib" if sys.platform == "darwin" else "libtvm_runtime.so"
    built = Path(__file__).resolve().parents[3] / "target" / "release"
    folder = Path(os.environ.get("TVMLIKE_TEST_TVM_LIBRARY") or built)
    if not (folder / name).exists():
        pytest.skip(f"{name} is not built: it is not in {folder}")
    return folder / name


CALLBACK = ctypes.CFUNCTYPE(
    ctypes.c_int,
    ctypes.POINTER(Value),
    ctypes.POINTER(ctypes.c_int),
    ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_void_p,
)


class Handle:
    """An object that this client owns a reference to."""

    def __init__(self, client: Client, code: int, address: int) -> None:
        self.client, self.code, self.address = client, code, address

    def __del__(self) -> None:
        frees = {NDARRAY: "TVMArrayFree", FUNCTION: "TVMFuncFree", MODULE: "TVMModFree"}
        getattr(self.client.lib, frees.get(self.code, "TVMObjectFree"))(ctypes.c_void_p(self.address))

    def __call__(self, *args: Any) -> Any:
        return self.client.invoke(self, args)

    @property
    def object(self) -> int:
        """The address of the object."""
        return self.address - HEADER if self.code == NDARRAY else self.address

    @property
    def use_count(self) -> int:
        """The number of references."""
        return ctypes.c_uint32.from_address(self.object).value


class Array(Handle):
    """An array."""

    @property
    def head(self) -> DLTensor:
        """The struct that the handle points to."""
        return DLTensor.from_address(self.address)

    @property
    def shape(self) -> tuple[int, ...]:
        """The dimensions."""
        return tuple(self.head.shape[: self.head.ndim])

    @property
    def data_ptr(self) -> int:
        """The address of the first element."""
        return int(self.head.data or 0) + int(self.head.byte_offset)

    def read(self, size: int) -> bytes:
        """All bytes of the array; checks their number."""
        room = ctypes.create_string_buffer(max(size, 1))
        self.client.check(
            self.client.lib.TVMArrayCopyToBytes(ctypes.c_void_p(self.address), room, ctypes.c_size_t(size))
        )
        return room.raw[:size]

    def write(self, data: bytes) -> None:
        """Fills it."""
        self.client.check(
            self.client.lib.TVMArrayCopyFromBytes(
                ctypes.c_void_p(self.address), data, ctypes.c_size_t(len(data))
            )
        )


class Client:
    """The library, and calls by name."""

    def __init__(self, lib: ctypes.CDLL) -> None:
        self.lib = lib
        lib.TVMGetLastError.restype = ctypes.c_char_p
        self.callbacks: list[Any] = []

    @classmethod
    def load(cls) -> Client:
        """Opens the library."""
        return cls(ctypes.CDLL(os.fspath(library_file())))

    def check(self, status: int) -> None:
        """Raises the last error if a call has failed."""
        if status != 0:
            raise TVMError((self.lib.TVMGetLastError() or b"").decode())

    def get(self, name: str) -> Handle:
        """A function by name."""
        handle = ctypes.c_void_p()
        self.check(self.lib.TVMFuncGetGlobal(name.encode(), ctypes.byref(handle)))
        if not handle.value:
            raise KeyError(name)
        return Handle(self, FUNCTION, handle.value)

    def call(self, name: str, *args: Any) -> Any:
        """Calls a function by name."""
        return self.get(name)(*args)

    def function(self, body: Callable[..., Any]) -> Handle:
        """Creates a function from a Python callable, which receives borrowed handles as addresses with their
        type codes.
        """

        def entry(args: Any, codes: Any, count: int, ret: int, _resource: int) -> int:
            try:
                given = [_lent(args[at], codes[at]) for at in range(count)]
                self._set_return(ret, body(*given))
            except Exception as error:
                self.lib.TVMAPISetLastError(f"{type(error).__name__}: {error}".encode())
                return -1
            return 0

        callback, handle = CALLBACK(entry), ctypes.c_void_p()
        self.callbacks.append(callback)
        self.check(self.lib.TVMFuncCreateFromCFunc(callback, None, None, ctypes.byref(handle)))
        return Handle(self, FUNCTION, handle.value or 0)

    def _set_return(self, ret: int, result: Any) -> None:
        if result is not None:
            keep: list[Any] = []
            value, code = _packed(result, keep)
            self.check(
                self.lib.TVMCFuncSetReturn(
                    ctypes.c_void_p(ret), ctypes.byref(value), ctypes.byref(ctypes.c_int(code)), 1
                )
            )

    def invoke(self, function: Handle, args: tuple[Any, ...]) -> Any:
        """Calls a function."""
        keep: list[Any] = []
        packed = [_packed(arg, keep) for arg in args]
        values = (Value * max(len(args), 1))(*(value for value, _ in packed))
        codes = (ctypes.c_int * max(len(args), 1))(*(code for _, code in packed))
        value, code = Value(), ctypes.c_int(-1)
        self.check(
            self.lib.TVMFuncCall(
                ctypes.c_void_p(function.address),
                values,
                codes,
                len(args),
                ctypes.byref(value),
                ctypes.byref(code),
            )
        )
        return self._result(value, code.value)

    def _result(self, value: Value, code: int) -> Any:
        if code in (OBJECT, MODULE, FUNCTION, NDARRAY):
            return (Array if code == NDARRAY else Handle)(self, code, value.v_handle)
        return _lent(value, code)


def _lent(value: Value, code: int) -> Any:
    """A value that is not an object of this client."""
    if code == INT:
        return value.v_int64
    if code == FLOAT:
        return value.v_float64
    if code == BOOL:
        return bool(value.v_int64 & 0xFF)
    if code == NULL:
        return None
    if code == STR:
        return value.v_str.decode()
    if code == BYTES:
        array = ByteArray.from_address(value.v_handle)
        # As an address: reading the field would stop at the first NUL.
        return ctypes.string_at(ctypes.c_void_p.from_buffer(array).value or 0, array.size)
    if code == DEVICE:
        return (value.v_device.device_type, value.v_device.device_id)
    return (code, value.v_handle)


def _packed(arg: Any, keep: list[Any]) -> tuple[Value, int]:
    """A value as TVM's front ends send it."""
    if arg is None:
        return Value(v_handle=None), NULL
    if isinstance(arg, bool):
        return Value(v_int64=int(arg)), BOOL
    if isinstance(arg, int):
        return Value(v_int64=arg), INT
    if isinstance(arg, float):
        return Value(v_float64=arg), FLOAT
    if isinstance(arg, str):
        keep.append(arg.encode())
        return Value(v_str=keep[-1]), STR
    if isinstance(arg, bytes):
        keep.append(ByteArray(arg, len(arg)))
        return Value(v_handle=ctypes.addressof(keep[-1])), BYTES
    if isinstance(arg, Device):
        return Value(v_device=arg), DEVICE
    if isinstance(arg, DLTensor):
        keep.append(arg)
        return Value(v_handle=ctypes.addressof(arg)), DL_TENSOR
    if isinstance(arg, Handle):
        return Value(v_handle=arg.address), arg.code
    if isinstance(arg, tuple):
        code, address = arg
        return Value(v_handle=address), code
    raise TypeError(f"this client cannot send {type(arg).__name__}")
