//! Completion: names of values, blocks, symbols, aliases, dialects, operations, types and attributes.

use std::collections::BTreeSet;
use std::ops::Range;

use tvmlike_syntax::TokenKind;
use tvmlike_text::{CustomForm, DefinitionKind, type_to_string};

use super::analysis::Analysis;
use super::navigate::defines_symbol;
use super::protocol::CompletionKind;

/// What can stand at a place.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) label: String,
    pub(crate) kind: CompletionKind,
    pub(crate) detail: String,
}

fn item(label: impl Into<String>, kind: CompletionKind, detail: impl Into<String>) -> Item {
    Item {
        label: label.into(),
        kind,
        detail: detail.into(),
    }
}

/// What can stand at an offset, and the part of a name there that it replaces.
pub(crate) fn complete(analysis: &Analysis, offset: usize) -> (Vec<Item>, Range<usize>) {
    let bytes = analysis.text.as_bytes();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'-');
    let length = bytes[..offset]
        .iter()
        .rev()
        .take_while(|byte| is_part(byte))
        .count();
    let word = offset - length;
    let prefix = &analysis.text[word..offset];
    let sigil = bytes[..word].last().copied();
    let with_sigil = word.saturating_sub(1)..offset;
    match sigil {
        Some(b'%') => (values(analysis, offset), with_sigil),
        Some(b'^') => (blocks(analysis), with_sigil),
        Some(b'@') => (symbols(analysis), with_sigil),
        Some(b'#') => (dialect_symbols(analysis, prefix, TokenKind::HashId), with_sigil),
        Some(b'!') => (
            dialect_symbols(analysis, prefix, TokenKind::ExclamationId),
            with_sigil,
        ),
        _ if begins_operation(analysis, word) => (operations(analysis, prefix, word), word..offset),
        _ => (Vec::new(), word..offset),
    }
}

/// Whether an operation can begin at an offset: at the start of a line, behind `=`, `{` or `"`.
fn begins_operation(analysis: &Analysis, word: usize) -> bool {
    let line = analysis.text[..word].rsplit('\n').next().unwrap_or_default();
    let line = line.strip_suffix('"').unwrap_or(line).trim_end();
    line.is_empty() || line.ends_with('=') && line.trim_start().starts_with('%') || line.ends_with('{')
}

fn values(analysis: &Analysis, offset: usize) -> Vec<Item> {
    let recording = &analysis.recording;
    let from = analysis.isolated_from(offset);
    let at = offset as u32;
    let visible = recording.definitions.iter().filter(|definition| {
        let start = definition.span.start;
        start >= from && start < at && definition.scope_end.is_none_or(|end| at <= end)
    });
    let show = |ty| type_to_string(&analysis.context, ty).unwrap_or_default();
    let mut items = Vec::new();
    for definition in visible {
        let name = analysis.spelling(definition.span);
        match &definition.kind {
            DefinitionKind::Block => {}
            DefinitionKind::Argument(ty) => {
                items.push(item(name, CompletionKind::Variable, show(*ty)));
            }
            DefinitionKind::Results(types) if types.len() == 1 => {
                items.push(item(name, CompletionKind::Variable, show(types[0])));
            }
            DefinitionKind::Results(types) => {
                let results = types.iter().enumerate();
                items.extend(
                    results.map(|(index, ty)| {
                        item(format!("{name}#{index}"), CompletionKind::Variable, show(*ty))
                    }),
                );
            }
        }
    }
    items
}

fn distinct(names: impl Iterator<Item = String>, kind: CompletionKind) -> Vec<Item> {
    let names: BTreeSet<String> = names.collect();
    names.into_iter().map(|name| item(name, kind, "")).collect()
}

fn blocks(analysis: &Analysis) -> Vec<Item> {
    let labels = analysis.tokens.of(TokenKind::CaretId).filter(|(index, _)| {
        let next = analysis.tokens.get(index + 1).map(|token| token.kind);
        matches!(next, Some(TokenKind::Colon | TokenKind::LeftParen))
    });
    let names = labels.map(|(_, span)| analysis.spelling(span).to_owned());
    distinct(names, CompletionKind::Reference)
}

