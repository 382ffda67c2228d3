//! Reads one parameter.

use tvmlike_ir::{Attribute, Type};
use tvmlike_syntax::{Span, TokenKind};
use tvmlike_text::{Delimiter, Parser, Result};

use super::classes::{has_class, type_has_class};
use super::field::Field;
use crate::enumeration::Enumeration;

impl Field {
    /// Reads a value; `None` for an absent one of [`Field::Option`].
    pub(super) fn parse(&self, parser: &mut Parser<'_, '_>) -> Result<Option<Attribute>> {
        let context = parser.context();
        let place = parser.place();
        Ok(Some(match self {
            Self::Type | Self::DefinedType(..) | Self::TypeOfClass(_) => {
                context.type_attribute(self.parse_type(parser)?)
            }
            Self::Attribute | Self::DefinedAttribute(..) | Self::AttributeOfClass(_) => {
                self.parse_attribute(parser)?
            }
            Self::DenseArray(element) => parser.parse_dense_array_elements(*element)?,
            Self::Integer { ty, width, is_signed } => {
                let value = parse_integer(parser, *width, *is_signed)?;
                integer(parser, *ty, value, place)?
            }
            Self::Bool => context.bool_attribute(parse_integer(parser, 1, false)? != 0),
            Self::String => match parser.parse_optional_string() {
                Some(text) => context.string_attribute(text),
                None => return Err(parser.symbol_error(place, "expected string")),
            },
            Self::AffineMap => context.affine_map_attribute(parser.parse_affine_map()?),
            Self::IntegerSet => context.integer_set_attribute(parser.parse_integer_set()?),
            Self::Enum {
                cases,
                ty,
                is_keyword,
            } => {
                let value = parse_enum(parser, cases, *is_keyword)?;
                integer(parser, *ty, value.cast_signed(), place)?
            }
            Self::Dwarf(prefix) => match parser.parse_optional_keyword() {
                None => return Err(parser.symbol_error(place, "expected valid keyword")),
                Some(word) if word.starts_with(&**prefix) => context.string_attribute(word),
                Some(word) => {
                    let kind = dwarf_kind(prefix);
                    let message = format!("invalid debug info debug info {kind} name: {word}");
                    return Err(parser.symbol_error(place, message));
                }
            },
            Self::OwnType => return Ok(None),
            Self::Array(element) => {
                let mut values = vec![];
                let mut more = true;
                while more {
                    values.extend(element.parse(parser)?);
                    more = parser.next_in_list(Delimiter::None, "")?;
                }
                context.array_attribute(&values)
            }
            Self::Braces(inner) => {
                parser.parse_token(TokenKind::LeftBrace, "expected '{'")?;
                let values = inner.parse(parser)?;
                parser.parse_token(TokenKind::RightBrace, "expected '}'")?;
                return Ok(values);
            }
            Self::Option(inner) => {
                let begins = match &**inner {
                    Self::Integer { .. } => {
                        matches!(parser.token().kind, TokenKind::Integer | TokenKind::Minus)
                    }
                    _ => !matches!(
                        parser.token().kind,
                        TokenKind::Greater | TokenKind::RightBracket | TokenKind::Comma
                    ),
                };
                return match begins {
                    true => inner.parse(parser),
                    false => Ok(None),
                };
            }
        }))
    }

    fn parse_type(&self, parser: &mut Parser<'_, '_>) -> Result<Type> {
        let context = parser.context();
        let place = parser.place();
        if let Self::DefinedType(dialect, name) = self
            && let Some(info) = context.type_info(*dialect, *name)
        {
            return parser.parse_stripped_type(info);
        }
        let ty = parser.parse_type()?;
        match self {
            Self::TypeOfClass(class) if !type_has_class(context, ty, class) => {
                let mut message = "invalid kind of type specified".to_owned();
                if let "MemRefType" | "VectorType" = &**class {
                    let name = class.trim_end_matches("Type").to_lowercase();
                    let found = tvmlike_text::quote_type(context, ty);
                    message += &format!(": expected builtin.{name}, but found '{found}'");
                }
                Err(parser.symbol_error(place, message))
            }
            _ => Ok(ty),
        }
    }

