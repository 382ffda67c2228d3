"""The text of one stub file: functions and classes of one module, as a type checker reads them.

Invariant: the text depends on the records and on the package's own classes alone, so the same registry gives
the same text; it is valid Python, whatever the names and docs in the records are; and a function or class of
the module that is named as a type (`list`, `Tensor`) does not change what the annotations mean.
"""

from __future__ import annotations

import builtins
import re
from keyword import iskeyword

from ._abi import MEMBER_SEQUENCE
from ._annotations import IMPORTS, accepted_text, enum_key, results_text, type_text, with_array_notes
from ._container import container_of
from ._enums import enum_of_key, members_of
from ._exceptions import declared_of
from ._method import without_result
from ._overloads import in_order_of_types
from ._parameters import Verbatim, first_default, parameters_of, rest_name, result_of
from ._stub_container import container_texts
from ._stub_python import python_members

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from ._enums import Members
    from ._exceptions import Declared
    from ._members import TypeDescription, TypeMember
    from ._parameters import Parameter
    from ._stub_python import PythonMember

_WIDTH = 100
_STANDARD, _PACKAGE, _RELATIVE = range(3)
_NAMES = re.compile(r"[^\W\d][\w.]*")
_BUILTINS = frozenset(vars(builtins))


class ModuleText:
    """Collects the parts of one stub file."""

    def __init__(self, names: set[str], class_import: Callable[[str], tuple[str, str] | None]) -> None:
        self._names = names
        """What the module and its classes define."""
        self._class_import = class_import
        """From a type key to the module to import its class from ("" for this one) and the class's name."""
        self._imports: set[tuple[str, str]] = set()
        self._parts: list[str] = []
        self._records: dict[str, tuple[str, list[Any]]] = {}
        """From the key of a plain struct to the name of its class here, and its fields."""
        self._has_overloads = False

    def text(self, head: str, children: list[str]) -> str:
        """The file: the head, imports, sub-modules, and what was added."""
        records = [self._typed_dict(key) for key in sorted(self._records)]
        lines = [head, "# ruff: noqa"]
        if self._has_overloads:
            # Native code tells arguments apart that a type checker does not.
            lines.append('# mypy: disable-error-code="overload-overlap, overload-cannot-match"')
        for group in (_STANDARD, _PACKAGE, _RELATIVE):
            found = [line for order, line in self._import_lines() if order == group]
            if group == _RELATIVE:
                found += [f"from . import {name} as {name}" for name in children]
            lines += ["", *found] if found else []
        head = "\n".join(lines) + "\n"
        return "\n".join([head, *records, *self._parts]) if self._parts else head

    def _import_lines(self) -> list[tuple[int, str]]:
        by_module: dict[str, list[str]] = {}
        for module, name in sorted(self._imports, key=lambda pair: (pair[0], pair[1].lower())):
            by_module.setdefault(module, []).append(name)
        lines = [(_STANDARD, f"import {name}") for name in by_module.pop("", [])]
        for module, names in by_module.items():
            group = _PACKAGE if module.startswith("tvmlike") else _STANDARD
            group = _RELATIVE if module.startswith(".") else group
            lines.append((group, f"from {module} import {', '.join(names)}"))
        return lines

    def add_note(self, text: str) -> None:
        """Adds a comment."""
        self._parts.append(f"# {text}\n")

    def add_function(self, name: str, record: dict[str, Any]) -> None:
        """Adds a function."""
        if record.get("overloads"):
            self._parts.append(self._function(name, record, "", []))
        elif parameters_of(record) is None:
            doc = _docstring(record.get("doc"), "")
            self._parts.append(f"{name}: {self._resolved('PackedFunc')}\n{doc}")
        else:
            self._parts.append(self._function(name, record, "", []))

    def add_class(self, cls: TypeDescription) -> None:
        """Adds a class with its members; an enumeration, an exception with its attributes."""
        name = cls.key.rpartition(".")[2]
        told = members_of(cls)
        if told is not None:
            self._parts.append(self._enum(name, cls.doc, told))
            return
        declared = declared_of(cls)
        if declared is not None:
            self._parts.append(self._exception(name, cls.doc, declared))
            return
        parent = self._resolved(cls.parent if self._class_import(cls.parent) else "Object")
        body = [_docstring(cls.doc, "    ")] if cls.doc.strip() else []
        get = container_of(cls)
        if get is not None:
            kind, more = container_texts(cls, get)
            parent = f"{parent}, {self._resolved(kind)}"
            body += [f"    {line}\n" for line in map(self._resolved, more)]
        if cls.refines is not None:
            body += self._casts(cls)
        recorded = {member.name for member in cls.members}
        body += [self._python_member(one) for one in python_members(cls.key) if one.name not in recorded]
        for member in cls.members:
            if member is get and get.flags & MEMBER_SEQUENCE:
                continue
            if not member.name.isidentifier() or iskeyword(member.name):
                body.append(f"    # {member.name!a} is not a Python identifier; use getattr\n")
            elif member.kind == "field":
                body.append(self._field(member))
            elif member.kind in ("constant", "static_property"):
                kind = self._resolved(type_text(result_of(member.record)))
                doc = _docstring(member.record.get("doc"), "    ")
                body.append(f"    {member.name}: {self._name('ClassVar')}[{kind}]\n{doc}")
            elif member.name in _SPECIAL:
                names = {one: self._name(one) for one in ("bool", "int", "object", "str")}
                body.append(f"    {_SPECIAL[member.name].format(**names)}\n")
            elif member.name not in _HIDDEN:
                body.append(self._method(member))
        self._parts.append(f"class {name}({parent}):\n" + ("".join(body) or "    ...\n"))

    def _casts(self, cls: TypeDescription) -> list[str]:
        """What the class of a refinement has: a cast, and the question whether an object is one of it."""
        own = {member.name for member in cls.members}
        texts = []
        if "__init__" not in own:
            texts.append(f"    def __init__(self, value: {self._name('Object')}, /) -> None: ...\n")
        if "isinstance" not in own:
            guard = f"{self._import('typing_extensions', 'TypeGuard')}[{cls.key.rpartition('.')[2]}]"
            texts.append(f"    @{self._name('staticmethod')}\n")
            texts.append(f"    def isinstance(value: {self._name('object')}, /) -> {guard}: ...\n")
        return texts

    def _enum(self, name: str, doc: str, told: Members) -> str:
        body = [_docstring(doc, "    ") + "\n"] if doc.strip() else []
        for member, value, text in told.members:
            body.append(f"    {member} = {value}\n{_docstring(text, '    ')}")
        base = self._import("enum", "IntFlag" if told.flags else "IntEnum")
        return f"class {name}({base}):\n{''.join(body)}"

    def _exception(self, name: str, doc: str, declared: Declared) -> str:
        base = declared.base
        if base not in _BUILTINS and ("." not in base or self._class_import(base) is None):
            parent = self._import("tvmlike", "Error")
        else:
            parent = self._name(base)
        body = [_docstring(doc, "    ")] if doc.strip() else []
        body += [f"    kind: {self._name('str')}\n    backtrace: {self._name('str')}\n"]
        for attribute, text in declared.attributes:
            if attribute.isidentifier() and not iskeyword(attribute):
                body.append(f"    {attribute}: {self._resolved('Any')}\n{_docstring(text, '    ')}")
        return f"class {name}({parent}):\n{''.join(body)}"

    def _learn(self, kind: Any) -> None:
        """Finds the plain structs in a type record: the module gets a class for each."""
        if not isinstance(kind, list):
            return
        if kind[:1] == ["record"] and len(kind) > 2 and isinstance(kind[1], str):
            if kind[1] in self._records:
                return
            name = kind[1].rpartition(".")[2]
            taken = {*self._names, *(known for known, _ in self._records.values())}
            while name in taken or not name.isidentifier() or iskeyword(name):
                name = f"_{name}" if name.isidentifier() else "_Record"
            self._records[kind[1]] = name, kind[2:]
        for part in kind:
            self._learn(part)

    def _typed_dict(self, key: str) -> str:
        """The class of a plain struct."""
        name, (doc, *fields) = self._records[key]
        base = self._import("typing_extensions", "TypedDict")
        texts = {}
        for field, kind, *more in fields:
            text = self._resolved(type_text(kind))
            optional = self._import("typing_extensions", "NotRequired") if more else ""
            texts[field] = f"{optional}[{text}]" if optional else text
        if not all(field.isidentifier() and not iskeyword(field) for field in texts):
            entries = ", ".join(f"{field!r}: {text}" for field, text in texts.items())
            return f'{name} = {base}("{name}", {{{entries}}})\n'
        body = [_docstring(doc, "    "), *(f"    {field}: {text}\n" for field, text in texts.items())]
        return f"class {name}({base}):\n" + ("".join(body) or "    ...\n")

    def _field(self, member: TypeMember) -> str:
        name, kind = member.name, result_of(member.record)
        self._learn(kind)
        text = f"    @{self._name('property')}\n    def {name}(self) -> {self._resolved(type_text(kind))}:"
        doc = _docstring(member.record.get("doc"), "        ")
        text += f"\n{doc}" if doc else " ...\n"
        if member.writable:
            accepted = self._resolved(accepted_text(kind))
            text += f"    @{name}.setter\n    def {name}(self, value: {accepted}) -> None: ...\n"
        return text

    def _method(self, member: TypeMember) -> str:
        if member.name == "__init__":
            return self._function(member.name, without_result(member.record), "    ", ["self"])
        if member.kind == "static":
            decorator = f"    @{self._name('staticmethod')}\n"
            return self._function(member.name, member.record, "    ", [], decorator)
        return self._function(member.name, member.record, "    ", ["self"])

    def _function(
        self, name: str, record: dict[str, Any], indent: str, first: list[str], decorator: str = ""
    ) -> str:
        if record.get("overloads"):
            self._has_overloads = True
            decorator = f"{indent}@{self._name('overload')}\n{decorator}"
            every = in_order_of_types(record["overloads"])
            return "".join(self._function(name, one, indent, first, decorator) for one in every)
        self._learn([record.get("a"), record.get("r")])
        known = parameters_of(record)
        parameters = list(first)
        if known is None:
            known, record = [], {**record, "variadic": True}
        # A type checker wants no default in front of a parameter without one.
        first_shown = first_default(known)
        for at, one in enumerate(known):
            if one.keyword_only and not (at and known[at - 1].keyword_only):
                parameters.append("*")
            text = f"{one.name}: {self._resolved(accepted_text(one.record))}"
            if one.optional and (at >= first_shown or one.keyword_only):
                text += f" = {self._default(one)}"
            parameters.append(text)
            if not one.named and (at + 1 == len(known) or known[at + 1].named):
                parameters.append("/")
        if record.get("variadic"):
            parameters.append(f"*{rest_name(known)}: {self._resolved('Any')}")
        end = f") -> {self._resolved(results_text(record))}:"
        line = f"{indent}def {name}({', '.join(parameters)}{end}"
        if len(line) > _WIDTH:
            inner = "".join(f"{indent}    {parameter},\n" for parameter in parameters)
            line = f"{indent}def {name}(\n{inner}{indent}{end}"
        doc = _docstring(with_array_notes(record), f"{indent}    ")
        return f"{decorator}{line}\n{doc}" if doc else f"{decorator}{line} ...\n"

    def _python_member(self, member: PythonMember) -> str:
        parameters = []
        for name, annotation, default in member.parameters():
            text = f"{name}: {self._resolved(annotation)}" if annotation else name
            parameters.append(f"{text} = {default}" if default else text)
        decorator = f"    @{self._name(member.kind)}\n" if member.kind is not None else ""
        end = f") -> {self._resolved(member.result)}:"
        line = f"    def {member.name}({', '.join(parameters)}{end}"
        if len(line) > _WIDTH:
            inner = "".join(f"        {parameter},\n" for parameter in parameters)
            line = f"    def {member.name}(\n{inner}    {end}"
        doc = _docstring(member.doc, "        ")
        return f"{decorator}{line}\n{doc}" if doc else f"{decorator}{line} ...\n"

    def _default(self, parameter: Parameter) -> str:
        """A default as an expression."""
        value, key = parameter.default, enum_key(parameter.record)
        if key is None or value is None:
            return _literal(value)
        name, place = getattr(value, "name", None), self._class_import(key)
        # A combination of flags has no name that is an attribute.
        if place is None or not (isinstance(name, str) and name.isidentifier()):
            return "..."
        return f"{self._name(key)}.{name}"

    def _resolved(self, annotation: str) -> str:
        """The annotation with every name in it imported, or named so that nothing in the module hides it."""
        return _NAMES.sub(lambda found: self._name(found[0]), annotation)

    def _name(self, name: str) -> str:
        if name in self._records:
            return self._records[name][0]
        if "." in name:
            place = self._class_import(name)
            if place is None:
                return self._name("Object" if enum_of_key(name) is None else "int")
            module, cls = place
            return self._import(module, cls) if module else cls
        if name in IMPORTS:
            return self._import(IMPORTS[name], name)
        if name in _BUILTINS and name in self._names:
            self._imports.add(("", "builtins as _builtins"))
            return f"_builtins.{name}"
        return name

    def _import(self, module: str, name: str) -> str:
        if name not in self._names:
            self._imports.add((module, name))
            return name
        self._imports.add((module, f"{name} as _{name}"))
        return f"_{name}"


