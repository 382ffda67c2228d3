//! The custom forms of `vector.transfer_read` and `vector.transfer_write`.

use tvmlike_ir::{AffineMap, Attribute, AttributeKind, Context, NamedAttribute, Op, Type, TypeKind, Value};
use tvmlike_syntax::{Span, TokenKind};
use tvmlike_text::{
    Delimiter, OpParts, OpSyntax, OperationParser, OperationPrinter, Result, UnresolvedOperand,
};

use super::{find, lists};
use crate::transfer;

/// `%base[%i, %j], %padding, %mask {…} : type, vector type`.
pub(super) struct Read;

/// `%vector, %base[%i, %j], %mask {…} : vector type, type`.
pub(super) struct Write;

const MAP: &str = "permutation_map";
const BOUNDS: &str = "in_bounds";

/// The types of a transfer and its map.
struct Transfer {
    base: Type,
    vector: Type,
    element: Type,
    map: AffineMap,
}

/// Reads a mask, if there is one, the attributes and the types: which of them is the vector's.
fn parse_rest(
    parser: &mut OperationParser<'_, '_, '_>,
    parts: &mut OpParts,
    vector_first: bool,
) -> Result<(Option<UnresolvedOperand>, Transfer, Span)> {
    let context = parser.context();
    let mask = match parser.take(TokenKind::Comma) {
        true => Some(parser.parse_operand()?),
        false => None,
    };
    parser.parse_optional_attr_dict(&mut parts.attributes)?;
    let place = parser.place();
    parser.parse_token(TokenKind::Colon, "expected ':'")?;
    let types = parser.parse_type_list()?;
    let refused = |message: &str| Err(parser.op_error(place, message));
    let &[first, second] = types.as_slice() else {
        return refused("requires two types");
    };
    let (base, vector) = if vector_first {
        (second, first)
    } else {
        (first, second)
    };
    let is_vector = matches!(vector.kind(context), TypeKind::Vector { .. });
    let element = match base.kind(context) {
        TypeKind::MemRef { element, .. } | TypeKind::RankedTensor { element, .. } => Some(element),
        _ => None,
    };
    if vector_first && !is_vector {
        return refused("requires vector type");
    }
    let Some(element) = element else {
        return refused("requires memref or ranked tensor type");
    };
    if !is_vector {
        return refused("requires vector type");
    }
    let given = find(context, &parts.attributes, MAP).map(|map| map.kind(context));
    let map = match given {
        None => match transfer::default_map(context, base, vector) {
            Some(map) => map,
            None => {
                return refused("expected a custom permutation_map when rank(source) != rank(destination)");
            }
        },
        Some(AttributeKind::AffineMap(map)) => map,
        Some(_) => return refused("expected an affine map as permutation_map"),
    };
    let mut set = |name: &str, value| {
        let name = context.identifier(name);
        parts.properties.push(NamedAttribute { name, value });
    };
    if given.is_none() {
        set(MAP, context.affine_map_attribute(map));
    }
    if find(context, &parts.attributes, BOUNDS).is_none() {
        let results = map.results(context).len();
        set(
            BOUNDS,
            context.array_attribute(&vec![context.bool_attribute(false); results]),
        );
    }
    let transfer = Transfer {
        base,
        vector,
        element,
        map,
    };
    Ok((mask, transfer, place))
}

/// Resolves a mask, whose type follows from the vector and the map.
fn resolve_mask(
    parser: &mut OperationParser<'_, '_, '_>,
    parts: &mut OpParts,
    mask: Option<UnresolvedOperand>,
    transfer: &Transfer,
    place: Span,
) -> Result<()> {
    let context = parser.context();
    let Some(mask) = mask else {
        return Ok(());
    };
    if matches!(transfer.element.kind(context), TypeKind::Vector { .. }) {
        return Err(parser.op_error(mask.span, "does not support masks with vector element type"));
    }
    if transfer.vector.rank(context) != Some(transfer.map.results(context).len()) {
        let message = "expected the same rank for the vector and the results of the permutation map";
        return Err(parser.op_error(place, message));
    }
    let Some(ty) = transfer::mask_type(context, transfer.vector, transfer.map) else {
        let message = "expected a projected permutation as permutation_map to infer the type of the mask";
        return Err(parser.op_error(place, message));
    };
    parts.operands.push(parser.resolve_operand(mask, ty)?);
    Ok(())
}

fn resolve_indices(
    parser: &mut OperationParser<'_, '_, '_>,
    parts: &mut OpParts,
    indices: &[UnresolvedOperand],
) -> Result<()> {
    let index = parser.context().index_type();
    for operand in indices {
        parts.operands.push(parser.resolve_operand(*operand, index)?);
    }
    Ok(())
}

