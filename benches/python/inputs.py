"""The arguments of the measured functions. Each process creates its own."""

from __future__ import annotations

from typing import Any

TEXT = "the quick brown fox jumps over the lazy dog and " * 2 + "runs"
LONG = 1_000_000
NON_ASCII = "é" * 50
MESSAGE = "the value is out of range"
CALLBACKS = 1000
ARRAY_SHAPE = (3, 4)

INTS = list(range(1000))
FLOATS = [0.5 * i for i in range(1000)]
VALUES = {f"key {i}": i for i in range(100)}
ENTRIES = len(VALUES)
# The number of objects in a list, and the number of objects that are alive while one is freed.
COUNTERS = 100
MILLION = 1_000_000


def callback(x: int) -> int:
    return x


def array() -> Any:
    import numpy as np

    return np.zeros(ARRAY_SHAPE, np.float32)
