//! How one attribute stands in a format.

use tvmlike_ir::{Attribute, AttributeKind, Context, Identifier, Type};
use tvmlike_syntax::{Span, TokenKind};
use tvmlike_text::{OperationParser, OperationPrinter, Result};

/// The text of an attribute in a format.
#[derive(Debug)]
pub(crate) enum AttributeForm {
    /// The attribute as it is elsewhere.
    Any,
    /// As elsewhere, but it has to be one of MLIR's class with this name, by a test of ours.
    Class(Class),
    /// `@name`, for a string.
    SymbolName,
    /// A literal without its type.
    Typed(Type),
    /// `[1, 2]`, with elements of this type.
    DenseArray(Type),
    /// A keyword, for an integer.
    Keyword(Enumeration, Type),
    /// Keywords, for an attribute of a dialect: `<fast>` or `fast`.
    Dialect(Box<DialectEnum>),
}

/// Kinds of attributes that a format requires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Unit,
    String,
    Array,
    Dictionary,
    SymbolRef,
    FlatSymbolRef,
    Type,
}

/// The cases of an enum.
#[derive(Clone, Debug)]
pub(crate) struct Enumeration {
    pub(crate) cases: Box<[(Box<str>, u64)]>,
    /// What separates the cases of a set.
    pub(crate) separator: Option<Box<str>>,
    /// MLIR's class, for errors.
    pub(crate) class: Box<str>,
}

/// An attribute of a dialect that holds a case of an enum.
#[derive(Debug)]
pub(crate) struct DialectEnum {
    pub(crate) dialect: Identifier,
    pub(crate) mnemonic: Box<str>,
    /// Whether the case is in angle brackets.
    pub(crate) in_brackets: bool,
    pub(crate) cases: Enumeration,
}

impl Enumeration {
    fn value_of(&self, keyword: &str) -> Option<u64> {
        self.cases
            .iter()
            .find(|(text, _)| &**text == keyword)
            .map(|(_, value)| *value)
    }

    fn names(&self) -> String {
        let names: Vec<&str> = self.cases.iter().map(|(text, _)| &**text).collect();
        names.join(", ")
    }

    /// The text of a value; `None` if it is no case and no set of cases.
    pub(crate) fn text_of(&self, value: u64) -> Option<String> {
        if let Some((text, _)) = self.cases.iter().find(|(_, case)| *case == value) {
            return Some(text.to_string());
        }
        let separator = self.separator.as_deref()?;
        let mut left = value;
        let mut used = Vec::new();
        // Cases of several bits come first.
        for several in [true, false] {
            for (index, (_, case)) in self.cases.iter().enumerate() {
                if *case != 0 && (case.count_ones() > 1) == several && left & case == *case {
                    left &= !case;
                    used.push(index);
                }
            }
        }
        let texts: Vec<&str> = used.iter().map(|index| &*self.cases[*index].0).collect();
        (left == 0).then(|| texts.join(separator))
    }

    /// Reads keywords of a set, or one keyword.
    fn parse_value(&self, parser: &mut OperationParser<'_, '_, '_>) -> Result<u64> {
        let mut value = 0;
        loop {
            let place = parser.place();
            let case = match parser.parse_optional_keyword() {
                Some(word) => self.value_of(word),
                None => {
                    return Err(parser.op_error(place, format!("expected keyword for {}", self.summary())));
                }
            };
            let Some(case) = case else {
                let message = format!("expected {} to be one of: {}", self.class, self.names());
                return Err(parser.op_error(place, message));
            };
            value |= case;
            let more = match self.separator.as_deref().map(str::trim) {
                Some("|") => parser.take(TokenKind::VerticalBar),
                Some(",") => parser.take(TokenKind::Comma),
                _ => false,
            };
            if !more {
                return Ok(value);
            }
        }
    }

    fn summary(&self) -> &str {
        &self.class
    }
}

impl DialectEnum {
    /// The attribute of a value.
    pub(crate) fn attribute(&self, context: &Context, value: u64) -> Option<Attribute> {
        let text = self.cases.text_of(value)?;
        let data = match self.in_brackets {
            true => format!("{}<{text}>", self.mnemonic),
            false => format!("{} {text}", self.mnemonic),
        };
        let none = context.none_type();
        context.opaque_attribute(self.dialect, data, none).ok()
    }

    /// What a format shows of an attribute; `None` if it is another one.
    fn text<'c>(&self, context: &'c Context, attribute: Attribute) -> Option<&'c [u8]> {
        let AttributeKind::Opaque { dialect, data, .. } = attribute.kind(context) else {
            return None;
        };
        let rest = data.strip_prefix(self.mnemonic.as_bytes())?;
        // The space of `mnemonic case` is the attribute's own.
        let begin: &[u8] = if self.in_brackets { b"<" } else { b" " };
        (dialect == self.dialect && rest.starts_with(begin)).then_some(rest)
    }
}

