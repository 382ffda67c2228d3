//! How one attribute stands in a format.

use tvmlike_ir::{Attribute, AttributeKind, Context, Identifier, Type};
use tvmlike_syntax::{Span, TokenKind};
use tvmlike_text::{OperationParser, OperationPrinter, Result, is_bare_identifier, print_string};

use crate::enumeration::Enumeration;
use crate::test::{Subject, Test};

/// The text of an attribute in a format.
#[derive(Debug)]
pub(crate) enum AttributeForm {
    /// The attribute as it is elsewhere, or without its type if it can have only one.
    Plain(Plain),
    /// `@name`, for a string.
    SymbolName,
    /// `[1, 2]`, with elements of this type.
    DenseArray(Type),
    /// A number, for an array with it.
    OptionalInteger,
    /// A keyword, for an integer.
    Keyword(Enumeration, Type),
    /// `word<a, b>`, or the cases alone if there is no word, for an integer.
    Flags(Enumeration, Type, Option<Box<str>>),
    /// An attribute with this definition, `dialect` and `name`, without `#dialect.name`.
    Symbol(Identifier, Identifier),
}

/// An attribute in MLIR's general syntax.
#[derive(Debug, core::default::Default)]
pub(crate) struct Plain {
    /// What it has to be: one of MLIR's classes.
    pub(crate) class: Option<Test>,
    /// The type of the literal, which is not shown.
    pub(crate) ty: Option<Type>,
    /// The token that it begins with, if only one can begin it.
    pub(crate) begins: Option<TokenKind>,
}

impl Plain {
    fn holds(&self, context: &Context, attribute: Attribute) -> bool {
        let test = self.class.as_ref();
        test.is_none_or(|test| test.passes(context, Subject::Attribute(attribute)))
    }

    fn fits(&self, context: &Context, attribute: Attribute) -> bool {
        self.holds(context, attribute) && self.ty.is_none_or(|ty| attribute.ty(context) == ty)
    }

    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, optional: bool) -> Result<Option<Attribute>> {
        let context = parser.context();
        let hint = match self.begins {
            // These have no type: a colon behind a string is the format's.
            Some(_) => Some(context.none_type()),
            _ => self.ty,
        };
        let place = parser.place();
        if optional && self.begins.is_some_and(|token| !parser.is_at(token)) {
            return Ok(None);
        }
        let read = match optional {
            true => parser.parse_optional_attribute(hint)?,
            false => Some(parser.parse_attribute(hint)?),
        };
        match read {
            Some(attribute) if !self.holds(context, attribute) => {
                Err(parser.op_error(place, "invalid kind of attribute specified"))
            }
            read => Ok(read),
        }
    }
}

impl AttributeForm {
    /// Whether the form can show an attribute.
    pub(crate) fn fits(&self, context: &Context, attribute: Attribute) -> bool {
        match self {
            Self::Plain(plain) => plain.fits(context, attribute),
            Self::SymbolName => matches!(attribute.kind(context), AttributeKind::String { .. }),
            Self::DenseArray(element) => match attribute.kind(context) {
                AttributeKind::DenseArray(array) => array.element_type() == *element,
                _ => false,
            },
            // What an empty array stands for, an absent number, is shown by the absence of the group around it.
            Self::OptionalInteger => match attribute.kind(context) {
                AttributeKind::Array(all) => all.len() <= 1,
                _ => false,
            },
            Self::Keyword(cases, ty) | Self::Flags(cases, ty, _) => {
                attribute.ty(context) == *ty
                    && integer(context, attribute).is_some_and(|value| cases.text_of(value).is_some())
            }
            Self::Symbol(dialect, name) => is_symbol(context, attribute, *dialect, *name),
        }
    }

    /// Prints an attribute that fits.
    pub(crate) fn print(&self, printer: &mut OperationPrinter<'_>, attribute: Attribute) {
        let context = printer.context();
        match self {
            Self::Plain(Plain { ty: None, .. }) => printer.write_attribute(attribute),
            Self::Plain(_) => printer.write_attribute_without_type(attribute),
            Self::SymbolName => {
                if let AttributeKind::String { bytes, .. } = attribute.kind(context) {
                    printer.write_symbol_name(bytes);
                }
            }
            Self::DenseArray(_) => printer.write_dense_array_elements(attribute),
            Self::OptionalInteger => {
                if let Some(number) = optional_integer(context, attribute) {
                    printer.write_attribute_without_type(number);
                }
            }
            Self::Keyword(cases, _) => {
                let text = integer(context, attribute).and_then(|value| cases.text_of(value));
                let text = text.unwrap_or_default();
                let is_bare = text.is_empty() || is_bare_identifier(text.as_bytes());
                // A set of cases has no quotes, whatever separates them.
                match is_bare || cases.value_of(&text).is_none() {
                    true => printer.write(text.as_bytes()),
                    false => {
                        let mut quoted = Vec::new();
                        print_string(&mut quoted, text.as_bytes());
                        printer.write(&quoted);
                    }
                }
            }
            Self::Flags(cases, _, word) => {
                let text = integer(context, attribute).and_then(|value| cases.text_of(value));
                let text = text.unwrap_or_default();
                let text = match word {
                    Some(word) => format!("{word}<{text}>"),
                    None => text,
                };
                printer.write(text.as_bytes());
            }
            Self::Symbol(..) => printer.write_symbol_attribute(attribute),
        }
    }

