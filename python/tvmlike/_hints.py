"""The annotations of a function as types: `__annotations__`, which `typing.get_type_hints` reads.

Invariant: the names are those of the signature, and each value is a type on every Python version, whatever
the record holds. Where no class is registered for a type key, the type is `Object`.
"""

from __future__ import annotations

import ast
import builtins
from importlib import import_module
from typing import Union

from . import _hooks
from ._annotations import IMPORTS, results_text, type_text
from ._parameters import parameters_of
from .object import Object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def hints_of(record: dict[str, Any]) -> dict[str, Any]:
    """The types of the parameters and of the result; empty if the record has no parameters."""
    known = parameters_of(record)
    if known is None or record.get("overloads"):
        return {}
    hints = {one.name: _type(type_text(_with_classes(one.record))) for one in known}
    results = record.get("r")
    if isinstance(results, list):
        record = {**record, "r": [*map(_with_classes, results)]}
    hints["return"] = _type(results_text(record))
    return hints


def _with_classes(record: Any) -> Any:
    """The record without keys that have no class: a plain struct is a dict, an unknown enumeration an int."""
    if not isinstance(record, list) or not record:
        return record
    word, *parts = record
    if word == "record":
        return [word, None]
    if word == "enum" and parts and isinstance(parts[0], str) and _hooks.class_of_key(parts[0]) is None:
        return [word, None]
    return [word, *map(_with_classes, parts)]


def _type(text: str) -> Any:
    return _evaluated(ast.parse(text, mode="eval").body)


def _evaluated(node: ast.expr) -> Any:
    """The type that a text of `_annotations` denotes: Python 3.9 cannot evaluate `int | None`."""
    if isinstance(node, ast.BinOp):
        return Union[_evaluated(node.left), _evaluated(node.right)]
    if isinstance(node, ast.Subscript):
        return _evaluated(node.value)[_evaluated(node.slice)]
    if isinstance(node, ast.Tuple):
        return tuple(map(_evaluated, node.elts))
    if isinstance(node, ast.Constant):
        return node.value  # None
    name = ast.unparse(node)
    if name in IMPORTS:
        return getattr(import_module(IMPORTS[name]), name)
    builtin = getattr(builtins, name, None)
    return builtin if isinstance(builtin, type) else _hooks.class_of_key(name) or Object
