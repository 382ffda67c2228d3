//! The custom forms of `scf.if`, `scf.index_switch` and `scf.execute_region`.

use tvmlike_ir::{NamedAttribute, Op, Traits};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OpParts, OpSyntax, OperationParser, OperationPrinter, RegionStyle, Result};

use super::super::lists;
use super::YIELD;

/// `scf.if %c -> (i32) { … } else { … }`, and the same in other dialects.
pub(in crate::forms) struct If {
    /// The terminator of both regions.
    pub(in crate::forms) terminator: &'static str,
    /// Whether there can be results.
    pub(in crate::forms) with_results: bool,
}

impl OpSyntax for If {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let terminator = context.identifier(self.terminator);
        let condition = parser.parse_operand()?;
        parts
            .operands
            .push(parser.resolve_operand(condition, context.i1())?);
        if self.with_results {
            parts.results = lists::optional_arrow_types(parser)?;
        }
        let then = parser.parse_region()?;
        parser.ensure_terminator(then, terminator);
        let otherwise = match parser.take_word("else") {
            true => {
                let region = parser.parse_region()?;
                parser.ensure_terminator(region, terminator);
                region
            }
            false => parser.create_open_region(),
        };
        parts.regions.extend([then, otherwise]);
        parser.parse_optional_attr_dict(&mut parts.attributes)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let (Some(condition), Some(then), Some(otherwise)) = (
            op.operand(context, 0),
            op.region(context, 0),
            op.region(context, 1),
        ) else {
            return false;
        };
        if op.num_operands(context) != 1 || !lists::has_only_regions(context, op, 2) {
            return false;
        }
        printer.write(b" ");
        printer.write_value(condition);
        let has_results = op.num_results(context) > 0;
        if has_results {
            printer.write(b" -> (");
            lists::print_types(printer, op.results(context).map(|result| result.ty(context)));
            printer.write(b")");
        }
        printer.write(b" ");
        lists::print_region(printer, then, has_results);
        if !otherwise.is_empty(context) {
            printer.write(b" else ");
            lists::print_region(printer, otherwise, has_results);
        }
        printer.write_attr_dict(&lists::entries(context, op, &[]));
        true
    }
}

/// `scf.index_switch %i -> i32 case 1 { … } default { … }`.
pub(super) struct IndexSwitch;

impl OpSyntax for IndexSwitch {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let value = parser.parse_operand()?;
        let place = parser.place();
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parser.check_inherent_attributes(place, &parts.attributes)?;
        if parser.take(TokenKind::Arrow) {
            parts.results = parser.parse_type_list()?;
        }
        let (cases, regions) = lists::switch_cases(parser)?;
        parts.properties.push(NamedAttribute {
            name: context.identifier("cases"),
            value: context.dense_i64_array(&cases),
        });
        parser.parse_keyword("default")?;
        let default = parser.parse_region()?;
        parser.ensure_terminator(default, context.identifier(YIELD));
        parts
            .operands
            .push(parser.resolve_operand(value, context.index_type())?);
        parts.regions.push(default);
        parts.regions.extend(regions);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let cases = op.property(context, context.identifier("cases"));
        let (Some(value), Some(default), Some(cases)) = (
            op.operand(context, 0),
            op.region(context, 0),
            lists::integers(context, cases),
        ) else {
            return false;
        };
        if op.num_operands(context) != 1 || !lists::has_only_regions(context, op, cases.len() + 1) {
            return false;
        }
        printer.write(b" ");
        printer.write_value(value);
        printer.write_attr_dict(&lists::entries(context, op, &["cases"]));
        if op.num_results(context) > 0 {
            printer.write(b" -> ");
            let types = op.results(context).map(|result| result.ty(context));
            lists::print_types(printer, types);
        }
        printer.write(b" ");
        lists::print_switch_cases(printer, cases.into_iter().zip(op.regions(context).skip(1)));
        printer.write_newline();
        printer.write(b"default ");
        let last = default
            .first_block(context)
            .and_then(|block| block.last_op(context));
        let is_shown = |op: Op| {
            op.attributes(context).is_some()
                || op.num_operands(context) + op.num_results(context) > 0
                || !op.has_trait(context, Traits::TERMINATOR)
        };
        let style = RegionStyle {
            terminator: last.is_none_or(is_shown),
            ..RegionStyle::default()
        };
        printer.print_region(default, style);
        true
    }
}

/// `scf.execute_region -> i32 no_inline { … }`.
pub(super) struct ExecuteRegion;

impl OpSyntax for ExecuteRegion {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        parts.results = lists::optional_arrow_types(parser)?;
        if parser.take_word("no_inline") {
            parts.properties.push(lists::flag(parser.context(), "no_inline"));
        }
        parts.regions.push(parser.parse_region()?);
        parser.parse_optional_attr_dict(&mut parts.attributes)?;
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some(region) = op.region(context, 0) else {
            return false;
        };
        if op.num_operands(context) > 0 || !lists::has_only_regions(context, op, 1) {
            return false;
        }
        lists::print_optional_arrow_types(printer, op);
        printer.write(b" ");
        if op.property(context, context.identifier("no_inline")).is_some() {
            printer.write(b"no_inline ");
        }
        lists::print_region(printer, region, true);
        printer.write_attr_dict(&lists::entries(context, op, &["no_inline"]));
        true
    }
}
