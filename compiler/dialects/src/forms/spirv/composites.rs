//! Elements of composites, and arithmetic whose result is a struct.

use tvmlike_ir::{NamedAttribute, Op};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::super::lists;
use crate::spirv::{element_at, members};

const INDICES: &str = "indices";

/// `%0[1 : i32] : !spirv.array<4 x f32>`.
pub(super) struct Extract;

impl OpSyntax for Extract {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let composite = parser.parse_operand()?;
        let place = parser.place();
        let value = parser.parse_attribute(None)?;
        let ty = parser.parse_colon_type()?;
        parts.operands.push(parser.resolve_operand(composite, ty)?);
        let element = element_at(context, ty, Some(value), "spirv.CompositeExtract");
        let element = element.map_err(|message| parser.op_error(place, message))?;
        parts.results.push(element);
        let name = context.identifier(INDICES);
        parts.properties.push(NamedAttribute { name, value });
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let indices = op.property(context, context.identifier(INDICES));
        let operands: Vec<_> = op.operands(context).collect();
        let results: Vec<_> = op.results(context).collect();
        let ([composite], [result]) = (operands.as_slice(), results.as_slice()) else {
            return false;
        };
        let ty = composite.ty(context);
        let is_read_back = element_at(context, ty, indices, "") == Ok(result.ty(context));
        if !is_read_back || !lists::has_only_regions(context, op, 0) || !super::shows_all(context, op, &[]) {
            return false;
        }
        printer.write(b" ");
        printer.write_value(*composite);
        if let Some(indices) = indices {
            printer.write_attribute(indices);
        }
        printer.write(b" : ");
        printer.write_type(ty);
        true
    }
}

/// `%0, %1[1 : i32] : f32 into !spirv.array<4 x f32>`.
pub(super) struct Insert;

impl OpSyntax for Insert {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let place = parser.place();
        let operands = lists::bare_operands(parser, 2)?;
        let value = parser.parse_attribute(None)?;
        let object = parser.parse_colon_type()?;
        parser.parse_keyword("into")?;
        let composite = parser.parse_type()?;
        lists::resolve(parser, parts, &operands, &[object, composite], place)?;
        parts.results.push(composite);
        let name = context.identifier(INDICES);
        parts.properties.push(NamedAttribute { name, value });
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let operands: Vec<_> = op.operands(context).collect();
        let results: Vec<_> = op.results(context).collect();
        let (Some(indices), [object, composite], [result]) = (
            op.property(context, context.identifier(INDICES)),
            operands.as_slice(),
            results.as_slice(),
        ) else {
            return false;
        };
        let ty = composite.ty(context);
        let fits = result.ty(context) == ty
            && lists::has_only_regions(context, op, 0)
            && super::shows_all(context, op, &[]);
        if !fits {
            return false;
        }
        printer.write(b" ");
        lists::print_values(printer, operands.iter().copied());
        printer.write_attribute(indices);
        printer.write(b" : ");
        printer.write_type(object.ty(context));
        printer.write(b" into ");
        printer.write_type(ty);
        true
    }
}

/// `%0, %1 : !spirv.struct<(i32, i32)>`.
pub(super) struct Extended;

impl OpSyntax for Extended {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        let mut operands = Vec::new();
        parser.parse_operand_list(&mut operands)?;
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        let place = parser.place();
        let ty = parser.parse_type()?;
        let Some(&[member, _]) = members(parser.context(), ty).as_deref() else {
            return Err(parser.op_error(place, "expected spirv.struct type with two members"));
        };
        lists::resolve(parser, parts, &operands, &[member; 2], place)?;
        parts.results.push(ty);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some(result) = op.result(context, 0) else {
            return false;
        };
        let ty = result.ty(context);
        let of_members = members(context, ty).filter(|members| members.len() == 2);
        let fits = op.num_operands(context) == 2
            && op.num_results(context) == 1
            && lists::has_only_regions(context, op, 0)
            && of_members.is_some_and(|members| {
                let mut operands = op.operands(context);
                operands.all(|operand| operand.ty(context) == members[0])
            });
        if !fits {
            return false;
        }
        printer.write(b" ");
        printer.write_attr_dict(&lists::entries(context, op, &[]));
        lists::print_values(printer, op.operands(context));
        printer.write(b" : ");
        printer.write_type(ty);
        true
    }
}
