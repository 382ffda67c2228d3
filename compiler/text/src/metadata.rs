//! File metadata: `{-# dialect_resources: {…}, external_resources: {…} #-}`.
//!
//! Resources of dialects go to the context. Those of other tools are kept beside the operations, in the order and under
//! the keys of the text, also those with the same key.

use std::borrow::Cow;

use tvmlike_ir::Resource;
use tvmlike_syntax::{Span, TokenKind};

use crate::attributes::{print_keyword_or_string, print_string};
use crate::error::{ParseError, Result};
use crate::parser::Parser;
use crate::printer::Printer;

/// The bytes of the alignment, in front of a blob.
const ALIGNMENT: usize = 4;

/// The value of a resource that no dialect owns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExternalValue {
    /// `true`, `false`.
    Bool(bool),
    /// A string.
    String(Vec<u8>),
    /// Data, as `"0x…"`.
    Blob(Resource),
}

/// The resources of one tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExternalGroup {
    /// The name of the tool.
    pub name: String,
    /// Keys and values.
    pub entries: Vec<(Vec<u8>, ExternalValue)>,
}

/// The resources of a text that no dialect owns.
pub type ExternalResources = Vec<ExternalGroup>;

impl<'s> Parser<'_, 's> {
    /// Reads `{-# … #-}`. Resources of dialects are set in the context, others are added to `external`.
    ///
    /// # Errors
    /// The text is not that.
    pub(crate) fn parse_file_metadata(&mut self, external: &mut ExternalResources) -> Result<()> {
        self.advance();
        if self.take(TokenKind::MetadataEnd) {
            return Ok(());
        }
        loop {
            let span = self.span();
            let Some(key) = self.parse_optional_keyword() else {
                return Err(self.error("expected identifier key in file metadata dictionary"));
            };
            self.parse_token(TokenKind::Colon, "expected ':'")?;
            match key {
                "dialect_resources" => self.parse_groups(|parser| parser.parse_dialect_group())?,
                "external_resources" => {
                    self.parse_groups(|parser| parser.parse_external_group(external))?;
                }
                _ => {
                    let message = format!("unknown key '{key}' in file metadata dictionary");
                    return Err(ParseError::new(span, message));
                }
            }
            if self.take(TokenKind::MetadataEnd) {
                return Ok(());
            }
            self.parse_token(TokenKind::Comma, "expected ',' or '#-}'")?;
        }
    }

    /// Reads `{name: …, name: …}`; `read` reads one of them.
    fn parse_groups(&mut self, mut read: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        self.parse_token(TokenKind::LeftBrace, "expected '{'")?;
        if self.take(TokenKind::RightBrace) {
            return Ok(());
        }
        loop {
            read(self)?;
            if self.take(TokenKind::RightBrace) {
                return Ok(());
            }
            self.parse_token(TokenKind::Comma, "expected ',' or '}'")?;
        }
    }

    /// Reads the name of a group and its colon.
    fn parse_group_name(&mut self) -> Result<(&'s str, Span)> {
        let span = self.span();
        let Some(name) = self.parse_optional_keyword() else {
            return Err(self.error("expected identifier key for 'resource' entry"));
        };
        self.parse_token(TokenKind::Colon, "expected ':'")?;
        Ok((name, span))
    }

    /// Reads `key:`. Errors name the `section`.
    fn parse_entry_key(&mut self, section: &str) -> Result<Cow<'s, [u8]>> {
        let Some(key) = self.parse_optional_keyword_or_string() else {
            return Err(self.error(format!("expected identifier key for '{section}' entry")));
        };
        self.parse_token(TokenKind::Colon, "expected ':'")?;
        Ok(key)
    }

    fn parse_dialect_group(&mut self) -> Result<()> {
        let (name, span) = self.parse_group_name()?;
        if name != "builtin" && self.is_at(TokenKind::LeftBrace) {
            return Err(ParseError::new(span, format!("dialect '{name}' is unknown")));
        }
        let dialect = self.context().identifier(name);
        self.parse_groups(|parser| {
            let key = parser.parse_entry_key("resource")?;
            let span = parser.span();
            let value = parser.parse_optional_string();
            if let Some(error) = parser.lexical_error() {
                return Err(error);
            }
            let shown = String::from_utf8_lossy(&key).into_owned();
            let Some(text) = value else {
                let message = format!("expected hex string blob for key '{shown}'");
                return Err(ParseError::new(span, message));
            };
            let resource = blob(&text, &shown, span)?;
            let declared = parser.declare_resource(&key);
            parser.context().set_resource(dialect, declared, resource);
            Ok(())
        })
    }

    fn parse_external_group(&mut self, external: &mut ExternalResources) -> Result<()> {
        let (name, _) = self.parse_group_name()?;
        let mut entries = Vec::new();
        self.parse_groups(|parser| {
            let key = parser.parse_entry_key("external_resources")?.into_owned();
            let span = parser.span();
            let value = if parser.take_word("true") {
                ExternalValue::Bool(true)
            } else if parser.take_word("false") {
                ExternalValue::Bool(false)
            } else if let Some(text) = parser.parse_optional_string() {
                match text.starts_with(b"0x") {
                    true => ExternalValue::Blob(blob(&text, &String::from_utf8_lossy(&key), span)?),
                    false => ExternalValue::String(text.into_owned()),
                }
            } else {
                let shown = String::from_utf8_lossy(&key);
                let message = format!("expected string value for key '{shown}'");
                return Err(ParseError::new(span, message));
            };
            entries.push((key, value));
            Ok(())
        })?;
        match external.iter_mut().find(|group| group.name == name) {
            Some(group) => group.entries.append(&mut entries),
            None if entries.is_empty() => {}
            None => external.push(ExternalGroup {
                name: name.to_owned(),
                entries,
            }),
        }
        Ok(())
    }
}

