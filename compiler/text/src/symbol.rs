//! Symbols of dialects: `!dialect.name<body>`, `#dialect<body>`; and aliases, which look alike.
//!
//! Those that registered dialects define are read and printed by their forms; the text of others is kept.

mod form;

pub use form::{SymbolForm, SymbolHooks, SymbolSyntax, UnknownSymbol};

use form::Form;
use tvmlike_ir::{
    Attribute, AttributeKind, Context, Identifier, SymbolInfo, Type, bracket_group_with, needs_dot,
};
use tvmlike_syntax::{Span, TokenKind};

use crate::error::{ParseError, Result};
use crate::parser::Parser;

/// What follows `!` or `#`.
enum Symbol<'s> {
    Alias(&'s [u8]),
    Dialect {
        dialect: &'s [u8],
        data: &'s [u8],
        /// Where the data begins.
        start: u32,
        /// Where errors about it are reported.
        place: Span,
    },
}

impl<'c, 's> Parser<'c, 's> {
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
                    start: token.end + 1,
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
                    start,
                    place: Span { start, end },
                })
            }
        }
    }

    /// Reads `<…>` with balanced brackets and anything else between them, and returns its end.
    fn parse_symbol_body(&mut self) -> Result<u32> {
        let text = self.text();
        let mut at = self.span().start as usize;
        if let Some(end) = self.bodies.end(at as u32) {
            self.seek(end);
            return Ok(end);
        }
        self.bodies.clear();
        let mut open = Vec::new();
        loop {
            let byte = text.get(at).copied().unwrap_or(0);
            at += 1;
            match byte {
                0 => return Err(self.unbalanced(&open)),
                b'<' => {
                    open.push(byte);
                    self.bodies.open(at as u32 - 1);
                }
                b'[' | b'(' | b'{' => open.push(byte),
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
                    if byte == b'>' {
                        self.bodies.close(at as u32);
                    }
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
            Symbol::Dialect {
                dialect,
                data,
                start,
                place,
            } => {
                self.refuse_builtin(dialect, "type", place)?;
                let end = self.span().start;
                if let Some(info) = self.enter_symbol(dialect, start, true)? {
                    let ty = self.nested(|parser| {
                        parser.with_operation(None, |parser| parser.parse_type_parameters(info))
                    })?;
                    self.seek(end);
                    return Ok(ty);
                }
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
            Symbol::Dialect {
                dialect,
                data,
                start,
                place,
            } => {
                let mut ty = hint;
                if self.take(TokenKind::Colon) {
                    ty = Some(self.parse_type()?);
                }
                self.refuse_builtin(dialect, "attribute", place)?;
                let end = self.span().start;
                match self.enter_symbol(dialect, start, false)? {
                    Some(info) => {
                        let attribute =
                            self.with_operation(None, |parser| parser.parse_attribute_parameters(info, ty))?;
                        self.seek(end);
                        attribute
                    }
                    None => self.opaque_attribute(dialect, data, ty, place)?,
                }
            }
        };
        match hint {
            Some(expected) => self.check_type(attribute, expected),
            None => Ok(attribute),
        }
    }

    fn opaque_attribute(
        &self,
        dialect: &[u8],
        data: &[u8],
        ty: Option<Type>,
        place: Span,
    ) -> Result<Attribute> {
        let ty = ty.unwrap_or_else(|| self.context().none_type());
        self.check_dialect(dialect, place, |context| {
            let ty = crate::string::quote_type(context, ty);
            format!("{} : '{ty}' attribute", quoted('#', dialect, data))
        })?;
        let dialect = self.context().identifier(dialect);
        let attribute = self.context().opaque_attribute(dialect, data, ty);
        attribute.map_err(|error| self.error_at(place, error.message()))
    }

    /// Moves behind the name of a type or an attribute that a registered dialect defines. `None`: its text is kept.
    fn enter_symbol(&mut self, dialect: &[u8], start: u32, is_type: bool) -> Result<Option<&'c SymbolInfo>> {
        let context = self.context();
        let end = self.span().start;
        self.seek(start);
        let (namespace, name) = (context.identifier(dialect), context.identifier(self.word()));
        let find = || match is_type {
            true => context.type_info(namespace, name),
            false => context.attribute_info(namespace, name),
        };
        let mut info = find();
        let mut registered = None;
        if info.is_none() {
            registered = context.load_dialect(dialect);
            info = find();
        }
        if let Some(reason) = info.and_then(SymbolInfo::withdrawn) {
            return Err(self.error_at(self.place(), reason));
        }
        if info.is_some_and(|info| Form::of(info).is_some()) {
            self.advance();
            return Ok(info);
        }
        let hooks = registered.and_then(|dialect| dialect.extensions().get::<SymbolHooks>());
        let hook = hooks.map(|hooks| if is_type { &hooks.types } else { &hooks.attributes });
        match hook {
            Some(hook) if info.is_none() => match self.unknown_symbol(hook, namespace, is_type) {
                Some(error) => {
                    // A second error about what this is part of is behind the name.
                    if !self.word().is_empty() && matches!(hook, UnknownSymbol::Refused(_)) {
                        self.advance();
                    }
                    return Err(error);
                }
                None => self.seek(end),
            },
            _ => self.seek(end),
        }
        Ok(None)
    }

    /// The error about a name at the current token that a dialect does not define.
    fn unknown_symbol(&self, hook: &UnknownSymbol, dialect: Identifier, is_type: bool) -> Option<ParseError> {
        let dialect = dialect.text(self.context());
        let word = self.word();
        let what = if is_type { "type" } else { "attribute" };
        let message = match hook {
            UnknownSymbol::Kept => return None,
            UnknownSymbol::NoHook => format!("dialect '{dialect}' provides no {what} parsing hook"),
            UnknownSymbol::Refused(_) if word.is_empty() => "expected valid keyword".to_owned(),
            UnknownSymbol::Refused(Some(message)) => format!("{message}{word}"),
            // MLIR has two spaces before `type`.
            UnknownSymbol::Refused(None) if is_type => {
                format!("unknown  type `{word}` in dialect `{dialect}`")
            }
            UnknownSymbol::Refused(None) => format!("unknown attribute `{word}` in dialect `{dialect}`"),
        };
        Some(self.error_at(self.place(), message))
    }

    fn check_type(&mut self, attribute: Attribute, expected: Type) -> Result<Attribute> {
        let context = self.context();
        let kind = attribute.kind(context);
        let is_typed = matches!(
            kind,
            AttributeKind::Integer { .. }
                | AttributeKind::Float { .. }
                | AttributeKind::String { .. }
                | AttributeKind::DenseElements(_)
                | AttributeKind::DenseStrings(_)
                | AttributeKind::DenseResource { .. }
                | AttributeKind::Sparse { .. }
                | AttributeKind::Opaque { .. }
        ) || matches!(kind, AttributeKind::Dialect { info, .. } if info.own_type().is_some());
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
    is_pretty_with(data, |_| None)
}

/// As [`is_pretty`]. `known` returns the end of a group of brackets that begins at a place, if that was found before.
fn is_pretty_with(data: &[u8], mut known: impl FnMut(usize) -> Option<usize>) -> bool {
    if !data.first().is_some_and(u8::is_ascii_alphabetic) {
        return false;
    }
    let in_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_');
    let name = data.iter().take_while(|byte| in_name(byte)).count();
    let body = &data[name..];
    // MLIR looks at the last byte only, so that it cannot read all that it prints.
    let mut group = || bracket_group_with(body, |at| Some(known(name + at)? - name));
    body.is_empty() || body[0] == b'<' && group() == Some(body.len())
}
