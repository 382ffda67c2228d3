//! Successors with operands: `^bb1(%0, %1 : i32, f32)`.

use tvmlike_ir::{Op, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OperationParser, OperationPrinter, Result};

use super::lists;

/// Reads `^bb1(%0, %1 : i32, f32)`. The operands are of the block.
pub(super) fn parse_target(
    parser: &mut OperationParser<'_, '_, '_>,
    parts: &mut OpParts,
) -> Result<Vec<Value>> {
    let block = parser.parse_successor()?;
    parts.successors.push(block);
    let mut resolved = OpParts::default();
    if parser.take(TokenKind::LeftParen) && !parser.take(TokenKind::RightParen) {
        let mut operands = Vec::new();
        parser.parse_operand_list(&mut operands)?;
        parser.parse_token(TokenKind::Colon, "expected ':' in operand list")?;
        let types = parser.parse_type_list()?;
        if types.len() != operands.len() {
            let count = operands.len();
            return Err(parser.error(format!("expected {count} types to match operand list")));
        }
        lists::resolve(parser, &mut resolved, &operands, &types, parser.place())?;
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
    }
    Ok(resolved.operands)
}

/// Prints the successor with a number and the operands of its block.
pub(super) fn print_target(printer: &mut OperationPrinter<'_>, op: Op, index: usize, operands: &[Value]) {
    let context = printer.context();
    if let Some(block) = op.successor(context, index) {
        printer.write_block_name(block);
    }
    if !operands.is_empty() {
        printer.write(b"(");
        lists::print_values(printer, operands.iter().copied());
        printer.write(b" : ");
        lists::print_types(printer, operands.iter().map(|operand| operand.ty(context)));
        printer.write(b")");
    }
}
