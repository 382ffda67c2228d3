//! Symbols of dialects that are not known: `!dialect.name<body>`, `#dialect<body>`; and aliases, which look alike.

use tvmlike_ir::{Attribute, AttributeKind, Context, Type, bracket_group, needs_dot};
use tvmlike_syntax::{Span, TokenKind};

use crate::error::{ParseError, Result};
use crate::parser::Parser;

/// What follows `!` or `#`.
enum Symbol<'s> {
    Alias(&'s [u8]),
    Dialect {
        dialect: &'s [u8],
        data: &'s [u8],
        /// Where errors about it are reported.
        place: Span,
    },
}

impl<'s> Parser<'_, 's> {
    fn parse_symbol(&mut self) -> Result<Symbol<'s>> {
        let token = self.advance().span;
        let name = &self.bytes(token)[1..];
        let dot = name.iter().position(|byte| *byte == b'.');
        let has_body = self.is_at(TokenKind::Less) && self.span().start == token.end;
        match dot {
            None if !has_body => Ok(Symbol::Alias(name)),
            None => {
                let body = self.parse_symbol_body()?;
                Ok(Symbol::Dialect {
                    dialect: name,
                    data: &self.text()[token.end as usize + 1..body as usize - 1],
                    place: token,
                })
            }
            Some(dot) => {
                let end = if has_body {
                    self.parse_symbol_body()?
                } else {
                    token.end
                };
                let start = token.start + 2 + dot as u32;
                Ok(Symbol::Dialect {
                    dialect: &name[..dot],
                    data: &self.text()[start as usize..end as usize],
                    place: Span { start, end },
                })
            }
        }
    }

    /// Reads `<…>` with balanced brackets and anything else between them, and returns its end.
    fn parse_symbol_body(&mut self) -> Result<u32> {
        let text = self.text();
        let mut at = self.span().start as usize;
        let mut open = Vec::new();
        loop {
            let byte = text.get(at).copied().unwrap_or(0);
            at += 1;
            match byte {
                0 => return Err(self.unbalanced(&open)),
                b'<' | b'[' | b'(' | b'{' => open.push(byte),
                b'-' if text.get(at) == Some(&b'>') => at += 1,
                b'>' | b']' | b')' | b'}' => {
                    let expected = match byte {
                        b'>' => b'<',
                        b']' => b'[',
                        b')' => b'(',
                        _ => b'{',
                    };
                    if open.last() != Some(&expected) {
                        return Err(self.unbalanced(&open));
                    }
                    open.pop();
                }
                b'"' => {
                    self.seek(at as u32 - 1);
                    if !self.is_at(TokenKind::String) {
                        return Err(self.error("expected string"));
                    }
                    at = self.span().end as usize;
                }
                _ => {}
            }
            if open.is_empty() {
                self.seek(at as u32);
                return Ok(at as u32);
            }
        }
    }

    #[cold]
    fn unbalanced(&self, open: &[u8]) -> ParseError {
        let bracket = char::from(open.last().copied().unwrap_or(b'<'));
        self.error(format!("unbalanced '{bracket}' character in pretty dialect name"))
    }

    /// Reads `!alias` or a type of a dialect.
    pub(crate) fn parse_extended_type(&mut self) -> Result<Type> {
        match self.parse_symbol()? {
            Symbol::Alias(name) => match self.symbols.types.get(name) {
                Some(ty) => Ok(*ty),
                None => Err(self.undefined_alias(name)),
            },
            Symbol::Dialect { dialect, data, place } => {
                self.refuse_builtin(dialect, "type", place)?;
                self.check_dialect(dialect, place, |_| {
                    format!("`{}` type", quoted('!', dialect, data))
                })?;
                let dialect = self.context().identifier(dialect);
                let ty = self.context().opaque_type(dialect, data);
                ty.map_err(|error| self.error_at(place, error.message()))
            }
        }
    }

    /// Reads `#alias` or an attribute of a dialect.
    pub(crate) fn parse_extended_attribute(&mut self, hint: Option<Type>) -> Result<Attribute> {
        let attribute = match self.parse_symbol()? {
            Symbol::Alias(name) => match self.symbols.attributes.get(name) {
                Some(attribute) => *attribute,
                None => return Err(self.undefined_alias(name)),
            },
            Symbol::Dialect { dialect, data, place } => {
                let mut ty = hint;
                if self.take(TokenKind::Colon) {
                    ty = Some(self.parse_type()?);
                }
                self.refuse_builtin(dialect, "attribute", place)?;
                let ty = ty.unwrap_or_else(|| self.context().none_type());
                self.check_dialect(dialect, place, |context| {
                    let ty = crate::string::quote_type(context, ty);
                    format!("{} : '{ty}' attribute", quoted('#', dialect, data))
                })?;
                let dialect = self.context().identifier(dialect);
                let attribute = self.context().opaque_attribute(dialect, data, ty);
                attribute.map_err(|error| self.error_at(place, error.message()))?
            }
        };
        match hint {
            Some(expected) => self.check_type(attribute, expected),
            None => Ok(attribute),
        }
    }

    fn check_type(&mut self, attribute: Attribute, expected: Type) -> Result<Attribute> {
        let context = self.context();
        let is_typed = matches!(
            attribute.kind(context),
            AttributeKind::Integer { .. }
                | AttributeKind::Float { .. }
                | AttributeKind::String { .. }
                | AttributeKind::DenseElements(_)
                | AttributeKind::DenseStrings(_)
                | AttributeKind::DenseResource { .. }
                | AttributeKind::Sparse { .. }
                | AttributeKind::Opaque { .. }
        );
        let ty = attribute.ty(context);
        if !is_typed || ty == expected {
            return Ok(attribute);
        }
        Err(self.error(format!(
            "attribute type different than expected: expected '{}', but got '{}'",
            crate::string::quote_type(context, expected),
            crate::string::quote_type(context, ty)
        )))
    }

    #[cold]
    fn undefined_alias(&self, name: &[u8]) -> ParseError {
        let name = String::from_utf8_lossy(name);
        self.wrong_token(format!("undefined symbol alias id '{name}'"))
    }

    /// Refuses symbols of dialects that are not known, unless the context allows them.
    fn check_dialect(
        &self,
        dialect: &[u8],
        place: Span,
        what: impl FnOnce(&Context) -> String,
    ) -> Result<()> {
        let context = self.context();
        if self.accepts_any_dialect
            || context.load_dialect(dialect).is_some()
            || context.allows_unregistered_dialects()
        {
            return Ok(());
        }
        Err(self.error_at(
            place,
            format!(
                "{} created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() \
                 on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used",
                what(context)
            ),
        ))
    }

    /// The builtin dialect's types and attributes have no prefix.
    fn refuse_builtin(&self, dialect: &[u8], what: &str, place: Span) -> Result<()> {
        if dialect != b"builtin" {
            return Ok(());
        }
        let start = match self.bytes(place).first() {
            Some(b'!' | b'#') => place.start + "!builtin<".len() as u32,
            _ => place.start,
        };
        let place = Span { start, end: start };
        Err(self.error_at(
            place,
            format!("dialect 'builtin' provides no {what} parsing hook"),
        ))
    }
}

