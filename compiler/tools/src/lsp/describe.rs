//! What hovering shows: types of values, the definitions of names, and the records of operations, as Markdown.

use std::fmt::Write;
use std::ops::Range;

use tvmlike_define::{Arity, Body, ConstraintId, Default as Preset, Definition, DialectRecord, OpRecord};
use tvmlike_syntax::Span;
use tvmlike_text::{DefinitionKind, type_to_string};

use super::analysis::Analysis;
use super::navigate::{places, recorded};
use super::tokens::Named;

/// The text about what stands at an offset, and its place.
pub(crate) fn hover(analysis: &Analysis, offset: usize) -> Option<(String, Range<usize>)> {
    let at = analysis.tokens.at(offset)?;
    let (named, token) = analysis.tokens.named(at)?;
    let span = analysis.tokens.get(token)?.span;
    match named {
        Named::Value => {
            let text = value(analysis, span)?;
            Some((text, analysis.tokens.with_number(span)))
        }
        Named::Word => Some((operation_at(analysis, span)?, span.range())),
        Named::Block | Named::Alias | Named::Symbol => {
            let definition = places(analysis, offset)?.definition?;
            Some((code(line_of(analysis, definition.start)), span.range()))
        }
    }
}

fn code(text: &str) -> String {
    format!("```mlir\n{text}\n```\n")
}

/// The line with an offset, without what opens a region.
fn line_of(analysis: &Analysis, offset: usize) -> &str {
    let text = &analysis.text;
    let start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[start..].lines().next().unwrap_or_default().trim();
    line.strip_suffix('{').unwrap_or(line).trim_end()
}

fn value(analysis: &Analysis, span: Span) -> Option<String> {
    let number = analysis
        .uses
        .get(&span.start)
        .map(|index| analysis.recording.uses[*index].number);
    let definition = &analysis.recording.definitions[recorded(analysis, span)?];
    let name = analysis.spelling(definition.span);
    let show = |ty| type_to_string(&analysis.context, ty).unwrap_or_else(|error| error.to_string());
    let op = definition
        .operation
        .and_then(|op| analysis.recording.operations[op].name);
    let op = op.map_or_else(String::new, |name| {
        format!(" of `{}`", name.text(&analysis.context))
    });
    let (types, what) = match &definition.kind {
        DefinitionKind::Block => return None,
        DefinitionKind::Argument(ty) => (format!("{name} : {}", show(*ty)), "argument of a block"),
        DefinitionKind::Results(types) => {
            let several = types.len() > 1;
            let wanted = types
                .iter()
                .enumerate()
                .filter(|(index, _)| number.is_none_or(|number| number as usize == *index));
            let lines: Vec<String> = wanted
                .map(|(index, ty)| match several {
                    true => format!("{name}#{index} : {}", show(*ty)),
                    false => format!("{name} : {}", show(*ty)),
                })
                .collect();
            (lines.join("\n"), "result")
        }
    };
    Some(format!("{}\n{what}{op}\n", code(&types)))
}

/// The operation with its name at a place, else one that a string or a word names.
fn operation_at(analysis: &Analysis, span: Span) -> Option<String> {
    let mut operations = analysis.recording.operations.iter();
    let name = match operations.find(|op| op.name_span == span && op.name.is_some()) {
        Some(op) => op.name?.text(&analysis.context).into_owned(),
        None => {
            let name = analysis.spelling(span).trim_matches('"');
            name.contains('.').then(|| name.to_owned())?
        }
    };
    with_record(analysis, &name, operation)
}

/// Passes the record of an operation, if it has one, and its dialect.
pub(crate) fn with_record<R>(
    analysis: &Analysis,
    name: &str,
    show: impl FnOnce(&DialectRecord, &OpRecord) -> R,
) -> Option<R> {
    let info = analysis.context.load_op_info(analysis.context.identifier(name));
    if let Some(definition) = info.and_then(|info| info.extensions().get::<Definition>()) {
        return Some(show(definition.dialect(), definition.record()));
    }
    let dialect = tvmlike_dialects::record(name.split('.').next()?)?;
    let operation = dialect.operations.iter().find(|op| &*op.name == name)?;
    Some(show(dialect, operation))
}

/// A record as Markdown.
fn operation(dialect: &DialectRecord, record: &OpRecord) -> String {
    let mut text = match &record.body {
        Body::Format(format) => code(&format!("{} {format}", record.name)),
        Body::ByHand | Body::None => code(&format!("\"{}\"(…)", record.name)),
    };
    let summary = |id: ConstraintId| {
        dialect
            .constraints
            .get(id.0 as usize)
            .map_or("", |constraint| &constraint.summary)
    };
    let mut section = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            // A write to a string cannot fail.
            let _ = write!(text, "\n**{title}**\n\n{}\n", lines.join("\n"));
        }
    };
    let value = |value: &tvmlike_define::ValueRecord| {
        let name = named(&value.name);
        format!("- {name}{}{}", arity(value.arity), summary(value.constraint))
    };
    section("Operands", record.operands.iter().map(value).collect());
    section("Results", record.results.iter().map(value).collect());
    let attribute = |attribute: &tvmlike_define::AttributeRecord| {
        let mut line = format!("- {}", named(&attribute.name));
        line += if attribute.is_optional { "optional; " } else { "" };
        line += summary(attribute.constraint);
        if let Preset::Text(value) = &attribute.default {
            line += &format!("; default `{value}`");
        }
        line
    };
    section("Attributes", record.attributes.iter().map(attribute).collect());
    let region = |region: &tvmlike_define::RegionRecord| {
        let words = region.blocks.as_ref().map_or("any region", |(_, words)| words);
        format!("- {}{}{words}", named(&region.name), arity(region.arity))
    };
    section("Regions", record.regions.iter().map(region).collect());
    let successor = |successor: &tvmlike_define::SuccessorRecord| {
        format!("- {}{}a block", named(&successor.name), arity(successor.arity))
    };
    section("Successors", record.successors.iter().map(successor).collect());
    let traits: Vec<String> = record
        .traits
        .iter()
        .map(|each| match each.arguments.is_empty() {
            true => format!("`{}`", each.name),
            false => format!("`{}<{}>`", each.name, each.arguments.join(", ")),
        })
        .collect();
    if !traits.is_empty() {
        section("Traits", vec![traits.join(", ")]);
    }
    text
}

fn named(name: &str) -> String {
    match name {
        "" => String::new(),
        name => format!("`{name}`: "),
    }
}

fn arity(arity: Arity) -> &'static str {
    match arity {
        Arity::One => "",
        Arity::Optional => "optional; ",
        Arity::Variadic => "any number; ",
        Arity::Groups(_) => "any number of groups; ",
    }
}
