//! The custom forms of `affine.apply`, `affine.min` and `affine.max`.

use tvmlike_ir::{Op, Value};
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::super::lists;
use super::{MAP, as_map, attribute, dims_and_symbols, entry, map_of, resolve_indices};

/// `affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]`.
pub(super) struct Apply;

impl OpSyntax for Apply {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let (value, map) = attribute(parser, None, as_map)?;
        let (operands, dims) = dims_and_symbols(parser)?;
        let count = operands.len();
        resolve_indices(parser, parts, operands)?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        if map.num_dims(context) as usize != dims || map.num_inputs(context) != count {
            return Err(parser.op_error(parser.op_place(), "dimension or symbol index mismatch"));
        }
        parts.properties.push(entry(context, MAP, value));
        let results = map.results(context).len();
        parts
            .results
            .extend(std::iter::repeat_n(context.index_type(), results));
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        print(printer, op)
    }
}

/// `affine_map<(d0)[s0] -> (d0, s0)>(%i)[%n]`.
pub(super) struct Extreme;

impl OpSyntax for Extreme {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let (value, _) = attribute(parser, None, as_map)?;
        let (operands, _) = dims_and_symbols(parser)?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        resolve_indices(parser, parts, operands)?;
        parts.properties.push(entry(context, MAP, value));
        parts.results.push(context.index_type());
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        print(printer, op)
    }
}

fn print(printer: &mut OperationPrinter<'_>, op: Op) -> bool {
    let context = printer.context();
    let value = op.property(context, context.identifier(MAP));
    let Some((value, map)) = value.zip(map_of(context, op, MAP)) else {
        return false;
    };
    let dims = map.num_dims(context) as usize;
    if op.num_operands(context) < dims || !lists::has_only_regions(context, op, 0) {
        return false;
    }
    let operands: Vec<Value> = op.operands(context).collect();
    printer.write(b" ");
    printer.write_attribute(value);
    super::print_dims_and_symbols(printer, &operands, dims);
    printer.write_attr_dict(&lists::entries(context, op, &[MAP]));
    true
}
