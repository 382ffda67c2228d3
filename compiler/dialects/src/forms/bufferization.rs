//! The custom form of `bufferization.alloc_tensor`: `(%size) copy(%tensor) size_hint=%hint {…} : tensor<?xf32>`.

use tvmlike_ir::{Op, TypeKind};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{CustomForm, OpParts, OpSyntax, OperationParser, OperationPrinter, Result};

use super::lists;

/// The form of an operation.
pub(super) fn form(name: &str) -> Option<CustomForm> {
    (name == "bufferization.alloc_tensor").then(|| CustomForm::new(AllocTensor))
}

struct AllocTensor;

impl OpSyntax for AllocTensor {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        parser.parse_token(TokenKind::LeftParen, "expected '('")?;
        let mut sizes = Vec::new();
        parser.parse_operand_list(&mut sizes)?;
        parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        let mut copy = None;
        if parser.take_word("copy") {
            parser.parse_token(TokenKind::LeftParen, "expected '('")?;
            copy = Some(parser.parse_operand()?);
            parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        }
        let mut hint = None;
        if parser.take_word("size_hint") {
            parser.parse_token(TokenKind::Equal, "expected '='")?;
            hint = Some(parser.parse_operand()?);
        }
        let place = parser.place();
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parser.check_inherent_attributes(place, &parts.attributes)?;
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        let place = parser.place();
        let ty = parser.parse_type()?;
        if !matches!(
            ty.kind(context),
            TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_)
        ) {
            return Err(parser.op_error(place, "invalid kind of type specified"));
        }
        parts.results.push(ty);
        let index = context.index_type();
        let groups = [
            sizes.len(),
            usize::from(copy.is_some()),
            usize::from(hint.is_some()),
        ];
        let sizes = sizes.into_iter().map(|size| (size, index));
        let copy = copy.map(|copy| (copy, ty));
        let hint = hint.map(|hint| (hint, index));
        for (operand, ty) in sizes.chain(copy).chain(hint) {
            parts.operands.push(parser.resolve_operand(operand, ty)?);
        }
        lists::set_segments(context, parts, &groups);
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some([sizes, copy, hint]) = lists::segments(context, op) else {
            return false;
        };
        let Some(result) = op.result(context, 0).filter(|_| copy <= 1 && hint <= 1) else {
            return false;
        };
        if op.num_results(context) != 1 || !lists::has_only_regions(context, op, 0) {
            return false;
        }
        let operand = |index| op.operand(context, index);
        printer.write(b"(");
        lists::print_values(printer, (0..sizes).filter_map(operand));
        printer.write(b")");
        if let Some(copied) = operand(sizes).filter(|_| copy == 1) {
            printer.write(b" copy(");
            printer.write_value(copied);
            printer.write(b")");
        }
        if let Some(hinted) = operand(sizes + copy).filter(|_| hint == 1) {
            printer.write(b" size_hint=");
            printer.write_value(hinted);
        }
        printer.write_attr_dict(&lists::entries(context, op, &[lists::SEGMENTS]));
        printer.write(b" : ");
        printer.write_type(result.ty(context));
        true
    }
}
