//! The custom form of `pdl_interp.foreach`: `%op : !pdl.operation in %range { … } -> ^next`.

use tvmlike_ir::{Context, Op, Type};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{CustomForm, OpParts, OpSyntax, OperationParser, OperationPrinter, RegionStyle, Result};

use super::lists;

/// The form of an operation.
pub(super) fn form(name: &str) -> Option<CustomForm> {
    (name == "pdl_interp.foreach").then(|| CustomForm::new(Foreach))
}

struct Foreach;

/// `!pdl.range<T>` for `!pdl.T`.
fn range_of(context: &Context, ty: Type) -> Option<Type> {
    let range = context.type_info(context.identifier("pdl"), context.identifier("range"))?;
    context
        .dialect_type(range, &[Some(context.type_attribute(ty))])
        .ok()
}

impl OpSyntax for Foreach {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let place = parser.place();
        let argument = parser.parse_region_argument()?;
        if argument.name.is_none() {
            return Err(parser.op_error(place, "expected SSA operand"));
        }
        parser.parse_keyword("in")?;
        let place = parser.place();
        let values = parser.parse_operand()?;
        let Some(range) = range_of(parser.context(), argument.ty) else {
            let found = tvmlike_text::quote_type(parser.context(), argument.ty);
            return Err(parser.op_error(place, format!("there is no range of '{found}'")));
        };
        parts.operands.push(parser.resolve_operand(values, range)?);
        parts
            .regions
            .push(parser.parse_region_with_arguments(&[argument])?);
        let place = parser.place();
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parser.check_inherent_attributes(place, &parts.attributes)?;
        parser.parse_token(TokenKind::Arrow, "expected '->'")?;
        parts.successors.push(parser.parse_successor()?);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let region = op
            .region(context, 0)
            .filter(|_| op.num_regions(context) == 1 && op.num_operands(context) == 1);
        let entry = region.and_then(|region| region.first_block(context));
        let argument = entry.filter(|entry| entry.num_arguments(context) == 1);
        let argument = argument.and_then(|entry| entry.argument(context, 0));
        let (Some(region), Some(argument), Some(values), Some(next)) =
            (region, argument, op.operand(context, 0), op.successor(context, 0))
        else {
            return false;
        };
        if range_of(context, argument.ty(context)) != Some(values.ty(context)) {
            return false;
        }
        printer.write(b" ");
        printer.write_value(argument);
        printer.write(b" : ");
        printer.write_type(argument.ty(context));
        printer.write(b" in ");
        printer.write_value(values);
        printer.write(b" ");
        let style = RegionStyle {
            entry_arguments: false,
            ..RegionStyle::default()
        };
        printer.print_region(region, style);
        printer.write_attr_dict(&lists::entries(context, op, &[]));
        printer.write(b" -> ");
        printer.write_block_name(next);
        true
    }
}
