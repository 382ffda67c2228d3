"""The enums, types and attributes of a dialect as lines."""

from __future__ import annotations

import re

from everything import Everything, quoted, single_spaced
from predicates import normal
from tablegen import Record, Records, is_a
from traits import Traits


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
    # Numbers and cases of enums that are attributes.
    if match := re.fullmatch(r"IntegerAttr::get\(IntegerType::get\(\$_ctxt, (\d+)\), (\d+)\)", text):
        return f"{match[2]} : i{match[1]}"
    if match := re.fullmatch(r"BoolAttr::get\(\$_ctxt, (true|false)\)", text):
        return match[1]
    case = r"attribute\((\w+)\.(\w+)\) \w+Attr::get\(\$_ctxt, \w+::\w+::(\w+)\)"
    if match := re.fullmatch(case, f"{kind} {text}"):
        return f"#{match[1]}<{match[2]} {match[3].lower()}>"
    return None


class Symbols:
    """Writes what one dialect defines besides operations."""

    def __init__(self, everything: Everything, name: str, files: list[Records], traits: Traits) -> None:
        self.all = everything
        self.name = name
        self.files = files
        self.traits = traits

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

    def symbol(self, records: Records, kind: str, name: str, record: Record) -> list[str]:
        """A type or an attribute."""
        lines = [f"{kind} {name} class={record['!name']}{self.body(record)}"]
        for reference, parameter in record["parameters"]["args"]:
            lines.append("  " + self.parameter(records, reference, parameter or ""))
        return lines + self.traits.lines(records, record["traits"])

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
        if cpp == "FusedLoc":
            return "attribute(FusedLoc)"
        if cpp == "Level" and self.name == "sparse_tensor":
            return "u64"
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
