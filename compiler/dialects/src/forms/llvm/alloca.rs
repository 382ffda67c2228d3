//! `llvm.alloca`: `inalloca %0 x f32 {alignment = 8 : i64} : (i32) -> !llvm.ptr`.

use tvmlike_ir::{AttributeKind, Op, TypeKind};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::super::lists;
use crate::llvm::keywords;
use crate::llvm::{set, type_in};

/// An allocation on the stack.
pub(super) struct Alloca;

const ALIGNMENT: &str = "alignment";
const ELEMENT: &str = "elem_type";
const IN_ARGUMENTS: &str = "inalloca";

impl OpSyntax for Alloca {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        if parser.take_word(IN_ARGUMENTS) {
            set(context, parts, IN_ARGUMENTS, context.unit_attribute());
        }
        let size = parser.parse_operand()?;
        parser.parse_keyword("x")?;
        let element = parser.parse_type()?;
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        let place = parser.place();
        let ty = parser.parse_type()?;
        let alignment = context.identifier(ALIGNMENT);
        let given = parts.attributes.iter().position(|entry| entry.name == alignment);
        if let Some(index) = given {
            let AttributeKind::Integer { value, .. } = parts.attributes[index].value.kind(context) else {
                return Err(parser.op_error(parser.op_place(), "expected integer alignment"));
            };
            if value.is_zero() {
                parts.attributes.remove(index);
            }
        }
        let (operand, result) = match ty.kind(context) {
            TypeKind::Function { inputs, results } if inputs.len() == 1 && results.len() == 1 => {
                (inputs.get(0), results.get(0))
            }
            _ => (None, None),
        };
        let Some((operand, result)) = operand.zip(result) else {
            let message = "expected trailing function type with one argument and one result";
            return Err(parser.op_error(place, message));
        };
        parts.operands.push(parser.resolve_operand(size, operand)?);
        parts.results.push(result);
        set(context, parts, ELEMENT, context.type_attribute(element));
        super::finish(parser, parts, "llvm.alloca")
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let element = type_in(context, op.property(context, context.identifier(ELEMENT)));
        let (Some(size), Some(result), Some(element)) =
            (op.operand(context, 0), op.result(context, 0), element)
        else {
            return false;
        };
        if op.num_operands(context) != 1 || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        let has = |name: &str| op.property(context, context.identifier(name)).is_some();
        let alignment = op.property(context, context.identifier(ALIGNMENT));
        let mut shown = vec![ELEMENT, IN_ARGUMENTS];
        if alignment.and_then(|value| keywords::integer(context, value)) == Some(0) {
            shown.push(ALIGNMENT);
        }
        printer.write(if has(IN_ARGUMENTS) { b" inalloca " } else { b" " });
        printer.write_value(size);
        printer.write(b" x ");
        printer.write_type(element);
        printer.write_attr_dict(&lists::entries(context, op, &shown));
        let ty = context.function_type(&[size.ty(context)], &[result.ty(context)]);
        printer.write(b" : ");
        printer.write_type(ty);
        true
    }
}
