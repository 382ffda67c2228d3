//! The custom forms of `affine.dma_start` and `affine.dma_wait`, whose maps are plain attributes.

use tvmlike_ir::{AffineMap, Context, Op, TypeKind, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{
    AffineOperands, Delimiter, OpParts, OpSyntax, OperationParser, OperationPrinter, Result,
    UnresolvedOperand,
};

use super::super::lists;
use super::{as_map, entry, print_subscripts, resolve_indices};

/// `%source[%i], %target[%j], %tag[%k], %count, %stride, %per_stride : type, type, type`.
pub(super) struct Start;

/// `%tag[%k], %count : type`.
pub(super) struct Wait;

const MAPS: [&str; 3] = ["src_map", "dst_map", "tag_map"];

/// Reads `%memref[%i]`, and sets its map.
fn place(
    parser: &mut OperationParser<'_, '_, '_>,
    parts: &mut OpParts,
    name: &str,
) -> Result<(UnresolvedOperand, AffineOperands)> {
    let memref = parser.parse_operand()?;
    let (map, indices) = parser.parse_affine_map_of_values(Delimiter::Square)?;
    let context = parser.context();
    let map = context.affine_map_attribute(map);
    parts.attributes.push(entry(context, name, map));
    parser.parse_token(TokenKind::Comma, "expected ','")?;
    Ok((memref, indices))
}

/// The map in an attribute.
fn map(context: &Context, op: Op, name: &str) -> Option<AffineMap> {
    as_map(context, op.attribute(context, context.identifier(name))?)
}

/// Takes a memref and the operands of its map from the front of the operands.
fn take<'a>(
    context: &Context,
    op: Op,
    name: &str,
    operands: &mut &'a [Value],
) -> Option<(Value, AffineMap, &'a [Value])> {
    let map = map(context, op, name)?;
    let (memref, rest) = operands.split_first()?;
    let (indices, rest) = rest.split_at_checked(map.num_inputs(context))?;
    *operands = rest;
    Some((*memref, map, indices))
}

impl OpSyntax for Start {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let mut places = Vec::new();
        for name in MAPS {
            places.push(place(parser, parts, name)?);
        }
        let mut numbers = vec![parser.parse_operand()?];
        if parser.take(TokenKind::Comma) {
            parser.parse_operand_list(&mut numbers)?;
        }
        if !matches!(numbers.len(), 1 | 3) {
            let message = "expected two stride related operands";
            return Err(parser.op_error(parser.op_place(), message));
        }
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        let types = parser.parse_type_list()?;
        if types.len() != MAPS.len() {
            return Err(parser.op_error(parser.op_place(), "expected three types"));
        }
        for ((memref, indices), ty) in places.iter().zip(types) {
            parts.operands.push(parser.resolve_operand(*memref, ty)?);
            resolve_indices(parser, parts, indices.all())?;
        }
        resolve_indices(parser, parts, numbers)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let operands: Vec<Value> = op.operands(context).collect();
        let mut rest = operands.as_slice();
        let places: Option<Vec<_>> = MAPS
            .iter()
            .map(|name| take(context, op, name, &mut rest))
            .collect();
        let Some(places) = places.filter(|_| matches!(rest.len(), 1 | 3)) else {
            return false;
        };
        if op.num_results(context) > 0 || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        printer.write(b" ");
        for (memref, map, indices) in &places {
            printer.write_value(*memref);
            print_subscripts(printer, *map, indices);
            printer.write(b", ");
        }
        lists::print_values(printer, rest.iter().copied());
        printer.write(b" : ");
        lists::print_types(printer, places.iter().map(|(memref, ..)| memref.ty(context)));
        true
    }
}

impl OpSyntax for Wait {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let (tag, indices) = place(parser, parts, MAPS[2])?;
        let count = parser.parse_operand()?;
        let ty = parser.parse_colon_type()?;
        parts.operands.push(parser.resolve_operand(tag, ty)?);
        resolve_indices(parser, parts, indices.all())?;
        resolve_indices(parser, parts, [count])?;
        match ty.kind(parser.context()) {
            TypeKind::MemRef { .. } => Ok(()),
            _ => Err(parser.op_error(parser.op_place(), "expected tag to be of memref type")),
        }
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let operands: Vec<Value> = op.operands(context).collect();
        let mut rest = operands.as_slice();
        let tag = take(context, op, MAPS[2], &mut rest);
        let (Some((tag, map, indices)), [count]) = (tag, rest) else {
            return false;
        };
        if op.num_results(context) > 0 || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        printer.write(b" ");
        printer.write_value(tag);
        print_subscripts(printer, map, indices);
        printer.write(b", ");
        printer.write_value(*count);
        printer.write(b" : ");
        printer.write_type(tag.ty(context));
        true
    }
}
