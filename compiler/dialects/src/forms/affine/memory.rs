//! The custom forms of accesses to memory: `affine.load`, `affine.store`, those of vectors, and `affine.prefetch`.

use tvmlike_ir::{AffineMap, Context, Op, Type, TypeKind, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{
    AffineOperands, Delimiter, OpParts, OpSyntax, OperationParser, OperationPrinter, Result,
    UnresolvedOperand,
};

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

/// `%memref[%i + 1, symbol(%n)]` as it was read.
struct Subscripted {
    memref: UnresolvedOperand,
    map: AffineMap,
    indices: AffineOperands,
}

impl Subscripted {
    fn parse(parser: &mut OperationParser<'_, '_, '_>) -> Result<Self> {
        let memref = parser.parse_operand()?;
        let (map, indices) = parser.parse_affine_map_of_values(Delimiter::Square)?;
        Ok(Self { memref, map, indices })
    }

    /// Appends the operands, and sets the map.
    fn resolve(
        self,
        parser: &mut OperationParser<'_, '_, '_>,
        parts: &mut OpParts,
        memref: Type,
    ) -> Result<()> {
        parts.operands.push(parser.resolve_operand(self.memref, memref)?);
        resolve_indices(parser, parts, self.indices.all())?;
        let context = parser.context();
        let map = context.affine_map_attribute(self.map);
        parts.properties.push(entry(context, MAP, map));
        Ok(())
    }
}

/// Reads `{…} : memref`, and `, vector` for a vector. Returns the type of the memref, and that of the accessed value.
fn types(
    parser: &mut OperationParser<'_, '_, '_>,
    parts: &mut OpParts,
    is_vector: bool,
) -> Result<(Type, Type)> {
    parser.parse_optional_attr_dict(&mut parts.attributes)?;
    let (memref, element) = lists::colon_memref(parser)?;
    let value = match is_vector {
        true => comma_vector(parser)?,
        false => element,
    };
    Ok((memref, value))
}

/// The memref and the map that it is accessed with, if the operands suffice for it and the form shows all of the operation.
fn accessed(context: &Context, op: Op, operands: &[Value], results: usize) -> Option<(Value, AffineMap)> {
    let (memref, indices) = operands.split_first()?;
    let map = map_of(context, op, MAP)?;
    let is_whole = map.num_inputs(context) <= indices.len()
        && op.num_results(context) == results
        && lists::has_only_regions(context, op, 0);
    is_whole.then_some((*memref, map))
}

/// Prints `{…} : memref`, and `, vector` for a vector.
fn print_types(
    printer: &mut OperationPrinter<'_>,
    op: Op,
    shown: &[&str],
    types: impl IntoIterator<Item = Type>,
) {
    printer.write_attr_dict(&lists::entries(printer.context(), op, shown));
    printer.write(b" : ");
    lists::print_types(printer, types.into_iter());
}

/// `%memref[%i + 1, symbol(%n)] {…} : type`, and `, type` for a vector.
pub(super) struct Load {
    /// Whether a vector is loaded.
    pub(super) is_vector: bool,
}

impl OpSyntax for Load {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let place = Subscripted::parse(parser)?;
        let (memref, result) = types(parser, parts, self.is_vector)?;
        place.resolve(parser, parts, memref)?;
        parts.results.push(result);
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let operands: Vec<Value> = op.operands(context).collect();
        let Some((memref, map)) = accessed(context, op, &operands, 1) else {
            return false;
        };
        printer.write(b" ");
        printer.write_value(memref);
        print_subscripts(printer, map, &operands[1..]);
        let result = op.result(context, 0).filter(|_| self.is_vector);
        let types = [Some(memref), result].into_iter().flatten();
        print_types(printer, op, &[MAP], types.map(|value| value.ty(context)));
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
        let place = Subscripted::parse(parser)?;
        let (memref, ty) = types(parser, parts, self.is_vector)?;
        parts.operands.push(parser.resolve_operand(value, ty)?);
        place.resolve(parser, parts, memref)?;
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let operands: Vec<Value> = op.operands(context).collect();
        let Some((value, operands)) = operands.split_first() else {
            return false;
        };
        let Some((memref, map)) = accessed(context, op, operands, 0) else {
            return false;
        };
        printer.write(b" ");
        lists::print_values(printer, [*value, memref].into_iter());
        print_subscripts(printer, map, &operands[1..]);
        let types = [Some(memref), Some(*value).filter(|_| self.is_vector)];
        let types = types.into_iter().flatten();
        print_types(printer, op, &[MAP], types.map(|value| value.ty(context)));
        true
    }
}

/// `%memref[%i + 1], read, locality<3>, data {…} : type`.
pub(super) struct Prefetch;

impl OpSyntax for Prefetch {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let place = Subscripted::parse(parser)?;
        let access = prefetch::parse(parser)?;
        let (memref, _) = types(parser, parts, false)?;
        place.resolve(parser, parts, memref)?;
        access.set(parser, parts)?;
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let operands: Vec<Value> = op.operands(context).collect();
        let access = prefetch::of(context, op);
        let Some(((memref, map), access)) = accessed(context, op, &operands, 0).zip(access) else {
            return false;
        };
        printer.write(b" ");
        printer.write_value(memref);
        print_subscripts(printer, map, &operands[1..]);
        prefetch::print(printer, &access);
        let [write, hint, data] = prefetch::SHOWN;
        print_types(printer, op, &[MAP, write, hint, data], [memref.ty(context)]);
        true
    }
}
