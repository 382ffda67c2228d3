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
    "getValAndBoolStructType($)": "llvm_pair_with_bool",
    "getUnaryOpResultType($)": "i1_same_shape",
    "cast<ShapedType>($).clone( IntegerType::get($.getContext(), 1))": "i1_same_shape",
    "cast<VectorType>($).cloneWith({}, IntegerType::get($_ctxt, 1))": "i1_same_shape",
    "cast<ComplexType>($).getElementType()": "element",
    "cast<MemRefType>($).getElementType()": "element",
    "cast<TensorType>($).getElementType()": "element",
    "cast<VectorType>($).getElementType()": "element",
    "cast<ShapedType>($).getElementType()": "element",
    "getElementTypeOrSelf($)": "element_or_self",
    "cast<ValueType>($).getValueType()": "parameter",
    "cast<LValueType>($).getValueType()": "parameter",
    "cast<gpu::MMAMatrixType>($).getElementType()": "parameter",
    "cast<ArrayType>($).getDomainType()": "parameter",
    "cast<ArrayType>($).getRangeType()": "second_parameter",
    "cast<SMTFuncType>($).getRangeType()": "parameter",
    "pdl::RangeType::get($)": "pdl_range",
    "emitc::LValueType::get(cast<emitc::PointerType>($).getPointee())": "emitc_lvalue",
    "emitc::PointerType::get(cast<emitc::LValueType>($).getValueType())": "emitc_ptr",
    "getGetValueTypeOpValueType($)": "pdl_value",
}
# The same for longer expressions, by the words of the trait.
TRANSFORMERS_BY_WORDS = {
    "type of 'result' is double the width of the inputs": "interleaved",
    "the trailing dimension of the results is half the width of source trailing dimension": "deinterleaved",
}


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


