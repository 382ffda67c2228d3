"""The records of a dialect as the lines of its data file. The form is described in data/README.md."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from defaults import built_type, default_text
from predicates import Predicates, Tree, normal, simplified, written
from tablegen import Record, Records, is_a

# Traits about types, by the class of their record; the most special first.
MATCHES = (
    "RangedTypesMatchWith",
    "OptionalTypesMatchWith",
    "TypesMatchWith",
    "AllTypesMatch",
    "AllElementTypesMatch",
    "AllElementCountsMatch",
    "AllShapesMatch",
    "AllRanksMatch",
)
# Other traits that compare types, and what they compare.
PREDICATES = {
    "SameInputOutputTensorDims": "in,out",
    "BooleanConditionOrMatchingShape": "condition,result",
}
# What `TypesMatchWith` makes of a type, by the C++ expression.
TRANSFORMERS = {
    "$": "same",
    "cast<Type>($)": "same",
    "getI1SameShape($)": "i1_same_shape",
    "getUnaryOpResultType($)": "i1_same_shape",
    "cast<ShapedType>($).clone( IntegerType::get($.getContext(), 1))": "i1_same_shape",
    "cast<VectorType>($).cloneWith({}, IntegerType::get($_ctxt, 1))": "i1_same_shape",
    "cast<ComplexType>($).getElementType()": "element",
    "cast<MemRefType>($).getElementType()": "element",
    "cast<TensorType>($).getElementType()": "element",
    "cast<VectorType>($).getElementType()": "element",
    "cast<ShapedType>($).getElementType()": "element",
    "getElementTypeOrSelf($)": "element_or_self",
}
# The same for longer expressions, by the words of the trait.
TRANSFORMERS_BY_WORDS = {
    "type of 'result' is double the width of the inputs": "interleaved",
    "the trailing dimension of the results is half the width of source trailing dimension": "deinterleaved",
}


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
        self.predicates.learn(records)
        for record in records.of_class("TypeDef"):
            dialect = records.get(record["dialect"])
            cpp = normal(f"{dialect['cppNamespace']}::{record['cppClassName']}")
            if not record["parameters"]["args"]:
                self.types.setdefault(cpp, f"!{record['typeName']}")
        for record in records.of_class("Op"):
            dialect = records.get(record["opDialect"])
            cpp = normal(f"{record['cppNamespace']}::{class_name(record)}")
            self.operations.setdefault(cpp, f"{dialect['name']}.{record['opName']}")


class Writer:
    """Writes one dialect."""

    def __init__(self, everything: Everything, name: str, files: list[Records]) -> None:
        self.all = everything
        self.name = name
        self.files = files
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
                        symbols.setdefault((kind, name), self.symbol(records, kind, name, record))
            for record in records.of_class("EnumInfo"):
                if self.owner(record) == self.name:
                    enums.setdefault(record["className"], self.enum(records, record))
        # Without the definition of the interface, llvm-tblgen makes no inference from traits.
        infers = any("InferTypeOpInterface" in records.all for records in self.files)
        lines = [f"dialect {self.name}" + ("" if infers else " no-inference")]
        for _, block in sorted(enums.items()) + sorted(symbols.items()):  # type: ignore[operator]
            lines += block
        lines += [f"constraint {name} {line}" for name, line in sorted(self.constraints.items())]
        for _, block in sorted(operations.items()):
            lines += block
        return lines

    def owner(self, enum: Record) -> str:
        return self.all.namespaces.get(normal(enum["cppNamespace"] + "::"), self.name)

    def enum(self, records: Records, record: Record) -> list[str]:
        """An enum with its cases."""
        line = f"enum {record['className']} {record['bitwidth']} {quoted(record['summary'])}"
        if is_a(record, "BitEnumBase"):
            line += f" separator={quoted(record['separator'])}"
        for file in self.files:
            for attribute in file.of_class("EnumAttr"):
                same = file.get(attribute["enum"])["className"] == record["className"]
                if same and file.get(attribute["dialect"])["name"] == self.name:
                    line += f" attribute={attribute['mnemonic']}"
                    break
            else:
                continue
            break
        cases = [records.get(case) for case in record["enumerants"]]
        mask = (1 << record["bitwidth"]) - 1
        return [line] + [f"  case {quoted(case['str'])} {case['value'] & mask}" for case in cases]

    def symbol(self, records: Records, kind: str, name: str, record: Record) -> list[str]:
        """A type or an attribute."""
        lines = [f"{kind} {name}{self.body(record)}"]
        for reference, parameter in record["parameters"]["args"]:
            lines.append("  " + self.parameter(records, reference, parameter or ""))
        return lines + self.traits(records, record["traits"])

    def body(self, record: Record) -> str:
        """The custom form."""
        if record["hasCustomAssemblyFormat"]:
            return " by-hand"
        if record["assemblyFormat"] is None:
            return ""
        return f" format={quoted(single_spaced(record['assemblyFormat']))}"

    def parameter(self, records: Records, reference: object, name: str) -> str:
        """A parameter of a type or an attribute."""
        optional, default, cpp = "", "", ""
        enum = None
        if isinstance(reference, dict):
            record = records.get(reference)
            cpp = record.get("cppType") or record.get("cppStorageType") or ""
            if record.get("defaultValue") is not None:
                optional = "?"
                default = " default"
            if is_a(record, "EnumParameter"):
                enum = normal(cpp).split("::")[-1]
            if is_a(record, "AttrDef") or is_a(record, "AttrConstraint"):
                cpp = "Attribute"
        else:
            cpp = str(reference)
        return f"parameter{optional} {name} {f'enum({enum})' if enum else self.kind(normal(cpp))}{default}"

    def kind(self, cpp: str) -> str:
        """What a parameter is, by its C++ type."""
        if match := re.fullmatch(r"ArrayRef<(.*)>", cpp):
            return f"array({self.kind(match[1].strip())})"
        if cpp in ("bool", "Type", "Attribute"):
            return cpp.lower()
        if cpp in ("StringRef", "std::string"):
            return "string"
        if cpp in ("unsigned", "int"):
            cpp = {"unsigned": "uint32_t", "int": "int32_t"}[cpp]
        if match := re.fullmatch(r"(u?)int(\d+)_t", cpp):
            return f"{'u' if match[1] else 'i'}{match[2]}"
        if cpp.endswith("Attr"):
            return "attribute"
        if cpp.endswith("Type") and "::" not in cpp:
            return "type"
        return f"other({re.sub(r'[^A-Za-z0-9_:<>]', '', cpp)})"

    def operation(self, records: Records, full: str, record: Record) -> list[str]:
        """An operation with its parts."""
        flags = ""
        if record["hasVerifier"]:
            flags += " verifier"
        if record["hasRegionVerifier"]:
            flags += " region-verifier"
        lines = [f"operation {full.split('.', 1)[1]}{flags}{self.body(record)}"]
        values: list[str] = []
        attributes: list[str] = []
        for entry, name in records.entries(record["arguments"]):
            if is_a(entry, "OpVariable"):
                entry = records.get(entry["constraint"])
            if is_a(entry, "TypeConstraint"):
                values.append(self.value(records, "operand", entry, name))
            elif not is_a(entry, "DerivedAttr"):
                attributes.append(self.attribute(records, entry, name))
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
        return lines + self.traits(records, record["traits"])

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
        constraint = self.constraint(base, entry["summary"], tree, self.implied(records, base))
        return f"  {kind}{arity} {name or '_'} {constraint}{groups}"

    def implied(self, records: Records, base: Record) -> str:
        """The only type that a constraint allows."""
        only = built_type(base.get("builderCall"), self.all.types)
        return f" type={quoted(only)}" if only else ""

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
        storage = self.all.predicates.leaf(f"isa<{stored}>($_self)")
        if storage != ("all", ()):
            extra += f" storage={written(storage)}"
        constraint = self.constraint(base, entry["summary"], self.tree(records, base), extra)
        line = f"  attribute{'?' if optional else ''} {name} {constraint}"
        if default is None or is_a(root, "UnitAttr") or root["!name"] == "UnitAttr":
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
        owner = self.owner(enum)
        return enum["className"] if owner == self.name else f"{owner}.{enum['className']}"

    def property(self, records: Records, entry: Record, name: str) -> str:
        """A property that is no attribute."""
        base = entry
        while base.get("baseProperty"):
            base = records.get(base["baseProperty"])
        storage = normal(base["storageType"])
        if base["!name"].startswith("UnitProp"):
            return f"  attribute? {name} {self.constraint(base, 'unit property', ('test', 'unit_attr'), '')}"
        if storage in ("int64_t", "int32_t", "std::optional<int64_t>"):
            constraint = self.constraint(base, entry["summary"], ("test", "integer_attr"), "")
            return f"  attribute? {name} {constraint}"
        number = self.all.predicates.unknown.setdefault(
            f"property {storage}", len(self.all.predicates.unknown) + 1
        )
        constraint = self.constraint(base, entry["summary"], ("test", f"unknown({number})"), "")
        return f"  attribute? {name} {constraint} default=unknown"

    def constraint(self, record: Record, summary: str, tree: Tree, extra: str) -> str:
        """The name of a constraint of the dialect."""
        line = f"{quoted(summary)} {written(tree)}{extra}"
        if line in self.used:
            return self.used[line]
        name = record["!name"]
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

    def traits(self, records: Records, references: list[object]) -> list[str]:
        """Traits and interfaces, each once."""
        lines: list[str] = []
        for reference in references:
            line = self.trait(records, records.get(reference))
            if line and line not in lines:
                lines.append(line)
        return [f"  trait {line}" for line in lines]

    def trait(self, records: Records, record: Record) -> str:
        """A trait with its arguments."""
        name = record["!name"]
        if is_a(record, "PredTrait"):
            return self.match(record)
        if is_a(record, "TraitList"):
            if not name.startswith("anonymous"):
                return str(name)
            for nested in record["traits"]:
                trait = records.get(nested).get("trait", "")
                if match := re.match(r"SingleBlockImplicitTerminator<(.*)>::Impl", trait):
                    return f"SingleBlockImplicitTerminator({self.names(match[1])})"
            return ""
        if record.get("cppInterfaceName"):
            return str(record["cppInterfaceName"])
        trait = record.get("trait") or ""
        if match := re.match(r"(?:HasParent|ParentOneOf)<(.*)>::Impl", trait):
            return f"HasParent({self.names(match[1])})"
        if name.startswith("anonymous"):
            if is_a(record, "MemoryEffects"):
                return "MemoryEffects"
            name = re.sub(r"<.*", "", trait).split("::")[0]
        return str(name)

    def names(self, classes: str) -> str:
        """Names of operations for their C++ classes."""
        found = []
        for cpp in classes.split(","):
            full = normal(cpp)
            own = [namespace for namespace, name in self.all.namespaces.items() if name == self.name]
            candidates = [full] + [namespace + full for namespace in own]
            last = [
                name
                for key, name in self.all.operations.items()
                if key.split("::")[-1] == full.split("::")[-1]
            ]
            named = [self.all.operations[key] for key in candidates if key in self.all.operations] or last
            if not named:
                raise SystemExit(f"{self.name}: no operation has the class {cpp.strip()}")
            found.append(named[0])
        return ",".join(found)

    def match(self, record: Record) -> str:
        """A trait that compares types."""
        summary = record["summary"]
        kind = next((kind for kind in MATCHES if is_a(record, kind)), None)
        if kind is not None and "values" in record:
            values = [normal(value) for value in record["values"]]
            if all(re.fullmatch(r"\w+", value) for value in values):
                return f"{kind}({','.join(values)}) {quoted(summary)}"
        elif kind is not None and kind != "RangedTypesMatchWith":
            transformer = TRANSFORMERS.get(normal(record["transformer"])) or TRANSFORMERS_BY_WORDS.get(summary)
            if transformer is not None:
                return f"{kind}({record['lhs']},{record['rhs']},{transformer}) {quoted(summary)}"
            self.all.transformers.add(normal(record["transformer"]))
        for name, arguments in PREDICATES.items():
            if record["!name"] == name or is_a(record, name):
                return f"{name}({arguments}) {quoted(summary)}"
        self.all.traits.add(summary)
        return f"Unknown {quoted(summary)}"
