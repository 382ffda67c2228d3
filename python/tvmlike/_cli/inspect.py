"""`list`, `info`, `plugins`: what is registered, and where it comes from."""

from __future__ import annotations

import json

from .._annotations import type_text, with_array_notes
from .._discovery import candidates, is_loaded, load_for
from .._enums import members_of
from .._exceptions import declared_of
from .._loader import library_path
from .._members import described_types
from .._parameters import checked_record, parameters_of, result_of
from .._signature import signature_of
from ..plugins import list_plugins, load_plugins
from ..registry import get_global_func, list_global_func_names
from .show import json_of, print_json, print_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from .._enums import Members
    from .._exceptions import Declared
    from .._members import TypeDescription


def list_names(options: argparse.Namespace) -> int:
    """The names of functions, one a line, also of plugins that are installed."""
    prefix = options.prefix.rstrip(".")
    if not prefix:
        load_plugins()
    names = list_global_func_names(prefix)
    if not names and prefix and load_for(prefix):
        names = list_global_func_names(prefix)
    if options.json:
        print_json([described(name) for name in names] if options.long else names)
        return 0
    for name in names:
        if options.long:
            record = record_of(name)
            for one in _each(record):
                doc = str(one.get("doc") or "").strip().split("\n")[0]
                print_text(f"{name}{signature_of(one)}" + (f"\n    {doc}" if doc else ""))
        else:
            print_text(name)
    return 0


def record_of(name: str) -> dict[str, Any]:
    """The registry's record of a function."""
    return checked_record(json.loads(get_global_func("registry.info")(name)))


def _each(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The records of the overloads of a function, or its own."""
    overloads: list[dict[str, Any]] | None = record.get("overloads")
    return overloads or [record]


def described(name: str) -> dict[str, Any]:
    """A function as data: the registry's record, and what Python derives from it."""
    record = record_of(name)
    return {**record, "signature": str(signature_of(record)), "library": _library(record)}


def _library(record: dict[str, Any]) -> str | None:
    """The file of the library that registered a function, or None."""
    owner = record.get("owner")
    for plugin in list_plugins():
        if plugin["name"] == owner:
            return str(plugin["path"])
    return library_path() if str(owner).startswith("libtvmlike.") else None


def info(options: argparse.Namespace) -> int:
    """What is known of one function, or of one type of object."""
    name = options.name
    if get_global_func(name, allow_missing=True) is None:
        found = _type_of_key(name)
        if found is None and not list_global_func_names(name) and load_for(name):
            found = _type_of_key(name)
        if found is not None:
            return _info_of_type(found, options.json)
        under = list_global_func_names(name)
        if under and get_global_func(name, allow_missing=True) is None:
            raise ValueError(
                f"{name!r} is a namespace with {len(under)} functions; run `tvmlike list {name}`"
            )
    get_global_func(name)
    if options.json:
        print_json(described(name))
        return 0
    record = record_of(name)
    for one in _each(record):
        print_text(f"{name}{signature_of(one)}")
        doc = str(with_array_notes(one) or "").strip()
        if doc:
            print_text(f"\n{_indented(doc)}")
        print_text("")
    if "file" in record:
        print_text(f"source   {record['file']}:{record.get('line', 0)}")
    library = _library(record)
    print_text(f"owner    {record.get('owner')}" + (f" ({library})" if library else ""))
    # Plugins that were built with earlier headers write the key as "releases_lock".
    release_gil = record.get("release_gil", record.get("releases_lock"))
    if release_gil is not None:
        print_text(f"GIL      {'released' if release_gil else 'kept'} while it runs")
    if parameters_of(record) is None and "overloads" not in record:
        print_text("record   none: it takes its arguments by position")
    return 0


def _type_of_key(key: str) -> TypeDescription | None:
    return next((one for one in described_types() if one.key == key), None)


def _info_of_type(described_type: TypeDescription, as_json: bool) -> int:
    members = described_type.members
    enumeration = members_of(described_type)
    if enumeration is not None:
        return _info_of_enumeration(described_type, enumeration, as_json)
    declared = declared_of(described_type)
    if declared is not None:
        return _info_of_exception(described_type, declared, as_json)
    if as_json:
        print_json(
            {
                "type_key": described_type.key,
                "parent": described_type.parent,
                "doc": described_type.doc,
                "members": [
                    {**one.record, "name": one.name, "kind": one.kind, "writable": one.writable}
                    for one in members
                ],
            }
        )
        return 0
    print_text(f"class {described_type.key}({described_type.parent})")
    if described_type.doc:
        print_text(f"\n{_indented(described_type.doc)}")
    for one in members:
        for record in _each(one.record):
            if one.kind == "field":
                line = f"{one.name}: {type_text(result_of(record))}" + (
                    ", can be set" if one.writable else ""
                )
            else:
                line = f"{'static ' if one.kind == 'static' else ''}{one.name}{signature_of(record)}"
            doc = str(record.get("doc") or "").strip()
            print_text(f"\n{line}" + (f"\n{_indented(doc)}" if doc else ""))
    return 0


def _info_of_enumeration(described: TypeDescription, told: Members, as_json: bool) -> int:
    if as_json:
        named = [{"name": name, "value": value, "doc": doc} for name, value, doc in told.members]
        print_json(
            {"type_key": described.key, "doc": described.doc, "flags": told.flags, "enumeration": named}
        )
        return 0
    print_text(f"{'flags' if told.flags else 'enum'} {described.key}")
    if described.doc:
        print_text(f"\n{_indented(described.doc)}")
    for name, value, doc in told.members:
        print_text(f"\n{name} = {value}" + (f"\n{_indented(doc)}" if doc else ""))
    return 0


def _info_of_exception(described: TypeDescription, declared: Declared, as_json: bool) -> int:
    if as_json:
        named = [{"name": name, "doc": doc} for name, doc in declared.attributes]
        print_json(
            {"type_key": described.key, "doc": described.doc, "exception": declared.base, "attributes": named}
        )
        return 0
    print_text(f"exception {described.key}({declared.base})")
    if described.doc:
        print_text(f"\n{_indented(described.doc)}")
    for name, doc in declared.attributes:
        print_text(f"\n{name}" + (f"\n{_indented(doc)}" if doc else ""))
    return 0


def _indented(doc: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in doc.split("\n"))


def plugins(options: argparse.Namespace) -> int:
    """The plugins that are loaded, and those that are there to be loaded; `--load` loads these first."""
    if options.load:
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the table shows the same
            load_plugins()
    loaded = list_plugins()
    found = [one for one in candidates() if not is_loaded(one)]
    if options.json:
        more = [
            {"state": "found", "namespace": one.name or None, "source": one.source, "path": one.path}
            for one in found
        ]
        print_json(
            [*json_of(loaded), *({**known, "problem": one.problem} for known, one in zip(more, found))]
        )
        return 0
    if not loaded:
        print_text("no plugins are loaded")
    for plugin in loaded:
        count = len(plugin["functions"])
        print_text(f"{plugin['name']} {plugin['version']}  {count} functions  {plugin['path']}")
    for one in found:
        why = f": {one.problem}" if one.problem else ""
        print_text(f"found, not loaded: {f'{one.name}  ' if one.name else ''}{one.path or one.source}{why}")
    return 0
