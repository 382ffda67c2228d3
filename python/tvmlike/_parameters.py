"""Parameters from signature records.

Any language can write a record, so its names need not be valid in Python. Invariant:
`parameters_of` gives every parameter a unique name that Python accepts, in the record's order, and the rest
of the package uses these names. A name that is a Python keyword gets a trailing underscore.
"""

from __future__ import annotations

from sys import maxsize

from . import _hooks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


_KINDS = {"a": list, "r": list, "overloads": list, "defaults": dict, "keyword_only": list, "doc": str}
"""The types of the members of a record that the package reads."""


def checked_record(record: Any) -> dict[str, Any]:
    """A record without members of a wrong type: a C library may register any JSON text."""
    if not isinstance(record, dict):
        return {}
    overloads = record.get("overloads")
    wrong = {name for name, kind in _KINDS.items() if name in record and not isinstance(record[name], kind)}
    if isinstance(overloads, list):
        if not all(isinstance(one, dict) for one in overloads):
            wrong.add("overloads")
        elif overloads:
            record = {**record, "overloads": [checked_record(one) for one in overloads]}
    return {name: value for name, value in record.items() if name not in wrong} if wrong else record


def parameter_name(record: dict[str, Any], position: int) -> str | None:
    """The name of a parameter in a record, by its position from 0; None if it has none."""
    entries = record.get("a") or []
    entry = entries[position] if position < len(entries) else None
    if isinstance(entry, list) and len(entry) == 3 and entry[0] == "named":
        return str(entry[1])
    return None


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
    """Text that is shown without quotes: an annotation, or a default that JSON cannot express."""

    __slots__ = ()

    __repr__ = str.__str__


def parameters_of(record: dict[str, Any]) -> list[Parameter] | None:
    """The parameters that a record names; None if it names none, and the function takes what comes."""
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
            # In Python, all parameters before a positional-only one are positional-only.
            named = False
            for before in parameters:
                # In the function ABI a parameter keeps its name in any case.
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
    """A default as Python shows it: a record has text for values that JSON cannot express."""
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
    # The text of an object may contain its address, which is of no use to a reader.
    return Verbatim("..." if "(0x" in value else value)


def _member(kind: list[Any], value: int) -> Any:
    """The enumeration member of a default; its number if there is none."""
    cls: Any = _hooks.enum_of_key(kind[1]) if len(kind) == 2 and isinstance(kind[1], str) else None
    try:
        return value if cls is None else cls(value)
    except ValueError:
        return value


def positional_limit(parameters: list[Parameter]) -> int:
    """How many arguments Python takes by position; where no parameter is keyword-only, any number."""
    by_position = sum(not one.keyword_only for one in parameters)
    return by_position if by_position < len(parameters) else maxsize


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
    """The type record of a function's result: None for no result, "unknown" if the record has none."""
    results = record.get("r")
    if not isinstance(results, list) or len(results) > 1:
        return "unknown"
    return results[0] if results else None


def unexpected(name: str, known: list[str]) -> str:
    """The end of the error for an unknown keyword argument."""
    from difflib import get_close_matches

    close = get_close_matches(name, known, n=1)
    return f"got an unexpected keyword argument {name!r}" + (f". Did you mean {close[0]!r}?" if close else "")
