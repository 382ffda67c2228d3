"""Arrays are passed and returned without copies, whichever side owns the memory.

    python examples/arrays.py

Needs NumPy; PyTorch and JAX take part where they are installed.
"""

from __future__ import annotations

import array
import importlib
from typing import Any

import numpy as np

import tvmlike


def main() -> None:
    native_code_writes_into_a_numpy_array()
    a_result_is_memory_that_numpy_shares()
    memory_stays_while_anybody_uses_it()
    any_buffer_is_an_array()
    permission_is_respected()
    torch = installed("torch")
    if torch:
        pytorch_shares_it_too(torch)
    jax = installed("jax.numpy")
    if jax:
        jax_shares_it_too(jax)


def native_code_writes_into_a_numpy_array() -> None:
    table = np.zeros((3, 4))
    # The function gets a header around the array's own memory, with its strides: here every second column.
    tvmlike.tensor.fill(table[:, ::2], 1.5)
    print("NumPy array, filled by Rust:", *table.tolist(), sep="\n  ")
    assert table.sum() == 9.0


def a_result_is_memory_that_numpy_shares() -> None:
    total = tvmlike.tensor.add(np.arange(3.0), np.ones(3))
    shared = np.asarray(total)
    print(f"a result: {total}; the same memory in NumPy: {shared.ctypes.data == total.data_ptr}")
    shared[0] = 100.0
    assert tvmlike.tensor.sum(total) == 105.0


def memory_stays_while_anybody_uses_it() -> None:
    values = np.arange(5.0)
    tensor = tvmlike.from_dlpack(values)
    view = tensor.numpy()[1:]
    del values, tensor
    print("the array and its tensor are gone, a view of them is not:", view.tolist())
    assert view.tolist() == [1.0, 2.0, 3.0, 4.0]


def any_buffer_is_an_array() -> None:
    samples = array.array("d", [1.0, 2.0, 3.0])
    shared = tvmlike.from_dlpack(samples)
    tvmlike.tensor.fill(shared, 0.5)
    print("array.array, filled by Rust:", samples.tolist())
    assert samples.tolist() == [0.5, 0.5, 0.5]


def permission_is_respected() -> None:
    fixed = np.zeros(3)
    fixed.flags.writeable = False
    try:
        tvmlike.tensor.fill(fixed, 1.0)
    except (BufferError, TypeError, ValueError) as error:
        print("a read-only array:", error)
    else:
        raise AssertionError("a read-only array was written to")
    assert fixed.tolist() == [0.0, 0.0, 0.0]


def pytorch_shares_it_too(torch: Any) -> None:
    values = torch.zeros(3)
    tvmlike.tensor.fill(values, 2.0)
    total = torch.from_dlpack(tvmlike.tensor.add(values, values))
    print("PyTorch:", values.tolist(), total.tolist())
    assert total.tolist() == [4.0, 4.0, 4.0]


def jax_shares_it_too(jnp: Any) -> None:
    # Arrays of JAX do not change: functions that read take them, functions that write refuse them.
    total = jnp.from_dlpack(tvmlike.tensor.add(jnp.ones(3), jnp.ones(3)))
    print("JAX:", total.tolist())
    assert total.tolist() == [2.0, 2.0, 2.0]


def installed(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{name}: left out, not installed")
        return None


if __name__ == "__main__":
    main()
