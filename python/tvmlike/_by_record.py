"""Conversions by a function's record: types that have a class in Python, but no native type.

| in the record | Python | native |
|---|---|---|
| `["enum", key]` | a member of its `IntEnum` or `IntFlag` class | int |
| `"path"` | `os.PathLike`, str, bytes; as a result `pathlib.Path` | str, or bytes |
| `"duration"` | `datetime.timedelta`, or a number of seconds; as a result a float | float, int, or Array |
| `"integer"` | an int of any size | int, or str beyond 64 bits |
| `["list", item]` | a list | Array |
| `["set", item]` | a set | Array |
| `["record", name, doc, …]` | a mapping with the fields' names; as a result a dict | Map |
| `["struct", …]` | a struct of ctypes, an array of structs | an array of bytes, a row for each struct |
| `["complex", part]` | a complex number | Array of its two parts |

A container of one of these is converted with it: as a result it is Python's own list, tuple or dict.
`call_plan` makes converters from a record, once for each function. Invariant: a value that a converter has
nothing to do for is passed on as it is, and native code decides; a result that does not look as the record
says is read as every other one.
"""

from __future__ import annotations

import os
import sys
from _operator import index as as_index

from . import _hooks
from ._annotations import enum_key
from ._arguments import Refused
from .container import Array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Optional

    from ._function_abi_results import Plan

    Converter = Callable[[Any], Any]
    Argument = tuple[int, Any, Converter]
    """The position of an argument, the class that needs no conversion or None, and the converter."""
    CallPlan = tuple[Plan, tuple[Argument, ...]]
    Maybe = Optional[Converter]


def call_plan(record: dict[str, Any]) -> CallPlan | None:
    """How results are read and arguments converted, by the record; None if the record asks for nothing."""
    results = record.get("r")
    plan: Plan = None
    if isinstance(results, list) and results:
        plan = result_plan(results[0]) if len(results) == 1 else ("tuple", tuple(map(result_plan, results)))
    if record.get("overloads"):
        return _plan_of_overloads(plan, record["overloads"])
    arguments = []
    for position, kind in enumerate(_kinds(record)):
        converter = converter_of(kind)
        if converter is not None:
            arguments.append((position, _class_of(kind), converter))
    return (plan, tuple(arguments)) if plan is not None or arguments else None


def _kinds(record: dict[str, Any]) -> list[Any]:
    """The types of the parameters."""
    entries = record.get("a")
    return [
        entry[2] if isinstance(entry, list) and entry[:1] == ["named"] and len(entry) == 3 else entry
        for entry in (entries if isinstance(entries, list) else ())
    ]


def _plan_of_overloads(plan: Plan, records: list[dict[str, Any]]) -> CallPlan | None:
    """The plan of a function with overloads: an argument in any place may be one of any of them."""
    kinds = [kind for record in records for kind in _kinds(record)]
    keys = dict.fromkeys(key for key in map(enum_key, kinds) if key is not None)
    found = [converter_of(kind) for kind in kinds if enum_key(kind) is None]
    if keys:
        found.append(_enum_converter(*keys))
    convert = _union_converter([one for one in found if one is not None])
    if convert is None:
        return (plan, ()) if plan is not None else None
    # In a call by name there is one argument for each name behind those by position.
    return plan, tuple((position, None, convert) for position in range(1 + 2 * len(kinds)))


def _parts(kind: Any) -> tuple[str, list[Any]]:
    """The word of a type record, and its arguments."""
    if isinstance(kind, str):
        return kind, []
    if isinstance(kind, list) and kind and isinstance(kind[0], str):
        return kind[0], kind[1:]
    return "", []


def _class_of(kind: Any) -> Any:
    """The class whose instances need no conversion; None if there is none."""
    word, parts = _parts(kind)
    if word == "optional" and len(parts) == 1:
        return _class_of(parts[0])
    return _hooks.enum_of_key(parts[0]) if word == "enum" and parts and isinstance(parts[0], str) else None


