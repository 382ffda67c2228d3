//! The forms of `linalg.map` and `linalg.reduce`: `{ arith.addf } ins(…) outs(…)`, or with the whole body.

use tvmlike_ir::{Block, Context, NamedAttribute, Op, OpState, Value};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{
    Delimiter, OpParts, OpSyntax, OperationParser, OperationPrinter, RegionStyle, Result, quote_attribute,
};

use super::destination;
use crate::forms::lists;
use crate::structured;

/// How an operation uses the arguments of its body.
pub(super) struct Style {
    /// The name of the list behind the operands.
    list: Option<&'static str>,
    /// Whether the operation in the braces gets the output: first.
    with_output: bool,
}

pub(super) const MAP: Style = Style {
    list: None,
    with_output: false,
};

pub(super) const REDUCE: Style = Style {
    list: Some("dimensions"),
    with_output: true,
};

pub(super) struct Payload(pub(super) &'static Style);

impl OpSyntax for Payload {
    fn parse(&self, parser: &mut OperationParser<'_, '_, '_>, parts: &mut OpParts) -> Result<()> {
        let mut payload = None;
        if parser.take(TokenKind::LeftBrace) {
            let name = parser.parse_operation_name()?;
            let mut attributes = Vec::new();
            parser.parse_optional_attr_dict(&mut attributes)?;
            parser.parse_token(TokenKind::RightBrace, "expected '}'")?;
            payload = Some((name, attributes));
        }
        destination::parse(parser, parts, self.0.list)?;
        let region = match payload {
            None => {
                let mut arguments = Vec::new();
                let mut more = parser.open_list(Delimiter::Paren, " in argument list")?;
                while more {
                    if !parser.is_at(TokenKind::PercentId) {
                        return Err(parser.wrong_token("expected SSA operand"));
                    }
                    arguments.push(parser.parse_region_argument()?);
                    more = parser.next_in_list(Delimiter::Paren, " in argument list")?;
                }
                parser.parse_region_with_arguments(&arguments)?
            }
            Some(_) if parts.operands.is_empty() => parser.create_open_region(),
            Some((name, attributes)) => {
                let context = parser.context();
                let types: Vec<_> = parts
                    .operands
                    .iter()
                    .map(|operand| operand.ty(context))
                    .map(|ty| ty.element_type(context).unwrap_or(ty))
                    .collect();
                let location = parser.op_location();
                let region = parser.create_open_region();
                let block = structured::create_block(parser.edit(), region, &types);
                let mut operands: Vec<Value> = block.arguments(context).collect();
                match self.0.with_output {
                    true => operands.rotate_right(1),
                    false => operands.truncate(types.len() - 1),
                }
                let state = OpState {
                    operands: &operands,
                    results: &types[types.len() - 1..],
                    ..OpState::new(name, location)
                };
                let result = structured::append_op(parser.edit(), block, &state, &attributes);
                let yielded: Vec<Value> = result.into_iter().collect();
                let state = OpState {
                    operands: &yielded,
                    ..OpState::new(context.identifier("linalg.yield"), location)
                };
                structured::append_op(parser.edit(), block, &state, &[]);
                region
            }
        };
        parts.regions.push(region);
        Ok(())
    }

    fn print(&self, printer: &mut OperationPrinter<'_>, op: Op) -> bool {
        let context = printer.context();
        let body = lists::body(context, op);
        let Some(((region, block), inputs)) = body.zip(structured::inputs(context, op)) else {
            return false;
        };
        let payload = payload(context, block, self.0.with_output);
        if let Some(payload) = payload {
            print_payload(printer, payload);
        }
        if !destination::print(printer, op, inputs, self.0.list) {
            return false;
        }
        if payload.is_some() {
            return true;
        }
        printer.indented(|printer| {
            printer.write_newline();
            printer.write(b"(");
            for (index, argument) in block.arguments(context).enumerate() {
                if index > 0 {
                    printer.write(b", ");
                }
                printer.write_region_argument(argument, &[]);
            }
            printer.write(b") ");
            let style = RegionStyle {
                entry_arguments: false,
                ..RegionStyle::default()
            };
            printer.print_region(region, style);
        });
        true
    }
}

/// The operation whose name tells all of the body.
fn payload(context: &Context, block: Block, with_output: bool) -> Option<Op> {
    let mut ops = block.operations(context);
    let (payload, last) = (ops.next()?, ops.next()?);
    if ops.next().is_some() || !last.is_named(context, "linalg.yield") {
        return None;
    }
    let mut arguments: Vec<Value> = block.arguments(context).collect();
    match with_output {
        true if !arguments.is_empty() => arguments.rotate_left(1),
        true => {}
        false => {
            arguments.pop();
        }
    }
    let is_whole = !arguments.is_empty() && payload.operands(context).eq(arguments);
    let yielded = last
        .operand(context, 0)
        .filter(|_| last.num_operands(context) == 1)?;
    // An operation without a dialect, which MLIR prints with the name `.addf`, could not be read again.
    let has_dialect = !payload.name(context).bytes(context).starts_with(b".");
    let is_told = is_whole && has_dialect && yielded.defining_op(context) == Some(payload);
    is_told.then_some(payload)
}

/// Prints ` { arith.addf {…} }`.
fn print_payload(printer: &mut OperationPrinter<'_>, payload: Op) {
    let context = printer.context();
    printer.write(b" { ");
    printer.write(payload.name(context).bytes(context));
    let mut entries = lists::entries(context, payload, &[]);
    let is_default =
        |entry: &NamedAttribute| quote_attribute(context, entry.value) == "#arith.fastmath<none>";
    if let Some(index) = entries.iter().position(is_default) {
        entries.remove(index);
    }
    printer.write_attr_dict(&entries);
    printer.write(b" }");
}