    fn parse_attribute(&self, parser: &mut Parser<'_, '_>) -> Result<Attribute> {
        let context = parser.context();
        let place = parser.place();
        if let Self::DefinedAttribute(dialect, name) = self
            && let Some(info) = context.attribute_info(*dialect, *name)
        {
            return parser.parse_stripped_attribute(info);
        }
        let attribute = parser.parse_attribute(None)?;
        match self {
            Self::AttributeOfClass(class) if !has_class(context, attribute, class) => {
                Err(parser.symbol_error(place, "invalid kind of attribute specified"))
            }
            _ => Ok(attribute),
        }
    }
}

fn integer(parser: &Parser<'_, '_>, ty: Type, value: i64, place: Span) -> Result<Attribute> {
    let attribute = parser.context().integer_attribute(ty, value);
    attribute.map_err(|error| parser.error_at(place, error.message()))
}

fn dwarf_kind(prefix: &str) -> &'static str {
    match prefix {
        "DW_TAG_" => "tag",
        "DW_ATE_" => "encoding",
        "DW_LANG_" => "language",
        "DW_CC_" => "calling convention",
        _ => "opcode",
    }
}

/// Reads an integer as MLIR does: a negative one for an unsigned parameter wraps if its digits fit.
fn parse_integer(parser: &mut Parser<'_, '_>, width: u32, is_signed: bool) -> Result<i64> {
    let place = parser.place();
    let is_negative = parser.is_at(TokenKind::Minus);
    let is_true = parser.word() == "true";
    let Some(value) = parser.parse_optional_integer()? else {
        return Err(parser.symbol_error(place, "expected integer value"));
    };
    // MLIR extends the one bit of `true` by its sign.
    if is_true {
        return Ok(if width == 1 { 1 } else { -1 });
    }
    let limit = i128::from(is_signed);
    let (least, most) = match is_signed {
        true => (-(1_i128 << (width - 1)), (1_i128 << (width - 1)) - 1),
        false => (0, (1_i128 << width) - limit - 1),
    };
    let value = i128::try_from(value).ok();
    let wraps = |value: i128| is_negative && !is_signed && value.to_string().len() as u32 * 4 - 4 <= width;
    match value.filter(|value| (least..=most).contains(value) || wraps(*value)) {
        Some(value) => Ok(value as i64),
        None => Err(parser.symbol_error(place, "integer value too large")),
    }
}

fn parse_enum(parser: &mut Parser<'_, '_>, cases: &Enumeration, is_keyword: bool) -> Result<u64> {
    let first = parser.place();
    let separator = cases.separator.as_deref().map(str::trim);
    let mut all = 0;
    loop {
        let place = if is_keyword { parser.place() } else { first };
        let Some(text) = parser.parse_optional_keyword_or_string() else {
            let message = match is_keyword {
                true => format!("expected keyword for {}", cases.class),
                false => "expected valid keyword or string".to_owned(),
            };
            return Err(parser.symbol_error(parser.place(), message));
        };
        let text = String::from_utf8_lossy(&text);
        match (cases.value_of_all(&text), is_keyword) {
            (Some(value), _) => all |= value,
            (None, true) => {
                let message = format!(
                    "expected one of [{}] for {}, got: {text}",
                    cases.names(),
                    cases.class
                );
                return Err(parser.symbol_error(place, message));
            }
            (None, false) => {
                let message = format!("expected {} to be one of: {}", cases.class, cases.names());
                return Err(parser.symbol_error(place, message));
            }
        }
        let more = match separator {
            Some("|") if !is_keyword => parser.take(TokenKind::VerticalBar),
            Some(",") => parser.take(TokenKind::Comma),
            _ => false,
        };
        if !more {
            return Ok(all);
        }
    }
}
