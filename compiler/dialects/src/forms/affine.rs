//! The custom forms of the affine dialect: maps applied to values.
//!
//! Invariant: an operation prints in its form only if it has the operands that its maps need.

mod branch;
mod dma;
mod loops;
mod maps;
mod memory;
mod parallel;

use tvmlike_ir::{AffineMap, Attribute, AttributeKind, Context, NamedAttribute, Op, Type, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{
    CustomForm, Delimiter, OpParts, OperationParser, OperationPrinter, Result, UnresolvedOperand,
};

use super::lists;

/// The operation that ends the regions of the dialect.
const YIELD: &str = "affine.yield";
/// The attribute with the map of most operations.
const MAP: &str = "map";

/// A side of the bounds of loops: what its properties are called, and its keyword in text.
struct Side {
    name: &'static str,
    /// The keyword before several results of a map, of which this one counts.
    keyword: &'static str,
    /// The property of `affine.for`.
    map: &'static str,
    /// The properties of `affine.parallel`: one map for all loops, and how many of its results each loop has.
    maps: &'static str,
    groups: &'static str,
}

const LOWER: Side = Side {
    name: "lower",
    keyword: "max",
    map: "lowerBoundMap",
    maps: "lowerBoundsMap",
    groups: "lowerBoundsGroups",
};
const UPPER: Side = Side {
    name: "upper",
    keyword: "min",
    map: "upperBoundMap",
    maps: "upperBoundsMap",
    groups: "upperBoundsGroups",
};

/// The form of an operation.
pub(super) fn form(name: &str) -> Option<CustomForm> {
    Some(match name {
        "affine.apply" => CustomForm::new(maps::Apply),
        "affine.dma_start" => CustomForm::new(dma::Start),
        "affine.dma_wait" => CustomForm::new(dma::Wait),
        "affine.for" => CustomForm::new(loops::For),
        "affine.if" => CustomForm::new(branch::If),
        "affine.load" => CustomForm::new(memory::Load { is_vector: false }),
        "affine.max" => CustomForm::new(maps::Extreme),
        "affine.min" => CustomForm::new(maps::Extreme),
        "affine.parallel" => CustomForm::new(parallel::Parallel),
        "affine.prefetch" => CustomForm::new(memory::Prefetch),
        "affine.store" => CustomForm::new(memory::Store { is_vector: false }),
        "affine.vector_load" => CustomForm::new(memory::Load { is_vector: true }),
        "affine.vector_store" => CustomForm::new(memory::Store { is_vector: true }),
        _ => return None,
    })
}

/// An entry of a dictionary.
fn entry(context: &Context, name: &str, value: Attribute) -> NamedAttribute {
    NamedAttribute {
        name: context.identifier(name),
        value,
    }
}

/// The map in a property.
fn map_of(context: &Context, op: Op, name: &str) -> Option<AffineMap> {
    as_map(context, op.property(context, context.identifier(name))?)
}

/// The map that an attribute is.
fn as_map(context: &Context, value: Attribute) -> Option<AffineMap> {
    match value.kind(context) {
        AttributeKind::AffineMap(map) => Some(map),
        _ => None,
    }
}

/// Reads an attribute of the kind that `kind` takes; numbers without a type get the one of the hint.
fn attribute<T>(
    parser: &mut OperationParser<'_, '_, '_>,
    hint: Option<Type>,
    kind: impl Fn(&Context, Attribute) -> Option<T>,
) -> Result<(Attribute, T)> {
    let place = parser.place();
    let value = parser.parse_attribute(hint)?;
    match kind(parser.context(), value) {
        Some(found) => Ok((value, found)),
        None => Err(parser.op_error(place, "invalid kind of attribute specified")),
    }
}

/// Reads `(%a, %b)[%c]`: dimensions and symbols. Returns the operands and how many of them are dimensions.
fn dims_and_symbols(parser: &mut OperationParser<'_, '_, '_>) -> Result<(Vec<UnresolvedOperand>, usize)> {
    let mut operands = Vec::new();
    lists::operands_in_parens(parser, &mut operands)?;
    let dims = operands.len();
    if parser.is_at(TokenKind::LeftBracket) {
        lists::operands_in(parser, Delimiter::Square, &mut operands)?;
    }
    Ok((operands, dims))
}

/// Resolves operands of the type `index`.
fn resolve_indices(
    parser: &mut OperationParser<'_, '_, '_>,
    parts: &mut OpParts,
    operands: impl IntoIterator<Item = UnresolvedOperand>,
) -> Result<()> {
    let index = parser.context().index_type();
    for operand in operands {
        parts.operands.push(parser.resolve_operand(operand, index)?);
    }
    Ok(())
}

/// Prints `(%a, %b)[%c]`.
fn print_dims_and_symbols(printer: &mut OperationPrinter<'_>, operands: &[Value], dims: usize) {
    let (dims, symbols) = operands.split_at(dims);
    printer.write(b"(");
    lists::print_values(printer, dims.iter().copied());
    printer.write(b")");
    if !symbols.is_empty() {
        printer.write(b"[");
        lists::print_values(printer, symbols.iter().copied());
        printer.write(b"]");
    }
}

/// Prints `[%i + 1, symbol(%n)]`.
fn print_subscripts(printer: &mut OperationPrinter<'_>, map: AffineMap, operands: &[Value]) {
    printer.write(b"[");
    printer.write_affine_map_of_values(map, operands);
    printer.write(b"]");
}
