# Written by `tvmlike stubs`: what is registered under `tensor.`
# ruff: noqa

from tvmlike import Shape, Tensor
from tvmlike.typing import ArrayLike, FloatLike

def add(a: ArrayLike, b: ArrayLike) -> Tensor:
    """Returns the sum of two tensors with the same shape and dtype, as a new tensor in C order."""

def data_ptr(t: ArrayLike) -> int:
    """Returns the address of the first element."""

def fill(t: ArrayLike, value: FloatLike) -> None:
    """Writes one value to every element, in place."""

def shape(t: ArrayLike) -> Shape:
    """Returns the shape."""

def sum(t: ArrayLike) -> float:
    """Returns the sum of a tensor's elements, computed in float64."""