fn symbols(analysis: &Analysis) -> Vec<Item> {
    let recorded = analysis.recording.operations.iter();
    let recorded = recorded.filter_map(|op| op.symbol);
    let names = recorded.map(|name| format!("@{}", name.text(&analysis.context)));
    let tokens = analysis.tokens.of(TokenKind::AtId);
    let guessed = tokens.filter(|(index, _)| defines_symbol(analysis, *index));
    let guessed = guessed.map(|(_, span)| analysis.spelling(span).to_owned());
    distinct(names.chain(guessed), CompletionKind::Function)
}

/// Aliases and dialects, or the types or attributes of a dialect.
fn dialect_symbols(analysis: &Analysis, prefix: &str, kind: TokenKind) -> Vec<Item> {
    let sigil = if kind == TokenKind::HashId { '#' } else { '!' };
    if let Some((dialect, _)) = prefix.split_once('.') {
        let Some(record) = tvmlike_dialects::record(dialect) else {
            return Vec::new();
        };
        let symbols = if kind == TokenKind::HashId {
            &record.attributes
        } else {
            &record.types
        };
        let names = symbols
            .iter()
            .map(|symbol| format!("{sigil}{dialect}.{}", symbol.name));
        return distinct(names, CompletionKind::Struct);
    }
    let aliases = analysis
        .tokens
        .of(kind)
        .filter(|(index, _)| analysis.tokens.defines_alias(*index));
    let aliases = aliases.map(|(_, span)| analysis.spelling(span).to_owned());
    let mut items = distinct(aliases, CompletionKind::Constant);
    let has_any = |name: &&str| {
        tvmlike_dialects::record(name).is_some_and(|record| match kind {
            TokenKind::HashId => !record.attributes.is_empty(),
            _ => !record.types.is_empty(),
        })
    };
    let dialects = tvmlike_dialects::names().filter(has_any);
    items.extend(dialects.map(|name| item(format!("{sigil}{name}"), CompletionKind::Module, "dialect")));
    items
}

/// Dialects and operations that need no prefix, or the operations of a dialect.
fn operations(analysis: &Analysis, prefix: &str, offset: usize) -> Vec<Item> {
    let is_quoted = analysis.text[..offset].ends_with('"');
    if let Some((dialect, _)) = prefix.split_once('.') {
        return of_dialect(analysis, dialect, false);
    }
    let known = analysis.context.available_dialects();
    let mut items: Vec<Item> = known
        .iter()
        .map(|name| item(&**name, CompletionKind::Module, "dialect"))
        .collect();
    if !is_quoted && let Some(dialect) = default_dialect(analysis, offset) {
        items.extend(of_dialect(analysis, dialect, true));
    }
    items
}

/// The dialect whose operations need no prefix at an offset.
fn default_dialect(analysis: &Analysis, offset: usize) -> Option<&str> {
    let around = analysis.op_at(offset).and_then(|op| analysis.info(op));
    let Some(info) = around.filter(|info| info.name().bytes(&analysis.context) != b"builtin.module") else {
        return Some("builtin");
    };
    let form = info.extensions().get::<CustomForm>()?;
    std::str::from_utf8(form.default_dialect()?.bytes(&analysis.context)).ok()
}

fn of_dialect(analysis: &Analysis, dialect: &str, short: bool) -> Vec<Item> {
    // The operations that the context registered, IRDL's included.
    analysis.context.load_dialect(dialect.as_bytes());
    let prefix = format!("{dialect}.");
    let registered = analysis.context.registered_operations();
    let names = registered.filter_map(|info| {
        let name = info.name().text(&analysis.context).into_owned();
        let rest = name.strip_prefix(&prefix)?;
        Some(if short { rest.to_owned() } else { name })
    });
    distinct(names, CompletionKind::Function)
}
