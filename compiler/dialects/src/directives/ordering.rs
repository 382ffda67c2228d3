//! `custom<TokenOrdering>($consumeTokens, type($produceToken))` of `ml_program`: `ordering(%0, %1 -> !ml_program.token)`.

use tvmlike_define::Directive;
use tvmlike_syntax::TokenKind;

use super::always;

/// The tokens that an access of a global waits for, `()` if there are none, and the token that it makes.
pub(super) const TOKENS: Directive = Directive {
    parse: |parser| {
        if !parser.take_word("ordering") {
            return Ok(true);
        }
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        let mut operands = Vec::new();
        if parser.take(TokenKind::LeftParen) {
            parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        } else {
            parser.parse_operand_list(&mut operands)?;
        }
        parser.parse_token(TokenKind::Arrow, "expected '->'")?;
        let ty = parser.parse_type()?;
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        parser.set_operands(0, &operands);
        parser.set_types(1, &[ty]);
        Ok(true)
    },
    print: |parts, printer| {
        let (operands, types) = (parts.operands(0), parts.types(1));
        let Some(ty) = types.first() else {
            return;
        };
        printer.write(b" ordering(");
        if operands.is_empty() {
            printer.write(b"()");
        }
        for (index, operand) in operands.into_iter().enumerate() {
            if index > 0 {
                printer.write(b", ");
            }
            printer.write_value(operand);
        }
        printer.write(b" -> ");
        printer.write_type(*ty);
        printer.write(b")");
    },
    fits: always,
};