    /// Reads an attribute, whose name is for errors. With `optional`, none is read if the current token begins none.
    pub(crate) fn parse(
        &self,
        parser: &mut OperationParser<'_, '_, '_>,
        name: Identifier,
        optional: bool,
    ) -> Result<Option<Attribute>> {
        let context = parser.context();
        match self {
            Self::Plain(plain) => plain.parse(parser, optional),
            Self::SymbolName => {
                let symbol = match parser.parse_optional_symbol_name() {
                    None if optional => return Ok(None),
                    None => {
                        let message = "expected valid '@'-identifier for symbol name";
                        return Err(parser.op_error(parser.place(), message));
                    }
                    Some(symbol) => symbol,
                };
                Ok(Some(context.string_attribute(symbol.bytes(context))))
            }
            Self::DenseArray(element) => {
                if optional && !parser.is_at(TokenKind::LeftBracket) {
                    return Ok(None);
                }
                parser.parse_dense_array_elements(*element).map(Some)
            }
            Self::OptionalInteger => {
                let place = parser.place();
                let number = match parser.parse_optional_integer()? {
                    None if optional => return Ok(None),
                    None => return Err(parser.op_error(place, "expected integer value")),
                    Some(number) => i64::try_from(number),
                };
                let Ok(number) = number else {
                    return Err(parser.op_error(place, "integer value too large"));
                };
                let number = context.i64_attribute(number);
                Ok(Some(context.array_attribute(&[number])))
            }
            Self::Keyword(cases, ty) => parse_keyword(parser, cases, *ty, name, optional),
            Self::Flags(cases, ty, word) => parse_flags(parser, cases, *ty, word.as_deref(), optional),
            Self::Symbol(dialect, symbol) => {
                let begins = !matches!(
                    parser.token().kind,
                    TokenKind::Comma | TokenKind::Colon | TokenKind::LeftBrace | TokenKind::End
                );
                match context.attribute_info(*dialect, *symbol) {
                    _ if optional && !begins => Ok(None),
                    Some(info) => parser.parse_symbol_attribute(info).map(Some),
                    None => parser.parse_attribute(None).map(Some),
                }
            }
        }
    }
}

fn is_symbol(context: &Context, attribute: Attribute, dialect: Identifier, name: Identifier) -> bool {
    attribute
        .symbol(context)
        .is_some_and(|(info, _)| info.dialect() == dialect && info.name() == name)
}

/// The number in an array with one.
fn optional_integer(context: &Context, attribute: Attribute) -> Option<Attribute> {
    match attribute.kind(context) {
        AttributeKind::Array(all) if all.len() == 1 => all.iter().next(),
        _ => None,
    }
}

/// The bits of an integer attribute.
fn integer(context: &Context, attribute: Attribute) -> Option<u64> {
    match attribute.kind(context) {
        AttributeKind::Integer { value, .. } => value
            .to_u64()
            .or_else(|| value.to_i64().map(|value| value as u64)),
        _ => None,
    }
}

fn parse_flags(
    parser: &mut OperationParser<'_, '_, '_>,
    cases: &Enumeration,
    ty: Type,
    word: Option<&str>,
    optional: bool,
) -> Result<Option<Attribute>> {
    match word {
        Some(word) if parser.word() == word => {
            parser.advance();
            parser.parse_token(TokenKind::Less, "expected '<'")?;
        }
        Some(word) if !optional => {
            let message = format!("expected '{word}'");
            return Err(parser.op_error(parser.place(), message));
        }
        None if !optional || !parser.word().is_empty() => {}
        _ => return Ok(None),
    }
    let comma = match cases.separator.as_deref().map(str::trim) {
        Some("|") => TokenKind::VerticalBar,
        _ => TokenKind::Comma,
    };
    let start = parser.place();
    let mut all = 0;
    loop {
        let place = parser.place();
        let text = parser.word();
        if text.is_empty() {
            let message = format!("expected keyword for {}", cases.summary);
            return Err(parser.op_error(place, message));
        }
        let Some(value) = cases.value_of(text) else {
            let (names, summary) = (cases.names(), &cases.summary);
            let message = format!("expected one of [{names}] for {summary}, got: {text}");
            return Err(parser.op_error(place, message));
        };
        all |= value;
        parser.advance();
        if cases.separator.is_none() || !parser.take(comma) {
            break;
        }
    }
    if word.is_some() {
        parser.parse_token(TokenKind::Greater, "expected '>'")?;
    }
    let attribute = parser.context().integer_attribute(ty, all as i64);
    attribute
        .map(Some)
        .map_err(|error| parser.op_error(start, error.message()))
}

fn parse_keyword(
    parser: &mut OperationParser<'_, '_, '_>,
    cases: &Enumeration,
    ty: Type,
    name: Identifier,
    optional: bool,
) -> Result<Option<Attribute>> {
    let context = parser.context();
    let place: Span = parser.place();
    let word = parser.word();
    let mut text = std::borrow::Cow::Borrowed(word.as_bytes());
    // An enum can have a case without a word.
    let mut value = (!word.is_empty()).then(|| cases.value_of(word)).flatten();
    if value.is_some() {
        parser.advance();
    } else if let Some(string) = parser.parse_optional_string() {
        value = std::str::from_utf8(&string)
            .ok()
            .and_then(|string| cases.value_of_all(string));
        text = string;
    } else if optional {
        return Ok(None);
    } else {
        let message = format!(
            "expected string or keyword containing one of the following enum values for attribute '{}' [{}]",
            name.text(context),
            cases.names()
        );
        return Err(parser.op_error(place, message));
    }
    let Some(value) = value else {
        let text = String::from_utf8_lossy(&text);
        let message = format!(
            "invalid {} attribute specification: \"{text}\"",
            name.text(context)
        );
        return Err(parser.op_error(place, message));
    };
    let attribute = context.integer_attribute(ty, value as i64);
    attribute
        .map(Some)
        .map_err(|error| parser.op_error(place, error.message()))
}