def quoted(text: str) -> str:
    """A text in quotes, on one line."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def single_spaced(text: str) -> str:
    """A format with single spaces where their number has no meaning."""
    parts = re.split(r"(`[^`]*`)", text)
    spaced = [part if part.startswith("`") else re.sub(r"\s+", " ", part) for part in parts]
    return "".join(spaced).strip()


def records_of(files: list[Records], record: Record) -> Record:
    """The dialect of a type or an attribute."""
    for file in files:
        if record["!name"] in file.all:
            return file.get(record["dialect"])
    raise KeyError(record["!name"])


def parameter_default(kind: str, expression: str) -> str | None:
    """The value of an absent parameter as text; None if it is nothing."""
    text = normal(expression)
    is_value = not text.endswith("()")
    if kind == "bool":
        return text if is_value else "false"
    if re.fullmatch(r"[iu]\d+", kind):
        return text if is_value else "0"
    if kind == "string":
        return text.strip('"') if is_value else ""
    if kind.startswith("array("):
        return "[]"
    if kind.startswith(("enum(", "keyword(")):
        return text.split("::")[-1] if is_value else "0"
    return None


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
        lines = [line]
        for case in cases:
            symbol = f" symbol={case['symbol']}" if case["symbol"] != case["str"] else ""
            lines.append(f"  case {quoted(case['str'])} {case['value'] & mask}{symbol}")
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

    def symbol(self, records: Records, kind: str, name: str, record: Record) -> list[str]:
        """A type or an attribute."""
        lines = [f"{kind} {name} class={record['!name']}{self.body(record)}"]
        for reference, parameter in record["parameters"]["args"]:
            lines.append("  " + self.parameter(records, reference, parameter or ""))
        return lines + self.traits(records, record["traits"])

    def body(self, record: Record) -> str:
        """The custom form."""
        # A format counts even if a base class says that the form is written by hand.
        if record["assemblyFormat"] is not None:
            return f" format={quoted(single_spaced(record['assemblyFormat']))}"
        return " by-hand" if record["hasCustomAssemblyFormat"] else ""

    def parameter(self, records: Records, reference: object, name: str) -> str:
        """A parameter of a type or an attribute."""
        if not isinstance(reference, dict):
            cpp = str(reference)
            return f"parameter {name} {self.kind(normal(cpp))} cpp={quoted(cpp)}"
        record = records.get(reference)
        cpp = record.get("cppType") or record.get("cppStorageType") or ""
        if is_a(record, "AttrDef") or is_a(record, "AttrConstraint"):
            cpp = record.get("storageType") or "Attribute"
        elif is_a(record, "TypeDef") or is_a(record, "TypeConstraint"):
            cpp = record.get("cppType") or "Type"
        kind = self.kind(normal(cpp))
        if is_a(record, "EnumParameter") and record.get("parser"):
            kind = kind.replace("keyword(", "enum(")
        elif is_a(record, "LLVM_DIParameter"):
            found = re.search(r"llvm::dwarf::(?:get|(?=Mac))(\w+)\(", record["parser"])
            prefixes = {
                "Tag": "DW_TAG_",
                "AttributeEncoding": "DW_ATE_",
                "Language": "DW_LANG_",
                "CallingConvention": "DW_CC_",
                "OperationEncoding": "DW_OP_",
            }
            kind = f"dwarf({prefixes.get(found[1] if found else '', 'DW_')})"
        elif "parseLBrace" in (record.get("parser") or "") and kind.startswith("array("):
            kind = kind.replace("array(", "braces(", 1)
        elif is_a(record, "AttributeSelfTypeParameter"):
            kind = "own_type"
        default = record.get("defaultValue") or ""
        if not default:
            return f"parameter {name} {kind} cpp={quoted(cpp)}"
        text = parameter_default(kind, default)
        shown = f" default={quoted(text)}" if text is not None else ""
        return f"parameter? {name} {kind}{shown} cpp={quoted(cpp)}"

    def kind(self, cpp: str) -> str:
        """What a parameter is, by its C++ type."""
        if match := re.fullmatch(r"(?:llvm::)?ArrayRef<(.*)>", cpp):
            return f"array({self.kind(match[1].strip())})"
        if match := re.fullmatch(r"std::optional<(.*)>", cpp):
            return f"option({self.kind(match[1].strip())})"
        if cpp in ("bool", "Type", "Attribute", "TypedAttr"):
            return {"TypedAttr": "attribute(TypedAttr)"}.get(cpp, cpp.lower())
        if cpp in ("StringRef", "std::string"):
            return "string"
        cpp = {"unsigned": "uint32_t", "unsigned int": "uint32_t", "int": "int32_t"}.get(cpp, cpp)
        if match := re.fullmatch(r"(u?)int(\d+)_t", cpp):
            return f"{'u' if match[1] else 'i'}{match[2]}"
        if cpp in ("AffineMap", "IntegerSet", "APInt", "APFloat"):
            return {"AffineMap": "affine_map", "IntegerSet": "integer_set"}.get(cpp, cpp.lower())
        last = cpp.split("::")[-1]
        # `IteratorType` is an enum of two dialects, and a type of a third.
        if last in self.all.enums:
            owners = self.all.enums[last]
            owner = self.name if self.name in owners else sorted(owners)[0]
            return f"keyword({last if owner == self.name else f'{owner}.{last}'})"
        for (dialect, name), symbol in self.all.symbols.items():
            if name == last and (dialect == self.name or "::" in cpp):
                kind, mnemonic = symbol
                return f"{kind}({dialect}.{mnemonic})"
        if cpp.endswith(("Attr", "AttrInterface")):
            return f"attribute({last})"
        if cpp.endswith(("Type", "TypeInterface")):
            return f"type({last})"
        return f"other({re.sub(r'[^A-Za-z0-9_:<>]', '', cpp)})"

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
        lines = [f"operation {name}{flags}{self.body(record)}"]
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
        named = base
        while named["!name"].startswith("anonymous") and named.get("baseAttr"):
            named = records.get(named["baseAttr"])
        if named is not base and not named["!name"].startswith("anonymous"):
            extra += f" name={named['!name']}"
        # Formats show it as a symbol: `@name`. That of `sym_name` is known by the name.
        if root["!name"] == "SymbolNameAttr" and name != "sym_name":
            extra += " name=SymbolNameAttr"
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
            constraint = self.constraint(base, "unit property", ("test", "flag"), "")
            return f'  attribute {name} {constraint} default="false"'
        if storage in ("int64_t", "int32_t", "std::optional<int64_t>"):
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
        owner = self.owner(enum)
        spelled = enum["className"] if owner == self.name else f"{owner}.{enum['className']}"
        values = {case["symbol"]: case["value"] for case in map(records.get, enum["enumerants"])}
        mask = 0
        for value in values.values():
            mask |= value
        word = base.get("mnemonic")
        test = ("all", (("test", f"flags({word})" if word else "flags"), ("test", f"bits({mask})")))
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
            return self.match(records, record)
        if is_a(record, "TraitList"):
            for nested in record["traits"]:
                trait = records.get(nested).get("trait", "")
                if match := re.match(r"SingleBlockImplicitTerminator<(.*)>::Impl", trait):
                    return f"SingleBlockImplicitTerminator({self.names(match[1])})"
            return "" if name.startswith("anonymous") else str(name)
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

    def match(self, records: Records, record: Record) -> str:
        """A trait that compares types."""
        summary = record["summary"]
        kind = next((kind for kind in MATCHES if is_a(record, kind)), None)
        if kind is not None and "values" in record:
            values = [normal(value) for value in record["values"]]
            if all(re.fullmatch(r"\w+", value) for value in values):
                return f"{kind}({','.join(values)}) {quoted(summary)}"
        elif kind is not None and kind != "RangedTypesMatchWith":
            transformer = TRANSFORMERS.get(normal(record["transformer"])) or TRANSFORMERS_BY_WORDS.get(
                summary
            )
            if transformer is not None:
                return f"{kind}({record['lhs']},{record['rhs']},{transformer}) {quoted(summary)}"
            self.all.transformers.add(normal(record["transformer"]))
        for name, arguments in PREDICATES.items():
            if record["!name"] == name or is_a(record, name):
                return f"{name}({arguments}) {quoted(summary)}"
        if places := self.same_elements(records, records.get(record["predicate"])):
            return f"AllElementTypesMatch({','.join(places)}) {quoted(summary)}"
        self.all.traits.add(summary)
        return f"Unknown {quoted(summary)}"

    def same_elements(self, records: Records, predicate: Record) -> list[str]:
        """The operands and results that a predicate compares the element types of."""
        if is_a(predicate, "TCopVTEtIsSameAs"):
            predicate = records.get(predicate["children"][-1])
        elif not is_a(predicate, "TCresVTEtIsSameAsOpBase"):
            return []
        found = re.findall(r"\$_op\.get(Operand|Result)\((\d+)\)", predicate["predExpr"])
        return [f"{kind.lower()}#{number}" for kind, number in found]
