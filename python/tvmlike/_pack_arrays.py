"""Arrays of any library as arguments: the converters for tensors, NumPy arrays and every other array."""

from __future__ import annotations

import sys

from . import _abi as abi
from ._exchange import offer_exchange
from ._ndarray import ndarray_converter
from ._pack import by_trait, converters, pack_object
from .tensor import Tensor, tensor_around

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._pack import Converter


def _pack_array(value: Any, words: Any, i: int, keep: list[Any]) -> None:
    cls = type(value)
    numpy = sys.modules.get("numpy")
    if numpy is None or cls is not numpy.ndarray:
        _pack_any_array(value, words, i, keep)
        return
    converter = _ndarray_converters.get(cls)
    if converter is None:
        converter = _ndarray_converters[cls] = ndarray_converter(numpy, _pack_any_array)
    converters[cls] = converter
    converter(value, words, i, keep)


# For the class numpy.ndarray, when there is one.
_ndarray_converters: dict[type, Converter] = {}


def _pack_any_array(value: Any, words: Any, i: int, keep: list[Any]) -> None:
    offer_exchange(type(value))
    tensor = tensor_around(value)
    keep.append(tensor)
    words[i] = abi.TENSOR
    words[i + 1] = tensor._handle


converters[Tensor] = pack_object
by_trait["array"] = _pack_array
