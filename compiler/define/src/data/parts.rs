//! Reads the lines that begin something: enums, types, attributes, constraints, operations.

use std::sync::Arc;

use super::line::{Line, MAX_DEPTH};
use super::{Read, name, with_arity};
use crate::constraint::Constraint;
use crate::record::{
    Arity, Body, Default, DialectRecord, EnumRecord, OpRecord, ParameterKind, ParameterRecord, SymbolReader,
    SymbolRecord,
};

/// `dialect NAME [no-inference] [types=READER] [attributes=READER] [depends=NAME,…]`
pub(super) fn read_dialect_line(dialect: &mut DialectRecord, line: &mut Line<'_>) -> Read<()> {
    let hook = |word: Option<Box<str>>| match word.as_deref() {
        None => Ok(SymbolReader::None),
        Some("declared") => Ok(SymbolReader::Declared),
        Some("by-hand") => Ok(SymbolReader::ByHand),
        Some(other) => Err(format!("expected 'declared' or 'by-hand', got '{other}'")),
    };
    dialect.name = line.word()?.into();
    dialect.without_inference = line.flag("no-inference");
    dialect.type_reader = hook(line.option("types")?)?;
    dialect.attribute_reader = hook(line.option("attributes")?)?;
    let depends = line.option("depends")?.unwrap_or_default();
    dialect.depends = depends
        .split(',')
        .filter(|name| !name.is_empty())
        .map(Into::into)
        .collect();
    Ok(())
}

/// `enum NAME BITS "words" [separator="…"] [attribute=NAME]`
pub(super) fn read_enum(line: &mut Line<'_>) -> Read<EnumRecord> {
    Ok(EnumRecord {
        name: line.word()?.into(),
        width: u32::try_from(line.number()?).map_err(|_| "the number of bits is too large")?,
        summary: line.string()?,
        separator: line.option("separator")?,
        attribute: line.option("attribute")?,
        cases: Vec::new(),
    })
}

/// `type NAME [class=NAME] [by-hand] [format="…"]`
pub(super) fn read_symbol(line: &mut Line<'_>) -> Read<SymbolRecord> {
    Ok(SymbolRecord {
        name: line.word()?.into(),
        class: line.option("class")?.unwrap_or_default(),
        parameters: Vec::new(),
        body: body(line)?,
        traits: Vec::new(),
    })
}

fn body(line: &mut Line<'_>) -> Read<Body> {
    if line.flag("by-hand") {
        return Ok(Body::ByHand);
    }
    Ok(line.option("format")?.map_or(Body::None, Body::Format))
}

/// `parameter[?] NAME KIND [default="…"] [cpp="…"]`, `trait …`
pub(super) fn read_symbol_part(symbol: &mut SymbolRecord, keyword: &str, line: &mut Line<'_>) -> Read<()> {
    let (keyword, arity) = with_arity(keyword);
    match keyword {
        "parameter" => symbol.parameters.push(ParameterRecord {
            name: name(line.word()?),
            kind: parameter_kind(line.word()?, 0)?,
            is_optional: arity == Arity::Optional,
            default: line.option("default")?.map_or(Default::None, Default::Text),
            class: line.option("cpp")?.unwrap_or_default(),
        }),
        "trait" => symbol.traits.push(line.trait_record()?),
        other => return Err(format!("unknown part '{other}' of a type or an attribute")),
    }
    Ok(())
}

/// Makes a kind of parameter with a name.
type Named = fn(Box<str>) -> ParameterKind;

/// Kinds of parameters with a name.
const NAMED: [(&str, Named); 6] = [
    ("type", |name| ParameterKind::Type(Some(name))),
    ("attribute", |name| ParameterKind::Attribute(Some(name))),
    ("enum", ParameterKind::Enum),
    ("keyword", ParameterKind::Keyword),
    ("dwarf", ParameterKind::Dwarf),
    ("other", ParameterKind::Other),
];

fn parameter_kind(word: &str, depth: usize) -> Read<ParameterKind> {
    if depth == MAX_DEPTH {
        return Err(format!(
            "a kind of parameter is nested more than {MAX_DEPTH} deep"
        ));
    }
    let inner = |keyword: &str| word.strip_prefix(keyword)?.strip_prefix('(')?.strip_suffix(')');
    let nested = |element: &str| parameter_kind(element, depth + 1).map(Box::new);
    if let Some(element) = inner("array") {
        return Ok(ParameterKind::Array(nested(element)?));
    }
    if let Some(element) = inner("braces") {
        return Ok(ParameterKind::Braces(nested(element)?));
    }
    if let Some(element) = inner("option") {
        return Ok(ParameterKind::Option(nested(element)?));
    }
    for (keyword, make) in NAMED {
        if let Some(name) = inner(keyword).filter(|name| !name.is_empty()) {
            return Ok(make(name.into()));
        }
    }
    Ok(match word {
        "bool" => ParameterKind::Bool,
        "type" => ParameterKind::Type(None),
        "attribute" => ParameterKind::Attribute(None),
        "string" => ParameterKind::String,
        "affine_map" => ParameterKind::AffineMap,
        "integer_set" => ParameterKind::IntegerSet,
        "own_type" => ParameterKind::OwnType,
        "apint" | "apfloat" => ParameterKind::Other(word.into()),
        _ => {
            let (sign, width) = word.split_at_checked(1).unwrap_or_default();
            match width.parse() {
                Ok(width) if sign == "i" || sign == "u" => ParameterKind::Integer {
                    width,
                    is_signed: sign == "i",
                },
                _ => return Err(format!("unknown kind '{word}' of a parameter")),
            }
        }
    })
}

/// `constraint NAME "words" PREDICATE [type="…"] [value="…"] [enum=NAME] [storage=PREDICATE] [name=NAME]`, behind the name
pub(super) fn read_constraint(name: &str, line: &mut Line<'_>) -> Read<Constraint> {
    let summary = line.string()?;
    let predicate = line.predicate()?;
    let mut read = Constraint {
        only_type: line.option("type")?,
        value_type: line.option("value")?,
        enumeration: line.option("enum")?,
        storage: line.optional_predicate("storage")?,
        ..Constraint::new(summary, predicate)
    };
    read.name = line.option("name")?.unwrap_or_else(|| name.into());
    Ok(read)
}

/// `operation NAME [verifier] [region-verifier] [class=NAME] [summary="…"] [by-hand] [format="…"]`
pub(super) fn read_operation(dialect: &str, line: &mut Line<'_>) -> Read<OpRecord> {
    let name = line.word()?;
    let verified_by_hand = line.flag("verifier");
    let regions_verified_by_hand = line.flag("region-verifier");
    Ok(OpRecord {
        name: [dialect, ".", name].concat().into(),
        class: line.option("class")?.unwrap_or_else(|| OpRecord::class_of(name)),
        summary: line.option("summary")?.unwrap_or_default(),
        operands: Vec::new(),
        results: Vec::new(),
        attributes: Vec::new(),
        regions: Vec::new(),
        successors: Vec::new(),
        traits: Arc::default(),
        verified_by_hand,
        regions_verified_by_hand,
        body: body(line)?,
    })
}
