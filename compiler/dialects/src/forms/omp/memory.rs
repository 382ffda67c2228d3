//! The custom form of `omp.target_allocmem`.

use tvmlike_ir::{AttributeKind, NamedAttribute, Op};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::super::lists;

const TYPE: &str = "in_type";

/// `omp.target_allocmem %0 : i32, vector<3xf32>(%1 : i32), %2`: a device, a type with its parameters, and a shape.
pub(super) struct Allocate;

impl OpSyntax for Allocate {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let device = parser.parse_operand()?;
        let ty = parser.parse_colon_type()?;
        parts.operands.push(parser.resolve_operand(device, ty)?);
        parser.parse_token(TokenKind::Comma, "expected ','")?;
        let ty = parser.parse_type()?;
        parts.properties.push(NamedAttribute {
            name: context.identifier(TYPE),
            value: context.type_attribute(ty),
        });
        let (mut operands, mut types) = (Vec::new(), Vec::new());
        if parser.take(TokenKind::LeftParen) {
            parser.parse_operand_list(&mut operands)?;
            parser.parse_token(TokenKind::Colon, "expected ':'")?;
            types.extend(parser.parse_type_list()?);
            parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        }
        let parameters = operands.len();
        if parser.take(TokenKind::Comma) {
            parser.parse_operand_list(&mut operands)?;
        }
        let shape = operands.len() - parameters;
        types.resize(types.len() + shape, context.index_type());
        lists::resolve(parser, parts, &operands, &types, parser.op_place())?;
        lists::set_segments(context, parts, &[1, parameters, shape]);
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parts.results.push(context.i64());
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let ty = op
            .property(context, context.identifier(TYPE))
            .map(|ty| ty.kind(context));
        let segments = lists::segments::<3>(context, op);
        let (Some(AttributeKind::Type(ty)), Some([1, parameters, _])) = (ty, segments) else {
            return false;
        };
        if !lists::has_only_regions(context, op, 0) || op.num_results(context) != 1 {
            return false;
        }
        let mut operands = op.operands(context);
        for device in operands.by_ref().take(1) {
            printer.write(b" ");
            printer.write_value(device);
            printer.write(b" : ");
            printer.write_type(device.ty(context));
        }
        printer.write(b", ");
        printer.write_type(ty);
        if parameters > 0 {
            printer.write(b"(");
            lists::print_values(printer, operands.take(parameters));
            printer.write(b" : ");
            let values = operands.by_ref().take(parameters);
            lists::print_types(printer, values.map(|value| value.ty(context)));
            printer.write(b")");
        }
        for size in operands {
            printer.write(b", ");
            printer.write_value(size);
        }
        printer.write_attr_dict(&lists::entries(context, op, &[TYPE, lists::SEGMENTS]));
        true
    }
}
