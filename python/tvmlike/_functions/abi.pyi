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
    """Wraps a function so that it takes and returns the values that a record of IREE's function ABI (JSON text) describes.

    `form` is the form in which the function receives a container: "lists" as the list of its members, "leaves" as the
    members themselves, and "" according to the function's own record, or `native_record` if it is passed. Error messages
    contain `name`.
    """

def attach_dynamic(
    function: Callable[..., Any],
    results: IntLike = 1,
    name: str = "",
) -> PackedFunc:
    """Wraps a function so that it receives lists instead of dicts: a dict becomes the list of its values, sorted by key.
    `results` is the number of results of the function, which it returns in an array unless it is 1.
    """

def cconv_of(record: str) -> str:
    """Returns the calling convention of IREE's VM for a record."""

def cconv_parts(text: str) -> str:
    """Parses a calling convention; returns JSON text: the letters of `arguments` and `results`, whether it is `variadic`, and
    `counts`, the numbers of both, which is null if they vary from call to call.
    """

def cconv_record(text: str) -> str:
    """Returns the record for a calling convention of IREE's VM, such as `0iI_f`, as JSON text."""

def cconv_size(fragment: str, segments: Sequence[IntLike] = ...) -> int:
    """Returns the size in bytes of the values of a part of a calling convention. `segments` contains, for each argument, the
    number of repetitions of its tuple.
    """

def record_of(function: Callable[..., Any]) -> str | None:
    """Returns the signature record of a function, as JSON text; None if it has none."""
