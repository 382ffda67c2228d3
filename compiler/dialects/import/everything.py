"""What dialects refer to in each other, and helpers for the lines of data files."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from predicates import Predicates, normal
from tablegen import Record, Records


def quoted(text: str) -> str:
    """A text in quotes, on one line."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def single_spaced(text: str) -> str:
    """A format with single spaces where their number has no meaning."""
    parts = re.split(r"(`[^`]*`)", text)
    spaced = [part if part.startswith("`") else re.sub(r"\s+", " ", part) for part in parts]
    return "".join(spaced).strip()


def class_name(record: Record) -> str:
    """The C++ class of an operation: the record's name behind the first underscore."""
    prefix, _, rest = record["!name"].partition("_")
    return rest or prefix


@dataclass
class Everything:
    """What dialects refer to in each other."""

    predicates: Predicates = field(default_factory=Predicates)
    # Names of operations by C++ class with its namespace.
    operations: dict[str, str] = field(default_factory=dict)
    # Texts of types without parameters by C++ class.
    types: dict[str, str] = field(default_factory=dict)
    # Kinds and names of types and attributes, by dialect and C++ class without its namespace.
    symbols: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    # The dialects that have an enum, by C++ class without its namespace.
    enums: dict[str, dict[str, bool]] = field(default_factory=dict)
    # Names of dialects by C++ class without its namespace.
    dialects: dict[str, str] = field(default_factory=dict)
    # Names of dialects by C++ namespace.
    namespaces: dict[str, str] = field(default_factory=dict)
    # Traits that are a predicate in C++ for which there is no name, by summary.
    traits: set[str] = field(default_factory=set)
    transformers: set[str] = field(default_factory=set)
    # Default values for which there is no text.
    defaults: list[str] = field(default_factory=list)

    def learn(self, records: Records) -> None:
        """Takes over what a file defines."""
        for dialect in records.of_class("Dialect"):
            self.namespaces.setdefault(normal(dialect["cppNamespace"] + "::"), dialect["name"])
            self.dialects.setdefault(dialect["!name"].replace("_", ""), dialect["name"])
        self.predicates.learn(records)
        for kind, base in (("type", "TypeDef"), ("attribute", "AttrDef")):
            for record in records.of_class(base):
                dialect = records.get(record["dialect"])
                mnemonic = record["mnemonic"]
                if mnemonic and dialect["name"] != "builtin":
                    self.symbols.setdefault((dialect["name"], record["cppClassName"]), (kind, mnemonic))
        for record in records.of_class("EnumInfo"):
            owner = self.namespaces.get(normal(record["cppNamespace"] + "::"))
            # The namespace of an enum can be nested in the one of its dialect.
            for namespace, name in self.namespaces.items():
                if owner is None and normal(record["cppNamespace"] + "::").startswith(namespace):
                    owner = name
            if owner:
                self.enums.setdefault(record["className"], {})[owner] = True
        for record in records.of_class("TypeDef"):
            dialect = records.get(record["dialect"])
            cpp = normal(f"{dialect['cppNamespace']}::{record['cppClassName']}")
            if not record["parameters"]["args"]:
                self.types.setdefault(cpp, f"!{record['typeName']}")
        for record in records.of_class("Op"):
            dialect = records.get(record["opDialect"])
            cpp = normal(f"{record['cppNamespace']}::{class_name(record)}")
            self.operations.setdefault(cpp, f"{dialect['name']}.{record['opName']}")


def derived_class(name: str) -> str:
    """The name that the class of an operation has by the rule: `execute_region` is `ExecuteRegionOp`."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[._]", name)) + "Op"
