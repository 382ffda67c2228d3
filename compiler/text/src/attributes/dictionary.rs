//! Dictionaries, and the text of names, symbols and strings.

use std::collections::HashSet;

use tvmlike_ir::{Attribute, AttributeKind, NamedAttribute, NamedAttributes};
use tvmlike_syntax::TokenKind;
use tvmlike_syntax::literal::string_value;

use crate::error::Result;
use crate::integer;
use crate::parser::{Delimiter, Parser};
use crate::printer::{Elision, Printer};

/// Dictionaries up to this length are searched for repeated names entry by entry.
const SCANNED: usize = 16;

const PLACE: &str = " in attribute dictionary";

impl Parser<'_, '_> {
    /// Reads `{name = value, name}` and returns the entries in their order.
    ///
    /// # Errors
    /// The text is not that, or a name occurs twice.
    pub fn parse_attribute_dict(&mut self) -> Result<Vec<NamedAttribute>> {
        self.nested(Self::parse_entries)
    }

    fn parse_entries(&mut self) -> Result<Vec<NamedAttribute>> {
        let mut entries: Vec<NamedAttribute> = Vec::new();
        let mut names = HashSet::new();
        let mut more = self.open_list(Delimiter::Brace, PLACE)?;
        while more {
            let name = match self.token().kind {
                TokenKind::String => string_value(self.spelling()),
                TokenKind::BareId | TokenKind::IntegerType => self.spelling().into(),
                _ => return Err(self.wrong_token("expected attribute name")),
            };
            if name.is_empty() {
                return Err(self.error("expected valid attribute name"));
            }
            let id = self.context().identifier(&name);
            if entries.len() == SCANNED {
                names = entries.iter().map(|entry| entry.name).collect();
            }
            let is_repeated = match entries.len() < SCANNED {
                true => entries.iter().any(|entry| entry.name == id),
                false => !names.insert(id),
            };
            if is_repeated {
                let name = String::from_utf8_lossy(&name);
                return Err(self.error(format!("duplicate key '{name}' in dictionary attribute")));
            }
            self.advance();
            let value = match self.take(TokenKind::Equal) {
                true => self.parse_attribute(None)?,
                false => self.context().unit_attribute(),
            };
            entries.push(NamedAttribute { name: id, value });
            more = self.next_in_list(Delimiter::Brace, PLACE)?;
        }
        Ok(entries)
    }

    /// Reads a dictionary as an attribute.
    ///
    /// # Errors
    /// As [`Parser::parse_attribute_dict`].
    pub fn parse_dictionary(&mut self) -> Result<Attribute> {
        let place = self.span();
        let entries = self.parse_attribute_dict()?;
        let dictionary = self.context().dictionary_attribute(&entries);
        dictionary.map_err(|error| self.error_at(place, error.message()))
    }
}

impl Printer<'_> {
    /// Writes `{name = value, name}`.
    pub fn print_dictionary(&mut self, out: &mut Vec<u8>, entries: NamedAttributes<'_>) {
        out.push(b'{');
        for (index, entry) in entries.iter().enumerate() {
            if index > 0 {
                out.extend_from_slice(b", ");
            }
            self.print_named_attribute(out, entry);
        }
        out.push(b'}');
    }

    /// Writes `name = value`, or the name only if the value is `unit`.
    pub fn print_named_attribute(&mut self, out: &mut Vec<u8>, entry: NamedAttribute) {
        let context = self.context();
        print_keyword_or_string(out, entry.name.bytes(context));
        if entry.value.kind(context) != AttributeKind::Unit {
            out.extend_from_slice(b" = ");
            self.print_attribute(out, entry.value, Elision::Never);
        }
    }
}

/// Whether a name needs no quotes.
pub fn is_bare_identifier(name: &[u8]) -> bool {
    let (start, rest) = (
        |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_',
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.'),
    );
    name.split_first()
        .is_some_and(|(first, others)| start(first) && others.iter().all(rest))
}

/// Writes a name, in quotes if it needs them.
pub fn print_keyword_or_string(out: &mut Vec<u8>, name: &[u8]) {
    match is_bare_identifier(name) {
        true => out.extend_from_slice(name),
        false => print_string(out, name),
    }
}

/// Writes `@name`, in quotes if it needs them.
pub fn print_symbol_name(out: &mut Vec<u8>, name: &[u8]) {
    out.push(b'@');
    print_keyword_or_string(out, name);
}

/// Writes a string in quotes, with escapes for what is not printable ASCII.
pub fn print_string(out: &mut Vec<u8>, value: &[u8]) {
    out.push(b'"');
    for &byte in value {
        match byte {
            b'\\' => out.extend_from_slice(b"\\\\"),
            b' '..=b'~' if byte != b'"' => out.push(byte),
            _ => {
                out.push(b'\\');
                out.extend_from_slice(&integer::hex_digits(byte));
            }
        }
    }
    out.push(b'"');
}
