"""Type records as C++ types, those of the headers in ffi/include/tvmlike.

A record has two texts. `value_type` owns what it holds: it is what a result is, and what stands in a list.
`parameter_type` is what a wrapper takes: it borrows where that spares a copy. Invariant: every text is a type
to which, or from which, the headers convert a value, whatever the record holds: any language can write a
record.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    ClassOf = Callable[[str], "str | None"]
    """From a type key to the class that stands for it in the header, if there is one."""

_SCALARS = {
    "i1": "bool",
    **{
        f"{sign}{bits}": f"std::{word}{bits}_t"
        for sign, word in (("i", "int"), ("u", "uint"))
        for bits in (8, 16, 32, 64)
    },
    "index": "std::int64_t",
    "f16": "float",
    "bf16": "float",
    "f32": "float",
    "f64": "double",
    "ptr": "void*",
    "dtype": "DLDataType",
    "device": "DLDevice",
    "duration": "std::chrono::duration<double>",
}
"""Passed by value."""

_OWNED = {
    "str": "std::string",
    "char": "std::string",
    "path": "std::filesystem::path",
    "bytes": "tvmlike::Bytes",
    "shape": "tvmlike::Shape",
    "function": "tvmlike::Function",
}

_CLASSES = {
    "runtime.Error": "tvmlike::Error",
    "runtime.PackedFunc": "tvmlike::Function",
    "runtime.Array": "tvmlike::Array",
    "runtime.Map": "tvmlike::Map",
    "runtime.Tensor": "tvmlike::Tensor",
    "runtime.Shape": "tvmlike::Shape",
}

_ANY = "tvmlike::Any"
_KEYS = frozenset(("std::string", *(text for text in _SCALARS.values() if text.endswith("_t"))))
"""What a std::map can be ordered by."""


def value_type(record: Any, class_of: ClassOf) -> str:
    """The type of a value that a record describes; `void` for none."""
    if record is None:
        return "void"
    if isinstance(record, str):
        return _SCALARS.get(record) or _OWNED.get(record) or _ANY
    if not isinstance(record, list) or not record or not isinstance(record[0], str):
        return _ANY
    word, *parts = record
    if word == "ndarray":
        return "tvmlike::Tensor"
    if word in ("contiguous", "writable") and len(parts) == 1:
        return value_type(parts[0], class_of)
    if word == "named" and len(parts) == 2:
        return value_type(parts[1], class_of)
    if word == "object" and len(parts) == 1:
        return _class(parts[0], class_of)
    if word == "enum" and len(parts) == 1:
        return _enum(parts[0], class_of)
    if word == "record" and parts:
        return (class_of(parts[0]) if isinstance(parts[0], str) else None) or "tvmlike::Map"
    if word == "union":
        return _union(parts, class_of)
    if word == "array" and len(parts) == 2 and isinstance(parts[1], int):
        item = _item(parts[0], class_of)
        return "tvmlike::Array" if item == _ANY else f"std::array<{item}, {max(parts[1], 0)}>"
    if word == "set" and len(parts) == 1:
        item = _item(parts[0], class_of)
        return f"std::set<{item}>" if item in _KEYS else _list([item], word)
    if word == "slice" and len(parts) == 1:
        return _list([_item(parts[0], class_of)], word)
    if word == "optional" and len(parts) == 1:
        return optional_type(value_type(parts[0], class_of))
    if word == "struct":
        named = all(isinstance(part, list) and part and isinstance(part[0], str) for part in parts)
        return "tvmlike::Map" if named else "tvmlike::Array"
    if word in ("py_homogeneous_list", "list", "slist", "stuple"):
        return _list([_item(part, class_of) for part in parts], word)
    if word == "complex":
        return "tvmlike::Array"
    if word == "dict" and len(parts) == 2:
        key, value = (_item(part, class_of) for part in parts)
        return "tvmlike::Map" if key not in _KEYS or value == _ANY else f"std::map<{key}, {value}>"
    return "tvmlike::Map" if word in ("dict", "sdict") else _ANY


def parameter_type(record: Any, class_of: ClassOf) -> str:
    """The type of a parameter to which a record belongs."""
    if record is None:
        return "std::nullptr_t"
    if isinstance(record, str) and record in _SCALARS:
        return _SCALARS[record]
    borrowed = _borrowed(record)
    if borrowed is not None:
        return borrowed
    if isinstance(record, list) and record[:1] == ["named"] and len(record) == 3:
        return parameter_type(record[2], class_of)
    if isinstance(record, list) and record[:1] == ["optional"] and len(record) == 2:
        borrowed = _borrowed(record[1])
        if borrowed is not None:
            return f"std::optional<{borrowed}>"
        if isinstance(record[1], str) and record[1] in _SCALARS:
            return f"std::optional<{_SCALARS[record[1]]}>"
        if isinstance(record[1], list) and record[1][:1] == ["enum"]:
            return value_type(record, class_of)
    if isinstance(record, list) and record[:1] == ["enum"]:
        return value_type(record, class_of)
    return f"const {value_type(record, class_of)}&"


def _borrowed(record: Any) -> str | None:
    """The type that lends what a record describes for a call; None if there is no such type."""
    if record in ("str", "char"):
        return "std::string_view"
    words = []
    while isinstance(record, list) and len(record) == 2 and record[0] in ("contiguous", "writable"):
        words.append(record[0])
        record = record[1]
    if isinstance(record, list) and record[:1] == ["ndarray"]:
        return "tvmlike::WritableTensorArg" if "writable" in words else "tvmlike::TensorArg"
    return None


def _item(record: Any, class_of: ClassOf) -> str:
    """The type of an item of a container, which can always be any value."""
    text = value_type(record, class_of)
    return _ANY if text == "void" else text


def _list(items: list[str], word: str) -> str:
    # A tuple has as many items as it has; std::vector would take any number.
    if word == "stuple" or not items or items[0] == _ANY or any(item != items[0] for item in items):
        return "tvmlike::Array"
    return f"std::vector<{items[0]}>"


def _enum(key: Any, class_of: ClassOf) -> str:
    """The type of an enumeration: its own where the header has it, else that of its numbers."""
    return (class_of(key) if isinstance(key, str) else None) or "std::int64_t"


def _union(members: list[Any], class_of: ClassOf) -> str:
    """The type of a value of any of several types."""
    texts = dict.fromkeys(value_type(member, class_of) for member in members)
    present = [text for text in texts if text != "void"]
    if not present or _ANY in present:
        return _ANY
    # The first that takes a value has it, and floats take ints, which take truth values.
    present.sort(key=lambda text: (text in _FLOATS, text != "bool"))
    made = present[0] if len(present) == 1 else f"std::variant<{', '.join(present)}>"
    return optional_type(made) if "void" in texts else made


_FLOATS = ("float", "double", "std::chrono::duration<double>")


def optional_type(text: str) -> str:
    """The type of a value of a type, or none."""
    if text == "void":
        return "std::nullptr_t"
    return text if text == _ANY or text.startswith("std::optional<") else f"std::optional<{text}>"


def _class(key: Any, class_of: ClassOf) -> str:
    if not isinstance(key, str):
        return "tvmlike::ObjectRef"
    return _CLASSES.get(key) or class_of(key) or "tvmlike::ObjectRef"