impl Class {
    fn holds(self, context: &Context, attribute: Attribute) -> bool {
        match (self, attribute.kind(context)) {
            (Self::Unit, AttributeKind::Unit)
            | (Self::String, AttributeKind::String { .. })
            | (Self::Array, AttributeKind::Array(_))
            | (Self::Dictionary, AttributeKind::Dictionary(_))
            | (Self::SymbolRef, AttributeKind::SymbolRef { .. })
            | (Self::Type, AttributeKind::Type(_)) => true,
            (Self::FlatSymbolRef, AttributeKind::SymbolRef { nested, .. }) => nested.is_empty(),
            _ => false,
        }
    }
}

impl AttributeForm {
    /// Whether the form can show an attribute.
    pub(crate) fn fits(&self, context: &Context, attribute: Attribute) -> bool {
        match self {
            Self::Any => true,
            Self::Class(class) => class.holds(context, attribute),
            Self::SymbolName => Class::String.holds(context, attribute),
            Self::Typed(ty) => attribute.ty(context) == *ty,
            Self::DenseArray(element) => match attribute.kind(context) {
                AttributeKind::DenseArray(array) => array.element_type() == *element,
                _ => false,
            },
            Self::Keyword(cases, ty) => {
                attribute.ty(context) == *ty
                    && integer(context, attribute).is_some_and(|value| cases.text_of(value).is_some())
            }
            Self::Dialect(form) => form.text(context, attribute).is_some(),
        }
    }

    /// Prints an attribute that fits.
    pub(crate) fn print(&self, printer: &mut OperationPrinter<'_>, attribute: Attribute) {
        let context = printer.context();
        match self {
            Self::Any | Self::Class(_) => printer.write_attribute(attribute),
            Self::SymbolName => {
                if let AttributeKind::String { bytes, .. } = attribute.kind(context) {
                    printer.write_symbol_name(bytes);
                }
            }
            Self::Typed(_) => printer.write_attribute_without_type(attribute),
            Self::DenseArray(_) => printer.write_dense_array_elements(attribute),
            Self::Keyword(cases, _) => {
                let text = integer(context, attribute).and_then(|value| cases.text_of(value));
                printer.write(text.unwrap_or_default().as_bytes());
            }
            Self::Dialect(form) => printer.write(form.text(context, attribute).unwrap_or_default()),
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
            Self::Any | Self::Typed(_) | Self::Class(_) => {
                let hint = match self {
                    Self::Typed(ty) => Some(*ty),
                    // A colon behind a string is the format's, not that of the string's type.
                    Self::Class(Class::String) => Some(context.none_type()),
                    _ => None,
                };
                let place = parser.place();
                let read = match optional {
                    true => parser.parse_optional_attribute(hint)?,
                    false => Some(parser.parse_attribute(hint)?),
                };
                if let (Self::Class(class), Some(attribute)) = (self, read)
                    && !class.holds(context, attribute)
                {
                    return Err(parser.op_error(place, "invalid kind of attribute specified"));
                }
                Ok(read)
            }
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
                let element = *element;
                parser.parse_dense_array_elements(element).map(Some)
            }
            Self::Keyword(cases, ty) => parse_keyword(parser, cases, *ty, name, optional),
            Self::Dialect(form) => {
                let begins = match form.in_brackets {
                    true => matches!(parser.token().kind, TokenKind::Less | TokenKind::HashId),
                    false => form.cases.value_of(parser.word()).is_some(),
                };
                match optional && !begins {
                    true => Ok(None),
                    false => parse_dialect_enum(parser, form).map(Some),
                }
            }
        }
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
    let mut value = cases.value_of(word);
    if value.is_some() {
        parser.advance();
    } else if let Some(string) = parser.parse_optional_string() {
        value = match std::str::from_utf8(&string) {
            Ok(string) if cases.separator.is_some() => {
                let all = string.split(['|', ',']).map(|word| cases.value_of(word.trim()));
                all.sum::<Option<u64>>()
            }
            Ok(string) => cases.value_of(string),
            Err(_) => None,
        };
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

fn parse_dialect_enum(parser: &mut OperationParser<'_, '_, '_>, form: &DialectEnum) -> Result<Attribute> {
    let context = parser.context();
    let place = parser.place();
    // The attribute can be written in full, too.
    if parser.is_at(TokenKind::HashId) {
        let attribute = parser.parse_attribute(None)?;
        return match form.text(context, attribute) {
            Some(_) => Ok(attribute),
            None => Err(parser.op_error(place, "invalid kind of attribute specified")),
        };
    }
    if form.in_brackets {
        parser.parse_token(TokenKind::Less, "expected '<'")?;
    }
    let value = form.cases.parse_value(parser)?;
    if form.in_brackets {
        parser.parse_token(TokenKind::Greater, "expected '>'")?;
    }
    let attribute = form.attribute(context, value);
    attribute.ok_or_else(|| parser.op_error(place, "value is no set of cases"))
}
