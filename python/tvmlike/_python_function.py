"""Python functions as registered ones: their signature records, and calls of them by position.

The record has the names, the defaults and the builtin types of the function's annotations, so that callers in
Python may use keywords. Native callers pass every argument by position: where Python does not take it so, a
function around the registered one sorts the arguments. Invariant: a call passes what the caller passed, and
nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from inspect import Parameter, signature

from ._arguments import MISSING
from .function import PackedFunc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from inspect import Signature
    from typing import Any, Callable

_TYPES = {"bool": "i1", "bytes": "bytes", "float": "f64", "int": "i64", "str": "str"}
"""The type records of annotations, by the name of the class; other annotations accept any value."""


def described(function: Callable[..., Any]) -> tuple[Callable[..., Any], dict[str, Any]]:
    """What to register for a callable, and its signature record, which may be empty."""
    if isinstance(function, PackedFunc):
        return function, {}  # it has a record of its own
    doc = getattr(function, "__doc__", None)
    record: dict[str, Any] = (
        {"doc": doc.encode(errors="replace").decode()} if doc and isinstance(doc, str) else {}
    )
    try:
        known = signature(function)
    except Exception:
        return (
            function,
            record,
        )  # many callables of C have no signature, and those of a user may raise anything
    return _by_position(function, known), {**_record(known), **record}


def _record(known: Signature) -> dict[str, Any]:
    entries: list[Any] = []
    defaults: dict[str, Any] = {}
    positional, keyword_only = _parameters(known)
    record: dict[str, Any] = {"a": entries}
    if any(one.kind is Parameter.VAR_POSITIONAL for one in known.parameters.values()):
        record["variadic"] = True
    for one in (*positional, *keyword_only):
        kind: Any = _type(one.annotation)
        if one.default is not Parameter.empty:
            kind, defaults[one.name] = _default(kind, one.default)
        entries.append(["named", one.name, kind])
    if defaults:
        record["defaults"] = defaults
    if keyword_only:
        record["keyword_only"] = [one.name for one in keyword_only]
    result = known.return_annotation
    if result is None or (type(result) is str and result == "None"):
        record["r"] = []
    elif _type(result) != "unknown":
        record["r"] = [_type(result)]
    return record


def _parameters(known: Signature) -> tuple[list[Parameter], list[Parameter]]:
    """The parameters that are taken by position, and the keyword-only ones behind them.

    Behind any number of arguments native callers cannot pass keyword-only ones: these keep their defaults.
    """
    every = known.parameters.values()
    keyword_only = [one for one in every if one.kind is Parameter.KEYWORD_ONLY]
    if any(one.kind is Parameter.VAR_POSITIONAL for one in every):
        keyword_only = []
    return [one for one in every if one.kind in _POSITIONAL], keyword_only


_POSITIONAL = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


def _type(annotation: Any) -> Any:
    """The type record of an annotation; `unknown` accepts any value."""
    item = _item(annotation)
    if item is not None:
        kind = _type(item)
        return ["py_homogeneous_list", kind] if isinstance(kind, str) and kind != "unknown" else "unknown"
    name = (
        annotation.__name__
        if isinstance(annotation, type) and annotation.__module__ == "builtins"
        else annotation
    )
    return _TYPES.get(name, "unknown") if isinstance(name, str) else "unknown"


def _item(annotation: Any) -> Any:
    """The annotation of the elements of a list or sequence; None for other annotations."""
    if isinstance(annotation, str):
        name, _, rest = annotation.partition("[")
        item = rest[:-1].strip() if rest.endswith("]") else None
        return item if name.rpartition(".")[2] in ("list", "List", "Sequence") else None
    if type(annotation).__module__ not in ("types", "typing"):
        return None  # the attributes of a class of a user may raise anything
    arguments: tuple[Any, ...] = getattr(annotation, "__args__", ())
    is_list = getattr(annotation, "__origin__", None) in (list, Sequence)
    return arguments[0] if is_list and len(arguments) == 1 else None


def _default(kind: Any, value: Any) -> tuple[Any, Any]:
    """The type record of a parameter with a default, and the default; `...` if JSON cannot express it."""
    if isinstance(kind, list):
        if value is None:
            return kind, None
        items = (
            [_default(kind[1], item) for item in value]
            if type(value) in (list, tuple)
            else [(_WITH_SOURCE, 0)]
        )
        is_plain = all(item_kind is not _WITH_SOURCE for item_kind, _ in items)
        return (kind, [item for _, item in items]) if is_plain else (_WITH_SOURCE, "...")
    if isinstance(value, str) and kind in ("str", "unknown") and type(value) is str:
        try:
            value.encode()
        except UnicodeEncodeError:
            return _WITH_SOURCE, "..."
        return kind, value
    plain = value is None or type(value) is bool
    plain = plain or (type(value) is int and -(2**63) <= value < 2**63)
    plain = plain or (type(value) is float and abs(value) < float("inf"))
    return (kind, value) if plain else (_WITH_SOURCE, "...")


_WITH_SOURCE = ["unknown"]
"""The record of a parameter of any type whose default is source text, not a str."""


def _by_position(function: Callable[..., Any], known: Signature) -> Callable[..., Any]:
    """A function that takes all arguments by position, and MISSING for those that keep their defaults."""
    positional, keyword_only = _parameters(known)
    optional = [one for one in positional if one.default is not Parameter.empty]
    if not keyword_only and len(optional) < 2:
        return function  # what is left out is at the end
    names = [one.name for one in (*positional, *keyword_only)]
    limit, most = len(positional), len(names)
    without_names = [one.default for one in positional if one.kind is Parameter.POSITIONAL_ONLY]

    def call(*args: Any) -> Any:
        if without_names:
            filled = (default if value is MISSING else value for value, default in zip(args, without_names))
            args = (*filled, *args[len(without_names) :])
        end = min(limit, next((at for at, value in enumerate(args) if value is MISSING), limit))
        keywords = {name: value for name, value in zip(names[end:], args[end:most]) if value is not MISSING}
        return function(*args[:end], *args[max(end, most) :], **keywords)

    call.__wrapped__ = function  # type: ignore[attr-defined]
    for name in ("__name__", "__qualname__", "__doc__"):
        value = getattr(function, name, None)
        if isinstance(value, str):
            setattr(call, name, value)
    return call
