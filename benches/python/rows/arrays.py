"""Tensors: arguments from NumPy and PyTorch, results of our own."""

from __future__ import annotations

from typing import Any

import inputs
from case import CTYPES, NATIVE, TORCH, Case, Code, Find, also_old, at_most, within

_WITH_TORCH = (NATIVE, CTYPES, "tvm-ffi")


def _asarray(find: Find) -> Code:
    import numpy as np

    return Code("asarray(f())", {"f": find("tensor"), "asarray": np.asarray})


def _from_dlpack(find: Find) -> Code:
    import numpy as np

    return Code("from_dlpack(t)", {"t": find("dlpack")(), "from_dlpack": np.from_dlpack})


def _is_zeros(array: Any) -> bool:
    import numpy as np

    return isinstance(array, np.ndarray) and np.array_equal(array, inputs.array())


def _torch_in(find: Find) -> Code:
    import torch

    return Code("f(array)", {"f": find("first_dim"), "array": torch.zeros(inputs.ARRAY_SHAPE)})


def _torch_out(find: Find) -> Code:
    """Our results have a method that converts to PyTorch; other peers return PyTorch tensors."""
    import torch

    names = {"f": find("tensor_same"), "array": torch.zeros(inputs.ARRAY_SHAPE)}
    result = names["f"](names["array"])
    if isinstance(result, torch.Tensor):
        return Code("f(array)", names)
    if hasattr(result, "torch"):
        return Code("f(array).torch()", names)
    return Code("from_dlpack(f(array))", {**names, "from_dlpack": torch.from_dlpack})


def _is_torch(result: Any) -> bool:
    import torch

    return isinstance(result, torch.Tensor) and tuple(result.shape) == inputs.ARRAY_SHAPE


CASES = (
    Case(
        "first_dim",
        "NumPy array → reads its shape",
        lambda find: Code("f(array)", {"f": find("first_dim"), "array": inputs.array()}),
        lambda r: r == inputs.ARRAY_SHAPE[0],
        also_old(1.0, "nanobind"),
    ),
    Case("tensor_out", "tensor out, np.asarray(t)", _asarray, _is_zeros, at_most(1.0, "nanobind")),
    Case("from_dlpack", "np.from_dlpack(t)", _from_dlpack, _is_zeros, within(200)),
    Case(
        "shape",
        "t.shape",
        lambda find: Code("t.shape", {"t": find("shaped")}),
        lambda r: tuple(r) == inputs.ARRAY_SHAPE,
        within(60),
    ),
    Case(
        "torch_in",
        "PyTorch tensor → reads its shape",
        _torch_in,
        lambda r: r == inputs.ARRAY_SHAPE[0],
        at_most(1.0, "tvm-ffi"),
        process=TORCH,
        only=_WITH_TORCH,
    ),
    Case(
        "torch_out",
        "PyTorch tensor in and out",
        _torch_out,
        _is_torch,
        at_most(1.0, "tvm-ffi"),
        process=TORCH,
        only=_WITH_TORCH,
    ),
)
