//! Structs: `!spirv.struct<name, (f32 [0, NonWritable], i32 [4]), Block>`.
//!
//! The parameters are the name (absent for a literal struct), the types of the members (absent for a reference to the struct
//! around it), their offsets (as many as members, or none), the decorations of members as `[member, decoration, value]`, and
//! those of the struct as `[decoration, value]`. A decoration without a value has `unit`. Invariant: decorations are sorted
//! by member and number, and a reference is only in the body of the struct that it names.

use tvmlike_define::enum_number;
use tvmlike_ir::{Attribute, AttributeKind, Context, Dialect, Error, SymbolInfo, Type};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{Delimiter, Parser, Printer, Result, SymbolForm};

use super::super::recursive::is_first_body;
use super::super::values::{elements, name_place, parse_optional_word, types, word, word_value};
use super::super::written::{Values, Written, define};
use super::{parse_attribute_keyword, print_keyword};

/// Registers the type.
pub(super) fn register(context: &Context, dialect: &Dialect) -> std::result::Result<(), Error> {
    let parameters = ["name", "body", "offsets", "memberDecorations", "decorations"];
    let form = Written { read, print };
    define(
        context,
        dialect,
        "!struct",
        &parameters,
        check,
        SymbolForm::new(form),
    )
}

fn check(context: &Context, values: &[Option<Attribute>]) -> std::result::Result<(), String> {
    match is_first_body(context, "spirv", values) {
        true => Ok(()),
        false => Err("identified struct already used with a different body".to_owned()),
    }
}

/// What was read of the members.
#[derive(Default)]
struct Members {
    types: Vec<Attribute>,
    offsets: Vec<Attribute>,
    /// The number of the member, the decoration, its value.
    decorations: Vec<(usize, Attribute, Attribute)>,
}

fn read(parser: &mut Parser<'_, '_>, info: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    let context = parser.context();
    let start = name_place(parser, info);
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    let name = parser.parse_optional_keyword();
    if let Some(name) = name {
        let is_open = parser.open_types.iter().any(|open| open == name.as_bytes());
        if parser.is_at(TokenKind::Greater) {
            if !is_open {
                let message = "recursive struct reference not nested in struct definition";
                return Err(parser.symbol_error(start, message));
            }
            parser.advance();
            return Ok(vec![Some(context.string_attribute(name)), None, None, None, None]);
        }
        parser.parse_token(TokenKind::Comma, "expected ','")?;
        if is_open {
            return Err(parser.symbol_error(start, "identifier already used for an enclosing struct"));
        }
        parser.open_types.push(name.as_bytes().to_vec());
    }
    let body = read_body(parser, start);
    if name.is_some() {
        parser.open_types.pop();
    }
    let (members, decorations) = body?;
    let array = |all: &[Attribute]| context.array_attribute(all);
    let of_members = members.decorations.into_iter();
    let of_members: Vec<Attribute> = of_members
        .map(|(member, decoration, value)| array(&[word(context, member as i64), decoration, value]))
        .collect();
    let decorations: Vec<Attribute> = decorations
        .into_iter()
        .map(|(decoration, value)| array(&[decoration, value]))
        .collect();
    Ok(vec![
        name.map(|name| context.string_attribute(name)),
        Some(array(&members.types)),
        Some(array(&members.offsets)),
        Some(array(&of_members)),
        Some(array(&decorations)),
    ])
}

/// The decorations of a struct, with their values.
type Decorations = Vec<(Attribute, Attribute)>;

/// Reads `(f32 [0], i32 [4]), Block>`.
fn read_body(parser: &mut Parser<'_, '_>, start: tvmlike_syntax::Span) -> Result<(Members, Decorations)> {
    let context = parser.context();
    let (mut members, mut decorations) = (Members::default(), Vec::new());
    parser.parse_token(TokenKind::LeftParen, "expected '('")?;
    // As in MLIR, members follow `()` if no `>` does.
    if parser.take(TokenKind::RightParen) && parser.take(TokenKind::Greater) {
        return Ok((members, decorations));
    }
    loop {
        let member = parser.parse_type()?;
        members.types.push(context.type_attribute(member));
        if parser.take(TokenKind::LeftBracket) {
            members.read_brackets(parser)?;
        }
        if !parser.take(TokenKind::Comma) {
            break;
        }
    }
    if !members.offsets.is_empty() && members.offsets.len() != members.types.len() {
        return Err(parser.symbol_error(start, OFFSETS));
    }
    parser.parse_token(TokenKind::RightParen, "expected ')'")?;
    if parser.take(TokenKind::Comma) {
        parser.parse_comma_separated_list(Delimiter::None, "", |parser| {
            decorations.push(parse_decoration(parser)?);
            Ok(())
        })?;
    }
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    let number = |decoration: Attribute| enum_number(context, decoration);
    decorations.sort_by_key(|(decoration, _)| number(*decoration));
    let of_members = &mut members.decorations;
    of_members.sort_by_key(|(member, decoration, _)| (*member, number(*decoration)));
    Ok((members, decorations))
}

