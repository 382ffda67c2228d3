//! Constants of `spirv`.

use tvmlike_ir::{Attribute, AttributeKind, Context, NamedAttribute, Op, Type, TypeKind};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{Delimiter, OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::super::lists;
use super::{parse_name, shows_all};

const ID: &str = "spec_id";

fn property(context: &Context, op: Op, name: &str) -> Option<Attribute> {
    op.property(context, context.identifier(name))
}

fn set(context: &Context, parts: &mut OpParts, name: &str, value: Attribute) {
    let name = context.identifier(name);
    parts.properties.push(NamedAttribute { name, value });
}

/// Prints `@name`, if that is the value.
fn write_name(printer: &mut OperationPrinter<'_>, name: Attribute) {
    if let AttributeKind::String { bytes, .. } = name.kind(printer.context()) {
        printer.write(b" ");
        printer.write_symbol_name(bytes);
    }
}

/// `3 : i32`, or `dense<1> : tensor<2xi32> : !spirv.array<2 x i32>`.
pub(super) struct Constant;

/// The type of a value, if it is that of the constant.
fn own_type(context: &Context, value: Attribute) -> Option<Type> {
    let ty = value.ty(context);
    let is_other = matches!(
        ty.kind(context),
        TypeKind::None | TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_)
    );
    (!is_other).then_some(ty)
}

impl OpSyntax for Constant {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let value = parser.parse_attribute(None)?;
        set(context, parts, "value", value);
        parts.results.push(match own_type(context, value) {
            Some(ty) => ty,
            None => parser.parse_colon_type()?,
        });
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let (Some(value), Some(result)) = (property(context, op, "value"), op.result(context, 0)) else {
            return false;
        };
        let (ty, own) = (result.ty(context), own_type(context, value));
        let fits = op.num_operands(context) == 0
            && op.num_results(context) == 1
            && lists::has_only_regions(context, op, 0)
            && own.is_none_or(|own| own == ty)
            && shows_all(context, op, &[]);
        if !fits {
            return false;
        }
        printer.write(b" ");
        printer.write_attribute(value);
        if own.is_none() {
            printer.write(b" : ");
            printer.write_type(ty);
        }
        true
    }
}

/// `@name spec_id(5) = 3 : i32`.
pub(super) struct SpecConstant;

impl OpSyntax for SpecConstant {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        parse_name(parser, parts)?;
        if parser.take_word(ID) {
            parser.parse_token(TokenKind::LeftParen, "expected '('")?;
            let place = parser.place();
            let value = parser.parse_attribute(None)?;
            if !matches!(value.kind(context), AttributeKind::Integer { .. }) {
                return Err(parser.op_error(place, "invalid kind of attribute specified"));
            }
            let name = context.identifier(ID);
            parts.attributes.push(NamedAttribute { name, value });
            parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        }
        parser.parse_token(TokenKind::Equal, "expected '='")?;
        let value = parser.parse_attribute(None)?;
        set(context, parts, "default_value", value);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let (Some(name), Some(value)) = (
            property(context, op, "sym_name"),
            property(context, op, "default_value"),
        ) else {
            return false;
        };
        let id = op.attribute(context, context.identifier(ID));
        let number = id.map(|id| lists::number(context, id));
        if !is_declaration(context, op) || number == Some(None) || !shows_all(context, op, &[ID]) {
            return false;
        }
        write_name(printer, name);
        if let Some(Some(number)) = number {
            printer.write(format!(" {ID}({number})").as_bytes());
        }
        printer.write(b" = ");
        printer.write_attribute(value);
        true
    }
}

/// Whether an operation has neither operands nor results, regions nor successors.
fn is_declaration(context: &Context, op: Op) -> bool {
    op.num_operands(context) == 0 && op.num_results(context) == 0 && lists::has_only_regions(context, op, 0)
}

/// Prints what follows the constituents: the type.
fn write_type_of(printer: &mut OperationPrinter<'_>, ty: Attribute) {
    printer.write(b") : ");
    printer.write_attribute(ty);
}

/// Reads `: type` as a property.
fn parse_type_of(parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
    let ty = parser.parse_colon_type()?;
    let value = parser.context().type_attribute(ty);
    set(parser.context(), parts, "type", value);
    Ok(())
}

/// Reads `@name`.
pub(super) fn parse_reference(parser: &mut OperationParser<'_, '_, '_>) -> Result<Attribute> {
    let context = parser.context();
    let place = parser.place();
    let value = parser.parse_attribute(None)?;
    match value.kind(context) {
        AttributeKind::SymbolRef { nested, .. } if nested.is_empty() => Ok(value),
        _ => Err(parser.op_error(place, "invalid kind of attribute specified")),
    }
}

/// `@name (@a, @b) : vector<2xi32>`.
pub(super) struct Composite;

impl OpSyntax for Composite {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        parse_name(parser, parts)?;
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        let mut constituents = vec![parse_reference(parser)?];
        while parser.next_in_list(Delimiter::Paren, "")? {
            constituents.push(parse_reference(parser)?);
        }
        set(
            context,
            parts,
            "constituents",
            context.array_attribute(&constituents),
        );
        parse_type_of(parser, parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let (Some(name), Some(ty), Some(AttributeKind::Array(constituents))) = (
            property(context, op, "sym_name"),
            property(context, op, "type"),
            property(context, op, "constituents").map(|value| value.kind(context)),
        ) else {
            return false;
        };
        if !is_declaration(context, op) || constituents.is_empty() || !shows_all(context, op, &[]) {
            return false;
        }
        write_name(printer, name);
        for (index, constituent) in constituents.iter().enumerate() {
            printer.write(if index > 0 { b", ".as_slice() } else { b" (" });
            printer.write_attribute(constituent);
        }
        write_type_of(printer, ty);
        true
    }
}

/// `@name (@a) : vector<2xi32>`.
pub(super) struct Replicate;

impl OpSyntax for Replicate {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        parse_name(parser, parts)?;
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        let constituent = parse_reference(parser)?;
        set(parser.context(), parts, "constituent", constituent);
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        parse_type_of(parser, parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let (Some(name), Some(ty), Some(constituent)) = (
            property(context, op, "sym_name"),
            property(context, op, "type"),
            property(context, op, "constituent"),
        ) else {
            return false;
        };
        if !is_declaration(context, op) || !shows_all(context, op, &[]) {
            return false;
        }
        write_name(printer, name);
        printer.write(b" (");
        printer.write_attribute(constituent);
        write_type_of(printer, ty);
        true
    }
}