/// Reads `0x`, the alignment and the data.
fn blob(text: &[u8], key: &str, span: Span) -> Result<Resource> {
    let wrong = || ParseError::new(span, format!("expected hex string blob for key '{key}'"));
    let digits = text.strip_prefix(b"0x").ok_or_else(wrong)?;
    let mut bytes = crate::integer::bytes_from_hex(digits).ok_or_else(wrong)?;
    let encoded = format!("expected hex string blob for key '{key}' to encode alignment in first 4 bytes");
    if bytes.len() < ALIGNMENT {
        return Err(ParseError::new(span, encoded));
    }
    let rest = bytes.split_off(ALIGNMENT);
    let alignment = bytes
        .iter()
        .rev()
        .fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte));
    let is_empty = alignment == 0 && rest.is_empty();
    if !alignment.is_power_of_two() && !is_empty {
        let message = format!("{encoded}, but got non-power-of-2 value: {alignment}");
        return Err(ParseError::new(span, message));
    }
    Ok(Resource {
        bytes: rest,
        alignment,
    })
}

/// The text of a blob, with its quotes.
fn blob_text(resource: &Resource) -> Vec<u8> {
    let alignment = if resource.bytes.is_empty() {
        0
    } else {
        resource.alignment
    };
    let mut text = b"\"0x".to_vec();
    for byte in alignment.to_le_bytes().iter().chain(&resource.bytes) {
        text.extend_from_slice(&crate::integer::hex_digits(*byte));
    }
    text.push(b'"');
    text
}

fn value_text(value: &ExternalValue) -> Vec<u8> {
    match value {
        ExternalValue::Bool(true) => b"true".to_vec(),
        ExternalValue::Bool(false) => b"false".to_vec(),
        ExternalValue::Blob(resource) => blob_text(resource),
        ExternalValue::String(value) => {
            let mut text = Vec::new();
            print_string(&mut text, value);
            text
        }
    }
}

/// A group of entries as it is printed: its name, keys and values.
type Group = (String, Vec<(Vec<u8>, Vec<u8>)>);

impl Printer<'_> {
    /// Writes the resources that were printed as attributes, and `external` ones, behind an empty line.
    pub(crate) fn print_metadata(&self, out: &mut Vec<u8>, external: &ExternalResources) {
        let context = self.context();
        let dialect = context.identifier("builtin");
        let entries = self
            .printed_resources()
            .filter_map(|key| {
                let resource = context.resource(dialect, key)?;
                Some((key.bytes(context).to_vec(), blob_text(&resource)))
            })
            .collect();
        let dialects = vec![("builtin".to_owned(), entries)];
        let external = external
            .iter()
            .map(|group| {
                let entries = group.entries.iter();
                let entries = entries.map(|(key, value)| (key.clone(), value_text(value)));
                (group.name.clone(), entries.collect())
            })
            .collect();
        self.print_sections(
            out,
            [("dialect_resources", dialects), ("external_resources", external)],
        );
    }

    fn print_sections(&self, out: &mut Vec<u8>, sections: [(&str, Vec<Group>); 2]) {
        let limit = self.options().elide_resources_above;
        // Booleans are never elided.
        let kept = |text: &[u8]| !text.starts_with(b"\"") || limit.is_none_or(|limit| text.len() <= limit);
        let any = sections
            .iter()
            .flat_map(|(_, groups)| groups)
            .any(|(_, entries)| !entries.is_empty());
        if !any {
            return;
        }
        out.extend_from_slice(b"\n{-#\n");
        let mut first = true;
        for (name, groups) in sections {
            let groups: Vec<Group> = groups
                .into_iter()
                .map(|(name, entries)| {
                    let entries = entries.into_iter().filter(|(_, text)| kept(text));
                    (name, entries.collect::<Vec<_>>())
                })
                .filter(|(_, entries)| !entries.is_empty())
                .collect();
            if groups.is_empty() {
                continue;
            }
            if !std::mem::take(&mut first) {
                out.extend_from_slice(b",\n");
            }
            out.extend_from_slice(format!("  {name}: {{\n").as_bytes());
            print_groups(out, &groups);
            out.extend_from_slice(b"  }");
        }
        out.extend_from_slice(b"\n#-}\n");
    }
}

fn print_groups(out: &mut Vec<u8>, groups: &[Group]) {
    for (index, (name, entries)) in groups.iter().enumerate() {
        if index > 0 {
            out.extend_from_slice(b",\n");
        }
        out.extend_from_slice(format!("    {name}: {{\n").as_bytes());
        for (index, (key, text)) in entries.iter().enumerate() {
            if index > 0 {
                out.extend_from_slice(b",\n");
            }
            out.extend_from_slice(b"      ");
            print_keyword_or_string(out, key);
            out.extend_from_slice(b": ");
            out.extend_from_slice(text);
        }
        out.extend_from_slice(b"\n    }");
    }
    out.push(b'\n');
}
