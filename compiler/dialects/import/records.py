"""The records of a dialect as the lines of its data file. The form is described in data/README.md."""

from __future__ import annotations

import re

from defaults import built_type, default_text
from everything import Everything, derived_class, quoted
from predicates import Tree, normal, simplified, written
from symbols import Symbols
from tablegen import Record, Records, is_a
from traits import Traits

# Operations that MLIR defines in code: flags, the constraint of the operands, traits.
IN_CODE = [
    (
        "affine.dma_start",
        "verifier class=AffineDmaStartOp",
        "variadic_of_any_type",
        ["MemRefsNormalizable", "AffineMapAccessInterface", "MemoryEffects"],
    ),
    (
        "affine.dma_wait",
        "verifier class=AffineDmaWaitOp",
        "variadic_of_any_type",
        ["MemRefsNormalizable", "AffineMapAccessInterface"],
    ),
]


def records_of(files: list[Records], record: Record) -> Record:
    """The dialect of a type or an attribute."""
    for file in files:
        if record["!name"] in file.all:
            return file.get(record["dialect"])
    raise KeyError(record["!name"])


class Writer:
    """Writes one dialect."""

    def __init__(self, everything: Everything, name: str, files: list[Records]) -> None:
        self.all = everything
        self.name = name
        self.files = files
        self.traits = Traits(everything, name)
        self.symbols = Symbols(everything, name, files, self.traits)
        # The lines of constraints, by their names.
        self.constraints: dict[str, str] = {}
        self.used: dict[str, str] = {}

    def lines(self) -> list[str]:
        """All lines of the data file."""
        operations: dict[str, list[str]] = {}
        symbols: dict[tuple[str, str], list[str]] = {}
        enums: dict[str, list[str]] = {}
        for records in self.files:
            for record in records.of_class("Op"):
                if records.get(record["opDialect"])["name"] == self.name:
                    full = f"{self.name}.{record['opName']}"
                    operations.setdefault(full, self.operation(records, full, record))
            for kind, base in (("type", "TypeDef"), ("attribute", "AttrDef")):
                for record in records.of_class(base):
                    if records.get(record["dialect"])["name"] == self.name:
                        name = record["mnemonic"] or record["cppClassName"]
                        symbols.setdefault((kind, name), self.symbols.symbol(records, kind, name, record))
            for record in records.of_class("EnumInfo"):
                if self.symbols.owner(record) == self.name:
                    enums.setdefault(record["className"], self.symbols.enum(records, record))
        # Without the definition of the interface, llvm-tblgen makes no inference from traits.
        infers = any("InferTypeOpInterface" in records.all for records in self.files)
        lines = [f"dialect {self.name}" + ("" if infers else " no-inference") + self.hooks()]
        for _, block in sorted(enums.items()) + sorted(symbols.items()):  # type: ignore[operator]
            lines += block
        lines += [f"constraint {name} {line}" for name, line in sorted(self.constraints.items())]
        for full, flags, constraint, traits in IN_CODE:
            if full.startswith(f"{self.name}."):
                head = f"operation {full.split('.', 1)[1]} {flags} by-hand"
                operations[full] = [head, f"  operand* _ {constraint}", *(f"  trait {one}" for one in traits)]
        for _, block in sorted(operations.items()):
            lines += block
        return lines

    def hooks(self) -> str:
        """How the dialect reads types and attributes, and the dialects that are loaded with it."""
        text = ""
        for records in self.files:
            for record in records.of_class("Dialect"):
                if record["name"] != self.name:
                    continue
                for kind, base, default, hook in (
                    ("types", "TypeDef", "useDefaultTypePrinterParser", "parseType"),
                    ("attributes", "AttrDef", "useDefaultAttributePrinterParser", "parseAttribute"),
                ):
                    own = [each for file in self.files for each in file.of_class(base)]
                    named = any(records_of(self.files, each)["name"] == self.name for each in own)
                    if record[default]:
                        text += f" {kind}=declared"
                    elif hook in (record.get("extraClassDeclaration") or "") or named:
                        text += f" {kind}=by-hand"
                classes = ",".join(record["dependentDialects"]).split(",")
                names = [self.all.dialects.get(normal(each.strip()).split("::")[-1]) for each in classes]
                if found := sorted({name for name in names if name}):
                    text += f" depends={','.join(found)}"
                return text
        return text

    def operation(self, records: Records, full: str, record: Record) -> list[str]:
        """An operation with its parts."""
        flags = ""
        if record["hasVerifier"]:
            flags += " verifier"
        if record["hasRegionVerifier"]:
            flags += " region-verifier"
        name = full.split(".", 1)[1]
        class_name = record["!name"].split("_", 1)[-1]
        if class_name != derived_class(name):
            flags += f" class={class_name}"
        lines = [f"operation {name}{flags}{self.symbols.body(record)}"]
        values: list[str] = []
        attributes: list[str] = []
        for entry, name in records.entries(record["arguments"]):
            if is_a(entry, "OpVariable"):
                entry = records.get(entry["constraint"])
            if is_a(entry, "TypeConstraint"):
                values.append(self.value(records, "operand", entry, name))
            elif not is_a(entry, "DerivedAttr"):
                line = self.attribute(records, entry, name)
                if values and not line.startswith("  attribute?") and " default=" not in line:
                    line += f" at={len(values)}"
                attributes.append(line)
        # Operands in groups refer to the attribute with their sizes, so attributes come first.
        lines += attributes + values
        for entry, name in records.entries(record["results"]):
            if is_a(entry, "OpVariable"):
                entry = records.get(entry["constraint"])
            lines.append(self.value(records, "result", entry, name))
        for entry, name in records.entries(record["regions"]):
            lines.append(self.region(entry, name))
        for entry, name in records.entries(record["successors"]):
            lines.append(f"  successor{'*' if is_a(entry, 'VariadicSuccessor') else ''} {name}")
        return lines + self.traits.lines(records, record["traits"])

    def value(self, records: Records, kind: str, entry: Record, name: str) -> str:
        """An operand or a result."""
        base, arity = entry, ""
        if is_a(entry, "Variadic") or is_a(entry, "Optional"):
            base = records.get(entry["baseType"])
            arity = "?" if is_a(entry, "Optional") else "*"
            if is_a(entry, "VariadicOfVariadic"):
                arity = "*"
        groups = f" groups={entry['segmentAttrName']}" if is_a(entry, "VariadicOfVariadic") else ""
        while is_a(base, "Variadic"):
            base = records.get(base["baseType"])
        tree = self.tree(records, entry)
        extra = self.implied(records, base) + self.storage(base.get("cppType") or "Type")
        constraint = self.constraint(base, entry["summary"], tree, extra)
        return f"  {kind}{arity} {name or '_'} {constraint}{groups}"

    def implied(self, records: Records, base: Record) -> str:
        """The only type that a constraint allows."""
        only = built_type(base.get("builderCall"), self.all.types)
        return f" type={quoted(only)}" if only else ""

    def storage(self, cpp: str) -> str:
        """The test for a C++ class of types or attributes."""
        test = self.all.predicates.leaf(f"isa<{cpp.strip()}>($_self)")
        return f" storage={written(test)}" if test != ("all", ()) else ""

    def tree(self, records: Records, entry: Record) -> Tree:
        if not entry.get("predicate"):
            return ("all", ())
        return simplified(self.all.predicates.tree(records, records.get(entry["predicate"])))

    def attribute(self, records: Records, entry: Record, name: str) -> str:
        """An inherent attribute or a property."""
        if is_a(entry, "Property"):
            return self.property(records, entry, name)
        default = entry.get("defaultValue")
        optional = bool(entry["isOptional"])
        base = entry
        while (
            is_a(base, "OptionalAttr")
            or is_a(base, "DefaultValuedAttr")
            or is_a(base, "DefaultValuedOptionalAttr")
        ):
            base = records.get(base["baseAttr"])
        root = base
        while root.get("baseAttr"):
            root = records.get(root["baseAttr"])
        extra = ""
        value_type = None
        stored = (root["storageType"] or "::mlir::Attribute").strip()
        if root.get("valueType") and normal(stored) in ("IntegerAttr", "FloatAttr", "BoolAttr"):
            value_type = built_type(records.get(root["valueType"]).get("builderCall"), self.all.types)
        if value_type:
            extra += f" value={quoted(value_type)}"
        if enum := self.enum_of(records, root):
            extra += f" enum={enum}"
        extra += self.storage(stored)
        named = base
        while named["!name"].startswith("anonymous") and named.get("baseAttr"):
            named = records.get(named["baseAttr"])
        if named is not base and not named["!name"].startswith("anonymous"):
            extra += f" name={named['!name']}"
        # Formats show it as a symbol: `@name`. That of `sym_name` is known by the name.
        if root["!name"] == "SymbolNameAttr" and name != "sym_name":
            extra += " name=SymbolNameAttr"
        constraint = self.constraint(base, entry["summary"], self.tree(records, base), extra)
        is_unit = is_a(root, "UnitAttr") or root["!name"] == "UnitAttr"
        # A unit attribute whose default is "false" can be absent.
        optional |= is_unit and default is not None
        line = f"  attribute{'?' if optional else ''} {name} {constraint}"
        if default is None or is_unit:
            return line
        text = default_text(records, entry, default, value_type)
        if text is None:
            self.all.defaults.append(f"{self.name}: {name} = {normal(default)}")
        return f"{line} default={quoted(text) if text is not None else 'unknown'}"

    def enum_of(self, records: Records, root: Record) -> str | None:
        """The enum of an attribute, with its dialect if it is another one's."""
        if is_a(root, "EnumAttr"):
            enum = records.get(root["enum"])
        elif is_a(root, "EnumAttrInfo"):
            enum = root
        else:
            return None
        owner = self.symbols.owner(enum)
        return enum["className"] if owner == self.name else f"{owner}.{enum['className']}"

    def property(self, records: Records, entry: Record, name: str) -> str:
        """A property that is no attribute."""
        base = entry
        while base.get("baseProperty"):
            base = records.get(base["baseProperty"])
        storage = normal(base["storageType"])
        if base["!name"].startswith("UnitProp"):
            constraint = self.constraint(base, "unit property", ("test", "flag"), "")
            return f'  attribute {name} {constraint} default="false"'
        if storage == "std::optional<int64_t>":
            extra = " storage=optional_integer"
            constraint = self.constraint(base, entry["summary"], ("test", "optional_integer"), extra)
            return f'  attribute {name} {constraint} default="[]"'
        if storage in ("int64_t", "int32_t"):
            constraint = self.constraint(base, entry["summary"], ("test", "integer_attr"), "")
            return f"  attribute? {name} {constraint}"
        if base.get("enum"):
            return self.flags(records, entry, base, name)
        number = self.all.predicates.unknown.setdefault(
            f"property {storage}", len(self.all.predicates.unknown) + 1
        )
        constraint = self.constraint(base, entry["summary"], ("test", f"unknown({number})"), "")
        return f"  attribute? {name} {constraint} default=unknown"

    def flags(self, records: Records, entry: Record, base: Record, name: str) -> str:
        """A property that is an enum, whose format can have a word before its cases."""
        enum = records.get(base["enum"])
        owner = self.symbols.owner(enum)
        spelled = enum["className"] if owner == self.name else f"{owner}.{enum['className']}"
        values = {case["symbol"]: case["value"] for case in map(records.get, enum["enumerants"])}
        word = base.get("mnemonic")
        if is_a(enum, "BitEnumBase"):
            mask = 0
            for value in values.values():
                mask |= value
            allowed = f"bits({mask})"
        else:
            allowed = f"value({','.join(map(str, values.values()))})"
        test = ("all", (("test", f"flags({word})" if word else "flags"), ("test", allowed)))
        ty = f"i{enum['bitwidth']}"
        extra = f" enum={spelled} storage=integer_attr"
        constraint = self.constraint(base, entry["summary"], test, extra)
        symbol = (entry.get("defaultValue") or "").rpartition("::")[2]
        default = f' default="{values[symbol]} : {ty}"' if symbol in values else ""
        return f"  attribute{'' if default else '?'} {name} {constraint}{default}"

    def constraint(self, record: Record, summary: str, tree: Tree, extra: str) -> str:
        """The name of a constraint of the dialect."""
        line = f"{quoted(summary)} {written(tree)}{extra}"
        if line in self.used:
            return self.used[line]
        name = record["!name"]
        if name == "SymbolNameAttr" and name not in extra:
            name = "StrAttr"
        if name.startswith("anonymous") or summary != record["summary"] or name in self.constraints:
            slug = re.sub(r"[^a-z0-9]+", "_", summary.lower()).strip("_")[:60].strip("_")
            name = slug or "constraint"
        number = 2
        unique = name
        while unique in self.constraints:
            unique, number = f"{name}.{number}", number + 1
        self.used[line] = unique
        self.constraints[unique] = line
        return unique

    def region(self, entry: Record, name: str) -> str:
        """A region."""
        line = f"  region{'*' if is_a(entry, 'VariadicRegion') else ''} {name or '_'}"
        if match := re.fullmatch(r"region with (at most |at least |)(\d+) blocks", entry["summary"]):
            comparison = {"": "=", "at most ": "<=", "at least ": ">="}[match[1]]
            line += f" blocks{comparison}{match[2]}"
        return line
