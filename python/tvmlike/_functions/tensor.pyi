# Written by `tvmlike stubs`: what is registered under `tensor.`
# ruff: noqa

from tvmlike import Shape, Tensor
from tvmlike.typing import ArrayLike, FloatLike

def add(a: ArrayLike, b: ArrayLike) -> Tensor:
    """The sum of two tensors of one shape and element type, as a new tensor in C order."""

def data_ptr(t: ArrayLike) -> int:
    """The address of the first element."""

def fill(t: ArrayLike, value: FloatLike) -> None:
    """Writes one value to every element, in place."""

def shape(t: ArrayLike) -> Shape:
    """The dimensions."""

def sum(t: ArrayLike) -> float:
    """The sum of a tensor's elements, added up in float64."""
