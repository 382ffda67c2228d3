//! Structured control flow and conditional branches of `spirv`.

use tvmlike_ir::{AttributeKind, NamedAttribute, Op};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, RegionStyle, Result};

use super::super::lists;
use super::super::targets::{parse_target, print_target};
use super::enums;

/// `control(Flatten) -> i32, f32 { … }`.
pub(super) struct Structured {
    /// The property with how it is compiled.
    control: &'static str,
}

pub(super) const LOOP: Structured = Structured {
    control: "loop_control",
};
pub(super) const SELECTION: Structured = Structured {
    control: "selection_control",
};

impl OpSyntax for Structured {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        if parser.take_word("control") {
            parser.parse_token(TokenKind::LeftParen, "expected '('")?;
            enums::parse_keyword(parser, parts, self.control)?;
            parser.parse_token(TokenKind::RightParen, "expected ')'")?;
        } else {
            enums::set_default(parser, parts, self.control, "None")?;
        }
        if parser.take(TokenKind::Arrow) {
            parts.results = parser.parse_type_list()?;
        }
        parts.regions.push(parser.parse_region()?);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let (Some(region), Some(control)) =
            (op.region(context, 0), enums::text_of(context, op, self.control))
        else {
            return false;
        };
        let fits = op.num_operands(context) == 0
            && lists::has_only_regions(context, op, 1)
            && super::shows_all(context, op, &[]);
        if !fits {
            return false;
        }
        if control != "None" {
            printer.write(format!(" control({control})").as_bytes());
        }
        if op.num_results(context) > 0 {
            printer.write(b" -> ");
            lists::print_types(printer, op.results(context).map(|result| result.ty(context)));
        }
        printer.write(b" ");
        printer.print_region(region, RegionStyle::default());
        true
    }
}

/// `%c [1, 2], ^bb1(%0 : i32), ^bb2`.
pub(super) struct Branch;

const WEIGHTS: &str = "branch_weights";

impl OpSyntax for Branch {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let condition = parser.parse_operand()?;
        let condition = parser.resolve_operand(condition, context.i1())?;
        if parser.take(TokenKind::LeftBracket) {
            let mut weights = Vec::new();
            for index in 0..2 {
                if index > 0 {
                    parser.parse_token(TokenKind::Comma, "expected ','")?;
                }
                let place = parser.place();
                let weight = parser.parse_attribute(Some(context.i32()))?;
                if !matches!(weight.kind(context), AttributeKind::Integer { .. }) {
                    return Err(parser.op_error(place, "invalid kind of attribute specified"));
                }
                weights.push(weight);
            }
            parser.parse_token(TokenKind::RightBracket, "expected ']'")?;
            parts.properties.push(NamedAttribute {
                name: context.identifier(WEIGHTS),
                value: context.array_attribute(&weights),
            });
        }
        parser.parse_token(TokenKind::Comma, "expected ','")?;
        let then = parse_target(parser, parts)?;
        parser.parse_token(TokenKind::Comma, "expected ','")?;
        let otherwise = parse_target(parser, parts)?;
        lists::set_segments(context, parts, &[1, then.len(), otherwise.len()]);
        parts.operands.push(condition);
        parts.operands.extend(then.into_iter().chain(otherwise));
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let operands: Vec<_> = op.operands(context).collect();
        let Some([1, then, _]) = lists::segments::<3>(context, op) else {
            return false;
        };
        let weights = op.property(context, context.identifier(WEIGHTS));
        let numbers: Option<Vec<i64>> = match weights.map(|weights| weights.kind(context)) {
            None => Some(Vec::new()),
            Some(AttributeKind::Array(weights)) => weights
                .iter()
                .map(|weight| lists::number(context, weight))
                .collect(),
            Some(_) => None,
        };
        let fits = op.num_successors(context) == 2
            && op.num_regions(context) == 0
            && operands[0].ty(context) == context.i1()
            && super::shows_all(context, op, &[]);
        let Some(numbers) = numbers.filter(|numbers| fits && matches!(numbers.len(), 0 | 2)) else {
            return false;
        };
        printer.write(b" ");
        printer.write_value(operands[0]);
        if let [first, second] = numbers[..] {
            printer.write(format!(" [{first}, {second}]").as_bytes());
        }
        printer.write(b", ");
        print_target(printer, op, 0, &operands[1..1 + then]);
        printer.write(b", ");
        print_target(printer, op, 1, &operands[1 + then..]);
        true
    }
}
