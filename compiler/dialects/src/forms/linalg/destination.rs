//! The forms of `linalg.transpose` and `linalg.broadcast`, and what they share with those of `linalg.map` and
//! `linalg.reduce`: result types follow from the outputs, and a list of dimensions stands behind the operands.

use tvmlike_ir::{NamedAttribute, Op, OpState, TypeKind};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::groups;
use crate::forms::lists;
use crate::structured;

/// Reads `ins(…) outs(…) dimensions = [1] {…}`; the list, if `list` names one.
pub(super) fn parse(
    parser: &mut OperationParser<'_, '_, '_>,
    parts: &mut OpParts,
    list: Option<&str>,
) -> Result<()> {
    let context = parser.context();
    let types = groups::parse(parser, parts, false)?;
    let is_tensor = |ty: &tvmlike_ir::Type| matches!(ty.kind(context), TypeKind::RankedTensor { .. });
    parts.results = types.outputs.into_iter().filter(is_tensor).collect();
    if let Some(list) = list {
        parser.parse_keyword(list)?;
        parser.parse_token(TokenKind::Equal, "expected '='")?;
        let value = parser.parse_dense_array_elements(context.i64())?;
        let name = context.identifier(list);
        parts.attributes.push(NamedAttribute { name, value });
    }
    parser.parse_optional_attr_dict(&mut parts.attributes)?;
    parser.refuse_duplicates(parts)
}

/// Prints ` ins(…) outs(…) dimensions = [1]  {…}`. Returns `false` if the operation lacks the list.
pub(super) fn print(printer: &mut OperationPrinter<'_>, op: Op, inputs: usize, list: Option<&str>) -> bool {
    let context = printer.context();
    let numbers = list.map(|list| lists::integers(context, op.property(context, context.identifier(list))));
    if numbers == Some(None) {
        return false;
    }
    groups::print(printer, op, inputs);
    if let Some((list, numbers)) = list.zip(numbers.flatten()) {
        let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
        printer.write(format!(" {list} = [{}] ", numbers.join(", ")).as_bytes());
    }
    let hidden: Vec<&str> = list.into_iter().collect();
    printer.write_attr_dict(&lists::entries(context, op, &hidden));
    true
}

/// `ins(%a : type) outs(%b : type) permutation = [1, 0]`: an operation whose body yields its first argument, by the name
/// of its list.
pub(super) struct Destination(pub(super) &'static str);

impl OpSyntax for Destination {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        parse(parser, parts, Some(self.0))?;
        let context = parser.context();
        let types: Vec<_> = parts
            .operands
            .iter()
            .map(|operand| groups::argument_type(context, operand.ty(context)))
            .collect();
        let location = parser.op_location();
        let region = parser.create_open_region();
        let block = structured::create_block(parser.edit(), region, &types);
        if let Some(first) = block.argument(context, 0) {
            let state = OpState {
                operands: &[first],
                ..OpState::new(context.identifier("linalg.yield"), location)
            };
            structured::append_op(parser.edit(), block, &state, &[]);
        }
        parts.regions.push(region);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        if !lists::has_only_regions(context, op, 1) || op.num_operands(context) != 2 {
            return false;
        }
        print(printer, op, 1, Some(self.0))
    }
}
