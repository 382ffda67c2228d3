"""The base of Python objects that own native objects, and their type, on either call path.

Invariant: `_handle` is the address of a native object of which the Python object owns one strong reference,
or 0. While a Python object for a native object exists, `wrap` returns that one.
"""

from __future__ import annotations

from ._backend import native

TYPE_CHECKING = False
if TYPE_CHECKING or native is None:
    from ._handles import (
        ObjectBase,
        adopt,
        free,
        generation,
        index_of_key,
        is_instance,
        living_of,
        refined_type,
        type_ancestors,
        type_index,
        type_key,
    )
    from ._references import release, retain
else:
    ObjectBase = native.ObjectBase
    adopt = native.adopt
    free = native.free
    generation = native.generation
    index_of_key = native.index_of_key
    is_instance = native.is_instance
    living_of = native.living
    refined_type = native.refined_type
    release = native.release
    retain = native.retain
    type_ancestors = native.type_ancestors
    type_index = native.type_index
    type_key = native.type_key

__all__ = [
    "ObjectBase",
    "adopt",
    "free",
    "generation",
    "index_of_key",
    "is_instance",
    "living_of",
    "refined_type",
    "release",
    "retain",
    "type_ancestors",
    "type_index",
    "type_key",
    "type_key_of",
]


def type_key_of(index: int) -> str:
    """The name of a type."""
    key: str | None = type_key(index)
    return f"<unknown type {index}>" if key is None else key