# ----- results ----------------------------------------------------------------------------------------------


def result_plan(kind: Any) -> Plan:
    """How a result is read; None if it is returned unchanged.

    The words are those of `_function_abi_results`, and `enum`, `call` and `map`.
    """
    word, parts = _parts(kind)
    if word == "enum" and parts and isinstance(parts[0], str):
        cls = _hooks.enum_of_key(parts[0])
        return None if cls is None else ("enum", (cls, {int(one): one for one in cls}))
    if word == "path":
        return "call", (_path_from, None)
    if word == "integer":
        return "call", (_integer_from, None)
    if word == "list" and len(parts) == 1:
        return "each", result_plan(parts[0])
    if word == "set" and len(parts) == 1:
        return "call", (set, ("each", result_plan(parts[0])))
    if word == "record":
        fields = [field for field in parts[2:] if isinstance(field, list) and len(field) > 1]
        return "dict", tuple((field[0], result_plan(field[1])) for field in fields)
    if word == "optional" and len(parts) == 1:
        return result_plan(parts[0])
    if word == "complex":
        return "call", (_complex_from, None)
    if word == "struct":
        return _struct_plan([field for field in parts if isinstance(field, list) and len(field) == 2])
    if word == "union":
        return _union_plan(parts)
    if word in ("py_homogeneous_list", "array") and parts:
        item = result_plan(parts[0])
        return None if item is None else ("each", item)
    if word == "stuple":
        items = tuple(map(result_plan, parts))
        return ("tuple", items) if any(item is not None for item in items) else None
    if word == "dict" and len(parts) == 2:
        key, value = map(result_plan, parts)
        return None if key is None and value is None else ("map", (key, value))
    return None


def _struct_plan(fields: list[Any]) -> Plan:
    """The plan of a struct; None if native containers have its values."""
    plans = [(name, result_plan(kind)) for name, kind in fields]
    if all(plan is None for _, plan in plans):
        return None
    if all(isinstance(name, str) for name, _ in plans):
        return "dict", tuple(plans)
    return "list", tuple(plan for _, plan in plans)


def _union_plan(members: list[Any]) -> Plan:
    """The plan of a union, whose members differ in the kind of native value."""
    plans = {"int": None, "str": None, "array": None, "map": None}
    for member in members:
        plan = result_plan(member)
        word, _ = _parts(member)
        kind = {"enum": "int", "path": "str", "record": "map", "dict": "map"}.get(word, "array")
        if plan is not None:
            plans[kind] = plan  # type: ignore[assignment]
    return ("union", tuple(plans.values())) if any(plan is not None for plan in plans.values()) else None


def _path_from(value: Any) -> Any:
    """A path from its native form."""
    from pathlib import Path

    return Path(os.fsdecode(value)) if isinstance(value, (str, bytes)) else value


def _integer_from(value: Any) -> Any:
    """An integer from its native form."""
    return int(value) if isinstance(value, str) else value


def _complex_from(value: Any) -> Any:
    """A complex number from its native form."""
    return complex(*value) if isinstance(value, Array) and len(value) == 2 else value


# ----- arguments --------------------------------------------------------------------------------------------


def converter_of(kind: Any) -> Maybe:
    """What converts an argument of a type; None where there is nothing to convert."""
    word, parts = _parts(kind)
    if word == "enum" and parts and isinstance(parts[0], str):
        return _enum_converter(parts[0])
    if word == "path":
        return _path
    if word == "duration":
        return _duration
    if word == "integer":
        return _integer
    if word == "set" and len(parts) == 1:
        return _set_converter(converter_of(parts[0]))
    if word == "record":
        return _record_converter(parts[2:])
    if word == "struct":
        return _struct_converter(parts)
    if word == "complex":
        return _complex
    if word == "writable" and len(parts) == 1:
        inner, fields = _parts(parts[0])
        return _struct_converter(fields, copies=False) if inner == "struct" else converter_of(parts[0])
    if word == "ndarray" and parts and isinstance(parts[0], str) and parts[0].startswith("complex<"):
        return _complex_items
    if word == "optional" and len(parts) == 1:
        return converter_of(parts[0])
    if word == "union":
        return _union_converter([one for one in map(converter_of, parts) if one is not None])
    if word in ("py_homogeneous_list", "list", "array") and parts:
        item = converter_of(parts[0])
        return None if item is None else _sequence_converter(item)
    if word == "stuple":
        return _tuple_converter([converter_of(part) for part in parts])
    if word == "dict" and len(parts) == 2:
        return _dict_converter(*map(converter_of, parts))
    return None


