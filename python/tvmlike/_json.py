"""JSON for containers and tensors.

Invariant: what is written is read as an equal value, or the value is refused; two keys of a name, NaN and
numbers beyond 64 bits are refused. A tensor is an object with `dtype`, `shape` and `data`.
"""

from __future__ import annotations

import json

from .container import Array, Map, Shape
from .tensor import Tensor, zeros

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PLAIN = (type(None), bool, int, float, str)


def to_json(value: Any) -> str:
    """The JSON text of a container or tensor."""
    what = f"{type(value).__name__}.to_json"
    try:
        return json.dumps(_data(value, what), allow_nan=False)
    except ValueError as error:
        if "JSON compliant" not in str(error):
            raise
        raise ValueError(f"{what}: JSON has no NaN and no infinity") from None


def _data(value: Any, what: str) -> Any:
    if type(value) in _PLAIN:
        return value
    if isinstance(value, (Array, Shape)):
        return [_data(item, what) for item in value]
    if isinstance(value, Tensor):
        return {"dtype": str(value.dtype), "shape": list(value.shape), "data": value.tolist()}
    if isinstance(value, Map):
        for key in value:
            if type(key) is not str:
                raise TypeError(
                    f"{what}: the key {key!r} is of type {type(key).__name__}; keys in JSON are str"
                )
        return {key: _data(item, what) for key, item in value.items()}
    raise TypeError(f"{what}: {type(value).__name__} has no form in JSON")


def container_from_json(cls: Any, text: str | bytes) -> Any:
    """An Array or a Map from JSON text."""
    what = f"{cls.__name__}.from_json"
    data = _loaded(text, what)
    wanted, words = (list, "an array") if issubclass(cls, Array) else (dict, "an object")
    if not isinstance(data, wanted):
        raise TypeError(f"{what}: expected the JSON text of {words}, got that of {_word(data)}")
    return cls(data)


def tensor_from_json(text: str | bytes) -> Tensor:
    """A tensor from JSON text that `Tensor.to_json` wrote."""
    what = "Tensor.from_json"
    data = _loaded(text, what)
    if not isinstance(data, dict) or data.keys() != {"dtype", "shape", "data"}:
        got = f"the keys {', '.join(data) or 'none'}" if isinstance(data, dict) else _word(data)
        raise TypeError(f"{what}: expected an object with the keys dtype, shape and data, got {got}")
    shape, dtype = data["shape"], data["dtype"]
    if not isinstance(dtype, str):
        raise TypeError(f"{what}: `dtype`: expected a str, got {_word(dtype)}")
    if not isinstance(shape, list) or not all(type(size) is int for size in shape):
        raise TypeError(f"{what}: `shape`: expected an array of ints, got {_word(shape)}")
    import numpy

    given = numpy.array(data["data"], object)
    if given.size and given.shape != tuple(shape):
        raise ValueError(f"{what}: `data` has the shape {given.shape}, expected {tuple(shape)}")
    if given.size == 0 and 0 not in shape:
        raise ValueError(f"{what}: `data` is empty, expected the shape {tuple(shape)}")
    tensor = zeros(shape, dtype)
    if given.size:
        _fill(tensor.numpy(), given, f"{what}: `data`")
    return tensor


def _fill(elements: Any, given: Any, what: str) -> None:
    """Copies numbers of JSON into an array. An integer must fit; a float is rounded, as in every text."""
    import numpy

    kind = elements.dtype.kind
    accepted = (bool,) if kind == "b" else (int,) if kind in "iu" else (int, float)
    for one in given.flat:
        if type(one) not in accepted:
            raise TypeError(f"{what}: expected elements of {elements.dtype}, got {_word(one)}")
    refused = OverflowError(f"{what}: an element is out of range for {elements.dtype}")
    if kind in "biu":
        try:
            elements[...] = given
        except OverflowError:
            raise refused from None
        fits = (elements.astype(object) == given).all()
    else:
        with numpy.errstate(all="ignore"):
            elements[...] = given.astype(float).astype(elements.dtype)
        fits = numpy.isfinite(elements.astype(float)).all()
    if not fits:
        raise refused


def _loaded(text: str | bytes, what: str) -> Any:
    if not isinstance(text, (str, bytes, bytearray)):
        raise TypeError(f"{what}: argument 1 `text`: expected str or bytes, got {type(text).__name__}")

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(found)
        if len(made) != len(found):
            raise ValueError(f"{what}: an object has a key twice: {', '.join(key for key, _ in found)}")
        return made

    def constant(word: str) -> Any:
        raise ValueError(f"{what}: {word} is not JSON")

    return json.loads(text, object_pairs_hook=pairs, parse_constant=constant)


_WORDS = {
    dict: "an object",
    list: "an array",
    str: "a string",
    bool: "a truth value",
    int: "an integer",
    float: "a float",
    type(None): "null",
}


def _word(data: Any) -> str:
    return _WORDS[type(data)]