const OFFSETS: &str = "offset specification must be given for all members";

impl Members {
    /// Reads `0, NonWritable]` of the last member.
    fn read_brackets(&mut self, parser: &mut Parser<'_, '_>) -> Result<()> {
        let place = parser.place();
        let member = self.types.len() - 1;
        let offset = parse_optional_word(parser)?;
        if let Some(offset) = offset {
            if self.offsets.len() != member {
                return Err(parser.symbol_error(place, OFFSETS));
            }
            self.offsets.push(offset);
        }
        if parser.take(TokenKind::RightBracket) {
            return Ok(());
        }
        if offset.is_some() {
            parser.parse_token(TokenKind::Comma, "expected ','")?;
        }
        loop {
            let (decoration, value) = parse_decoration(parser)?;
            self.decorations.push((member, decoration, value));
            if !parser.take(TokenKind::Comma) {
                break;
            }
        }
        parser.parse_token(TokenKind::RightBracket, "expected ']'")
    }
}

/// Reads `MatrixStride=8`.
fn parse_decoration(parser: &mut Parser<'_, '_>) -> Result<(Attribute, Attribute)> {
    let decoration = parse_attribute_keyword(parser, "decoration")?;
    let value = match parser.take(TokenKind::Equal) {
        true => parser.parse_attribute(None)?,
        false => parser.context().unit_attribute(),
    };
    Ok((decoration, value))
}

fn print_decoration(printer: &mut Printer<'_>, out: &mut Vec<u8>, decoration: Attribute, value: Attribute) {
    let context = printer.context();
    print_keyword(context, out, Some(decoration));
    if value.kind(context) != AttributeKind::Unit {
        out.push(b'=');
        printer.print_attribute_without_type(out, value);
    }
}

fn print(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    let context = printer.context();
    let parts = |list: Attribute| elements(context, &[Some(list)], 0);
    out.push(b'<');
    if let Some(AttributeKind::String { bytes, .. }) = values[0].map(|name| name.kind(context)) {
        out.extend_from_slice(bytes);
        if values[1].is_some() {
            out.extend_from_slice(b", ");
        }
    }
    if values[1].is_some() {
        out.push(b'(');
        let offsets = elements(context, values, 2);
        let decorations = elements(context, values, 3);
        let mut decorations = decorations.into_iter().map(parts).peekable();
        for (member, ty) in types(context, values, 1).into_iter().enumerate() {
            if member > 0 {
                out.extend_from_slice(b", ");
            }
            printer.print_type(out, ty);
            let mut open: &[u8] = b" [";
            if let Some(offset) = offsets.get(member) {
                out.extend_from_slice(open);
                out.extend_from_slice(word_value(context, Some(*offset)).to_string().as_bytes());
                open = b", ";
            }
            let is_of_member = |parts: &Vec<Attribute>| match parts.first() {
                Some(number) => word_value(context, Some(*number)) as usize == member,
                None => false,
            };
            while let Some(parts) = decorations.next_if(is_of_member) {
                if let [_, decoration, value] = *parts {
                    out.extend_from_slice(open);
                    print_decoration(printer, out, decoration, value);
                    open = b", ";
                }
            }
            if open == b", " {
                out.push(b']');
            }
        }
        out.push(b')');
    }
    for parts in elements(context, values, 4).into_iter().map(parts) {
        if let [decoration, value] = *parts {
            out.extend_from_slice(b", ");
            print_decoration(printer, out, decoration, value);
        }
    }
    out.push(b'>');
}
