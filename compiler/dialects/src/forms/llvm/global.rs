//! `llvm.mlir.global`: `internal constant @x(1 : i32) comdat(@c::@x) {alignment = 8 : i64} : i32 { … }`.

use tvmlike_ir::{Attribute, AttributeKind, Context, Op, Type};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::super::lists;
use crate::llvm::keywords::{LINKAGE, UNNAMED_ADDRESS, VISIBILITY};
use crate::llvm::{set, string, type_in};

/// A global variable.
pub(super) struct Global;

const COMDAT: &str = "comdat";
const CONSTANT: &str = "constant";
const NAME: &str = "sym_name";
const THREAD_LOCAL: &str = "thread_local_";
const TYPE: &str = "global_type";
const VALUE: &str = "value";

/// Reads the words before the name.
pub(super) fn parse_words(parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) {
    let context = parser.context();
    LINKAGE.parse(parser, parts);
    VISIBILITY.parse(parser, parts);
    if parser.take_word("thread_local") {
        set(context, parts, THREAD_LOCAL, context.unit_attribute());
    }
    UNNAMED_ADDRESS.parse(parser, parts);
}

/// Reads `@x`.
pub(super) fn parse_name(parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
    let name = lists::symbol_name(parser)?;
    set(parser.context(), parts, NAME, name);
    Ok(())
}

/// Reads `: type`, if it is there.
pub(super) fn parse_type(parser: &mut OperationParser<'_, '_, '_>) -> Result<Option<Type>> {
    if !parser.take(TokenKind::Colon) {
        return Ok(None);
    }
    match parser.parse_type_list()?.as_slice() {
        [ty] => Ok(Some(*ty)),
        _ => Err(parser.op_error(parser.op_place(), "expected zero or one type")),
    }
}

/// Reads `comdat(@a::@b)`, if it is there.
pub(super) fn parse_comdat(parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
    if !parser.take_word(COMDAT) {
        return Ok(());
    }
    parser.parse_token(TokenKind::LeftParen, "expected '('")?;
    let (context, place) = (parser.context(), parser.place());
    let comdat = parser.parse_attribute(None)?;
    if !matches!(comdat.kind(context), AttributeKind::SymbolRef { .. }) {
        return Err(parser.op_error(place, "invalid kind of attribute specified"));
    }
    parser.parse_token(TokenKind::RightParen, "expected ')'")?;
    set(context, parts, COMDAT, comdat);
    Ok(())
}

/// Reads a region, if it is there.
pub(super) fn parse_region(parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
    let region = match parser.is_at(TokenKind::LeftBrace) {
        true => parser.parse_region()?,
        false => parser.create_open_region(),
    };
    parts.regions.push(region);
    Ok(())
}

/// Whether the words and the name can be printed, and the operation has only one region.
pub(super) fn words_fit(context: &Context, op: Op) -> bool {
    let name = op.property(context, context.identifier(NAME));
    string(context, name).is_some()
        && LINKAGE.fits(context, op)
        && VISIBILITY.fits(context, op)
        && UNNAMED_ADDRESS.fits(context, op)
        && op.num_operands(context) == 0
        && op.num_results(context) == 0
        && lists::has_only_regions(context, op, 1)
}

/// Prints the words before the name.
pub(super) fn print_words(printer: &mut OperationPrinter<'_>, op: Op) {
    let context = printer.context();
    printer.write(b" ");
    LINKAGE.print_always(printer, op);
    VISIBILITY.print(printer, op);
    if op.property(context, context.identifier(THREAD_LOCAL)).is_some() {
        printer.write(b"thread_local ");
    }
    UNNAMED_ADDRESS.print(printer, op);
}

pub(super) fn print_name(printer: &mut OperationPrinter<'_>, op: Op) {
    let context = printer.context();
    let name = op.property(context, context.identifier(NAME));
    printer.write_symbol_name(string(context, name).unwrap_or_default());
}

/// Prints ` comdat(@a::@b)`, if there is one.
pub(super) fn print_comdat(printer: &mut OperationPrinter<'_>, comdat: Option<Attribute>) {
    if let Some(comdat) = comdat {
        printer.write(b" comdat(");
        printer.write_attribute(comdat);
        printer.write(b")");
    }
}

/// Prints ` { … }`, if the region has a block.
pub(super) fn print_region(printer: &mut OperationPrinter<'_>, op: Op) {
    let context = printer.context();
    if let Some(region) = op.region(context, 0).filter(|region| !region.is_empty(context)) {
        printer.write(b" ");
        lists::print_region(printer, region, true);
    }
}

impl OpSyntax for Global {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        parse_words(parser, parts);
        if parser.take_word(CONSTANT) {
            set(context, parts, CONSTANT, context.unit_attribute());
        }
        parse_name(parser, parts)?;
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        let mut value = None;
        if !parser.take(TokenKind::RightParen) {
            let read = parser.parse_attribute(None)?;
            set(context, parts, VALUE, read);
            value = Some(read);
            parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        }
        parse_comdat(parser, parts)?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        let ty = match (parse_type(parser)?, string(context, value)) {
            (Some(ty), _) => {
                parse_region(parser, parts)?;
                ty
            }
            (None, Some(text)) => {
                let region = parser.create_open_region();
                parts.regions.push(region);
                let text = format!("!llvm.array<{} x i8>", text.len());
                let ty = tvmlike_text::parse_defined_type(context, &text);
                ty.map_err(|error| parser.op_error(parser.op_place(), error.message()))?
            }
            (None, None) => {
                let message = "type can only be omitted for string globals";
                return Err(parser.op_error(parser.op_place(), message));
            }
        };
        set(context, parts, TYPE, context.type_attribute(ty));
        super::finish(parser, parts, "llvm.mlir.global")
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let property = |name: &str| op.property(context, context.identifier(name));
        let Some(ty) = type_in(context, property(TYPE)).filter(|_| words_fit(context, op)) else {
            return false;
        };
        print_words(printer, op);
        if property(CONSTANT).is_some() {
            printer.write(b"constant ");
        }
        print_name(printer, op);
        printer.write(b"(");
        let value = property(VALUE);
        if let Some(value) = value {
            printer.write_attribute(value);
        }
        printer.write(b")");
        print_comdat(printer, property(COMDAT));
        let hidden = [
            NAME,
            TYPE,
            CONSTANT,
            VALUE,
            "linkage",
            "unnamed_addr",
            THREAD_LOCAL,
            "visibility_",
            COMDAT,
        ];
        printer.write_attr_dict(&lists::entries(context, op, &hidden));
        if string(context, value).is_none() {
            printer.write(b" : ");
            printer.write_type(ty);
            print_region(printer, op);
        }
        true
    }
}
