//! The custom forms of emitc's control flow, expressions and includes.

use tvmlike_ir::{Context, NamedAttribute, Op, Type, TypeKind, Value, ValueOwner};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{
    CustomForm, OpParts, OpSyntax, OperationParser, OperationPrinter, RegionArgument, RegionStyle, Result,
};

use super::{lists, scf};
use crate::llvm::string;

const YIELD: &str = "emitc.yield";
const INCLUDE: &str = "include";
const STANDARD: &str = "is_standard_include";
const NOT_INLINE: &str = "do_not_inline";

/// The form of an operation.
pub(super) fn form(context: &Context, name: &str) -> Option<CustomForm> {
    let form = match name {
        "emitc.do" => CustomForm::new(Do),
        "emitc.expression" => CustomForm::new(Expression),
        "emitc.for" => CustomForm::new(For),
        "emitc.if" => CustomForm::new(scf::If {
            terminator: YIELD,
            with_results: false,
        }),
        "emitc.include" => CustomForm::new(Include),
        _ => return None,
    };
    Some(form.with_default_dialect(context.identifier("emitc")))
}

/// `emitc.do { … } while { … }`.
struct Do;

impl OpSyntax for Do {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let body = parser.parse_region()?;
        parser.ensure_block(body);
        parser.parse_keyword("while")?;
        let condition = parser.parse_region()?;
        parts.regions.extend([body, condition]);
        if parser.take_word("attributes") {
            parts.attributes.extend(parser.parse_attribute_dict()?);
        }
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let regions: Vec<_> = op.regions(context).collect();
        let ([body, condition], true) = (regions.as_slice(), is_plain(context, op, 2)) else {
            return false;
        };
        printer.write(b" ");
        lists::print_region(printer, *body, true);
        printer.write(b" while ");
        printer.print_region(*condition, RegionStyle::default());
        printer.write_attr_dict_with_keyword(&lists::entries(context, op, &[]));
        true
    }
}

/// Whether an operation has nothing but regions and attributes.
fn is_plain(context: &Context, op: Op, regions: usize) -> bool {
    lists::has_only_regions(context, op, regions) && op.num_operands(context) + op.num_results(context) == 0
}

/// `emitc.expression %0, %1 noinline : (i32, i32) -> i32 { … }`: in the region, the arguments have the names of the operands.
/// As in MLIR, the printed text shows neither `noinline` nor other attributes.
struct Expression;

impl OpSyntax for Expression {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let mut operands = Vec::new();
        parser.parse_operand_list(&mut operands)?;
        if parser.take_word("noinline") {
            parts.properties.push(lists::flag(context, NOT_INLINE));
        }
        let ty = parser.parse_colon_type()?;
        let place = parser.place();
        let TypeKind::Function { inputs, results } = ty.kind(context) else {
            return Err(parser.op_error(place, "expected function type"));
        };
        let (Some(result), 1) = (results.get(0), results.len()) else {
            return Err(parser.op_error(place, "expected single return type"));
        };
        parts.results.push(result);
        let types: Vec<Type> = inputs.iter().collect();
        lists::resolve(parser, parts, &operands, &types, place)?;
        let names: Vec<_> = operands.iter().map(|operand| operand.span).collect();
        let arguments: Vec<RegionArgument<'_>> = lists::region_arguments(&names, &types);
        let region = parser.parse_isolated_region(&arguments)?;
        parts.regions.push(region);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let body = lists::only_region(context, op);
        let (Some(body), Some(result)) = (body, op.result(context, 0)) else {
            return false;
        };
        let entry = body.first_block(context);
        let arguments: Vec<Value> = entry
            .into_iter()
            .flat_map(|entry| entry.arguments(context))
            .collect();
        // The name of one of several results cannot be that of an argument.
        let shares_name = |value: Value| match value.owner(context) {
            ValueOwner::Result { op, .. } => op.num_results(context) > 1,
            ValueOwner::Argument { .. } => false,
        };
        let operands: Vec<Value> = op.operands(context).collect();
        let type_of = |value: &Value| value.ty(context);
        let has_same_types = arguments.iter().map(type_of).eq(operands.iter().map(type_of));
        let is_repeated = |index: usize| operands[..index].contains(&operands[index]);
        if !has_same_types
            || op.num_results(context) != 1
            || operands.iter().any(|operand| shares_name(*operand))
            || (0..operands.len()).any(is_repeated)
        {
            return false;
        }
        printer.rename_values(arguments.into_iter().zip(operands.iter().copied()));
        printer.write(b" ");
        lists::print_values(printer, operands.iter().copied());
        printer.write(b" : ");
        let types: Vec<Type> = operands.iter().map(|operand| operand.ty(context)).collect();
        printer.write_type(context.function_type(&types, &[result.ty(context)]));
        printer.write(b" ");
        lists::print_region(printer, body, true);
        true
    }
}

/// `emitc.for %i = %0 to %1 step %2 : i32 { … }`.
struct For;

impl OpSyntax for For {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let (variable, bounds) = lists::loop_bounds(parser)?;
        let ty = lists::loop_type(parser)?;
        for operand in bounds {
            parts.operands.push(parser.resolve_operand(operand, ty)?);
        }
        let region = parser.parse_region_with_arguments(&[RegionArgument::new(variable, ty)])?;
        parser.ensure_terminator(region, context.identifier(YIELD));
        parts.regions.push(region);
        parser.parse_optional_attr_dict(&mut parts.attributes)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let Some((region, entry)) = lists::body(context, op) else {
            return false;
        };
        let Some(variable) = entry.argument(context, 0) else {
            return false;
        };
        if op.num_operands(context) != 3 || op.num_results(context) > 0 {
            return false;
        }
        lists::print_loop_bounds(
            printer,
            &mut std::iter::once(variable).chain(op.operands(context)),
        );
        printer.write(b" ");
        lists::print_loop_type(printer, Some(variable));
        lists::print_region(printer, region, false);
        printer.write_attr_dict(&lists::entries(context, op, &[]));
        true
    }
}

/// `emitc.include "file.h"` or `emitc.include <"file.h">`. As in MLIR, the printed text shows no other attributes.
struct Include;

impl OpSyntax for Include {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let is_standard = parser.take(TokenKind::Less);
        if !parser.is_at(TokenKind::String) {
            return Err(parser.op_error(parser.op_place(), "expected string attribute"));
        }
        let name = context.identifier(INCLUDE);
        let value = parser.parse_attribute(None)?;
        parts.properties.push(NamedAttribute { name, value });
        if is_standard {
            if !parser.take(TokenKind::Greater) {
                let message = "expected trailing '>' for standard include";
                return Err(parser.op_error(parser.op_place(), message));
            }
            parts.properties.push(lists::flag(context, STANDARD));
        }
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let file = op.property(context, context.identifier(INCLUDE));
        let file = file.filter(|file| string(context, Some(*file)).is_some());
        let (Some(file), true) = (file, is_plain(context, op, 0)) else {
            return false;
        };
        let is_standard = op.property(context, context.identifier(STANDARD)).is_some();
        printer.write(if is_standard { b" <" } else { b" " });
        printer.write_attribute_without_type(file);
        printer.write(if is_standard { b">" } else { b"" });
        true
    }
}