# What Python fixes about methods with these names is not for a record to say.
_SPECIAL = {
    "__repr__": "def __repr__(self) -> {str}: ...",
    "__str__": "def __str__(self) -> {str}: ...",
    "__eq__": "def __eq__(self, other: {object}) -> {bool}: ...",
    "__hash__": "def __hash__(self) -> {int}: ...",
    "__len__": "def __len__(self) -> {int}: ...",
    "__contains__": "def __contains__(self, key: {object}) -> {bool}: ...",
    **{
        name: f"def {name}(self, other: {{object}}) -> {{bool}}: ..."
        for name in ("__lt__", "__le__", "__gt__", "__ge__")
    },
}
_HIDDEN = frozenset(("__getstate__", "__from_state__", "__keys__", "__refines__", "__refinement_key__"))


def _literal(value: Any) -> str:
    if isinstance(value, Verbatim) or not isinstance(value, (bool, int, float, str, type(None))):
        return "..."
    if isinstance(value, float) and not -float("inf") < value < float("inf"):
        return "..."
    return '"' + repr("'" + value)[2:-1] + '"' if isinstance(value, str) and '"' not in value else repr(value)


def _docstring(doc: Any, indent: str) -> str:
    """A doc as a statement; nothing where there is none."""
    if not isinstance(doc, str) or not doc.strip():
        return ""
    text = doc.strip().replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if text.endswith('"'):
        text = text[:-1] + '\\"'
    lines = [_one_line(line).rstrip() for line in text.split("\n")]
    if len(lines) > 1:
        lines.append("")
    quoted = f'"""{lines[0]}' + "".join(f"\n{indent}{line}" if line else "\n" for line in lines[1:-1])
    last = "" if len(lines) == 1 else f"\n{indent}"
    return f'{indent}{quoted}{last}"""\n'


def _one_line(text: str) -> str:
    """Text without what would end a line of Python, or a file of it."""
    return "".join(one if one.isprintable() else " " for one in text)
