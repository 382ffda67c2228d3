"""Type records as the text of Python annotations.

A record has two texts. `type_text` names the type that a value has: it is what a result is, and what
`inspect.signature` shows. `accepted_text` names the types that a caller may pass, in the words of
`tvmlike.typing`: a stub uses it for parameters. Both are valid annotations once `IMPORTS` are imported,
whatever the record holds: any language can write a record.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

IMPORTS = {
    "Any": "typing",
    "ArrayLike": "tvmlike.typing",
    "BinaryIO": "typing",
    "BytesLike": "tvmlike.typing",
    "Callable": "collections.abc",
    "ClassVar": "typing",
    "DTypeLike": "tvmlike.typing",
    "DeviceLike": "tvmlike.typing",
    "DurationLike": "tvmlike.typing",
    "FloatLike": "tvmlike.typing",
    "IntLike": "tvmlike.typing",
    "Iterator": "collections.abc",
    "Mapping": "collections.abc",
    "MutableMapping": "collections.abc",
    "Path": "pathlib",
    "PathLike": "tvmlike.typing",
    "Sequence": "collections.abc",
    "Set": "collections.abc",
    "ShapeLike": "tvmlike.typing",
    "TextIO": "typing",
    "c_void_p": "ctypes",
    "overload": "typing",
    **dict.fromkeys(
        ("Array", "DataType", "Device", "Map", "Object", "PackedFunc", "Shape", "Tensor"), "tvmlike"
    ),
}
"""The module of each name in a text, except builtins and names with a dot."""

_TYPES = {
    "i1": "bool",
    "str": "str",
    "char": "str",
    "path": "Path",
    "duration": "float",
    "integer": "int",
    "bytes": "bytes",
    "ptr": "c_void_p",
    "dtype": "DataType",
    "device": "Device",
    "shape": "Shape",
    "function": "PackedFunc",
}

_ACCEPTED = {
    **_TYPES,
    "int": "IntLike",
    "float": "FloatLike",
    "bytes": "BytesLike",
    "path": "PathLike",
    "duration": "DurationLike",
    "integer": "IntLike",
    # Of C's functions: an array's memory, a closure.
    "ptr": "c_void_p | ArrayLike | Object | None",
    "dtype": "DTypeLike",
    "device": "DeviceLike",
    "shape": "ShapeLike",
    "function": "Callable[..., Any]",
}

_CLASSES = {
    "runtime.Object": "Object",
    "runtime.Error": "BaseException",
    "runtime.PackedFunc": "PackedFunc",
    "runtime.Array": "Array[Any]",
    "runtime.Map": "Map[Any, Any]",
    "runtime.Tensor": "Tensor",
}


def type_text(record: Any) -> str:
    """The type of a value that a record describes."""
    return _text(record, accepting=False)


def accepted_text(record: Any) -> str:
    """The type of the values that a parameter with a record accepts."""
    return _text(record, accepting=True)


def array_notes(record: dict[str, Any]) -> str:
    """A sentence on the arrays that a function requires: element types, contiguity, write access.

    Empty if every array will do.
    """
    notes = []
    for entry in record.get("a") or ():
        if not (isinstance(entry, list) and len(entry) == 3 and entry[0] == "named"):
            continue
        words: list[str] = []
        kind = entry[2]
        while isinstance(kind, list) and len(kind) == 2 and kind[0] in _AROUND_ARRAYS:
            words += filter(None, [_AROUND_ARRAYS[kind[0]]])
            kind = kind[1]
        words.sort()
        if isinstance(kind, list) and kind[:1] == ["ndarray"] and len(kind) > 1:
            if isinstance(kind[1], str) and kind[1] != "unknown":
                words.insert(0, _element_name(kind[1]))
            if words:
                notes.append(f"`{entry[1]}`: {', '.join(words)}")
    return f"Array arguments: {'; '.join(notes)}." if notes else ""


_AROUND_ARRAYS = {"contiguous": "contiguous", "writable": "written to", "optional": ""}


def _element_name(word: str) -> str:
    """The name of an element type as arrays have it: `float32` for `f32`."""
    if word == "i1":
        return "bool"
    names = {"f": "float", "bf": "bfloat", "i": "int", "u": "uint"}
    kind = word.rstrip("0123456789")
    return names.get(kind, kind) + word[len(kind) :]


def with_array_notes(record: dict[str, Any]) -> str | None:
    """The doc of a function, and below it what it requires of arrays."""
    doc, notes = record.get("doc"), array_notes(record)
    if not notes:
        return doc
    return f"{doc.rstrip()}\n\n{notes}" if isinstance(doc, str) and doc.strip() else notes


def enum_key(record: Any) -> str | None:
    """The key of the enumeration that a record describes, optional or not; None for every other record."""
    if isinstance(record, list) and len(record) == 2:
        if record[0] == "optional":
            return enum_key(record[1])
        if record[0] == "enum" and isinstance(record[1], str):
            return str(record[1])
    return None


def results_text(record: dict[str, Any]) -> str:
    """The type of a function's result, by its whole record; "None" if it has no result.

    Several results are a tuple. A function of the function ABI returns Python's own containers.
    """
    results = record.get("r")
    if not isinstance(results, list):
        return "Any"
    if not record.get("abi"):
        texts = [type_text(result) for result in results]
    else:
        texts = [_plain_text(result) for result in results]
    return "None" if not texts else texts[0] if len(texts) == 1 else f"tuple[{', '.join(texts)}]"


def _plain_text(record: Any) -> str:
    """The type of a result in Python's own containers."""
    if record is None:
        return "Any"  # such a result is returned unchanged
    if not isinstance(record, list) or not record:
        return type_text(record)
    word, *parts = record
    inner = [_plain_text(part) for part in parts] if word in _PLAIN else []
    if word == "optional" and inner:
        return inner[0] if inner[0] == "Any" or inner[0].endswith("None") else f"{inner[0]} | None"
    if word == "stuple":
        return f"tuple[{', '.join(inner) or '()'}]"
    if word in ("slist", "py_homogeneous_list"):
        same = bool(inner) and all(text == inner[0] for text in inner)
        return f"list[{inner[0] if same else 'Any'}]"
    return "dict[str, Any]" if word == "sdict" else type_text(record)


