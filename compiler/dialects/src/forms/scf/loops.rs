//! The custom forms of `scf.for` and `scf.parallel`.

use tvmlike_ir::{Op, Type};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, Result, UnresolvedOperand};

use super::super::lists;
use super::YIELD;

/// `scf.for unsigned %i = %0 to %1 step %2 iter_args(%a = %3) -> (f32) : i32 { … }`.
pub(super) struct For;

const UNSIGNED: &str = "unsignedCmp";

impl OpSyntax for For {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        if parser.take_word("unsigned") {
            parts.properties.push(lists::flag(context, UNSIGNED));
        }
        let (variable, bounds) = lists::loop_bounds(parser)?;
        let (mut names, mut initial) = (vec![variable], Vec::new());
        if parser.take_word("iter_args") {
            lists::assignments(parser, &mut names, &mut initial)?;
            parts.results = lists::arrow_types(parser)?;
        }
        if initial.len() != parts.results.len() {
            let message = "mismatch in number of loop-carried values and defined values";
            return Err(parser.op_error(parser.op_place(), message));
        }
        let ty = lists::loop_type(parser)?;
        let types: Vec<Type> = std::iter::once(ty).chain(parts.results.iter().copied()).collect();
        let arguments = lists::region_arguments(&names, &types);
        let region = parser.parse_region_with_arguments(&arguments)?;
        parser.ensure_terminator(region, context.identifier(YIELD));
        parts.regions.push(region);
        for operand in bounds {
            parts.operands.push(parser.resolve_operand(operand, ty)?);
        }
        for (operand, ty) in initial.into_iter().zip(&types[1..]) {
            parts.operands.push(parser.resolve_operand(operand, *ty)?);
        }
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some((region, entry)) = lists::body(context, op) else {
            return false;
        };
        let (operands, results) = (op.num_operands(context), op.num_results(context));
        if operands < 3 || results != operands - 3 || entry.num_arguments(context) != operands - 2 {
            return false;
        }
        if op.property(context, context.identifier(UNSIGNED)).is_some() {
            printer.write(b" unsigned");
        }
        let mut arguments = entry.arguments(context);
        let mut values = arguments.next().into_iter().chain(op.operands(context));
        lists::print_loop_bounds(printer, &mut values);
        lists::print_assignments(printer, b" iter_args", arguments.zip(values));
        if results > 0 {
            lists::print_arrow_list(printer, op);
        }
        printer.write(b" ");
        lists::print_loop_type(printer, entry.argument(context, 0));
        lists::print_region(printer, region, results > 0);
        printer.write_attr_dict(&lists::entries(context, op, &[UNSIGNED]));
        true
    }
}

/// `scf.parallel (%i) = (%0) to (%1) step (%2) init (%3) -> f32 { … }`.
pub(super) struct Parallel;

impl OpSyntax for Parallel {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let variables = lists::arguments(parser)?;
        parser.parse_token(TokenKind::Equal, "expected '='")?;
        for word in ["", "to", "step"] {
            if !word.is_empty() {
                parser.parse_keyword(word)?;
            }
            let mut bounds: Vec<UnresolvedOperand> = Vec::new();
            lists::counted_operands(parser, variables.len(), &mut bounds)?;
            for operand in bounds {
                parts
                    .operands
                    .push(parser.resolve_operand(operand, context.index_type())?);
            }
        }
        let mut initial = Vec::new();
        if parser.take_word("init") {
            lists::operands_in_parens(parser, &mut initial)?;
        }
        parts.results = lists::optional_arrow_types(parser)?;
        let types = vec![context.index_type(); variables.len()];
        let arguments = lists::region_arguments(&variables, &types);
        let region = parser.parse_region_with_arguments(&arguments)?;
        parts.regions.push(region);
        let count = variables.len();
        lists::set_segments(context, parts, &[count, count, count, initial.len()]);
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        let types = parts.results.clone();
        let place = parser.op_place();
        lists::resolve(parser, parts, &initial, &types, place)?;
        parser.ensure_terminator(region, context.identifier("scf.reduce"));
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some((region, entry)) = lists::body(context, op) else {
            return false;
        };
        let count = entry.num_arguments(context);
        let Some([lower, upper, step, initial]) = lists::segments::<4>(context, op) else {
            return false;
        };
        if step != count {
            return false;
        }
        printer.write(b" (");
        lists::print_values(printer, entry.arguments(context));
        let mut values = op.operands(context);
        for (word, size) in [
            (b") = (".as_slice(), lower),
            (b") to (", upper),
            (b") step (", step),
        ] {
            printer.write(word);
            lists::print_values(printer, values.by_ref().take(size));
        }
        printer.write(b")");
        if initial > 0 {
            printer.write(b" init (");
            lists::print_values(printer, values);
            printer.write(b")");
        }
        lists::print_optional_arrow_types(printer, op);
        printer.write(b" ");
        lists::print_region(printer, region, true);
        printer.write_attr_dict(&lists::entries(context, op, &[lists::SEGMENTS]));
        true
    }
}
