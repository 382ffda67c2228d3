"""Signatures from signature records: what `inspect.signature` shows, and keyword arguments.

A record comes from whoever registered the function, so its names need not be Python's. Invariant:
`parameters_of` gives every parameter a name that Python accepts, each another one, in the record's order, and
everything here goes by these names. A parameter whose name is a word of Python's grammar has an underscore
behind it.
"""

from __future__ import annotations

from sys import maxsize

from ._abi import KEYWORD_ONLY
from ._backend import native

TYPE_CHECKING = False
if TYPE_CHECKING:
    import inspect
    from typing import Any

    from .function import PackedFunc


class Parameter:
    """One parameter of a function."""

    __slots__ = ("default", "keyword_only", "name", "named", "optional", "record")

    def __init__(
        self, name: str, named: bool, record: Any, optional: bool, default: Any, keyword_only: bool = False
    ) -> None:
        self.name = name
        self.named = named
        """Whether a caller may give it by its name."""
        self.record = record
        """The record of its type."""
        self.optional = optional
        """Whether it has a default."""
        self.default = default
        """The default as Python shows it."""
        self.keyword_only = keyword_only
        """Whether a caller must give it by its name."""


class Verbatim(str):
    """Text that is shown as it stands, without quotes: an annotation, a default that JSON has no word for."""

    __slots__ = ()

    __repr__ = str.__str__


def parameters_of(record: dict[str, Any]) -> list[Parameter] | None:
    """The parameters that a record names; None where it names none, and the function takes what comes."""
    from keyword import iskeyword

    entries = record.get("a")
    if not isinstance(entries, list):
        return None
    defaults = record.get("defaults")
    defaults = defaults if isinstance(defaults, dict) else {}
    keyword_only = [] if record.get("variadic") or record.get("abi") else record.get("keyword_only")
    keyword_only = keyword_only if isinstance(keyword_only, list) else []
    parameters: list[Parameter] = []
    taken: set[str] = set()
    for position, entry in enumerate(entries):
        named = isinstance(entry, list) and len(entry) == 3 and entry[0] == "named"
        given, kind = (entry[1], entry[2]) if named else (None, entry)
        name = f"{given}_" if isinstance(given, str) and iskeyword(given) else given
        if not isinstance(name, str) or not name.isidentifier() or name in taken:
            name = f"arg{position}"
            while name in taken:
                name = f"_{name}"
            # Behind a parameter that has no name for callers, Python has none by name before it.
            named = False
            for before in parameters:
                # In the function ABI a slot has its name whatever stands behind it.
                before.named = before.named and bool(record.get("abi"))
                before.keyword_only = False
        taken.add(name)
        optional = isinstance(given, str) and given in defaults
        default = _default(kind, defaults[given]) if optional else None
        # All behind the first one are, too.
        by_name = named and (given in keyword_only or bool(parameters and parameters[-1].keyword_only))
        parameters.append(Parameter(name, named, kind, optional, default, by_name))
    return parameters


def _default(kind: Any, value: Any) -> Any:
    """A default as Python shows it: the record has text for what JSON has no word for."""
    while isinstance(kind, list) and kind[:1] == ["optional"] and len(kind) == 2:
        kind = kind[1]
    if isinstance(kind, list) and kind[:1] == ["enum"] and type(value) is int:
        return _member(kind, value)
    if not isinstance(value, str) or kind in ("str", "char", "path", "dtype", "device", "unknown"):
        return value
    if kind in ("f32", "f64"):
        try:
            return float(value)
        except ValueError:
            pass
    # The text of an object may hold its address, which says nothing.
    return Verbatim("..." if "(0x" in value else value)


def _member(kind: list[Any], value: int) -> Any:
    """The member of an enumeration that a default is; its number where there is none."""
    from ._enums import enum_of_key

    cls: Any = enum_of_key(kind[1]) if len(kind) == 2 and isinstance(kind[1], str) else None
    try:
        return value if cls is None else cls(value)
    except ValueError:
        return value


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
        from ._overloads import text_of

        return text_of(record, name)
    return record.get("doc")


def positional_limit(parameters: list[Parameter]) -> int:
    """How many arguments Python takes by position; where no parameter is keyword-only, any number."""
    by_position = sum(not one.keyword_only for one in parameters)
    return by_position if by_position < len(parameters) else maxsize


def most_by_position(flags: int) -> int:
    """How many arguments a function takes by position, by its flags: -1 where its record must be asked."""
    return -1 if flags & REGISTER_KEYWORD_ONLY else maxsize


def check_positional(function: PackedFunc, given: int, names: tuple[str, ...]) -> int:
    """How many arguments a function takes by position, after a check of a call with so many and with names.

    TypeError, in Python's words, where these are more than it takes.
    """
    parameters = parameters_of(function._describe()) or []
    limit = positional_limit(parameters)
    if given > limit:
        raise TypeError(
            f"{function.__qualname__}() {_places(parameters, given, names, _unseen(function))[1]}"
        )
    return limit


def _unseen(function: PackedFunc) -> int:
    """How many arguments only Python counts: a constructor's object, except where the function takes it."""
    return int(native is None and function._name.endswith(".__init__"))


def first_default(parameters: list[Parameter]) -> int:
    """From which position on the parameters that Python takes by position all have defaults."""
    required = [at for at, one in enumerate(parameters) if not (one.optional or one.keyword_only)]
    return required[-1] + 1 if required else 0


def rest_name(parameters: list[Parameter]) -> str:
    """The name of a variadic function's further arguments."""
    name = "args"
    while any(one.name == name for one in parameters):
        name = f"_{name}"
    return name


def result_of(record: dict[str, Any]) -> Any:
    """The record of what a function returns: none where it returns nothing, unknown where it does not say."""
    results = record.get("r")
    if not isinstance(results, list) or len(results) > 1:
        return "unknown"
    return results[0] if results else None


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


def unexpected(name: str, known: list[str]) -> str:
    """What is wrong with a keyword that is none of a function's."""
    from difflib import get_close_matches

    close = get_close_matches(name, known, n=1)
    return f"got an unexpected keyword argument {name!r}" + (f". Did you mean {close[0]!r}?" if close else "")


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
