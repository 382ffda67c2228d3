# Written by `tvmlike stubs`: what is registered under `abi.`
# ruff: noqa

from collections.abc import Callable, Sequence
from typing import Any

from tvmlike import PackedFunc
from tvmlike.typing import IntLike

def attach(
    function: Callable[..., Any],
    record: str,
    form: str = "",
    native_record: str = "",
    name: str = "",
) -> PackedFunc:
    """A function that takes and returns what a record describes: the record of IREE's function ABI, as JSON text.

    `form` says what the function gets for a container: "lists" the list of its members, "leaves" the members themselves, and
    "" what agrees with its own record, which is `native_record` where it is given. `name` is what error messages call it.
    """

def attach_dynamic(
    function: Callable[..., Any],
    results: IntLike = 1,
    name: str = "",
) -> PackedFunc:
    """A function that takes values as they come and hands them on without maps: a dict becomes the list of its values in the
    order of its sorted keys. `results` is how many results the function returns, in an array where it is not one.
    """

def cconv_of(record: str) -> str:
    """The calling convention of IREE's VM for a record."""

def cconv_parts(text: str) -> str:
    """What a calling convention says, as JSON text: the letters of `arguments` and `results`, whether it is `variadic`, and
    how many there are as `counts`, which is null where their number differs from call to call.
    """

def cconv_record(text: str) -> str:
    """The record of a function of a calling convention of IREE's VM, `0iI_f`, as JSON text."""

def cconv_size(fragment: str, segments: Sequence[IntLike] = ...) -> int:
    """How many bytes the values of a fragment of a calling convention take. `segments` says of each argument how often its tuple
    repeats.
    """

def record_of(function: Callable[..., Any]) -> str | None:
    """The record that a function was made with, as JSON text; None where it has none."""
