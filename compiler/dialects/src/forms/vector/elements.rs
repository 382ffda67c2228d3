//! The custom form of `vector.from_elements`, whose operands have the element type of the vector.

use tvmlike_ir::{Op, Type, TypeKind};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::lists;

/// `%a, %b {…} : vector<2xf32>`.
pub(super) struct FromElements;

impl OpSyntax for FromElements {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let place = parser.place();
        let mut operands = Vec::new();
        parser.parse_operand_list(&mut operands)?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        let type_place = parser.place();
        let ty = parser.parse_type()?;
        let TypeKind::Vector {
            shape,
            element,
            scalable,
        } = ty.kind(context)
        else {
            return Err(lists::wrong_kind(parser, type_place, "builtin.vector", ty));
        };
        if (0..shape.len()).any(|index| scalable.get(index)) {
            let found = tvmlike_text::quote_type(context, ty);
            let message = format!("'dest' must be fixed-length vector of any type values, but got '{found}'");
            return Err(parser.op_error(parser.op_place(), message));
        }
        let count = shape.iter().try_fold(1, i64::checked_mul);
        let count = count.and_then(|count| usize::try_from(count).ok());
        if count != Some(operands.len()) {
            let wanted = count.map_or("too many".to_owned(), |count| count.to_string());
            let message = format!(
                "number of operands and types do not match: got {} operands and {wanted} types",
                operands.len()
            );
            return Err(parser.op_error(place, message));
        }
        let types: Vec<Type> = vec![element; operands.len()];
        lists::resolve(parser, parts, &operands, &types, place)?;
        parts.results.push(ty);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some(result) = op.result(context, 0) else {
            return false;
        };
        if op.num_results(context) != 1 || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        printer.write(b" ");
        lists::print_values(printer, op.operands(context));
        printer.write_attr_dict(&lists::entries(context, op, &[]));
        printer.write(b" : ");
        printer.write_type(result.ty(context));
        true
    }
}
