//! The custom form of `async.execute`: `[%token] (%0 as %a: !async.value<f32>) -> !async.value<f32> attributes {…} { … }`.

use tvmlike_define::type_parameter;
use tvmlike_ir::{Op, Type, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{
    CustomForm, Delimiter, OpParts, OpSyntax, OperationParser, OperationPrinter, RegionArgument, Result,
};

use super::lists;

/// The form of an operation.
pub(super) fn form(name: &str) -> Option<CustomForm> {
    (name == "async.execute").then(|| CustomForm::new(Execute))
}

struct Execute;

impl OpSyntax for Execute {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let context = parser.context();
        let token = tvmlike_text::parse_defined_type(context, "!async.token");
        let token = token.map_err(|error| parser.op_error(parser.place(), error.message()))?;
        if parser.is_at(TokenKind::LeftBracket) {
            parser.advance();
            let mut dependencies = Vec::new();
            parser.parse_operand_list(&mut dependencies)?;
            parser.parse_token(TokenKind::RightBracket, "expected ']'")?;
            for dependency in dependencies {
                parts.operands.push(parser.resolve_operand(dependency, token)?);
            }
        }
        let dependencies = parts.operands.len();
        let (mut arguments, mut wrong) = (Vec::new(), None);
        if parser.is_at(TokenKind::LeftParen) {
            const PLACE: &str = " in argument list";
            let mut more = parser.open_list(Delimiter::Paren, PLACE)?;
            while more {
                let operand = parser.parse_operand()?;
                parser.parse_keyword("as")?;
                let name = parser.parse_argument_name()?;
                let place = parser.place();
                let ty = parser.parse_colon_type()?;
                let inner =
                    type_parameter(context, ty, 0).filter(|_| ty.is_symbol(context, "async", "value"));
                if inner.is_none() {
                    wrong.get_or_insert((place, ty));
                }
                parts.operands.push(parser.resolve_operand(operand, ty)?);
                arguments.push(RegionArgument::new(name, inner.unwrap_or(ty)));
                more = parser.next_in_list(Delimiter::Paren, PLACE)?;
            }
            if let Some((place, ty)) = wrong {
                return Err(lists::wrong_kind(parser, place, "async.value", ty));
            }
        }
        lists::set_segments(context, parts, &[dependencies, arguments.len()]);
        parts.results.push(token);
        parts.results.extend(lists::optional_arrow_types(parser)?);
        if parser.take_word("attributes") {
            parts.attributes.extend(parser.parse_attribute_dict()?);
        }
        let region = parser.parse_region_with_arguments(&arguments)?;
        parts.regions.push(region);
        parser.refuse_duplicates(parts)
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let body = lists::only_region(context, op);
        let segments = lists::segments::<2>(context, op);
        let (Some(body), Some([dependencies, operands])) = (body, segments) else {
            return false;
        };
        let entry = body.first_block(context);
        let arguments: Vec<Value> = entry
            .into_iter()
            .flat_map(|entry| entry.arguments(context))
            .collect();
        if arguments.len() < operands || op.num_results(context) == 0 {
            return false;
        }
        let mut values = op.operands(context);
        if dependencies > 0 {
            printer.write(b" [");
            lists::print_values(printer, values.by_ref().take(dependencies));
            printer.write(b"]");
        }
        let pairs: Vec<(Value, Value)> = values.zip(arguments).collect();
        for (index, (operand, argument)) in pairs.iter().enumerate() {
            printer.write(if index == 0 { b" (" } else { b", " });
            printer.write_value(*operand);
            printer.write(b" as ");
            printer.write_value(*argument);
            printer.write(b": ");
            printer.write_type(operand.ty(context));
        }
        if !pairs.is_empty() {
            printer.write(b")");
        }
        let types: Vec<Type> = op
            .results(context)
            .skip(1)
            .map(|result| result.ty(context))
            .collect();
        if !types.is_empty() {
            printer.write(b" -> ");
            lists::print_function_results(printer, &types);
        }
        printer.write_attr_dict_with_keyword(&lists::entries(context, op, &[lists::SEGMENTS]));
        printer.write(b" ");
        lists::print_region(printer, body, true);
        true
    }
}
