//! What a record says, for people: an operation as text, a dialect as a page.

use std::fmt::Write as _;

use crate::constraint::Constraint;
use crate::record::{
    Arity, AttributeRecord, Body, Default, DialectRecord, OpRecord, ParameterKind, SymbolRecord, TraitRecord,
};

/// An operation: its operands, attributes, results, regions, successors, traits and format, a line for each.
pub fn describe_operation(dialect: &DialectRecord, op: &OpRecord) -> String {
    let mut text = format!("{}\n", op.name);
    if !op.summary.is_empty() {
        text += &format!("  {}\n", op.summary);
    }
    for (kind, name, what) in parts(dialect, op) {
        text += &format!("{kind} {}\n", joined(&name, &what));
    }
    let traits: Vec<String> = op.traits.iter().map(trait_text).collect();
    if !traits.is_empty() {
        text += &format!("traits: {}\n", traits.join(", "));
    }
    text + &format!("format: {}\nclass: {}\n", form(&op.body), op.class)
}

/// A reference page of a dialect in Markdown: its operations, types, attributes and enums.
pub fn describe_dialect(dialect: &DialectRecord) -> String {
    let mut page = format!("# The dialect {}\n", dialect.name);
    for op in &dialect.operations {
        page += &format!("\n## {}\n", op.name);
        if !op.summary.is_empty() {
            page += &format!("\n{}\n", op.summary);
        }
        page += &code_block(form(&op.body));
        let all = parts(dialect, op);
        if !all.is_empty() {
            page += "\n| part | name | what |\n|---|---|---|\n";
        }
        for (kind, name, what) in all {
            page += &format!("| {kind} | {} | {} |\n", code(&name), cell(&what));
        }
        let traits: Vec<String> = op.traits.iter().map(|each| code(&trait_text(each))).collect();
        if !traits.is_empty() {
            page += &format!("\nTraits: {}\n", traits.join(", "));
        }
    }
    for (sigil, symbols) in [('!', &dialect.types), ('#', &dialect.attributes)] {
        for symbol in symbols {
            page += &symbol_section(dialect, sigil, symbol);
        }
    }
    for each in &dialect.enums {
        page += &format!("\n## {}\n\n| case | value |\n|---|---|\n", each.name);
        for case in &each.cases {
            page += &format!("| {} | {} |\n", code(&case.keyword), case.value);
        }
    }
    page
}

fn symbol_section(dialect: &DialectRecord, sigil: char, symbol: &SymbolRecord) -> String {
    let mut page = format!("\n## {sigil}{}.{}\n", dialect.name, symbol.name);
    if symbol.parameters.is_empty() {
        return page;
    }
    page += &code_block(form(&symbol.body));
    page += "\n| parameter | what |\n|---|---|\n";
    for parameter in &symbol.parameters {
        let optional = if parameter.is_optional { ", optional" } else { "" };
        let what = kind(&parameter.kind) + optional;
        page += &format!("| {} | {} |\n", code(&parameter.name), cell(&what));
    }
    page
}

/// A kind of parameter, in the words of the data files.
fn kind(kind: &ParameterKind) -> String {
    let inner = |list: &str, element: &ParameterKind| format!("{list}({})", self::kind(element));
    let named = |word: &str, name: &str| format!("{word}({name})");
    match kind {
        ParameterKind::Type(Some(name)) => named("type", name),
        ParameterKind::Type(None) => "type".to_owned(),
        ParameterKind::Attribute(Some(name)) => named("attribute", name),
        ParameterKind::Attribute(None) => "attribute".to_owned(),
        ParameterKind::Integer { width, is_signed } => {
            format!("{}{width}", if *is_signed { 'i' } else { 'u' })
        }
        ParameterKind::Bool => "bool".to_owned(),
        ParameterKind::String => "string".to_owned(),
        ParameterKind::AffineMap => "affine_map".to_owned(),
        ParameterKind::IntegerSet => "integer_set".to_owned(),
        ParameterKind::Enum(name) | ParameterKind::Keyword(name) => named("enum", name),
        ParameterKind::Dwarf(prefix) => named("dwarf", prefix),
        ParameterKind::OwnType => "own_type".to_owned(),
        ParameterKind::Array(element) => inner("array", element),
        ParameterKind::Braces(element) => inner("braces", element),
        ParameterKind::Option(element) => inner("option", element),
        ParameterKind::Other(name) => name.to_string(),
    }
}

