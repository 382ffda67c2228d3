//! What front ends read of the records of dialects, to make classes of operations and enums from them.
//!
//! A record is a text with a line for each part, because that crosses to every language at once. Names that are missing
//! are `_`; numbers of values are `1`, `?` or `*`.

use std::sync::{Arc, OnceLock};

use tvmlike::packed_func;
use tvmlike_define::{Arity, Body, Default as DefaultValue, DialectRecord, infers_result_types};
use tvmlike_dialects::Steady;
use tvmlike_ir as ir;

use crate::api::*;
use crate::defined;
use crate::errors;

/// The context in which the rules of operations are looked up that need one.
static CONTEXT: OnceLock<ir::Context> = OnceLock::new();

/// The dialect of an operation, and its number in it.
fn operation(name: &str) -> Result<(Arc<DialectRecord>, usize)> {
    let record = defined::record(name.split('.').next().unwrap_or_default())?;
    let found = record.operations.iter().position(|each| *each.name == *name);
    let found = found.ok_or_else(|| errors::value_error(format!("operation '{name}' is not registered")))?;
    Ok((record, found))
}

/// Whether the types of the results of an operation follow from its other parts.
fn infers(dialect: &str, name: &str) -> bool {
    let infers = |context: &ir::Context| {
        let info = context.load_op_info(context.identifier(name));
        info.is_some_and(|info| infers_result_types(context, info))
    };
    match tvmlike_dialects::record(dialect) {
        Some(_) => infers(CONTEXT.get().unwrap_or_else(|| {
            let _steady = Steady::begin();
            CONTEXT.get_or_init(|| {
                let context = ir::Context::new();
                tvmlike_dialects::make_available(&context);
                context
            })
        })),
        None => matches!(defined::find(dialect), Ok(Some(defined)) if infers(defined.context())),
    }
}

fn or_underscore(name: &str) -> &str {
    if name.is_empty() { "_" } else { name }
}

/// A name without the characters that separate words and lines: `%20` stands for a space.
fn as_word(name: &str) -> String {
    let mut word = String::new();
    for letter in name.chars() {
        match letter.is_ascii_control() || matches!(letter, ' ' | '%') {
            true => word += &format!("%{:02x}", u32::from(letter)),
            false => word.push(letter),
        }
    }
    word
}

fn arity(arity: Arity) -> char {
    match arity {
        Arity::One => '1',
        Arity::Optional => '?',
        Arity::Variadic | Arity::Groups(_) => '*',
    }
}

/// The names of the dialects that the library has, and those of plugins.
#[packed_func("ir._dialects")]
fn dialects() -> Vec<String> {
    let mut all: Vec<String> = tvmlike_dialects::names().map(str::to_owned).collect();
    all.extend(defined::names());
    all
}

/// The operations of a dialect: lines with the name of an operation and that of its class.
#[packed_func("ir._dialect_operations")]
fn dialect_operations(name: &str) -> Result<String> {
    let record = defined::record(name)?;
    let lines = record
        .operations
        .iter()
        .map(|each| format!("{} {}\n", each.name, each.class));
    Ok(lines.collect())
}

/// The enums of a dialect: lines `enum NAME BITS`, then `bits` or `number`, then the attribute that holds a value, with `<`
/// if the value is in brackets, or `_`;
/// for each case, a line with the value, the name and the keyword.
#[packed_func("ir._dialect_enums")]
fn dialect_enums(name: &str) -> Result<String> {
    let mut text = String::new();
    let record = defined::record(name)?;
    for each in &record.enums {
        let kind = if each.separator.is_some() {
            "bits"
        } else {
            "number"
        };
        let attribute = match &each.attribute {
            None => "_".to_owned(),
            Some(attribute) => {
                let found = record.attributes.iter().find(|other| other.name == *attribute);
                let bracket = match found.map(|found| &found.body) {
                    Some(Body::Format(format)) if format.starts_with("`<`") => "<",
                    _ => "",
                };
                format!("{attribute}{bracket}")
            }
        };
        text += &format!("enum {} {} {kind} {attribute}\n", each.name, each.width);
        for case in &each.cases {
            text += &format!("{} {} {}\n", case.value, case.symbol, case.keyword);
        }
    }
    Ok(text)
}

/// The constraints of the attributes of a dialect that are cases of an enum: lines with the name of the constraint and of
/// the enum.
#[packed_func("ir._dialect_enum_attributes")]
fn dialect_enum_attributes(name: &str) -> Result<String> {
    let mut text = String::new();
    for each in &defined::record(name)?.constraints {
        if let Some(enumeration) = &each.enumeration {
            text += &format!("{} {enumeration}\n", each.name);
        }
    }
    Ok(text)
}

/// The parts of an operation: a line `infers` if the types of its results follow from the other parts, `same` if they are the
/// type of the first operand; `sized operands` and `sized results` if an attribute has the sizes of the groups; then a line for
/// each part: `operand ARITY NAME`, `attribute ARITY NAME CONSTRAINT POSITION`, `result ARITY NAME`, `region ARITY NAME`,
/// `successor ARITY NAME`. In the name and the constraint of an attribute, `%20` stands for a space.
#[packed_func("ir._operation_record")]
fn operation_record(name: &str) -> Result<String> {
    let (dialect, operation) = operation(name)?;
    let (record, constraints) = (&dialect.operations[operation], &dialect.constraints);
    let mut text = String::new();
    let has_trait = |name: &str| record.traits.iter().any(|each| *each.name == *name);
    if infers(&dialect.name, name) {
        text += "infers\n";
    }
    if has_trait("SameOperandsAndResultType") {
        text += "same\n";
    }
    for (r#trait, part) in [
        ("AttrSizedOperandSegments", "operands"),
        ("AttrSizedResultSegments", "results"),
    ] {
        if has_trait(r#trait) {
            text += &format!("sized {part}\n");
        }
    }
    for each in &record.operands {
        text += &format!("operand {} {}\n", arity(each.arity), or_underscore(&each.name));
    }
    for each in &record.attributes {
        let is_optional = each.is_optional || each.default != DefaultValue::None;
        let arity = if is_optional { '?' } else { '1' };
        let constraint = &constraints[each.constraint.0 as usize].name;
        let (name, constraint) = (as_word(&each.name), as_word(constraint));
        text += &format!("attribute {arity} {name} {constraint} {}\n", each.position);
    }
    for each in &record.results {
        text += &format!("result {} {}\n", arity(each.arity), or_underscore(&each.name));
    }
    for each in &record.regions {
        text += &format!("region {} {}\n", arity(each.arity), or_underscore(&each.name));
    }
    for each in &record.successors {
        text += &format!("successor {} {}\n", arity(each.arity), or_underscore(&each.name));
    }
    Ok(text)
}
