//! The custom form of `affine.if`.

use tvmlike_ir::{AttributeKind, Op, Value};
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::super::lists;
use super::{YIELD, attribute, dims_and_symbols, entry, print_dims_and_symbols, resolve_indices};

/// `affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%i)[%n] -> f32 { … } else { … } {…}`.
pub(super) struct If;

const CONDITION: &str = "condition";

impl OpSyntax for If {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let (condition, set) = attribute(parser, None, |context, value| match value.kind(context) {
            AttributeKind::IntegerSet(set) => Some(set),
            _ => None,
        })?;
        let (operands, dims) = dims_and_symbols(parser)?;
        let count = operands.len();
        resolve_indices(parser, parts, operands)?;
        for (is_wrong, word) in [
            (set.num_dims(context) as usize != dims, "dim"),
            (dims + set.num_symbols(context) as usize != count, "symbol"),
        ] {
            if is_wrong {
                let message = format!("{word} operand count and integer set {word} count must match");
                return Err(parser.op_error(parser.op_place(), message));
            }
        }
        parts.properties.push(entry(context, CONDITION, condition));
        parts.results = lists::optional_arrow_types(parser)?;
        let terminator = context.identifier(YIELD);
        let region = parser.parse_region()?;
        parser.ensure_terminator(region, terminator);
        parts.regions.push(region);
        let region = match parser.take_word("else") {
            true => {
                let region = parser.parse_region()?;
                parser.ensure_terminator(region, terminator);
                region
            }
            false => parser.create_open_region(),
        };
        parts.regions.push(region);
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let condition = op.property(context, context.identifier(CONDITION));
        let regions = op.region(context, 0).zip(op.region(context, 1));
        let (Some(condition), Some((first, second))) = (condition, regions) else {
            return false;
        };
        let AttributeKind::IntegerSet(set) = condition.kind(context) else {
            return false;
        };
        let dims = set.num_dims(context) as usize;
        if op.num_operands(context) < dims || !lists::has_only_regions(context, op, 2) {
            return false;
        }
        let operands: Vec<Value> = op.operands(context).collect();
        printer.write(b" ");
        printer.write_attribute(condition);
        print_dims_and_symbols(printer, &operands, dims);
        lists::print_optional_arrow_types(printer, op);
        printer.write(b" ");
        let has_results = op.num_results(context) > 0;
        lists::print_region(printer, first, has_results);
        if !second.is_empty(context) {
            printer.write(b" else ");
            lists::print_region(printer, second, has_results);
        }
        printer.write_attr_dict(&lists::entries(context, op, &[CONDITION]));
        true
    }
}
