# Written by `tvmlike stubs`: what is registered under `array.`
# ruff: noqa

from collections.abc import Callable, Sequence
from typing import Any

from tvmlike import Array

def map(f: Callable[..., Any], items: Sequence[Any]) -> Array[Any]:
    """Calls a function on every item and returns the results in order."""