_PLAIN = ("optional", "slist", "stuple", "py_homogeneous_list")


def _text(record: Any, accepting: bool) -> str:
    if record is None:
        return "None"
    if isinstance(record, str):
        return _word(record, accepting)
    if not isinstance(record, list) or not record or not isinstance(record[0], str):
        return "Any"
    word, *parts = record
    if word == "ndarray":
        if not parts or not isinstance(parts[0], str) or parts[0] in ("str", "bytes"):
            return "Sequence[Any]"
        return "ArrayLike" if accepting else "Tensor"
    if word == "str":
        return "str"
    if word in ("contiguous", "writable") and parts:
        return _text(parts[0], accepting)
    if word == "object" and parts:
        return _class_text(parts[0])
    if word == "named" and len(parts) > 1:
        return _text(parts[1], accepting)
    if word == "struct":
        return _struct_text(parts, accepting)
    if word == "complex":
        return "complex"
    if word == "enum" and parts:
        name = _class_text(parts[0])
        name = "int" if name == "Object" else name
        return f"{name} | int" if accepting and name != "int" else name
    if word == "record" and parts:
        name = _class_text(parts[0])
        if accepting:
            return "Mapping[str, Any]" if name == "Object" else f"{name} | Mapping[str, Any]"
        return "dict[str, Any]" if name == "Object" else name
    if word == "union" and parts:
        return " | ".join(dict.fromkeys(_text(part, accepting) for part in parts))
    if word == "slice" and len(parts) == 1:
        return f"ArrayLike | Sequence[{_text(parts[0], accepting)}]" if accepting else "Array[Any]"
    if word == "list" and len(parts) == 1:
        return f"{'Sequence' if accepting else 'list'}[{_text(parts[0], accepting)}]"
    if word == "set" and len(parts) == 1:
        return f"{'Set' if accepting else 'set'}[{_text(parts[0], accepting)}]"
    if not accepting and _is_own(record):
        return _own_text(word, parts)
    if word == "array" and parts:
        return _text(["py_homogeneous_list", parts[0]], accepting)
    inner = [_text(part, accepting) for part in parts]
    if word == "optional" and len(inner) == 1:
        return inner[0] if inner[0] == "Any" or inner[0].endswith("None") else f"{inner[0]} | None"
    if word in ("py_homogeneous_list", "slist", "stuple"):
        # A tuple comes back as an Array, which has one type of item.
        item = inner[0] if inner and all(text == inner[0] for text in inner) else "Any"
        return f"Sequence[{item}]" if accepting else f"Array[{item}]"
    if word == "dict" and len(inner) == 2:
        # A mapping is invariant in its key: what is accepted as a key is said by the key's own type.
        return f"Mapping[{type_text(parts[0])}, {inner[1]}]" if accepting else f"Map[{inner[0]}, {inner[1]}]"
    if word == "sdict":
        return "Mapping[str, Any]" if accepting else "Map[str, Any]"
    return "Any"


_OWN = ("complex", "enum", "integer", "list", "path", "record", "set")
"""Results that are Python's own objects, and with them the containers that they are in."""


def _is_own(record: Any) -> bool:
    """Whether a result is read as one of Python's own objects: see `_by_record`."""
    if isinstance(record, str):
        return record in _OWN
    if not isinstance(record, list) or not record:
        return False
    return record[0] in _OWN or (record[0] in _HOLDS and any(map(_is_own, record[1:])))


_HOLDS = ("optional", "py_homogeneous_list", "array", "stuple", "dict", "union")


def _own_text(word: str, parts: list[Any]) -> str:
    """The type of a container of Python's own that holds such objects."""
    inner = [type_text(part) for part in parts]
    if word == "optional":
        return f"{inner[0]} | None"
    if word == "stuple":
        return f"tuple[{', '.join(inner)}]"
    return f"dict[{', '.join(inner)}]" if word == "dict" else f"list[{inner[0]}]"


def _struct_text(fields: list[Any], accepting: bool) -> str:
    """The type of a C struct: a mapping if all fields have names; a sequence is accepted, too."""
    named = all(isinstance(field, list) and field and isinstance(field[0], str) for field in fields)
    if not accepting:
        return "Map[str, Any]" if named else "Array[Any]"
    return "Mapping[str, Any] | Sequence[Any]" if named else "Sequence[Any]"


def _word(word: str, accepting: bool) -> str:
    if word == "index" or (word[:1] in ("i", "u") and word[1:].isdigit() and word != "i1"):
        word = "int"
    elif word in ("f16", "bf16", "f32", "f64"):
        word = "float"
    if accepting:
        return _ACCEPTED.get(word, "Any")
    return word if word in ("int", "float") else _TYPES.get(word, "Any")


def _class_text(key: Any) -> str:
    """The class for a type key: one of the package, or the key itself, which is the name of its class."""
    if not isinstance(key, str) or not all(part.isidentifier() for part in key.split(".")):
        return "Object"
    return _CLASSES.get(key) or ("Object" if key.startswith("runtime.") else key)