def _struct_converter(fields: list[Any], copies: bool = True) -> Converter:
    """The converter for a struct, or a pointer to structs, which may be copied unless C writes to them."""
    fields = [field for field in fields if isinstance(field, list) and len(field) == 2]
    names = [field[0] for field in fields]
    of_fields = [converter_of(kind) for _, kind in fields]
    by_name = _record_converter(fields) if any(of_fields) else None
    in_order = _tuple_converter(of_fields)

    def convert(value: Any) -> Any:
        if type(value) in _NO_STRUCTS:
            if by_name is not None and isinstance(value, dict):
                return by_name(value)
            return in_order(value) if in_order is not None else value
        numpy = sys.modules.get("numpy")
        if numpy is not None and isinstance(value, numpy.ndarray) and value.dtype.names is not None:
            return _bytes_of_structs(value, names, numpy, copies)
        ctypes = sys.modules.get("ctypes")
        if ctypes is None:
            return value
        if type(value) is type(ctypes.byref(ctypes.c_int())):
            value = value._obj
        array = isinstance(value, ctypes.Array) and issubclass(value._type_, ctypes.Structure)
        if not array and not isinstance(value, ctypes.Structure):
            return value
        cls = value._type_ if array else type(value)
        given = [field[0] for field in getattr(cls, "_fields_", ())]
        _check_fields(cls.__name__, given, names)
        rows = len(value) if array else 1
        row = ctypes.c_uint8 * ctypes.sizeof(cls)
        return (row * rows).from_buffer(value)

    return convert


_NO_STRUCTS = frozenset((dict, list, tuple, int, float, bytes, bytearray, type(None)))


def _bytes_of_structs(value: Any, names: list[Any], numpy: Any, copies: bool) -> Any:
    _check_fields("ndarray", list(value.dtype.names), names)
    if copies:
        value = numpy.ascontiguousarray(value, value.dtype.newbyteorder("="))
    if not value.dtype.isnative:
        text = 'expected structs in native byte order; pass x.astype(x.dtype.newbyteorder("="))'
        raise Refused(ValueError, text)
    if not value.flags.c_contiguous:
        raise Refused(ValueError, "expected structs one after the other; pass np.ascontiguousarray(x)")
    rows = value.reshape(-1)
    return numpy.ndarray((len(rows), value.dtype.itemsize), numpy.uint8, _memory_view(rows, numpy))


def _memory_view(rows: Any, numpy: Any) -> Any:
    return rows.view(numpy.uint8) if rows.size else numpy.empty(0, numpy.uint8)


def _check_fields(what: str, given: list[Any], names: list[Any]) -> None:
    named = all(name is not None for name in names)
    if len(given) != len(names) or (named and given != names):
        expected = ", ".join(map(str, names)) if named else f"{len(names)} fields"
        raise Refused(TypeError, f"expected a struct of {expected}, got {what} with {', '.join(given)}")


def _enum_converter(*keys: str) -> Converter:
    def convert(value: Any) -> Any:
        enum = sys.modules.get("enum")
        # A member of another enumeration is an error, even if its number is valid here.
        if enum is not None and isinstance(value, enum.Enum):
            classes = [cls for cls in map(_hooks.enum_of_key, keys) if cls is not None]
            if classes and not isinstance(value, tuple(classes)):
                raise Refused(TypeError, f"expected {' or '.join(keys)}, got {type(value).__qualname__}")
        return value

    return convert


