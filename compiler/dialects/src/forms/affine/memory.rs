//! The custom forms of accesses to memory: `affine.load`, `affine.store`, those of vectors, and `affine.prefetch`.

use tvmlike_ir::{Op, Type, TypeKind, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{Delimiter, OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::super::{lists, prefetch};
use super::{MAP, entry, map_of, print_subscripts, resolve_indices};

/// Reads `, vector<…>`.
fn comma_vector(parser: &mut OperationParser<'_, '_, '_>) -> Result<Type> {
    parser.parse_token(TokenKind::Comma, "expected ','")?;
    let place = parser.place();
    let ty = parser.parse_type()?;
    match ty.kind(parser.context()) {
        TypeKind::Vector { .. } => Ok(ty),
        _ => Err(lists::wrong_kind(parser, place, "builtin.vector", ty)),
    }
}

/// `%memref[%i + 1, symbol(%n)] {…} : type`, and `, type` for a vector.
pub(super) struct Load {
    /// Whether a vector is loaded.
    pub(super) is_vector: bool,
}

impl OpSyntax for Load {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let memref = parser.parse_operand()?;
        let (map, indices) = parser.parse_affine_map_of_values(Delimiter::Square)?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        let (ty, element) = lists::colon_memref(parser)?;
        let result = match self.is_vector {
            true => comma_vector(parser)?,
            false => element,
        };
        parts.operands.push(parser.resolve_operand(memref, ty)?);
        resolve_indices(parser, parts, indices.all())?;
        parts.results.push(result);
        let context = parser.context();
        parts
            .properties
            .push(entry(context, MAP, context.affine_map_attribute(map)));
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let operands: Vec<Value> = op.operands(context).collect();
        let (Some((memref, indices)), Some(result)) = (operands.split_first(), op.result(context, 0)) else {
            return false;
        };
        let Some(map) = map_of(context, op, MAP).filter(|map| map.num_inputs(context) <= indices.len())
        else {
            return false;
        };
        if op.num_results(context) != 1 || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        printer.write(b" ");
        printer.write_value(*memref);
        print_subscripts(printer, map, indices);
        printer.write_attr_dict(&lists::entries(context, op, &[MAP]));
        printer.write(b" : ");
        printer.write_type(memref.ty(context));
        if self.is_vector {
            printer.write(b", ");
            printer.write_type(result.ty(context));
        }
        true
    }
}

/// `%value, %memref[%i + 1, symbol(%n)] {…} : type`, and `, type` for a vector.
pub(super) struct Store {
    /// Whether a vector is stored.
    pub(super) is_vector: bool,
}

impl OpSyntax for Store {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let value = parser.parse_operand()?;
        parser.parse_token(TokenKind::Comma, "expected ','")?;
        let memref = parser.parse_operand()?;
        let (map, indices) = parser.parse_affine_map_of_values(Delimiter::Square)?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        let (ty, element) = lists::colon_memref(parser)?;
        let value_type = match self.is_vector {
            true => comma_vector(parser)?,
            false => element,
        };
        parts.operands.push(parser.resolve_operand(value, value_type)?);
        parts.operands.push(parser.resolve_operand(memref, ty)?);
        resolve_indices(parser, parts, indices.all())?;
        let context = parser.context();
        parts
            .properties
            .push(entry(context, MAP, context.affine_map_attribute(map)));
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let operands: Vec<Value> = op.operands(context).collect();
        let [value, memref, indices @ ..] = operands.as_slice() else {
            return false;
        };
        let Some(map) = map_of(context, op, MAP).filter(|map| map.num_inputs(context) <= indices.len())
        else {
            return false;
        };
        if op.num_results(context) > 0 || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        printer.write(b" ");
        printer.write_value(*value);
        printer.write(b", ");
        printer.write_value(*memref);
        print_subscripts(printer, map, indices);
        printer.write_attr_dict(&lists::entries(context, op, &[MAP]));
        printer.write(b" : ");
        printer.write_type(memref.ty(context));
        if self.is_vector {
            printer.write(b", ");
            printer.write_type(value.ty(context));
        }
        true
    }
}

/// `%memref[%i + 1], read, locality<3>, data {…} : type`.
pub(super) struct Prefetch;

impl OpSyntax for Prefetch {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let memref = parser.parse_operand()?;
        let (map, indices) = parser.parse_affine_map_of_values(Delimiter::Square)?;
        let access = prefetch::parse(parser)?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        let (ty, _) = lists::colon_memref(parser)?;
        parts.operands.push(parser.resolve_operand(memref, ty)?);
        resolve_indices(parser, parts, indices.all())?;
        access.set(parser, parts)?;
        let context = parser.context();
        parts
            .properties
            .push(entry(context, MAP, context.affine_map_attribute(map)));
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let operands: Vec<Value> = op.operands(context).collect();
        let Some((memref, indices)) = operands.split_first() else {
            return false;
        };
        let map = map_of(context, op, MAP).filter(|map| map.num_inputs(context) <= indices.len());
        let Some((map, access)) = map.zip(prefetch::of(context, op)) else {
            return false;
        };
        if op.num_results(context) > 0 || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        printer.write(b" ");
        printer.write_value(*memref);
        print_subscripts(printer, map, indices);
        prefetch::print(printer, &access);
        let [write, hint, data] = prefetch::SHOWN;
        printer.write_attr_dict(&lists::entries(context, op, &[MAP, write, hint, data]));
        printer.write(b" : ");
        printer.write_type(memref.ty(context));
        true
    }
}