/// A symbol of a dialect as MLIR shows it in an error.
#[cold]
fn quoted(sigil: char, dialect: &[u8], data: &[u8]) -> String {
    let (dialect, data) = (String::from_utf8_lossy(dialect), String::from_utf8_lossy(data));
    format!("{sigil}\"{dialect}\"<\"{data}\">")
}

/// Writes a symbol of a dialect: `!dialect.data` if the data is an identifier, `<…>` may follow it; else
/// `!dialect<data>`. (MLIR writes `!dialect<a->` for `!dialect.a-`, which nothing reads.)
pub(crate) fn print_dialect_symbol(out: &mut Vec<u8>, sigil: u8, dialect: &[u8], data: &[u8]) {
    out.push(sigil);
    out.extend_from_slice(dialect);
    if is_pretty(data) || needs_dot(data) {
        out.push(b'.');
        out.extend_from_slice(data);
    } else {
        out.push(b'<');
        out.extend_from_slice(data);
        out.push(b'>');
    }
}

fn is_pretty(data: &[u8]) -> bool {
    if !data.first().is_some_and(u8::is_ascii_alphabetic) {
        return false;
    }
    let in_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_');
    let name = data.iter().take_while(|byte| in_name(byte)).count();
    let body = &data[name..];
    // MLIR looks at the last byte only, so that it cannot read all that it prints.
    body.is_empty() || body[0] == b'<' && bracket_group(body) == Some(body.len())
}