def _path(value: Any) -> Any:
    if isinstance(value, bytes) or not (isinstance(value, str) or hasattr(value, "__fspath__")):
        return value
    text = os.fspath(value)
    if not isinstance(text, str):
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        try:
            return os.fsencode(text)  # how Python shows a path that is not UTF-8
        except UnicodeEncodeError:
            return text
    return text


def _complex(value: Any) -> Any:
    numpy = sys.modules.get("numpy")
    if isinstance(value, complex) or (numpy is not None and isinstance(value, numpy.complexfloating)):
        return [float(value.real), float(value.imag)]
    return value


def _complex_items(value: Any) -> Any:
    return [_complex(one) for one in value] if isinstance(value, (list, tuple)) else _complex(value)


def _integer(value: Any) -> Any:
    if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
        return str(value)
    if not isinstance(value, (int, str)) and hasattr(type(value), "__index__"):
        return _integer(as_index(value))
    return value


_EXACT_SECONDS = 1 << 22
"""Below so many seconds a float distinguishes all nanoseconds."""


def _duration(value: Any) -> Any:
    datetime = sys.modules.get("datetime")
    if datetime is None or not isinstance(value, datetime.timedelta):
        return value
    seconds = value.days * 86_400 + value.seconds
    if -_EXACT_SECONDS < seconds < _EXACT_SECONDS:
        return value.total_seconds()
    return [seconds, value.microseconds * 1000]


def _set_converter(item: Maybe) -> Converter:
    from collections.abc import Set

    def convert(value: Any) -> Any:
        if not isinstance(value, Set):
            return value
        return list(value) if item is None else [item(one) for one in value]

    return convert


def _sequence_converter(item: Converter) -> Converter:
    def convert(value: Any) -> Any:
        return _items(value, lambda at, one: item(one))

    return convert


def _tuple_converter(items: list[Maybe]) -> Maybe:
    if all(item is None for item in items):
        return None

    def convert(value: Any) -> Any:
        if not isinstance(value, (list, tuple)) or len(value) != len(items):
            return value
        return _items(value, lambda at, one: one if items[at] is None else items[at](one))  # type: ignore[misc]

    return convert


def _items(value: Any, convert: Callable[[int, Any], Any]) -> Any:
    if not isinstance(value, (list, tuple)):
        return value
    made = []
    for at, one in enumerate(tuple(value)):
        try:
            made.append(convert(at, one))
        except Refused as refused:
            raise Refused(refused.cls, f"item {at}: {refused.text}") from None
    if len(value) != len(made):
        raise Refused(RuntimeError, "list changed during conversion")
    return made


def _dict_converter(key: Maybe, value: Maybe) -> Maybe:
    if key is None and value is None:
        return None

    def convert(given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        made = {}
        for name, one in given.items():
            try:
                new = one if value is None else value(one)
                made[name if key is None else key(name)] = new
            except Refused as refused:
                raise Refused(refused.cls, f"key {name!r}: {refused.text}") from None
        return made

    return convert


def _record_converter(fields: list[Any]) -> Converter:
    from collections.abc import Mapping

    known = {
        field[0]: converter_of(field[1]) for field in fields if isinstance(field, list) and len(field) > 1
    }

    def convert(value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        made = {}
        for name in value:
            field = known.get(name)
            try:
                made[name] = value[name] if field is None else field(value[name])
            except Refused as refused:
                raise Refused(refused.cls, f"field `{name}`: {refused.text}") from None
        return made

    return convert


def _union_converter(members: list[Converter]) -> Maybe:
    if not members:
        return None

    def convert(value: Any) -> Any:
        refused: Refused | None = None
        for member in members:
            try:
                made = member(value)
            except Refused as caught:
                refused = caught
            else:
                if made is not value:
                    return made
        if refused is not None:
            raise refused
        return value

    return convert