/// The parts of an operation: what each is, its name, and what it has to be.
fn parts(dialect: &DialectRecord, op: &OpRecord) -> Vec<(&'static str, String, String)> {
    let constraint = |number: u32| dialect.constraints.get(number as usize);
    let words = |number: u32| constraint(number).map_or("", |constraint: &Constraint| &*constraint.summary);
    let mut all = Vec::new();
    for (kind, values) in [("operand", &op.operands), ("result", &op.results)] {
        for (index, value) in values.iter().enumerate() {
            let name = match &*value.name {
                "" => format!("#{index}"),
                name => name.to_owned(),
            };
            let words = words(value.constraint.0);
            // MLIR's words say it for values of any number.
            let is_said = value.arity == Arity::Variadic && words.starts_with("variadic");
            let number = if is_said { "" } else { arity(value.arity) };
            all.push((kind, name, words.to_owned() + number));
        }
    }
    // Attributes come between operands and results.
    let results = op.operands.len();
    for attribute in op.attributes.iter().rev() {
        let what = words(attribute.constraint.0).to_owned() + &value(attribute);
        all.insert(results, ("attribute", attribute.name.to_string(), what));
    }
    for region in &op.regions {
        let blocks = region.blocks.as_ref().map_or("", |(_, words)| &**words);
        all.push((
            "region",
            region.name.to_string(),
            blocks.to_owned() + arity(region.arity),
        ));
    }
    for successor in &op.successors {
        all.push((
            "successor",
            successor.name.to_string(),
            arity(successor.arity).to_owned(),
        ));
    }
    all
}

fn arity(arity: Arity) -> &'static str {
    match arity {
        Arity::One => "",
        Arity::Optional => ", optional",
        Arity::Variadic => ", any number",
        Arity::Groups(_) => ", groups of any number",
    }
}

fn value(attribute: &AttributeRecord) -> String {
    match &attribute.default {
        Default::Text(text) => format!(", default {text}"),
        Default::Unknown => ", with a default".to_owned(),
        Default::None if attribute.is_optional => ", optional".to_owned(),
        Default::None => String::new(),
    }
}

fn trait_text(each: &TraitRecord) -> String {
    match each.arguments.is_empty() {
        true => each.name.to_string(),
        false => format!("{}({})", each.name, each.arguments.join(", ")),
    }
}

fn form(body: &Body) -> &str {
    match body {
        Body::None => "generic only",
        Body::Format(format) => format,
        Body::ByHand => "written by hand",
    }
}

fn joined(name: &str, what: &str) -> String {
    let what = what.trim_start_matches(", ");
    match (name, what) {
        (name, "") => name.to_owned(),
        ("", what) => what.to_owned(),
        (name, what) => format!("{name}: {what}"),
    }
}

/// Text for a cell of a table.
fn cell(text: &str) -> String {
    text.trim_start_matches(", ").replace('|', "\\|")
}

/// Text in backquotes, more of them than the text has in a row.
fn code(text: &str) -> String {
    match (text, text.contains('`')) {
        ("", _) => String::new(),
        (text, false) => format!("`{}`", cell(text)),
        (text, true) => format!("`` {} ``", cell(text)),
    }
}

fn code_block(text: &str) -> String {
    let mut block = String::new();
    // Writing to a String does not fail.
    let _ = write!(block, "\n````text\n{text}\n````\n");
    block
}