/// Prints the attributes that do not have their usual values.
fn print_attributes(printer: &mut OperationPrinter<'_>, op: Op) {
    let context = printer.context();
    let property = |name: &str| {
        let value = op.property(context, context.identifier(name));
        value.map(|value| value.kind(context))
    };
    let is_set = |bound: Attribute| match bound.kind(context) {
        AttributeKind::Integer { value, .. } => !value.is_zero(),
        _ => true,
    };
    let mut hidden = vec![lists::SEGMENTS];
    if let Some(AttributeKind::AffineMap(map)) = property(MAP)
        && transfer::is_minor_identity(context, map)
    {
        hidden.push(MAP);
    }
    if let Some(AttributeKind::Array(bounds)) = property(BOUNDS)
        && !bounds.iter().any(is_set)
    {
        hidden.push(BOUNDS);
    }
    printer.write_attr_dict(&lists::entries(context, op, &hidden));
}

fn print_indices(printer: &mut OperationPrinter<'_>, values: impl Iterator<Item = Value>) {
    printer.write(b"[");
    lists::print_values(printer, values);
    printer.write(b"]");
}

impl OpSyntax for Read {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let base = parser.parse_operand()?;
        let mut indices = Vec::new();
        lists::operands_in(parser, Delimiter::Square, &mut indices)?;
        parser.parse_token(TokenKind::Comma, "expected ','")?;
        let padding = parser.parse_operand()?;
        let (mask, transfer, place) = parse_rest(parser, parts, false)?;
        parts.operands.push(parser.resolve_operand(base, transfer.base)?);
        resolve_indices(parser, parts, &indices)?;
        parts
            .operands
            .push(parser.resolve_operand(padding, transfer.element)?);
        resolve_mask(parser, parts, mask, &transfer, place)?;
        let sizes = [1, indices.len(), 1, usize::from(mask.is_some())];
        lists::set_segments(parser.context(), parts, &sizes);
        parts.results.push(transfer.vector);
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let sizes = lists::segments::<4>(context, op);
        let Some([1, indices, 1, masks @ (0 | 1)]) = sizes else {
            return false;
        };
        let (Some(base), Some(result)) = (op.operand(context, 0), op.result(context, 0)) else {
            return false;
        };
        if op.num_results(context) != 1 || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        let mut values = op.operands(context).skip(1);
        printer.write(b" ");
        printer.write_value(base);
        print_indices(printer, values.by_ref().take(indices));
        printer.write(b", ");
        lists::print_values(printer, values.take(1 + masks));
        print_attributes(printer, op);
        printer.write(b" : ");
        lists::print_types(printer, [base.ty(context), result.ty(context)].into_iter());
        true
    }
}

impl OpSyntax for Write {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let vector = parser.parse_operand()?;
        parser.parse_token(TokenKind::Comma, "expected ','")?;
        let base = parser.parse_operand()?;
        let mut indices = Vec::new();
        lists::operands_in(parser, Delimiter::Square, &mut indices)?;
        let (mask, transfer, place) = parse_rest(parser, parts, true)?;
        parts
            .operands
            .push(parser.resolve_operand(vector, transfer.vector)?);
        parts.operands.push(parser.resolve_operand(base, transfer.base)?);
        resolve_indices(parser, parts, &indices)?;
        resolve_mask(parser, parts, mask, &transfer, place)?;
        let sizes = [1, 1, indices.len(), usize::from(mask.is_some())];
        lists::set_segments(context, parts, &sizes);
        if matches!(transfer.base.kind(context), TypeKind::RankedTensor { .. }) {
            parts.results.push(transfer.base);
        }
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context: &Context = printer.context();
        let sizes = lists::segments::<4>(context, op);
        let Some([1, 1, indices, masks @ (0 | 1)]) = sizes else {
            return false;
        };
        let (Some(vector), Some(base)) = (op.operand(context, 0), op.operand(context, 1)) else {
            return false;
        };
        if op.num_results(context) > 1 || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        let mut values = op.operands(context).skip(2);
        printer.write(b" ");
        lists::print_values(printer, [vector, base].into_iter());
        print_indices(printer, values.by_ref().take(indices));
        if masks > 0 {
            printer.write(b", ");
            lists::print_values(printer, values);
        }
        print_attributes(printer, op);
        printer.write(b" : ");
        lists::print_types(printer, [vector.ty(context), base.ty(context)].into_iter());
        true
    }
}
