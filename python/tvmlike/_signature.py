"""Signatures from signature records: what `inspect.signature` shows, and keyword arguments."""

from __future__ import annotations

from sys import maxsize

from ._abi import REGISTER_KEYWORD_ONLY
from ._backend import native
from ._parameters import (
    Parameter,
    Verbatim,
    first_default,
    parameters_of,
    positional_limit,
    rest_name,
    unexpected,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import inspect
    from typing import Any

    from .function import PackedFunc


def signature_of(record: dict[str, Any]) -> inspect.Signature:
    """The Python signature for a record; `(*args)` where there is none."""
    from inspect import Parameter, Signature

    from ._annotations import results_text, type_text

    known = parameters_of(record)
    rest = Parameter("args", Parameter.VAR_POSITIONAL)
    if record.get("overloads"):
        first = [Parameter("self", Parameter.POSITIONAL_ONLY)] if record.get("on_object") else []
        return Signature([*first, rest, Parameter("keywords", Parameter.VAR_KEYWORD)])
    if known is None:
        return Signature([rest])
    # Python shows no parameter by name in front of one that has none, and no default in front of one without.
    first_named = max((at + 1 for at, one in enumerate(known) if not one.named), default=0)
    first_shown = first_default(known)
    parameters = [
        Parameter(
            one.name,
            Parameter.KEYWORD_ONLY
            if one.keyword_only
            else Parameter.POSITIONAL_OR_KEYWORD
            if at >= first_named
            else Parameter.POSITIONAL_ONLY,
            default=one.default
            if one.optional and (at >= first_shown or one.keyword_only)
            else Parameter.empty,
            annotation=Verbatim(type_text(one.record)),
        )
        for at, one in enumerate(known)
    ]
    if record.get("variadic"):
        parameters.append(rest.replace(name=rest_name(known)))
    return Signature(parameters, return_annotation=Verbatim(results_text(record)))


def doc_of(record: dict[str, Any], name: str) -> str | None:
    """The docstring of a function; that of one with overloads shows them all."""
    if record.get("overloads"):
        from ._overloads import doc_of_overloads

        return doc_of_overloads(record, name)
    from ._annotations import with_array_notes

    parts = (with_array_notes(record), _origin(record))
    return "\n\n".join(part for part in parts if part) or None


def _origin(record: dict[str, Any]) -> str:
    """The library of a bound function, and its C signature."""
    library, signature = record.get("library"), record.get("native")
    if not isinstance(library, str):
        return ""
    return (
        f"A C function of {library}: {signature}"
        if isinstance(signature, str)
        else f"Compiled code of {library}."
    )


def most_by_position(flags: int) -> int:
    """How many arguments a function takes by position, by its flags; -1 if its record is needed."""
    return -1 if flags & REGISTER_KEYWORD_ONLY else maxsize


def check_positional(function: PackedFunc, given: int, names: tuple[str, ...]) -> int:
    """How many arguments a function takes by position, after a check of a call with so many and with names.

    TypeError, in Python's words, where these are more than it takes.
    """
    record = function._describe()
    if record.get("overloads"):
        return _check_overloads(function, record["overloads"], given, names)
    parameters = parameters_of(record) or []
    limit = positional_limit(parameters)
    if given > limit:
        raise TypeError(
            f"{function.__qualname__}() {_places(parameters, given, names, _unseen(function))[1]}"
        )
    return limit


def _check_overloads(
    function: PackedFunc, records: list[dict[str, Any]], given: int, names: tuple[str, ...]
) -> int:
    """As `check_positional`, by the overload that takes the most arguments by position.

    With names, native code checks each overload.
    """
    limit, most = -1, []
    for record in records:
        parameters = parameters_of(record)
        if parameters is None or record.get("variadic"):
            return maxsize
        count = sum(not one.keyword_only for one in parameters)
        if count > limit:
            limit, most = count, parameters
    if given > limit and not names:
        raise TypeError(f"{function.__qualname__}() {_too_many(most, given, 0, _unseen(function))}")
    return limit


def _unseen(function: PackedFunc) -> int:
    """How many arguments only Python counts: a constructor's object, unless the function takes it."""
    return int(native is None and function._name.endswith(".__init__"))


def places(function: PackedFunc, given: int, names: tuple[str, ...]) -> tuple[Any, ...]:
    """Where the argument for each parameter stands in a call: among the positional ones, then those by name.

    -1 is an argument that is left to its default. Behind the arguments of a function with overloads stands a
    `ByName`, as it is.
    """
    record = function._describe()
    if record.get("overloads"):
        from ._overloads import places_by_name

        return places_by_name(record, function.__qualname__, given, names)
    parameters = parameters_of(record)
    if parameters is None:
        raise TypeError(f"{function.__qualname__}() takes no keyword arguments: its parameters have no names")
    found, problem = _places(parameters, given, names, _unseen(function))
    if problem:
        raise TypeError(f"{function.__qualname__}() {problem}")
    return tuple(found)


def _places(
    parameters: list[Parameter], given: int, names: tuple[str, ...], unseen: int = 0
) -> tuple[list[int], str]:
    """Where each argument of a call stands among those by position, the named ones behind them and MISSING,
    which is at -1; and what is wrong with the call, in Python's words. `unseen` arguments by position only
    Python counts.
    """
    limit = positional_limit(parameters)
    positions = {one.name: at for at, one in enumerate(parameters) if one.named}
    places = [*range(given), *[-1] * (len(parameters) - given)]
    for at, name in enumerate(names, given):
        position = positions.get(name)
        if position is None:
            taken = unseen and name == "self"
            return [], f"got multiple values for argument {name!r}" if taken else _unexpected(
                parameters, name
            )
        if position < given and position < limit:
            # Further arguments than there are parameters always end here, or above.
            return [], f"got multiple values for argument {name!r}"
        places[position] = at
    if given > limit:
        by_name = sum(positions[name] >= limit for name in names)
        return [], _too_many(parameters, given, by_name, unseen)
    missing = [one for one, at in zip(parameters, places) if at < 0 and not one.optional]
    if missing:
        by_position = [one.name for one in missing if not one.keyword_only]
        return [], _too_few(
            by_position or [one.name for one in missing], "positional" if by_position else "keyword-only"
        )
    while places and places[-1] < 0:
        places.pop()
    return places, ""


def _unexpected(parameters: list[Parameter], name: str) -> str:
    if any(one.name == name for one in parameters):
        return f"got some positional-only arguments passed as keyword arguments: {name!r}"
    return unexpected(name, [one.name for one in parameters if one.named])


def _too_many(parameters: list[Parameter], given: int, keywords: int, unseen: int) -> str:
    by_position = [one for one in parameters if not one.keyword_only]
    highest, given = len(by_position) + unseen, given + unseen
    lowest = first_default(by_position) + unseen
    taken = f"from {lowest} to {highest}" if lowest < highest else f"{highest}"
    also = ""
    if keywords:
        also = f" positional argument{_s(given)} (and {keywords} keyword-only argument{_s(keywords)})"
    were = "was" if given == 1 and not keywords else "were"
    plural = "s" if lowest < highest else _s(highest)
    return f"takes {taken} positional argument{plural} but {given}{also} {were} given"


def _s(count: int) -> str:
    return "" if count == 1 else "s"


def _too_few(names: list[str], kind: str) -> str:
    quoted = [repr(name) for name in names]
    # With a comma before the last of three or more, as Python has it.
    last = ", and " if len(quoted) > 2 else " and "
    listed = last.join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)
    return f"missing {len(quoted)} required {kind} argument{_s(len(quoted))}: {listed}"
